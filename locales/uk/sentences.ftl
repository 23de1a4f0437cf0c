brand-imprint = Правова інформація
brand-privacy = Конфіденційність
choose-language = Виберіть одну з мов.
wait-seconds =
    { $n ->
        [one] Спробуйте ще раз через { $n } секунду.
        [few] Спробуйте ще раз через { $n } секунди.
       *[other] Спробуйте ще раз через { $n } секунд.
    }
wait-minutes =
    { $n ->
        [one] Спробуйте ще раз через { $n } хвилину.
        [few] Спробуйте ще раз через { $n } хвилини.
       *[other] Спробуйте ще раз через { $n } хвилин.
    }
wait-hours =
    { $n ->
        [one] Спробуйте ще раз через { $n } годину.
        [few] Спробуйте ще раз через { $n } години.
       *[other] Спробуйте ще раз через { $n } годин.
    }
wait-few-seconds = Спробуйте ще раз за кілька секунд.
wrong-login = Неправильне ім’я користувача, номер телефону або пароль.
check-login = Перевірте їх і спробуйте ще раз.
wrong-password = Неправильний пароль.
try-again = Спробуйте ще раз.
too-many-attempts = Забагато спроб.
too-many-codes = Введено забагато кодів.
too-many-passkeys = Випробувано забагато ключів доступу.
too-many-people = Забагато людей входять одночасно.
nothing-changed = Нічого не змінено.
sign-in-over = Цей вхід тривав надто довго, або забагато кодів були неправильними.
sign-in-again = Увійдіть ще раз.
code-used = Цей код неправильний або вже використаний.
code-next = Зачекайте наступного або скористайтеся кодом відновлення.
passkey-unknown = Цей ключ доступу тут невідомий.
passkey-removed = Можливо, його видалено.
passkey-other-way = Увійдіть в інший спосіб.
passkey-unavailable = Ключі доступу не працюють за цією адресою: їм потрібні https і доменне ім’я.
passkey-missing = Ключ доступу не надіслано.
passkey-needs = Для ключів доступу потрібні JavaScript і браузер, що їх підтримує.
passkey-over = Це тривало надто довго або було надіслано двічі.
passkey-unchecked = Ваш пристрій не перевірив, що це ви.
passkey-pin = Налаштуйте на ньому PIN-код або відбиток пальця і спробуйте ще раз.
passkey-wrong = Ключ доступу не вдалося перевірити.
passkey-use-other = Спробуйте ще раз або скористайтеся іншим способом.
confirmed-late = Ви підтвердили, що це ви, але вибрану дію вже виконано або вона чекала надто довго.
look-first = Перевірте це, перш ніж пробувати ще раз.
nickname-length = Використовуйте від 2 до 32 символів.
nickname-letters = Використовуйте лише літери від a до z, цифри, крапки, дефіси та підкреслення.
nickname-start = Почніть з літери або цифри.
nickname-end = Закінчіть літерою, цифрою або підкресленням.
nickname-reserved = Це ім’я користувача зарезервовано.
nickname-taken = Це ім’я користувача зайняте.
choose-other = Виберіть щось інше.
name-missing = Введіть ім’я.
name-length = Використовуйте не більше 64 символів.
name-characters = Видаліть керівні та невидимі символи.
name-marks = Використовуйте не більше чотирьох наголосів або знаків на одній літері.
name-reserved = Це ім’я зарезервовано.
sign-up-not-open = У цьому екземплярі реєстрація відкрита не для всіх.
admin-link-stale = Це посилання більше не діє: його використано, йому більше доби, або його замінено під час перезапуску Portico.
admin-link-newest = Скористайтеся найновішим або зареєструйтеся без нього і попросіть оператора виконати «portico user admin».
admin-now = Тепер ви адміністратор цього екземпляра.
no-texts = Ця служба не може надсилати SMS.
ask-operator = Попросіть її оператора встановити вам новий пароль.
login-missing = Введіть ім’я користувача або номер телефону.
reset-limit = Кількість кодів, запитаних сьогодні: { $n }. Це межа.
reset-rest = Ви щойно запросили код.
reset-another =
    { $n ->
        [one] Наступний можна запросити через { $n } секунду.
        [few] Наступний можна запросити через { $n } секунди.
       *[other] Наступний можна запросити через { $n } секунд.
    }
