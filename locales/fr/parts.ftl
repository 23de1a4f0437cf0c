# Components of several pages

copy = Copier
optional = facultatif
name = Nom
previous = Précédent
next = Suivant
suspended-badge = Suspendu
allow = Autoriser
inherit = Hériter
deny = Refuser
pick-colour = Choisir : { $label }
secret-hidden = masqué
secret-show = Afficher
hide = Masquer
samples-language = Langage des exemples
move-up = Monter
move-down = Descendre
move-what-up = Monter { $what }
move-what-down = Descendre { $what }

# Times of pages without scripts

time-never = jamais
time-edited = modifié
time-now = à l’instant
time-minutes = il y a { $count } min
time-hours = il y a { $count } h
time-days =
    { $count ->
        [one] il y a { $count } jour
       *[other] il y a { $count } jours
    }

colon = {"\u00A0"}:{" "}
