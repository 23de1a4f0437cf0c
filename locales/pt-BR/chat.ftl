# Words of several pages of the chat.

bot = Bot
message = Mensagem
webhook = Webhook
reply = Responder
edit = Editar
delete = Excluir
save = Salvar
save-changes = Salvar alterações
undo = Desfazer
block = Bloquear
unblock = Desbloquear
blocked = Mensagem bloqueada
blocked-show = Mensagem bloqueada. <span>Mostrar</span>
mark-read = Marcar como lido
mark-unread = Marcar como não lido
search = Pesquisar
search-messages = Pesquisar mensagens
roles = Cargos
timed-out = Silenciado
pages = Páginas
newest = Mais recentes
older = Mais antigas
more = Mais

# The author of a message

author-webhook-by = Aplicativo de webhook “<bdi>{ $name }</bdi>”, criado por @{ $nickname }
author-webhook = Aplicativo de webhook “<bdi>{ $name }</bdi>” sem criador
author-app-by = Aplicativo de webhook, criado por @{ $nickname }
author-app = Aplicativo de webhook sem criador

# Cards and texts of messages

card-open-picture = Abrir a imagem em { $host }
card-load-picture = Carregar imagem
table = Tabela

# A channel

channel-skip = Ir para a caixa de mensagem
channel-search = Pesquisar em { $channel }
channel-members = Membros
channel-messages = Mensagens
channel-to-unread = Ir para a primeira mensagem não lida
channel-older = Carregar mensagens anteriores
channel-new = Novas
channel-empty = Ainda não há mensagens
channel-empty-equip = Escreva a primeira mensagem, convide pessoas ou crie um webhook para que um programa publique aqui.
channel-empty-text = As mensagens de pessoas e webhooks aparecem aqui.
channel-new-webhook = Novo webhook
channel-invite = Convidar pessoas
channel-newer = Mensagens posteriores
channel-to-newest = Ir para as mensagens mais recentes
channel-message = Mensagem para { $channel }
channel-send = Enviar
channel-ctrl-enter = Ctrl Enter envia.
channel-enter = Enter envia, Shift Enter começa uma nova linha.
channel-change-key = Mudar
channel-slow = Modo lento: uma mensagem a cada { $interval }.
channel-slow-exempt = Modo lento: uma mensagem a cada { $interval }. Não se aplica a você.
channel-timed-out = Você está silenciado neste servidor até <time></time>. Até lá, você pode ler, mas não publicar.
channel-closed = Você pode ler este canal, mas não publicar nele. Peça a permissão “Enviar mensagens” a alguém que gerencie o servidor.

# A message, its menu and its page

message-actions = Ações
message-title = Mensagem de { $name } em { $channel }
message-by = Mensagem de { $name }
menu-webhook-by = Webhook <a href="/portal/webhooks/{ $id }"><bdi>{ $name }</bdi></a>, de @{ $creator }
menu-webhook = Webhook <a href="/portal/webhooks/{ $id }"><bdi>{ $name }</bdi></a>
menu-paused = Em pausa
menu-copy-link = Copiar link
menu-mute = Silenciar <bdi>{ $channel }</bdi> por uma hora
menu-versions = Versões anteriores
menu-report = Denunciar…
menu-block = Bloquear <bdi>{ $name }</bdi>
menu-unblock = Desbloquear <bdi>{ $name }</bdi>
menu-pause = Pausar este webhook
menu-leaked = Informar vazamento
menu-remove = Remover mensagens…
edit-label = Editar a mensagem
edit-hint = Escape cancela. Editar não notifica ninguém.
message-webhook-by = <a href="/portal/webhooks/{ $id }"><strong><bdi>{ $name }</bdi></strong></a>, de @{ $creator }
message-webhook-paused = em pausa
message-pause = Pausar
message-link = Link
message-link-about = Funciona para quem puder ver este canal.
message-link-what = o link para esta mensagem
message-later = Ler mais tarde
message-later-about = Esta mensagem e todas as seguintes são marcadas como não lidas, só para você.
message-edit-hint = Editar não notifica ninguém.
message-delete = Excluir mensagem
message-delete-about = A mensagem é excluída para todos, na hora. Você pode desfazer por um minuto.
message-remove = Remover todas as mensagens de { $name }
message-remove-about = Todas de uma vez, em { $channel } ou no servidor inteiro. Você pode desfazer por um minuto.
message-report = Denunciar
message-report-about = Aos moderadores deste servidor. O autor não fica sabendo quem denunciou.
message-report-reason = O que há de errado com ela?
message-report-button = Denunciar mensagem
message-versions = Ver versões anteriores
reply-to = Em resposta a:
reply-deleted = Mensagem original excluída
reply-bar = Respondendo a <bdi class="message-reply-author">{ $name }</bdi>
reply-cancel = Cancelar resposta
reply-notify = Notificar <bdi>{ $name }</bdi>

# Removing messages

removal-title = Remover mensagens de { $channel }
removal-button = Remover mensagens
removal-lead = Todas as mensagens de um autor em { $channel }, de uma vez. Você pode desfazer por um minuto.
removal-author = Autor
removal-choose = Escolha um autor
removal-count = Contar mensagens
removed-one = Mensagem excluída.
removed =
    { $count ->
        [one] { $count } mensagem de <bdi>{ $author }</bdi> removida.
       *[other] { $count } mensagens de <bdi>{ $author }</bdi> removidas.
    }
removed-seconds = por mais <span class="nums" data-countdown-number>{ $seconds }</span> s
since-title = Desde quando
since-button = Remover { $what }
since-everywhere = Em todos os canais do servidor que você pode ver
since-too-many = Há mensagens demais para contá-las antes.
since-server = Servidor inteiro
since-channels = em { $count } canais
since-from = de <time></time>
since-oldest = desde <time></time>
since-earlier = { $count } anteriores a esta mensagem
since-replies =
    { $count ->
        [one] { $count } é resposta
       *[other] { $count } são respostas
    }

# Versions of a message

versions = Versões desta mensagem
versions-title = Versões de uma mensagem em { $channel }
versions-lead = A mais recente primeiro. A primeira versão e as dez anteriores à atual são guardadas.
versions-replaced = Substituída
versions-edited = Editada
versions-posted = Publicada
versions-current = Atual

# Servers and channels beside a page

side-title = Servidores e canais
side-unread-elsewhere = (mensagens não lidas em outros canais)
side-servers = Servidores
side-settings = Configurações do servidor
side-settings-of = Configurações de { $server }
side-messages = Mensagens em { $server }
side-search = Pesquisar mensagens em { $server }
side-search-channel = Pesquisar neste canal
side-channels = Canais
side-reports = Denúncias

# After the number of open reports, for screen readers.

side-reports-open = abertas
side-muted = (silenciado)
mute-title = Notificações de { $channel }
mute-muted = { $place } está em silêncio
mute-until = até <time></time>
mute-open = até você ativar de novo
mute = Silenciar { $place }
mute-off = Reativar
mute-1h = Por uma hora
mute-8h = Por oito horas
mute-always = Até eu ativar de novo
