brand-imprint = معلومات قانونية
brand-privacy = الخصوصية
choose-language = اختر إحدى اللغات.
wait-seconds =
    { $n ->
        [one] حاول مرة أخرى بعد ثانية.
        [two] حاول مرة أخرى بعد ثانيتين.
        [few] حاول مرة أخرى بعد { $n } ثوانٍ.
       *[other] حاول مرة أخرى بعد { $n } ثانية.
    }
wait-minutes =
    { $n ->
        [two] حاول مرة أخرى بعد دقيقتين.
        [few] حاول مرة أخرى بعد { $n } دقائق.
       *[other] حاول مرة أخرى بعد { $n } دقيقة.
    }
wait-hours =
    { $n ->
        [one] حاول مرة أخرى بعد ساعة.
        [two] حاول مرة أخرى بعد ساعتين.
        [few] حاول مرة أخرى بعد { $n } ساعات.
       *[other] حاول مرة أخرى بعد { $n } ساعة.
    }
wait-few-seconds = حاول مرة أخرى بعد ثوانٍ.
wrong-login = اسم المستخدم أو رقم الهاتف أو كلمة المرور غير صحيح.
check-login = تحقّق منها وحاول مرة أخرى.
wrong-password = كلمة المرور غير صحيحة.
try-again = حاول مرة أخرى.
too-many-attempts = محاولات كثيرة جدًا.
too-many-codes = جُرّبت رموز كثيرة جدًا.
too-many-passkeys = جُرّبت مفاتيح مرور كثيرة جدًا.
too-many-people = عدد كبير من الأشخاص يسجّلون الدخول في الوقت نفسه.
nothing-changed = لم يتغيّر شيء.
sign-in-over = استغرق تسجيل الدخول وقتًا طويلًا، أو كانت رموز كثيرة خاطئة.
sign-in-again = سجّل الدخول من جديد.
code-used = هذا الرمز خاطئ أو سبق استخدامه.
code-next = انتظر الرمز التالي، أو استخدم رمز استرداد.
passkey-unknown = مفتاح المرور هذا غير معروف هنا.
passkey-removed = ربما تمت إزالته.
passkey-other-way = سجّل الدخول بطريقة أخرى.
passkey-unavailable = لا تعمل مفاتيح المرور على هذا العنوان: فهي تحتاج إلى https واسم نطاق.
passkey-missing = لم يُرسل أي مفتاح مرور.
passkey-needs = تحتاج مفاتيح المرور إلى JavaScript ومتصفح يدعمها.
passkey-over = استغرق هذا وقتًا طويلًا، أو أُرسل مرتين.
passkey-unchecked = لم يتحقق جهازك من هويتك.
passkey-pin = عيّن له رقم PIN أو بصمة، وحاول مرة أخرى.
passkey-wrong = تعذّر التحقق من مفتاح المرور.
passkey-use-other = حاول مرة أخرى، أو استخدم طريقة أخرى.
confirmed-late = أكّدت هويتك، لكن ما اخترته كان قد نُفِّذ بالفعل أو انتظر وقتًا طويلًا.
look-first = تحقّق قبل أن تحاول مرة أخرى.
nickname-length = استخدم من 2 إلى 32 حرفًا.
nickname-letters = استخدم فقط الأحرف من a إلى z والأرقام والنقاط والشرطات والشرطات السفلية.
nickname-start = ابدأ بحرف أو رقم.
nickname-end = اختم بحرف أو رقم أو شرطة سفلية.
nickname-reserved = اسم المستخدم هذا محجوز.
nickname-taken = اسم المستخدم هذا مأخوذ.
choose-other = اختر غيره.
name-missing = أدخل اسمًا.
name-length = استخدم 64 حرفًا على الأكثر.
name-characters = أزل أحرف التحكم والأحرف غير المرئية.
name-marks = استخدم أربع علامات على الأكثر على الحرف الواحد.
name-reserved = هذا الاسم محجوز.
sign-up-not-open = إنشاء الحسابات في هذا الموقع ليس متاحًا للجميع.
admin-link-stale = لم يعد هذا الرابط يعمل: فقد استُخدم، أو مرّ عليه أكثر من يوم، أو استُبدل عند إعادة تشغيل Portico.
admin-link-newest = استخدم أحدث رابط، أو أنشئ حسابًا من دونه واطلب من المشغّل تشغيل “portico user admin”.
admin-now = أنت الآن مشرف هذا الموقع.
no-texts = لا يمكن لهذه الخدمة إرسال رسائل نصية.
ask-operator = اطلب من مشغّلها تعيين كلمة مرور جديدة لك.
login-missing = أدخل اسم المستخدم أو رقم الهاتف.
reset-limit = عدد الرموز التي طلبتها اليوم: { $n }، وهذا هو الحد الأقصى.
reset-rest = لقد طلبت رمزًا للتو.
reset-another =
    { $n ->
        [one] يمكنك طلب رمز آخر بعد ثانية.
        [two] يمكنك طلب رمز آخر بعد ثانيتين.
        [few] يمكنك طلب رمز آخر بعد { $n } ثوانٍ.
       *[other] يمكنك طلب رمز آخر بعد { $n } ثانية.
    }
