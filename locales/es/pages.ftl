frame-skip = Ir al contenido
frame-home = { $brand }, inicio
frame-main = Navegación principal
frame-chat = Chat
frame-inbox = Bandeja de entrada
frame-unread = sin leer
frame-portal = Portal
frame-account = Cuenta de { $name }
frame-account-attention = Cuenta de { $name }, asuntos pendientes: { $count }
frame-account-menu = Cuenta
frame-servers = Tus servidores
frame-profile = Perfil
frame-phone = Teléfono
frame-phone-unverified = Sin verificar
frame-security = Seguridad
frame-apps = Aplicaciones conectadas
frame-shortcuts = Atajos de teclado
frame-console = Consola
frame-attention = asuntos pendientes
frame-colours = Colores
frame-sign-out = Cerrar sesión
frame-docs = Documentación
frame-sign-in = Iniciar sesión
frame-sign-up = Registrarse
frame-footer = Pie de página
frame-guide = Guía de integración
frame-keyboard = Teclado
frame-language = Idioma
colours-device = Colores de este dispositivo
colours-device-hint = Como en este dispositivo
colours-light = Colores claros
colours-light-hint = Claro
colours-dark = Colores oscuros
colours-dark-hint = Oscuro
date = { $day }/{ $month }/{ $year }

cancel = Cancelar
continue = Continuar
go-back = Volver
go-to-chat = Ir al chat
go-to-portal = Ir al portal
password = Contraseña
new-password = Contraseña nueva
password-hint = Al menos 8 caracteres. Varias palabras juntas forman una buena contraseña.
login = Nombre de usuario o teléfono
use-passkey = Usar tu llave de acceso
code-or-recovery-code = Código de seis dígitos o código de recuperación
recovery-code = Código de recuperación
back-to-sign-in = Volver al inicio de sesión
signed-in-as = Sesión iniciada como <strong>{ $name }</strong> (@{ $nickname })
not-you = ¿No eres tú?

sign-in = Iniciar sesión
sign-in-to-app = Inicia sesión para continuar a { $name }.
sign-in-to-server = Inicia sesión para unirte a { $name }.
sign-in-kept-form = Tu sesión ha terminado. Vuelve a iniciarla: lo que escribiste se conserva durante una hora.
sign-in-ended = Tu sesión ha terminado. Vuelve a iniciarla.
sign-in-first = Inicia sesión para continuar.
sign-in-passkey = Iniciar sesión con una llave de acceso
sign-in-forgot = ¿Has olvidado tu contraseña?
sign-in-new = ¿Aún no tienes cuenta? <a href="{ $href }">Regístrate</a>
sign-in-invite = ¿Aún no tienes cuenta? Abre el enlace de invitación que recibiste para registrarte.

sign-up = Registrarse
sign-up-lead = Una sola cuenta para el chat y para otros sitios en los que puedes iniciar sesión con ella.
sign-up-join-lead = Te registras y te unes a { $server }. Sus miembros verán tu nombre de usuario, tu nombre visible y tu imagen.
sign-up-admin = Esta cuenta pasa a ser la de administración de esta instancia.
sign-up-nickname = Nombre de usuario
sign-up-nickname-hint = Con él te mencionan los demás. Usa letras minúsculas, dígitos, puntos, guiones y guiones bajos.
sign-up-name = Nombre visible
sign-up-name-hint = Aparece junto a tus mensajes. Puedes cambiarlo cuando quieras.
sign-up-join = Registrarse y unirse
sign-up-known = ¿Ya tienes una cuenta? <a href="{ $href }">Inicia sesión</a>
sign-up-known-admin = ¿Ya tienes una cuenta? <a href="{ $href }">Inicia sesión</a> y pasará a ser la de administración
sign-up-invite-title = Necesitas una invitación
sign-up-invite = En esta instancia, la gente se registra con una invitación a un servidor. Abre el enlace de invitación que recibiste y regístrate desde allí. Si ha dejado de funcionar, pide uno nuevo.
sign-up-link-title = Este enlace ya no funciona
sign-up-link = Se usó, se revocó o ha caducado. Pide uno nuevo a la persona que te lo dio.
sign-up-closed-title = El registro está cerrado
sign-up-closed = En esta instancia nadie puede registrarse por ahora. Si deberías tener una cuenta, pregunta a la persona que la gestiona.

confirm-title = Confirma que eres tú
confirm-lead = Iniciaste sesión hace un rato. Vuelve a escribir tu contraseña para continuar.
confirm-lead-act = Iniciaste sesión hace un rato. Vuelve a escribir tu contraseña y se hará lo que elegiste.
confirm-lead-some-app = La aplicación desde la que vienes te pide que vuelvas a escribir tu contraseña.
confirm-lead-app = { $app } te pide que vuelvas a escribir tu contraseña.
confirm-incomplete = Mientras tanto no se pueden guardar archivos ni contraseñas. Después volverás al formulario: añádelos y envíalo de nuevo.
confirm-next = Después: <strong>{ $label }</strong>
confirm-button = Confirmar

