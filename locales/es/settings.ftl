# Words of several pages of settings

notifications = Notificaciones
blocked-people = Personas bloqueadas
offers = Ofertas de traspaso
account-delete = Eliminar cuenta
recovery-codes = Códigos de recuperación
passkeys = Llaves de acceso
totp = Aplicación de autenticación
six-digits = Código de seis cifras
this-browser = Este navegador
this-phone = Este teléfono
this-tablet = Esta tableta
added = Añadido el <time></time>
last-used = último uso: <time></time>
not-used = aún sin usar
asks-confirm = Antes se te pedirá que confirmes que eres tú.
asks-password = Antes se te pedirá la contraseña.
second-off-about = Iniciarás sesión solo con tu contraseña. Tus códigos de recuperación dejan de funcionar y ningún navegador es de confianza.
recovery-have =
    { $count ->
        [0] No te quedan códigos de recuperación.
        [one] Te queda un código de recuperación.
       *[other] Te quedan { $count } códigos de recuperación.
    }

# Connected apps

apps-lead = Has iniciado sesión en estos sitios y programas con tu cuenta. Cada uno puede ver lo que aprobaste y nada más.
apps-sees = Puede ver tu ID, tu nombre de usuario, tu nombre visible y tu imagen
apps-sees-id = Puede ver tu ID, pero no tu nombre ni tu imagen

# <time></time> is the first sign-in, <span></span> the last one.

apps-times = Primer inicio de sesión: <time></time>; último: <span></span>
apps-revoke = Revocar
apps-revoke-of = Revocar { $name }
apps-hint = Revocar una aplicación no borra lo que ya sabe de ti. Tendrá que volver a preguntarte la próxima vez que inicies sesión en ella.
apps-revoke-all = Revocar todas
apps-revoke-all-ask = Las { $count } aplicaciones tendrán que volver a preguntarte la próxima vez que inicies sesión en ellas.
apps-empty = No hay aplicaciones conectadas
apps-empty-text = Aquí aparecen los sitios en los que inicias sesión con esta cuenta, y aquí puedes revocarlos.
report-name = Denunciar { $name }
report-some = Denunciar una aplicación
report-id = Denunciar la aplicación { $id }
report-lead = Tu denuncia llega al operador de este servicio. No se informa al propietario de la aplicación.
report-what = ¿Qué ocurre?
report-choose = Elige un motivo
report-details = Detalles
report-hint = Qué pasó y dónde. 500 caracteres como máximo.
report-send = Enviar denuncia

# Blocked people

blocked-lead = Sus mensajes se pliegan para ti y ninguna de sus menciones te llega. No se enteran de ello.
unblock-name = Desbloquear a { $name }
blocked-empty = No has bloqueado a nadie
blocked-empty-text = Para bloquear a alguien, haz clic en su nombre en un canal.

# Deleting an account

delete-lead = Esto no se puede deshacer.
delete-goes = Qué se elimina
delete-profile = Tu perfil, tu imagen y tu número de teléfono. Se cierra tu sesión en todas partes.
delete-apps = Las aplicaciones que creaste. Ya nadie podrá iniciar sesión con ellas.
delete-access = Tu acceso a otros sitios en los que inicias sesión con esta cuenta.
delete-stays = Qué se conserva
delete-messages = Tus mensajes, a nombre de «usuario eliminado».
delete-webhooks = Los webhooks que creaste. Pertenecen a su servidor, pero ya no pueden avisar a todos.
delete-logs = Tu nombre en los registros de auditoría de los servidores, junto a lo que hiciste allí, hasta 90 días.
delete-servers = Primero transfiere o elimina tus servidores
delete-servers-text =
    { $count ->
        [one] Este servidor es tuyo. Transfiere su propiedad o elimínalo y vuelve después.
       *[other] Estos servidores son tuyos. Transfiere la propiedad de cada uno o elimínalo y vuelve después.
    }
