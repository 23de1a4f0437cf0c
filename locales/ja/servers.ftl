# Settings of a server

settings-back = { $server } に戻る
settings-overview = 概要
danger = 危険な操作
danger-confirm = これらの操作は元に戻せないため、先にパスワードを確認します。
confirm-first = 先に本人確認をする
remove = 取り除く
remove-what = { $what } を取り除く
reason = 理由
position = 位置
picture = 画像
picture-new = 新しい画像
picture-upload = 画像をアップロード
picture-remove = 画像を削除
overview-pictures = カードの画像はクリックしたときだけ読み込む
overview-pictures-hint = 画像は Webhook が指定するホストから読み込まれ、誰がいつ開いたかがそのホストに伝わります。有効にすると、ほかのホストにある投稿者の画像は表示されません。
overview-second = このサーバーの管理に 2 段階ログインを必須にする
overview-second-anyway = このサービスでは、ここでの選択にかかわらず、サーバーを管理する全員に必須です。
overview-second-hint = 設定していない所有者、管理者、サーバーを管理できる人は、設定するまでその権限を使えません。読み書きはこれまでどおりできます。
overview-need = これらの設定を変更するには「サーバーを管理」の権限が必要です。
overview-picture-lead = メンバーのサーバー一覧と、招待された人が参加する前の画面に表示されます。
transfer = 所有権を譲渡
transfer-about = ほかのメンバーが承諾すると、このサーバーの所有者になります。あなたはメンバーのままで、ロールも残ります。
transfer-offered = { $name } さん（@{ $nickname }）に <time></time> まで提示中です。相手は「設定」の「譲渡のオファー」で確認できます。承諾されるまでは、あなたのサーバーのままです。
transfer-cancel = 譲渡を取り消す
transfer-no-heirs = 所有者になれるほかのメンバーがいません。先に<a href="{ $path }/invites">招待</a>してください。
transfer-ask = 7 日以内に承諾すると、相手が所有者になります。あなたはメンバーのままでロールも残りますが、返還できるのは相手だけです。
transfer-to = 新しい所有者
transfer-choose = メンバーを選択
transfer-nickname = 新しい所有者のユーザー名
server-name = サーバー名
server-delete = このサーバーを削除
server-delete-button = サーバーを削除
server-delete-about = チャンネル、メッセージ、Webhook、ロール、招待もすべて、ただちに完全に削除されます。
server-delete-ask = チャンネル、メッセージ、Webhook、ロール、招待もすべて、ただちに完全に削除されます。確認のため <strong>{ $server }</strong> と入力してください。

# Channels

channels-title = { $server } のチャンネル
channels-lead = チャンネルを開くと、編集と権限の設定ができます。全員にこの順番で表示されます。
channels-none = 見られるチャンネルがありません。
channels-new = チャンネルを作成
channels-name-hint = 文字、数字、ハイフン、アンダースコアが使えます。
channels-example = builds
channels-topic-hint = チャンネルの話題です。
channels-create = チャンネルを作成
channel-open = チャンネルを開く
channel-topic = トピック
channel-slow-mode = 低速モード
channel-slow-hint = メンバーが次の投稿まで待つ時間です。メッセージやチャンネルを管理する人には適用されません。
channel-position-hint = あなたに見える { $count } チャンネルのうち、1 が先頭です。
channel-save = チャンネルを保存
channel-permissions = このチャンネルでの権限
channel-permissions-lead = 「継承」では、メンバーのロールで許可された内容に従います。ロールの設定は全員の設定より、メンバーの設定はその両方より優先されます。
channel-beyond = 許可できるのは、このチャンネルであなた自身に許可されていることだけです。対象外：{ $permissions }
channel-above = あなたの最上位のロール以上にあるロールやメンバーの設定は変更できません。
channel-save-permissions = 権限を保存
channel-every-member = サーバーの全メンバー
channel-kind-role = ロール
channel-kind-former = 退出済み
channel-kind-member = メンバー
channel-allowed = { $permission }：許可
channel-denied = { $permission }：拒否
channel-inherited = { $permission }：継承
channel-add = ロールまたはメンバーを追加
channel-target = ロールまたはメンバー
channel-target-choose = ロールまたはメンバーを選択
channel-role = ロール
channel-no-role = ロールなし
channel-nickname = またはメンバーのユーザー名
channel-delete = このチャンネルを削除
channel-delete-about = メッセージと Webhook も、ただちに完全に削除されます。
channel-delete-button = チャンネルを削除
channel-delete-ask = <strong>{ $channel }</strong> を、すべてのメッセージと Webhook とともに削除しますか？ただちに完全に削除されます。

