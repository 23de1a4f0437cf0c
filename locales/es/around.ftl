# The home page

home-welcome = Te damos la bienvenida a { $brand }
home-lead = Un chat con servidores y canales para la gente que se reúne aquí. Inicia sesión para leer y escribir.
home-lead-sign-up = Un chat con servidores y canales para la gente que se reúne aquí. Inicia sesión para leer y escribir, o crea una cuenta.
home-invite = ¿Eres nuevo? Abre el enlace de invitación que recibiste.
home-closed = El registro está cerrado por el momento.
home-about = Qué es esto
home-servers = Únete a un servidor con su invitación o crea el tuyo. Los mensajes llegan al instante, y tu bandeja de entrada reúne los que te mencionan.
home-account = Una cuenta para otros sitios
home-account-text = Un sitio en el que inicias sesión ve cuatro cosas: tu ID, tu nombre de usuario, tu nombre visible y tu imagen. No puede ver tus mensajes, tus servidores ni tu número de teléfono.
home-programs = Tus programas también publican
home-programs-text = Lo que tengas en marcha puede publicar en un canal, y no avisa a nadie a menos que lo pidas. <a href="/docs">La guía para integradores</a> explica cómo (en inglés).

# An invite

invite-join = Unirse a { $server }
invite-member = Ya formas parte de
invite-by = <bdi>{ $name }</bdi> (@{ $nickname }) te invita a
invite-to = Te han invitado a
invite-members =
    { $count ->
        [one] <span class="nums">{ $count }</span> miembro
       *[other] <span class="nums">{ $count }</span> miembros
    }
invite-owner = de @{ $owner }
invite-go = Ir a { $server }
invite-later = Ahora no
invite-shown = Los miembros del servidor verán tu nombre de usuario, tu nombre visible y tu imagen.
invite-shown-first = Solo te unes cuando tú lo digas. Los miembros del servidor verán tu nombre de usuario, tu nombre visible y tu imagen.
invite-sign-in = Iniciar sesión para unirse
invite-sign-up = Registrarse para unirse

# The list of servers

list-lead = Un servidor es un lugar para un grupo de personas, con canales para hablar.
list-mine = Servidores en los que estás
list-owner = Este servidor es tuyo
list-settings = Ajustes
list-leave = Salir
list-leave-server = Salir de { $server }
list-leave-about = Perderás tus roles en este servidor y necesitarás una invitación para volver.
list-empty = Aún no estás en ningún servidor
list-empty-text = Crea uno aquí abajo o abre un enlace de invitación que te hayan enviado.
list-suspended = Servidores suspendidos
list-suspended-text = El operador de esta instancia los ha suspendido. Nadie puede leer ni publicar en ellos hasta que se levante la suspensión.
list-new = Nuevo servidor
list-new-text = Será tuyo y empieza con un canal. Invita a gente cuando esté creado.
list-example = Club de los viernes
list-create = Crear servidor
no-channel = No puedes ver ningún canal
no-channel-manages = Puedes administrar este servidor, pero no tienes permiso para ver ninguno de sus canales.
no-channel-settings = Abrir los ajustes del servidor
no-channel-text = Formas parte de este servidor, pero no tienes permiso para ver ninguno de sus canales. Pregunta a quien lo administre.

# Inbox

inbox-lead = Mensajes que te responden o que te mencionan a ti, a uno de tus roles o a todo un canal.
inbox-read-all = Marcar todo como leído
inbox-read-to = Marcar como leído hasta aquí
inbox-message = { $name } en { $channel }
inbox-earlier = Anteriores
reply-badge = Respuesta
inbox-you = Tú
inbox-role = Tu rol
inbox-everyone = Todos
inbox-unread = (sin leer)
inbox-empty = Aún no hay menciones
inbox-empty-text = Cuando alguien de uno de tus servidores te responde o te menciona a ti, a uno de tus roles o a todos (@all), el mensaje aparece aquí.
inbox-to-servers = Ir a tus servidores
inbox-end = No hay menciones anteriores
inbox-end-text = Has llegado al final de tu bandeja de entrada.
inbox-to-newest = Volver a las menciones más recientes

# Members and people

members-title = Miembros en { $channel }
members-lead = Todos los que pueden ver { $channel }, por su rol más alto.
members-online = { $count } en línea.
members-online-only = { $count } en línea. No se muestran los demás porque el servidor es grande.
members-here = aquí ahora
members-all = Los { $count }
members-roles = Todos los roles
person-you = tú
person-since = Miembro desde el <time></time>
person-gone = No está en este servidor ahora
person-owner = Propietario
person-edit = Editar perfil
person-block-hint = Al bloquear, sus mensajes se pliegan solo para ti. No se entera de ello.

# Search

search-skip = Ir a los resultados
search-in = Buscar en <bdi>{ $server }</bdi>
search-region = Búsqueda y resultados
search-help = Cómo buscar
search-words = mensajes con ambas palabras, en cualquier orden; <code>deplo</code> también encuentra «deployment»
search-phrase = exactamente estas palabras, seguidas
search-from = de una persona, de un webhook (<code>from:"CI bot"</code>) o tuyos (<code>from:me</code>)
search-channel = en un canal
search-days = antes, después o el mismo día, según tu reloj
search-mentions = que te avisaron a ti, a un rol tuyo o a todos
search-ignored = No se ha tenido en cuenta:
search-results = Resultados, del más reciente al más antiguo
search-by = mensaje de { $name }
search-so-far = Nada encontrado por ahora
search-so-far-text = Solo se han revisado los mensajes más recientes. Sigue con «Más antiguos».
search-none = No se han encontrado mensajes
search-none-names = Ningún mensaje que puedas ver cumple esta búsqueda. Revisa los nombres después de «from:» e «in:» o prueba otras palabras.
search-none-text = Ningún mensaje que puedas ver cumple esta búsqueda. Prueba con menos palabras o con otras: una palabra se encuentra por sus primeras letras, tres como mínimo.
search-end = No se han encontrado mensajes anteriores
search-end-text = Has llegado al final de los resultados.
