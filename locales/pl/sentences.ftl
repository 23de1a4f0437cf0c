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
# Chat: posting, reading and removing

timed-out-here = Masz wyciszenie na tym serwerze.
until-then-read = Do końca możesz tylko czytać.
slow-mode-wait =
    { $n ->
        [one] Tryb powolny: spróbuj ponownie za { $n } sekundę.
        [few] Tryb powolny: spróbuj ponownie za { $n } sekundy.
        [many] Tryb powolny: spróbuj ponownie za { $n } sekund.
       *[other] Tryb powolny: spróbuj ponownie za { $n } sekundy.
    }
every-seconds =
    { $n ->
        [one] { $n } sekundę
        [few] { $n } sekundy
        [many] { $n } sekund
       *[other] { $n } sekundy
    }
every-minutes =
    { $n ->
        [one] { $n } minutę
        [few] { $n } minuty
        [many] { $n } minut
       *[other] { $n } minuty
    }
every-hours =
    { $n ->
        [one] { $n } godzinę
        [few] { $n } godziny
        [many] { $n } godzin
       *[other] { $n } godziny
    }
every-minute = minutę
every-hour = godzinę
slow-off = Wyłączony
days =
    { $n ->
        [one] { $n } dzień
        [few] { $n } dni
        [many] { $n } dni
       *[other] { $n } dnia
    }
weeks =
    { $n ->
        [one] { $n } tydzień
        [few] { $n } tygodnie
        [many] { $n } tygodni
       *[other] { $n } tygodnia
    }
one-year = 1 rok
one-person = 1 osoba
some-people =
    { $n ->
        [one] { $n } osoba
        [few] { $n } osoby
        [many] { $n } osób
       *[other] { $n } osoby
    }
unread-mark = (nieprzeczytane)
unread-mentions =
    { $n ->
        [one] ({ $n } nieprzeczytana wzmianka)
        [few] ({ $n } nieprzeczytane wzmianki)
        [many] ({ $n } nieprzeczytanych wzmianek)
       *[other] ({ $n } nieprzeczytanej wzmianki)
    }
unread-many = (ponad { $n } nieprzeczytanych wzmianek)
no-longer-muted = { $name }: wyciszenie wyłączone.
muted-hour = { $name }: wyciszono na godzinę. Wzmianki nadal trafiają do skrzynki.
muted-eight-hours = { $name }: wyciszono na osiem godzin. Wzmianki nadal trafiają do skrzynki.
muted-open = { $name }: wyciszono. Wzmianki nadal trafiają do skrzynki.
message-deleted = Wiadomość usunięto.
thank-you = Dziękujemy.
moderators-will-look = Moderatorzy tego serwera obejrzą wiadomość.
reported-already = Ta wiadomość została już przez ciebie zgłoszona.
moderators-will-look-at-it = Moderatorzy tego serwera ją obejrzą.
report-own = Nie możesz zgłosić własnej wiadomości.
report-stays = Moderatorzy obejrzeli tę wiadomość i zdecydowali, że zostaje.
choose-whose = Wybierz, czyje wiadomości usunąć.
choose-since = Wybierz ostatnią godzinę, dobę lub tydzień.
choose-since-or-none = Wybierz ostatnią godzinę, dobę, tydzień albo nic.
no-such-messages = Nie ma wiadomości tego autora do usunięcia.
since-message = Ta wiadomość i wszystkie późniejsze
since-hour = Ostatnia godzina
since-day = Ostatnia doba
since-week = Ostatni tydzień
nothing-chosen = Żadne
messages-none = brak wiadomości
messages-count =
    { $n ->
        [one] { $n } wiadomość
        [few] { $n } wiadomości
        [many] { $n } wiadomości
       *[other] { $n } wiadomości
    }
messages-at-least = co najmniej { $n } wiadomości
messages-more = ponad { $n } wiadomości
restored-one = Przywrócono 1 wiadomość.
restored-many =
    { $n ->
        [one] Przywrócono { $n } wiadomość.
        [few] Przywrócono { $n } wiadomości.
        [many] Przywrócono { $n } wiadomości.
       *[other] Przywrócono { $n } wiadomości.
    }
