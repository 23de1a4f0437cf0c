frame-skip = Aller au contenu
frame-home = { $brand }, accueil
frame-main = Navigation principale
frame-chat = Discussion
frame-inbox = Boîte de réception
frame-unread = non lus
frame-portal = Portail
frame-account = Compte de { $name }
frame-account-attention = Compte de { $name }, points à traiter : { $count }
frame-account-menu = Compte
frame-servers = Vos serveurs
frame-profile = Profil
frame-phone = Téléphone
frame-phone-unverified = Non vérifié
frame-security = Sécurité
frame-apps = Applications connectées
frame-shortcuts = Raccourcis clavier
frame-console = Console
frame-attention = à traiter
frame-colours = Couleurs
frame-sign-out = Se déconnecter
frame-docs = Documentation
frame-sign-in = Se connecter
frame-sign-up = S’inscrire
frame-footer = Pied de page
frame-guide = Guide de l’intégrateur
frame-keyboard = Clavier
frame-language = Langue
colours-device = Couleurs de cet appareil
colours-device-hint = Comme sur cet appareil
colours-light = Couleurs claires
colours-light-hint = Clair
colours-dark = Couleurs sombres
colours-dark-hint = Sombre
date = { $day }/{ $month }/{ $year }

cancel = Annuler
continue = Continuer
go-back = Retour
go-to-chat = Aller à la discussion
go-to-portal = Aller au portail
password = Mot de passe
new-password = Nouveau mot de passe
password-hint = Au moins 8 caractères. Plusieurs mots à la suite font un bon mot de passe.
login = Nom d’utilisateur ou téléphone
use-passkey = Utiliser votre clé d’accès
code-or-recovery-code = Code à six chiffres ou code de secours
recovery-code = Code de secours
back-to-sign-in = Retour à la connexion
signed-in-as = Connecté en tant que <strong>{ $name }</strong> (@{ $nickname })
not-you = Ce n’est pas vous ?

sign-in = Se connecter
sign-in-to-app = Connectez-vous pour continuer vers { $name }.
sign-in-to-server = Connectez-vous pour rejoindre { $name }.
sign-in-kept-form = Votre session a pris fin. Reconnectez-vous : votre saisie est conservée pendant une heure.
sign-in-ended = Votre session a pris fin. Reconnectez-vous.
sign-in-first = Connectez-vous pour continuer.
sign-in-passkey = Se connecter avec une clé d’accès
sign-in-forgot = Mot de passe oublié ?
sign-in-new = Pas encore de compte ? <a href="{ $href }">S’inscrire</a>
sign-in-invite = Pas encore de compte ? Ouvrez le lien d’invitation que vous avez reçu pour vous inscrire.

sign-up = S’inscrire
sign-up-lead = Un seul compte pour la discussion et pour les autres sites sur lesquels il permet de se connecter.
sign-up-join-lead = Vous vous inscrivez et rejoignez { $server }. Ses membres verront votre nom d’utilisateur, votre nom d’affichage et votre image.
sign-up-admin = Ce compte devient l’administrateur de cette instance.
sign-up-nickname = Nom d’utilisateur
sign-up-nickname-hint = Le nom par lequel on vous mentionne. Utilisez des lettres minuscules, des chiffres, des points, des tirets et des tirets bas.
sign-up-name = Nom d’affichage
sign-up-name-hint = Affiché à côté de vos messages. Vous pouvez le modifier à tout moment.
sign-up-join = S’inscrire et rejoindre
sign-up-known = Vous avez déjà un compte ? <a href="{ $href }">Se connecter</a>
sign-up-known-admin = Vous avez déjà un compte ? <a href="{ $href }">Connectez-vous</a>, et il devient celui de l’administrateur
sign-up-invite-title = Il vous faut une invitation
sign-up-invite = Sur cette instance, on s’inscrit grâce à une invitation à un serveur. Ouvrez le lien d’invitation que vous avez reçu et inscrivez-vous depuis sa page. S’il ne fonctionne plus, demandez-en un nouveau.
sign-up-link-title = Ce lien ne fonctionne plus
sign-up-link = Il a été utilisé, révoqué, ou a expiré. Demandez-en un nouveau à la personne qui vous l’a donné.
sign-up-closed-title = Les inscriptions sont fermées
sign-up-closed = Sur cette instance, personne ne peut s’inscrire pour le moment. Si vous devriez avoir un compte, adressez-vous à la personne qui la gère.

confirm-title = Confirmez votre identité
confirm-lead = Votre connexion date un peu. Saisissez à nouveau votre mot de passe pour continuer.
confirm-lead-act = Votre connexion date un peu. Saisissez à nouveau votre mot de passe, et l’action choisie sera effectuée.
confirm-lead-some-app = L’application d’où vous venez vous demande de saisir à nouveau votre mot de passe.
confirm-lead-app = { $app } vous demande de saisir à nouveau votre mot de passe.
confirm-incomplete = Les fichiers et les mots de passe ne peuvent pas être conservés entre-temps. Vous reviendrez ensuite au formulaire : ajoutez-les et envoyez-le à nouveau.
confirm-next = Ensuite : <strong>{ $label }</strong>
confirm-button = Confirmer

