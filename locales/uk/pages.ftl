frame-skip = Перейти до вмісту
frame-home = { $brand }, головна
frame-main = Головна навігація
frame-chat = Чат
frame-inbox = Вхідні
frame-unread = непрочитаних
frame-portal = Портал
frame-account = Обліковий запис: { $name }
frame-account-attention = Обліковий запис: { $name }, потребує уваги: { $count }
frame-account-menu = Обліковий запис
frame-servers = Ваші сервери
frame-profile = Профіль
frame-phone = Телефон
frame-phone-unverified = Не підтверджено
frame-security = Безпека
frame-apps = Підключені застосунки
frame-shortcuts = Комбінації клавіш
frame-console = Консоль
frame-attention = потребує уваги
frame-colours = Кольори
frame-sign-out = Вийти
frame-docs = Документація
frame-sign-in = Увійти
frame-sign-up = Зареєструватися
frame-footer = Нижній колонтитул
frame-guide = Посібник з інтеграції
frame-keyboard = Клавіатура
frame-language = Мова
colours-device = Кольори цього пристрою
colours-device-hint = Як на цьому пристрої
colours-light = Світлі кольори
colours-light-hint = Світла
colours-dark = Темні кольори
colours-dark-hint = Темна
date = { $day }.{ $month }.{ $year }

cancel = Скасувати
continue = Далі
go-back = Назад
go-to-chat = До чату
go-to-portal = До порталу
password = Пароль
new-password = Новий пароль
password-hint = Щонайменше 8 символів. Кілька слів разом — добрий пароль.
login = Ім’я користувача або телефон
use-passkey = Скористатися ключем доступу
code-or-recovery-code = Шестизначний код або код відновлення
recovery-code = Код відновлення
back-to-sign-in = Назад до входу
signed-in-as = Ви увійшли як <strong>{ $name }</strong> (@{ $nickname })
not-you = Це не ви?

sign-in = Увійти
sign-in-to-app = Увійдіть, щоб перейти до { $name }.
sign-in-to-server = Увійдіть, щоб приєднатися до { $name }.
sign-in-kept-form = Ваш сеанс завершився. Увійдіть знову: введене зберігається протягом години.
sign-in-ended = Ваш сеанс завершився. Увійдіть знову.
sign-in-first = Увійдіть, щоб продовжити.
sign-in-passkey = Увійти з ключем доступу
sign-in-forgot = Забули пароль?
sign-in-new = Ще немає облікового запису? <a href="{ $href }">Зареєструйтеся</a>
sign-in-invite = Ще немає облікового запису? Відкрийте отримане посилання-запрошення, щоб зареєструватися.

sign-up = Зареєструватися
sign-up-lead = Один обліковий запис для чату та для інших сайтів, на які з ним можна увійти.
sign-up-join-lead = Ви реєструєтеся і приєднуєтеся до { $server }. Учасники бачитимуть ваше ім’я користувача, відображуване ім’я та зображення.
sign-up-admin = Цей обліковий запис стане адміністратором цього екземпляра.
sign-up-nickname = Ім’я користувача
sign-up-nickname-hint = За ним вас згадують. Використовуйте малі латинські літери, цифри, крапки, дефіси та підкреслення.
sign-up-name = Відображуване ім’я
sign-up-name-hint = Показується біля ваших повідомлень. Його можна змінити будь-коли.
sign-up-join = Зареєструватися і приєднатися
sign-up-known = Уже маєте обліковий запис? <a href="{ $href }">Увійдіть</a>
sign-up-known-admin = Уже маєте обліковий запис? <a href="{ $href }">Увійдіть</a>, і він стане адміністраторським
sign-up-invite-title = Вам потрібне запрошення
sign-up-invite = У цьому екземплярі реєструються за запрошенням на сервер. Відкрийте отримане посилання-запрошення і зареєструйтеся з його сторінки. Якщо воно більше не діє, попросіть нове.
sign-up-link-title = Це посилання більше не діє
sign-up-link = Його використано, скасовано або його термін минув. Попросіть нове в того, хто його вам дав.
sign-up-closed-title = Реєстрацію закрито
sign-up-closed = У цьому екземплярі зараз ніхто не може зареєструватися. Якщо у вас має бути обліковий запис, зверніться до того, хто ним керує.

confirm-title = Підтвердьте, що це ви
confirm-lead = Ви увійшли вже давно. Введіть пароль ще раз, щоб продовжити.
confirm-lead-act = Ви увійшли вже давно. Введіть пароль ще раз, і вибрану дію буде виконано.
confirm-lead-some-app = Застосунок, з якого ви прийшли, просить ще раз ввести пароль.
confirm-lead-app = { $app } просить ще раз ввести пароль.
confirm-incomplete = Тим часом файли й паролі зберегти не можна. Потім ви повернетеся до форми: додайте їх і надішліть її ще раз.
confirm-next = Далі: <strong>{ $label }</strong>
confirm-button = Підтвердити