reset-digits = أدخل أرقام الرمز الثمانية.
code-over = لم يعد هذا الرمز صالحًا.
code-request-new = اطلب رمزًا جديدًا.
code-wrong = هذا الرمز خاطئ.
code-check = تحقّق منه وحاول مرة أخرى.
code-wrong-last = هذا الرمز خاطئ، ولم تبقَ لك محاولات.
reset-many-codes = جُرّبت اليوم رموز كثيرة جدًا لهذا الحساب.
reset-done = تم تعيين كلمة المرور الجديدة، وسُجّل خروجك من كل مكان.
reset-sign-in = سجّل الدخول بها.
with-code = كلمة المرور ورمز
with-passkey-too = كلمة المرور ومفتاح مرور
with-passkey = مفتاح مرور
with-password = كلمة المرور
device-no-code = هذا الرمز لا يعمل.
device-compare = قارنه بالرمز الظاهر على الجهاز.
device-expired = إذا كان هو نفسه، فقد انتهت صلاحيته أو سبق استخدامه: ابدأ من جديد على الجهاز.
device-missing = أدخل الرمز الذي يعرضه الجهاز.
device-start-again = ابدأ من جديد على الجهاز.
device-gone-title = لم يعد هذا الرمز صالحًا
device-gone = انتهت صلاحية الرمز أو سبق الرد عليه.
nothing-shared = لم تتم مشاركة أي شيء.
back-to-app = عد إلى التطبيق وابدأ من جديد.
not-a-tab-title = لم تُفتح هذه الصفحة في علامة تبويب
not-a-tab = لتسجيل الدخول إلى تطبيق، افتح رابطه في علامة تبويب خاصة به.
unreadable-title = لا يمكن قراءة هذا الطلب
unreadable = الرابط الذي أوصلك إلى هنا تالف.
app-changed-title = تغيّر التطبيق
app-changed = أثناء فتح هذه الصفحة، حُذف التطبيق أو تغيّر عنوان إعادة التوجيه الخاص به.
answered-title = تم الرد من قبل
answered = لقد رددت على هذه الصفحة من قبل.
answered-once = لا يمكن الرد عليها إلا مرة واحدة.
expired-title = انتهت صلاحية هذه الصفحة
expired = ظلت هذه الصفحة مفتوحة أكثر من عشر دقائق.
foreign-title = هذه الصفحة لا تطابق جلستك
foreign = تم تعديل هذه الصفحة، أو أنها لشخص آخر، أو فُتحت قبل آخر تسجيل دخول لك.
unread-title = تعذّرت قراءة هذا الطلب
unread = فيه شيء ناقص أو غير صحيح.
go-back-and-try = ارجع وحاول مرة أخرى.
forbidden-title = لا يمكنك فعل هذا هنا
forbidden = ليس لديك إذن بذلك.
forbidden-ask = تواصل مع من يدير الخادم.
missing-title = الصفحة غير موجودة
missing = هذه الصفحة غير موجودة، أو لا يمكنك رؤيتها.
missing-check = تحقّق من العنوان وحاول مرة أخرى.
slow-title = استغرق هذا وقتًا طويلًا
slow = لم يصل ما أرسلته في الوقت المناسب.
slow-check = تحقّق من اتصالك وحاول مرة أخرى.
large-title = كان هذا كبيرًا جدًا
large = ما أرسلته أكبر من المسموح به.
large-smaller = أرسل شيئًا أصغر.
form-title = تعذّرت قراءة هذا النموذج
form-field = هناك حقل ناقص أو غير صحيح.
often-title = محاولات كثيرة جدًا
often = فعلت هذا مرات كثيرة في وقت قصير.
away-title = غير متاح مؤقتًا
away = لا تستطيع الخدمة الوصول إلى قاعدة بياناتها حاليًا.
away-unsaved = لم يُحفظ ما أرسلته.
away-unknown = لم تستجب قاعدة البيانات في الوقت المناسب.
away-maybe = ربما حُفظ ما أرسلته وربما لم يُحفظ.
broken-title = حدث خطأ من جانبنا
broken = تم تسجيل الخطأ، ولم تُحفظ أي تغييرات جزئية.
broken-reference = إذا تكرر ذلك، فأعطِ المشغّل المرجع أدناه.
refused-title = لم ينجح هذا
refused = تم رفض الطلب.
second-step-title = فعّل تسجيل الدخول بخطوتين أولًا
second-step = الخطوة الثانية مطلوبة من كل من يدير هذا، وحسابك لا يملكها.
second-step-minute = يستغرق ذلك دقيقة، بمفتاح مرور أو تطبيق مصادقة.
second-step-meanwhile = حتى ذلك الحين يمكنك القراءة والكتابة في قنواتك.
second-step-set-up = تفعيل تسجيل الدخول بخطوتين
suspended-title = هذا الخادم موقوف
suspended = أوقفه مشغّل هذا الموقع.
suspended-owner = يمكن لمالكه قراءة السبب.
suspended-ask = يمكن للمالك أن يطلب من المشغّل رفع الإيقاف.
suspended-until = حتى ذلك الحين لا يمكن لأحد القراءة أو الكتابة فيه، وكل إرسال إلى خطافات الويب الخاصة به يُرد عليه بالرمز 404.
suspended-kept = لا يُحذف منه شيء.
other-site = أُرسل هذا النموذج من موقع آخر، لذلك رُفض.
other-site-open = افتح الصفحة على هذا الموقع وأرسل النموذج مرة أخرى.
framed = لا يمكن عرض هذه الصفحة داخل صفحة أخرى.
framed-open = افتحها في علامة تبويب خاصة بها.
bad-character = يحتوي هذا على رمز لا يمكن تخزينه.
bad-character-remove = أزله وحاول مرة أخرى.
password-short = استخدم 8 أحرف على الأقل.
password-long = استخدم 128 حرفًا على الأكثر.
password-nickname = اختر كلمة مرور ليست اسم المستخدم، حتى مع أرقام.
password-common = هذه من كلمات المرور التي يجربها المهاجمون أولًا.
# Chat: posting, reading and removing

timed-out-here = أنت موقوف مؤقتًا في هذا الخادم.
until-then-read = حتى ينتهي ذلك يمكنك القراءة فقط.
slow-mode-wait = الوضع البطيء: حاول مجددًا بعد { $n } ث.
every-seconds = { $n } ث
every-minutes = { $n } د
every-hours = { $n } س
every-minute = دقيقة
every-hour = ساعة
slow-off = متوقف
days =
    { $n ->
        [one] يوم واحد
        [two] يومان
        [few] { $n } أيام
       *[other] { $n } يومًا
    }
weeks =
    { $n ->
        [one] أسبوع واحد
        [two] أسبوعان
        [few] { $n } أسابيع
       *[other] { $n } أسبوعًا
    }
