# Components of several pages

copy = Copiar
optional = opcional
name = Nombre
previous = Anterior
next = Siguiente
suspended-badge = Suspendido
allow = Permitir
inherit = Heredar
deny = Denegar
pick-colour = Elegir: { $label }
secret-hidden = oculto
secret-show = Mostrar
hide = Ocultar
samples-language = Lenguaje de los ejemplos
move-up = Subir
move-down = Bajar
move-what-up = Subir { $what }
move-what-down = Bajar { $what }

# Times of pages without scripts

time-never = nunca
time-edited = editado
time-now = ahora mismo
time-minutes = hace { $count } min
time-hours = hace { $count } h
time-days =
    { $count ->
        [one] hace { $count } día
       *[other] hace { $count } días
    }

colon = :{" "}
