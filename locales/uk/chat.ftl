# Words of several pages of the chat.

bot = Бот
message = Повідомлення
webhook = Вебхук
reply = Відповісти
edit = Редагувати
delete = Видалити
save = Зберегти
save-changes = Зберегти зміни
undo = Скасувати
block = Заблокувати
unblock = Розблокувати
blocked = Заблоковане повідомлення
blocked-show = Заблоковане повідомлення. <span>Показати</span>
mark-read = Позначити як прочитане
mark-unread = Позначити як непрочитане
search = Пошук
search-messages = Шукати повідомлення
roles = Ролі
timed-out = Тимчасово обмежено
pages = Сторінки
newest = Найновіші
older = Старіші
more = Більше

# The author of a message

author-webhook-by = Застосунок вебхука «<bdi>{ $name }</bdi>», створено користувачем @{ $nickname }
author-webhook = Застосунок вебхука «<bdi>{ $name }</bdi>» без автора
author-app-by = Застосунок вебхука, створено користувачем @{ $nickname }
author-app = Застосунок вебхука без автора

# Cards and texts of messages

card-open-picture = Відкрити зображення на { $host }
card-load-picture = Завантажити зображення
table = Таблиця

# A channel

channel-skip = Перейти до поля повідомлення
channel-search = Шукати в { $channel }
channel-members = Учасники
channel-messages = Повідомлення
channel-to-unread = До першого непрочитаного повідомлення
channel-older = Завантажити старіші повідомлення
channel-new = Нові
channel-empty = Поки немає повідомлень
channel-empty-equip = Напишіть перше повідомлення, запросіть людей або створіть вебхук, щоб сюди писала програма.
channel-empty-text = Тут з’являються повідомлення від людей і вебхуків.
channel-new-webhook = Новий вебхук
channel-invite = Запросити людей
channel-newer = Новіші повідомлення
channel-to-newest = До найновіших повідомлень
channel-message = Повідомлення в { $channel }
channel-send = Надіслати
channel-ctrl-enter = Ctrl Enter надсилає.
channel-enter = Enter надсилає, Shift Enter починає новий рядок.
channel-change-key = Змінити
channel-slow = Повільний режим: одне повідомлення на { $interval }.
channel-slow-exempt = Повільний режим: одне повідомлення на { $interval }. Вас він не стосується.
channel-timed-out = На цьому сервері ви обмежені до <time></time>. До того часу ви можете читати, але не писати.
channel-closed = Ви можете читати цей канал, але не писати в ньому. Попросіть у того, хто керує сервером, дозвіл «Надсилати повідомлення».

# A message, its menu and its page

message-actions = Дії
message-title = Повідомлення від { $name } у { $channel }
message-by = Повідомлення від { $name }
menu-webhook-by = Вебхук <a href="/portal/webhooks/{ $id }"><bdi>{ $name }</bdi></a>, автор @{ $creator }
menu-webhook = Вебхук <a href="/portal/webhooks/{ $id }"><bdi>{ $name }</bdi></a>
menu-paused = Призупинено
menu-copy-link = Копіювати посилання
menu-mute = Вимкнути сповіщення <bdi>{ $channel }</bdi> на годину
menu-versions = Попередні версії
menu-report = Поскаржитися…
menu-block = Заблокувати: <bdi>{ $name }</bdi>
menu-unblock = Розблокувати: <bdi>{ $name }</bdi>
menu-pause = Призупинити цей вебхук
menu-leaked = Повідомити про витік
menu-remove = Прибрати повідомлення…
edit-label = Редагувати повідомлення
edit-hint = Escape скасовує. Редагування нікого не сповіщає.
message-webhook-by = <a href="/portal/webhooks/{ $id }"><strong><bdi>{ $name }</bdi></strong></a>, автор @{ $creator }
message-webhook-paused = призупинено
message-pause = Призупинити
message-link = Посилання
message-link-about = Воно працює для всіх, хто бачить цей канал.
message-link-what = посилання на це повідомлення
message-later = Прочитати пізніше
message-later-about = Це повідомлення й усі наступні буде позначено як непрочитані, лише для вас.
message-edit-hint = Редагування нікого не сповіщає.
message-delete = Видалити повідомлення
message-delete-about = Повідомлення буде видалено для всіх негайно. Протягом хвилини це можна скасувати.
message-remove = Прибрати всі повідомлення: { $name }
message-remove-about = Усі одразу, у { $channel } або на всьому сервері. Протягом хвилини це можна скасувати.
message-report = Поскаржитися
message-report-about = Модераторам цього сервера. Автор не дізнається, хто поскаржився.
message-report-reason = Що з ним не так?
message-report-button = Поскаржитися на повідомлення
message-versions = Переглянути попередні версії
reply-to = У відповідь на:
reply-deleted = Початкове повідомлення видалено
reply-bar = Відповідь для <bdi class="message-reply-author">{ $name }</bdi>
reply-cancel = Скасувати відповідь
reply-notify = Сповістити: <bdi>{ $name }</bdi>

# Removing messages

removal-title = Прибрати повідомлення з { $channel }
removal-button = Прибрати повідомлення
removal-lead = Усі повідомлення одного автора в { $channel } одразу. Протягом хвилини це можна скасувати.
removal-author = Автор
removal-choose = Виберіть автора
removal-count = Порахувати повідомлення
removed-one = Повідомлення видалено.
removed =
    { $count ->
        [one] Прибрано { $count } повідомлення автора <bdi>{ $author }</bdi>.
        [few] Прибрано { $count } повідомлення автора <bdi>{ $author }</bdi>.
        [many] Прибрано { $count } повідомлень автора <bdi>{ $author }</bdi>.
       *[other] Прибрано { $count } повідомлення автора <bdi>{ $author }</bdi>.
    }
removed-seconds = ще <span class="nums" data-countdown-number>{ $seconds }</span> с
since-title = За який час
since-button = Прибрати { $what }
since-everywhere = У кожному каналі сервера, який ви бачите
since-too-many = Повідомлень забагато, щоб спершу їх порахувати.
since-server = Увесь сервер
since-channels = у { $count } каналах
since-from = від <time></time>
since-oldest = починаючи з <time></time>
since-earlier = з них { $count } до цього повідомлення
since-replies =
    { $count ->
        [one] з них { $count } відповідь
        [few] з них { $count } відповіді
        [many] з них { $count } відповідей
       *[other] з них { $count } відповіді
    }

# Versions of a message

versions = Версії цього повідомлення
versions-title = Версії повідомлення в { $channel }
versions-lead = Спочатку найновіша. Зберігаються перша версія та десять останніх перед поточною.
versions-replaced = Замінено
versions-edited = Відредаговано
versions-posted = Опубліковано
versions-current = Поточна

# Servers and channels beside a page

side-title = Сервери й канали
side-unread-elsewhere = (непрочитані повідомлення в інших каналах)
side-servers = Сервери
side-settings = Налаштування сервера
side-settings-of = Налаштування: { $server }
side-messages = Повідомлення в { $server }
side-search = Шукати повідомлення в { $server }
side-search-channel = Шукати в цьому каналі
side-channels = Канали
side-reports = Скарги

# After the number of open reports, for screen readers.

side-reports-open = відкритих
side-muted = (сповіщення вимкнено)
mute-title = Сповіщення { $channel }
mute-muted = Сповіщення вимкнено: { $place }
mute-until = до <time></time>
mute-open = доки ви не ввімкнете знову
mute = Вимкнути сповіщення: { $place }
mute-off = Увімкнути сповіщення
mute-1h = На годину
mute-8h = На вісім годин
mute-always = Доки я не ввімкну знову
