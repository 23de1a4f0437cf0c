# Sentences that the program returns, such as the fault of a field or the title of an error page. The English text is found by the
# program's own sentence, so it changes with that. A sentence may contain one number, { $n }.

brand-imprint = Imprint
brand-privacy = Privacy
choose-language = Choose one of the languages.

# How long to wait
wait-seconds =
    { $n ->
        [one] Try again in a second.
       *[other] Try again in { $n } seconds.
    }
wait-minutes = Try again in { $n } minutes.
wait-hours =
    { $n ->
        [one] Try again in an hour.
       *[other] Try again in { $n } hours.
    }
wait-few-seconds = Try again in a few seconds.

# Sign-in and the second step
wrong-login = Wrong nickname, phone number or password.
check-login = Check them and try again.
wrong-password = Wrong password.
try-again = Try again.
too-many-attempts = Too many attempts.
too-many-codes = Too many codes were tried.
too-many-passkeys = Too many passkeys were tried.
too-many-people = Too many people are signing in at once.
nothing-changed = Nothing was changed.
sign-in-over = This sign-in took too long, or too many codes were wrong.
sign-in-again = Sign in again.
code-used = This code is wrong or was used before.
code-next = Wait for the next one, or use a recovery code.
passkey-unknown = This passkey is not known here.
passkey-removed = It may have been removed.
passkey-other-way = Sign in another way.
passkey-unavailable = Passkeys don’t work at this address: they need https and a domain name.
passkey-missing = No passkey was sent.
passkey-needs = Passkeys need JavaScript and a browser that supports them.
passkey-over = This took too long, or was sent twice.
passkey-unchecked = Your device did not check that it’s you.
passkey-pin = Set a PIN or a fingerprint for it, and try again.
passkey-wrong = The passkey could not be checked.
passkey-use-other = Try again, or use another way.
confirmed-late = You confirmed that it’s you, but what you chose was done already, or it waited too long.
look-first = Look before you try again.

# Sign-up
nickname-length = Use 2 to 32 characters.
nickname-letters = Use only the letters a to z, digits, dots, dashes and underscores.
nickname-start = Start with a letter or a digit.
nickname-end = End with a letter, a digit or an underscore.
nickname-reserved = This nickname is reserved.
nickname-taken = This nickname is taken.
choose-other = Choose another one.
name-missing = Enter a name.
name-length = Use at most 64 characters.
name-characters = Remove control and invisible characters.
name-marks = Use at most four accents or marks on one letter.
name-reserved = This name is reserved.
sign-up-not-open = Sign-up isn’t open to everyone on this instance.
admin-link-stale = This link doesn’t work any more: it was used, is older than a day, or was replaced when Portico started again.
admin-link-newest = Use the newest one, or sign up without it and have the operator run “portico user admin”.
admin-now = You are the admin of this instance now.

# Forgotten password
no-texts = This service can’t send text messages.
ask-operator = Ask its operator to set a new password for you.
login-missing = Enter your nickname or phone.
reset-limit = You have requested { $n } codes today, which is the limit.
reset-rest = You have just requested a code.
reset-another =
    { $n ->
        [one] You can request another one in a second.
       *[other] You can request another one in { $n } seconds.
    }
reset-digits = Enter the eight digits of the code.
code-over = This code no longer works.
code-request-new = Request a new one.
code-wrong = This code is wrong.
code-check = Check it and try again.
code-wrong-last = This code is wrong, and you have no tries left.
reset-many-codes = Too many codes were tried for this account today.
reset-done = Your new password is set, and you are signed out everywhere.
reset-sign-in = Sign in with it.

# What an app learns of the sign-in
with-code = your password and a code
with-passkey-too = your password and a passkey
with-passkey = a passkey
with-password = your password

# Sign-in on a device
device-no-code = This code doesn’t work.
device-compare = Compare it with the one on the device.
device-expired = If it is the same, it has expired or was already used: start again on the device.
device-missing = Enter the code that the device shows.
device-start-again = Start again on the device.
device-gone-title = This code no longer works
device-gone = The code has expired or was already answered.
nothing-shared = Nothing was shared.

