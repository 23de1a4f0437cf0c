# The frame of every page: its header, menu and footer.

frame-skip = Skip to content
frame-home = { $brand }, home
frame-main = Main
frame-chat = Chat
frame-inbox = Inbox
# After the number, for screen readers.
frame-unread = unread
frame-portal = Portal
frame-account = Account of { $name }
frame-account-attention = Account of { $name }, { $count } need attention
frame-account-menu = Account
frame-servers = Your servers
frame-profile = Profile
frame-phone = Phone
frame-phone-unverified = Not verified
frame-security = Security
frame-apps = Connected apps
frame-shortcuts = Keyboard shortcuts
frame-console = Console
# After the number, for screen readers.
frame-attention = need attention
frame-colours = Colours
frame-sign-out = Sign out
frame-docs = Docs
frame-sign-in = Sign in
frame-sign-up = Sign up
frame-footer = Footer
frame-guide = Integrator’s guide
frame-keyboard = Keyboard
frame-language = Language
colours-device = Colours of this device
colours-device-hint = Same as this device
colours-light = Light colours
colours-light-hint = Light
colours-dark = Dark colours
colours-dark-hint = Dark
# A day, of numbers with two digits. English pages use the name of the month.
date = { $year }-{ $month }-{ $day }

# Words of several pages.

cancel = Cancel
continue = Continue
go-back = Go back
go-to-chat = Go to Chat
go-to-portal = Go to Portal
password = Password
new-password = New password
password-hint = At least 8 characters. Several words together make a good one.
login = Nickname or phone
use-passkey = Use your passkey
code-or-recovery-code = Six-digit code or recovery code
recovery-code = Recovery code
back-to-sign-in = Back to sign-in
signed-in-as = Signed in as <strong>{ $name }</strong> (@{ $nickname })
not-you = Not you?

# Sign-in

sign-in = Sign in
sign-in-to-app = Sign in to continue to { $name }.
sign-in-to-server = Sign in to join { $name }.
sign-in-kept-form = Your session ended. Sign in again: what you typed is kept for an hour.
sign-in-ended = Your session ended. Sign in again.
sign-in-first = Sign in to continue.
sign-in-passkey = Sign in with a passkey
sign-in-forgot = Forgot your password?
sign-in-new = No account yet? <a href="{ $href }">Sign up</a>
sign-in-invite = No account yet? Open the invite link that you got to sign up.

# Sign-up

sign-up = Sign up
sign-up-lead = One account for the chat and for other sites that let you sign in with it.
sign-up-join-lead = You sign up and join { $server }. Its members will see your nickname, display name and picture.
sign-up-admin = This account becomes the admin of this instance.
sign-up-nickname = Nickname
sign-up-nickname-hint = How people mention you. Use lowercase letters, digits, dots, dashes and underscores.
sign-up-name = Display name
sign-up-name-hint = Shown beside your messages. You can change it at any time.
sign-up-join = Sign up and join
sign-up-known = Already have an account? <a href="{ $href }">Sign in</a>
sign-up-known-admin = Already have an account? <a href="{ $href }">Sign in</a>, and that account becomes the admin.
sign-up-invite-title = You need an invite
sign-up-invite = On this instance, people sign up by an invite to a server. Open the invite link that you got, and choose “Sign up” there. If it stopped working, ask for a new one.
sign-up-link-title = This link doesn’t work any more
sign-up-link = It was used or revoked, or has expired. Ask the person who gave it to you for a new one.
sign-up-closed-title = Sign-up is closed
sign-up-closed = On this instance, no one can sign up at the moment. If you should have an account, ask the person who runs it.

# Password again

confirm-title = Confirm it’s you
confirm-lead = You signed in a while ago. Enter your password again to continue.
confirm-lead-act = You signed in a while ago. Enter your password again, and what you chose is done.
confirm-lead-some-app = The app that sent you here asks you to enter your password again.
confirm-lead-app = { $app } asks you to enter your password again.
confirm-incomplete = Files and passwords can’t be kept meanwhile. After this you return to the form: add them and send it again.
confirm-next = Next: <strong>{ $label }</strong>
confirm-button = Confirm

