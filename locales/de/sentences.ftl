brand-imprint = Impressum
brand-privacy = Datenschutz
choose-language = Wähle eine der Sprachen.
wait-seconds =
    { $n ->
        [one] Versuche es in einer Sekunde noch einmal.
       *[other] Versuche es in { $n } Sekunden noch einmal.
    }
wait-minutes = Versuche es in { $n } Minuten noch einmal.
wait-hours =
    { $n ->
        [one] Versuche es in einer Stunde noch einmal.
       *[other] Versuche es in { $n } Stunden noch einmal.
    }
wait-few-seconds = Versuche es in ein paar Sekunden noch einmal.
wrong-login = Benutzername, Telefonnummer oder Passwort ist falsch.
check-login = Prüfe deine Eingaben und versuche es noch einmal.
wrong-password = Das Passwort ist falsch.
try-again = Versuche es noch einmal.
too-many-attempts = Zu viele Versuche.
too-many-codes = Es wurden zu viele Codes probiert.
too-many-passkeys = Es wurden zu viele Passkeys probiert.
too-many-people = Es melden sich gerade zu viele Leute gleichzeitig an.
nothing-changed = Es wurde nichts geändert.
sign-in-over = Diese Anmeldung hat zu lange gedauert, oder es waren zu viele Codes falsch.
sign-in-again = Melde dich noch einmal an.
code-used = Dieser Code ist falsch oder wurde schon verwendet.
code-next = Warte auf den nächsten, oder verwende einen Wiederherstellungscode.
passkey-unknown = Dieser Passkey ist hier nicht bekannt.
passkey-removed = Vielleicht wurde er entfernt.
passkey-other-way = Melde dich auf andere Weise an.
passkey-unavailable = Unter dieser Adresse funktionieren Passkeys nicht: Sie brauchen https und einen Domainnamen.
passkey-missing = Es wurde kein Passkey gesendet.
passkey-needs = Passkeys brauchen JavaScript und einen Browser, der sie unterstützt.
passkey-over = Das hat zu lange gedauert oder wurde zweimal gesendet.
passkey-unchecked = Dein Gerät hat nicht geprüft, dass du es bist.
passkey-pin = Richte dort eine PIN oder einen Fingerabdruck ein und versuche es noch einmal.
passkey-wrong = Der Passkey konnte nicht geprüft werden.
passkey-use-other = Versuche es noch einmal, oder nimm einen anderen Weg.
confirmed-late = Du hast bestätigt, dass du es bist, aber was du gewählt hattest, war schon erledigt oder hat zu lange gewartet.
look-first = Sieh nach, bevor du es noch einmal versuchst.
nickname-length = Verwende 2 bis 32 Zeichen.
nickname-letters = Verwende nur die Buchstaben a bis z, Ziffern, Punkte, Bindestriche und Unterstriche.
nickname-start = Beginne mit einem Buchstaben oder einer Ziffer.
nickname-end = Ende mit einem Buchstaben, einer Ziffer oder einem Unterstrich.
nickname-reserved = Dieser Benutzername ist reserviert.
nickname-taken = Dieser Benutzername ist vergeben.
choose-other = Wähle etwas anderes.
name-missing = Gib einen Namen ein.
name-length = Verwende höchstens 64 Zeichen.
name-characters = Entferne Steuerzeichen und unsichtbare Zeichen.
name-marks = Verwende höchstens vier Akzente oder Zeichen auf einem Buchstaben.
name-reserved = Dieser Name ist reserviert.
sign-up-not-open = Auf dieser Instanz kann sich nicht jeder registrieren.
admin-link-stale = Dieser Link funktioniert nicht mehr: Er wurde benutzt, ist älter als ein Tag, oder wurde ersetzt, als Portico neu gestartet wurde.
admin-link-newest = Verwende den neuesten, oder registriere dich ohne ihn und bitte den Betreiber, „portico user admin“ auszuführen.
admin-now = Du bist jetzt Admin dieser Instanz.
no-texts = Dieser Dienst kann keine SMS senden.
ask-operator = Bitte den Betreiber, ein neues Passwort für dich festzulegen.
login-missing = Gib deinen Benutzernamen oder deine Telefonnummer ein.
reset-limit = Du hast heute { $n } Codes angefordert, mehr geht nicht.
reset-rest = Du hast gerade erst einen Code angefordert.
reset-another =
    { $n ->
        [one] In einer Sekunde kannst du einen weiteren anfordern.
       *[other] In { $n } Sekunden kannst du einen weiteren anfordern.
    }
