//! A walk through all routes, in the order in which users would call them, with data for every page. Its parts are in the
//! modules, by subject.

mod accounts;
mod apps;
mod console;
mod messages;
mod servers;

use portico_platform::database::Database;
use portico_rules::chat::permissions::Permissions;
use portico_store::models::servers::invite;
use portico_store::models::webhooks::webhook;
use portico_store::models::{Channel, Role, User};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use crate::support::{Answer, Browser, CALLBACK, Community, PASSWORD, Person, TestInstance, TestOauthApp, TestWebhook};

/// Who walks, and what they come by.
struct Walk<'h> {
    instance: &'h TestInstance,
    /// The test's own way to the database, for what is no request's affair.
    own: &'h Database,
    guest: Browser<'h>,
    alice: Person<'h>,
    bob: Person<'h>,
    acme: Community<'h>,
    busy: Channel,
    crew: Role,
    hook: TestWebhook<'h>,
    app: TestOauthApp<'h>,
}

/// Asks for everything.
pub(super) async fn everywhere(instance: &TestInstance, own: &Database) {
    let secret = User::offer_first_admin(&instance.app).await.unwrap().unwrap();
    let zoe = instance.person("zoe").await;
    let link = format!("/sign-up?admin={}", secret.expose());
    zoe.browser.get(&link).await.expect(200);
    zoe.browser.post("/sign-up/admin", &[("admin", secret.expose())]).await.expect(303);
    let alice = instance.person("alice").await;
    let bob = instance.person("bob").await;
    let acme = instance.server("Acme", &alice).await;
    let busy = acme.channel("quays").await;
    let walk = Walk {
        instance,
        own,
        guest: instance.browser(),
        crew: acme.role("Watch", Permissions::NONE, true).await,
        hook: acme.webhook(&alice, &busy).await,
        app: instance.oauth_app(&alice, CALLBACK).await,
        alice,
        bob,
        acme,
        busy,
    };
    // Each in a box: together they would be too much for the stack of a test.
    Box::pin(walk.arrival()).await;
    Box::pin(walk.server()).await;
    Box::pin(walk.server_pages()).await;
    Box::pin(walk.webhook()).await;
    Box::pin(walk.dialects()).await;
    Box::pin(walk.channels()).await;
    Box::pin(walk.streams()).await;
    Box::pin(walk.apps()).await;
    Box::pin(walk.pictures()).await;
    Box::pin(walk.second_step()).await;
    Box::pin(walk.console()).await;
    Box::pin(walk.passkeys()).await;
    Box::pin(walk.account()).await;
    Box::pin(walk.departure()).await;
    instance.app.log.settled().await;
}

impl Walk<'_> {
    async fn get(&self, path: &str) -> Answer {
        self.alice.browser.get(path).await.expect(200)
    }

    async fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.alice.browser.post(path, fields).await.expect(303)
    }

    async fn one<E: EntityTrait>(&self, _: E) -> E::Model {
        E::find().one(&**self.own).await.unwrap().unwrap()
    }

    fn settings(&self, section: &str) -> String {
        self.acme.settings(section)
    }

    fn member(&self) -> String {
        self.settings(&format!("/members/{}", self.bob.id))
    }

    fn role(&self) -> String {
        self.settings(&format!("/roles/{}", self.crew.id))
    }

    fn channel(&self) -> String {
        self.settings(&format!("/channels/{}", self.busy.id))
    }

    /// And everything goes.
    async fn departure(&self) {
        let hook = format!("/portal/webhooks/{}", self.hook.id());
        self.post(&format!("{hook}/url"), &[]).await;
        let gone = webhook::Column::CreatorId;
        webhook::Entity::update_many()
            .col_expr(gone, Expr::value(None::<i64>))
            .filter(webhook::Column::Id.eq(self.hook.id()))
            .exec(&**self.own)
            .await
            .unwrap();
        for action in ["creator", "leaked"] {
            let path = format!("{hook}/{action}");
            self.alice.browser.get(&path).await;
            self.alice.browser.post(&path, &[]).await.expect(303);
        }
        self.post(&format!("{hook}/delete"), &[("confirm", "Builds")]).await;
        let invite = self.one(invite::Entity).await.code;
        for path in [
            self.settings(&format!("/invites/{invite}/delete")),
            format!("{}/delete", self.role()),
            format!("{}/delete", self.channel()),
        ] {
            self.post(&path, &[]).await;
        }
        let leave = format!("/servers/{}/leave", self.acme.id());
        self.guest.post(&leave, &[]).await.expect(303);
        let bob = self.bob.id.to_string();
        let heir = [("user_id", bob.as_str()), ("nickname", "bob")];
        let bob = &self.bob.browser;
        for answer in ["decline", "accept"] {
            self.post(&self.settings("/owner"), &heir).await;
            self.get(&self.settings("")).await;
            self.post(&self.settings("/owner/cancel"), &[]).await;
            self.post(&self.settings("/owner"), &heir).await;
            let page = bob.get("/settings/transfers").await.expect(200);
            let actions = page.attributes("form", "action");
            let action = actions.iter().find(|action| action.contains("/servers/") && action.ends_with(answer));
            bob.post(action.unwrap(), &[]).await.expect(303);
        }
        let remove = self.settings(&format!("/members/{}/remove", self.alice.id));
        bob.post(&remove, &[]).await.expect(303);
        bob.post(&self.settings("/delete"), &[("confirm", "Acme")]).await.expect(303);
        let fields = [("confirm", "bob"), ("password", PASSWORD)];
        bob.post("/settings/delete", &fields).await.expect(303);
    }
}