reset-digits = Введіть вісім цифр коду.
code-over = Цей код більше не діє.
code-request-new = Запросіть новий.
code-wrong = Цей код неправильний.
code-check = Перевірте його і спробуйте ще раз.
code-wrong-last = Цей код неправильний, і спроб більше немає.
reset-many-codes = Для цього облікового запису сьогодні введено забагато кодів.
reset-done = Новий пароль встановлено, і ви вийшли всюди.
reset-sign-in = Увійдіть із ним.
with-code = ваш пароль і код
with-passkey-too = ваш пароль і ключ доступу
with-passkey = ключ доступу
with-password = ваш пароль
device-no-code = Цей код не діє.
device-compare = Порівняйте його з кодом на пристрої.
device-expired = Якщо він такий самий, його термін минув або його вже використано: почніть на пристрої спочатку.
device-missing = Введіть код, який показує пристрій.
device-start-again = Почніть на пристрої спочатку.
device-gone-title = Цей код більше не діє
device-gone = Термін дії коду минув, або на нього вже відповіли.
nothing-shared = Нічого не передано.
back-to-app = Поверніться до застосунку і почніть спочатку.
not-a-tab-title = Цю сторінку відкрито не у вкладці
not-a-tab = Щоб увійти до застосунку, відкрийте його посилання в окремій вкладці.
unreadable-title = Цей запит неможливо прочитати
unreadable = Посилання, яке привело вас сюди, пошкоджено.
app-changed-title = Застосунок змінився
app-changed = Поки ця сторінка була відкрита, застосунок видалили або змінили його URI перенаправлення.
answered-title = Відповідь уже надано
answered = Ви вже відповіли на цю сторінку.
answered-once = Відповісти можна лише один раз.
expired-title = Термін дії сторінки минув
expired = Ця сторінка була відкрита понад десять хвилин.
foreign-title = Ця сторінка не відповідає вашому сеансу
foreign = Цю сторінку змінено, вона належить комусь іншому або була відкрита до вашого останнього входу.
unread-title = Цей запит не вдалося прочитати
unread = У ньому чогось бракує або щось неправильне.
go-back-and-try = Поверніться і спробуйте ще раз.
forbidden-title = Тут цього робити не можна
forbidden = У вас немає на це дозволу.
forbidden-ask = Зверніться до того, хто керує сервером.
missing-title = Сторінку не знайдено
missing = Цієї сторінки не існує, або ви не можете її бачити.
missing-check = Перевірте адресу і спробуйте ще раз.
slow-title = Це тривало надто довго
slow = Надіслане не надійшло вчасно.
slow-check = Перевірте з’єднання і спробуйте ще раз.
large-title = Це було завелике
large = Надіслане більше, ніж дозволено.
large-smaller = Надішліть щось менше.
form-title = Цю форму не вдалося прочитати
form-field = Якогось поля бракує, або воно неправильне.
often-title = Забагато спроб
often = Ви робили це надто часто за короткий час.
away-title = Тимчасово недоступно
away = Служба зараз не може з’єднатися зі своєю базою даних.
away-unsaved = Надіслане не збережено.
away-unknown = База даних не відповіла вчасно.
away-maybe = Надіслане могло зберегтися, а могло й ні.
broken-title = У нас щось пішло не так
broken = Помилку записано, і часткових змін не збережено.
broken-reference = Якщо це повторюється, повідомте оператору номер, указаний нижче.
refused-title = Не вдалося
refused = Запит відхилено.
second-step-title = Спершу налаштуйте двоетапний вхід
second-step = Від усіх, хто цим керує, вимагається другий крок, а ваш обліковий запис його не має.
second-step-minute = Це займе хвилину, з ключем доступу або застосунком автентифікації.
second-step-meanwhile = Тим часом ви можете читати й писати у своїх каналах.
second-step-set-up = Налаштувати двоетапний вхід
suspended-title = Цей сервер призупинено
suspended = Оператор цього екземпляра призупинив його.
suspended-owner = Його власник може прочитати причину.
suspended-ask = Власник може попросити оператора скасувати призупинення.
suspended-until = До того часу ніхто не може в ньому читати чи писати, а на кожен допис до його вебхуків надходить відповідь 404.
suspended-kept = У ньому нічого не видаляється.
other-site = Цю форму надіслано з іншого сайту, тому її відхилено.
other-site-open = Відкрийте сторінку на цьому сайті та надішліть форму ще раз.
framed = Цю сторінку не можна показати всередині іншої.
framed-open = Відкрийте її в окремій вкладці.
bad-character = Тут є символ, який неможливо зберегти.
bad-character-remove = Видаліть його і спробуйте ще раз.
password-short = Використовуйте щонайменше 8 символів.
password-long = Використовуйте не більше 128 символів.
password-nickname = Виберіть пароль, який не є вашим іменем користувача, навіть із цифрами.
password-common = Це один із паролів, які зловмисники пробують найперше.
# Chat: posting, reading and removing

