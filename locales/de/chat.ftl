# Words of several pages of the chat.

bot = Bot
message = Nachricht
webhook = Webhook
reply = Antworten
edit = Bearbeiten
delete = Löschen
save = Speichern
save-changes = Änderungen speichern
undo = Rückgängig
block = Blockieren
unblock = Nicht mehr blockieren
blocked = Blockierte Nachricht
blocked-show = Blockierte Nachricht. <span>Anzeigen</span>
mark-read = Als gelesen markieren
mark-unread = Als ungelesen markieren
search = Suchen
search-messages = Nachrichten durchsuchen
roles = Rollen
timed-out = Stummgeschaltet
pages = Seiten
newest = Neueste
older = Ältere
more = Mehr

# The author of a message

author-webhook-by = Webhook-App „<bdi>{ $name }</bdi>“, erstellt von @{ $nickname }
author-webhook = Webhook-App „<bdi>{ $name }</bdi>“ ohne Ersteller
author-app-by = Webhook-App, erstellt von @{ $nickname }
author-app = Webhook-App ohne Ersteller

# Cards and texts of messages

card-open-picture = Bild auf { $host } öffnen
card-load-picture = Bild laden
table = Tabelle

# A channel

channel-skip = Zum Nachrichtenfeld springen
channel-search = In { $channel } suchen
channel-members = Mitglieder
channel-messages = Nachrichten
channel-to-unread = Zur ersten ungelesenen Nachricht
channel-older = Ältere Nachrichten laden
channel-new = Neu
channel-empty = Noch keine Nachrichten
channel-empty-equip = Schreib die erste Nachricht, lade Leute ein, oder erstelle einen Webhook, damit ein Programm hier schreiben kann.
channel-empty-text = Hier erscheinen Nachrichten von Leuten und Webhooks.
channel-new-webhook = Neuer Webhook
channel-invite = Leute einladen
channel-newer = Neuere Nachrichten
channel-to-newest = Zu den neuesten Nachrichten
channel-message = Nachricht an { $channel }
channel-send = Senden
channel-ctrl-enter = Strg Enter sendet.
channel-enter = Enter sendet, Umschalt Enter beginnt eine neue Zeile.
channel-change-key = Ändern
channel-slow = Langsamer Modus: eine Nachricht alle { $interval }.
channel-slow-exempt = Langsamer Modus: eine Nachricht alle { $interval }. Er gilt nicht für dich.
channel-timed-out = Du bist auf diesem Server bis <time></time> stummgeschaltet. Bis dahin kannst du lesen, aber nicht schreiben.
channel-closed = Du kannst diesen Kanal lesen, aber nicht darin schreiben. Bitte jemanden, der den Server verwaltet, um die Berechtigung „Nachrichten senden“.

# A message, its menu and its page

