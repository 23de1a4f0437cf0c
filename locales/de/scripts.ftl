# The connection and the session

connected = Wieder verbunden.
reconnecting = Nicht verbunden. Verbindung wird wiederhergestellt …
disconnected = Nicht verbunden.
disconnected-text = Nicht verbunden. Dein Text ist noch da.
no-response = Der Server hat nicht geantwortet. Versuche es noch einmal.
no-response-text = Der Server hat nicht geantwortet. Dein Text ist noch da. Versuche es noch einmal.
no-response-once = Der Server hat nicht geantwortet. Dein Text ist noch da. Wenn du ihn noch einmal sendest, erscheint er nur einmal.
wait-a-moment = Der Server hat noch nicht geantwortet. Warte einen Moment.
ended = Deine Sitzung ist abgelaufen.
ended-unsent = Deine Sitzung ist abgelaufen. Dein Text ist noch da. Er wurde nicht gesendet.
ended-nothing-sent = Deine Sitzung ist abgelaufen. Dein Text ist noch da. Es wurde nichts gesendet.
ended-unsaved = Deine Sitzung ist abgelaufen. Dein Text ist noch da. Er wurde nicht gespeichert.
ended-unchanged = Deine Sitzung ist abgelaufen. Es wurde nichts geändert.
sign-in-again-link = Wieder anmelden
sign-in-and-back = Anmelden und zurückkommen
your-servers = Deine Server
retry-soon = Versuche es in ein paar Sekunden noch einmal.
retry-in =
    { $seconds ->
        [one] Versuche es in einer Sekunde noch einmal.
       *[other] Versuche es in { $seconds } Sekunden noch einmal.
    }
too-fast-sending = Du sendest zu schnell Nachrichten. { $wait }
too-fast-changing = Du änderst zu schnell etwas. { $wait }
too-fast-webhook = Dieser Webhook schreibt zu schnell. { $wait }
not-done = Das wurde nicht ausgeführt. Lade die Seite neu und versuche es noch einmal.

# Writing and reading messages

not-sent = Die Nachricht wurde nicht gesendet. Dein Text ist noch da. Versuche es noch einmal.
cant-post = Du kannst in { $channel } nicht mehr schreiben. Kopiere deinen Text, bevor du gehst.
cant-post-here = In diesem Kanal kannst du nicht schreiben.
reply-gone = Die Nachricht, auf die du antworten wolltest, wurde gelöscht.
reply-gone-text = Die Nachricht, auf die du antworten wolltest, wurde gelöscht. Dein Text ist noch da.
many-new =
    { $count ->
        [one] { $count } neue Nachricht. Die letzte ist von { $last }
       *[other] { $count } neue Nachrichten. Die letzte ist von { $last }
    }
cant-see = Du kannst { $channel } nicht mehr sehen.
banned-from = Du wurdest von { $server } gebannt.
removed-from = Du bist kein Mitglied von { $server } mehr.
post-again = Du kannst wieder schreiben.
timed-out-until = Du bist auf diesem Server bis { $time } stummgeschaltet. Bis dahin kannst du lesen, aber nicht schreiben.
older-failed = Ältere Nachrichten konnten nicht geladen werden. Versuche es noch einmal.
load-older = Ältere Nachrichten laden
to-unread = Zur ersten ungelesenen Nachricht
new = Neu
unread-mentions-none = (ungelesen)
unread-count =
    { $count ->
        [one] ({ $count } ungelesene Erwähnung)
       *[other] ({ $count } ungelesene Erwähnungen)
    }
unread-over = ({ $count }+ ungelesene Erwähnungen)
mentions =
    { $count ->
        [one] { $count } ungelesene Erwähnung
       *[other] { $count } ungelesene Erwähnungen
    }
mentions-over = Mehr als { $count } ungelesene Erwähnungen
marked-read =
    { $count ->
        [one] { $count } Erwähnung ist als gelesen markiert.
       *[other] { $count } Erwähnungen sind als gelesen markiert.
    }
reports-open =
    { $count ->
        [one] { $count } Meldung wartet auf eine Entscheidung
       *[other] { $count } Meldungen warten auf eine Entscheidung
    }
names = Namen
names-found =
    { $count ->
        [one] Ein Name. Mit Tab übernehmen.
       *[other] { $count } Namen. Mit den Pfeiltasten wählen, mit Tab übernehmen.
    }
members = Mitglieder
message-word = Nachricht
in-reply-to = Antwort auf:
original-deleted = Ursprüngliche Nachricht gelöscht
open-picture = Bild auf { $host } öffnen

# Acts on messages and people

close = Schließen
reply-act = Antworten
edit-act = Bearbeiten
actions-for = Aktionen für die Nachricht von { $author }
report-message = Nachricht melden
report-unsent = Deine Meldung ist noch nicht gesendet. „Schließen“ verwirft sie.
report-thanks = Danke. Die Moderation dieses Servers sieht sich die Nachricht an.
message-saved = Die Nachricht ist gespeichert.
message-is-deleted = Die Nachricht ist gelöscht.
message-restored = Die Nachricht ist wiederhergestellt.
messages-restored = Die Nachrichten sind wiederhergestellt.
undo-announced = { $done } Du kannst das zehn Sekunden lang rückgängig machen.
cant-edit = Du kannst diese Nachricht nicht bearbeiten.
edit-own-only = Du kannst nur deine eigenen Nachrichten bearbeiten.
edit-kept = Nicht gespeichert. Dein Text ist da, wenn du die Nachricht wieder bearbeitest.
edit-deleted = Diese Nachricht wurde gelöscht. Kopiere deinen Text, bevor du abbrichst.
webhook-paused = Der Webhook ist pausiert.
link-copied = Der Link ist kopiert.
copied = Kopiert
copied-announced = In die Zwischenablage kopiert
select-and-copy = Markieren und kopieren
copying-refused = Der Browser hat das Kopieren nicht erlaubt.
copying-refused-select = Der Browser hat das Kopieren nicht erlaubt. Markiere den Text und kopiere ihn.

# Settings, shortcuts and passkeys

not-saved = Nicht gespeichert
revealed = Angezeigt
picture-large = Dieses Bild ist zu groß. Wähle eines mit höchstens 5 MiB.
shortcuts-title = Tastenkürzel
shortcuts-on = Kürzel mit einer Taste sind eingeschaltet.
shortcuts-off = Kürzel mit einer Taste sind ausgeschaltet.
stores-nothing = Dieser Browser speichert keine Einstellungen.
push-none = Dieser Browser hat keine Benachrichtigungen.
push-not-here = Nicht in diesem Browser.
push-denied = Benachrichtigungen von dieser Website sind in den Einstellungen deines Browsers blockiert. Erlaube sie zuerst dort.
push-off = In diesem Browser aus.
push-on = In diesem Browser ein, auch wenn keine Seite dieser Website offen ist.
push-on-open = In diesem Browser ein, solange eine Seite dieser Website offen ist.
one-moment = Einen Moment …
push-unreachable = Benachrichtigungen sind ein, solange eine Seite offen ist. Der Push-Dienst deines Browsers war nicht erreichbar.
passkey-exists = Dieses Gerät hat schon einen Passkey für dein Konto.
passkey-not-used = Es wurde kein Passkey benutzt. Versuche es noch einmal, oder nimm einen anderen Weg.
passkey-no-address = Unter dieser Adresse haben Browser keine Passkeys.
passkey-none = Dieser Browser hat keine Passkeys. Nimm einen anderen Weg.
passkey-failed = Der Passkey konnte nicht benutzt werden. Versuche es noch einmal, oder nimm einen anderen Weg.
