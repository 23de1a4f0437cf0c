frame-skip = 本文へ移動
frame-home = { $brand } ホーム
frame-main = メインメニュー
frame-chat = チャット
frame-inbox = 受信トレイ
frame-unread = 件の未読
frame-portal = ポータル
frame-account = { $name } さんのアカウント
frame-account-attention = { $name } さんのアカウント、要対応 { $count } 件
frame-account-menu = アカウント
frame-servers = 参加中のサーバー
frame-profile = プロフィール
frame-phone = 電話番号
frame-phone-unverified = 未認証
frame-security = セキュリティ
frame-apps = 連携アプリ
frame-shortcuts = キーボードショートカット
frame-console = コンソール
frame-attention = 件の要対応
frame-colours = 配色
frame-sign-out = ログアウト
frame-docs = ドキュメント
frame-sign-in = ログイン
frame-sign-up = 新規登録
frame-footer = フッター
frame-guide = 連携ガイド
frame-keyboard = キーボード
frame-language = 言語
colours-device = この端末の配色
colours-device-hint = この端末に合わせる
colours-light = ライト配色
colours-light-hint = ライト
colours-dark = ダーク配色
colours-dark-hint = ダーク
date = { $year }/{ $month }/{ $day }

cancel = キャンセル
continue = 続ける
go-back = 戻る
go-to-chat = チャットへ
go-to-portal = ポータルへ
password = パスワード
new-password = 新しいパスワード
password-hint = 8 文字以上。いくつかの単語をつなげるとよいパスワードになります。
login = ユーザー名または電話番号
use-passkey = パスキーを使う
code-or-recovery-code = 6 桁のコードまたはリカバリーコード
recovery-code = リカバリーコード
back-to-sign-in = ログインに戻る
signed-in-as = <strong>{ $name }</strong>（@{ $nickname }）としてログイン中
not-you = 別の方ですか？

sign-in = ログイン
sign-in-to-app = { $name } に進むには、ログインしてください。
sign-in-to-server = { $name } に参加するには、ログインしてください。
sign-in-kept-form = セッションが終了しました。もう一度ログインしてください。入力内容は 1 時間保存されます。
sign-in-ended = セッションが終了しました。もう一度ログインしてください。
sign-in-first = 続けるには、ログインしてください。
sign-in-passkey = パスキーでログイン
sign-in-forgot = パスワードをお忘れですか？
sign-in-new = アカウントをお持ちでない場合は、<a href="{ $href }">新規登録</a>
sign-in-invite = アカウントをお持ちでない場合は、受け取った招待リンクを開いて登録してください。

sign-up = 新規登録
sign-up-lead = チャットにも、このアカウントでログインできるほかのサイトにも使える、ひとつのアカウントです。
sign-up-join-lead = 登録して { $server } に参加します。メンバーには、あなたのユーザー名、表示名、画像が見えます。
sign-up-admin = このアカウントが、このインスタンスの管理者になります。
sign-up-nickname = ユーザー名
sign-up-nickname-hint = メンションに使われる名前です。英小文字、数字、ピリオド、ハイフン、アンダースコアが使えます。
sign-up-name = 表示名
sign-up-name-hint = メッセージの横に表示されます。いつでも変更できます。
sign-up-join = 登録して参加
sign-up-known = アカウントをお持ちの場合は、<a href="{ $href }">ログイン</a>
sign-up-known-admin = アカウントをお持ちの場合は、<a href="{ $href }">ログイン</a>すると、そのアカウントが管理者になります
sign-up-invite-title = 招待が必要です
sign-up-invite = このインスタンスでは、サーバーへの招待から登録します。受け取った招待リンクを開き、そのページから登録してください。使えなくなっている場合は、新しいリンクをもらってください。
sign-up-link-title = このリンクは使えなくなりました
sign-up-link = 使用済みか、取り消されたか、期限が切れています。リンクをくれた人に、新しいリンクをもらってください。
sign-up-closed-title = 新規登録は受け付けていません
sign-up-closed = このインスタンスでは、現在だれも登録できません。アカウントがあるはずの場合は、運営者に問い合わせてください。

confirm-title = 本人確認
confirm-lead = ログインしてから時間がたっています。続けるには、もう一度パスワードを入力してください。
confirm-lead-act = ログインしてから時間がたっています。もう一度パスワードを入力すると、選んだ操作が実行されます。
confirm-lead-some-app = 移動元のアプリが、パスワードの再入力を求めています。
confirm-lead-app = { $app } が、パスワードの再入力を求めています。
confirm-incomplete = その間、ファイルとパスワードは保存できません。このあとフォームに戻るので、追加してもう一度送信してください。
confirm-next = 次の操作：<strong>{ $label }</strong>
confirm-button = 確認

