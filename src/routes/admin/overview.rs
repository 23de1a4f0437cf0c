//! `/admin`: what needs attention, what the instance did in the last day or month, and the state of its parts.
//! `attention` decides what needs attention; the counts are in `models::instance::count`.

use std::collections::BTreeMap;

use portico_migrations::applied;
use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::keys;
use crate::app::App;
use crate::attention::Concern;
use crate::routes::guards::Admin;
use crate::routes::page::{Answer, Page};
use crate::routes::portal::chart;
use crate::routes::sent_form::Form;
use portico_platform::error::{Error, Result};
use portico_platform::group_commit::WAITING;
use portico_platform::metrics::REFUSED;
use portico_platform::storage::in_words;
use portico_platform::throttle::LimitKind;
use portico_rules::clock::DAY_MS;
use portico_rules::ids::{ServerId, WebhookId};
use portico_store::models::accounts::phone_code::budget;
use portico_store::models::instance::branding::PRODUCT;
use portico_store::models::instance::checklist::Checklist;
use portico_store::models::instance::count::{self, Span};
use portico_store::models::instance::{server_writes, setting};
use portico_store::models::logs::delivery::{self, Hour};
use portico_store::models::{Server, Webhook};

/// How many of the busiest webhooks are listed.
const BUSIEST: u64 = 5;
/// How many of the servers that write most are listed.
const MAX_SERVERS: u64 = 10;

/// A chart: its title, what is counted, and what is shown on top of it as failed.
struct Series {
    title: &'static str,
    done: &'static str,
    failed: Option<&'static str>,
    /// The names of the two.
    labels: (&'static str, &'static str),
}

/// The titles of the small charts at the top, and what each counts.
const TILES: [(&str, &str); 4] =
    [("Sign-ins", "sign_ins"), ("Messages", "posts"), ("New accounts", "sign_ups"), ("Refused posts", REFUSED)];

const SERIES: [Series; 5] = [
    Series { title: "Messages", done: "posts", failed: Some(REFUSED), labels: ("Stored", "Refused webhook posts") },
    Series { title: "Sign-ins", done: "sign_ins", failed: Some("sign_in_failures"), labels: ("Accepted", "Refused") },
    Series { title: "New accounts", done: "sign_ups", failed: None, labels: ("Signed up", "") },
    Series {
        title: "Exchanges of apps",
        done: "exchanges",
        failed: Some("exchange_failures"),
        labels: ("Answered", "Refused"),
    },
    Series { title: "Text messages", done: "texts", failed: None, labels: ("Sent", "") },
];

type Counts = BTreeMap<String, i64>;

/// The sum of what has this name, or begins with it where it is that of refusals.
fn sum(counts: &Counts, name: &str) -> i64 {
    if name == REFUSED {
        let refused = counts.iter().filter(|(name, _)| name.starts_with(REFUSED));
        return refused.map(|(_, count)| *count).sum();
    }
    counts.get(name).copied().unwrap_or(0)
}

#[get("/admin?<span>")]
pub(crate) async fn show(span: Option<&str>, _me: Admin<'_>, app: &App) -> Result<Page> {
    let is_month = span == Some("month");
    let span = if is_month { Span::Day } else { Span::Hour };
    let shown = count::shown(app.expensive.db(), span, app.now());
    let mut shown = app.expensive.run_for_console(shown).await?;
    // Counts that this process has not stored yet belong to the present.
    let present = shown.entry(span.start_of(app.now())).or_default();
    for (name, count) in app.metrics.tallied() {
        *present.entry(name).or_default() += i64::try_from(count).unwrap_or(i64::MAX);
    }
    let tiles: Vec<Value> = TILES.iter().map(|(title, name)| tile(title, name, &shown)).collect();
    let charts: Vec<Value> = SERIES.iter().map(|series| chart_of(series, &shown)).collect();
    let mut total = Counts::new();
    for (name, count) in shown.values().flatten() {
        *total.entry(name.clone()).or_default() += count;
    }
    let refusals: Vec<Value> = total
        .iter()
        .filter_map(|(name, count)| Some(json!({ "code": name.strip_prefix(REFUSED)?, "count": count })))
        .collect();
    Ok(Page::new(
        "admin/overview",
        context! {
            is_month,
            checklist: checklist(app).await?,
            concerns: app.renew_concerns().await?.iter().map(concern).collect::<Vec<_>>(),
            tiles,
            charts,
            refusals,
            state: state(app, &total).await?,
            storage: storage(app).await?,
            nodes: nodes(app).await?,
            busiest: busiest(app).await?,
            keys: keys::rows(app).await?,
            caps: app.config.caps.named().collect::<Vec<_>>(),
            limits_are_on: app.config.throttle.enabled,
            limits: limits(app),
            ids_ahead_days: Some(app.id_times().ahead_ms() / DAY_MS).filter(|days| *days > 0),
        },
    ))
}

