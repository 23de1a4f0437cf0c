# Components of several pages

copy = Kopieren
optional = optional
name = Name
previous = Zurück
next = Weiter
suspended-badge = Gesperrt
allow = Erlauben
inherit = Übernehmen
deny = Verbieten
pick-colour = Auswählen: { $label }
secret-hidden = verborgen
secret-show = Anzeigen
hide = Verbergen
samples-language = Sprache der Beispiele
move-up = Nach oben
move-down = Nach unten
move-what-up = { $what } nach oben verschieben
move-what-down = { $what } nach unten verschieben

# Times of pages without scripts

time-never = nie
time-edited = bearbeitet
time-now = gerade eben
time-minutes = vor { $count } Min.
time-hours = vor { $count } Std.
time-days =
    { $count ->
        [one] vor { $count } Tag
       *[other] vor { $count } Tagen
    }

colon = :{" "}
