frame-skip = Przejdź do treści
frame-home = { $brand }, strona główna
frame-main = Nawigacja główna
frame-chat = Czat
frame-inbox = Skrzynka
frame-unread = nieprzeczytanych
frame-portal = Portal
frame-account = Konto: { $name }
frame-account-attention = Konto: { $name }, sprawy do załatwienia: { $count }
frame-account-menu = Konto
frame-servers = Twoje serwery
frame-profile = Profil
frame-phone = Telefon
frame-phone-unverified = Niezweryfikowany
frame-security = Bezpieczeństwo
frame-apps = Połączone aplikacje
frame-shortcuts = Skróty klawiszowe
frame-console = Konsola
frame-attention = do załatwienia
frame-colours = Kolory
frame-sign-out = Wyloguj się
frame-docs = Dokumentacja
frame-sign-in = Zaloguj się
frame-sign-up = Zarejestruj się
frame-footer = Stopka
frame-guide = Przewodnik po integracji
frame-keyboard = Klawiatura
frame-language = Język
colours-device = Kolory tego urządzenia
colours-device-hint = Jak na tym urządzeniu
colours-light = Jasne kolory
colours-light-hint = Jasne
colours-dark = Ciemne kolory
colours-dark-hint = Ciemne
date = { $day }.{ $month }.{ $year }

cancel = Anuluj
continue = Dalej
go-back = Wróć
go-to-chat = Przejdź do czatu
go-to-portal = Przejdź do portalu
password = Hasło
new-password = Nowe hasło
password-hint = Co najmniej 8 znaków. Dobre hasło to kilka słów razem.
login = Nazwa użytkownika lub telefon
use-passkey = Użyj klucza dostępu
code-or-recovery-code = Sześciocyfrowy kod lub kod odzyskiwania
recovery-code = Kod odzyskiwania
back-to-sign-in = Wróć do logowania
signed-in-as = Zalogowano jako <strong>{ $name }</strong> (@{ $nickname })
not-you = To nie ty?

sign-in = Zaloguj się
sign-in-to-app = Zaloguj się, aby przejść do { $name }.
sign-in-to-server = Zaloguj się, aby dołączyć do { $name }.
sign-in-kept-form = Twoja sesja się skończyła. Zaloguj się ponownie: wpisane dane zachowamy przez godzinę.
sign-in-ended = Twoja sesja się skończyła. Zaloguj się ponownie.
sign-in-first = Zaloguj się, aby kontynuować.
sign-in-passkey = Zaloguj się kluczem dostępu
sign-in-forgot = Nie pamiętasz hasła?
sign-in-new = Nie masz jeszcze konta? <a href="{ $href }">Zarejestruj się</a>
sign-in-invite = Nie masz jeszcze konta? Otwórz otrzymany link z zaproszeniem, aby się zarejestrować.

sign-up = Zarejestruj się
sign-up-lead = Jedno konto do czatu i do innych witryn, do których można się nim zalogować.
sign-up-join-lead = Rejestrujesz się i dołączasz do { $server }. Członkowie zobaczą twoją nazwę użytkownika, nazwę wyświetlaną i zdjęcie.
sign-up-admin = To konto zostanie administratorem tej instancji.
sign-up-nickname = Nazwa użytkownika
sign-up-nickname-hint = Tak inni cię wspominają. Używaj małych liter, cyfr, kropek, myślników i podkreśleń.
sign-up-name = Nazwa wyświetlana
sign-up-name-hint = Widoczna obok twoich wiadomości. Możesz ją zmienić w każdej chwili.
sign-up-join = Zarejestruj się i dołącz
sign-up-known = Masz już konto? <a href="{ $href }">Zaloguj się</a>
sign-up-known-admin = Masz już konto? <a href="{ $href }">Zaloguj się</a>, a zostanie ono kontem administratora
sign-up-invite-title = Potrzebujesz zaproszenia
sign-up-invite = W tej instancji rejestracja odbywa się przez zaproszenie na serwer. Otwórz otrzymany link z zaproszeniem i zarejestruj się z jego strony. Jeśli przestał działać, poproś o nowy.
sign-up-link-title = Ten link już nie działa
sign-up-link = Został użyty, unieważniony albo wygasł. Poproś o nowy osobę, od której go masz.
sign-up-closed-title = Rejestracja jest zamknięta
sign-up-closed = W tej instancji nikt nie może się teraz zarejestrować. Jeśli powinieneś mieć konto, zwróć się do osoby, która ją prowadzi.

