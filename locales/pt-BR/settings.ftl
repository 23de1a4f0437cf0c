# Words of several pages of settings

notifications = Notificações
blocked-people = Pessoas bloqueadas
offers = Ofertas de transferência
account-delete = Excluir conta
recovery-codes = Códigos de recuperação
passkeys = Chaves de acesso
totp = Aplicativo autenticador
six-digits = Código de seis dígitos
this-browser = Este navegador
this-phone = Este celular
this-tablet = Este tablet
added = Adicionado em <time></time>
last-used = último uso: <time></time>
not-used = ainda não usado
asks-confirm = Antes, será pedido que você confirme que é você.
asks-password = Sua senha será pedida antes.
second-off-about = Você vai entrar só com a senha. Seus códigos de recuperação param de funcionar, e nenhum navegador é mais confiável.
recovery-have =
    { $count ->
        [0] Você não tem mais códigos de recuperação.
        [one] Você ainda tem um código de recuperação.
       *[other] Você ainda tem { $count } códigos de recuperação.
    }

# Connected apps

apps-lead = Você entrou nestes sites e programas com sua conta. Cada um vê o que você aprovou e nada mais.
apps-sees = Vê seu ID, nome de usuário, nome de exibição e imagem
apps-sees-id = Vê seu ID, mas não seu nome nem sua imagem

# <time></time> is the first sign-in, <span></span> the last one.

apps-times = Primeira entrada em <time></time>, última <span></span>
apps-revoke = Revogar
apps-revoke-of = Revogar { $name }
apps-hint = Revogar um aplicativo não apaga o que ele já sabe sobre você. Ele terá de perguntar de novo na próxima vez que você entrar.
apps-revoke-all = Revogar todos
apps-revoke-all-ask = Todos os { $count } aplicativos terão de perguntar de novo na próxima vez que você entrar.
apps-empty = Nenhum aplicativo conectado
apps-empty-text = Os sites em que você entra com esta conta aparecem aqui, e você pode revogá-los aqui.
report-name = Denunciar { $name }
report-some = Denunciar um aplicativo
report-id = Denunciar o aplicativo { $id }
report-lead = Sua denúncia vai para o operador deste serviço. O dono do aplicativo não é avisado.
report-what = O que há de errado?
report-choose = Escolha um motivo
report-details = Detalhes
report-hint = O que aconteceu, e onde. No máximo 500 caracteres.
report-send = Enviar denúncia

# Blocked people

blocked-lead = As mensagens delas ficam recolhidas para você, e nenhuma menção delas chega a você. Elas não ficam sabendo.
unblock-name = Desbloquear { $name }
blocked-empty = Você não bloqueou ninguém
blocked-empty-text = Para bloquear alguém, clique no nome da pessoa em um canal.

# Deleting an account

delete-lead = Isso não pode ser desfeito.
delete-goes = O que é excluído
delete-profile = Seu perfil, sua imagem e seu número de telefone. Você sai de todos os lugares.
delete-apps = Os aplicativos que você criou. Ninguém mais poderá entrar com eles.
delete-access = Seu acesso a outros sites em que você entra com esta conta.
delete-stays = O que fica
delete-messages = Suas mensagens, como “usuário excluído”.
delete-webhooks = Os webhooks que você criou. Eles pertencem ao servidor, mas não podem mais notificar todos.
delete-logs = Seu nome nos registros de auditoria dos servidores, junto ao que você fez neles, por até 90 dias.
delete-servers = Antes, transfira ou exclua seus servidores
delete-servers-text =
    { $count ->
        [one] Este servidor é seu. Transfira-o ou exclua-o e depois volte.
       *[other] Estes servidores são seus. Transfira ou exclua cada um e depois volte.
    }
delete-suspended =
    { $count ->
        [one] Este servidor é seu, e o operador o suspendeu. Até que ele reverta isso, você não pode transferi-lo nem excluí-lo, nem excluir sua conta. Fale com o operador deste serviço.
       *[other] Estes servidores são seus, e o operador os suspendeu. Até que ele reverta isso, você não pode transferi-los nem excluí-los, nem excluir sua conta. Fale com o operador deste serviço.
    }
delete-who = Excluir @{ $nickname }
delete-nickname = Seu nome de usuário
delete-type = Digite { $nickname } para confirmar.

# Notifications

