# The entries of a server's audit log; those in English are in crates/store/src/models/logs/audit/action.rs

audit-hidden-channel = Salon masqué

# Webhooks

said-webhook_created = { $actor } a créé le webhook { $target }, qui publie dans { $channel }
said-webhook_edited = { $actor } a renommé le webhook { $target } en { $name_to }
said-webhook_edited-2 = { $actor } a modifié le webhook { $target }
said-webhook_moved = { $actor } a déplacé le webhook { $target } de { $channel_from } vers { $channel_to }
said-webhook_url_regenerated = { $actor } a régénéré l’URL du webhook { $target }
said-webhook_paused = { $actor } a mis en pause le webhook { $target }
said-webhook_resumed = { $actor } a réactivé le webhook { $target }
said-webhook_creator_changed = { $actor } a repris le webhook { $target } à son nom
said-webhook_reported_leaked = { $actor } a signalé que l’URL du webhook { $target } a fuité : elle a été régénérée et le webhook mis en pause
said-webhook_found_leaked = { $actor } a été mis en pause, car un détecteur de secrets a signalé que son URL a fuité
said-webhook_suspended = { $actor } a été suspendu par l’opérateur
said-webhook_restored = { $actor } n’est plus suspendu par l’opérateur
said-webhook_deleted = { $actor } a supprimé le webhook { $target }, qui publiait dans { $channel }
said-message_deleted = { $actor } a supprimé un de ses messages dans { $channel }

# Channels

said-channel_created = { $actor } a créé le salon { $target }
said-channel_edited = { $actor } a modifié le salon { $target }
said-channel_edited-2 = { $actor } a renommé le salon { $target } en { $name_to }
said-channel_edited-3 = { $actor } a modifié le mode lent de { $target }
said-channel_edited-4 = { $actor } a modifié le sujet de { $target }
said-channel_moved = { $actor } a déplacé le salon { $target }
said-channel_deleted = { $actor } a supprimé le salon { $target }
said-others_message_deleted = { $actor } a supprimé un message de { $author } dans { $target }
said-messages_removed =
    { $actor } a retiré { $count ->
        [one] un message
       *[other] { $count } messages
    } de { $author } à partir d’un message dans { $target }
said-messages_removed-2 =
    { $actor } a retiré { $count ->
        [one] un message
       *[other] { $count } messages
    } de { $author } { $since ->
        [hour] de la dernière heure
        [day] des dernières 24 heures
       *[week] de la dernière semaine
    } dans { $target }
said-reported_message_removed = { $actor } a retiré un message signalé de { $author } dans { $target }
said-report_dismissed = { $actor } a rejeté le signalement d’un message de { $author } dans { $target }
said-messages_restored =
    { $actor } a restauré { $count ->
        [one] un message
       *[other] { $count } messages
    } de { $author } dans { $target }
said-overwrite_set = { $actor } a modifié ce que le rôle { $whom_role } peut faire dans { $target }
said-overwrite_set-2 = { $actor } a modifié ce que { $whom_member } peut faire dans { $target }

# Roles

said-role_created = { $actor } a créé le rôle { $target }
said-role_edited = { $actor } a renommé le rôle { $target } en { $name_to }
said-role_edited-2 = { $actor } a déplacé le rôle { $target }
said-role_edited-3 = { $actor } a modifié le rôle { $target }
said-role_deleted = { $actor } a supprimé le rôle { $target }

# Members and invites

said-member_roles_set =
    { $actor } a donné à { $target } { $given_count ->
        [one] le rôle
       *[other] les rôles
    } { $given }
said-member_roles_set-2 =
    { $actor } a retiré à { $target } { $taken_count ->
        [one] le rôle
       *[other] les rôles
    } { $taken }
said-member_roles_set-3 = { $actor } a modifié les rôles de { $target }
said-member_joined = { $actor } a rejoint le serveur avec l’invitation qui se termine par { $target }
said-member_left = { $actor } a quitté le serveur
said-member_removed = { $actor } a retiré { $target } du serveur
said-member_banned = { $actor } a banni { $target } du serveur
said-ban_lifted = { $actor } a levé le bannissement de { $target }
said-member_timed_out = { $actor } a exclu { $target } temporairement
said-timeout_lifted = { $actor } a levé l’exclusion temporaire de { $target }
said-invite_created = { $actor } a créé l’invitation qui se termine par { $target }
said-invite_deleted = { $actor } a supprimé l’invitation qui se termine par { $target }

# The server

said-server_renamed = { $actor } a renommé le serveur { $target } en { $name_to }
said-server_picture_set = { $actor } a retiré l’image du serveur
said-server_picture_set-2 = { $actor } a modifié l’image du serveur
said-server_pictures_set = { $actor } a réglé les images des cartes pour qu’elles ne se chargent qu’au clic
said-server_pictures_set-2 = { $actor } a réglé les images des cartes pour qu’elles se chargent avec le message
said-server_second_step_set = { $actor } exige la connexion en deux étapes de ceux qui gèrent le serveur
said-server_second_step_set-2 = { $actor } n’exige plus la connexion en deux étapes de ceux qui gèrent le serveur
said-server_suspended = { $actor } a été suspendu par l’opérateur
said-server_restored = { $actor } n’est plus suspendu par l’opérateur
said-server_offered = { $actor } a proposé le serveur à { $to }
said-server_offer_cancelled = { $actor } a annulé l’offre du serveur à { $to }
said-server_offer_declined = { $actor } a refusé de devenir propriétaire du serveur
said-server_handed_over = { $actor } a transféré le serveur à { $to }

# Lines of changes, and their values

said-word-creator-before = Créateur précédent
said-word-expires = Expire
said-word-further-ones = Autres
said-word-given = Donnés
said-word-taken = Retirés
said-word-mentionable = Mentionnable
said-word-name = Nom
said-word-permissions = Permissions
said-word-permissions-added = Permissions ajoutées
said-word-permissions-removed = Permissions retirées
said-word-picture = Image
said-word-position = Position
said-word-posted = Publié
said-word-reason = Motif
said-word-slow-mode = Mode lent
said-word-topic = Sujet
said-word-until = Jusqu’au
said-word-uses = Utilisations
said-word-webhooks-deleted-with-it = Webhooks supprimés avec lui
said-word-nothing = rien
said-word-yes = oui
said-word-no = non
said-word-off = désactivé
said-word-removed = retirée
said-word-a-new-one = une nouvelle
said-word-allowed = autorisé
said-word-denied = refusé
said-word-inherited = hérité
said-word-a-deleted-account = un compte supprimé