# A page of an app's sign-in that can't be answered
back-to-app = Go back to the app and start again.
not-a-tab-title = This page was not opened in a tab
not-a-tab = To sign in to an app, open its link in a tab of its own.
unreadable-title = This request can’t be read
unreadable = The link that brought you here is damaged.
app-changed-title = The app has changed
app-changed = While this page was open, the app was deleted or its redirect URI changed.
answered-title = Already answered
answered = You have already answered this page.
answered-once = It can be answered only once.
expired-title = This page has expired
expired = This page was open for more than ten minutes.
foreign-title = This page doesn’t match your session
foreign = This page was changed, belongs to someone else, or was opened before you last signed in.

# Error pages
unread-title = This request couldn’t be read
unread = Something in it is missing or malformed.
go-back-and-try = Go back and try again.
forbidden-title = You can’t do this here
forbidden = You don’t have permission to do it.
forbidden-ask = Ask someone who manages the server.
missing-title = Page not found
missing = This page doesn’t exist, or you can’t see it.
missing-check = Check the address and try again.
slow-title = This took too long
slow = What you sent didn’t arrive in time.
slow-check = Check your connection and try again.
large-title = That was too large
large = What you sent is larger than allowed.
large-smaller = Send something smaller.
form-title = This form couldn’t be read
form-field = A field is missing or malformed.
often-title = Too many attempts
often = You did this too often in a short time.
away-title = Temporarily unavailable
away = The service can’t reach its database at the moment.
away-unsaved = What you sent was not saved.
away-unknown = The database didn’t answer in time.
away-maybe = What you sent may or may not have been saved.
broken-title = Something went wrong on our side
broken = The error was logged, and no partial changes were saved.
broken-reference = If it keeps happening, give the operator the reference below.
refused-title = This didn’t work
refused = The request was refused.
second-step-title = Set up two-step sign-in first
second-step = A second step is required of everyone who manages this, and your account has none.
second-step-minute = It takes a minute, with a passkey or an authenticator app.
second-step-meanwhile = You can read and write in your channels meanwhile.
second-step-set-up = Set up two-step sign-in
suspended-title = This server is suspended
suspended = The operator of this instance suspended it.
suspended-owner = Its owner can read why.
suspended-ask = The owner can ask the operator to lift the suspension.
suspended-until = Until then, no one can read or post in it, and the response to every post to its webhooks is 404.
suspended-kept = Nothing in it is deleted.
other-site = This form was sent from another site, so it was refused.
other-site-open = Open the page on this site and send the form again.
framed = This page can’t be shown inside another page.
framed-open = Open it in a tab of its own.
bad-character = This contains a character that can’t be stored.
bad-character-remove = Remove it and try again.

# Passwords
password-short = Use at least 8 characters.
password-long = Use at most 128 characters.
password-nickname = Choose a password that isn’t your nickname, with or without digits.
password-common = This is one of the passwords that attackers try first.
# Chat: posting, reading and removing

timed-out-here = You are timed out in this server.
until-then-read = Until that ends, you can only read.
slow-mode-wait =
    { $n ->
        [one] Slow mode: try again in { $n } second.
       *[other] Slow mode: try again in { $n } seconds.
    }
every-seconds =
    { $n ->
        [one] { $n } second
       *[other] { $n } seconds
    }
every-minutes =
    { $n ->
        [one] { $n } minute
       *[other] { $n } minutes
    }
every-hours =
    { $n ->
        [one] { $n } hour
       *[other] { $n } hours
    }
every-minute = minute
every-hour = hour
slow-off = Off
days =
    { $n ->
        [one] { $n } day
       *[other] { $n } days
    }
weeks =
    { $n ->
        [one] { $n } week
       *[other] { $n } weeks
    }
