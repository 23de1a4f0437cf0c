# Settings of a server

settings-back = Zurück zu { $server }
settings-overview = Übersicht
danger = Gefahrenbereich
danger-confirm = Das lässt sich nicht rückgängig machen, deshalb wirst du zuerst nach deinem Passwort gefragt.
confirm-first = Bestätige zuerst, dass du es bist
remove = Entfernen
remove-what = { $what } entfernen
reason = Grund
position = Position
picture = Bild
picture-new = Neues Bild
picture-upload = Bild hochladen
picture-remove = Bild entfernen
overview-pictures = Bilder in Karten nur auf Klick laden
overview-pictures-hint = Ein Bild kommt von dem Server, den ein Webhook angibt, und der erfährt, wer es wann öffnet. Bilder von Autoren auf anderen Servern werden dann nicht gezeigt.
overview-second = Zum Verwalten dieses Servers die Anmeldung in zwei Schritten verlangen
overview-second-anyway = Dieser Dienst verlangt das von allen, die einen Server verwalten, egal was du hier wählst.
overview-second-hint = Ohne sie können der Eigentümer, Administratoren und alle, die den Server verwalten dürfen, dieses Recht erst nutzen, wenn sie sie eingerichtet haben. Lesen und schreiben können sie wie bisher.
overview-need = Um diese Einstellungen zu ändern, brauchst du die Berechtigung „Server verwalten“.
overview-picture-lead = Mitglieder sehen es in der Liste ihrer Server, und Eingeladene, bevor sie beitreten.
transfer = Eigentum übertragen
transfer-about = Ein anderes Mitglied wird Eigentümer dieses Servers, sobald es annimmt. Du bleibst Mitglied und behältst deine Rollen.
transfer-offered = { $name } (@{ $nickname }) angeboten bis <time></time>. Zu finden unter Einstellungen, Übergabeangebote. Der Server bleibt deiner, bis das Angebot angenommen wird.
transfer-cancel = Übertragung abbrechen
transfer-no-heirs = Kein anderes Mitglied kann Eigentümer sein. <a href="{ $path }/invites">Lade zuerst jemanden ein</a>.
transfer-ask = Das Mitglied wird Eigentümer, wenn es innerhalb von sieben Tagen annimmt. Du bleibst Mitglied und behältst deine Rollen, und nur dieses Mitglied kann den Server zurückgeben.
transfer-to = Neuer Eigentümer
transfer-choose = Mitglied auswählen
transfer-nickname = Benutzername des neuen Eigentümers
server-name = Name des Servers
server-delete = Diesen Server löschen
server-delete-button = Server löschen
server-delete-about = Seine Kanäle, Nachrichten, Webhooks, Rollen und Einladungen werden mit ihm gelöscht, sofort und endgültig.
server-delete-ask = Seine Kanäle, Nachrichten, Webhooks, Rollen und Einladungen werden mit ihm gelöscht, sofort und endgültig. Gib zur Bestätigung <strong>{ $server }</strong> ein.

# Channels

channels-title = Kanäle von { $server }
channels-lead = Öffne einen Kanal, um ihn zu bearbeiten und seine Berechtigungen festzulegen. Alle sehen die Kanäle in dieser Reihenfolge.
channels-none = Du kannst keinen der Kanäle sehen.
channels-new = Neuer Kanal
channels-name-hint = Verwende Buchstaben, Ziffern, Binde- und Unterstriche.
channels-example = builds
channels-topic-hint = Worum es im Kanal geht.
channels-create = Kanal erstellen
channel-open = Kanal öffnen
channel-topic = Thema
channel-slow-mode = Langsamer Modus
channel-slow-hint = Wie lange Mitglieder zwischen zwei Nachrichten warten. Wer Nachrichten oder Kanäle verwaltet, wartet nicht.
channel-position-hint = 1 ist der erste der { $count } Kanäle, die du siehst.
channel-save = Kanal speichern
channel-permissions = Berechtigungen in diesem Kanal
channel-permissions-lead = „Übernehmen“ gilt, was die Rollen des Mitglieds erlauben. Eine Einstellung für eine Rolle geht der für alle vor, und eine für ein Mitglied geht beiden vor.
channel-beyond = Du kannst nur erlauben, was du in diesem Kanal selbst darfst. Davon ausgenommen: { $permissions }.
channel-above = Was für Rollen und Mitglieder ab deiner eigenen höchsten Rolle festgelegt ist, kannst du nicht ändern.
channel-save-permissions = Berechtigungen speichern
channel-every-member = jedes Mitglied des Servers
channel-kind-role = Rolle
channel-kind-former = hat den Server verlassen
channel-kind-member = Mitglied
channel-allowed = { $permission }: erlaubt
channel-denied = { $permission }: verboten
channel-inherited = { $permission }: übernommen
channel-add = Rolle oder Mitglied hinzufügen
channel-target = Rolle oder Mitglied
channel-target-choose = Rolle oder Mitglied auswählen
channel-role = Rolle
channel-no-role = Keine Rolle
channel-nickname = Oder der Benutzername eines Mitglieds
channel-delete = Diesen Kanal löschen
channel-delete-about = Seine Nachrichten und Webhooks werden mit ihm gelöscht, sofort und endgültig.
channel-delete-button = Kanal löschen
channel-delete-ask = <strong>{ $channel }</strong> mit allen Nachrichten und Webhooks löschen? Sie werden sofort und endgültig gelöscht.