restored-already = Te wiadomości już przywrócono albo minął czas na cofnięcie.
minute-over = Minuta minęła.
cant-restore = Tych wiadomości nie można przywrócić.
mention-read = 1 wzmiankę oznaczono jako przeczytaną.
mentions-read = Wzmianki oznaczone jako przeczytane: { $n }.
mentions-read-to = Wzmianki do tego miejsca oznaczono jako przeczytane.
completion-role = Rola
completion-everyone = Wszyscy na tym kanale
another-account = Od otwarcia tej strony w tej przeglądarce zalogowano inne konto.
reload-page = Odśwież stronę.
another-account-post = W tej przeglądarce jest teraz zalogowany @{ $name }, więc tego nie wysłano. Skopiuj tekst i odśwież stronę.
unread-before-joining = Ta wiadomość jest sprzed twojego dołączenia, więc nie może być nieprzeczytana.
deleted-user-name = Usunięty użytkownik
deleted-webhook-name = Usunięty webhook
search-day = Dzień zapisuje się tak: 2026-03-01.
search-only-me = Znane jest tylko „mentions:me”.
search-name-missing = Po dwukropku brakuje nazwy.
search-no-letter = Nie zawiera litery ani cyfry.
search-no-minus = Wyszukiwanie nie może niczego wykluczać.
search-many-parts = Wyszukiwanie nie może mieć więcej części.
search-long = Wyszukiwanie nie może być dłuższe.

# Invites

invite-dead = To zaproszenie nie działa
invite-why = Wygasło, zostało wykorzystane lub usunięte albo link jest niepełny.
invite-ask-new = Poproś o nowe osobę, która je przysłała.
invite-banned = Masz bana na tym serwerze, więc nie możesz dołączyć.

# Permissions

permission-administrator = Administrator
permission-administrator-hint = Wszystkie uprawnienia, na każdym kanale.
permission-manage-server = Zarządzanie serwerem
permission-manage-server-hint = Zmiana nazwy serwera, zarządzanie webhookami i zaproszeniami oraz usuwanie, banowanie i wyciszanie członków.
permission-manage-channels = Zarządzanie kanałami
permission-manage-channels-hint = Tworzenie, edytowanie i usuwanie kanałów oraz ustawianie ich uprawnień.
permission-manage-roles = Zarządzanie rolami
permission-manage-roles-hint = Tworzenie, edytowanie i usuwanie ról oraz nadawanie ich członkom.
permission-moderate = Moderowanie członków
permission-moderate-hint = Banowanie i wyciszanie członków oraz rozstrzyganie zgłoszeń wiadomości. Część „Zarządzania serwerem”.
permission-view = Wyświetlanie kanału
permission-view-hint = Wyświetlanie kanałów i czytanie ich wiadomości.
permission-send = Wysyłanie wiadomości
permission-send-hint = Pisanie na kanałach.
permission-all = Wspominanie @all
permission-all-hint = Powiadamianie wszystkich przez @all i wspominanie ról, których nie można wspominać.
permission-messages = Zarządzanie wiadomościami
permission-messages-hint = Usuwanie cudzych wiadomości, podgląd poprzedniej treści edytowanych i pisanie mimo trybu powolnego.
need-administrator = Potrzebujesz tu uprawnienia „Administrator”.
need-manage-server = Potrzebujesz tu uprawnienia „Zarządzanie serwerem”.
need-manage-channels = Potrzebujesz tu uprawnienia „Zarządzanie kanałami”.
need-manage-roles = Potrzebujesz tu uprawnienia „Zarządzanie rolami”.
need-moderate = Potrzebujesz tu uprawnienia „Moderowanie członków”.
need-send = Potrzebujesz tu uprawnienia „Wysyłanie wiadomości”.
need-messages = Potrzebujesz tu uprawnienia „Zarządzanie wiadomościami”.
need-versions = Aby zobaczyć wcześniejsze wersje, potrzebujesz uprawnienia „Zarządzanie wiadomościami” lub „Zarządzanie serwerem”.
need-settings = Aby otworzyć ustawienia, musisz móc zarządzać serwerem, jego kanałami, rolami lub członkami.
only-owner = Może to zrobić tylko właściciel serwera.
ask-them = Zapytaj go.
only-owner-administrator = Tylko właściciel serwera decyduje, kto jest administratorem.
only-own-permissions = Możesz nadawać i odbierać tylko uprawnienia, które sam masz.
rank-roles = Możesz edytować, nadawać i odbierać tylko role poniżej twojej najwyższej roli.
rank-members = Możesz to zrobić tylko członkom, których najwyższa rola jest niższa od twojej.
rank-owner = Właściciela serwera nie można usunąć, zbanować ani wyciszyć.
rank-administrator = Tylko właściciel serwera może usunąć, zbanować lub wyciszyć administratora.
rank-overwrites-members = Możesz zmieniać, na co kanał zezwala i czego odmawia, tylko członkom, których najwyższa rola jest niższa od twojej.
rank-overwrites-roles = Możesz zmieniać, na co kanał zezwala i czego odmawia, tylko rolom poniżej twojej najwyższej roli.

