# Settings of a server

settings-back = 返回 { $server }
settings-overview = 概览
danger = 危险区域
danger-confirm = 这些操作无法撤销，因此会先要求你输入密码。
confirm-first = 先确认是你本人
remove = 移除
remove-what = 移除 { $what }
reason = 原因
position = 位置
picture = 图片
picture-new = 新图片
picture-upload = 上传图片
picture-remove = 移除图片
overview-pictures = 仅在点击时加载卡片中的图片
overview-pictures-hint = 图片来自 Webhook 指定的主机，该主机会知道谁在何时打开了它。启用后不显示其他主机上的作者图片。
overview-second = 管理此服务器时要求两步登录
overview-second-anyway = 无论你在此如何选择，本服务都要求所有管理服务器的人启用它。
overview-second-hint = 未启用的所有者、管理员以及可管理服务器的人在启用之前无法使用该权限。阅读和发言不受影响。
overview-need = 要更改这些设置，你需要“管理服务器”权限。
overview-picture-lead = 成员会在服务器列表中看到它，受邀者在加入前也会看到。
transfer = 转让所有权
transfer-about = 另一位成员接受后会成为此服务器的所有者。你仍是成员，并保留身份组。
transfer-offered = 已提供给 { $name }（@{ $nickname }），有效至 <time></time>。对方可在“设置”的“转让邀约”中找到。对方接受之前，服务器仍归你所有。
transfer-cancel = 取消转让
transfer-no-heirs = 没有其他成员可以拥有它。请先<a href="{ $path }/invites">邀请他人</a>。
transfer-ask = 对方在七天内接受后即成为所有者。你仍是成员并保留身份组，只有对方能再转让回来。
transfer-to = 新所有者
transfer-choose = 选择成员
transfer-nickname = 新所有者的用户名
server-name = 服务器名称
server-delete = 删除此服务器
server-delete-button = 删除服务器
server-delete-about = 其频道、消息、Webhook、身份组和邀请会一并立即永久删除。
server-delete-ask = 其频道、消息、Webhook、身份组和邀请会一并立即永久删除。请输入 <strong>{ $server }</strong> 以确认。

# Channels

channels-title = { $server } 的频道
channels-lead = 打开频道即可编辑并设置权限。所有人看到的频道都是这个顺序。
channels-none = 你看不到任何频道。
channels-new = 新建频道
channels-name-hint = 可使用字母、数字、连字符和下划线。
channels-example = builds
channels-topic-hint = 频道的主题。
channels-create = 创建频道
channel-open = 打开频道
channel-topic = 主题
channel-slow-mode = 慢速模式
channel-slow-hint = 成员两次发言之间的等待时间。管理消息或频道的人不受限制。
channel-position-hint = 1 表示你所见 { $count } 个频道中的第一个。
channel-save = 保存频道
channel-permissions = 此频道中的权限
channel-permissions-lead = “继承”采用成员身份组所允许的权限。身份组的设置优先于所有人的设置，成员的设置优先于前两者。
channel-beyond = 你只能允许你自己在此频道中拥有的权限。不包括：{ $permissions }。
channel-above = 你无法更改与你的最高身份组同级或更高的身份组和成员的设置。
channel-save-permissions = 保存权限
channel-every-member = 服务器的每位成员
channel-kind-role = 身份组
channel-kind-former = 已退出服务器
channel-kind-member = 成员
channel-allowed = { $permission }：允许
channel-denied = { $permission }：拒绝
channel-inherited = { $permission }：继承
channel-add = 添加身份组或成员
channel-target = 身份组或成员
channel-target-choose = 选择身份组或成员
channel-role = 身份组
channel-no-role = 无身份组
channel-nickname = 或成员的用户名
channel-delete = 删除此频道
channel-delete-about = 其消息和 Webhook 会一并立即永久删除。
channel-delete-button = 删除频道
channel-delete-ask = 要删除 <strong>{ $channel }</strong> 及其所有消息和 Webhook 吗？它们会立即永久删除。

# Roles

roles-title = { $server } 的身份组
roles-lead = 身份组会把权限赋予拥有它的成员。“所有人”适用于全部成员。每个人只能操作低于自己最高身份组的身份组和成员。
roles-mentionable = 可提及
roles-no-permissions = 无权限
roles-holders = <span>{ $count }</span> <span>位成员</span>
roles-new = 新建身份组
roles-new-lead = 你只能授予自己拥有的权限。
roles-example = 建设者
roles-create = 创建身份组
permissions = 权限
role-title = 身份组 { $role }
role-everyone = 服务器的每位成员都拥有这些权限。
role-mentionable = 任何人都可以提及此身份组
role-save = 保存身份组
role-too-high = 此身份组不低于你的最高身份组，因此你无法编辑它。
role-beyond = 此身份组拥有你没有的权限，因此你无法编辑它。
role-need = 要编辑身份组，你需要“管理身份组”权限。
role-delete = 删除此身份组
role-delete-about = 其成员会失去它的权限，频道中为它设置的权限也会消失。
role-delete-button = 删除身份组
role-delete-ask = 要删除身份组 <strong>{ $role }</strong> 吗？

# Members

