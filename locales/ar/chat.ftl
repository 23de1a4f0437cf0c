# Words of several pages of the chat.

bot = بوت
message = رسالة
webhook = خطاف الويب
reply = رد
edit = تعديل
delete = حذف
save = حفظ
save-changes = حفظ التغييرات
undo = تراجع
block = حظر
unblock = إلغاء الحظر
blocked = رسالة محظورة
blocked-show = رسالة محظورة. <span>إظهار</span>
mark-read = وضع علامة مقروء
mark-unread = وضع علامة غير مقروء
search = بحث
search-messages = البحث في الرسائل
roles = الأدوار
timed-out = موقوف مؤقتًا
pages = الصفحات
newest = الأحدث
older = الأقدم
more = المزيد

# The author of a message

author-webhook-by = تطبيق خطاف الويب «<bdi>{ $name }</bdi>»، أنشأه {"\u2066"}@{ $nickname }{"\u2069"}
author-webhook = تطبيق خطاف الويب «<bdi>{ $name }</bdi>» بلا مُنشئ
author-app-by = تطبيق خطاف ويب، أنشأه {"\u2066"}@{ $nickname }{"\u2069"}
author-app = تطبيق خطاف ويب بلا مُنشئ

# Cards and texts of messages

card-open-picture = فتح الصورة على { $host }
card-load-picture = تحميل الصورة
table = جدول

# A channel

channel-skip = انتقل إلى مربع الرسالة
channel-search = البحث في { $channel }
channel-members = الأعضاء
channel-messages = الرسائل
channel-to-unread = الانتقال إلى أول رسالة غير مقروءة
channel-older = تحميل رسائل أقدم
channel-new = جديد
channel-empty = لا توجد رسائل بعد
channel-empty-equip = اكتب الرسالة الأولى، أو ادعُ أشخاصًا، أو أنشئ خطاف ويب ليكتب برنامج هنا.
channel-empty-text = تظهر هنا رسائل الأشخاص وخطافات الويب.
channel-new-webhook = خطاف ويب جديد
channel-invite = دعوة أشخاص
channel-newer = رسائل أحدث
channel-to-newest = الانتقال إلى أحدث الرسائل
channel-message = رسالة إلى { $channel }
channel-send = إرسال
channel-ctrl-enter = يُرسل Ctrl Enter الرسالة.
channel-enter = يُرسل Enter الرسالة، ويبدأ Shift Enter سطرًا جديدًا.
channel-change-key = تغيير
channel-slow = الوضع البطيء: رسالة واحدة كل { $interval }.
channel-slow-exempt = الوضع البطيء: رسالة واحدة كل { $interval }. لا ينطبق عليك.
channel-timed-out = أنت موقوف مؤقتًا في هذا الخادم حتى <time></time>. حتى ذلك الحين يمكنك القراءة دون الكتابة.
channel-closed = يمكنك قراءة هذه القناة دون الكتابة فيها. اطلب إذن «إرسال الرسائل» ممن يدير الخادم.

# A message, its menu and its page

