# Words of several pages of settings

notifications = Benachrichtigungen
blocked-people = Blockierte Personen
offers = Übergabeangebote
account-delete = Konto löschen
recovery-codes = Wiederherstellungscodes
passkeys = Passkeys
totp = Authenticator-App
six-digits = Sechsstelliger Code
this-browser = Dieser Browser
this-phone = Dieses Handy
this-tablet = Dieses Tablet
added = Hinzugefügt am <time></time>
last-used = zuletzt benutzt: <time></time>
not-used = noch nicht benutzt
asks-confirm = Du musst vorher bestätigen, dass du es bist.
asks-password = Du wirst vorher nach deinem Passwort gefragt.
second-off-about = Du meldest dich dann nur noch mit dem Passwort an. Deine Wiederherstellungscodes gelten nicht mehr, und kein Browser ist mehr vertraut.
recovery-have =
    { $count ->
        [0] Du hast keine Wiederherstellungscodes mehr.
        [one] Du hast noch einen Wiederherstellungscode.
       *[other] Du hast noch { $count } Wiederherstellungscodes.
    }

# Connected apps

apps-lead = Bei diesen Websites und Programmen hast du dich mit deinem Konto angemeldet. Jede sieht, was du erlaubt hast, und sonst nichts.
apps-sees = Sieht deine ID, deinen Benutzernamen, deinen Anzeigenamen und dein Bild
apps-sees-id = Sieht deine ID, aber nicht deinen Namen oder dein Bild

# <time></time> is the first sign-in, <span></span> the last one.

apps-times = Erste Anmeldung <time></time>, letzte <span></span>
apps-revoke = Widerrufen
apps-revoke-of = { $name } widerrufen
apps-hint = Ein Widerruf löscht nicht, was die App schon über dich weiß. Bei der nächsten Anmeldung muss sie dich wieder fragen.
apps-revoke-all = Alle widerrufen
apps-revoke-all-ask = Alle { $count } Apps müssen dich bei der nächsten Anmeldung wieder fragen.
apps-empty = Keine verbundenen Apps
apps-empty-text = Websites, bei denen du dich mit diesem Konto anmeldest, erscheinen hier, und du kannst sie hier widerrufen.
report-name = { $name } melden
report-some = App melden
report-id = Die App { $id } melden
report-lead = Deine Meldung geht an den Betreiber dieses Dienstes. Der Eigentümer der App erfährt nichts davon.
report-what = Was stimmt nicht?
report-choose = Grund auswählen
report-details = Einzelheiten
report-hint = Was passiert ist, und wo. Höchstens 500 Zeichen.
report-send = Meldung senden

# Blocked people

blocked-lead = Ihre Nachrichten werden für dich eingeklappt, und ihre Erwähnungen erreichen dich nicht. Sie erfahren davon nichts.
unblock-name = { $name } nicht mehr blockieren
blocked-empty = Du hast niemanden blockiert
blocked-empty-text = Um jemanden zu blockieren, klicke in einem Kanal auf den Namen.

# Deleting an account

delete-lead = Das lässt sich nicht rückgängig machen.
delete-goes = Was gelöscht wird
delete-profile = Dein Profil, dein Bild und deine Telefonnummer. Du wirst überall abgemeldet.
delete-apps = Die Apps, die du erstellt hast. Niemand kann sich mehr mit ihnen anmelden.
delete-access = Dein Zugang zu anderen Websites, bei denen du dich mit diesem Konto anmeldest.
delete-stays = Was bleibt
delete-messages = Deine Nachrichten, unter „gelöschtes Konto“.
delete-webhooks = Webhooks, die du erstellt hast. Sie gehören ihrem Server, können aber nicht mehr alle benachrichtigen.
delete-logs = Dein Name in den Audit-Logs von Servern, neben dem, was du dort getan hast, bis zu 90 Tage lang.
delete-servers = Übertrage oder lösche zuerst deine Server
delete-servers-text =
    { $count ->
        [one] Dieser Server gehört dir. Übertrage oder lösche ihn und komm dann zurück.
       *[other] Diese Server gehören dir. Übertrage oder lösche jeden und komm dann zurück.
    }
delete-suspended =
    { $count ->
        [one] Dieser Server gehört dir, und der Betreiber hat ihn gesperrt. Bis er das aufhebt, kannst du ihn weder übertragen noch löschen, und auch dein Konto nicht löschen. Wende dich an den Betreiber.
       *[other] Diese Server gehören dir, und der Betreiber hat sie gesperrt. Bis er das aufhebt, kannst du sie weder übertragen noch löschen, und auch dein Konto nicht löschen. Wende dich an den Betreiber.
    }
