# The connection and the session

connected = Połączono ponownie.
reconnecting = Brak połączenia. Łączenie ponownie…
disconnected = Brak połączenia.
disconnected-text = Brak połączenia. Twój tekst nadal tu jest.
no-response = Serwer nie odpowiedział. Spróbuj ponownie.
no-response-text = Serwer nie odpowiedział. Twój tekst nadal tu jest. Spróbuj ponownie.
no-response-once = Serwer nie odpowiedział. Twój tekst nadal tu jest. Po ponownym wysłaniu pojawi się tylko raz.
wait-a-moment = Serwer jeszcze nie odpowiedział. Poczekaj chwilę.
ended = Sesja się zakończyła.
ended-unsent = Sesja się zakończyła. Twój tekst nadal tu jest. Nie został wysłany.
ended-nothing-sent = Sesja się zakończyła. Twój tekst nadal tu jest. Nic nie wysłano.
ended-unsaved = Sesja się zakończyła. Twój tekst nadal tu jest. Nie został zapisany.
ended-unchanged = Sesja się zakończyła. Niczego nie zmieniono.
sign-in-again-link = Zaloguj się ponownie
sign-in-and-back = Zaloguj się i wróć
your-servers = Twoje serwery
retry-soon = Spróbuj ponownie za kilka sekund.
retry-in =
    { $seconds ->
        [one] Spróbuj ponownie za sekundę.
        [few] Spróbuj ponownie za { $seconds } sekundy.
        [many] Spróbuj ponownie za { $seconds } sekund.
       *[other] Spróbuj ponownie za { $seconds } sekundy.
    }
too-fast-sending = Wysyłasz wiadomości zbyt szybko. { $wait }
too-fast-changing = Zmieniasz coś zbyt szybko. { $wait }
too-fast-webhook = Ten webhook pisze zbyt szybko. { $wait }
not-done = Nie wykonano tego. Odśwież stronę i spróbuj ponownie.

# Writing and reading messages

not-sent = Wiadomość nie została wysłana. Twój tekst nadal tu jest. Spróbuj ponownie.
cant-post = Nie możesz już pisać w { $channel }. Skopiuj tekst, zanim wyjdziesz.
cant-post-here = Nie możesz pisać na tym kanale.
reply-gone = Wiadomość, na którą odpowiadasz, została usunięta.
reply-gone-text = Wiadomość, na którą odpowiadasz, została usunięta. Twój tekst nadal tu jest.
many-new =
    { $count ->
        [one] { $count } nowa wiadomość. Ostatnia: { $last }
        [few] { $count } nowe wiadomości. Ostatnia: { $last }
        [many] { $count } nowych wiadomości. Ostatnia: { $last }
       *[other] { $count } nowej wiadomości. Ostatnia: { $last }
    }
cant-see = Nie widzisz już { $channel }.
banned-from = Dostałeś bana na { $server }.
removed-from = Nie należysz już do { $server }.
post-again = Możesz znowu pisać.
timed-out-until = Na tym serwerze masz wyciszenie do { $time }. Do tego czasu możesz czytać, ale nie pisać.
older-failed = Nie udało się wczytać starszych wiadomości. Spróbuj ponownie.
load-older = Wczytaj starsze wiadomości
to-unread = Przejdź do pierwszej nieprzeczytanej wiadomości
new = Nowe
unread-mentions-none = (nieprzeczytane)
unread-count =
    { $count ->
        [one] ({ $count } nieprzeczytana wzmianka)
        [few] ({ $count } nieprzeczytane wzmianki)
        [many] ({ $count } nieprzeczytanych wzmianek)
       *[other] ({ $count } nieprzeczytanej wzmianki)
    }
unread-over = (ponad { $count } nieprzeczytanych wzmianek)
mentions =
    { $count ->
        [one] { $count } nieprzeczytana wzmianka
        [few] { $count } nieprzeczytane wzmianki
        [many] { $count } nieprzeczytanych wzmianek
       *[other] { $count } nieprzeczytanej wzmianki
    }
