brand-imprint = Mentions légales
brand-privacy = Confidentialité
choose-language = Choisissez l’une des langues.
wait-seconds =
    { $n ->
        [one] Réessayez dans une seconde.
       *[other] Réessayez dans { $n } secondes.
    }
wait-minutes = Réessayez dans { $n } minutes.
wait-hours =
    { $n ->
        [one] Réessayez dans une heure.
       *[other] Réessayez dans { $n } heures.
    }
wait-few-seconds = Réessayez dans quelques secondes.
wrong-login = Le nom d’utilisateur, le numéro de téléphone ou le mot de passe est incorrect.
check-login = Vérifiez votre saisie et réessayez.
wrong-password = Le mot de passe est incorrect.
try-again = Réessayez.
too-many-attempts = Trop de tentatives.
too-many-codes = Trop de codes ont été essayés.
too-many-passkeys = Trop de clés d’accès ont été essayées.
too-many-people = Trop de personnes se connectent en même temps.
nothing-changed = Rien n’a été modifié.
sign-in-over = Cette connexion a pris trop de temps, ou trop de codes étaient incorrects.
sign-in-again = Reconnectez-vous.
code-used = Ce code est incorrect ou a déjà été utilisé.
code-next = Attendez le suivant, ou utilisez un code de secours.
passkey-unknown = Cette clé d’accès n’est pas connue ici.
passkey-removed = Elle a peut-être été supprimée.
passkey-other-way = Connectez-vous d’une autre façon.
passkey-unavailable = Les clés d’accès ne fonctionnent pas à cette adresse : il leur faut https et un nom de domaine.
passkey-missing = Aucune clé d’accès n’a été envoyée.
passkey-needs = Les clés d’accès demandent JavaScript et un navigateur compatible.
passkey-over = Cela a pris trop de temps, ou a été envoyé deux fois.
passkey-unchecked = Votre appareil n’a pas vérifié que c’est bien vous.
passkey-pin = Configurez-y un code PIN ou une empreinte digitale, puis réessayez.
passkey-wrong = La clé d’accès n’a pas pu être vérifiée.
passkey-use-other = Réessayez, ou utilisez un autre moyen.
confirmed-late = Vous avez confirmé votre identité, mais l’action choisie était déjà effectuée, ou elle a attendu trop longtemps.
look-first = Vérifiez avant de réessayer.
nickname-length = Utilisez de 2 à 32 caractères.
nickname-letters = Utilisez uniquement les lettres de a à z, des chiffres, des points, des tirets et des tirets bas.
nickname-start = Commencez par une lettre ou un chiffre.
nickname-end = Terminez par une lettre, un chiffre ou un tiret bas.
nickname-reserved = Ce nom d’utilisateur est réservé.
nickname-taken = Ce nom d’utilisateur est déjà pris.
choose-other = Choisissez-en un autre.
name-missing = Saisissez un nom.
name-length = Utilisez au plus 64 caractères.
name-characters = Retirez les caractères de contrôle et les caractères invisibles.
name-marks = Utilisez au plus quatre accents ou signes sur une lettre.
name-reserved = Ce nom est réservé.
sign-up-not-open = Sur cette instance, l’inscription n’est pas ouverte à tous.
admin-link-stale = Ce lien ne fonctionne plus : il a été utilisé, date de plus d’un jour, ou a été remplacé au redémarrage de Portico.
admin-link-newest = Utilisez le plus récent, ou inscrivez-vous sans lui et demandez à l’exploitant d’exécuter « portico user admin ».
admin-now = Vous êtes maintenant l’administrateur de cette instance.
no-texts = Ce service ne peut pas envoyer de SMS.
ask-operator = Demandez à son exploitant de définir un nouveau mot de passe pour vous.
login-missing = Saisissez votre nom d’utilisateur ou votre numéro de téléphone.
reset-limit = Vous avez demandé { $n } codes aujourd’hui, ce qui est la limite.
reset-rest = Vous venez de demander un code.
reset-another =
    { $n ->
        [one] Vous pourrez en demander un autre dans une seconde.
       *[other] Vous pourrez en demander un autre dans { $n } secondes.
    }
