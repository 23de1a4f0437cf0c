frame-skip = 跳到正文
frame-home = { $brand } 首页
frame-main = 主导航
frame-chat = 聊天
frame-inbox = 收件箱
frame-unread = 条未读
frame-portal = 门户
frame-account = { $name } 的账号
frame-account-attention = { $name } 的账号，{ $count } 项待处理
frame-account-menu = 账号
frame-servers = 你的服务器
frame-profile = 个人资料
frame-phone = 手机
frame-phone-unverified = 未验证
frame-security = 安全
frame-apps = 已连接的应用
frame-shortcuts = 键盘快捷键
frame-console = 控制台
frame-attention = 项待处理
frame-colours = 配色
frame-sign-out = 退出登录
frame-docs = 文档
frame-sign-in = 登录
frame-sign-up = 注册
frame-footer = 页脚
frame-guide = 集成指南
frame-keyboard = 键盘
frame-language = 语言
colours-device = 此设备的配色
colours-device-hint = 跟随此设备
colours-light = 浅色配色
colours-light-hint = 浅色
colours-dark = 深色配色
colours-dark-hint = 深色
date = { $year }/{ $month }/{ $day }

cancel = 取消
continue = 继续
go-back = 返回
go-to-chat = 前往聊天
go-to-portal = 前往门户
password = 密码
new-password = 新密码
password-hint = 至少 8 个字符。几个词连在一起就是好密码。
login = 用户名或手机号
use-passkey = 使用通行密钥
code-or-recovery-code = 六位验证码或恢复码
recovery-code = 恢复码
back-to-sign-in = 返回登录
signed-in-as = 已登录为 <strong>{ $name }</strong>（@{ $nickname }）
not-you = 不是你？

sign-in = 登录
sign-in-to-app = 登录后继续前往 { $name }。
sign-in-to-server = 登录后加入 { $name }。
sign-in-kept-form = 你的会话已结束。请重新登录：你输入的内容会保留一小时。
sign-in-ended = 你的会话已结束。请重新登录。
sign-in-first = 请登录后继续。
sign-in-passkey = 使用通行密钥登录
sign-in-forgot = 忘记密码？
sign-in-new = 还没有账号？<a href="{ $href }">注册</a>
sign-in-invite = 还没有账号？打开你收到的邀请链接即可注册。

sign-up = 注册
sign-up-lead = 一个账号，既能聊天，也能登录支持它的其他网站。
sign-up-join-lead = 你将注册并加入 { $server }。成员会看到你的用户名、显示名称和头像。
sign-up-admin = 此账号将成为本实例的管理员。
sign-up-nickname = 用户名
sign-up-nickname-hint = 别人用它来提及你。可使用小写字母、数字、句点、连字符和下划线。
sign-up-name = 显示名称
sign-up-name-hint = 显示在你的消息旁边，可随时更改。
sign-up-join = 注册并加入
sign-up-known = 已有账号？<a href="{ $href }">登录</a>
sign-up-known-admin = 已有账号？<a href="{ $href }">登录</a>后，它将成为管理员账号
sign-up-invite-title = 你需要邀请
sign-up-invite = 在本实例上，需要通过服务器邀请注册。请打开你收到的邀请链接，并从那里注册。如果链接已失效，请索取新的链接。
sign-up-link-title = 此链接已失效
sign-up-link = 它已被使用、撤销或过期。请向给你链接的人索取新的链接。
sign-up-closed-title = 注册已关闭
sign-up-closed = 本实例目前不接受注册。如果你应当有账号，请联系本实例的运营者。

confirm-title = 确认是你本人
confirm-lead = 你登录已有一段时间。请再次输入密码以继续。
confirm-lead-act = 你登录已有一段时间。再次输入密码后，将执行你选择的操作。
confirm-lead-some-app = 带你来到这里的应用要求你再次输入密码。
confirm-lead-app = { $app } 要求你再次输入密码。
confirm-incomplete = 在此期间无法保留文件和密码。完成后你会回到表单：请重新添加并再次提交。
confirm-next = 接下来：<strong>{ $label }</strong>
confirm-button = 确认

