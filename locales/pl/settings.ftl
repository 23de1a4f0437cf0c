# Words of several pages of settings

notifications = Powiadomienia
blocked-people = Zablokowane osoby
offers = Oferty przekazania
account-delete = Usuń konto
recovery-codes = Kody odzyskiwania
passkeys = Klucze dostępu
totp = Aplikacja uwierzytelniająca
six-digits = Sześciocyfrowy kod
this-browser = Ta przeglądarka
this-phone = Ten telefon
this-tablet = Ten tablet
added = Dodano <time></time>
last-used = ostatnio użyto: <time></time>
not-used = jeszcze nieużywany
asks-confirm = Najpierw poprosimy o potwierdzenie, że to ty.
asks-password = Najpierw poprosimy o hasło.
second-off-about = Będziesz się logować samym hasłem. Kody odzyskiwania przestaną działać, a żadna przeglądarka nie będzie zaufana.
recovery-have =
    { $count ->
        [0] Nie masz już kodów odzyskiwania.
        [one] Został ci jeden kod odzyskiwania.
        [few] Zostały ci { $count } kody odzyskiwania.
        [many] Zostało ci { $count } kodów odzyskiwania.
       *[other] Zostało ci { $count } kodu odzyskiwania.
    }

# Connected apps

apps-lead = Do tych witryn i programów logujesz się swoim kontem. Każdy z nich widzi to, na co się zgodziłeś, i nic więcej.
apps-sees = Widzi twój identyfikator, nazwę użytkownika, nazwę wyświetlaną i zdjęcie
apps-sees-id = Widzi twój identyfikator, ale nie nazwę ani zdjęcie

# <time></time> is the first sign-in, <span></span> the last one.

apps-times = Pierwsze logowanie <time></time>, ostatnie <span></span>
apps-revoke = Cofnij
apps-revoke-of = Cofnij dostęp: { $name }
apps-hint = Cofnięcie dostępu nie usuwa tego, co aplikacja już o tobie wie. Przy następnym logowaniu będzie musiała zapytać ponownie.
apps-revoke-all = Cofnij wszystkie
apps-revoke-all-ask = Wszystkie aplikacje ({ $count }) będą musiały zapytać ponownie przy następnym logowaniu.
apps-empty = Brak połączonych aplikacji
apps-empty-text = Tu pojawiają się witryny, do których logujesz się tym kontem, i tu możesz cofnąć im dostęp.
report-name = Zgłoś: { $name }
report-some = Zgłoś aplikację
report-id = Zgłoś aplikację { $id }
report-lead = Zgłoszenie trafi do operatora tej usługi. Właściciel aplikacji się nie dowie.
report-what = Co jest nie tak?
report-choose = Wybierz powód
report-details = Szczegóły
report-hint = Co się stało i gdzie. Najwyżej 500 znaków.
report-send = Wyślij zgłoszenie

# Blocked people

blocked-lead = Ich wiadomości są dla ciebie zwinięte, a ich wzmianki nie docierają. Nie dowiedzą się o tym.
unblock-name = Odblokuj: { $name }
blocked-empty = Nikogo nie blokujesz
blocked-empty-text = Aby kogoś zablokować, kliknij jego nazwę na kanale.

# Deleting an account

delete-lead = Tego nie można cofnąć.
delete-goes = Co zostanie usunięte
delete-profile = Twój profil, zdjęcie i numer telefonu. Zostaniesz wszędzie wylogowany.
delete-apps = Utworzone przez ciebie aplikacje. Nikt nie zaloguje się już przez nie.
delete-access = Twój dostęp do innych witryn, do których logujesz się tym kontem.
delete-stays = Co pozostanie
delete-messages = Twoje wiadomości, jako „usunięty użytkownik”.
delete-webhooks = Utworzone przez ciebie webhooki. Należą do swojego serwera, ale nie mogą już powiadamiać wszystkich.
delete-logs = Twoja nazwa w dziennikach zdarzeń serwerów, obok tego, co tam zrobiono, do 90 dni.
delete-servers = Najpierw przekaż lub usuń swoje serwery
delete-servers-text =
    { $count ->
        [one] To twój serwer. Przekaż go albo usuń, a potem wróć.
        [few] To twoje serwery. Przekaż lub usuń każdy z nich, a potem wróć.
        [many] To twoje serwery. Przekaż lub usuń każdy z nich, a potem wróć.
       *[other] To twoje serwery. Przekaż lub usuń każdy z nich, a potem wróć.
    }
