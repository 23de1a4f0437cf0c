brand-imprint = Aviso legal
brand-privacy = Privacidad
choose-language = Elige uno de los idiomas.
wait-seconds =
    { $n ->
        [one] Inténtalo de nuevo en un segundo.
       *[other] Inténtalo de nuevo en { $n } segundos.
    }
wait-minutes = Inténtalo de nuevo en { $n } minutos.
wait-hours =
    { $n ->
        [one] Inténtalo de nuevo en una hora.
       *[other] Inténtalo de nuevo en { $n } horas.
    }
wait-few-seconds = Inténtalo de nuevo en unos segundos.
wrong-login = El nombre de usuario, el teléfono o la contraseña no son correctos.
check-login = Revísalos e inténtalo de nuevo.
wrong-password = La contraseña no es correcta.
try-again = Inténtalo de nuevo.
too-many-attempts = Demasiados intentos.
too-many-codes = Se han probado demasiados códigos.
too-many-passkeys = Se han probado demasiadas llaves de acceso.
too-many-people = Hay demasiadas personas iniciando sesión a la vez.
nothing-changed = No se ha cambiado nada.
sign-in-over = Este inicio de sesión tardó demasiado, o hubo demasiados códigos incorrectos.
sign-in-again = Vuelve a iniciar sesión.
code-used = Este código no es correcto o ya se ha usado.
code-next = Espera al siguiente o usa un código de recuperación.
passkey-unknown = Esta llave de acceso no se conoce aquí.
passkey-removed = Puede que se haya eliminado.
passkey-other-way = Inicia sesión de otra forma.
passkey-unavailable = Las llaves de acceso no funcionan en esta dirección: necesitan https y un nombre de dominio.
passkey-missing = No se envió ninguna llave de acceso.
passkey-needs = Las llaves de acceso necesitan JavaScript y un navegador compatible.
passkey-over = Esto tardó demasiado o se envió dos veces.
passkey-unchecked = Tu dispositivo no ha comprobado que eres tú.
passkey-pin = Configura en él un PIN o una huella e inténtalo de nuevo.
passkey-wrong = No se pudo comprobar la llave de acceso.
passkey-use-other = Inténtalo de nuevo o usa otro método.
confirmed-late = Has confirmado que eres tú, pero lo que elegiste ya estaba hecho o esperó demasiado.
look-first = Compruébalo antes de intentarlo de nuevo.
nickname-length = Usa de 2 a 32 caracteres.
nickname-letters = Usa solo las letras de la a a la z, dígitos, puntos, guiones y guiones bajos.
nickname-start = Empieza con una letra o un dígito.
nickname-end = Termina con una letra, un dígito o un guion bajo.
nickname-reserved = Este nombre de usuario está reservado.
nickname-taken = Este nombre de usuario ya está en uso.
choose-other = Elige otra opción.
name-missing = Escribe un nombre.
name-length = Usa como máximo 64 caracteres.
name-characters = Quita los caracteres de control e invisibles.
name-marks = Usa como máximo cuatro acentos o marcas en una letra.
name-reserved = Este nombre está reservado.
sign-up-not-open = En esta instancia el registro no está abierto a todo el mundo.
admin-link-stale = Este enlace ya no funciona: se usó, tiene más de un día o se sustituyó al reiniciarse Portico.
admin-link-newest = Usa el más reciente, o regístrate sin él y pide a quien gestiona el servicio que ejecute «portico user admin».
admin-now = Ahora administras esta instancia.
no-texts = Este servicio no puede enviar SMS.
ask-operator = Pide a quien lo gestiona que te establezca una contraseña nueva.
login-missing = Escribe tu nombre de usuario o tu teléfono.
reset-limit = Hoy has pedido { $n } códigos, que es el límite.
reset-rest = Acabas de pedir un código.
reset-another =
    { $n ->
        [one] Puedes pedir otro en un segundo.
       *[other] Puedes pedir otro en { $n } segundos.
    }
