# Settings of a server

settings-back = Voltar para { $server }
settings-overview = Visão geral
danger = Zona de perigo
danger-confirm = Estas ações não podem ser desfeitas, então sua senha é pedida antes.
confirm-first = Confirme antes que é você
remove = Remover
remove-what = Remover { $what }
reason = Motivo
position = Posição
picture = Imagem
picture-new = Nova imagem
picture-upload = Enviar imagem
picture-remove = Remover imagem
overview-pictures = Carregar imagens dos cartões só ao clicar
overview-pictures-hint = A imagem vem do host que o webhook indica, que fica sabendo quem a abre e quando. Nesse caso, imagens de autores em outros hosts não são mostradas.
overview-second = Exigir entrada em duas etapas para gerenciar este servidor
overview-second-anyway = Este serviço exige isso de todos que gerenciam um servidor, seja qual for sua escolha aqui.
overview-second-hint = Sem ela, o proprietário, os administradores e quem pode gerenciar o servidor não podem usar esse poder até configurá-la. Eles podem ler e escrever como antes.
overview-need = Para mudar estas configurações, você precisa da permissão “Gerenciar servidor”.
overview-picture-lead = Os membros a veem na lista de servidores, e quem tem um convite, antes de entrar.
transfer = Transferir a propriedade
transfer-about = Outro membro passa a ser o proprietário deste servidor quando aceitar. Você continua membro e mantém seus cargos.
transfer-offered = Oferecido a { $name } (@{ $nickname }) até <time></time>. A oferta está em Configurações, Ofertas de transferência. O servidor continua seu até a aceitação.
transfer-cancel = Cancelar a transferência
transfer-no-heirs = Nenhum outro membro pode ser proprietário. <a href="{ $path }/invites">Convide alguém</a> antes.
transfer-ask = A pessoa vira proprietária quando aceitar, em até sete dias. Você continua membro e mantém seus cargos, e só ela pode devolvê-lo.
transfer-to = Novo proprietário
transfer-choose = Escolha um membro
transfer-nickname = Nome de usuário do novo proprietário
server-name = Nome do servidor
server-delete = Excluir este servidor
server-delete-button = Excluir servidor
server-delete-about = Os canais, mensagens, webhooks, cargos e convites são excluídos com ele, na hora e para sempre.
server-delete-ask = Os canais, mensagens, webhooks, cargos e convites são excluídos com ele, na hora e para sempre. Para confirmar, digite <strong>{ $server }</strong>.

# Channels

channels-title = Canais de { $server }
channels-lead = Abra um canal para editá-lo e definir suas permissões. Todos veem os canais nesta ordem.
channels-none = Você não consegue ver nenhum dos canais.
channels-new = Novo canal
channels-name-hint = Use letras, números, hífens e sublinhados.
channels-example = builds
channels-topic-hint = Sobre o que é o canal.
channels-create = Criar canal
channel-open = Abrir canal
channel-topic = Tópico
channel-slow-mode = Modo lento
channel-slow-hint = Quanto os membros esperam entre duas mensagens. Quem gerencia mensagens ou canais não espera.
channel-position-hint = 1 é o primeiro dos { $count } canais que você vê.
channel-save = Salvar canal
channel-permissions = Permissões neste canal
channel-permissions-lead = “Herdar” usa o que os cargos do membro permitem. O definido para um cargo vale mais que o de todos, e o definido para um membro vale mais que ambos.
channel-beyond = Você só pode permitir o que você mesmo pode fazer neste canal. Isso exclui: { $permissions }.
channel-above = Você não pode mudar o que está definido para cargos e membros no nível do seu cargo mais alto ou acima.
channel-save-permissions = Salvar permissões
channel-every-member = todos os membros do servidor
channel-kind-role = cargo
channel-kind-former = saiu do servidor
channel-kind-member = membro
channel-allowed = { $permission }: permitido
channel-denied = { $permission }: negado
channel-inherited = { $permission }: herdado
channel-add = Adicionar um cargo ou membro
channel-target = Cargo ou membro
channel-target-choose = Escolha um cargo ou membro
channel-role = Cargo
channel-no-role = Nenhum cargo
channel-nickname = Ou o nome de usuário de um membro
channel-delete = Excluir este canal
channel-delete-about = As mensagens e os webhooks são excluídos com ele, na hora e para sempre.
channel-delete-button = Excluir canal
channel-delete-ask = Excluir <strong>{ $channel }</strong> com todas as mensagens e webhooks? Eles são excluídos na hora e para sempre.

