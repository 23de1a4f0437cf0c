brand-imprint = Informações legais
brand-privacy = Privacidade
choose-language = Escolha um dos idiomas.
wait-seconds =
    { $n ->
        [one] Tente de novo em um segundo.
       *[other] Tente de novo em { $n } segundos.
    }
wait-minutes = Tente de novo em { $n } minutos.
wait-hours =
    { $n ->
        [one] Tente de novo em uma hora.
       *[other] Tente de novo em { $n } horas.
    }
wait-few-seconds = Tente de novo em alguns segundos.
wrong-login = Nome de usuário, telefone ou senha incorretos.
check-login = Confira e tente de novo.
wrong-password = Senha incorreta.
try-again = Tente de novo.
too-many-attempts = Tentativas demais.
too-many-codes = Códigos demais foram tentados.
too-many-passkeys = Chaves de acesso demais foram tentadas.
too-many-people = Há gente demais entrando ao mesmo tempo.
nothing-changed = Nada foi alterado.
sign-in-over = Este login demorou demais, ou códigos demais estavam errados.
sign-in-again = Entre de novo.
code-used = Este código está errado ou já foi usado.
code-next = Espere o próximo ou use um código de recuperação.
passkey-unknown = Esta chave de acesso não é conhecida aqui.
passkey-removed = Talvez tenha sido removida.
passkey-other-way = Entre de outra forma.
passkey-unavailable = Chaves de acesso não funcionam neste endereço: elas precisam de https e de um nome de domínio.
passkey-missing = Nenhuma chave de acesso foi enviada.
passkey-needs = Chaves de acesso precisam de JavaScript e de um navegador compatível.
passkey-over = Isso demorou demais ou foi enviado duas vezes.
passkey-unchecked = Seu dispositivo não verificou que é você.
passkey-pin = Configure nele um PIN ou uma impressão digital e tente de novo.
passkey-wrong = Não foi possível verificar a chave de acesso.
passkey-use-other = Tente de novo ou use outro meio.
confirmed-late = Você confirmou que é você, mas o que escolheu já estava feito ou esperou demais.
look-first = Verifique antes de tentar de novo.
nickname-length = Use de 2 a 32 caracteres.
nickname-letters = Use somente as letras de a a z, dígitos, pontos, hifens e sublinhados.
nickname-start = Comece com uma letra ou um dígito.
nickname-end = Termine com uma letra, um dígito ou um sublinhado.
nickname-reserved = Este nome de usuário é reservado.
nickname-taken = Este nome de usuário já está em uso.
choose-other = Escolha outra opção.
name-missing = Digite um nome.
name-length = Use no máximo 64 caracteres.
name-characters = Remova os caracteres de controle e invisíveis.
name-marks = Use no máximo quatro acentos ou sinais em uma letra.
name-reserved = Este nome é reservado.
sign-up-not-open = Nesta instância, o cadastro não está aberto a todos.
admin-link-stale = Este link não funciona mais: foi usado, tem mais de um dia ou foi substituído quando o Portico reiniciou.
admin-link-newest = Use o mais recente, ou cadastre-se sem ele e peça ao operador que execute “portico user admin”.
admin-now = Agora você administra esta instância.
no-texts = Este serviço não consegue enviar SMS.
ask-operator = Peça ao operador que defina uma nova senha para você.
login-missing = Digite seu nome de usuário ou telefone.
reset-limit = Você pediu { $n } códigos hoje, que é o limite.
reset-rest = Você acabou de pedir um código.
reset-another =
    { $n ->
        [one] Você pode pedir outro em um segundo.
       *[other] Você pode pedir outro em { $n } segundos.
    }