one-year = 1 year
one-person = 1 person
some-people = { $n } people
unread-mark = (unread)
unread-mentions =
    { $n ->
        [one] ({ $n } unread mention)
       *[other] ({ $n } unread mentions)
    }
unread-many = ({ $n }+ unread mentions)
no-longer-muted = { $name } is no longer muted.
muted-hour = { $name } is muted for an hour. Mentions still reach your inbox.
muted-eight-hours = { $name } is muted for eight hours. Mentions still reach your inbox.
muted-open = { $name } is muted. Mentions still reach your inbox.
message-deleted = The message is deleted.
thank-you = Thank you.
moderators-will-look = The moderators of this server will look at the message.
reported-already = You have reported this message already.
moderators-will-look-at-it = The moderators of this server will look at it.
report-own = You can’t report your own message.
report-stays = The moderators have looked at this message, and decided that it stays.
choose-whose = Choose whose messages to remove.
choose-since = Choose the last hour, day or week.
choose-since-or-none = Choose the last hour, day or week, or nothing.
no-such-messages = There are no messages by this author to remove.
since-message = This message and all later ones
since-hour = The last hour
since-day = The last day
since-week = The last week
nothing-chosen = None
messages-none = no messages
messages-count =
    { $n ->
        [one] { $n } message
       *[other] { $n } messages
    }
messages-at-least = at least { $n } messages
messages-more = more than { $n } messages
restored-one = 1 message is restored.
restored-many = { $n } messages are restored.
restored-already = These messages are restored already, or the time for undoing is over.
minute-over = The minute is over.
cant-restore = These messages can’t be restored.
mention-read = 1 mention is marked as read.
mentions-read = { $n } mentions are marked as read.
mentions-read-to = The mentions up to there are marked as read.
completion-role = Role
completion-everyone = Everyone in this channel
another-account = This browser is signed in to another account since this page was opened.
reload-page = Reload the page.
another-account-post = This browser is signed in as @{ $name } now, so this wasn’t sent. Copy your text and reload the page.
unread-before-joining = This message is from before you joined the server, so it can’t be unread.
deleted-user-name = Deleted user
deleted-webhook-name = Deleted webhook
search-day = A day is written like 2026-03-01.
search-only-me = Only “mentions:me” is known.
search-name-missing = A name is missing after the colon.
search-no-letter = It has no letter or digit.
search-no-minus = A search can’t exclude anything.
search-many-parts = A search can’t have more parts.
search-long = A search can’t be longer.

# Invites

invite-dead = This invite doesn’t work
invite-why = It expired, was used up or was deleted, or the link is incomplete.
invite-ask-new = Ask the person who sent it to you for a new one.
invite-banned = You are banned from this server, so you can’t join it.

# Permissions

permission-administrator = Administrator
permission-administrator-hint = All permissions, in every channel.
permission-manage-server = Manage server
permission-manage-server-hint = Rename the server, manage webhooks and invites, and remove, ban and time out members.
permission-manage-channels = Manage channels
permission-manage-channels-hint = Create, edit and delete channels, and set their permissions.
permission-manage-roles = Manage roles
permission-manage-roles-hint = Create, edit and delete roles, and assign them to members.
permission-moderate = Moderate members
permission-moderate-hint = Ban members, time them out, and decide reports of messages. “Manage server” includes this.
permission-view = View channel
permission-view-hint = See channels and read their messages.
permission-send = Send messages
permission-send-hint = Post in channels.
permission-all = Mention @all
permission-all-hint = Notify everyone with @all, and mention roles that are not mentionable.
permission-messages = Manage messages
permission-messages-hint = Delete messages of others, see what edited ones said before, and post in spite of slow mode.
need-administrator = You need the permission “Administrator” here.
need-manage-server = You need the permission “Manage server” here.
need-manage-channels = You need the permission “Manage channels” here.
need-manage-roles = You need the permission “Manage roles” here.
need-moderate = You need the permission “Moderate members” here.
need-send = You need the permission “Send messages” here.
need-messages = You need the permission “Manage messages” here.
need-versions = To see earlier versions, you need the permission “Manage messages” or “Manage server”.
need-settings = To open the settings, you need permission to manage the server, its channels, its roles or its members.
only-owner = Only the owner of the server can do this.
ask-them = Ask them.
only-owner-administrator = Only the owner of the server can decide who is an administrator.
only-own-permissions = You can only give or take permissions that you have yourself.
rank-roles = You can only edit, give and take roles below your own highest role.
rank-members = You can only do this to members whose highest role is below yours.
rank-owner = The owner of a server can’t be removed, banned or timed out.
rank-administrator = Only the owner of the server can remove, ban or time out an administrator.
rank-overwrites-members = You can only change what a channel allows and denies members whose highest role is below yours.
rank-overwrites-roles = You can only change what a channel allows and denies roles below your own highest role.