# Servers and channels

server-left = Opuszczono serwer.
server-settings-saved = Zapisano ustawienia serwera.
choose-picture = Wybierz obraz.
server-picture-saved = Zapisano obraz serwera.
server-picture-removed = Usunięto obraz serwera.
server-offered = Serwer zaoferowano @{ $name }. Do przyjęcia pozostaje twój.
server-no-such-member = Żaden inny członek tego serwera nie ma takiej nazwy użytkownika. Sprawdź pisownię.
no-such-member = Żaden członek tego serwera nie ma takiej nazwy użytkownika. Sprawdź pisownię.
offer-cancelled = Ofertę anulowano.
server-stays-yours = Serwer pozostaje twój.
server-gone = Usunięto { $name } wraz z całą zawartością.
server-name-mismatch = To nie jest nazwa serwera.
type-exactly = Wpisz ją dokładnie tak, jak jest pokazana.
channel-created = Utworzono #{ $name }.
channel-moved = Przesunięto #{ $name }.
channel-saved = Zapisano #{ $name }.
channel-gone = Usunięto #{ $name } ze wszystkimi wiadomościami i webhookami.
channel-last = To ostatni kanał serwera, a serwer musi mieć co najmniej jeden.
channel-create-first = Najpierw utwórz inny.
channel-name-missing = Podaj nazwę kanału.
channel-name-letters = Użyj tylko liter, cyfr, łączników i podkreśleń.
name-one-letter = Użyj co najmniej jednej litery lub cyfry.
at-most-characters = Użyj najwyżej { $n } znaków.
single-line = Użyj jednego wiersza.
channel-name-taken = Na tym serwerze jest już kanał o tej nazwie.
choose-another-name = Wybierz inną nazwę.
choose-slow-mode = Wybierz jeden z czasów, najwyżej 6 godzin.
permissions-saved = Zapisano uprawnienia kanału.
permissions-hide-channel = Sam już nie widzisz tego kanału.
choose-role-or-member = Wybierz rolę lub członka.
choose-what-to-allow = Wybierz, na co zezwolić lub czego odmówić.
only-allow-own = Możesz zezwolić tylko na to, co sam możesz na tym kanale.
choices-roles = Role
choices-members = Członkowie
role-everyone-name = Wszyscy
role-name-missing = Podaj nazwę roli.
role-name-letters = Użyj tylko liter, cyfr, spacji, łączników i podkreśleń.
role-created = Utworzono rolę { $name }. Nadaj ją członkom na ich stronach.
role-moved = Przesunięto rolę { $name }.
role-deleted = Usunięto rolę { $name }.
role-saved = Zapisano rolę { $name }.
role-name-taken = Na tym serwerze jest już rola o tej nazwie albo podobnie wyglądającej.
member-roles-saved = Zapisano role członka.
member-removed = Usunięto członka z tego serwera.
member-timed-out-done = Wyciszono członka.
member-timed-out-lifted = Członek nie jest już wyciszony.
ban-done = Zbanowano na tym serwerze: { $name }.
ban-lifted = Cofnięto ban: { $name }. Można wrócić z zaproszeniem.
ban-self = Nie możesz zbanować siebie.
ban-already = Ta osoba ma już bana.
report-removed = Usunięto wiadomość.
report-dismissed = Odrzucono zgłoszenie.
message-stays = Wiadomość pozostaje.
invite-ready = Zaproszenie jest gotowe.
invite-send-link = Wyślij link osobom, które chcesz zaprosić.
invite-deleted = Usunięto zaproszenie.
invite-link-dead = Jego link już nie działa.
form-unreadable = Nie udało się odczytać tego formularza.
go-back-retry = Wróć i spróbuj ponownie.
kind-person-operator = operator

# Settings