/// The first steps, each with whether it is done; none once all are, or they were dismissed.
async fn checklist(app: &App) -> Result<Option<Value>> {
    let steps = Checklist::load(&app.db).await?;
    if steps.is_dismissed {
        return Ok(None);
    }
    let branding = app.branding();
    let mut shown = vec![
        ("sign-up", "Choose who can sign up", Some("/admin/sign-up"), steps.has_sign_up_mode),
        ("texts", "Have text messages sent, by the setting `sms`", None, app.sms.is_set()),
        (
            "branding",
            "Give it a name and a logo",
            Some("/admin/branding"),
            branding.name != PRODUCT && branding.logo_at.is_some(),
        ),
    ];
    // Postgres has its own.
    if app.db.backend() == sea_orm::DbBackend::Sqlite {
        shown.insert(1, ("backup", "Make a backup each day, by `portico backup`", None, steps.has_backup));
    }
    if shown.iter().all(|(.., is_done)| *is_done) {
        return Ok(None);
    }
    let step = |(id, text, href, is_done): (&str, &str, Option<&str>, bool)| json!({ "id": id, "parts": with_code(text), "href": href, "is_done": is_done });
    Ok(Some(shown.into_iter().map(step).collect()))
}

#[derive(FromForm)]
pub(crate) struct ChecklistForm<'r> {
    #[field(default = "")]
    act: &'r str,
}

#[post("/admin", data = "<form>")]
pub(crate) async fn change(form: Form<ChecklistForm<'_>>, _me: Admin<'_>, app: &App) -> Result<Answer> {
    if form.act != "dismiss" {
        return Err(Error::NotFound);
    }
    Checklist::dismiss(app).await?;
    Ok(Answer::to("/admin"))
}

/// The parts of a text, of which code is between backticks.
fn with_code(text: &str) -> Vec<Value> {
    let parts = text.split('`').enumerate();
    parts.map(|(place, text)| json!({ "text": text, "is_code": place % 2 == 1 })).collect()
}

/// Something that needs attention, as a heading and a sentence, whose code is marked.
fn concern(concern: &Concern) -> Value {
    let mut letters = concern.text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let sentence = format!("{first}{}.", letters.as_str());
    json!({
        "subject": concern.subject,
        "title": concern.title,
        "parts": with_code(&sentence),
        "href": concern.href,
        "is_error": concern.is_error,
    })
}

/// The sum of a count and its line, in a box of 120 by 32.
fn tile(title: &str, name: &str, shown: &BTreeMap<i64, Counts>) -> Value {
    const WIDTH: i64 = 120;
    const HEIGHT: i64 = 30;
    let counts: Vec<i64> = shown.values().map(|counts| sum(counts, name)).collect();
    let max = counts.iter().copied().max().unwrap_or_default().max(1);
    let steps = i64::try_from(counts.len()).unwrap_or_default().saturating_sub(1).max(1);
    let points: Vec<String> = (0_i64..)
        .zip(&counts)
        .map(|(place, count)| format!("{},{}", place * WIDTH / steps, HEIGHT + 1 - count * HEIGHT / max))
        .collect();
    json!({ "title": title, "total": counts.iter().sum::<i64>(), "points": points.join(" ") })
}

fn chart_of(series: &Series, shown: &BTreeMap<i64, Counts>) -> Value {
    let hours: Vec<Hour> = shown
        .iter()
        .map(|(at, counts)| Hour {
            at: *at,
            accepted: sum(counts, series.done),
            refused: series.failed.map_or(0, |failed| sum(counts, failed)),
        })
        .collect();
    json!({
        "title": series.title,
        "id": series.done,
        "done": series.labels.0,
        "failed": series.labels.1,
        "chart": chart::chart(&hours),
    })
}

