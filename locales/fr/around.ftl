# The home page

home-welcome = Bienvenue sur { $brand }
home-lead = Une discussion avec des serveurs et des salons, pour les gens qui se retrouvent ici. Connectez-vous pour lire et écrire.
home-lead-sign-up = Une discussion avec des serveurs et des salons, pour les gens qui se retrouvent ici. Connectez-vous pour lire et écrire, ou créez un compte.
home-invite = Nouveau ici ? Ouvrez le lien d’invitation que vous avez reçu.
home-closed = Les inscriptions sont fermées pour le moment.
home-about = De quoi il s’agit
home-servers = Rejoignez un serveur grâce à son invitation ou créez le vôtre. Les messages arrivent aussitôt, et votre boîte de réception rassemble ceux qui vous mentionnent.
home-account = Un compte pour d’autres sites
home-account-text = Un site auquel vous vous connectez voit quatre choses : votre identifiant, votre nom d’utilisateur, votre nom d’affichage et votre image. Il ne peut voir ni vos messages, ni vos serveurs, ni votre numéro de téléphone.
home-programs = Vos programmes publient aussi
home-programs-text = Tout ce que vous faites tourner peut publier dans un salon, et ne notifie personne sauf si vous le demandez. <a href="/docs">Le guide d’intégration</a> explique comment (en anglais).

# An invite

invite-join = Rejoindre { $server }
invite-member = Vous êtes déjà membre de
invite-by = <bdi>{ $name }</bdi> (@{ $nickname }) vous invite sur
invite-to = Vous êtes invité sur
invite-members =
    { $count ->
        [one] <span class="nums">{ $count }</span> membre
       *[other] <span class="nums">{ $count }</span> membres
    }
invite-owner = propriétaire : @{ $owner }
invite-go = Aller sur { $server }
invite-later = Pas maintenant
invite-shown = Les membres du serveur verront votre nom d’utilisateur, votre nom d’affichage et votre image.
invite-shown-first = Vous ne rejoignez le serveur que si vous le confirmez. Ses membres verront votre nom d’utilisateur, votre nom d’affichage et votre image.
invite-sign-in = Se connecter pour rejoindre
invite-sign-up = S’inscrire pour rejoindre

# The list of servers

list-lead = Un serveur est un lieu pour un groupe de personnes, avec des salons pour discuter.
list-mine = Serveurs dont vous êtes membre
list-owner = Ce serveur est à vous
list-settings = Paramètres
list-leave = Quitter
list-leave-server = Quitter { $server }
list-leave-about = Vous perdrez vos rôles sur ce serveur et aurez besoin d’une invitation pour revenir.
list-empty = Vous n’êtes encore membre d’aucun serveur
list-empty-text = Créez-en un ci-dessous, ou ouvrez un lien d’invitation que vous avez reçu.
list-suspended = Serveurs suspendus
list-suspended-text = L’opérateur de cette instance les a suspendus. Personne ne peut y lire ni y publier tant que la suspension n’est pas levée.
list-new = Nouveau serveur
list-new-text = Il sera à vous et commence avec un salon. Invitez des gens une fois qu’il est créé.
list-example = Club du vendredi
list-create = Créer le serveur
no-channel = Vous ne voyez aucun salon
no-channel-manages = Vous pouvez gérer ce serveur, mais n’avez la permission de voir aucun de ses salons.
no-channel-settings = Ouvrir les paramètres du serveur
no-channel-text = Vous êtes membre de ce serveur, mais n’avez la permission de voir aucun de ses salons. Demandez à quelqu’un qui le gère.

# Inbox

inbox-lead = Messages qui vous répondent ou qui mentionnent vous, l’un de vos rôles ou tout un salon.
inbox-read-all = Tout marquer comme lu
inbox-read-to = Marquer comme lu jusqu’ici
inbox-message = { $name } dans { $channel }
inbox-earlier = Plus tôt
reply-badge = Réponse
inbox-you = Vous
inbox-role = Votre rôle
inbox-everyone = Tout le monde
inbox-unread = (non lu)
inbox-empty = Pas encore de mentions
inbox-empty-text = Quand quelqu’un sur l’un de vos serveurs vous répond ou mentionne vous, l’un de vos rôles ou tout le monde (@all), le message apparaît ici.
inbox-to-servers = Aller à vos serveurs
inbox-end = Pas de mentions plus anciennes
inbox-end-text = Vous êtes à la fin de votre boîte de réception.
inbox-to-newest = Retour aux mentions les plus récentes

# Members and people

members-title = Membres dans { $channel }
members-lead = Toutes les personnes qui voient { $channel }, par rôle le plus élevé.
members-online = { $count } en ligne.
members-online-only = { $count } en ligne. Les autres ne sont pas listés, car le serveur est grand.
members-here = ici en ce moment
members-all = Tous ({ $count })
members-roles = Tous les rôles
person-you = vous
person-since = Membre depuis le <time></time>
person-gone = N’est plus sur ce serveur
person-owner = Propriétaire
person-edit = Modifier le profil
person-block-hint = Le blocage replie ses messages pour vous seul. Cette personne n’en saura rien.

# Search

search-skip = Aller aux résultats
search-in = Rechercher dans <bdi>{ $server }</bdi>
search-region = Recherche et résultats
search-help = Comment rechercher
search-words = messages avec les deux mots, dans n’importe quel ordre ; <code>deplo</code> trouve aussi « deployment »
search-phrase = exactement ces mots, côte à côte
search-from = d’une personne, d’un webhook (<code>from:"CI bot"</code>) ou de vous (<code>from:me</code>)
search-channel = dans un salon
search-days = avant, après ou le jour même, à votre heure
search-mentions = qui ont notifié vous, l’un de vos rôles ou tout le monde
search-ignored = Ignoré dans la recherche :
search-results = Résultats, du plus récent au plus ancien
search-by = message de { $name }
search-so-far = Rien trouvé pour l’instant
search-so-far-text = Seuls les messages les plus récents ont été parcourus. Continuez avec « Plus anciens ».
search-none = Aucun message trouvé
search-none-names = Aucun message visible pour vous ne correspond à cette recherche. Vérifiez les noms après « from: » et « in: », ou essayez d’autres mots.
search-none-text = Aucun message visible pour vous ne correspond à cette recherche. Essayez moins de mots ou d’autres : un mot se trouve par ses premières lettres, trois au moins.
search-end = Aucun message plus ancien trouvé
search-end-text = Vous êtes à la fin des résultats.
