# Words of several pages of settings

notifications = Notifications
blocked-people = Personnes bloquées
offers = Offres de transfert
account-delete = Supprimer le compte
recovery-codes = Codes de secours
passkeys = Clés d’accès
totp = Application d’authentification
six-digits = Code à six chiffres
this-browser = Ce navigateur
this-phone = Ce téléphone
this-tablet = Cette tablette
added = Ajouté le <time></time>
last-used = dernière utilisation : <time></time>
not-used = pas encore utilisé
asks-confirm = Il vous sera d’abord demandé de confirmer que c’est vous.
asks-password = Votre mot de passe vous sera d’abord demandé.
second-off-about = Vous vous connecterez avec votre mot de passe seul. Vos codes de secours ne fonctionneront plus, et aucun navigateur ne sera de confiance.
recovery-have =
    { $count ->
        [0] Il ne vous reste aucun code de secours.
        [one] Il vous reste un code de secours.
       *[other] Il vous reste { $count } codes de secours.
    }

# Connected apps

apps-lead = Vous vous êtes connecté à ces sites et programmes avec votre compte. Chacun voit ce que vous avez approuvé, et rien d’autre.
apps-sees = Voit votre identifiant, votre nom d’utilisateur, votre nom d’affichage et votre image
apps-sees-id = Voit votre identifiant, mais ni votre nom ni votre image

# <time></time> is the first sign-in, <span></span> the last one.

apps-times = Première connexion <time></time>, dernière <span></span>
apps-revoke = Révoquer
apps-revoke-of = Révoquer { $name }
apps-hint = Révoquer une application n’efface pas ce qu’elle sait déjà de vous. Elle devra vous redemander à la prochaine connexion.
apps-revoke-all = Tout révoquer
apps-revoke-all-ask = Les { $count } applications devront vous redemander à la prochaine connexion.
apps-empty = Aucune application connectée
apps-empty-text = Les sites auxquels vous vous connectez avec ce compte apparaissent ici, et vous pouvez les révoquer ici.
report-name = Signaler { $name }
report-some = Signaler une application
report-id = Signaler l’application { $id }
report-lead = Votre signalement est transmis à l’opérateur de ce service. Le propriétaire de l’application n’en est pas informé.
report-what = Quel est le problème ?
report-choose = Choisissez un motif
report-details = Détails
report-hint = Ce qui s’est passé, et où. 500 caractères au plus.
report-send = Envoyer le signalement

# Blocked people

blocked-lead = Leurs messages sont repliés pour vous et aucune de leurs mentions ne vous parvient. Elles n’en savent rien.
unblock-name = Débloquer { $name }
blocked-empty = Vous n’avez bloqué personne
blocked-empty-text = Pour bloquer quelqu’un, cliquez sur son nom dans un salon.

# Deleting an account

delete-lead = C’est irréversible.
delete-goes = Ce qui est supprimé
delete-profile = Votre profil, votre image et votre numéro de téléphone. Vous êtes déconnecté partout.
delete-apps = Les applications que vous avez créées. Plus personne ne pourra s’en servir pour se connecter.
delete-access = Votre accès aux autres sites auxquels vous vous connectez avec ce compte.
delete-stays = Ce qui reste
delete-messages = Vos messages, sous « utilisateur supprimé ».
delete-webhooks = Les webhooks que vous avez créés. Ils appartiennent à leur serveur, mais ne peuvent plus notifier tout le monde.
delete-logs = Votre nom dans les journaux d’audit des serveurs, à côté de ce que vous y avez fait, jusqu’à 90 jours.
delete-servers = Transférez ou supprimez d’abord vos serveurs
delete-servers-text =
    { $count ->
        [one] Ce serveur est à vous. Transférez-le ou supprimez-le, puis revenez.
       *[other] Ces serveurs sont à vous. Transférez ou supprimez chacun d’eux, puis revenez.
    }
delete-suspended =
    { $count ->
        [one] Ce serveur est à vous, et l’opérateur l’a suspendu. Tant que la suspension dure, vous ne pouvez ni le transférer, ni le supprimer, ni supprimer votre compte. Adressez-vous à l’opérateur.
       *[other] Ces serveurs sont à vous, et l’opérateur les a suspendus. Tant que la suspension dure, vous ne pouvez ni les transférer, ni les supprimer, ni supprimer votre compte. Adressez-vous à l’opérateur.
    }
