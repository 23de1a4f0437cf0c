# Words of several pages of settings

notifications = الإشعارات
blocked-people = الأشخاص المحظورون
offers = عروض النقل
account-delete = حذف الحساب
recovery-codes = رموز الاسترداد
passkeys = مفاتيح المرور
totp = تطبيق المصادقة
six-digits = رمز من ستة أرقام
this-browser = هذا المتصفح
this-phone = هذا الهاتف
this-tablet = هذا الجهاز اللوحي
added = أُضيف في <time></time>
last-used = آخر استخدام: <time></time>
not-used = لم يُستخدم بعد
asks-confirm = سيُطلب منك أولًا تأكيد أنك أنت.
asks-password = ستُطلب منك كلمة المرور أولًا.
second-off-about = ستسجّل الدخول بكلمة المرور وحدها. تتوقف رموز الاسترداد عن العمل، ولا يبقى أي متصفح موثوقًا.
recovery-have =
    { $count ->
        [0] لم تبقَ لديك رموز استرداد.
        [one] بقي لديك رمز استرداد واحد.
        [two] بقي لديك رمزا استرداد.
        [few] بقيت لديك { $count } رموز استرداد.
       *[other] بقي لديك { $count } رمز استرداد.
    }

# Connected apps

apps-lead = سجّلت الدخول إلى هذه المواقع والبرامج بحسابك. يرى كل منها ما وافقت عليه ولا شيء سواه.
apps-sees = يرى معرّفك واسم المستخدم والاسم المعروض وصورتك
apps-sees-id = يرى معرّفك دون اسمك أو صورتك

# <time></time> is the first sign-in, <span></span> the last one.

apps-times = أول دخول <time></time>، وآخره <span></span>
apps-revoke = إبطال
apps-revoke-of = إبطال { $name }
apps-hint = إبطال تطبيق لا يحذف ما يعرفه عنك. وعليه أن يسألك مجددًا عند دخولك إليه المرة القادمة.
apps-revoke-all = إبطال الكل
apps-revoke-all-ask = ستضطر التطبيقات كلها ({ $count }) إلى سؤالك مجددًا عند دخولك إليها المرة القادمة.
apps-empty = لا تطبيقات مرتبطة
apps-empty-text = تظهر هنا المواقع التي تسجّل الدخول إليها بهذا الحساب، ويمكنك إبطالها هنا.
report-name = الإبلاغ عن { $name }
report-some = الإبلاغ عن تطبيق
report-id = الإبلاغ عن التطبيق { $id }
report-lead = يصل بلاغك إلى مشغّل هذه الخدمة. ولا يُبلَّغ مالك التطبيق.
report-what = ما المشكلة؟
report-choose = اختر سببًا
report-details = التفاصيل
report-hint = ماذا حدث وأين. 500 حرف على الأكثر.
report-send = إرسال البلاغ

# Blocked people

blocked-lead = تُطوى رسائلهم لديك، ولا تصلك إشاراتهم إليك. ولا يعلمون بذلك.
unblock-name = إلغاء حظر { $name }
blocked-empty = لم تحظر أحدًا
blocked-empty-text = لحظر أحد، انقر اسمه في قناة.

# Deleting an account

delete-lead = لا يمكن التراجع عن هذا.
delete-goes = ما الذي يُحذف
delete-profile = ملفك الشخصي وصورتك ورقم هاتفك. ويُسجَّل خروجك من كل مكان.
delete-apps = التطبيقات التي أنشأتها. لا يمكن لأحد تسجيل الدخول بها بعد ذلك.
delete-access = وصولك إلى المواقع الأخرى التي تسجّل الدخول إليها بهذا الحساب.
delete-stays = ما الذي يبقى
delete-messages = رسائلك، باسم «مستخدم محذوف».
delete-webhooks = خطافات الويب التي أنشأتها. هي ملك خادمها، لكنها لا تستطيع إشعار الجميع بعد ذلك.
delete-logs = اسمك في سجلات تدقيق الخوادم بجانب ما فعلته فيها، حتى 90 يومًا.
delete-servers = انقل خوادمك أو احذفها أولًا
delete-servers-text =
    { $count ->
        [one] هذا الخادم ملكك. انقل ملكيته أو احذفه ثم عُد.
       *[other] هذه الخوادم ملكك. انقل ملكية كل منها أو احذفه ثم عُد.
    }