one-year = سنة واحدة
one-person = شخص واحد
some-people = { $n } من الأشخاص
unread-mark = (غير مقروء)
unread-mentions = (إشارات غير مقروءة: { $n })
unread-many = (أكثر من { $n } إشارة غير مقروءة)
no-longer-muted = لم يعد { $name } مكتومًا.
muted-hour = { $name } مكتوم لمدة ساعة. تظل الإشارات تصل إلى صندوق الوارد.
muted-eight-hours = { $name } مكتوم لمدة ثماني ساعات. تظل الإشارات تصل إلى صندوق الوارد.
muted-open = { $name } مكتوم. تظل الإشارات تصل إلى صندوق الوارد.
message-deleted = حُذفت الرسالة.
thank-you = شكرًا.
moderators-will-look = سيطّلع مشرفو هذا الخادم على الرسالة.
reported-already = سبق أن أبلغت عن هذه الرسالة.
moderators-will-look-at-it = سيطّلع عليها مشرفو هذا الخادم.
report-own = لا يمكنك الإبلاغ عن رسالتك.
report-stays = اطّلع المشرفون على هذه الرسالة وقرروا إبقاءها.
choose-whose = اختر صاحب الرسائل المراد إزالتها.
choose-since = اختر آخر ساعة أو يوم أو أسبوع.
choose-since-or-none = اختر آخر ساعة أو يوم أو أسبوع، أو لا شيء.
no-such-messages = لا رسائل لهذا الكاتب لإزالتها.
since-message = هذه الرسالة وكل ما بعدها
since-hour = آخر ساعة
since-day = آخر يوم
since-week = آخر أسبوع
nothing-chosen = لا شيء
messages-none = لا رسائل
messages-count =
    { $n ->
        [one] رسالة واحدة
        [two] رسالتان
        [few] { $n } رسائل
       *[other] { $n } رسالة
    }
messages-at-least = { $n } رسالة على الأقل
messages-more = أكثر من { $n } رسالة
restored-one = استُعيدت رسالة واحدة.
restored-many = عدد الرسائل المستعادة: { $n }.
restored-already = استُعيدت هذه الرسائل بالفعل، أو انقضى وقت التراجع.
minute-over = انقضت الدقيقة.
cant-restore = لا يمكن استعادة هذه الرسائل.
mention-read = وُضعت علامة مقروء على إشارة واحدة.
mentions-read = إشارات عُلّمت مقروءة: { $n }.
mentions-read-to = عُلّمت الإشارات حتى ذلك الموضع مقروءة.
completion-role = دور
completion-everyone = كل من في هذه القناة
another-account = منذ فتح هذه الصفحة سُجّل الدخول في هذا المتصفح بحساب آخر.
reload-page = أعد تحميل الصفحة.
another-account-post = سُجّل الدخول في هذا المتصفح الآن باسم {"\u2066"}@{ $name }{"\u2069"}، فلم يُرسل هذا. انسخ نصك وأعد تحميل الصفحة.
unread-before-joining = هذه الرسالة قبل انضمامك إلى الخادم، فلا يمكن أن تكون غير مقروءة.
deleted-user-name = مستخدم محذوف
deleted-webhook-name = خطاف ويب محذوف
search-day = يُكتب اليوم هكذا: {"\u2066"}2026-03-01{"\u2069"}.
search-only-me = المعروف هو «mentions:me» فقط.
search-name-missing = ينقص اسم بعد النقطتين.
search-no-letter = لا يحتوي على حرف أو رقم.
search-no-minus = لا يمكن للبحث استثناء شيء.
search-many-parts = لا يمكن أن تزيد أجزاء البحث.
search-long = لا يمكن أن يطول البحث أكثر.

# Invites

invite-dead = هذه الدعوة لا تعمل
invite-why = انتهت أو استُنفدت أو حُذفت، أو أن الرابط ناقص.
invite-ask-new = اطلب واحدة جديدة ممن أرسلها إليك.
invite-banned = أنت محظور من هذا الخادم، فلا يمكنك الانضمام إليه.

# Permissions

permission-administrator = مسؤول
permission-administrator-hint = كل الأذونات، في كل قناة.
permission-manage-server = إدارة الخادم
permission-manage-server-hint = تغيير اسم الخادم، وإدارة خطافات الويب والدعوات، وإزالة الأعضاء وحظرهم وإيقافهم مؤقتًا.
permission-manage-channels = إدارة القنوات
permission-manage-channels-hint = إنشاء القنوات وتعديلها وحذفها وضبط أذوناتها.
permission-manage-roles = إدارة الأدوار
permission-manage-roles-hint = إنشاء الأدوار وتعديلها وحذفها وتعيينها للأعضاء.
permission-moderate = الإشراف على الأعضاء
permission-moderate-hint = حظر الأعضاء وإيقافهم مؤقتًا والبت في البلاغات عن الرسائل. جزء من «إدارة الخادم».
permission-view = رؤية القناة
permission-view-hint = رؤية القنوات وقراءة رسائلها.
permission-send = إرسال الرسائل
permission-send-hint = الكتابة في القنوات.
permission-all = الإشارة إلى {"\u2066"}@all{"\u2069"}
permission-all-hint = إشعار الجميع بـ {"\u2066"}@all{"\u2069"}، والإشارة إلى أدوار لا يمكن الإشارة إليها.
permission-messages = إدارة الرسائل
permission-messages-hint = حذف رسائل الآخرين، ورؤية ما كانت تقوله المعدّلة، والكتابة رغم الوضع البطيء.
need-administrator = تحتاج هنا إلى إذن «مسؤول».
need-manage-server = تحتاج هنا إلى إذن «إدارة الخادم».
need-manage-channels = تحتاج هنا إلى إذن «إدارة القنوات».
need-manage-roles = تحتاج هنا إلى إذن «إدارة الأدوار».
need-moderate = تحتاج هنا إلى إذن «الإشراف على الأعضاء».
need-send = تحتاج هنا إلى إذن «إرسال الرسائل».
need-messages = تحتاج هنا إلى إذن «إدارة الرسائل».
need-versions = لرؤية الإصدارات السابقة تحتاج إلى إذن «إدارة الرسائل» أو «إدارة الخادم».
need-settings = لفتح الإعدادات تحتاج إلى إذن إدارة الخادم أو قنواته أو أدواره أو أعضائه.
only-owner = لا يستطيع ذلك إلا مالك الخادم.
ask-them = اسأله.
only-owner-administrator = مالك الخادم وحده يقرر من يكون مسؤولًا.
only-own-permissions = لا يمكنك منح أو سحب إلا الأذونات التي لديك.
rank-roles = لا يمكنك تعديل أو منح أو سحب إلا الأدوار الأدنى من أعلى دور لك.
rank-members = لا يمكنك ذلك إلا مع أعضاء أعلى دور لهم أدنى من دورك.
rank-owner = لا يمكن إزالة مالك الخادم أو حظره أو إيقافه مؤقتًا.
rank-administrator = مالك الخادم وحده يستطيع إزالة مسؤول أو حظره أو إيقافه مؤقتًا.
rank-overwrites-members = لا يمكنك تغيير ما تسمح به القناة وتمنعه إلا لأعضاء أعلى دور لهم أدنى من دورك.
rank-overwrites-roles = لا يمكنك تغيير ما تسمح به القناة وتمنعه إلا لأدوار أدنى من أعلى دور لك.