message-actions = الإجراءات
message-title = رسالة من { $name } في { $channel }
message-by = رسالة من { $name }
menu-webhook-by = خطاف الويب <a href="/portal/webhooks/{ $id }"><bdi>{ $name }</bdi></a>، من {"\u2066"}@{ $creator }{"\u2069"}
menu-webhook = خطاف الويب <a href="/portal/webhooks/{ $id }"><bdi>{ $name }</bdi></a>
menu-paused = متوقف مؤقتًا
menu-copy-link = نسخ الرابط
menu-mute = كتم <bdi>{ $channel }</bdi> لمدة ساعة
menu-versions = الإصدارات السابقة
menu-report = الإبلاغ…
menu-block = حظر <bdi>{ $name }</bdi>
menu-unblock = إلغاء حظر <bdi>{ $name }</bdi>
menu-pause = إيقاف خطاف الويب هذا مؤقتًا
menu-leaked = الإبلاغ عن تسرّبه
menu-remove = إزالة الرسائل…
edit-label = تعديل الرسالة
edit-hint = يلغي Escape التعديل. لا يُشعر التعديل أحدًا.
message-webhook-by = <a href="/portal/webhooks/{ $id }"><strong><bdi>{ $name }</bdi></strong></a>، من {"\u2066"}@{ $creator }{"\u2069"}
message-webhook-paused = متوقف مؤقتًا
message-pause = إيقاف مؤقت
message-link = الرابط
message-link-about = يعمل لكل من يمكنه رؤية هذه القناة.
message-link-what = رابط هذه الرسالة
message-later = القراءة لاحقًا
message-later-about = تُعلَّم هذه الرسالة وكل ما بعدها غير مقروءة، لك وحدك.
message-edit-hint = لا يُشعر التعديل أحدًا.
message-delete = حذف الرسالة
message-delete-about = تُحذف الرسالة للجميع فورًا. يمكنك التراجع خلال دقيقة.
message-remove = إزالة كل رسائل { $name }
message-remove-about = دفعة واحدة، في { $channel } أو في الخادم كله. يمكنك التراجع خلال دقيقة.
message-report = الإبلاغ
message-report-about = إلى مشرفي هذا الخادم. لا يعلم الكاتب من أبلغ.
message-report-reason = ما المشكلة فيها؟
message-report-button = الإبلاغ عن الرسالة
message-versions = عرض الإصدارات السابقة
reply-to = ردًا على:
reply-deleted = حُذفت الرسالة الأصلية
reply-bar = الرد على <bdi class="message-reply-author">{ $name }</bdi>
reply-cancel = إلغاء الرد
reply-notify = إشعار <bdi>{ $name }</bdi>

# Removing messages

removal-title = إزالة رسائل من { $channel }
removal-button = إزالة الرسائل
removal-lead = كل رسائل كاتب واحد في { $channel } دفعة واحدة. يمكنك التراجع خلال دقيقة.
removal-author = الكاتب
removal-choose = اختر كاتبًا
removal-count = عدّ الرسائل
removed-one = حُذفت الرسالة.
removed =
    { $count ->
        [zero] لم تُزَل أي رسالة من <bdi>{ $author }</bdi>.
        [one] أُزيلت رسالة واحدة من <bdi>{ $author }</bdi>.
        [two] أُزيلت رسالتان من <bdi>{ $author }</bdi>.
        [few] أُزيلت { $count } رسائل من <bdi>{ $author }</bdi>.
        [many] أُزيلت { $count } رسالة من <bdi>{ $author }</bdi>.
       *[other] أُزيلت { $count } رسالة من <bdi>{ $author }</bdi>.
    }
removed-seconds = بقي <span class="nums" data-countdown-number>{ $seconds }</span> ث
since-title = منذ متى
since-button = إزالة { $what }
since-everywhere = في كل قناة من الخادم يمكنك رؤيتها
since-too-many = الرسائل أكثر من أن تُعدّ أولًا.
since-server = الخادم كله
since-channels = في { $count } من القنوات
since-from = بتاريخ <time></time>
since-oldest = منذ <time></time>
since-earlier = منها { $count } قبل هذه الرسالة
since-replies = منها ردود: { $count }

# Versions of a message

versions = إصدارات هذه الرسالة
versions-title = إصدارات رسالة في { $channel }
versions-lead = الأحدث أولًا. يُحتفظ بالإصدار الأول وبآخر عشرة قبل الحالي.
versions-replaced = استُبدل
versions-edited = عُدّل
versions-posted = نُشر
versions-current = الحالي

# Servers and channels beside a page

side-title = الخوادم والقنوات
side-unread-elsewhere = (رسائل غير مقروءة في قنوات أخرى)
side-servers = الخوادم
side-settings = إعدادات الخادم
side-settings-of = إعدادات { $server }
side-messages = الرسائل في { $server }
side-search = البحث في رسائل { $server }
side-search-channel = البحث في هذه القناة
side-channels = القنوات
side-reports = البلاغات

# After the number of open reports, for screen readers.

side-reports-open = مفتوحة
side-muted = (مكتوم)
mute-title = إشعارات { $channel }
mute-muted = { $place } مكتوم
mute-until = حتى <time></time>
mute-open = حتى تعيد تشغيلها
mute = كتم { $place }
mute-off = إلغاء الكتم
mute-1h = لمدة ساعة
mute-8h = لمدة ثماني ساعات
mute-always = حتى أعيد تشغيلها