delete-suspended =
    { $count ->
        [one] هذا الخادم ملكك وقد علّقه المشغّل. لا يمكنك نقله أو حذفه أو حذف حسابك حتى يرفع ذلك. تواصل مع مشغّل هذه الخدمة.
       *[other] هذه الخوادم ملكك وقد علّقها المشغّل. لا يمكنك نقلها أو حذفها أو حذف حسابك حتى يرفع ذلك. تواصل مع مشغّل هذه الخدمة.
    }
delete-who = حذف {"\u2066"}@{ $nickname }{"\u2069"}
delete-nickname = اسم المستخدم
delete-type = اكتب { $nickname } للتأكيد.

# Notifications

notifications-lead = تصل كل إشارة إلى صندوق الوارد أيًا كان اختيارك هنا.
notifications-browser = في متصفحك
notifications-browser-text = يعرض متصفحك إشعارًا حين يشير إليك أحد.
notifications-browser-push = يعرض متصفحك إشعارًا حين يشير إليك أحد. ويمكنه ذلك دون أن تكون أي صفحة من هذا الموقع مفتوحة: تمر الرسالة حينها عبر خدمة الإشعارات لدى صانع المتصفح، معمّاةً لا يقرؤها إلا متصفحك.
notifications-how = كيف تعمل الإشعارات
notifications-scripts = تحتاج الإشعارات إلى JavaScript.
notifications-ios = على iPhone أو iPad تصل الإشعارات إلى التطبيق في الشاشة الرئيسية: اضغط «مشاركة» في Safari، واختر <strong>إضافة إلى الشاشة الرئيسية</strong>، وافتح { $brand } من هناك، ثم شغّلها هنا.
notifications-on = تشغيل في هذا المتصفح
notifications-off = إيقاف في هذا المتصفح
notifications-ends = ينتهي بانتهاء جلسته
quiet = وقت الهدوء
quiet-lead = لا تُعرض إشعارات في هذه الساعات، بتوقيت مكانك.
quiet-lead-on = لا تُعرض إشعارات في هذه الساعات، بتوقيت مكانك. وهو مشغّل.
quiet-from = من
quiet-to = إلى
quiet-to-hint = إن كان قبل البداية فهو في اليوم التالي.
quiet-zone = المنطقة الزمنية
quiet-zone-choose = اختر أقرب مدينة
quiet-days = الأيام التي يبدأ فيها
quiet-save = حفظ وقت الهدوء
quiet-off = إيقاف
mutes = المكتومة
mutes-lead = لا يُعلَّم شيء هنا غير مقروء ولا يعرض إشعارًا. لكتم قناة أو خادم، افتحه واستخدم الجرس.
mutes-hidden = مكان لم يعد بإمكانك رؤيته
mutes-empty = لا شيء مكتوم
mutes-empty-text = تظهر هنا القنوات والخوادم التي تكتمها.

# Passkeys

passkeys-lead = يسجّل مفتاح المرور دخولك ببصمتك أو وجهك أو رمز جهازك. لا يمكن تخمينه ولا يستطيع موقع آخر طلبه.
passkeys-yours = مفاتيح المرور لديك
passkeys-yours-text = أزل مفاتيح الأجهزة التي لم تعد لديك.
passkeys-second-only = للخطوة الثانية فقط
passkeys-rename = إعادة التسمية
passkeys-remove-about = لن يسجّل دخولك بعد ذلك.
passkeys-add = إضافة مفتاح مرور
passkeys-address = لا تدعم المتصفحات مفاتيح المرور على هذا العنوان. تحتاج إلى https واسم نطاق؛ وعلى جهازك يكفي http://localhost.
passkeys-most = لديك { $count } من مفاتيح المرور، وهو الحد الأقصى. أزل واحدًا أولًا.
passkeys-where = يسألك المتصفح أين يحفظه: على هذا الجهاز، أو على هاتفك، أو على مفتاح أمان.
passkeys-first = من حينها لا تكفي كلمة المرور وحدها لتسجيل الدخول. وستحصل أيضًا على رموز استرداد إن فقدت الجهاز.
passkeys-name-hint = لتميّز بين مفاتيح المرور.
passkeys-scripts = تحتاج مفاتيح المرور إلى JavaScript. ويعمل تطبيق المصادقة من دونه.

# Phone