# Servers and channels

server-left = غادرت الخادم.
server-settings-saved = حُفظت إعدادات الخادم.
choose-picture = اختر صورة.
server-picture-saved = حُفظت صورة الخادم.
server-picture-removed = أُزيلت صورة الخادم.
server-offered = عُرض الخادم على {"\u2066"}@{ $name }{"\u2069"}. يبقى ملكك حتى يقبله.
server-no-such-member = لا عضو آخر في هذا الخادم له هذا الاسم. تحقق من الكتابة.
no-such-member = لا عضو في هذا الخادم له هذا الاسم. تحقق من الكتابة.
offer-cancelled = أُلغي العرض.
server-stays-yours = يبقى الخادم ملكك.
server-gone = حُذف { $name } وكل ما فيه.
server-name-mismatch = هذا لا يطابق اسم الخادم.
type-exactly = اكتبه كما هو معروض تمامًا.
channel-created = أُنشئت {"\u2066"}#{ $name }{"\u2069"}.
channel-moved = نُقلت {"\u2066"}#{ $name }{"\u2069"}.
channel-saved = حُفظت {"\u2066"}#{ $name }{"\u2069"}.
channel-gone = حُذفت {"\u2066"}#{ $name }{"\u2069"} مع كل رسائلها وخطافات الويب.
channel-last = هذه آخر قناة في الخادم، ولا بد من قناة واحدة على الأقل.
channel-create-first = أنشئ قناة أخرى أولًا.
channel-name-missing = أدخل اسمًا للقناة.
channel-name-letters = استخدم الحروف والأرقام والشرطات والشرطات السفلية فقط.
name-one-letter = استخدم حرفًا أو رقمًا واحدًا على الأقل.
at-most-characters = استخدم { $n } حرفًا على الأكثر.
single-line = استخدم سطرًا واحدًا.
channel-name-taken = في هذا الخادم قناة بهذا الاسم بالفعل.
choose-another-name = اختر اسمًا آخر.
choose-slow-mode = اختر إحدى المدد، 6 ساعات على الأكثر.
permissions-saved = حُفظت أذونات القناة.
permissions-hide-channel = لم تعد أنت قادرًا على رؤية القناة.
choose-role-or-member = اختر دورًا أو عضوًا.
choose-what-to-allow = اختر ما تسمح به أو تمنعه.
only-allow-own = لا يمكنك السماح إلا بما يُسمح لك به في هذه القناة.
choices-roles = الأدوار
choices-members = الأعضاء
role-everyone-name = الجميع
role-name-missing = أدخل اسمًا للدور.
role-name-letters = استخدم الحروف والأرقام والمسافات والشرطات والشرطات السفلية فقط.
role-created = أُنشئ الدور { $name }. امنحه للأعضاء من صفحاتهم.
role-moved = نُقل الدور { $name }.
role-deleted = حُذف الدور { $name }.
role-saved = حُفظ الدور { $name }.
role-name-taken = في هذا الخادم دور بهذا الاسم أو باسم يشبهه.
member-roles-saved = حُفظت أدوار العضو.
member-removed = أُزيل العضو من هذا الخادم.
member-timed-out-done = أُوقف العضو مؤقتًا.
member-timed-out-lifted = لم يعد العضو موقوفًا.
ban-done = حُظر { $name } من هذا الخادم.
ban-lifted = رُفع الحظر عن { $name }. يمكنه الانضمام مجددًا بدعوة.
ban-self = لا يمكنك حظر نفسك.
ban-already = هذا الشخص محظور بالفعل.
report-removed = أُزيلت الرسالة.
report-dismissed = تُجوهل البلاغ.
message-stays = تبقى الرسالة.
invite-ready = الدعوة جاهزة.
invite-send-link = أرسل رابطها إلى من تريد دعوتهم.
invite-deleted = حُذفت الدعوة.
invite-link-dead = لم يعد رابطها يعمل.
form-unreadable = تعذرت قراءة هذا النموذج.
go-back-retry = ارجع وحاول مجددًا.
kind-person-operator = المشغّل

# Settings

