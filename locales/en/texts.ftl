# Text messages

text-code = Your { $instance } code is { $code }. It works for 10 minutes. Don't share it with anyone. If you did not ask for it, ignore this.
text-number-in-use = Someone entered this number on { $instance }, where another account uses it. If that was you, sign in to it. If not, ignore this.
text-reset-code = { $code } is your code for a new { $instance } password. It works for 10 minutes. Don't share it. If you didn't ask for it, ignore it.
text-password-reset = Your { $instance } password was reset with a code sent to this number. If this wasn't you, set a new one now and tell the operator.
text-recovery-code-used = A recovery code was used for your { $instance } account. If this wasn't you, set a new password now and make new recovery codes.
text-more-happened = More happened on your { $instance } account: see its security log. No more texts about it today. Not you? Change your password.

# Notifications of mentions

notification-title = { $author } in #{ $channel }, { $server }
notification-bot = { $name } (bot)
