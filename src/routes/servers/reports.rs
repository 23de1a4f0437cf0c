//! `/servers/<id>/settings/reports`: the messages that members reported to the moderators, and deciding a report.
//! Reporting a message is in `chat::message_actions`.

use std::collections::HashMap;

use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::{open, settings, settings_context};
use crate::app::App;
use crate::routes::chat::{MessageRenderer, ReportedMessages};
use crate::routes::guards::SignedIn;
use crate::routes::moderation;
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::paging::{PAGE_SIZE, has_more};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use portico_platform::error::{Error, Result};
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{self, ReportId, ServerId, UserId};
use portico_store::models::messages::message_report::{self, ReportDecision, reporter};
use portico_store::models::messages::removal::Author;
use portico_store::models::{Membership, MessageReport, User};
use portico_store::posting::reported_messages;

/// How many of the reports that were decided last are listed below the open ones.
const DECIDED: u64 = 10;

#[get("/servers/<server_id>/settings/reports?<before>")]
pub(crate) async fn index(
    server_id: PathId<ServerId>,
    before: Option<&str>,
    me: SignedIn<'_>,
    app: &App,
    renderer: MessageRenderer<'_>,
) -> Result<Page> {
    let before = match before {
        Some(text) => Some(ids::parse(text).ok_or(Error::NotFound)?),
        None => None,
    };
    page(app, renderer, &me, server_id.0, before).await
}

async fn page(
    app: &App,
    renderer: MessageRenderer<'_>,
    me: &SignedIn<'_>,
    server_id: ServerId,
    before: Option<i64>,
) -> Result<Page> {
    let db = &*app.db;
    let membership = open(app, me, server_id).await?;
    membership.require(Permissions::MODERATE_MEMBERS)?;
    let access = me.access(app).await?;
    let mut reports = message_report::open_of(db, server_id, before, PAGE_SIZE + 1).await?;
    let more = has_more(&mut reports, PAGE_SIZE);
    let older = reports.last().map(|report| report.id).filter(|_| more);
    // Nobody reads a channel that they can't see.
    let visible = |report: &MessageReport| access.channel(report.channel_id).is_ok();
    let decided = match before {
        None => message_report::decided_of(db, server_id, DECIDED).await?,
        Some(_) => Vec::new(),
    };
    let (shown, hidden): (Vec<_>, Vec<_>) = reports.into_iter().partition(visible);
    let decided: Vec<MessageReport> = decided.into_iter().filter(visible).collect();
    let reporters = message_report::reporters_of(db, &shown).await?;
    let authors: Vec<UserId> = shown.iter().filter_map(|report| report.author_id).collect();
    let members = Membership::load_all(db, server_id, &authors).await?;
    let of_reporters = reporters.values().flatten().map(|row| row.reporter_id);
    let people: Vec<UserId> = of_reporters.chain(decided.iter().filter_map(|report| report.decided_by)).collect();
    let people: HashMap<UserId, User> =
        User::all_of(db, &people).await?.into_iter().map(|user| (user.id, user)).collect();
    let messages = ReportedMessages::load(app, renderer, membership, access, &shown).await?;
    let may_ban_former = |report: &MessageReport| report.author_id.is_some_and(|id| !members.contains_key(&id));
    let rows: Vec<Value> = shown
        .iter()
        .map(|report| {
            let reporters = reporters.get(&report.id).map_or(&[][..], Vec::as_slice);
            let member = report.author_id.and_then(|id| members.get(&id));
            let removable = member.is_some_and(|theirs| membership.may_moderate(theirs));
            json!({
                "id": report.id,
                "at": app.id_times().time_of(report.id.get()),
                "message_id": report.message_id,
                "channel": { "id": report.channel_id, "name": channel_name(access, report) },
                "shown": messages.shown(report),
                "reasons": reporters.iter().map(|row| reason(row, &people)).collect::<Vec<_>>(),
                "user_id": report.author_id.filter(|_| matches!(report.author(), Author::User(_))),
                "may_time_out": removable,
                "may_ban": removable || may_ban_former(report),
            })
        })
        .collect();
    let decided: Vec<Value> = decided
        .iter()
        .map(|report| {
            json!({
                "message_id": report.message_id,
                "channel": { "id": report.channel_id, "name": channel_name(access, report) },
                "is_removed": report.decision == Some(ReportDecision::Removed),
                "by": report.decided_by.and_then(|id| people.get(&id)).map(|user| &user.nickname),
                "at": report.decided_at,
            })
        })
        .collect();
    Ok(Page::new(
        "servers/reports",
        context! {
            settings: settings_context(app, me, membership, "/reports").await?,
            reports: rows,
            hidden: hidden.len(),
            decided,
            older,
            is_first: before.is_none(),
            timeouts: moderation::timeouts(),
            deletable: moderation::deletable(membership),
        },
    ))
}

fn channel_name<'a>(
    access: &'a portico_store::models::servers::access::UserAccess,
    report: &MessageReport,
) -> Option<&'a str> {
    access.channel(report.channel_id).ok().map(|visible| visible.channel.name.as_str())
}

fn reason(row: &reporter::Model, people: &HashMap<UserId, User>) -> Value {
    json!({
        "by": people.get(&row.reporter_id).map(|user| &user.nickname),
        "text": row.reason,
        "at": row.reported_at,
    })
}

#[derive(FromForm)]
pub(crate) struct DecisionForm<'r> {
    #[field(default = "")]
    decision: &'r str,
}

#[post("/servers/<server_id>/settings/reports/<report_id>", data = "<form>")]
pub(crate) async fn decide(
    server_id: PathId<ServerId>,
    report_id: PathId<ReportId>,
    form: Form<DecisionForm<'_>>,
    me: SignedIn<'_>,
    app: &App,
    renderer: MessageRenderer<'_>,
) -> Result<Answer> {
    let done = match ReportDecision::parse(form.decision) {
        Some(decision) => {
            let decided = reported_messages::decide(app, me.id, server_id.0, report_id.0, decision).await;
            decided.map(|()| decision)
        }
        None => {
            open(app, &me, server_id.0).await?.require(Permissions::MODERATE_MEMBERS)?;
            Err(Error::fault("form", "Remove the message, or dismiss the report."))
        }
    };
    match form_faults(done)? {
        Ok(decision) => {
            let sentence = match decision {
                ReportDecision::Removed => "The message is removed.",
                ReportDecision::Dismissed => "The report is dismissed. The message stays.",
            };
            Ok(Answer::said(settings(server_id.0, "/reports"), sentence))
        }
        Err(faults) => {
            let page = page(app, renderer, &me, server_id.0, None).await?;
            Ok(Answer::Shown(page.faults(&faults)))
        }
    }
}
