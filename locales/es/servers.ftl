# Settings of a server

settings-back = Volver a { $server }
settings-overview = Resumen
danger = Zona de peligro
danger-confirm = Estas acciones no se pueden deshacer, así que primero se te pide la contraseña.
confirm-first = Confirma primero que eres tú
remove = Quitar
remove-what = Quitar { $what }
reason = Motivo
position = Posición
picture = Imagen
picture-new = Nueva imagen
picture-upload = Subir imagen
picture-remove = Quitar imagen
overview-pictures = Cargar las imágenes de las tarjetas solo al hacer clic
overview-pictures-hint = Una imagen viene del servidor que indica el webhook, que sabe quién la abre y cuándo. En ese caso no se muestran las imágenes de autores en otros servidores.
overview-second = Exigir la verificación en dos pasos para administrar este servidor
overview-second-anyway = Este servicio lo exige a todos los que administran un servidor, elijas lo que elijas aquí.
overview-second-hint = Sin ella, el propietario, los administradores y quienes pueden administrar el servidor no pueden usar ese poder hasta que la configuren. Pueden leer y escribir como antes.
overview-need = Para cambiar estos ajustes necesitas el permiso «Administrar servidor».
overview-picture-lead = Los miembros la ven en la lista de sus servidores, y quienes tienen una invitación, antes de unirse.
transfer = Transferir la propiedad
transfer-about = Otro miembro pasa a ser el propietario de este servidor cuando lo acepte. Tú sigues siendo miembro y conservas tus roles.
transfer-offered = Ofrecido a { $name } (@{ $nickname }) hasta el <time></time>. Lo encontrará en Ajustes, Ofertas de traspaso. El servidor sigue siendo tuyo hasta que acepte.
transfer-cancel = Cancelar la transferencia
transfer-no-heirs = Ningún otro miembro puede ser propietario. Primero <a href="{ $path }/invites">invita a alguien</a>.
transfer-ask = Pasará a ser el propietario cuando acepte, en un plazo de siete días. Tú sigues siendo miembro y conservas tus roles, y solo esa persona puede devolvértelo.
transfer-to = Nuevo propietario
transfer-choose = Elige un miembro
transfer-nickname = Nombre de usuario del nuevo propietario
server-name = Nombre del servidor
server-delete = Eliminar este servidor
server-delete-button = Eliminar servidor
server-delete-about = Sus canales, mensajes, webhooks, roles e invitaciones se eliminan con él, de inmediato y para siempre.
server-delete-ask = Sus canales, mensajes, webhooks, roles e invitaciones se eliminan con él, de inmediato y para siempre. Para confirmar, escribe <strong>{ $server }</strong>.

# Channels

channels-title = Canales de { $server }
channels-lead = Abre un canal para editarlo y definir sus permisos. Todos ven los canales en este orden.
channels-none = No puedes ver ninguno de los canales.
channels-new = Nuevo canal
channels-name-hint = Usa letras, cifras, guiones y guiones bajos.
channels-example = builds
channels-topic-hint = De qué trata el canal.
channels-create = Crear canal
channel-open = Abrir canal
channel-topic = Tema
channel-slow-mode = Modo lento
channel-slow-hint = Cuánto esperan los miembros entre dos mensajes. Quienes gestionan mensajes o canales no esperan.
channel-position-hint = 1 es el primero de los { $count } canales que ves.
channel-save = Guardar canal
channel-permissions = Permisos en este canal
channel-permissions-lead = «Heredar» usa lo que permiten los roles del miembro. Lo definido para un rol prevalece sobre lo de todos, y lo definido para un miembro, sobre ambos.
channel-beyond = Solo puedes permitir lo que tú mismo puedes hacer en este canal. Eso excluye: { $permissions }.
channel-above = No puedes cambiar lo definido para roles y miembros iguales o superiores a tu rol más alto.
channel-save-permissions = Guardar permisos
channel-every-member = todos los miembros del servidor
channel-kind-role = rol
channel-kind-former = ha salido del servidor
channel-kind-member = miembro
channel-allowed = { $permission }: permitido
channel-denied = { $permission }: denegado
channel-inherited = { $permission }: heredado
channel-add = Añadir un rol o un miembro
channel-target = Rol o miembro
channel-target-choose = Elige un rol o un miembro
channel-role = Rol
channel-no-role = Ningún rol
channel-nickname = O el nombre de usuario de un miembro
channel-delete = Eliminar este canal
channel-delete-about = Sus mensajes y webhooks se eliminan con él, de inmediato y para siempre.
channel-delete-button = Eliminar canal
channel-delete-ask = ¿Eliminar <strong>{ $channel }</strong> con todos sus mensajes y webhooks? Se eliminan de inmediato y para siempre.