# Servers and channels

server-left = You have left the server.
server-settings-saved = The server’s settings are saved.
choose-picture = Choose a picture.
server-picture-saved = The server’s picture is saved.
server-picture-removed = The server’s picture is removed.
server-offered = The server is offered to @{ $name }. It stays yours until they accept it.
server-no-such-member = No other member of this server has this nickname. Check the spelling.
no-such-member = No member of this server has this nickname. Check the spelling.
offer-cancelled = The offer is cancelled.
server-stays-yours = The server stays yours.
server-gone = { $name } is deleted, with everything in it.
server-name-mismatch = This doesn’t match the server’s name.
type-exactly = Type it exactly as shown.
channel-created = #{ $name } is created.
channel-moved = #{ $name } is moved.
channel-saved = #{ $name } is saved.
channel-gone = #{ $name } is deleted, with all its messages and webhooks.
channel-last = This is the server’s last channel, and a server needs at least one.
channel-create-first = Create another one first.
channel-name-missing = Enter a name for the channel.
channel-name-letters = Use only letters, digits, dashes and underscores.
name-one-letter = Use at least one letter or digit.
at-most-characters = Use at most { $n } characters.
single-line = Use a single line.
channel-name-taken = This server already has a channel with this name.
choose-another-name = Choose another name.
choose-slow-mode = Choose one of the times, at most 6 hours.
permissions-saved = The channel’s permissions are saved.
permissions-hide-channel = You can no longer see the channel yourself.
choose-role-or-member = Choose a role or member.
choose-what-to-allow = Choose what to allow or deny.
only-allow-own = You can only allow what you are allowed to do in this channel yourself.
choices-roles = Roles
choices-members = Members
role-everyone-name = Everyone
role-name-missing = Enter a name for the role.
role-name-letters = Use only letters, digits, spaces, dashes and underscores.
role-created = The role { $name } is created. Give it to members on their pages.
role-moved = The role { $name } is moved.
role-deleted = The role { $name } is deleted.
role-saved = The role { $name } is saved.
role-name-taken = This server already has a role with this name, or with one that looks like it.
member-roles-saved = The member’s roles are saved.
member-removed = The member is removed from this server.
member-timed-out-done = The member is timed out.
member-timed-out-lifted = The member is not timed out any more.
ban-done = { $name } is banned from this server.
ban-lifted = The ban of { $name } is lifted. They can join again with an invite.
ban-self = You can’t ban yourself.
ban-already = This person is banned already.
report-removed = The message is removed.
report-dismissed = The report is dismissed.
message-stays = The message stays.
invite-ready = The invite is ready.
invite-send-link = Send its link to the people you want to invite.
invite-deleted = The invite is deleted.
invite-link-dead = Its link no longer works.
form-unreadable = This form couldn’t be read.
go-back-retry = Go back and try again.
kind-person-operator = the operator

# Settings

