# Words of several pages of the chat.

bot = Bot
message = Message
webhook = Webhook
reply = Répondre
edit = Modifier
delete = Supprimer
save = Enregistrer
save-changes = Enregistrer les modifications
undo = Annuler
block = Bloquer
unblock = Débloquer
blocked = Message bloqué
blocked-show = Message bloqué. <span>Afficher</span>
mark-read = Marquer comme lu
mark-unread = Marquer comme non lu
search = Rechercher
search-messages = Rechercher des messages
roles = Rôles
timed-out = Exclu temporairement
pages = Pages
newest = Les plus récents
older = Plus anciens
more = Plus

# The author of a message

author-webhook-by = Application de webhook « <bdi>{ $name }</bdi> », créée par @{ $nickname }
author-webhook = Application de webhook « <bdi>{ $name }</bdi> » sans créateur
author-app-by = Application de webhook, créée par @{ $nickname }
author-app = Application de webhook sans créateur

# Cards and texts of messages

card-open-picture = Ouvrir l’image sur { $host }
card-load-picture = Charger l’image
table = Tableau

# A channel

channel-skip = Aller à la zone de message
channel-search = Rechercher dans { $channel }
channel-members = Membres
channel-messages = Messages
channel-to-unread = Aller au premier message non lu
channel-older = Charger les messages précédents
channel-new = Nouveaux
channel-empty = Pas encore de messages
channel-empty-equip = Écrivez le premier message, invitez des gens ou créez un webhook pour qu’un programme publie ici.
channel-empty-text = Les messages des gens et des webhooks apparaissent ici.
channel-new-webhook = Nouveau webhook
channel-invite = Inviter des gens
channel-newer = Messages suivants
channel-to-newest = Aller aux messages les plus récents
channel-message = Message pour { $channel }
channel-send = Envoyer
channel-ctrl-enter = Ctrl Entrée envoie.
channel-enter = Entrée envoie, Maj Entrée va à la ligne.
channel-change-key = Modifier
channel-slow = Mode lent : un message toutes les { $interval }.
channel-slow-exempt = Mode lent : un message toutes les { $interval }. Il ne s’applique pas à vous.
channel-timed-out = Vous êtes exclu temporairement de ce serveur jusqu’à <time></time>. D’ici là, vous pouvez lire, mais pas publier.
channel-closed = Vous pouvez lire ce salon, mais pas y publier. Demandez la permission « Envoyer des messages » à quelqu’un qui gère le serveur.

# A message, its menu and its page

message-actions = Actions
message-title = Message de { $name } dans { $channel }
message-by = Message de { $name }
menu-webhook-by = Webhook <a href="/portal/webhooks/{ $id }"><bdi>{ $name }</bdi></a>, par @{ $creator }
menu-webhook = Webhook <a href="/portal/webhooks/{ $id }"><bdi>{ $name }</bdi></a>
menu-paused = En pause
menu-copy-link = Copier le lien
menu-mute = Mettre <bdi>{ $channel }</bdi> en sourdine pendant une heure
menu-versions = Versions précédentes
menu-report = Signaler…
menu-block = Bloquer <bdi>{ $name }</bdi>
menu-unblock = Débloquer <bdi>{ $name }</bdi>
menu-pause = Mettre ce webhook en pause
menu-leaked = Signaler comme divulgué
menu-remove = Retirer des messages…
edit-label = Modifier le message
edit-hint = Échap annule. Modifier ne notifie personne.
message-webhook-by = <a href="/portal/webhooks/{ $id }"><strong><bdi>{ $name }</bdi></strong></a>, par @{ $creator }
message-webhook-paused = en pause
message-pause = Mettre en pause
message-link = Lien
message-link-about = Il fonctionne pour toute personne qui peut voir ce salon.
message-link-what = le lien vers ce message
message-later = Lire plus tard
message-later-about = Ce message et tous les suivants sont marqués comme non lus, pour vous seul.
message-edit-hint = Modifier ne notifie personne.
message-delete = Supprimer le message
message-delete-about = Le message est supprimé pour tout le monde, aussitôt. Vous pouvez annuler pendant une minute.
message-remove = Retirer tous les messages de { $name }
message-remove-about = Tous d’un coup, dans { $channel } ou sur tout le serveur. Vous pouvez annuler pendant une minute.
message-report = Signaler
message-report-about = Aux modérateurs de ce serveur. L’auteur ne saura pas qui l’a signalé.
message-report-reason = Quel est le problème ?
message-report-button = Signaler le message
message-versions = Voir les versions précédentes
reply-to = En réponse à :
reply-deleted = Message d’origine supprimé
reply-bar = Réponse à <bdi class="message-reply-author">{ $name }</bdi>
reply-cancel = Annuler la réponse
reply-notify = Notifier <bdi>{ $name }</bdi>

# Removing messages

removal-title = Retirer des messages de { $channel }
removal-button = Retirer les messages
removal-lead = Tous les messages d’un auteur dans { $channel }, d’un coup. Vous pouvez annuler pendant une minute.
removal-author = Auteur
removal-choose = Choisissez un auteur
removal-count = Compter les messages
removed-one = Message supprimé.
removed =
    { $count ->
        [one] { $count } message de <bdi>{ $author }</bdi> retiré.
       *[other] { $count } messages de <bdi>{ $author }</bdi> retirés.
    }
removed-seconds = encore <span class="nums" data-countdown-number>{ $seconds }</span> s
since-title = Depuis quand
since-button = Retirer { $what }
since-everywhere = Dans tous les salons du serveur que vous pouvez voir
since-too-many = Il y a trop de messages pour les compter d’abord.
since-server = Tout le serveur
since-channels = dans { $count } salons
since-from = du <time></time>
since-oldest = depuis <time></time>
since-earlier = dont { $count } avant ce message
since-replies =
    { $count ->
        [one] dont { $count } réponse
       *[other] dont { $count } réponses
    }

# Versions of a message

versions = Versions de ce message
versions-title = Versions d’un message dans { $channel }
versions-lead = La plus récente d’abord. La première version et les dix qui précèdent l’actuelle sont conservées.
versions-replaced = Remplacée
versions-edited = Modifié
versions-posted = Publié
versions-current = Actuelle

# Servers and channels beside a page

side-title = Serveurs et salons
side-unread-elsewhere = (messages non lus dans d’autres salons)
side-servers = Serveurs
side-settings = Paramètres du serveur
side-settings-of = Paramètres de { $server }
side-messages = Messages dans { $server }
side-search = Rechercher des messages dans { $server }
side-search-channel = Rechercher dans ce salon
side-channels = Salons
side-reports = Signalements

# After the number of open reports, for screen readers.

side-reports-open = en attente
side-muted = (en sourdine)
mute-title = Notifications de { $channel }
mute-muted = { $place } est en sourdine
mute-until = jusqu’à <time></time>
mute-open = jusqu’à ce que vous les réactiviez
mute = Mettre { $place } en sourdine
mute-off = Réactiver
mute-1h = Pendant une heure
mute-8h = Pendant huit heures
mute-always = Jusqu’à ce que je les réactive