reset-digits = Gib die acht Ziffern des Codes ein.
code-over = Dieser Code gilt nicht mehr.
code-request-new = Fordere einen neuen an.
code-wrong = Dieser Code ist falsch.
code-check = Prüfe ihn und versuche es noch einmal.
code-wrong-last = Dieser Code ist falsch, und du hast keine Versuche mehr.
reset-many-codes = Für dieses Konto wurden heute zu viele Codes probiert.
reset-done = Dein neues Passwort ist festgelegt, und du bist überall abgemeldet.
reset-sign-in = Melde dich damit an.
with-code = dein Passwort und ein Code
with-passkey-too = dein Passwort und ein Passkey
with-passkey = ein Passkey
with-password = dein Passwort
device-no-code = Dieser Code funktioniert nicht.
device-compare = Vergleiche ihn mit dem auf dem Gerät.
device-expired = Wenn es derselbe ist, ist er abgelaufen oder wurde schon verwendet: Beginne auf dem Gerät von vorn.
device-missing = Gib den Code ein, den das Gerät anzeigt.
device-start-again = Beginne auf dem Gerät von vorn.
device-gone-title = Dieser Code gilt nicht mehr
device-gone = Der Code ist abgelaufen oder wurde schon beantwortet.
nothing-shared = Es wurde nichts weitergegeben.
back-to-app = Kehre zur App zurück und beginne von vorn.
not-a-tab-title = Diese Seite wurde nicht in einem Tab geöffnet
not-a-tab = Um dich bei einer App anzumelden, öffne ihren Link in einem eigenen Tab.
unreadable-title = Diese Anfrage ist nicht lesbar
unreadable = Der Link, der dich hierher geführt hat, ist beschädigt.
app-changed-title = Die App hat sich geändert
app-changed = Während diese Seite offen war, wurde die App gelöscht oder ihre Weiterleitungs-URI geändert.
answered-title = Schon beantwortet
answered = Du hast diese Seite schon beantwortet.
answered-once = Das geht nur einmal.
expired-title = Diese Seite ist abgelaufen
expired = Diese Seite war länger als zehn Minuten offen.
foreign-title = Diese Seite passt nicht zu deiner Sitzung
foreign = Diese Seite wurde verändert, gehört jemand anderem, oder wurde vor deiner letzten Anmeldung geöffnet.
unread-title = Diese Anfrage war nicht lesbar
unread = Etwas darin fehlt oder ist fehlerhaft.
go-back-and-try = Geh zurück und versuche es noch einmal.
forbidden-title = Das darfst du hier nicht
forbidden = Dir fehlt die Berechtigung dafür.
forbidden-ask = Wende dich an jemanden, der den Server verwaltet.
missing-title = Seite nicht gefunden
missing = Diese Seite gibt es nicht, oder du kannst sie nicht sehen.
missing-check = Prüfe die Adresse und versuche es noch einmal.
slow-title = Das hat zu lange gedauert
slow = Was du gesendet hast, ist nicht rechtzeitig angekommen.
slow-check = Prüfe deine Verbindung und versuche es noch einmal.
large-title = Das war zu groß
large = Was du gesendet hast, ist größer als erlaubt.
large-smaller = Sende etwas Kleineres.
form-title = Dieses Formular war nicht lesbar
form-field = Ein Feld fehlt oder ist fehlerhaft.
often-title = Zu viele Versuche
often = Du hast das in kurzer Zeit zu oft gemacht.
away-title = Vorübergehend nicht verfügbar
away = Der Dienst erreicht zurzeit seine Datenbank nicht.
away-unsaved = Was du gesendet hast, wurde nicht gespeichert.
away-unknown = Die Datenbank hat nicht rechtzeitig geantwortet.
away-maybe = Was du gesendet hast, wurde vielleicht gespeichert, vielleicht auch nicht.
broken-title = Bei uns ist etwas schiefgegangen
broken = Der Fehler wurde protokolliert, und es wurde nichts halb gespeichert.
broken-reference = Wenn es immer wieder passiert, gib dem Betreiber die Referenz unten.
refused-title = Das hat nicht geklappt
refused = Die Anfrage wurde abgelehnt.
second-step-title = Richte zuerst die Anmeldung in zwei Schritten ein
second-step = Wer dies verwaltet, braucht einen zweiten Schritt, und dein Konto hat keinen.
second-step-minute = Es dauert eine Minute, mit einem Passkey oder einer Authenticator-App.
second-step-meanwhile = In deinen Kanälen kannst du bis dahin lesen und schreiben.
second-step-set-up = Anmeldung in zwei Schritten einrichten
suspended-title = Dieser Server ist gesperrt
suspended = Der Betreiber dieser Instanz hat ihn gesperrt.
suspended-owner = Der Eigentümer kann den Grund lesen.
suspended-ask = Der Eigentümer kann den Betreiber bitten, die Sperre aufzuheben.
suspended-until = Bis dahin kann dort niemand lesen oder schreiben, und auf jede Nachricht an seine Webhooks wird mit 404 geantwortet.
suspended-kept = Es wird nichts gelöscht.
other-site = Dieses Formular kam von einer anderen Website, deshalb wurde es abgelehnt.
other-site-open = Öffne die Seite auf dieser Website und sende das Formular noch einmal.
framed = Diese Seite kann nicht in einer anderen Seite angezeigt werden.
framed-open = Öffne sie in einem eigenen Tab.
bad-character = Darin ist ein Zeichen, das nicht gespeichert werden kann.
bad-character-remove = Entferne es und versuche es noch einmal.
password-short = Verwende mindestens 8 Zeichen.
password-long = Verwende höchstens 128 Zeichen.
password-nickname = Wähle ein Passwort, das nicht dein Benutzername ist, auch nicht mit Ziffern.
password-common = Das ist eines der Passwörter, die Angreifer zuerst probieren.
# Chat: posting, reading and removing

timed-out-here = Du bist auf diesem Server stummgeschaltet.
until-then-read = Bis das endet, kannst du nur lesen.
slow-mode-wait =
    { $n ->
        [one] Langsamer Modus: Versuche es in { $n } Sekunde noch einmal.
       *[other] Langsamer Modus: Versuche es in { $n } Sekunden noch einmal.
    }
every-seconds =
    { $n ->
        [one] { $n } Sekunde
       *[other] { $n } Sekunden
    }
every-minutes =
    { $n ->
        [one] { $n } Minute
       *[other] { $n } Minuten
    }
every-hours =
    { $n ->
        [one] { $n } Stunde
       *[other] { $n } Stunden
    }
every-minute = 60 Sekunden
every-hour = 60 Minuten
slow-off = Aus
days =
    { $n ->
        [one] { $n } Tag
       *[other] { $n } Tage
    }
weeks =
    { $n ->
        [one] { $n } Woche
       *[other] { $n } Wochen
    }
one-year = 1 Jahr
one-person = 1 Person
some-people = { $n } Personen
unread-mark = (ungelesen)
unread-mentions =
    { $n ->
        [one] ({ $n } ungelesene Erwähnung)
       *[other] ({ $n } ungelesene Erwähnungen)
    }