delete-who = @{ $nickname } löschen
delete-nickname = Dein Benutzername
delete-type = Gib zur Bestätigung { $nickname } ein.

# Notifications

notifications-lead = Jede Erwähnung erreicht deinen Posteingang, egal was du hier wählst.
notifications-browser = In deinem Browser
notifications-browser-text = Dein Browser zeigt eine Benachrichtigung, wenn dich jemand erwähnt.
notifications-browser-push = Dein Browser zeigt eine Benachrichtigung, wenn dich jemand erwähnt. Das geht auch, wenn keine Seite dieser Website offen ist: Die Nachricht läuft dann über den Push-Dienst des Browserherstellers, so verschlüsselt, dass nur dein Browser sie lesen kann.
notifications-how = So funktionieren Benachrichtigungen
notifications-scripts = Benachrichtigungen brauchen JavaScript.
notifications-ios = Auf einem iPhone oder iPad kommen Benachrichtigungen in die App auf dem Home-Bildschirm: Tippe in Safari auf „Teilen“, wähle <strong>Zum Home-Bildschirm</strong>, öffne { $brand } von dort und schalte sie hier ein.
notifications-on = In diesem Browser einschalten
notifications-off = In diesem Browser ausschalten
notifications-ends = endet mit seiner Sitzung
quiet = Ruhezeit
quiet-lead = In diesen Stunden werden keine Benachrichtigungen gezeigt, nach der Uhr an deinem Ort.
quiet-lead-on = In diesen Stunden werden keine Benachrichtigungen gezeigt, nach der Uhr an deinem Ort. Sie ist eingeschaltet.
quiet-from = Von
quiet-to = Bis
quiet-to-hint = Liegt es vor dem Beginn, ist der nächste Tag gemeint.
quiet-zone = Zeitzone
quiet-zone-choose = Nächste Stadt auswählen
quiet-days = Tage, an denen sie beginnt
quiet-save = Ruhezeit speichern
quiet-off = Ausschalten
mutes = Stummgeschaltet
mutes-lead = Hier wird nichts als ungelesen markiert, und nichts davon zeigt eine Benachrichtigung. Um einen Kanal oder Server stummzuschalten, öffne ihn und benutze die Glocke.
mutes-hidden = Ein Ort, den du nicht mehr sehen kannst
mutes-empty = Nichts ist stummgeschaltet
mutes-empty-text = Kanäle und Server, die du stummschaltest, stehen hier.

# Passkeys

passkeys-lead = Mit einem Passkey meldest du dich per Fingerabdruck, Gesicht oder PIN deines Geräts an. Er lässt sich nicht erraten, und keine andere Website kann danach fragen.
passkeys-yours = Deine Passkeys
passkeys-yours-text = Entferne die von Geräten, die du nicht mehr hast.
passkeys-second-only = Nur zweiter Schritt
passkeys-rename = Umbenennen
passkeys-remove-about = Er meldet dich dann nicht mehr an.
passkeys-add = Passkey hinzufügen
passkeys-address = Unter dieser Adresse haben Browser keine Passkeys. Sie brauchen https und einen Domainnamen; auf dem eigenen Computer genügt http://localhost.
passkeys-most = Du hast { $count } Passkeys, mehr geht nicht. Entferne zuerst einen.
passkeys-where = Dein Browser fragt, wo er liegen soll: auf diesem Gerät, auf deinem Handy oder auf einem Sicherheitsschlüssel.
passkeys-first = Von da an reicht dein Passwort allein nicht mehr zur Anmeldung. Du bekommst auch Wiederherstellungscodes, falls du das Gerät verlierst.
passkeys-name-hint = Damit du deine Passkeys auseinanderhalten kannst.
passkeys-scripts = Passkeys brauchen JavaScript. Eine Authenticator-App funktioniert ohne.

# Phone

