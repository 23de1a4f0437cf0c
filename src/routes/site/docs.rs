//! `/docs` and `/openapi.json`: the documentation of the endpoints, for people and for tools.
//! The endpoints themselves are in `oauth` and `webhooks`.

use rocket::get;
use rocket::http::ContentType;
use rocket_dyn_templates::context;
use serde::Serialize;

use crate::app::App;
use crate::routes::compression::PublicDocument;
use crate::routes::guards::Viewer;
use crate::routes::page::Page;
use portico_platform::error::{Error, Result};
use portico_platform::throttle::LimitKind;

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
            relying_parties: RELYING_PARTIES,
            most_characters: portico_rules::message_text::MAX_CHARACTERS,
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

const fn product_page(slug: &'static str, name: &'static str, suffix: &'static str, template: &'static str) -> Product {
    Product { slug, name, suffix, template }
}

const PRODUCTS: [Product; 16] = [
    product_page("discord", "Discord’s clients", "/discord", "docs/discord"),
    product_page("slack", "Clients of Slack, Mattermost and Rocket.Chat", "/slack", "docs/slack"),
    product_page("github", "GitHub", "/github", "docs/github"),
    product_page("gitea", "Gitea and Forgejo", "/github", "docs/gitea"),
    product_page("gitlab", "GitLab", "/gitlab", "docs/gitlab"),
    product_page("alertmanager", "Prometheus Alertmanager", "/alertmanager", "docs/alertmanager"),
    product_page("grafana", "Grafana", "/alertmanager", "docs/grafana"),
    product_page("uptime-kuma", "Uptime Kuma", "/discord", "docs/uptime-kuma"),
    product_page("jenkins", "Jenkins", "/discord", "docs/jenkins"),
    product_page("ansible", "Ansible", "", "docs/ansible"),
    product_page("airflow", "Apache Airflow", "/slack", "docs/airflow"),
    product_page("apprise", "Apprise and changedetection.io", "mmosts://", "docs/apprise"),
    product_page("elastalert", "ElastAlert 2", "/slack", "docs/elastalert"),
    product_page("netdata", "Netdata", "/slack", "docs/netdata"),
    product_page("prefect", "Prefect", "", "docs/prefect"),
    product_page("zabbix", "Zabbix", "/discord", "docs/zabbix"),
];

/// A page about software that signs people in by OpenID Connect.
#[derive(Serialize)]
struct RelyingParty {
    slug: &'static str,
    name: &'static str,
    about: &'static str,
    template: &'static str,
}

const fn sign_in_page(
    slug: &'static str,
    name: &'static str,
    about: &'static str,
    template: &'static str,
) -> RelyingParty {
    RelyingParty { slug, name, about, template }
}

const RELYING_PARTIES: [RelyingParty; 20] = [
    sign_in_page("sign-in-grafana", "Grafana", "Dashboards", "docs/sign-in-grafana"),
    sign_in_page("sign-in-gitea", "Gitea and Forgejo", "Git hosting", "docs/sign-in-gitea"),
    sign_in_page("sign-in-jupyterhub", "JupyterHub", "Notebooks", "docs/sign-in-jupyterhub"),
    sign_in_page("sign-in-node-red", "Node-RED", "Flows", "docs/sign-in-node-red"),
    sign_in_page("sign-in-pgadmin", "pgAdmin", "Administration of Postgres", "docs/sign-in-pgadmin"),
    sign_in_page("sign-in-synapse", "Synapse", "A Matrix homeserver", "docs/sign-in-synapse"),
    sign_in_page(
        "sign-in-flask-appbuilder",
        "Airflow, Superset and Flask-AppBuilder",
        "Pipelines, data and services of your own",
        "docs/sign-in-flask-appbuilder",
    ),
    sign_in_page("sign-in-streamlit", "Streamlit", "Data apps in Python", "docs/sign-in-streamlit"),
    sign_in_page(
        "sign-in-apache",
        "Apache with mod_auth_openidc",
        "A web server in front of anything",
        "docs/sign-in-apache",
    ),
    sign_in_page("sign-in-authjs", "Auth.js (NextAuth)", "A library for JavaScript frameworks", "docs/sign-in-authjs"),
    sign_in_page(
        "sign-in-better-auth",
        "better-auth",
        "A library for JavaScript frameworks",
        "docs/sign-in-better-auth",
    ),
    sign_in_page(
        "sign-in-express",
        "express-openid-connect and Passport",
        "Libraries for Express",
        "docs/sign-in-express",
    ),
    sign_in_page("sign-in-msal", "MSAL", "Microsoft’s library", "docs/sign-in-msal"),
    sign_in_page("sign-in-openid-client", "openid-client", "A library for Node", "docs/sign-in-openid-client"),
    sign_in_page(
        "sign-in-oidc-client-ts",
        "oidc-client-ts",
        "A library for single-page apps",
        "docs/sign-in-oidc-client-ts",
    ),
    sign_in_page("sign-in-authlib", "Authlib", "A library for Python", "docs/sign-in-authlib"),
    sign_in_page("sign-in-django", "mozilla-django-oidc", "A library for Django", "docs/sign-in-django"),
    sign_in_page("sign-in-allauth", "django-allauth", "Accounts for Django", "docs/sign-in-allauth"),
    sign_in_page("sign-in-spring", "Spring Security", "A library for Java and Kotlin", "docs/sign-in-spring"),
    sign_in_page("sign-in-oidc-agent", "oidc-agent", "Tokens for command-line tools", "docs/sign-in-oidc-agent"),
];

/// The list of keyboard shortcuts, which `static/js/shortcuts.js` shows as a dialog.
#[get("/docs/keyboard")]
pub(crate) fn keyboard(_viewer: &Viewer) -> Page {
    Page::new("docs/keyboard", context! {})
}

/// The page about notifications, for people who chat: their content, their way, and how to mute them.
#[get("/docs/notifications")]
pub(crate) fn notifications(_viewer: &Viewer, app: &App) -> Page {
    let caps = &app.config.caps;
    Page::new(
        "docs/notifications",
        context! { pushes: app.config.push.is_on(), most: caps.push_subscriptions_per_person },
    )
}

#[get("/docs/<slug>")]
pub(crate) fn product(_viewer: &Viewer, slug: &str) -> Result<Page> {
    let webhooks = PRODUCTS.iter().map(|page| (page.slug, page.name, page.template));
    let relying_parties = RELYING_PARTIES.iter().map(|page| (page.slug, page.name, page.template));
    let page = webhooks.chain(relying_parties).find(|(found, ..)| *found == slug);
    let (_, name, template) = page.ok_or(Error::NotFound)?;
    Ok(Page::new(template, context! { product: name }))
}

/// The contract, with placeholders for what only the running instance knows.
const CONTRACT: &str = include_str!("openapi.json");

#[get("/openapi.json")]
pub(crate) fn contract(app: &App) -> PublicDocument {
    // An origin has no characters that JSON escapes.
    let filled = CONTRACT
        .replace("{base_url}", app.config.base_url.origin())
        .replace("{portico_version}", env!("CARGO_PKG_VERSION"));
    PublicDocument { kind: ContentType::JSON, text: filled }
}
