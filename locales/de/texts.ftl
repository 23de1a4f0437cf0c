# Text messages

text-code = Dein Code für { $instance } ist { $code }. Er gilt 10 Minuten. Gib ihn niemandem weiter. Nicht angefordert? Dann ignoriere diese SMS.
text-number-in-use = Jemand hat diese Nummer bei { $instance } eingegeben, wo ein anderes Konto sie nutzt. Warst du das, melde dich dort an. Sonst ignoriere dies.
text-reset-code = { $code } ist dein Code für ein neues Passwort bei { $instance }. Er gilt 10 Minuten. Gib ihn nicht weiter. Nicht angefordert? Ignoriere ihn.
text-password-reset = Dein Passwort bei { $instance } wurde mit einem Code an diese Nummer geändert. Warst du das nicht, lege sofort ein neues fest und sag dem Betreiber Bescheid.
text-recovery-code-used = Für dein Konto bei { $instance } wurde ein Wiederherstellungscode benutzt. Warst du das nicht, ändere sofort dein Passwort und erstelle neue Codes.
text-more-happened = Bei deinem Konto auf { $instance } ist mehr passiert: siehe Sicherheitsprotokoll. Heute keine weiteren SMS. Nicht du? Ändere dein Passwort.

# Notifications of mentions

notification-title = { $author } in #{ $channel }, { $server }
notification-bot = { $name } (Bot)
