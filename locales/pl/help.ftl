# Keyboard shortcuts

keys-lead = Wymagają skryptów. Żaden nie działa, gdy piszesz w polu.
keys-list = Pokaż tę listę
keys-search-how = <kbd>/</kbd> lub <kbd>Ctrl</kbd> <kbd>K</kbd>
keys-search = Szukaj w wiadomościach serwera
keys-step-how = <kbd>J</kbd> i <kbd>K</kbd>
keys-step = Przejdź do następnej i poprzedniej wiadomości
keys-move-how = <kbd>↓</kbd> <kbd>↑</kbd> <kbd>Home</kbd> <kbd>End</kbd>
keys-move = Na wiadomości: przejdź do innej
keys-into-how = <kbd>Enter</kbd>, potem <kbd>→</kbd>
keys-into = Na wiadomości: przejdź do tego, co można z nią zrobić
keys-reply = Odpowiedz na zaznaczoną wiadomość albo na najnowszą
keys-edit = Edytuj ją, jeśli jest twoja
keys-unread = Oznacz ją i wszystkie późniejsze jako nieprzeczytane
keys-enter-key = Enter
keys-send = W polu wiadomości: wyślij ją albo to, co wybrano w <a href="/settings/profile#writing-head">profilu</a>
keys-last = W pustym polu wiadomości: edytuj swoją ostatnią wiadomość
keys-escape-key = Esc
keys-close = Zamknij to, co otwarte; gdy nic nie jest otwarte, oznacz kanał jako przeczytany
keys-channel-how = <kbd>Alt</kbd> <kbd>↑</kbd> i <kbd>Alt</kbd> <kbd>↓</kbd>
keys-channel = Przejdź do kanału powyżej i poniżej
keys-inbox = Przejdź do skrzynki
keys-portal = Przejdź do portalu
keys-single = Skróty bez Ctrl i Alt
keys-single-hint = Dla tej przeglądarki. Wyłącz je, jeśli korzystasz z wprowadzania głosowego lub naciskasz klawisze przypadkiem.

# How notifications work

notify-lead = Tak przeglądarka powie ci, że ktoś o tobie wspomniał albo ci odpowiedział.
notify-turn = Włączanie
notify-turn-text = Otwórz <a href="/settings/notifications">Ustawienia › Powiadomienia</a> i naciśnij <em>Włącz w tej przeglądarce</em>. Przeglądarka zapyta wtedy, czy może je pokazywać. Żadna inna strona o to nie pyta. Zrób to samo w każdej przeglądarce, w której chcesz je widzieć.
notify-most =
    { $most ->
        [one] Może je mieć tylko jedna przeglądarka: kolejna ją zastępuje.
        [few] Mogą je mieć najwyżej { $most } przeglądarki: kolejna zastępuje tę dodaną najwcześniej.
        [many] Może je mieć najwyżej { $most } przeglądarek: kolejna zastępuje tę dodaną najwcześniej.
       *[other] Może je mieć najwyżej { $most } przeglądarki: kolejna zastępuje tę dodaną najwcześniej.
    }
notify-ios = Na iPhonie lub iPadzie dotknij najpierw w Safari <em>Udostępnij</em> i <em>Do ekranu początkowego</em>, a potem otwórz witrynę stamtąd.
notify-shows = Powiadomienie pokazuje, kto i gdzie napisał, oraz początek wiadomości. Kliknij je, aby otworzyć wiadomość. Pojawia się raz, nawet gdy otwartych jest kilka kart, a nie pojawia się dla kanału, na który właśnie patrzysz.
notify-closed = Gdy żadna strona nie jest otwarta
notify-push = Powiadomienia przychodzą także wtedy, gdy żadna strona tej witryny nie jest otwarta, o ile przeglądarka działa i trwa w niej twoja sesja. Przechodzą przez usługę push producenta przeglądarki, zaszyfrowane tak, że odczyta je tylko twoja przeglądarka. Usługa push dowiaduje się, że jest powiadomienie, jak jest duże, i poznaje numer kanału.
notify-signed-out = Wylogowanie je kończy. Gdy zalogujesz się ponownie w tej samej przeglądarce, będą znów włączone bez pytania, chyba że je wyłączysz. Dla innej osoby, która się tam zaloguje, pozostają wyłączone, dopóki sama ich nie włączy. Przeglądarka usunięta w ustawieniach pozostaje usunięta, dopóki ponownie nie włączysz w niej powiadomień.
notify-page-only = W tej witrynie powiadomienia wymagają otwartej strony.
notify-fewer = Mniej powiadomień
notify-mute = <strong>Wycisz</strong> kanał albo cały serwer dzwonkiem w jego nagłówku: na godzinę, na osiem godzin albo do odwołania. Wzmianki nadal trafiają do twojej skrzynki.
notify-quiet = <strong>Cisza nocna</strong> w ustawieniach: żadnych powiadomień między dwiema porami dnia, w wybrane dni, według twojego miejscowego czasu. To, co pokazałoby się wtedy, nie pokaże się później; jest w twojej skrzynce.
notify-read = <strong>Tego, co już przeczytasz</strong> na innym urządzeniu, powiadomienia nie pokazują.
notify-missing = Gdy nie przychodzą
notify-blocked = Jeśli w ustawieniach jest napisane, że są zablokowane, zezwól na nie dla tej witryny w ustawieniach przeglądarki.
notify-device = Zajrzyj do ustawień urządzenia: tryb skupienia albo „Nie przeszkadzać” wstrzymuje powiadomienia wszystkich witryn.
notify-background = Niektóre przeglądarki nic nie pokazują, gdy są zamknięte. Firefox i Chromium na komputerze muszą działać w tle.
