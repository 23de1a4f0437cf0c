# The home page

home-welcome = مرحبًا بك في { $brand }
home-lead = دردشة بخوادم وقنوات لمن يلتقون هنا. سجّل الدخول للقراءة والكتابة.
home-lead-sign-up = دردشة بخوادم وقنوات لمن يلتقون هنا. سجّل الدخول للقراءة والكتابة، أو أنشئ حسابًا.
home-invite = جديد هنا؟ افتح رابط الدعوة الذي وصلك.
home-closed = إنشاء الحسابات مغلق حاليًا.
home-about = ما هذا
home-servers = انضم إلى خادم بدعوته، أو أنشئ خادمك. تصل الرسائل فورًا، ويجمع صندوق الوارد ما يُشار فيه إليك.
home-account = حساب واحد للمواقع الأخرى
home-account-text = يرى الموقع الذي تسجّل الدخول إليه أربعة أشياء: معرّفك واسم المستخدم والاسم المعروض وصورتك. ولا يرى رسائلك ولا خوادمك ولا رقم هاتفك.
home-programs = برامجك تكتب أيضًا
home-programs-text = كل ما تشغّله يمكنه الكتابة في قناة، ولا يُشعر أحدًا ما لم تطلب ذلك. يشرح <a href="/docs">دليل التكامل</a> الطريقة (بالإنجليزية).

# An invite

invite-join = الانضمام إلى { $server }
invite-member = أنت عضو بالفعل في
invite-by = يدعوك <bdi>{ $name }</bdi> ({"\u2066"}@{ $nickname }{"\u2069"}) إلى
invite-to = أنت مدعو إلى
invite-members =
    { $count ->
        [one] <span class="nums">{ $count }</span> عضو
        [two] <span class="nums">{ $count }</span> عضوان
        [few] <span class="nums">{ $count }</span> أعضاء
       *[other] <span class="nums">{ $count }</span> عضوًا
    }
invite-owner = يملكه {"\u2066"}@{ $owner }{"\u2069"}
invite-go = الانتقال إلى { $server }
invite-later = ليس الآن
invite-shown = سيرى أعضاء الخادم اسم المستخدم والاسم المعروض وصورتك.
invite-shown-first = لن تنضم إلا بموافقتك. سيرى أعضاء الخادم اسم المستخدم والاسم المعروض وصورتك.
invite-sign-in = تسجيل الدخول للانضمام
invite-sign-up = إنشاء حساب للانضمام

# The list of servers

list-lead = الخادم مكان لمجموعة من الناس، فيه قنوات للحديث.
list-mine = الخوادم التي أنت فيها
list-owner = هذا الخادم ملكك
list-settings = الإعدادات
list-leave = مغادرة
list-leave-server = مغادرة { $server }
list-leave-about = ستفقد أدوارك في هذا الخادم، وستحتاج إلى دعوة للعودة.
list-empty = لست في أي خادم بعد
list-empty-text = أنشئ واحدًا أدناه، أو افتح رابط دعوة أُرسل إليك.
list-suspended = خوادم معلّقة
list-suspended-text = علّقها مشغّل هذا الموقع. لا يمكن لأحد القراءة أو الكتابة فيها حتى يُرفع ذلك.
list-new = خادم جديد
list-new-text = ستملكه، ويبدأ بقناة واحدة. ادعُ الناس بعد إنشائه.
list-example = رفاق الجمعة
list-create = إنشاء الخادم
no-channel = لا يمكنك رؤية أي قناة
no-channel-manages = يمكنك إدارة هذا الخادم، لكن ليس لديك إذن رؤية أي من قنواته.
no-channel-settings = فتح إعدادات الخادم
no-channel-text = أنت عضو في هذا الخادم، لكن ليس لديك إذن رؤية أي من قنواته. اسأل من يديره.

# Inbox

inbox-lead = رسائل ترد عليك أو تشير إليك أو إلى أحد أدوارك أو إلى كل من في قناة.
inbox-read-all = وضع علامة مقروء على الكل
inbox-read-to = وضع علامة مقروء حتى هنا
inbox-message = { $name } في { $channel }
inbox-earlier = سابقًا
reply-badge = رد
inbox-you = أنت
inbox-role = دورك
inbox-everyone = الجميع
inbox-unread = (غير مقروءة)
inbox-empty = لا إشارات بعد
inbox-empty-text = حين يرد عليك أحد في أحد خوادمك أو يشير إليك أو إلى أحد أدوارك أو إلى الجميع ({"\u2066"}@all{"\u2069"})، تظهر الرسالة هنا.
inbox-to-servers = الانتقال إلى خوادمك
inbox-end = لا إشارات أقدم
inbox-end-text = وصلت إلى نهاية صندوق الوارد.
inbox-to-newest = العودة إلى أحدث الإشارات

# Members and people

members-title = الأعضاء في { $channel }
members-lead = كل من يمكنه رؤية { $channel }، حسب أعلى دور له.
members-online = المتصلون: { $count }.
members-online-only = المتصلون: { $count }. لا يُعرض الآخرون لأن الخادم كبير.
members-here = هنا الآن
members-all = الكل ({ $count })
members-roles = كل الأدوار
person-you = أنت
person-since = عضو منذ <time></time>
person-gone = ليس في هذا الخادم الآن
person-owner = المالك
person-edit = تعديل الملف الشخصي
person-block-hint = الحظر يطوي رسائل هذا الشخص لديك وحدك. ولا يعلم بذلك.

# Search

search-skip = انتقل إلى النتائج
search-in = البحث في <bdi>{ $server }</bdi>
search-region = البحث ونتائجه
search-help = كيفية البحث
search-words = رسائل فيها الكلمتان بأي ترتيب؛ ويجد <code>deplo</code> كلمة «deployment» أيضًا
search-phrase = هذه الكلمات بعينها متجاورةً
search-from = من شخص، أو من خطاف ويب (<code>from:"CI bot"</code>)، أو منك (<code>from:me</code>)
search-channel = في قناة
search-days = قبل يوم أو بعده أو فيه، بحسب ساعتك
search-mentions = أشعرتك أو أشعرت أحد أدوارك أو الجميع
search-ignored = أُهمل في البحث:
search-results = النتائج، الأحدث أولًا
search-by = رسالة من { $name }
search-so-far = لم يُعثر على شيء حتى الآن
search-so-far-text = جرى البحث في أحدث الرسائل فقط. تابع باستخدام «الأقدم».
search-none = لم يُعثر على رسائل
search-none-names = لا توجد رسالة يمكنك رؤيتها تطابق هذا البحث. تحقق من الأسماء بعد «from:» و«in:»، أو جرّب كلمات أخرى.
search-none-text = لا توجد رسالة يمكنك رؤيتها تطابق هذا البحث. جرّب كلمات أقل أو أخرى: تُعرف الكلمة من حروفها الأولى، ثلاثة على الأقل.
search-end = لم يُعثر على رسائل أقدم
search-end-text = وصلت إلى نهاية النتائج.
