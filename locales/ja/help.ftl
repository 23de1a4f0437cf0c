# Keyboard shortcuts

keys-lead = スクリプトが必要です。入力欄に文字を入力している間は働きません。
keys-list = この一覧を表示
keys-search-how = <kbd>/</kbd> または <kbd>Ctrl</kbd> <kbd>K</kbd>
keys-search = サーバーのメッセージを検索
keys-step-how = <kbd>J</kbd> と <kbd>K</kbd>
keys-step = 次のメッセージと前のメッセージに移動
keys-move-how = <kbd>↓</kbd> <kbd>↑</kbd> <kbd>Home</kbd> <kbd>End</kbd>
keys-move = メッセージ上で：別のメッセージに移動
keys-into-how = <kbd>Enter</kbd> のあと <kbd>→</kbd>
keys-into = メッセージ上で：できる操作に移動
keys-reply = フォーカスのあるメッセージ、なければ最新のメッセージに返信
keys-edit = 自分のメッセージなら編集
keys-unread = そのメッセージ以降をすべて未読にする
keys-enter-key = Enter
keys-send = メッセージ欄で：送信（<a href="/settings/profile#writing-head">プロフィール</a>で変更できます）
keys-last = 空のメッセージ欄で：最後に送ったメッセージを編集
keys-escape-key = Esc
keys-close = 開いているものを閉じる。何も開いていなければチャンネルを既読にする
keys-channel-how = <kbd>Alt</kbd> <kbd>↑</kbd> と <kbd>Alt</kbd> <kbd>↓</kbd>
keys-channel = 上のチャンネルと下のチャンネルに移動
keys-inbox = 受信トレイに移動
keys-portal = ポータルに移動
keys-single = Ctrl も Alt も使わないショートカット
keys-single-hint = このブラウザーでの設定です。音声入力を使う場合や、誤ってキーを押してしまう場合はオフにしてください。

# How notifications work

notify-lead = メンションや返信があったことを、ブラウザーがどのように知らせるかの説明です。
notify-turn = オンにする
notify-turn-text = <a href="/settings/notifications">設定 › 通知</a>を開き、<em>このブラウザーでオンにする</em>を押します。すると、通知を表示してよいかブラウザーが尋ねます。ほかのページが尋ねることはありません。通知を受け取りたいブラウザーごとに同じことをしてください。
notify-most =
    { $most ->
       *[other] 通知を受け取れるブラウザーは最大 { $most } 個です。さらに追加すると、最初に追加したものと入れ替わります。
    }
notify-ios = iPhone や iPad では、まず Safari で<em>共有</em>から<em>ホーム画面に追加</em>を選び、そこからサイトを開いてください。
notify-shows = 通知には、誰がどこに書いたかと、メッセージの冒頭が表示されます。クリックするとメッセージが開きます。タブをいくつ開いていても表示は一度だけで、いま見ているチャンネルについては表示されません。
notify-closed = ページを開いていないとき
notify-push = このサイトのページを開いていなくても、ブラウザーが動いていてサインインしていれば通知が届きます。通知はブラウザーの提供元のプッシュサービスを通りますが、暗号化されており、あなたのブラウザーでしか読めません。プッシュサービスに分かるのは、通知があること、その大きさ、チャンネルを表す番号だけです。
notify-signed-out = サインアウトすると通知は止まります。同じブラウザーで再びサインインすると、自分でオフにしていないかぎり、確認なしでまたオンになります。そのブラウザーでほかの人がサインインした場合は、その人がオンにするまでオフのままです。設定で削除したブラウザーは、そこで再び通知をオンにするまで削除されたままです。
notify-page-only = このサイトでは、通知を受け取るにはページを開いておく必要があります。
notify-fewer = 通知を減らす
notify-mute = <strong>ミュート</strong>：チャンネルやサーバー全体を、上部のベルから 1 時間、8 時間、または解除するまでミュートできます。メンションはそのまま受信トレイに届きます。
notify-quiet = <strong>おやすみ時間</strong>（設定）：選んだ曜日の決めた時間帯、あなたのいる場所の時刻で、通知を表示しません。その間の通知があとから表示されることはなく、受信トレイに入ります。
notify-read = <strong>既読のもの</strong>：その間に別の端末で読んだものは表示されません。
notify-missing = 通知が届かないとき
notify-blocked = 設定にブロックされていると表示される場合は、ブラウザーの設定でこのサイトの通知を許可してください。
notify-device = 端末の設定を確認してください。集中モードや「おやすみモード」は、すべてのサイトの通知を止めます。
notify-background = 閉じている間は何も表示しないブラウザーもあります。コンピューターの Firefox と Chromium は、バックグラウンドで動いている必要があります。
