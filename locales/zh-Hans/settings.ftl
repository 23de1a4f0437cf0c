# Words of several pages of settings

notifications = 通知
blocked-people = 已屏蔽的人
offers = 转让邀约
account-delete = 删除账号
recovery-codes = 恢复码
passkeys = 通行密钥
totp = 身份验证器应用
six-digits = 六位验证码
this-browser = 此浏览器
this-phone = 此手机
this-tablet = 此平板电脑
added = 添加于 <time></time>
last-used = 上次使用：<time></time>
not-used = 尚未使用
asks-confirm = 会先要求你确认是本人。
asks-password = 会先要求你输入密码。
second-off-about = 你将仅凭密码登录。恢复码会失效，所有浏览器都不再受信任。
recovery-have = 你还剩 { $count } 个恢复码。

# Connected apps

apps-lead = 你曾用此账号登录这些网站和程序。它们只能看到你批准的内容。
apps-sees = 可以看到你的 ID、用户名、显示名称和头像
apps-sees-id = 可以看到你的 ID，但看不到名称和头像

# <time></time> is the first sign-in, <span></span> the last one.

apps-times = 首次登录 <time></time>，最近一次 <span></span>
apps-revoke = 撤销
apps-revoke-of = 撤销 { $name }
apps-hint = 撤销不会删除应用已经知道的关于你的信息。下次登录时它必须再次征求你的同意。
apps-revoke-all = 全部撤销
apps-revoke-all-ask = 下次登录时，全部 { $count } 个应用都必须再次征求你的同意。
apps-empty = 没有已连接的应用
apps-empty-text = 你用此账号登录的网站会显示在这里，并可在此撤销。
report-name = 举报 { $name }
report-some = 举报应用
report-id = 举报应用 { $id }
report-lead = 你的举报会发给本服务的运营者。不会告知应用的所有者。
report-what = 有什么问题？
report-choose = 选择原因
report-details = 详情
report-hint = 发生了什么、在哪里发生。最多 500 个字符。
report-send = 提交举报

# Blocked people

blocked-lead = 他们的消息会为你折叠，提及也不会送达你。他们不会知道。
unblock-name = 取消屏蔽 { $name }
blocked-empty = 你没有屏蔽任何人
blocked-empty-text = 要屏蔽某人，请在频道中点击其名称。

# Deleting an account

delete-lead = 此操作无法撤销。
delete-goes = 会删除的内容
delete-profile = 你的个人资料、头像和手机号。你会在所有地方退出登录。
delete-apps = 你创建的应用。任何人都无法再用它们登录。
delete-access = 你用此账号登录的其他网站的访问权限。
delete-stays = 会保留的内容
delete-messages = 你的消息，显示为“已删除的用户”。
delete-webhooks = 你创建的 Webhook。它们属于所在的服务器，但不能再通知所有人。
delete-logs = 服务器审计日志中你的名字及操作记录，最长保留 90 天。
delete-servers = 请先转让或删除你的服务器
delete-servers-text = 你拥有 { $count } 个服务器。请逐个转让或删除，然后再回来。
delete-suspended = 你拥有的 { $count } 个服务器已被运营者停用。在恢复之前，你无法转让或删除它们，也无法删除账号。请联系本服务的运营者。
delete-who = 删除 @{ $nickname }
delete-nickname = 你的用户名
delete-type = 输入 { $nickname } 以确认。

# Notifications

notifications-lead = 无论你在此如何选择，所有提及都会进入收件箱。
notifications-browser = 在浏览器中
notifications-browser-text = 有人提及你时，浏览器会显示通知。
notifications-browser-push = 有人提及你时，浏览器会显示通知。即使没有打开本站的任何页面也可以：此时消息会经由浏览器厂商的推送服务传递，并经过加密，只有你的浏览器能读取。
notifications-how = 通知的工作方式
notifications-scripts = 通知需要 JavaScript。
notifications-ios = 在 iPhone 或 iPad 上，通知会发送到主屏幕上的应用：在 Safari 中点“共享”，选择<strong>添加到主屏幕</strong>，从那里打开 { $brand }，然后在此开启。
notifications-on = 在此浏览器中开启
notifications-off = 在此浏览器中关闭
notifications-ends = 随会话结束
quiet = 安静时段
quiet-lead = 这些时间内不显示通知，以你所在地的时间为准。
quiet-lead-on = 这些时间内不显示通知，以你所在地的时间为准。已开启。
quiet-from = 从
quiet-to = 到
quiet-to-hint = 如果早于开始时间，则指第二天。
quiet-zone = 时区
quiet-zone-choose = 选择最近的城市
quiet-days = 开始的日子
quiet-save = 保存安静时段
quiet-off = 关闭
mutes = 已静音
mutes-lead = 此处的内容不会标为未读，也不会显示通知。要将频道或服务器静音，请打开它并使用铃铛。
mutes-hidden = 你已无法看到的位置
mutes-empty = 没有静音的内容
mutes-empty-text = 你静音的频道和服务器会列在这里。

