# The entries of a server's audit log; those in English are in crates/store/src/models/logs/audit/action.rs

audit-hidden-channel = قناة مخفية

# Webhooks

said-webhook_created = أنشأ { $actor } الويب هوك { $target } الذي ينشر في { $channel }
said-webhook_edited = غيّر { $actor } اسم الويب هوك { $target } إلى { $name_to }
said-webhook_edited-2 = عدّل { $actor } الويب هوك { $target }
said-webhook_moved = نقل { $actor } الويب هوك { $target } من { $channel_from } إلى { $channel_to }
said-webhook_url_regenerated = أنشأ { $actor } رابطًا جديدًا للويب هوك { $target }
said-webhook_paused = أوقف { $actor } الويب هوك { $target } مؤقتًا
said-webhook_resumed = أعاد { $actor } تشغيل الويب هوك { $target }
said-webhook_creator_changed = تولّى { $actor } الويب هوك { $target } بصفته منشئه
said-webhook_reported_leaked = أبلغ { $actor } عن تسرّب رابط الويب هوك { $target }، فأُنشئ رابط جديد وأُوقف الويب هوك مؤقتًا
said-webhook_found_leaked = أُوقف { $actor } مؤقتًا لأن كاشف أسرار أبلغ عن تسرّب رابطه
said-webhook_suspended = علّق المشغّل { $actor }
said-webhook_restored = رفع المشغّل التعليق عن { $actor }
said-webhook_deleted = حذف { $actor } الويب هوك { $target } الذي كان ينشر في { $channel }
said-message_deleted = حذف { $actor } رسالة نشرها في { $channel }

# Channels

said-channel_created = أنشأ { $actor } القناة { $target }
said-channel_edited = عدّل { $actor } القناة { $target }
said-channel_edited-2 = غيّر { $actor } اسم القناة { $target } إلى { $name_to }
said-channel_edited-3 = غيّر { $actor } الوضع البطيء في { $target }
said-channel_edited-4 = غيّر { $actor } موضوع { $target }
said-channel_moved = نقل { $actor } القناة { $target }
said-channel_deleted = حذف { $actor } القناة { $target }
said-others_message_deleted = حذف { $actor } رسالة من { $author } في { $target }
said-messages_removed =
    أزال { $actor } { $count ->
        [one] رسالة واحدة
        [two] رسالتين
        [few] { $count } رسائل
       *[other] { $count } رسالة
    } من { $author } بدءًا من رسالة معيّنة في { $target }
said-messages_removed-2 =
    أزال { $actor } { $count ->
        [one] رسالة واحدة
        [two] رسالتين
        [few] { $count } رسائل
       *[other] { $count } رسالة
    } من { $author } { $since ->
        [hour] خلال الساعة الماضية
        [day] خلال اليوم الماضي
       *[week] خلال الأسبوع الماضي
    } في { $target }
said-reported_message_removed = أزال { $actor } رسالة مبلَّغًا عنها من { $author } في { $target }
said-report_dismissed = رفض { $actor } البلاغ عن رسالة من { $author } في { $target }
said-messages_restored =
    استعاد { $actor } { $count ->
        [one] رسالة واحدة
        [two] رسالتين
        [few] { $count } رسائل
       *[other] { $count } رسالة
    } من { $author } في { $target }
said-overwrite_set = غيّر { $actor } ما يستطيع الدور { $whom_role } فعله في { $target }
said-overwrite_set-2 = غيّر { $actor } ما يستطيع { $whom_member } فعله في { $target }

# Roles

said-role_created = أنشأ { $actor } الدور { $target }
said-role_edited = غيّر { $actor } اسم الدور { $target } إلى { $name_to }
said-role_edited-2 = نقل { $actor } الدور { $target }
said-role_edited-3 = عدّل { $actor } الدور { $target }
said-role_deleted = حذف { $actor } الدور { $target }

# Members and invites

said-member_roles_set =
    منح { $actor } العضو { $target } { $given_count ->
        [one] الدور
       *[other] الأدوار
    } { $given }
said-member_roles_set-2 =
    سحب { $actor } من { $target } { $taken_count ->
        [one] الدور
       *[other] الأدوار
    } { $taken }
said-member_roles_set-3 = غيّر { $actor } أدوار { $target }
said-member_joined = انضم { $actor } عبر الدعوة التي تنتهي بـ { $target }
said-member_left = غادر { $actor } الخادم
said-member_removed = قام { $actor } بإزالة { $target } من الخادم
said-member_banned = قام { $actor } بحظر { $target } من الخادم
said-ban_lifted = رفع { $actor } الحظر عن { $target }
said-member_timed_out = قام { $actor } بإيقاف { $target } مؤقتًا
said-timeout_lifted = رفع { $actor } الإيقاف المؤقت عن { $target }
said-invite_created = أنشأ { $actor } الدعوة التي تنتهي بـ { $target }
said-invite_deleted = حذف { $actor } الدعوة التي تنتهي بـ { $target }

# The server

said-server_renamed = غيّر { $actor } اسم الخادم { $target } إلى { $name_to }
said-server_picture_set = أزال { $actor } صورة الخادم
said-server_picture_set-2 = غيّر { $actor } صورة الخادم
said-server_pictures_set = جعل { $actor } صور البطاقات لا تُحمَّل إلا عند النقر
said-server_pictures_set-2 = جعل { $actor } صور البطاقات تُحمَّل مع الرسالة
said-server_second_step_set = اشترط { $actor } تسجيل الدخول بخطوتين على من يديرون الخادم
said-server_second_step_set-2 = لم يعد { $actor } يشترط تسجيل الدخول بخطوتين على من يديرون الخادم
said-server_suspended = علّق المشغّل { $actor }
said-server_restored = رفع المشغّل التعليق عن { $actor }
said-server_offered = عرض { $actor } الخادم على { $to }
said-server_offer_cancelled = ألغى { $actor } عرض الخادم على { $to }
said-server_offer_declined = رفض { $actor } أن يصبح مالك الخادم
said-server_handed_over = نقل { $actor } ملكية الخادم إلى { $to }

# Lines of changes, and their values

said-word-creator-before = المنشئ السابق
said-word-expires = تنتهي
said-word-further-ones = غيرها
said-word-given = مُنحت
said-word-taken = سُحبت
said-word-mentionable = قابلة للإشارة
said-word-name = الاسم
said-word-permissions = الأذونات
said-word-permissions-added = أذونات أضيفت
said-word-permissions-removed = أذونات أزيلت
said-word-picture = الصورة
said-word-position = الموضع
said-word-posted = نُشرت
said-word-reason = السبب
said-word-slow-mode = الوضع البطيء
said-word-topic = الموضوع
said-word-until = حتى
said-word-uses = مرات الاستخدام
said-word-webhooks-deleted-with-it = ويب هوك حُذفت معها
said-word-nothing = لا شيء
said-word-yes = نعم
said-word-no = لا
said-word-off = متوقف
said-word-removed = أُزيلت
said-word-a-new-one = صورة جديدة
said-word-allowed = مسموح
said-word-denied = مرفوض
said-word-inherited = موروث
said-word-a-deleted-account = حساب محذوف