timed-out-here = Вас тимчасово обмежено на цьому сервері.
until-then-read = До завершення ви можете лише читати.
slow-mode-wait =
    { $n ->
        [one] Повільний режим: спробуйте ще раз через { $n } секунду.
        [few] Повільний режим: спробуйте ще раз через { $n } секунди.
        [many] Повільний режим: спробуйте ще раз через { $n } секунд.
       *[other] Повільний режим: спробуйте ще раз через { $n } секунди.
    }
every-seconds =
    { $n ->
        [one] { $n } секунду
        [few] { $n } секунди
        [many] { $n } секунд
       *[other] { $n } секунди
    }
every-minutes =
    { $n ->
        [one] { $n } хвилину
        [few] { $n } хвилини
        [many] { $n } хвилин
       *[other] { $n } хвилини
    }
every-hours =
    { $n ->
        [one] { $n } годину
        [few] { $n } години
        [many] { $n } годин
       *[other] { $n } години
    }
every-minute = хвилину
every-hour = годину
slow-off = Вимкнено
days =
    { $n ->
        [one] { $n } день
        [few] { $n } дні
        [many] { $n } днів
       *[other] { $n } дня
    }
weeks =
    { $n ->
        [one] { $n } тиждень
        [few] { $n } тижні
        [many] { $n } тижнів
       *[other] { $n } тижня
    }
one-year = 1 рік
one-person = 1 людина
some-people =
    { $n ->
        [one] { $n } людина
        [few] { $n } людини
        [many] { $n } людей
       *[other] { $n } людини
    }
unread-mark = (непрочитане)
unread-mentions =
    { $n ->
        [one] ({ $n } непрочитана згадка)
        [few] ({ $n } непрочитані згадки)
        [many] ({ $n } непрочитаних згадок)
       *[other] ({ $n } непрочитаної згадки)
    }
unread-many = (понад { $n } непрочитаних згадок)
no-longer-muted = { $name }: сповіщення знову ввімкнено.
muted-hour = { $name }: сповіщення вимкнено на годину. Згадки й далі надходять у вхідні.
muted-eight-hours = { $name }: сповіщення вимкнено на вісім годин. Згадки й далі надходять у вхідні.
muted-open = { $name }: сповіщення вимкнено. Згадки й далі надходять у вхідні.
message-deleted = Повідомлення видалено.
thank-you = Дякуємо.
moderators-will-look = Модератори цього сервера переглянуть повідомлення.
reported-already = Ви вже поскаржилися на це повідомлення.
moderators-will-look-at-it = Модератори цього сервера його переглянуть.
report-own = Не можна поскаржитися на власне повідомлення.
report-stays = Модератори переглянули це повідомлення й вирішили його залишити.
choose-whose = Виберіть, чиї повідомлення прибрати.
choose-since = Виберіть останню годину, добу або тиждень.
choose-since-or-none = Виберіть останню годину, добу, тиждень або нічого.
no-such-messages = Немає повідомлень цього автора, які можна прибрати.
since-message = Це повідомлення й усі пізніші
since-hour = Остання година
since-day = Остання доба
since-week = Останній тиждень
nothing-chosen = Жодні
messages-none = немає повідомлень
messages-count =
    { $n ->
        [one] { $n } повідомлення
        [few] { $n } повідомлення
        [many] { $n } повідомлень
       *[other] { $n } повідомлення
    }
messages-at-least = щонайменше { $n } повідомлень
messages-more = понад { $n } повідомлень
restored-one = Відновлено 1 повідомлення.
restored-many =
    { $n ->
        [one] Відновлено { $n } повідомлення.
        [few] Відновлено { $n } повідомлення.
        [many] Відновлено { $n } повідомлень.
       *[other] Відновлено { $n } повідомлення.
    }
