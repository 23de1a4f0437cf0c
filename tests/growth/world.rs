//! An instance with a user who has a little, or very much, of everything; filled with the test's own statements.

use portico_platform::database::Database;
use portico_rules::chat::permissions::Permissions;
use sea_orm::ConnectionTrait;

use crate::support::{CALLBACK, Community, Person, TestInstance, TestOauthApp, TestWebhook};

/// Rows that the test inserts have ids from here on: far below those of the application.
const FIRST: i64 = 1_000_000;

/// Alice, who manages Acme without owning it, and what stands in it.
pub(super) struct World<'h> {
    pub(super) instance: &'h TestInstance,
    /// The test's own way to the database.
    pub(super) own: Database,
    pub(super) olga: Person<'h>,
    pub(super) alice: Person<'h>,
    pub(super) acme: Community<'h>,
    pub(super) hook: TestWebhook<'h>,
    pub(super) app: TestOauthApp<'h>,
}

impl<'h> World<'h> {
    /// The smallest one: one of everything.
    pub(super) async fn of(instance: &'h TestInstance) -> Self {
        let own = Database::connect(&instance.app.config.database_url).await;
        let (olga, alice) = (instance.person("olga").await, instance.person("alice").await);
        let acme = instance.server("Acme", &olga).await;
        let manager = Permissions::from_bits_truncate(i32::MAX).difference(Permissions::ADMINISTRATOR);
        acme.join_with(&alice, manager).await;
        let hook = acme.webhook(&alice, &acme.general).await;
        let app = instance.oauth_app(&alice, CALLBACK).await;
        let world = Self { instance, own: own.unwrap(), olga, alice, acme, hook, app };
        world.fill(FIRST, 1).await;
        world
    }

    /// Adds `count` of everything. What is filled twice needs rows of its own: see `fill`.
    pub(super) async fn grow(&self, count: i64) {
        self.fill(2 * FIRST, count).await;
    }

    /// `count` rows of each kind, with ids from `first` on.
    async fn fill(&self, first: i64, count: i64) {
        let (olga, alice, acme) = (self.olga.id, self.alice.id, self.acme.id());
        let all = self.acme.all().await.id;
        let (view, app, hook) = (Permissions::VIEW_CHANNEL.bits(), self.app.id(), self.hook.id());
        let general = self.acme.general.id;
        let audit = self.instance.app.id::<i64>();
        // Hidden channels are numbered behind the others.
        let hidden = FIRST / 2;
        for (into, values) in [
            (
                "users (id, nickname, name, password_hash, created_at)",
                format!("{first} + n, 'n' || ({first} + n), 'Someone', '', 0"),
            ),
            ("members (server_id, user_id, joined_at)", format!("{acme}, {first} + n, 0")),
            (
                "channels (id, server_id, name, topic, created_at)",
                format!("{first} + n, {acme}, 'c' || ({first} + n), '', 0"),
            ),
            (
                "channels (id, server_id, name, topic, created_at)",
                format!("{first} + {hidden} + n, {acme}, 'h' || ({first} + n), '', 0"),
            ),
            (
                "overwrites (id, channel_id, role_id, allow, deny)",
                format!("{first} + n, {first} + {hidden} + n, {all}, 0, {view}"),
            ),
            (
                "roles (id, server_id, name, name_folded, mentionable, permissions, created_at)",
                format!("{first} + n, {acme}, 'r' || ({first} + n), 'r' || ({first} + n), true, 0, 0"),
            ),
            ("member_roles (server_id, user_id, role_id, given_at)", format!("{acme}, {alice}, {first} + n, 0")),
            ("member_roles (server_id, user_id, role_id, given_at)", format!("{acme}, {first} + n, {first} + 1, 0")),
            (
                "overwrites (id, channel_id, role_id, allow, deny)",
                format!("{first} + {hidden} + n, {general}, {first} + n, {view}, 0"),
            ),
            (
                "overwrites (id, channel_id, user_id, allow, deny)",
                format!("{first} + 2 * {hidden} / 3 + n, {general}, {first} + n, {view}, 0"),
            ),
            ("servers (id, name, owner_id, created_at)", format!("{first} + n, 'Other', {alice}, 0")),
            ("members (server_id, user_id, joined_at)", format!("{first} + n, {alice}, 0")),
            (
                "roles (id, server_id, name, name_folded, mentionable, permissions, created_at)",
                format!("{first} + {hidden} + n, {first} + n, 'all', 'all', false, {view}, 0"),
            ),
            (
                "webhooks (id, server_id, channel_id, creator_id, name, token_hash, token_sealed, created_at, revision)",
                format!("{first} + n, {acme}, {general}, {olga}, 'Old', '', '', 0, 0"),
            ),
            ("webhook_hours (hour, webhook_id, accepted, refused)", format!("0, {first} + n, 1, 0")),
            (
                "idempotency_keys (webhook_id, key, body_hash, answer, created_at)",
                format!("{hook}, 'k' || ({first} + n), '', '', 0"),
            ),
            ("read_marks (user_id, channel_id, message_id)", format!("{first} + n, {general}, 1")),
            (
                "audit_entries (id, log_id, actor_id, actor_nickname, actor_name, action, target_kind, target_name, detail)",
                format!("{audit} + n, {acme}, {first} + n, 'x', 'X', 'channel_created', 'channel', 'c', '{{}}'"),
            ),
            ("app_events (id, app_id, kind, detail)", format!("{first} + n, {app}, 'exchanged', ''")),
        ] {
            self.insert(into, &values, count).await;
        }
        self.call(first, first, count).await;
    }

