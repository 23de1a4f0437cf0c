frame-skip = Ir para o conteúdo
frame-home = { $brand }, início
frame-main = Navegação principal
frame-chat = Chat
frame-inbox = Caixa de entrada
frame-unread = não lidas
frame-portal = Portal
frame-account = Conta de { $name }
frame-account-attention = Conta de { $name }, pendências: { $count }
frame-account-menu = Conta
frame-servers = Seus servidores
frame-profile = Perfil
frame-phone = Telefone
frame-phone-unverified = Não verificado
frame-security = Segurança
frame-apps = Aplicativos conectados
frame-shortcuts = Atalhos de teclado
frame-console = Console
frame-attention = pendências
frame-colours = Cores
frame-sign-out = Sair
frame-docs = Documentação
frame-sign-in = Entrar
frame-sign-up = Cadastrar-se
frame-footer = Rodapé
frame-guide = Guia de integração
frame-keyboard = Teclado
frame-language = Idioma
colours-device = Cores deste dispositivo
colours-device-hint = Igual a este dispositivo
colours-light = Cores claras
colours-light-hint = Claro
colours-dark = Cores escuras
colours-dark-hint = Escuro
date = { $day }/{ $month }/{ $year }

cancel = Cancelar
continue = Continuar
go-back = Voltar
go-to-chat = Ir para o chat
go-to-portal = Ir para o portal
password = Senha
new-password = Nova senha
password-hint = Pelo menos 8 caracteres. Várias palavras juntas formam uma boa senha.
login = Nome de usuário ou telefone
use-passkey = Usar sua chave de acesso
code-or-recovery-code = Código de seis dígitos ou código de recuperação
recovery-code = Código de recuperação
back-to-sign-in = Voltar para o login
signed-in-as = Conectado como <strong>{ $name }</strong> (@{ $nickname })
not-you = Não é você?

sign-in = Entrar
sign-in-to-app = Entre para continuar para { $name }.
sign-in-to-server = Entre para participar de { $name }.
sign-in-kept-form = Sua sessão terminou. Entre de novo: o que você digitou fica guardado por uma hora.
sign-in-ended = Sua sessão terminou. Entre de novo.
sign-in-first = Entre para continuar.
sign-in-passkey = Entrar com uma chave de acesso
sign-in-forgot = Esqueceu sua senha?
sign-in-new = Ainda não tem uma conta? <a href="{ $href }">Cadastre-se</a>
sign-in-invite = Ainda não tem uma conta? Abra o link de convite que você recebeu para se cadastrar.

sign-up = Cadastrar-se
sign-up-lead = Uma só conta para o chat e para outros sites em que você pode entrar com ela.
sign-up-join-lead = Você se cadastra e entra em { $server }. Os membros vão ver seu nome de usuário, seu nome de exibição e sua imagem.
sign-up-admin = Esta conta passa a ser a administradora desta instância.
sign-up-nickname = Nome de usuário
sign-up-nickname-hint = É como as pessoas mencionam você. Use letras minúsculas, dígitos, pontos, hifens e sublinhados.
sign-up-name = Nome de exibição
sign-up-name-hint = Aparece ao lado das suas mensagens. Você pode mudar quando quiser.
sign-up-join = Cadastrar-se e entrar
sign-up-known = Já tem uma conta? <a href="{ $href }">Entrar</a>
sign-up-known-admin = Já tem uma conta? <a href="{ $href }">Entre</a>, e ela passa a ser a administradora
sign-up-invite-title = Você precisa de um convite
sign-up-invite = Nesta instância, as pessoas se cadastram por um convite para um servidor. Abra o link de convite que você recebeu e cadastre-se por lá. Se ele parou de funcionar, peça um novo.
sign-up-link-title = Este link não funciona mais
sign-up-link = Ele foi usado, revogado ou expirou. Peça um novo à pessoa que o enviou a você.
sign-up-closed-title = O cadastro está fechado
sign-up-closed = Nesta instância, ninguém pode se cadastrar no momento. Se você deveria ter uma conta, fale com a pessoa que a administra.

confirm-title = Confirme que é você
confirm-lead = Você entrou há algum tempo. Digite sua senha de novo para continuar.
confirm-lead-act = Você entrou há algum tempo. Digite sua senha de novo, e o que você escolheu será feito.
confirm-lead-some-app = O aplicativo que trouxe você aqui pede que você digite sua senha de novo.
confirm-lead-app = { $app } pede que você digite sua senha de novo.
confirm-incomplete = Arquivos e senhas não podem ser guardados enquanto isso. Depois você volta ao formulário: adicione-os e envie de novo.
confirm-next = A seguir: <strong>{ $label }</strong>
confirm-button = Confirmar

