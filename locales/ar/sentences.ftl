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
audit-role-created = إنشاء رتبة
audit-role-edited = تعديل رتبة
audit-role-deleted = حذف رتبة
audit-roles-changed = تغيير الرتب
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