    /// A message in each of `count` channels from `channels` on that calls everyone, Alice and a role of hers.
    pub(super) async fn call(&self, first: i64, channels: i64, count: i64) {
        let (alice, olga) = (self.alice.id, self.olga.id);
        // Made now, so that they came after Alice did.
        let ids = self.instance.app.id::<i64>();
        for (into, values) in [
            ("messages (id, channel_id, author_id, content)", format!("{ids} + n, {channels} + n, {olga}, 'hello'")),
            ("mentions (kind, target_id, message_id, channel_id)", format!("0, {alice}, {ids} + n, {channels} + n")),
            (
                "mentions (kind, target_id, message_id, channel_id)",
                format!("1, {first} + n, {ids} + n, {channels} + n"),
            ),
            (
                "mentions (kind, target_id, message_id, channel_id)",
                format!("2, {channels} + n, {ids} + n, {channels} + n"),
            ),
        ] {
            self.insert(into, &values, count).await;
        }
        // As long as it takes to make so many ids.
        let taken = std::time::Duration::from_millis(count.unsigned_abs() * 10);
        self.instance.clock.advance(taken);
    }

    /// A server of Olga's where Alice sees `channels` channels and nothing else, in each a message that calls everyone.
    pub(super) async fn widen(&self, channels: i64) {
        let wide = self.instance.server("Wide", &self.olga).await;
        wide.join(&self.alice).await;
        let first = 5 * FIRST;
        let server = wide.id();
        let values = format!("{first} + n, {server}, 'w' || n, '', 0");
        let into = "channels (id, server_id, name, topic, created_at)";
        self.insert(into, &values, channels).await;
        self.call(first, first, channels).await;
    }

    /// `count` rows into these columns; `n` counts them from 1.
    pub(super) async fn insert(&self, into: &str, values: &str, count: i64) {
        let sql = format!(
            "INSERT INTO {into} WITH RECURSIVE numbers(n) AS \
             (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {count}) SELECT {values} FROM numbers"
        );
        let done = self.own.execute_unprepared(&sql).await;
        done.unwrap_or_else(|err| panic!("{err}: {sql}"));
    }

    /// Every page that Alice can open.
    pub(super) fn pages(&self) -> Vec<String> {
        let (acme, general, hook) = (&self.acme, self.acme.general.id, self.hook.id());
        let app = self.app.id();
        vec![
            format!("/channels/{general}"),
            format!("/channels/{general}?before=9007199254740991"),
            format!("/channels/{general}?after=1"),
            "/inbox".to_owned(),
            "/inbox?before=9007199254740991".to_owned(),
            "/inbox?read_before=9007199254740991".to_owned(),
            "/portal".to_owned(),
            format!("/portal/webhooks/{hook}"),
            format!("/portal/webhooks/{hook}/playground"),
            format!("/portal/webhooks/{hook}/deliveries"),
            "/portal/webhooks/new".to_owned(),
            format!("/portal/apps/{app}"),
            format!("/portal/apps/{app}/audit"),
            format!("/portal/apps/{app}/playground"),
            self.app.authorize_url(),
            "/servers".to_owned(),
            acme.settings(""),
            acme.settings("/channels"),
            acme.settings(&format!("/channels/{general}")),
            acme.settings("/roles"),
            acme.settings("/members"),
            acme.settings("/members?q=n"),
            acme.settings(&format!("/members/{}", FIRST + 1)),
            acme.settings(&format!("/roles/{}", FIRST + 1)),
            acme.settings("/invites"),
            acme.settings("/audit"),
            "/settings/profile".to_owned(),
            "/settings/apps".to_owned(),
            "/settings/security".to_owned(),
            "/settings/security/log".to_owned(),
            "/settings/delete".to_owned(),
        ]
    }
}
