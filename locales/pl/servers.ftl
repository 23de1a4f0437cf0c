# Settings of a server

settings-back = Wróć do { $server }
settings-overview = Przegląd
danger = Strefa zagrożenia
danger-confirm = Tych działań nie można cofnąć, dlatego najpierw poprosimy o hasło.
confirm-first = Najpierw potwierdź, że to ty
remove = Usuń
remove-what = Usuń: { $what }
reason = Powód
position = Pozycja
picture = Obraz
picture-new = Nowy obraz
picture-upload = Prześlij obraz
picture-remove = Usuń obraz
overview-pictures = Wczytuj obrazy w kartach tylko po kliknięciu
overview-pictures-hint = Obraz pochodzi z hosta wskazanego przez webhook, który dowiaduje się, kto i kiedy go otwiera. Zdjęcia autorów z innych hostów nie są wtedy pokazywane.
overview-second = Wymagaj logowania dwuetapowego do zarządzania tym serwerem
overview-second-anyway = Ta usługa wymaga tego od wszystkich, którzy zarządzają serwerem, niezależnie od wyboru tutaj.
overview-second-hint = Bez niego właściciel, administratorzy i osoby zarządzające serwerem nie mogą korzystać z tych uprawnień, dopóki go nie skonfigurują. Czytać i pisać mogą jak dotąd.
overview-need = Aby zmienić te ustawienia, potrzebujesz uprawnienia „Zarządzanie serwerem”.
overview-picture-lead = Członkowie widzą go na liście swoich serwerów, a zaproszeni przed dołączeniem.
transfer = Przekaż własność
transfer-about = Inny członek stanie się właścicielem tego serwera, gdy to przyjmie. Ty pozostaniesz członkiem i zachowasz role.
transfer-offered = Oferta dla { $name } (@{ $nickname }) do <time></time>. Znajdzie ją w Ustawieniach, w Ofertach przekazania. Do przyjęcia serwer pozostaje twój.
transfer-cancel = Anuluj przekazanie
transfer-no-heirs = Żaden inny członek nie może być właścicielem. Najpierw <a href="{ $path }/invites">zaproś kogoś</a>.
transfer-ask = Ta osoba stanie się właścicielem, gdy przyjmie ofertę w ciągu siedmiu dni. Ty pozostaniesz członkiem i zachowasz role, a tylko ona może oddać serwer.
transfer-to = Nowy właściciel
transfer-choose = Wybierz członka
transfer-nickname = Nazwa użytkownika nowego właściciela
server-name = Nazwa serwera
server-delete = Usuń ten serwer
server-delete-button = Usuń serwer
server-delete-about = Jego kanały, wiadomości, webhooki, role i zaproszenia zostaną usunięte razem z nim, od razu i na zawsze.
server-delete-ask = Jego kanały, wiadomości, webhooki, role i zaproszenia zostaną usunięte razem z nim, od razu i na zawsze. Aby potwierdzić, wpisz <strong>{ $server }</strong>.

# Channels

channels-title = Kanały serwera { $server }
channels-lead = Otwórz kanał, aby go edytować i ustawić uprawnienia. Wszyscy widzą kanały w tej kolejności.
channels-none = Nie widzisz żadnego z kanałów.
channels-new = Nowy kanał
channels-name-hint = Użyj liter, cyfr, łączników i podkreśleń.
channels-example = builds
channels-topic-hint = O czym jest kanał.
channels-create = Utwórz kanał
channel-open = Otwórz kanał
channel-topic = Temat
channel-slow-mode = Tryb powolny
channel-slow-hint = Ile członkowie czekają między dwiema wiadomościami. Nie dotyczy to osób zarządzających wiadomościami lub kanałami.
channel-position-hint = 1 to pierwszy z { $count } kanałów, które widzisz.
channel-save = Zapisz kanał
channel-permissions = Uprawnienia na tym kanale
channel-permissions-lead = „Dziedzicz” oznacza to, na co pozwalają role członka. Ustawienie roli ma pierwszeństwo przed ustawieniem dla wszystkich, a ustawienie członka przed obydwoma.
channel-beyond = Możesz zezwolić tylko na to, co sam możesz na tym kanale. Nie obejmuje to: { $permissions }.
channel-above = Nie możesz zmieniać ustawień ról i członków na poziomie twojej najwyższej roli ani wyżej.
channel-save-permissions = Zapisz uprawnienia
channel-every-member = każdy członek serwera
channel-kind-role = rola
channel-kind-former = już nie na serwerze
channel-kind-member = członek
channel-allowed = { $permission }: zezwolono
channel-denied = { $permission }: odmówiono
channel-inherited = { $permission }: odziedziczone
channel-add = Dodaj rolę lub członka
channel-target = Rola lub członek
channel-target-choose = Wybierz rolę lub członka
channel-role = Rola
channel-no-role = Bez roli
channel-nickname = Albo nazwa użytkownika członka
channel-delete = Usuń ten kanał
channel-delete-about = Jego wiadomości i webhooki zostaną usunięte razem z nim, od razu i na zawsze.
channel-delete-button = Usuń kanał
channel-delete-ask = Usunąć <strong>{ $channel }</strong> ze wszystkimi wiadomościami i webhookami? Znikną od razu i na zawsze.