notifications-lead = Toda menção chega à sua caixa de entrada, seja qual for sua escolha aqui.
notifications-browser = No seu navegador
notifications-browser-text = Seu navegador mostra uma notificação quando alguém menciona você.
notifications-browser-push = Seu navegador mostra uma notificação quando alguém menciona você. Ele pode fazer isso sem nenhuma página deste site aberta: a mensagem passa então pelo serviço push do fabricante do navegador, criptografada para que só o seu navegador possa lê-la.
notifications-how = Como funcionam as notificações
notifications-scripts = As notificações precisam de JavaScript.
notifications-ios = No iPhone ou iPad, as notificações chegam ao app na Tela de Início: toque em Compartilhar no Safari, escolha <strong>Adicionar à Tela de Início</strong>, abra { $brand } por lá e ative-as aqui.
notifications-on = Ativar neste navegador
notifications-off = Desativar neste navegador
notifications-ends = termina com a sessão
quiet = Horário silencioso
quiet-lead = Nenhuma notificação é mostrada nestas horas, pelo relógio de onde você está.
quiet-lead-on = Nenhuma notificação é mostrada nestas horas, pelo relógio de onde você está. Está ativado.
quiet-from = Das
quiet-to = Às
quiet-to-hint = Se for antes do início, é no dia seguinte.
quiet-zone = Fuso horário
quiet-zone-choose = Escolha a cidade mais próxima
quiet-days = Dias em que começa
quiet-save = Salvar horário silencioso
quiet-off = Desativar
mutes = Silenciados
mutes-lead = Nada aqui é marcado como não lido nem mostra notificação. Para silenciar um canal ou servidor, abra-o e use o sino.
mutes-hidden = Um lugar que você não vê mais
mutes-empty = Nada está silenciado
mutes-empty-text = Os canais e servidores que você silencia aparecem aqui.

# Passkeys

passkeys-lead = Uma chave de acesso faz você entrar com sua digital, seu rosto ou o PIN do dispositivo. Ela não pode ser adivinhada, e nenhum outro site pode pedi-la.
passkeys-yours = Suas chaves de acesso
passkeys-yours-text = Remova as de dispositivos que você não tem mais.
passkeys-second-only = Só segunda etapa
passkeys-rename = Renomear
passkeys-remove-about = Ela não fará mais você entrar.
passkeys-add = Adicionar uma chave de acesso
passkeys-address = Os navegadores não têm chaves de acesso neste endereço. Elas precisam de https e de um nome de domínio; no seu próprio computador, http://localhost basta.
passkeys-most = Você tem { $count } chaves de acesso, o máximo possível. Remova uma antes.
passkeys-where = Seu navegador pergunta onde guardá-la: neste dispositivo, no celular ou em uma chave de segurança.
passkeys-first = A partir daí, a senha sozinha não basta mais para entrar. Você também recebe códigos de recuperação, para o caso de perder o dispositivo.
passkeys-name-hint = Para você distinguir suas chaves de acesso.
passkeys-scripts = As chaves de acesso precisam de JavaScript. Um aplicativo autenticador funciona sem ele.

# Phone

phone-lead = Com um número de telefone verificado, você pode entrar, definir uma nova senha se esquecer a sua e criar aplicativos.
phone-yours = Seu número
phone-verified = Verificado
phone-remove = Remover número
phone-remove-about = Você não poderá mais entrar com este número, criar aplicativos nem definir uma nova senha se esquecer a sua. Os aplicativos que você criou continuam funcionando. Outra pessoa poderá verificar o número.
phone-no-texts = Este serviço ainda não pode enviar SMS, então você não pode verificar um número de telefone. O operador precisa configurar isso.
phone-for-app = Todo aplicativo precisa de um dono responsável. Quando seu número for verificado, você segue para criar o aplicativo.
phone-asks-password = Você entrou há algum tempo, então sua senha será pedida antes do envio de um código.
phone-code-title = Digite o código
phone-code-sent = Nós o enviamos por SMS para <strong class="nums nowrap" id="masked-phone">{ $number }</strong>. Ele vale por dez minutos.
phone-code-over = O código enviado para <strong class="nums nowrap" id="masked-phone">{ $number }</strong> não vale mais. Peça um novo.
phone-would-send = Esta instância não envia SMS. Ela teria enviado:
phone-verify = Verificar telefone
phone-resend = Enviar um novo código
phone-resend-in = em <span class="nums" data-countdown-number>{ $seconds }</span> s
phone-no-code = Não recebeu o SMS? Confira o número. Se outra conta já o verificou, a mensagem não contém código.
phone-other = Usar outro número
phone-change = Mudar número
phone-hint = Inclua o código do país, como +55 ou +1.
phone-hint-change = Inclua o código do país, como +55 ou +1. Seu número atual fica até o novo ser verificado.
phone-number = Número de telefone
phone-verify-title = Verifique seu número
phone-verify-text = Vamos enviar um código de seis dígitos por SMS. Outras pessoas não veem seu número.

# Profile

profile-lead = É assim que você aparece no chat e nos sites em que entra.
profile-yours = Seu perfil
profile-nickname-hint = É como as pessoas mencionam você e com o que você entra. Use letras minúsculas, números, pontos, hífens e sublinhados.
profile-name-hint = Aparece ao lado das suas mensagens.
picture-hint = PNG, JPEG ou WebP, no máximo 5 MiB. Ela é cortada em quadrado.
profile-picture-remove = Remover minha imagem
profile-picture-remove-hint = Um padrão gerado fica no lugar dela.
profile-save = Salvar perfil
writing = Escrever mensagens
writing-lead = Para este navegador. Em uma tela sensível ao toque, o botão envia.
writing-send = Enviar com
writing-enter = Enter
writing-enter-hint = Shift e Enter começam uma nova linha.
writing-ctrl = Ctrl e Enter
writing-ctrl-hint = No Mac, ⌘ e Enter. Só Enter começa uma nova linha.
writing-save = Salvar escolha
language-lead = Das páginas, dos SMS e das notificações. Vale onde quer que você entre.
language-auto = A preferida do navegador
language-save = Salvar idioma

