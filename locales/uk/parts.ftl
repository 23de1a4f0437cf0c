# Components of several pages

copy = Копіювати
optional = необов’язково
name = Назва
previous = Попередні
next = Наступні
suspended-badge = Призупинено
allow = Дозволити
inherit = Успадкувати
deny = Заборонити
pick-colour = Вибрати: { $label }
secret-hidden = приховано
secret-show = Показати
hide = Приховати
samples-language = Мова прикладів
move-up = Угору
move-down = Униз
move-what-up = Перемістити вгору: { $what }
move-what-down = Перемістити вниз: { $what }

# Times of pages without scripts

time-never = ніколи
time-edited = відредаговано
time-now = щойно
time-minutes = { $count } хв тому
time-hours = { $count } год тому
time-days =
    { $count ->
        [one] { $count } день тому
        [few] { $count } дні тому
        [many] { $count } днів тому
       *[other] { $count } дня тому
    }

colon = :{" "}
