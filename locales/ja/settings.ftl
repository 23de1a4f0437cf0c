# Words of several pages of settings

notifications = 通知
blocked-people = ブロックした人
offers = 譲渡のオファー
account-delete = アカウントを削除
recovery-codes = リカバリーコード
passkeys = パスキー
totp = 認証アプリ
six-digits = 6 桁のコード
this-browser = このブラウザー
this-phone = このスマートフォン
this-tablet = このタブレット
added = 追加日 <time></time>
last-used = 最終使用 <time></time>
not-used = 未使用
asks-confirm = 先に本人確認を求められます。
asks-password = 先にパスワードを求められます。
second-off-about = パスワードだけでログインするようになります。リカバリーコードは使えなくなり、信頼済みのブラウザーもなくなります。
recovery-have = リカバリーコードの残りは { $count } 個です。

# Connected apps

apps-lead = あなたのアカウントでログインしたサイトとプログラムです。見えるのは、あなたが許可した情報だけです。
apps-sees = ID、ユーザー名、表示名、画像が見えます
apps-sees-id = ID は見えますが、名前と画像は見えません

# <time></time> is the first sign-in, <span></span> the last one.

apps-times = 初回ログイン <time></time>、最終 <span></span>
apps-revoke = 取り消す
apps-revoke-of = { $name } を取り消す
apps-hint = 取り消しても、アプリがすでに知っている情報は消えません。次にログインするときに、もう一度許可を求められます。
apps-revoke-all = すべて取り消す
apps-revoke-all-ask = { $count } 件のアプリすべてで、次にログインするときにもう一度許可を求められます。
apps-empty = 連携アプリはありません
apps-empty-text = このアカウントでログインしたサイトがここに表示され、取り消すことができます。
report-name = { $name } を報告
report-some = アプリを報告
report-id = アプリ { $id } を報告
report-lead = 報告はこのサービスの運営者に届きます。アプリの所有者には知らされません。
report-what = 何が問題ですか？
report-choose = 理由を選択
report-details = 詳細
report-hint = 何がどこで起きたか。500 文字まで。
report-send = 報告を送信

# Blocked people

blocked-lead = この人たちのメッセージは折りたたまれ、メンションも届きません。相手には知らされません。
unblock-name = { $name } さんのブロックを解除
blocked-empty = ブロックした人はいません
blocked-empty-text = ブロックするには、チャンネルで相手の名前をクリックします。

# Deleting an account

delete-lead = 元に戻せません。
delete-goes = 削除されるもの
delete-profile = プロフィール、画像、電話番号。すべての場所からログアウトされます。
delete-apps = 作成したアプリ。誰もそれを使ってログインできなくなります。
delete-access = このアカウントでログインしているほかのサイトへのアクセス。
delete-stays = 残るもの
delete-messages = メッセージ（「削除されたユーザー」として表示）。
delete-webhooks = 作成した Webhook。サーバーのものとして残りますが、全員への通知はできなくなります。
delete-logs = サーバーの監査ログに残る、あなたの操作と名前（最長 90 日）。
delete-servers = 先にサーバーを譲渡または削除してください
delete-servers-text = 所有しているサーバーが { $count } 個あります。それぞれ譲渡または削除してから、もう一度お試しください。
delete-suspended = 所有しているサーバー { $count } 個が、運営者によって停止されています。解除されるまで、譲渡も削除もできず、アカウントも削除できません。運営者にお問い合わせください。
delete-who = @{ $nickname } を削除
delete-nickname = あなたのユーザー名
delete-type = 確認のため { $nickname } と入力してください。

# Notifications

notifications-lead = ここでの選択にかかわらず、メンションはすべて受信トレイに届きます。
notifications-browser = ブラウザーでの通知
notifications-browser-text = 誰かがあなたにメンションすると、ブラウザーに通知が表示されます。
notifications-browser-push = 誰かがあなたにメンションすると、ブラウザーに通知が表示されます。このサイトのページを開いていなくても届きます。その場合、メッセージはブラウザーの提供元のプッシュサービスを通りますが、暗号化されており、あなたのブラウザーでしか読めません。
notifications-how = 通知のしくみ
notifications-scripts = 通知には JavaScript が必要です。
notifications-ios = iPhone や iPad では、ホーム画面のアプリに通知が届きます。Safari の共有ボタンから<strong>ホーム画面に追加</strong>を選び、そこから { $brand } を開いて、ここでオンにしてください。
notifications-on = このブラウザーでオンにする
notifications-off = このブラウザーでオフにする
notifications-ends = ログアウトすると終了
quiet = おやすみ時間
quiet-lead = この時間帯は通知が表示されません。時刻はあなたのいる場所のものです。
quiet-lead-on = この時間帯は通知が表示されません。時刻はあなたのいる場所のものです。現在オンです。
quiet-from = 開始
quiet-to = 終了
quiet-to-hint = 開始より前の場合は、翌日になります。
quiet-zone = タイムゾーン
quiet-zone-choose = 最寄りの都市を選択
quiet-days = 開始する曜日
quiet-save = おやすみ時間を保存
quiet-off = オフにする
mutes = ミュート中
mutes-lead = ここにあるものは未読にならず、通知も表示されません。チャンネルやサーバーをミュートするには、開いてベルを使います。
mutes-hidden = もう見られない場所
mutes-empty = ミュート中のものはありません
mutes-empty-text = ミュートしたチャンネルとサーバーがここに表示されます。

