//! `/docs` and `/openapi.json`: the documentation of the endpoints, for people and for tools.
//! The endpoints themselves are in `oauth` and `webhooks`.

use rocket::get;
use rocket::http::ContentType;
use rocket_dyn_templates::context;
use serde::Serialize;
use serde_json::{Value, json};

use super::docs_search::{self, GuidePage};
use crate::app::App;
use crate::routes::compression::PublicDocument;
use crate::routes::guards::{SignedIn, Viewer};
use crate::routes::page::Page;
use portico_platform::error::{Error, Result};
use portico_platform::throttle::LimitKind;
use portico_rules::ids;
use portico_store::models::oauth::overview::{Overview, WebhookPage};

/// The guide's contents, or the places that a search found.
#[get("/docs?<q>")]
pub(crate) fn guide(_viewer: &Viewer, q: Option<&str>) -> Page {
    let query: String = q.unwrap_or_default().trim().chars().take(MAX_QUERY).collect();
    let results = docs_search::search(guide_pages(), &query);
    Page::new("docs", context! { subjects: subjects(), results, query })
}

/// The most characters of a search.
const MAX_QUERY: usize = 100;

/// A page of the guide.
struct Subject {
    slug: &'static str,
    title: &'static str,
    lead: &'static str,
    template: &'static str,
    source: &'static str,
}

macro_rules! subject {
    ($slug:literal, $title:literal, $lead:literal) => {
        Subject {
            slug: $slug,
            title: $title,
            lead: $lead,
            template: concat!("docs/subject-", $slug),
            source: include_str!(concat!("../../../templates/docs/subject-", $slug, ".html.tera")),
        }
    };
}

static SUBJECTS: [Subject; 8] = [
    subject!(
        "sign-in",
        "Sign in",
        "Let people sign in with their chat account, with one exchange that you write yourself."
    ),
    subject!(
        "openid-connect",
        "OpenID Connect",
        "For software and libraries that ask for an issuer URL: paste one, and they find the rest."
    ),
    subject!("webhooks", "Webhooks", "Post into a channel with one request."),
    subject!("mentions", "Mentions", "Which mentions in a post notify someone, and how to see why others didn’t."),
    subject!(
        "compatible",
        "Discord, Slack, GitHub and others",
        "Software that posts to another chat, or sends events of its own, posts here."
    ),
    subject!("errors", "Errors", "Every error of the exchange and of a post, and what to do about it."),
    subject!("limits", "Limits", "How much you can send, and how to try again safely."),
    subject!("pictures", "Pictures and IDs", "What you can rely on in the values that you get."),
];

/// The headings of the guide's pages, as their contents list them.
fn subjects() -> Vec<Value> {
    SUBJECTS
        .iter()
        .map(|subject| {
            let headings = docs_search::headings(subject.source);
            let headings: Vec<Value> = headings.map(|(id, text)| json!({ "id": id, "text": text })).collect();
            json!({
                "slug": subject.slug,
                "title": subject.title,
                "lead": subject.lead,
                "headings": headings,
                "codes": docs_search::rows(subject.source).collect::<Vec<_>>(),
            })
        })
        .collect()
}

/// Everything that a search looks through.
fn guide_pages() -> impl Iterator<Item = GuidePage> {
    let subjects = SUBJECTS.iter().map(|page| (page.slug, page.title, page.source));
    let products = PRODUCTS.iter().map(|page| (page.slug, page.name, page.source));
    let relying_parties = RELYING_PARTIES.iter().map(|page| (page.slug, page.name, page.source));
    subjects.chain(products).chain(relying_parties).map(|(slug, title, source)| GuidePage { slug, title, source })
}

/// A page of the guide, with the IDs of the reader's newest app and webhook in its samples.
async fn subject_page(app: &App, viewer: &Viewer, subject: &Subject) -> Result<Page> {
    let limit = |kind| {
        let limit = app.config.throttle.limit(kind);
        context! { burst: limit.burst, per_minute: limit.per_minute, window_secs: limit.window_secs() }
    };
    let (mut own_app, mut own_webhook) = (None, None);
    if let Some(me) = SignedIn::from_viewer(viewer).filter(|_| has_samples(subject)) {
        let page = WebhookPage { before: ids::MAX_ID, limit: 1 };
        let Overview { apps, webhooks } = Overview::load(&app.db, me.access(app).await?, page, app.now()).await?;
        own_app =
            apps.into_iter().find(|listed| listed.owner.is_none()).map(|owned| (owned.id.to_string(), owned.name));
        own_webhook = webhooks.into_iter().next().map(|listed| (listed.id.to_string(), listed.name));
    }
    let (client_id, own_app) = own_app.unzip();
    let (app_id, own_webhook) = own_webhook.unzip();
    Ok(Page::new(
        subject.template,
        context! {
            subjects: subjects(),
            subject: context! { slug: subject.slug, title: subject.title, lead: subject.lead },
            mine: context! { app: own_app, webhook: own_webhook },
            client_id: client_id.unwrap_or_else(|| "CLIENT_ID".to_owned()),
            app_id: app_id.unwrap_or_else(|| "APP_ID".to_owned()),
            products: &PRODUCTS,
            relying_parties: &RELYING_PARTIES,
            most_characters: portico_rules::message_text::MAX_CHARACTERS,
            webhook: limit(LimitKind::Webhook),
            token_app: limit(LimitKind::TokenApp),
        },
    ))
}

/// True if a page has samples with an ID in them.
fn has_samples(subject: &Subject) -> bool {
    ["{{ client_id }}", "{{ app_id }}"].iter().any(|id| subject.source.contains(id))
}

