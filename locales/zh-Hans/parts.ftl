# Components of several pages

copy = 复制
optional = 可选
name = 名称
previous = 上一页
next = 下一页
suspended-badge = 已停用
allow = 允许
inherit = 继承
deny = 拒绝
pick-colour = 选取：{ $label }
secret-hidden = 已隐藏
secret-show = 显示
hide = 隐藏
samples-language = 示例语言
move-up = 上移
move-down = 下移
move-what-up = 上移 { $what }
move-what-down = 下移 { $what }

# Times of pages without scripts

time-never = 从未
time-edited = 已编辑
time-now = 刚刚
time-minutes = { $count } 分钟前
time-hours = { $count } 小时前
time-days = { $count } 天前

colon = ：