# Roles

roles-title = { $server } のロール
roles-lead = ロールは、それを持つメンバーに権限を与えます。「全員」はすべてのメンバーに適用されます。操作できるのは、自分の最上位のロールより下にあるロールとメンバーだけです。
roles-mentionable = メンション可
roles-no-permissions = 権限なし
roles-holders = <span>{ $count }</span> <span>人</span>
roles-new = ロールを作成
roles-new-lead = 与えられるのは、あなた自身が持つ権限だけです。
roles-example = 制作チーム
roles-create = ロールを作成
permissions = 権限
role-title = ロール { $role }
role-everyone = サーバーの全メンバーがこれらの権限を持ちます。
role-mentionable = 誰でもこのロールにメンションできる
role-save = ロールを保存
role-too-high = あなたの最上位のロールより下にないため、このロールは編集できません。
role-beyond = あなたにない権限を持つため、このロールは編集できません。
role-need = ロールを編集するには「ロールを管理」の権限が必要です。
role-delete = このロールを削除
role-delete-about = ロールを持つメンバーはその権限を失い、チャンネルでの設定も失われます。
role-delete-button = ロールを削除
role-delete-ask = ロール <strong>{ $role }</strong> を削除しますか？

# Members

members-of = { $server } のメンバー
members-total = 合計 { $count } 人
members-search = メンバーを検索（ユーザー名と表示名）
members-none = ユーザー名、または表示名の単語がこれで始まるメンバーはいません。
members-none-large = ユーザー名がこれで始まる、または表示名が完全に一致するメンバーはいません。
member-since = <time></time> から参加
member-timed-out = <time></time> までタイムアウト中：それまでこのメンバーは読めますが、投稿や変更はできません。
member-no-roles = このサーバーには、割り当てられるロールがまだありません。
member-create-role = <a href="/servers/{ $server }/settings/roles">作成</a>してください。
member-roles-hint = 追加・削除できるのは、あなたの最上位のロールより下にあり、その権限をあなた自身が持つロールだけです。
member-save-roles = ロールを保存
member-has-none = このメンバーにはロールがありません。
member-above = 変更できるのは、最上位のロールがあなたより下のメンバーのロールだけです。
member-need-roles = ロールを割り当てるには「ロールを管理」の権限が必要です。
member-remove = メンバーを外す
member-remove-title = サーバーから外す
member-remove-about = このサーバーでのロールを失いますが、招待があれば戻れます。メッセージは残ります。
member-remove-ask = <strong>@{ $nickname }</strong> を { $server } から外しますか？
time-out = タイムアウト
time-out-lead = タイムアウト中のメンバーは、これまでどおり読めますが、投稿や変更はできません。退出して参加し直しても解除されません。
time-out-for = 期間
time-out-button = タイムアウトする
time-out-lift = タイムアウトを解除
former = メンバーではありません
former-banned = この人はサーバーから BAN されています。<a href="/servers/{ $server }/settings/bans">BAN の一覧を見る</a>
former-left = この人はサーバーを退出したか、外されました。

# Bans and reports