blocked-done = Zablokowano: { $name }. Ta osoba się o tym nie dowie.
unblocked-done = Ta osoba nie jest już zablokowana.
block-self = Nie możesz zablokować siebie.
account-deleted = Usunięto twoje konto.
type-nickname = Aby potwierdzić, wpisz swoją nazwę użytkownika: { $name }.
keep-codes = Przechowuj kody odzyskiwania w bezpiecznym miejscu.
monday = Poniedziałek
tuesday = Wtorek
wednesday = Środa
thursday = Czwartek
friday = Piątek
saturday = Sobota
sunday = Niedziela
quiet-is-off = Cisza nocna jest wyłączona.
quiet-is-saved = Zapisano ciszę nocną.
quiet-time-of-day = Podaj godzinę, np. 22:00.
quiet-end-differs = Podaj koniec inny niż początek.
quiet-zone-list = Wybierz strefę czasową z listy.
quiet-days-choose = Wybierz dni tygodnia.
unmuted-it = Wyciszenie wyłączono.
browser-notified = Ta przeglądarka otrzymuje powiadomienia.
browser-silent = Tamta przeglądarka nie otrzymuje już powiadomień.
passkey-is-removed = Usunięto klucz dostępu.
passkey-delete-there = Usuń go też na urządzeniu.
passkey-renamed = Klucz dostępu ma nową nazwę.
passkey-is-added = Dodano klucz dostępu.
passkey-added-before = Ten klucz dostępu już dodano.
phone-is-verified = Zweryfikowano telefon.
phone-is-removed = Usunięto numer.
phone-missing = Podaj numer telefonu.
phone-country-code = Podaj numer z kierunkowym kraju, np. +48 lub +1.
phone-plus = Wpisz + zamiast początkowego 00.
phone-digits-only = Użyj tylko cyfr, po + i numerze kierunkowym kraju.
phone-no-country = Ten numer nie należy do żadnego kraju, a SMS-y na niego są dodatkowo płatne. Wpisz numer komórkowy.
phone-short = Ten numer jest za krótki. Sprawdź, czy nie brakuje cyfry.
phone-long = Ten numer jest za długi. Sprawdź, czy nie ma o cyfrę za dużo.
phone-not-there = Taki numer nie istnieje w kraju o tym kierunkowym. Sprawdź cyfry.
phone-mobile-only = SMS-y są wysyłane tylko na telefony komórkowe. Podaj numer komórkowy.
phone-six-digits = Podaj sześć cyfr kodu.
phone-verified-already = Ten numer już zweryfikowano.
phone-another-just = Kod właśnie wysłano.
phone-another-second = O następny możesz poprosić za sekundę.
phone-today-limit = Na ten numer wysłano dziś { $n } kodów, to limit.
phone-numbers-limit = Podano dziś { $n } różnych numerów, to limit.
phone-network-limit = Z twojej sieci poproszono dziś o zbyt wiele kodów.
phone-service-limit = Ta usługa wysłała już wszystkie SMS-y na dziś.
number-taken = Ten numer zweryfikowało inne konto.
number-taken-meanwhile = W międzyczasie ten numer zweryfikowało inne konto.
use-another-number = Użyj innego numeru.
profile-is-saved = Zapisano profil.
choice-is-saved = Zapisano wybór dla tej przeglądarki.
password-is-changed = Zmieniono hasło, a wszystkie inne przeglądarki wylogowano.
browser-is-out = Wylogowano tamtą przeglądarkę.
others-are-out = Wszystkie inne przeglądarki wylogowano.
browser-asks-code = Tamta przeglądarka zapyta o kod przy następnym logowaniu.
totp-is-removed = Usunięto aplikację uwierzytelniającą.
totp-is-set-up = Skonfigurowano aplikację uwierzytelniającą.
totp-wrong-code = Wpisz sześć cyfr, które aplikacja teraz pokazuje.
totp-clock = Jeśli nadal są błędne, sprawdź zegar urządzenia.
offer-declined = Odrzucono: { $name }. Zostaje u właściciela.
offer-accepted = { $name } należy teraz do ciebie.
codes-none-left = Nie masz już kodów odzyskiwania.
codes-one-left = Został ci jeden kod odzyskiwania.
codes-some-left = Pozostało kodów odzyskiwania: { $n }.
codes-make-new = Nowe utworzysz w Ustawieniach, w Bezpieczeństwie.
reason-impersonates = Podszywa się pod kogoś innego
reason-phishing = Wyłudza hasła lub instaluje złośliwe oprogramowanie
reason-misuses = Nadużywa tego, czego dowiaduje się o ludziach
reason-spam = Wysyła spam lub niechciane wiadomości
reason-other = Coś innego

