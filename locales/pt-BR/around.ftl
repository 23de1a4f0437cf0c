# The home page

home-welcome = Boas-vindas ao { $brand }
home-lead = Um chat com servidores e canais para as pessoas que se encontram aqui. Entre para ler e escrever.
home-lead-sign-up = Um chat com servidores e canais para as pessoas que se encontram aqui. Entre para ler e escrever, ou crie uma conta.
home-invite = É novo por aqui? Abra o link de convite que você recebeu.
home-closed = O cadastro está fechado no momento.
home-about = O que é isto
home-servers = Entre em um servidor pelo convite ou crie o seu. As mensagens chegam na hora, e sua caixa de entrada reúne as que mencionam você.
home-account = Uma conta para outros sites
home-account-text = Um site em que você entra vê quatro coisas: seu ID, nome de usuário, nome de exibição e imagem. Ele não vê suas mensagens, seus servidores nem seu número de telefone.
home-programs = Seus programas também publicam
home-programs-text = Tudo o que você roda pode publicar em um canal, e não notifica ninguém a menos que você peça. <a href="/docs">O guia de integração</a> explica como (em inglês).

# An invite

invite-join = Entrar em { $server }
invite-member = Você já é membro de
invite-by = <bdi>{ $name }</bdi> (@{ $nickname }) convida você para
invite-to = Você foi convidado para
invite-members =
    { $count ->
        [one] <span class="nums">{ $count }</span> membro
       *[other] <span class="nums">{ $count }</span> membros
    }
invite-owner = de @{ $owner }
invite-go = Ir para { $server }
invite-later = Agora não
invite-shown = Os membros do servidor vão ver seu nome de usuário, seu nome de exibição e sua imagem.
invite-shown-first = Você só entra quando confirmar. Os membros do servidor vão ver seu nome de usuário, seu nome de exibição e sua imagem.
invite-sign-in = Entrar na conta para participar
invite-sign-up = Cadastrar-se para participar

# The list of servers

list-lead = Um servidor é um lugar para um grupo de pessoas, com canais para conversar.
list-mine = Servidores de que você participa
list-owner = Este servidor é seu
list-settings = Configurações
list-leave = Sair
list-leave-server = Sair de { $server }
list-leave-about = Você vai perder seus cargos neste servidor e precisará de um convite para voltar.
list-empty = Você ainda não está em nenhum servidor
list-empty-text = Crie um abaixo ou abra um link de convite que alguém enviou.
list-suspended = Servidores suspensos
list-suspended-text = O operador desta instância os suspendeu. Ninguém pode ler nem publicar neles até que isso seja revertido.
list-new = Novo servidor
list-new-text = Ele será seu e começa com um canal. Convide pessoas depois de criá-lo.
list-example = Turma de sexta
list-create = Criar servidor
no-channel = Você não consegue ver nenhum canal
no-channel-manages = Você pode gerenciar este servidor, mas não tem permissão para ver nenhum dos canais.
no-channel-settings = Abrir as configurações do servidor
no-channel-text = Você é membro deste servidor, mas não tem permissão para ver nenhum dos canais. Fale com quem o gerencia.

# Inbox

inbox-lead = Mensagens que respondem a você ou mencionam você, um dos seus cargos ou todos em um canal.
inbox-read-all = Marcar tudo como lido
inbox-read-to = Marcar como lido até aqui
inbox-message = { $name } em { $channel }
inbox-earlier = Anteriores
reply-badge = Resposta
inbox-you = Você
inbox-role = Seu cargo
inbox-everyone = Todos
inbox-unread = (não lida)
inbox-empty = Ainda não há menções
inbox-empty-text = Quando alguém em um dos seus servidores responde a você ou menciona você, um dos seus cargos ou todos (@all), a mensagem aparece aqui.
inbox-to-servers = Ir para seus servidores
inbox-end = Não há menções mais antigas
inbox-end-text = Você chegou ao fim da sua caixa de entrada.
inbox-to-newest = Voltar às menções mais recentes

# Members and people

members-title = Membros em { $channel }
members-lead = Todos que podem ver { $channel }, pelo cargo mais alto.
members-online = { $count } online.
members-online-only = { $count } online. Os demais não são listados porque o servidor é grande.
members-here = aqui agora
members-all = Todos ({ $count })
members-roles = Todos os cargos
person-you = você
person-since = Membro desde <time></time>
person-gone = Não está neste servidor agora
person-owner = Proprietário
person-edit = Editar perfil
person-block-hint = Bloquear recolhe as mensagens dessa pessoa só para você. Ela não fica sabendo.

# Search

search-skip = Ir para os resultados
search-in = Pesquisar em <bdi>{ $server }</bdi>
search-region = Pesquisa e resultados
search-help = Como pesquisar
search-words = mensagens com as duas palavras, em qualquer ordem; <code>deplo</code> também encontra “deployment”
search-phrase = exatamente estas palavras, uma ao lado da outra
search-from = de uma pessoa, de um webhook (<code>from:"CI bot"</code>) ou seus (<code>from:me</code>)
search-channel = em um canal
search-days = antes, depois ou no próprio dia, pelo seu relógio
search-mentions = que notificaram você, um cargo seu ou todos
search-ignored = Ignorado na pesquisa:
search-results = Resultados, dos mais recentes aos mais antigos
search-by = mensagem de { $name }
search-so-far = Nada encontrado até agora
search-so-far-text = Só as mensagens mais recentes foram pesquisadas. Continue com “Mais antigas”.
search-none = Nenhuma mensagem encontrada
search-none-names = Nenhuma mensagem que você pode ver atende a esta pesquisa. Confira os nomes depois de “from:” e “in:” ou tente outras palavras.
search-none-text = Nenhuma mensagem que você pode ver atende a esta pesquisa. Tente menos palavras ou outras: uma palavra é encontrada pelas primeiras letras, pelo menos três.
search-end = Nenhuma mensagem mais antiga encontrada
search-end-text = Você chegou ao fim dos resultados.
