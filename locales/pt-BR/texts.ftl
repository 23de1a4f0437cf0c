# Text messages

text-code = Seu código do { $instance } é { $code }. Ele vale por 10 minutos. Não o compartilhe com ninguém. Se você não o pediu, ignore.
text-number-in-use = Alguém digitou este número no { $instance }, onde outra conta o usa. Se foi você, entre nessa conta. Se não, ignore.
text-reset-code = { $code } é seu código para uma nova senha do { $instance }. Ele vale por 10 minutos. Não o compartilhe. Se você não o pediu, ignore.
text-password-reset = Sua senha do { $instance } foi trocada com um código enviado a este número. Se não foi você, defina outra agora e avise o operador.
text-recovery-code-used = Um código de recuperação da sua conta do { $instance } foi usado. Se não foi você, troque a senha agora e crie novos códigos.
text-more-happened = Houve mais atividade na sua conta do { $instance }: veja o registro de segurança. Hoje não haverá mais SMS. Não foi você? Troque a senha.

# Notifications of mentions

notification-title = { $author } em #{ $channel }, { $server }
notification-bot = { $name } (bot)
