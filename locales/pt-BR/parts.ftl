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
hide = Ocultar
samples-language = Linguagem dos exemplos
move-up = Mover para cima
move-down = Mover para baixo
move-what-up = Mover { $what } para cima
move-what-down = Mover { $what } para baixo

# Times of pages without scripts

time-never = nunca
time-edited = editada
time-now = agora mesmo
time-minutes = há { $count } min
time-hours = há { $count } h
time-days =
    { $count ->
        [one] há { $count } dia
       *[other] há { $count } dias
    }

colon = :{" "}