# Events of the security log

event-signed-in = Zalogowano
event-wrong-password = Logowanie z błędnym hasłem
event-wrong-confirmation = Potwierdzenie z błędnym hasłem
event-other-out = Wylogowano inną przeglądarkę
event-others-out = Wylogowano wszystkie inne przeglądarki
event-password-changed = Zmieniono hasło
event-reset-requested = Poproszono o kod resetowania hasła
event-reset-wrong = Błędny kod resetowania hasła
event-reset = Zresetowano hasło kodem
event-reset-operator = Zresetowano hasło
event-phone-verified = Zweryfikowano telefon
event-phone-removed = Usunięto telefon
event-app-approved = Zatwierdzono aplikację
event-device = Zalogowano urządzenie do aplikacji
event-app-revoked = Cofnięto dostęp aplikacji
event-apps-revoked = Cofnięto dostęp wszystkich aplikacji
event-app-offered = Zaoferowano aplikację innej osobie
event-app-accepted-by = Nowy właściciel przyjął aplikację
event-app-accepted = Przyjęto aplikację
event-webhook-leaked = Zgłoszono wyciek URL-a webhooka, webhook wstrzymano
event-totp-added = Dodano aplikację uwierzytelniającą
event-totp-removed = Usunięto aplikację uwierzytelniającą
event-passkey-added = Dodano klucz dostępu
event-passkey-removed = Usunięto klucz dostępu
event-passkey-copied = Odrzucono kopię klucza dostępu
event-second-off = Wyłączono logowanie dwuetapowe
event-second-wrong = Błędny kod po prawidłowym haśle
event-codes-created = Utworzono nowe kody odzyskiwania
event-code-used = Użyto kodu odzyskiwania
event-trust-ended = Zakończono zaufanie do przeglądarki
event-disabled = Wyłączono konto
event-enabled = Ponownie włączono konto
event-everywhere-out = Wylogowano wszędzie
event-admin = Nadano prawa administratora tej instancji
event-no-admin = Odebrano prawa administratora tej instancji
event-other = Inna aktywność

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
audit-webhook-url-regenerated = Wygenerowano nowy adres webhooka
audit-webhook-creator-changed = Zmieniono twórcę webhooka
audit-webhook-reported-leaked = Zgłoszono wyciek webhooka
audit-webhook-found-leaked = Skaner znalazł adres webhooka
audit-webhook-restored = Zniesiono zawieszenie webhooka
audit-own-message-deleted = Webhook usunął swoją wiadomość
audit-server-picture = Zmieniono obraz serwera
audit-server-pictures = Zmieniono ładowanie obrazów
audit-server-second-step = Wymóg logowania dwuetapowego
audit-server-restored = Zniesiono zawieszenie serwera
audit-offered = Zaoferowano przekazanie
audit-offer-cancelled = Anulowano przekazanie
audit-offer-declined = Odrzucono przekazanie
audit-handed-over = Przekazano własność
audit-group-webhooks = Webhooki
audit-group-channels = Kanały
audit-group-server = Serwer
deleted-account-name = usunięte konto

# Limits that are reached

cap-servers-owned =
    { $n ->
        [one] Masz { $n } serwer, a więcej mieć nie można.
        [few] Masz { $n } serwery, a więcej mieć nie można.
       *[other] Masz { $n } serwerów, a więcej mieć nie można.
    }
cap-servers-owned-do = Najpierw usuń lub przekaż jeden.
cap-servers-joined =
    { $n ->
        [one] Należysz do { $n } serwera, a do większej liczby nie można.
       *[other] Należysz do { $n } serwerów, a do większej liczby nie można.
    }
cap-servers-joined-do = Najpierw opuść jeden.
cap-apps-owned =
    { $n ->
        [one] Masz { $n } aplikację, a więcej mieć nie można.
        [few] Masz { $n } aplikacje, a więcej mieć nie można.
       *[other] Masz { $n } aplikacji, a więcej mieć nie można.
    }
cap-delete-one = Najpierw coś usuń.
cap-apps-connected =
    { $n ->
        [one] Masz { $n } połączoną aplikację, a więcej mieć nie można.
        [few] Masz { $n } połączone aplikacje, a więcej mieć nie można.
       *[other] Masz { $n } połączonych aplikacji, a więcej mieć nie można.
    }