# Roles

roles-title = Role serwera { $server }
roles-lead = Rola daje swoje uprawnienia członkom, którzy ją mają. „Wszyscy” dotyczy każdego członka. Działać można tylko na role i członków poniżej własnej najwyższej roli.
roles-mentionable = Można wspominać
roles-no-permissions = Brak uprawnień
roles-holders =
    { $count ->
        [one] <span>{ $count }</span> <span>członek</span>
        [few] <span>{ $count }</span> <span>członków</span>
        [many] <span>{ $count }</span> <span>członków</span>
       *[other] <span>{ $count }</span> <span>członka</span>
    }
roles-new = Nowa rola
roles-new-lead = Możesz nadać tylko uprawnienia, które sam masz.
roles-example = Budowniczowie
roles-create = Utwórz rolę
permissions = Uprawnienia
role-title = Rola { $role }
role-everyone = Każdy członek serwera ma te uprawnienia.
role-mentionable = Każdy może wspominać tę rolę
role-save = Zapisz rolę
role-too-high = Nie możesz edytować tej roli, bo nie jest poniżej twojej najwyższej roli.
role-beyond = Nie możesz edytować tej roli, bo ma uprawnienie, którego nie masz.
role-need = Aby edytować role, potrzebujesz uprawnienia „Zarządzanie rolami”.
role-delete = Usuń tę rolę
role-delete-about = Jej członkowie stracą jej uprawnienia, a kanały te, które dla niej ustawiono.
role-delete-button = Usuń rolę
role-delete-ask = Usunąć rolę <strong>{ $role }</strong>?

# Members

members-of = Członkowie serwera { $server }
members-total = Łącznie: { $count }
members-search = Szukaj członków (nazwa użytkownika i wyświetlana)
members-none = Żaden członek nie ma nazwy użytkownika ani słowa w nazwie wyświetlanej, które tak się zaczyna.
members-none-large = Żaden członek nie ma nazwy użytkownika, która tak się zaczyna, ani dokładnie takiej nazwy wyświetlanej.
member-since = członek od <time></time>
member-timed-out = Wyciszenie do <time></time>: do tego czasu ten członek może czytać, ale nie pisać ani niczego zmieniać.
member-no-roles = Ten serwer nie ma jeszcze ról do nadania.
member-create-role = <a href="/servers/{ $server }/settings/roles">Utwórz rolę</a>.
member-roles-hint = Możesz nadawać i odbierać tylko role poniżej twojej najwyższej, których uprawnienia sam masz.
member-save-roles = Zapisz role
member-has-none = Ten członek nie ma ról.
member-above = Możesz zmieniać role tylko tych członków, których najwyższa rola jest niższa od twojej.
member-need-roles = Aby nadawać role, potrzebujesz uprawnienia „Zarządzanie rolami”.
member-remove = Usuń członka
member-remove-title = Usuń z serwera
member-remove-about = Straci role na tym serwerze i może wrócić z zaproszeniem. Jego wiadomości pozostaną.
member-remove-ask = Usunąć <strong>@{ $nickname }</strong> z { $server }?
time-out = Wyciszenie
time-out-lead = Wyciszony członek może czytać to co wcześniej, ale nie może tu pisać ani niczego zmieniać. Opuszczenie serwera i powrót tego nie kończą.
time-out-for = Na czas
time-out-button = Wycisz
time-out-lift = Cofnij wyciszenie
former = Nie jest członkiem
former-banned = Ta osoba jest zbanowana na serwerze. <a href="/servers/{ $server }/settings/bans">Zobacz bany</a>.
former-left = Ta osoba opuściła serwer albo została usunięta.

# Bans and reports