/// A page about other software that can post to webhook URLs.
#[derive(Serialize)]
struct Product {
    slug: &'static str,
    name: &'static str,
    suffix: &'static str,
    #[serde(skip)]
    template: &'static str,
    #[serde(skip)]
    source: &'static str,
}

macro_rules! product_page {
    ($slug:literal, $name:literal, $suffix:literal) => {
        Product {
            slug: $slug,
            name: $name,
            suffix: $suffix,
            template: concat!("docs/", $slug),
            source: include_str!(concat!("../../../templates/docs/", $slug, ".html.tera")),
        }
    };
}

static PRODUCTS: [Product; 16] = [
    product_page!("discord", "Discord’s clients", "/discord"),
    product_page!("slack", "Clients of Slack, Mattermost and Rocket.Chat", "/slack"),
    product_page!("github", "GitHub", "/github"),
    product_page!("gitea", "Gitea and Forgejo", "/github"),
    product_page!("gitlab", "GitLab", "/gitlab"),
    product_page!("alertmanager", "Prometheus Alertmanager", "/alertmanager"),
    product_page!("grafana", "Grafana", "/alertmanager"),
    product_page!("uptime-kuma", "Uptime Kuma", "/discord"),
    product_page!("jenkins", "Jenkins", "/discord"),
    product_page!("ansible", "Ansible", ""),
    product_page!("airflow", "Apache Airflow", "/slack"),
    product_page!("apprise", "Apprise and changedetection.io", "mmosts://"),
    product_page!("elastalert", "ElastAlert 2", "/slack"),
    product_page!("netdata", "Netdata", "/slack"),
    product_page!("prefect", "Prefect", ""),
    product_page!("zabbix", "Zabbix", "/discord"),
];

/// A page about software that signs people in by OpenID Connect.
#[derive(Serialize)]
struct RelyingParty {
    slug: &'static str,
    name: &'static str,
    about: &'static str,
    #[serde(skip)]
    template: &'static str,
    #[serde(skip)]
    source: &'static str,
}

macro_rules! sign_in_page {
    ($slug:literal, $name:literal, $about:literal) => {
        RelyingParty {
            slug: $slug,
            name: $name,
            about: $about,
            template: concat!("docs/", $slug),
            source: include_str!(concat!("../../../templates/docs/", $slug, ".html.tera")),
        }
    };
}

static RELYING_PARTIES: [RelyingParty; 23] = [
    sign_in_page!("sign-in-grafana", "Grafana", "Dashboards"),
    sign_in_page!("sign-in-gitea", "Gitea and Forgejo", "Git hosting"),
    sign_in_page!("sign-in-jupyterhub", "JupyterHub", "Notebooks"),
    sign_in_page!("sign-in-node-red", "Node-RED", "Flows"),
    sign_in_page!("sign-in-pgadmin", "pgAdmin", "Administration of Postgres"),
    sign_in_page!("sign-in-synapse", "Synapse", "A Matrix homeserver"),
    sign_in_page!("sign-in-open-webui", "Open WebUI", "Chats with language models"),
    sign_in_page!("sign-in-directus", "Directus", "Content and data"),
    sign_in_page!("sign-in-superset", "Superset", "Charts and dashboards"),
    sign_in_page!("sign-in-flask-appbuilder", "Airflow and Flask-AppBuilder", "Pipelines and services of your own"),
    sign_in_page!("sign-in-streamlit", "Streamlit", "Data apps in Python"),
    sign_in_page!("sign-in-apache", "Apache with mod_auth_openidc", "A web server in front of anything"),
    sign_in_page!("sign-in-authjs", "Auth.js (NextAuth)", "A library for JavaScript frameworks"),
    sign_in_page!("sign-in-better-auth", "better-auth", "A library for JavaScript frameworks"),
    sign_in_page!("sign-in-express", "express-openid-connect and Passport", "Libraries for Express"),
    sign_in_page!("sign-in-msal", "MSAL", "Microsoft’s library"),
    sign_in_page!("sign-in-openid-client", "openid-client", "A library for Node"),
    sign_in_page!("sign-in-oidc-client-ts", "oidc-client-ts", "A library for single-page apps"),
    sign_in_page!("sign-in-authlib", "Authlib", "A library for Python"),
    sign_in_page!("sign-in-django", "mozilla-django-oidc", "A library for Django"),
    sign_in_page!("sign-in-allauth", "django-allauth", "Accounts for Django"),
    sign_in_page!("sign-in-spring", "Spring Security", "A library for Java and Kotlin"),
    sign_in_page!("sign-in-oidc-agent", "oidc-agent", "Tokens for command-line tools"),
];

/// The list of keyboard shortcuts, which `static/js/shortcuts.js` shows as a dialog.
#[get("/docs/keyboard")]
pub(crate) fn keyboard(_viewer: &Viewer) -> Page {
    Page::new("help/keyboard", context! {})
}

/// The page about notifications, for people who chat: their content, their way, and how to mute them.
#[get("/docs/notifications")]
pub(crate) fn notifications(_viewer: &Viewer, app: &App) -> Page {
    let caps = &app.config.caps;
    Page::new(
        "help/notifications",
        context! { pushes: app.config.push.is_on(), most: caps.push_subscriptions_per_person },
    )
}

/// A page of the guide, or one about a product.
#[get("/docs/<slug>")]
pub(crate) async fn page(viewer: &Viewer, app: &App, slug: &str) -> Result<Page> {
    if let Some(subject) = SUBJECTS.iter().find(|subject| subject.slug == slug) {
        return subject_page(app, viewer, subject).await;
    }
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