reset-title = Mot de passe oublié
reset-lead = Nous enverrons un code par SMS à votre numéro vérifié. Il vous servira à définir un nouveau mot de passe.
reset-send = Envoyer le code
reset-no-texts-title = Les SMS ne sont pas disponibles
reset-no-texts = Ce service ne peut pas envoyer de SMS. Demandez à son exploitant de définir un nouveau mot de passe pour vous.
reset-no-phone = Pas de téléphone vérifié ? Demandez à l’exploitant de ce service de définir un nouveau mot de passe pour vous.
reset-remembered = Il vous est revenu ? <a href="{ $href }">Se connecter</a>
reset-code-title = Nouveau mot de passe
reset-code-heading = Définir un nouveau mot de passe
reset-code-sent = Si ce compte a un téléphone vérifié, un code est en route. Il est valable dix minutes.
reset-code-app = Le code du SMS est correct. Ce compte a aussi une deuxième étape. Saisissez à nouveau votre nouveau mot de passe, puis un code de votre application d’authentification ou un code de secours.
reset-code-app-passkey = Le code du SMS est correct. Ce compte a aussi une deuxième étape. Saisissez à nouveau votre nouveau mot de passe, puis un code de votre application d’authentification ou un code de secours, sauf si vous utilisez votre clé d’accès.
reset-code-recovery = Le code du SMS est correct. Ce compte a aussi une deuxième étape. Saisissez à nouveau votre nouveau mot de passe, puis un code de secours.
reset-code-recovery-passkey = Le code du SMS est correct. Ce compte a aussi une deuxième étape. Saisissez à nouveau votre nouveau mot de passe, puis un code de secours, sauf si vous utilisez votre clé d’accès.
reset-code-tries =
    { $count ->
        [one] Il vous reste un essai.
       *[other] Il vous reste { $count } essais.
    }
reset-code = Code à huit chiffres
reset-code-button = Définir le mot de passe
reset-code-passkey = Définir le mot de passe avec votre clé d’accès
reset-code-signs-out = Vous serez déconnecté de tous les navigateurs.
reset-code-over = Ce code n’est plus valable. Demandez-en un nouveau.
reset-code-new = Demander un nouveau code
reset-code-again = Pas de SMS ? Attendez 30 secondes, puis <a href="{ $href }">demandez un nouveau code</a>. Nous envoyons au plus cinq SMS par jour à un même numéro.
reset-code-outbox = Cette instance n’envoie pas de SMS ; ils apparaissent dans la <a href="/dev/outbox">boîte d’envoi</a>.

second-title = Saisissez votre code
second-title-passkey = Confirmez avec votre clé d’accès
second-sign-in-both = Votre compte est protégé par une deuxième étape. Utilisez votre clé d’accès, ou saisissez le code affiché par votre application d’authentification.
second-sign-in-app = Votre compte est protégé par une deuxième étape. Ouvrez votre application d’authentification et saisissez le code qu’elle affiche.
second-sign-in-passkey = Votre compte est protégé par une deuxième étape. Utilisez votre clé d’accès ou l’un de vos codes de secours.
second-again-both = Cette action demande votre deuxième étape. Utilisez votre clé d’accès, ou saisissez le code affiché par votre application d’authentification.
second-again-app = Cette action demande votre deuxième étape. Ouvrez votre application d’authentification et saisissez le code qu’elle affiche.
second-again-passkey = Cette action demande votre deuxième étape. Utilisez votre clé d’accès ou l’un de vos codes de secours.
second-trust = Faire confiance à ce navigateur pendant 30 jours
second-trust-hint = Uniquement sur un appareil à vous. Aucun code ne vous sera demandé pour vous connecter ici.
second-lost = Appareil perdu ? Saisissez plutôt l’un de vos codes de secours. Si vous n’en avez pas, adressez-vous à l’exploitant de ce service.

consent-title = Se connecter à { $app }
consent-heading = Se connecter à <strong>{ $app }</strong> avec votre compte { $brand }
consent-other-account = { $app } attend un autre compte. Connectez-vous avec celui-ci, ou annulez.
consent-used = Déjà utilisée, la dernière fois le <time></time>
consent-more = Ce que { $app } verra, et qui en est l’auteur
consent-gets = { $app } verra
consent-gets-id = Votre identifiant
consent-gets-nickname = Votre nom d’utilisateur
consent-gets-name = Votre nom d’affichage
consent-gets-picture = Votre image
consent-never = { $app } ne peut pas
consent-never-profile = Voir votre nom ni votre image
consent-never-messages = Lire ni envoyer de messages
consent-never-servers = Voir vos serveurs ni leurs membres
consent-never-secrets = Voir votre numéro de téléphone ni votre mot de passe
consent-never-act = Agir ici en votre nom
consent-about = À propos
consent-owner = Créée par
consent-created = Créée le
consent-homepage = Site web
consent-privacy = Confidentialité
consent-terms = Conditions
consent-sign-in = Votre connexion
consent-sign-in-with = { $app } apprend aussi quand vous vous êtes connecté ici, et par quel moyen : { $methods }.
consent-revoke = Vous pouvez révoquer cet accès à tout moment sous <a href="/settings/apps">Applications connectées</a>.
consent-report = Un problème avec cette application ? <a id="report-app" href="{ $href }">Signalez-la</a>.
consent-device = L’appareil à l’adresse <strong>{ $address }</strong> sera connecté en votre nom
consent-return-computer = Vous reviendrez à un programme sur cet ordinateur, à l’adresse <strong>{ $place }</strong>
consent-return-phone = Vous reviendrez à un programme sur ce téléphone, à l’adresse <strong>{ $place }</strong>
consent-return-app = Vous reviendrez à l’application <strong>{ $place }</strong> sur cet appareil
consent-return = Vous reviendrez à <strong>{ $place }</strong>
consent-approve = Autoriser
consent-switch = Utiliser un autre compte