cap-apps-connected-do = Najpierw odłącz jedną w „Połączonych aplikacjach”.
cap-muted =
    { $n ->
        [one] Masz wyciszony { $n } kanał lub serwer, a więcej mieć nie można.
        [few] Masz wyciszone { $n } kanały i serwery, a więcej mieć nie można.
       *[other] Masz wyciszonych { $n } kanałów i serwerów, a więcej mieć nie można.
    }
cap-muted-do = Włącz z powrotem powiadomienia niektórych w ustawieniach.
cap-blocked =
    { $n ->
        [one] Masz zablokowaną { $n } osobę, a więcej mieć nie można.
        [few] Masz zablokowane { $n } osoby, a więcej mieć nie można.
       *[other] Masz zablokowanych { $n } osób, a więcej mieć nie można.
    }
cap-blocked-do = Najpierw kogoś odblokuj.
cap-reports =
    { $n ->
        [one] Masz { $n } otwarte zgłoszenie, a więcej mieć nie można.
        [few] Masz { $n } otwarte zgłoszenia, a więcej mieć nie można.
       *[other] Masz { $n } otwartych zgłoszeń, a więcej mieć nie można.
    }
cap-reports-moderators = Poczekaj, aż moderatorzy rozpatrzą część z nich.
cap-reports-operator = Poczekaj, aż operator zamknie część z nich.
cap-app-reports =
    { $n ->
        [one] Ta aplikacja ma { $n } otwarte zgłoszenie, więcej nie przyjmujemy.
        [few] Ta aplikacja ma { $n } otwarte zgłoszenia, więcej nie przyjmujemy.
       *[other] Ta aplikacja ma { $n } otwartych zgłoszeń, więcej nie przyjmujemy.
    }
cap-app-reports-do = Operator o tym wie.
cap-bans =
    { $n ->
        [one] Ten serwer ma { $n } ban, a więcej mieć nie może.
        [few] Ten serwer ma { $n } bany, a więcej mieć nie może.
       *[other] Ten serwer ma { $n } banów, a więcej mieć nie może.
    }
cap-bans-do = Najpierw zdejmij jeden.
cap-channels =
    { $n ->
        [one] Ten serwer ma { $n } kanał, a więcej mieć nie może.
        [few] Ten serwer ma { $n } kanały, a więcej mieć nie może.
       *[other] Ten serwer ma { $n } kanałów, a więcej mieć nie może.
    }
cap-invites =
    { $n ->
        [one] Ten serwer ma { $n } zaproszenie, a więcej mieć nie może.
        [few] Ten serwer ma { $n } zaproszenia, a więcej mieć nie może.
       *[other] Ten serwer ma { $n } zaproszeń, a więcej mieć nie może.
    }
cap-roles =
    { $n ->
        [one] Ten serwer ma { $n } rolę, a więcej mieć nie może.
        [few] Ten serwer ma { $n } role, a więcej mieć nie może.
       *[other] Ten serwer ma { $n } ról, a więcej mieć nie może.
    }
cap-overwrites =
    { $n ->
        [one] Ten serwer ma { $n } zestaw uprawnień w kanale, a więcej mieć nie może.
        [few] Ten serwer ma { $n } zestawy uprawnień w kanałach, a więcej mieć nie może.
       *[other] Ten serwer ma { $n } zestawów uprawnień w kanałach, a więcej mieć nie może.
    }
cap-overwrites-do = Najpierw ustaw wszystkie uprawnienia jednego na „Dziedzicz”.
cap-removals =
    { $n ->
        [one] Na tym kanale trwa jeszcze { $n } usuwanie, a więcej naraz nie można.
        [few] Na tym kanale trwają jeszcze { $n } usuwania, a więcej naraz nie można.
       *[other] Na tym kanale trwa jeszcze { $n } usuwań, a więcej naraz nie można.
    }
cap-removals-do = Spróbuj ponownie za minutę.
cap-offers =
    { $n ->
        [one] Ta osoba ma { $n } serwer do przyjęcia lub odrzucenia, a więcej mieć nie może.
        [few] Ta osoba ma { $n } serwery do przyjęcia lub odrzucenia, a więcej mieć nie może.
       *[other] Ta osoba ma { $n } serwerów do przyjęcia lub odrzucenia, a więcej mieć nie może.
    }
