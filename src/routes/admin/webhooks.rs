//! `/admin/webhooks`: finding webhooks, and suspending one. Those who manage it read the reason on its page.
//! Managers' pages are in `portal`. Neither URLs nor messages are shown here.

use rocket::{get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::account;
use super::find::FindForm;
use super::suspension::{self, SuspensionForm};
use crate::app::App;
use crate::routes::guards::Admin;
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::paging::{PAGE_SIZE, has_more};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use portico_platform::error::Result;
use portico_rules::ids::WebhookId;
use portico_store::models::webhooks::webhook::ConsoleWebhook;
use portico_store::models::{Suspendable, Webhook};

const HERE: &str = "/admin/webhooks";

#[get("/admin/webhooks?<find..>")]
pub(crate) async fn index(find: FindForm<'_>, _me: Admin<'_>, app: &App) -> Result<Page> {
    let search = match form_faults(find.search())? {
        Ok(search) => search,
        Err(faults) => {
            let page = Page::new("admin/webhooks", context! { find: find.shown(HERE, None) });
            return Ok(page.faults(&faults));
        }
    };
    app.log.settled().await;
    let mut found = app.expensive.run_for_console(Webhook::search(app.expensive.db(), &search)).await?;
    let more = has_more(&mut found, PAGE_SIZE);
    let last = found.last().filter(|_| more);
    let last = last.map(|last| last.webhook.cursor());
    let ids: Vec<WebhookId> = found.iter().map(|found| found.webhook.id).collect();
    let used = Webhook::last_used(&app.db, &ids).await?;
    let rows = found.iter().map(|found| {
        let used_at = used.iter().find(|(id, _)| *id == found.webhook.id);
        shown(found, used_at.map(|(_, at)| *at))
    });
    Ok(Page::new("admin/webhooks", context! { find: find.shown(HERE, last), webhooks: rows.collect::<Vec<_>>() }))
}

fn shown(found: &ConsoleWebhook, last_used_at: Option<i64>) -> Value {
    let webhook = &found.webhook;
    json!({
        "id": webhook.id,
        "name": webhook.name,
        "picture_url": webhook.avatar_path(),
        "created_at": webhook.created_at,
        "paused_at": webhook.paused_at,
        "suspended_at": webhook.suspended_at,
        "suspended_for": webhook.suspended_for,
        "server": found.server,
        "server_id": webhook.server_id,
        "creator": found.creator.as_ref().map(account),
        "last_used_at": last_used_at,
    })
}

#[get("/admin/webhooks/<id>")]
pub(crate) async fn show(id: PathId<WebhookId>, _me: Admin<'_>, app: &App) -> Result<Page> {
    page(app, id.0, "").await
}

async fn page(app: &App, id: WebhookId, reason: &str) -> Result<Page> {
    let found = Webhook::of_instance(&app.db, id).await?;
    app.log.settled().await;
    let used = Webhook::last_used(&app.db, &[found.webhook.id]).await?;
    let thing = shown(&found, used.first().map(|(_, at)| *at));
    Ok(Page::new("admin/webhook", context! { thing, suspension: suspension::shown(Suspendable::Webhook), reason }))
}

#[post("/admin/webhooks/<id>", data = "<form>")]
pub(crate) async fn change(
    id: PathId<WebhookId>,
    form: Form<SuspensionForm<'_>>,
    me: Admin<'_>,
    app: &App,
) -> Result<Answer> {
    let refused = page(app, id.0, form.reason);
    suspension::change(app, &me, (Suspendable::Webhook, id.0.get()), &form, refused).await
}