# Forgotten password

reset-title = Forgotten password
reset-lead = We’ll text a code to your verified phone number. Use it to set a new password.
reset-send = Send code
reset-no-texts-title = Text messages are not available
reset-no-texts = This service can’t send text messages. Ask its operator to set a new password for you.
reset-no-phone = No verified phone? Ask the operator of this service to set a new password for you.
reset-remembered = Remember it? <a href="{ $href }">Sign in</a>
reset-code-title = New password
reset-code-heading = Set a new password
reset-code-sent = If this account has a verified phone, a code is on its way. It works for ten minutes.
reset-code-app = The code from the text message is right. This account also has a second step. Enter your new password again, and a code from your authenticator app or a recovery code.
reset-code-app-passkey = The code from the text message is right. This account also has a second step. Enter your new password again, and a code from your authenticator app or a recovery code, unless you use your passkey.
reset-code-recovery = The code from the text message is right. This account also has a second step. Enter your new password again, and a recovery code.
reset-code-recovery-passkey = The code from the text message is right. This account also has a second step. Enter your new password again, and a recovery code, unless you use your passkey.
reset-code-tries =
    { $count ->
        [one] You have one try left.
       *[other] You have { $count } tries left.
    }
reset-code = Eight-digit code
reset-code-button = Set password
reset-code-passkey = Set password with your passkey
reset-code-signs-out = This signs you out of every browser.
reset-code-over = This code no longer works. Request a new one.
reset-code-new = Request a new code
reset-code-again = Didn’t get a text message? Wait 30 seconds, then <a href="{ $href }">request a new code</a>. We send at most five text messages a day to one number.
reset-code-outbox = This instance doesn’t send text messages; they appear in the <a href="/dev/outbox">outbox</a>.

# Second step

second-title = Enter your code
second-title-passkey = Confirm with your passkey
second-sign-in-both = Your account is protected by a second step. Use your passkey, or enter the code that your authenticator app shows.
second-sign-in-app = Your account is protected by a second step. Open your authenticator app and enter the code that it shows.
second-sign-in-passkey = Your account is protected by a second step. Use your passkey, or one of your recovery codes.
second-again-both = This needs your second step. Use your passkey, or enter the code that your authenticator app shows.
second-again-app = This needs your second step. Open your authenticator app and enter the code that it shows.
second-again-passkey = This needs your second step. Use your passkey, or one of your recovery codes.
second-trust = Trust this browser for 30 days
second-trust-hint = Only on a device of your own. You won’t be asked for a code when you sign in here.
second-lost = Lost your device? Enter one of your recovery codes instead. Without those, ask the operator of this service.

# Consent: the page on which a person signs in to an app.

consent-title = Sign in to { $app }
consent-heading = Sign in to <strong>{ $app }</strong> with your { $brand } account
consent-other-account = { $app } expects another account. Sign in with that one, or cancel.
consent-used = Used before, last on <time></time>
consent-more = What { $app } will see, and who it is
consent-gets = { $app } will see
consent-gets-id = Your ID
consent-gets-nickname = Your nickname
consent-gets-name = Your display name
consent-gets-picture = Your picture
consent-never = { $app } can’t
consent-never-profile = See your name or picture
consent-never-messages = Read or send messages
consent-never-servers = See your servers or who is in them
consent-never-secrets = See your phone number or password
consent-never-act = Act as you here
consent-about = About
consent-owner = Created by
consent-created = Created on
consent-homepage = Homepage
consent-privacy = Privacy policy
consent-terms = Terms
consent-sign-in = Your sign-in
consent-sign-in-with = { $app } also learns when you signed in here, and with what: { $methods }.
consent-revoke = You can revoke this at any time under <a href="/settings/apps">Connected apps</a>.
consent-report = Something wrong with this app? <a id="report-app" href="{ $href }">Report it</a>.
consent-device = The device at <strong>{ $address }</strong> will be signed in as you
consent-return-computer = You will return to a program on this computer, at <strong>{ $place }</strong>
consent-return-phone = You will return to a program on this phone, at <strong>{ $place }</strong>
consent-return-app = You will return to the app <strong>{ $place }</strong> on this device
consent-return = You will return to <strong>{ $place }</strong>
consent-approve = Authorize
consent-switch = Use another account

