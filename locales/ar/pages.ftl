frame-skip = انتقل إلى المحتوى
frame-home = { $brand }، الصفحة الرئيسية
frame-main = التنقل الرئيسي
frame-chat = الدردشة
frame-inbox = الوارد
frame-unread = غير مقروءة
frame-portal = البوابة
frame-account = حساب { $name }
frame-account-attention = حساب { $name }، أمور تحتاج إلى اهتمامك: { $count }
frame-account-menu = الحساب
frame-servers = خوادمك
frame-profile = الملف الشخصي
frame-phone = الهاتف
frame-phone-unverified = غير مؤكَّد
frame-security = الأمان
frame-apps = التطبيقات المرتبطة
frame-shortcuts = اختصارات لوحة المفاتيح
frame-console = لوحة التحكم
frame-attention = تحتاج إلى اهتمامك
frame-colours = الألوان
frame-sign-out = تسجيل الخروج
frame-docs = التوثيق
frame-sign-in = تسجيل الدخول
frame-sign-up = إنشاء حساب
frame-footer = تذييل الصفحة
frame-guide = دليل الربط
frame-keyboard = لوحة المفاتيح
frame-language = اللغة
colours-device = ألوان هذا الجهاز
colours-device-hint = كما في هذا الجهاز
colours-light = ألوان فاتحة
colours-light-hint = فاتح
colours-dark = ألوان داكنة
colours-dark-hint = داكن
date = { $year }/{ $month }/{ $day }

cancel = إلغاء
continue = متابعة
go-back = رجوع
go-to-chat = الانتقال إلى الدردشة
go-to-portal = الانتقال إلى البوابة
password = كلمة المرور
new-password = كلمة المرور الجديدة
password-hint = 8 أحرف على الأقل. عدة كلمات معًا تشكّل كلمة مرور جيدة.
login = اسم المستخدم أو رقم الهاتف
use-passkey = استخدام مفتاح المرور
code-or-recovery-code = رمز من ستة أرقام أو رمز استرداد
recovery-code = رمز الاسترداد
back-to-sign-in = العودة إلى تسجيل الدخول
signed-in-as = سجّلت الدخول باسم <strong>{ $name }</strong> ({"\u2066"}@{ $nickname }{"\u2069"})
not-you = ليس حسابك؟

sign-in = تسجيل الدخول
sign-in-to-app = سجّل الدخول للمتابعة إلى { $name }.
sign-in-to-server = سجّل الدخول للانضمام إلى { $name }.
sign-in-kept-form = انتهت جلستك. سجّل الدخول من جديد: ما كتبته محفوظ لمدة ساعة.
sign-in-ended = انتهت جلستك. سجّل الدخول من جديد.
sign-in-first = سجّل الدخول للمتابعة.
sign-in-passkey = تسجيل الدخول بمفتاح مرور
sign-in-forgot = هل نسيت كلمة المرور؟
sign-in-new = ليس لديك حساب بعد؟ <a href="{ $href }">أنشئ حسابًا</a>
sign-in-invite = ليس لديك حساب بعد؟ افتح رابط الدعوة الذي وصلك لإنشاء حساب.

sign-up = إنشاء حساب
sign-up-lead = حساب واحد للدردشة وللمواقع الأخرى التي تتيح لك تسجيل الدخول به.
sign-up-join-lead = ستنشئ حسابًا وتنضم إلى { $server }. سيرى الأعضاء اسم المستخدم والاسم المعروض وصورتك.
sign-up-admin = سيصبح هذا الحساب مشرف هذا الموقع.
sign-up-nickname = اسم المستخدم
sign-up-nickname-hint = به يشير إليك الآخرون. استخدم الأحرف اللاتينية الصغيرة والأرقام والنقاط والشرطات والشرطات السفلية.
sign-up-name = الاسم المعروض
sign-up-name-hint = يظهر بجانب رسائلك. يمكنك تغييره في أي وقت.
sign-up-join = إنشاء حساب والانضمام
sign-up-known = لديك حساب بالفعل؟ <a href="{ $href }">سجّل الدخول</a>
sign-up-known-admin = لديك حساب بالفعل؟ <a href="{ $href }">سجّل الدخول</a> ليصبح حساب المشرف
sign-up-invite-title = تحتاج إلى دعوة
sign-up-invite = في هذا الموقع تُنشأ الحسابات بدعوة إلى أحد الخوادم. افتح رابط الدعوة الذي وصلك وأنشئ حسابك من صفحته. إذا لم يعد يعمل فاطلب رابطًا جديدًا.
sign-up-link-title = هذا الرابط لم يعد يعمل
sign-up-link = لقد استُخدم أو أُلغي أو انتهت صلاحيته. اطلب رابطًا جديدًا ممن أعطاك إياه.
sign-up-closed-title = إنشاء الحسابات مغلق
sign-up-closed = لا يمكن لأحد إنشاء حساب في هذا الموقع حاليًا. إذا كان يُفترض أن يكون لديك حساب، فتواصل مع من يدير الموقع.

