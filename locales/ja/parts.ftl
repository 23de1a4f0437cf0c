# Components of several pages

copy = コピー
optional = 任意
name = 名前
previous = 前へ
next = 次へ
suspended-badge = 停止中
allow = 許可
inherit = 継承
deny = 拒否
pick-colour = 選択：{ $label }
secret-hidden = 非表示
secret-show = 表示
hide = 隠す
samples-language = サンプルの言語
move-up = 上へ移動
move-down = 下へ移動
move-what-up = { $what } を上へ移動
move-what-down = { $what } を下へ移動

# Times of pages without scripts

time-never = なし
time-edited = 編集済み
time-now = たった今
time-minutes = { $count } 分前
time-hours = { $count } 時間前
time-days = { $count } 日前

colon = ：