# A link of an app that doesn’t work

link-suspended-title = This app is suspended
link-suspended = The operator of this instance suspended it, so no one can sign in with it. You were not signed in, and nothing was shared.
link-broken-title = This sign-in link is broken
link-broken = The app that sent you here used a link that doesn’t work. You were not signed in, and nothing was shared. Only the people who run the app can fix this.
link-developer = For the app’s developer
link-parameter = Parameter
link-why = Why
link-fix = What to fix
link-received = Received
link-about = People are sent back only if <code>client_id</code> and <code>redirect_uri</code> belong to the same app. Otherwise they could be sent to an attacker’s site. The app’s page in the <a href="/portal">portal</a> shows both, and a link that works.

# The way back to an app

onward-title = Back to { $app }
onward-failed = The app’s request couldn’t be completed. You were not signed in to the app, and nothing was shared.
onward-error = You were not signed in to the app, and nothing was shared.
onward-signed-in = You’re being signed in.
onward-continue = Continue to { $app }

# Sign-in on a device

device-title = Sign in on a device
device-lead = Enter the code that your device or program shows.
device-code = Code
device-code-hint = Eight letters, such as BCDF-GHJK.
device-warning = Did someone send you this code, or a link to this page? Don’t continue: they would be signed in as you.
device-check-title = Is this your device?
device-check-heading = Is this code on a device in front of you?
device-check-app = App
device-check-app-owner = <strong>{ $app }</strong>, created by { $name } (@{ $nickname })
device-check-from = Asked from
device-check-same-network = <span class="nums">{ $address }</span>, the network that you are on now
device-check-other-network = <span class="nums">{ $address }</span>, not the network that you are on now
device-check-asked = Asked
device-check-minutes =
    { $minutes ->
        [0] less than a minute ago
        [one] a minute ago
       *[other] { $minutes } minutes ago
    }
device-check-warning = Continue only if you started this yourself, and your own device or program shows this code. If someone sent you the code or a link, they want to be signed in as you.
device-check-refuse = No, refuse it
device-check-continue = Yes, continue
device-approved-title = Your device is signed in
device-approved = You can go back to your device
device-approved-text = It will be signed in within a few seconds. You can close this page.
device-denied-title = The device was refused
device-denied = The device was not signed in
device-denied-text = Nothing was shared. If someone sent you the code, they tried to sign in as you: don’t answer them.

# Sign-out that an app asks for

logout-title = Sign out
logout-heading = Sign out of { $brand }?
logout-by-app = <strong>{ $app }</strong> asks that you sign out here too.
logout-by-some-app = An app asks that you sign out here too.
logout-stay = Stay signed in
logout-about = This signs out this browser. Others stay signed in, and so do other apps.
logout-done-title = You are signed out
logout-done = You are signed out of { $brand }
logout-done-text = This browser is signed out. In other apps, you may still be signed in.
logout-back = Go back to { $app }
logout-sign-in = Sign in again

# Error pages: their title and text are sentences.

error-sent = What you sent <span class="muted">({ $field })</span>
error-not-kept = Passwords, codes and files are not kept. Open the form again and enter them.
error-unsent = Your text
error-open-form = Open the form
error-retry = Retry
error-home = Go to the home page
error-reference = If you ask for help, quote this reference: <code id="reference">{ $reference }</code>
