//! What stands on an app's page: its credentials, how it is used, and how its exchanges went.
//! The acts that the page offers stand in `apps`.

use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::apps::Typed;
use super::link::{Chosen, Link};
use super::quoted::{in_shell, literal};
use crate::error::Result;
use crate::instance::Instance;
use crate::models::authorization_code::Reason;
use crate::models::{AppEvent, ClientSecret, Grant, OauthApp, redirect_uri};
use crate::routes::page::Page;

/// So many events are looked at: all that are kept.
const EVENTS: u64 = 200;
/// So many stand in each of the two lists.
const LISTED: usize = 10;

/// What every page of an app shows of it.
pub(super) fn shown(app: &OauthApp) -> Value {
    json!({
        "id": app.id,
        "name": app.name,
        "icon_url": app.icon_path(),
        "has_icon": app.picture_at.is_some(),
        "created_at": app.created_at,
    })
}

/// Everything about an app; `typed` is what stands in the form, where that is not what is kept.
/// `new_secret` is shown this once.
///
/// # Errors
/// When the database can't be reached.
pub(super) async fn app_page(
    at: &Instance,
    app: &OauthApp,
    typed: Option<Typed<'_>>,
    new_secret: &str,
) -> Result<Page> {
    at.exchange_log.settled().await;
    let uris = redirect_uri::all_of(&*at.db, app.id).await?;
    let secrets: Vec<Value> = ClientSecret::all_of(&*at.db, app.id)
        .await?
        .into_iter()
        .map(|secret| {
            json!({
                "id": secret.id,
                "last_four": secret.last_four,
                "created_at": secret.created_at,
                "last_used_at": secret.last_used_at,
            })
        })
        .collect();
    let events = AppEvent::newest(&*at.db, app.id, EVENTS).await?;
    let (exchanges, events) = listed(&events);
    let kept = uris.join("\n");
    // The first one stands in the samples; an app always has one.
    let sample_uri = uris.first().map_or("", String::as_str);
    let typed = typed.unwrap_or(Typed {
        name: &app.name,
        redirect_uris: &kept,
        homepage: &app.homepage,
        description: &app.description,
    });
    let query: String = form_urlencoded::byte_serialize(sample_uri.as_bytes()).collect();
    Ok(Page::new(
        "portal/app",
        context! {
            app: shown(app),
            sample: context! {
                literal: literal(sample_uri),
                in_shell: in_shell(&literal(sample_uri)),
                in_query: query,
            },
            link: Link::of(Chosen::default(), &uris).shown(at, app),
            people: Grant::count_of(&*at.db, app.id).await?,
            uris: &uris,
            secrets,
            exchanges,
            events,
            typed,
            new_secret,
        },
    ))
}

/// The newest of what happened on the way to an identity, and the newest of what was done to the app itself. A code
/// that is shown again stands in both: it belongs to an exchange, and somebody should know of it.
fn listed(events: &[AppEvent]) -> (Vec<Value>, Vec<Value>) {
    let newest = |of_these: fn(&str) -> bool| {
        let found = events.iter().filter(|event| of_these(&event.kind));
        found.take(LISTED).map(row).collect()
    };
    let is_exchange = |kind: &str| {
        matches!(
            kind,
            "approved" | "exchanged" | "exchange_failed" | "code_replayed"
        )
    };
    let is_change = |kind: &str| !matches!(kind, "approved" | "exchanged" | "exchange_failed");
    (newest(is_exchange), newest(is_change))
}

fn row(event: &AppEvent) -> Value {
    let reason = match event.kind.as_str() {
        "exchange_failed" => Reason::explained(&event.detail),
        "code_replayed" => Reason::explained(Reason::Used.name()),
        _ => "",
    };
    json!({
        "at": event.at(),
        "kind": event.kind,
        "reason": reason,
        "user_id": event.user_id,
    })
}