delete-suspended =
    { $count ->
        [one] To twój serwer, a operator go zawiesił. Dopóki tego nie cofnie, nie możesz go przekazać ani usunąć, ani usunąć konta. Zwróć się do operatora.
        [few] To twoje serwery, a operator je zawiesił. Dopóki tego nie cofnie, nie możesz ich przekazać ani usunąć, ani usunąć konta. Zwróć się do operatora.
        [many] To twoje serwery, a operator je zawiesił. Dopóki tego nie cofnie, nie możesz ich przekazać ani usunąć, ani usunąć konta. Zwróć się do operatora.
       *[other] To twoje serwery, a operator je zawiesił. Dopóki tego nie cofnie, nie możesz ich przekazać ani usunąć, ani usunąć konta. Zwróć się do operatora.
    }
delete-who = Usuń @{ $nickname }
delete-nickname = Twoja nazwa użytkownika
delete-type = Wpisz { $nickname }, aby potwierdzić.

# Notifications

notifications-lead = Każda wzmianka trafia do skrzynki, cokolwiek tu wybierzesz.
notifications-browser = W przeglądarce
notifications-browser-text = Przeglądarka pokaże powiadomienie, gdy ktoś o tobie wspomni.
notifications-browser-push = Przeglądarka pokaże powiadomienie, gdy ktoś o tobie wspomni. Może to zrobić także wtedy, gdy żadna strona tej witryny nie jest otwarta: wiadomość przechodzi wtedy przez usługę push producenta przeglądarki, zaszyfrowana tak, że odczyta ją tylko twoja przeglądarka.
notifications-how = Jak działają powiadomienia
notifications-scripts = Powiadomienia wymagają JavaScriptu.
notifications-ios = Na iPhonie lub iPadzie powiadomienia przychodzą do aplikacji na ekranie początkowym: w Safari dotknij Udostępnij, wybierz <strong>Do ekranu początkowego</strong>, otwórz stamtąd { $brand } i włącz je tutaj.
notifications-on = Włącz w tej przeglądarce
notifications-off = Wyłącz w tej przeglądarce
notifications-ends = kończy się wraz z sesją
quiet = Cisza nocna
quiet-lead = W tych godzinach powiadomienia nie są pokazywane, według czasu w twoim miejscu.
quiet-lead-on = W tych godzinach powiadomienia nie są pokazywane, według czasu w twoim miejscu. Jest włączona.
quiet-from = Od
quiet-to = Do
quiet-to-hint = Jeśli jest wcześniej niż początek, chodzi o następny dzień.
quiet-zone = Strefa czasowa
quiet-zone-choose = Wybierz najbliższe miasto
quiet-days = Dni, w które się zaczyna
quiet-save = Zapisz ciszę nocną
quiet-off = Wyłącz
mutes = Wyciszone
mutes-lead = Nic stąd nie jest oznaczane jako nieprzeczytane ani nie pokazuje powiadomień. Aby wyciszyć kanał lub serwer, otwórz go i użyj dzwonka.
mutes-hidden = Miejsce, którego już nie widzisz
mutes-empty = Nic nie jest wyciszone
mutes-empty-text = Tu są kanały i serwery, które wyciszasz.

# Passkeys

passkeys-lead = Klucz dostępu loguje cię odciskiem palca, twarzą lub PIN-em urządzenia. Nie da się go odgadnąć i żadna inna witryna nie może o niego poprosić.
passkeys-yours = Twoje klucze dostępu
passkeys-yours-text = Usuń klucze urządzeń, których już nie masz.
passkeys-second-only = Tylko drugi krok
passkeys-rename = Zmień nazwę
passkeys-remove-about = Nie będzie już cię logował.
passkeys-add = Dodaj klucz dostępu
passkeys-address = Pod tym adresem przeglądarki nie obsługują kluczy dostępu. Potrzebne są https i nazwa domeny; na własnym komputerze wystarczy http://localhost.
passkeys-most = Masz już maksymalną liczbę kluczy dostępu ({ $count }). Najpierw usuń jeden.
passkeys-where = Przeglądarka zapyta, gdzie go przechowywać: na tym urządzeniu, w telefonie czy na kluczu bezpieczeństwa.
passkeys-first = Od tej chwili samo hasło nie wystarczy do zalogowania. Otrzymasz też kody odzyskiwania na wypadek utraty urządzenia.
passkeys-name-hint = Aby można było rozróżnić klucze dostępu.
passkeys-scripts = Klucze dostępu wymagają JavaScriptu. Aplikacja uwierzytelniająca działa bez niego.

# Phone

