# Words of several pages of the chat.

bot = ボット
message = メッセージ
webhook = Webhook
reply = 返信
edit = 編集
delete = 削除
save = 保存
save-changes = 変更を保存
undo = 元に戻す
block = ブロック
unblock = ブロックを解除
blocked = ブロックしたメッセージ
blocked-show = ブロックしたメッセージです。<span>表示</span>
mark-read = 既読にする
mark-unread = 未読にする
search = 検索
search-messages = メッセージを検索
roles = ロール
timed-out = タイムアウト中
pages = ページ
newest = 最新
older = 以前
more = さらに表示

# The author of a message

author-webhook-by = Webhook アプリ「<bdi>{ $name }</bdi>」（作成者 @{ $nickname }）
author-webhook = Webhook アプリ「<bdi>{ $name }</bdi>」（作成者なし）
author-app-by = Webhook アプリ（作成者 @{ $nickname }）
author-app = Webhook アプリ（作成者なし）

# Cards and texts of messages

card-open-picture = { $host } で画像を開く
card-load-picture = 画像を読み込む
table = 表

# A channel

channel-skip = メッセージ入力欄へ移動
channel-search = { $channel } を検索
channel-members = メンバー
channel-messages = メッセージ
channel-to-unread = 最初の未読メッセージへ
channel-older = 以前のメッセージを読み込む
channel-new = 新着
channel-empty = メッセージはまだありません
channel-empty-equip = 最初のメッセージを書くか、人を招待するか、プログラムが投稿できるように Webhook を作成しましょう。
channel-empty-text = 人や Webhook からのメッセージがここに表示されます。
channel-new-webhook = Webhook を作成
channel-invite = 招待する
channel-newer = 以降のメッセージ
channel-to-newest = 最新のメッセージへ
channel-message = { $channel } へのメッセージ
channel-send = 送信
channel-ctrl-enter = Ctrl + Enter で送信します。
channel-enter = Enter で送信、Shift + Enter で改行します。
channel-change-key = 変更
channel-slow = 低速モード：{ $interval }に 1 件まで投稿できます。
channel-slow-exempt = 低速モード：{ $interval }に 1 件まで投稿できます。あなたには適用されません。
channel-timed-out = このサーバーでは <time></time> までタイムアウト中です。それまでは読むことはできますが、投稿はできません。
channel-closed = このチャンネルは読めますが、投稿はできません。サーバーの管理者に「メッセージを送信」の権限を求めてください。

# A message, its menu and its page

message-actions = 操作
message-title = { $channel } の { $name } さんのメッセージ
message-by = { $name } さんのメッセージ
menu-webhook-by = Webhook <a href="/portal/webhooks/{ $id }"><bdi>{ $name }</bdi></a>（@{ $creator }）
menu-webhook = Webhook <a href="/portal/webhooks/{ $id }"><bdi>{ $name }</bdi></a>
menu-paused = 一時停止中
menu-copy-link = リンクをコピー
menu-mute = <bdi>{ $channel }</bdi> を 1 時間ミュート
menu-versions = 以前の版
menu-report = 報告…
menu-block = <bdi>{ $name }</bdi> さんをブロック
menu-unblock = <bdi>{ $name }</bdi> さんのブロックを解除
menu-pause = この Webhook を一時停止
menu-leaked = 漏えいを報告
menu-remove = メッセージを取り除く…
edit-label = メッセージを編集
edit-hint = Esc でキャンセルします。編集しても通知は送られません。
message-webhook-by = <a href="/portal/webhooks/{ $id }"><strong><bdi>{ $name }</bdi></strong></a>（@{ $creator }）
message-webhook-paused = 一時停止中
message-pause = 一時停止
message-link = リンク
message-link-about = このチャンネルを見られる人なら誰でも使えます。
message-link-what = このメッセージへのリンク
message-later = あとで読む
message-later-about = このメッセージ以降がすべて未読になります。ほかの人には影響しません。
message-edit-hint = 編集しても通知は送られません。
message-delete = メッセージを削除
message-delete-about = メッセージは全員に対してすぐに削除されます。1 分以内なら元に戻せます。
message-remove = { $name } さんのメッセージをすべて取り除く
message-remove-about = { $channel } またはサーバー全体から一括で取り除きます。1 分以内なら元に戻せます。
message-report = 報告
message-report-about = このサーバーのモデレーターに報告します。誰が報告したかは投稿者に知らされません。
message-report-reason = どこに問題がありますか？
message-report-button = メッセージを報告
message-versions = 以前の版を見る
reply-to = 返信先：
reply-deleted = 元のメッセージは削除されました
reply-bar = <bdi class="message-reply-author">{ $name }</bdi> さんに返信
reply-cancel = 返信をやめる
reply-notify = <bdi>{ $name }</bdi> さんに通知

# Removing messages

removal-title = { $channel } からメッセージを取り除く
removal-button = メッセージを取り除く
removal-lead = { $channel } にある 1 人の投稿者のメッセージを一括で取り除きます。1 分以内なら元に戻せます。
removal-author = 投稿者
removal-choose = 投稿者を選択
removal-count = メッセージを数える
removed-one = メッセージを削除しました。
removed = <bdi>{ $author }</bdi> さんのメッセージを { $count } 件取り除きました。
removed-seconds = あと <span class="nums" data-countdown-number>{ $seconds }</span> 秒
since-title = どこまでさかのぼるか
since-button = { $what }を取り除く
since-everywhere = このサーバーで見られるすべてのチャンネルで
since-too-many = 件数が多すぎるため、事前に数えられません。
since-server = サーバー全体
since-channels = { $count } チャンネル
since-from = <time></time> のもの
since-oldest = <time></time> 以降
since-earlier = うち { $count } 件はこのメッセージより前
since-replies = うち返信 { $count } 件

# Versions of a message

versions = このメッセージの版
versions-title = { $channel } のメッセージの版
versions-lead = 新しい順です。最初の版と、現在の版の前の 10 版が残ります。
versions-replaced = 置き換え
versions-edited = 編集
versions-posted = 投稿
versions-current = 現在

# Servers and channels beside a page

side-title = サーバーとチャンネル
side-unread-elsewhere = （ほかのチャンネルに未読メッセージあり）
side-servers = サーバー
side-settings = サーバー設定
side-settings-of = { $server } の設定
side-messages = { $server } のメッセージ
side-search = { $server } のメッセージを検索
side-search-channel = このチャンネルを検索
side-channels = チャンネル
side-reports = 報告

# After the number of open reports, for screen readers.

side-reports-open = 件が未対応
side-muted = （ミュート中）
mute-title = { $channel } の通知
mute-muted = { $place } はミュート中です
mute-until = <time></time> まで
mute-open = もう一度オンにするまで
mute = { $place } をミュート
mute-off = ミュートを解除
mute-1h = 1 時間
mute-8h = 8 時間
mute-always = もう一度オンにするまで
