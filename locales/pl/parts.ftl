# Components of several pages

copy = Kopiuj
optional = opcjonalnie
name = Nazwa
previous = Poprzednie
next = Następne
suspended-badge = Zawieszony
allow = Zezwól
inherit = Dziedzicz
deny = Odmów
pick-colour = Wybierz: { $label }
secret-hidden = ukryte
secret-show = Pokaż
hide = Ukryj
samples-language = Język przykładów
move-up = W górę
move-down = W dół
move-what-up = Przesuń w górę: { $what }
move-what-down = Przesuń w dół: { $what }

# Times of pages without scripts

time-never = nigdy
time-edited = edytowano
time-now = przed chwilą
time-minutes = { $count } min temu
time-hours = { $count } godz. temu
time-days =
    { $count ->
        [one] { $count } dzień temu
        [few] { $count } dni temu
        [many] { $count } dni temu
       *[other] { $count } dnia temu
    }

colon = :{" "}
