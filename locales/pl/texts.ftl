# Text messages

text-code = Twój kod w { $instance } to { $code }. Działa 10 minut. Nikomu go nie podawaj. To nie ty? Zignoruj tę wiadomość.
text-number-in-use = Ktoś wpisał ten numer w { $instance }, gdzie używa go inne konto. Jeśli to ty, zaloguj się na nie. Jeśli nie, zignoruj to.
text-reset-code = { $code } to twój kod do nowego hasła w { $instance }. Działa 10 minut. Nikomu go nie podawaj. To nie ty? Zignoruj go.
text-password-reset = Twoje hasło w { $instance } zmieniono kodem wysłanym na ten numer. To nie ty? Ustaw zaraz nowe i powiadom operatora.
text-recovery-code-used = Użyto kodu odzyskiwania twojego konta w { $instance }. To nie ty? Ustaw zaraz nowe hasło i utwórz nowe kody.
text-more-happened = Na twoim koncie w { $instance } zaszło coś więcej: zobacz dziennik bezpieczeństwa. Dziś nie będzie więcej SMS-ów. To nie ty? Zmień hasło.

# Notifications of mentions

notification-title = { $author } na kanale #{ $channel }, { $server }
notification-bot = { $name } (bot)