confirm-title = أكّد هويتك
confirm-lead = مرّ وقت على تسجيل دخولك. أدخل كلمة المرور مرة أخرى للمتابعة.
confirm-lead-act = مرّ وقت على تسجيل دخولك. أدخل كلمة المرور مرة أخرى ليُنفَّذ ما اخترته.
confirm-lead-some-app = يطلب التطبيق الذي أرسلك إلى هنا إدخال كلمة المرور مرة أخرى.
confirm-lead-app = يطلب { $app } إدخال كلمة المرور مرة أخرى.
confirm-incomplete = لا يمكن الاحتفاظ بالملفات وكلمات المرور خلال ذلك. بعدها تعود إلى النموذج: أضفها وأرسله مرة أخرى.
confirm-next = التالي: <strong>{ $label }</strong>
confirm-button = تأكيد

reset-title = نسيت كلمة المرور
reset-lead = سنرسل رمزًا في رسالة نصية إلى رقم هاتفك المؤكَّد. استخدمه لتعيين كلمة مرور جديدة.
reset-send = إرسال الرمز
reset-no-texts-title = الرسائل النصية غير متاحة
reset-no-texts = لا يمكن لهذه الخدمة إرسال رسائل نصية. اطلب من مشغّلها تعيين كلمة مرور جديدة لك.
reset-no-phone = ليس لديك هاتف مؤكَّد؟ اطلب من مشغّل هذه الخدمة تعيين كلمة مرور جديدة لك.
reset-remembered = هل تذكرتها؟ <a href="{ $href }">سجّل الدخول</a>
reset-code-title = كلمة مرور جديدة
reset-code-heading = تعيين كلمة مرور جديدة
reset-code-sent = إذا كان لهذا الحساب هاتف مؤكَّد، فالرمز في الطريق إليه. يعمل الرمز لمدة عشر دقائق.
reset-code-app = رمز الرسالة النصية صحيح. لهذا الحساب خطوة ثانية أيضًا. أدخل كلمة المرور الجديدة مرة أخرى مع رمز من تطبيق المصادقة أو رمز استرداد.
reset-code-app-passkey = رمز الرسالة النصية صحيح. لهذا الحساب خطوة ثانية أيضًا. أدخل كلمة المرور الجديدة مرة أخرى مع رمز من تطبيق المصادقة أو رمز استرداد، ما لم تستخدم مفتاح المرور.
reset-code-recovery = رمز الرسالة النصية صحيح. لهذا الحساب خطوة ثانية أيضًا. أدخل كلمة المرور الجديدة مرة أخرى مع رمز استرداد.
reset-code-recovery-passkey = رمز الرسالة النصية صحيح. لهذا الحساب خطوة ثانية أيضًا. أدخل كلمة المرور الجديدة مرة أخرى مع رمز استرداد، ما لم تستخدم مفتاح المرور.
reset-code-tries =
    { $count ->
        [one] بقيت لك محاولة واحدة.
        [two] بقيت لك محاولتان.
        [few] بقيت لك { $count } محاولات.
       *[other] بقيت لك { $count } محاولة.
    }
reset-code = رمز من ثمانية أرقام
reset-code-button = تعيين كلمة المرور
reset-code-passkey = تعيين كلمة المرور بمفتاح المرور
reset-code-signs-out = سيؤدي هذا إلى تسجيل خروجك من كل المتصفحات.
reset-code-over = لم يعد هذا الرمز صالحًا. اطلب رمزًا جديدًا.
reset-code-new = طلب رمز جديد
reset-code-again = لم تصلك رسالة نصية؟ انتظر 30 ثانية ثم <a href="{ $href }">اطلب رمزًا جديدًا</a>. نرسل خمس رسائل نصية يوميًا على الأكثر إلى الرقم الواحد.
reset-code-outbox = لا يرسل هذا الموقع رسائل نصية؛ تظهر في <a href="/dev/outbox">صندوق الصادر</a>.