# Roles

roles-title = Roles de { $server }
roles-lead = Un rol da sus permisos a los miembros que lo tienen. «Todos» se aplica a todos los miembros. Cada cual solo puede actuar sobre roles y miembros por debajo de su rol más alto.
roles-mentionable = Se puede mencionar
roles-no-permissions = Sin permisos
roles-holders =
    { $count ->
        [one] <span>{ $count }</span> <span>miembro</span>
       *[other] <span>{ $count }</span> <span>miembros</span>
    }
roles-new = Nuevo rol
roles-new-lead = Solo puedes dar permisos que tengas tú.
roles-example = Constructores
roles-create = Crear rol
permissions = Permisos
role-title = Rol { $role }
role-everyone = Todos los miembros del servidor tienen estos permisos.
role-mentionable = Cualquiera puede mencionar este rol
role-save = Guardar rol
role-too-high = No puedes editar este rol porque no está por debajo de tu rol más alto.
role-beyond = No puedes editar este rol porque tiene un permiso que tú no tienes.
role-need = Para editar roles necesitas el permiso «Administrar roles».
role-delete = Eliminar este rol
role-delete-about = Sus miembros pierden sus permisos, y los canales, los permisos definidos para él.
role-delete-button = Eliminar rol
role-delete-ask = ¿Eliminar el rol <strong>{ $role }</strong>?

# Members

members-of = Miembros de { $server }
members-total = { $count } en total
members-search = Buscar miembros (nombre de usuario y nombre visible)
members-none = Ningún miembro tiene un nombre de usuario, o una palabra de su nombre visible, que empiece así.
members-none-large = Ningún miembro tiene un nombre de usuario que empiece así ni exactamente este nombre visible.
member-since = miembro desde el <time></time>
member-timed-out = Silenciado hasta <time></time>: hasta entonces, este miembro puede leer, pero no publicar ni cambiar nada.
member-no-roles = Este servidor aún no tiene roles que asignar.
member-create-role = <a href="/servers/{ $server }/settings/roles">Crea uno</a>.
member-roles-hint = Solo puedes dar y quitar roles por debajo de tu rol más alto cuyos permisos tengas tú.
member-save-roles = Guardar roles
member-has-none = Este miembro no tiene roles.
member-above = Solo puedes cambiar los roles de miembros cuyo rol más alto esté por debajo del tuyo.
member-need-roles = Para asignar roles necesitas el permiso «Administrar roles».
member-remove = Expulsar al miembro
member-remove-title = Expulsar del servidor
member-remove-about = Perderá sus roles en este servidor y podrá volver con una invitación. Sus mensajes se conservan.
member-remove-ask = ¿Expulsar a <strong>@{ $nickname }</strong> de { $server }?
time-out = Silenciar
time-out-lead = Un miembro silenciado puede leer lo mismo que antes, pero no publicar ni cambiar nada aquí. Salir y volver a unirse no lo termina.
time-out-for = Durante
time-out-button = Silenciar
time-out-lift = Dejar de silenciar
former = No es miembro
former-banned = Esta persona está vetada en el servidor. <a href="/servers/{ $server }/settings/bans">Ver los vetos</a>.
former-left = Esta persona ha salido del servidor o fue expulsada.

# Bans and reports