phone-lead = Mit einer bestätigten Telefonnummer kannst du dich anmelden, ein vergessenes Passwort neu setzen und Apps erstellen.
phone-yours = Deine Nummer
phone-verified = Bestätigt
phone-remove = Nummer entfernen
phone-remove-about = Du kannst dich dann nicht mehr mit dieser Nummer anmelden, keine Apps erstellen und ein vergessenes Passwort nicht neu setzen. Bereits erstellte Apps funktionieren weiter. Jemand anderes kann die Nummer bestätigen.
phone-no-texts = Dieser Dienst kann noch keine SMS senden, deshalb kannst du keine Telefonnummer bestätigen. Der Betreiber muss das einrichten.
phone-for-app = Jede App braucht einen verantwortlichen Eigentümer. Sobald deine Nummer bestätigt ist, erstellst du die App.
phone-asks-password = Deine Anmeldung ist eine Weile her, deshalb wirst du nach deinem Passwort gefragt, bevor ein Code gesendet wird.
phone-code-title = Code eingeben
phone-code-sent = Wir haben ihn per SMS an <strong class="nums nowrap" id="masked-phone">{ $number }</strong> gesendet. Er gilt zehn Minuten.
phone-code-over = Der an <strong class="nums nowrap" id="masked-phone">{ $number }</strong> gesendete Code gilt nicht mehr. Fordere einen neuen an.
phone-would-send = Diese Instanz sendet keine SMS. Sie hätte gesendet:
phone-verify = Telefonnummer bestätigen
phone-resend = Neuen Code senden
phone-resend-in = in <span class="nums" data-countdown-number>{ $seconds }</span> Sek.
phone-no-code = Keine SMS bekommen? Prüfe die Nummer. Wenn ein anderes Konto sie schon bestätigt hat, enthält die SMS keinen Code.
phone-other = Andere Nummer verwenden
phone-change = Nummer ändern
phone-hint = Mit Ländervorwahl, zum Beispiel +49 oder +1.
phone-hint-change = Mit Ländervorwahl, zum Beispiel +49 oder +1. Deine jetzige Nummer bleibt, bis die neue bestätigt ist.
phone-number = Telefonnummer
phone-verify-title = Bestätige deine Nummer
phone-verify-text = Wir senden dir einen sechsstelligen Code per SMS. Andere können deine Nummer nicht sehen.

# Profile

profile-lead = So erscheinst du im Chat und auf den Websites, bei denen du dich anmeldest.
profile-yours = Dein Profil
profile-nickname-hint = So wirst du erwähnt, und damit meldest du dich an. Verwende Kleinbuchstaben, Ziffern, Punkte, Binde- und Unterstriche.
profile-name-hint = Steht neben deinen Nachrichten.
picture-hint = PNG, JPEG oder WebP, höchstens 5 MiB. Es wird quadratisch zugeschnitten.
profile-picture-remove = Mein Bild entfernen
profile-picture-remove-hint = Ein erzeugtes Muster tritt an seine Stelle.
profile-save = Profil speichern
writing = Nachrichten schreiben
writing-lead = Für diesen Browser. Auf einem Touchscreen sendet die Schaltfläche.
writing-send = Senden mit
writing-enter = Enter
writing-enter-hint = Umschalt und Enter beginnen eine neue Zeile.
writing-ctrl = Strg und Enter
writing-ctrl-hint = Auf einem Mac ⌘ und Enter. Enter allein beginnt eine neue Zeile.
writing-save = Auswahl speichern
language-lead = Für Seiten, SMS und Mitteilungen. Sie gilt überall, wo du dich anmeldest.
language-auto = Wie im Browser eingestellt
language-save = Sprache speichern

# Recovery codes

recovery-lead = Wenn du dein Gerät nicht hast, tritt ein Wiederherstellungscode an seine Stelle. Jeder gilt einmal.
recovery-new = Deine neuen Codes
recovery-new-text = Sie werden nur jetzt gezeigt. Bewahre sie sicher auf, getrennt von deinem Passwort.
recovery-download = Als Textdatei herunterladen
recovery-left =
    { $count ->
        [0] Keine Codes übrig
        [one] Ein Code übrig
       *[other] { $count } Codes übrig
    }
recovery-replace = Neue Codes ersetzen alle, die du hast.
recovery-create = Neue Codes erstellen

# Security

security-lead = Dein Passwort, die Browser, in denen du angemeldet bist, und was zuletzt mit deinem Konto geschah.
security-password = Passwort ändern
security-password-text = Damit wirst du in allen anderen Browsern abgemeldet.
security-current = Aktuelles Passwort
security-second = Anmeldung in zwei Schritten
security-second-both = Zur Anmeldung brauchst du dein Passwort und einen Code deiner Authenticator-App oder einen Passkey. Ein Passkey allein genügt auch.
security-second-app = Zur Anmeldung brauchst du dein Passwort und einen Code deiner Authenticator-App.
security-second-passkey = Zur Anmeldung brauchst du dein Passwort und einen Passkey. Ein Passkey allein genügt auch.
security-second-none = Schütze dein Konto außer mit dem Passwort auch mit einem Passkey oder einer Authenticator-App.

