# Keyboard shortcuts

keys-lead = They need scripts. None is active while you type in a field.
keys-list = Show this list
keys-search-how = <kbd>/</kbd> or <kbd>Ctrl</kbd> <kbd>K</kbd>
keys-search = Search the messages of the server
keys-step-how = <kbd>J</kbd> and <kbd>K</kbd>
keys-step = Go to the next and the previous message
keys-move-how = <kbd>↓</kbd> <kbd>↑</kbd> <kbd>Home</kbd> <kbd>End</kbd>
keys-move = On a message: go to another one
keys-into-how = <kbd>Enter</kbd>, then <kbd>→</kbd>
keys-into = On a message: go to what can be done with it
keys-reply = Reply to the message with the focus, or to the newest one
keys-edit = Edit it, if it is your own
keys-unread = Mark it and all after it as unread
keys-enter-key = Enter
keys-send = In the message box: send the message, or as you chose in your <a href="/settings/profile#writing-head">profile</a>
keys-last = In the empty message box: edit your last message
keys-escape-key = Esc
keys-close = Close what is open; with nothing open, mark the channel as read
keys-channel-how = <kbd>Alt</kbd> <kbd>↑</kbd> and <kbd>Alt</kbd> <kbd>↓</kbd>
keys-channel = Go to the channel above and below
keys-inbox = Go to the inbox
keys-portal = Go to the portal
keys-single = Shortcuts without Ctrl or Alt
keys-single-hint = For this browser. Turn them off if you use speech input, or press keys by accident.

# How notifications work

notify-lead = How your browser tells you that someone mentioned you or replied to you.
notify-turn = Turn them on
notify-turn-text = Open <a href="/settings/notifications">Settings › Notifications</a> and press <em>Turn on in this browser</em>. Your browser then asks whether it may show them. No other page asks. Do the same in each browser in which you want them.
notify-most =
    { $most ->
        [one] Only one browser can have them: a further one replaces it.
       *[other] At most { $most } browsers can have them: a further one replaces the one added first.
    }
notify-ios = On an iPhone or iPad, first press <em>Share</em> and <em>Add to Home Screen</em> in Safari, and open the site from there.
notify-shows = A notification shows who wrote, where, and the beginning of the message. Click it to open the message. It is shown once, even if several tabs are open, and not for the channel that you are looking at.
notify-closed = While no page is open
notify-push = Notifications arrive while no page of this site is open, as long as the browser runs and you are signed in there. They pass through the push service of the browser’s maker, encrypted so that only your browser can read them. The push service learns that there is a notification, how large it is, and a number for the channel.
notify-signed-out = Signing out ends them. When you sign in again in the same browser, they are on again without another question, unless you turned them off. For someone else who signs in there, they stay off until that person turns them on. A browser that you remove in the settings stays removed until you turn notifications on there again.
notify-page-only = On this site, notifications need an open page.
notify-fewer = Fewer of them
notify-mute = <strong>Mute</strong> a channel or a whole server with the bell in its head: for an hour, for eight hours, or until you turn it on again. Mentions still reach your inbox.
notify-quiet = <strong>Quiet time</strong>, in the settings: no notifications between two times of the day, on the days you choose, by the clock where you are. What would have been shown then is not shown later; it is in your inbox.
notify-read = <strong>What you have read</strong> in the meantime on another device is not shown.
notify-missing = If none arrive
notify-blocked = If the settings say that they are blocked, allow them for this site in the settings of your browser.
notify-device = Look at the settings of your device: a focus mode or “Do not disturb” keeps back notifications of every site.
notify-background = Some browsers show nothing while they are closed. Firefox and Chromium on a computer need to run in the background.