unread-many = ({ $n }+ ungelesene Erwähnungen)
no-longer-muted = { $name } ist nicht mehr stummgeschaltet.
muted-hour = { $name } ist eine Stunde lang stummgeschaltet. Erwähnungen erreichen weiter deinen Posteingang.
muted-eight-hours = { $name } ist acht Stunden lang stummgeschaltet. Erwähnungen erreichen weiter deinen Posteingang.
muted-open = { $name } ist stummgeschaltet. Erwähnungen erreichen weiter deinen Posteingang.
message-deleted = Die Nachricht ist gelöscht.
thank-you = Danke.
moderators-will-look = Die Moderation dieses Servers sieht sich die Nachricht an.
reported-already = Du hast diese Nachricht schon gemeldet.
moderators-will-look-at-it = Die Moderation dieses Servers sieht sie sich an.
report-own = Deine eigene Nachricht kannst du nicht melden.
report-stays = Die Moderation hat sich diese Nachricht angesehen und entschieden, dass sie bleibt.
choose-whose = Wähle, wessen Nachrichten entfernt werden.
choose-since = Wähle die letzte Stunde, den letzten Tag oder die letzte Woche.
choose-since-or-none = Wähle die letzte Stunde, den letzten Tag, die letzte Woche oder nichts.
no-such-messages = Es gibt keine Nachrichten dieses Autors zu entfernen.
since-message = Diese Nachricht und alle späteren
since-hour = Die letzte Stunde
since-day = Der letzte Tag
since-week = Die letzte Woche
nothing-chosen = Keine
messages-none = keine Nachrichten
messages-count =
    { $n ->
        [one] { $n } Nachricht
       *[other] { $n } Nachrichten
    }
messages-at-least = mindestens { $n } Nachrichten
messages-more = mehr als { $n } Nachrichten
restored-one = 1 Nachricht ist wiederhergestellt.
restored-many = { $n } Nachrichten sind wiederhergestellt.
restored-already = Diese Nachrichten sind schon wiederhergestellt, oder die Zeit zum Rückgängigmachen ist um.
minute-over = Die Minute ist um.
cant-restore = Diese Nachrichten lassen sich nicht wiederherstellen.
mention-read = 1 Erwähnung ist als gelesen markiert.
mentions-read = { $n } Erwähnungen sind als gelesen markiert.
mentions-read-to = Die Erwähnungen bis dorthin sind als gelesen markiert.
completion-role = Rolle
completion-everyone = Alle in diesem Kanal
another-account = In diesem Browser ist seit dem Öffnen dieser Seite ein anderes Konto angemeldet.
reload-page = Lade die Seite neu.
another-account-post = In diesem Browser ist jetzt @{ $name } angemeldet, deshalb wurde das nicht gesendet. Kopiere deinen Text und lade die Seite neu.
unread-before-joining = Diese Nachricht ist von vor deinem Beitritt, sie kann nicht ungelesen sein.
deleted-user-name = Gelöschtes Konto
deleted-webhook-name = Gelöschter Webhook
search-day = Ein Tag wird geschrieben wie 2026-03-01.
search-only-me = Bekannt ist nur „mentions:me“.
search-name-missing = Nach dem Doppelpunkt fehlt ein Name.
search-no-letter = Darin ist kein Buchstabe und keine Ziffer.
search-no-minus = Eine Suche kann nichts ausschließen.
search-many-parts = Eine Suche kann nicht mehr Teile haben.
search-long = Eine Suche kann nicht länger sein.

# Invites

invite-dead = Diese Einladung funktioniert nicht
invite-why = Sie ist abgelaufen, aufgebraucht oder gelöscht, oder der Link ist unvollständig.
invite-ask-new = Bitte die Person, von der du sie hast, um eine neue.
invite-banned = Du bist von diesem Server gebannt und kannst ihm nicht beitreten.

# Permissions

permission-administrator = Administrator
permission-administrator-hint = Alle Berechtigungen, in jedem Kanal.
permission-manage-server = Server verwalten
permission-manage-server-hint = Den Server umbenennen, Webhooks und Einladungen verwalten, Mitglieder entfernen, bannen und stummschalten.
permission-manage-channels = Kanäle verwalten
permission-manage-channels-hint = Kanäle erstellen, bearbeiten und löschen und ihre Berechtigungen festlegen.
permission-manage-roles = Rollen verwalten
permission-manage-roles-hint = Rollen erstellen, bearbeiten und löschen und Mitgliedern geben.
permission-moderate = Mitglieder moderieren
permission-moderate-hint = Mitglieder bannen und stummschalten und über Meldungen von Nachrichten entscheiden. Teil von „Server verwalten“.
permission-view = Kanal sehen
permission-view-hint = Kanäle sehen und ihre Nachrichten lesen.
permission-send = Nachrichten senden
permission-send-hint = In Kanälen schreiben.
permission-all = @all erwähnen
permission-all-hint = Mit @all alle benachrichtigen und Rollen erwähnen, die nicht erwähnbar sind.
permission-messages = Nachrichten verwalten
permission-messages-hint = Nachrichten anderer löschen, sehen, was in bearbeiteten vorher stand, und trotz langsamem Modus schreiben.
need-administrator = Du brauchst hier die Berechtigung „Administrator“.
need-manage-server = Du brauchst hier die Berechtigung „Server verwalten“.
need-manage-channels = Du brauchst hier die Berechtigung „Kanäle verwalten“.
need-manage-roles = Du brauchst hier die Berechtigung „Rollen verwalten“.
need-moderate = Du brauchst hier die Berechtigung „Mitglieder moderieren“.
need-send = Du brauchst hier die Berechtigung „Nachrichten senden“.
need-messages = Du brauchst hier die Berechtigung „Nachrichten verwalten“.
need-versions = Um frühere Fassungen zu sehen, brauchst du die Berechtigung „Nachrichten verwalten“ oder „Server verwalten“.
need-settings = Um die Einstellungen zu öffnen, musst du den Server, seine Kanäle, Rollen oder Mitglieder verwalten dürfen.
only-owner = Das kann nur der Eigentümer des Servers.
ask-them = Frag ihn.
only-owner-administrator = Nur der Eigentümer des Servers entscheidet, wer Administrator ist.
only-own-permissions = Du kannst nur Berechtigungen geben oder nehmen, die du selbst hast.
rank-roles = Du kannst nur Rollen unter deiner eigenen höchsten Rolle bearbeiten, geben und nehmen.
rank-members = Das kannst du nur bei Mitgliedern, deren höchste Rolle unter deiner steht.
rank-owner = Der Eigentümer eines Servers kann nicht entfernt, gebannt oder stummgeschaltet werden.
rank-administrator = Nur der Eigentümer des Servers kann einen Administrator entfernen, bannen oder stummschalten.
rank-overwrites-members = Was ein Kanal Mitgliedern erlaubt und verbietet, kannst du nur bei denen ändern, deren höchste Rolle unter deiner steht.
rank-overwrites-roles = Was ein Kanal Rollen erlaubt und verbietet, kannst du nur bei Rollen unter deiner eigenen höchsten Rolle ändern.