delete-suspended =
    { $count ->
        [one] Este servidor es tuyo y el operador lo ha suspendido. Hasta que lo levante, no puedes transferirlo ni eliminarlo, ni eliminar tu cuenta. Habla con el operador de este servicio.
       *[other] Estos servidores son tuyos y el operador los ha suspendido. Hasta que lo levante, no puedes transferirlos ni eliminarlos, ni eliminar tu cuenta. Habla con el operador de este servicio.
    }
delete-who = Eliminar @{ $nickname }
delete-nickname = Tu nombre de usuario
delete-type = Escribe { $nickname } para confirmar.

# Notifications

notifications-lead = Todas las menciones llegan a tu bandeja de entrada, elijas lo que elijas aquí.
notifications-browser = En tu navegador
notifications-browser-text = Tu navegador muestra una notificación cuando alguien te menciona.
notifications-browser-push = Tu navegador muestra una notificación cuando alguien te menciona. Puede hacerlo aunque no haya ninguna página de este sitio abierta: entonces el mensaje pasa por el servicio push del fabricante del navegador, cifrado para que solo tu navegador pueda leerlo.
notifications-how = Cómo funcionan las notificaciones
notifications-scripts = Las notificaciones necesitan JavaScript.
notifications-ios = En un iPhone o iPad, las notificaciones llegan a la app de la pantalla de inicio: pulsa Compartir en Safari, elige <strong>Añadir a pantalla de inicio</strong>, abre { $brand } desde allí y actívalas aquí.
notifications-on = Activar en este navegador
notifications-off = Desactivar en este navegador
notifications-ends = termina con su sesión
quiet = Horas de silencio
quiet-lead = En estas horas no se muestran notificaciones, según la hora de donde estés.
quiet-lead-on = En estas horas no se muestran notificaciones, según la hora de donde estés. Está activado.
quiet-from = Desde
quiet-to = Hasta
quiet-to-hint = Si es anterior al comienzo, es del día siguiente.
quiet-zone = Zona horaria
quiet-zone-choose = Elige la ciudad más cercana
quiet-days = Días en que empieza
quiet-save = Guardar horas de silencio
quiet-off = Desactivar
mutes = Silenciados
mutes-lead = Aquí nada se marca como no leído ni muestra notificaciones. Para silenciar un canal o un servidor, ábrelo y usa la campana.
mutes-hidden = Un lugar que ya no puedes ver
mutes-empty = No hay nada silenciado
mutes-empty-text = Aquí se muestran los canales y servidores que silencias.

# Passkeys

passkeys-lead = Con una llave de acceso inicias sesión con tu huella, tu cara o el PIN de tu dispositivo. No se puede adivinar y ningún otro sitio puede pedirla.
passkeys-yours = Tus llaves de acceso
passkeys-yours-text = Quita las de dispositivos que ya no tienes.
passkeys-second-only = Solo segundo paso
passkeys-rename = Cambiar nombre
passkeys-remove-about = Ya no servirá para iniciar sesión.
passkeys-add = Añadir una llave de acceso
passkeys-address = Los navegadores no admiten llaves de acceso en esta dirección. Necesitan https y un nombre de dominio; en tu propio ordenador basta con http://localhost.
passkeys-most = Tienes { $count } llaves de acceso, el máximo posible. Quita una antes.
passkeys-where = Tu navegador te pregunta dónde guardarla: en este dispositivo, en tu teléfono o en una llave de seguridad.
passkeys-first = A partir de entonces, tu contraseña sola ya no basta para iniciar sesión. También recibirás códigos de recuperación, por si pierdes el dispositivo.
passkeys-name-hint = Para que puedas distinguir tus llaves de acceso.
passkeys-scripts = Las llaves de acceso necesitan JavaScript. Una aplicación de autenticación funciona sin él.

# Phone