phone-lead = برقم هاتف مؤكَّد يمكنك تسجيل الدخول، وتعيين كلمة مرور جديدة إن نسيتها، وإنشاء تطبيقات.
phone-yours = رقمك
phone-verified = مؤكَّد
phone-remove = إزالة الرقم
phone-remove-about = لن يمكنك تسجيل الدخول بهذا الرقم، ولا إنشاء تطبيقات، ولا تعيين كلمة مرور جديدة إن نسيتها. وتستمر التطبيقات التي أنشأتها في العمل. وسيتمكن شخص آخر من تأكيد الرقم.
phone-no-texts = لا تستطيع هذه الخدمة إرسال رسائل نصية بعد، فلا يمكنك تأكيد رقم هاتف. على المشغّل إعداد ذلك.
phone-for-app = يحتاج كل تطبيق إلى مالك مسؤول. وحين يُؤكَّد رقمك تنتقل إلى إنشاء التطبيق.
phone-asks-password = سجّلت الدخول منذ مدة، لذا ستُطلب كلمة المرور قبل إرسال الرمز.
phone-code-title = أدخل الرمز
phone-code-sent = أرسلناه في رسالة نصية إلى <strong class="nums nowrap" id="masked-phone">{ $number }</strong>. يصلح لعشر دقائق.
phone-code-over = لم يعد الرمز المرسل إلى <strong class="nums nowrap" id="masked-phone">{ $number }</strong> صالحًا. اطلب رمزًا جديدًا.
phone-would-send = لا يرسل هذا الموقع رسائل نصية. كان سيرسل:
phone-verify = تأكيد الهاتف
phone-resend = إرسال رمز جديد
phone-resend-in = بعد <span class="nums" data-countdown-number>{ $seconds }</span> ث
phone-no-code = لم تصلك رسالة نصية؟ تحقق من الرقم. إن أكّده حساب آخر فلا تحتوي الرسالة على رمز.
phone-other = استخدام رقم آخر
phone-change = تغيير الرقم
phone-hint = أضف رمز البلد، مثل ‎+966 أو ‎+1.
phone-hint-change = أضف رمز البلد، مثل ‎+966 أو ‎+1. يبقى رقمك الحالي حتى يُؤكَّد الجديد.
phone-number = رقم الهاتف
phone-verify-title = أكّد رقمك
phone-verify-text = سنرسل إليك رمزًا من ستة أرقام في رسالة نصية. لا يرى الآخرون رقمك.

# Profile

profile-lead = هكذا تظهر في الدردشة وفي المواقع التي تسجّل الدخول إليها.
profile-yours = ملفك الشخصي
profile-nickname-hint = به يشير إليك الناس وبه تسجّل الدخول. استخدم حروفًا صغيرة وأرقامًا ونقاطًا وشرطات وشرطات سفلية.
profile-name-hint = يظهر بجانب رسائلك.
picture-hint = PNG أو JPEG أو WebP، بحد أقصى 5 ميبيبايت. تُقص إلى مربع.
profile-picture-remove = إزالة صورتي
profile-picture-remove-hint = يحل محلها نمط مولَّد.
profile-save = حفظ الملف الشخصي
writing = كتابة الرسائل
writing-lead = لهذا المتصفح. وعلى شاشات اللمس يُرسل الزر.
writing-send = الإرسال بـ
writing-enter = Enter
writing-enter-hint = يبدأ Shift وEnter سطرًا جديدًا.
writing-ctrl = Ctrl وEnter
writing-ctrl-hint = على Mac: ‏⌘ وEnter. وEnter وحده يبدأ سطرًا جديدًا.
writing-save = حفظ الاختيار
language-lead = لغة الصفحات والرسائل النصية والإشعارات. تسري أينما سجّلت الدخول.
language-auto = بحسب تفضيل المتصفح
language-save = حفظ اللغة

# Recovery codes

recovery-lead = إن لم يكن جهازك معك حلّ محله رمز استرداد. يصلح كل رمز مرة واحدة.
recovery-new = رموزك الجديدة
recovery-new-text = تُعرض الآن فقط. احفظها في مكان آمن بعيدًا عن كلمة المرور.
recovery-download = تنزيل كملف نصي
recovery-left = الرموز المتبقية: { $count }
recovery-replace = تحل الرموز الجديدة محل كل ما لديك.
recovery-create = إنشاء رموز جديدة

# Security

security-lead = كلمة المرور والمتصفحات التي سجّلت الدخول فيها والنشاط الأخير في حسابك.
security-password = تغيير كلمة المرور
security-password-text = يُسجَّل خروجك من كل متصفح آخر.
security-current = كلمة المرور الحالية
security-second = تسجيل الدخول بخطوتين
security-second-both = يتطلب الدخول كلمة المرور ورمزًا من تطبيق المصادقة أو مفتاح مرور. ويكفي مفتاح المرور وحده أيضًا.
security-second-app = يتطلب الدخول كلمة المرور ورمزًا من تطبيق المصادقة.
security-second-passkey = يتطلب الدخول كلمة المرور ومفتاح مرور. ويكفي مفتاح المرور وحده أيضًا.
security-second-none = احمِ حسابك بمفتاح مرور أو تطبيق مصادقة إلى جانب كلمة المرور.

