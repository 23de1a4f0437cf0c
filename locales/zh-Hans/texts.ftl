# Text messages

text-code = 你的 { $instance } 验证码是 { $code }，10 分钟内有效。请勿告诉任何人。如非本人操作，请忽略。
text-number-in-use = 有人在 { $instance } 输入了此号码，而它已被另一个账号使用。如果是你，请登录该账号；否则请忽略。
text-reset-code = { $code } 是你用于设置 { $instance } 新密码的验证码，10 分钟内有效。请勿告诉他人。如非本人操作，请忽略。
text-password-reset = 你的 { $instance } 密码已通过发送到此号码的验证码重置。如非本人操作，请立即设置新密码并告知运营者。
text-recovery-code-used = 你的 { $instance } 账号使用了一个恢复码。如非本人操作，请立即更改密码并生成新的恢复码。
text-more-happened = 你的 { $instance } 账号还有其他活动：请查看安全日志。今天不再就此发送短信。如非本人操作，请更改密码。

# Notifications of mentions

notification-title = { $author } · #{ $channel }，{ $server }
notification-bot = { $name }（机器人）