reset-title = Contraseña olvidada
reset-lead = Enviaremos un código por SMS a tu teléfono verificado. Úsalo para establecer una contraseña nueva.
reset-send = Enviar código
reset-no-texts-title = Los SMS no están disponibles
reset-no-texts = Este servicio no puede enviar SMS. Pide a quien lo gestiona que te establezca una contraseña nueva.
reset-no-phone = ¿No tienes un teléfono verificado? Pide a quien gestiona este servicio que te establezca una contraseña nueva.
reset-remembered = ¿La has recordado? <a href="{ $href }">Inicia sesión</a>
reset-code-title = Contraseña nueva
reset-code-heading = Establece una contraseña nueva
reset-code-sent = Si esta cuenta tiene un teléfono verificado, el código está en camino. Vale durante diez minutos.
reset-code-app = El código del SMS es correcto. Esta cuenta también tiene un segundo paso. Vuelve a escribir tu contraseña nueva y, además, un código de tu aplicación de autenticación o un código de recuperación.
reset-code-app-passkey = El código del SMS es correcto. Esta cuenta también tiene un segundo paso. Vuelve a escribir tu contraseña nueva y, además, un código de tu aplicación de autenticación o un código de recuperación, salvo que uses tu llave de acceso.
reset-code-recovery = El código del SMS es correcto. Esta cuenta también tiene un segundo paso. Vuelve a escribir tu contraseña nueva y, además, un código de recuperación.
reset-code-recovery-passkey = El código del SMS es correcto. Esta cuenta también tiene un segundo paso. Vuelve a escribir tu contraseña nueva y, además, un código de recuperación, salvo que uses tu llave de acceso.
reset-code-tries =
    { $count ->
        [one] Te queda un intento.
       *[other] Te quedan { $count } intentos.
    }
reset-code = Código de ocho dígitos
reset-code-button = Establecer contraseña
reset-code-passkey = Establecer contraseña con tu llave de acceso
reset-code-signs-out = Esto cierra tu sesión en todos los navegadores.
reset-code-over = Este código ya no vale. Pide uno nuevo.
reset-code-new = Pedir un código nuevo
reset-code-again = ¿No te ha llegado ningún SMS? Espera 30 segundos y <a href="{ $href }">pide un código nuevo</a>. Enviamos como máximo cinco SMS al día a un mismo número.
reset-code-outbox = Esta instancia no envía SMS; aparecen en la <a href="/dev/outbox">bandeja de salida</a>.

second-title = Escribe tu código
second-title-passkey = Confirma con tu llave de acceso
second-sign-in-both = Tu cuenta está protegida con un segundo paso. Usa tu llave de acceso o escribe el código que muestra tu aplicación de autenticación.
second-sign-in-app = Tu cuenta está protegida con un segundo paso. Abre tu aplicación de autenticación y escribe el código que muestra.
second-sign-in-passkey = Tu cuenta está protegida con un segundo paso. Usa tu llave de acceso o uno de tus códigos de recuperación.
second-again-both = Esto requiere tu segundo paso. Usa tu llave de acceso o escribe el código que muestra tu aplicación de autenticación.
second-again-app = Esto requiere tu segundo paso. Abre tu aplicación de autenticación y escribe el código que muestra.
second-again-passkey = Esto requiere tu segundo paso. Usa tu llave de acceso o uno de tus códigos de recuperación.
second-trust = Confiar en este navegador durante 30 días
second-trust-hint = Solo en un dispositivo tuyo. No se te pedirá un código al iniciar sesión aquí.
second-lost = ¿Has perdido tu dispositivo? Escribe uno de tus códigos de recuperación. Si no los tienes, pregunta a quien gestiona este servicio.

consent-title = Iniciar sesión en { $app }
consent-heading = Inicia sesión en <strong>{ $app }</strong> con tu cuenta de { $brand }
consent-other-account = { $app } espera otra cuenta. Inicia sesión con ella o cancela.
consent-used = Usada antes, la última vez el <time></time>
consent-more = Qué verá { $app } y de quién es
consent-gets = { $app } verá
consent-gets-id = Tu ID
consent-gets-nickname = Tu nombre de usuario
consent-gets-name = Tu nombre visible
consent-gets-picture = Tu imagen
consent-never = { $app } no puede
consent-never-profile = Ver tu nombre ni tu imagen
consent-never-messages = Leer ni enviar mensajes
consent-never-servers = Ver tus servidores ni quién está en ellos
consent-never-secrets = Ver tu número de teléfono ni tu contraseña
consent-never-act = Actuar aquí en tu nombre
consent-about = Acerca de
consent-owner = Creada por
consent-created = Creada el
consent-homepage = Sitio web
consent-privacy = Privacidad
consent-terms = Condiciones
consent-sign-in = Tu inicio de sesión
consent-sign-in-with = { $app } también sabrá cuándo iniciaste sesión aquí y con qué: { $methods }.
consent-revoke = Puedes revocarlo en cualquier momento en <a href="/settings/apps">Aplicaciones conectadas</a>.
consent-report = ¿Hay algún problema con esta aplicación? <a id="report-app" href="{ $href }">Denúnciala</a>.
consent-device = El dispositivo en <strong>{ $address }</strong> iniciará sesión en tu nombre
consent-return-computer = Volverás a un programa de este ordenador, en <strong>{ $place }</strong>
consent-return-phone = Volverás a un programa de este teléfono, en <strong>{ $place }</strong>
consent-return-app = Volverás a la aplicación <strong>{ $place }</strong> de este dispositivo
consent-return = Volverás a <strong>{ $place }</strong>
consent-approve = Autorizar
consent-switch = Usar otra cuenta

