# Words of several pages of settings

notifications = Notifications
blocked-people = Blocked people
offers = Transfer offers
account-delete = Delete account
recovery-codes = Recovery codes
passkeys = Passkeys
totp = Authenticator app
six-digits = Six-digit code
this-browser = This browser
this-phone = This phone
this-tablet = This tablet
added = Added <time></time>
last-used = last used <time></time>
not-used = not used yet
asks-confirm = You will be asked to confirm that it’s you first.
asks-password = You will be asked for your password first.
second-off-about = You will sign in with your password alone. Your recovery codes stop working, and no browser is trusted any more.
recovery-have =
    { $count ->
        [0] You have no recovery codes left.
        [one] You have one recovery code left.
       *[other] You have { $count } recovery codes left.
    }

# Connected apps

apps-lead = You have signed in to these sites and programs with your account. Each can see what you approved, and nothing else.
apps-sees = Can see your ID, nickname, display name and picture
apps-sees-id = Can see your ID, but not your name or picture

# <time></time> is the first sign-in, <span></span> the last one.

apps-times = First sign-in <time></time>, last <span></span>
apps-revoke = Revoke
apps-revoke-of = Revoke { $name }
apps-hint = Revoking an app doesn’t delete what it already knows about you. It has to ask you again the next time you sign in to it.
apps-revoke-all = Revoke all
apps-revoke-all-ask = All { $count } apps will have to ask you again the next time you sign in to them.
apps-empty = No connected apps
apps-empty-text = Sites that you sign in to with this account appear here, and you can revoke them here.
report-name = Report { $name }
report-some = Report an app
report-id = Report the app { $id }
report-lead = Your report goes to the operator of this service. The app’s owner is not told.
report-what = What is wrong?
report-choose = Choose a reason
report-details = Details
report-hint = What happened, and where. At most 500 characters.
report-send = Send report

# Blocked people

blocked-lead = Their messages are folded for you, and none of their mentions reaches you. They don’t learn of it.
unblock-name = Unblock { $name }
blocked-empty = You have blocked no one
blocked-empty-text = To block someone, click their name in a channel.

# Deleting an account

delete-lead = This can’t be undone.
delete-goes = What is deleted
delete-profile = Your profile, your picture and your phone number. You are signed out everywhere.
delete-apps = The apps you created. No one can sign in with them any more.
delete-access = Your access to other sites that you sign in to with this account.
delete-stays = What stays
delete-messages = Your messages, under “deleted user”.
delete-webhooks = Webhooks you created. They belong to their server, but they can no longer notify everyone.
delete-logs = Your name in the audit logs of servers, next to what you did there, for up to 90 days.
delete-servers = Transfer or delete your servers first
delete-servers-text =
    { $count ->
        [one] You own this server. Transfer its ownership or delete it, then come back.
       *[other] You own these servers. Transfer the ownership of each or delete it, then come back.
    }
delete-suspended =
    { $count ->
        [one] You own this server, and the operator suspended it. Until the operator lifts that, you can’t transfer or delete it, nor delete your account. Ask the operator of this service.
       *[other] You own these servers, and the operator suspended them. Until the operator lifts that, you can’t transfer or delete them, nor delete your account. Ask the operator of this service.
    }
delete-who = Delete @{ $nickname }
delete-nickname = Your nickname
delete-type = Type { $nickname } to confirm.

# Notifications