reset-digits = Digite os oito dígitos do código.
code-over = Este código não vale mais.
code-request-new = Peça um novo.
code-wrong = Este código está errado.
code-check = Confira e tente de novo.
code-wrong-last = Este código está errado, e você não tem mais tentativas.
reset-many-codes = Códigos demais foram tentados hoje para esta conta.
reset-done = Sua nova senha está definida, e sua sessão foi encerrada em todos os lugares.
reset-sign-in = Entre com ela.
with-code = sua senha e um código
with-passkey-too = sua senha e uma chave de acesso
with-passkey = uma chave de acesso
with-password = sua senha
device-no-code = Este código não funciona.
device-compare = Compare-o com o do dispositivo.
device-expired = Se for o mesmo, ele expirou ou já foi usado: comece de novo no dispositivo.
device-missing = Digite o código que o dispositivo mostra.
device-start-again = Comece de novo no dispositivo.
device-gone-title = Este código não vale mais
device-gone = O código expirou ou já foi respondido.
nothing-shared = Nada foi compartilhado.
back-to-app = Volte ao aplicativo e comece de novo.
not-a-tab-title = Esta página não foi aberta em uma aba
not-a-tab = Para entrar em um aplicativo, abra o link dele em uma aba própria.
unreadable-title = Não é possível ler este pedido
unreadable = O link que trouxe você aqui está danificado.
app-changed-title = O aplicativo mudou
app-changed = Enquanto esta página estava aberta, o aplicativo foi excluído ou sua URI de redirecionamento mudou.
answered-title = Já respondida
answered = Você já respondeu a esta página.
answered-once = Só é possível responder uma vez.
expired-title = Esta página expirou
expired = Esta página ficou aberta por mais de dez minutos.
foreign-title = Esta página não corresponde à sua sessão
foreign = Esta página foi alterada, é de outra pessoa ou foi aberta antes do seu último login.
unread-title = Não foi possível ler este pedido
unread = Falta algo nele ou há algo malformado.
go-back-and-try = Volte e tente de novo.
forbidden-title = Você não pode fazer isso aqui
forbidden = Você não tem permissão para isso.
forbidden-ask = Fale com alguém que gerencia o servidor.
missing-title = Página não encontrada
missing = Esta página não existe, ou você não pode vê-la.
missing-check = Confira o endereço e tente de novo.
slow-title = Isso demorou demais
slow = O que você enviou não chegou a tempo.
slow-check = Verifique sua conexão e tente de novo.
large-title = Era grande demais
large = O que você enviou passa do tamanho permitido.
large-smaller = Envie algo menor.
form-title = Não foi possível ler este formulário
form-field = Falta um campo ou ele está malformado.
often-title = Tentativas demais
often = Você fez isso vezes demais em pouco tempo.
away-title = Temporariamente indisponível
away = O serviço não consegue acessar seu banco de dados no momento.
away-unsaved = O que você enviou não foi salvo.
away-unknown = O banco de dados não respondeu a tempo.
away-maybe = O que você enviou pode ter sido salvo ou não.
broken-title = Algo deu errado do nosso lado
broken = O erro foi registrado, e nenhuma alteração parcial foi salva.
broken-reference = Se continuar acontecendo, informe ao operador a referência abaixo.
refused-title = Não funcionou
refused = O pedido foi recusado.
second-step-title = Configure primeiro o login em duas etapas
second-step = Quem gerencia isto precisa de uma segunda etapa, e sua conta não tem nenhuma.
second-step-minute = Leva um minuto, com uma chave de acesso ou um aplicativo autenticador.
second-step-meanwhile = Enquanto isso, você pode ler e escrever nos seus canais.
second-step-set-up = Configurar o login em duas etapas
suspended-title = Este servidor está suspenso
suspended = O operador desta instância o suspendeu.
suspended-owner = O dono pode ler o motivo.
suspended-ask = O dono pode pedir ao operador que retire a suspensão.
suspended-until = Até lá, ninguém pode ler nem postar nele, e toda publicação nos webhooks dele recebe a resposta 404.
suspended-kept = Nada nele é excluído.
other-site = Este formulário foi enviado de outro site, por isso foi recusado.
other-site-open = Abra a página neste site e envie o formulário de novo.
framed = Esta página não pode ser mostrada dentro de outra.
framed-open = Abra-a em uma aba própria.
bad-character = Há um caractere que não pode ser armazenado.
bad-character-remove = Remova-o e tente de novo.
password-short = Use pelo menos 8 caracteres.
password-long = Use no máximo 128 caracteres.
password-nickname = Escolha uma senha que não seja seu nome de usuário, com ou sem dígitos.
password-common = Esta é uma das senhas que invasores tentam primeiro.
# Chat: posting, reading and removing

