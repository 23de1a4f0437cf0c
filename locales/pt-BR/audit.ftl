# The entries of a server's audit log; those in English are in crates/store/src/models/logs/audit/action.rs

audit-hidden-channel = Canal oculto

# Webhooks

said-webhook_created = { $actor } criou o webhook { $target }, que publica em { $channel }
said-webhook_edited = { $actor } renomeou o webhook { $target } para { $name_to }
said-webhook_edited-2 = { $actor } editou o webhook { $target }
said-webhook_moved = { $actor } moveu o webhook { $target } de { $channel_from } para { $channel_to }
said-webhook_url_regenerated = { $actor } gerou uma nova URL para o webhook { $target }
said-webhook_paused = { $actor } pausou o webhook { $target }
said-webhook_resumed = { $actor } retomou o webhook { $target }
said-webhook_creator_changed = { $actor } assumiu o webhook { $target } como criador
said-webhook_reported_leaked = { $actor } informou que a URL do webhook { $target } vazou: ela foi gerada de novo e o webhook, pausado
said-webhook_found_leaked = { $actor } foi pausado porque um detector de segredos informou que a URL vazou
said-webhook_suspended = { $actor } foi suspenso pelo operador
said-webhook_restored = { $actor } não está mais suspenso pelo operador
said-webhook_deleted = { $actor } excluiu o webhook { $target }, que publicava em { $channel }
said-message_deleted = { $actor } excluiu uma mensagem própria em { $channel }

# Channels

said-channel_created = { $actor } criou o canal { $target }
said-channel_edited = { $actor } editou o canal { $target }
said-channel_edited-2 = { $actor } renomeou o canal { $target } para { $name_to }
said-channel_edited-3 = { $actor } alterou o modo lento de { $target }
said-channel_edited-4 = { $actor } alterou o tópico de { $target }
said-channel_moved = { $actor } moveu o canal { $target }
said-channel_deleted = { $actor } excluiu o canal { $target }
said-others_message_deleted = { $actor } excluiu uma mensagem de { $author } em { $target }
said-messages_removed =
    { $actor } removeu { $count ->
        [one] uma mensagem
       *[other] { $count } mensagens
    } de { $author } a partir de uma mensagem em { $target }
said-messages_removed-2 =
    { $actor } removeu { $count ->
        [one] uma mensagem
       *[other] { $count } mensagens
    } de { $author } { $since ->
        [hour] da última hora
        [day] do último dia
       *[week] da última semana
    } em { $target }
said-reported_message_removed = { $actor } removeu uma mensagem denunciada de { $author } em { $target }
said-report_dismissed = { $actor } descartou a denúncia de uma mensagem de { $author } em { $target }
said-messages_restored =
    { $actor } restaurou { $count ->
        [one] uma mensagem
       *[other] { $count } mensagens
    } de { $author } em { $target }
said-overwrite_set = { $actor } alterou o que o cargo { $whom_role } pode fazer em { $target }
said-overwrite_set-2 = { $actor } alterou o que { $whom_member } pode fazer em { $target }

# Roles

said-role_created = { $actor } criou o cargo { $target }
said-role_edited = { $actor } renomeou o cargo { $target } para { $name_to }
said-role_edited-2 = { $actor } moveu o cargo { $target }
said-role_edited-3 = { $actor } editou o cargo { $target }
said-role_deleted = { $actor } excluiu o cargo { $target }

# Members and invites

said-member_roles_set =
    { $actor } deu a { $target } { $given_count ->
        [one] o cargo
       *[other] os cargos
    } { $given }
said-member_roles_set-2 =
    { $actor } tirou de { $target } { $taken_count ->
        [one] o cargo
       *[other] os cargos
    } { $taken }
said-member_roles_set-3 = { $actor } alterou os cargos de { $target }
said-member_joined = { $actor } entrou pelo convite que termina em { $target }
said-member_left = { $actor } saiu do servidor
said-member_removed = { $actor } removeu { $target } do servidor
said-member_banned = { $actor } baniu { $target } do servidor
said-ban_lifted = { $actor } revogou o banimento de { $target }
said-member_timed_out = { $actor } silenciou { $target }
said-timeout_lifted = { $actor } encerrou o silenciamento de { $target }
said-invite_created = { $actor } criou o convite que termina em { $target }
said-invite_deleted = { $actor } excluiu o convite que termina em { $target }

# The server

said-server_renamed = { $actor } renomeou o servidor { $target } para { $name_to }
said-server_picture_set = { $actor } removeu a imagem do servidor
said-server_picture_set-2 = { $actor } alterou a imagem do servidor
said-server_pictures_set = { $actor } fez as imagens dos cartões carregarem só ao clicar
said-server_pictures_set-2 = { $actor } fez as imagens dos cartões carregarem com a mensagem
said-server_second_step_set = { $actor } passou a exigir entrada em duas etapas de quem gerencia o servidor
said-server_second_step_set-2 = { $actor } deixou de exigir entrada em duas etapas de quem gerencia o servidor
said-server_suspended = { $actor } foi suspenso pelo operador
said-server_restored = { $actor } não está mais suspenso pelo operador
said-server_offered = { $actor } ofereceu o servidor a { $to }
said-server_offer_cancelled = { $actor } cancelou a oferta do servidor a { $to }
said-server_offer_declined = { $actor } recusou ser dono do servidor
said-server_handed_over = { $actor } transferiu o servidor para { $to }

# Lines of changes, and their values

said-word-creator-before = Criador anterior
said-word-expires = Expira
said-word-further-ones = Outros
said-word-given = Dados
said-word-taken = Retirados
said-word-mentionable = Mencionável
said-word-name = Nome
said-word-permissions = Permissões
said-word-permissions-added = Permissões adicionadas
said-word-permissions-removed = Permissões removidas
said-word-picture = Imagem
said-word-position = Posição
said-word-posted = Publicada
said-word-reason = Motivo
said-word-slow-mode = Modo lento
said-word-topic = Tópico
said-word-until = Até
said-word-uses = Usos
said-word-webhooks-deleted-with-it = Webhooks excluídos com ele
said-word-nothing = nada
said-word-yes = sim
said-word-no = não
said-word-off = desativado
said-word-removed = removida
said-word-a-new-one = uma nova
said-word-allowed = permitido
said-word-denied = negado
said-word-inherited = herdado
said-word-a-deleted-account = uma conta excluída
