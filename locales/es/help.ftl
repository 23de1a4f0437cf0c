# Keyboard shortcuts

keys-lead = Necesitan scripts. Ninguno actúa mientras escribes en un campo.
keys-list = Mostrar esta lista
keys-search-how = <kbd>/</kbd> o <kbd>Ctrl</kbd> <kbd>K</kbd>
keys-search = Buscar en los mensajes del servidor
keys-step-how = <kbd>J</kbd> y <kbd>K</kbd>
keys-step = Ir al mensaje siguiente y al anterior
keys-move-how = <kbd>↓</kbd> <kbd>↑</kbd> <kbd>Inicio</kbd> <kbd>Fin</kbd>
keys-move = En un mensaje: ir a otro
keys-into-how = <kbd>Intro</kbd> y después <kbd>→</kbd>
keys-into = En un mensaje: ir a lo que se puede hacer con él
keys-reply = Responder al mensaje que tiene el foco, o al más reciente
keys-edit = Editarlo, si es tuyo
keys-unread = Marcarlo como no leído, con todos los posteriores
keys-enter-key = Intro
keys-send = En el cuadro del mensaje: enviarlo, o lo que hayas elegido en tu <a href="/settings/profile#writing-head">perfil</a>
keys-last = En el cuadro vacío: editar tu último mensaje
keys-escape-key = Esc
keys-close = Cerrar lo que esté abierto; si no hay nada abierto, marcar el canal como leído
keys-channel-how = <kbd>Alt</kbd> <kbd>↑</kbd> y <kbd>Alt</kbd> <kbd>↓</kbd>
keys-channel = Ir al canal de arriba y al de abajo
keys-inbox = Ir a la bandeja de entrada
keys-portal = Ir al portal
keys-single = Atajos sin Ctrl ni Alt
keys-single-hint = Para este navegador. Desactívalos si usas entrada por voz o pulsas teclas sin querer.

# How notifications work

notify-lead = Así te avisa tu navegador de que alguien te ha mencionado o te ha respondido.
notify-turn = Activarlas
notify-turn-text = Abre <a href="/settings/notifications">Ajustes › Notificaciones</a> y pulsa <em>Activar en este navegador</em>. Tu navegador pregunta entonces si puede mostrarlas. Ninguna otra página lo pregunta. Haz lo mismo en cada navegador en el que las quieras.
notify-most =
    { $most ->
        [one] Solo un navegador puede tenerlas: otro más lo sustituye.
       *[other] Como máximo { $most } navegadores pueden tenerlas: uno más sustituye al que se añadió primero.
    }
notify-ios = En un iPhone o iPad, pulsa primero <em>Compartir</em> y <em>Añadir a pantalla de inicio</em> en Safari, y abre el sitio desde allí.
notify-shows = Una notificación muestra quién ha escrito, dónde y el principio del mensaje. Haz clic en ella para abrirlo. Aparece una sola vez, aunque haya varias pestañas abiertas, y no para el canal que estás mirando.
notify-closed = Sin ninguna página abierta
notify-push = Las notificaciones llegan aunque no haya ninguna página de este sitio abierta, mientras el navegador esté en marcha y hayas iniciado sesión en él. Pasan por el servicio push del fabricante del navegador, cifradas para que solo tu navegador pueda leerlas. El servicio push sabe que hay una notificación, su tamaño y un número que representa el canal.
notify-signed-out = Al cerrar sesión, terminan. Cuando vuelves a iniciarla en el mismo navegador, se activan de nuevo sin preguntar, salvo que las hayas desactivado. Para otra persona que inicie sesión allí, siguen desactivadas hasta que las active. Un navegador que quites en los ajustes queda quitado hasta que vuelvas a activar las notificaciones en él.
notify-page-only = En este sitio, las notificaciones necesitan una página abierta.
notify-fewer = Recibir menos
notify-mute = <strong>Silencia</strong> un canal o todo un servidor con la campana de su cabecera: durante una hora, durante ocho o hasta que lo reactives. Las menciones siguen llegando a tu bandeja de entrada.
notify-quiet = <strong>Horas de silencio</strong>, en los ajustes: ninguna notificación entre dos horas del día, los días que elijas, según el reloj de donde estés. Lo que se habría mostrado entonces no se muestra después; está en tu bandeja de entrada.
notify-read = <strong>Lo que ya has leído</strong> entretanto en otro dispositivo no se muestra.
notify-missing = Si no llega ninguna
notify-blocked = Si los ajustes dicen que están bloqueadas, permítelas para este sitio en la configuración de tu navegador.
notify-device = Mira los ajustes de tu dispositivo: un modo de concentración o «No molestar» retiene las notificaciones de todos los sitios.
notify-background = Algunos navegadores no muestran nada mientras están cerrados. En un ordenador, Firefox y Chromium tienen que seguir en segundo plano.