blocked-done = حُظر { $name }. ولا يعلم بذلك.
unblocked-done = لم يعد هذا الشخص محظورًا.
block-self = لا يمكنك حظر نفسك.
account-deleted = حُذف حسابك.
type-nickname = للتأكيد اكتب اسم المستخدم: { $name }.
keep-codes = احفظ رموز الاسترداد في مكان آمن.
monday = الاثنين
tuesday = الثلاثاء
wednesday = الأربعاء
thursday = الخميس
friday = الجمعة
saturday = السبت
sunday = الأحد
quiet-is-off = وقت الهدوء متوقف.
quiet-is-saved = حُفظ وقت الهدوء.
quiet-time-of-day = أدخل وقتًا، مثل 22:00.
quiet-end-differs = أدخل نهاية تختلف عن البداية.
quiet-zone-list = اختر منطقة زمنية من القائمة.
quiet-days-choose = اختر أيامًا من الأسبوع.
unmuted-it = لم يعد مكتومًا.
browser-notified = يتلقى هذا المتصفح إشعارات.
browser-silent = لم يعد ذلك المتصفح يتلقى إشعارات.
passkey-is-removed = أُزيل مفتاح المرور.
passkey-delete-there = احذفه من جهازك أيضًا.
passkey-renamed = لمفتاح المرور اسم جديد.
passkey-is-added = أُضيف مفتاح المرور.
passkey-added-before = أُضيف مفتاح المرور هذا من قبل.
phone-is-verified = أُكّد هاتفك.
phone-is-removed = أُزيل رقمك.
phone-missing = أدخل رقم هاتفك.
phone-country-code = أدخل الرقم مع رمز البلد، مثل ‎+966 أو ‎+1.
phone-plus = أدخل + بدلًا من 00 في البداية.
phone-digits-only = استخدم الأرقام فقط بعد + ورمز البلد.
phone-no-country = لا ينتمي هذا الرقم إلى أي بلد، والرسائل إليه بتكلفة إضافية. أدخل رقم هاتف محمول.
phone-short = هذا الرقم قصير جدًا. تحقق مما إذا كان ينقصه رقم.
phone-long = هذا الرقم طويل جدًا. تحقق مما إذا كان فيه رقم زائد.
phone-not-there = لا وجود لهذا الرقم في بلد هذا الرمز. تحقق من الأرقام.
phone-mobile-only = تُرسل الرسائل النصية إلى الهواتف المحمولة فقط. أدخل رقم هاتف محمول.
phone-six-digits = أدخل أرقام الرمز الستة.
phone-verified-already = سبق أن أكّدت هذا الرقم.
phone-another-just = أُرسل رمز للتو.
phone-another-second = يمكنك طلب رمز آخر بعد ثانية.
phone-today-limit = أُرسل إلى هذا الرقم اليوم { $n } من الرموز، وهو الحد.
phone-numbers-limit = أدخلت اليوم { $n } من الأرقام المختلفة، وهو الحد.
phone-network-limit = طُلبت رموز كثيرة من شبكتك اليوم.
phone-service-limit = أرسلت هذه الخدمة كل رسائلها النصية لليوم.
number-taken = أكّد حساب آخر هذا الرقم.
number-taken-meanwhile = أكّد حساب آخر هذا الرقم في هذه الأثناء.
use-another-number = استخدم رقمًا آخر.
profile-is-saved = حُفظ ملفك الشخصي.
choice-is-saved = حُفظ اختيارك لهذا المتصفح.
password-is-changed = غُيّرت كلمة المرور، وسُجّل الخروج من كل متصفح آخر.
browser-is-out = سُجّل الخروج من ذلك المتصفح.
others-are-out = سُجّل الخروج من كل متصفح آخر.
browser-asks-code = سيُطلب رمز من ذلك المتصفح عند الدخول التالي.
totp-is-removed = أُزيل تطبيق المصادقة.
totp-is-set-up = أُعدّ تطبيق المصادقة.
totp-wrong-code = أدخل الأرقام الستة التي يعرضها التطبيق الآن.
totp-clock = إن ظلت خاطئة فتحقق من ساعة الجهاز.
offer-declined = رفضت { $name }. يبقى لدى مالكه.
offer-accepted = أصبح { $name } ملكك.
codes-none-left = لم تبقَ لديك رموز استرداد.
codes-one-left = بقي لديك رمز استرداد واحد.
codes-some-left = رموز الاسترداد المتبقية: { $n }.
codes-make-new = يمكنك إنشاء رموز جديدة في الإعدادات، الأمان.
reason-impersonates = ينتحل شخصية غيره
reason-phishing = يحاول الحصول على كلمات مرور أو يثبّت برامج ضارة
reason-misuses = يسيء استخدام ما يعرفه عن الناس
reason-spam = يرسل رسائل مزعجة أو غير مرغوبة
reason-other = شيء آخر

# Events of the security log

event-signed-in = تسجيل دخول
event-wrong-password = دخول بكلمة مرور خاطئة
event-wrong-confirmation = تأكيد بكلمة مرور خاطئة
event-other-out = خروج من متصفح آخر
event-others-out = خروج من كل المتصفحات الأخرى
event-password-changed = تغيير كلمة المرور
event-reset-requested = طلب رمز إعادة تعيين كلمة المرور
event-reset-wrong = رمز إعادة تعيين خاطئ
event-reset = إعادة تعيين كلمة المرور برمز
event-reset-operator = إعادة تعيين كلمة المرور
event-phone-verified = تأكيد الهاتف
event-phone-removed = إزالة الهاتف
event-app-approved = الموافقة على تطبيق
event-device = دخول جهاز إلى تطبيق
event-app-revoked = إبطال تطبيق
event-apps-revoked = إبطال كل التطبيقات
event-app-offered = عرض تطبيق على شخص آخر
event-app-accepted-by = قبول المالك الجديد للتطبيق
event-app-accepted = قبول تطبيق
event-webhook-leaked = الإبلاغ عن تسرب رابط خطاف ويب وإيقافه مؤقتًا
event-totp-added = إضافة تطبيق مصادقة
event-totp-removed = إزالة تطبيق المصادقة
event-passkey-added = إضافة مفتاح مرور
event-passkey-removed = إزالة مفتاح مرور
event-passkey-copied = رفض نسخة من مفتاح مرور
event-second-off = إيقاف الدخول بخطوتين
event-second-wrong = رمز خاطئ بعد كلمة مرور صحيحة
event-codes-created = إنشاء رموز استرداد جديدة
event-code-used = استخدام رمز استرداد
event-trust-ended = انتهاء الثقة بمتصفح
event-disabled = تعطيل الحساب
event-enabled = إعادة تفعيل الحساب
event-everywhere-out = خروج من كل مكان
event-admin = أصبح مسؤولًا عن هذا الموقع
event-no-admin = لم يعد مسؤولًا عن هذا الموقع
event-other = نشاط آخر

