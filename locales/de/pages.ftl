frame-skip = Zum Inhalt springen
frame-home = { $brand }, Startseite
frame-main = Hauptmenü
frame-chat = Chat
frame-inbox = Posteingang
frame-unread = ungelesen
frame-portal = Portal
frame-account = Konto von { $name }
frame-account-attention = Konto von { $name }, Handlungsbedarf: { $count }
frame-account-menu = Konto
frame-servers = Deine Server
frame-profile = Profil
frame-phone = Telefon
frame-phone-unverified = Nicht bestätigt
frame-security = Sicherheit
frame-apps = Verbundene Apps
frame-shortcuts = Tastenkürzel
frame-console = Konsole
frame-attention = mit Handlungsbedarf
frame-colours = Farben
frame-sign-out = Abmelden
frame-docs = Dokumentation
frame-sign-in = Anmelden
frame-sign-up = Registrieren
frame-footer = Fußzeile
frame-guide = Leitfaden für Integrationen
frame-keyboard = Tastatur
frame-language = Sprache
colours-device = Farben dieses Geräts
colours-device-hint = Wie auf diesem Gerät
colours-light = Helle Farben
colours-light-hint = Hell
colours-dark = Dunkle Farben
colours-dark-hint = Dunkel
date = { $day }.{ $month }.{ $year }

cancel = Abbrechen
continue = Weiter
go-back = Zurück
go-to-chat = Zum Chat
go-to-portal = Zum Portal
password = Passwort
new-password = Neues Passwort
password-hint = Mindestens 8 Zeichen. Gut sind mehrere Wörter hintereinander.
login = Benutzername oder Telefonnummer
use-passkey = Passkey verwenden
code-or-recovery-code = Sechsstelliger Code oder Wiederherstellungscode
recovery-code = Wiederherstellungscode
back-to-sign-in = Zurück zur Anmeldung
signed-in-as = Angemeldet als <strong>{ $name }</strong> (@{ $nickname })
not-you = Nicht du?

sign-in = Anmelden
sign-in-to-app = Melde dich an, um mit { $name } fortzufahren.
sign-in-to-server = Melde dich an, um { $name } beizutreten.
sign-in-kept-form = Deine Sitzung ist abgelaufen. Melde dich wieder an: Deine Eingaben bleiben eine Stunde lang erhalten.
sign-in-ended = Deine Sitzung ist abgelaufen. Melde dich wieder an.
sign-in-first = Melde dich an, um fortzufahren.
sign-in-passkey = Mit einem Passkey anmelden
sign-in-forgot = Passwort vergessen?
sign-in-new = Noch kein Konto? <a href="{ $href }">Registrieren</a>
sign-in-invite = Noch kein Konto? Öffne den Einladungslink, den du bekommen hast, um dich zu registrieren.

sign-up = Registrieren
sign-up-lead = Ein Konto für den Chat und für andere Websites, auf denen du dich damit anmelden kannst.
sign-up-join-lead = Du registrierst dich und trittst { $server } bei. Die Mitglieder sehen deinen Benutzernamen, deinen Anzeigenamen und dein Bild.
sign-up-admin = Dieses Konto wird zum Admin dieser Instanz.
sign-up-nickname = Benutzername
sign-up-nickname-hint = Damit wirst du erwähnt. Erlaubt sind Kleinbuchstaben, Ziffern, Punkte, Bindestriche und Unterstriche.
sign-up-name = Anzeigename
sign-up-name-hint = Steht neben deinen Nachrichten. Du kannst ihn jederzeit ändern.
sign-up-join = Registrieren und beitreten
sign-up-known = Du hast schon ein Konto? <a href="{ $href }">Anmelden</a>
sign-up-known-admin = Du hast schon ein Konto? <a href="{ $href }">Melde dich an</a>, und es wird zum Admin
sign-up-invite-title = Du brauchst eine Einladung
sign-up-invite = Auf dieser Instanz registriert man sich über die Einladung zu einem Server. Öffne den Einladungslink, den du bekommen hast, und registriere dich dort. Wenn er nicht mehr funktioniert, bitte um einen neuen.
sign-up-link-title = Dieser Link funktioniert nicht mehr
sign-up-link = Er wurde schon benutzt oder widerrufen, oder er ist abgelaufen. Bitte die Person, von der du ihn hast, um einen neuen.
sign-up-closed-title = Die Registrierung ist geschlossen
sign-up-closed = Auf dieser Instanz kann sich zurzeit niemand registrieren. Wenn du ein Konto haben solltest, wende dich an die Person, die sie betreibt.

