# The entries of a server's audit log; those in English are in crates/store/src/models/logs/audit/action.rs

audit-hidden-channel = Verborgener Kanal

# Webhooks

said-webhook_created = { $actor } hat den Webhook { $target } erstellt, der in { $channel } postet
said-webhook_edited = { $actor } hat den Webhook { $target } in { $name_to } umbenannt
said-webhook_edited-2 = { $actor } hat den Webhook { $target } bearbeitet
said-webhook_moved = { $actor } hat den Webhook { $target } von { $channel_from } nach { $channel_to } verschoben
said-webhook_url_regenerated = { $actor } hat die URL des Webhooks { $target } neu erzeugt
said-webhook_paused = { $actor } hat den Webhook { $target } angehalten
said-webhook_resumed = { $actor } hat den Webhook { $target } fortgesetzt
said-webhook_creator_changed = { $actor } hat den Webhook { $target } als Ersteller übernommen
said-webhook_reported_leaked = { $actor } hat die URL des Webhooks { $target } als durchgesickert gemeldet: Sie wurde neu erzeugt und der Webhook angehalten
said-webhook_found_leaked = { $actor } wurde angehalten, weil ein Secret-Scanner die URL als durchgesickert gemeldet hat
said-webhook_suspended = { $actor } wurde vom Betreiber gesperrt
said-webhook_restored = { $actor } ist nicht mehr vom Betreiber gesperrt
said-webhook_deleted = { $actor } hat den Webhook { $target } gelöscht, der in { $channel } gepostet hat
said-message_deleted = { $actor } hat eine eigene Nachricht in { $channel } gelöscht

# Channels

said-channel_created = { $actor } hat den Kanal { $target } erstellt
said-channel_edited = { $actor } hat den Kanal { $target } bearbeitet
said-channel_edited-2 = { $actor } hat den Kanal { $target } in { $name_to } umbenannt
said-channel_edited-3 = { $actor } hat den langsamen Modus von { $target } geändert
said-channel_edited-4 = { $actor } hat das Thema von { $target } geändert
said-channel_moved = { $actor } hat den Kanal { $target } verschoben
said-channel_deleted = { $actor } hat den Kanal { $target } gelöscht
said-others_message_deleted = { $actor } hat eine Nachricht von { $author } in { $target } gelöscht
said-messages_removed =
    { $actor } hat { $count ->
        [one] eine Nachricht
       *[other] { $count } Nachrichten
    } von { $author } ab einer bestimmten Nachricht in { $target } entfernt
said-messages_removed-2 =
    { $actor } hat { $count ->
        [one] eine Nachricht
       *[other] { $count } Nachrichten
    } von { $author } { $since ->
        [hour] der letzten Stunde
        [day] des letzten Tages
       *[week] der letzten Woche
    } in { $target } entfernt
said-reported_message_removed = { $actor } hat eine gemeldete Nachricht von { $author } in { $target } entfernt
said-report_dismissed = { $actor } hat die Meldung einer Nachricht von { $author } in { $target } verworfen
said-messages_restored =
    { $actor } hat { $count ->
        [one] eine Nachricht
       *[other] { $count } Nachrichten
    } von { $author } in { $target } wiederhergestellt
said-overwrite_set = { $actor } hat geändert, was die Rolle { $whom_role } in { $target } darf
said-overwrite_set-2 = { $actor } hat geändert, was { $whom_member } in { $target } darf

# Roles

said-role_created = { $actor } hat die Rolle { $target } erstellt
said-role_edited = { $actor } hat die Rolle { $target } in { $name_to } umbenannt
said-role_edited-2 = { $actor } hat die Rolle { $target } verschoben
said-role_edited-3 = { $actor } hat die Rolle { $target } bearbeitet
said-role_deleted = { $actor } hat die Rolle { $target } gelöscht

# Members and invites

said-member_roles_set =
    { $actor } hat { $target } { $given_count ->
        [one] die Rolle
       *[other] die Rollen
    } { $given } gegeben
said-member_roles_set-2 =
    { $actor } hat { $target } { $taken_count ->
        [one] die Rolle
       *[other] die Rollen
    } { $taken } genommen
said-member_roles_set-3 = { $actor } hat die Rollen von { $target } geändert
said-member_joined = { $actor } ist über die Einladung beigetreten, die auf { $target } endet
said-member_left = { $actor } hat den Server verlassen
said-member_removed = { $actor } hat { $target } vom Server entfernt
said-member_banned = { $actor } hat { $target } vom Server gebannt
said-ban_lifted = { $actor } hat den Bann von { $target } aufgehoben
said-member_timed_out = { $actor } hat { $target } stummgeschaltet
said-timeout_lifted = { $actor } hat die Stummschaltung von { $target } aufgehoben
said-invite_created = { $actor } hat die Einladung erstellt, die auf { $target } endet
said-invite_deleted = { $actor } hat die Einladung gelöscht, die auf { $target } endet

# The server

said-server_renamed = { $actor } hat den Server { $target } in { $name_to } umbenannt
said-server_picture_set = { $actor } hat das Bild des Servers entfernt
said-server_picture_set-2 = { $actor } hat das Bild des Servers geändert
said-server_pictures_set = { $actor } hat eingestellt, dass Bilder in Karten erst nach einem Klick laden
said-server_pictures_set-2 = { $actor } hat eingestellt, dass Bilder in Karten mit der Nachricht laden
said-server_second_step_set = { $actor } verlangt die Anmeldung in zwei Schritten von allen, die den Server verwalten
said-server_second_step_set-2 = { $actor } verlangt keine Anmeldung in zwei Schritten mehr von denen, die den Server verwalten
said-server_suspended = { $actor } wurde vom Betreiber gesperrt
said-server_restored = { $actor } ist nicht mehr vom Betreiber gesperrt
said-server_offered = { $actor } hat { $to } den Server angeboten
said-server_offer_cancelled = { $actor } hat das Angebot des Servers an { $to } zurückgezogen
said-server_offer_declined = { $actor } hat es abgelehnt, Eigentümer des Servers zu werden
said-server_handed_over = { $actor } hat den Server an { $to } übertragen

# Lines of changes, and their values

said-word-creator-before = Bisheriger Ersteller
said-word-expires = Läuft ab
said-word-further-ones = Weitere
said-word-given = Gegeben
said-word-taken = Genommen
said-word-mentionable = Erwähnbar
said-word-name = Name
said-word-permissions = Berechtigungen
said-word-permissions-added = Neue Berechtigungen
said-word-permissions-removed = Entzogene Berechtigungen
said-word-picture = Bild
said-word-position = Position
said-word-posted = Gepostet
said-word-reason = Grund
said-word-slow-mode = Langsamer Modus
said-word-topic = Thema
said-word-until = Bis
said-word-uses = Nutzungen
said-word-webhooks-deleted-with-it = Mit ihm gelöschte Webhooks
said-word-nothing = nichts
said-word-yes = ja
said-word-no = nein
said-word-off = aus
said-word-removed = entfernt
said-word-a-new-one = ein neues
said-word-allowed = erlaubt
said-word-denied = verboten
said-word-inherited = übernommen
said-word-a-deleted-account = ein gelöschtes Konto
