# Text messages

text-code = رمزك في { $instance } هو { $code }. يعمل لمدة 10 دقائق. لا تشاركه مع أحد. إن لم تطلبه فتجاهل هذه الرسالة.
text-number-in-use = أدخل شخص ما هذا الرقم في { $instance } حيث يستخدمه حساب آخر. إن كنت أنت فسجّل الدخول إليه، وإلا فتجاهل هذه الرسالة.
text-reset-code = { $code } هو رمزك لتعيين كلمة مرور جديدة في { $instance }. يعمل لمدة 10 دقائق. لا تشاركه. إن لم تطلبه فتجاهله.
text-password-reset = غُيّرت كلمة مرورك في { $instance } برمز أُرسل إلى هذا الرقم. إن لم تكن أنت فعيّن كلمة جديدة الآن وأبلغ المشغّل.
text-recovery-code-used = استُخدم رمز استرداد لحسابك في { $instance }. إن لم تكن أنت فغيّر كلمة مرورك الآن وأنشئ رموزًا جديدة.
text-more-happened = حدث المزيد في حسابك على { $instance }: راجع سجل الأمان. لا رسائل أخرى عن ذلك اليوم. لست أنت؟ غيّر كلمة مرورك.

# Notifications of mentions

notification-title = { $author } في {"\u2066"}#{ $channel }{"\u2069"}، { $server }
notification-bot = { $name } (بوت)
