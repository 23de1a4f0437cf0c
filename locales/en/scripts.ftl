# The connection and the session

connected = Connected again.
reconnecting = Not connected. Reconnecting…
disconnected = Not connected.
disconnected-text = Not connected. Your text is still here.
no-response = The server didn’t respond. Try again.
no-response-text = The server didn’t respond. Your text is still here. Try again.
no-response-once = The server didn’t respond. Your text is still here. If you send it again, it is posted only once.
wait-a-moment = The server hasn’t responded yet. Wait a moment.
ended = Your session ended.
ended-unsent = Your session ended. Your text is still here. It wasn’t sent.
ended-nothing-sent = Your session ended. Your text is still here. Nothing was sent.
ended-unsaved = Your session ended. Your text is still here. It wasn’t saved.
ended-unchanged = Your session ended. Nothing was changed.
sign-in-again-link = Sign in again
sign-in-and-back = Sign in and come back
your-servers = Your servers
retry-soon = Try again in a few seconds.
retry-in =
    { $seconds ->
        [one] Try again in a second.
       *[other] Try again in { $seconds } seconds.
    }
too-fast-sending = You are sending messages too fast. { $wait }
too-fast-changing = You are changing things too fast. { $wait }
too-fast-webhook = This webhook is posting too fast. { $wait }
not-done = This wasn’t done. Reload the page and try again.

# Writing and reading messages

not-sent = The message wasn’t sent. Your text is still here. Try again.
cant-post = You can no longer post in { $channel }. Copy your text before you leave.
cant-post-here = You can’t post in this channel.
reply-gone = The message you were replying to was deleted.
reply-gone-text = The message you were replying to was deleted. Your text is still here.
many-new =
    { $count ->
        [one] { $count } new message. The last one is from { $last }
       *[other] { $count } new messages. The last one is from { $last }
    }
cant-see = You can no longer see { $channel }.
banned-from = You were banned from { $server }.
removed-from = You are no longer a member of { $server }.
post-again = You can post again.
timed-out-until = You are timed out in this server until { $time }. Until then you can read, but not post.
older-failed = Older messages couldn’t be loaded. Try again.
load-older = Load older messages
to-unread = Go to the first unread message
new = New
unread-mentions-none = (unread)
unread-count =
    { $count ->
        [one] ({ $count } unread mention)
       *[other] ({ $count } unread mentions)
    }
unread-over = ({ $count }+ unread mentions)
mentions =
    { $count ->
        [one] { $count } unread mention
       *[other] { $count } unread mentions
    }
mentions-over = { $count }+ unread mentions
marked-read =
    { $count ->
        [one] { $count } mention is marked as read.
       *[other] { $count } mentions are marked as read.
    }
reports-open =
    { $count ->
        [one] { $count } report waits for a decision
       *[other] { $count } reports wait for a decision
    }
names = Names
names-found =
    { $count ->
        [one] One name. Press Tab to take it.
       *[other] { $count } names. Choose with the arrow keys, take with Tab.
    }
members = Members
message-word = Message
in-reply-to = In reply to:
original-deleted = Original message deleted
open-picture = Open the picture on { $host }

# Acts on messages and people

close = Close
reply-act = Reply
edit-act = Edit
actions-for = Actions for the message by { $author }
report-message = Report message
report-unsent = Your report isn’t sent yet. “Close” discards it.
report-thanks = Thank you. The moderators of this server will look at the message.
message-saved = The message is saved.
message-is-deleted = The message is deleted.
message-restored = The message is restored.
messages-restored = The messages are restored.
undo-announced = { $done } You can undo it for ten seconds.
cant-edit = You can’t edit this message.
edit-own-only = You can edit your own messages only.
edit-kept = Not saved. Your text is there when you edit the message again.
edit-deleted = This message was deleted. Copy your text before you cancel.
webhook-paused = The webhook is paused.
link-copied = The link is copied.
copied = Copied
copied-announced = Copied to the clipboard
select-and-copy = Select and copy
copying-refused = The browser didn’t allow copying.
copying-refused-select = The browser didn’t allow copying. Select the text and copy it.

# Settings, shortcuts and passkeys

not-saved = Not saved
revealed = Revealed
picture-large = This picture is too large. Choose one of at most 5 MiB.
shortcuts-title = Keyboard shortcuts
shortcuts-on = Single-key shortcuts are on.
shortcuts-off = Single-key shortcuts are off.
stores-nothing = This browser stores no settings.
push-none = This browser has no notifications.
push-not-here = Not in this browser.
push-denied = Notifications from this site are blocked in the settings of your browser. Allow them there first.
push-off = Off in this browser.
push-on = On in this browser, also while no page of this site is open.
push-on-open = On in this browser, while a page of this site is open.
one-moment = One moment…
push-unreachable = Notifications are on while a page is open. Your browser’s push service could not be reached.
passkey-exists = This device already has a passkey for your account.
passkey-not-used = No passkey was used. Try again, or use another way.
passkey-no-address = Browsers have no passkeys at this address.
passkey-none = This browser has no passkeys. Use another way.
passkey-failed = The passkey could not be used. Try again, or use another way.
