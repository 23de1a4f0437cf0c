# The entries of a server's audit log; those in English are in crates/store/src/models/logs/audit/action.rs

audit-hidden-channel = Canal oculto

# Webhooks

said-webhook_created = { $actor } creó el webhook { $target }, que publica en { $channel }
said-webhook_edited = { $actor } cambió el nombre del webhook { $target } a { $name_to }
said-webhook_edited-2 = { $actor } editó el webhook { $target }
said-webhook_moved = { $actor } movió el webhook { $target } de { $channel_from } a { $channel_to }
said-webhook_url_regenerated = { $actor } regeneró la URL del webhook { $target }
said-webhook_paused = { $actor } pausó el webhook { $target }
said-webhook_resumed = { $actor } reanudó el webhook { $target }
said-webhook_creator_changed = { $actor } se hizo cargo del webhook { $target } como su creador
said-webhook_reported_leaked = { $actor } informó de que la URL del webhook { $target } se filtró: se regeneró y el webhook se pausó
said-webhook_found_leaked = { $actor } se pausó porque un detector de secretos informó de que su URL se filtró
said-webhook_suspended = { $actor } fue suspendido por el operador
said-webhook_restored = { $actor } ya no está suspendido por el operador
said-webhook_deleted = { $actor } eliminó el webhook { $target }, que publicaba en { $channel }
said-message_deleted = { $actor } eliminó un mensaje suyo en { $channel }

# Channels

said-channel_created = { $actor } creó el canal { $target }
said-channel_edited = { $actor } editó el canal { $target }
said-channel_edited-2 = { $actor } cambió el nombre del canal { $target } a { $name_to }
said-channel_edited-3 = { $actor } cambió el modo lento de { $target }
said-channel_edited-4 = { $actor } cambió el tema de { $target }
said-channel_moved = { $actor } movió el canal { $target }
said-channel_deleted = { $actor } eliminó el canal { $target }
said-others_message_deleted = { $actor } eliminó un mensaje de { $author } en { $target }
said-messages_removed =
    { $actor } retiró { $count ->
        [one] un mensaje
       *[other] { $count } mensajes
    } de { $author } a partir de un mensaje en { $target }
said-messages_removed-2 =
    { $actor } retiró { $count ->
        [one] un mensaje
       *[other] { $count } mensajes
    } de { $author } { $since ->
        [hour] de la última hora
        [day] del último día
       *[week] de la última semana
    } en { $target }
said-reported_message_removed = { $actor } retiró un mensaje denunciado de { $author } en { $target }
said-report_dismissed = { $actor } desestimó la denuncia de un mensaje de { $author } en { $target }
said-messages_restored =
    { $actor } restauró { $count ->
        [one] un mensaje
       *[other] { $count } mensajes
    } de { $author } en { $target }
said-overwrite_set = { $actor } cambió lo que el rol { $whom_role } puede hacer en { $target }
said-overwrite_set-2 = { $actor } cambió lo que { $whom_member } puede hacer en { $target }

# Roles

said-role_created = { $actor } creó el rol { $target }
said-role_edited = { $actor } cambió el nombre del rol { $target } a { $name_to }
said-role_edited-2 = { $actor } movió el rol { $target }
said-role_edited-3 = { $actor } editó el rol { $target }
said-role_deleted = { $actor } eliminó el rol { $target }

# Members and invites

said-member_roles_set =
    { $actor } dio a { $target } { $given_count ->
        [one] el rol
       *[other] los roles
    } { $given }
said-member_roles_set-2 =
    { $actor } quitó a { $target } { $taken_count ->
        [one] el rol
       *[other] los roles
    } { $taken }
said-member_roles_set-3 = { $actor } cambió los roles de { $target }
said-member_joined = { $actor } se unió con la invitación que termina en { $target }
said-member_left = { $actor } salió del servidor
said-member_removed = { $actor } retiró a { $target } del servidor
said-member_banned = { $actor } baneó a { $target } del servidor
said-ban_lifted = { $actor } levantó el baneo de { $target }
said-member_timed_out = { $actor } silenció a { $target }
said-timeout_lifted = { $actor } levantó el silencio de { $target }
said-invite_created = { $actor } creó la invitación que termina en { $target }
said-invite_deleted = { $actor } eliminó la invitación que termina en { $target }

# The server

said-server_renamed = { $actor } cambió el nombre del servidor { $target } a { $name_to }
said-server_picture_set = { $actor } quitó la imagen del servidor
said-server_picture_set-2 = { $actor } cambió la imagen del servidor
said-server_pictures_set = { $actor } hizo que las imágenes de las tarjetas se carguen solo al hacer clic
said-server_pictures_set-2 = { $actor } hizo que las imágenes de las tarjetas se carguen con el mensaje
said-server_second_step_set = { $actor } exige la verificación en dos pasos a quienes administran el servidor
said-server_second_step_set-2 = { $actor } ya no exige la verificación en dos pasos a quienes administran el servidor
said-server_suspended = { $actor } fue suspendido por el operador
said-server_restored = { $actor } ya no está suspendido por el operador
said-server_offered = { $actor } ofreció el servidor a { $to }
said-server_offer_cancelled = { $actor } canceló la oferta del servidor a { $to }
said-server_offer_declined = { $actor } rechazó ser propietario del servidor
said-server_handed_over = { $actor } transfirió el servidor a { $to }

# Lines of changes, and their values

said-word-creator-before = Creador anterior
said-word-expires = Caduca
said-word-further-ones = Otros
said-word-given = Dados
said-word-taken = Quitados
said-word-mentionable = Mencionable
said-word-name = Nombre
said-word-permissions = Permisos
said-word-permissions-added = Permisos añadidos
said-word-permissions-removed = Permisos quitados
said-word-picture = Imagen
said-word-position = Posición
said-word-posted = Publicado
said-word-reason = Motivo
said-word-slow-mode = Modo lento
said-word-topic = Tema
said-word-until = Hasta
said-word-uses = Usos
said-word-webhooks-deleted-with-it = Webhooks eliminados con él
said-word-nothing = nada
said-word-yes = sí
said-word-no = no
said-word-off = desactivado
said-word-removed = quitada
said-word-a-new-one = una nueva
said-word-allowed = permitido
said-word-denied = denegado
said-word-inherited = heredado
said-word-a-deleted-account = una cuenta eliminada