message-actions = Aktionen
message-title = Nachricht von { $name } in { $channel }
message-by = Nachricht von { $name }
menu-webhook-by = Webhook <a href="/portal/webhooks/{ $id }"><bdi>{ $name }</bdi></a>, von @{ $creator }
menu-webhook = Webhook <a href="/portal/webhooks/{ $id }"><bdi>{ $name }</bdi></a>
menu-paused = Pausiert
menu-copy-link = Link kopieren
menu-mute = <bdi>{ $channel }</bdi> eine Stunde stummschalten
menu-versions = Frühere Fassungen
menu-report = Melden …
menu-block = <bdi>{ $name }</bdi> blockieren
menu-unblock = <bdi>{ $name }</bdi> nicht mehr blockieren
menu-pause = Diesen Webhook pausieren
menu-leaked = Als verraten melden
menu-remove = Nachrichten entfernen …
edit-label = Nachricht bearbeiten
edit-hint = Escape bricht ab. Das Bearbeiten benachrichtigt niemanden.
message-webhook-by = <a href="/portal/webhooks/{ $id }"><strong><bdi>{ $name }</bdi></strong></a>, von @{ $creator }
message-webhook-paused = pausiert
message-pause = Pausieren
message-link = Link
message-link-about = Er funktioniert für alle, die diesen Kanal sehen können.
message-link-what = den Link zu dieser Nachricht
message-later = Später lesen
message-later-about = Diese Nachricht und alle danach werden als ungelesen markiert, nur für dich.
message-edit-hint = Das Bearbeiten benachrichtigt niemanden.
message-delete = Nachricht löschen
message-delete-about = Die Nachricht wird sofort für alle gelöscht. Du kannst das eine Minute lang rückgängig machen.
message-remove = Alle Nachrichten von { $name } entfernen
message-remove-about = Alle auf einmal, in { $channel } oder auf dem ganzen Server. Du kannst das eine Minute lang rückgängig machen.
message-report = Melden
message-report-about = An die Moderation dieses Servers. Wer die Nachricht gemeldet hat, erfährt ihr Autor nicht.
message-report-reason = Was stimmt damit nicht?
message-report-button = Nachricht melden
message-versions = Frühere Fassungen ansehen
reply-to = Antwort auf:
reply-deleted = Ursprüngliche Nachricht gelöscht
reply-bar = Antwort an <bdi class="message-reply-author">{ $name }</bdi>
reply-cancel = Antwort verwerfen
reply-notify = <bdi>{ $name }</bdi> benachrichtigen

# Removing messages

removal-title = Nachrichten aus { $channel } entfernen
removal-button = Nachrichten entfernen
removal-lead = Alle Nachrichten eines Autors in { $channel }, auf einmal. Du kannst das eine Minute lang rückgängig machen.
removal-author = Autor
removal-choose = Autor auswählen
removal-count = Nachrichten zählen
removed-one = Nachricht gelöscht.
removed =
    { $count ->
        [one] { $count } Nachricht von <bdi>{ $author }</bdi> entfernt.
       *[other] { $count } Nachrichten von <bdi>{ $author }</bdi> entfernt.
    }
removed-seconds = noch <span class="nums" data-countdown-number>{ $seconds }</span> Sek.
since-title = Wie weit zurück
since-button = { $what } entfernen
since-everywhere = In jedem Kanal des Servers, den du sehen kannst
since-too-many = Es sind zu viele Nachrichten, um sie vorher zu zählen.
since-server = Ganzer Server
since-channels = in { $count } Kanälen
since-from = von <time></time>
since-oldest = seit <time></time>
since-earlier = davon { $count } von vor dieser Nachricht
since-replies =
    { $count ->
        [one] davon { $count } Antwort
       *[other] davon { $count } Antworten
    }

# Versions of a message

versions = Fassungen dieser Nachricht
versions-title = Fassungen einer Nachricht in { $channel }
versions-lead = Die neueste zuerst. Die erste Fassung und die letzten zehn vor der aktuellen werden aufbewahrt.
versions-replaced = Ersetzt
versions-edited = Bearbeitet
versions-posted = Geschrieben
versions-current = Aktuell

# Servers and channels beside a page

side-title = Server und Kanäle
side-unread-elsewhere = (ungelesene Nachrichten in anderen Kanälen)
side-servers = Server
side-settings = Servereinstellungen
side-settings-of = Einstellungen von { $server }
side-messages = Nachrichten in { $server }
side-search = Nachrichten in { $server } durchsuchen
side-search-channel = In diesem Kanal suchen
side-channels = Kanäle
side-reports = Meldungen

# After the number of open reports, for screen readers.

side-reports-open = offen
side-muted = (stummgeschaltet)
mute-title = Benachrichtigungen von { $channel }
mute-muted = { $place } ist stummgeschaltet
mute-until = bis <time></time>
mute-open = bis du die Benachrichtigungen wieder einschaltest
mute = { $place } stummschalten
mute-off = Benachrichtigungen einschalten
mute-1h = Eine Stunde lang
mute-8h = Acht Stunden lang
mute-always = Bis ich sie wieder einschalte
