# The home page

home-welcome = 欢迎来到 { $brand }
home-lead = 一个有服务器和频道的聊天空间，供大家在此相聚。登录后即可阅读和发言。
home-lead-sign-up = 一个有服务器和频道的聊天空间，供大家在此相聚。登录后即可阅读和发言，也可以创建账号。
home-invite = 初次来访？请打开你收到的邀请链接。
home-closed = 目前不开放注册。
home-about = 这是什么
home-servers = 通过邀请加入服务器，或创建自己的服务器。消息即时送达，提及你的消息会汇集到收件箱。
home-account = 一个账号，用于其他网站
home-account-text = 你登录的网站只能看到四项内容：你的 ID、用户名、显示名称和头像。它看不到你的消息、服务器或手机号。
home-programs = 你的程序也能发言
home-programs-text = 你运行的任何程序都可以向频道发言，除非你要求，否则不会通知任何人。<a href="/docs">集成指南</a>（英文）说明了方法。

# An invite

invite-join = 加入 { $server }
invite-member = 你已经是此服务器的成员
invite-by = <bdi>{ $name }</bdi>（@{ $nickname }）邀请你加入
invite-to = 你受邀加入
invite-members = <span class="nums">{ $count }</span> 位成员
invite-owner = 所有者 @{ $owner }
invite-go = 前往 { $server }
invite-later = 以后再说
invite-shown = 服务器的成员会看到你的用户名、显示名称和头像。
invite-shown-first = 只有在你确认后才会加入。服务器的成员会看到你的用户名、显示名称和头像。
invite-sign-in = 登录后加入
invite-sign-up = 注册后加入

# The list of servers

list-lead = 服务器是一群人的空间，里面有用来交谈的频道。
list-mine = 你所在的服务器
list-owner = 你拥有此服务器
list-settings = 设置
list-leave = 退出
list-leave-server = 退出 { $server }
list-leave-about = 你会失去在此服务器的身份组，需要邀请才能回来。
list-empty = 你还没有加入任何服务器
list-empty-text = 在下方创建一个，或打开别人发给你的邀请链接。
list-suspended = 已停用的服务器
list-suspended-text = 本实例的运营者停用了它们。恢复之前，任何人都不能在其中阅读或发言。
list-new = 新建服务器
list-new-text = 你将拥有它，它从一个频道开始。创建后即可邀请他人。
list-example = 周五小组
list-create = 创建服务器
no-channel = 你看不到任何频道
no-channel-manages = 你可以管理此服务器，但没有查看其任何频道的权限。
no-channel-settings = 打开服务器设置
no-channel-text = 你是此服务器的成员，但没有查看其任何频道的权限。请联系管理它的人。

# Inbox

inbox-lead = 回复你，或提及你、你的身份组、频道所有人的消息。
inbox-read-all = 全部标为已读
inbox-read-to = 将此处及之前标为已读
inbox-message = { $name } 在 { $channel }
inbox-earlier = 更早
reply-badge = 回复
inbox-you = 你
inbox-role = 你的身份组
inbox-everyone = 所有人
inbox-unread = （未读）
inbox-empty = 还没有提及
inbox-empty-text = 当你的某个服务器里有人回复你，或提及你、你的身份组或所有人（@all）时，消息会显示在这里。
inbox-to-servers = 前往你的服务器
inbox-end = 没有更早的提及
inbox-end-text = 已到收件箱末尾。
inbox-to-newest = 返回最新的提及

# Members and people

members-title = { $channel } 的成员
members-lead = 所有能看到 { $channel } 的人，按最高身份组排列。
members-online = { $count } 人在线。
members-online-only = { $count } 人在线。服务器较大，未列出其他人。
members-here = 现在在这里
members-all = 全部 { $count } 人
members-roles = 所有身份组
person-you = 你
person-since = <time></time> 加入
person-gone = 目前不在此服务器中
person-owner = 所有者
person-edit = 编辑个人资料
person-block-hint = 屏蔽只会为你折叠对方的消息。对方不会知道。

# Search

search-skip = 跳到搜索结果
search-in = 搜索 <bdi>{ $server }</bdi>
search-region = 搜索与结果
search-help = 如何搜索
search-words = 包含两个词的消息，顺序不限；<code>deplo</code> 也能找到“deployment”
search-phrase = 完全匹配这些相邻的词
search-from = 由某人、某个 Webhook（<code>from:"CI bot"</code>）或你自己（<code>from:me</code>）发送
search-channel = 在某个频道中
search-days = 某天之前、之后或当天，以你的时间为准
search-mentions = 通知了你、你的身份组或所有人
search-ignored = 搜索时已忽略：
search-results = 结果，最新的在前
search-by = { $name } 的消息
search-so-far = 目前没有找到
search-so-far-text = 只搜索了最新的消息。点击“更早”继续。
search-none = 没有找到消息
search-none-names = 你能看到的消息中没有符合此搜索的。请检查“from:”和“in:”之后的名称，或换用其他词。
search-none-text = 你能看到的消息中没有符合此搜索的。请减少或更换词语：输入一个词的前三个以上字母即可找到它。
search-end = 没有找到更早的消息
search-end-text = 已到结果末尾。
