# The connection and the session

connected = Conectado de nuevo.
reconnecting = Sin conexión. Reconectando…
disconnected = Sin conexión.
disconnected-text = Sin conexión. Tu texto sigue aquí.
no-response = El servidor no ha respondido. Inténtalo de nuevo.
no-response-text = El servidor no ha respondido. Tu texto sigue aquí. Inténtalo de nuevo.
no-response-once = El servidor no ha respondido. Tu texto sigue aquí. Si lo envías de nuevo, se publica una sola vez.
wait-a-moment = El servidor aún no ha respondido. Espera un momento.
ended = Tu sesión ha terminado.
ended-unsent = Tu sesión ha terminado. Tu texto sigue aquí. No se ha enviado.
ended-nothing-sent = Tu sesión ha terminado. Tu texto sigue aquí. No se ha enviado nada.
ended-unsaved = Tu sesión ha terminado. Tu texto sigue aquí. No se ha guardado.
ended-unchanged = Tu sesión ha terminado. No se ha cambiado nada.
sign-in-again-link = Iniciar sesión de nuevo
sign-in-and-back = Iniciar sesión y volver
your-servers = Tus servidores
retry-soon = Inténtalo de nuevo en unos segundos.
retry-in =
    { $seconds ->
        [one] Inténtalo de nuevo en un segundo.
       *[other] Inténtalo de nuevo en { $seconds } segundos.
    }
too-fast-sending = Envías mensajes demasiado rápido. { $wait }
too-fast-changing = Haces cambios demasiado rápido. { $wait }
too-fast-webhook = Este webhook publica demasiado rápido. { $wait }
not-done = No se ha hecho. Vuelve a cargar la página e inténtalo de nuevo.

# Writing and reading messages

not-sent = El mensaje no se ha enviado. Tu texto sigue aquí. Inténtalo de nuevo.
cant-post = Ya no puedes publicar en { $channel }. Copia tu texto antes de irte.
cant-post-here = No puedes publicar en este canal.
reply-gone = El mensaje al que respondías se ha eliminado.
reply-gone-text = El mensaje al que respondías se ha eliminado. Tu texto sigue aquí.
many-new =
    { $count ->
        [one] { $count } mensaje nuevo. El último es de { $last }
       *[other] { $count } mensajes nuevos. El último es de { $last }
    }
cant-see = Ya no puedes ver { $channel }.
banned-from = Te han vetado en { $server }.
removed-from = Ya no eres miembro de { $server }.
post-again = Ya puedes publicar de nuevo.
timed-out-until = Estás silenciado en este servidor hasta { $time }. Hasta entonces puedes leer, pero no publicar.
older-failed = No se han podido cargar los mensajes anteriores. Inténtalo de nuevo.
load-older = Cargar mensajes anteriores
to-unread = Ir al primer mensaje sin leer
new = Nuevos
unread-mentions-none = (sin leer)
unread-count =
    { $count ->
        [one] ({ $count } mención sin leer)
       *[other] ({ $count } menciones sin leer)
    }
unread-over = (más de { $count } menciones sin leer)
mentions =
    { $count ->
        [one] { $count } mención sin leer
       *[other] { $count } menciones sin leer
    }
mentions-over = Más de { $count } menciones sin leer
marked-read =
    { $count ->
        [one] { $count } mención marcada como leída.
       *[other] { $count } menciones marcadas como leídas.
    }
reports-open =
    { $count ->
        [one] { $count } denuncia espera una decisión
       *[other] { $count } denuncias esperan una decisión
    }
names = Nombres
names-found =
    { $count ->
        [one] Un nombre. Pulsa Tab para usarlo.
       *[other] { $count } nombres. Elige con las flechas y usa Tab.
    }
members = Miembros
message-word = Mensaje
in-reply-to = En respuesta a:
original-deleted = Mensaje original eliminado
open-picture = Abrir la imagen en { $host }

# Acts on messages and people

close = Cerrar
reply-act = Responder
edit-act = Editar
actions-for = Acciones para el mensaje de { $author }
report-message = Denunciar mensaje
report-unsent = Tu denuncia aún no se ha enviado. «Cerrar» la descarta.
report-thanks = Gracias. Los moderadores de este servidor revisarán el mensaje.
message-saved = El mensaje se ha guardado.
message-is-deleted = El mensaje se ha eliminado.
message-restored = El mensaje se ha restaurado.
messages-restored = Los mensajes se han restaurado.
undo-announced = { $done } Puedes deshacerlo durante diez segundos.
cant-edit = No puedes editar este mensaje.
edit-own-only = Solo puedes editar tus propios mensajes.
edit-kept = No se ha guardado. Tu texto estará ahí cuando vuelvas a editar el mensaje.
edit-deleted = Este mensaje se ha eliminado. Copia tu texto antes de cancelar.
webhook-paused = El webhook está en pausa.
link-copied = El enlace se ha copiado.
copied = Copiado
copied-announced = Copiado al portapapeles
select-and-copy = Selecciona y copia
copying-refused = El navegador no ha permitido copiar.
copying-refused-select = El navegador no ha permitido copiar. Selecciona el texto y cópialo.

# Settings, shortcuts and passkeys

not-saved = Sin guardar
revealed = Mostrado
picture-large = Esta imagen es demasiado grande. Elige una de 5 MiB como máximo.
shortcuts-title = Atajos de teclado
shortcuts-on = Los atajos de una sola tecla están activados.
shortcuts-off = Los atajos de una sola tecla están desactivados.
stores-nothing = Este navegador no guarda ajustes.
push-none = Este navegador no tiene notificaciones.
push-not-here = No en este navegador.
push-denied = Las notificaciones de este sitio están bloqueadas en los ajustes de tu navegador. Permítelas allí antes.
push-off = Desactivadas en este navegador.
push-on = Activadas en este navegador, también sin ninguna página de este sitio abierta.
push-on-open = Activadas en este navegador mientras haya una página de este sitio abierta.
one-moment = Un momento…
push-unreachable = Las notificaciones están activadas mientras haya una página abierta. No se ha podido contactar con el servicio push de tu navegador.
passkey-exists = Este dispositivo ya tiene una llave de acceso para tu cuenta.
passkey-not-used = No se ha usado ninguna llave de acceso. Inténtalo de nuevo o usa otra forma.
passkey-no-address = Los navegadores no admiten llaves de acceso en esta dirección.
passkey-none = Este navegador no tiene llaves de acceso. Usa otra forma.
passkey-failed = No se ha podido usar la llave de acceso. Inténtalo de nuevo o usa otra forma.
