# Words of several pages of the chat.

bot = Bot
message = Wiadomość
webhook = Webhook
reply = Odpowiedz
edit = Edytuj
delete = Usuń
save = Zapisz
save-changes = Zapisz zmiany
undo = Cofnij
block = Zablokuj
unblock = Odblokuj
blocked = Zablokowana wiadomość
blocked-show = Zablokowana wiadomość. <span>Pokaż</span>
mark-read = Oznacz jako przeczytane
mark-unread = Oznacz jako nieprzeczytane
search = Szukaj
search-messages = Szukaj wiadomości
roles = Role
timed-out = Wyciszony
pages = Strony
newest = Najnowsze
older = Starsze
more = Więcej

# The author of a message

author-webhook-by = Aplikacja webhooka „<bdi>{ $name }</bdi>”, utworzył(a) @{ $nickname }
author-webhook = Aplikacja webhooka „<bdi>{ $name }</bdi>” bez twórcy
author-app-by = Aplikacja webhooka, utworzył(a) @{ $nickname }
author-app = Aplikacja webhooka bez twórcy

# Cards and texts of messages

card-open-picture = Otwórz obraz na { $host }
card-load-picture = Wczytaj obraz
table = Tabela

# A channel

channel-skip = Przejdź do pola wiadomości
channel-search = Szukaj w { $channel }
channel-members = Członkowie
channel-messages = Wiadomości
channel-to-unread = Przejdź do pierwszej nieprzeczytanej wiadomości
channel-older = Wczytaj starsze wiadomości
channel-new = Nowe
channel-empty = Nie ma jeszcze wiadomości
channel-empty-equip = Napisz pierwszą wiadomość, zaproś innych albo utwórz webhook, aby pisał tu program.
channel-empty-text = Tu pojawiają się wiadomości od ludzi i webhooków.
channel-new-webhook = Nowy webhook
channel-invite = Zaproś innych
channel-newer = Nowsze wiadomości
channel-to-newest = Przejdź do najnowszych wiadomości
channel-message = Wiadomość do { $channel }
channel-send = Wyślij
channel-ctrl-enter = Ctrl Enter wysyła.
channel-enter = Enter wysyła, Shift Enter zaczyna nowy wiersz.
channel-change-key = Zmień
channel-slow = Tryb powolny: jedna wiadomość co { $interval }.
channel-slow-exempt = Tryb powolny: jedna wiadomość co { $interval }. Ciebie nie dotyczy.
channel-timed-out = Na tym serwerze masz wyciszenie do <time></time>. Do tego czasu możesz czytać, ale nie pisać.
channel-closed = Możesz czytać ten kanał, ale nie pisać w nim. Poproś kogoś, kto zarządza serwerem, o uprawnienie „Wysyłanie wiadomości”.

# A message, its menu and its page

message-actions = Działania
message-title = Wiadomość od { $name } w { $channel }
message-by = Wiadomość od { $name }
menu-webhook-by = Webhook <a href="/portal/webhooks/{ $id }"><bdi>{ $name }</bdi></a>, autor: @{ $creator }
menu-webhook = Webhook <a href="/portal/webhooks/{ $id }"><bdi>{ $name }</bdi></a>
menu-paused = Wstrzymany
menu-copy-link = Kopiuj link
menu-mute = Wycisz <bdi>{ $channel }</bdi> na godzinę
menu-versions = Wcześniejsze wersje
menu-report = Zgłoś…
menu-block = Zablokuj: <bdi>{ $name }</bdi>
menu-unblock = Odblokuj: <bdi>{ $name }</bdi>
menu-pause = Wstrzymaj ten webhook
menu-leaked = Zgłoś wyciek
menu-remove = Usuń wiadomości…
edit-label = Edytuj wiadomość
edit-hint = Escape anuluje. Edycja nikogo nie powiadamia.
message-webhook-by = <a href="/portal/webhooks/{ $id }"><strong><bdi>{ $name }</bdi></strong></a>, autor: @{ $creator }
message-webhook-paused = wstrzymany
message-pause = Wstrzymaj
message-link = Link
message-link-about = Działa u każdego, kto widzi ten kanał.
message-link-what = link do tej wiadomości
message-later = Przeczytaj później
message-later-about = Ta wiadomość i wszystkie po niej zostaną oznaczone jako nieprzeczytane, tylko dla ciebie.
message-edit-hint = Edycja nikogo nie powiadamia.
message-delete = Usuń wiadomość
message-delete-about = Wiadomość znika od razu, dla wszystkich. Przez minutę możesz to cofnąć.
message-remove = Usuń wszystkie wiadomości: { $name }
message-remove-about = Wszystkie naraz, w { $channel } albo na całym serwerze. Przez minutę możesz to cofnąć.
message-report = Zgłoś
message-report-about = Do moderatorów tego serwera. Autor nie dowie się, kto zgłosił.
message-report-reason = Co jest z nią nie tak?
message-report-button = Zgłoś wiadomość
message-versions = Zobacz wcześniejsze wersje
reply-to = W odpowiedzi na:
reply-deleted = Usunięto pierwotną wiadomość
reply-bar = Odpowiadasz: <bdi class="message-reply-author">{ $name }</bdi>
reply-cancel = Anuluj odpowiedź
reply-notify = Powiadom: <bdi>{ $name }</bdi>