link-suspended-title = Esta aplicación está suspendida
link-suspended = Quien gestiona esta instancia la ha suspendido, así que nadie puede iniciar sesión en ella. No has iniciado sesión y no se ha compartido nada.
link-broken-title = Este enlace de inicio de sesión no funciona
link-broken = La aplicación desde la que vienes usó un enlace que no funciona. No has iniciado sesión y no se ha compartido nada. Solo pueden arreglarlo quienes gestionan la aplicación.
link-developer = Para quien desarrolla la aplicación
link-parameter = Parámetro
link-why = Motivo
link-fix = Qué corregir
link-received = Recibido
link-about = Solo se vuelve a la aplicación si <code>client_id</code> y <code>redirect_uri</code> son de la misma. De lo contrario, se podría acabar en el sitio de un atacante. La página de la aplicación en el <a href="/portal">portal</a> muestra ambos, y un enlace que funciona.

onward-title = Volver a { $app }
onward-failed = No se pudo completar la solicitud de la aplicación. No has iniciado sesión en ella y no se ha compartido nada.
onward-error = No has iniciado sesión en la aplicación y no se ha compartido nada.
onward-signed-in = Iniciando sesión.
onward-continue = Continuar a { $app }

device-title = Iniciar sesión en un dispositivo
device-lead = Escribe el código que muestra tu dispositivo o programa.
device-code = Código
device-code-hint = Ocho letras, como BCDF-GHJK.
device-warning = ¿Alguien te ha enviado este código o un enlace a esta página? No continúes: esa persona iniciaría sesión en tu nombre.
device-check-title = ¿Es tu dispositivo?
device-check-heading = ¿Aparece este código en un dispositivo que tienes delante?
device-check-app = Aplicación
device-check-app-owner = <strong>{ $app }</strong>, creada por { $name } (@{ $nickname })
device-check-from = Solicitado desde
device-check-same-network = <span class="nums">{ $address }</span>, la red en la que estás ahora
device-check-other-network = <span class="nums">{ $address }</span>, que no es la red en la que estás ahora
device-check-asked = Solicitado
device-check-minutes =
    { $minutes ->
        [0] hace menos de un minuto
        [one] hace un minuto
       *[other] hace { $minutes } minutos
    }
device-check-warning = Continúa solo si lo has empezado tú y tu propio dispositivo o programa muestra este código. Si alguien te ha enviado el código o un enlace, quiere iniciar sesión en tu nombre.
device-check-refuse = No, rechazar
device-check-continue = Sí, continuar
device-approved-title = Tu dispositivo ha iniciado sesión
device-approved = Puedes volver a tu dispositivo
device-approved-text = Iniciará sesión en unos segundos. Puedes cerrar esta página.
device-denied-title = Se rechazó el dispositivo
device-denied = El dispositivo no ha iniciado sesión
device-denied-text = No se ha compartido nada. Si alguien te envió el código, intentó iniciar sesión en tu nombre: no le respondas.

logout-title = Cerrar sesión
logout-heading = ¿Cerrar sesión en { $brand }?
logout-by-app = <strong>{ $app }</strong> pide que cierres sesión también aquí.
logout-by-some-app = Una aplicación pide que cierres sesión también aquí.
logout-stay = Mantener la sesión
logout-about = Esto cierra la sesión en este navegador. En otros sigue abierta, y en otras aplicaciones también.
logout-done-title = Has cerrado sesión
logout-done = Has cerrado sesión en { $brand }
logout-done-text = La sesión de este navegador está cerrada. Puede que siga abierta en otras aplicaciones.
logout-back = Volver a { $app }
logout-sign-in = Iniciar sesión de nuevo

error-sent = Lo que enviaste <span class="muted">({ $field })</span>
error-not-kept = Las contraseñas, los códigos y los archivos no se conservan. Abre el formulario de nuevo y escríbelos.
error-unsent = Tu texto
error-open-form = Abrir el formulario
error-retry = Reintentar
error-home = Ir al inicio
error-reference = Si pides ayuda, indica esta referencia: <code id="reference">{ $reference }</code>