bans = Vetos
bans-title = Vetos de { $server }
bans-lead = Las personas vetadas no pueden unirse a este servidor con ninguna invitación. Puedes vetar a un miembro en su página.
bans-by = vetado por @{ $by }
bans-by-gone = vetado por un usuario eliminado
bans-lift = Levantar
bans-lift-of = Levantar el veto a { $name }
bans-empty = No hay nadie vetado
bans-empty-text = Aquí aparecen las personas vetadas en este servidor, con el motivo.
bans-end = No hay vetos anteriores.
ban = Vetar
ban-title = Vetar en el servidor
ban-former = No podrá volver con ninguna invitación hasta que alguien levante el veto.
ban-removes = Se le expulsa y no podrá volver con ninguna invitación hasta que alguien levante el veto.
ban-removes-only = Se le expulsa y no podrá volver con ninguna invitación hasta que alguien levante el veto. Sus mensajes se conservan.
ban-ask = ¿Vetar a <strong>@{ $nickname }</strong> en { $server }?
ban-reason-hint = Se muestra en la lista de vetos y en el registro de auditoría.
ban-messages = Quitar sus mensajes
moderate-timed-out = { $name } está silenciado.
moderate-ban = Vetar a <bdi>{ $name }</bdi>
moderate-banned = { $name } está vetado en este servidor.
moderate-lifted = Se ha levantado el veto a { $name }. Puede volver a unirse con una invitación.
deleted-user = un usuario eliminado
deleted-account = cuenta eliminada
reports-title = Denuncias en { $server }
reports-lead = Mensajes que los miembros denunciaron, tal como eran entonces. A nadie más se le dice quién los denunció.
reports-deleted = Eliminado después
reports-edited = Editado después
reports-count =
    { $count ->
        [one] Denunciado por { $count } persona
       *[other] Denunciado por { $count } personas
    }
reports-remove = Quitar mensaje
reports-dismiss = Descartar
reports-dismiss-of = Descartar la denuncia del mensaje de { $name }
reports-empty = No hay denuncias abiertas
reports-empty-text = Cuando un miembro denuncia un mensaje, aparece aquí para quienes moderan a los miembros.
reports-end = No hay denuncias anteriores.
reports-hidden =
    { $count ->
        [one] Otra denuncia es sobre mensajes de canales que no puedes ver. Solo pueden decidir los moderadores que los ven.
       *[other] Otras { $count } denuncias son sobre mensajes de canales que no puedes ver. Solo pueden decidir los moderadores que los ven.
    }
reports-decided = Decididas hace poco
reports-removed = Mensaje quitado
reports-dismissed = Denuncia descartada

# Invites

invites = Invitaciones
invites-title = Invitaciones a { $server }
invites-lead = Quien tenga el enlace puede unirse hasta que la invitación caduque, se agote o se elimine.
invites-expires = Caduca después de
invites-never = Nunca
invites-uses = Sirve para
invites-any = Cualquier número de personas
invites-create = Crear invitación
invites-what = el enlace de invitación
invites-by = Creada por @{ $creator }
invites-unused = aún sin usar
invites-joined =
    { $count ->
        [one] se ha unido { $count } persona
       *[other] se han unido { $count } personas
    }
invites-used-up = Agotada
invites-expired = Caducada
invites-left =
    { $count ->
        [one] queda { $count } uso
       *[other] quedan { $count } usos
    }
invites-until = caduca el <time></time>
invites-about = la invitación { $code }
invites-delete-ask = El enlace deja de funcionar para todos los que lo recibieron. Quienes se unieron con él siguen siendo miembros.
invites-delete-ask-dead = Quienes se unieron con ella siguen siendo miembros.
invites-delete = Eliminar invitación
invites-empty = Aún no hay invitaciones
invites-empty-text = Crea una y envía su enlace a las personas que quieras invitar.
invites-need = Para invitar a gente necesitas el permiso «Administrar servidor».

# Audit log

audit = Registro de auditoría
audit-title = Registro de auditoría de { $server }
audit-server-empty = Esta página muestra cada cambio en el servidor, sus webhooks, canales, roles, miembros e invitaciones, y quién lo hizo. También muestra quién entra y quién sale.
audit-server-lead = Quién cambió qué en este servidor. Las entradas se conservan { $days } días, como máximo las { $most } más recientes.
audit-filter = Filtrar el registro
audit-filter-button = Filtrar
audit-who = Quién
audit-anyone = Cualquiera
audit-what = Qué
audit-anything = Cualquier cosa
audit-end = Nada anterior
audit-end-text = No hay entradas anteriores.
audit-none = Ninguna entrada coincide
audit-none-text = Ninguna entrada coincide con este filtro.
audit-all = Mostrar todo
audit-empty = Aún no hay cambios