confirm-title = Potwierdź, że to ty
confirm-lead = Logowanie odbyło się jakiś czas temu. Wpisz ponownie hasło, aby kontynuować.
confirm-lead-act = Logowanie odbyło się jakiś czas temu. Wpisz ponownie hasło, a wybrana czynność zostanie wykonana.
confirm-lead-some-app = Aplikacja, z której przychodzisz, prosi o ponowne wpisanie hasła.
confirm-lead-app = { $app } prosi o ponowne wpisanie hasła.
confirm-incomplete = W tym czasie nie można przechować plików ani haseł. Potem wrócisz do formularza: dodaj je i wyślij go jeszcze raz.
confirm-next = Następnie: <strong>{ $label }</strong>
confirm-button = Potwierdź

reset-title = Nie pamiętam hasła
reset-lead = Wyślemy kod SMS-em na twój zweryfikowany numer. Użyj go, aby ustawić nowe hasło.
reset-send = Wyślij kod
reset-no-texts-title = SMS-y są niedostępne
reset-no-texts = Ta usługa nie może wysyłać SMS-ów. Poproś jej operatora o ustawienie nowego hasła.
reset-no-phone = Nie masz zweryfikowanego telefonu? Poproś operatora tej usługi o ustawienie nowego hasła.
reset-remembered = Pamiętasz je jednak? <a href="{ $href }">Zaloguj się</a>
reset-code-title = Nowe hasło
reset-code-heading = Ustaw nowe hasło
reset-code-sent = Jeśli to konto ma zweryfikowany telefon, kod jest w drodze. Działa przez dziesięć minut.
reset-code-app = Kod z SMS-a jest poprawny. To konto ma też drugi krok. Wpisz jeszcze raz nowe hasło oraz kod z aplikacji uwierzytelniającej albo kod odzyskiwania.
reset-code-app-passkey = Kod z SMS-a jest poprawny. To konto ma też drugi krok. Wpisz jeszcze raz nowe hasło oraz kod z aplikacji uwierzytelniającej albo kod odzyskiwania, chyba że użyjesz klucza dostępu.
reset-code-recovery = Kod z SMS-a jest poprawny. To konto ma też drugi krok. Wpisz jeszcze raz nowe hasło oraz kod odzyskiwania.
reset-code-recovery-passkey = Kod z SMS-a jest poprawny. To konto ma też drugi krok. Wpisz jeszcze raz nowe hasło oraz kod odzyskiwania, chyba że użyjesz klucza dostępu.
reset-code-tries =
    { $count ->
        [one] Została ci jedna próba.
        [few] Zostały ci { $count } próby.
       *[other] Zostało ci { $count } prób.
    }
reset-code = Ośmiocyfrowy kod
reset-code-button = Ustaw hasło
reset-code-passkey = Ustaw hasło kluczem dostępu
reset-code-signs-out = Spowoduje to wylogowanie ze wszystkich przeglądarek.
reset-code-over = Ten kod już nie działa. Poproś o nowy.
reset-code-new = Poproś o nowy kod
reset-code-again = SMS nie dotarł? Odczekaj 30 sekund i <a href="{ $href }">poproś o nowy kod</a>. Na jeden numer wysyłamy najwyżej pięć SMS-ów dziennie.
reset-code-outbox = Ta instancja nie wysyła SMS-ów; pojawiają się one w <a href="/dev/outbox">skrzynce nadawczej</a>.

