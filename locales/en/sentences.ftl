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