second-title = أدخل الرمز
second-title-passkey = أكّد بمفتاح المرور
second-sign-in-both = حسابك محمي بخطوة ثانية. استخدم مفتاح المرور، أو أدخل الرمز الذي يعرضه تطبيق المصادقة.
second-sign-in-app = حسابك محمي بخطوة ثانية. افتح تطبيق المصادقة وأدخل الرمز الذي يعرضه.
second-sign-in-passkey = حسابك محمي بخطوة ثانية. استخدم مفتاح المرور أو أحد رموز الاسترداد.
second-again-both = يتطلب هذا خطوتك الثانية. استخدم مفتاح المرور، أو أدخل الرمز الذي يعرضه تطبيق المصادقة.
second-again-app = يتطلب هذا خطوتك الثانية. افتح تطبيق المصادقة وأدخل الرمز الذي يعرضه.
second-again-passkey = يتطلب هذا خطوتك الثانية. استخدم مفتاح المرور أو أحد رموز الاسترداد.
second-trust = الوثوق بهذا المتصفح لمدة 30 يومًا
second-trust-hint = على جهازك الخاص فقط. لن يُطلب منك رمز عند تسجيل الدخول هنا.
second-lost = هل فقدت جهازك؟ أدخل أحد رموز الاسترداد بدلًا من ذلك. إن لم تكن لديك، فتواصل مع مشغّل هذه الخدمة.

consent-title = تسجيل الدخول إلى { $app }
consent-heading = سجّل الدخول إلى <strong>{ $app }</strong> بحسابك في { $brand }
consent-other-account = يتوقع { $app } حسابًا آخر. سجّل الدخول بذلك الحساب، أو ألغِ.
consent-used = استُخدم من قبل، وآخر مرة في <time></time>
consent-more = ما سيراه { $app }، ومن يقف وراءه
consent-gets = سيرى { $app }
consent-gets-id = معرّفك
consent-gets-nickname = اسم المستخدم
consent-gets-name = الاسم المعروض
consent-gets-picture = صورتك
consent-never = لا يستطيع { $app }
consent-never-profile = رؤية اسمك أو صورتك
consent-never-messages = قراءة الرسائل أو إرسالها
consent-never-servers = رؤية خوادمك أو من فيها
consent-never-secrets = رؤية رقم هاتفك أو كلمة مرورك
consent-never-act = التصرف هنا باسمك
consent-about = نبذة
consent-owner = أنشأه
consent-created = تاريخ الإنشاء
consent-homepage = الموقع
consent-privacy = سياسة الخصوصية
consent-terms = الشروط
consent-sign-in = تسجيل دخولك
consent-sign-in-with = سيعرف { $app } أيضًا متى سجّلت الدخول هنا، وبماذا: { $methods }.
consent-revoke = يمكنك إلغاء ذلك في أي وقت من <a href="/settings/apps">التطبيقات المرتبطة</a>.
consent-report = هل هناك مشكلة في هذا التطبيق؟ <a id="report-app" href="{ $href }">أبلغ عنه</a>.
consent-device = سيُسجَّل دخول الجهاز ذي العنوان <strong>{ $address }</strong> باسمك
consent-return-computer = ستعود إلى برنامج على هذا الحاسوب، في <strong>{ $place }</strong>
consent-return-phone = ستعود إلى برنامج على هذا الهاتف، في <strong>{ $place }</strong>
consent-return-app = ستعود إلى التطبيق <strong>{ $place }</strong> على هذا الجهاز
consent-return = ستعود إلى <strong>{ $place }</strong>
consent-approve = السماح
consent-switch = استخدام حساب آخر

link-suspended-title = هذا التطبيق موقوف
link-suspended = أوقفه مشغّل هذا الموقع، فلا يمكن لأحد تسجيل الدخول به. لم يُسجَّل دخولك، ولم تتم مشاركة أي شيء.
link-broken-title = رابط تسجيل الدخول هذا معطّل
link-broken = استخدم التطبيق الذي أرسلك إلى هنا رابطًا لا يعمل. لم يُسجَّل دخولك، ولم تتم مشاركة أي شيء. لا يمكن إصلاح ذلك إلا لمن يديرون التطبيق.
link-developer = لمطوّر التطبيق
link-parameter = المعامل
link-why = السبب
link-fix = ما يجب إصلاحه
link-received = القيمة المستلمة
link-about = لا تتم العودة إلى التطبيق إلا إذا كان <code>client_id</code> و <code>redirect_uri</code> للتطبيق نفسه. وإلا فقد تصل إلى موقع مهاجم. تعرض صفحة التطبيق في <a href="/portal">البوابة</a> كليهما، ورابطًا يعمل.