reset-digits = Saisissez les huit chiffres du code.
code-over = Ce code n’est plus valable.
code-request-new = Demandez-en un nouveau.
code-wrong = Ce code est incorrect.
code-check = Vérifiez-le et réessayez.
code-wrong-last = Ce code est incorrect, et il ne vous reste aucun essai.
reset-many-codes = Trop de codes ont été essayés aujourd’hui pour ce compte.
reset-done = Votre nouveau mot de passe est défini, et vous êtes déconnecté partout.
reset-sign-in = Connectez-vous avec.
with-code = votre mot de passe et un code
with-passkey-too = votre mot de passe et une clé d’accès
with-passkey = une clé d’accès
with-password = votre mot de passe
device-no-code = Ce code ne fonctionne pas.
device-compare = Comparez-le avec celui de l’appareil.
device-expired = S’il est identique, il a expiré ou a déjà été utilisé : recommencez sur l’appareil.
device-missing = Saisissez le code affiché par l’appareil.
device-start-again = Recommencez sur l’appareil.
device-gone-title = Ce code n’est plus valable
device-gone = Le code a expiré ou a déjà reçu une réponse.
nothing-shared = Rien n’a été partagé.
back-to-app = Retournez à l’application et recommencez.
not-a-tab-title = Cette page n’a pas été ouverte dans un onglet
not-a-tab = Pour vous connecter à une application, ouvrez son lien dans un onglet à part.
unreadable-title = Cette demande est illisible
unreadable = Le lien qui vous a amené ici est endommagé.
app-changed-title = L’application a changé
app-changed = Pendant que cette page était ouverte, l’application a été supprimée ou son URI de redirection a changé.
answered-title = Déjà répondu
answered = Vous avez déjà répondu sur cette page.
answered-once = On ne peut y répondre qu’une fois.
expired-title = Cette page a expiré
expired = Cette page est restée ouverte plus de dix minutes.
foreign-title = Cette page ne correspond pas à votre session
foreign = Cette page a été modifiée, appartient à quelqu’un d’autre, ou a été ouverte avant votre dernière connexion.
unread-title = Cette demande n’a pas pu être lue
unread = Un élément manque ou est mal formé.
go-back-and-try = Revenez en arrière et réessayez.
forbidden-title = Vous ne pouvez pas faire cela ici
forbidden = Vous n’en avez pas la permission.
forbidden-ask = Adressez-vous à quelqu’un qui gère le serveur.
missing-title = Page introuvable
missing = Cette page n’existe pas, ou vous ne pouvez pas la voir.
missing-check = Vérifiez l’adresse et réessayez.
slow-title = Cela a pris trop de temps
slow = Votre envoi n’est pas arrivé à temps.
slow-check = Vérifiez votre connexion et réessayez.
large-title = C’était trop volumineux
large = Votre envoi dépasse la taille autorisée.
large-smaller = Envoyez quelque chose de plus petit.
form-title = Ce formulaire n’a pas pu être lu
form-field = Un champ manque ou est mal formé.
often-title = Trop de tentatives
often = Vous avez fait cela trop souvent en peu de temps.
away-title = Temporairement indisponible
away = Le service ne peut pas joindre sa base de données pour le moment.
away-unsaved = Votre envoi n’a pas été enregistré.
away-unknown = La base de données n’a pas répondu à temps.
away-maybe = Votre envoi a peut-être été enregistré, ou peut-être pas.
broken-title = Une erreur s’est produite de notre côté
broken = L’erreur a été journalisée, et aucune modification partielle n’a été enregistrée.
broken-reference = Si cela se reproduit, donnez à l’exploitant la référence ci-dessous.
refused-title = Cela n’a pas fonctionné
refused = La demande a été refusée.
second-step-title = Configurez d’abord la connexion en deux étapes
second-step = Une deuxième étape est exigée de toute personne qui gère ceci, et votre compte n’en a pas.
second-step-minute = Cela prend une minute, avec une clé d’accès ou une application d’authentification.
second-step-meanwhile = D’ici là, vous pouvez lire et écrire dans vos salons.
second-step-set-up = Configurer la connexion en deux étapes
suspended-title = Ce serveur est suspendu
suspended = L’exploitant de cette instance l’a suspendu.
suspended-owner = Son propriétaire peut en lire la raison.
suspended-ask = Le propriétaire peut demander à l’exploitant de lever la suspension.
suspended-until = D’ici là, personne ne peut y lire ni y écrire, et toute publication sur ses webhooks reçoit la réponse 404.
suspended-kept = Rien n’y est supprimé.
other-site = Ce formulaire a été envoyé depuis un autre site, il a donc été refusé.
other-site-open = Ouvrez la page sur ce site et envoyez le formulaire à nouveau.
framed = Cette page ne peut pas être affichée dans une autre page.
framed-open = Ouvrez-la dans un onglet à part.
bad-character = Ce texte contient un caractère qui ne peut pas être enregistré.
bad-character-remove = Retirez-le et réessayez.
password-short = Utilisez au moins 8 caractères.
password-long = Utilisez au plus 128 caractères.
password-nickname = Choisissez un mot de passe qui ne soit pas votre nom d’utilisateur, même suivi de chiffres.
password-common = C’est l’un des mots de passe que les attaquants essaient en premier.
# Chat: posting, reading and removing

timed-out-here = Vous êtes exclu temporairement de ce serveur.
until-then-read = Jusqu’à la fin, vous ne pouvez que lire.
slow-mode-wait =
    { $n ->
        [one] Mode lent : réessayez dans { $n } seconde.
       *[other] Mode lent : réessayez dans { $n } secondes.
    }
every-seconds =
    { $n ->
        [one] { $n } seconde
       *[other] { $n } secondes
    }
every-minutes =
    { $n ->
        [one] { $n } minute
       *[other] { $n } minutes
    }
every-hours =
    { $n ->
        [one] { $n } heure
       *[other] { $n } heures
    }
every-minute = 60 secondes
every-hour = 60 minutes
slow-off = Désactivé
days =
    { $n ->
        [one] { $n } jour
       *[other] { $n } jours
    }
weeks =
    { $n ->
        [one] { $n } semaine
       *[other] { $n } semaines
    }
one-year = 1 an
one-person = 1 personne
some-people = { $n } personnes
unread-mark = (non lu)
unread-mentions =
    { $n ->
        [one] ({ $n } mention non lue)
       *[other] ({ $n } mentions non lues)
    }