cap-offers-do = Poproś ją, by najpierw odpowiedziała na jedną ofertę.
cap-passkeys =
    { $n ->
        [one] Masz { $n } klucz dostępu, a więcej mieć nie można.
        [few] Masz { $n } klucze dostępu, a więcej mieć nie można.
       *[other] Masz { $n } kluczy dostępu, a więcej mieć nie można.
    }
cap-passkeys-do = Najpierw usuń jeden.

# A message into a channel that its author can't see any more

channel-lost = Twoja wiadomość nie została wysłana
channel-lost-gone = Tego kanału już nie ma albo już go nie widzisz.
channel-lost-why = Być może usunięto cię z serwera lub zbanowano.
channel-lost-copy = Skopiuj swój tekst, jeśli go jeszcze potrzebujesz.

# Messages, reports and invites that are refused

message-blank = Wiadomość jest pusta.
message-write = Napisz coś.
message-at-most = Maksymalna długość wiadomości w znakach: { $n }.
message-shorten = Skróć ją albo wyślij jako dwie.
reply-was-deleted = Wiadomość, na którą odpowiadasz, została usunięta.
reply-send-own = Twój tekst nadal tu jest: wyślij go jako osobną wiadomość.
report-reason = Wybierz powód.
report-app-again = Ta aplikacja została już przez ciebie zgłoszona, a operator jeszcze nie zamknął tego zgłoszenia.
report-say-what = Napisz moderatorom, co jest nie tak z tą wiadomością.
second-step-own-first = Najpierw ustaw logowanie dwuetapowe na własnym koncie.
second-step-then-require = Potem możesz go tutaj wymagać.
invite-gone = To zaproszenie już nie działa: wygasło, zostało wykorzystane albo usunięte.

# Refusals in settings of accounts

passkey-meanwhile = W międzyczasie dodano inny klucz dostępu. Spróbuj ponownie.
passkey-copied = Ten klucz dostępu odrzucono, bo wygląda na to, że istnieje jego kopia. Zaloguj się inaczej i usuń go w ustawieniach.
password-changed-elsewhere = Twoje hasło właśnie zmieniono w innej przeglądarce. Zaloguj się ponownie nowym.
push-elsewhere = Powiadomienia tej przeglądarki włączono gdzie indziej. Wyłącz je w przeglądarce i spróbuj ponownie.
push-service-not-used = Ten serwis nie wysyła wiadomości przez usługę push tej przeglądarki.
push-keys = Nie udało się odczytać kluczy przeglądarki. Wyłącz w niej powiadomienia i spróbuj ponownie.
phone-taken = Inne konto zweryfikowało ten numer. Użyj innego.
phone-costs = SMS-y na ten numer są dodatkowo płatne, więc nie można go zweryfikować. Wpisz inny.
phone-country-off = Ten serwis nie wysyła SMS-ów do tego kraju. Wpisz numer komórkowy z innego kraju.
sms-unset = Ten serwis nie może jeszcze wysyłać SMS-ów. Najpierw musi to skonfigurować jego operator.
sms-unsent = Nie udało się wysłać SMS-a. Spróbuj ponownie za minutę.
sms-refused = Nie udało się wysłać SMS-a na ten numer. Sprawdź go lub spróbuj innego.
sms-unsure = SMS mógł nie zostać wysłany. Jeśli nie dotrze, spróbuj ponownie za minutę.
refused-picture-large = Ten obraz jest za duży. Wybierz taki do 5 MiB.
picture-pixels = Ten obraz ma za dużo pikseli. Zmniejsz go i spróbuj ponownie.
picture-kind = To nie jest obraz PNG, JPEG ani WebP. Wybierz inny plik.
picture-damaged = Nie można odczytać tego obrazu; plik wygląda na uszkodzony. Wybierz inny.
passkeys-what = Wybierz, co zrobić z kluczami dostępu.
totp-what = Wybierz, co zrobić z aplikacją uwierzytelniającą.
waited-too-long = To już zrobiono albo czekało zbyt długo. Wróć i sprawdź, zanim spróbujesz ponownie.
account-owns = Należy do ciebie: { $name }. Najpierw przekaż lub usuń swoje serwery.
account-owns-suspended = Operator zawiesił serwery, które do ciebie należą: { $name }. Najpierw poproś go o zniesienie zawieszenia.

# Connected apps

app-revoked = Odłączono aplikację. Przy następnym logowaniu musi znów zapytać.
app-revoked-none = Nie było nic do odłączenia.
apps-revoked =
    { $n ->
        [one] Odłączono jedną aplikację. Przy następnym logowaniu musi znów zapytać.
        [few] Odłączono { $n } aplikacje. Przy następnym logowaniu muszą znów zapytać.
       *[other] Odłączono { $n } aplikacji. Przy następnym logowaniu muszą znów zapytać.
    }