# Servers and channels

server-left = Du hast den Server verlassen.
server-settings-saved = Die Einstellungen des Servers sind gespeichert.
choose-picture = Wähle ein Bild.
server-picture-saved = Das Bild des Servers ist gespeichert.
server-picture-removed = Das Bild des Servers ist entfernt.
server-offered = Der Server ist @{ $name } angeboten. Er bleibt deiner, bis das Angebot angenommen wird.
server-no-such-member = Kein anderes Mitglied dieses Servers hat diesen Benutzernamen. Prüfe die Schreibweise.
no-such-member = Kein Mitglied dieses Servers hat diesen Benutzernamen. Prüfe die Schreibweise.
offer-cancelled = Das Angebot ist zurückgezogen.
server-stays-yours = Der Server bleibt deiner.
server-gone = { $name } ist gelöscht, mit allem darin.
server-name-mismatch = Das stimmt nicht mit dem Namen des Servers überein.
type-exactly = Gib ihn genau so ein, wie er dasteht.
channel-created = #{ $name } ist erstellt.
channel-moved = #{ $name } ist verschoben.
channel-saved = #{ $name } ist gespeichert.
channel-gone = #{ $name } ist gelöscht, mit allen Nachrichten und Webhooks.
channel-last = Das ist der letzte Kanal des Servers, und ein Server braucht mindestens einen.
channel-create-first = Erstelle zuerst einen anderen.
channel-name-missing = Gib einen Namen für den Kanal ein.
channel-name-letters = Verwende nur Buchstaben, Ziffern, Binde- und Unterstriche.
name-one-letter = Verwende mindestens einen Buchstaben oder eine Ziffer.
at-most-characters = Verwende höchstens { $n } Zeichen.
single-line = Verwende nur eine Zeile.
channel-name-taken = Dieser Server hat schon einen Kanal mit diesem Namen.
choose-another-name = Wähle einen anderen Namen.
choose-slow-mode = Wähle eine der Zeiten, höchstens 6 Stunden.
permissions-saved = Die Berechtigungen des Kanals sind gespeichert.
permissions-hide-channel = Du selbst kannst den Kanal nicht mehr sehen.
choose-role-or-member = Wähle eine Rolle oder ein Mitglied.
choose-what-to-allow = Wähle, was erlaubt oder verboten wird.
only-allow-own = Du kannst nur erlauben, was du in diesem Kanal selbst darfst.
choices-roles = Rollen
choices-members = Mitglieder
role-everyone-name = Alle
role-name-missing = Gib einen Namen für die Rolle ein.
role-name-letters = Verwende nur Buchstaben, Ziffern, Leerzeichen, Binde- und Unterstriche.
role-created = Die Rolle { $name } ist erstellt. Gib sie Mitgliedern auf deren Seiten.
role-moved = Die Rolle { $name } ist verschoben.
role-deleted = Die Rolle { $name } ist gelöscht.
role-saved = Die Rolle { $name } ist gespeichert.
role-name-taken = Dieser Server hat schon eine Rolle mit diesem oder einem ähnlich aussehenden Namen.
member-roles-saved = Die Rollen des Mitglieds sind gespeichert.
member-removed = Das Mitglied ist von diesem Server entfernt.
member-timed-out-done = Das Mitglied ist stummgeschaltet.
member-timed-out-lifted = Das Mitglied ist nicht mehr stummgeschaltet.
ban-done = { $name } ist von diesem Server gebannt.
ban-lifted = Der Bann von { $name } ist aufgehoben. Mit einer Einladung ist die Rückkehr möglich.
ban-self = Du kannst dich nicht selbst bannen.
ban-already = Diese Person ist schon gebannt.
report-removed = Die Nachricht ist entfernt.
report-dismissed = Die Meldung ist verworfen.
message-stays = Die Nachricht bleibt.
invite-ready = Die Einladung ist fertig.
invite-send-link = Schick den Link an die Leute, die du einladen willst.
invite-deleted = Die Einladung ist gelöscht.
invite-link-dead = Ihr Link funktioniert nicht mehr.
form-unreadable = Dieses Formular konnte nicht gelesen werden.
go-back-retry = Geh zurück und versuche es noch einmal.
kind-person-operator = der Betreiber

# Settings