unread-many = (plus de { $n } mentions non lues)
no-longer-muted = { $name } n’est plus en sourdine.
muted-hour = { $name } est en sourdine pendant une heure. Les mentions arrivent toujours dans votre boîte de réception.
muted-eight-hours = { $name } est en sourdine pendant huit heures. Les mentions arrivent toujours dans votre boîte de réception.
muted-open = { $name } est en sourdine. Les mentions arrivent toujours dans votre boîte de réception.
message-deleted = Le message est supprimé.
thank-you = Merci.
moderators-will-look = Les modérateurs de ce serveur examineront le message.
reported-already = Vous avez déjà signalé ce message.
moderators-will-look-at-it = Les modérateurs de ce serveur l’examineront.
report-own = Vous ne pouvez pas signaler votre propre message.
report-stays = Les modérateurs ont examiné ce message et ont décidé qu’il reste.
choose-whose = Choisissez l’auteur des messages à retirer.
choose-since = Choisissez la dernière heure, le dernier jour ou la dernière semaine.
choose-since-or-none = Choisissez la dernière heure, le dernier jour, la dernière semaine ou rien.
no-such-messages = Il n’y a aucun message de cet auteur à retirer.
since-message = Ce message et tous les suivants
since-hour = La dernière heure
since-day = Le dernier jour
since-week = La dernière semaine
nothing-chosen = Aucun
messages-none = aucun message
messages-count =
    { $n ->
        [one] { $n } message
       *[other] { $n } messages
    }
messages-at-least = au moins { $n } messages
messages-more = plus de { $n } messages
restored-one = 1 message est restauré.
restored-many = { $n } messages sont restaurés.
restored-already = Ces messages sont déjà restaurés, ou le délai d’annulation est passé.
minute-over = La minute est écoulée.
cant-restore = Ces messages ne peuvent plus être restaurés.
mention-read = 1 mention est marquée comme lue.
mentions-read = { $n } mentions sont marquées comme lues.
mentions-read-to = Les mentions jusque-là sont marquées comme lues.
completion-role = Rôle
completion-everyone = Tout le monde dans ce salon
another-account = Depuis l’ouverture de cette page, un autre compte est connecté dans ce navigateur.
reload-page = Rechargez la page.
another-account-post = Ce navigateur est maintenant connecté en tant que @{ $name }, ceci n’a donc pas été envoyé. Copiez votre texte et rechargez la page.
unread-before-joining = Ce message date d’avant votre arrivée sur le serveur, il ne peut pas être non lu.
deleted-user-name = Utilisateur supprimé
deleted-webhook-name = Webhook supprimé
search-day = Un jour s’écrit comme 2026-03-01.
search-only-me = Seul « mentions:me » est connu.
search-name-missing = Il manque un nom après les deux-points.
search-no-letter = Il ne contient ni lettre ni chiffre.
search-no-minus = Une recherche ne peut rien exclure.
search-many-parts = Une recherche ne peut pas avoir plus de parties.
search-long = Une recherche ne peut pas être plus longue.

# Invites

invite-dead = Cette invitation ne fonctionne pas
invite-why = Elle a expiré, est épuisée ou a été supprimée, ou le lien est incomplet.
invite-ask-new = Demandez-en une nouvelle à la personne qui vous l’a envoyée.
invite-banned = Vous êtes banni de ce serveur et ne pouvez pas le rejoindre.

# Permissions

permission-administrator = Administrateur
permission-administrator-hint = Toutes les permissions, dans tous les salons.
permission-manage-server = Gérer le serveur
permission-manage-server-hint = Renommer le serveur, gérer les webhooks et les invitations, et expulser, bannir et exclure temporairement des membres.
permission-manage-channels = Gérer les salons
permission-manage-channels-hint = Créer, modifier et supprimer des salons, et régler leurs permissions.
permission-manage-roles = Gérer les rôles
permission-manage-roles-hint = Créer, modifier et supprimer des rôles, et les attribuer à des membres.
permission-moderate = Modérer les membres
permission-moderate-hint = Bannir et exclure temporairement des membres, et décider des signalements de messages. Compris dans « Gérer le serveur ».
permission-view = Voir le salon
permission-view-hint = Voir les salons et lire leurs messages.
permission-send = Envoyer des messages
permission-send-hint = Publier dans les salons.
permission-all = Mentionner @all
permission-all-hint = Notifier tout le monde avec @all, et mentionner les rôles non mentionnables.
permission-messages = Gérer les messages
permission-messages-hint = Supprimer les messages des autres, voir les versions précédentes des messages modifiés et publier malgré le mode lent.
need-administrator = Il vous faut ici la permission « Administrateur ».
need-manage-server = Il vous faut ici la permission « Gérer le serveur ».
need-manage-channels = Il vous faut ici la permission « Gérer les salons ».
need-manage-roles = Il vous faut ici la permission « Gérer les rôles ».
need-moderate = Il vous faut ici la permission « Modérer les membres ».
need-send = Il vous faut ici la permission « Envoyer des messages ».
need-messages = Il vous faut ici la permission « Gérer les messages ».
need-versions = Pour voir les versions précédentes, il vous faut la permission « Gérer les messages » ou « Gérer le serveur ».
need-settings = Pour ouvrir les paramètres, il vous faut la permission de gérer le serveur, ses salons, ses rôles ou ses membres.
only-owner = Seul le propriétaire du serveur peut le faire.
ask-them = Demandez-lui.
only-owner-administrator = Seul le propriétaire du serveur décide qui est administrateur.
only-own-permissions = Vous ne pouvez donner ou retirer que les permissions que vous avez.
rank-roles = Vous ne pouvez modifier, donner et retirer que les rôles situés sous votre rôle le plus élevé.
rank-members = Vous ne pouvez le faire qu’aux membres dont le rôle le plus élevé est sous le vôtre.
rank-owner = Le propriétaire d’un serveur ne peut être ni expulsé, ni banni, ni exclu temporairement.
rank-administrator = Seul le propriétaire du serveur peut expulser, bannir ou exclure temporairement un administrateur.
rank-overwrites-members = Vous ne pouvez modifier ce qu’un salon autorise et refuse qu’aux membres dont le rôle le plus élevé est sous le vôtre.
rank-overwrites-roles = Vous ne pouvez modifier ce qu’un salon autorise et refuse qu’aux rôles situés sous votre rôle le plus élevé.