reset-digits = Escribe los ocho dígitos del código.
code-over = Este código ya no vale.
code-request-new = Pide uno nuevo.
code-wrong = Este código no es correcto.
code-check = Revísalo e inténtalo de nuevo.
code-wrong-last = Este código no es correcto y no te quedan intentos.
reset-many-codes = Hoy se han probado demasiados códigos para esta cuenta.
reset-done = Tu contraseña nueva está establecida y se ha cerrado tu sesión en todas partes.
reset-sign-in = Inicia sesión con ella.
with-code = tu contraseña y un código
with-passkey-too = tu contraseña y una llave de acceso
with-passkey = una llave de acceso
with-password = tu contraseña
device-no-code = Este código no funciona.
device-compare = Compáralo con el del dispositivo.
device-expired = Si es el mismo, ha caducado o ya se ha usado: empieza de nuevo en el dispositivo.
device-missing = Escribe el código que muestra el dispositivo.
device-start-again = Empieza de nuevo en el dispositivo.
device-gone-title = Este código ya no vale
device-gone = El código ha caducado o ya se ha respondido.
nothing-shared = No se ha compartido nada.
back-to-app = Vuelve a la aplicación y empieza de nuevo.
not-a-tab-title = Esta página no se abrió en una pestaña
not-a-tab = Para iniciar sesión en una aplicación, abre su enlace en una pestaña propia.
unreadable-title = No se puede leer esta solicitud
unreadable = El enlace que te trajo aquí está dañado.
app-changed-title = La aplicación ha cambiado
app-changed = Mientras esta página estaba abierta, la aplicación se eliminó o cambió su URI de redirección.
answered-title = Ya respondida
answered = Ya has respondido a esta página.
answered-once = Solo se puede responder una vez.
expired-title = Esta página ha caducado
expired = Esta página ha estado abierta más de diez minutos.
foreign-title = Esta página no corresponde a tu sesión
foreign = Esta página se modificó, es de otra persona o se abrió antes de tu último inicio de sesión.
unread-title = No se pudo leer esta solicitud
unread = Falta algo en ella o tiene un formato incorrecto.
go-back-and-try = Vuelve atrás e inténtalo de nuevo.
forbidden-title = No puedes hacer esto aquí
forbidden = No tienes permiso para hacerlo.
forbidden-ask = Pregunta a alguien que gestione el servidor.
missing-title = Página no encontrada
missing = Esta página no existe o no puedes verla.
missing-check = Revisa la dirección e inténtalo de nuevo.
slow-title = Esto tardó demasiado
slow = Lo que enviaste no llegó a tiempo.
slow-check = Revisa tu conexión e inténtalo de nuevo.
large-title = Era demasiado grande
large = Lo que enviaste supera el tamaño permitido.
large-smaller = Envía algo más pequeño.
form-title = No se pudo leer este formulario
form-field = Falta un campo o tiene un formato incorrecto.
often-title = Demasiados intentos
often = Lo has hecho demasiadas veces en poco tiempo.
away-title = No disponible temporalmente
away = El servicio no puede acceder a su base de datos en este momento.
away-unsaved = Lo que enviaste no se ha guardado.
away-unknown = La base de datos no respondió a tiempo.
away-maybe = Puede que lo que enviaste se haya guardado o puede que no.
broken-title = Algo ha fallado por nuestra parte
broken = El error se ha registrado y no se han guardado cambios a medias.
broken-reference = Si sigue ocurriendo, da la referencia de abajo a quien gestiona el servicio.
refused-title = No ha funcionado
refused = La solicitud se ha rechazado.
second-step-title = Configura primero el inicio de sesión en dos pasos
second-step = Quien gestiona esto necesita un segundo paso, y tu cuenta no lo tiene.
second-step-minute = Se tarda un minuto, con una llave de acceso o una aplicación de autenticación.
second-step-meanwhile = Mientras tanto puedes leer y escribir en tus canales.
second-step-set-up = Configurar el inicio de sesión en dos pasos
suspended-title = Este servidor está suspendido
suspended = Quien gestiona esta instancia lo ha suspendido.
suspended-owner = Su propietario puede leer el motivo.
suspended-ask = El propietario puede pedir que se levante la suspensión.
suspended-until = Hasta entonces nadie puede leer ni escribir en él, y toda publicación en sus webhooks recibe la respuesta 404.
suspended-kept = No se elimina nada de lo que contiene.
other-site = Este formulario se envió desde otro sitio, así que se ha rechazado.
other-site-open = Abre la página en este sitio y envía el formulario de nuevo.
framed = Esta página no se puede mostrar dentro de otra.
framed-open = Ábrela en una pestaña propia.
bad-character = Contiene un carácter que no se puede guardar.
bad-character-remove = Quítalo e inténtalo de nuevo.
password-short = Usa al menos 8 caracteres.
password-long = Usa como máximo 128 caracteres.
password-nickname = Elige una contraseña que no sea tu nombre de usuario, ni siquiera con dígitos.
password-common = Es una de las contraseñas que los atacantes prueban primero.
# Chat: posting, reading and removing

timed-out-here = Estás silenciado en este servidor.
until-then-read = Hasta que termine, solo puedes leer.
slow-mode-wait =
    { $n ->
        [one] Modo lento: inténtalo de nuevo en { $n } segundo.
       *[other] Modo lento: inténtalo de nuevo en { $n } segundos.
    }
every-seconds =
    { $n ->
        [one] { $n } segundo
       *[other] { $n } segundos
    }
every-minutes =
    { $n ->
        [one] { $n } minuto
       *[other] { $n } minutos
    }
every-hours =
    { $n ->
        [one] { $n } hora
       *[other] { $n } horas
    }
every-minute = minuto
every-hour = hora
slow-off = Desactivado
days =
    { $n ->
        [one] { $n } día
       *[other] { $n } días
    }
weeks =
    { $n ->
        [one] { $n } semana
       *[other] { $n } semanas
    }
one-year = 1 año
one-person = 1 persona
some-people = { $n } personas
unread-mark = (sin leer)
unread-mentions =
    { $n ->
        [one] ({ $n } mención sin leer)
       *[other] ({ $n } menciones sin leer)
    }