delete-who = Supprimer @{ $nickname }
delete-nickname = Votre nom d’utilisateur
delete-type = Saisissez { $nickname } pour confirmer.

# Notifications

notifications-lead = Chaque mention arrive dans votre boîte de réception, quel que soit votre choix ici.
notifications-browser = Dans votre navigateur
notifications-browser-text = Votre navigateur affiche une notification quand quelqu’un vous mentionne.
notifications-browser-push = Votre navigateur affiche une notification quand quelqu’un vous mentionne. Il peut le faire sans qu’aucune page de ce site soit ouverte : le message passe alors par le service push de l’éditeur du navigateur, chiffré pour que seul votre navigateur puisse le lire.
notifications-how = Comment fonctionnent les notifications
notifications-scripts = Les notifications nécessitent JavaScript.
notifications-ios = Sur un iPhone ou un iPad, les notifications arrivent dans l’app de l’écran d’accueil : touchez Partager dans Safari, choisissez <strong>Sur l’écran d’accueil</strong>, ouvrez { $brand } depuis là et activez-les ici.
notifications-on = Activer dans ce navigateur
notifications-off = Désactiver dans ce navigateur
notifications-ends = prend fin avec sa session
quiet = Heures calmes
quiet-lead = Aucune notification n’est affichée pendant ces heures, à l’heure de l’endroit où vous êtes.
quiet-lead-on = Aucune notification n’est affichée pendant ces heures, à l’heure de l’endroit où vous êtes. C’est activé.
quiet-from = De
quiet-to = À
quiet-to-hint = Si elle précède le début, il s’agit du lendemain.
quiet-zone = Fuseau horaire
quiet-zone-choose = Choisissez la ville la plus proche
quiet-days = Jours où elles commencent
quiet-save = Enregistrer les heures calmes
quiet-off = Désactiver
mutes = En sourdine
mutes-lead = Rien ici n’est marqué comme non lu ni n’affiche de notification. Pour mettre un salon ou un serveur en sourdine, ouvrez-le et utilisez la cloche.
mutes-hidden = Un lieu que vous ne voyez plus
mutes-empty = Rien n’est en sourdine
mutes-empty-text = Les salons et serveurs que vous mettez en sourdine figurent ici.

# Passkeys

passkeys-lead = Une clé d’accès vous connecte avec votre empreinte, votre visage ou le code PIN de votre appareil. Elle ne peut pas être devinée, et aucun autre site ne peut la demander.
passkeys-yours = Vos clés d’accès
passkeys-yours-text = Retirez celles des appareils que vous n’avez plus.
passkeys-second-only = Deuxième étape seulement
passkeys-rename = Renommer
passkeys-remove-about = Elle ne vous connectera plus.
passkeys-add = Ajouter une clé d’accès
passkeys-address = Les navigateurs n’ont pas de clés d’accès à cette adresse. Il leur faut https et un nom de domaine ; sur votre propre ordinateur, http://localhost suffit.
passkeys-most = Vous avez { $count } clés d’accès, le maximum. Retirez-en une d’abord.
passkeys-where = Votre navigateur demande où la conserver : sur cet appareil, sur votre téléphone ou sur une clé de sécurité.
passkeys-first = Dès lors, votre mot de passe seul ne suffira plus. Vous recevrez aussi des codes de secours, au cas où vous perdriez l’appareil.
passkeys-name-hint = Pour distinguer vos clés d’accès.
passkeys-scripts = Les clés d’accès nécessitent JavaScript. Une application d’authentification fonctionne sans.

# Phone