bans = BAN
bans-title = { $server } の BAN
bans-lead = BAN された人は、どの招待でもこのサーバーに参加できません。メンバーのページから BAN できます。
bans-by = BAN した人：@{ $by }
bans-by-gone = BAN した人：削除されたユーザー
bans-lift = 解除
bans-lift-of = { $name } さんの BAN を解除
bans-empty = BAN された人はいません
bans-empty-text = このサーバーから BAN した人が、理由とともに表示されます。
bans-end = これより前の BAN はありません。
ban = BAN する
ban-title = サーバーから BAN する
ban-former = 誰かが BAN を解除するまで、どの招待でも戻れません。
ban-removes = サーバーから外され、誰かが BAN を解除するまで、どの招待でも戻れません。
ban-removes-only = サーバーから外され、誰かが BAN を解除するまで、どの招待でも戻れません。メッセージは残ります。
ban-ask = <strong>@{ $nickname }</strong> を { $server } から BAN しますか？
ban-reason-hint = BAN の一覧と監査ログに表示されます。
ban-messages = この人のメッセージを取り除く
moderate-timed-out = { $name } さんをタイムアウトにしました。
moderate-ban = <bdi>{ $name }</bdi> さんを BAN する
moderate-banned = { $name } さんをこのサーバーから BAN しました。
moderate-lifted = { $name } さんの BAN を解除しました。招待があれば再び参加できます。
deleted-user = 削除されたユーザー
deleted-account = 削除されたアカウント
reports-title = { $server } の報告
reports-lead = メンバーが報告したメッセージを、報告時の内容で表示しています。報告した人がほかの人に知られることはありません。
reports-deleted = その後削除
reports-edited = その後編集
reports-count = { $count } 人が報告
reports-remove = メッセージを取り除く
reports-dismiss = 却下
reports-dismiss-of = { $name } さんのメッセージへの報告を却下
reports-empty = 未対応の報告はありません
reports-empty-text = メンバーがメッセージを報告すると、モデレーター向けにここに表示されます。
reports-end = これより前の報告はありません。
reports-hidden = ほかに { $count } 件の報告が、あなたに見えないチャンネルのメッセージについて届いています。判断できるのは、それらを見られるモデレーターだけです。
reports-decided = 最近の対応
reports-removed = メッセージを取り除きました
reports-dismissed = 報告を却下しました

# Invites

invites = 招待
invites-title = { $server } への招待
invites-lead = リンクを持つ人は誰でも、期限切れ、使い切り、または削除されるまで参加できます。
invites-expires = 有効期間
invites-never = 無期限
invites-uses = 使用回数
invites-any = 無制限
invites-create = 招待を作成
invites-what = 招待リンク
invites-by = 作成者 @{ $creator }
invites-unused = 未使用
invites-joined = { $count } 人が参加
invites-used-up = 使い切り
invites-expired = 期限切れ
invites-left = 残り { $count } 回
invites-until = <time></time> に期限切れ
invites-about = 招待 { $code }
invites-delete-ask = 送った相手全員にとってリンクが使えなくなります。これで参加した人はメンバーのままです。
invites-delete-ask-dead = これで参加した人はメンバーのままです。
invites-delete = 招待を削除
invites-empty = 招待はまだありません
invites-empty-text = 作成して、招待したい人にリンクを送りましょう。
invites-need = 招待するには「サーバーを管理」の権限が必要です。

# Audit log

audit = 監査ログ
audit-title = { $server } の監査ログ
audit-server-empty = サーバーと、その Webhook、チャンネル、ロール、メンバー、招待へのすべての変更と、誰が行ったかが表示されます。参加と退出も表示されます。
audit-server-lead = このサーバーで誰が何を変更したか。記録は { $days } 日間、最新の { $most } 件まで保存されます。
audit-filter = ログを絞り込む
audit-filter-button = 絞り込む
audit-who = 誰が
audit-anyone = 全員
audit-what = 何を
audit-anything = すべて
audit-end = これより前の記録はありません
audit-end-text = これより古い記録はありません。
audit-none = 一致する記録がありません
audit-none-text = この条件に一致する記録はありません。
audit-all = すべて表示
audit-empty = 変更はまだありません
