# Settings of a server

settings-back = العودة إلى { $server }
settings-overview = نظرة عامة
danger = منطقة الخطر
danger-confirm = لا يمكن التراجع عن هذه الإجراءات، لذا تُطلب كلمة المرور أولًا.
confirm-first = أكّد أولًا أنك أنت
remove = إزالة
remove-what = إزالة { $what }
reason = السبب
position = الموضع
picture = الصورة
picture-new = صورة جديدة
picture-upload = رفع الصورة
picture-remove = إزالة الصورة
overview-pictures = تحميل صور البطاقات عند النقر فقط
overview-pictures-hint = تأتي الصورة من المضيف الذي يحدده خطاف الويب، فيعرف من يفتحها ومتى. ولا تُعرض حينها صور الكتّاب على مضيفين آخرين.
overview-second = اشتراط تسجيل الدخول بخطوتين لإدارة هذا الخادم
overview-second-anyway = تشترط هذه الخدمة ذلك على كل من يدير خادمًا، أيًا كان اختيارك هنا.
overview-second-hint = من دونه لا يستطيع المالك والمسؤولون ومن يحق لهم إدارة الخادم استخدام هذه الصلاحية حتى يُعدّوه. ويمكنهم القراءة والكتابة كما كانوا.
overview-need = لتغيير هذه الإعدادات تحتاج إلى إذن «إدارة الخادم».
overview-picture-lead = يراها الأعضاء في قائمة خوادمهم، ويراها المدعوون قبل الانضمام.
transfer = نقل الملكية
transfer-about = يصبح عضو آخر مالك هذا الخادم حين يقبل. وتبقى عضوًا وتحتفظ بأدوارك.
transfer-offered = عُرض على { $name } ({"\u2066"}@{ $nickname }{"\u2069"}) حتى <time></time>. يجده في الإعدادات، عروض النقل. يبقى الخادم ملكك حتى القبول.
transfer-cancel = إلغاء النقل
transfer-no-heirs = لا يمكن لعضو آخر امتلاكه. <a href="{ $path }/invites">ادعُ أحدًا</a> أولًا.
transfer-ask = يصبح المالك حين يقبل خلال سبعة أيام. وتبقى عضوًا وتحتفظ بأدوارك، ولا يستطيع إعادته إليك سواه.
transfer-to = المالك الجديد
transfer-choose = اختر عضوًا
transfer-nickname = اسم المستخدم للمالك الجديد
server-name = اسم الخادم
server-delete = حذف هذا الخادم
server-delete-button = حذف الخادم
server-delete-about = تُحذف معه قنواته ورسائله وخطافات الويب والأدوار والدعوات، فورًا ونهائيًا.
server-delete-ask = تُحذف معه قنواته ورسائله وخطافات الويب والأدوار والدعوات، فورًا ونهائيًا. للتأكيد اكتب <strong>{ $server }</strong>.

# Channels

channels-title = قنوات { $server }
channels-lead = افتح قناة لتعديلها وضبط أذوناتها. يرى الجميع القنوات بهذا الترتيب.
channels-none = لا يمكنك رؤية أي من القنوات.
channels-new = قناة جديدة
channels-name-hint = استخدم الحروف والأرقام والشرطات والشرطات السفلية.
channels-example = builds
channels-topic-hint = موضوع القناة.
channels-create = إنشاء القناة
channel-open = فتح القناة
channel-topic = الموضوع
channel-slow-mode = الوضع البطيء
channel-slow-hint = مدة انتظار الأعضاء بين رسالتين. ولا ينتظر من يدير الرسائل أو القنوات.
channel-position-hint = 1 هي الأولى من بين { $count } من القنوات التي تراها.
channel-save = حفظ القناة
channel-permissions = الأذونات في هذه القناة
channel-permissions-lead = «توريث» يأخذ بما تسمح به أدوار العضو. وإعداد الدور يغلب إعداد الجميع، وإعداد العضو يغلب كليهما.
channel-beyond = لا يمكنك السماح إلا بما يُسمح لك به في هذه القناة. ويُستثنى من ذلك: { $permissions }.
channel-above = لا يمكنك تغيير ما ضُبط للأدوار والأعضاء عند أعلى دور لك أو فوقه.
channel-save-permissions = حفظ الأذونات
channel-every-member = كل أعضاء الخادم
channel-kind-role = دور
channel-kind-former = غادر الخادم
channel-kind-member = عضو
channel-allowed = { $permission }: مسموح
channel-denied = { $permission }: ممنوع
channel-inherited = { $permission }: موروث
channel-add = إضافة دور أو عضو
channel-target = دور أو عضو
channel-target-choose = اختر دورًا أو عضوًا
channel-role = الدور
channel-no-role = بلا دور
channel-nickname = أو اسم المستخدم لعضو
channel-delete = حذف هذه القناة
channel-delete-about = تُحذف معها رسائلها وخطافات الويب، فورًا ونهائيًا.
channel-delete-button = حذف القناة
channel-delete-ask = حذف <strong>{ $channel }</strong> مع كل رسائلها وخطافات الويب؟ تُحذف فورًا ونهائيًا.