phone-lead = Avec un numéro de téléphone vérifié, vous pouvez vous connecter, définir un nouveau mot de passe en cas d’oubli et créer des applications.
phone-yours = Votre numéro
phone-verified = Vérifié
phone-remove = Retirer le numéro
phone-remove-about = Vous ne pourrez plus vous connecter avec ce numéro, créer d’applications ni définir un nouveau mot de passe en cas d’oubli. Les applications déjà créées continuent de fonctionner. Quelqu’un d’autre pourra vérifier ce numéro.
phone-no-texts = Ce service ne peut pas encore envoyer de SMS, vous ne pouvez donc pas vérifier de numéro. Son opérateur doit le configurer.
phone-for-app = Chaque application a besoin d’un propriétaire responsable. Une fois votre numéro vérifié, vous passerez à sa création.
phone-asks-password = Votre connexion date un peu, votre mot de passe vous sera donc demandé avant l’envoi d’un code.
phone-code-title = Saisissez le code
phone-code-sent = Nous l’avons envoyé par SMS au <strong class="nums nowrap" id="masked-phone">{ $number }</strong>. Il est valable dix minutes.
phone-code-over = Le code envoyé au <strong class="nums nowrap" id="masked-phone">{ $number }</strong> n’est plus valable. Demandez-en un nouveau.
phone-would-send = Cette instance n’envoie pas de SMS. Elle aurait envoyé :
phone-verify = Vérifier le téléphone
phone-resend = Envoyer un nouveau code
phone-resend-in = dans <span class="nums" data-countdown-number>{ $seconds }</span> s
phone-no-code = Pas de SMS ? Vérifiez le numéro. Si un autre compte l’a déjà vérifié, le message ne contient pas de code.
phone-other = Utiliser un autre numéro
phone-change = Changer de numéro
phone-hint = Indiquez l’indicatif du pays, par exemple +33 ou +1.
phone-hint-change = Indiquez l’indicatif du pays, par exemple +33 ou +1. Votre numéro actuel reste jusqu’à la vérification du nouveau.
phone-number = Numéro de téléphone
phone-verify-title = Vérifiez votre numéro
phone-verify-text = Nous vous enverrons un code à six chiffres par SMS. Les autres ne voient pas votre numéro.

# Profile

profile-lead = Voici comment vous apparaissez dans la discussion et sur les sites auxquels vous vous connectez.
profile-yours = Votre profil
profile-nickname-hint = C’est ainsi qu’on vous mentionne et que vous vous connectez. Utilisez des minuscules, des chiffres, des points, des tirets et des tirets bas.
profile-name-hint = Affiché à côté de vos messages.
picture-hint = PNG, JPEG ou WebP, 5 Mio au plus. Elle est recadrée en carré.
profile-picture-remove = Retirer mon image
profile-picture-remove-hint = Un motif généré la remplace.
profile-save = Enregistrer le profil
writing = Écrire des messages
writing-lead = Pour ce navigateur. Sur un écran tactile, c’est le bouton qui envoie.
writing-send = Envoyer avec
writing-enter = Entrée
writing-enter-hint = Maj et Entrée vont à la ligne.
writing-ctrl = Ctrl et Entrée
writing-ctrl-hint = Sur un Mac, ⌘ et Entrée. Entrée seule va à la ligne.
writing-save = Enregistrer le choix
language-lead = Celle des pages, des SMS et des notifications. Elle vaut partout où vous vous connectez.
language-auto = Celle du navigateur
language-save = Enregistrer la langue

# Recovery codes

recovery-lead = Si vous n’avez pas votre appareil, un code de secours le remplace. Chacun sert une fois.
recovery-new = Vos nouveaux codes
recovery-new-text = Ils ne sont affichés que maintenant. Gardez-les en lieu sûr, à part de votre mot de passe.
recovery-download = Télécharger en fichier texte
recovery-left =
    { $count ->
        [0] Plus aucun code
        [one] Un code restant
       *[other] { $count } codes restants
    }
recovery-replace = De nouveaux codes remplacent tous ceux que vous avez.
recovery-create = Créer de nouveaux codes

# Security

security-lead = Votre mot de passe, les navigateurs où vous êtes connecté et l’activité récente de votre compte.
security-password = Changer le mot de passe
security-password-text = Cela vous déconnecte de tous les autres navigateurs.
security-current = Mot de passe actuel
security-second = Connexion en deux étapes
security-second-both = La connexion demande votre mot de passe et un code de votre application d’authentification ou une clé d’accès. Une clé d’accès seule suffit aussi.
security-second-app = La connexion demande votre mot de passe et un code de votre application d’authentification.
security-second-passkey = La connexion demande votre mot de passe et une clé d’accès. Une clé d’accès seule suffit aussi.
security-second-none = Protégez votre compte par une clé d’accès ou une application d’authentification, en plus du mot de passe.

