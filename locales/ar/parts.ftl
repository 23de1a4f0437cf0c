# Components of several pages

copy = نسخ
optional = اختياري
name = الاسم
previous = السابق
next = التالي
suspended-badge = معلّق
allow = السماح
inherit = توريث
deny = المنع
pick-colour = اختيار: { $label }
secret-hidden = مخفي
secret-show = إظهار
hide = إخفاء
samples-language = لغة الأمثلة
move-up = نقل لأعلى
move-down = نقل لأسفل
move-what-up = نقل { $what } لأعلى
move-what-down = نقل { $what } لأسفل

# Times of pages without scripts

time-never = أبدًا
time-edited = معدّلة
time-now = الآن
time-minutes = قبل { $count } د
time-hours = قبل { $count } س
time-days =
    { $count ->
        [one] قبل يوم
        [two] قبل يومين
        [few] قبل { $count } أيام
       *[other] قبل { $count } يومًا
    }

colon = :{" "}