unread-many = (más de { $n } menciones sin leer)
no-longer-muted = { $name } ya no está en silencio.
muted-hour = { $name } está en silencio durante una hora. Las menciones siguen llegando a tu bandeja de entrada.
muted-eight-hours = { $name } está en silencio durante ocho horas. Las menciones siguen llegando a tu bandeja de entrada.
muted-open = { $name } está en silencio. Las menciones siguen llegando a tu bandeja de entrada.
message-deleted = El mensaje se ha eliminado.
thank-you = Gracias.
moderators-will-look = Los moderadores de este servidor revisarán el mensaje.
reported-already = Ya has denunciado este mensaje.
moderators-will-look-at-it = Los moderadores de este servidor lo revisarán.
report-own = No puedes denunciar tu propio mensaje.
report-stays = Los moderadores han revisado este mensaje y han decidido que se queda.
choose-whose = Elige de quién son los mensajes que quieres quitar.
choose-since = Elige la última hora, el último día o la última semana.
choose-since-or-none = Elige la última hora, el último día, la última semana o nada.
no-such-messages = No hay mensajes de este autor que quitar.
since-message = Este mensaje y todos los posteriores
since-hour = La última hora
since-day = El último día
since-week = La última semana
nothing-chosen = Ninguno
messages-none = ningún mensaje
messages-count =
    { $n ->
        [one] { $n } mensaje
       *[other] { $n } mensajes
    }
messages-at-least = al menos { $n } mensajes
messages-more = más de { $n } mensajes
restored-one = Se ha restaurado 1 mensaje.
restored-many = Se han restaurado { $n } mensajes.
restored-already = Estos mensajes ya se han restaurado, o ha pasado el tiempo para deshacer.
minute-over = Ha pasado el minuto.
cant-restore = Estos mensajes no se pueden restaurar.
mention-read = 1 mención marcada como leída.
mentions-read = { $n } menciones marcadas como leídas.
mentions-read-to = Las menciones hasta ahí están marcadas como leídas.
completion-role = Rol
completion-everyone = Todos en este canal
another-account = Desde que se abrió esta página, en este navegador hay otra cuenta con sesión iniciada.
reload-page = Vuelve a cargar la página.
another-account-post = En este navegador ahora hay una sesión de @{ $name }, así que no se ha enviado. Copia tu texto y vuelve a cargar la página.
unread-before-joining = Este mensaje es anterior a tu llegada al servidor, así que no puede estar sin leer.
deleted-user-name = Usuario eliminado
deleted-webhook-name = Webhook eliminado
search-day = Un día se escribe así: 2026-03-01.
search-only-me = Solo existe «mentions:me».
search-name-missing = Falta un nombre después de los dos puntos.
search-no-letter = No contiene ninguna letra ni cifra.
search-no-minus = Una búsqueda no puede excluir nada.
search-many-parts = Una búsqueda no puede tener más partes.
search-long = Una búsqueda no puede ser más larga.

# Invites

invite-dead = Esta invitación no funciona
invite-why = Ha caducado, se ha agotado o se ha eliminado, o el enlace está incompleto.
invite-ask-new = Pide una nueva a quien te la envió.
invite-banned = Estás vetado en este servidor, así que no puedes unirte.

# Permissions

permission-administrator = Administrador
permission-administrator-hint = Todos los permisos, en todos los canales.
permission-manage-server = Administrar servidor
permission-manage-server-hint = Cambiar el nombre del servidor, gestionar webhooks e invitaciones, y expulsar, vetar y silenciar a miembros.
permission-manage-channels = Administrar canales
permission-manage-channels-hint = Crear, editar y eliminar canales y definir sus permisos.
permission-manage-roles = Administrar roles
permission-manage-roles-hint = Crear, editar y eliminar roles y asignarlos a miembros.
permission-moderate = Moderar miembros
permission-moderate-hint = Vetar y silenciar a miembros y decidir sobre mensajes denunciados. Incluido en «Administrar servidor».
permission-view = Ver canal
permission-view-hint = Ver los canales y leer sus mensajes.
permission-send = Enviar mensajes
permission-send-hint = Publicar en canales.
permission-all = Mencionar @all
permission-all-hint = Avisar a todos con @all y mencionar roles que no se pueden mencionar.
permission-messages = Gestionar mensajes
permission-messages-hint = Eliminar mensajes de otros, ver lo que decían antes los editados y publicar aunque haya modo lento.
need-administrator = Aquí necesitas el permiso «Administrador».
need-manage-server = Aquí necesitas el permiso «Administrar servidor».
need-manage-channels = Aquí necesitas el permiso «Administrar canales».
need-manage-roles = Aquí necesitas el permiso «Administrar roles».
need-moderate = Aquí necesitas el permiso «Moderar miembros».
need-send = Aquí necesitas el permiso «Enviar mensajes».
need-messages = Aquí necesitas el permiso «Gestionar mensajes».
need-versions = Para ver versiones anteriores necesitas el permiso «Gestionar mensajes» o «Administrar servidor».
need-settings = Para abrir los ajustes necesitas permiso para administrar el servidor, sus canales, sus roles o sus miembros.
only-owner = Solo puede hacerlo el propietario del servidor.
ask-them = Pregúntale.
only-owner-administrator = Solo el propietario del servidor decide quién es administrador.
only-own-permissions = Solo puedes dar o quitar permisos que tengas tú.
rank-roles = Solo puedes editar, dar y quitar roles por debajo de tu rol más alto.
rank-members = Solo puedes hacerlo con miembros cuyo rol más alto esté por debajo del tuyo.
rank-owner = No se puede expulsar, vetar ni silenciar al propietario de un servidor.
rank-administrator = Solo el propietario del servidor puede expulsar, vetar o silenciar a un administrador.
rank-overwrites-members = Solo puedes cambiar lo que un canal permite y deniega a miembros cuyo rol más alto esté por debajo del tuyo.
rank-overwrites-roles = Solo puedes cambiar lo que un canal permite y deniega a roles por debajo de tu rol más alto.

