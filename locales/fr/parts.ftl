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
secret-hide = Masquer
samples-language = Langage des exemples
move-up = Monter
move-down = Descendre
move-what-up = Monter { $what }
move-what-down = Descendre { $what }