confirm-title = Bestätige, dass du es bist
confirm-lead = Deine Anmeldung liegt eine Weile zurück. Gib dein Passwort noch einmal ein, um fortzufahren.
confirm-lead-act = Deine Anmeldung liegt eine Weile zurück. Gib dein Passwort noch einmal ein, dann wird ausgeführt, was du gewählt hast.
confirm-lead-some-app = Die App, von der du kommst, möchte, dass du dein Passwort noch einmal eingibst.
confirm-lead-app = { $app } möchte, dass du dein Passwort noch einmal eingibst.
confirm-incomplete = Dateien und Passwörter können so lange nicht aufbewahrt werden. Danach kommst du zum Formular zurück: Ergänze sie und sende es noch einmal.
confirm-next = Danach: <strong>{ $label }</strong>
confirm-button = Bestätigen

reset-title = Passwort vergessen
reset-lead = Wir senden dir per SMS einen Code an deine bestätigte Telefonnummer. Damit legst du ein neues Passwort fest.
reset-send = Code senden
reset-no-texts-title = SMS sind nicht verfügbar
reset-no-texts = Dieser Dienst kann keine SMS senden. Bitte den Betreiber, ein neues Passwort für dich festzulegen.
reset-no-phone = Keine bestätigte Telefonnummer? Bitte den Betreiber dieses Dienstes, ein neues Passwort für dich festzulegen.
reset-remembered = Wieder eingefallen? <a href="{ $href }">Anmelden</a>
reset-code-title = Neues Passwort
reset-code-heading = Neues Passwort festlegen
reset-code-sent = Wenn dieses Konto eine bestätigte Telefonnummer hat, ist ein Code unterwegs. Er gilt zehn Minuten.
reset-code-app = Der Code aus der SMS stimmt. Dieses Konto hat auch einen zweiten Schritt. Gib dein neues Passwort noch einmal ein, und dazu einen Code aus deiner Authenticator-App oder einen Wiederherstellungscode.
reset-code-app-passkey = Der Code aus der SMS stimmt. Dieses Konto hat auch einen zweiten Schritt. Gib dein neues Passwort noch einmal ein, und dazu einen Code aus deiner Authenticator-App oder einen Wiederherstellungscode, wenn du nicht deinen Passkey verwendest.
reset-code-recovery = Der Code aus der SMS stimmt. Dieses Konto hat auch einen zweiten Schritt. Gib dein neues Passwort noch einmal ein, und dazu einen Wiederherstellungscode.
reset-code-recovery-passkey = Der Code aus der SMS stimmt. Dieses Konto hat auch einen zweiten Schritt. Gib dein neues Passwort noch einmal ein, und dazu einen Wiederherstellungscode, wenn du nicht deinen Passkey verwendest.
reset-code-tries =
    { $count ->
        [one] Du hast noch einen Versuch.
       *[other] Du hast noch { $count } Versuche.
    }
reset-code = Achtstelliger Code
reset-code-button = Passwort festlegen
reset-code-passkey = Passwort mit deinem Passkey festlegen
reset-code-signs-out = Damit wirst du in allen Browsern abgemeldet.
reset-code-over = Dieser Code gilt nicht mehr. Fordere einen neuen an.
reset-code-new = Neuen Code anfordern
reset-code-again = Keine SMS bekommen? Warte 30 Sekunden und <a href="{ $href }">fordere dann einen neuen Code an</a>. Wir senden höchstens fünf SMS am Tag an eine Nummer.
reset-code-outbox = Diese Instanz sendet keine SMS; sie stehen im <a href="/dev/outbox">Postausgang</a>.