# Roles

roles-title = أدوار { $server }
roles-lead = يمنح الدور أذوناته للأعضاء الذين يحملونه. وينطبق «الجميع» على كل الأعضاء. ولا يتصرف أحد إلا في الأدوار والأعضاء الأدنى من أعلى دور له.
roles-mentionable = يمكن الإشارة إليه
roles-no-permissions = بلا أذونات
roles-holders =
    { $count ->
        [one] <span>{ $count }</span> <span>عضو</span>
        [two] <span>{ $count }</span> <span>عضوان</span>
        [few] <span>{ $count }</span> <span>أعضاء</span>
       *[other] <span>{ $count }</span> <span>عضوًا</span>
    }
roles-new = دور جديد
roles-new-lead = لا يمكنك منح إلا الأذونات التي لديك.
roles-example = البنّاؤون
roles-create = إنشاء الدور
permissions = الأذونات
role-title = الدور { $role }
role-everyone = لكل عضو في الخادم هذه الأذونات.
role-mentionable = يمكن لأي أحد الإشارة إلى هذا الدور
role-save = حفظ الدور
role-too-high = لا يمكنك تعديل هذا الدور لأنه ليس أدنى من أعلى دور لك.
role-beyond = لا يمكنك تعديل هذا الدور لأن له إذنًا ليس لديك.
role-need = لتعديل الأدوار تحتاج إلى إذن «إدارة الأدوار».
role-delete = حذف هذا الدور
role-delete-about = يفقد أعضاؤه أذوناته، وتفقد القنوات الأذونات المضبوطة له.
role-delete-button = حذف الدور
role-delete-ask = حذف الدور <strong>{ $role }</strong>؟

# Members

members-of = أعضاء { $server }
members-total = الإجمالي: { $count }
members-search = البحث عن أعضاء (اسم المستخدم والاسم المعروض)
members-none = لا عضو يبدأ اسم مستخدمه أو كلمة من اسمه المعروض هكذا.
members-none-large = لا عضو يبدأ اسم مستخدمه هكذا أو يطابق اسمه المعروض هذا تمامًا.
member-since = عضو منذ <time></time>
member-timed-out = موقوف مؤقتًا حتى <time></time>: حتى ذلك الحين يمكن لهذا العضو القراءة دون الكتابة أو تغيير أي شيء.
member-no-roles = ليس في هذا الخادم أدوار لتعيينها بعد.
member-create-role = <a href="/servers/{ $server }/settings/roles">أنشئ دورًا</a>.
member-roles-hint = لا يمكنك إضافة أو إزالة إلا الأدوار الأدنى من أعلى دور لك والتي لديك أذوناتها.
member-save-roles = حفظ الأدوار
member-has-none = ليس لهذا العضو أدوار.
member-above = لا يمكنك تغيير إلا أدوار الأعضاء الذين أعلى دور لهم أدنى من دورك.
member-need-roles = لتعيين الأدوار تحتاج إلى إذن «إدارة الأدوار».
member-remove = إزالة العضو
member-remove-title = الإزالة من الخادم
member-remove-about = يفقد أدواره في هذا الخادم، ويمكنه العودة بدعوة. وتبقى رسائله.
member-remove-ask = إزالة <strong>@{ $nickname }</strong> من { $server }؟
time-out = الإيقاف المؤقت
time-out-lead = يمكن للعضو الموقوف مؤقتًا قراءة ما كان يقرؤه، دون الكتابة أو التغيير هنا. والمغادرة ثم الانضمام لا ينهيان ذلك.
time-out-for = المدة
time-out-button = إيقاف مؤقت
time-out-lift = رفع الإيقاف
former = ليس عضوًا
former-banned = هذا الشخص محظور من الخادم. <a href="/servers/{ $server }/settings/bans">عرض المحظورين</a>.
former-left = غادر هذا الشخص الخادم أو أُزيل منه.

# Bans and reports

