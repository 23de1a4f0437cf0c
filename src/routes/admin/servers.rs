//! `/admin/servers`: finding servers, how large they are, and suspending one. Its owner reads the reason where the server was.
//! Neither messages nor names of channels are shown here; what members do is in `servers` and `chat`.

use rocket::{get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::account;
use super::suspension::{self, SuspensionForm};
use crate::app::App;
use crate::routes::guards::Admin;
use crate::routes::page::{Answer, Page};
use crate::routes::paging::{PAGE_SIZE, has_more};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use portico_platform::error::Result;
use portico_rules::ids::{self, ServerId};
use portico_store::models::servers::console::{ConsoleServer, MAX_COUNTED};
use portico_store::models::{Server, Suspendable};

#[get("/admin/servers?<q>&<before>")]
pub(crate) async fn index(q: Option<&str>, before: Option<&str>, _me: Admin<'_>, app: &App) -> Result<Page> {
    let q = q.unwrap_or_default();
    let before = before.and_then(ids::parse);
    let search = Server::search(app.expensive.db(), q, before, PAGE_SIZE + 1);
    let mut found = app.expensive.run_for_console(search).await?;
    let more = has_more(&mut found, PAGE_SIZE);
    let older = found.last().filter(|_| more).map(|last| last.server.id);
    Ok(Page::new(
        "admin/servers",
        context! {
            q,
            servers: found.iter().map(shown).collect::<Vec<_>>(),
            older,
            is_first: before.is_none(),
        },
    ))
}

fn shown(found: &ConsoleServer) -> Value {
    let ConsoleServer { server, owner, size } = found;
    json!({
        "id": server.id,
        "name": server.name,
        "created_at": server.created_at,
        "suspended_at": server.suspended_at,
        "suspended_for": server.suspended_for,
        "owner": owner.as_ref().map(account),
        "members": counted(size.members, "member"),
        "channels": counted(size.channels, "channel"),
        "webhooks": counted(size.webhooks, "webhook"),
        "messages": counted(size.messages, "message"),
    })
}

fn counted(count: u64, one: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        MAX_COUNTED.. => format!("{MAX_COUNTED} or more {one}s"),
        _ => format!("{count} {one}s"),
    }
}

#[get("/admin/servers/<id>")]
pub(crate) async fn show(id: PathId<ServerId>, _me: Admin<'_>, app: &App) -> Result<Page> {
    page(app, id.0, "").await
}

async fn page(app: &App, id: ServerId, reason: &str) -> Result<Page> {
    let found = Server::of_instance(&app.db, id).await?;
    let (thing, suspension) = (shown(&found), suspension::shown(Suspendable::Server));
    Ok(Page::new("admin/server", context! { thing, suspension, reason }))
}

#[post("/admin/servers/<id>", data = "<form>")]
pub(crate) async fn change(
    id: PathId<ServerId>,
    form: Form<SuspensionForm<'_>>,
    me: Admin<'_>,
    app: &App,
) -> Result<Answer> {
    let refused = page(app, id.0, form.reason);
    suspension::change(app, &me, (Suspendable::Server, id.0.get()), &form, refused).await
}