# Actions of a server's audit log
audit-webhook-created = إنشاء ويب هوك
audit-webhook-edited = تعديل ويب هوك
audit-webhook-moved = نقل ويب هوك
audit-webhook-paused = إيقاف ويب هوك مؤقتًا
audit-webhook-resumed = استئناف ويب هوك
audit-webhook-suspended = تعليق ويب هوك
audit-webhook-deleted = حذف ويب هوك
audit-channel-created = إنشاء قناة
audit-channel-edited = تعديل قناة
audit-channel-moved = نقل قناة
audit-channel-deleted = حذف قناة
audit-message-deleted-by-a-moderator = حذف رسالة من مشرف
audit-messages-removed = إزالة رسائل
audit-reported-message-removed = إزالة رسالة مُبلَّغ عنها
audit-report-dismissed = رفض بلاغ
audit-messages-restored = استعادة رسائل
audit-channel-permissions-changed = تغيير أذونات قناة
audit-role-created = إنشاء دور
audit-role-edited = تعديل دور
audit-role-deleted = حذف دور
audit-roles-changed = تغيير الأدوار
audit-member-joined = انضمام عضو
audit-member-left = مغادرة عضو
audit-member-removed = إزالة عضو
audit-member-banned = حظر عضو
audit-ban-lifted = رفع حظر
audit-member-timed-out = إيقاف عضو مؤقتًا
audit-time-out-lifted = رفع الإيقاف المؤقت
audit-invite-created = إنشاء دعوة
audit-invite-deleted = حذف دعوة
audit-server-renamed = تغيير اسم الخادم
audit-server-suspended = تعليق الخادم
audit-webhook-url-regenerated = إنشاء رابط جديد لويب هوك
audit-webhook-creator-changed = تغيير منشئ ويب هوك
audit-webhook-reported-leaked = الإبلاغ عن تسرّب ويب هوك
audit-webhook-found-leaked = عثور كاشف على رابط ويب هوك
audit-webhook-restored = رفع التعليق عن ويب هوك
audit-own-message-deleted = حذف ويب هوك رسالته
audit-server-picture = تغيير صورة الخادم
audit-server-pictures = تغيير تحميل الصور
audit-server-second-step = اشتراط تسجيل الدخول بخطوتين أو عدمه
audit-server-restored = رفع التعليق عن الخادم
audit-offered = عرض النقل
audit-offer-cancelled = إلغاء النقل
audit-offer-declined = رفض النقل
audit-handed-over = نقل الملكية
audit-group-webhooks = الويب هوك
audit-group-channels = القنوات
audit-group-server = الخادم
deleted-account-name = حساب محذوف

# Limits that are reached

cap-servers-owned =
    { $n ->
        [one] تملك خادمًا واحدًا، وهو الحد الأقصى للشخص.
        [two] تملك خادمين، وهو الحد الأقصى للشخص.
        [few] تملك { $n } خوادم، وهو الحد الأقصى للشخص.
       *[other] تملك { $n } خادمًا، وهو الحد الأقصى للشخص.
    }
cap-servers-owned-do = احذف واحدًا أو انقله أولًا.
cap-servers-joined =
    { $n ->
        [one] أنت في خادم واحد، وهو الحد الأقصى للشخص.
        [two] أنت في خادمين، وهو الحد الأقصى للشخص.
        [few] أنت في { $n } خوادم، وهو الحد الأقصى للشخص.
       *[other] أنت في { $n } خادمًا، وهو الحد الأقصى للشخص.
    }
cap-servers-joined-do = غادر واحدًا أولًا.
cap-apps-owned =
    { $n ->
        [one] تملك تطبيقًا واحدًا، وهو الحد الأقصى للشخص.
        [two] تملك تطبيقين، وهو الحد الأقصى للشخص.
        [few] تملك { $n } تطبيقات، وهو الحد الأقصى للشخص.
       *[other] تملك { $n } تطبيقًا، وهو الحد الأقصى للشخص.
    }
cap-delete-one = احذف واحدًا أولًا.
cap-apps-connected =
    { $n ->
        [one] لديك تطبيق مرتبط واحد، وهو الحد الأقصى للشخص.
        [two] لديك تطبيقان مرتبطان، وهو الحد الأقصى للشخص.
        [few] لديك { $n } تطبيقات مرتبطة، وهو الحد الأقصى للشخص.
       *[other] لديك { $n } تطبيقًا مرتبطًا، وهو الحد الأقصى للشخص.
    }
cap-apps-connected-do = ألغِ واحدًا من «التطبيقات المرتبطة» أولًا.
cap-muted =
    { $n ->
        [one] لديك قناة أو خادم واحد مكتوم، وهو الحد الأقصى للشخص.
       *[other] لديك { $n } من القنوات والخوادم المكتومة، وهو الحد الأقصى للشخص.
    }
cap-muted-do = أعد تشغيل الإشعارات لبعضها من إعداداتك.
cap-blocked =
    { $n ->
        [one] حظرت شخصًا واحدًا، وهو الحد الأقصى.
        [two] حظرت شخصين، وهو الحد الأقصى.
        [few] حظرت { $n } أشخاص، وهو الحد الأقصى.
       *[other] حظرت { $n } شخصًا، وهو الحد الأقصى.
    }
cap-blocked-do = ألغِ حظر شخص أولًا.
cap-reports =
    { $n ->
        [one] لديك بلاغ مفتوح واحد، وهو الحد الأقصى.
        [two] لديك بلاغان مفتوحان، وهو الحد الأقصى.
        [few] لديك { $n } بلاغات مفتوحة، وهو الحد الأقصى.
       *[other] لديك { $n } بلاغًا مفتوحًا، وهو الحد الأقصى.
    }
cap-reports-moderators = انتظر حتى يبتّ المشرفون في بعضها.
cap-reports-operator = انتظر حتى يغلق المشغّل بعضها.
cap-app-reports =
    { $n ->
        [one] لهذا التطبيق بلاغ مفتوح واحد، وهو الحد الأقصى.
        [two] لهذا التطبيق بلاغان مفتوحان، وهو الحد الأقصى.
        [few] لهذا التطبيق { $n } بلاغات مفتوحة، وهو الحد الأقصى.
       *[other] لهذا التطبيق { $n } بلاغًا مفتوحًا، وهو الحد الأقصى.
    }