# <time></time> is the beginning, <span></span> the end.

security-trusted = vertraut seit <time></time>, bis <span></span>
security-ask = Nach einem Code fragen
security-sessions = Angemeldete Browser
security-sessions-text = Melde dich in jedem Browser ab, den du nicht erkennst oder nicht mehr benutzt.
security-end-others = Überall sonst abmelden
security-since = angemeldet am <time></time>
security-recent = Letzte Aktivität
security-recent-text = Wenn du etwas siehst, das du nicht warst, ändere sofort dein Passwort.
event-operator = vom Betreiber dieses Dienstes
event-someone = von jemand anderem
event-failed = Fehlgeschlagen
security-log = Sicherheitsprotokoll
security-log-lead = Was mit deinem Konto geschah, das Neueste zuerst. Nur du kannst es sehen.
security-log-empty = Noch nichts hier
security-log-empty-text = Anmeldungen, falsche Passwörter und Änderungen an deinem Konto erscheinen hier, sobald sie geschehen.
security-log-kept = Einträge werden { $days } Tage aufbewahrt: höchstens { $kept } darüber, was du oder der Betreiber getan hat, und höchstens { $strangers } darüber, was jeder hätte tun können, etwa Anmeldeversuche mit falschem Passwort.

# Authenticator app

totp-lead = Mit einer Authenticator-App brauchst du zur Anmeldung dein Passwort und einen Code von deinem Gerät.
totp-yours = Deine App
totp-done = Eingerichtet
totp-since = Eingerichtet am <time></time>.
totp-remove = App entfernen
totp-remove-about = Deine Passkeys und Wiederherstellungscodes behältst du.
totp-scan = Code scannen
totp-scan-text = Scanne ihn mit einer Authenticator-App auf deinem Handy, oder tippe den Schlüssel in die App. Gib dann den Code ein, den die App zeigt.
totp-key = den Schlüssel
totp-show = QR-Code und Schlüssel anzeigen
totp-set-up = Einrichten
totp-again = Mit neuem Schlüssel neu beginnen
totp-begin = App einrichten
totp-begin-text = Du brauchst eine Authenticator-App auf deinem Handy oder Computer.
totp-begin-codes = Du bekommst auch Wiederherstellungscodes, falls du das Gerät verlierst.
totp-asks-password = Deine Anmeldung ist eine Weile her, deshalb wirst du zuerst nach deinem Passwort gefragt.

# Offers

offers-lead = Server und OAuth-Apps, deren Eigentümer sie dir übertragen wollen. Sie gehören dir, sobald du annimmst.
offers-from = Von { $name } (@{ $nickname })
offers-until = kann bis <time></time> angenommen werden
offers-accept = Annehmen
offers-decline = Ablehnen
offers-server-hint = Der Eigentümer eines Servers ist für ihn verantwortlich und kann dort alles tun. Der bisherige Eigentümer bleibt Mitglied und behält seine Rollen.
offers-phone = Bestätige zuerst deine Telefonnummer
offers-phone-text = Um eine App zu besitzen, brauchst du eine bestätigte Telefonnummer. Nur du kannst sie sehen.
offers-room = Mehr Apps kannst du nicht besitzen
offers-room-text = Eine Person kann höchstens { $count } Apps besitzen. Lösche eine, bevor du eine weitere annimmst.
offers-apps = Angebotene Apps
offers-suspended = Diese App ist gesperrt und kann bis zum Ende der Sperre nicht übertragen werden.
offers-secrets = Eine App behält ihre Client-ID, Client-Secrets und Anmeldungen. Der bisherige Eigentümer kennt die Secrets vielleicht noch: Erstelle nach dem Annehmen ein neues und lösche dann die anderen. Prüfe auch ihre Redirect-URIs.
offers-public = Eine öffentliche App behält ihre Client-ID und Anmeldungen. Prüfe nach dem Annehmen ihre Redirect-URIs: Der bisherige Eigentümer hat sie gewählt.
offers-empty = Dir wird nichts angeboten
offers-empty-text = Wenn dir jemand einen Server oder eine App überträgt, steht das sieben Tage lang hier.
