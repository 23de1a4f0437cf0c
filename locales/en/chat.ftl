# Words of several pages of the chat.

bot = Bot
message = Message
webhook = Webhook
reply = Reply
edit = Edit
delete = Delete
save = Save
save-changes = Save changes
undo = Undo
block = Block
unblock = Unblock
blocked = Blocked message
blocked-show = Blocked message. <span>Show</span>
mark-read = Mark as read
mark-unread = Mark as unread
search = Search
search-messages = Search messages
roles = Roles
timed-out = Timed out
pages = Pages
newest = Newest
older = Older
more = More

# The author of a message

author-webhook-by = Webhook app “<bdi>{ $name }</bdi>”, created by @{ $nickname }
author-webhook = Webhook app “<bdi>{ $name }</bdi>” without a creator
author-app-by = Webhook app, created by @{ $nickname }
author-app = Webhook app without a creator

# Cards and texts of messages

card-open-picture = Open the picture on { $host }
card-load-picture = Load picture
table = Table

# A channel

channel-skip = Skip to the message box
channel-search = Search in { $channel }
channel-members = Members
channel-messages = Messages
channel-to-unread = Go to the first unread message
channel-older = Load older messages
channel-new = New
channel-empty = No messages yet
channel-empty-equip = Write the first message, invite people, or create a webhook to let a program post here.
channel-empty-text = Messages from people and webhooks appear here.
channel-new-webhook = New webhook
channel-invite = Invite people
channel-newer = Newer messages
channel-to-newest = Go to the newest messages
channel-message = Message { $channel }
channel-send = Send
channel-ctrl-enter = Ctrl Enter sends.
channel-enter = Enter sends, Shift Enter begins a new line.
channel-change-key = Change
channel-slow = Slow mode: one message every { $interval }.
channel-slow-exempt = Slow mode: one message every { $interval }. It doesn’t apply to you.
channel-timed-out = You are timed out in this server until <time></time>. Until then you can read, but not post.
channel-closed = You can read this channel but not post in it. Ask someone who manages the server for the permission “Send messages”.

# A message, its menu and its page

message-actions = Actions
message-title = Message by { $name } in { $channel }
message-by = Message by { $name }
menu-webhook-by = Webhook <a href="/portal/webhooks/{ $id }"><bdi>{ $name }</bdi></a>, by @{ $creator }
menu-webhook = Webhook <a href="/portal/webhooks/{ $id }"><bdi>{ $name }</bdi></a>
menu-paused = Paused
menu-copy-link = Copy link
menu-mute = Mute <bdi>{ $channel }</bdi> for an hour
menu-versions = Earlier versions
menu-report = Report…
menu-block = Block <bdi>{ $name }</bdi>
menu-unblock = Unblock <bdi>{ $name }</bdi>
menu-pause = Pause this webhook
menu-leaked = Report as leaked
menu-remove = Remove messages…
edit-label = Edit the message
edit-hint = Escape cancels. Editing notifies no one.
message-webhook-by = <a href="/portal/webhooks/{ $id }"><strong><bdi>{ $name }</bdi></strong></a>, by @{ $creator }
message-webhook-paused = paused
message-pause = Pause
message-link = Link
message-link-about = It works for everyone who can see this channel.
message-link-what = the link to this message
message-later = Read it later
message-later-about = This message and all after it are marked as unread, for you alone.
message-edit-hint = Editing notifies no one.
message-delete = Delete message
message-delete-about = The message is deleted for everyone, immediately. You can undo it for one minute.
message-remove = Remove all messages of { $name }
message-remove-about = All at once, in { $channel } or the whole server. You can undo it for one minute.
message-report = Report
message-report-about = To the moderators of this server. The author doesn’t learn who reported it.
message-report-reason = What is wrong with it?
message-report-button = Report message
message-versions = See earlier versions
reply-to = In reply to:
reply-deleted = Original message deleted
reply-bar = Replying to <bdi class="message-reply-author">{ $name }</bdi>
reply-cancel = Cancel reply
reply-notify = Notify <bdi>{ $name }</bdi>

# Removing messages

removal-title = Remove messages from { $channel }
removal-button = Remove messages
removal-lead = All messages of one author in { $channel }, at once. You can undo it for one minute.
removal-author = Author
removal-choose = Choose an author
removal-count = Count messages
removed-one = Message deleted.
removed =
    { $count ->
        [one] Removed { $count } message by <bdi>{ $author }</bdi>.
       *[other] Removed { $count } messages by <bdi>{ $author }</bdi>.
    }
removed-seconds = for <span class="nums" data-countdown-number>{ $seconds }</span> more seconds
since-title = How far back
since-button = Remove { $what }
since-everywhere = In every channel of the server that you can see
since-too-many = There are too many messages to count them first.
since-server = Whole server
since-channels = in { $count } channels
since-from = from <time></time>
since-oldest = since <time></time>
since-earlier = { $count } from before this message
since-replies =
    { $count ->
        [one] { $count } is a reply
       *[other] { $count } are replies
    }

# Versions of a message

versions = Versions of this message
versions-title = Versions of a message in { $channel }
versions-lead = Newest first. The first version and the last ten before the current one are kept.
versions-replaced = Replaced
versions-edited = Edited
versions-posted = Posted
versions-current = Current

# Servers and channels beside a page

side-title = Servers and channels
side-unread-elsewhere = (unread messages in other channels)
side-servers = Servers
side-settings = Server settings
side-settings-of = Settings of { $server }
side-messages = Messages in { $server }
side-search = Search messages in { $server }
side-search-channel = Search in this channel
side-channels = Channels
side-reports = Reports

# After the number of open reports, for screen readers.

side-reports-open = open
side-muted = (muted)
mute-title = Notifications of { $channel }
mute-muted = { $place } is muted
mute-until = until <time></time>
mute-open = until you turn it on again
mute = Mute { $place }
mute-off = Unmute
mute-1h = For an hour
mute-8h = For eight hours
mute-always = Until I turn it on again
