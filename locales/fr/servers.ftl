# Settings of a server

settings-back = Retour à { $server }
settings-overview = Vue d’ensemble
danger = Zone de danger
danger-confirm = Ces actions sont irréversibles, votre mot de passe vous est donc d’abord demandé.
confirm-first = Confirmez d’abord que c’est vous
remove = Retirer
remove-what = Retirer { $what }
reason = Motif
position = Position
picture = Image
picture-new = Nouvelle image
picture-upload = Envoyer l’image
picture-remove = Retirer l’image
overview-pictures = Ne charger les images des cartes qu’au clic
overview-pictures-hint = Une image vient de l’hôte que désigne un webhook, qui apprend qui l’ouvre et quand. Les images d’auteurs hébergées ailleurs ne sont alors pas affichées.
overview-second = Exiger la connexion en deux étapes pour gérer ce serveur
overview-second-anyway = Ce service l’exige de toute personne qui gère un serveur, quel que soit votre choix ici.
overview-second-hint = Sans elle, le propriétaire, les administrateurs et ceux qui peuvent gérer le serveur ne peuvent exercer ce pouvoir avant de l’avoir configurée. Ils peuvent lire et écrire comme avant.
overview-need = Pour modifier ces paramètres, il vous faut la permission « Gérer le serveur ».
overview-picture-lead = Les membres la voient dans la liste de leurs serveurs, et les invités avant de rejoindre.
transfer = Transférer la propriété
transfer-about = Un autre membre devient propriétaire de ce serveur dès qu’il accepte. Vous restez membre et gardez vos rôles.
transfer-offered = Proposé à { $name } (@{ $nickname }) jusqu’au <time></time>. L’offre se trouve sous Paramètres, Offres de transfert. Le serveur reste à vous jusqu’à son acceptation.
transfer-cancel = Annuler le transfert
transfer-no-heirs = Aucun autre membre ne peut en être propriétaire. <a href="{ $path }/invites">Invitez d’abord quelqu’un</a>.
transfer-ask = Ce membre devient propriétaire s’il accepte sous sept jours. Vous restez membre et gardez vos rôles, et lui seul peut vous le rendre.
transfer-to = Nouveau propriétaire
transfer-choose = Choisissez un membre
transfer-nickname = Nom d’utilisateur du nouveau propriétaire
server-name = Nom du serveur
server-delete = Supprimer ce serveur
server-delete-button = Supprimer le serveur
server-delete-about = Ses salons, messages, webhooks, rôles et invitations sont supprimés avec lui, aussitôt et définitivement.
server-delete-ask = Ses salons, messages, webhooks, rôles et invitations sont supprimés avec lui, aussitôt et définitivement. Pour confirmer, saisissez <strong>{ $server }</strong>.

# Channels

channels-title = Salons de { $server }
channels-lead = Ouvrez un salon pour le modifier et régler ses permissions. Tout le monde voit les salons dans cet ordre.
channels-none = Vous ne voyez aucun des salons.
channels-new = Nouveau salon
channels-name-hint = Utilisez des lettres, des chiffres, des tirets et des tirets bas.
channels-example = builds
channels-topic-hint = Le sujet du salon.
channels-create = Créer le salon
channel-open = Ouvrir le salon
channel-topic = Sujet
channel-slow-mode = Mode lent
channel-slow-hint = L’attente des membres entre deux messages. Ceux qui gèrent les messages ou les salons n’attendent pas.
channel-position-hint = 1 est le premier des { $count } salons que vous voyez.
channel-save = Enregistrer le salon
channel-permissions = Permissions dans ce salon
channel-permissions-lead = « Hériter » reprend ce que permettent les rôles du membre. Un réglage de rôle l’emporte sur celui de tout le monde, et un réglage de membre sur les deux.
channel-beyond = Vous ne pouvez autoriser que ce qui vous est permis dans ce salon. Cela exclut : { $permissions }.
channel-above = Vous ne pouvez pas modifier ce qui est réglé pour les rôles et membres au niveau de votre rôle le plus élevé ou au-dessus.
channel-save-permissions = Enregistrer les permissions
channel-every-member = tous les membres du serveur
channel-kind-role = rôle
channel-kind-former = a quitté le serveur
channel-kind-member = membre
channel-allowed = { $permission } : autorisé
channel-denied = { $permission } : refusé
channel-inherited = { $permission } : hérité
channel-add = Ajouter un rôle ou un membre
channel-target = Rôle ou membre
channel-target-choose = Choisissez un rôle ou un membre
channel-role = Rôle
channel-no-role = Aucun rôle
channel-nickname = Ou le nom d’utilisateur d’un membre
channel-delete = Supprimer ce salon
channel-delete-about = Ses messages et webhooks sont supprimés avec lui, aussitôt et définitivement.
channel-delete-button = Supprimer le salon
channel-delete-ask = Supprimer <strong>{ $channel }</strong> avec tous ses messages et webhooks ? Ils sont supprimés aussitôt et définitivement.

