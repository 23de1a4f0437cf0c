# Text messages

text-code = { $instance } のコードは { $code } です。有効期限は 10 分です。誰にも教えないでください。心当たりがなければ無視してください。
text-number-in-use = { $instance } でこの番号が入力されましたが、別のアカウントで使われています。ご自身の場合はそのアカウントにログインし、そうでなければ無視してください。
text-reset-code = { $code } は { $instance } の新しいパスワード用のコードです。有効期限は 10 分です。誰にも教えないでください。心当たりがなければ無視してください。
text-password-reset = この番号に送られたコードで { $instance } のパスワードが変更されました。心当たりがなければ、すぐに新しいパスワードを設定し、運営者に連絡してください。
text-recovery-code-used = { $instance } のアカウントでリカバリーコードが使われました。心当たりがなければ、すぐにパスワードを変更し、新しいリカバリーコードを作成してください。
text-more-happened = { $instance } のアカウントで他にも動きがありました。セキュリティログを確認してください。本日はこれ以上 SMS を送りません。心当たりがなければパスワードを変更してください。

# Notifications of mentions

notification-title = { $author } · #{ $channel }、{ $server }
notification-bot = { $name }（ボット）
