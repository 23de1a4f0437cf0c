brand-imprint = Nota prawna
brand-privacy = Prywatność
choose-language = Wybierz jeden z języków.
wait-seconds =
    { $n ->
        [one] Spróbuj ponownie za sekundę.
        [few] Spróbuj ponownie za { $n } sekundy.
       *[other] Spróbuj ponownie za { $n } sekund.
    }
wait-minutes =
    { $n ->
        [few] Spróbuj ponownie za { $n } minuty.
       *[other] Spróbuj ponownie za { $n } minut.
    }
wait-hours =
    { $n ->
        [one] Spróbuj ponownie za godzinę.
        [few] Spróbuj ponownie za { $n } godziny.
       *[other] Spróbuj ponownie za { $n } godzin.
    }
wait-few-seconds = Spróbuj ponownie za kilka sekund.
wrong-login = Nieprawidłowa nazwa użytkownika, numer telefonu lub hasło.
check-login = Sprawdź je i spróbuj ponownie.
wrong-password = Nieprawidłowe hasło.
try-again = Spróbuj ponownie.
too-many-attempts = Zbyt wiele prób.
too-many-codes = Wypróbowano zbyt wiele kodów.
too-many-passkeys = Wypróbowano zbyt wiele kluczy dostępu.
too-many-people = Zbyt wiele osób loguje się jednocześnie.
nothing-changed = Nic nie zostało zmienione.
sign-in-over = To logowanie trwało zbyt długo albo zbyt wiele kodów było błędnych.
sign-in-again = Zaloguj się ponownie.
code-used = Ten kod jest błędny albo został już użyty.
code-next = Poczekaj na następny albo użyj kodu odzyskiwania.
passkey-unknown = Ten klucz dostępu nie jest tu znany.
passkey-removed = Być może został usunięty.
passkey-other-way = Zaloguj się w inny sposób.
passkey-unavailable = Klucze dostępu nie działają pod tym adresem: wymagają https i nazwy domeny.
passkey-missing = Nie przesłano klucza dostępu.
passkey-needs = Klucze dostępu wymagają JavaScriptu i przeglądarki, która je obsługuje.
passkey-over = Trwało to zbyt długo albo wysłano to dwa razy.
passkey-unchecked = Twoje urządzenie nie sprawdziło, że to ty.
passkey-pin = Ustaw w nim PIN lub odcisk palca i spróbuj ponownie.
passkey-wrong = Nie udało się sprawdzić klucza dostępu.
passkey-use-other = Spróbuj ponownie albo użyj innego sposobu.
confirmed-late = Potwierdzono, że to ty, ale wybrana czynność była już wykonana albo czekała zbyt długo.
look-first = Sprawdź to, zanim spróbujesz ponownie.
nickname-length = Użyj od 2 do 32 znaków.
nickname-letters = Używaj tylko liter od a do z, cyfr, kropek, myślników i podkreśleń.
nickname-start = Zacznij od litery lub cyfry.
nickname-end = Zakończ literą, cyfrą lub podkreśleniem.
nickname-reserved = Ta nazwa użytkownika jest zastrzeżona.
nickname-taken = Ta nazwa użytkownika jest zajęta.
choose-other = Wybierz coś innego.
name-missing = Wpisz nazwę.
name-length = Użyj najwyżej 64 znaków.
name-characters = Usuń znaki sterujące i niewidoczne.
name-marks = Użyj najwyżej czterech akcentów lub znaków na jednej literze.
name-reserved = Ta nazwa jest zastrzeżona.
sign-up-not-open = W tej instancji rejestracja nie jest otwarta dla wszystkich.
admin-link-stale = Ten link już nie działa: został użyty, ma ponad dobę albo został zastąpiony po ponownym uruchomieniu Portico.
admin-link-newest = Użyj najnowszego albo zarejestruj się bez niego i poproś operatora o uruchomienie „portico user admin”.
admin-now = Jesteś teraz administratorem tej instancji.
no-texts = Ta usługa nie może wysyłać SMS-ów.
ask-operator = Poproś jej operatora o ustawienie nowego hasła.
login-missing = Wpisz nazwę użytkownika lub numer telefonu.
reset-limit = Liczba kodów zamówionych dzisiaj: { $n }. To limit.
reset-rest = Kod został zamówiony przed chwilą.
reset-another =
    { $n ->
        [one] Następny możesz zamówić za sekundę.
        [few] Następny możesz zamówić za { $n } sekundy.
       *[other] Następny możesz zamówić za { $n } sekund.
    }