notifications-lead = Every mention reaches your inbox, whatever you choose here.
notifications-browser = In your browser
notifications-browser-text = Your browser shows a notification when someone mentions you.
notifications-browser-push = Your browser shows a notification when someone mentions you. It can do so while no page of this site is open: the message then passes through the browser maker’s push service, encrypted so that only your browser can read it.
notifications-how = How notifications work
notifications-scripts = Notifications need JavaScript.
notifications-ios = On an iPhone or iPad, notifications come to the app on the Home Screen: press Share in Safari, choose <strong>Add to Home Screen</strong>, open { $brand } from there, and turn them on here.
notifications-on = Turn on in this browser
notifications-off = Turn off in this browser
notifications-ends = ends with its session
quiet = Quiet time
quiet-lead = No notifications are shown in these hours, by the clock where you are.
quiet-lead-on = No notifications are shown in these hours, by the clock where you are. It is on.
quiet-from = From
quiet-to = To
quiet-to-hint = If it is earlier than the beginning, it is on the next day.
quiet-zone = Time zone
quiet-zone-choose = Choose the nearest city
quiet-days = Days on which it begins
quiet-save = Save quiet time
quiet-off = Turn off
mutes = Muted
mutes-lead = Nothing here is marked as unread, and nothing here shows a notification. To mute a channel or a server, open it and use the bell.
mutes-hidden = A place that you can no longer see
mutes-empty = Nothing is muted
mutes-empty-text = Channels and servers that you mute are listed here.

# Passkeys

passkeys-lead = A passkey signs you in with your fingerprint, your face or the PIN of your device. It can’t be guessed, and no other site can ask for it.
passkeys-yours = Your passkeys
passkeys-yours-text = Remove those of devices that you no longer have.
passkeys-second-only = Second step only
passkeys-rename = Rename
passkeys-remove-about = It no longer signs you in.
passkeys-add = Add a passkey
passkeys-address = Browsers have no passkeys at this address. They need https and a domain name; on your own computer, http://localhost will do.
passkeys-most = You have { $count } passkeys, the most there can be. Remove one first.
passkeys-where = Your browser asks where to keep it: on this device, on your phone, or on a security key.
passkeys-first = From then on, your password alone no longer signs you in. You will also get recovery codes, for when you lose the device.
passkeys-name-hint = So that you can tell your passkeys apart.
passkeys-scripts = Passkeys need JavaScript. An authenticator app works without it.

# Phone

phone-lead = With a verified phone number you can sign in, set a new password if you forget yours, and create apps.
phone-yours = Your number
phone-verified = Verified
phone-remove = Remove number
phone-remove-about = You will no longer be able to sign in with this number, create apps, or set a new password if you forget yours. Apps that you have created keep working. Someone else will be able to verify the number.
phone-no-texts = This service can’t send text messages yet, so you can’t verify a phone number. Its operator has to set that up.
phone-for-app = Every app needs an accountable owner. When your number is verified, you go on to create the app.
phone-asks-password = You signed in a while ago, so you will be asked for your password before a code is sent.
phone-code-title = Enter the code
phone-code-sent = We sent it in a text message to <strong class="nums nowrap" id="masked-phone">{ $number }</strong>. It works for ten minutes.
phone-code-over = The code sent to <strong class="nums nowrap" id="masked-phone">{ $number }</strong> no longer works. Request a new one.
phone-would-send = This instance doesn’t send text messages. It would have sent:
phone-verify = Verify phone
phone-resend = Send a new code
phone-resend-in = in <span class="nums" data-countdown-number>{ $seconds }</span> seconds
phone-no-code = Didn’t get a text message? Check the number. If another account has already verified it, the message contains no code.
phone-other = Use another number
phone-change = Change number
phone-hint = Include the country code, such as +49 or +1.
phone-hint-change = Include the country code, such as +49 or +1. Your current number stays until the new one is verified.
phone-number = Phone number
phone-verify-title = Verify your number
phone-verify-text = We’ll send you a six-digit code in a text message. Other people can’t see your number.

# Profile

profile-lead = This is how you appear in the chat and on the sites you sign in to.
profile-yours = Your profile
profile-nickname-hint = How people mention you, and what you sign in with. Use lowercase letters, digits, dots, dashes and underscores.
profile-name-hint = Shown beside your messages.
picture-hint = PNG, JPEG or WebP, at most 5 MiB. It is cropped to a square.
profile-picture-remove = Remove my picture
profile-picture-remove-hint = A generated pattern takes its place.
profile-save = Save profile
writing = Writing messages
writing-lead = For this browser. On a touch screen, the button sends.
writing-send = Send with
writing-enter = Enter
writing-enter-hint = Shift and Enter begin a new line.
writing-ctrl = Ctrl and Enter
writing-ctrl-hint = On a Mac, ⌘ and Enter. Enter alone begins a new line.
writing-save = Save choice
language-lead = Of pages, text messages and notifications. It holds wherever you sign in.
language-auto = As the browser prefers
language-save = Save language