# <time></time> is the beginning, <span></span> the end.

security-trusted = موثوق منذ <time></time> حتى <span></span>
security-ask = طلب رمز
security-sessions = المتصفحات المسجّل فيها الدخول
security-sessions-text = سجّل الخروج من أي متصفح لا تعرفه أو لم تعد تستخدمه.
security-end-others = الخروج من كل ما سواه
security-since = تسجيل الدخول <time></time>
security-recent = النشاط الأخير
security-recent-text = إن رأيت ما لم تفعله فغيّر كلمة المرور فورًا.
event-operator = بواسطة مشغّل هذه الخدمة
event-someone = بواسطة شخص آخر
event-failed = فشل
security-log = سجل الأمان
security-log-lead = ما جرى لحسابك، الأحدث أولًا. لا يراه سواك.
security-log-empty = لا شيء هنا بعد
security-log-empty-text = تُدرج هنا عمليات الدخول وكلمات المرور الخاطئة والتغييرات في حسابك فور حدوثها.
security-log-kept = تُحفظ المدخلات { $days } يومًا: { $kept } على الأكثر لما فعلته أنت أو المشغّل، و{ $strangers } على الأكثر لما كان يمكن لأي أحد فعله، كمحاولات الدخول بكلمة مرور خاطئة.

# Authenticator app

totp-lead = مع تطبيق المصادقة يتطلب الدخول كلمة المرور ورمزًا من جهازك.
totp-yours = تطبيقك
totp-done = مُعدّ
totp-since = أُعدّ في <time></time>.
totp-remove = إزالة التطبيق
totp-remove-about = تحتفظ بمفاتيح المرور ورموز الاسترداد.
totp-scan = امسح الرمز
totp-scan-text = امسحه بتطبيق مصادقة على هاتفك، أو اكتب المفتاح فيه. ثم أدخل الرمز الذي يعرضه.
totp-key = المفتاح
totp-show = إظهار رمز QR والمفتاح
totp-set-up = إعداد
totp-again = البدء من جديد بمفتاح آخر
totp-begin = إعداد تطبيق
totp-begin-text = تحتاج إلى تطبيق مصادقة على هاتفك أو حاسوبك.
totp-begin-codes = ستحصل أيضًا على رموز استرداد إن فقدت الجهاز.
totp-asks-password = سجّلت الدخول منذ مدة، لذا ستُطلب كلمة المرور أولًا.

# Offers

offers-lead = خوادم وتطبيقات OAuth يريد مالكوها نقلها إليك. تصبح ملكك حين تقبل.
offers-from = من { $name } ({"\u2066"}@{ $nickname }{"\u2069"})
offers-until = يمكن قبوله حتى <time></time>
offers-accept = قبول
offers-decline = رفض
offers-server-hint = مالك الخادم مسؤول عنه ويمكنه فعل كل شيء فيه. ويبقى مالكه السابق عضوًا ويحتفظ بأدواره.
offers-phone = أكّد هاتفك أولًا
offers-phone-text = لامتلاك تطبيق تحتاج إلى رقم هاتف مؤكَّد. لا يراه سواك.
offers-room = لديك أقصى عدد من التطبيقات
offers-room-text = يمكن للشخص امتلاك { $count } من التطبيقات على الأكثر. احذف واحدًا قبل قبول آخر.
offers-apps = تطبيقات معروضة
offers-suspended = هذا التطبيق معلّق، ولا يمكن نقله حتى ينتهي ذلك.
offers-secrets = يحتفظ التطبيق بمعرّف العميل وأسراره وعمليات الدخول. قد يظل مالكه السابق يعرف الأسرار: بعد القبول أنشئ سرًا جديدًا ثم احذف الباقي. وتحقق من عناوين إعادة التوجيه أيضًا.
offers-public = يحتفظ التطبيق العام بمعرّف العميل وعمليات الدخول. بعد القبول تحقق من عناوين إعادة التوجيه، فقد اختارها مالكه السابق.
offers-empty = لا عروض لك
offers-empty-text = حين ينقل إليك أحد خادمًا أو تطبيقًا يظهر هنا سبعة أيام.