reset-title = パスワードを忘れた場合
reset-lead = 認証済みの電話番号に SMS でコードを送ります。そのコードで新しいパスワードを設定してください。
reset-send = コードを送信
reset-no-texts-title = SMS を利用できません
reset-no-texts = このサービスは SMS を送信できません。新しいパスワードの設定を運営者に依頼してください。
reset-no-phone = 認証済みの電話番号がない場合は、新しいパスワードの設定をこのサービスの運営者に依頼してください。
reset-remembered = 思い出した場合は、<a href="{ $href }">ログイン</a>
reset-code-title = 新しいパスワード
reset-code-heading = 新しいパスワードの設定
reset-code-sent = このアカウントに認証済みの電話番号があれば、コードを送信しています。有効期限は 10 分です。
reset-code-app = SMS のコードは正しいです。このアカウントには 2 段階目の認証もあります。新しいパスワードをもう一度入力し、認証アプリのコードまたはリカバリーコードも入力してください。
reset-code-app-passkey = SMS のコードは正しいです。このアカウントには 2 段階目の認証もあります。新しいパスワードをもう一度入力し、認証アプリのコードまたはリカバリーコードも入力してください。パスキーを使う場合、コードは不要です。
reset-code-recovery = SMS のコードは正しいです。このアカウントには 2 段階目の認証もあります。新しいパスワードをもう一度入力し、リカバリーコードも入力してください。
reset-code-recovery-passkey = SMS のコードは正しいです。このアカウントには 2 段階目の認証もあります。新しいパスワードをもう一度入力し、リカバリーコードも入力してください。パスキーを使う場合、コードは不要です。
reset-code-tries = あと { $count } 回入力できます。
reset-code = 8 桁のコード
reset-code-button = パスワードを設定
reset-code-passkey = パスキーでパスワードを設定
reset-code-signs-out = すべてのブラウザーからログアウトします。
reset-code-over = このコードは使えなくなりました。新しいコードを請求してください。
reset-code-new = 新しいコードを請求
reset-code-again = SMS が届かない場合は、30 秒待ってから<a href="{ $href }">新しいコードを請求</a>してください。ひとつの番号に送る SMS は 1 日 5 通までです。
reset-code-outbox = このインスタンスは SMS を送信しません。内容は<a href="/dev/outbox">送信トレイ</a>に表示されます。

second-title = コードを入力
second-title-passkey = パスキーで確認
second-sign-in-both = このアカウントは 2 段階認証で保護されています。パスキーを使うか、認証アプリに表示されるコードを入力してください。
second-sign-in-app = このアカウントは 2 段階認証で保護されています。認証アプリを開き、表示されるコードを入力してください。
second-sign-in-passkey = このアカウントは 2 段階認証で保護されています。パスキーまたはリカバリーコードを使ってください。
second-again-both = この操作には 2 段階目の認証が必要です。パスキーを使うか、認証アプリに表示されるコードを入力してください。
second-again-app = この操作には 2 段階目の認証が必要です。認証アプリを開き、表示されるコードを入力してください。
second-again-passkey = この操作には 2 段階目の認証が必要です。パスキーまたはリカバリーコードを使ってください。
second-trust = このブラウザーを 30 日間信頼する
second-trust-hint = 自分の端末でだけ選んでください。ここでログインするときにコードを求められなくなります。
second-lost = 端末をなくした場合は、代わりにリカバリーコードを入力してください。それもない場合は、このサービスの運営者に問い合わせてください。

consent-title = { $app } にログイン
consent-heading = { $brand } のアカウントで <strong>{ $app }</strong> にログイン
consent-other-account = { $app } は別のアカウントを求めています。そのアカウントでログインするか、キャンセルしてください。
consent-used = 以前に利用しています（前回：<time></time>）
consent-more = { $app } に見えるものと、その作成者
consent-gets = { $app } に見えるもの
consent-gets-id = あなたの ID
consent-gets-nickname = ユーザー名
consent-gets-name = 表示名
consent-gets-picture = 画像
consent-never = { $app } にできないこと
consent-never-profile = 名前や画像を見る
consent-never-messages = メッセージを読む、送る
consent-never-servers = 参加中のサーバーやそのメンバーを見る
consent-never-secrets = 電話番号やパスワードを見る
consent-never-act = ここであなたとして操作する
consent-about = 説明
consent-owner = 作成者
consent-created = 作成日
consent-homepage = ウェブサイト
consent-privacy = プライバシーポリシー
consent-terms = 利用規約
consent-sign-in = ログインの情報
consent-sign-in-with = { $app } には、ここにいつ、何を使ってログインしたかも伝わります：{ $methods }
consent-revoke = 許可は<a href="/settings/apps">連携アプリ</a>からいつでも取り消せます。
consent-report = このアプリに問題がありますか？<a id="report-app" href="{ $href }">報告する</a>
consent-device = <strong>{ $address }</strong> の端末が、あなたとしてログインします
consent-return-computer = このコンピューターのプログラム <strong>{ $place }</strong> に戻ります
consent-return-phone = このスマートフォンのプログラム <strong>{ $place }</strong> に戻ります
consent-return-app = この端末のアプリ <strong>{ $place }</strong> に戻ります
consent-return = <strong>{ $place }</strong> に戻ります
consent-approve = 許可する
consent-switch = 別のアカウントを使う