second-title = Gib deinen Code ein
second-title-passkey = Bestätige mit deinem Passkey
second-sign-in-both = Dein Konto ist durch einen zweiten Schritt geschützt. Verwende deinen Passkey, oder gib den Code ein, den deine Authenticator-App anzeigt.
second-sign-in-app = Dein Konto ist durch einen zweiten Schritt geschützt. Öffne deine Authenticator-App und gib den Code ein, den sie anzeigt.
second-sign-in-passkey = Dein Konto ist durch einen zweiten Schritt geschützt. Verwende deinen Passkey oder einen deiner Wiederherstellungscodes.
second-again-both = Hierfür ist dein zweiter Schritt nötig. Verwende deinen Passkey, oder gib den Code ein, den deine Authenticator-App anzeigt.
second-again-app = Hierfür ist dein zweiter Schritt nötig. Öffne deine Authenticator-App und gib den Code ein, den sie anzeigt.
second-again-passkey = Hierfür ist dein zweiter Schritt nötig. Verwende deinen Passkey oder einen deiner Wiederherstellungscodes.
second-trust = Diesem Browser 30 Tage lang vertrauen
second-trust-hint = Nur auf deinem eigenen Gerät. Bei der Anmeldung wirst du hier nicht nach einem Code gefragt.
second-lost = Gerät verloren? Gib stattdessen einen deiner Wiederherstellungscodes ein. Wenn du keine hast, wende dich an den Betreiber dieses Dienstes.

consent-title = Bei { $app } anmelden
consent-heading = Mit deinem { $brand }-Konto bei <strong>{ $app }</strong> anmelden
consent-other-account = { $app } erwartet ein anderes Konto. Melde dich mit diesem an, oder brich ab.
consent-used = Schon verwendet, zuletzt am <time></time>
consent-more = Was { $app } sieht, und wer dahintersteht
consent-gets = { $app } sieht
consent-gets-id = Deine ID
consent-gets-nickname = Deinen Benutzernamen
consent-gets-name = Deinen Anzeigenamen
consent-gets-picture = Dein Bild
consent-never = { $app } kann nicht
consent-never-profile = Deinen Namen oder dein Bild sehen
consent-never-messages = Nachrichten lesen oder senden
consent-never-servers = Deine Server sehen, oder wer darin ist
consent-never-secrets = Deine Telefonnummer oder dein Passwort sehen
consent-never-act = Hier in deinem Namen handeln
consent-about = Über die App
consent-owner = Erstellt von
consent-created = Erstellt am
consent-homepage = Website
consent-privacy = Datenschutz
consent-terms = Bedingungen
consent-sign-in = Deine Anmeldung
consent-sign-in-with = { $app } erfährt auch, wann du dich hier angemeldet hast, und womit: { $methods }.
consent-revoke = Du kannst das jederzeit unter <a href="/settings/apps">Verbundene Apps</a> widerrufen.
consent-report = Stimmt mit dieser App etwas nicht? <a id="report-app" href="{ $href }">Melde sie</a>.
consent-device = Das Gerät an der Adresse <strong>{ $address }</strong> wird in deinem Namen angemeldet
consent-return-computer = Du kehrst zu einem Programm auf diesem Computer zurück, unter <strong>{ $place }</strong>
consent-return-phone = Du kehrst zu einem Programm auf diesem Telefon zurück, unter <strong>{ $place }</strong>
consent-return-app = Du kehrst zur App <strong>{ $place }</strong> auf diesem Gerät zurück
consent-return = Du kehrst zu <strong>{ $place }</strong> zurück
consent-approve = Autorisieren
consent-switch = Anderes Konto verwenden