cap-app-reports-do = المشغّل على علم بذلك.
cap-bans =
    { $n ->
        [one] لهذا الخادم حظر واحد، وهو الحد الأقصى.
       *[other] لهذا الخادم { $n } من عمليات الحظر، وهو الحد الأقصى.
    }
cap-bans-do = ارفع واحدًا أولًا.
cap-channels =
    { $n ->
        [one] لهذا الخادم قناة واحدة، وهو الحد الأقصى.
        [two] لهذا الخادم قناتان، وهو الحد الأقصى.
        [few] لهذا الخادم { $n } قنوات، وهو الحد الأقصى.
       *[other] لهذا الخادم { $n } قناة، وهو الحد الأقصى.
    }
cap-invites =
    { $n ->
        [one] لهذا الخادم دعوة واحدة، وهو الحد الأقصى.
        [two] لهذا الخادم دعوتان، وهو الحد الأقصى.
        [few] لهذا الخادم { $n } دعوات، وهو الحد الأقصى.
       *[other] لهذا الخادم { $n } دعوة، وهو الحد الأقصى.
    }
cap-roles =
    { $n ->
        [one] لهذا الخادم دور واحد، وهو الحد الأقصى.
        [two] لهذا الخادم دوران، وهو الحد الأقصى.
        [few] لهذا الخادم { $n } أدوار، وهو الحد الأقصى.
       *[other] لهذا الخادم { $n } دورًا، وهو الحد الأقصى.
    }
cap-overwrites =
    { $n ->
        [one] لهذا الخادم مجموعة أذونات واحدة في القنوات، وهو الحد الأقصى.
       *[other] لهذا الخادم { $n } من مجموعات الأذونات في القنوات، وهو الحد الأقصى.
    }
cap-overwrites-do = اضبط أولًا كل أذونات إحداها على «توريث».
cap-removals =
    { $n ->
        [one] لا تزال عملية إزالة واحدة جارية في هذه القناة، وهو الحد الأقصى.
       *[other] لا تزال { $n } من عمليات الإزالة جارية في هذه القناة، وهو الحد الأقصى.
    }
cap-removals-do = حاول مرة أخرى بعد دقيقة.
cap-offers =
    { $n ->
        [one] لدى هذا الشخص خادم واحد ليقبله أو يرفضه، وهو الحد الأقصى.
       *[other] لدى هذا الشخص { $n } من الخوادم ليقبلها أو يرفضها، وهو الحد الأقصى.
    }
cap-offers-do = اطلب منه الرد على عرض أولًا.
cap-passkeys =
    { $n ->
        [one] لديك مفتاح مرور واحد، وهو الحد الأقصى.
        [two] لديك مفتاحا مرور، وهو الحد الأقصى.
        [few] لديك { $n } مفاتيح مرور، وهو الحد الأقصى.
       *[other] لديك { $n } مفتاح مرور، وهو الحد الأقصى.
    }
cap-passkeys-do = أزل واحدًا أولًا.

# A message into a channel that its author can't see any more

channel-lost = لم تُرسل رسالتك
channel-lost-gone = لم تعد هذه القناة موجودة، أو لم يعد بإمكانك رؤيتها.
channel-lost-why = ربما أُزلت من خادمها أو حُظرت.
channel-lost-copy = انسخ نصّك إن كنت لا تزال تحتاج إليه.

# Messages, reports and invites that are refused

message-blank = الرسالة فارغة.
message-write = اكتب نصًا.
message-at-most = أقصى عدد من الأحرف في الرسالة: { $n }.
message-shorten = اختصرها أو أرسلها في رسالتين.
reply-was-deleted = حُذفت الرسالة التي ترد عليها.
reply-send-own = نصك ما زال هنا: أرسله رسالةً مستقلة.
report-reason = اختر سببًا.
report-app-again = سبق أن أبلغت عن هذا التطبيق، ولم يغلق المشغّل ذلك البلاغ بعد.
report-say-what = أخبر المشرفين بما في هذه الرسالة من خطأ.
second-step-own-first = أعدّ أولًا تسجيل الدخول بخطوتين لحسابك أنت.
second-step-then-require = بعدها يمكنك اشتراطه هنا.
invite-gone = لم تعد هذه الدعوة تعمل: انتهت مدتها أو استُنفدت أو حُذفت.

# Refusals in settings of accounts

passkey-meanwhile = أُضيف مفتاح مرور آخر في هذه الأثناء. حاول مرة أخرى.
passkey-copied = رُفض مفتاح المرور هذا لأن نسخة منه تبدو موجودة. سجّل الدخول بطريقة أخرى وأزله من إعداداتك.
password-changed-elsewhere = غُيّرت كلمة مرورك للتو في متصفح آخر. سجّل الدخول مرة أخرى بالكلمة الجديدة.
push-elsewhere = شُغّلت إشعارات هذا المتصفح في مكان آخر. أوقفها في المتصفح وحاول مرة أخرى.
push-service-not-used = لا ترسل هذه الخدمة عبر خدمة الإشعارات الخاصة بهذا المتصفح.
push-keys = تعذّرت قراءة مفاتيح المتصفح. أوقف الإشعارات في المتصفح وحاول مرة أخرى.
phone-taken = أكّد حساب آخر هذا الرقم. استخدم رقمًا آخر.
phone-costs = الرسائل إلى هذا الرقم بتكلفة إضافية، لذا لا يمكن تأكيده. أدخل رقمًا آخر.
phone-country-off = لا ترسل هذه الخدمة رسائل إلى هذا البلد. أدخل رقم هاتف محمول من بلد آخر.
sms-unset = لا تستطيع هذه الخدمة إرسال رسائل نصية بعد. على مشغّلها إعداد ذلك أولًا.
sms-unsent = تعذّر إرسال الرسالة النصية. حاول مرة أخرى بعد دقيقة.
sms-refused = تعذّر إرسال رسالة نصية إلى هذا الرقم. تحقّق منه أو جرّب رقمًا آخر.
sms-unsure = ربما لم تُرسل الرسالة النصية. إن لم تصل فحاول مرة أخرى بعد دقيقة.
refused-picture-large = هذه الصورة كبيرة جدًا. اختر صورة لا تتجاوز 5 ميبيبايت.
picture-pixels = تحتوي هذه الصورة على عدد كبير جدًا من البكسلات. صغّرها وحاول مرة أخرى.
picture-kind = ليست هذه صورة PNG أو JPEG أو WebP. اختر ملفًا آخر.
picture-damaged = تتعذّر قراءة هذه الصورة؛ يبدو أن الملف تالف. اختر صورة أخرى.
passkeys-what = اختر ما تريد فعله بمفاتيح المرور.
totp-what = اختر ما تريد فعله بتطبيق المصادقة.
waited-too-long = تم هذا بالفعل، أو طال انتظاره. ارجع وتحقّق قبل أن تحاول مرة أخرى.
account-owns = أنت مالك { $name }. انقل خوادمك أو احذفها أولًا.
account-owns-suspended = علّق المشغّل خوادم تملكها: { $name }. اطلب منه رفع ذلك أولًا.