phone-lead = Ze zweryfikowanym numerem telefonu możesz się logować, ustawić nowe hasło, gdy zapomnisz obecnego, i tworzyć aplikacje.
phone-yours = Twój numer
phone-verified = Zweryfikowany
phone-remove = Usuń numer
phone-remove-about = Nie będzie już można logować się tym numerem, tworzyć aplikacji ani ustawić nowego hasła, gdy zapomnisz obecnego. Utworzone aplikacje działają dalej. Numer będzie mógł zweryfikować ktoś inny.
phone-no-texts = Ta usługa nie może jeszcze wysyłać SMS-ów, więc nie można zweryfikować numeru. Operator musi to skonfigurować.
phone-for-app = Każda aplikacja potrzebuje odpowiedzialnego właściciela. Gdy numer zostanie zweryfikowany, przejdziesz do tworzenia aplikacji.
phone-asks-password = Od logowania minęło trochę czasu, więc przed wysłaniem kodu poprosimy o hasło.
phone-code-title = Wpisz kod
phone-code-sent = Wysłaliśmy go SMS-em na numer <strong class="nums nowrap" id="masked-phone">{ $number }</strong>. Działa przez dziesięć minut.
phone-code-over = Kod wysłany na <strong class="nums nowrap" id="masked-phone">{ $number }</strong> już nie działa. Poproś o nowy.
phone-would-send = Ta instancja nie wysyła SMS-ów. Wysłałaby:
phone-verify = Zweryfikuj telefon
phone-resend = Wyślij nowy kod
phone-resend-in = za <span class="nums" data-countdown-number>{ $seconds }</span> s
phone-no-code = SMS nie dotarł? Sprawdź numer. Jeśli zweryfikowało go już inne konto, wiadomość nie zawiera kodu.
phone-other = Użyj innego numeru
phone-change = Zmień numer
phone-hint = Podaj numer kierunkowy kraju, np. +48 lub +1.
phone-hint-change = Podaj numer kierunkowy kraju, np. +48 lub +1. Obecny numer pozostanie, dopóki nowy nie zostanie zweryfikowany.
phone-number = Numer telefonu
phone-verify-title = Zweryfikuj swój numer
phone-verify-text = Wyślemy ci sześciocyfrowy kod SMS-em. Inni nie widzą twojego numeru.

# Profile

profile-lead = Tak wyglądasz na czacie i w witrynach, do których się logujesz.
profile-yours = Twój profil
profile-nickname-hint = Tak inni o tobie wspominają i tym się logujesz. Użyj małych liter, cyfr, kropek, łączników i podkreśleń.
profile-name-hint = Widoczna obok twoich wiadomości.
picture-hint = PNG, JPEG lub WebP, najwyżej 5 MiB. Zostanie przycięty do kwadratu.
profile-picture-remove = Usuń moje zdjęcie
profile-picture-remove-hint = Zastąpi je wygenerowany wzór.
profile-save = Zapisz profil
writing = Pisanie wiadomości
writing-lead = Dla tej przeglądarki. Na ekranie dotykowym wysyła przycisk.
writing-send = Wysyłaj za pomocą
writing-enter = Enter
writing-enter-hint = Shift i Enter zaczynają nowy wiersz.
writing-ctrl = Ctrl i Enter
writing-ctrl-hint = Na Macu ⌘ i Enter. Sam Enter zaczyna nowy wiersz.
writing-save = Zapisz wybór
language-lead = Stron, SMS-ów i powiadomień. Obowiązuje wszędzie tam, gdzie się zalogujesz.
language-auto = Zgodnie z ustawieniami przeglądarki
language-save = Zapisz język

# Recovery codes

recovery-lead = Gdy nie masz urządzenia, zastępuje je kod odzyskiwania. Każdy działa raz.
recovery-new = Twoje nowe kody
recovery-new-text = Są pokazywane tylko teraz. Przechowuj je w bezpiecznym miejscu, osobno od hasła.
recovery-download = Pobierz jako plik tekstowy
recovery-left =
    { $count ->
        [0] Nie ma już kodów
        [one] Pozostał jeden kod
        [few] Pozostały { $count } kody
        [many] Pozostało { $count } kodów
       *[other] Pozostało { $count } kodu
    }
recovery-replace = Nowe kody zastąpią wszystkie obecne.
recovery-create = Utwórz nowe kody

# Security