# Roles

roles-title = Cargos de { $server }
roles-lead = Um cargo dá suas permissões aos membros que o têm. “Todos” vale para todos os membros. Cada pessoa só pode agir sobre cargos e membros abaixo do seu cargo mais alto.
roles-mentionable = Mencionável
roles-no-permissions = Sem permissões
roles-holders =
    { $count ->
        [one] <span>{ $count }</span> <span>membro</span>
       *[other] <span>{ $count }</span> <span>membros</span>
    }
roles-new = Novo cargo
roles-new-lead = Você só pode dar permissões que tem.
roles-example = Construtores
roles-create = Criar cargo
permissions = Permissões
role-title = Cargo { $role }
role-everyone = Todos os membros do servidor têm estas permissões.
role-mentionable = Qualquer pessoa pode mencionar este cargo
role-save = Salvar cargo
role-too-high = Você não pode editar este cargo porque ele não está abaixo do seu cargo mais alto.
role-beyond = Você não pode editar este cargo porque ele tem uma permissão que você não tem.
role-need = Para editar cargos, você precisa da permissão “Gerenciar cargos”.
role-delete = Excluir este cargo
role-delete-about = Os membros perdem as permissões dele, e os canais perdem as permissões definidas para ele.
role-delete-button = Excluir cargo
role-delete-ask = Excluir o cargo <strong>{ $role }</strong>?

# Members

members-of = Membros de { $server }
members-total = { $count } no total
members-search = Pesquisar membros (nome de usuário e nome de exibição)
members-none = Nenhum membro tem um nome de usuário, ou uma palavra do nome de exibição, que comece assim.
members-none-large = Nenhum membro tem um nome de usuário que comece assim nem exatamente este nome de exibição.
member-since = membro desde <time></time>
member-timed-out = Silenciado até <time></time>: até lá, este membro pode ler, mas não publicar nem mudar nada.
member-no-roles = Este servidor ainda não tem cargos para atribuir.
member-create-role = <a href="/servers/{ $server }/settings/roles">Crie um</a>.
member-roles-hint = Você só pode dar e tirar cargos abaixo do seu cargo mais alto cujas permissões você tem.
member-save-roles = Salvar cargos
member-has-none = Este membro não tem cargos.
member-above = Você só pode mudar os cargos de membros cujo cargo mais alto esteja abaixo do seu.
member-need-roles = Para atribuir cargos, você precisa da permissão “Gerenciar cargos”.
member-remove = Remover membro
member-remove-title = Remover do servidor
member-remove-about = A pessoa perde os cargos neste servidor e pode voltar com um convite. As mensagens ficam.
member-remove-ask = Remover <strong>@{ $nickname }</strong> de { $server }?
time-out = Silenciar
time-out-lead = Um membro silenciado pode ler o que lia antes, mas não publicar nem mudar nada aqui. Sair e entrar de novo não encerra isso.
time-out-for = Por
time-out-button = Silenciar
time-out-lift = Remover o silenciamento
former = Não é membro
former-banned = Esta pessoa está banida do servidor. <a href="/servers/{ $server }/settings/bans">Ver os banimentos</a>.
former-left = Esta pessoa saiu do servidor ou foi removida.

# Bans and reports

