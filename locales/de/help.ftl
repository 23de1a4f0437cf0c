# Keyboard shortcuts

keys-lead = Sie brauchen Skripte. Solange du in ein Feld schreibst, wirkt keines.
keys-list = Diese Liste zeigen
keys-search-how = <kbd>/</kbd> oder <kbd>Strg</kbd> <kbd>K</kbd>
keys-search = Nachrichten des Servers durchsuchen
keys-step-how = <kbd>J</kbd> und <kbd>K</kbd>
keys-step = Zur nächsten und zur vorigen Nachricht
keys-move-how = <kbd>↓</kbd> <kbd>↑</kbd> <kbd>Pos1</kbd> <kbd>Ende</kbd>
keys-move = Auf einer Nachricht: zu einer anderen
keys-into-how = <kbd>Enter</kbd>, dann <kbd>→</kbd>
keys-into = Auf einer Nachricht: zu dem, was mit ihr möglich ist
keys-reply = Auf die Nachricht mit dem Fokus antworten, sonst auf die neueste
keys-edit = Sie bearbeiten, wenn sie deine eigene ist
keys-unread = Sie und alle danach als ungelesen markieren
keys-enter-key = Enter
keys-send = Im Nachrichtenfeld: die Nachricht senden, oder wie du es in deinem <a href="/settings/profile#writing-head">Profil</a> gewählt hast
keys-last = Im leeren Nachrichtenfeld: deine letzte Nachricht bearbeiten
keys-escape-key = Esc
keys-close = Offenes schließen; ist nichts offen, den Kanal als gelesen markieren
keys-channel-how = <kbd>Alt</kbd> <kbd>↑</kbd> und <kbd>Alt</kbd> <kbd>↓</kbd>
keys-channel = Zum Kanal darüber und darunter
keys-inbox = Zum Posteingang
keys-portal = Zum Portal
keys-single = Tastenkürzel ohne Strg oder Alt
keys-single-hint = Für diesen Browser. Schalte sie aus, wenn du Spracheingabe benutzt oder versehentlich Tasten drückst.

# How notifications work

notify-lead = So sagt dir dein Browser, dass jemand dich erwähnt oder dir geantwortet hat.
notify-turn = Einschalten
notify-turn-text = Öffne <a href="/settings/notifications">Einstellungen › Benachrichtigungen</a> und drücke <em>In diesem Browser einschalten</em>. Dein Browser fragt dann, ob er sie zeigen darf. Keine andere Seite fragt danach. Mach dasselbe in jedem Browser, in dem du sie haben möchtest.
notify-most =
    { $most ->
        [one] Nur ein Browser kann sie bekommen: Ein weiterer ersetzt ihn.
       *[other] Höchstens { $most } Browser können sie bekommen: Ein weiterer ersetzt den, der zuerst hinzukam.
    }
notify-ios = Auf einem iPhone oder iPad tippe zuerst in Safari auf <em>Teilen</em> und <em>Zum Home-Bildschirm</em>, und öffne die Website von dort.
notify-shows = Eine Benachrichtigung zeigt, wer wo geschrieben hat, und den Anfang der Nachricht. Ein Klick öffnet die Nachricht. Sie erscheint einmal, auch wenn mehrere Tabs offen sind, und nicht für den Kanal, den du gerade ansiehst.
notify-closed = Wenn keine Seite offen ist
notify-push = Benachrichtigungen kommen an, auch wenn keine Seite dieser Website offen ist, solange der Browser läuft und du dort angemeldet bist. Sie laufen über den Push-Dienst des Browserherstellers, so verschlüsselt, dass nur dein Browser sie lesen kann. Der Push-Dienst erfährt, dass es eine Benachrichtigung gibt, wie groß sie ist, und eine Nummer für den Kanal.
notify-signed-out = Wenn du dich abmeldest, enden sie. Meldest du dich im selben Browser wieder an, sind sie ohne weitere Frage wieder an, außer du hast sie ausgeschaltet. Für andere, die sich dort anmelden, bleiben sie aus, bis sie sie selbst einschalten. Ein Browser, den du in den Einstellungen entfernst, bleibt entfernt, bis du dort die Benachrichtigungen wieder einschaltest.
notify-page-only = Auf dieser Website brauchen Benachrichtigungen eine offene Seite.
notify-fewer = Weniger davon
notify-mute = <strong>Stummschalten:</strong> einen Kanal oder einen ganzen Server mit der Glocke in seinem Kopf, für eine Stunde, für acht Stunden oder bis du ihn wieder einschaltest. Erwähnungen kommen weiter in deinen Posteingang.
notify-quiet = <strong>Ruhezeit</strong> in den Einstellungen: keine Benachrichtigungen zwischen zwei Uhrzeiten, an den Tagen deiner Wahl, nach der Uhr an deinem Ort. Was dann angezeigt worden wäre, wird nicht nachgeholt; es steht in deinem Posteingang.
notify-read = <strong>Was du gelesen hast</strong>, inzwischen auf einem anderen Gerät, wird nicht gezeigt.
notify-missing = Wenn keine ankommen
notify-blocked = Steht in den Einstellungen, dass sie blockiert sind, erlaube sie für diese Website in den Einstellungen deines Browsers.
notify-device = Sieh in den Einstellungen deines Geräts nach: Ein Fokus oder „Nicht stören“ hält die Benachrichtigungen aller Websites zurück.
notify-background = Manche Browser zeigen nichts, solange sie geschlossen sind. Firefox und Chromium müssen auf einem Computer im Hintergrund laufen.