# Servers and channels

server-left = Vous avez quitté le serveur.
server-settings-saved = Les paramètres du serveur sont enregistrés.
choose-picture = Choisissez une image.
server-picture-saved = L’image du serveur est enregistrée.
server-picture-removed = L’image du serveur est retirée.
server-offered = Le serveur est proposé à @{ $name }. Il reste à vous jusqu’à son acceptation.
server-no-such-member = Aucun autre membre de ce serveur n’a ce nom d’utilisateur. Vérifiez l’orthographe.
no-such-member = Aucun membre de ce serveur n’a ce nom d’utilisateur. Vérifiez l’orthographe.
offer-cancelled = L’offre est annulée.
server-stays-yours = Le serveur reste à vous.
server-gone = { $name } est supprimé, avec tout son contenu.
server-name-mismatch = Cela ne correspond pas au nom du serveur.
type-exactly = Saisissez-le exactement comme affiché.
channel-created = #{ $name } est créé.
channel-moved = #{ $name } est déplacé.
channel-saved = #{ $name } est enregistré.
channel-gone = #{ $name } est supprimé, avec tous ses messages et webhooks.
channel-last = C’est le dernier salon du serveur, et il en faut au moins un.
channel-create-first = Créez-en d’abord un autre.
channel-name-missing = Saisissez un nom pour le salon.
channel-name-letters = N’utilisez que des lettres, des chiffres, des tirets et des tirets bas.
name-one-letter = Utilisez au moins une lettre ou un chiffre.
at-most-characters = Utilisez au plus { $n } caractères.
single-line = Utilisez une seule ligne.
channel-name-taken = Ce serveur a déjà un salon de ce nom.
choose-another-name = Choisissez un autre nom.
choose-slow-mode = Choisissez l’une des durées, 6 heures au plus.
permissions-saved = Les permissions du salon sont enregistrées.
permissions-hide-channel = Vous-même ne voyez plus le salon.
choose-role-or-member = Choisissez un rôle ou un membre.
choose-what-to-allow = Choisissez ce qui est autorisé ou refusé.
only-allow-own = Vous ne pouvez autoriser que ce qui vous est permis dans ce salon.
choices-roles = Rôles
choices-members = Membres
role-everyone-name = Tout le monde
role-name-missing = Saisissez un nom pour le rôle.
role-name-letters = N’utilisez que des lettres, des chiffres, des espaces, des tirets et des tirets bas.
role-created = Le rôle { $name } est créé. Attribuez-le aux membres depuis leurs pages.
role-moved = Le rôle { $name } est déplacé.
role-deleted = Le rôle { $name } est supprimé.
role-saved = Le rôle { $name } est enregistré.
role-name-taken = Ce serveur a déjà un rôle de ce nom, ou d’un nom qui lui ressemble.
member-roles-saved = Les rôles du membre sont enregistrés.
member-removed = Le membre est expulsé de ce serveur.
member-timed-out-done = Le membre est exclu temporairement.
member-timed-out-lifted = Le membre n’est plus exclu.
ban-done = { $name } est banni de ce serveur.
ban-lifted = Le bannissement de { $name } est levé. Un retour est possible avec une invitation.
ban-self = Vous ne pouvez pas vous bannir vous-même.
ban-already = Cette personne est déjà bannie.
report-removed = Le message est retiré.
report-dismissed = Le signalement est rejeté.
message-stays = Le message reste.
invite-ready = L’invitation est prête.
invite-send-link = Envoyez son lien aux personnes que vous voulez inviter.
invite-deleted = L’invitation est supprimée.
invite-link-dead = Son lien ne fonctionne plus.
form-unreadable = Ce formulaire n’a pas pu être lu.
go-back-retry = Revenez en arrière et réessayez.
kind-person-operator = l’opérateur

# Settings

