//! `/admin/audit`: what admins did in the console and the operator on the terminal, and the same as a file.
//! The logs of servers and apps are in `routes::audit`.

use rocket::http::ContentType;
use rocket::response::{self, Responder};
use rocket::{Request, Response, get};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use crate::app::App;
use crate::routes::guards::Admin;
use crate::routes::page::Page;
use crate::routes::paging::{PAGE_SIZE, has_more};
use portico_platform::error::Result;
use portico_rules::ids::{self, IdTimes};
use portico_store::models::InstanceAct;
use portico_store::models::instance::act::{Act, DAYS};

/// How many entries a file has at most, the newest ones.
const MAX_EXPORTED: usize = 10_000;

#[get("/admin/audit?<before>")]
pub(crate) async fn index(before: Option<&str>, _me: Admin<'_>, app: &App) -> Result<Page> {
    let before = before.and_then(ids::parse);
    let mut entries = InstanceAct::page(app, before, PAGE_SIZE + 1).await?;
    let more = has_more(&mut entries, PAGE_SIZE);
    let older = entries.last().filter(|_| more).map(|entry| entry.id);
    Ok(Page::new(
        "admin/audit",
        context! {
            entries: entries.iter().map(|entry| row(entry, app.id_times())).collect::<Vec<_>>(),
            older,
            is_first: before.is_none(),
            days: DAYS,
        },
    ))
}

fn row(entry: &InstanceAct, times: &IdTimes) -> Value {
    let known = Act::ALL.iter().find(|(_, name, _)| *name == entry.act);
    json!({
        "id": entry.id,
        "at": entry.at(times),
        "by": entry.actor_id.map(|_| &entry.actor_nickname),
        "act": entry.act,
        // Recorded by a newer version of Portico.
        "says": known.map_or("did something to", |(.., says)| says),
        "target": entry.target_name,
        "href": known.and_then(|(act, ..)| Some(href(*act)?.to_owned() + &entry.target_id?.to_string())),
        "detail": entry.detail,
        "reason": entry.reason,
    })
}

/// Where the console shows what an act was done to.
fn href(act: Act) -> Option<&'static str> {
    match act {
        Act::UserCreated
        | Act::AdminGranted
        | Act::AdminRevoked
        | Act::UserDisabled
        | Act::UserEnabled
        | Act::SessionsEnded
        | Act::PhoneVerified
        | Act::PasswordReset
        | Act::SecondStepReset => Some("/admin/users/"),
        Act::AppSuspended | Act::AppRestored | Act::ReportClosed => Some("/admin/apps/"),
        Act::ServerSuspended | Act::ServerRestored => Some("/admin/servers/"),
        Act::WebhookSuspended | Act::WebhookRestored => Some("/admin/webhooks/"),
        Act::SignUpChanged
        | Act::SignUpLinkCreated
        | Act::SignUpLinkRevoked
        | Act::NoticeShown
        | Act::NoticeEnded
        | Act::BrandingChanged
        | Act::KeyAdded
        | Act::KeyRotated
        | Act::KeyDropped
        | Act::SigningKeysRotated
        | Act::SigningKeysRevoked
        | Act::SigningKeyDropped
        | Act::PushKeyReplaced
        // Its page is gone with it.
        | Act::UserDeleted => None,
    }
}

/// Entries, one JSON object per line, as a file.
pub(crate) struct Lines(String);

impl<'r> Responder<'r, 'static> for Lines {
    fn respond_to(self, request: &'r Request<'_>) -> response::Result<'static> {
        let mut response = Response::build_from(self.0.respond_to(request)?).finalize();
        response.set_header(ContentType::new("application", "jsonl"));
        response.set_raw_header("Content-Disposition", "attachment; filename=\"portico-audit.jsonl\"");
        Ok(response)
    }
}

#[get("/admin/audit/export")]
pub(crate) async fn export(_me: Admin<'_>, app: &App) -> Result<Lines> {
    const AT_ONCE: u64 = 1_000;
    let (mut lines, mut before, mut count) = (String::new(), None, 0);
    while count < MAX_EXPORTED {
        let entries = InstanceAct::page(app, before, AT_ONCE).await?;
        let Some(last) = entries.last() else {
            break;
        };
        before = Some(last.id);
        count += entries.len();
        for entry in &entries {
            lines.push_str(&entry.json(app.id_times()).to_string());
            lines.push('\n');
        }
    }
    Ok(Lines(lines))
}