bans = Bany
bans-title = Bany serwera { $server }
bans-lead = Zbanowane osoby nie dołączą do tego serwera żadnym zaproszeniem. Członka możesz zbanować na jego stronie.
bans-by = ban od @{ $by }
bans-by-gone = ban od usuniętego użytkownika
bans-lift = Cofnij
bans-lift-of = Cofnij ban: { $name }
bans-empty = Nikt nie jest zbanowany
bans-empty-text = Tu pojawiają się osoby zbanowane na tym serwerze, z powodem.
bans-end = Nie ma starszych banów.
ban = Zbanuj
ban-title = Zbanuj na serwerze
ban-former = Nie wróci żadnym zaproszeniem, dopóki ktoś nie cofnie bana.
ban-removes = Zostanie usunięty i nie wróci żadnym zaproszeniem, dopóki ktoś nie cofnie bana.
ban-removes-only = Zostanie usunięty i nie wróci żadnym zaproszeniem, dopóki ktoś nie cofnie bana. Jego wiadomości pozostaną.
ban-ask = Zbanować <strong>@{ $nickname }</strong> na { $server }?
ban-reason-hint = Widoczny na liście banów i w dzienniku zdarzeń.
ban-messages = Usuń wiadomości tej osoby
moderate-timed-out = Wyciszono: { $name }.
moderate-ban = Zbanuj: <bdi>{ $name }</bdi>
moderate-banned = Zbanowano na tym serwerze: { $name }.
moderate-lifted = Cofnięto ban: { $name }. Można wrócić z zaproszeniem.
deleted-user = usunięty użytkownik
deleted-account = usunięte konto
reports-title = Zgłoszenia w { $server }
reports-lead = Wiadomości zgłoszone przez członków, w ówczesnej postaci. Nikt inny nie dowie się, kto je zgłosił.
reports-deleted = Później usunięta
reports-edited = Później edytowana
reports-count =
    { $count ->
        [one] Zgłosiła { $count } osoba
        [few] Zgłosiły { $count } osoby
        [many] Zgłosiło { $count } osób
       *[other] Zgłosiło { $count } osoby
    }
reports-remove = Usuń wiadomość
reports-dismiss = Odrzuć
reports-dismiss-of = Odrzuć zgłoszenie wiadomości od { $name }
reports-empty = Brak otwartych zgłoszeń
reports-empty-text = Gdy członkowie zgłoszą wiadomość, pojawi się tu dla moderatorów.
reports-end = Nie ma starszych zgłoszeń.
reports-hidden =
    { $count ->
        [one] Jeszcze jedno zgłoszenie dotyczy wiadomości na kanałach, których nie widzisz. Mogą je rozstrzygnąć tylko moderatorzy, którzy je widzą.
        [few] { $count } inne zgłoszenia dotyczą wiadomości na kanałach, których nie widzisz. Mogą je rozstrzygnąć tylko moderatorzy, którzy je widzą.
        [many] { $count } innych zgłoszeń dotyczy wiadomości na kanałach, których nie widzisz. Mogą je rozstrzygnąć tylko moderatorzy, którzy je widzą.
       *[other] { $count } innego zgłoszenia dotyczy wiadomości na kanałach, których nie widzisz. Mogą je rozstrzygnąć tylko moderatorzy, którzy je widzą.
    }
reports-decided = Niedawno rozstrzygnięte
reports-removed = Wiadomość usunięta
reports-dismissed = Zgłoszenie odrzucone

# Invites

invites = Zaproszenia
invites-title = Zaproszenia do { $server }
invites-lead = Każdy, kto ma link, może dołączyć, dopóki zaproszenie nie wygaśnie, nie zostanie wykorzystane albo usunięte.
invites-expires = Wygasa po
invites-never = Nigdy
invites-uses = Działa dla
invites-any = Dowolnej liczby osób
invites-create = Utwórz zaproszenie
invites-what = link z zaproszeniem
invites-by = Autor: @{ $creator }
invites-unused = jeszcze nieużyte
invites-joined =
    { $count ->
        [one] dołączyła { $count } osoba
        [few] dołączyły { $count } osoby
        [many] dołączyło { $count } osób
       *[other] dołączyło { $count } osoby
    }
invites-used-up = Wykorzystane
invites-expired = Wygasło
invites-left = pozostało użyć: { $count }
invites-until = wygasa <time></time>
invites-about = zaproszenie { $code }
invites-delete-ask = Link przestanie działać u wszystkich, którzy go dostali. Osoby, które dzięki niemu dołączyły, pozostaną członkami.
invites-delete-ask-dead = Osoby, które dzięki niemu dołączyły, pozostaną członkami.
invites-delete = Usuń zaproszenie
invites-empty = Nie ma jeszcze zaproszeń
invites-empty-text = Utwórz zaproszenie i wyślij link osobom, które chcesz zaprosić.
invites-need = Aby zapraszać, potrzebujesz uprawnienia „Zarządzanie serwerem”.

# Audit log

audit = Dziennik zdarzeń
audit-title = Dziennik zdarzeń serwera { $server }
audit-server-empty = Ta strona pokazuje każdą zmianę serwera, jego webhooków, kanałów, ról, członków i zaproszeń oraz jej autora. Pokazuje też, kto dołącza i kto odchodzi.
audit-server-lead = Kto co zmienił na tym serwerze. Wpisy są przechowywane { $days } dni, najwyżej { $most } najnowszych.
audit-filter = Filtruj dziennik
audit-filter-button = Filtruj
audit-who = Kto
audit-anyone = Ktokolwiek
audit-what = Co
audit-anything = Cokolwiek
audit-end = Nic starszego
audit-end-text = Nie ma starszych wpisów.
audit-none = Brak pasujących wpisów
audit-none-text = Żaden wpis nie pasuje do filtra.
audit-all = Pokaż wszystko
audit-empty = Nie ma jeszcze zmian
