# Keyboard shortcuts

keys-lead = Eles precisam de scripts. Nenhum funciona enquanto você digita em um campo.
keys-list = Mostrar esta lista
keys-search-how = <kbd>/</kbd> ou <kbd>Ctrl</kbd> <kbd>K</kbd>
keys-search = Pesquisar nas mensagens do servidor
keys-step-how = <kbd>J</kbd> e <kbd>K</kbd>
keys-step = Ir para a próxima mensagem e para a anterior
keys-move-how = <kbd>↓</kbd> <kbd>↑</kbd> <kbd>Home</kbd> <kbd>End</kbd>
keys-move = Em uma mensagem: ir para outra
keys-into-how = <kbd>Enter</kbd> e depois <kbd>→</kbd>
keys-into = Em uma mensagem: ir para o que se pode fazer com ela
keys-reply = Responder à mensagem em foco ou à mais recente
keys-edit = Editá-la, se for sua
keys-unread = Marcá-la, com todas as seguintes, como não lidas
keys-enter-key = Enter
keys-send = Na caixa da mensagem: enviá-la, ou o que você escolheu no seu <a href="/settings/profile#writing-head">perfil</a>
keys-last = Na caixa vazia: editar sua última mensagem
keys-escape-key = Esc
keys-close = Fechar o que estiver aberto; sem nada aberto, marcar o canal como lido
keys-channel-how = <kbd>Alt</kbd> <kbd>↑</kbd> e <kbd>Alt</kbd> <kbd>↓</kbd>
keys-channel = Ir para o canal acima e para o abaixo
keys-inbox = Ir para a caixa de entrada
keys-portal = Ir para o portal
keys-single = Atalhos sem Ctrl nem Alt
keys-single-hint = Neste navegador. Desative-os se você usa entrada por voz ou pressiona teclas sem querer.

# How notifications work

notify-lead = Como o navegador avisa que alguém mencionou você ou respondeu a você.
notify-turn = Ativar
notify-turn-text = Abra <a href="/settings/notifications">Configurações › Notificações</a> e pressione <em>Ativar neste navegador</em>. O navegador então pergunta se pode mostrá-las. Nenhuma outra página pergunta. Faça o mesmo em cada navegador em que você as quiser.
notify-most =
    { $most ->
        [one] Só um navegador pode tê-las: outro o substitui.
       *[other] No máximo { $most } navegadores podem tê-las: mais um substitui o que foi adicionado primeiro.
    }
notify-ios = No iPhone ou iPad, toque primeiro em <em>Compartilhar</em> e <em>Adicionar à Tela de Início</em> no Safari e abra o site por lá.
notify-shows = Uma notificação mostra quem escreveu, onde, e o começo da mensagem. Clique nela para abrir a mensagem. Ela aparece uma vez só, mesmo com várias abas abertas, e não para o canal que você está vendo.
notify-closed = Sem nenhuma página aberta
notify-push = As notificações chegam sem nenhuma página deste site aberta, enquanto o navegador estiver em execução e você estiver conectado nele. Elas passam pelo serviço push do fabricante do navegador, criptografadas para que só o seu navegador possa lê-las. O serviço push fica sabendo que há uma notificação, o tamanho dela e um número para o canal.
notify-signed-out = Ao sair, elas terminam. Quando você entra de novo no mesmo navegador, elas voltam sem outra pergunta, a menos que você as tenha desativado. Para outra pessoa que entra ali, elas ficam desativadas até que ela as ative. Um navegador que você remove nas configurações continua removido até você ativar as notificações nele de novo.
notify-page-only = Neste site, as notificações precisam de uma página aberta.
notify-fewer = Receber menos
notify-mute = <strong>Silencie</strong> um canal ou um servidor inteiro com o sino no topo dele: por uma hora, por oito horas ou até você reativar. As menções continuam chegando à sua caixa de entrada.
notify-quiet = <strong>Horário silencioso</strong>, nas configurações: nenhuma notificação entre dois horários do dia, nos dias que você escolher, pelo relógio de onde você está. O que teria aparecido então não aparece depois; está na sua caixa de entrada.
notify-read = <strong>O que você já leu</strong> em outro aparelho não é mostrado.
notify-missing = Se nenhuma chegar
notify-blocked = Se as configurações disserem que estão bloqueadas, permita-as para este site nas configurações do navegador.
notify-device = Veja as configurações do seu aparelho: um modo de foco ou “Não perturbe” retém as notificações de todos os sites.
notify-background = Alguns navegadores não mostram nada enquanto estão fechados. No computador, o Firefox e o Chromium precisam ficar em segundo plano.