bans = Banimentos
bans-title = Banimentos de { $server }
bans-lead = Pessoas banidas não podem entrar neste servidor por nenhum convite. Você pode banir um membro na página dele.
bans-by = banido por @{ $by }
bans-by-gone = banido por um usuário excluído
bans-lift = Revogar
bans-lift-of = Revogar o banimento de { $name }
bans-empty = Ninguém está banido
bans-empty-text = As pessoas banidas deste servidor aparecem aqui, com o motivo.
bans-end = Não há banimentos mais antigos.
ban = Banir
ban-title = Banir do servidor
ban-former = A pessoa não pode voltar por nenhum convite até que alguém revogue o banimento.
ban-removes = A pessoa é removida e não pode voltar por nenhum convite até que alguém revogue o banimento.
ban-removes-only = A pessoa é removida e não pode voltar por nenhum convite até que alguém revogue o banimento. As mensagens ficam.
ban-ask = Banir <strong>@{ $nickname }</strong> de { $server }?
ban-reason-hint = Aparece na lista de banimentos e no registro de auditoria.
ban-messages = Remover as mensagens da pessoa
moderate-timed-out = { $name } foi silenciado.
moderate-ban = Banir <bdi>{ $name }</bdi>
moderate-banned = { $name } foi banido deste servidor.
moderate-lifted = O banimento de { $name } foi revogado. A pessoa pode voltar com um convite.
deleted-user = um usuário excluído
deleted-account = conta excluída
reports-title = Denúncias em { $server }
reports-lead = Mensagens que os membros denunciaram, como eram na hora. Ninguém mais fica sabendo quem denunciou.
reports-deleted = Excluída depois
reports-edited = Editada depois
reports-count =
    { $count ->
        [one] Denunciada por { $count } pessoa
       *[other] Denunciada por { $count } pessoas
    }
reports-remove = Remover mensagem
reports-dismiss = Descartar
reports-dismiss-of = Descartar a denúncia da mensagem de { $name }
reports-empty = Nenhuma denúncia aberta
reports-empty-text = Quando os membros denunciam uma mensagem, ela aparece aqui para quem modera os membros.
reports-end = Não há denúncias mais antigas.
reports-hidden =
    { $count ->
        [one] Outra denúncia é sobre mensagens em canais que você não vê. Só moderadores que os veem podem decidir.
       *[other] Outras { $count } denúncias são sobre mensagens em canais que você não vê. Só moderadores que os veem podem decidir.
    }
reports-decided = Decididas há pouco
reports-removed = Mensagem removida
reports-dismissed = Denúncia descartada

# Invites

invites = Convites
invites-title = Convites para { $server }
invites-lead = Quem tiver o link pode entrar até o convite expirar, se esgotar ou ser excluído.
invites-expires = Expira em
invites-never = Nunca
invites-uses = Vale para
invites-any = Qualquer número de pessoas
invites-create = Criar convite
invites-what = o link de convite
invites-by = Criado por @{ $creator }
invites-unused = ainda não usado
invites-joined =
    { $count ->
        [one] { $count } pessoa entrou
       *[other] { $count } pessoas entraram
    }
invites-used-up = Esgotado
invites-expired = Expirado
invites-left =
    { $count ->
        [one] { $count } uso restante
       *[other] { $count } usos restantes
    }
invites-until = expira em <time></time>
invites-about = o convite { $code }
invites-delete-ask = O link deixa de funcionar para todos que o receberam. Quem entrou com ele continua membro.
invites-delete-ask-dead = Quem entrou com ele continua membro.
invites-delete = Excluir convite
invites-empty = Ainda não há convites
invites-empty-text = Crie um e envie o link às pessoas que você quer convidar.
invites-need = Para convidar pessoas, você precisa da permissão “Gerenciar servidor”.

# Audit log

audit = Registro de auditoria
audit-title = Registro de auditoria de { $server }
audit-server-empty = Esta página lista cada mudança no servidor, em seus webhooks, canais, cargos, membros e convites, e quem a fez. Também lista quem entra e quem sai.
audit-server-lead = Quem mudou o quê neste servidor. As entradas são guardadas por { $days } dias, no máximo as { $most } mais recentes.
audit-filter = Filtrar o registro
audit-filter-button = Filtrar
audit-who = Quem
audit-anyone = Qualquer pessoa
audit-what = O quê
audit-anything = Qualquer coisa
audit-end = Nada mais antigo
audit-end-text = Não há entradas mais antigas.
audit-none = Nenhuma entrada corresponde
audit-none-text = Nenhuma entrada corresponde a este filtro.
audit-all = Mostrar tudo
audit-empty = Ainda não há mudanças