# Roles

roles-title = Rôles de { $server }
roles-lead = Un rôle donne ses permissions aux membres qui l’ont. « Tout le monde » s’applique à tous les membres. On ne peut agir que sur les rôles et les membres situés sous son rôle le plus élevé.
roles-mentionable = Mentionnable
roles-no-permissions = Aucune permission
roles-holders =
    { $count ->
        [one] <span>{ $count }</span> <span>membre</span>
       *[other] <span>{ $count }</span> <span>membres</span>
    }
roles-new = Nouveau rôle
roles-new-lead = Vous ne pouvez donner que les permissions que vous avez.
roles-example = Bâtisseurs
roles-create = Créer le rôle
permissions = Permissions
role-title = Rôle { $role }
role-everyone = Tous les membres du serveur ont ces permissions.
role-mentionable = Tout le monde peut mentionner ce rôle
role-save = Enregistrer le rôle
role-too-high = Vous ne pouvez pas modifier ce rôle, car il n’est pas sous votre rôle le plus élevé.
role-beyond = Vous ne pouvez pas modifier ce rôle, car il a une permission que vous n’avez pas.
role-need = Pour modifier des rôles, il vous faut la permission « Gérer les rôles ».
role-delete = Supprimer ce rôle
role-delete-about = Ses membres perdent ses permissions, et les salons celles réglées pour lui.
role-delete-button = Supprimer le rôle
role-delete-ask = Supprimer le rôle <strong>{ $role }</strong> ?

# Members

members-of = Membres de { $server }
members-total = { $count } au total
members-search = Rechercher des membres (nom d’utilisateur et nom d’affichage)
members-none = Aucun membre n’a un nom d’utilisateur, ou un mot de son nom d’affichage, qui commence ainsi.
members-none-large = Aucun membre n’a un nom d’utilisateur qui commence ainsi, ni exactement ce nom d’affichage.
member-since = membre depuis le <time></time>
member-timed-out = Exclu temporairement jusqu’à <time></time> : d’ici là, ce membre peut lire, mais ni publier ni modifier quoi que ce soit.
member-no-roles = Ce serveur n’a pas encore de rôles à attribuer.
member-create-role = <a href="/servers/{ $server }/settings/roles">Créez-en un</a>.
member-roles-hint = Vous ne pouvez ajouter et retirer que des rôles sous votre rôle le plus élevé, dont vous avez vous-même les permissions.
member-save-roles = Enregistrer les rôles
member-has-none = Ce membre n’a aucun rôle.
member-above = Vous ne pouvez modifier que les rôles des membres dont le rôle le plus élevé est sous le vôtre.
member-need-roles = Pour attribuer des rôles, il vous faut la permission « Gérer les rôles ».
member-remove = Expulser le membre
member-remove-title = Expulser du serveur
member-remove-about = Ce membre perdra ses rôles sur ce serveur et pourra revenir avec une invitation. Ses messages restent.
member-remove-ask = Expulser <strong>@{ $nickname }</strong> de { $server } ?
time-out = Exclusion temporaire
time-out-lead = Un membre exclu temporairement peut lire ce qu’il pouvait lire avant, mais ni publier ni modifier quoi que ce soit ici. Quitter puis revenir n’y met pas fin.
time-out-for = Durée
time-out-button = Exclure temporairement
time-out-lift = Lever l’exclusion
former = N’est pas membre
former-banned = Cette personne est bannie du serveur. <a href="/servers/{ $server }/settings/bans">Voir les bannissements</a>.
former-left = Cette personne a quitté le serveur ou en a été expulsée.

# Bans and reports