# Passkeys

passkeys-lead = パスキーなら、指紋、顔、端末の PIN でログインできます。推測されず、ほかのサイトが求めることもできません。
passkeys-yours = 登録済みのパスキー
passkeys-yours-text = もう持っていない端末のものは削除してください。
passkeys-second-only = 2 段階目のみ
passkeys-rename = 名前を変更
passkeys-remove-about = このパスキーではログインできなくなります。
passkeys-add = パスキーを追加
passkeys-address = このアドレスではブラウザーのパスキーを使えません。https とドメイン名が必要です。自分のコンピューターなら http://localhost で構いません。
passkeys-most = パスキーは上限の { $count } 個です。先に 1 つ削除してください。
passkeys-where = 保存先（この端末、スマートフォン、セキュリティキー）をブラウザーが尋ねます。
passkeys-first = 以後はパスワードだけではログインできなくなります。端末をなくしたときのためのリカバリーコードも発行されます。
passkeys-name-hint = パスキーを見分けるための名前です。
passkeys-scripts = パスキーには JavaScript が必要です。認証アプリは JavaScript なしで使えます。

# Phone

phone-lead = 確認済みの電話番号があれば、ログイン、忘れたパスワードの再設定、アプリの作成ができます。
phone-yours = あなたの番号
phone-verified = 確認済み
phone-remove = 番号を削除
phone-remove-about = この番号でのログイン、アプリの作成、忘れたパスワードの再設定ができなくなります。作成済みのアプリは引き続き動作します。ほかの人がこの番号を確認できるようになります。
phone-no-texts = このサービスはまだ SMS を送れないため、電話番号を確認できません。運営者による設定が必要です。
phone-for-app = アプリには責任を持つ所有者が必要です。番号の確認が済むと、アプリの作成に進みます。
phone-asks-password = ログインから時間がたっているため、コードを送る前にパスワードを確認します。
phone-code-title = コードを入力
phone-code-sent = <strong class="nums nowrap" id="masked-phone">{ $number }</strong> に SMS で送りました。10 分間有効です。
phone-code-over = <strong class="nums nowrap" id="masked-phone">{ $number }</strong> に送ったコードは無効になりました。新しいコードを請求してください。
phone-would-send = このインスタンスは SMS を送信しません。送信するはずだった内容：
phone-verify = 電話番号を確認
phone-resend = 新しいコードを送る
phone-resend-in = あと <span class="nums" data-countdown-number>{ $seconds }</span> 秒
phone-no-code = SMS が届かない場合は番号を確かめてください。ほかのアカウントが確認済みの番号には、コードのないメッセージが届きます。
phone-other = 別の番号を使う
phone-change = 番号を変更
phone-hint = +81 や +1 などの国番号を付けてください。
phone-hint-change = +81 や +1 などの国番号を付けてください。新しい番号が確認されるまで、現在の番号のままです。
phone-number = 電話番号
phone-verify-title = 番号を確認
phone-verify-text = SMS で 6 桁のコードを送ります。番号がほかの人に見えることはありません。

# Profile

profile-lead = チャットやログイン先のサイトで、このように表示されます。
profile-yours = あなたのプロフィール
profile-nickname-hint = メンションとログインに使われます。英小文字、数字、ピリオド、ハイフン、アンダースコアが使えます。
profile-name-hint = メッセージの横に表示されます。
picture-hint = PNG、JPEG、WebP、5 MiB まで。正方形に切り抜かれます。
profile-picture-remove = 画像を削除
profile-picture-remove-hint = 代わりに自動生成の模様が表示されます。
profile-save = プロフィールを保存
writing = メッセージの入力
writing-lead = このブラウザーの設定です。タッチ画面ではボタンで送信します。
writing-send = 送信キー
writing-enter = Enter
writing-enter-hint = Shift + Enter で改行します。
writing-ctrl = Ctrl + Enter
writing-ctrl-hint = Mac では ⌘ + Enter です。Enter だけで改行します。
writing-save = 選択を保存
language-lead = ページ、SMS、通知の言語です。どこでログインしても使われます。
language-auto = ブラウザーの設定に合わせる
language-save = 言語を保存