blocked-done = { $name } ist blockiert und erfährt davon nichts.
unblocked-done = Diese Person ist nicht mehr blockiert.
block-self = Du kannst dich nicht selbst blockieren.
account-deleted = Dein Konto ist gelöscht.
type-nickname = Gib zur Bestätigung deinen Benutzernamen ein: { $name }.
keep-codes = Bewahre die Wiederherstellungscodes sicher auf.
monday = Montag
tuesday = Dienstag
wednesday = Mittwoch
thursday = Donnerstag
friday = Freitag
saturday = Samstag
sunday = Sonntag
quiet-is-off = Deine Ruhezeit ist ausgeschaltet.
quiet-is-saved = Deine Ruhezeit ist gespeichert.
quiet-time-of-day = Gib eine Uhrzeit ein, etwa 22:00.
quiet-end-differs = Gib ein Ende ein, das sich vom Beginn unterscheidet.
quiet-zone-list = Wähle eine Zeitzone aus der Liste.
quiet-days-choose = Wähle Wochentage.
unmuted-it = Das ist nicht mehr stummgeschaltet.
browser-notified = Dieser Browser bekommt Benachrichtigungen.
browser-silent = Jener Browser bekommt keine Benachrichtigungen mehr.
passkey-is-removed = Der Passkey ist entfernt.
passkey-delete-there = Lösche ihn auch auf deinem Gerät.
passkey-renamed = Der Passkey hat einen neuen Namen.
passkey-is-added = Dein Passkey ist hinzugefügt.
passkey-added-before = Dieser Passkey wurde schon hinzugefügt.
phone-is-verified = Deine Telefonnummer ist bestätigt.
phone-is-removed = Deine Nummer ist entfernt.
phone-missing = Gib deine Telefonnummer ein.
phone-country-code = Gib die Nummer mit Ländervorwahl ein, etwa +49 oder +1.
phone-plus = Gib + statt der führenden 00 ein.
phone-digits-only = Verwende nur Ziffern, nach einem + und der Ländervorwahl.
phone-no-country = Diese Nummer gehört zu keinem Land, und SMS an sie kosten extra. Gib eine Mobilnummer ein.
phone-short = Diese Nummer ist zu kurz. Prüfe, ob eine Ziffer fehlt.
phone-long = Diese Nummer ist zu lang. Prüfe, ob eine Ziffer zu viel ist.
phone-not-there = Diese Nummer gibt es im Land mit dieser Vorwahl nicht. Prüfe die Ziffern.
phone-mobile-only = SMS gehen nur an Mobiltelefone. Gib eine Mobilnummer ein.
phone-six-digits = Gib die sechs Ziffern des Codes ein.
phone-verified-already = Du hast diese Nummer schon bestätigt.
phone-another-just = Gerade wurde ein Code gesendet.
phone-another-second = In einer Sekunde kannst du einen weiteren anfordern.
phone-today-limit = An diese Nummer gingen heute { $n } Codes, mehr geht nicht.
phone-numbers-limit = Du hast heute { $n } verschiedene Nummern eingegeben, mehr geht nicht.
phone-network-limit = Aus deinem Netz wurden heute zu viele Codes angefordert.
phone-service-limit = Dieser Dienst hat alle SMS für heute gesendet.
number-taken = Ein anderes Konto hat diese Nummer bestätigt.
number-taken-meanwhile = Ein anderes Konto hat diese Nummer inzwischen bestätigt.
use-another-number = Verwende eine andere Nummer.
profile-is-saved = Dein Profil ist gespeichert.
choice-is-saved = Deine Auswahl ist für diesen Browser gespeichert.
password-is-changed = Dein Passwort ist geändert, und alle anderen Browser sind abgemeldet.
browser-is-out = Jener Browser ist abgemeldet.
others-are-out = Alle anderen Browser sind abgemeldet.
browser-asks-code = Jener Browser wird bei der nächsten Anmeldung nach einem Code gefragt.
totp-is-removed = Deine Authenticator-App ist entfernt.
totp-is-set-up = Deine Authenticator-App ist eingerichtet.
totp-wrong-code = Gib die sechs Ziffern ein, die die App jetzt zeigt.
totp-clock = Wenn sie falsch bleiben, prüfe die Uhr des Geräts.
offer-declined = Du hast { $name } abgelehnt. Es bleibt beim Eigentümer.
offer-accepted = { $name } gehört jetzt dir.
codes-none-left = Du hast keine Wiederherstellungscodes mehr.
codes-one-left = Du hast noch einen Wiederherstellungscode.
codes-some-left = Du hast noch { $n } Wiederherstellungscodes.
codes-make-new = Neue kannst du unter Einstellungen, Sicherheit erstellen.
reason-impersonates = Sie gibt sich für jemand anderen aus
reason-phishing = Sie will Passwörter erbeuten oder installiert Schadsoftware
reason-misuses = Sie missbraucht, was sie über Leute erfährt
reason-spam = Sie sendet Spam oder unerwünschte Nachrichten
reason-other = Etwas anderes

# Events of the security log

event-signed-in = Angemeldet
event-wrong-password = Anmeldung mit falschem Passwort
event-wrong-confirmation = Bestätigung mit falschem Passwort
event-other-out = Anderer Browser abgemeldet
event-others-out = Alle anderen Browser abgemeldet
event-password-changed = Passwort geändert
event-reset-requested = Code zum Zurücksetzen des Passworts angefordert
event-reset-wrong = Falscher Code zum Zurücksetzen des Passworts
event-reset = Passwort mit einem Code zurückgesetzt
event-reset-operator = Passwort zurückgesetzt
event-phone-verified = Telefonnummer bestätigt
event-phone-removed = Telefonnummer entfernt
event-app-approved = App erlaubt
event-device = Gerät bei einer App angemeldet
event-app-revoked = App widerrufen
event-apps-revoked = Alle Apps widerrufen
event-app-offered = App einer anderen Person angeboten
event-app-accepted-by = App vom neuen Eigentümer angenommen
event-app-accepted = App angenommen
event-webhook-leaked = Webhook-URL als verraten gemeldet, Webhook pausiert
event-totp-added = Authenticator-App hinzugefügt
event-totp-removed = Authenticator-App entfernt
event-passkey-added = Passkey hinzugefügt
event-passkey-removed = Passkey entfernt
event-passkey-copied = Kopie eines Passkeys abgewiesen
event-second-off = Anmeldung in zwei Schritten ausgeschaltet
event-second-wrong = Falscher Code nach richtigem Passwort
event-codes-created = Neue Wiederherstellungscodes erstellt
event-code-used = Wiederherstellungscode benutzt
event-trust-ended = Vertrauen in einen Browser beendet
event-disabled = Konto deaktiviert
event-enabled = Konto wieder aktiviert
event-everywhere-out = Überall abgemeldet
event-admin = Admin dieser Instanz geworden
event-no-admin = Nicht mehr Admin dieser Instanz
event-other = Andere Aktivität