# Servers and channels

server-left = Has salido del servidor.
server-settings-saved = Se han guardado los ajustes del servidor.
choose-picture = Elige una imagen.
server-picture-saved = Se ha guardado la imagen del servidor.
server-picture-removed = Se ha quitado la imagen del servidor.
server-offered = El servidor se ha ofrecido a @{ $name }. Sigue siendo tuyo hasta que lo acepte.
server-no-such-member = Ningún otro miembro de este servidor tiene este nombre de usuario. Revisa cómo está escrito.
no-such-member = Ningún miembro de este servidor tiene este nombre de usuario. Revisa cómo está escrito.
offer-cancelled = La oferta se ha cancelado.
server-stays-yours = El servidor sigue siendo tuyo.
server-gone = { $name } se ha eliminado, con todo lo que contenía.
server-name-mismatch = No coincide con el nombre del servidor.
type-exactly = Escríbelo exactamente como se muestra.
channel-created = #{ $name } se ha creado.
channel-moved = #{ $name } se ha movido.
channel-saved = #{ $name } se ha guardado.
channel-gone = #{ $name } se ha eliminado, con todos sus mensajes y webhooks.
channel-last = Es el último canal del servidor, y un servidor necesita al menos uno.
channel-create-first = Crea otro antes.
channel-name-missing = Introduce un nombre para el canal.
channel-name-letters = Usa solo letras, cifras, guiones y guiones bajos.
name-one-letter = Usa al menos una letra o una cifra.
at-most-characters = Usa como máximo { $n } caracteres.
single-line = Usa una sola línea.
channel-name-taken = Este servidor ya tiene un canal con este nombre.
choose-another-name = Elige otro nombre.
choose-slow-mode = Elige uno de los tiempos, 6 horas como máximo.
permissions-saved = Se han guardado los permisos del canal.
permissions-hide-channel = Tú ya no puedes ver el canal.
choose-role-or-member = Elige un rol o un miembro.
choose-what-to-allow = Elige qué permitir o denegar.
only-allow-own = Solo puedes permitir lo que tú mismo puedes hacer en este canal.
choices-roles = Roles
choices-members = Miembros
role-everyone-name = Todos
role-name-missing = Introduce un nombre para el rol.
role-name-letters = Usa solo letras, cifras, espacios, guiones y guiones bajos.
role-created = Se ha creado el rol { $name }. Asígnalo a los miembros en sus páginas.
role-moved = Se ha movido el rol { $name }.
role-deleted = Se ha eliminado el rol { $name }.
role-saved = Se ha guardado el rol { $name }.
role-name-taken = Este servidor ya tiene un rol con este nombre o con uno que se le parece.
member-roles-saved = Se han guardado los roles del miembro.
member-removed = Se ha expulsado al miembro de este servidor.
member-timed-out-done = El miembro está silenciado.
member-timed-out-lifted = El miembro ya no está silenciado.
ban-done = { $name } está vetado en este servidor.
ban-lifted = Se ha levantado el veto a { $name }. Puede volver a unirse con una invitación.
ban-self = No puedes vetarte a ti mismo.
ban-already = Esta persona ya está vetada.
report-removed = El mensaje se ha quitado.
report-dismissed = La denuncia se ha descartado.
message-stays = El mensaje se queda.
invite-ready = La invitación está lista.
invite-send-link = Envía el enlace a las personas que quieras invitar.
invite-deleted = La invitación se ha eliminado.
invite-link-dead = Su enlace ya no funciona.
form-unreadable = No se ha podido leer este formulario.
go-back-retry = Vuelve atrás e inténtalo de nuevo.
kind-person-operator = el operador

# Settings