# Recovery codes

recovery-lead = 端末が手元にないときは、リカバリーコードで代用できます。1 個につき 1 回使えます。
recovery-new = 新しいコード
recovery-new-text = 表示されるのは今だけです。パスワードとは別に、安全な場所に保管してください。
recovery-download = テキストファイルでダウンロード
recovery-left = 残り { $count } 個
recovery-replace = 新しいコードを作ると、今あるコードはすべて置き換わります。
recovery-create = 新しいコードを作成

# Security

security-lead = パスワード、ログイン中のブラウザー、アカウントの最近の動きです。
security-password = パスワードを変更
security-password-text = ほかのすべてのブラウザーからログアウトされます。
security-current = 現在のパスワード
security-second = 2 段階ログイン
security-second-both = ログインには、パスワードと、認証アプリのコードまたはパスキーが必要です。パスキーだけでもログインできます。
security-second-app = ログインには、パスワードと認証アプリのコードが必要です。
security-second-passkey = ログインには、パスワードとパスキーが必要です。パスキーだけでもログインできます。
security-second-none = パスワードに加えて、パスキーまたは認証アプリでアカウントを守りましょう。

# <time></time> is the beginning, <span></span> the end.

security-trusted = <time></time> から <span></span> まで信頼済み
security-ask = コードを求める
security-sessions = ログイン中のブラウザー
security-sessions-text = 見覚えのない、または使っていないブラウザーからはログアウトしてください。
security-end-others = ほかをすべてログアウト
security-since = ログイン日 <time></time>
security-recent = 最近の動き
security-recent-text = 覚えのない操作があれば、すぐにパスワードを変更してください。
event-operator = このサービスの運営者による操作
event-someone = ほかの人による操作
event-failed = 失敗
security-log = セキュリティログ
security-log-lead = アカウントで起きたこと（新しい順）。あなただけに見えます。
security-log-empty = まだ何もありません
security-log-empty-text = ログイン、パスワードの誤り、アカウントの変更が、起きるたびにここに表示されます。
security-log-kept = 記録は { $days } 日間保存されます。あなたや運営者の操作は最大 { $kept } 件、誤ったパスワードでのログインなど誰でも行えることは最大 { $strangers } 件です。

# Authenticator app

totp-lead = 認証アプリを使うと、ログインにパスワードと端末のコードが必要になります。
totp-yours = 認証アプリ
totp-done = 設定済み
totp-since = 設定日 <time></time>。
totp-remove = アプリを外す
totp-remove-about = パスキーとリカバリーコードは残ります。
totp-scan = コードを読み取る
totp-scan-text = スマートフォンの認証アプリで読み取るか、アプリにキーを入力してください。続いて、アプリに表示されたコードを入力します。
totp-key = キー
totp-show = QR コードとキーを表示
totp-set-up = 設定する
totp-again = 新しいキーでやり直す
totp-begin = 認証アプリを設定
totp-begin-text = スマートフォンかコンピューターの認証アプリが必要です。
totp-begin-codes = 端末をなくしたときのためのリカバリーコードも発行されます。
totp-asks-password = ログインから時間がたっているため、先にパスワードを確認します。

# Offers

offers-lead = 所有者があなたに譲渡しようとしているサーバーと OAuth アプリです。承諾するとあなたのものになります。
offers-from = { $name } さん（@{ $nickname }）から
offers-until = <time></time> まで承諾できます
offers-accept = 承諾
offers-decline = 辞退
offers-server-hint = 所有者はサーバーに責任を持ち、すべての操作ができます。前の所有者はメンバーとして残り、ロールも保持します。
offers-phone = 先に電話番号を確認してください
offers-phone-text = アプリを所有するには、確認済みの電話番号が必要です。番号はあなただけに見えます。
offers-room = 所有できるアプリの上限に達しています
offers-room-text = 1 人が所有できるアプリは { $count } 個までです。承諾する前に 1 つ削除してください。
offers-apps = 提示されたアプリ
offers-suspended = このアプリは停止中です。解除されるまで譲渡できません。
offers-secrets = アプリのクライアント ID、シークレット、ログインは引き継がれます。前の所有者がシークレットを知っている可能性があります。承諾したら新しいものを作り、ほかを削除してください。リダイレクト URI も確かめてください。
offers-public = 公開アプリのクライアント ID とログインは引き継がれます。承諾したら、前の所有者が選んだリダイレクト URI を確かめてください。
offers-empty = オファーはありません
offers-empty-text = 誰かがサーバーやアプリをあなたに譲渡しようとすると、7 日間ここに表示されます。
