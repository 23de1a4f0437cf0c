//! `/docs` and `/openapi.json`: the documentation of the endpoints, for people and for tools.
//! The endpoints themselves are in `oauth` and `webhooks`.

use rocket::get;
use rocket::http::ContentType;
use rocket_dyn_templates::context;
use serde::Serialize;

use crate::app::App;
use crate::error::{Error, Result};
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
            products: PRODUCTS,
            most_characters: message::MOST_CHARACTERS,
            webhook: limit(LimitKind::Webhook),
            token_app: limit(LimitKind::TokenApp),
        },
    )
}

/// A page about other software that can post to webhook URLs.
#[derive(Serialize)]
struct Product {
    slug: &'static str,
    name: &'static str,
    suffix: &'static str,
    template: &'static str,
}

const fn product_page(
    slug: &'static str,
    name: &'static str,
    suffix: &'static str,
    template: &'static str,
) -> Product {
    Product {
        slug,
        name,
        suffix,
        template,
    }
}

const PRODUCTS: [Product; 9] = [
    product_page("discord", "Discord’s clients", "/discord", "docs/discord"),
    product_page(
        "slack",
        "Clients of Slack, Mattermost and Rocket.Chat",
        "/slack",
        "docs/slack",
    ),
    product_page("github", "GitHub", "/github", "docs/github"),
    product_page("gitea", "Gitea and Forgejo", "/github", "docs/gitea"),
    product_page("gitlab", "GitLab", "/gitlab", "docs/gitlab"),
    product_page(
        "alertmanager",
        "Prometheus Alertmanager",
        "/alertmanager",
        "docs/alertmanager",
    ),
    product_page("grafana", "Grafana", "/alertmanager", "docs/grafana"),
    product_page("uptime-kuma", "Uptime Kuma", "/discord", "docs/uptime-kuma"),
    product_page("jenkins", "Jenkins", "/discord", "docs/jenkins"),
];

#[get("/docs/<slug>")]
pub(crate) fn product(_viewer: &Viewer, slug: &str) -> Result<Page> {
    let product = PRODUCTS.iter().find(|product| product.slug == slug);
    let product = product.ok_or(Error::NotFound)?;
    Ok(Page::new(
        product.template,
        context! { product: product.name },
    ))
}

/// The contract, with placeholders for what only the running instance knows.
const CONTRACT: &str = include_str!("openapi.json");

#[get("/openapi.json")]
pub(crate) fn contract(app: &App) -> (ContentType, String) {
    // An origin has no characters that JSON escapes.
    let filled = CONTRACT
        .replace("{base_url}", &app.config.base_url.origin())
        .replace("{version}", env!("CARGO_PKG_VERSION"));
    (ContentType::JSON, filled)
}