blocked-done = Has bloqueado a { $name }. No se entera de ello.
unblocked-done = Esta persona ya no está bloqueada.
block-self = No puedes bloquearte a ti mismo.
account-deleted = Tu cuenta se ha eliminado.
type-nickname = Para confirmar, escribe tu nombre de usuario: { $name }.
keep-codes = Guarda los códigos de recuperación en un lugar seguro.
monday = Lunes
tuesday = Martes
wednesday = Miércoles
thursday = Jueves
friday = Viernes
saturday = Sábado
sunday = Domingo
quiet-is-off = Tus horas de silencio están desactivadas.
quiet-is-saved = Se han guardado tus horas de silencio.
quiet-time-of-day = Introduce una hora, como 22:00.
quiet-end-differs = Introduce un final distinto del comienzo.
quiet-zone-list = Elige una zona horaria de la lista.
quiet-days-choose = Elige días de la semana.
unmuted-it = Ya no está en silencio.
browser-notified = Este navegador recibe notificaciones.
browser-silent = Ese navegador ya no recibe notificaciones.
passkey-is-removed = La llave de acceso se ha quitado.
passkey-delete-there = Elimínala también en tu dispositivo.
passkey-renamed = La llave de acceso tiene un nombre nuevo.
passkey-is-added = Tu llave de acceso se ha añadido.
passkey-added-before = Esta llave de acceso ya se había añadido.
phone-is-verified = Tu teléfono está verificado.
phone-is-removed = Tu número se ha quitado.
phone-missing = Introduce tu número de teléfono.
phone-country-code = Introduce el número con el prefijo del país, como +34 o +1.
phone-plus = Introduce + en lugar del 00 inicial.
phone-digits-only = Usa solo cifras, después de un + y el prefijo del país.
phone-no-country = Este número no pertenece a ningún país y los SMS a él tienen un coste adicional. Escribe un número de móvil.
phone-short = Este número es demasiado corto. Comprueba si falta alguna cifra.
phone-long = Este número es demasiado largo. Comprueba si sobra alguna cifra.
phone-not-there = Este número no existe en el país de ese prefijo. Revisa las cifras.
phone-mobile-only = Los SMS solo se envían a móviles. Introduce un número de móvil.
phone-six-digits = Introduce las seis cifras del código.
phone-verified-already = Ya has verificado este número.
phone-another-just = Se acaba de enviar un código.
phone-another-second = Podrás pedir otro en un segundo.
phone-today-limit = Hoy se han enviado { $n } códigos a este número, que es el límite.
phone-numbers-limit = Hoy has introducido { $n } números distintos, que es el límite.
phone-network-limit = Hoy se han pedido demasiados códigos desde tu red.
phone-service-limit = Este servicio ya ha enviado todos sus SMS de hoy.
number-taken = Otra cuenta ha verificado este número.
number-taken-meanwhile = Entretanto, otra cuenta ha verificado este número.
use-another-number = Usa otro número.
profile-is-saved = Tu perfil se ha guardado.
choice-is-saved = Tu elección se ha guardado para este navegador.
password-is-changed = Tu contraseña ha cambiado y se ha cerrado la sesión en los demás navegadores.
browser-is-out = Se ha cerrado la sesión en ese navegador.
others-are-out = Se ha cerrado la sesión en los demás navegadores.
browser-asks-code = A ese navegador se le pedirá un código en el próximo inicio de sesión.
totp-is-removed = Tu aplicación de autenticación se ha quitado.
totp-is-set-up = Tu aplicación de autenticación está configurada.
totp-wrong-code = Introduce las seis cifras que muestra ahora la aplicación.
totp-clock = Si siguen sin valer, revisa el reloj del dispositivo.
offer-declined = Has rechazado { $name }. Se queda con su propietario.
offer-accepted = { $name } ahora es tuyo.
codes-none-left = No te quedan códigos de recuperación.
codes-one-left = Te queda un código de recuperación.
codes-some-left = Te quedan { $n } códigos de recuperación.
codes-make-new = Puedes crear otros en Ajustes, Seguridad.
reason-impersonates = Se hace pasar por otra persona
reason-phishing = Intenta obtener contraseñas o instala software malicioso
reason-misuses = Hace un mal uso de lo que sabe de la gente
reason-spam = Envía spam o mensajes no deseados
reason-other = Otra cosa

# Events of the security log

