# Keyboard shortcuts

keys-lead = Ils ont besoin de scripts. Aucun n’agit pendant que vous écrivez dans un champ.
keys-list = Afficher cette liste
keys-search-how = <kbd>/</kbd> ou <kbd>Ctrl</kbd> <kbd>K</kbd>
keys-search = Rechercher dans les messages du serveur
keys-step-how = <kbd>J</kbd> et <kbd>K</kbd>
keys-step = Aller au message suivant et au précédent
keys-move-how = <kbd>↓</kbd> <kbd>↑</kbd> <kbd>Début</kbd> <kbd>Fin</kbd>
keys-move = Sur un message : aller à un autre
keys-into-how = <kbd>Entrée</kbd>, puis <kbd>→</kbd>
keys-into = Sur un message : aller à ce qu’on peut en faire
keys-reply = Répondre au message qui a le focus, ou au plus récent
keys-edit = Le modifier, si c’est le vôtre
keys-unread = Le marquer comme non lu, avec tous les suivants
keys-enter-key = Entrée
keys-send = Dans le champ du message : l’envoyer, ou ce que vous avez choisi dans votre <a href="/settings/profile#writing-head">profil</a>
keys-last = Dans le champ vide : modifier votre dernier message
keys-escape-key = Échap
keys-close = Fermer ce qui est ouvert ; si rien ne l’est, marquer le salon comme lu
keys-channel-how = <kbd>Alt</kbd> <kbd>↑</kbd> et <kbd>Alt</kbd> <kbd>↓</kbd>
keys-channel = Aller au salon du dessus et à celui du dessous
keys-inbox = Aller à la boîte de réception
keys-portal = Aller au portail
keys-single = Raccourcis sans Ctrl ni Alt
keys-single-hint = Pour ce navigateur. Désactivez-les si vous utilisez la saisie vocale ou appuyez sur des touches par mégarde.

# How notifications work

notify-lead = Comment votre navigateur vous signale qu’une personne vous a mentionné ou vous a répondu.
notify-turn = Les activer
notify-turn-text = Ouvrez <a href="/settings/notifications">Paramètres › Notifications</a> et appuyez sur <em>Activer dans ce navigateur</em>. Votre navigateur demande alors s’il peut les afficher. Aucune autre page ne le demande. Faites de même dans chaque navigateur où vous les voulez.
notify-most =
    { $most ->
        [one] Un seul navigateur peut les recevoir : un autre le remplace.
       *[other] Au plus { $most } navigateurs peuvent les recevoir : un autre remplace celui qui a été ajouté en premier.
    }
notify-ios = Sur un iPhone ou un iPad, touchez d’abord <em>Partager</em> et <em>Sur l’écran d’accueil</em> dans Safari, puis ouvrez le site depuis là.
notify-shows = Une notification montre qui a écrit, où, et le début du message. Cliquez dessus pour ouvrir le message. Elle s’affiche une seule fois, même si plusieurs onglets sont ouverts, et pas pour le salon que vous regardez.
notify-closed = Quand aucune page n’est ouverte
notify-push = Les notifications arrivent même si aucune page de ce site n’est ouverte, tant que le navigateur fonctionne et que vous y êtes connecté. Elles passent par le service push de l’éditeur du navigateur, chiffrées pour que seul votre navigateur puisse les lire. Le service push apprend qu’il y a une notification, sa taille, et un numéro pour le salon.
notify-signed-out = La déconnexion y met fin. Quand vous vous reconnectez dans le même navigateur, elles sont réactivées sans autre question, sauf si vous les aviez désactivées. Pour une autre personne qui s’y connecte, elles restent désactivées jusqu’à ce qu’elle les active. Un navigateur que vous retirez dans les paramètres le reste jusqu’à ce que vous y réactiviez les notifications.
notify-page-only = Sur ce site, les notifications ont besoin d’une page ouverte.
notify-fewer = En recevoir moins
notify-mute = <strong>Mettez en sourdine</strong> un salon ou tout un serveur avec la cloche de son en-tête : pendant une heure, huit heures ou jusqu’à ce que vous le réactiviez. Les mentions arrivent toujours dans votre boîte de réception.
notify-quiet = <strong>Heures calmes</strong>, dans les paramètres : aucune notification entre deux heures de la journée, les jours que vous choisissez, à l’heure de l’endroit où vous êtes. Ce qui aurait été affiché alors ne l’est pas plus tard ; c’est dans votre boîte de réception.
notify-read = <strong>Ce que vous avez lu</strong> entre-temps sur un autre appareil n’est pas affiché.
notify-missing = Si aucune n’arrive
notify-blocked = Si les paramètres indiquent qu’elles sont bloquées, autorisez-les pour ce site dans les réglages de votre navigateur.
notify-device = Regardez les réglages de votre appareil : un mode de concentration ou « Ne pas déranger » retient les notifications de tous les sites.
notify-background = Certains navigateurs n’affichent rien tant qu’ils sont fermés. Sur un ordinateur, Firefox et Chromium doivent fonctionner en arrière-plan.
