# The connection and the session

connected = Reconnecté.
reconnecting = Déconnecté. Reconnexion…
disconnected = Déconnecté.
disconnected-text = Déconnecté. Votre texte est toujours là.
no-response = Le serveur n’a pas répondu. Réessayez.
no-response-text = Le serveur n’a pas répondu. Votre texte est toujours là. Réessayez.
no-response-once = Le serveur n’a pas répondu. Votre texte est toujours là. Si vous le renvoyez, il n’est publié qu’une fois.
wait-a-moment = Le serveur n’a pas encore répondu. Patientez un instant.
ended = Votre session est terminée.
ended-unsent = Votre session est terminée. Votre texte est toujours là. Il n’a pas été envoyé.
ended-nothing-sent = Votre session est terminée. Votre texte est toujours là. Rien n’a été envoyé.
ended-unsaved = Votre session est terminée. Votre texte est toujours là. Il n’a pas été enregistré.
ended-unchanged = Votre session est terminée. Rien n’a été modifié.
sign-in-again-link = Se reconnecter
sign-in-and-back = Se connecter et revenir
your-servers = Vos serveurs
retry-soon = Réessayez dans quelques secondes.
retry-in =
    { $seconds ->
        [one] Réessayez dans une seconde.
       *[other] Réessayez dans { $seconds } secondes.
    }
too-fast-sending = Vous envoyez des messages trop vite. { $wait }
too-fast-changing = Vous modifiez des choses trop vite. { $wait }
too-fast-webhook = Ce webhook publie trop vite. { $wait }
not-done = Cela n’a pas été fait. Rechargez la page et réessayez.

# Writing and reading messages

not-sent = Le message n’a pas été envoyé. Votre texte est toujours là. Réessayez.
cant-post = Vous ne pouvez plus publier dans { $channel }. Copiez votre texte avant de partir.
cant-post-here = Vous ne pouvez pas publier dans ce salon.
reply-gone = Le message auquel vous répondiez a été supprimé.
reply-gone-text = Le message auquel vous répondiez a été supprimé. Votre texte est toujours là.
many-new =
    { $count ->
        [one] { $count } nouveau message. Le dernier est de { $last }
       *[other] { $count } nouveaux messages. Le dernier est de { $last }
    }
cant-see = Vous ne voyez plus { $channel }.
banned-from = Vous avez été banni de { $server }.
removed-from = Vous n’êtes plus membre de { $server }.
post-again = Vous pouvez de nouveau publier.
timed-out-until = Vous êtes exclu temporairement de ce serveur jusqu’à { $time }. D’ici là, vous pouvez lire, mais pas publier.
older-failed = Les messages précédents n’ont pas pu être chargés. Réessayez.
load-older = Charger les messages précédents
to-unread = Aller au premier message non lu
new = Nouveaux
unread-mentions-none = (non lu)
unread-count =
    { $count ->
        [one] ({ $count } mention non lue)
       *[other] ({ $count } mentions non lues)
    }
unread-over = (plus de { $count } mentions non lues)
mentions =
    { $count ->
        [one] { $count } mention non lue
       *[other] { $count } mentions non lues
    }
mentions-over = Plus de { $count } mentions non lues
marked-read =
    { $count ->
        [one] { $count } mention marquée comme lue.
       *[other] { $count } mentions marquées comme lues.
    }
reports-open =
    { $count ->
        [one] { $count } signalement attend une décision
       *[other] { $count } signalements attendent une décision
    }
names = Noms
names-found =
    { $count ->
        [one] Un nom. Appuyez sur Tab pour le prendre.
       *[other] { $count } noms. Choisissez avec les flèches, validez avec Tab.
    }
members = Membres
message-word = Message
in-reply-to = En réponse à :
original-deleted = Message d’origine supprimé
open-picture = Ouvrir l’image sur { $host }

# Acts on messages and people

close = Fermer
reply-act = Répondre
edit-act = Modifier
actions-for = Actions pour le message de { $author }
report-message = Signaler le message
report-unsent = Votre signalement n’est pas encore envoyé. « Fermer » l’abandonne.
report-thanks = Merci. Les modérateurs de ce serveur examineront le message.
message-saved = Le message est enregistré.
message-is-deleted = Le message est supprimé.
message-restored = Le message est restauré.
messages-restored = Les messages sont restaurés.
undo-announced = { $done } Vous pouvez annuler pendant dix secondes.
cant-edit = Vous ne pouvez pas modifier ce message.
edit-own-only = Vous ne pouvez modifier que vos propres messages.
edit-kept = Non enregistré. Votre texte sera là quand vous modifierez à nouveau le message.
edit-deleted = Ce message a été supprimé. Copiez votre texte avant d’annuler.
webhook-paused = Le webhook est en pause.
link-copied = Le lien est copié.
copied = Copié
copied-announced = Copié dans le presse-papiers
select-and-copy = Sélectionnez et copiez
copying-refused = Le navigateur n’a pas autorisé la copie.
copying-refused-select = Le navigateur n’a pas autorisé la copie. Sélectionnez le texte et copiez-le.

# Settings, shortcuts and passkeys

not-saved = Non enregistré
revealed = Affiché
picture-large = Cette image est trop lourde. Choisissez-en une de 5 Mio au plus.
shortcuts-title = Raccourcis clavier
shortcuts-on = Les raccourcis à une touche sont activés.
shortcuts-off = Les raccourcis à une touche sont désactivés.
stores-nothing = Ce navigateur ne conserve pas de réglages.
push-none = Ce navigateur n’a pas de notifications.
push-not-here = Pas dans ce navigateur.
push-denied = Les notifications de ce site sont bloquées dans les réglages de votre navigateur. Autorisez-les d’abord là-bas.
push-off = Désactivées dans ce navigateur.
push-on = Activées dans ce navigateur, même sans page de ce site ouverte.
push-on-open = Activées dans ce navigateur tant qu’une page de ce site est ouverte.
one-moment = Un instant…
push-unreachable = Les notifications sont activées tant qu’une page est ouverte. Le service push de votre navigateur est injoignable.
passkey-exists = Cet appareil a déjà une clé d’accès pour votre compte.
passkey-not-used = Aucune clé d’accès n’a été utilisée. Réessayez ou utilisez un autre moyen.
passkey-no-address = Les navigateurs n’ont pas de clés d’accès à cette adresse.
passkey-none = Ce navigateur n’a pas de clés d’accès. Utilisez un autre moyen.
passkey-failed = La clé d’accès n’a pas pu être utilisée. Réessayez ou utilisez un autre moyen.
