# The entries of a server's audit log; those in English are in crates/store/src/models/logs/audit/action.rs

audit-hidden-channel = 隐藏频道

# Webhooks

said-webhook_created = { $actor } 创建了在 { $channel } 发布消息的 Webhook { $target }
said-webhook_edited = { $actor } 将 Webhook { $target } 重命名为 { $name_to }
said-webhook_edited-2 = { $actor } 编辑了 Webhook { $target }
said-webhook_moved = { $actor } 将 Webhook { $target } 从 { $channel_from } 移到了 { $channel_to }
said-webhook_url_regenerated = { $actor } 重新生成了 Webhook { $target } 的 URL
said-webhook_paused = { $actor } 暂停了 Webhook { $target }
said-webhook_resumed = { $actor } 恢复了 Webhook { $target }
said-webhook_creator_changed = { $actor } 以创建者身份接管了 Webhook { $target }
said-webhook_reported_leaked = { $actor } 报告 Webhook { $target } 的 URL 已泄露：URL 已重新生成，Webhook 已暂停
said-webhook_found_leaked = 密钥扫描器报告 { $actor } 的 URL 已泄露，因此将其暂停
said-webhook_suspended = { $actor } 已被运营者停用
said-webhook_restored = { $actor } 不再被运营者停用
said-webhook_deleted = { $actor } 删除了在 { $channel } 发布消息的 Webhook { $target }
said-message_deleted = { $actor } 删除了自己在 { $channel } 发布的一条消息

# Channels

said-channel_created = { $actor } 创建了频道 { $target }
said-channel_edited = { $actor } 编辑了频道 { $target }
said-channel_edited-2 = { $actor } 将频道 { $target } 重命名为 { $name_to }
said-channel_edited-3 = { $actor } 更改了 { $target } 的慢速模式
said-channel_edited-4 = { $actor } 更改了 { $target } 的主题
said-channel_moved = { $actor } 移动了频道 { $target }
said-channel_deleted = { $actor } 删除了频道 { $target }
said-others_message_deleted = { $actor } 删除了 { $author } 在 { $target } 的一条消息
said-messages_removed = { $actor } 移除了 { $author } 在 { $target } 自某条消息起的 { $count } 条消息
said-messages_removed-2 =
    { $actor } 移除了 { $author } 在 { $target } { $since ->
        [hour] 最近一小时
        [day] 最近一天
       *[week] 最近一周
    }的 { $count } 条消息
said-reported_message_removed = { $actor } 移除了 { $author } 在 { $target } 被举报的消息
said-report_dismissed = { $actor } 驳回了对 { $author } 在 { $target } 的消息的举报
said-messages_restored = { $actor } 恢复了 { $author } 在 { $target } 的 { $count } 条消息
said-overwrite_set = { $actor } 更改了身份组 { $whom_role } 在 { $target } 的权限
said-overwrite_set-2 = { $actor } 更改了 { $whom_member } 在 { $target } 的权限

# Roles

said-role_created = { $actor } 创建了身份组 { $target }
said-role_edited = { $actor } 将身份组 { $target } 重命名为 { $name_to }
said-role_edited-2 = { $actor } 移动了身份组 { $target }
said-role_edited-3 = { $actor } 编辑了身份组 { $target }
said-role_deleted = { $actor } 删除了身份组 { $target }

# Members and invites

said-member_roles_set = { $actor } 授予 { $target } 身份组 { $given }
said-member_roles_set-2 = { $actor } 移除了 { $target } 的身份组 { $taken }
said-member_roles_set-3 = { $actor } 更改了 { $target } 的身份组
said-member_joined = { $actor } 通过以 { $target } 结尾的邀请加入
said-member_left = { $actor } 离开了服务器
said-member_removed = { $actor } 将 { $target } 移出了服务器
said-member_banned = { $actor } 在此服务器封禁了 { $target }
said-ban_lifted = { $actor } 解除了对 { $target } 的封禁
said-member_timed_out = { $actor } 禁言了 { $target }
said-timeout_lifted = { $actor } 解除了对 { $target } 的禁言
said-invite_created = { $actor } 创建了以 { $target } 结尾的邀请
said-invite_deleted = { $actor } 删除了以 { $target } 结尾的邀请

# The server

said-server_renamed = { $actor } 将服务器 { $target } 重命名为 { $name_to }
said-server_picture_set = { $actor } 移除了服务器图片
said-server_picture_set-2 = { $actor } 更改了服务器图片
said-server_pictures_set = { $actor } 将卡片图片设为仅在点击时加载
said-server_pictures_set-2 = { $actor } 将卡片图片设为随消息加载
said-server_second_step_set = { $actor } 要求所有管理服务器的人使用两步登录
said-server_second_step_set-2 = { $actor } 不再要求管理服务器的人使用两步登录
said-server_suspended = { $actor } 已被运营者停用
said-server_restored = { $actor } 不再被运营者停用
said-server_offered = { $actor } 提出将服务器转让给 { $to }
said-server_offer_cancelled = { $actor } 取消了向 { $to } 转让服务器的提议
said-server_offer_declined = { $actor } 拒绝成为服务器所有者
said-server_handed_over = { $actor } 将服务器转让给了 { $to }

# Lines of changes, and their values

said-word-creator-before = 原创建者
said-word-expires = 到期
said-word-further-ones = 其他
said-word-given = 授予
said-word-taken = 移除
said-word-mentionable = 可提及
said-word-name = 名称
said-word-permissions = 权限
said-word-permissions-added = 新增权限
said-word-permissions-removed = 移除权限
said-word-picture = 图片
said-word-position = 位置
said-word-posted = 发布于
said-word-reason = 原因
said-word-slow-mode = 慢速模式
said-word-topic = 主题
said-word-until = 截至
said-word-uses = 使用次数
said-word-webhooks-deleted-with-it = 一并删除的 Webhook
said-word-nothing = 无
said-word-yes = 是
said-word-no = 否
said-word-off = 关闭
said-word-removed = 已移除
said-word-a-new-one = 新图片
said-word-allowed = 允许
said-word-denied = 拒绝
said-word-inherited = 继承
said-word-a-deleted-account = 已删除的账号
