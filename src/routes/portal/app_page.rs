//! What stands on an app's page: its credentials, how it is used, and how its exchanges went.
//! The acts that the page offers stand in `apps`.

use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::link::{Chosen, Link};
use super::shell_quote::{in_shell, literal};
use crate::app::App;
use crate::error::Result;
use crate::models::logs::app_event::Reason;
use crate::models::logs::audit;
use crate::models::oauth::redirect_uri;
use crate::models::{AppEvent, ClientSecret, Grant, OauthApp};
use crate::routes::audit::Sight;
use crate::routes::guards::SignedIn;
use crate::routes::page::Page;

/// An app has nothing to do with channels.
pub(super) const NO_CHANNELS: Sight<'static> = Sight {
    places: None,
    sees_all: false,
};

/// So many stand in each of the two lists of what happened.
const LISTED: u64 = 10;

/// What the fields of the app's form contain.
#[derive(Clone, Copy, Default, serde::Serialize)]
pub(super) struct Typed<'a> {
    pub(super) name: &'a str,
    pub(super) redirect_uris: &'a str,
    pub(super) homepage: &'a str,
    pub(super) description: &'a str,
}

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
    app: &App,
    me: SignedIn<'_>,
    oauth_app: &OauthApp,
    typed: Option<Typed<'_>>,
    new_secret: &str,
) -> Result<Page> {
    app.exchanger.settled().await;
    let uris = redirect_uri::all_of(&app.db, oauth_app.id).await?;
    let secrets: Vec<Value> = ClientSecret::all_of(&app.db, oauth_app.id)
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
    let exchanges = AppEvent::newest(&app.db, oauth_app.id, LISTED).await?;
    let exchanges: Vec<Value> = exchanges.iter().map(exchange).collect();
    let acts = audit::newest(&app.db, oauth_app.id, &me, app.now(), LISTED).await?;
    let events: Vec<Value> = acts.iter().map(act).collect();
    let kept = uris.join("\n");
    // The first one stands in the samples; an app always has one.
    let sample_uri = uris.first().map_or("", String::as_str);
    let typed = typed.unwrap_or(Typed {
        name: &oauth_app.name,
        redirect_uris: &kept,
        homepage: &oauth_app.homepage,
        description: &oauth_app.description,
    });
    let query: String = form_urlencoded::byte_serialize(sample_uri.as_bytes()).collect();
    Ok(Page::new(
        "portal/app",
        context! {
            app: shown(oauth_app),
            sample: context! {
                literal: literal(sample_uri),
                in_shell: in_shell(&literal(sample_uri)),
                in_query: query,
            },
            link: Link::of(Chosen::default(), &uris).shown(app, oauth_app),
            people: Grant::count_of(&app.db, oauth_app.id).await?,
            uris: &uris,
            secrets,
            exchanges,
            events,
            typed,
            new_secret,
        },
    ))
}

/// Something that happened on the way to an identity.
fn exchange(event: &AppEvent) -> Value {
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

/// Something that the owner did to the app.
fn act(entry: &audit::Entry) -> Value {
    json!({
        "at": entry.at(),
        "kind": entry.name.trim_start_matches("app_"),
        "act": crate::routes::audit::shown(entry, &NO_CHANNELS),
    })
}