reset-title = 忘记密码
reset-lead = 我们会向你已验证的手机号发送短信验证码。请用它设置新密码。
reset-send = 发送验证码
reset-no-texts-title = 短信不可用
reset-no-texts = 本服务无法发送短信。请联系运营者为你设置新密码。
reset-no-phone = 没有已验证的手机号？请联系本服务的运营者为你设置新密码。
reset-remembered = 想起来了？<a href="{ $href }">登录</a>
reset-code-title = 新密码
reset-code-heading = 设置新密码
reset-code-sent = 如果此账号有已验证的手机号，验证码已在发送途中。十分钟内有效。
reset-code-app = 短信验证码正确。此账号还设有第二步验证。请再次输入新密码，并输入身份验证器应用中的验证码或恢复码。
reset-code-app-passkey = 短信验证码正确。此账号还设有第二步验证。请再次输入新密码，并输入身份验证器应用中的验证码或恢复码；使用通行密钥则无需输入。
reset-code-recovery = 短信验证码正确。此账号还设有第二步验证。请再次输入新密码，并输入恢复码。
reset-code-recovery-passkey = 短信验证码正确。此账号还设有第二步验证。请再次输入新密码，并输入恢复码；使用通行密钥则无需输入。
reset-code-tries = 你还可以尝试 { $count } 次。
reset-code = 八位验证码
reset-code-button = 设置密码
reset-code-passkey = 使用通行密钥设置密码
reset-code-signs-out = 这会让你在所有浏览器中退出登录。
reset-code-over = 此验证码已失效。请重新获取。
reset-code-new = 获取新验证码
reset-code-again = 没有收到短信？请等待 30 秒，然后<a href="{ $href }">获取新验证码</a>。每个号码每天最多发送五条短信。
reset-code-outbox = 本实例不发送短信；短信内容显示在<a href="/dev/outbox">发件箱</a>中。

second-title = 输入验证码
second-title-passkey = 使用通行密钥确认
second-sign-in-both = 你的账号受两步验证保护。请使用通行密钥，或输入身份验证器应用显示的验证码。
second-sign-in-app = 你的账号受两步验证保护。请打开身份验证器应用，输入其显示的验证码。
second-sign-in-passkey = 你的账号受两步验证保护。请使用通行密钥或恢复码。
second-again-both = 此操作需要第二步验证。请使用通行密钥，或输入身份验证器应用显示的验证码。
second-again-app = 此操作需要第二步验证。请打开身份验证器应用，输入其显示的验证码。
second-again-passkey = 此操作需要第二步验证。请使用通行密钥或恢复码。
second-trust = 30 天内信任此浏览器
second-trust-hint = 仅限你自己的设备。在这里登录时将不再要求输入验证码。
second-lost = 设备丢失？请改为输入恢复码。如果没有恢复码，请联系本服务的运营者。

consent-title = 登录 { $app }
consent-heading = 使用你的 { $brand } 账号登录 <strong>{ $app }</strong>
consent-other-account = { $app } 需要另一个账号。请使用该账号登录，或取消。
consent-used = 以前使用过，上次使用于 <time></time>
consent-more = { $app } 能看到什么，以及它的来源
consent-gets = { $app } 将看到
consent-gets-id = 你的 ID
consent-gets-nickname = 你的用户名
consent-gets-name = 你的显示名称
consent-gets-picture = 你的头像
consent-never = { $app } 不能
consent-never-profile = 查看你的名称或头像
consent-never-messages = 读取或发送消息
consent-never-servers = 查看你的服务器或其中的成员
consent-never-secrets = 查看你的手机号或密码
consent-never-act = 在这里以你的身份操作
consent-about = 简介
consent-owner = 创建者
consent-created = 创建日期
consent-homepage = 网站
consent-privacy = 隐私政策
consent-terms = 服务条款
consent-sign-in = 你的登录
consent-sign-in-with = { $app } 还会知道你何时、以何种方式在这里登录：{ $methods }。
consent-revoke = 你可以随时在<a href="/settings/apps">已连接的应用</a>中撤销授权。
consent-report = 此应用有问题？<a id="report-app" href="{ $href }">举报</a>
consent-device = 位于 <strong>{ $address }</strong> 的设备将以你的身份登录
consent-return-computer = 你将返回这台电脑上的程序，地址为 <strong>{ $place }</strong>
consent-return-phone = 你将返回这部手机上的程序，地址为 <strong>{ $place }</strong>
consent-return-app = 你将返回此设备上的应用 <strong>{ $place }</strong>
consent-return = 你将返回 <strong>{ $place }</strong>
consent-approve = 授权
consent-switch = 使用其他账号