# Passkeys

passkeys-lead = 通行密钥让你用指纹、面容或设备 PIN 登录。它无法被猜中，其他网站也无法索取。
passkeys-yours = 你的通行密钥
passkeys-yours-text = 请移除你不再拥有的设备上的通行密钥。
passkeys-second-only = 仅用于第二步
passkeys-rename = 重命名
passkeys-remove-about = 它将不再能用于登录。
passkeys-add = 添加通行密钥
passkeys-address = 浏览器在此地址不支持通行密钥。它需要 https 和域名；在自己的电脑上可使用 http://localhost。
passkeys-most = 你已有 { $count } 个通行密钥，达到上限。请先移除一个。
passkeys-where = 浏览器会询问保存位置：此设备、手机或安全密钥。
passkeys-first = 此后仅凭密码将无法登录。你还会得到恢复码，以备设备丢失之用。
passkeys-name-hint = 便于区分你的通行密钥。
passkeys-scripts = 通行密钥需要 JavaScript。身份验证器应用则不需要。

# Phone

phone-lead = 验证手机号后，你可以用它登录、在忘记密码时重设密码，以及创建应用。
phone-yours = 你的号码
phone-verified = 已验证
phone-remove = 移除号码
phone-remove-about = 你将无法再用此号码登录、创建应用或在忘记密码时重设密码。已创建的应用会继续运行。其他人将可以验证此号码。
phone-no-texts = 本服务尚无法发送短信，因此无法验证手机号。需要由运营者进行设置。
phone-for-app = 每个应用都需要一位负责的所有者。号码验证后，你将继续创建应用。
phone-asks-password = 你登录已有一段时间，因此发送验证码前会要求输入密码。
phone-code-title = 输入验证码
phone-code-sent = 已通过短信发送到 <strong class="nums nowrap" id="masked-phone">{ $number }</strong>。十分钟内有效。
phone-code-over = 发送到 <strong class="nums nowrap" id="masked-phone">{ $number }</strong> 的验证码已失效。请重新获取。
phone-would-send = 本实例不发送短信。本来会发送：
phone-verify = 验证手机号
phone-resend = 发送新验证码
phone-resend-in = <span class="nums" data-countdown-number>{ $seconds }</span> 秒后
phone-no-code = 没有收到短信？请检查号码。如果该号码已被其他账号验证，短信中不会包含验证码。
phone-other = 使用其他号码
phone-change = 更换号码
phone-hint = 请包含国家代码，例如 +86 或 +1。
phone-hint-change = 请包含国家代码，例如 +86 或 +1。新号码验证之前，现有号码保持不变。
phone-number = 手机号
phone-verify-title = 验证你的号码
phone-verify-text = 我们会通过短信发送六位验证码。其他人看不到你的号码。

# Profile

profile-lead = 这是你在聊天和所登录网站上的展示方式。
profile-yours = 你的个人资料
profile-nickname-hint = 他人以此提及你，你也用它登录。可使用小写字母、数字、点、连字符和下划线。
profile-name-hint = 显示在你的消息旁。
picture-hint = PNG、JPEG 或 WebP，最大 5 MiB。会裁剪为正方形。
profile-picture-remove = 移除我的头像
profile-picture-remove-hint = 会以生成的图案代替。
profile-save = 保存个人资料
writing = 撰写消息
writing-lead = 仅对此浏览器生效。在触摸屏上用按钮发送。
writing-send = 发送键
writing-enter = Enter
writing-enter-hint = Shift 加 Enter 换行。
writing-ctrl = Ctrl 加 Enter
writing-ctrl-hint = 在 Mac 上为 ⌘ 加 Enter。单按 Enter 换行。
writing-save = 保存选择
language-lead = 用于页面、短信和通知。在你登录的任何地方都有效。
language-auto = 跟随浏览器设置
language-save = 保存语言