event-signed-in = Inicio de sesión
event-wrong-password = Inicio de sesión con contraseña incorrecta
event-wrong-confirmation = Confirmación con contraseña incorrecta
event-other-out = Sesión cerrada en otro navegador
event-others-out = Sesión cerrada en los demás navegadores
event-password-changed = Contraseña cambiada
event-reset-requested = Código para restablecer la contraseña solicitado
event-reset-wrong = Código para restablecer la contraseña incorrecto
event-reset = Contraseña restablecida con un código
event-reset-operator = Contraseña restablecida
event-phone-verified = Teléfono verificado
event-phone-removed = Teléfono quitado
event-app-approved = Aplicación aprobada
event-device = Dispositivo con sesión iniciada en una aplicación
event-app-revoked = Aplicación revocada
event-apps-revoked = Todas las aplicaciones revocadas
event-app-offered = Aplicación ofrecida a otra persona
event-app-accepted-by = Aplicación aceptada por su nuevo propietario
event-app-accepted = Aplicación aceptada
event-webhook-leaked = URL de webhook filtrada, webhook en pausa
event-totp-added = Aplicación de autenticación añadida
event-totp-removed = Aplicación de autenticación quitada
event-passkey-added = Llave de acceso añadida
event-passkey-removed = Llave de acceso quitada
event-passkey-copied = Copia de una llave de acceso rechazada
event-second-off = Verificación en dos pasos desactivada
event-second-wrong = Código incorrecto tras la contraseña correcta
event-codes-created = Nuevos códigos de recuperación creados
event-code-used = Código de recuperación usado
event-trust-ended = Fin de la confianza en un navegador
event-disabled = Cuenta desactivada
event-enabled = Cuenta reactivada
event-everywhere-out = Sesión cerrada en todas partes
event-admin = Ahora es administrador de esta instancia
event-no-admin = Ya no es administrador de esta instancia
event-other = Otra actividad

# Actions of a server's audit log
audit-webhook-created = Webhook creado
audit-webhook-edited = Webhook editado
audit-webhook-moved = Webhook movido
audit-webhook-paused = Webhook pausado
audit-webhook-resumed = Webhook reanudado
audit-webhook-suspended = Webhook suspendido
audit-webhook-deleted = Webhook eliminado
audit-channel-created = Canal creado
audit-channel-edited = Canal editado
audit-channel-moved = Canal movido
audit-channel-deleted = Canal eliminado
audit-message-deleted-by-a-moderator = Mensaje eliminado por un moderador
audit-messages-removed = Mensajes retirados
audit-reported-message-removed = Mensaje denunciado retirado
audit-report-dismissed = Denuncia desestimada
audit-messages-restored = Mensajes restaurados
audit-channel-permissions-changed = Permisos del canal cambiados
audit-role-created = Rol creado
audit-role-edited = Rol editado
audit-role-deleted = Rol eliminado
audit-roles-changed = Roles cambiados
audit-member-joined = Miembro nuevo
audit-member-left = Miembro que se fue
audit-member-removed = Miembro expulsado
audit-member-banned = Miembro baneado
audit-ban-lifted = Baneo levantado
audit-member-timed-out = Miembro silenciado
audit-time-out-lifted = Silencio levantado
audit-invite-created = Invitación creada
audit-invite-deleted = Invitación eliminada
audit-server-renamed = Servidor renombrado
audit-server-suspended = Servidor suspendido
audit-webhook-url-regenerated = URL del webhook regenerada
audit-webhook-creator-changed = Creador del webhook cambiado
audit-webhook-reported-leaked = Filtración del webhook notificada
audit-webhook-found-leaked = URL del webhook hallada por un detector
audit-webhook-restored = Suspensión del webhook levantada
audit-own-message-deleted = Mensaje eliminado por su webhook
audit-server-picture = Imagen del servidor cambiada
audit-server-pictures = Carga de imágenes cambiada
audit-server-second-step = Verificación en dos pasos exigida o no
audit-server-restored = Suspensión del servidor levantada
audit-offered = Transferencia ofrecida
audit-offer-cancelled = Transferencia cancelada
audit-offer-declined = Transferencia rechazada
audit-handed-over = Propiedad transferida
audit-group-webhooks = Webhooks
audit-group-channels = Canales
audit-group-server = Servidor
deleted-account-name = cuenta eliminada

# Limits that are reached

cap-servers-owned =
    { $n ->
        [one] Tienes { $n } servidor, el máximo por persona.
       *[other] Tienes { $n } servidores, el máximo por persona.
    }
cap-servers-owned-do = Elimina o transfiere uno primero.
cap-servers-joined =
    { $n ->
        [one] Estás en { $n } servidor, el máximo por persona.
       *[other] Estás en { $n } servidores, el máximo por persona.
    }
cap-servers-joined-do = Sal de uno primero.
cap-apps-owned =
    { $n ->
        [one] Tienes { $n } aplicación, el máximo por persona.
       *[other] Tienes { $n } aplicaciones, el máximo por persona.
    }
cap-delete-one = Elimina uno primero.
cap-apps-connected =
    { $n ->
        [one] Tienes { $n } aplicación conectada, el máximo por persona.
       *[other] Tienes { $n } aplicaciones conectadas, el máximo por persona.
    }
cap-apps-connected-do = Revoca una en «Aplicaciones conectadas» primero.
cap-muted =
    { $n ->
        [one] Tienes { $n } canal o servidor silenciado, el máximo por persona.
       *[other] Tienes { $n } canales y servidores silenciados, el máximo por persona.
    }
cap-muted-do = Vuelve a activar las notificaciones de algunos en tus ajustes.
cap-blocked =
    { $n ->
        [one] Tienes { $n } persona bloqueada, el máximo permitido.
       *[other] Tienes { $n } personas bloqueadas, el máximo permitido.
    }
cap-blocked-do = Desbloquea a alguien primero.
cap-reports =
    { $n ->
        [one] Tienes { $n } denuncia abierta, el máximo permitido.
       *[other] Tienes { $n } denuncias abiertas, el máximo permitido.
    }