bans = المحظورون
bans-title = المحظورون من { $server }
bans-lead = لا يستطيع المحظورون الانضمام إلى هذا الخادم بأي دعوة. يمكنك حظر عضو من صفحته.
bans-by = حظره {"\u2066"}@{ $by }{"\u2069"}
bans-by-gone = حظره مستخدم محذوف
bans-lift = رفع
bans-lift-of = رفع الحظر عن { $name }
bans-empty = لا أحد محظور
bans-empty-text = يظهر هنا من تحظرهم من هذا الخادم مع السبب.
bans-end = لا محظورين أقدم.
ban = حظر
ban-title = الحظر من الخادم
ban-former = لا يمكنه العودة بأي دعوة حتى يُرفع الحظر.
ban-removes = يُزال ولا يمكنه العودة بأي دعوة حتى يُرفع الحظر.
ban-removes-only = يُزال ولا يمكنه العودة بأي دعوة حتى يُرفع الحظر. وتبقى رسائله.
ban-ask = حظر <strong>@{ $nickname }</strong> من { $server }؟
ban-reason-hint = يظهر في قائمة المحظورين وفي سجل التدقيق.
ban-messages = إزالة رسائله
moderate-timed-out = أُوقف { $name } مؤقتًا.
moderate-ban = حظر <bdi>{ $name }</bdi>
moderate-banned = حُظر { $name } من هذا الخادم.
moderate-lifted = رُفع الحظر عن { $name }. يمكنه الانضمام مجددًا بدعوة.
deleted-user = مستخدم محذوف
deleted-account = حساب محذوف
reports-title = البلاغات في { $server }
reports-lead = رسائل أبلغ عنها الأعضاء كما كانت حينها. ولا يُذكر من أبلغ لأي أحد آخر.
reports-deleted = حُذفت لاحقًا
reports-edited = عُدّلت لاحقًا
reports-count = عدد المبلّغين: { $count }
reports-remove = إزالة الرسالة
reports-dismiss = تجاهل
reports-dismiss-of = تجاهل البلاغ عن رسالة { $name }
reports-empty = لا بلاغات مفتوحة
reports-empty-text = حين يبلغ الأعضاء عن رسالة تظهر هنا لمن يشرفون على الأعضاء.
reports-end = لا بلاغات أقدم.
reports-hidden = بلاغات أخرى عن رسائل في قنوات لا يمكنك رؤيتها: { $count }. لا يبتّ فيها إلا المشرفون الذين يرونها.
reports-decided = بُتّ فيها مؤخرًا
reports-removed = أُزيلت الرسالة
reports-dismissed = تُجوهل البلاغ

# Invites

invites = الدعوات
invites-title = دعوات { $server }
invites-lead = يمكن لكل من لديه الرابط الانضمام حتى تنتهي الدعوة أو تُستنفد أو تُحذف.
invites-expires = تنتهي بعد
invites-never = لا تنتهي
invites-uses = تصلح لـ
invites-any = أي عدد من الأشخاص
invites-create = إنشاء دعوة
invites-what = رابط الدعوة
invites-by = أنشأها {"\u2066"}@{ $creator }{"\u2069"}
invites-unused = لم تُستخدم بعد
invites-joined = عدد المنضمين: { $count }
invites-used-up = استُنفدت
invites-expired = انتهت
invites-left = المرات المتبقية: { $count }
invites-until = تنتهي في <time></time>
invites-about = الدعوة { $code }
invites-delete-ask = يتوقف رابطها عن العمل لكل من أُرسل إليه. ويبقى من انضم بها عضوًا.
invites-delete-ask-dead = يبقى من انضم بها عضوًا.
invites-delete = حذف الدعوة
invites-empty = لا دعوات بعد
invites-empty-text = أنشئ دعوة وأرسل رابطها إلى من تريد دعوتهم.
invites-need = لدعوة أشخاص تحتاج إلى إذن «إدارة الخادم».

# Audit log

audit = سجل التدقيق
audit-title = سجل تدقيق { $server }
audit-server-empty = تعرض هذه الصفحة كل تغيير في الخادم وخطافات الويب والقنوات والأدوار والأعضاء والدعوات، ومن أجراه. وتعرض أيضًا من ينضم ومن يغادر.
audit-server-lead = من غيّر ماذا في هذا الخادم. تُحفظ المدخلات { $days } يومًا، وأحدث { $most } على الأكثر.
audit-filter = تصفية السجل
audit-filter-button = تصفية
audit-who = من
audit-anyone = أي أحد
audit-what = ماذا
audit-anything = أي شيء
audit-end = لا شيء أقدم
audit-end-text = لا مدخلات أقدم.
audit-none = لا مدخلات مطابقة
audit-none-text = لا مدخلة تطابق هذه التصفية.
audit-all = عرض الكل
audit-empty = لا تغييرات بعد
