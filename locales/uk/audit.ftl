# The entries of a server's audit log; those in English are in crates/store/src/models/logs/audit/action.rs

audit-hidden-channel = Прихований канал

# Webhooks

said-webhook_created = { $actor }: створено вебхук { $target }, який публікує в { $channel }
said-webhook_edited = { $actor }: вебхук { $target } перейменовано на { $name_to }
said-webhook_edited-2 = { $actor }: відредаговано вебхук { $target }
said-webhook_moved = { $actor }: вебхук { $target } переміщено з { $channel_from } до { $channel_to }
said-webhook_url_regenerated = { $actor }: створено новий URL вебхука { $target }
said-webhook_paused = { $actor }: призупинено вебхук { $target }
said-webhook_resumed = { $actor }: відновлено роботу вебхука { $target }
said-webhook_creator_changed = { $actor }: вебхук { $target } перейнято як автор
said-webhook_reported_leaked = { $actor }: повідомлено про витік URL вебхука { $target }; створено новий, а вебхук призупинено
said-webhook_found_leaked = { $actor }: призупинено, бо сканер секретів повідомив про витік URL
said-webhook_suspended = { $actor }: заблоковано оператором
said-webhook_restored = { $actor }: оператор зняв блокування
said-webhook_deleted = { $actor }: видалено вебхук { $target }, який публікував у { $channel }
said-message_deleted = { $actor }: видалено власне повідомлення в { $channel }

# Channels

said-channel_created = { $actor }: створено канал { $target }
said-channel_edited = { $actor }: відредаговано канал { $target }
said-channel_edited-2 = { $actor }: канал { $target } перейменовано на { $name_to }
said-channel_edited-3 = { $actor }: змінено повільний режим каналу { $target }
said-channel_edited-4 = { $actor }: змінено тему каналу { $target }
said-channel_moved = { $actor }: переміщено канал { $target }
said-channel_deleted = { $actor }: видалено канал { $target }
said-others_message_deleted = { $actor }: видалено повідомлення в { $target }, автор: { $author }
said-messages_removed =
    { $actor }: вилучено { $count ->
        [one] { $count } повідомлення
        [few] { $count } повідомлення
       *[many] { $count } повідомлень
    } у { $target }, починаючи з вибраного, автор: { $author }
said-messages_removed-2 =
    { $actor }: вилучено { $count ->
        [one] { $count } повідомлення
        [few] { $count } повідомлення
       *[many] { $count } повідомлень
    } у { $target } { $since ->
        [hour] за останню годину
        [day] за останню добу
       *[week] за останній тиждень
    }, автор: { $author }
said-reported_message_removed = { $actor }: вилучено повідомлення зі скаргою в { $target }, автор: { $author }
said-report_dismissed = { $actor }: відхилено скаргу на повідомлення в { $target }, автор: { $author }
said-messages_restored =
    { $actor }: відновлено { $count ->
        [one] { $count } повідомлення
        [few] { $count } повідомлення
       *[many] { $count } повідомлень
    } у { $target }, автор: { $author }
said-overwrite_set = { $actor }: змінено, що роль { $whom_role } може робити в { $target }
said-overwrite_set-2 = { $actor }: змінено, що { $whom_member } може робити в { $target }

# Roles

said-role_created = { $actor }: створено роль { $target }
said-role_edited = { $actor }: роль { $target } перейменовано на { $name_to }
said-role_edited-2 = { $actor }: переміщено роль { $target }
said-role_edited-3 = { $actor }: відредаговано роль { $target }
said-role_deleted = { $actor }: видалено роль { $target }

# Members and invites

said-member_roles_set =
    { $actor }: учаснику { $target } надано { $given_count ->
        [one] роль
       *[other] ролі
    } { $given }
said-member_roles_set-2 =
    { $actor }: в учасника { $target } забрано { $taken_count ->
        [one] роль
       *[other] ролі
    } { $taken }
said-member_roles_set-3 = { $actor }: змінено ролі учасника { $target }
said-member_joined = { $actor }: приєднання за запрошенням, що закінчується на { $target }
said-member_left = { $actor }: вихід із сервера
said-member_removed = { $actor }: учасника { $target } вилучено із сервера
said-member_banned = { $actor }: { $target } забанено на сервері
said-ban_lifted = { $actor }: знято бан із { $target }
said-member_timed_out = { $actor }: { $target } тимчасово обмежено
said-timeout_lifted = { $actor }: знято тимчасове обмеження з { $target }
said-invite_created = { $actor }: створено запрошення, що закінчується на { $target }
said-invite_deleted = { $actor }: видалено запрошення, що закінчується на { $target }

# The server

said-server_renamed = { $actor }: сервер { $target } перейменовано на { $name_to }
said-server_picture_set = { $actor }: вилучено зображення сервера
said-server_picture_set-2 = { $actor }: змінено зображення сервера
said-server_pictures_set = { $actor }: зображення в картках відтепер завантажуються лише після натискання
said-server_pictures_set-2 = { $actor }: зображення в картках відтепер завантажуються разом із повідомленням
said-server_second_step_set = { $actor }: керування сервером відтепер вимагає двоетапного входу
said-server_second_step_set-2 = { $actor }: керування сервером більше не вимагає двоетапного входу
said-server_suspended = { $actor }: заблоковано оператором
said-server_restored = { $actor }: оператор зняв блокування
said-server_offered = { $actor }: сервер запропоновано { $to }
said-server_offer_cancelled = { $actor }: скасовано пропозицію сервера для { $to }
said-server_offer_declined = { $actor }: відмова стати власником сервера
said-server_handed_over = { $actor }: сервер передано { $to }

# Lines of changes, and their values

said-word-creator-before = Попередній автор
said-word-expires = Діє до
said-word-further-ones = Інші
said-word-given = Надано
said-word-taken = Забрано
said-word-mentionable = Можна згадувати
said-word-name = Назва
said-word-permissions = Дозволи
said-word-permissions-added = Додані дозволи
said-word-permissions-removed = Забрані дозволи
said-word-picture = Зображення
said-word-position = Позиція
said-word-posted = Опубліковано
said-word-reason = Причина
said-word-slow-mode = Повільний режим
said-word-topic = Тема
said-word-until = До
said-word-uses = Використання
said-word-webhooks-deleted-with-it = Вебхуки, видалені разом із ним
said-word-nothing = нічого
said-word-yes = так
said-word-no = ні
said-word-off = вимкнено
said-word-removed = вилучено
said-word-a-new-one = нове
said-word-allowed = дозволено
said-word-denied = заборонено
said-word-inherited = успадковано
said-word-a-deleted-account = видалений обліковий запис