# Recovery codes

recovery-lead = If you don’t have your device, a recovery code takes its place. Each works once.
recovery-new = Your new codes
recovery-new-text = They are shown only now. Keep them somewhere safe, apart from your password.
recovery-download = Download as a text file
recovery-left =
    { $count ->
        [0] No codes left
        [one] One code left
       *[other] { $count } codes left
    }
recovery-replace = New codes take the place of all that you have.
recovery-create = Create new codes

# Security

security-lead = Your password, the browsers you are signed in on, and recent activity on your account.
security-password = Change password
security-password-text = This signs you out of every other browser.
security-current = Current password
security-second = Two-step sign-in
security-second-both = Signing in takes your password and a code from your authenticator app or a passkey. A passkey alone signs you in too.
security-second-app = Signing in takes your password and a code from your authenticator app.
security-second-passkey = Signing in takes your password and a passkey. A passkey alone signs you in too.
security-second-none = Protect your account with a passkey or an authenticator app, besides your password.

# <time></time> is the beginning, <span></span> the end.

security-trusted = trusted since <time></time>, until <span></span>
security-ask = Ask for a code
security-sessions = Signed-in browsers
security-sessions-text = Sign out of any browser that you don’t recognise or no longer use.
security-end-others = Sign out of all others
security-since = signed in <time></time>
security-recent = Recent activity
security-recent-text = If you see something that you didn’t do, change your password at once.
event-operator = by the operator of this service
event-someone = by someone else
event-failed = Failed
security-log = Security log
security-log-lead = What happened to your account, newest first. Only you can see it.
security-log-empty = Nothing here yet
security-log-empty-text = Sign-ins, wrong passwords and changes to your account are listed here as they happen.
security-log-kept = Entries are kept for { $days } days: at most { $kept } about what you or the operator did, and at most { $strangers } about what anyone could have done, such as sign-in attempts with a wrong password.

# Authenticator app

totp-lead = With an authenticator app, signing in takes your password and a code from your device.
totp-yours = Your app
totp-done = Set up
totp-since = Set up <time></time>.
totp-remove = Remove app
totp-remove-about = You keep your passkeys and your recovery codes.
totp-scan = Scan the code
totp-scan-text = Scan it with an authenticator app on your phone, or type the key into the app. Then enter the code that the app shows.
totp-key = the key
totp-show = Show the QR code and the key
totp-set-up = Set up
totp-again = Start again with a new key
totp-begin = Set up an app
totp-begin-text = You need an authenticator app on your phone or computer.
totp-begin-codes = You will also get recovery codes, for when you lose the device.
totp-asks-password = You signed in a while ago, so you will be asked for your password first.

# Offers

offers-lead = Servers and OAuth apps whose owners want to transfer them to you. They are yours once you accept.
offers-from = From { $name } (@{ $nickname })
offers-until = can be accepted until <time></time>
offers-accept = Accept
offers-decline = Decline
offers-server-hint = The owner of a server is responsible for it, and can do everything there. Its earlier owner stays a member and keeps their roles.
offers-phone = Verify your phone first
offers-phone-text = To own an app, you need a verified phone number. Only you can see it.
offers-room = You own as many apps as you can
offers-room-text = A person can own at most { $count } apps. Delete one before you accept another.
offers-apps = Offered apps
offers-suspended = This app is suspended; it can’t be transferred until that ends.
offers-secrets = An app keeps its client ID, client secrets and sign-ins. Its earlier owner may still know the secrets: after you accept, create a new one, then delete the others. Check its redirect URIs too.
offers-public = A public app keeps its client ID and sign-ins. After you accept, check its redirect URIs: its earlier owner chose them.
offers-empty = Nothing is offered to you
offers-empty-text = When someone transfers a server or an app to you, it appears here for seven days.