cap-reports-moderators = Espera a que los moderadores decidan sobre algunas.
cap-reports-operator = Espera a que el operador cierre algunas.
cap-app-reports =
    { $n ->
        [one] Esta aplicación tiene { $n } denuncia abierta, el máximo permitido.
       *[other] Esta aplicación tiene { $n } denuncias abiertas, el máximo permitido.
    }
cap-app-reports-do = El operador ya lo sabe.
cap-bans =
    { $n ->
        [one] Este servidor tiene { $n } baneo, el máximo permitido.
       *[other] Este servidor tiene { $n } baneos, el máximo permitido.
    }
cap-bans-do = Levanta uno primero.
cap-channels =
    { $n ->
        [one] Este servidor tiene { $n } canal, el máximo permitido.
       *[other] Este servidor tiene { $n } canales, el máximo permitido.
    }
cap-invites =
    { $n ->
        [one] Este servidor tiene { $n } invitación, el máximo permitido.
       *[other] Este servidor tiene { $n } invitaciones, el máximo permitido.
    }
cap-roles =
    { $n ->
        [one] Este servidor tiene { $n } rol, el máximo permitido.
       *[other] Este servidor tiene { $n } roles, el máximo permitido.
    }
cap-overwrites =
    { $n ->
        [one] Este servidor tiene { $n } conjunto de permisos en un canal, el máximo permitido.
       *[other] Este servidor tiene { $n } conjuntos de permisos en canales, el máximo permitido.
    }
cap-overwrites-do = Pon primero todos los permisos de uno en «Heredar».
cap-removals =
    { $n ->
        [one] En este canal aún se está eliminando { $n } retirada, el máximo a la vez.
       *[other] En este canal aún se están eliminando { $n } retiradas, el máximo a la vez.
    }
cap-removals-do = Inténtalo de nuevo en un minuto.
cap-offers =
    { $n ->
        [one] Esta persona tiene { $n } servidor por aceptar o rechazar, el máximo permitido.
       *[other] Esta persona tiene { $n } servidores por aceptar o rechazar, el máximo permitido.
    }
cap-offers-do = Pídele que responda a una oferta primero.
cap-passkeys =
    { $n ->
        [one] Tienes { $n } llave de acceso, el máximo permitido.
       *[other] Tienes { $n } llaves de acceso, el máximo permitido.
    }
cap-passkeys-do = Quita una primero.

# A message into a channel that its author can't see any more

channel-lost = Tu mensaje no se envió
channel-lost-gone = Este canal ya no existe o ya no puedes verlo.
channel-lost-why = Puede que te hayan retirado o baneado de su servidor.
channel-lost-copy = Copia tu texto si aún lo necesitas.

# Messages, reports and invites that are refused

message-blank = El mensaje está vacío.
message-write = Escribe algo de texto.
message-at-most = Un mensaje puede tener como máximo { $n } caracteres.
message-shorten = Acórtalo o envíalo en dos.
reply-was-deleted = El mensaje al que respondes se eliminó.
reply-send-own = Tu texto sigue aquí: envíalo como un mensaje propio.
report-reason = Elige un motivo.
report-app-again = Ya has denunciado esta aplicación y el operador aún no ha cerrado esa denuncia.
report-say-what = Cuenta a los moderadores qué tiene de malo este mensaje.
second-step-own-first = Configura primero el inicio de sesión en dos pasos en tu propia cuenta.
second-step-then-require = Después podrás exigirlo aquí.
invite-gone = Esta invitación ya no funciona: caducó, se agotó o se eliminó.

# Refusals in settings of accounts

passkey-meanwhile = Mientras tanto se añadió otra llave de acceso. Inténtalo de nuevo.
passkey-copied = Esta llave de acceso se rechazó porque parece que existe una copia. Inicia sesión de otro modo y quítala en tus ajustes.
password-changed-elsewhere = Tu contraseña se acaba de cambiar en otro navegador. Vuelve a iniciar sesión con la nueva.
push-elsewhere = Las notificaciones de este navegador se activaron en otro lugar. Desactívalas en el navegador e inténtalo de nuevo.
push-service-not-used = Este servicio no envía mensajes a través del servicio push de este navegador.
push-keys = No se pudieron leer las claves del navegador. Desactiva las notificaciones en el navegador e inténtalo de nuevo.
phone-taken = Otra cuenta ha verificado este número. Usa otro.
phone-costs = Los SMS a este número tienen un coste adicional, así que no se puede verificar. Escribe otro.
phone-country-off = Este servicio no envía SMS a este país. Escribe un número de móvil de otro país.
sms-unset = Este servicio aún no puede enviar SMS. Su operador tiene que configurarlo primero.
sms-unsent = No pudimos enviar el SMS. Inténtalo de nuevo en un minuto.
sms-refused = No pudimos enviar un SMS a este número. Revísalo o prueba con otro.
sms-unsure = Puede que el SMS no se haya enviado. Si no llega, inténtalo de nuevo en un minuto.
refused-picture-large = Esta imagen es demasiado grande. Elige una de 5 MiB como máximo.
picture-pixels = Esta imagen tiene demasiados píxeles. Redúcela e inténtalo de nuevo.
picture-kind = No es una imagen PNG, JPEG ni WebP. Elige otro archivo.
picture-damaged = No se puede leer esta imagen; el archivo parece dañado. Elige otra.
passkeys-what = Elige qué hacer con tus llaves de acceso.
totp-what = Elige qué hacer con tu aplicación de autenticación.
waited-too-long = Esto ya se hizo o esperó demasiado. Vuelve atrás y compruébalo antes de intentarlo de nuevo.
account-owns = Eres propietario de { $name }. Primero transfiere o elimina tus servidores.
account-owns-suspended = El operador ha suspendido servidores tuyos: { $name }. Pídele que lo levante primero.