blocked-done = { $name } est bloqué et n’en saura rien.
unblocked-done = Cette personne n’est plus bloquée.
block-self = Vous ne pouvez pas vous bloquer vous-même.
account-deleted = Votre compte est supprimé.
type-nickname = Pour confirmer, saisissez votre nom d’utilisateur : { $name }.
keep-codes = Gardez les codes de secours en lieu sûr.
monday = Lundi
tuesday = Mardi
wednesday = Mercredi
thursday = Jeudi
friday = Vendredi
saturday = Samedi
sunday = Dimanche
quiet-is-off = Vos heures calmes sont désactivées.
quiet-is-saved = Vos heures calmes sont enregistrées.
quiet-time-of-day = Saisissez une heure, par exemple 22:00.
quiet-end-differs = Saisissez une fin différente du début.
quiet-zone-list = Choisissez un fuseau horaire dans la liste.
quiet-days-choose = Choisissez des jours de la semaine.
unmuted-it = Ce n’est plus en sourdine.
browser-notified = Ce navigateur reçoit les notifications.
browser-silent = Ce navigateur-là ne reçoit plus de notifications.
passkey-is-removed = La clé d’accès est retirée.
passkey-delete-there = Supprimez-la aussi sur votre appareil.
passkey-renamed = La clé d’accès a un nouveau nom.
passkey-is-added = Votre clé d’accès est ajoutée.
passkey-added-before = Cette clé d’accès a déjà été ajoutée.
phone-is-verified = Votre téléphone est vérifié.
phone-is-removed = Votre numéro est retiré.
phone-missing = Saisissez votre numéro de téléphone.
phone-country-code = Saisissez le numéro avec l’indicatif du pays, par exemple +33 ou +1.
phone-plus = Saisissez + au lieu du 00 initial.
phone-digits-only = N’utilisez que des chiffres, après un + et l’indicatif du pays.
phone-no-country = Ce numéro n’appartient à aucun pays, et les SMS vers lui sont surtaxés. Saisissez un numéro de mobile.
phone-short = Ce numéro est trop court. Vérifiez s’il manque un chiffre.
phone-long = Ce numéro est trop long. Vérifiez s’il y a un chiffre en trop.
phone-not-there = Ce numéro n’existe pas dans le pays de cet indicatif. Vérifiez les chiffres.
phone-mobile-only = Les SMS ne sont envoyés qu’aux mobiles. Saisissez un numéro de mobile.
phone-six-digits = Saisissez les six chiffres du code.
phone-verified-already = Vous avez déjà vérifié ce numéro.
phone-another-just = Un code vient d’être envoyé.
phone-another-second = Vous pourrez en demander un autre dans une seconde.
phone-today-limit = { $n } codes ont été envoyés à ce numéro aujourd’hui, c’est la limite.
phone-numbers-limit = Vous avez saisi { $n } numéros différents aujourd’hui, c’est la limite.
phone-network-limit = Trop de codes ont été demandés depuis votre réseau aujourd’hui.
phone-service-limit = Ce service a envoyé tous ses SMS du jour.
number-taken = Un autre compte a vérifié ce numéro.
number-taken-meanwhile = Un autre compte a vérifié ce numéro entre-temps.
use-another-number = Utilisez un autre numéro.
profile-is-saved = Votre profil est enregistré.
choice-is-saved = Votre choix est enregistré pour ce navigateur.
password-is-changed = Votre mot de passe est changé, et tous les autres navigateurs sont déconnectés.
browser-is-out = Ce navigateur est déconnecté.
others-are-out = Tous les autres navigateurs sont déconnectés.
browser-asks-code = Un code sera demandé à ce navigateur à la prochaine connexion.
totp-is-removed = Votre application d’authentification est retirée.
totp-is-set-up = Votre application d’authentification est configurée.
totp-wrong-code = Saisissez les six chiffres que l’application affiche maintenant.
totp-clock = S’ils restent faux, vérifiez l’horloge de l’appareil.
offer-declined = Vous avez refusé { $name }. Le propriétaire le garde.
offer-accepted = { $name } est maintenant à vous.
codes-none-left = Il ne vous reste aucun code de secours.
codes-one-left = Il vous reste un code de secours.
codes-some-left = Il vous reste { $n } codes de secours.
codes-make-new = Vous pouvez en créer sous Paramètres, Sécurité.
reason-impersonates = Elle se fait passer pour quelqu’un d’autre
reason-phishing = Elle cherche à obtenir des mots de passe ou installe un logiciel malveillant
reason-misuses = Elle abuse de ce qu’elle apprend sur les gens
reason-spam = Elle envoie du spam ou des messages indésirables
reason-other = Autre chose

# Events of the security log