security-lead = Twoje hasło, przeglądarki, w których jesteś zalogowany, i ostatnia aktywność na koncie.
security-password = Zmień hasło
security-password-text = To wyloguje cię ze wszystkich innych przeglądarek.
security-current = Obecne hasło
security-second = Logowanie dwuetapowe
security-second-both = Do zalogowania potrzebne są hasło i kod z aplikacji uwierzytelniającej albo klucz dostępu. Sam klucz dostępu też wystarczy.
security-second-app = Do zalogowania potrzebne są hasło i kod z aplikacji uwierzytelniającej.
security-second-passkey = Do zalogowania potrzebne są hasło i klucz dostępu. Sam klucz dostępu też wystarczy.
security-second-none = Oprócz hasła chroń konto kluczem dostępu lub aplikacją uwierzytelniającą.

# <time></time> is the beginning, <span></span> the end.

security-trusted = zaufana od <time></time> do <span></span>
security-ask = Pytaj o kod
security-sessions = Zalogowane przeglądarki
security-sessions-text = Wyloguj się z każdej przeglądarki, której nie rozpoznajesz lub już nie używasz.
security-end-others = Wyloguj ze wszystkich innych
security-since = zalogowano <time></time>
security-recent = Ostatnia aktywność
security-recent-text = Jeśli widzisz coś, czego nie robiłeś, natychmiast zmień hasło.
event-operator = przez operatora tej usługi
event-someone = przez kogoś innego
event-failed = Nieudane
security-log = Dziennik bezpieczeństwa
security-log-lead = Co działo się z twoim kontem, od najnowszego. Widzisz to tylko ty.
security-log-empty = Na razie nic tu nie ma
security-log-empty-text = Tu pojawiają się logowania, błędne hasła i zmiany na koncie.
security-log-kept = Wpisy są przechowywane { $days } dni: najwyżej { $kept } o tym, co zrobiłeś ty lub operator, i najwyżej { $strangers } o tym, co mógł zrobić ktokolwiek, np. próby logowania z błędnym hasłem.

# Authenticator app

totp-lead = Z aplikacją uwierzytelniającą do zalogowania potrzebne są hasło i kod z urządzenia.
totp-yours = Twoja aplikacja
totp-done = Skonfigurowana
totp-since = Skonfigurowano <time></time>.
totp-remove = Usuń aplikację
totp-remove-about = Zachowasz klucze dostępu i kody odzyskiwania.
totp-scan = Zeskanuj kod
totp-scan-text = Zeskanuj go aplikacją uwierzytelniającą w telefonie albo wpisz w niej klucz. Potem podaj kod, który pokaże.
totp-key = klucz
totp-show = Pokaż kod QR i klucz
totp-set-up = Skonfiguruj
totp-again = Zacznij od nowa z nowym kluczem
totp-begin = Skonfiguruj aplikację
totp-begin-text = Potrzebujesz aplikacji uwierzytelniającej w telefonie lub na komputerze.
totp-begin-codes = Otrzymasz też kody odzyskiwania na wypadek utraty urządzenia.
totp-asks-password = Od logowania minęło trochę czasu, więc najpierw poprosimy o hasło.

# Offers

offers-lead = Serwery i aplikacje OAuth, które ich właściciele chcą ci przekazać. Będą twoje, gdy je przyjmiesz.
offers-from = Od: { $name } (@{ $nickname })
offers-until = można przyjąć do <time></time>
offers-accept = Przyjmij
offers-decline = Odrzuć
offers-server-hint = Właściciel serwera odpowiada za niego i może tam wszystko. Poprzedni właściciel pozostaje członkiem i zachowuje role.
offers-phone = Najpierw zweryfikuj telefon
offers-phone-text = Aby być właścicielem aplikacji, potrzebujesz zweryfikowanego numeru telefonu. Widzisz go tylko ty.
offers-room = Masz już maksymalną liczbę aplikacji
offers-room-text = Jedna osoba może mieć najwyżej { $count } aplikacji. Usuń jedną, zanim przyjmiesz następną.
offers-apps = Oferowane aplikacje
offers-suspended = Ta aplikacja jest zawieszona i do końca zawieszenia nie można jej przekazać.
offers-secrets = Aplikacja zachowuje identyfikator klienta, sekrety i logowania. Poprzedni właściciel może nadal znać sekrety: po przyjęciu utwórz nowy, a potem usuń pozostałe. Sprawdź też adresy przekierowań.
offers-public = Aplikacja publiczna zachowuje identyfikator klienta i logowania. Po przyjęciu sprawdź adresy przekierowań: wybrał je poprzedni właściciel.
offers-empty = Nic ci nie zaoferowano
offers-empty-text = Gdy ktoś przekaże ci serwer lub aplikację, oferta będzie tu przez siedem dni.