# Connected apps

app-revoked = La aplicación está revocada. Tendrá que preguntarte de nuevo la próxima vez que inicies sesión en ella.
app-revoked-none = No había nada que revocar.
apps-revoked =
    { $n ->
        [one] Una aplicación está revocada. Tendrá que preguntarte de nuevo la próxima vez.
       *[other] { $n } aplicaciones están revocadas. Tendrán que preguntarte de nuevo la próxima vez.
    }
app-reported = Gracias. El operador de este servicio revisará tu denuncia. Para dejar de usar la aplicación, revócala aquí.
transfer-uris = Revisa sus URI de redirección: las eligió su propietario anterior.
transfer-secrets = Su propietario anterior quizá aún conozca sus secretos: crea uno nuevo y luego elimina los demás. Revisa también sus URI de redirección.

# Refusals in the chat

edit-author-only = Solo su autor puede editar un mensaje.
edit-permission = Para editar mensajes en este canal necesitas el permiso «Enviar mensajes».
delete-permission = Para eliminar mensajes de otros necesitas el permiso «Gestionar mensajes».
post-permission = Para escribir en este canal necesitas el permiso «Enviar mensajes».
restore-deleter-only = Solo quien eliminó este mensaje puede restaurarlo.
undo-over = Ya pasó el tiempo para deshacer. Este mensaje no se puede restaurar.
removed-by-moderator = Un moderador ha retirado este mensaje.
view-permission = Aquí necesitas el permiso «Ver canal».
mention-all-permission = Aquí necesitas el permiso «Mencionar a @all».
character-zero = Un mensaje no puede contener el carácter U+0000. Quítalo.
mute-choice = Silencia una hora, ocho horas o hasta que lo reactives.
blocked-person = @{ $name } está bloqueado y no lo sabrá.
value-unusable = Esto no se puede usar. Cámbialo.

# Refusals in a server's settings

ban-lift-rank = Solo puede levantar este baneo el propietario o alguien que no esté por debajo de quien lo puso.
banned-person = @{ $name } está baneado de este servidor.
ban-lifted-person = Se ha levantado el baneo de @{ $name }. Puede volver a unirse con una invitación.
invite-hours = Elige de 1 a 8.760 horas, o déjalo vacío para no poner límite.
invite-people = Elige de 1 a 10.000 personas, o déjalo vacío para no poner límite.
leave-owner = Este servidor es tuyo, así que no puedes salir. Transfiérelo antes a otro miembro o elimínalo.
remove-self = No puedes retirarte a ti mismo. Sal del servidor desde la lista de tus servidores.
roles-gone = Uno de estos roles ya no existe en este servidor. Elige de nuevo.
overwrite-whom = Elige un rol o un miembro de este servidor.
role-all-administrator = Todos tienen este rol, así que no puede ser de administrador. Crea otro rol para los administradores.
role-all-delete = Todos los miembros tienen este rol, así que no se puede eliminar.
role-controls = No puedes dar ni quitar este rol porque controla un permiso de canal que no tienes. Pídeselo al propietario del servidor.
role-all-lowest = Todos tienen este rol, así que siempre es el más bajo.
role-move-below = Solo puedes mover roles por debajo de tu rol más alto.
position-role = Elige una posición de 1, la más baja, a { $n }.
offer-already = Este servidor ya se ha ofrecido a alguien. Cancela antes esa oferta.
offer-whom = Elige otro miembro de este servidor.
timeout-self = No puedes silenciarte a ti mismo.
permission-both = Un permiso está permitido y denegado a la vez. Elige una de las dos cosas.
permission-no-channel = Uno de estos no es un permiso de canal. Elige de la lista.
permission-none = Uno de estos no es un permiso. Elige de la lista.
report-choice = Retira el mensaje o desestima la denuncia.

# Browsers

browser-unknown = Navegador desconocido
browser-android = { $name } en Android
browser-iphone = { $name } en iPhone
browser-ipad = { $name } en iPad
browser-windows = { $name } en Windows
browser-macos = { $name } en macOS
browser-chromeos = { $name } en ChromeOS
browser-linux = { $name } en Linux