reset-digits = Wpisz osiem cyfr kodu.
code-over = Ten kod już nie działa.
code-request-new = Poproś o nowy.
code-wrong = Ten kod jest błędny.
code-check = Sprawdź go i spróbuj ponownie.
code-wrong-last = Ten kod jest błędny i nie masz już więcej prób.
reset-many-codes = Dla tego konta wypróbowano dziś zbyt wiele kodów.
reset-done = Nowe hasło jest ustawione i nastąpiło wylogowanie wszędzie.
reset-sign-in = Zaloguj się nim.
with-code = hasło i kod
with-passkey-too = hasło i klucz dostępu
with-passkey = klucz dostępu
with-password = hasło
device-no-code = Ten kod nie działa.
device-compare = Porównaj go z kodem na urządzeniu.
device-expired = Jeśli jest taki sam, wygasł albo został już użyty: zacznij od nowa na urządzeniu.
device-missing = Wpisz kod, który pokazuje urządzenie.
device-start-again = Zacznij od nowa na urządzeniu.
device-gone-title = Ten kod już nie działa
device-gone = Kod wygasł albo udzielono już na niego odpowiedzi.
nothing-shared = Nic nie zostało udostępnione.
back-to-app = Wróć do aplikacji i zacznij od nowa.
not-a-tab-title = Ta strona nie została otwarta w karcie
not-a-tab = Aby zalogować się do aplikacji, otwórz jej link w osobnej karcie.
unreadable-title = Nie można odczytać tego żądania
unreadable = Link, który tu prowadził, jest uszkodzony.
app-changed-title = Aplikacja się zmieniła
app-changed = Gdy ta strona była otwarta, aplikacja została usunięta albo zmienił się jej adres przekierowania.
answered-title = Już udzielono odpowiedzi
answered = Na tej stronie już udzielono odpowiedzi.
answered-once = Można to zrobić tylko raz.
expired-title = Ta strona wygasła
expired = Ta strona była otwarta dłużej niż dziesięć minut.
foreign-title = Ta strona nie pasuje do twojej sesji
foreign = Ta strona została zmieniona, należy do kogoś innego albo była otwarta przed ostatnim logowaniem.
unread-title = Nie udało się odczytać tego żądania
unread = Czegoś w nim brakuje albo coś jest nieprawidłowe.
go-back-and-try = Wróć i spróbuj ponownie.
forbidden-title = Nie możesz tego tutaj zrobić
forbidden = Nie masz do tego uprawnień.
forbidden-ask = Zwróć się do osoby, która zarządza serwerem.
missing-title = Nie znaleziono strony
missing = Ta strona nie istnieje albo nie możesz jej zobaczyć.
missing-check = Sprawdź adres i spróbuj ponownie.
slow-title = Trwało to zbyt długo
slow = Wysłane dane nie dotarły na czas.
slow-check = Sprawdź połączenie i spróbuj ponownie.
large-title = To było za duże
large = Wysłane dane są większe, niż wolno.
large-smaller = Wyślij coś mniejszego.
form-title = Nie udało się odczytać tego formularza
form-field = Brakuje pola albo jest ono nieprawidłowe.
often-title = Zbyt wiele prób
often = Ta czynność była wykonywana zbyt często w krótkim czasie.
away-title = Chwilowo niedostępne
away = Usługa nie może teraz połączyć się ze swoją bazą danych.
away-unsaved = Wysłane dane nie zostały zapisane.
away-unknown = Baza danych nie odpowiedziała na czas.
away-maybe = Wysłane dane mogły zostać zapisane albo nie.
broken-title = Coś poszło nie tak po naszej stronie
broken = Błąd został zapisany w dzienniku, a żadne częściowe zmiany nie zostały zachowane.
broken-reference = Jeśli to się powtarza, podaj operatorowi poniższy numer.
refused-title = Nie udało się
refused = Żądanie zostało odrzucone.
second-step-title = Najpierw skonfiguruj logowanie dwuetapowe
second-step = Od każdego, kto tym zarządza, wymagany jest drugi krok, a twoje konto go nie ma.
second-step-minute = Zajmie to minutę, z kluczem dostępu lub aplikacją uwierzytelniającą.
second-step-meanwhile = W tym czasie możesz czytać i pisać na swoich kanałach.
second-step-set-up = Skonfiguruj logowanie dwuetapowe
suspended-title = Ten serwer jest zawieszony
suspended = Operator tej instancji go zawiesił.
suspended-owner = Jego właściciel może przeczytać powód.
suspended-ask = Właściciel może poprosić operatora o zniesienie zawieszenia.
suspended-until = Do tego czasu nikt nie może w nim czytać ani pisać, a każda publikacja na jego webhookach otrzymuje odpowiedź 404.
suspended-kept = Nic w nim nie jest usuwane.
other-site = Ten formularz wysłano z innej witryny, więc został odrzucony.
other-site-open = Otwórz stronę w tej witrynie i wyślij formularz jeszcze raz.
framed = Tej strony nie można pokazać wewnątrz innej strony.
framed-open = Otwórz ją w osobnej karcie.
bad-character = Jest tu znak, którego nie można zapisać.
bad-character-remove = Usuń go i spróbuj ponownie.
password-short = Użyj co najmniej 8 znaków.
password-long = Użyj najwyżej 128 znaków.
password-nickname = Wybierz hasło, które nie jest twoją nazwą użytkownika, także z cyframi.
password-common = To jedno z haseł, które atakujący sprawdzają najpierw.