second-title = Wpisz kod
second-title-passkey = Potwierdź kluczem dostępu
second-sign-in-both = Twoje konto chroni drugi krok. Użyj klucza dostępu albo wpisz kod, który pokazuje aplikacja uwierzytelniająca.
second-sign-in-app = Twoje konto chroni drugi krok. Otwórz aplikację uwierzytelniającą i wpisz kod, który pokazuje.
second-sign-in-passkey = Twoje konto chroni drugi krok. Użyj klucza dostępu albo jednego z kodów odzyskiwania.
second-again-both = To wymaga drugiego kroku. Użyj klucza dostępu albo wpisz kod, który pokazuje aplikacja uwierzytelniająca.
second-again-app = To wymaga drugiego kroku. Otwórz aplikację uwierzytelniającą i wpisz kod, który pokazuje.
second-again-passkey = To wymaga drugiego kroku. Użyj klucza dostępu albo jednego z kodów odzyskiwania.
second-trust = Ufaj tej przeglądarce przez 30 dni
second-trust-hint = Tylko na własnym urządzeniu. Przy logowaniu tutaj nie będziemy prosić o kod.
second-lost = Brak dostępu do urządzenia? Wpisz zamiast tego jeden z kodów odzyskiwania. Jeśli ich nie masz, zwróć się do operatora tej usługi.

consent-title = Logowanie do { $app }
consent-heading = Zaloguj się do <strong>{ $app }</strong> kontem { $brand }
consent-other-account = { $app } oczekuje innego konta. Zaloguj się nim albo anuluj.
consent-used = Używana wcześniej, ostatnio <time></time>
consent-more = Co zobaczy { $app } i kto za nią stoi
consent-gets = { $app } zobaczy
consent-gets-id = Twój identyfikator
consent-gets-nickname = Twoją nazwę użytkownika
consent-gets-name = Twoją nazwę wyświetlaną
consent-gets-picture = Twoje zdjęcie
consent-never = { $app } nie może
consent-never-profile = Zobaczyć twojej nazwy ani zdjęcia
consent-never-messages = Czytać ani wysyłać wiadomości
consent-never-servers = Zobaczyć twoich serwerów ani ich członków
consent-never-secrets = Zobaczyć twojego numeru telefonu ani hasła
consent-never-act = Działać tu w twoim imieniu
consent-about = Opis
consent-owner = Twórca
consent-created = Data utworzenia
consent-homepage = Strona internetowa
consent-privacy = Prywatność
consent-terms = Regulamin
consent-sign-in = Twoje logowanie
consent-sign-in-with = { $app } dowie się też, kiedy i w jaki sposób nastąpiło logowanie tutaj: { $methods }.
consent-revoke = Możesz to cofnąć w każdej chwili w sekcji <a href="/settings/apps">Połączone aplikacje</a>.
consent-report = Coś jest nie tak z tą aplikacją? <a id="report-app" href="{ $href }">Zgłoś ją</a>.
consent-device = Urządzenie pod adresem <strong>{ $address }</strong> zostanie zalogowane na twoje konto
consent-return-computer = Wrócisz do programu na tym komputerze, pod adresem <strong>{ $place }</strong>
consent-return-phone = Wrócisz do programu na tym telefonie, pod adresem <strong>{ $place }</strong>
consent-return-app = Wrócisz do aplikacji <strong>{ $place }</strong> na tym urządzeniu
consent-return = Wrócisz do <strong>{ $place }</strong>
consent-approve = Autoryzuj
consent-switch = Użyj innego konta