phone-lead = Con un número de teléfono verificado puedes iniciar sesión, poner una contraseña nueva si olvidas la tuya y crear aplicaciones.
phone-yours = Tu número
phone-verified = Verificado
phone-remove = Quitar número
phone-remove-about = Ya no podrás iniciar sesión con este número, crear aplicaciones ni poner una contraseña nueva si olvidas la tuya. Las aplicaciones que has creado siguen funcionando. Otra persona podrá verificar el número.
phone-no-texts = Este servicio aún no puede enviar SMS, así que no puedes verificar un número de teléfono. Su operador tiene que configurarlo.
phone-for-app = Toda aplicación necesita un propietario responsable. Cuando tu número esté verificado, seguirás con la creación de la aplicación.
phone-asks-password = Iniciaste sesión hace tiempo, así que se te pedirá la contraseña antes de enviar un código.
phone-code-title = Introduce el código
phone-code-sent = Lo hemos enviado por SMS al <strong class="nums nowrap" id="masked-phone">{ $number }</strong>. Sirve durante diez minutos.
phone-code-over = El código enviado al <strong class="nums nowrap" id="masked-phone">{ $number }</strong> ya no sirve. Pide uno nuevo.
phone-would-send = Esta instancia no envía SMS. Habría enviado:
phone-verify = Verificar teléfono
phone-resend = Enviar un código nuevo
phone-resend-in = en <span class="nums" data-countdown-number>{ $seconds }</span> s
phone-no-code = ¿No has recibido ningún SMS? Comprueba el número. Si otra cuenta ya lo ha verificado, el mensaje no contiene ningún código.
phone-other = Usar otro número
phone-change = Cambiar número
phone-hint = Incluye el prefijo del país, como +34 o +1.
phone-hint-change = Incluye el prefijo del país, como +34 o +1. Tu número actual se mantiene hasta que se verifique el nuevo.
phone-number = Número de teléfono
phone-verify-title = Verifica tu número
phone-verify-text = Te enviaremos un código de seis cifras por SMS. Los demás no pueden ver tu número.

# Profile

profile-lead = Así apareces en el chat y en los sitios en los que inicias sesión.
profile-yours = Tu perfil
profile-nickname-hint = Así te mencionan los demás y con él inicias sesión. Usa minúsculas, cifras, puntos, guiones y guiones bajos.
profile-name-hint = Se muestra junto a tus mensajes.
picture-hint = PNG, JPEG o WebP, 5 MiB como máximo. Se recorta en forma de cuadrado.
profile-picture-remove = Quitar mi imagen
profile-picture-remove-hint = La sustituye un patrón generado.
profile-save = Guardar perfil
writing = Escribir mensajes
writing-lead = Para este navegador. En una pantalla táctil, envía el botón.
writing-send = Enviar con
writing-enter = Intro
writing-enter-hint = Mayús e Intro empiezan una línea nueva.
writing-ctrl = Ctrl e Intro
writing-ctrl-hint = En un Mac, ⌘ e Intro. Solo Intro empieza una línea nueva.
writing-save = Guardar elección
language-lead = De las páginas, los SMS y las notificaciones. Vale dondequiera que inicies sesión.
language-auto = La que prefiera el navegador
language-save = Guardar idioma

# Recovery codes

recovery-lead = Si no tienes tu dispositivo, un código de recuperación lo sustituye. Cada uno sirve una vez.
recovery-new = Tus códigos nuevos
recovery-new-text = Solo se muestran ahora. Guárdalos en un lugar seguro, aparte de tu contraseña.
recovery-download = Descargar como archivo de texto
recovery-left =
    { $count ->
        [0] No quedan códigos
        [one] Queda un código
       *[other] Quedan { $count } códigos
    }
recovery-replace = Los códigos nuevos sustituyen a todos los que tienes.
recovery-create = Crear códigos nuevos

# Security

security-lead = Tu contraseña, los navegadores en los que tienes sesión y la actividad reciente de tu cuenta.
security-password = Cambiar contraseña
security-password-text = Esto cierra tu sesión en todos los demás navegadores.
security-current = Contraseña actual
security-second = Verificación en dos pasos
security-second-both = Para iniciar sesión hacen falta tu contraseña y un código de tu aplicación de autenticación o una llave de acceso. También basta con una llave de acceso.
security-second-app = Para iniciar sesión hacen falta tu contraseña y un código de tu aplicación de autenticación.
security-second-passkey = Para iniciar sesión hacen falta tu contraseña y una llave de acceso. También basta con una llave de acceso.
security-second-none = Protege tu cuenta con una llave de acceso o una aplicación de autenticación, además de la contraseña.