mentions-over = Ponad { $count } nieprzeczytanych wzmianek
marked-read =
    { $count ->
        [one] Oznaczono { $count } wzmiankę jako przeczytaną.
        [few] Oznaczono { $count } wzmianki jako przeczytane.
        [many] Oznaczono { $count } wzmianek jako przeczytane.
       *[other] Oznaczono { $count } wzmianki jako przeczytane.
    }
reports-open =
    { $count ->
        [one] { $count } zgłoszenie czeka na decyzję
        [few] { $count } zgłoszenia czekają na decyzję
        [many] { $count } zgłoszeń czeka na decyzję
       *[other] { $count } zgłoszenia czeka na decyzję
    }
names = Nazwy
names-found =
    { $count ->
        [one] Jedna nazwa. Naciśnij Tab, aby jej użyć.
        [few] { $count } nazwy. Wybierz strzałkami, użyj klawiszem Tab.
        [many] { $count } nazw. Wybierz strzałkami, użyj klawiszem Tab.
       *[other] { $count } nazwy. Wybierz strzałkami, użyj klawiszem Tab.
    }
members = Członkowie
message-word = Wiadomość
in-reply-to = W odpowiedzi na:
original-deleted = Usunięto pierwotną wiadomość
open-picture = Otwórz obraz na { $host }

# Acts on messages and people

close = Zamknij
reply-act = Odpowiedz
edit-act = Edytuj
actions-for = Działania dla wiadomości od { $author }
report-message = Zgłoś wiadomość
report-unsent = Zgłoszenie nie zostało jeszcze wysłane. „Zamknij” je odrzuci.
report-thanks = Dziękujemy. Moderatorzy tego serwera obejrzą wiadomość.
message-saved = Wiadomość zapisano.
message-is-deleted = Wiadomość usunięto.
message-restored = Wiadomość przywrócono.
messages-restored = Wiadomości przywrócono.
undo-announced = { $done } Możesz to cofnąć przez dziesięć sekund.
cant-edit = Nie możesz edytować tej wiadomości.
edit-own-only = Możesz edytować tylko własne wiadomości.
edit-kept = Nie zapisano. Tekst będzie dostępny przy ponownej edycji wiadomości.
edit-deleted = Ta wiadomość została usunięta. Skopiuj tekst, zanim anulujesz.
webhook-paused = Webhook wstrzymano.
link-copied = Link skopiowano.
copied = Skopiowano
copied-announced = Skopiowano do schowka
select-and-copy = Zaznacz i skopiuj
copying-refused = Przeglądarka nie zezwoliła na kopiowanie.
copying-refused-select = Przeglądarka nie zezwoliła na kopiowanie. Zaznacz tekst i skopiuj go.

# Settings, shortcuts and passkeys

not-saved = Nie zapisano
revealed = Pokazano
picture-large = Ten obraz jest za duży. Wybierz taki, który ma najwyżej 5 MiB.
shortcuts-title = Skróty klawiszowe
shortcuts-on = Skróty jednoklawiszowe są włączone.
shortcuts-off = Skróty jednoklawiszowe są wyłączone.
stores-nothing = Ta przeglądarka nie zapisuje ustawień.
push-none = Ta przeglądarka nie obsługuje powiadomień.
push-not-here = Nie w tej przeglądarce.
push-denied = Powiadomienia z tej witryny są zablokowane w ustawieniach przeglądarki. Najpierw na nie tam zezwól.
push-off = Wyłączone w tej przeglądarce.
push-on = Włączone w tej przeglądarce, także gdy żadna strona tej witryny nie jest otwarta.
push-on-open = Włączone w tej przeglądarce, dopóki strona tej witryny jest otwarta.
one-moment = Chwileczkę…
push-unreachable = Powiadomienia działają, dopóki strona jest otwarta. Nie udało się połączyć z usługą push przeglądarki.
passkey-exists = To urządzenie ma już klucz dostępu do twojego konta.
passkey-not-used = Nie użyto klucza dostępu. Spróbuj ponownie albo innym sposobem.
passkey-no-address = Pod tym adresem przeglądarki nie obsługują kluczy dostępu.
passkey-none = Ta przeglądarka nie obsługuje kluczy dostępu. Użyj innego sposobu.
passkey-failed = Nie udało się użyć klucza dostępu. Spróbuj ponownie albo innym sposobem.