link-suspended-title = このアプリは停止されています
link-suspended = このインスタンスの運営者が停止したため、だれもこのアプリにログインできません。ログインは行われず、何も共有されていません。
link-broken-title = このログインリンクは正しくありません
link-broken = 移動元のアプリのリンクが正しくありません。ログインは行われず、何も共有されていません。修正できるのは、アプリの運営者だけです。
link-developer = アプリの開発者の方へ
link-parameter = パラメーター
link-why = 理由
link-fix = 修正点
link-received = 受け取った値
link-about = <code>client_id</code> と <code>redirect_uri</code> が同じアプリのものである場合だけ、アプリに戻ります。そうでないと、攻撃者のサイトに移動するおそれがあります。<a href="/portal">ポータル</a>のアプリのページに、両方の値と正しいリンクがあります。

onward-title = { $app } に戻る
onward-failed = アプリのリクエストを完了できませんでした。アプリへのログインは行われず、何も共有されていません。
onward-error = アプリへのログインは行われず、何も共有されていません。
onward-signed-in = ログインしています。
onward-continue = { $app } へ進む

device-title = 端末でログイン
device-lead = 端末またはプログラムに表示されているコードを入力してください。
device-code = コード
device-code-hint = BCDF-GHJK のような 8 文字です。
device-warning = このコードやこのページへのリンクをだれかから受け取りましたか？その場合は続けないでください。相手があなたとしてログインしてしまいます。
device-check-title = あなたの端末ですか？
device-check-heading = このコードは、目の前の端末に表示されていますか？
device-check-app = アプリ
device-check-app-owner = <strong>{ $app }</strong>（作成者：{ $name } @{ $nickname }）
device-check-from = 要求元
device-check-same-network = <span class="nums">{ $address }</span>（いまお使いのネットワーク）
device-check-other-network = <span class="nums">{ $address }</span>（いまお使いのネットワークとは別）
device-check-asked = 要求時刻
device-check-minutes =
    { $minutes ->
        [0] 1 分以内
       *[other] { $minutes } 分前
    }
device-check-warning = 自分で始めた操作で、自分の端末やプログラムにこのコードが表示されている場合だけ続けてください。だれかからコードやリンクを受け取った場合、相手はあなたとしてログインしようとしています。
device-check-refuse = いいえ、拒否する
device-check-continue = はい、続ける
device-approved-title = 端末がログインしました
device-approved = 端末に戻ってください
device-approved-text = 数秒以内にログインします。このページは閉じてかまいません。
device-denied-title = 端末を拒否しました
device-denied = 端末はログインしていません
device-denied-text = 何も共有されていません。だれかからコードを受け取った場合、相手はあなたとしてログインしようとしました。返信しないでください。

logout-title = ログアウト
logout-heading = { $brand } からログアウトしますか？
logout-by-app = <strong>{ $app }</strong> が、ここからもログアウトすることを求めています。
logout-by-some-app = アプリが、ここからもログアウトすることを求めています。
logout-stay = ログインしたままにする
logout-about = このブラウザーからログアウトします。ほかのブラウザーやほかのアプリでは、ログインしたままです。
logout-done-title = ログアウトしました
logout-done = { $brand } からログアウトしました
logout-done-text = このブラウザーからログアウトしました。ほかのアプリではログインしたままの場合があります。
logout-back = { $app } に戻る
logout-sign-in = もう一度ログイン

error-sent = 送信した内容 <span class="muted">（{ $field }）</span>
error-not-kept = パスワード、コード、ファイルは保存されません。フォームをもう一度開いて入力してください。
error-unsent = 送信しようとした文章
error-open-form = フォームを開く
error-retry = 再試行
error-home = ホームへ
error-reference = 問い合わせるときは、この番号を伝えてください：<code id="reference">{ $reference }</code>
