# Words of several pages of the chat.

bot = 机器人
message = 消息
webhook = Webhook
reply = 回复
edit = 编辑
delete = 删除
save = 保存
save-changes = 保存更改
undo = 撤销
block = 屏蔽
unblock = 取消屏蔽
blocked = 已屏蔽的消息
blocked-show = 已屏蔽的消息。<span>显示</span>
mark-read = 标为已读
mark-unread = 标为未读
search = 搜索
search-messages = 搜索消息
roles = 身份组
timed-out = 已禁言
pages = 分页
newest = 最新
older = 更早
more = 更多

# The author of a message

author-webhook-by = Webhook 应用“<bdi>{ $name }</bdi>”，由 @{ $nickname } 创建
author-webhook = Webhook 应用“<bdi>{ $name }</bdi>”，没有创建者
author-app-by = Webhook 应用，由 @{ $nickname } 创建
author-app = 没有创建者的 Webhook 应用

# Cards and texts of messages

card-open-picture = 在 { $host } 上打开图片
card-load-picture = 加载图片
table = 表格

# A channel

channel-skip = 跳到消息输入框
channel-search = 在 { $channel } 中搜索
channel-members = 成员
channel-messages = 消息
channel-to-unread = 转到第一条未读消息
channel-older = 加载更早的消息
channel-new = 新消息
channel-empty = 还没有消息
channel-empty-equip = 写下第一条消息、邀请他人，或创建 Webhook 让程序在此发言。
channel-empty-text = 来自成员和 Webhook 的消息会显示在这里。
channel-new-webhook = 新建 Webhook
channel-invite = 邀请他人
channel-newer = 较新的消息
channel-to-newest = 转到最新消息
channel-message = 发消息到 { $channel }
channel-send = 发送
channel-ctrl-enter = Ctrl Enter 发送。
channel-enter = Enter 发送，Shift Enter 换行。
channel-change-key = 更改
channel-slow = 慢速模式：每 { $interval }可发一条消息。
channel-slow-exempt = 慢速模式：每 { $interval }可发一条消息。你不受此限制。
channel-timed-out = 你在此服务器上被禁言至 <time></time>。在此之前你可以阅读，但不能发言。
channel-closed = 你可以阅读此频道，但不能发言。请向管理服务器的人申请“发送消息”权限。

# A message, its menu and its page

message-actions = 操作
message-title = { $name } 在 { $channel } 的消息
message-by = { $name } 的消息
menu-webhook-by = Webhook <a href="/portal/webhooks/{ $id }"><bdi>{ $name }</bdi></a>，创建者 @{ $creator }
menu-webhook = Webhook <a href="/portal/webhooks/{ $id }"><bdi>{ $name }</bdi></a>
menu-paused = 已暂停
menu-copy-link = 复制链接
menu-mute = 将 <bdi>{ $channel }</bdi> 静音一小时
menu-versions = 历史版本
menu-report = 举报…
menu-block = 屏蔽 <bdi>{ $name }</bdi>
menu-unblock = 取消屏蔽 <bdi>{ $name }</bdi>
menu-pause = 暂停此 Webhook
menu-leaked = 报告已泄露
menu-remove = 移除消息…
edit-label = 编辑消息
edit-hint = 按 Escape 取消。编辑不会通知任何人。
message-webhook-by = <a href="/portal/webhooks/{ $id }"><strong><bdi>{ $name }</bdi></strong></a>，创建者 @{ $creator }
message-webhook-paused = 已暂停
message-pause = 暂停
message-link = 链接
message-link-about = 能看到此频道的人都可以使用。
message-link-what = 此消息的链接
message-later = 稍后阅读
message-later-about = 此消息及之后的所有消息会被标为未读，仅对你生效。
message-edit-hint = 编辑不会通知任何人。
message-delete = 删除消息
message-delete-about = 消息会立即对所有人删除。一分钟内可以撤销。
message-remove = 移除 { $name } 的所有消息
message-remove-about = 一次性移除，可在 { $channel } 或整个服务器范围内。一分钟内可以撤销。
message-report = 举报
message-report-about = 发送给此服务器的管理员。作者不会知道是谁举报的。
message-report-reason = 这条消息有什么问题？
message-report-button = 举报消息
message-versions = 查看历史版本
reply-to = 回复：
reply-deleted = 原消息已删除
reply-bar = 回复 <bdi class="message-reply-author">{ $name }</bdi>
reply-cancel = 取消回复
reply-notify = 通知 <bdi>{ $name }</bdi>

# Removing messages

removal-title = 从 { $channel } 移除消息
removal-button = 移除消息
removal-lead = 一次性移除某位作者在 { $channel } 的所有消息。一分钟内可以撤销。
removal-author = 作者
removal-choose = 选择作者
removal-count = 统计消息数
removed-one = 消息已删除。
removed = 已移除 <bdi>{ $author }</bdi> 的 { $count } 条消息。
removed-seconds = 还剩 <span class="nums" data-countdown-number>{ $seconds }</span> 秒
since-title = 追溯范围
since-button = 移除{ $what }
since-everywhere = 服务器中你能看到的所有频道
since-too-many = 消息太多，无法事先统计。
since-server = 整个服务器
since-channels = 分布于 { $count } 个频道
since-from = 发于 <time></time>
since-oldest = 自 <time></time> 起
since-earlier = 其中 { $count } 条早于此消息
since-replies = 其中 { $count } 条是回复

# Versions of a message

versions = 此消息的版本
versions-title = { $channel } 中一条消息的版本
versions-lead = 最新的在前。保留最初版本和当前版本之前的十个版本。
versions-replaced = 被替换于
versions-edited = 编辑于
versions-posted = 发布于
versions-current = 当前

# Servers and channels beside a page

side-title = 服务器和频道
side-unread-elsewhere = （其他频道有未读消息）
side-servers = 服务器
side-settings = 服务器设置
side-settings-of = { $server } 的设置
side-messages = { $server } 中的消息
side-search = 在 { $server } 中搜索消息
side-search-channel = 在此频道中搜索
side-channels = 频道
side-reports = 举报

# After the number of open reports, for screen readers.

side-reports-open = 条待处理
side-muted = （已静音）
mute-title = { $channel } 的通知
mute-muted = { $place } 已静音
mute-until = 直到 <time></time>
mute-open = 直到你重新开启
mute = 将 { $place } 静音
mute-off = 取消静音
mute-1h = 一小时
mute-8h = 八小时
mute-always = 直到我重新开启