# <time></time> is the beginning, <span></span> the end.

security-trusted = de confiance depuis le <time></time>, jusqu’au <span></span>
security-ask = Demander un code
security-sessions = Navigateurs connectés
security-sessions-text = Déconnectez tout navigateur que vous ne reconnaissez pas ou n’utilisez plus.
security-end-others = Déconnecter tous les autres
security-since = connecté le <time></time>
security-recent = Activité récente
security-recent-text = Si vous voyez quelque chose que vous n’avez pas fait, changez aussitôt votre mot de passe.
event-operator = par l’opérateur de ce service
event-someone = par quelqu’un d’autre
event-failed = Échec
security-log = Journal de sécurité
security-log-lead = Ce qui est arrivé à votre compte, du plus récent au plus ancien. Vous seul pouvez le voir.
security-log-empty = Rien pour l’instant
security-log-empty-text = Les connexions, mots de passe erronés et modifications de votre compte figurent ici au fur et à mesure.
security-log-kept = Les entrées sont conservées { $days } jours : au plus { $kept } sur ce que vous ou l’opérateur avez fait, et au plus { $strangers } sur ce que n’importe qui aurait pu faire, comme des tentatives avec un mauvais mot de passe.

# Authenticator app

totp-lead = Avec une application d’authentification, la connexion demande votre mot de passe et un code de votre appareil.
totp-yours = Votre application
totp-done = Configurée
totp-since = Configurée le <time></time>.
totp-remove = Retirer l’application
totp-remove-about = Vous gardez vos clés d’accès et vos codes de secours.
totp-scan = Scannez le code
totp-scan-text = Scannez-le avec une application d’authentification de votre téléphone, ou saisissez-y la clé. Entrez ensuite le code qu’elle affiche.
totp-key = la clé
totp-show = Afficher le code QR et la clé
totp-set-up = Configurer
totp-again = Recommencer avec une nouvelle clé
totp-begin = Configurer une application
totp-begin-text = Il vous faut une application d’authentification sur votre téléphone ou votre ordinateur.
totp-begin-codes = Vous recevrez aussi des codes de secours, au cas où vous perdriez l’appareil.
totp-asks-password = Votre connexion date un peu, votre mot de passe vous sera donc d’abord demandé.

# Offers

offers-lead = Serveurs et applications OAuth que leurs propriétaires veulent vous transférer. Ils sont à vous dès que vous acceptez.
offers-from = De { $name } (@{ $nickname })
offers-until = peut être acceptée jusqu’au <time></time>
offers-accept = Accepter
offers-decline = Refuser
offers-server-hint = Le propriétaire d’un serveur en est responsable et peut tout y faire. L’ancien propriétaire reste membre et garde ses rôles.
offers-phone = Vérifiez d’abord votre téléphone
offers-phone-text = Pour posséder une application, il vous faut un numéro de téléphone vérifié. Vous seul pouvez le voir.
offers-room = Vous possédez le maximum d’applications
offers-room-text = Une personne peut posséder au plus { $count } applications. Supprimez-en une avant d’en accepter une autre.
offers-apps = Applications proposées
offers-suspended = Cette application est suspendue ; elle ne peut être transférée avant la fin de la suspension.
offers-secrets = Une application garde son identifiant client, ses secrets et ses connexions. L’ancien propriétaire peut encore connaître les secrets : après acceptation, créez-en un nouveau, puis supprimez les autres. Vérifiez aussi ses URI de redirection.
offers-public = Une application publique garde son identifiant client et ses connexions. Après acceptation, vérifiez ses URI de redirection : l’ancien propriétaire les a choisies.
offers-empty = Rien ne vous est proposé
offers-empty-text = Quand quelqu’un vous transfère un serveur ou une application, l’offre figure ici pendant sept jours.