restored-already = Ці повідомлення вже відновлено, або час на скасування минув.
minute-over = Хвилина минула.
cant-restore = Ці повідомлення не можна відновити.
mention-read = 1 згадку позначено як прочитану.
mentions-read = Згадок позначено як прочитані: { $n }.
mentions-read-to = Згадки до того місця позначено як прочитані.
completion-role = Роль
completion-everyone = Усі в цьому каналі
another-account = Відколи відкрито цю сторінку, у цьому браузері ввійшов інший обліковий запис.
reload-page = Перезавантажте сторінку.
another-account-post = У цьому браузері тепер увійшов @{ $name }, тож це не надіслано. Скопіюйте текст і перезавантажте сторінку.
unread-before-joining = Це повідомлення з’явилося до вашого приєднання, тож не може бути непрочитаним.
deleted-user-name = Видалений користувач
deleted-webhook-name = Видалений вебхук
search-day = День записують так: 2026-03-01.
search-only-me = Відоме лише «mentions:me».
search-name-missing = Після двокрапки бракує імені.
search-no-letter = Тут немає ні літер, ні цифр.
search-no-minus = Пошук не може нічого виключати.
search-many-parts = Пошук не може мати більше частин.
search-long = Пошук не може бути довшим.

# Invites

invite-dead = Це запрошення не діє
invite-why = Воно застаріло, вичерпалося або його видалили, чи посилання неповне.
invite-ask-new = Попросіть нове в того, хто його надіслав.
invite-banned = Вас заблоковано на цьому сервері, тож ви не можете приєднатися.

# Permissions

permission-administrator = Адміністратор
permission-administrator-hint = Усі дозволи, у кожному каналі.
permission-manage-server = Керувати сервером
permission-manage-server-hint = Перейменовувати сервер, керувати вебхуками й запрошеннями, вилучати, банити та обмежувати учасників.
permission-manage-channels = Керувати каналами
permission-manage-channels-hint = Створювати, редагувати й видаляти канали та налаштовувати їхні дозволи.
permission-manage-roles = Керувати ролями
permission-manage-roles-hint = Створювати, редагувати й видаляти ролі та надавати їх учасникам.
permission-moderate = Модерувати учасників
permission-moderate-hint = Банити та обмежувати учасників і вирішувати скарги на повідомлення. Частина «Керувати сервером».
permission-view = Бачити канал
permission-view-hint = Бачити канали й читати їхні повідомлення.
permission-send = Надсилати повідомлення
permission-send-hint = Писати в каналах.
permission-all = Згадувати @all
permission-all-hint = Сповіщати всіх через @all і згадувати ролі, які не можна згадувати.
permission-messages = Керувати повідомленнями
permission-messages-hint = Видаляти чужі повідомлення, бачити попередній текст відредагованих і писати попри повільний режим.
need-administrator = Тут потрібен дозвіл «Адміністратор».
need-manage-server = Тут потрібен дозвіл «Керувати сервером».
need-manage-channels = Тут потрібен дозвіл «Керувати каналами».
need-manage-roles = Тут потрібен дозвіл «Керувати ролями».
need-moderate = Тут потрібен дозвіл «Модерувати учасників».
need-send = Тут потрібен дозвіл «Надсилати повідомлення».
need-messages = Тут потрібен дозвіл «Керувати повідомленнями».
need-versions = Щоб бачити попередні версії, потрібен дозвіл «Керувати повідомленнями» або «Керувати сервером».
need-settings = Щоб відкрити налаштування, потрібен дозвіл керувати сервером, каналами, ролями або учасниками.
only-owner = Це може зробити лише власник сервера.
ask-them = Зверніться до нього.
only-owner-administrator = Лише власник сервера вирішує, хто є адміністратором.
only-own-permissions = Ви можете надавати або забирати лише ті дозволи, які маєте самі.
rank-roles = Ви можете редагувати, надавати й забирати лише ролі, нижчі за вашу найвищу.
rank-members = Це можна зробити лише з учасниками, чия найвища роль нижча за вашу.
rank-owner = Власника сервера не можна вилучити, забанити чи обмежити.
rank-administrator = Лише власник сервера може вилучити, забанити чи обмежити адміністратора.
rank-overwrites-members = Змінювати, що канал дозволяє й забороняє, можна лише для учасників, чия найвища роль нижча за вашу.
rank-overwrites-roles = Змінювати, що канал дозволяє й забороняє, можна лише для ролей, нижчих за вашу найвищу.