# Actions of a server's audit log
audit-webhook-created = Utworzono webhook
audit-webhook-edited = Zmieniono webhook
audit-webhook-moved = Przeniesiono webhook
audit-webhook-paused = Wstrzymano webhook
audit-webhook-resumed = Wznowiono webhook
audit-webhook-suspended = Zawieszono webhook
audit-webhook-deleted = Usunięto webhook
audit-channel-created = Utworzono kanał
audit-channel-edited = Zmieniono kanał
audit-channel-moved = Przeniesiono kanał
audit-channel-deleted = Usunięto kanał
audit-message-deleted-by-a-moderator = Moderator usunął wiadomość
audit-messages-removed = Usunięto wiadomości
audit-reported-message-removed = Usunięto zgłoszoną wiadomość
audit-report-dismissed = Odrzucono zgłoszenie
audit-messages-restored = Przywrócono wiadomości
audit-channel-permissions-changed = Zmieniono uprawnienia kanału
audit-role-created = Utworzono rolę
audit-role-edited = Zmieniono rolę
audit-role-deleted = Usunięto rolę
audit-roles-changed = Zmieniono role
audit-member-joined = Dołączył członek
audit-member-left = Odszedł członek
audit-member-removed = Usunięto członka
audit-member-banned = Zbanowano członka
audit-ban-lifted = Zdjęto bana
audit-member-timed-out = Wyciszono członka
audit-time-out-lifted = Zdjęto wyciszenie
audit-invite-created = Utworzono zaproszenie
audit-invite-deleted = Usunięto zaproszenie
audit-server-renamed = Zmieniono nazwę serwera
audit-server-suspended = Zawieszono serwer
