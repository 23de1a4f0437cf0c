# Keyboard shortcuts

keys-lead = 需要启用脚本。在输入框中输入时不起作用。
keys-list = 显示此列表
keys-search-how = <kbd>/</kbd> 或 <kbd>Ctrl</kbd> <kbd>K</kbd>
keys-search = 搜索服务器的消息
keys-step-how = <kbd>J</kbd> 和 <kbd>K</kbd>
keys-step = 转到下一条和上一条消息
keys-move-how = <kbd>↓</kbd> <kbd>↑</kbd> <kbd>Home</kbd> <kbd>End</kbd>
keys-move = 在消息上：转到另一条
keys-into-how = <kbd>Enter</kbd>，然后 <kbd>→</kbd>
keys-into = 在消息上：转到可对它执行的操作
keys-reply = 回复获得焦点的消息，否则回复最新的消息
keys-edit = 如果是你自己的消息，则编辑它
keys-unread = 将它及之后的所有消息标为未读
keys-enter-key = Enter
keys-send = 在消息框中：发送消息，或按你在<a href="/settings/profile#writing-head">个人资料</a>中的选择
keys-last = 在空的消息框中：编辑你的上一条消息
keys-escape-key = Esc
keys-close = 关闭已打开的内容；若没有打开的内容，则将频道标为已读
keys-channel-how = <kbd>Alt</kbd> <kbd>↑</kbd> 和 <kbd>Alt</kbd> <kbd>↓</kbd>
keys-channel = 转到上一个和下一个频道
keys-inbox = 转到收件箱
keys-portal = 转到门户
keys-single = 不带 Ctrl 或 Alt 的快捷键
keys-single-hint = 仅限此浏览器。如果你使用语音输入，或容易误按按键，请将其关闭。

# How notifications work

notify-lead = 有人提及你或回复你时，浏览器如何通知你。
notify-turn = 开启通知
notify-turn-text = 打开<a href="/settings/notifications">设置 › 通知</a>，点击<em>在此浏览器中开启</em>。随后浏览器会询问是否允许显示通知。其他页面都不会询问。请在每个需要通知的浏览器中重复此操作。
notify-most =
    { $most ->
       *[other] 最多 { $most } 个浏览器可以接收通知：再添加一个，会替换最早添加的那个。
    }
notify-ios = 在 iPhone 或 iPad 上，请先在 Safari 中点<em>共享</em>和<em>添加到主屏幕</em>，再从那里打开本站。
notify-shows = 通知会显示谁在哪里发了消息，以及消息的开头。点击即可打开该消息。即使打开了多个标签页，也只显示一次；正在查看的频道不会显示通知。
notify-closed = 没有打开页面时
notify-push = 只要浏览器在运行且你已在其中登录，即使没有打开本站的任何页面，通知也会送达。通知经由浏览器厂商的推送服务传递，并经过加密，只有你的浏览器能读取。推送服务只知道有一条通知、它的大小，以及代表频道的一个数字。
notify-signed-out = 退出登录会停止通知。在同一浏览器中再次登录后，除非你曾将其关闭，否则会直接恢复，不再询问。其他人在那里登录时，通知保持关闭，直到他们自己开启。你在设置中移除的浏览器，在你重新于其中开启通知之前，一直保持移除。
notify-page-only = 在本站，需要打开页面才能收到通知。
notify-fewer = 减少通知
notify-mute = <strong>静音</strong>：用顶部的铃铛将频道或整个服务器静音一小时、八小时，或直到你重新开启。提及仍会进入收件箱。
notify-quiet = <strong>安静时段</strong>（在设置中）：在你选择的日子里，按你所在地的时间，在一天的两个时刻之间不显示通知。其间的通知之后也不会补显示，可在收件箱中查看。
notify-read = <strong>已读内容</strong>：其间在其他设备上读过的内容不再显示。
notify-missing = 收不到通知时
notify-blocked = 如果设置中显示通知被阻止，请在浏览器设置中允许本站发送通知。
notify-device = 查看设备的设置：专注模式或“勿扰”会拦住所有网站的通知。
notify-background = 有些浏览器关闭后不会显示任何通知。电脑上的 Firefox 和 Chromium 需要在后台运行。