reset-title = Забули пароль
reset-lead = Ми надішлемо SMS із кодом на ваш підтверджений номер. З ним ви встановите новий пароль.
reset-send = Надіслати код
reset-no-texts-title = SMS недоступні
reset-no-texts = Ця служба не може надсилати SMS. Попросіть її оператора встановити вам новий пароль.
reset-no-phone = Немає підтвердженого телефону? Попросіть оператора цієї служби встановити вам новий пароль.
reset-remembered = Згадали? <a href="{ $href }">Увійдіть</a>
reset-code-title = Новий пароль
reset-code-heading = Встановіть новий пароль
reset-code-sent = Якщо цей обліковий запис має підтверджений телефон, код уже в дорозі. Він діє десять хвилин.
reset-code-app = Код з SMS правильний. Цей обліковий запис має також другий крок. Введіть новий пароль ще раз і код із застосунку автентифікації або код відновлення.
reset-code-app-passkey = Код з SMS правильний. Цей обліковий запис має також другий крок. Введіть новий пароль ще раз і код із застосунку автентифікації або код відновлення, якщо не використовуєте ключ доступу.
reset-code-recovery = Код з SMS правильний. Цей обліковий запис має також другий крок. Введіть новий пароль ще раз і код відновлення.
reset-code-recovery-passkey = Код з SMS правильний. Цей обліковий запис має також другий крок. Введіть новий пароль ще раз і код відновлення, якщо не використовуєте ключ доступу.
reset-code-tries =
    { $count ->
        [one] Залишилася { $count } спроба.
        [few] Залишилося { $count } спроби.
       *[other] Залишилося { $count } спроб.
    }
reset-code = Восьмизначний код
reset-code-button = Встановити пароль
reset-code-passkey = Встановити пароль із ключем доступу
reset-code-signs-out = Після цього ви вийдете в усіх браузерах.
reset-code-over = Цей код більше не діє. Запросіть новий.
reset-code-new = Запросити новий код
reset-code-again = SMS не надійшла? Зачекайте 30 секунд і <a href="{ $href }">запросіть новий код</a>. На один номер ми надсилаємо не більше п’яти SMS на день.
reset-code-outbox = Цей екземпляр не надсилає SMS; вони з’являються у <a href="/dev/outbox">вихідних</a>.

second-title = Введіть код
second-title-passkey = Підтвердьте ключем доступу
second-sign-in-both = Ваш обліковий запис захищено другим кроком. Скористайтеся ключем доступу або введіть код, який показує застосунок автентифікації.
second-sign-in-app = Ваш обліковий запис захищено другим кроком. Відкрийте застосунок автентифікації та введіть код, який він показує.
second-sign-in-passkey = Ваш обліковий запис захищено другим кроком. Скористайтеся ключем доступу або одним із кодів відновлення.
second-again-both = Для цього потрібен ваш другий крок. Скористайтеся ключем доступу або введіть код, який показує застосунок автентифікації.
second-again-app = Для цього потрібен ваш другий крок. Відкрийте застосунок автентифікації та введіть код, який він показує.
second-again-passkey = Для цього потрібен ваш другий крок. Скористайтеся ключем доступу або одним із кодів відновлення.
second-trust = Довіряти цьому браузеру 30 днів
second-trust-hint = Лише на власному пристрої. Під час входу тут код не запитуватиметься.
second-lost = Загубили пристрій? Введіть натомість один із кодів відновлення. Якщо їх немає, зверніться до оператора цієї служби.

consent-title = Вхід до { $app }
consent-heading = Увійти до <strong>{ $app }</strong> з обліковим записом { $brand }
consent-other-account = { $app } очікує інший обліковий запис. Увійдіть із ним або скасуйте.
consent-used = Використовувався раніше, востаннє <time></time>
consent-more = Що побачить { $app } і хто за ним стоїть
consent-gets = { $app } побачить
consent-gets-id = Ваш ідентифікатор
consent-gets-nickname = Ваше ім’я користувача
consent-gets-name = Ваше відображуване ім’я
consent-gets-picture = Ваше зображення
consent-never = { $app } не може
consent-never-profile = Бачити ваше ім’я чи зображення
consent-never-messages = Читати чи надсилати повідомлення
consent-never-servers = Бачити ваші сервери та їхніх учасників
consent-never-secrets = Бачити ваш номер телефону чи пароль
consent-never-act = Діяти тут від вашого імені
consent-about = Опис
consent-owner = Автор
consent-created = Створено
consent-homepage = Вебсайт
consent-privacy = Конфіденційність
consent-terms = Умови
consent-sign-in = Ваш вхід
consent-sign-in-with = { $app } також дізнається, коли й у який спосіб ви тут увійшли: { $methods }.
consent-revoke = Ви можете скасувати це будь-коли в розділі <a href="/settings/apps">Підключені застосунки</a>.
consent-report = Щось не так із цим застосунком? <a id="report-app" href="{ $href }">Поскаржтеся</a>.
consent-device = Пристрій за адресою <strong>{ $address }</strong> увійде від вашого імені
consent-return-computer = Ви повернетеся до програми на цьому комп’ютері, за адресою <strong>{ $place }</strong>
consent-return-phone = Ви повернетеся до програми на цьому телефоні, за адресою <strong>{ $place }</strong>
consent-return-app = Ви повернетеся до застосунку <strong>{ $place }</strong> на цьому пристрої
consent-return = Ви повернетеся до <strong>{ $place }</strong>
consent-approve = Дозволити
consent-switch = Інший обліковий запис