# Roles

roles-title = Rollen von { $server }
roles-lead = Eine Rolle gibt ihre Berechtigungen den Mitgliedern, die sie haben. „Alle“ gilt für jedes Mitglied. Man kann nur Rollen und Mitglieder unterhalb der eigenen höchsten Rolle bearbeiten.
roles-mentionable = Erwähnbar
roles-no-permissions = Keine Berechtigungen
roles-holders =
    { $count ->
        [one] <span>{ $count }</span> <span>Mitglied</span>
       *[other] <span>{ $count }</span> <span>Mitglieder</span>
    }
roles-new = Neue Rolle
roles-new-lead = Du kannst nur Berechtigungen vergeben, die du selbst hast.
roles-example = Baumeister
roles-create = Rolle erstellen
permissions = Berechtigungen
role-title = Rolle { $role }
role-everyone = Jedes Mitglied des Servers hat diese Berechtigungen.
role-mentionable = Alle können diese Rolle erwähnen
role-save = Rolle speichern
role-too-high = Du kannst diese Rolle nicht bearbeiten, weil sie nicht unter deiner eigenen höchsten Rolle steht.
role-beyond = Du kannst diese Rolle nicht bearbeiten, weil sie eine Berechtigung hat, die du selbst nicht hast.
role-need = Um Rollen zu bearbeiten, brauchst du die Berechtigung „Rollen verwalten“.
role-delete = Diese Rolle löschen
role-delete-about = Ihre Mitglieder verlieren ihre Berechtigungen, und in Kanälen fallen die für sie festgelegten weg.
role-delete-button = Rolle löschen
role-delete-ask = Die Rolle <strong>{ $role }</strong> löschen?

# Members

members-of = Mitglieder von { $server }
members-total = { $count } insgesamt
members-search = Mitglieder suchen (Benutzername und Anzeigename)
members-none = Kein Mitglied hat einen Benutzernamen oder ein Wort im Anzeigenamen, das so beginnt.
members-none-large = Kein Mitglied hat einen Benutzernamen, der so beginnt, oder genau diesen Anzeigenamen.
member-since = Mitglied seit <time></time>
member-timed-out = Stummgeschaltet bis <time></time>: Bis dahin kann dieses Mitglied lesen, aber nichts schreiben oder ändern.
member-no-roles = Dieser Server hat noch keine Rollen zum Vergeben.
member-create-role = <a href="/servers/{ $server }/settings/roles">Erstelle eine</a>.
member-roles-hint = Du kannst nur Rollen unter deiner eigenen höchsten Rolle geben und nehmen, deren Berechtigungen du selbst hast.
member-save-roles = Rollen speichern
member-has-none = Dieses Mitglied hat keine Rollen.
member-above = Du kannst nur die Rollen von Mitgliedern ändern, deren höchste Rolle unter deiner steht.
member-need-roles = Um Rollen zu vergeben, brauchst du die Berechtigung „Rollen verwalten“.
member-remove = Mitglied entfernen
member-remove-title = Vom Server entfernen
member-remove-about = Das Mitglied verliert seine Rollen auf diesem Server und kann mit einer Einladung zurückkommen. Seine Nachrichten bleiben.
member-remove-ask = <strong>@{ $nickname }</strong> von { $server } entfernen?
time-out = Stummschaltung
time-out-lead = Ein stummgeschaltetes Mitglied kann lesen, was es vorher lesen konnte, hier aber nichts schreiben oder ändern. Verlassen und erneutes Beitreten beendet das nicht.
time-out-for = Dauer
time-out-button = Stummschalten
time-out-lift = Stummschaltung aufheben
former = Kein Mitglied
former-banned = Diese Person ist vom Server gebannt. <a href="/servers/{ $server }/settings/bans">Zu den Banns</a>.
former-left = Diese Person hat den Server verlassen oder wurde entfernt.

# Bans and reports