# Servers and channels

server-left = Ви покинули сервер.
server-settings-saved = Налаштування сервера збережено.
choose-picture = Виберіть зображення.
server-picture-saved = Зображення сервера збережено.
server-picture-removed = Зображення сервера прибрано.
server-offered = Сервер запропоновано @{ $name }. До згоди він залишається вашим.
server-no-such-member = Жоден інший учасник цього сервера не має такого імені користувача. Перевірте написання.
no-such-member = Жоден учасник цього сервера не має такого імені користувача. Перевірте написання.
offer-cancelled = Пропозицію скасовано.
server-stays-yours = Сервер залишається вашим.
server-gone = { $name } видалено з усім вмістом.
server-name-mismatch = Це не збігається з назвою сервера.
type-exactly = Введіть її точно так, як показано.
channel-created = #{ $name } створено.
channel-moved = #{ $name } переміщено.
channel-saved = #{ $name } збережено.
channel-gone = #{ $name } видалено з усіма повідомленнями та вебхуками.
channel-last = Це останній канал сервера, а серверу потрібен принаймні один.
channel-create-first = Спершу створіть інший.
channel-name-missing = Введіть назву каналу.
channel-name-letters = Використовуйте лише літери, цифри, дефіси та підкреслення.
name-one-letter = Використайте принаймні одну літеру або цифру.
at-most-characters = Використайте не більше { $n } символів.
single-line = Використайте один рядок.
channel-name-taken = На цьому сервері вже є канал із такою назвою.
choose-another-name = Виберіть іншу назву.
choose-slow-mode = Виберіть один із проміжків, не більше 6 годин.
permissions-saved = Дозволи каналу збережено.
permissions-hide-channel = Ви самі більше не бачите цього каналу.
choose-role-or-member = Виберіть роль або учасника.
choose-what-to-allow = Виберіть, що дозволити або заборонити.
only-allow-own = Ви можете дозволити лише те, що дозволено вам самим у цьому каналі.
choices-roles = Ролі
choices-members = Учасники
role-everyone-name = Усі
role-name-missing = Введіть назву ролі.
role-name-letters = Використовуйте лише літери, цифри, пробіли, дефіси та підкреслення.
role-created = Роль { $name } створено. Надайте її учасникам на їхніх сторінках.
role-moved = Роль { $name } переміщено.
role-deleted = Роль { $name } видалено.
role-saved = Роль { $name } збережено.
role-name-taken = На цьому сервері вже є роль із такою або схожою назвою.
member-roles-saved = Ролі учасника збережено.
member-removed = Учасника вилучено з цього сервера.
member-timed-out-done = Учасника обмежено.
member-timed-out-lifted = Учасника більше не обмежено.
ban-done = Заблоковано на цьому сервері: { $name }.
ban-lifted = Бан знято: { $name }. Можна повернутися за запрошенням.
ban-self = Ви не можете забанити себе.
ban-already = Цю людину вже заблоковано.
report-removed = Повідомлення прибрано.
report-dismissed = Скаргу відхилено.
message-stays = Повідомлення залишається.
invite-ready = Запрошення готове.
invite-send-link = Надішліть посилання тим, кого хочете запросити.
invite-deleted = Запрошення видалено.
invite-link-dead = Його посилання більше не діє.
form-unreadable = Не вдалося прочитати цю форму.
go-back-retry = Поверніться й спробуйте ще раз.
kind-person-operator = оператор

# Settings