blocked-done = { $name } is blocked. They don’t learn of it.
unblocked-done = This person is no longer blocked.
block-self = You can’t block yourself.
account-deleted = Your account is deleted.
type-nickname = To confirm, type your nickname: { $name }.
keep-codes = Keep the recovery codes in a safe place.
monday = Monday
tuesday = Tuesday
wednesday = Wednesday
thursday = Thursday
friday = Friday
saturday = Saturday
sunday = Sunday
quiet-is-off = Your quiet time is off.
quiet-is-saved = Your quiet time is saved.
quiet-time-of-day = Enter a time of day, such as 22:00.
quiet-end-differs = Enter an end that differs from the beginning.
quiet-zone-list = Choose a time zone from the list.
quiet-days-choose = Choose days of the week.
unmuted-it = It is no longer muted.
browser-notified = This browser gets notifications.
browser-silent = That browser gets no more notifications.
passkey-is-removed = The passkey is removed.
passkey-delete-there = Delete it on your device too.
passkey-renamed = The passkey has a new name.
passkey-is-added = Your passkey is added.
passkey-added-before = This passkey was added before.
phone-is-verified = Your phone is verified.
phone-is-removed = Your number is removed.
phone-missing = Enter your phone number.
phone-country-code = Enter the number with its country code, such as +49 or +1.
phone-plus = Enter + instead of the leading 00.
phone-digits-only = Use only digits, after a + and the country code.
phone-no-country = This number belongs to no country, and text messages to it cost extra. Enter a mobile number.
phone-short = This number is too short. Check whether a digit is missing.
phone-long = This number is too long. Check whether there is a digit too many.
phone-not-there = This number doesn’t exist in the country with this code. Check the digits.
phone-mobile-only = Text messages are sent to mobile phones only. Enter a mobile number.
phone-six-digits = Enter the six digits of the code.
phone-verified-already = You have already verified this number.
phone-another-just = A code was just sent.
phone-another-second = You can request another one in a second.
phone-today-limit = This number has been sent { $n } codes today, which is the limit.
phone-numbers-limit = You have entered { $n } different numbers today, which is the limit.
phone-network-limit = Too many codes were requested from your network today.
phone-service-limit = This service has sent all its text messages for today.
number-taken = Another account has verified this number.
number-taken-meanwhile = Another account has verified this number in the meantime.
use-another-number = Use another number.
profile-is-saved = Your profile is saved.
choice-is-saved = Your choice is saved for this browser.
password-is-changed = Your password is changed, and every other browser is signed out.
browser-is-out = That browser is signed out.
others-are-out = Every other browser is signed out.
browser-asks-code = That browser is asked for a code at its next sign-in.
totp-is-removed = Your authenticator app is removed.
totp-is-set-up = Your authenticator app is set up.
totp-wrong-code = Enter the six digits that the app shows now.
totp-clock = If they stay wrong, check the clock of the device.
offer-declined = You declined { $name }. It stays with its owner.
offer-accepted = You own { $name } now.
codes-none-left = You have no recovery codes left.
codes-one-left = You have one recovery code left.
codes-some-left = You have { $n } recovery codes left.
codes-make-new = You can make new ones under Settings, Security.
reason-impersonates = It pretends to be someone else
reason-phishing = It tries to get passwords or installs malware
reason-misuses = It misuses what it learns about people
reason-spam = It sends spam or unwanted messages
reason-other = Something else

# Events of the security log

event-signed-in = Signed in
event-wrong-password = Sign-in with a wrong password
event-wrong-confirmation = Confirmation with a wrong password
event-other-out = Another browser signed out
event-others-out = All other browsers signed out
event-password-changed = Password changed
event-reset-requested = Password reset code requested
event-reset-wrong = Wrong password reset code
event-reset = Password reset with a code
event-reset-operator = Password reset
event-phone-verified = Phone verified
event-phone-removed = Phone removed
event-app-approved = App approved
event-device = Device signed in to an app
event-app-revoked = App revoked
event-apps-revoked = All apps revoked
event-app-offered = App offered to another person
event-app-accepted-by = App accepted by its new owner
event-app-accepted = App accepted
event-webhook-leaked = Webhook URL reported as leaked, webhook paused
event-totp-added = Authenticator app added
event-totp-removed = Authenticator app removed
event-passkey-added = Passkey added
event-passkey-removed = Passkey removed
event-passkey-copied = A copy of a passkey refused
event-second-off = Two-step sign-in switched off
event-second-wrong = Wrong code after the right password
event-codes-created = New recovery codes created
event-code-used = Recovery code used
event-trust-ended = Trust in a browser ended
event-disabled = Account disabled
event-enabled = Account enabled again
event-everywhere-out = Signed out everywhere
event-admin = Became an admin of this instance
event-no-admin = No longer an admin of this instance
event-other = Other activity