event-signed-in = Connexion
event-wrong-password = Connexion avec un mauvais mot de passe
event-wrong-confirmation = Confirmation avec un mauvais mot de passe
event-other-out = Autre navigateur déconnecté
event-others-out = Tous les autres navigateurs déconnectés
event-password-changed = Mot de passe changé
event-reset-requested = Code de réinitialisation demandé
event-reset-wrong = Code de réinitialisation erroné
event-reset = Mot de passe réinitialisé avec un code
event-reset-operator = Mot de passe réinitialisé
event-phone-verified = Téléphone vérifié
event-phone-removed = Téléphone retiré
event-app-approved = Application approuvée
event-device = Appareil connecté à une application
event-app-revoked = Application révoquée
event-apps-revoked = Toutes les applications révoquées
event-app-offered = Application proposée à une autre personne
event-app-accepted-by = Application acceptée par son nouveau propriétaire
event-app-accepted = Application acceptée
event-webhook-leaked = URL de webhook divulguée, webhook mis en pause
event-totp-added = Application d’authentification ajoutée
event-totp-removed = Application d’authentification retirée
event-passkey-added = Clé d’accès ajoutée
event-passkey-removed = Clé d’accès retirée
event-passkey-copied = Copie d’une clé d’accès refusée
event-second-off = Connexion en deux étapes désactivée
event-second-wrong = Code erroné après le bon mot de passe
event-codes-created = Nouveaux codes de secours créés
event-code-used = Code de secours utilisé
event-trust-ended = Fin de la confiance en un navigateur
event-disabled = Compte désactivé
event-enabled = Compte réactivé
event-everywhere-out = Déconnecté partout
event-admin = Devenu administrateur de cette instance
event-no-admin = N’est plus administrateur de cette instance
event-other = Autre activité

# Actions of a server's audit log
audit-webhook-created = Webhook créé
audit-webhook-edited = Webhook modifié
audit-webhook-moved = Webhook déplacé
audit-webhook-paused = Webhook mis en pause
audit-webhook-resumed = Webhook repris
audit-webhook-suspended = Webhook suspendu
audit-webhook-deleted = Webhook supprimé
audit-channel-created = Salon créé
audit-channel-edited = Salon modifié
audit-channel-moved = Salon déplacé
audit-channel-deleted = Salon supprimé
audit-message-deleted-by-a-moderator = Message supprimé par un modérateur
audit-messages-removed = Messages retirés
audit-reported-message-removed = Message signalé retiré
audit-report-dismissed = Signalement rejeté
audit-messages-restored = Messages restaurés
audit-channel-permissions-changed = Permissions du salon modifiées
audit-role-created = Rôle créé
audit-role-edited = Rôle modifié
audit-role-deleted = Rôle supprimé
audit-roles-changed = Rôles modifiés
audit-member-joined = Arrivée d’un membre
audit-member-left = Départ d’un membre
audit-member-removed = Membre expulsé
audit-member-banned = Membre banni
audit-ban-lifted = Bannissement levé
audit-member-timed-out = Membre exclu temporairement
audit-time-out-lifted = Exclusion temporaire levée
audit-invite-created = Invitation créée
audit-invite-deleted = Invitation supprimée
audit-server-renamed = Serveur renommé
audit-server-suspended = Serveur suspendu
audit-webhook-url-regenerated = URL du webhook régénérée
audit-webhook-creator-changed = Créateur du webhook changé
audit-webhook-reported-leaked = Fuite du webhook signalée
audit-webhook-found-leaked = URL du webhook trouvée par un détecteur
audit-webhook-restored = Suspension du webhook levée
audit-own-message-deleted = Message supprimé par son webhook
audit-server-picture = Image du serveur modifiée
audit-server-pictures = Chargement des images modifié
audit-server-second-step = Connexion en deux étapes exigée ou non
audit-server-restored = Suspension du serveur levée
audit-offered = Transfert proposé
audit-offer-cancelled = Transfert annulé
audit-offer-declined = Transfert refusé
audit-handed-over = Propriété transférée
audit-group-webhooks = Webhooks
audit-group-channels = Salons
audit-group-server = Serveur
deleted-account-name = compte supprimé

# Limits that are reached

cap-servers-owned =
    { $n ->
        [one] Vous possédez { $n } serveur, le maximum par personne.
       *[other] Vous possédez { $n } serveurs, le maximum par personne.
    }
cap-servers-owned-do = Supprimez-en ou transférez-en un d’abord.
cap-servers-joined =
    { $n ->
        [one] Vous êtes sur { $n } serveur, le maximum par personne.
       *[other] Vous êtes sur { $n } serveurs, le maximum par personne.
    }
cap-servers-joined-do = Quittez-en un d’abord.
cap-apps-owned =
    { $n ->
        [one] Vous possédez { $n } application, le maximum par personne.
       *[other] Vous possédez { $n } applications, le maximum par personne.
    }
cap-delete-one = Supprimez-en d’abord.
cap-apps-connected =
    { $n ->
        [one] Vous avez { $n } application connectée, le maximum par personne.
       *[other] Vous avez { $n } applications connectées, le maximum par personne.
    }
cap-apps-connected-do = Révoquez-en une dans « Applications connectées » d’abord.
cap-muted =
    { $n ->
        [one] Vous avez { $n } salon ou serveur en sourdine, le maximum par personne.
       *[other] Vous avez { $n } salons et serveurs en sourdine, le maximum par personne.
    }
cap-muted-do = Réactivez les notifications de certains dans vos paramètres.
cap-blocked =
    { $n ->
        [one] Vous avez bloqué { $n } personne, le maximum possible.
       *[other] Vous avez bloqué { $n } personnes, le maximum possible.
    }
cap-blocked-do = Débloquez d’abord quelqu’un.
cap-reports =
    { $n ->
        [one] Vous avez { $n } signalement en cours, le maximum possible.
       *[other] Vous avez { $n } signalements en cours, le maximum possible.
    }