blocked-done = Заблоковано: { $name }. Ця людина про це не дізнається.
unblocked-done = Цю людину розблоковано.
block-self = Ви не можете заблокувати себе.
account-deleted = Ваш обліковий запис видалено.
type-nickname = Щоб підтвердити, введіть своє ім’я користувача: { $name }.
keep-codes = Зберігайте коди відновлення в безпечному місці.
monday = Понеділок
tuesday = Вівторок
wednesday = Середа
thursday = Четвер
friday = П’ятниця
saturday = Субота
sunday = Неділя
quiet-is-off = Тихий час вимкнено.
quiet-is-saved = Тихий час збережено.
quiet-time-of-day = Введіть час, наприклад 22:00.
quiet-end-differs = Введіть кінець, відмінний від початку.
quiet-zone-list = Виберіть часовий пояс зі списку.
quiet-days-choose = Виберіть дні тижня.
unmuted-it = Сповіщення знову ввімкнено.
browser-notified = Цей браузер отримує сповіщення.
browser-silent = Той браузер більше не отримує сповіщень.
passkey-is-removed = Ключ доступу прибрано.
passkey-delete-there = Видаліть його й на пристрої.
passkey-renamed = Ключ доступу має нову назву.
passkey-is-added = Ваш ключ доступу додано.
passkey-added-before = Цей ключ доступу вже додано.
phone-is-verified = Ваш телефон підтверджено.
phone-is-removed = Ваш номер прибрано.
phone-missing = Введіть номер телефону.
phone-country-code = Введіть номер із кодом країни, наприклад +380 або +1.
phone-plus = Введіть + замість початкового 00.
phone-digits-only = Використовуйте лише цифри після + і коду країни.
phone-no-country = Такого коду країни немає. Перевірте перші цифри після +.
phone-short = Номер закороткий. Перевірте, чи не бракує цифри.
phone-long = Номер задовгий. Перевірте, чи немає зайвої цифри.
phone-not-there = У країні з цим кодом такого номера немає. Перевірте цифри.
phone-mobile-only = SMS надсилаються лише на мобільні телефони. Введіть мобільний номер.
phone-six-digits = Введіть шість цифр коду.
phone-verified-already = Ви вже підтвердили цей номер.
phone-another-just = Код щойно надіслано.
phone-another-second = Наступний можна запросити за секунду.
phone-today-limit = На цей номер сьогодні надіслано { $n } кодів — це межа.
phone-numbers-limit = Сьогодні ви ввели { $n } різних номерів — це межа.
phone-network-limit = З вашої мережі сьогодні запитано забагато кодів.
phone-service-limit = Цей сервіс уже надіслав усі SMS на сьогодні.
number-taken = Цей номер підтвердив інший обліковий запис.
number-taken-meanwhile = Тим часом цей номер підтвердив інший обліковий запис.
use-another-number = Використайте інший номер.
profile-is-saved = Ваш профіль збережено.
choice-is-saved = Вибір збережено для цього браузера.
password-is-changed = Пароль змінено, і в усіх інших браузерах виконано вихід.
browser-is-out = У тому браузері виконано вихід.
others-are-out = В усіх інших браузерах виконано вихід.
browser-asks-code = Той браузер запитає код під час наступного входу.
totp-is-removed = Застосунок автентифікації прибрано.
totp-is-set-up = Застосунок автентифікації налаштовано.
totp-wrong-code = Введіть шість цифр, які застосунок показує зараз.
totp-clock = Якщо вони й далі неправильні, перевірте годинник пристрою.
offer-declined = Ви відхилили { $name }. Власник не змінюється.
offer-accepted = { $name } тепер ваш.
codes-none-left = Кодів відновлення не залишилося.
codes-one-left = Залишився один код відновлення.
codes-some-left = Залишилося кодів відновлення: { $n }.
codes-make-new = Створити нові можна в Налаштуваннях, Безпека.
reason-impersonates = Видає себе за когось іншого
reason-phishing = Виманює паролі або встановлює шкідливе ПЗ
reason-misuses = Зловживає тим, що дізнається про людей
reason-spam = Надсилає спам або небажані повідомлення
reason-other = Щось інше

# Events of the security log