# Connected apps

app-revoked = أُلغي التطبيق. عليه أن يسألك مجددًا عند تسجيل دخولك التالي إليه.
app-revoked-none = لم يكن هناك ما يُلغى.
apps-revoked =
    { $n ->
        [one] أُلغي تطبيق واحد. عليه أن يسألك مجددًا عند تسجيل دخولك التالي إليه.
        [two] أُلغي تطبيقان. عليهما أن يسألاك مجددًا عند تسجيل دخولك التالي.
        [few] أُلغيت { $n } تطبيقات. عليها أن تسألك مجددًا عند تسجيل دخولك التالي.
       *[other] أُلغي { $n } تطبيقًا. عليها أن تسألك مجددًا عند تسجيل دخولك التالي.
    }
app-reported = شكرًا لك. سينظر مشغّل هذه الخدمة في بلاغك. للتوقف عن استخدام التطبيق ألغه هنا.
transfer-uris = راجع عناوين إعادة التوجيه: اختارها مالكه السابق.
transfer-secrets = قد يعرف مالكه السابق أسراره: أنشئ سرًا جديدًا ثم احذف البقية. وراجع عناوين إعادة التوجيه أيضًا.

# Refusals in the chat

edit-author-only = لا يعدّل الرسالة إلا كاتبها.
edit-permission = لتعديل الرسائل في هذه القناة تحتاج إلى إذن إرسال الرسائل.
delete-permission = لحذف رسائل الآخرين تحتاج إلى إذن إدارة الرسائل.
post-permission = للكتابة في هذه القناة تحتاج إلى إذن إرسال الرسائل.
restore-deleter-only = لا يستعيد هذه الرسالة إلا من حذفها.
undo-over = انتهت مهلة التراجع. لا يمكن استعادة هذه الرسالة.
removed-by-moderator = أزال مشرف هذه الرسالة.
view-permission = تحتاج هنا إلى إذن عرض القناة.
mention-all-permission = تحتاج هنا إلى إذن الإشارة إلى ‎@all.
character-zero = لا يمكن أن تحتوي الرسالة على المحرف U+0000. أزله.
mute-choice = اكتم لساعة أو لثماني ساعات أو حتى تعيد التشغيل.
blocked-person = حُظر {"\u2066"}@{ $name }{"\u2069"} ولن يعلم بذلك.
value-unusable = لا يمكن استخدام هذا. غيّره.

# Refusals in a server's settings

ban-lift-rank = لا يرفع هذا الحظر إلا المالك أو من ليس أدنى ممن وضعه.
banned-person = حُظر {"\u2066"}@{ $name }{"\u2069"} من هذا الخادم.
ban-lifted-person = رُفع الحظر عن {"\u2066"}@{ $name }{"\u2069"}. يمكنه الانضمام مجددًا بدعوة.
invite-hours = اختر من 1 إلى 8760 ساعة، أو اتركه فارغًا بلا حد.
invite-people = اختر من 1 إلى 10,000 شخص، أو اتركه فارغًا بلا حد.
leave-owner = أنت مالك هذا الخادم فلا يمكنك مغادرته. انقله إلى عضو آخر أولًا أو احذفه.
remove-self = لا يمكنك إزالة نفسك. غادر الخادم من قائمة خوادمك.
roles-gone = لم يعد أحد هذه الأدوار موجودًا في هذا الخادم. اختر مجددًا.
overwrite-whom = اختر دورًا أو عضوًا في هذا الخادم.
role-all-administrator = لدى الجميع هذا الدور فلا يمكن أن يكون مسؤولًا. أنشئ دورًا آخر للمسؤولين.
role-all-delete = لدى كل عضو هذا الدور فلا يمكن حذفه.
role-controls = لا يمكنك منح هذا الدور أو سحبه لأنه يتحكم في إذن قناة لا تملكه. اسأل مالك الخادم.
role-all-lowest = لدى الجميع هذا الدور فهو الأدنى دائمًا.
role-move-below = لا يمكنك نقل الأدوار إلا إلى موضع أدنى من أعلى أدوارك.
position-role = اختر موضعًا من 1، وهو الأدنى، إلى { $n }.
offer-already = عُرض هذا الخادم على شخص بالفعل. ألغِ ذلك العرض أولًا.
offer-whom = اختر عضوًا آخر في هذا الخادم.
timeout-self = لا يمكنك إيقاف نفسك مؤقتًا.
permission-both = أحد الأذونات مسموح ومرفوض معًا. اختر أحدهما.
permission-no-channel = أحد هذه ليس إذن قناة. اختر من القائمة.
permission-none = أحد هذه ليس إذنًا. اختر من القائمة.
report-choice = أزل الرسالة أو ارفض البلاغ.

# Browsers

browser-unknown = متصفح غير معروف
browser-android = { $name } على Android
browser-iphone = { $name } على iPhone
browser-ipad = { $name } على iPad
browser-windows = { $name } على Windows
browser-macos = { $name } على macOS
browser-chromeos = { $name } على ChromeOS
browser-linux = { $name } على Linux