# Recovery codes

recovery-lead = Se você não estiver com seu dispositivo, um código de recuperação o substitui. Cada um vale uma vez.
recovery-new = Seus novos códigos
recovery-new-text = Eles são mostrados só agora. Guarde-os em um lugar seguro, separados da senha.
recovery-download = Baixar como arquivo de texto
recovery-left =
    { $count ->
        [0] Nenhum código restante
        [one] Um código restante
       *[other] { $count } códigos restantes
    }
recovery-replace = Novos códigos substituem todos os que você tem.
recovery-create = Criar novos códigos

# Security

security-lead = Sua senha, os navegadores em que você está conectado e a atividade recente da sua conta.
security-password = Mudar senha
security-password-text = Isso encerra sua sessão em todos os outros navegadores.
security-current = Senha atual
security-second = Entrada em duas etapas
security-second-both = Entrar exige sua senha e um código do aplicativo autenticador ou uma chave de acesso. Só a chave de acesso também basta.
security-second-app = Entrar exige sua senha e um código do aplicativo autenticador.
security-second-passkey = Entrar exige sua senha e uma chave de acesso. Só a chave de acesso também basta.
security-second-none = Proteja sua conta com uma chave de acesso ou um aplicativo autenticador, além da senha.

# <time></time> is the beginning, <span></span> the end.

security-trusted = confiável desde <time></time>, até <span></span>
security-ask = Pedir um código
security-sessions = Navegadores conectados
security-sessions-text = Saia de qualquer navegador que você não reconhece ou não usa mais.
security-end-others = Sair de todos os outros
security-since = conectado em <time></time>
security-recent = Atividade recente
security-recent-text = Se vir algo que você não fez, mude sua senha imediatamente.
event-operator = pelo operador deste serviço
event-someone = por outra pessoa
event-failed = Falhou
security-log = Registro de segurança
security-log-lead = O que aconteceu com sua conta, do mais recente ao mais antigo. Só você pode ver.
security-log-empty = Nada aqui ainda
security-log-empty-text = Entradas, senhas erradas e mudanças na sua conta aparecem aqui conforme acontecem.
security-log-kept = As entradas são guardadas por { $days } dias: no máximo { $kept } sobre o que você ou o operador fez, e no máximo { $strangers } sobre o que qualquer pessoa poderia ter feito, como tentativas de entrar com a senha errada.

# Authenticator app

totp-lead = Com um aplicativo autenticador, entrar exige sua senha e um código do seu dispositivo.
totp-yours = Seu aplicativo
totp-done = Configurado
totp-since = Configurado em <time></time>.
totp-remove = Remover aplicativo
totp-remove-about = Você mantém suas chaves de acesso e seus códigos de recuperação.
totp-scan = Leia o código
totp-scan-text = Leia-o com um aplicativo autenticador no celular ou digite a chave nele. Depois, informe o código que ele mostrar.
totp-key = a chave
totp-show = Mostrar o código QR e a chave
totp-set-up = Configurar
totp-again = Recomeçar com uma nova chave
totp-begin = Configurar um aplicativo
totp-begin-text = Você precisa de um aplicativo autenticador no celular ou no computador.
totp-begin-codes = Você também recebe códigos de recuperação, para o caso de perder o dispositivo.
totp-asks-password = Você entrou há algum tempo, então sua senha será pedida antes.

# Offers

offers-lead = Servidores e aplicativos OAuth cujos donos querem transferi-los para você. Eles são seus quando você aceita.
offers-from = De { $name } (@{ $nickname })
offers-until = pode ser aceita até <time></time>
offers-accept = Aceitar
offers-decline = Recusar
offers-server-hint = O dono de um servidor é responsável por ele e pode fazer tudo nele. O dono anterior continua membro e mantém seus cargos.
offers-phone = Verifique seu telefone antes
offers-phone-text = Para ser dono de um aplicativo, você precisa de um número de telefone verificado. Só você pode vê-lo.
offers-room = Você já tem o máximo de aplicativos
offers-room-text = Uma pessoa pode ter no máximo { $count } aplicativos. Exclua um antes de aceitar outro.
offers-apps = Aplicativos oferecidos
offers-suspended = Este aplicativo está suspenso; não pode ser transferido até isso acabar.
offers-secrets = Um aplicativo mantém seu ID de cliente, seus segredos e suas entradas. O dono anterior ainda pode conhecer os segredos: depois de aceitar, crie um novo e exclua os outros. Confira também as URIs de redirecionamento.
offers-public = Um aplicativo público mantém seu ID de cliente e suas entradas. Depois de aceitar, confira as URIs de redirecionamento: o dono anterior as escolheu.
offers-empty = Nada foi oferecido a você
offers-empty-text = Quando alguém transfere um servidor ou aplicativo para você, ele aparece aqui por sete dias.