# Recovery codes

recovery-lead = 设备不在身边时，可用恢复码代替。每个只能用一次。
recovery-new = 你的新恢复码
recovery-new-text = 仅此一次显示。请与密码分开，妥善保管。
recovery-download = 下载为文本文件
recovery-left = 剩余 { $count } 个恢复码
recovery-replace = 新恢复码会取代现有的全部恢复码。
recovery-create = 生成新恢复码

# Security

security-lead = 你的密码、已登录的浏览器和账号的近期活动。
security-password = 更改密码
security-password-text = 这会使你在其他所有浏览器退出登录。
security-current = 当前密码
security-second = 两步登录
security-second-both = 登录需要密码以及身份验证器应用的验证码或通行密钥。仅用通行密钥也可登录。
security-second-app = 登录需要密码和身份验证器应用的验证码。
security-second-passkey = 登录需要密码和通行密钥。仅用通行密钥也可登录。
security-second-none = 除密码外，再用通行密钥或身份验证器应用保护你的账号。

# <time></time> is the beginning, <span></span> the end.

security-trusted = 自 <time></time> 起受信任，至 <span></span>
security-ask = 要求验证码
security-sessions = 已登录的浏览器
security-sessions-text = 请在你不认识或不再使用的浏览器上退出登录。
security-end-others = 退出其他所有浏览器
security-since = 登录于 <time></time>
security-recent = 近期活动
security-recent-text = 如果看到不是你做的操作，请立即更改密码。
event-operator = 由本服务的运营者操作
event-someone = 由他人操作
event-failed = 失败
security-log = 安全日志
security-log-lead = 你账号的动态，最新的在前。只有你能看到。
security-log-empty = 这里还没有内容
security-log-empty-text = 登录、密码错误和账号更改会随时列在这里。
security-log-kept = 记录保留 { $days } 天：关于你或运营者操作的最多 { $kept } 条，关于任何人都可能做的操作（如用错误密码尝试登录）最多 { $strangers } 条。

# Authenticator app

totp-lead = 使用身份验证器应用后，登录需要密码和设备上的验证码。
totp-yours = 你的应用
totp-done = 已设置
totp-since = 设置于 <time></time>。
totp-remove = 移除应用
totp-remove-about = 通行密钥和恢复码会保留。
totp-scan = 扫描二维码
totp-scan-text = 用手机上的身份验证器应用扫描，或将密钥输入应用，然后输入应用显示的验证码。
totp-key = 密钥
totp-show = 显示二维码和密钥
totp-set-up = 设置
totp-again = 用新密钥重新开始
totp-begin = 设置应用
totp-begin-text = 你需要在手机或电脑上安装身份验证器应用。
totp-begin-codes = 你还会得到恢复码，以备设备丢失之用。
totp-asks-password = 你登录已有一段时间，因此会先要求输入密码。

# Offers

offers-lead = 所有者想转让给你的服务器和 OAuth 应用。接受后即归你所有。
offers-from = 来自 { $name }（@{ $nickname }）
offers-until = 可在 <time></time> 前接受
offers-accept = 接受
offers-decline = 拒绝
offers-server-hint = 服务器所有者对其负责，并可进行任何操作。前任所有者仍是成员，并保留身份组。
offers-phone = 请先验证手机号
offers-phone-text = 要拥有应用，你需要已验证的手机号。只有你能看到它。
offers-room = 你拥有的应用已达上限
offers-room-text = 每人最多拥有 { $count } 个应用。接受新的之前请先删除一个。
offers-apps = 邀约中的应用
offers-suspended = 此应用已停用，恢复之前无法转让。
offers-secrets = 应用会保留其客户端 ID、密钥和登录。前任所有者可能仍知道密钥：接受后请创建新密钥，再删除其他密钥。同时检查重定向 URI。
offers-public = 公开应用会保留其客户端 ID 和登录。接受后请检查重定向 URI：它们由前任所有者选定。
offers-empty = 没有给你的转让邀约
offers-empty-text = 有人向你转让服务器或应用时，会在此显示七天。
