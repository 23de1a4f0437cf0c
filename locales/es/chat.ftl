# Words of several pages of the chat.

bot = Bot
message = Mensaje
webhook = Webhook
reply = Responder
edit = Editar
delete = Eliminar
save = Guardar
save-changes = Guardar cambios
undo = Deshacer
block = Bloquear
unblock = Desbloquear
blocked = Mensaje bloqueado
blocked-show = Mensaje bloqueado. <span>Mostrar</span>
mark-read = Marcar como leído
mark-unread = Marcar como no leído
search = Buscar
search-messages = Buscar mensajes
roles = Roles
timed-out = Silenciado
pages = Páginas
newest = Más recientes
older = Más antiguos
more = Más

# The author of a message

author-webhook-by = Aplicación de webhook «<bdi>{ $name }</bdi>», creada por @{ $nickname }
author-webhook = Aplicación de webhook «<bdi>{ $name }</bdi>» sin creador
author-app-by = Aplicación de webhook, creada por @{ $nickname }
author-app = Aplicación de webhook sin creador

# Cards and texts of messages

card-open-picture = Abrir la imagen en { $host }
card-load-picture = Cargar imagen
table = Tabla

# A channel

channel-skip = Ir al cuadro de mensaje
channel-search = Buscar en { $channel }
channel-members = Miembros
channel-messages = Mensajes
channel-to-unread = Ir al primer mensaje sin leer
channel-older = Cargar mensajes anteriores
channel-new = Nuevos
channel-empty = Aún no hay mensajes
channel-empty-equip = Escribe el primer mensaje, invita a gente o crea un webhook para que un programa publique aquí.
channel-empty-text = Aquí aparecen los mensajes de personas y webhooks.
channel-new-webhook = Nuevo webhook
channel-invite = Invitar a gente
channel-newer = Mensajes posteriores
channel-to-newest = Ir a los mensajes más recientes
channel-message = Mensaje para { $channel }
channel-send = Enviar
channel-ctrl-enter = Ctrl Intro envía.
channel-enter = Intro envía, Mayús Intro empieza una línea nueva.
channel-change-key = Cambiar
channel-slow = Modo lento: un mensaje cada { $interval }.
channel-slow-exempt = Modo lento: un mensaje cada { $interval }. No se te aplica.
channel-timed-out = Estás silenciado en este servidor hasta <time></time>. Hasta entonces puedes leer, pero no publicar.
channel-closed = Puedes leer este canal, pero no publicar en él. Pide el permiso «Enviar mensajes» a alguien que administre el servidor.

# A message, its menu and its page

message-actions = Acciones
message-title = Mensaje de { $name } en { $channel }
message-by = Mensaje de { $name }
menu-webhook-by = Webhook <a href="/portal/webhooks/{ $id }"><bdi>{ $name }</bdi></a>, de @{ $creator }
menu-webhook = Webhook <a href="/portal/webhooks/{ $id }"><bdi>{ $name }</bdi></a>
menu-paused = En pausa
menu-copy-link = Copiar enlace
menu-mute = Silenciar <bdi>{ $channel }</bdi> durante una hora
menu-versions = Versiones anteriores
menu-report = Denunciar…
menu-block = Bloquear a <bdi>{ $name }</bdi>
menu-unblock = Desbloquear a <bdi>{ $name }</bdi>
menu-pause = Pausar este webhook
menu-leaked = Avisar de que se ha filtrado
menu-remove = Quitar mensajes…
edit-label = Editar el mensaje
edit-hint = Escape cancela. Editar no avisa a nadie.
message-webhook-by = <a href="/portal/webhooks/{ $id }"><strong><bdi>{ $name }</bdi></strong></a>, de @{ $creator }
message-webhook-paused = en pausa
message-pause = Pausar
message-link = Enlace
message-link-about = Funciona para quien pueda ver este canal.
message-link-what = el enlace a este mensaje
message-later = Leer más tarde
message-later-about = Este mensaje y todos los posteriores se marcan como no leídos, solo para ti.
message-edit-hint = Editar no avisa a nadie.
message-delete = Eliminar mensaje
message-delete-about = El mensaje se elimina para todos, de inmediato. Puedes deshacerlo durante un minuto.
message-remove = Quitar todos los mensajes de { $name }
message-remove-about = Todos a la vez, en { $channel } o en todo el servidor. Puedes deshacerlo durante un minuto.
message-report = Denunciar
message-report-about = A los moderadores de este servidor. El autor no sabrá quién lo denunció.
message-report-reason = ¿Qué tiene de malo?
message-report-button = Denunciar mensaje
message-versions = Ver versiones anteriores
reply-to = En respuesta a:
reply-deleted = Mensaje original eliminado
reply-bar = Respondiendo a <bdi class="message-reply-author">{ $name }</bdi>
reply-cancel = Cancelar respuesta
reply-notify = Avisar a <bdi>{ $name }</bdi>

# Removing messages

removal-title = Quitar mensajes de { $channel }
removal-button = Quitar mensajes
removal-lead = Todos los mensajes de un autor en { $channel }, a la vez. Puedes deshacerlo durante un minuto.
removal-author = Autor
removal-choose = Elige un autor
removal-count = Contar mensajes
removed-one = Mensaje eliminado.
removed =
    { $count ->
        [one] Se ha quitado { $count } mensaje de <bdi>{ $author }</bdi>.
       *[other] Se han quitado { $count } mensajes de <bdi>{ $author }</bdi>.
    }
removed-seconds = <span class="nums" data-countdown-number>{ $seconds }</span> s más
since-title = Desde cuándo
since-button = Quitar { $what }
since-everywhere = En todos los canales del servidor que puedes ver
since-too-many = Hay demasiados mensajes para contarlos antes.
since-server = Todo el servidor
since-channels = en { $count } canales
since-from = del <time></time>
since-oldest = desde <time></time>
since-earlier = { $count } anteriores a este mensaje
since-replies =
    { $count ->
        [one] { $count } es una respuesta
       *[other] { $count } son respuestas
    }

# Versions of a message

versions = Versiones de este mensaje
versions-title = Versiones de un mensaje en { $channel }
versions-lead = La más reciente primero. Se conservan la primera versión y las diez anteriores a la actual.
versions-replaced = Sustituida
versions-edited = Editado
versions-posted = Publicado
versions-current = Actual

# Servers and channels beside a page

side-title = Servidores y canales
side-unread-elsewhere = (mensajes sin leer en otros canales)
side-servers = Servidores
side-settings = Ajustes del servidor
side-settings-of = Ajustes de { $server }
side-messages = Mensajes en { $server }
side-search = Buscar mensajes en { $server }
side-search-channel = Buscar en este canal
side-channels = Canales
side-reports = Denuncias

# After the number of open reports, for screen readers.

side-reports-open = abiertas
side-muted = (silenciado)
mute-title = Notificaciones de { $channel }
mute-muted = { $place } está en silencio
mute-until = hasta <time></time>
mute-open = hasta que lo vuelvas a activar
mute = Silenciar { $place }
mute-off = Dejar de silenciar
mute-1h = Durante una hora
mute-8h = Durante ocho horas
mute-always = Hasta que lo vuelva a activar
