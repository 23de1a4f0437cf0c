# The home page

home-welcome = Witaj w { $brand }
home-lead = Czat z serwerami i kanałami dla ludzi, którzy się tu spotykają. Zaloguj się, aby czytać i pisać.
home-lead-sign-up = Czat z serwerami i kanałami dla ludzi, którzy się tu spotykają. Zaloguj się, aby czytać i pisać, albo utwórz konto.
home-invite = Pierwszy raz tutaj? Otwórz otrzymany link z zaproszeniem.
home-closed = Rejestracja jest na razie zamknięta.
home-about = Co to jest
home-servers = Dołącz do serwera przez zaproszenie albo utwórz własny. Wiadomości docierają od razu, a skrzynka zbiera te, w których ktoś o tobie wspomina.
home-account = Jedno konto do innych witryn
home-account-text = Witryna, do której się logujesz, widzi cztery rzeczy: twój identyfikator, nazwę użytkownika, nazwę wyświetlaną i zdjęcie. Nie widzi twoich wiadomości, serwerów ani numeru telefonu.
home-programs = Twoje programy też piszą
home-programs-text = Wszystko, co u ciebie działa, może pisać na kanale i nikogo nie powiadamia, dopóki o to nie poprosisz. <a href="/docs">Przewodnik integratora</a> mówi, jak (po angielsku).

# An invite

invite-join = Dołącz do { $server }
invite-member = Należysz już do
invite-by = <bdi>{ $name }</bdi> (@{ $nickname }) zaprasza cię na
invite-to = Zaproszenie na
invite-members =
    { $count ->
        [one] <span class="nums">{ $count }</span> członek
        [few] <span class="nums">{ $count }</span> członków
        [many] <span class="nums">{ $count }</span> członków
       *[other] <span class="nums">{ $count }</span> członka
    }
invite-owner = właściciel: @{ $owner }
invite-go = Przejdź do { $server }
invite-later = Nie teraz
invite-shown = Członkowie serwera zobaczą twoją nazwę użytkownika, nazwę wyświetlaną i zdjęcie.
invite-shown-first = Dołączysz dopiero, gdy to potwierdzisz. Członkowie serwera zobaczą twoją nazwę użytkownika, nazwę wyświetlaną i zdjęcie.
invite-sign-in = Zaloguj się, aby dołączyć
invite-sign-up = Zarejestruj się, aby dołączyć

# The list of servers

list-lead = Serwer to miejsce dla grupy ludzi, z kanałami do rozmów.
list-mine = Serwery, do których należysz
list-owner = To twój serwer
list-settings = Ustawienia
list-leave = Opuść
list-leave-server = Opuść { $server }
list-leave-about = Stracisz role na tym serwerze, a aby wrócić, potrzebne będzie zaproszenie.
list-empty = Nie należysz jeszcze do żadnego serwera
list-empty-text = Utwórz go poniżej albo otwórz otrzymany link z zaproszeniem.
list-suspended = Zawieszone serwery
list-suspended-text = Zawiesił je operator tej instancji. Dopóki tego nie cofnie, nikt nie może tam czytać ani pisać.
list-new = Nowy serwer
list-new-text = Będzie należał do ciebie i zacznie z jednym kanałem. Gdy powstanie, zaproś innych.
list-example = Piątkowy klub
list-create = Utwórz serwer
no-channel = Nie widzisz żadnych kanałów
no-channel-manages = Możesz zarządzać tym serwerem, ale nie masz uprawnienia do oglądania żadnego z jego kanałów.
no-channel-settings = Otwórz ustawienia serwera
no-channel-text = Należysz do tego serwera, ale nie masz uprawnienia do oglądania żadnego z jego kanałów. Zapytaj kogoś, kto nim zarządza.

# Inbox

inbox-lead = Wiadomości, które są odpowiedzią dla ciebie albo wspominają ciebie, twoją rolę lub wszystkich na kanale.
inbox-read-all = Oznacz wszystko jako przeczytane
inbox-read-to = Oznacz jako przeczytane do tego miejsca
inbox-message = { $name } w { $channel }
inbox-earlier = Wcześniejsze
reply-badge = Odpowiedź
inbox-you = Ty
inbox-role = Twoja rola
inbox-everyone = Wszyscy
inbox-unread = (nieprzeczytana)
inbox-empty = Nie ma jeszcze wzmianek
inbox-empty-text = Gdy ktoś na jednym z twoich serwerów odpowie ci albo wspomni ciebie, twoją rolę lub wszystkich (@all), wiadomość pojawi się tutaj.
inbox-to-servers = Przejdź do swoich serwerów
inbox-end = Nie ma starszych wzmianek
inbox-end-text = To koniec skrzynki.
inbox-to-newest = Wróć do najnowszych wzmianek

# Members and people

members-title = Członkowie na { $channel }
members-lead = Wszyscy, którzy widzą { $channel }, według najwyższej roli.
members-online = Online: { $count }.
members-online-only = Online: { $count }. Pozostałych nie ma na liście, bo serwer jest duży.
members-here = teraz tutaj
members-all = Wszyscy ({ $count })
members-roles = Wszystkie role
person-you = to ty
person-since = Na serwerze od <time></time>
person-gone = Obecnie poza tym serwerem
person-owner = Właściciel
person-edit = Edytuj profil
person-block-hint = Zablokowanie zwija wiadomości tej osoby tylko dla ciebie. Nie dowie się o tym.

# Search

search-skip = Przejdź do wyników
search-in = Szukaj w <bdi>{ $server }</bdi>
search-region = Wyszukiwanie i wyniki
search-help = Jak szukać
search-words = wiadomości z oboma słowami, w dowolnej kolejności; <code>deplo</code> znajdzie też „deployment”
search-phrase = dokładnie te słowa, obok siebie
search-from = od osoby, od webhooka (<code>from:"CI bot"</code>) albo od ciebie (<code>from:me</code>)
search-channel = na kanale
search-days = przed danym dniem, po nim albo w tym dniu, według twojego zegara
search-mentions = które powiadomiły ciebie, twoją rolę albo wszystkich
search-ignored = Pominięto w wyszukiwaniu:
search-results = Wyniki od najnowszych
search-by = wiadomość od { $name }
search-so-far = Na razie nic nie znaleziono
search-so-far-text = Przeszukano tylko najnowsze wiadomości. Użyj „Starsze”, aby szukać dalej.
search-none = Nie znaleziono wiadomości
search-none-names = Żadna widoczna dla ciebie wiadomość nie pasuje do tego wyszukiwania. Sprawdź nazwy po „from:” i „in:” albo użyj innych słów.
search-none-text = Żadna widoczna dla ciebie wiadomość nie pasuje do tego wyszukiwania. Użyj mniej słów albo innych: słowo znajduje się po pierwszych literach, co najmniej trzech.
search-end = Nie znaleziono starszych wiadomości
search-end-text = To koniec wyników.