# <time></time> is the beginning, <span></span> the end.

security-trusted = de confianza desde el <time></time>, hasta el <span></span>
security-ask = Pedir un código
security-sessions = Navegadores con sesión iniciada
security-sessions-text = Cierra la sesión en los navegadores que no reconozcas o ya no uses.
security-end-others = Cerrar todas las demás
security-since = sesión iniciada el <time></time>
security-recent = Actividad reciente
security-recent-text = Si ves algo que no has hecho tú, cambia tu contraseña de inmediato.
event-operator = por el operador de este servicio
event-someone = por otra persona
event-failed = Fallido
security-log = Registro de seguridad
security-log-lead = Lo ocurrido en tu cuenta, lo más reciente primero. Solo tú puedes verlo.
security-log-empty = Aún no hay nada
security-log-empty-text = Aquí aparecen los inicios de sesión, las contraseñas incorrectas y los cambios en tu cuenta a medida que ocurren.
security-log-kept = Las entradas se conservan { $days } días: como máximo { $kept } sobre lo que hicisteis tú o el operador, y { $strangers } sobre lo que cualquiera podría haber hecho, como intentos de inicio de sesión con una contraseña incorrecta.

# Authenticator app

totp-lead = Con una aplicación de autenticación, para iniciar sesión hacen falta tu contraseña y un código de tu dispositivo.
totp-yours = Tu aplicación
totp-done = Configurada
totp-since = Configurada el <time></time>.
totp-remove = Quitar aplicación
totp-remove-about = Conservas tus llaves de acceso y tus códigos de recuperación.
totp-scan = Escanea el código
totp-scan-text = Escanéalo con una aplicación de autenticación de tu teléfono o escribe la clave en ella. Después introduce el código que muestre.
totp-key = la clave
totp-show = Mostrar el código QR y la clave
totp-set-up = Configurar
totp-again = Empezar de nuevo con otra clave
totp-begin = Configurar una aplicación
totp-begin-text = Necesitas una aplicación de autenticación en tu teléfono u ordenador.
totp-begin-codes = También recibirás códigos de recuperación, por si pierdes el dispositivo.
totp-asks-password = Iniciaste sesión hace tiempo, así que primero se te pedirá la contraseña.

# Offers

offers-lead = Servidores y aplicaciones OAuth cuyos propietarios quieren transferírtelos. Son tuyos cuando los aceptas.
offers-from = De { $name } (@{ $nickname })
offers-until = se puede aceptar hasta el <time></time>
offers-accept = Aceptar
offers-decline = Rechazar
offers-server-hint = El propietario de un servidor es responsable de él y puede hacerlo todo en él. El anterior sigue siendo miembro y conserva sus roles.
offers-phone = Primero verifica tu teléfono
offers-phone-text = Para ser propietario de una aplicación necesitas un número de teléfono verificado. Solo tú puedes verlo.
offers-room = No puedes tener más aplicaciones
offers-room-text = Una persona puede tener como máximo { $count } aplicaciones. Elimina una antes de aceptar otra.
offers-apps = Aplicaciones ofrecidas
offers-suspended = Esta aplicación está suspendida; no se puede transferir hasta que termine la suspensión.
offers-secrets = Una aplicación conserva su ID de cliente, sus secretos y sus inicios de sesión. Su anterior propietario puede conocer aún los secretos: después de aceptar, crea uno nuevo y elimina los demás. Revisa también sus URI de redirección.
offers-public = Una aplicación pública conserva su ID de cliente y sus inicios de sesión. Después de aceptar, revisa sus URI de redirección: las eligió su anterior propietario.
offers-empty = No tienes ofertas
offers-empty-text = Cuando alguien te transfiera un servidor o una aplicación, aparecerá aquí durante siete días.
