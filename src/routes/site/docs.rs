//! `/docs` and `/openapi.json`: how programs talk to this instance, for people and for tools.
//! What the endpoints do stands with `oauth` and `webhooks`.

use rocket::get;
use rocket::http::ContentType;
use rocket_dyn_templates::context;

use crate::app::App;
use crate::models::messages::message;
use crate::routes::guards::Viewer;
use crate::routes::page::Page;
use crate::security::throttle::LimitKind;

#[get("/docs")]
pub(crate) fn guide(_viewer: &Viewer, app: &App) -> Page {
    let limit = |kind| {
        let limit = app.config.throttle.limit(kind);
        context! { burst: limit.burst, per_minute: limit.per_minute }
    };
    Page::new(
        "docs",
        context! {
            most_characters: message::MOST_CHARACTERS,
            webhook: limit(LimitKind::Webhook),
            token_app: limit(LimitKind::TokenApp),
        },
    )
}

/// The contract as it is written, with gaps for what only the running instance knows.
const CONTRACT: &str = include_str!("openapi.json");

#[get("/openapi.json")]
pub(crate) fn contract(app: &App) -> (ContentType, String) {
    // An origin holds no character that JSON would have to escape.
    let filled = CONTRACT
        .replace("{base_url}", &app.config.base_url.origin())
        .replace("{version}", env!("CARGO_PKG_VERSION"));
    (ContentType::JSON, filled)
}
