# The home page

home-welcome = { $brand } へようこそ
home-lead = ここに集まる人のための、サーバーとチャンネルのあるチャットです。ログインすると読み書きできます。
home-lead-sign-up = ここに集まる人のための、サーバーとチャンネルのあるチャットです。ログインするかアカウントを作成すると読み書きできます。
home-invite = はじめての方は、受け取った招待リンクを開いてください。
home-closed = 現在、新規登録は受け付けていません。
home-about = このサイトについて
home-servers = 招待からサーバーに参加するか、自分のサーバーを作成できます。メッセージはすぐに届き、あなたへのメンションは受信トレイに集まります。
home-account = ほかのサイトでも使えるアカウント
home-account-text = ログインしたサイトに見えるのは、ID、ユーザー名、表示名、画像の 4 つだけです。メッセージ、サーバー、電話番号は見えません。
home-programs = プログラムからも投稿
home-programs-text = 動かしているものは何でもチャンネルに投稿でき、頼まない限り誰にも通知しません。方法は<a href="/docs">連携ガイド</a>（英語）にあります。

# An invite

invite-join = { $server } に参加
invite-member = すでに参加しているサーバー
invite-by = <bdi>{ $name }</bdi> さん（@{ $nickname }）からの招待
invite-to = 招待されたサーバー
invite-members = メンバー <span class="nums">{ $count }</span> 人
invite-owner = 所有者 @{ $owner }
invite-go = { $server } へ
invite-later = 今はしない
invite-shown = サーバーのメンバーには、あなたのユーザー名、表示名、画像が見えます。
invite-shown-first = あなたが確認するまで参加は完了しません。サーバーのメンバーには、あなたのユーザー名、表示名、画像が見えます。
invite-sign-in = ログインして参加
invite-sign-up = 登録して参加

# The list of servers

list-lead = サーバーは、会話用のチャンネルがある、グループのための場所です。
list-mine = 参加中のサーバー
list-owner = あなたが所有しています
list-settings = 設定
list-leave = 退出
list-leave-server = { $server } から退出
list-leave-about = このサーバーでのロールは失われ、戻るには招待が必要です。
list-empty = まだサーバーに参加していません
list-empty-text = 下で作成するか、受け取った招待リンクを開いてください。
list-suspended = 停止中のサーバー
list-suspended-text = このインスタンスの運営者が停止しました。解除されるまで、誰も読み書きできません。
list-new = サーバーを作成
list-new-text = あなたが所有者になり、チャンネルが 1 つある状態で始まります。作成したら人を招待しましょう。
list-example = 金曜の会
list-create = サーバーを作成
no-channel = 見られるチャンネルがありません
no-channel-manages = このサーバーを管理できますが、どのチャンネルも見る権限がありません。
no-channel-settings = サーバー設定を開く
no-channel-text = このサーバーのメンバーですが、どのチャンネルも見る権限がありません。管理している人に尋ねてください。

# Inbox

inbox-lead = あなたへの返信や、あなた・あなたのロール・チャンネル全員へのメンションが届きます。
inbox-read-all = すべて既読にする
inbox-read-to = ここまで既読にする
inbox-message = { $channel } の { $name } さん
inbox-earlier = 以前
reply-badge = 返信
inbox-you = あなた
inbox-role = ロール
inbox-everyone = 全員
inbox-unread = （未読）
inbox-empty = メンションはまだありません
inbox-empty-text = 参加中のサーバーで、あなたへの返信や、あなた・あなたのロール・全員（@all）へのメンションがあると、ここに表示されます。
inbox-to-servers = 参加中のサーバーへ
inbox-end = これより前のメンションはありません
inbox-end-text = 受信トレイの末尾です。
inbox-to-newest = 最新のメンションへ戻る

# Members and people

members-title = { $channel } のメンバー
members-lead = { $channel } を見られる人を、最上位のロールごとに表示しています。
members-online = { $count } 人がオンラインです。
members-online-only = { $count } 人がオンラインです。大きなサーバーのため、ほかの人は表示されません。
members-here = 今ここにいます
members-all = 全 { $count } 人
members-roles = すべてのロール
person-you = あなた
person-since = <time></time> から参加
person-gone = 現在このサーバーにはいません
person-owner = 所有者
person-edit = プロフィールを編集
person-block-hint = ブロックすると、この人のメッセージがあなたにだけ折りたたまれます。相手には知らされません。

# Search

search-skip = 検索結果へ移動
search-in = <bdi>{ $server }</bdi> を検索
search-region = 検索と結果
search-help = 検索のしかた
search-words = 両方の語を含むメッセージ（順不同）。<code>deplo</code> で「deployment」も見つかります
search-phrase = この語がこの順で並んでいるもの
search-from = 人、Webhook（<code>from:"CI bot"</code>）、または自分（<code>from:me</code>）の投稿
search-channel = チャンネル内
search-days = ある日より前、後、またはその日（あなたの時刻で）
search-mentions = あなた、あなたのロール、または全員に通知したもの
search-ignored = 検索で無視した部分：
search-results = 検索結果（新しい順）
search-by = { $name } さんのメッセージ
search-so-far = まだ見つかっていません
search-so-far-text = 最新のメッセージだけを検索しました。「以前」で続けてください。
search-none = メッセージが見つかりません
search-none-names = 見られるメッセージの中に、条件に合うものがありません。「from:」と「in:」の後の名前を確かめるか、別の語を試してください。
search-none-text = 見られるメッセージの中に、条件に合うものがありません。語を減らすか変えてみてください。語は先頭の 3 文字以上で見つかります。
search-end = これより前のメッセージは見つかりません
search-end-text = 検索結果の末尾です。
