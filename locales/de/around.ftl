# The home page

home-welcome = Willkommen bei { $brand }
home-lead = Ein Chat mit Servern und Kanälen für alle, die sich hier treffen. Melde dich an, um zu lesen und zu schreiben.
home-lead-sign-up = Ein Chat mit Servern und Kanälen für alle, die sich hier treffen. Melde dich an, um zu lesen und zu schreiben, oder erstelle ein Konto.
home-invite = Neu hier? Öffne den Einladungslink, den du bekommen hast.
home-closed = Die Registrierung ist zurzeit geschlossen.
home-about = Was das hier ist
home-servers = Tritt einem Server über seine Einladung bei oder erstelle deinen eigenen. Nachrichten kommen sofort an, und dein Posteingang sammelt die, die dich erwähnen.
home-account = Ein Konto für andere Websites
home-account-text = Eine Website, bei der du dich anmeldest, sieht vier Dinge: deine ID, deinen Benutzernamen, deinen Anzeigenamen und dein Bild. Deine Nachrichten, deine Server und deine Telefonnummer sieht sie nicht.
home-programs = Auch deine Programme schreiben mit
home-programs-text = Was du betreibst, kann in einen Kanal schreiben und benachrichtigt niemanden, wenn du es nicht willst. <a href="/docs">Der Leitfaden für Entwickler</a> zeigt, wie (auf Englisch).

# An invite

invite-join = { $server } beitreten
invite-member = Du bist schon Mitglied von
invite-by = <bdi>{ $name }</bdi> (@{ $nickname }) lädt dich ein zu
invite-to = Du bist eingeladen zu
invite-members =
    { $count ->
        [one] <span class="nums">{ $count }</span> Mitglied
       *[other] <span class="nums">{ $count }</span> Mitglieder
    }
invite-owner = gehört @{ $owner }
invite-go = Zu { $server }
invite-later = Nicht jetzt
invite-shown = Die Mitglieder des Servers sehen deinen Benutzernamen, deinen Anzeigenamen und dein Bild.
invite-shown-first = Du trittst erst bei, wenn du es bestätigst. Die Mitglieder des Servers sehen deinen Benutzernamen, deinen Anzeigenamen und dein Bild.
invite-sign-in = Anmelden und beitreten
invite-sign-up = Registrieren und beitreten

# The list of servers

list-lead = Ein Server ist ein Ort für eine Gruppe von Leuten, mit Kanälen zum Reden.
list-mine = Server, in denen du bist
list-owner = Dieser Server gehört dir
list-settings = Einstellungen
list-leave = Verlassen
list-leave-server = { $server } verlassen
list-leave-about = Du verlierst deine Rollen auf diesem Server und brauchst eine Einladung, um zurückzukommen.
list-empty = Du bist noch in keinem Server
list-empty-text = Erstelle unten einen, oder öffne einen Einladungslink, den du bekommen hast.
list-suspended = Gesperrte Server
list-suspended-text = Der Betreiber dieser Instanz hat sie gesperrt. Niemand kann dort lesen oder schreiben, bis das aufgehoben wird.
list-new = Neuer Server
list-new-text = Er gehört dann dir und beginnt mit einem Kanal. Lade Leute ein, sobald er erstellt ist.
list-example = Freitagsrunde
list-create = Server erstellen
no-channel = Du kannst keine Kanäle sehen
no-channel-manages = Du kannst diesen Server verwalten, hast aber nicht die Berechtigung, einen seiner Kanäle zu sehen.
no-channel-settings = Servereinstellungen öffnen
no-channel-text = Du bist Mitglied dieses Servers, hast aber nicht die Berechtigung, einen seiner Kanäle zu sehen. Frag jemanden, der ihn verwaltet.

# Inbox

inbox-lead = Nachrichten, die dir antworten oder dich, eine deiner Rollen oder alle in einem Kanal erwähnen.
inbox-read-all = Alle als gelesen markieren
inbox-read-to = Bis hierher als gelesen markieren
inbox-message = { $name } in { $channel }
inbox-earlier = Früher
reply-badge = Antwort
inbox-you = Du
inbox-role = Deine Rolle
inbox-everyone = Alle
inbox-unread = (ungelesen)
inbox-empty = Noch keine Erwähnungen
inbox-empty-text = Wenn dir jemand auf einem deiner Server antwortet oder dich, eine deiner Rollen oder alle (@all) erwähnt, erscheint die Nachricht hier.
inbox-to-servers = Zu deinen Servern
inbox-end = Keine älteren Erwähnungen
inbox-end-text = Du bist am Ende deines Posteingangs.
inbox-to-newest = Zurück zu den neuesten Erwähnungen

# Members and people

members-title = Mitglieder in { $channel }
members-lead = Alle, die { $channel } sehen können, nach ihrer höchsten Rolle.
members-online = { $count } online.
members-online-only = { $count } online. Andere sind nicht aufgeführt, weil der Server groß ist.
members-here = gerade hier
members-all = Alle { $count }
members-roles = Alle Rollen
person-you = du
person-since = Mitglied seit <time></time>
person-gone = Zurzeit nicht auf diesem Server
person-owner = Eigentümer
person-edit = Profil bearbeiten
person-block-hint = Blockieren klappt die Nachrichten dieser Person nur für dich ein. Sie erfährt davon nichts.

# Search

search-skip = Zu den Ergebnissen springen
search-in = <bdi>{ $server }</bdi> durchsuchen
search-region = Suche und Ergebnisse
search-help = So suchst du
search-words = Nachrichten mit beiden Wörtern, in beliebiger Reihenfolge; <code>deplo</code> findet auch „deployment“
search-phrase = genau diese Wörter, direkt nebeneinander
search-from = von einer Person, von einem Webhook (<code>from:"CI bot"</code>) oder von dir (<code>from:me</code>)
search-channel = in einem Kanal
search-days = vor, nach oder an einem Tag, nach deiner Uhr
search-mentions = die dich, eine deiner Rollen oder alle benachrichtigt haben
search-ignored = Bei der Suche weggelassen:
search-results = Ergebnisse, neueste zuerst
search-by = Nachricht von { $name }
search-so-far = Bisher nichts gefunden
search-so-far-text = Nur die neuesten Nachrichten wurden durchsucht. Mach mit „Ältere“ weiter.
search-none = Keine Nachrichten gefunden
search-none-names = Keine Nachricht, die du sehen kannst, passt zu dieser Suche. Prüfe die Namen nach „from:“ und „in:“, oder versuche andere Wörter.
search-none-text = Keine Nachricht, die du sehen kannst, passt zu dieser Suche. Versuche weniger oder andere Wörter: Ein Wort wird an seinen ersten Buchstaben gefunden, mindestens dreien.
search-end = Keine älteren Nachrichten gefunden
search-end-text = Du bist am Ende der Ergebnisse.