# Actions of a server's audit log
audit-webhook-created = Webhook erstellt
audit-webhook-edited = Webhook bearbeitet
audit-webhook-moved = Webhook verschoben
audit-webhook-paused = Webhook angehalten
audit-webhook-resumed = Webhook fortgesetzt
audit-webhook-suspended = Webhook gesperrt
audit-webhook-deleted = Webhook gelöscht
audit-channel-created = Kanal erstellt
audit-channel-edited = Kanal bearbeitet
audit-channel-moved = Kanal verschoben
audit-channel-deleted = Kanal gelöscht
audit-message-deleted-by-a-moderator = Nachricht von der Moderation gelöscht
audit-messages-removed = Nachrichten entfernt
audit-reported-message-removed = Gemeldete Nachricht entfernt
audit-report-dismissed = Meldung abgewiesen
audit-messages-restored = Nachrichten wiederhergestellt
audit-channel-permissions-changed = Kanalberechtigungen geändert
audit-role-created = Rolle erstellt
audit-role-edited = Rolle bearbeitet
audit-role-deleted = Rolle gelöscht
audit-roles-changed = Rollen geändert
audit-member-joined = Mitglied beigetreten
audit-member-left = Mitglied ausgetreten
audit-member-removed = Mitglied entfernt
audit-member-banned = Mitglied gebannt
audit-ban-lifted = Bann aufgehoben
audit-member-timed-out = Mitglied stummgeschaltet
audit-time-out-lifted = Stummschaltung aufgehoben
audit-invite-created = Einladung erstellt
audit-invite-deleted = Einladung gelöscht
audit-server-renamed = Server umbenannt
audit-server-suspended = Server gesperrt
audit-webhook-url-regenerated = Webhook-URL neu erzeugt
audit-webhook-creator-changed = Ersteller des Webhooks geändert
audit-webhook-reported-leaked = Webhook als durchgesickert gemeldet
audit-webhook-found-leaked = Webhook-URL von Scanner gefunden
audit-webhook-restored = Sperre des Webhooks aufgehoben
audit-own-message-deleted = Nachricht von ihrem Webhook gelöscht
audit-server-picture = Bild des Servers geändert
audit-server-pictures = Laden von Bildern geändert
audit-server-second-step = Anmeldung in zwei Schritten verlangt oder nicht
audit-server-restored = Sperre des Servers aufgehoben
audit-offered = Übertragung angeboten
audit-offer-cancelled = Übertragung zurückgezogen
audit-offer-declined = Übertragung abgelehnt
audit-handed-over = Eigentum übertragen
audit-group-webhooks = Webhooks
audit-group-channels = Kanäle
audit-group-server = Server
deleted-account-name = gelöschtes Konto

# Limits that are reached

cap-servers-owned =
    { $n ->
        [one] Du besitzt { $n } Server, mehr kann eine Person nicht besitzen.
       *[other] Du besitzt { $n } Server, mehr kann eine Person nicht besitzen.
    }
cap-servers-owned-do = Lösche oder übertrage zuerst einen.
cap-servers-joined =
    { $n ->
        [one] Du bist auf { $n } Server, mehr geht für eine Person nicht.
       *[other] Du bist auf { $n } Servern, mehr geht für eine Person nicht.
    }
cap-servers-joined-do = Verlasse zuerst einen.
cap-apps-owned =
    { $n ->
        [one] Du besitzt { $n } App, mehr kann eine Person nicht besitzen.
       *[other] Du besitzt { $n } Apps, mehr kann eine Person nicht besitzen.
    }
cap-delete-one = Lösche zuerst etwas davon.
cap-apps-connected =
    { $n ->
        [one] Du hast { $n } verbundene App, mehr geht für eine Person nicht.
       *[other] Du hast { $n } verbundene Apps, mehr geht für eine Person nicht.
    }
cap-apps-connected-do = Widerrufe zuerst eine unter „Verbundene Apps“.
cap-muted =
    { $n ->
        [one] Du hast { $n } Kanal oder Server stumm, mehr geht für eine Person nicht.
       *[other] Du hast { $n } Kanäle und Server stumm, mehr geht für eine Person nicht.
    }
cap-muted-do = Schalte Mitteilungen für einige davon in deinen Einstellungen wieder ein.
cap-blocked =
    { $n ->
        [one] Du hast { $n } Person blockiert, mehr geht nicht.
       *[other] Du hast { $n } Personen blockiert, mehr geht nicht.
    }
cap-blocked-do = Gib zuerst jemanden wieder frei.
cap-reports =
    { $n ->
        [one] Du hast { $n } offene Meldung, mehr geht nicht.
       *[other] Du hast { $n } offene Meldungen, mehr geht nicht.
    }