link-suspended-title = Cette application est suspendue
link-suspended = L’exploitant de cette instance l’a suspendue : personne ne peut s’y connecter. Vous n’avez pas été connecté, et rien n’a été partagé.
link-broken-title = Ce lien de connexion est défectueux
link-broken = L’application d’où vous venez a utilisé un lien qui ne fonctionne pas. Vous n’avez pas été connecté, et rien n’a été partagé. Seules les personnes qui gèrent l’application peuvent corriger cela.
link-developer = Pour le développeur de l’application
link-parameter = Paramètre
link-why = Raison
link-fix = À corriger
link-received = Reçu
link-about = On n’est renvoyé que si <code>client_id</code> et <code>redirect_uri</code> appartiennent à la même application. Sinon, on pourrait arriver sur le site d’un attaquant. La page de l’application dans le <a href="/portal">portail</a> montre les deux, et un lien qui fonctionne.

onward-title = Retour à { $app }
onward-failed = La demande de l’application n’a pas pu aboutir. Vous n’avez pas été connecté à l’application, et rien n’a été partagé.
onward-error = Vous n’avez pas été connecté à l’application, et rien n’a été partagé.
onward-signed-in = Connexion en cours.
onward-continue = Continuer vers { $app }

device-title = Se connecter sur un appareil
device-lead = Saisissez le code affiché par votre appareil ou votre programme.
device-code = Code
device-code-hint = Huit lettres, par exemple BCDF-GHJK.
device-warning = Quelqu’un vous a envoyé ce code, ou un lien vers cette page ? Ne continuez pas : cette personne serait connectée en votre nom.
device-check-title = Est-ce votre appareil ?
device-check-heading = Ce code s’affiche-t-il sur un appareil devant vous ?
device-check-app = Application
device-check-app-owner = <strong>{ $app }</strong>, créée par { $name } (@{ $nickname })
device-check-from = Demandé depuis
device-check-same-network = <span class="nums">{ $address }</span>, le réseau où vous êtes en ce moment
device-check-other-network = <span class="nums">{ $address }</span>, et non le réseau où vous êtes en ce moment
device-check-asked = Demandé
device-check-minutes =
    { $minutes ->
        [0] il y a moins d’une minute
        [one] il y a une minute
       *[other] il y a { $minutes } minutes
    }
device-check-warning = Ne continuez que si vous êtes à l’origine de cette demande et si votre propre appareil ou programme affiche ce code. Si quelqu’un vous a envoyé le code ou un lien, cette personne veut être connectée en votre nom.
device-check-refuse = Non, refuser
device-check-continue = Oui, continuer
device-approved-title = Votre appareil est connecté
device-approved = Vous pouvez retourner à votre appareil
device-approved-text = Il sera connecté dans quelques secondes. Vous pouvez fermer cette page.
device-denied-title = L’appareil a été refusé
device-denied = L’appareil n’a pas été connecté
device-denied-text = Rien n’a été partagé. Si quelqu’un vous a envoyé le code, cette personne a tenté de se connecter en votre nom : ne lui répondez pas.

logout-title = Se déconnecter
logout-heading = Se déconnecter de { $brand } ?
logout-by-app = <strong>{ $app }</strong> vous propose de vous déconnecter ici aussi.
logout-by-some-app = Une application vous propose de vous déconnecter ici aussi.
logout-stay = Rester connecté
logout-about = Ce navigateur sera déconnecté. Les autres restent connectés, les autres applications aussi.
logout-done-title = Vous êtes déconnecté
logout-done = Vous êtes déconnecté de { $brand }
logout-done-text = Ce navigateur est déconnecté. Vous êtes peut-être encore connecté à d’autres applications.
logout-back = Retour à { $app }
logout-sign-in = Se reconnecter

error-sent = Ce que vous avez envoyé <span class="muted">({ $field })</span>
error-not-kept = Les mots de passe, les codes et les fichiers ne sont pas conservés. Ouvrez à nouveau le formulaire et saisissez-les.
error-unsent = Votre texte
error-open-form = Ouvrir le formulaire
error-retry = Réessayer
error-home = Aller à l’accueil
error-reference = Si vous demandez de l’aide, indiquez cette référence : <code id="reference">{ $reference }</code>