# Actions of a server's audit log
audit-webhook-created = Webhook created
audit-webhook-edited = Webhook edited
audit-webhook-moved = Webhook moved
audit-webhook-paused = Webhook paused
audit-webhook-resumed = Webhook resumed
audit-webhook-suspended = Webhook suspended
audit-webhook-deleted = Webhook deleted
audit-channel-created = Channel created
audit-channel-edited = Channel edited
audit-channel-moved = Channel moved
audit-channel-deleted = Channel deleted
audit-message-deleted-by-a-moderator = Message deleted by a moderator
audit-messages-removed = Messages removed
audit-reported-message-removed = Reported message removed
audit-report-dismissed = Report dismissed
audit-messages-restored = Messages restored
audit-channel-permissions-changed = Channel permissions changed
audit-role-created = Role created
audit-role-edited = Role edited
audit-role-deleted = Role deleted
audit-roles-changed = Roles changed
audit-member-joined = Member joined
audit-member-left = Member left
audit-member-removed = Member removed
audit-member-banned = Member banned
audit-ban-lifted = Ban lifted
audit-member-timed-out = Member timed out
audit-time-out-lifted = Time-out lifted
audit-invite-created = Invite created
audit-invite-deleted = Invite deleted
audit-server-renamed = Server renamed
audit-server-suspended = Server suspended
audit-webhook-url-regenerated = Webhook URL regenerated
audit-webhook-creator-changed = Webhook creator changed
audit-webhook-reported-leaked = Webhook reported as leaked
audit-webhook-found-leaked = Webhook URL found by a scanner
audit-webhook-restored = Webhook suspension lifted
audit-own-message-deleted = Message deleted by its webhook
audit-server-picture = Server picture changed
audit-server-pictures = Picture loading changed
audit-server-second-step = Two-step sign-in required or not
audit-server-restored = Server suspension lifted
audit-offered = Transfer offered
audit-offer-cancelled = Transfer cancelled
audit-offer-declined = Transfer declined
audit-handed-over = Ownership transferred
audit-group-webhooks = Webhooks
audit-group-channels = Channels
audit-group-server = Server
deleted-account-name = deleted account

# Limits that are reached

cap-servers-owned =
    { $n ->
        [one] You own { $n } server, the most a person can own.
       *[other] You own { $n } servers, the most a person can own.
    }
cap-servers-owned-do = Delete one or transfer it first.
cap-servers-joined =
    { $n ->
        [one] You are in { $n } server, the most a person can be in.
       *[other] You are in { $n } servers, the most a person can be in.
    }
cap-servers-joined-do = Leave one first.
cap-apps-owned =
    { $n ->
        [one] You own { $n } app, the most a person can own.
       *[other] You own { $n } apps, the most a person can own.
    }
cap-delete-one = Delete one first.
cap-apps-connected =
    { $n ->
        [one] You have { $n } connected app, the most a person can have.
       *[other] You have { $n } connected apps, the most a person can have.
    }
cap-apps-connected-do = Revoke one under Connected apps first.
cap-muted =
    { $n ->
        [one] You have { $n } muted channel or server, the most a person can have.
       *[other] You have { $n } muted channels and servers, the most a person can have.
    }
cap-muted-do = Turn notifications on again for some in your settings.
cap-blocked =
    { $n ->
        [one] You have { $n } blocked person, the most a person can have.
       *[other] You have { $n } blocked people, the most a person can have.
    }
