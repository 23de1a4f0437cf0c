# Text messages

text-code = Votre code { $instance } est { $code }. Il est valable 10 minutes. Ne le communiquez à personne. Si vous ne l'avez pas demandé, ignorez ce SMS.
text-number-in-use = Quelqu'un a saisi ce numéro sur { $instance }, où un autre compte l'utilise. Si c'était vous, connectez-vous à ce compte. Sinon, ignorez ce SMS.
text-reset-code = { $code } est votre code pour un nouveau mot de passe { $instance }. Il est valable 10 minutes. Ne le communiquez pas. Pas demandé ? Ignorez-le.
text-password-reset = Votre mot de passe { $instance } a été changé avec un code envoyé à ce numéro. Si ce n'était pas vous, changez-le tout de suite et prévenez l'opérateur.
text-recovery-code-used = Un code de secours de votre compte { $instance } a été utilisé. Si ce n'était pas vous, changez votre mot de passe et créez de nouveaux codes.
text-more-happened = Il s'est passé d'autres choses sur votre compte { $instance } : voyez son journal de sécurité. Plus de SMS aujourd'hui. Pas vous ? Changez de mot de passe.

# Notifications of mentions

notification-title = { $author } dans #{ $channel }, { $server }
notification-bot = { $name } (bot)