# Removing messages

removal-title = Usuń wiadomości z { $channel }
removal-button = Usuń wiadomości
removal-lead = Wszystkie wiadomości jednego autora w { $channel } naraz. Przez minutę możesz to cofnąć.
removal-author = Autor
removal-choose = Wybierz autora
removal-count = Policz wiadomości
removed-one = Usunięto wiadomość.
removed =
    { $count ->
        [one] Usunięto { $count } wiadomość autora <bdi>{ $author }</bdi>.
        [few] Usunięto { $count } wiadomości autora <bdi>{ $author }</bdi>.
        [many] Usunięto { $count } wiadomości autora <bdi>{ $author }</bdi>.
       *[other] Usunięto { $count } wiadomości autora <bdi>{ $author }</bdi>.
    }
removed-seconds = jeszcze <span class="nums" data-countdown-number>{ $seconds }</span> s
since-title = Jak daleko wstecz
since-button = Usuń: { $what }
since-everywhere = Na każdym kanale serwera, który widzisz
since-too-many = Jest za dużo wiadomości, aby je najpierw policzyć.
since-server = Cały serwer
since-channels = na { $count } kanałach
since-from = z <time></time>
since-oldest = od <time></time>
since-earlier = w tym { $count } sprzed tej wiadomości
since-replies =
    { $count ->
        [one] w tym { $count } odpowiedź
        [few] w tym { $count } odpowiedzi
        [many] w tym { $count } odpowiedzi
       *[other] w tym { $count } odpowiedzi
    }

# Versions of a message

versions = Wersje tej wiadomości
versions-title = Wersje wiadomości w { $channel }
versions-lead = Od najnowszej. Przechowywana jest pierwsza wersja i dziesięć ostatnich przed obecną.
versions-replaced = Zastąpiono
versions-edited = Edytowano
versions-posted = Napisano
versions-current = Obecna

# Servers and channels beside a page

side-title = Serwery i kanały
side-unread-elsewhere = (nieprzeczytane wiadomości na innych kanałach)
side-servers = Serwery
side-settings = Ustawienia serwera
side-settings-of = Ustawienia: { $server }
side-messages = Wiadomości w { $server }
side-search = Szukaj wiadomości w { $server }
side-search-channel = Szukaj na tym kanale
side-channels = Kanały
side-reports = Zgłoszenia

# After the number of open reports, for screen readers.

side-reports-open = otwarte
side-muted = (wyciszony)
mute-title = Powiadomienia z { $channel }
mute-muted = Wyciszone: { $place }
mute-until = do <time></time>
mute-open = dopóki nie włączysz ponownie
mute = Wycisz: { $place }
mute-off = Wyłącz wyciszenie
mute-1h = Na godzinę
mute-8h = Na osiem godzin
mute-always = Dopóki nie włączę ponownie