/// The state of the database, the queue and the budget of texts.
async fn state(app: &App, total: &Counts) -> Result<Value> {
    let steps = applied(&*app.db).await?;
    let commits = sum(total, "commits");
    let commit_ms = (commits > 0).then(|| {
        let tenths = sum(total, "commit_micros") / commits / 100;
        format!("{}.{}", tenths / 10, tenths % 10)
    });
    Ok(json!({
        "is_sqlite": app.db.backend() == sea_orm::DbBackend::Sqlite,
        "megabytes": app.db.size().await? / 100_000,
        "steps": steps.len(),
        "last_step": steps.last(),
        "waiting": app.posts.waiting(),
        "can_wait": WAITING,
        "commit_ms": commit_ms,
        "texts_today": budget::sent_today(app).await?,
        "texts_a_day": app.config.texts.a_day,
        "last_backup": setting::last_backup(&app.db).await?,
    }))
}

/// How much room there is, and the servers that write most.
async fn storage(app: &App) -> Result<Value> {
    let words = |bytes: i64| in_words(bytes.unsigned_abs());
    let writers = server_writes::largest(app.expensive.db(), app.now(), MAX_SERVERS);
    let writers = app.expensive.run_for_console(writers).await?;
    let ids: Vec<ServerId> = writers.iter().map(|writer| writer.server_id).collect();
    let names = Server::names_of(&app.db, &ids).await?;
    let shown = writers.iter().filter_map(|writer| {
        Some(json!({
            "id": writer.server_id,
            "name": names.get(&writer.server_id)?,
            "messages": words(writer.message_bytes),
            "logs": words(writer.log_bytes),
        }))
    });
    let limits = app.config.storage;
    Ok(json!({
        "is_nearly_full": app.storage.is_nearly_full(),
        "free": app.storage.free().map(in_words),
        "min_free_mib": limits.min_free_mib,
        "max_database_mib": limits.max_database_mib,
        "log_mib_per_server": app.config.caps.log_mib_per_server,
        "days": server_writes::DAYS,
        "servers": shown.collect::<Vec<_>>(),
    }))
}

/// Every process with its lease, its keys and its version; this one is the first.
async fn nodes(app: &App) -> Result<Vec<Value>> {
    let others = app.other_nodes().await?;
    let numbers: Vec<u8> = others.iter().filter_map(|node| u8::try_from(node.number).ok()).collect();
    let versions = count::versions(&app.db, &numbers).await?;
    let mut nodes = vec![json!({
        "number": app.node(),
        "is_this": true,
        "version": env!("CARGO_PKG_VERSION"),
        "key": app.key.id().to_string(),
        "knows_key": true,
    })];
    for node in &others {
        let version = versions.iter().find(|(number, _)| i32::from(*number) == node.number);
        nodes.push(json!({
            "number": node.number,
            "is_this": false,
            "leased_until": node.leased_until - app.id_times().ahead_ms(),
            "version": version.map(|(_, version)| version),
            "key": node.seals_with().map(|key| key.to_string()),
            "knows_key": node.knows(app.key.id()),
        }));
    }
    Ok(nodes)
}

/// The webhooks that most was sent to lately.
async fn busiest(app: &App) -> Result<Vec<Value>> {
    app.log.settled().await;
    let busiest = delivery::busiest(app.expensive.db(), app.now(), BUSIEST);
    let busiest = app.expensive.run_for_console(busiest).await?;
    let ids: Vec<WebhookId> = busiest.iter().map(|one| one.webhook_id).collect();
    let found = Webhook::with_places(&app.db, &ids).await?;
    let shown = busiest.iter().filter_map(|one| {
        let of = found.iter().find(|found| found.webhook.id == one.webhook_id)?;
        Some(json!({
            "id": one.webhook_id,
            "name": of.webhook.name,
            "server": of.server,
            "is_suspended": of.webhook.is_suspended(),
            "accepted": one.accepted,
            "refused": one.refused,
        }))
    });
    Ok(shown.collect())
}

fn limits(app: &App) -> Vec<Value> {
    let limit = |kind: &LimitKind| {
        let limit = app.config.throttle.limit(*kind);
        json!({ "name": kind.name(), "burst": limit.burst, "per_minute": limit.per_minute })
    };
    LimitKind::ALL.iter().map(limit).collect()
}