bans = Banns
bans-title = Banns von { $server }
bans-lead = Wer gebannt ist, kann diesem Server mit keiner Einladung beitreten. Ein Mitglied bannst du auf seiner Seite.
bans-by = gebannt von @{ $by }
bans-by-gone = gebannt von einem gelöschten Konto
bans-lift = Aufheben
bans-lift-of = Bann von { $name } aufheben
bans-empty = Niemand ist gebannt
bans-empty-text = Hier erscheinen alle, die von diesem Server gebannt werden, mit dem Grund.
bans-end = Es gibt keine älteren Banns.
ban = Bannen
ban-title = Vom Server bannen
ban-former = Diese Person kann mit keiner Einladung zurückkommen, bis jemand den Bann aufhebt.
ban-removes = Das Mitglied wird entfernt und kann mit keiner Einladung zurückkommen, bis jemand den Bann aufhebt.
ban-removes-only = Das Mitglied wird entfernt und kann mit keiner Einladung zurückkommen, bis jemand den Bann aufhebt. Seine Nachrichten bleiben.
ban-ask = <strong>@{ $nickname }</strong> von { $server } bannen?
ban-reason-hint = Erscheint in der Liste der Banns und im Audit-Log.
ban-messages = Nachrichten dieser Person entfernen
moderate-timed-out = { $name } ist stummgeschaltet.
moderate-ban = <bdi>{ $name }</bdi> bannen
moderate-banned = { $name } ist von diesem Server gebannt.
moderate-lifted = Der Bann von { $name } ist aufgehoben. Mit einer Einladung ist die Rückkehr möglich.
deleted-user = ein gelöschtes Konto
deleted-account = gelöschtes Konto
reports-title = Meldungen in { $server }
reports-lead = Nachrichten, die Mitglieder gemeldet haben, so wie sie damals waren. Wer sie gemeldet hat, erfährt sonst niemand.
reports-deleted = Seitdem gelöscht
reports-edited = Seitdem bearbeitet
reports-count =
    { $count ->
        [one] Von { $count } Person gemeldet
       *[other] Von { $count } Personen gemeldet
    }
reports-remove = Nachricht entfernen
reports-dismiss = Verwerfen
reports-dismiss-of = Meldung der Nachricht von { $name } verwerfen
reports-empty = Keine offenen Meldungen
reports-empty-text = Wenn Mitglieder eine Nachricht melden, erscheint sie hier für die Moderation.
reports-end = Es gibt keine älteren Meldungen.
reports-hidden =
    { $count ->
        [one] Eine weitere Meldung betrifft Nachrichten in Kanälen, die du nicht sehen kannst. Nur wer sie sieht, kann entscheiden.
       *[other] { $count } weitere Meldungen betreffen Nachrichten in Kanälen, die du nicht sehen kannst. Nur wer sie sieht, kann entscheiden.
    }
reports-decided = Kürzlich entschieden
reports-removed = Nachricht entfernt
reports-dismissed = Meldung verworfen

# Invites

invites = Einladungen
invites-title = Einladungen zu { $server }
invites-lead = Alle, die den Link haben, können beitreten, bis die Einladung abläuft, aufgebraucht ist oder gelöscht wird.
invites-expires = Läuft ab nach
invites-never = Nie
invites-uses = Gilt für
invites-any = Beliebig viele Leute
invites-create = Einladung erstellen
invites-what = den Einladungslink
invites-by = Erstellt von @{ $creator }
invites-unused = noch nicht benutzt
invites-joined =
    { $count ->
        [one] { $count } Person beigetreten
       *[other] { $count } Personen beigetreten
    }
invites-used-up = Aufgebraucht
invites-expired = Abgelaufen
invites-left =
    { $count ->
        [one] noch { $count } Mal
       *[other] noch { $count } Mal
    }
invites-until = läuft am <time></time> ab
invites-about = die Einladung { $code }
invites-delete-ask = Der Link funktioniert dann für niemanden mehr, der ihn bekommen hat. Wer damit beigetreten ist, bleibt Mitglied.
invites-delete-ask-dead = Wer damit beigetreten ist, bleibt Mitglied.
invites-delete = Einladung löschen
invites-empty = Noch keine Einladungen
invites-empty-text = Erstelle eine und schick den Link an die Leute, die du einladen willst.
invites-need = Um Leute einzuladen, brauchst du die Berechtigung „Server verwalten“.

# Audit log

audit = Audit-Log
audit-title = Audit-Log von { $server }
audit-server-empty = Diese Seite zeigt jede Änderung am Server, an seinen Webhooks, Kanälen, Rollen, Mitgliedern und Einladungen, und von wem sie ist. Sie zeigt auch, wer beitritt und geht.
audit-server-lead = Wer auf diesem Server was geändert hat. Einträge werden { $days } Tage aufbewahrt, höchstens die neuesten { $most }.
audit-filter = Log filtern
audit-filter-button = Filtern
audit-who = Wer
audit-anyone = Alle
audit-what = Was
audit-anything = Alles
audit-end = Nichts Älteres
audit-end-text = Es gibt keine älteren Einträge.
audit-none = Keine passenden Einträge
audit-none-text = Kein Eintrag passt zu diesem Filter.
audit-all = Alle anzeigen
audit-empty = Noch keine Änderungen
