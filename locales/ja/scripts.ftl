# The connection and the session

connected = 再接続しました。
reconnecting = 接続していません。再接続中…
disconnected = 接続していません。
disconnected-text = 接続していません。入力したテキストは残っています。
no-response = サーバーが応答しませんでした。もう一度お試しください。
no-response-text = サーバーが応答しませんでした。テキストは残っています。もう一度お試しください。
no-response-once = サーバーが応答しませんでした。テキストは残っています。もう一度送信しても、投稿は 1 回だけです。
wait-a-moment = サーバーの応答を待っています。少しお待ちください。
ended = セッションが終了しました。
ended-unsent = セッションが終了しました。テキストは残っていますが、送信されていません。
ended-nothing-sent = セッションが終了しました。テキストは残っています。何も送信されていません。
ended-unsaved = セッションが終了しました。テキストは残っていますが、保存されていません。
ended-unchanged = セッションが終了しました。何も変更されていません。
sign-in-again-link = もう一度ログイン
sign-in-and-back = ログインして戻る
your-servers = 参加中のサーバー
retry-soon = 数秒後にもう一度お試しください。
retry-in = { $seconds } 秒後にもう一度お試しください。
too-fast-sending = 送信が速すぎます。{ $wait }
too-fast-changing = 変更が速すぎます。{ $wait }
too-fast-webhook = この Webhook の投稿が速すぎます。{ $wait }
not-done = 実行できませんでした。ページを再読み込みして、もう一度お試しください。

# Writing and reading messages

not-sent = メッセージを送信できませんでした。テキストは残っています。もう一度お試しください。
cant-post = { $channel } に投稿できなくなりました。離れる前にテキストをコピーしてください。
cant-post-here = このチャンネルには投稿できません。
reply-gone = 返信先のメッセージは削除されました。
reply-gone-text = 返信先のメッセージは削除されました。テキストは残っています。
many-new = 新着メッセージ { $count } 件。最新は { $last }
cant-see = { $channel } は見られなくなりました。
banned-from = { $server } から BAN されました。
removed-from = { $server } のメンバーではなくなりました。
post-again = 再び投稿できるようになりました。
timed-out-until = このサーバーでは { $time } までタイムアウト中です。それまでは読むことはできますが、投稿はできません。
older-failed = 以前のメッセージを読み込めませんでした。もう一度お試しください。
load-older = 以前のメッセージを読み込む
to-unread = 最初の未読メッセージへ
new = 新着
unread-mentions-none = （未読）
unread-count = （未読のメンション { $count } 件）
unread-over = （未読のメンション { $count } 件以上）
mentions =
    { $count ->
       *[other] 未読のメンションが { $count } 件
    }
mentions-over = 未読のメンションが { $count } 件以上
marked-read =
    { $count ->
       *[other] { $count } 件のメンションを既読にしました。
    }
reports-open =
    { $count ->
       *[other] 判断待ちの報告が { $count } 件
    }
names = 名前
names-found = 候補 { $count } 件。矢印キーで選び、Tab で確定します。
members = メンバー
message-word = メッセージ
in-reply-to = 返信先：
original-deleted = 元のメッセージは削除されました
open-picture = { $host } で画像を開く

# Acts on messages and people

close = 閉じる
reply-act = 返信
edit-act = 編集
actions-for = { $author } さんのメッセージの操作
report-message = メッセージを報告
report-unsent = 報告はまだ送信されていません。「閉じる」で破棄します。
report-thanks = ありがとうございます。このサーバーのモデレーターが確認します。
message-saved = メッセージを保存しました。
message-is-deleted = メッセージを削除しました。
message-restored = メッセージを元に戻しました。
messages-restored = メッセージを元に戻しました。
undo-announced = { $done } 10 秒以内なら元に戻せます。
cant-edit = このメッセージは編集できません。
edit-own-only = 編集できるのは自分のメッセージだけです。
edit-kept = 保存されていません。もう一度編集すると、テキストが残っています。
edit-deleted = このメッセージは削除されました。キャンセルする前にテキストをコピーしてください。
webhook-paused = Webhook を一時停止しました。
link-copied = リンクをコピーしました。
copied = コピーしました
copied-announced = クリップボードにコピーしました
select-and-copy = 選択してコピー
copying-refused = ブラウザーがコピーを許可しませんでした。
copying-refused-select = ブラウザーがコピーを許可しませんでした。テキストを選択してコピーしてください。

# Settings, shortcuts and passkeys

not-saved = 未保存
revealed = 表示しました
picture-large = 画像が大きすぎます。5 MiB 以下のものを選んでください。
shortcuts-title = キーボードショートカット
shortcuts-on = 1 キーのショートカットはオンです。
shortcuts-off = 1 キーのショートカットはオフです。
stores-nothing = このブラウザーは設定を保存しません。
push-none = このブラウザーは通知に対応していません。
push-not-here = このブラウザーでは使えません。
push-denied = ブラウザーの設定で、このサイトの通知がブロックされています。先に許可してください。
push-off = このブラウザーではオフです。
push-on = このブラウザーではオンです。ページを開いていなくても届きます。
push-on-open = このブラウザーではオンです。ページを開いている間だけ届きます。
one-moment = 少しお待ちください…
push-unreachable = ページを開いている間、通知はオンです。ブラウザーのプッシュサービスに接続できませんでした。
passkey-exists = この端末には、あなたのアカウントのパスキーがすでにあります。
passkey-not-used = パスキーが使われませんでした。もう一度試すか、別の方法を使ってください。
passkey-no-address = このアドレスではパスキーを使えません。
passkey-none = このブラウザーはパスキーに対応していません。別の方法を使ってください。
passkey-failed = パスキーを使えませんでした。もう一度試すか、別の方法を使ってください。