timed-out-here = Você está silenciado neste servidor.
until-then-read = Até isso acabar, você só pode ler.
slow-mode-wait =
    { $n ->
        [one] Modo lento: tente de novo em { $n } segundo.
       *[other] Modo lento: tente de novo em { $n } segundos.
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
slow-off = Desativado
days =
    { $n ->
        [one] { $n } dia
       *[other] { $n } dias
    }
weeks =
    { $n ->
        [one] { $n } semana
       *[other] { $n } semanas
    }
one-year = 1 ano
one-person = 1 pessoa
some-people = { $n } pessoas
unread-mark = (não lido)
unread-mentions =
    { $n ->
        [one] ({ $n } menção não lida)
       *[other] ({ $n } menções não lidas)
    }
unread-many = (mais de { $n } menções não lidas)
no-longer-muted = { $name } não está mais em silêncio.
muted-hour = { $name } está em silêncio por uma hora. As menções continuam chegando à sua caixa de entrada.
muted-eight-hours = { $name } está em silêncio por oito horas. As menções continuam chegando à sua caixa de entrada.
muted-open = { $name } está em silêncio. As menções continuam chegando à sua caixa de entrada.
message-deleted = A mensagem foi excluída.
thank-you = Obrigado.
moderators-will-look = Os moderadores deste servidor vão olhar a mensagem.
reported-already = Você já denunciou esta mensagem.
moderators-will-look-at-it = Os moderadores deste servidor vão olhá-la.
report-own = Você não pode denunciar sua própria mensagem.
report-stays = Os moderadores olharam esta mensagem e decidiram que ela fica.
choose-whose = Escolha de quem são as mensagens a remover.
choose-since = Escolha a última hora, o último dia ou a última semana.
choose-since-or-none = Escolha a última hora, o último dia, a última semana ou nada.
no-such-messages = Não há mensagens deste autor para remover.
since-message = Esta mensagem e todas as seguintes
since-hour = A última hora
since-day = O último dia
since-week = A última semana
nothing-chosen = Nenhuma
messages-none = nenhuma mensagem
messages-count =
    { $n ->
        [one] { $n } mensagem
       *[other] { $n } mensagens
    }
messages-at-least = pelo menos { $n } mensagens
messages-more = mais de { $n } mensagens
restored-one = 1 mensagem foi restaurada.
restored-many = { $n } mensagens foram restauradas.
restored-already = Estas mensagens já foram restauradas, ou o prazo para desfazer passou.
minute-over = O minuto acabou.
cant-restore = Estas mensagens não podem ser restauradas.
mention-read = 1 menção foi marcada como lida.
mentions-read = { $n } menções foram marcadas como lidas.
mentions-read-to = As menções até ali foram marcadas como lidas.
completion-role = Cargo
completion-everyone = Todos neste canal
another-account = Desde que esta página foi aberta, outra conta entrou neste navegador.
reload-page = Recarregue a página.
another-account-post = Este navegador está agora com @{ $name }, então isto não foi enviado. Copie seu texto e recarregue a página.
unread-before-joining = Esta mensagem é de antes da sua entrada no servidor, então não pode ficar não lida.
deleted-user-name = Usuário excluído
deleted-webhook-name = Webhook excluído
search-day = Um dia é escrito assim: 2026-03-01.
search-only-me = Só existe “mentions:me”.
search-name-missing = Falta um nome depois dos dois-pontos.
search-no-letter = Não tem nenhuma letra nem número.
search-no-minus = Uma pesquisa não pode excluir nada.
search-many-parts = Uma pesquisa não pode ter mais partes.
search-long = Uma pesquisa não pode ser mais longa.

# Invites

invite-dead = Este convite não funciona
invite-why = Ele expirou, se esgotou ou foi excluído, ou o link está incompleto.
invite-ask-new = Peça um novo a quem o enviou.
invite-banned = Você está banido deste servidor, então não pode entrar.

# Permissions

permission-administrator = Administrador
permission-administrator-hint = Todas as permissões, em todos os canais.
permission-manage-server = Gerenciar servidor
permission-manage-server-hint = Renomear o servidor, gerenciar webhooks e convites, e remover, banir e silenciar membros.
permission-manage-channels = Gerenciar canais
permission-manage-channels-hint = Criar, editar e excluir canais e definir suas permissões.
permission-manage-roles = Gerenciar cargos
permission-manage-roles-hint = Criar, editar e excluir cargos e atribuí-los a membros.
permission-moderate = Moderar membros
permission-moderate-hint = Banir e silenciar membros e decidir denúncias de mensagens. Parte de “Gerenciar servidor”.
permission-view = Ver canal
permission-view-hint = Ver canais e ler suas mensagens.
permission-send = Enviar mensagens
permission-send-hint = Publicar em canais.
permission-all = Mencionar @all
permission-all-hint = Notificar todos com @all e mencionar cargos não mencionáveis.
permission-messages = Gerenciar mensagens
permission-messages-hint = Excluir mensagens de outros, ver o que as editadas diziam antes e publicar apesar do modo lento.
need-administrator = Aqui você precisa da permissão “Administrador”.
need-manage-server = Aqui você precisa da permissão “Gerenciar servidor”.
need-manage-channels = Aqui você precisa da permissão “Gerenciar canais”.
need-manage-roles = Aqui você precisa da permissão “Gerenciar cargos”.
need-moderate = Aqui você precisa da permissão “Moderar membros”.
need-send = Aqui você precisa da permissão “Enviar mensagens”.
need-messages = Aqui você precisa da permissão “Gerenciar mensagens”.
need-versions = Para ver versões anteriores, você precisa da permissão “Gerenciar mensagens” ou “Gerenciar servidor”.
need-settings = Para abrir as configurações, você precisa de permissão para gerenciar o servidor, os canais, os cargos ou os membros.
only-owner = Só o proprietário do servidor pode fazer isso.
ask-them = Pergunte a ele.
only-owner-administrator = Só o proprietário do servidor decide quem é administrador.
only-own-permissions = Você só pode dar ou tirar permissões que tem.
rank-roles = Você só pode editar, dar e tirar cargos abaixo do seu cargo mais alto.
rank-members = Você só pode fazer isso com membros cujo cargo mais alto esteja abaixo do seu.
rank-owner = O proprietário de um servidor não pode ser removido, banido nem silenciado.
rank-administrator = Só o proprietário do servidor pode remover, banir ou silenciar um administrador.
rank-overwrites-members = Você só pode mudar o que um canal permite e nega a membros cujo cargo mais alto esteja abaixo do seu.
rank-overwrites-roles = Você só pode mudar o que um canal permite e nega a cargos abaixo do seu cargo mais alto.

# Servers and channels

server-left = Você saiu do servidor.
server-settings-saved = As configurações do servidor foram salvas.
choose-picture = Escolha uma imagem.
server-picture-saved = A imagem do servidor foi salva.
server-picture-removed = A imagem do servidor foi removida.
server-offered = O servidor foi oferecido a @{ $name }. Ele continua seu até a aceitação.
server-no-such-member = Nenhum outro membro deste servidor tem este nome de usuário. Confira a grafia.
no-such-member = Nenhum membro deste servidor tem este nome de usuário. Confira a grafia.
offer-cancelled = A oferta foi cancelada.
server-stays-yours = O servidor continua seu.
server-gone = { $name } foi excluído, com tudo o que havia nele.
server-name-mismatch = Isso não corresponde ao nome do servidor.
type-exactly = Digite exatamente como aparece.
channel-created = #{ $name } foi criado.
channel-moved = #{ $name } foi movido.
channel-saved = #{ $name } foi salvo.
channel-gone = #{ $name } foi excluído, com todas as mensagens e webhooks.
channel-last = Este é o último canal do servidor, e um servidor precisa de pelo menos um.
channel-create-first = Crie outro antes.
channel-name-missing = Informe um nome para o canal.
channel-name-letters = Use só letras, números, hífens e sublinhados.
name-one-letter = Use pelo menos uma letra ou um número.
at-most-characters = Use no máximo { $n } caracteres.
single-line = Use uma só linha.
channel-name-taken = Este servidor já tem um canal com este nome.
choose-another-name = Escolha outro nome.
choose-slow-mode = Escolha um dos tempos, no máximo 6 horas.
permissions-saved = As permissões do canal foram salvas.
permissions-hide-channel = Você mesmo não vê mais o canal.
choose-role-or-member = Escolha um cargo ou membro.
choose-what-to-allow = Escolha o que permitir ou negar.
only-allow-own = Você só pode permitir o que você mesmo pode fazer neste canal.
choices-roles = Cargos
choices-members = Membros
role-everyone-name = Todos
role-name-missing = Informe um nome para o cargo.
role-name-letters = Use só letras, números, espaços, hífens e sublinhados.
role-created = O cargo { $name } foi criado. Dê-o aos membros nas páginas deles.
role-moved = O cargo { $name } foi movido.
role-deleted = O cargo { $name } foi excluído.
role-saved = O cargo { $name } foi salvo.
role-name-taken = Este servidor já tem um cargo com este nome ou com um parecido.
member-roles-saved = Os cargos do membro foram salvos.
member-removed = O membro foi removido deste servidor.
member-timed-out-done = O membro foi silenciado.
member-timed-out-lifted = O membro não está mais silenciado.
ban-done = { $name } foi banido deste servidor.
ban-lifted = O banimento de { $name } foi revogado. A pessoa pode voltar com um convite.
ban-self = Você não pode banir a si mesmo.
ban-already = Esta pessoa já está banida.
report-removed = A mensagem foi removida.
report-dismissed = A denúncia foi descartada.
message-stays = A mensagem fica.
invite-ready = O convite está pronto.
invite-send-link = Envie o link às pessoas que você quer convidar.
invite-deleted = O convite foi excluído.
invite-link-dead = O link dele não funciona mais.
form-unreadable = Não foi possível ler este formulário.
go-back-retry = Volte e tente de novo.
kind-person-operator = o operador

# Settings

blocked-done = { $name } foi bloqueado. A pessoa não fica sabendo.
unblocked-done = Esta pessoa não está mais bloqueada.
block-self = Você não pode bloquear a si mesmo.
account-deleted = Sua conta foi excluída.
type-nickname = Para confirmar, digite seu nome de usuário: { $name }.
keep-codes = Guarde os códigos de recuperação em um lugar seguro.
monday = Segunda-feira
tuesday = Terça-feira
wednesday = Quarta-feira
thursday = Quinta-feira
friday = Sexta-feira
saturday = Sábado
sunday = Domingo
quiet-is-off = Seu horário silencioso está desativado.
quiet-is-saved = Seu horário silencioso foi salvo.
quiet-time-of-day = Informe um horário, como 22:00.
quiet-end-differs = Informe um fim diferente do início.
quiet-zone-list = Escolha um fuso horário da lista.
quiet-days-choose = Escolha dias da semana.
unmuted-it = Não está mais em silêncio.
browser-notified = Este navegador recebe notificações.
browser-silent = Aquele navegador não recebe mais notificações.
passkey-is-removed = A chave de acesso foi removida.
passkey-delete-there = Exclua-a também no dispositivo.
passkey-renamed = A chave de acesso tem um novo nome.
passkey-is-added = Sua chave de acesso foi adicionada.
passkey-added-before = Esta chave de acesso já tinha sido adicionada.
phone-is-verified = Seu telefone foi verificado.
phone-is-removed = Seu número foi removido.
phone-missing = Informe seu número de telefone.
phone-country-code = Informe o número com o código do país, como +55 ou +1.
phone-plus = Informe + em vez do 00 inicial.
phone-digits-only = Use só números, depois de um + e do código do país.
phone-no-country = Este número não pertence a nenhum país, e SMS para ele têm custo extra. Digite um número de celular.
phone-short = Este número é curto demais. Veja se falta algum dígito.
phone-long = Este número é longo demais. Veja se há um dígito a mais.
phone-not-there = Este número não existe no país desse código. Confira os dígitos.
phone-mobile-only = SMS são enviados só para celulares. Informe um número de celular.
phone-six-digits = Informe os seis dígitos do código.
phone-verified-already = Você já verificou este número.
phone-another-just = Um código acabou de ser enviado.
phone-another-second = Você pode pedir outro em um segundo.
phone-today-limit = Este número já recebeu { $n } códigos hoje, que é o limite.
phone-numbers-limit = Você informou { $n } números diferentes hoje, que é o limite.
phone-network-limit = Códigos demais foram pedidos da sua rede hoje.
phone-service-limit = Este serviço já enviou todos os SMS de hoje.
number-taken = Outra conta verificou este número.
number-taken-meanwhile = Nesse meio-tempo, outra conta verificou este número.
use-another-number = Use outro número.
profile-is-saved = Seu perfil foi salvo.
choice-is-saved = Sua escolha foi salva para este navegador.
password-is-changed = Sua senha foi mudada, e todos os outros navegadores saíram.
browser-is-out = Aquele navegador saiu.
others-are-out = Todos os outros navegadores saíram.
browser-asks-code = Aquele navegador terá de informar um código na próxima entrada.
totp-is-removed = Seu aplicativo autenticador foi removido.
totp-is-set-up = Seu aplicativo autenticador está configurado.
totp-wrong-code = Informe os seis dígitos que o aplicativo mostra agora.
totp-clock = Se continuarem errados, confira o relógio do dispositivo.
offer-declined = Você recusou { $name }. Fica com o dono.
offer-accepted = { $name } agora é seu.
codes-none-left = Você não tem mais códigos de recuperação.
codes-one-left = Você ainda tem um código de recuperação.
codes-some-left = Você ainda tem { $n } códigos de recuperação.
codes-make-new = Você pode criar novos em Configurações, Segurança.
reason-impersonates = Finge ser outra pessoa
reason-phishing = Tenta obter senhas ou instala software malicioso
reason-misuses = Usa mal o que sabe sobre as pessoas
reason-spam = Envia spam ou mensagens indesejadas
reason-other = Outra coisa

# Events of the security log

event-signed-in = Entrou
event-wrong-password = Entrada com senha errada
event-wrong-confirmation = Confirmação com senha errada
event-other-out = Outro navegador saiu
event-others-out = Todos os outros navegadores saíram
event-password-changed = Senha mudada
event-reset-requested = Código para redefinir a senha pedido
event-reset-wrong = Código para redefinir a senha errado
event-reset = Senha redefinida com um código
event-reset-operator = Senha redefinida
event-phone-verified = Telefone verificado
event-phone-removed = Telefone removido
event-app-approved = Aplicativo aprovado
event-device = Dispositivo entrou em um aplicativo
event-app-revoked = Aplicativo revogado
event-apps-revoked = Todos os aplicativos revogados
event-app-offered = Aplicativo oferecido a outra pessoa
event-app-accepted-by = Aplicativo aceito pelo novo dono
event-app-accepted = Aplicativo aceito
event-webhook-leaked = URL de webhook vazada, webhook pausado
event-totp-added = Aplicativo autenticador adicionado
event-totp-removed = Aplicativo autenticador removido
event-passkey-added = Chave de acesso adicionada
event-passkey-removed = Chave de acesso removida
event-passkey-copied = Cópia de uma chave de acesso recusada
event-second-off = Entrada em duas etapas desativada
event-second-wrong = Código errado depois da senha certa
event-codes-created = Novos códigos de recuperação criados
event-code-used = Código de recuperação usado
event-trust-ended = Fim da confiança em um navegador
event-disabled = Conta desativada
event-enabled = Conta reativada
event-everywhere-out = Saiu de todos os lugares
event-admin = Virou administrador desta instância
event-no-admin = Não é mais administrador desta instância
event-other = Outra atividade

# Actions of a server's audit log
audit-webhook-created = Webhook criado
audit-webhook-edited = Webhook editado
audit-webhook-moved = Webhook movido
audit-webhook-paused = Webhook pausado
audit-webhook-resumed = Webhook retomado
audit-webhook-suspended = Webhook suspenso
audit-webhook-deleted = Webhook excluído
audit-channel-created = Canal criado
audit-channel-edited = Canal editado
audit-channel-moved = Canal movido
audit-channel-deleted = Canal excluído
audit-message-deleted-by-a-moderator = Mensagem excluída por um moderador
audit-messages-removed = Mensagens removidas
audit-reported-message-removed = Mensagem denunciada removida
audit-report-dismissed = Denúncia descartada
audit-messages-restored = Mensagens restauradas
audit-channel-permissions-changed = Permissões do canal alteradas
audit-role-created = Cargo criado
audit-role-edited = Cargo editado
audit-role-deleted = Cargo excluído
audit-roles-changed = Cargos alterados
audit-member-joined = Membro entrou
audit-member-left = Membro saiu
audit-member-removed = Membro removido
audit-member-banned = Membro banido
audit-ban-lifted = Banimento revogado
audit-member-timed-out = Membro silenciado
audit-time-out-lifted = Silenciamento encerrado
audit-invite-created = Convite criado
audit-invite-deleted = Convite excluído
audit-server-renamed = Servidor renomeado
audit-server-suspended = Servidor suspenso
audit-webhook-url-regenerated = URL do webhook gerada de novo
audit-webhook-creator-changed = Criador do webhook alterado
audit-webhook-reported-leaked = Vazamento do webhook informado
audit-webhook-found-leaked = URL do webhook achada por um detector
audit-webhook-restored = Suspensão do webhook encerrada
audit-own-message-deleted = Mensagem excluída pelo próprio webhook
audit-server-picture = Imagem do servidor alterada
audit-server-pictures = Carregamento de imagens alterado
audit-server-second-step = Exigência de entrada em duas etapas
audit-server-restored = Suspensão do servidor encerrada
audit-offered = Transferência oferecida
audit-offer-cancelled = Transferência cancelada
audit-offer-declined = Transferência recusada
audit-handed-over = Posse transferida
audit-group-webhooks = Webhooks
audit-group-channels = Canais
audit-group-server = Servidor
deleted-account-name = conta excluída

# Limits that are reached

cap-servers-owned =
    { $n ->
        [one] Você tem { $n } servidor, o máximo por pessoa.
       *[other] Você tem { $n } servidores, o máximo por pessoa.
    }
cap-servers-owned-do = Exclua ou transfira um antes.
cap-servers-joined =
    { $n ->
        [one] Você está em { $n } servidor, o máximo por pessoa.
       *[other] Você está em { $n } servidores, o máximo por pessoa.
    }
cap-servers-joined-do = Saia de um antes.
cap-apps-owned =
    { $n ->
        [one] Você tem { $n } aplicativo, o máximo por pessoa.
       *[other] Você tem { $n } aplicativos, o máximo por pessoa.
    }
cap-delete-one = Exclua um antes.
cap-apps-connected =
    { $n ->
        [one] Você tem { $n } aplicativo conectado, o máximo por pessoa.
       *[other] Você tem { $n } aplicativos conectados, o máximo por pessoa.
    }
cap-apps-connected-do = Revogue um em “Aplicativos conectados” antes.
cap-muted =
    { $n ->
        [one] Você tem { $n } canal ou servidor silenciado, o máximo por pessoa.
       *[other] Você tem { $n } canais e servidores silenciados, o máximo por pessoa.
    }
cap-muted-do = Reative as notificações de alguns nas configurações.
cap-blocked =
    { $n ->
        [one] Você bloqueou { $n } pessoa, o máximo permitido.
       *[other] Você bloqueou { $n } pessoas, o máximo permitido.
    }
cap-blocked-do = Desbloqueie alguém antes.
cap-reports =
    { $n ->
        [one] Você tem { $n } denúncia aberta, o máximo permitido.
       *[other] Você tem { $n } denúncias abertas, o máximo permitido.
    }
cap-reports-moderators = Espere até os moderadores decidirem algumas.
cap-reports-operator = Espere até o operador fechar algumas.
cap-app-reports =
    { $n ->
        [one] Este aplicativo tem { $n } denúncia aberta, o máximo permitido.
       *[other] Este aplicativo tem { $n } denúncias abertas, o máximo permitido.
    }
cap-app-reports-do = O operador já sabe.
cap-bans =
    { $n ->
        [one] Este servidor tem { $n } banimento, o máximo permitido.
       *[other] Este servidor tem { $n } banimentos, o máximo permitido.
    }
cap-bans-do = Revogue um antes.
cap-channels =
    { $n ->
        [one] Este servidor tem { $n } canal, o máximo permitido.
       *[other] Este servidor tem { $n } canais, o máximo permitido.
    }
cap-invites =
    { $n ->
        [one] Este servidor tem { $n } convite, o máximo permitido.
       *[other] Este servidor tem { $n } convites, o máximo permitido.
    }
cap-roles =
    { $n ->
        [one] Este servidor tem { $n } cargo, o máximo permitido.
       *[other] Este servidor tem { $n } cargos, o máximo permitido.
    }
cap-overwrites =
    { $n ->
        [one] Este servidor tem { $n } conjunto de permissões em um canal, o máximo permitido.
       *[other] Este servidor tem { $n } conjuntos de permissões em canais, o máximo permitido.
    }
cap-overwrites-do = Defina antes todas as permissões de um como “Herdar”.
cap-removals =
    { $n ->
        [one] Neste canal { $n } remoção ainda está sendo excluída, o máximo por vez.
       *[other] Neste canal { $n } remoções ainda estão sendo excluídas, o máximo por vez.
    }
cap-removals-do = Tente de novo em um minuto.
cap-offers =
    { $n ->
        [one] Esta pessoa tem { $n } servidor para aceitar ou recusar, o máximo permitido.
       *[other] Esta pessoa tem { $n } servidores para aceitar ou recusar, o máximo permitido.
    }
cap-offers-do = Peça que responda a uma oferta antes.
cap-passkeys =
    { $n ->
        [one] Você tem { $n } chave de acesso, o máximo permitido.
       *[other] Você tem { $n } chaves de acesso, o máximo permitido.
    }
cap-passkeys-do = Remova uma antes.

# A message into a channel that its author can't see any more

channel-lost = Sua mensagem não foi enviada
channel-lost-gone = Este canal não existe mais ou você não pode mais vê-lo.
channel-lost-why = Talvez você tenha sido removido ou banido do servidor.
channel-lost-copy = Copie seu texto se ainda precisar dele.

# Messages, reports and invites that are refused

message-blank = A mensagem está vazia.
message-write = Escreva algum texto.
message-at-most = Uma mensagem pode ter no máximo { $n } caracteres.
message-shorten = Encurte-a ou envie-a em duas.
reply-was-deleted = A mensagem que você está respondendo foi excluída.
reply-send-own = Seu texto continua aqui: envie-o como uma mensagem à parte.
report-reason = Escolha um motivo.
report-app-again = Você já denunciou este aplicativo, e o operador ainda não encerrou essa denúncia.
report-say-what = Diga aos moderadores o que há de errado com esta mensagem.
second-step-own-first = Configure primeiro o login em duas etapas na sua própria conta.
second-step-then-require = Depois você pode exigi-lo aqui.
invite-gone = Este convite não funciona mais: expirou, foi esgotado ou foi excluído.

# Refusals in settings of accounts

passkey-meanwhile = Outra chave de acesso foi adicionada nesse meio-tempo. Tente de novo.
passkey-copied = Esta chave de acesso foi recusada porque parece existir uma cópia dela. Entre de outro modo e remova-a nas configurações.
password-changed-elsewhere = Sua senha acaba de ser trocada em outro navegador. Entre de novo com a nova.
push-elsewhere = As notificações deste navegador foram ativadas em outro lugar. Desative-as no navegador e tente de novo.
push-service-not-used = Este serviço não envia mensagens pelo serviço de push deste navegador.
push-keys = Não foi possível ler as chaves do navegador. Desative as notificações no navegador e tente de novo.
phone-taken = Outra conta verificou este número. Use outro.
phone-costs = SMS para este número têm custo extra, então ele não pode ser verificado. Digite outro.
phone-country-off = Este serviço não envia SMS para este país. Digite um número de celular de outro país.
sms-unset = Este serviço ainda não pode enviar SMS. O operador precisa configurar isso antes.
sms-unsent = Não conseguimos enviar o SMS. Tente de novo em um minuto.
sms-refused = Não conseguimos enviar um SMS para este número. Confira-o ou tente outro.
sms-unsure = Talvez o SMS não tenha sido enviado. Se não chegar, tente de novo em um minuto.
refused-picture-large = Esta imagem é grande demais. Escolha uma de no máximo 5 MiB.
picture-pixels = Esta imagem tem pixels demais. Reduza-a e tente de novo.
picture-kind = Não é uma imagem PNG, JPEG nem WebP. Escolha outro arquivo.
picture-damaged = Não é possível ler esta imagem; o arquivo parece danificado. Escolha outra.
passkeys-what = Escolha o que fazer com suas chaves de acesso.
totp-what = Escolha o que fazer com seu aplicativo autenticador.
waited-too-long = Isso já foi feito ou esperou demais. Volte e confira antes de tentar de novo.
account-owns = Você é dono de { $name }. Transfira ou exclua seus servidores antes.
account-owns-suspended = O operador suspendeu servidores seus: { $name }. Peça que encerre a suspensão antes.

# Connected apps

app-revoked = O aplicativo foi revogado. Ele terá que perguntar de novo na próxima vez que você entrar nele.
app-revoked-none = Não havia nada para revogar.
apps-revoked =
    { $n ->
        [one] Um aplicativo foi revogado. Ele terá que perguntar de novo na próxima vez.
       *[other] { $n } aplicativos foram revogados. Eles terão que perguntar de novo na próxima vez.
    }
app-reported = Obrigado. O operador deste serviço vai analisar sua denúncia. Para parar de usar o aplicativo, revogue-o aqui.
transfer-uris = Confira as URIs de redirecionamento: o dono anterior as escolheu.
transfer-secrets = O dono anterior talvez ainda conheça os segredos: crie um novo e depois exclua os outros. Confira também as URIs de redirecionamento.

# Refusals in the chat

edit-author-only = Só o autor pode editar uma mensagem.
edit-permission = Para editar mensagens neste canal, você precisa da permissão de enviar mensagens.
delete-permission = Para excluir mensagens de outros, você precisa da permissão de gerenciar mensagens.
post-permission = Para escrever neste canal, você precisa da permissão de enviar mensagens.
restore-deleter-only = Só quem excluiu esta mensagem pode restaurá-la.
undo-over = O prazo para desfazer acabou. Esta mensagem não pode ser restaurada.
removed-by-moderator = Um moderador removeu esta mensagem.
view-permission = Aqui você precisa da permissão de ver o canal.
mention-all-permission = Aqui você precisa da permissão de mencionar @all.
character-zero = Uma mensagem não pode conter o caractere U+0000. Remova-o.
mute-choice = Silencie por uma hora, oito horas ou até reativar.
blocked-person = @{ $name } foi bloqueado e não ficará sabendo.
value-unusable = Isto não pode ser usado. Altere.

# Refusals in a server's settings

ban-lift-rank = Só o dono, ou alguém que não esteja abaixo de quem baniu, pode revogar este banimento.
banned-person = @{ $name } foi banido deste servidor.
ban-lifted-person = O banimento de @{ $name } foi revogado. A pessoa pode voltar com um convite.
invite-hours = Escolha de 1 a 8.760 horas ou deixe vazio para não ter limite.
invite-people = Escolha de 1 a 10.000 pessoas ou deixe vazio para não ter limite.
leave-owner = Este servidor é seu, então você não pode sair. Transfira-o antes a outro membro ou exclua-o.
remove-self = Você não pode remover a si mesmo. Saia do servidor pela lista dos seus servidores.
roles-gone = Um destes cargos não existe mais neste servidor. Escolha de novo.
overwrite-whom = Escolha um cargo ou membro deste servidor.
role-all-administrator = Todos têm este cargo, então ele não pode ser administrador. Crie outro cargo para administradores.
role-all-delete = Todo membro tem este cargo, então ele não pode ser excluído.
role-controls = Você não pode dar nem tirar este cargo porque ele controla uma permissão de canal que você não tem. Peça ao dono do servidor.
role-all-lowest = Todos têm este cargo, então ele é sempre o mais baixo.
role-move-below = Você só pode mover cargos para baixo do seu cargo mais alto.
position-role = Escolha uma posição de 1, a mais baixa, a { $n }.
offer-already = Este servidor já foi oferecido a alguém. Cancele essa oferta antes.
offer-whom = Escolha outro membro deste servidor.
timeout-self = Você não pode silenciar a si mesmo.
permission-both = Uma permissão está permitida e negada ao mesmo tempo. Escolha uma das duas.
permission-no-channel = Um destes não é uma permissão de canal. Escolha na lista.
permission-none = Um destes não é uma permissão. Escolha na lista.
report-choice = Remova a mensagem ou descarte a denúncia.

# Browsers

browser-unknown = Navegador desconhecido
browser-android = { $name } no Android
browser-iphone = { $name } no iPhone
browser-ipad = { $name } no iPad
browser-windows = { $name } no Windows
browser-macos = { $name } no macOS
browser-chromeos = { $name } no ChromeOS
browser-linux = { $name } no Linux