event-signed-in = Вхід
event-wrong-password = Вхід із неправильним паролем
event-wrong-confirmation = Підтвердження з неправильним паролем
event-other-out = Вихід в іншому браузері
event-others-out = Вихід в усіх інших браузерах
event-password-changed = Пароль змінено
event-reset-requested = Запитано код для скидання пароля
event-reset-wrong = Неправильний код для скидання пароля
event-reset = Пароль скинуто за кодом
event-reset-operator = Пароль скинуто
event-phone-verified = Телефон підтверджено
event-phone-removed = Телефон прибрано
event-app-approved = Застосунок схвалено
event-device = Пристрій увійшов у застосунок
event-app-revoked = Застосунок відкликано
event-apps-revoked = Усі застосунки відкликано
event-app-offered = Застосунок запропоновано іншій людині
event-app-accepted-by = Новий власник прийняв застосунок
event-app-accepted = Застосунок прийнято
event-webhook-leaked = Повідомлено про витік URL вебхука, вебхук призупинено
event-totp-added = Додано застосунок автентифікації
event-totp-removed = Застосунок автентифікації прибрано
event-passkey-added = Ключ доступу додано
event-passkey-removed = Ключ доступу прибрано
event-passkey-copied = Відхилено копію ключа доступу
event-second-off = Двоетапний вхід вимкнено
event-second-wrong = Неправильний код після правильного пароля
event-codes-created = Створено нові коди відновлення
event-code-used = Використано код відновлення
event-trust-ended = Завершено довіру до браузера
event-disabled = Обліковий запис вимкнено
event-enabled = Обліковий запис знову ввімкнено
event-everywhere-out = Вихід усюди
event-admin = Надано права адміністратора цього екземпляра
event-no-admin = Позбавлено прав адміністратора цього екземпляра
event-other = Інша подія

# Actions of a server's audit log
audit-webhook-created = Вебхук створено
audit-webhook-edited = Вебхук змінено
audit-webhook-moved = Вебхук переміщено
audit-webhook-paused = Вебхук призупинено
audit-webhook-resumed = Вебхук відновлено
audit-webhook-suspended = Вебхук заблоковано
audit-webhook-deleted = Вебхук видалено
audit-channel-created = Канал створено
audit-channel-edited = Канал змінено
audit-channel-moved = Канал переміщено
audit-channel-deleted = Канал видалено
audit-message-deleted-by-a-moderator = Повідомлення видалив модератор
audit-messages-removed = Повідомлення прибрано
audit-reported-message-removed = Повідомлення зі скаргою прибрано
audit-report-dismissed = Скаргу відхилено
audit-messages-restored = Повідомлення відновлено
audit-channel-permissions-changed = Дозволи каналу змінено
audit-role-created = Роль створено
audit-role-edited = Роль змінено
audit-role-deleted = Роль видалено
audit-roles-changed = Ролі змінено
audit-member-joined = Учасник приєднався
audit-member-left = Учасник вийшов
audit-member-removed = Учасника вилучено
audit-member-banned = Учасника забанено
audit-ban-lifted = Бан знято
audit-member-timed-out = Учасника тимчасово обмежено
audit-time-out-lifted = Тимчасове обмеження знято
audit-invite-created = Запрошення створено
audit-invite-deleted = Запрошення видалено
audit-server-renamed = Сервер перейменовано
audit-server-suspended = Сервер заблоковано
audit-webhook-url-regenerated = Створено новий URL вебхука
audit-webhook-creator-changed = Змінено автора вебхука
audit-webhook-reported-leaked = Повідомлено про витік вебхука
audit-webhook-found-leaked = Сканер знайшов URL вебхука
audit-webhook-restored = Блокування вебхука знято
audit-own-message-deleted = Вебхук видалив своє повідомлення
audit-server-picture = Змінено зображення сервера
audit-server-pictures = Змінено завантаження зображень
audit-server-second-step = Вимога двоетапного входу
audit-server-restored = Блокування сервера знято
audit-offered = Запропоновано передачу
audit-offer-cancelled = Передачу скасовано
audit-offer-declined = Передачу відхилено
audit-handed-over = Власність передано
audit-group-webhooks = Вебхуки
audit-group-channels = Канали
audit-group-server = Сервер
deleted-account-name = видалений обліковий запис

# Messages, reports and invites that are refused

message-blank = Повідомлення порожнє.
message-write = Напишіть щось.
message-at-most = Найбільша кількість символів у повідомленні: { $n }.
message-shorten = Скоротіть його або надішліть двома.
reply-was-deleted = Повідомлення, на яке ви відповідаєте, видалено.
reply-send-own = Ваш текст досі тут: надішліть його окремим повідомленням.
report-reason = Виберіть причину.
report-app-again = Ви вже поскаржилися на цей застосунок, і оператор ще не закрив цю скаргу.
report-say-what = Напишіть модераторам, що не так із цим повідомленням.
second-step-own-first = Спершу налаштуйте двоетапний вхід для власного облікового запису.
second-step-then-require = Потім ви зможете вимагати його тут.
invite-gone = Це запрошення більше не працює: його термін минув, його вичерпано або видалено.