link-suspended-title = Цей застосунок призупинено
link-suspended = Оператор цього екземпляра призупинив його, тому ніхто не може в ньому увійти. Ви не увійшли, і нічого не передано.
link-broken-title = Це посилання для входу пошкоджено
link-broken = Застосунок, з якого ви прийшли, використав посилання, що не діє. Ви не увійшли, і нічого не передано. Виправити це можуть лише ті, хто керує застосунком.
link-developer = Для розробника застосунку
link-parameter = Параметр
link-why = Причина
link-fix = Що виправити
link-received = Отримано
link-about = Повернення можливе, лише якщо <code>client_id</code> і <code>redirect_uri</code> належать тому самому застосунку. Інакше можна було б потрапити на сайт зловмисника. Сторінка застосунку на <a href="/portal">порталі</a> показує обидва, а також робоче посилання.

onward-title = Назад до { $app }
onward-failed = Запит застосунку не вдалося виконати. Ви не увійшли до застосунку, і нічого не передано.
onward-error = Ви не увійшли до застосунку, і нічого не передано.
onward-signed-in = Виконується вхід.
onward-continue = Перейти до { $app }

device-title = Вхід на пристрої
device-lead = Введіть код, який показує ваш пристрій або програма.
device-code = Код
device-code-hint = Вісім літер, наприклад BCDF-GHJK.
device-warning = Хтось надіслав вам цей код або посилання на цю сторінку? Не продовжуйте: ця людина увійшла б від вашого імені.
device-check-title = Це ваш пристрій?
device-check-heading = Цей код показано на пристрої перед вами?
device-check-app = Застосунок
device-check-app-owner = <strong>{ $app }</strong>, автор: { $name } (@{ $nickname })
device-check-from = Звідки запит
device-check-same-network = <span class="nums">{ $address }</span>, мережа, у якій ви зараз
device-check-other-network = <span class="nums">{ $address }</span>, не та мережа, у якій ви зараз
device-check-asked = Коли
device-check-minutes =
    { $minutes ->
        [0] менше хвилини тому
        [one] { $minutes } хвилину тому
        [few] { $minutes } хвилини тому
       *[other] { $minutes } хвилин тому
    }
device-check-warning = Продовжуйте, лише якщо ви самі це розпочали і ваш власний пристрій або програма показує цей код. Якщо хтось надіслав вам код або посилання, ця людина хоче увійти від вашого імені.
device-check-refuse = Ні, відхилити
device-check-continue = Так, далі
device-approved-title = Ваш пристрій увійшов
device-approved = Можете повернутися до пристрою
device-approved-text = Він увійде за кілька секунд. Цю сторінку можна закрити.
device-denied-title = Пристрій відхилено
device-denied = Пристрій не увійшов
device-denied-text = Нічого не передано. Якщо хтось надіслав вам код, ця людина намагалася увійти від вашого імені: не відповідайте їй.

logout-title = Вийти
logout-heading = Вийти з { $brand }?
logout-by-app = <strong>{ $app }</strong> просить вас вийти й тут.
logout-by-some-app = Застосунок просить вас вийти й тут.
logout-stay = Не виходити
logout-about = Ви вийдете в цьому браузері. В інших браузерах та застосунках вхід збережеться.
logout-done-title = Ви вийшли
logout-done = Ви вийшли з { $brand }
logout-done-text = У цьому браузері ви вийшли. В інших застосунках вхід, можливо, ще діє.
logout-back = Назад до { $app }
logout-sign-in = Увійти знову

error-sent = Що ви надіслали <span class="muted">({ $field })</span>
error-not-kept = Паролі, коди й файли не зберігаються. Відкрийте форму ще раз і введіть їх.
error-unsent = Ваш текст
error-open-form = Відкрити форму
error-retry = Спробувати ще раз
error-home = На головну
error-reference = Звертаючись по допомогу, вкажіть цей номер: <code id="reference">{ $reference }</code>