link-suspended-title = Ta aplikacja jest zawieszona
link-suspended = Operator tej instancji ją zawiesił, więc nikt nie może się w niej zalogować. Logowanie się nie odbyło i nic nie zostało udostępnione.
link-broken-title = Ten link do logowania jest uszkodzony
link-broken = Aplikacja, z której przychodzisz, użyła linku, który nie działa. Logowanie się nie odbyło i nic nie zostało udostępnione. Naprawić to mogą tylko osoby prowadzące aplikację.
link-developer = Dla programisty aplikacji
link-parameter = Parametr
link-why = Powód
link-fix = Co naprawić
link-received = Otrzymano
link-about = Powrót następuje tylko wtedy, gdy <code>client_id</code> i <code>redirect_uri</code> należą do tej samej aplikacji. W przeciwnym razie można by trafić na stronę atakującego. Strona aplikacji w <a href="/portal">portalu</a> pokazuje oba oraz działający link.

onward-title = Powrót do { $app }
onward-failed = Nie udało się zrealizować żądania aplikacji. Logowanie do niej się nie odbyło i nic nie zostało udostępnione.
onward-error = Logowanie do aplikacji się nie odbyło i nic nie zostało udostępnione.
onward-signed-in = Trwa logowanie.
onward-continue = Przejdź do { $app }

device-title = Logowanie na urządzeniu
device-lead = Wpisz kod, który pokazuje twoje urządzenie lub program.
device-code = Kod
device-code-hint = Osiem liter, na przykład BCDF-GHJK.
device-warning = Ktoś przysłał ci ten kod albo link do tej strony? Nie kontynuuj: ta osoba zalogowałaby się na twoje konto.
device-check-title = Czy to twoje urządzenie?
device-check-heading = Czy ten kod widać na urządzeniu przed tobą?
device-check-app = Aplikacja
device-check-app-owner = <strong>{ $app }</strong>, twórca: { $name } (@{ $nickname })
device-check-from = Skąd
device-check-same-network = <span class="nums">{ $address }</span>, sieć, w której teraz jesteś
device-check-other-network = <span class="nums">{ $address }</span>, inna sieć niż ta, w której teraz jesteś
device-check-asked = Kiedy
device-check-minutes =
    { $minutes ->
        [0] mniej niż minutę temu
        [one] minutę temu
        [few] { $minutes } minuty temu
       *[other] { $minutes } minut temu
    }
device-check-warning = Kontynuuj tylko wtedy, gdy to ty zaczynasz to logowanie, a twoje własne urządzenie lub program pokazuje ten kod. Jeśli ktoś przysłał ci kod albo link, chce zalogować się na twoje konto.
device-check-refuse = Nie, odrzuć
device-check-continue = Tak, dalej
device-approved-title = Twoje urządzenie jest zalogowane
device-approved = Możesz wrócić do urządzenia
device-approved-text = Zostanie zalogowane w ciągu kilku sekund. Możesz zamknąć tę stronę.
device-denied-title = Urządzenie zostało odrzucone
device-denied = Urządzenie nie zostało zalogowane
device-denied-text = Nic nie zostało udostępnione. Jeśli ktoś przysłał ci kod, próbował zalogować się na twoje konto: nie odpowiadaj mu.

logout-title = Wyloguj się
logout-heading = Wylogować się z { $brand }?
logout-by-app = <strong>{ $app }</strong> prosi, aby wylogować się także tutaj.
logout-by-some-app = Aplikacja prosi, aby wylogować się także tutaj.
logout-stay = Nie wylogowuj
logout-about = Wyloguje to tę przeglądarkę. Inne przeglądarki i aplikacje pozostaną zalogowane.
logout-done-title = Wylogowano
logout-done = Wylogowano z { $brand }
logout-done-text = Ta przeglądarka jest wylogowana. W innych aplikacjach logowanie może nadal trwać.
logout-back = Wróć do { $app }
logout-sign-in = Zaloguj się ponownie

error-sent = Wysłana treść <span class="muted">({ $field })</span>
error-not-kept = Haseł, kodów i plików nie przechowujemy. Otwórz formularz jeszcze raz i je wpisz.
error-unsent = Twój tekst
error-open-form = Otwórz formularz
error-retry = Spróbuj ponownie
error-home = Przejdź do strony głównej
error-reference = Jeśli prosisz o pomoc, podaj ten numer: <code id="reference">{ $reference }</code>