link-suspended-title = Diese App ist gesperrt
link-suspended = Der Betreiber dieser Instanz hat sie gesperrt, deshalb kann sich niemand bei ihr anmelden. Du wurdest nicht angemeldet, und es wurde nichts weitergegeben.
link-broken-title = Dieser Anmeldelink ist fehlerhaft
link-broken = Die App, von der du kommst, hat einen Link verwendet, der nicht funktioniert. Du wurdest nicht angemeldet, und es wurde nichts weitergegeben. Nur die Betreiber der App können das beheben.
link-developer = Für die Entwickler der App
link-parameter = Parameter
link-why = Grund
link-fix = Zu beheben
link-received = Erhalten
link-about = Zurückgeleitet wird nur, wenn <code>client_id</code> und <code>redirect_uri</code> zur selben App gehören. Sonst könnte man auf der Website eines Angreifers landen. Die Seite der App im <a href="/portal">Portal</a> zeigt beide, und einen Link, der funktioniert.

onward-title = Zurück zu { $app }
onward-failed = Die Anfrage der App konnte nicht abgeschlossen werden. Du wurdest bei der App nicht angemeldet, und es wurde nichts weitergegeben.
onward-error = Du wurdest bei der App nicht angemeldet, und es wurde nichts weitergegeben.
onward-signed-in = Du wirst angemeldet.
onward-continue = Weiter zu { $app }

device-title = Auf einem Gerät anmelden
device-lead = Gib den Code ein, den dein Gerät oder Programm anzeigt.
device-code = Code
device-code-hint = Acht Buchstaben, zum Beispiel BCDF-GHJK.
device-warning = Hat dir jemand diesen Code oder einen Link zu dieser Seite geschickt? Dann brich ab: Die Person wäre in deinem Namen angemeldet.
device-check-title = Ist das dein Gerät?
device-check-heading = Steht dieser Code auf einem Gerät vor dir?
device-check-app = App
device-check-app-owner = <strong>{ $app }</strong>, erstellt von { $name } (@{ $nickname })
device-check-from = Angefragt von
device-check-same-network = <span class="nums">{ $address }</span>, aus dem Netzwerk, in dem du jetzt bist
device-check-other-network = <span class="nums">{ $address }</span>, nicht aus dem Netzwerk, in dem du jetzt bist
device-check-asked = Angefragt
device-check-minutes =
    { $minutes ->
        [0] vor weniger als einer Minute
        [one] vor einer Minute
       *[other] vor { $minutes } Minuten
    }
device-check-warning = Fahre nur fort, wenn du das selbst begonnen hast und dein eigenes Gerät oder Programm diesen Code anzeigt. Wenn dir jemand den Code oder einen Link geschickt hat, will diese Person in deinem Namen angemeldet werden.
device-check-refuse = Nein, ablehnen
device-check-continue = Ja, weiter
device-approved-title = Dein Gerät ist angemeldet
device-approved = Du kannst zu deinem Gerät zurückkehren
device-approved-text = Es wird in wenigen Sekunden angemeldet. Du kannst diese Seite schließen.
device-denied-title = Das Gerät wurde abgelehnt
device-denied = Das Gerät wurde nicht angemeldet
device-denied-text = Es wurde nichts weitergegeben. Wenn dir jemand den Code geschickt hat, wollte diese Person sich in deinem Namen anmelden: Antworte ihr nicht.

logout-title = Abmelden
logout-heading = Von { $brand } abmelden?
logout-by-app = <strong>{ $app }</strong> möchte, dass du dich auch hier abmeldest.
logout-by-some-app = Eine App möchte, dass du dich auch hier abmeldest.
logout-stay = Angemeldet bleiben
logout-about = Damit wird dieser Browser abgemeldet. Andere Browser bleiben angemeldet, andere Apps auch.
logout-done-title = Du bist abgemeldet
logout-done = Du bist von { $brand } abgemeldet
logout-done-text = Dieser Browser ist abgemeldet. Bei anderen Apps bist du vielleicht noch angemeldet.
logout-back = Zurück zu { $app }
logout-sign-in = Wieder anmelden

error-sent = Was du gesendet hast <span class="muted">({ $field })</span>
error-not-kept = Passwörter, Codes und Dateien werden nicht aufbewahrt. Öffne das Formular noch einmal und gib sie ein.
error-unsent = Dein Text
error-open-form = Formular öffnen
error-retry = Erneut versuchen
error-home = Zur Startseite
error-reference = Wenn du um Hilfe bittest, nenne diese Referenz: <code id="reference">{ $reference }</code>
