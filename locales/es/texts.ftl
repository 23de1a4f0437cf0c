# Text messages

text-code = Tu código de { $instance } es { $code }. Vale 10 minutos. No lo compartas con nadie. Si no lo pediste, ignora este mensaje.
text-number-in-use = Alguien escribió este número en { $instance }, donde ya lo usa otra cuenta. Si fuiste tú, inicia sesión en ella. Si no, ignóralo.
text-reset-code = { $code } es tu código para una nueva contraseña de { $instance }. Vale 10 minutos. No lo compartas. Si no lo pediste, ignóralo.
text-password-reset = Tu contraseña de { $instance } se cambió con un código enviado a este número. Si no fuiste tú, cámbiala ya y avisa al operador.
text-recovery-code-used = Se usó un código de recuperación de tu cuenta de { $instance }. Si no fuiste tú, cambia ya tu contraseña y crea códigos nuevos.
text-more-happened = Hubo más actividad en tu cuenta de { $instance }: mira su registro de seguridad. Hoy no habrá más SMS. ¿No fuiste tú? Cambia tu contraseña.

# Notifications of mentions

notification-title = { $author } en #{ $channel }, { $server }
notification-bot = { $name } (bot)