link-suspended-title = 此应用已被停用
link-suspended = 本实例的运营者停用了它，因此无人能用它登录。你没有登录，也没有共享任何信息。
link-broken-title = 此登录链接有误
link-broken = 带你来到这里的应用使用了无效的链接。你没有登录，也没有共享任何信息。只有应用的运营者能修复此问题。
link-developer = 致应用开发者
link-parameter = 参数
link-why = 原因
link-fix = 需要修复
link-received = 收到的值
link-about = 只有当 <code>client_id</code> 和 <code>redirect_uri</code> 属于同一个应用时，才会返回应用。否则用户可能被带到攻击者的网站。<a href="/portal">门户</a>中的应用页面会显示这两个值，以及一个有效的链接。

onward-title = 返回 { $app }
onward-failed = 无法完成应用的请求。你没有登录该应用，也没有共享任何信息。
onward-error = 你没有登录该应用，也没有共享任何信息。
onward-signed-in = 正在登录。
onward-continue = 继续前往 { $app }

device-title = 在设备上登录
device-lead = 输入你的设备或程序显示的代码。
device-code = 代码
device-code-hint = 八个字母，例如 BCDF-GHJK。
device-warning = 有人给你发送了此代码或此页面的链接？请不要继续：对方会以你的身份登录。
device-check-title = 这是你的设备吗？
device-check-heading = 此代码是否显示在你面前的设备上？
device-check-app = 应用
device-check-app-owner = <strong>{ $app }</strong>，创建者：{ $name }（@{ $nickname }）
device-check-from = 请求来自
device-check-same-network = <span class="nums">{ $address }</span>，你当前所在的网络
device-check-other-network = <span class="nums">{ $address }</span>，不是你当前所在的网络
device-check-asked = 请求时间
device-check-minutes =
    { $minutes ->
        [0] 不到一分钟前
       *[other] { $minutes } 分钟前
    }
device-check-warning = 只有当这是你自己发起的，并且你自己的设备或程序显示此代码时，才应继续。如果有人给你发送了代码或链接，对方是想以你的身份登录。
device-check-refuse = 不，拒绝
device-check-continue = 是，继续
device-approved-title = 你的设备已登录
device-approved = 你可以回到你的设备了
device-approved-text = 它会在几秒内登录。你可以关闭此页面。
device-denied-title = 已拒绝该设备
device-denied = 该设备没有登录
device-denied-text = 没有共享任何信息。如果有人给你发送了代码，对方曾试图以你的身份登录：请不要回复。

logout-title = 退出登录
logout-heading = 退出 { $brand }？
logout-by-app = <strong>{ $app }</strong> 请你也在这里退出登录。
logout-by-some-app = 某个应用请你也在这里退出登录。
logout-stay = 保持登录
logout-about = 这会退出此浏览器。其他浏览器和其他应用仍保持登录。
logout-done-title = 你已退出登录
logout-done = 你已退出 { $brand }
logout-done-text = 此浏览器已退出登录。在其他应用中，你可能仍处于登录状态。
logout-back = 返回 { $app }
logout-sign-in = 重新登录

error-sent = 你提交的内容 <span class="muted">（{ $field }）</span>
error-not-kept = 密码、验证码和文件不会保留。请重新打开表单并输入。
error-unsent = 你写的内容
error-open-form = 打开表单
error-retry = 重试
error-home = 前往首页
error-reference = 寻求帮助时，请提供此编号：<code id="reference">{ $reference }</code>