bans = Bannissements
bans-title = Bannissements de { $server }
bans-lead = Les personnes bannies ne peuvent rejoindre ce serveur par aucune invitation. Vous pouvez bannir un membre depuis sa page.
bans-by = banni par @{ $by }
bans-by-gone = banni par un utilisateur supprimé
bans-lift = Lever
bans-lift-of = Lever le bannissement de { $name }
bans-empty = Personne n’est banni
bans-empty-text = Les personnes bannies de ce serveur apparaissent ici, avec le motif.
bans-end = Il n’y a pas de bannissements plus anciens.
ban = Bannir
ban-title = Bannir du serveur
ban-former = Cette personne ne pourra revenir par aucune invitation tant que le bannissement n’est pas levé.
ban-removes = Ce membre est expulsé et ne pourra revenir par aucune invitation tant que le bannissement n’est pas levé.
ban-removes-only = Ce membre est expulsé et ne pourra revenir par aucune invitation tant que le bannissement n’est pas levé. Ses messages restent.
ban-ask = Bannir <strong>@{ $nickname }</strong> de { $server } ?
ban-reason-hint = Affiché dans la liste des bannissements et dans le journal d’audit.
ban-messages = Retirer ses messages
moderate-timed-out = { $name } est exclu temporairement.
moderate-ban = Bannir <bdi>{ $name }</bdi>
moderate-banned = { $name } est banni de ce serveur.
moderate-lifted = Le bannissement de { $name } est levé. Un retour est possible avec une invitation.
deleted-user = un utilisateur supprimé
deleted-account = compte supprimé
reports-title = Signalements dans { $server }
reports-lead = Messages signalés par des membres, tels qu’ils étaient alors. Personne d’autre n’apprend qui les a signalés.
reports-deleted = Supprimé depuis
reports-edited = Modifié depuis
reports-count =
    { $count ->
        [one] Signalé par { $count } personne
       *[other] Signalé par { $count } personnes
    }
reports-remove = Retirer le message
reports-dismiss = Rejeter
reports-dismiss-of = Rejeter le signalement du message de { $name }
reports-empty = Aucun signalement en attente
reports-empty-text = Quand des membres signalent un message, il apparaît ici pour ceux qui modèrent les membres.
reports-end = Il n’y a pas de signalements plus anciens.
reports-hidden =
    { $count ->
        [one] Un autre signalement porte sur des messages de salons que vous ne voyez pas. Seuls les modérateurs qui les voient peuvent décider.
       *[other] { $count } autres signalements portent sur des messages de salons que vous ne voyez pas. Seuls les modérateurs qui les voient peuvent décider.
    }
reports-decided = Décidés récemment
reports-removed = Message retiré
reports-dismissed = Signalement rejeté

# Invites

invites = Invitations
invites-title = Invitations à { $server }
invites-lead = Toute personne qui a le lien peut rejoindre, jusqu’à ce que l’invitation expire, soit épuisée ou supprimée.
invites-expires = Expire après
invites-never = Jamais
invites-uses = Valable pour
invites-any = Un nombre illimité de personnes
invites-create = Créer l’invitation
invites-what = le lien d’invitation
invites-by = Créée par @{ $creator }
invites-unused = pas encore utilisée
invites-joined =
    { $count ->
        [one] { $count } personne a rejoint
       *[other] { $count } personnes ont rejoint
    }
invites-used-up = Épuisée
invites-expired = Expirée
invites-left =
    { $count ->
        [one] { $count } utilisation restante
       *[other] { $count } utilisations restantes
    }
invites-until = expire le <time></time>
invites-about = l’invitation { $code }
invites-delete-ask = Son lien ne fonctionnera plus pour personne. Ceux qui ont rejoint grâce à lui restent membres.
invites-delete-ask-dead = Ceux qui ont rejoint grâce à elle restent membres.
invites-delete = Supprimer l’invitation
invites-empty = Pas encore d’invitations
invites-empty-text = Créez-en une et envoyez son lien aux personnes que vous voulez inviter.
invites-need = Pour inviter des gens, il vous faut la permission « Gérer le serveur ».

# Audit log

audit = Journal d’audit
audit-title = Journal d’audit de { $server }
audit-server-empty = Cette page liste chaque modification du serveur, de ses webhooks, salons, rôles, membres et invitations, et qui l’a faite. Elle liste aussi les arrivées et les départs.
audit-server-lead = Qui a modifié quoi sur ce serveur. Les entrées sont conservées { $days } jours, au plus les { $most } plus récentes.
audit-filter = Filtrer le journal
audit-filter-button = Filtrer
audit-who = Qui
audit-anyone = N’importe qui
audit-what = Quoi
audit-anything = N’importe quoi
audit-end = Rien de plus ancien
audit-end-text = Il n’y a pas d’entrées plus anciennes.
audit-none = Aucune entrée correspondante
audit-none-text = Aucune entrée ne correspond à ce filtre.
audit-all = Tout afficher
audit-empty = Pas encore de modifications
