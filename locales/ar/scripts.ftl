# The connection and the session

connected = عاد الاتصال.
reconnecting = لا اتصال. جارٍ إعادة الاتصال…
disconnected = لا اتصال.
disconnected-text = لا اتصال. نصك ما زال هنا.
no-response = لم يستجب الخادم. حاول مجددًا.
no-response-text = لم يستجب الخادم. نصك ما زال هنا. حاول مجددًا.
no-response-once = لم يستجب الخادم. نصك ما زال هنا. إن أرسلته مجددًا نُشر مرة واحدة فقط.
wait-a-moment = لم يستجب الخادم بعد. انتظر لحظة.
ended = انتهت جلستك.
ended-unsent = انتهت جلستك. نصك ما زال هنا. لم يُرسل.
ended-nothing-sent = انتهت جلستك. نصك ما زال هنا. لم يُرسل شيء.
ended-unsaved = انتهت جلستك. نصك ما زال هنا. لم يُحفظ.
ended-unchanged = انتهت جلستك. لم يتغير شيء.
sign-in-again-link = تسجيل الدخول مجددًا
sign-in-and-back = تسجيل الدخول والعودة
your-servers = خوادمك
retry-soon = حاول مجددًا بعد بضع ثوانٍ.
retry-in = حاول مجددًا بعد { $seconds } ث.
too-fast-sending = ترسل الرسائل بسرعة كبيرة. { $wait }
too-fast-changing = تُجري التغييرات بسرعة كبيرة. { $wait }
too-fast-webhook = يكتب خطاف الويب هذا بسرعة كبيرة. { $wait }
not-done = لم يُنفَّذ هذا. أعد تحميل الصفحة وحاول مجددًا.

# Writing and reading messages

not-sent = لم تُرسل الرسالة. نصك ما زال هنا. حاول مجددًا.
cant-post = لم يعد بإمكانك الكتابة في { $channel }. انسخ نصك قبل المغادرة.
cant-post-here = لا يمكنك الكتابة في هذه القناة.
reply-gone = حُذفت الرسالة التي كنت ترد عليها.
reply-gone-text = حُذفت الرسالة التي كنت ترد عليها. نصك ما زال هنا.
many-new = رسائل جديدة: { $count }. آخرها من { $last }
cant-see = لم يعد بإمكانك رؤية { $channel }.
banned-from = حُظرت من { $server }.
removed-from = لم تعد عضوًا في { $server }.
post-again = يمكنك الكتابة مجددًا.
timed-out-until = أنت موقوف مؤقتًا في هذا الخادم حتى { $time }. حتى ذلك الحين يمكنك القراءة دون الكتابة.
older-failed = تعذر تحميل الرسائل الأقدم. حاول مجددًا.
load-older = تحميل رسائل أقدم
to-unread = الانتقال إلى أول رسالة غير مقروءة
new = جديد
unread-mentions-none = (غير مقروء)
unread-count = (إشارات غير مقروءة: { $count })
unread-over = (أكثر من { $count } إشارة غير مقروءة)
mentions =
    { $count ->
        [zero] لا إشارات غير مقروءة
        [one] إشارة واحدة غير مقروءة
        [two] إشارتان غير مقروءتين
        [few] { $count } إشارات غير مقروءة
        [many] { $count } إشارة غير مقروءة
       *[other] { $count } إشارة غير مقروءة
    }
mentions-over = أكثر من { $count } إشارة غير مقروءة
marked-read =
    { $count ->
        [zero] لم توضع علامة مقروءة على أي إشارة.
        [one] وُضعت علامة مقروءة على إشارة واحدة.
        [two] وُضعت علامة مقروءة على إشارتين.
        [few] وُضعت علامة مقروءة على { $count } إشارات.
        [many] وُضعت علامة مقروءة على { $count } إشارة.
       *[other] وُضعت علامة مقروءة على { $count } إشارة.
    }
reports-open =
    { $count ->
        [zero] لا بلاغات تنتظر قرارًا
        [one] بلاغ واحد ينتظر قرارًا
        [two] بلاغان ينتظران قرارًا
        [few] { $count } بلاغات تنتظر قرارًا
        [many] { $count } بلاغًا ينتظر قرارًا
       *[other] { $count } بلاغ ينتظر قرارًا
    }
names = الأسماء
names-found = الأسماء: { $count }. اختر بمفاتيح الأسهم، وخذ بمفتاح Tab.
members = الأعضاء
message-word = رسالة
in-reply-to = ردًا على:
original-deleted = حُذفت الرسالة الأصلية
open-picture = فتح الصورة على { $host }

# Acts on messages and people

close = إغلاق
reply-act = رد
edit-act = تعديل
actions-for = إجراءات رسالة { $author }
report-message = الإبلاغ عن الرسالة
report-unsent = لم يُرسل بلاغك بعد. «إغلاق» يتجاهله.
report-thanks = شكرًا. سيطّلع مشرفو هذا الخادم على الرسالة.
message-saved = حُفظت الرسالة.
message-is-deleted = حُذفت الرسالة.
message-restored = استُعيدت الرسالة.
messages-restored = استُعيدت الرسائل.
undo-announced = { $done } يمكنك التراجع خلال عشر ثوانٍ.
cant-edit = لا يمكنك تعديل هذه الرسالة.
edit-own-only = لا يمكنك تعديل إلا رسائلك.
edit-kept = لم يُحفظ. ستجد نصك حين تعدّل الرسالة مجددًا.
edit-deleted = حُذفت هذه الرسالة. انسخ نصك قبل الإلغاء.
webhook-paused = أُوقف خطاف الويب مؤقتًا.
link-copied = نُسخ الرابط.
copied = نُسخ
copied-announced = نُسخ إلى الحافظة
select-and-copy = حدد وانسخ
copying-refused = لم يسمح المتصفح بالنسخ.
copying-refused-select = لم يسمح المتصفح بالنسخ. حدد النص وانسخه.

# Settings, shortcuts and passkeys

not-saved = غير محفوظ
revealed = ظهر
picture-large = هذه الصورة كبيرة جدًا. اختر صورة لا تتجاوز 5 ميبيبايت.
shortcuts-title = اختصارات لوحة المفاتيح
shortcuts-on = اختصارات المفتاح الواحد مفعّلة.
shortcuts-off = اختصارات المفتاح الواحد معطّلة.
stores-nothing = لا يحفظ هذا المتصفح الإعدادات.
push-none = لا يدعم هذا المتصفح الإشعارات.
push-not-here = ليس في هذا المتصفح.
push-denied = إشعارات هذا الموقع محظورة في إعدادات متصفحك. اسمح بها هناك أولًا.
push-off = متوقفة في هذا المتصفح.
push-on = مفعّلة في هذا المتصفح، حتى دون صفحة مفتوحة من هذا الموقع.
push-on-open = مفعّلة في هذا المتصفح ما دامت صفحة من هذا الموقع مفتوحة.
one-moment = لحظة…
push-unreachable = الإشعارات مفعّلة ما دامت صفحة مفتوحة. تعذر الوصول إلى خدمة الإشعارات في متصفحك.
passkey-exists = على هذا الجهاز مفتاح مرور لحسابك بالفعل.
passkey-not-used = لم يُستخدم مفتاح مرور. حاول مجددًا أو بطريقة أخرى.
passkey-no-address = لا تدعم المتصفحات مفاتيح المرور على هذا العنوان.
passkey-none = لا يدعم هذا المتصفح مفاتيح المرور. استخدم طريقة أخرى.
passkey-failed = تعذر استخدام مفتاح المرور. حاول مجددًا أو بطريقة أخرى.
