# Components of several pages

copy = Copiar
optional = opcional
name = Nome
previous = Anterior
next = Próxima
suspended-badge = Suspenso
allow = Permitir
inherit = Herdar
deny = Negar
pick-colour = Escolher: { $label }
secret-hidden = oculto
secret-show = Mostrar
secret-hide = Ocultar
samples-language = Linguagem dos exemplos
move-up = Mover para cima
move-down = Mover para baixo
move-what-up = Mover { $what } para cima
move-what-down = Mover { $what } para baixo
