# The connection and the session

connected = Conectado de novo.
reconnecting = Sem conexão. Reconectando…
disconnected = Sem conexão.
disconnected-text = Sem conexão. Seu texto continua aqui.
no-response = O servidor não respondeu. Tente de novo.
no-response-text = O servidor não respondeu. Seu texto continua aqui. Tente de novo.
no-response-once = O servidor não respondeu. Seu texto continua aqui. Se você enviar de novo, ele é publicado só uma vez.
wait-a-moment = O servidor ainda não respondeu. Espere um momento.
ended = Sua sessão terminou.
ended-unsent = Sua sessão terminou. Seu texto continua aqui. Ele não foi enviado.
ended-nothing-sent = Sua sessão terminou. Seu texto continua aqui. Nada foi enviado.
ended-unsaved = Sua sessão terminou. Seu texto continua aqui. Ele não foi salvo.
ended-unchanged = Sua sessão terminou. Nada foi mudado.
sign-in-again-link = Entrar de novo
sign-in-and-back = Entrar e voltar
your-servers = Seus servidores
retry-soon = Tente de novo em alguns segundos.
retry-in =
    { $seconds ->
        [one] Tente de novo em um segundo.
       *[other] Tente de novo em { $seconds } segundos.
    }
too-fast-sending = Você está enviando mensagens rápido demais. { $wait }
too-fast-changing = Você está fazendo mudanças rápido demais. { $wait }
too-fast-webhook = Este webhook está publicando rápido demais. { $wait }
not-done = Isso não foi feito. Recarregue a página e tente de novo.

# Writing and reading messages

not-sent = A mensagem não foi enviada. Seu texto continua aqui. Tente de novo.
cant-post = Você não pode mais publicar em { $channel }. Copie seu texto antes de sair.
cant-post-here = Você não pode publicar neste canal.
reply-gone = A mensagem que você respondia foi excluída.
reply-gone-text = A mensagem que você respondia foi excluída. Seu texto continua aqui.
many-new =
    { $count ->
        [one] { $count } mensagem nova. A última é de { $last }
       *[other] { $count } mensagens novas. A última é de { $last }
    }
cant-see = Você não vê mais { $channel }.
banned-from = Você foi banido de { $server }.
removed-from = Você não é mais membro de { $server }.
post-again = Você já pode publicar de novo.
timed-out-until = Você está silenciado neste servidor até { $time }. Até lá, você pode ler, mas não publicar.
older-failed = Não foi possível carregar mensagens anteriores. Tente de novo.
load-older = Carregar mensagens anteriores
to-unread = Ir para a primeira mensagem não lida
new = Novas
unread-mentions-none = (não lido)
unread-count =
    { $count ->
        [one] ({ $count } menção não lida)
       *[other] ({ $count } menções não lidas)
    }
unread-over = (mais de { $count } menções não lidas)
mentions =
    { $count ->
        [one] { $count } menção não lida
       *[other] { $count } menções não lidas
    }
mentions-over = Mais de { $count } menções não lidas
marked-read =
    { $count ->
        [one] { $count } menção marcada como lida.
       *[other] { $count } menções marcadas como lidas.
    }
reports-open =
    { $count ->
        [one] { $count } denúncia aguarda uma decisão
       *[other] { $count } denúncias aguardam uma decisão
    }
names = Nomes
names-found =
    { $count ->
        [one] Um nome. Pressione Tab para usá-lo.
       *[other] { $count } nomes. Escolha com as setas, use com Tab.
    }
members = Membros
message-word = Mensagem
in-reply-to = Em resposta a:
original-deleted = Mensagem original excluída
open-picture = Abrir a imagem em { $host }

# Acts on messages and people

close = Fechar
reply-act = Responder
edit-act = Editar
actions-for = Ações para a mensagem de { $author }
report-message = Denunciar mensagem
report-unsent = Sua denúncia ainda não foi enviada. “Fechar” a descarta.
report-thanks = Obrigado. Os moderadores deste servidor vão olhar a mensagem.
message-saved = A mensagem foi salva.
message-is-deleted = A mensagem foi excluída.
message-restored = A mensagem foi restaurada.
messages-restored = As mensagens foram restauradas.
undo-announced = { $done } Você pode desfazer por dez segundos.
cant-edit = Você não pode editar esta mensagem.
edit-own-only = Você só pode editar suas próprias mensagens.
edit-kept = Não salvo. Seu texto estará lá quando você editar a mensagem de novo.
edit-deleted = Esta mensagem foi excluída. Copie seu texto antes de cancelar.
webhook-paused = O webhook está pausado.
link-copied = O link foi copiado.
copied = Copiado
copied-announced = Copiado para a área de transferência
select-and-copy = Selecione e copie
copying-refused = O navegador não permitiu copiar.
copying-refused-select = O navegador não permitiu copiar. Selecione o texto e copie-o.

# Settings, shortcuts and passkeys

not-saved = Não salvo
revealed = Mostrado
picture-large = Esta imagem é grande demais. Escolha uma de no máximo 5 MiB.
shortcuts-title = Atalhos de teclado
shortcuts-on = Os atalhos de uma tecla estão ativados.
shortcuts-off = Os atalhos de uma tecla estão desativados.
stores-nothing = Este navegador não guarda configurações.
push-none = Este navegador não tem notificações.
push-not-here = Não neste navegador.
push-denied = As notificações deste site estão bloqueadas nas configurações do navegador. Permita-as lá antes.
push-off = Desativadas neste navegador.
push-on = Ativadas neste navegador, mesmo sem nenhuma página deste site aberta.
push-on-open = Ativadas neste navegador enquanto uma página deste site estiver aberta.
one-moment = Um momento…
push-unreachable = As notificações estão ativadas enquanto uma página estiver aberta. Não foi possível acessar o serviço push do navegador.
passkey-exists = Este dispositivo já tem uma chave de acesso para sua conta.
passkey-not-used = Nenhuma chave de acesso foi usada. Tente de novo ou use outra forma.
passkey-no-address = Os navegadores não têm chaves de acesso neste endereço.
passkey-none = Este navegador não tem chaves de acesso. Use outra forma.
passkey-failed = Não foi possível usar a chave de acesso. Tente de novo ou use outra forma.