cap-reports-moderators = Attendez que les modérateurs en aient traité.
cap-reports-operator = Attendez que l’opérateur en ait clos.
cap-app-reports =
    { $n ->
        [one] Cette application a { $n } signalement en cours, le maximum possible.
       *[other] Cette application a { $n } signalements en cours, le maximum possible.
    }
cap-app-reports-do = L’opérateur est au courant.
cap-bans =
    { $n ->
        [one] Ce serveur a { $n } bannissement, le maximum possible.
       *[other] Ce serveur a { $n } bannissements, le maximum possible.
    }
cap-bans-do = Levez-en un d’abord.
cap-channels =
    { $n ->
        [one] Ce serveur a { $n } salon, le maximum possible.
       *[other] Ce serveur a { $n } salons, le maximum possible.
    }
cap-invites =
    { $n ->
        [one] Ce serveur a { $n } invitation, le maximum possible.
       *[other] Ce serveur a { $n } invitations, le maximum possible.
    }
cap-roles =
    { $n ->
        [one] Ce serveur a { $n } rôle, le maximum possible.
       *[other] Ce serveur a { $n } rôles, le maximum possible.
    }
cap-overwrites =
    { $n ->
        [one] Ce serveur a { $n } ensemble de permissions dans un salon, le maximum possible.
       *[other] Ce serveur a { $n } ensembles de permissions dans des salons, le maximum possible.
    }
cap-overwrites-do = Mettez d’abord toutes les permissions de l’un sur « Hériter ».
cap-removals =
    { $n ->
        [one] Dans ce salon, { $n } retrait est encore en cours de suppression, le maximum à la fois.
       *[other] Dans ce salon, { $n } retraits sont encore en cours de suppression, le maximum à la fois.
    }
cap-removals-do = Réessayez dans une minute.
cap-offers =
    { $n ->
        [one] Cette personne a { $n } serveur à accepter ou à refuser, le maximum possible.
       *[other] Cette personne a { $n } serveurs à accepter ou à refuser, le maximum possible.
    }
cap-offers-do = Demandez-lui de répondre d’abord à une offre.
cap-passkeys =
    { $n ->
        [one] Vous avez { $n } clé d’accès, le maximum possible.
       *[other] Vous avez { $n } clés d’accès, le maximum possible.
    }
cap-passkeys-do = Supprimez-en une d’abord.

# A message into a channel that its author can't see any more

channel-lost = Votre message n’a pas été envoyé
channel-lost-gone = Ce salon n’existe plus, ou vous ne pouvez plus le voir.
channel-lost-why = Vous avez peut-être été retiré ou banni de son serveur.
channel-lost-copy = Copiez votre texte si vous en avez encore besoin.

# Messages, reports and invites that are refused

message-blank = Le message est vide.
message-write = Écrivez du texte.
message-at-most = Un message peut compter au plus { $n } caractères.
message-shorten = Raccourcissez-le ou envoyez-le en deux fois.
reply-was-deleted = Le message auquel vous répondez a été supprimé.
reply-send-own = Votre texte est toujours là : envoyez-le comme un message à part.
report-reason = Choisissez un motif.
report-app-again = Vous avez déjà signalé cette application, et l’opérateur n’a pas encore clos ce signalement.
report-say-what = Dites aux modérateurs ce qui ne va pas dans ce message.
second-step-own-first = Configurez d’abord la connexion en deux étapes pour votre propre compte.
second-step-then-require = Vous pourrez ensuite l’exiger ici.
invite-gone = Cette invitation ne fonctionne plus : elle a expiré, a été épuisée ou a été supprimée.

# Refusals in settings of accounts

passkey-meanwhile = Une autre clé d’accès a été ajoutée entre-temps. Réessayez.
passkey-copied = Cette clé d’accès a été refusée, car il semble en exister une copie. Connectez-vous autrement et supprimez-la dans vos paramètres.
password-changed-elsewhere = Votre mot de passe vient d’être changé dans un autre navigateur. Reconnectez-vous avec le nouveau.
push-elsewhere = Les notifications de ce navigateur ont été activées ailleurs. Désactivez-les dans le navigateur, puis réessayez.
push-service-not-used = Ce service n’envoie rien par le service push de ce navigateur.
push-keys = Les clés du navigateur n’ont pas pu être lues. Désactivez les notifications dans le navigateur, puis réessayez.
phone-taken = Un autre compte a vérifié ce numéro. Utilisez-en un autre.
phone-costs = Les SMS vers ce numéro sont surtaxés : il ne peut pas être vérifié. Saisissez-en un autre.
phone-country-off = Ce service n’envoie pas de SMS vers ce pays. Saisissez un numéro de mobile d’un autre pays.
sms-unset = Ce service ne peut pas encore envoyer de SMS. Son opérateur doit d’abord le configurer.
sms-unsent = Nous n’avons pas pu envoyer le SMS. Réessayez dans une minute.
sms-refused = Nous n’avons pas pu envoyer de SMS à ce numéro. Vérifiez-le ou essayez-en un autre.
sms-unsure = Le SMS n’a peut-être pas été envoyé. S’il n’arrive pas, réessayez dans une minute.
refused-picture-large = Cette image est trop lourde. Choisissez-en une de 5 Mio au plus.
picture-pixels = Cette image a trop de pixels. Réduisez-la et réessayez.
picture-kind = Ce n’est pas une image PNG, JPEG ou WebP. Choisissez un autre fichier.
picture-damaged = Cette image est illisible ; le fichier semble endommagé. Choisissez-en une autre.
passkeys-what = Choisissez quoi faire de vos clés d’accès.
totp-what = Choisissez quoi faire de votre application d’authentification.
waited-too-long = C’est déjà fait, ou l’attente a été trop longue. Revenez en arrière et vérifiez avant de réessayer.
account-owns = Vous possédez { $name }. Transférez ou supprimez d’abord vos serveurs.
account-owns-suspended = L’opérateur a suspendu des serveurs qui vous appartiennent : { $name }. Demandez-lui d’abord de lever cette suspension.