reset-title = Esqueci a senha
reset-lead = Vamos enviar um código por SMS para seu telefone verificado. Use-o para definir uma nova senha.
reset-send = Enviar código
reset-no-texts-title = SMS indisponível
reset-no-texts = Este serviço não consegue enviar SMS. Peça ao operador que defina uma nova senha para você.
reset-no-phone = Não tem telefone verificado? Peça ao operador deste serviço que defina uma nova senha para você.
reset-remembered = Lembrou? <a href="{ $href }">Entrar</a>
reset-code-title = Nova senha
reset-code-heading = Defina uma nova senha
reset-code-sent = Se esta conta tiver um telefone verificado, um código está a caminho. Ele vale por dez minutos.
reset-code-app = O código do SMS está certo. Esta conta também tem uma segunda etapa. Digite sua nova senha de novo e um código do seu aplicativo autenticador ou um código de recuperação.
reset-code-app-passkey = O código do SMS está certo. Esta conta também tem uma segunda etapa. Digite sua nova senha de novo e um código do seu aplicativo autenticador ou um código de recuperação, a menos que use sua chave de acesso.
reset-code-recovery = O código do SMS está certo. Esta conta também tem uma segunda etapa. Digite sua nova senha de novo e um código de recuperação.
reset-code-recovery-passkey = O código do SMS está certo. Esta conta também tem uma segunda etapa. Digite sua nova senha de novo e um código de recuperação, a menos que use sua chave de acesso.
reset-code-tries =
    { $count ->
        [one] Você tem mais uma tentativa.
       *[other] Você tem mais { $count } tentativas.
    }
reset-code = Código de oito dígitos
reset-code-button = Definir senha
reset-code-passkey = Definir senha com sua chave de acesso
reset-code-signs-out = Isso encerra sua sessão em todos os navegadores.
reset-code-over = Este código não vale mais. Peça um novo.
reset-code-new = Pedir um novo código
reset-code-again = Não recebeu o SMS? Espere 30 segundos e <a href="{ $href }">peça um novo código</a>. Enviamos no máximo cinco SMS por dia para um mesmo número.
reset-code-outbox = Esta instância não envia SMS; eles aparecem na <a href="/dev/outbox">caixa de saída</a>.

second-title = Digite seu código
second-title-passkey = Confirme com sua chave de acesso
second-sign-in-both = Sua conta está protegida por uma segunda etapa. Use sua chave de acesso ou digite o código que seu aplicativo autenticador mostra.
second-sign-in-app = Sua conta está protegida por uma segunda etapa. Abra seu aplicativo autenticador e digite o código que ele mostra.
second-sign-in-passkey = Sua conta está protegida por uma segunda etapa. Use sua chave de acesso ou um dos seus códigos de recuperação.
second-again-both = Isto exige sua segunda etapa. Use sua chave de acesso ou digite o código que seu aplicativo autenticador mostra.
second-again-app = Isto exige sua segunda etapa. Abra seu aplicativo autenticador e digite o código que ele mostra.
second-again-passkey = Isto exige sua segunda etapa. Use sua chave de acesso ou um dos seus códigos de recuperação.
second-trust = Confiar neste navegador por 30 dias
second-trust-hint = Só em um dispositivo seu. Nenhum código será pedido quando você entrar por aqui.
second-lost = Perdeu seu dispositivo? Digite um dos seus códigos de recuperação. Se não tiver nenhum, fale com o operador deste serviço.

consent-title = Entrar em { $app }
consent-heading = Entrar em <strong>{ $app }</strong> com sua conta { $brand }
consent-other-account = { $app } espera outra conta. Entre com ela ou cancele.
consent-used = Já usado, a última vez em <time></time>
consent-more = O que { $app } vai ver e de quem é
consent-gets = { $app } vai ver
consent-gets-id = Seu ID
consent-gets-nickname = Seu nome de usuário
consent-gets-name = Seu nome de exibição
consent-gets-picture = Sua imagem
consent-never = { $app } não pode
consent-never-profile = Ver seu nome ou sua imagem
consent-never-messages = Ler ou enviar mensagens
consent-never-servers = Ver seus servidores ou quem está neles
consent-never-secrets = Ver seu telefone ou sua senha
consent-never-act = Agir aqui em seu nome
consent-about = Sobre
consent-owner = Criado por
consent-created = Criado em
consent-homepage = Site
consent-privacy = Privacidade
consent-terms = Termos
consent-sign-in = Seu login
consent-sign-in-with = { $app } também fica sabendo quando você entrou aqui, e com o quê: { $methods }.
consent-revoke = Você pode revogar isso a qualquer momento em <a href="/settings/apps">Aplicativos conectados</a>.
consent-report = Algo errado com este aplicativo? <a id="report-app" href="{ $href }">Denuncie</a>.
consent-device = O dispositivo em <strong>{ $address }</strong> vai entrar como você
consent-return-computer = Você vai voltar a um programa neste computador, em <strong>{ $place }</strong>
consent-return-phone = Você vai voltar a um programa neste celular, em <strong>{ $place }</strong>
consent-return-app = Você vai voltar ao aplicativo <strong>{ $place }</strong> neste dispositivo
consent-return = Você vai voltar para <strong>{ $place }</strong>
consent-approve = Autorizar
consent-switch = Usar outra conta