onward-title = العودة إلى { $app }
onward-failed = تعذّر إكمال طلب التطبيق. لم يُسجَّل دخولك إلى التطبيق، ولم تتم مشاركة أي شيء.
onward-error = لم يُسجَّل دخولك إلى التطبيق، ولم تتم مشاركة أي شيء.
onward-signed-in = جارٍ تسجيل دخولك.
onward-continue = المتابعة إلى { $app }

device-title = تسجيل الدخول على جهاز
device-lead = أدخل الرمز الذي يعرضه جهازك أو برنامجك.
device-code = الرمز
device-code-hint = ثمانية أحرف، مثل BCDF-GHJK.
device-warning = هل أرسل إليك أحد هذا الرمز أو رابطًا لهذه الصفحة؟ لا تتابع: سيُسجَّل دخوله باسمك.
device-check-title = هل هذا جهازك؟
device-check-heading = هل يظهر هذا الرمز على جهاز أمامك؟
device-check-app = التطبيق
device-check-app-owner = <strong>{ $app }</strong>، أنشأه { $name } ({"\u2066"}@{ $nickname }{"\u2069"})
device-check-from = مصدر الطلب
device-check-same-network = <span class="nums">{ $address }</span>، الشبكة التي أنت عليها الآن
device-check-other-network = <span class="nums">{ $address }</span>، ليست الشبكة التي أنت عليها الآن
device-check-asked = وقت الطلب
device-check-minutes =
    { $minutes ->
        [0] قبل أقل من دقيقة
        [one] قبل دقيقة
        [two] قبل دقيقتين
        [few] قبل { $minutes } دقائق
       *[other] قبل { $minutes } دقيقة
    }
device-check-warning = تابع فقط إذا كنت قد بدأت هذا بنفسك، وكان جهازك أو برنامجك يعرض هذا الرمز. إذا أرسل إليك أحد الرمز أو رابطًا، فهو يريد تسجيل الدخول باسمك.
device-check-refuse = لا، ارفضه
device-check-continue = نعم، تابع
device-approved-title = تم تسجيل دخول جهازك
device-approved = يمكنك العودة إلى جهازك
device-approved-text = سيُسجَّل دخوله خلال ثوانٍ. يمكنك إغلاق هذه الصفحة.
device-denied-title = تم رفض الجهاز
device-denied = لم يُسجَّل دخول الجهاز
device-denied-text = لم تتم مشاركة أي شيء. إذا أرسل إليك أحد الرمز، فقد حاول تسجيل الدخول باسمك: لا تردّ عليه.

logout-title = تسجيل الخروج
logout-heading = هل تريد تسجيل الخروج من { $brand }؟
logout-by-app = يطلب <strong>{ $app }</strong> تسجيل خروجك من هنا أيضًا.
logout-by-some-app = يطلب أحد التطبيقات تسجيل خروجك من هنا أيضًا.
logout-stay = البقاء مسجّلًا
logout-about = سيؤدي هذا إلى تسجيل الخروج من هذا المتصفح. تبقى المتصفحات الأخرى مسجّلة، وكذلك التطبيقات الأخرى.
logout-done-title = تم تسجيل خروجك
logout-done = تم تسجيل خروجك من { $brand }
logout-done-text = تم تسجيل الخروج من هذا المتصفح. قد تكون لا تزال مسجّلًا في تطبيقات أخرى.
logout-back = العودة إلى { $app }
logout-sign-in = تسجيل الدخول من جديد

error-sent = ما أرسلته <span class="muted">({ $field })</span>
error-not-kept = لا تُحفظ كلمات المرور والرموز والملفات. افتح النموذج مرة أخرى وأدخلها.
error-unsent = نصّك
error-open-form = فتح النموذج
error-retry = إعادة المحاولة
error-home = الانتقال إلى الصفحة الرئيسية
error-reference = إذا طلبت المساعدة فاذكر هذا المرجع: <code id="reference">{ $reference }</code>