# Connected apps

app-revoked = L’application est révoquée. Elle devra vous redemander à votre prochaine connexion.
app-revoked-none = Il n’y avait rien à révoquer.
apps-revoked =
    { $n ->
        [one] Une application est révoquée. Elle devra vous redemander à votre prochaine connexion.
       *[other] { $n } applications sont révoquées. Elles devront vous redemander à votre prochaine connexion.
    }
app-reported = Merci. L’opérateur de ce service examinera votre signalement. Pour ne plus utiliser l’application, révoquez-la ici.
transfer-uris = Vérifiez ses URI de redirection : son ancien propriétaire les a choisies.
transfer-secrets = Son ancien propriétaire connaît peut-être encore ses secrets : créez-en un nouveau, puis supprimez les autres. Vérifiez aussi ses URI de redirection.

# Refusals in the chat

edit-author-only = Seul son auteur peut modifier un message.
edit-permission = Pour modifier des messages dans ce salon, il vous faut la permission « Envoyer des messages ».
delete-permission = Pour supprimer les messages des autres, il vous faut la permission « Gérer les messages ».
post-permission = Pour écrire dans ce salon, il vous faut la permission « Envoyer des messages ».
restore-deleter-only = Seule la personne qui a supprimé ce message peut le restaurer.
undo-over = Le délai d’annulation est passé. Ce message ne peut pas être restauré.
removed-by-moderator = Un modérateur a retiré ce message.
view-permission = Il vous faut ici la permission « Voir le salon ».
mention-all-permission = Il vous faut ici la permission « Mentionner @all ».
character-zero = Un message ne peut pas contenir le caractère U+0000. Retirez-le.
mute-choice = Mettez en sourdine une heure, huit heures ou jusqu’à réactivation.
blocked-person = @{ $name } est bloqué et ne le saura pas.
value-unusable = Cela ne peut pas être utilisé. Modifiez-le.

# Refusals in a server's settings

ban-lift-rank = Seul le propriétaire, ou quelqu’un qui n’est pas en dessous du membre qui a banni, peut lever ce bannissement.
banned-person = @{ $name } est banni de ce serveur.
ban-lifted-person = Le bannissement de @{ $name } est levé. Une invitation suffit pour revenir.
invite-hours = Choisissez de 1 à 8 760 heures, ou laissez vide pour aucune limite.
invite-people = Choisissez de 1 à 10 000 personnes, ou laissez vide pour aucune limite.
leave-owner = Ce serveur vous appartient, vous ne pouvez donc pas le quitter. Transférez-le d’abord à un autre membre, ou supprimez-le.
remove-self = Vous ne pouvez pas vous retirer vous-même. Quittez plutôt le serveur depuis la liste de vos serveurs.
roles-gone = L’un de ces rôles n’existe plus sur ce serveur. Choisissez à nouveau.
overwrite-whom = Choisissez un rôle ou un membre de ce serveur.
role-all-administrator = Tout le monde a ce rôle, il ne peut donc pas être administrateur. Créez un autre rôle pour les administrateurs.
role-all-delete = Chaque membre a ce rôle, il ne peut donc pas être supprimé.
role-controls = Vous ne pouvez ni donner ni retirer ce rôle, car il régit une permission de salon que vous n’avez pas. Demandez au propriétaire du serveur.
role-all-lowest = Tout le monde a ce rôle, il est donc toujours le plus bas.
role-move-below = Vous ne pouvez déplacer des rôles qu’en dessous de votre rôle le plus élevé.
position-role = Choisissez une position de 1, la plus basse, à { $n }.
offer-already = Ce serveur est déjà proposé à quelqu’un. Annulez d’abord cette offre.
offer-whom = Choisissez un autre membre de ce serveur.
timeout-self = Vous ne pouvez pas vous exclure temporairement vous-même.
permission-both = Une permission est à la fois autorisée et refusée. Choisissez l’un des deux.
permission-no-channel = L’un d’eux n’est pas une permission de salon. Choisissez dans la liste.
permission-none = L’un d’eux n’est pas une permission. Choisissez dans la liste.
report-choice = Retirez le message ou rejetez le signalement.

# Browsers

browser-unknown = Navigateur inconnu
browser-android = { $name } sous Android
browser-iphone = { $name } sur iPhone
browser-ipad = { $name } sur iPad
browser-windows = { $name } sous Windows
browser-macos = { $name } sous macOS
browser-chromeos = { $name } sous ChromeOS
browser-linux = { $name } sous Linux
