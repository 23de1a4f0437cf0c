# The connection and the session

connected = 已重新连接。
reconnecting = 未连接。正在重新连接…
disconnected = 未连接。
disconnected-text = 未连接。你的文本仍在这里。
no-response = 服务器没有响应。请重试。
no-response-text = 服务器没有响应。你的文本仍在这里。请重试。
no-response-once = 服务器没有响应。你的文本仍在这里。再次发送也只会发布一次。
wait-a-moment = 服务器尚未响应。请稍候。
ended = 你的会话已结束。
ended-unsent = 你的会话已结束。你的文本仍在这里，尚未发送。
ended-nothing-sent = 你的会话已结束。你的文本仍在这里。没有发送任何内容。
ended-unsaved = 你的会话已结束。你的文本仍在这里，尚未保存。
ended-unchanged = 你的会话已结束。没有更改任何内容。
sign-in-again-link = 重新登录
sign-in-and-back = 登录后返回
your-servers = 你的服务器
retry-soon = 请在几秒后重试。
retry-in = 请在 { $seconds } 秒后重试。
too-fast-sending = 发送过快。{ $wait }
too-fast-changing = 更改过快。{ $wait }
too-fast-webhook = 此 Webhook 发言过快。{ $wait }
not-done = 未能完成。请重新加载页面后重试。

# Writing and reading messages

not-sent = 消息未发送。你的文本仍在这里。请重试。
cant-post = 你已不能在 { $channel } 发言。离开前请复制文本。
cant-post-here = 你不能在此频道发言。
reply-gone = 你回复的消息已被删除。
reply-gone-text = 你回复的消息已被删除。你的文本仍在这里。
many-new = { $count } 条新消息。最后一条来自 { $last }
cant-see = 你已看不到 { $channel }。
banned-from = 你已被 { $server } 封禁。
removed-from = 你已不是 { $server } 的成员。
post-again = 你可以再次发言了。
timed-out-until = 你在此服务器上被禁言至 { $time }。在此之前你可以阅读，但不能发言。
older-failed = 无法加载更早的消息。请重试。
load-older = 加载更早的消息
to-unread = 转到第一条未读消息
new = 新消息
unread-mentions-none = （未读）
unread-count = （{ $count } 条未读提及）
unread-over = （超过 { $count } 条未读提及）
mentions =
    { $count ->
       *[other] { $count } 条未读提及
    }
mentions-over = 超过 { $count } 条未读提及
marked-read =
    { $count ->
       *[other] 已将 { $count } 条提及标为已读。
    }
reports-open =
    { $count ->
       *[other] { $count } 条举报待处理
    }
names = 名称
names-found = { $count } 个名称。用方向键选择，按 Tab 确定。
members = 成员
message-word = 消息
in-reply-to = 回复：
original-deleted = 原消息已删除
open-picture = 在 { $host } 上打开图片

# Acts on messages and people

close = 关闭
reply-act = 回复
edit-act = 编辑
actions-for = 对 { $author } 的消息的操作
report-message = 举报消息
report-unsent = 举报尚未提交。“关闭”会将其丢弃。
report-thanks = 谢谢。此服务器的管理员会查看这条消息。
message-saved = 消息已保存。
message-is-deleted = 消息已删除。
message-restored = 消息已恢复。
messages-restored = 消息已恢复。
undo-announced = { $done } 十秒内可以撤销。
cant-edit = 你不能编辑此消息。
edit-own-only = 你只能编辑自己的消息。
edit-kept = 未保存。再次编辑此消息时，你的文本仍在。
edit-deleted = 此消息已被删除。取消前请复制文本。
webhook-paused = Webhook 已暂停。
link-copied = 链接已复制。
copied = 已复制
copied-announced = 已复制到剪贴板
select-and-copy = 请选择并复制
copying-refused = 浏览器不允许复制。
copying-refused-select = 浏览器不允许复制。请选择文本并复制。

# Settings, shortcuts and passkeys

not-saved = 未保存
revealed = 已显示
picture-large = 图片过大。请选择不超过 5 MiB 的图片。
shortcuts-title = 键盘快捷键
shortcuts-on = 单键快捷键已开启。
shortcuts-off = 单键快捷键已关闭。
stores-nothing = 此浏览器不保存设置。
push-none = 此浏览器不支持通知。
push-not-here = 不适用于此浏览器。
push-denied = 浏览器设置中屏蔽了本站的通知。请先在那里允许。
push-off = 在此浏览器中已关闭。
push-on = 在此浏览器中已开启，即使没有打开本站页面。
push-on-open = 在此浏览器中已开启，仅在打开本站页面时有效。
one-moment = 请稍候…
push-unreachable = 页面打开时通知有效。无法连接浏览器的推送服务。
passkey-exists = 此设备已有你账号的通行密钥。
passkey-not-used = 未使用通行密钥。请重试或换用其他方式。
passkey-no-address = 浏览器在此地址不支持通行密钥。
passkey-none = 此浏览器不支持通行密钥。请换用其他方式。
passkey-failed = 无法使用通行密钥。请重试或换用其他方式。