cap-reports-moderators = Warte, bis Moderatoren über einige entschieden haben.
cap-reports-operator = Warte, bis der Betreiber einige geschlossen hat.
cap-app-reports =
    { $n ->
        [one] Zu dieser App gibt es { $n } offene Meldung, mehr werden nicht angenommen.
       *[other] Zu dieser App gibt es { $n } offene Meldungen, mehr werden nicht angenommen.
    }
cap-app-reports-do = Der Betreiber weiß davon.
cap-bans =
    { $n ->
        [one] Dieser Server hat { $n } Bann, mehr kann er nicht haben.
       *[other] Dieser Server hat { $n } Banne, mehr kann er nicht haben.
    }
cap-bans-do = Hebe zuerst einen auf.
cap-channels =
    { $n ->
        [one] Dieser Server hat { $n } Kanal, mehr kann er nicht haben.
       *[other] Dieser Server hat { $n } Kanäle, mehr kann er nicht haben.
    }
cap-invites =
    { $n ->
        [one] Dieser Server hat { $n } Einladung, mehr kann er nicht haben.
       *[other] Dieser Server hat { $n } Einladungen, mehr kann er nicht haben.
    }
cap-roles =
    { $n ->
        [one] Dieser Server hat { $n } Rolle, mehr kann er nicht haben.
       *[other] Dieser Server hat { $n } Rollen, mehr kann er nicht haben.
    }
cap-overwrites =
    { $n ->
        [one] Dieser Server hat { $n } Satz von Berechtigungen in einem Kanal, mehr kann er nicht haben.
       *[other] Dieser Server hat { $n } Sätze von Berechtigungen in Kanälen, mehr kann er nicht haben.
    }
cap-overwrites-do = Setze zuerst alle Berechtigungen von einem auf „Übernehmen“.
cap-removals =
    { $n ->
        [one] In diesem Kanal wird noch { $n } Entfernung gelöscht, mehr geht nicht auf einmal.
       *[other] In diesem Kanal werden noch { $n } Entfernungen gelöscht, mehr geht nicht auf einmal.
    }
cap-removals-do = Versuche es in einer Minute noch einmal.
cap-offers =
    { $n ->
        [one] Diese Person hat { $n } Server anzunehmen oder abzulehnen, mehr geht nicht.
       *[other] Diese Person hat { $n } Server anzunehmen oder abzulehnen, mehr geht nicht.
    }
cap-offers-do = Bitte sie, zuerst ein Angebot zu beantworten.
cap-passkeys =
    { $n ->
        [one] Du hast { $n } Passkey, mehr geht nicht.
       *[other] Du hast { $n } Passkeys, mehr geht nicht.
    }
cap-passkeys-do = Entferne zuerst einen.

# A message into a channel that its author can't see any more

channel-lost = Deine Nachricht wurde nicht gesendet
channel-lost-gone = Diesen Kanal gibt es nicht mehr, oder du siehst ihn nicht mehr.
channel-lost-why = Vielleicht wurdest du vom Server entfernt oder gebannt.
channel-lost-copy = Kopiere deinen Text, wenn du ihn noch brauchst.

# Messages, reports and invites that are refused

message-blank = Die Nachricht ist leer.
message-write = Schreibe etwas Text.
message-at-most = Eine Nachricht darf höchstens { $n } Zeichen haben.
message-shorten = Kürze sie oder sende sie als zwei.
reply-was-deleted = Die Nachricht, auf die du antwortest, wurde gelöscht.
reply-send-own = Dein Text ist noch da: Sende ihn als eigene Nachricht.
report-reason = Wähle einen Grund.
report-app-again = Du hast diese App schon gemeldet, und der Betreiber hat die Meldung noch nicht abgeschlossen.
report-say-what = Schreibe den Moderatoren, was mit dieser Nachricht nicht stimmt.
second-step-own-first = Richte zuerst für dein eigenes Konto die Anmeldung in zwei Schritten ein.
second-step-then-require = Danach kannst du sie hier verlangen.
invite-gone = Diese Einladung funktioniert nicht mehr: Sie ist abgelaufen, aufgebraucht oder gelöscht.

# Refusals in settings of accounts

passkey-meanwhile = Inzwischen wurde ein anderer Passkey hinzugefügt. Versuche es noch einmal.
passkey-copied = Dieser Passkey wurde abgelehnt, weil es eine Kopie davon zu geben scheint. Melde dich anders an und entferne ihn in den Einstellungen.
password-changed-elsewhere = Dein Passwort wurde gerade in einem anderen Browser geändert. Melde dich mit dem neuen noch einmal an.
push-elsewhere = Die Mitteilungen dieses Browsers wurden anderswo eingeschaltet. Schalte sie im Browser aus und versuche es noch einmal.
push-service-not-used = Dieser Dienst sendet nichts über den Push-Dienst dieses Browsers.
push-keys = Die Schlüssel des Browsers konnten nicht gelesen werden. Schalte die Mitteilungen im Browser aus und versuche es noch einmal.
phone-taken = Ein anderes Konto hat diese Nummer bestätigt. Verwende eine andere.
phone-costs = SMS an diese Nummer kosten extra, daher kann sie nicht bestätigt werden. Gib eine andere ein.
phone-country-off = Dieser Dienst sendet keine SMS in dieses Land. Gib eine Mobilnummer eines anderen Landes ein.
sms-unset = Dieser Dienst kann noch keine SMS senden. Sein Betreiber muss das erst einrichten.
sms-unsent = Wir konnten die SMS nicht senden. Versuche es in einer Minute noch einmal.
sms-refused = Wir konnten an diese Nummer keine SMS senden. Prüfe sie oder versuche eine andere.
sms-unsure = Die SMS wurde vielleicht nicht gesendet. Kommt sie nicht an, versuche es in einer Minute noch einmal.
refused-picture-large = Dieses Bild ist zu groß. Wähle eines mit höchstens 5 MiB.
picture-pixels = Dieses Bild hat zu viele Pixel. Verkleinere es und versuche es noch einmal.
picture-kind = Das ist kein Bild in PNG, JPEG oder WebP. Wähle eine andere Datei.
picture-damaged = Dieses Bild kann nicht gelesen werden; die Datei scheint beschädigt zu sein. Wähle ein anderes.
passkeys-what = Wähle, was mit deinen Passkeys geschehen soll.
totp-what = Wähle, was mit deiner Authenticator-App geschehen soll.
waited-too-long = Das ist schon geschehen oder hat zu lange gewartet. Geh zurück und sieh nach, bevor du es noch einmal versuchst.
account-owns = Dir gehört { $name }. Übertrage oder lösche zuerst deine Server.
account-owns-suspended = Der Betreiber hat Server gesperrt, die dir gehören: { $name }. Bitte ihn, das zuerst aufzuheben.