cap-blocked-do = Unblock someone first.
cap-reports =
    { $n ->
        [one] You have { $n } open report, the most a person can have.
       *[other] You have { $n } open reports, the most a person can have.
    }
cap-reports-moderators = Wait until moderators have decided some.
cap-reports-operator = Wait until the operator has closed some.
cap-app-reports =
    { $n ->
        [one] This app has { $n } open report, the most an app can have.
       *[other] This app has { $n } open reports, the most an app can have.
    }
cap-app-reports-do = The operator knows of it.
cap-bans =
    { $n ->
        [one] This server has { $n } ban, the most it can have.
       *[other] This server has { $n } bans, the most it can have.
    }
cap-bans-do = Lift one first.
cap-channels =
    { $n ->
        [one] This server has { $n } channel, the most it can have.
       *[other] This server has { $n } channels, the most it can have.
    }
cap-invites =
    { $n ->
        [one] This server has { $n } invite, the most it can have.
       *[other] This server has { $n } invites, the most it can have.
    }
cap-roles =
    { $n ->
        [one] This server has { $n } role, the most it can have.
       *[other] This server has { $n } roles, the most it can have.
    }
cap-overwrites =
    { $n ->
        [one] This server has { $n } set of permissions in a channel, the most it can have.
       *[other] This server has { $n } sets of permissions in channels, the most it can have.
    }
cap-overwrites-do = Set all permissions of one to Inherit first.
cap-removals =
    { $n ->
        [one] This channel has { $n } removal that is still being deleted, the most it can have.
       *[other] This channel has { $n } removals that are still being deleted, the most it can have.
    }
cap-removals-do = Try again in a minute.
cap-offers =
    { $n ->
        [one] This person has { $n } server to accept or decline, the most a person can have.
       *[other] This person has { $n } servers to accept or decline, the most a person can have.
    }
cap-offers-do = Ask them to answer one first.
cap-passkeys =
    { $n ->
        [one] You have { $n } passkeys, the most there can be.
       *[other] You have { $n } passkeys, the most there can be.
    }
cap-passkeys-do = Remove one first.

# A message into a channel that its author can't see any more

channel-lost = Your message was not sent
channel-lost-gone = This channel is gone, or you can no longer see it.
channel-lost-why = You may have been removed or banned from its server.
channel-lost-copy = Copy your text if you still need it.

# Messages, reports and invites that are refused

message-blank = The message is blank.
message-write = Write some text.
message-at-most = A message can have at most { $n } characters.
message-shorten = Shorten it, or send it as two.
reply-was-deleted = The message that you reply to was deleted.
reply-send-own = Your text is still here: send it as a message of its own.
report-reason = Choose a reason.
report-app-again = You have reported this app already, and the operator has not closed that report yet.
report-say-what = Tell the moderators what is wrong with this message.
second-step-own-first = Set up two-step sign-in for your own account first.
second-step-then-require = Then you can require it here.
invite-gone = This invite doesn’t work any more: it expired, was used up or was deleted.

# Refusals in settings of accounts

passkey-meanwhile = Another passkey was added in the meantime. Try again.
passkey-copied = This passkey was refused, because there seems to be a copy of it. Sign in another way, and remove it in your settings.
password-changed-elsewhere = Your password was just changed in another browser. Sign in again with the new one.
push-elsewhere = This browser’s notifications were turned on elsewhere. Turn them off in the browser, and try again.
push-service-not-used = This instance sends no messages through the push service of this browser.
push-keys = The browser’s keys couldn’t be read. Turn notifications off in the browser, and try again.
phone-taken = Another account has verified this number. Use another one.
phone-costs = Text messages to this number cost extra, so it can’t be verified. Enter another one.
phone-country-off = This service doesn’t send text messages to this country. Enter a mobile number of another country.
sms-unset = This service can’t send text messages yet. Its operator has to set that up first.
sms-unsent = We couldn’t send the text message. Try again in a minute.
sms-refused = We couldn’t send a text message to this number. Check it, or try another one.
sms-unsure = The text message may not have been sent. If it doesn’t arrive, try again in a minute.
refused-picture-large = This picture is too large. Choose one of at most 5 MiB.
picture-pixels = This picture has too many pixels. Scale it down and try again.
picture-kind = This is not a PNG, JPEG or WebP picture. Choose another file.
picture-damaged = This picture can’t be read; the file seems to be damaged. Choose another one.
passkeys-what = Choose what to do with your passkeys.
totp-what = Choose what to do with your authenticator app.
waited-too-long = This was done already, or it waited too long. Go back and look before you try again.
account-owns = You own { $name }. Transfer or delete your servers first.
account-owns-suspended = The operator suspended servers that you own: { $name }. Ask the operator to lift that first.

