# The entries of a server's audit log; those in English are in crates/store/src/models/logs/audit/action.rs

audit-hidden-channel = 非公開チャンネル

# Webhooks

said-webhook_created = { $actor } が { $channel } に投稿する Webhook { $target } を作成しました
said-webhook_edited = { $actor } が Webhook { $target } の名前を { $name_to } に変更しました
said-webhook_edited-2 = { $actor } が Webhook { $target } を編集しました
said-webhook_moved = { $actor } が Webhook { $target } を { $channel_from } から { $channel_to } に移動しました
said-webhook_url_regenerated = { $actor } が Webhook { $target } の URL を再生成しました
said-webhook_paused = { $actor } が Webhook { $target } を一時停止しました
said-webhook_resumed = { $actor } が Webhook { $target } を再開しました
said-webhook_creator_changed = { $actor } が Webhook { $target } を作成者として引き継ぎました
said-webhook_reported_leaked = { $actor } が Webhook { $target } の URL の漏えいを報告しました。URL は再生成され、Webhook は一時停止しています
said-webhook_found_leaked = シークレットスキャナーが URL の漏えいを報告したため、{ $actor } は一時停止されました
said-webhook_suspended = { $actor } は運営者により利用停止になりました
said-webhook_restored = { $actor } の運営者による利用停止は解除されました
said-webhook_deleted = { $actor } が { $channel } に投稿していた Webhook { $target } を削除しました
said-message_deleted = { $actor } が { $channel } の自分のメッセージを削除しました

# Channels

said-channel_created = { $actor } がチャンネル { $target } を作成しました
said-channel_edited = { $actor } がチャンネル { $target } を編集しました
said-channel_edited-2 = { $actor } がチャンネル { $target } の名前を { $name_to } に変更しました
said-channel_edited-3 = { $actor } が { $target } の低速モードを変更しました
said-channel_edited-4 = { $actor } が { $target } のトピックを変更しました
said-channel_moved = { $actor } がチャンネル { $target } を移動しました
said-channel_deleted = { $actor } がチャンネル { $target } を削除しました
said-others_message_deleted = { $actor } が { $target } にある { $author } のメッセージを削除しました
said-messages_removed = { $actor } が { $target } で、ある投稿以降の { $author } のメッセージ { $count } 件を削除しました
said-messages_removed-2 =
    { $actor } が { $target } で { $author } の{ $since ->
        [hour] 過去 1 時間
        [day] 過去 1 日
       *[week] 過去 1 週間
    }のメッセージ { $count } 件を削除しました
said-reported_message_removed = { $actor } が { $target } にある { $author } の通報されたメッセージを削除しました
said-report_dismissed = { $actor } が { $target } にある { $author } のメッセージの通報を却下しました
said-messages_restored = { $actor } が { $target } にある { $author } のメッセージ { $count } 件を復元しました
said-overwrite_set = { $actor } が { $target } でのロール { $whom_role } の権限を変更しました
said-overwrite_set-2 = { $actor } が { $target } での { $whom_member } の権限を変更しました

# Roles

said-role_created = { $actor } がロール { $target } を作成しました
said-role_edited = { $actor } がロール { $target } の名前を { $name_to } に変更しました
said-role_edited-2 = { $actor } がロール { $target } を移動しました
said-role_edited-3 = { $actor } がロール { $target } を編集しました
said-role_deleted = { $actor } がロール { $target } を削除しました

# Members and invites

said-member_roles_set = { $actor } が { $target } にロール { $given } を付与しました
said-member_roles_set-2 = { $actor } が { $target } からロール { $taken } を外しました
said-member_roles_set-3 = { $actor } が { $target } のロールを変更しました
said-member_joined = { $actor } が末尾 { $target } の招待から参加しました
said-member_left = { $actor } がサーバーから退出しました
said-member_removed = { $actor } が { $target } をサーバーから外しました
said-member_banned = { $actor } が { $target } をサーバーから BAN しました
said-ban_lifted = { $actor } が { $target } の BAN を解除しました
said-member_timed_out = { $actor } が { $target } をタイムアウトしました
said-timeout_lifted = { $actor } が { $target } のタイムアウトを解除しました
said-invite_created = { $actor } が末尾 { $target } の招待を作成しました
said-invite_deleted = { $actor } が末尾 { $target } の招待を削除しました

# The server

said-server_renamed = { $actor } がサーバー { $target } の名前を { $name_to } に変更しました
said-server_picture_set = { $actor } がサーバーの画像を削除しました
said-server_picture_set-2 = { $actor } がサーバーの画像を変更しました
said-server_pictures_set = { $actor } がカードの画像をクリック時のみ読み込む設定にしました
said-server_pictures_set-2 = { $actor } がカードの画像をメッセージとともに読み込む設定にしました
said-server_second_step_set = { $actor } がサーバーを管理する全員に 2 段階ログインを必須にしました
said-server_second_step_set-2 = { $actor } がサーバーの管理者への 2 段階ログインの必須を解除しました
said-server_suspended = { $actor } は運営者により利用停止になりました
said-server_restored = { $actor } の運営者による利用停止は解除されました
said-server_offered = { $actor } が { $to } にサーバーの譲渡を申し出ました
said-server_offer_cancelled = { $actor } が { $to } へのサーバー譲渡の申し出を取り消しました
said-server_offer_declined = { $actor } がサーバーの所有者になることを辞退しました
said-server_handed_over = { $actor } がサーバーを { $to } に譲渡しました

# Lines of changes, and their values

said-word-creator-before = 以前の作成者
said-word-expires = 有効期限
said-word-further-ones = その他
said-word-given = 付与
said-word-taken = 解除
said-word-mentionable = メンション可能
said-word-name = 名前
said-word-permissions = 権限
said-word-permissions-added = 追加した権限
said-word-permissions-removed = 外した権限
said-word-picture = 画像
said-word-position = 位置
said-word-posted = 投稿日時
said-word-reason = 理由
said-word-slow-mode = 低速モード
said-word-topic = トピック
said-word-until = 期限
said-word-uses = 使用回数
said-word-webhooks-deleted-with-it = 同時に削除された Webhook
said-word-nothing = なし
said-word-yes = はい
said-word-no = いいえ
said-word-off = オフ
said-word-removed = 削除
said-word-a-new-one = 新しい画像
said-word-allowed = 許可
said-word-denied = 拒否
said-word-inherited = 継承
said-word-a-deleted-account = 削除されたアカウント