# Connected apps

app-revoked = Die App ist widerrufen. Sie muss dich bei der nächsten Anmeldung wieder fragen.
app-revoked-none = Es gab nichts zu widerrufen.
apps-revoked =
    { $n ->
        [one] Eine App ist widerrufen. Sie muss dich bei der nächsten Anmeldung wieder fragen.
       *[other] { $n } Apps sind widerrufen. Sie müssen dich bei der nächsten Anmeldung wieder fragen.
    }
app-reported = Danke. Der Betreiber dieses Dienstes sieht sich deine Meldung an. Wenn du die App nicht mehr nutzen willst, widerrufe sie hier.
transfer-uris = Prüfe ihre Redirect-URIs: Die frühere Person hat sie gewählt.
transfer-secrets = Die frühere Person kennt vielleicht noch ihre Client-Secrets: Erstelle ein neues und lösche dann die anderen. Prüfe auch ihre Redirect-URIs.

# Refusals in the chat

edit-author-only = Eine Nachricht kann nur bearbeiten, wer sie geschrieben hat.
edit-permission = Um in diesem Kanal Nachrichten zu bearbeiten, brauchst du die Berechtigung „Nachrichten senden“.
delete-permission = Um Nachrichten anderer zu löschen, brauchst du die Berechtigung „Nachrichten verwalten“.
post-permission = Um in diesem Kanal zu schreiben, brauchst du die Berechtigung „Nachrichten senden“.
restore-deleter-only = Diese Nachricht kann nur wiederherstellen, wer sie gelöscht hat.
undo-over = Die Zeit zum Rückgängigmachen ist vorbei. Diese Nachricht kann nicht wiederhergestellt werden.
removed-by-moderator = Ein Moderator hat diese Nachricht entfernt.
view-permission = Hier brauchst du die Berechtigung „Kanal ansehen“.
mention-all-permission = Hier brauchst du die Berechtigung „@all erwähnen“.
character-zero = Eine Nachricht darf das Zeichen U+0000 nicht enthalten. Entferne es.
mute-choice = Schalte eine Stunde, acht Stunden oder bis auf Weiteres stumm.
blocked-person = @{ $name } ist blockiert und erfährt nichts davon.
value-unusable = Das kann nicht verwendet werden. Ändere es.

# Refusals in a server's settings

ban-lift-rank = Diesen Bann kann nur der Eigentümer aufheben oder jemand, der nicht unter dem Mitglied steht, das ihn verhängt hat.
banned-person = @{ $name } ist von diesem Server gebannt.
ban-lifted-person = Der Bann von @{ $name } ist aufgehoben. Mit einer Einladung ist ein neuer Beitritt möglich.
invite-hours = Wähle 1 bis 8.760 Stunden, oder lass es leer für keine Grenze.
invite-people = Wähle 1 bis 10.000 Personen, oder lass es leer für keine Grenze.
leave-owner = Dir gehört dieser Server, daher kannst du ihn nicht verlassen. Übertrage ihn zuerst einem anderen Mitglied, oder lösche ihn.
remove-self = Du kannst dich nicht selbst entfernen. Verlasse den Server stattdessen in der Liste deiner Server.
roles-gone = Eine dieser Rollen gibt es auf diesem Server nicht mehr. Wähle neu.
overwrite-whom = Wähle eine Rolle oder ein Mitglied dieses Servers.
role-all-administrator = Alle haben diese Rolle, daher kann sie nicht Administrator sein. Erstelle dafür eine andere Rolle.
role-all-delete = Jedes Mitglied hat diese Rolle, daher kann sie nicht gelöscht werden.
role-controls = Du kannst diese Rolle nicht geben oder nehmen, weil sie eine Kanalberechtigung steuert, die du nicht hast. Frag den Eigentümer des Servers.
role-all-lowest = Alle haben diese Rolle, daher ist sie immer die unterste.
role-move-below = Du kannst Rollen nur unter deine eigene höchste Rolle verschieben.
position-role = Wähle eine Position von 1, der untersten, bis { $n }.
offer-already = Dieser Server ist schon jemandem angeboten. Zieh dieses Angebot zuerst zurück.
offer-whom = Wähle ein anderes Mitglied dieses Servers.
timeout-self = Du kannst dich nicht selbst stummschalten.
permission-both = Eine Berechtigung ist zugleich erlaubt und verboten. Wähle eins von beiden.
permission-no-channel = Eines davon ist keine Kanalberechtigung. Wähle aus der Liste.
permission-none = Eines davon ist keine Berechtigung. Wähle aus der Liste.
report-choice = Entferne die Nachricht, oder verwirf die Meldung.

# Browsers

browser-unknown = Unbekannter Browser
browser-android = { $name } auf Android
browser-iphone = { $name } auf iPhone
browser-ipad = { $name } auf iPad
browser-windows = { $name } auf Windows
browser-macos = { $name } auf macOS
browser-chromeos = { $name } auf ChromeOS
browser-linux = { $name } auf Linux