members-of = { $server } 的成员
members-total = 共 { $count } 人
members-search = 搜索成员（用户名和显示名称）
members-none = 没有成员的用户名或显示名称中的词以此开头。
members-none-large = 没有成员的用户名以此开头，也没有成员的显示名称与此完全一致。
member-since = <time></time> 加入
member-timed-out = 禁言至 <time></time>：在此之前，该成员可以阅读，但不能发言或更改任何内容。
member-no-roles = 此服务器还没有可分配的身份组。
member-create-role = <a href="/servers/{ $server }/settings/roles">创建一个</a>。
member-roles-hint = 你只能添加或移除低于自己最高身份组、且其权限你都拥有的身份组。
member-save-roles = 保存身份组
member-has-none = 该成员没有身份组。
member-above = 你只能更改最高身份组低于你的成员的身份组。
member-need-roles = 要分配身份组，你需要“管理身份组”权限。
member-remove = 移出成员
member-remove-title = 移出服务器
member-remove-about = 对方会失去在此服务器的身份组，可凭邀请回来。其消息会保留。
member-remove-ask = 要将 <strong>@{ $nickname }</strong> 移出 { $server } 吗？
time-out = 禁言
time-out-lead = 被禁言的成员仍可阅读原本能看的内容，但不能在此发言或更改任何内容。退出后重新加入也不会解除。
time-out-for = 时长
time-out-button = 禁言
time-out-lift = 解除禁言
former = 非成员
former-banned = 此人已被服务器封禁。<a href="/servers/{ $server }/settings/bans">查看封禁列表</a>。
former-left = 此人已退出服务器，或被移出。

# Bans and reports

bans = 封禁
bans-title = { $server } 的封禁
bans-lead = 被封禁的人无法通过任何邀请加入此服务器。你可以在成员的页面上封禁对方。
bans-by = 由 @{ $by } 封禁
bans-by-gone = 由已删除的用户封禁
bans-lift = 解除
bans-lift-of = 解除对 { $name } 的封禁
bans-empty = 没有人被封禁
bans-empty-text = 被此服务器封禁的人会显示在这里，并附原因。
bans-end = 没有更早的封禁。
ban = 封禁
ban-title = 从服务器封禁
ban-former = 在有人解除封禁之前，对方无法通过任何邀请回来。
ban-removes = 对方会被移出，在有人解除封禁之前无法通过任何邀请回来。
ban-removes-only = 对方会被移出，在有人解除封禁之前无法通过任何邀请回来。其消息会保留。
ban-ask = 要将 <strong>@{ $nickname }</strong> 从 { $server } 封禁吗？
ban-reason-hint = 会显示在封禁列表和审计日志中。
ban-messages = 移除对方的消息
moderate-timed-out = 已禁言 { $name }。
moderate-ban = 封禁 <bdi>{ $name }</bdi>
moderate-banned = 已将 { $name } 从此服务器封禁。
moderate-lifted = 已解除对 { $name } 的封禁。对方可凭邀请重新加入。
deleted-user = 已删除的用户
deleted-account = 已删除的账号
reports-title = { $server } 的举报
reports-lead = 成员举报的消息，显示为举报时的内容。不会向其他人透露举报者。
reports-deleted = 之后被删除
reports-edited = 之后被编辑
reports-count = { $count } 人举报
reports-remove = 移除消息
reports-dismiss = 驳回
reports-dismiss-of = 驳回对 { $name } 消息的举报
reports-empty = 没有待处理的举报
reports-empty-text = 成员举报消息后，会在此显示给管理成员的人。
reports-end = 没有更早的举报。
reports-hidden = 另有 { $count } 条举报涉及你看不到的频道中的消息。只有能看到这些频道的管理员可以处理。
reports-decided = 最近处理
reports-removed = 消息已移除
reports-dismissed = 举报已驳回

# Invites

invites = 邀请
invites-title = { $server } 的邀请
invites-lead = 任何拥有链接的人都可以加入，直到邀请过期、用完或被删除。
invites-expires = 有效期
invites-never = 永不过期
invites-uses = 可供
invites-any = 不限人数
invites-create = 创建邀请
invites-what = 邀请链接
invites-by = 由 @{ $creator } 创建
invites-unused = 尚未使用
invites-joined = { $count } 人已加入
invites-used-up = 已用完
invites-expired = 已过期
invites-left = 剩余 { $count } 次
invites-until = <time></time> 过期
invites-about = 邀请 { $code }
invites-delete-ask = 链接将对所有收到它的人失效。通过它加入的人仍是成员。
invites-delete-ask-dead = 通过它加入的人仍是成员。
invites-delete = 删除邀请
invites-empty = 还没有邀请
invites-empty-text = 创建一个，并把链接发给你想邀请的人。
invites-need = 要邀请他人，你需要“管理服务器”权限。

# Audit log

audit = 审计日志
audit-title = { $server } 的审计日志
audit-server-empty = 此页面列出对服务器及其 Webhook、频道、身份组、成员和邀请的每次更改及操作者，也列出谁加入和退出。
audit-server-lead = 谁在此服务器更改了什么。记录保留 { $days } 天，最多保留最新的 { $most } 条。
audit-filter = 筛选日志
audit-filter-button = 筛选
audit-who = 谁
audit-anyone = 任何人
audit-what = 什么
audit-anything = 任何内容
audit-end = 没有更早的记录
audit-end-text = 没有更早的条目。
audit-none = 没有匹配的条目
audit-none-text = 没有条目符合此筛选条件。
audit-all = 显示全部
audit-empty = 还没有更改