link-suspended-title = Este aplicativo está suspenso
link-suspended = O operador desta instância o suspendeu, então ninguém pode entrar com ele. Você não entrou, e nada foi compartilhado.
link-broken-title = Este link de login não funciona
link-broken = O aplicativo que trouxe você aqui usou um link que não funciona. Você não entrou, e nada foi compartilhado. Só quem cuida do aplicativo pode corrigir isso.
link-developer = Para quem desenvolve o aplicativo
link-parameter = Parâmetro
link-why = Motivo
link-fix = O que corrigir
link-received = Recebido
link-about = As pessoas só voltam ao aplicativo se <code>client_id</code> e <code>redirect_uri</code> forem do mesmo. Do contrário, poderiam ir parar no site de um invasor. A página do aplicativo no <a href="/portal">portal</a> mostra os dois, e um link que funciona.

onward-title = Voltar para { $app }
onward-failed = Não foi possível concluir o pedido do aplicativo. Você não entrou nele, e nada foi compartilhado.
onward-error = Você não entrou no aplicativo, e nada foi compartilhado.
onward-signed-in = Entrando.
onward-continue = Continuar para { $app }

device-title = Entrar em um dispositivo
device-lead = Digite o código que seu dispositivo ou programa mostra.
device-code = Código
device-code-hint = Oito letras, como BCDF-GHJK.
device-warning = Alguém enviou este código ou um link para esta página a você? Não continue: essa pessoa entraria como você.
device-check-title = Este dispositivo é seu?
device-check-heading = Este código está em um dispositivo na sua frente?
device-check-app = Aplicativo
device-check-app-owner = <strong>{ $app }</strong>, criado por { $name } (@{ $nickname })
device-check-from = Pedido de
device-check-same-network = <span class="nums">{ $address }</span>, a rede em que você está agora
device-check-other-network = <span class="nums">{ $address }</span>, que não é a rede em que você está agora
device-check-asked = Pedido
device-check-minutes =
    { $minutes ->
        [0] há menos de um minuto
        [one] há um minuto
       *[other] há { $minutes } minutos
    }
device-check-warning = Continue somente se você mesmo começou isto e seu próprio dispositivo ou programa mostra este código. Se alguém enviou o código ou um link a você, essa pessoa quer entrar como você.
device-check-refuse = Não, recusar
device-check-continue = Sim, continuar
device-approved-title = Seu dispositivo entrou
device-approved = Você pode voltar ao seu dispositivo
device-approved-text = Ele vai entrar em alguns segundos. Você pode fechar esta página.
device-denied-title = O dispositivo foi recusado
device-denied = O dispositivo não entrou
device-denied-text = Nada foi compartilhado. Se alguém enviou o código a você, essa pessoa tentou entrar como você: não responda.

logout-title = Sair
logout-heading = Sair de { $brand }?
logout-by-app = <strong>{ $app }</strong> pede que você saia daqui também.
logout-by-some-app = Um aplicativo pede que você saia daqui também.
logout-stay = Continuar conectado
logout-about = Isso encerra a sessão neste navegador. Os outros continuam conectados, e os outros aplicativos também.
logout-done-title = Você saiu
logout-done = Você saiu de { $brand }
logout-done-text = A sessão deste navegador foi encerrada. Em outros aplicativos, você ainda pode estar conectado.
logout-back = Voltar para { $app }
logout-sign-in = Entrar de novo

error-sent = O que você enviou <span class="muted">({ $field })</span>
error-not-kept = Senhas, códigos e arquivos não são guardados. Abra o formulário de novo e preencha-os.
error-unsent = Seu texto
error-open-form = Abrir o formulário
error-retry = Tentar de novo
error-home = Ir para o início
error-reference = Se pedir ajuda, informe esta referência: <code id="reference">{ $reference }</code>