# Connected apps

app-revoked = The app is revoked. It has to ask you again the next time you sign in to it.
app-revoked-none = There was nothing to revoke.
apps-revoked =
    { $n ->
        [one] One app is revoked. It has to ask you again the next time you sign in to it.
       *[other] { $n } apps are revoked. They have to ask you again the next time you sign in to them.
    }
app-reported = Thank you. The operator of this service will look at your report. To stop using the app, revoke it here.
transfer-uris = Check its redirect URIs: its earlier owner chose them.
transfer-secrets = Its earlier owner may still know its client secrets: create a new one, then delete the others. Check its redirect URIs too.

# Refusals in the chat

edit-author-only = Only its author can edit a message.
edit-permission = To edit messages in this channel, you need the permission “Send messages”.
delete-permission = To delete messages of others, you need the permission “Manage messages”.
post-permission = To post in this channel, you need the permission “Send messages”.
restore-deleter-only = Only the person who deleted this message can restore it.
undo-over = The time for undoing is over. This message can’t be restored.
removed-by-moderator = A moderator has removed this message.
view-permission = You need the permission “View channel” here.
mention-all-permission = You need the permission “Mention @all” here.
character-zero = A message can’t contain the character U+0000. Remove it.
mute-choice = Mute for an hour, for eight hours, or until you turn it on again.
blocked-person = @{ $name } is blocked. They don’t learn of it.
value-unusable = This can’t be used. Change it.

# Refusals in a server's settings

ban-lift-rank = Only the owner, or someone not below the member who set this ban, can lift it.
banned-person = @{ $name } is banned from this server.
ban-lifted-person = The ban of @{ $name } is lifted. They can join again with an invite.
invite-hours = Choose from 1 to 8,760 hours, or leave it empty for no limit.
invite-people = Choose from 1 to 10,000 people, or leave it empty for no limit.
leave-owner = You own this server, so you can’t leave it. Transfer it to another member first, or delete it.
remove-self = You can’t remove yourself. Leave the server from the list of your servers instead.
roles-gone = One of these roles no longer exists in this server. Choose again.
overwrite-whom = Choose a role or member of this server.
role-all-administrator = Everyone has this role, so it can’t be administrator. Create another role for administrators.
role-all-delete = Every member has this role, so it can’t be deleted.
role-controls = You can’t give or take this role, because it controls a channel permission you don’t have. Ask the server’s owner.
role-all-lowest = Everyone has this role, so it is always the lowest.
role-move-below = You can only move roles to a position below your own highest role.
position-role = Choose a position from 1, the lowest, to { $n }.
offer-already = This server is offered to someone already. Cancel that offer first.
offer-whom = Choose another member of this server.
timeout-self = You can’t time yourself out.
permission-both = A permission is both allowed and denied. Choose one of the two.
permission-no-channel = One of these is not a channel permission. Choose from the list.
permission-none = One of these is not a permission. Choose from the list.
report-choice = Remove the message, or dismiss the report.

# Browsers

browser-unknown = Unknown browser
browser-android = { $name } on Android
browser-iphone = { $name } on iPhone
browser-ipad = { $name } on iPad
browser-windows = { $name } on Windows
browser-macos = { $name } on macOS
browser-chromeos = { $name } on ChromeOS
browser-linux = { $name } on Linux