app-reported = Dziękujemy. Operator tego serwisu przejrzy twoje zgłoszenie. Aby nie używać już aplikacji, odłącz ją tutaj.
transfer-uris = Sprawdź jej adresy przekierowań: wybrał je poprzedni właściciel.
transfer-secrets = Poprzedni właściciel może nadal znać jej sekrety: utwórz nowy, a potem usuń pozostałe. Sprawdź też adresy przekierowań.

# Refusals in the chat

edit-author-only = Wiadomość może edytować tylko jej autor.
edit-permission = Aby edytować wiadomości na tym kanale, potrzebujesz uprawnienia do wysyłania wiadomości.
delete-permission = Aby usuwać wiadomości innych, potrzebujesz uprawnienia do zarządzania wiadomościami.
post-permission = Aby pisać na tym kanale, potrzebujesz uprawnienia do wysyłania wiadomości.
restore-deleter-only = Tę wiadomość może przywrócić tylko osoba, która ją usunęła.
undo-over = Czas na cofnięcie minął. Tej wiadomości nie można przywrócić.
removed-by-moderator = Moderator usunął tę wiadomość.
view-permission = Potrzebujesz tu uprawnienia do wyświetlania kanału.
mention-all-permission = Potrzebujesz tu uprawnienia do wspominania @all.
character-zero = Wiadomość nie może zawierać znaku U+0000. Usuń go.
mute-choice = Wycisz na godzinę, na osiem godzin albo do odwołania.
blocked-person = Zablokowano @{ $name }. Ta osoba się o tym nie dowie.
value-unusable = Tego nie można użyć. Zmień to.

# Refusals in a server's settings

ban-lift-rank = Tego bana może zdjąć tylko właściciel albo ktoś, kto nie stoi niżej niż osoba, która go nałożyła.
banned-person = Zbanowano na tym serwerze @{ $name }.
ban-lifted-person = Zdjęto bana z @{ $name }. Można dołączyć ponownie z zaproszeniem.
invite-hours = Wybierz od 1 do 8760 godzin albo zostaw puste, by nie było limitu.
invite-people = Wybierz od 1 do 10 000 osób albo zostaw puste, by nie było limitu.
leave-owner = Ten serwer należy do ciebie, więc nie możesz go opuścić. Najpierw przekaż go innemu członkowi albo go usuń.
remove-self = Nie możesz usunąć siebie. Opuść serwer z listy swoich serwerów.
roles-gone = Jednej z tych ról już nie ma na tym serwerze. Wybierz ponownie.
overwrite-whom = Wybierz rolę lub członka tego serwera.
role-all-administrator = Tę rolę mają wszyscy, więc nie może być administratorem. Utwórz inną rolę dla administratorów.
role-all-delete = Tę rolę ma każdy członek, więc nie można jej usunąć.
role-controls = Nie możesz nadać ani odebrać tej roli, bo steruje uprawnieniem kanału, którego nie masz. Poproś właściciela serwera.
role-all-lowest = Tę rolę mają wszyscy, więc zawsze jest najniższa.
role-move-below = Możesz przenosić role tylko poniżej swojej najwyższej roli.
position-role = Wybierz pozycję od 1, najniższej, do { $n }.
offer-already = Ten serwer jest już komuś zaoferowany. Najpierw anuluj tę ofertę.
offer-whom = Wybierz innego członka tego serwera.
timeout-self = Nie możesz wyciszyć siebie.
permission-both = Uprawnienie jest zarazem dozwolone i zabronione. Wybierz jedno z dwojga.
permission-no-channel = Jedno z nich nie jest uprawnieniem kanału. Wybierz z listy.
permission-none = Jedno z nich nie jest uprawnieniem. Wybierz z listy.
report-choice = Usuń wiadomość albo odrzuć zgłoszenie.

# Browsers

browser-unknown = Nieznana przeglądarka
browser-android = { $name } w systemie Android
browser-iphone = { $name } na: iPhone
browser-ipad = { $name } na: iPad
browser-windows = { $name } w systemie Windows
browser-macos = { $name } w systemie macOS
browser-chromeos = { $name } w systemie ChromeOS
browser-linux = { $name } w systemie Linux
