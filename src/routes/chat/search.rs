//! `/servers/<id>/search`: the messages of a server that the user may see and that meet a query. `chat::search` parses
//! a query, `models::messages::search` finds messages.

use rocket::get;
use rocket_dyn_templates::context;

use super::marks::Marks;
use super::message_view::{MessageView, Reader, mark_similar_names};
use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::moderation::open_reports;
use crate::routes::page::Page;
use crate::routes::path_ids::PathId;
use portico_platform::error::{Error, Result};
use portico_platform::throttle::LimitKind;
use portico_rules::chat::quiet_time::{self, Tz};
use portico_rules::chat::search::{MAX_QUERY_LENGTH, SearchQuery, excerpt};
use portico_rules::ids::{self, MessageId, ServerId, UserId};
use portico_store::models::Message;
use portico_store::models::accounts::quiet_time::load as quiet_time_of;
use portico_store::models::messages::feed::{self, MessagePeople};
use portico_store::models::messages::search::{self, SearchPage};

/// The page before this one ended with the message `before`.
#[get("/servers/<server_id>/search?<q>&<zone>&<before>")]
pub(crate) async fn show(
    server_id: PathId<ServerId>,
    q: Option<&str>,
    zone: Option<&str>,
    before: Option<&str>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Page> {
    let access = me.access(app).await?;
    let membership = access.membership(server_id.0)?;
    let before = before.map(|text| ids::parse(text).ok_or(Error::NotFound));
    let before = before.transpose()?;
    let typed = q.unwrap_or_default().trim();
    let query = SearchQuery::parse(typed);
    let given = zone.and_then(quiet_time::zone);
    let zone = match given {
        Some(zone) => zone,
        None if query.has_days() => known_zone(app, me.id).await?,
        None => Tz::UTC,
    };
    let (found, messages, people) = if query.is_empty() {
        (SearchPage::default(), Vec::new(), MessagePeople::default())
    } else {
        app.throttle.check(LimitKind::Search, me.id).await?;
        let found = search::search(app, access, server_id.0, &query, zone, before).await?;
        let ids: Vec<MessageId> = found.ids.iter().copied().map(MessageId::new).collect();
        let (mut messages, people) = feed::messages_with(&app.db, &ids).await?;
        messages.reverse();
        (found, messages, people)
    };
    let reader = Reader::new(app, membership).blocking(&access.blocked);
    let view = |message: &Message| MessageView::new(message, &people, &reader);
    let mut views: Vec<MessageView> = messages.iter().map(view).collect();
    mark_similar_names(&mut views);
    let mut results = Vec::with_capacity(views.len());
    for (message, view) in messages.iter().zip(&views) {
        results.push(context! {
            message: view.head(),
            channel: &access.channel(message.channel_id)?.channel.name,
            passages: excerpt(&message.content, &message.cards(), &query.terms),
        });
    }
    let marks = Marks::load(app, access, me.unread_mentions()).await?;
    let ignored = query.ignored.iter();
    let ignored = ignored.map(|ignored| context! { part: &ignored.part, reason: ignored.reason });
    Ok(Page::new(
        "chat/search",
        context! {
            server: marks.server(&membership.server),
            servers: access.servers().map(|server| marks.server(server)).collect::<Vec<_>>(),
            channels: access
                .channels_of(membership.server.id)
                .map(|channel| marks.channel(channel.id, &channel.name))
                .collect::<Vec<_>>(),
            // No channel is open.
            channel: context! { id: 0 },
            unread_elsewhere: marks.is_elsewhere(None),
            may_manage: membership.may_open_settings(),
            open_reports: open_reports(app, access, membership).await?,
            q: typed.chars().take(MAX_QUERY_LENGTH).collect::<String>(),
            longest: MAX_QUERY_LENGTH,
            zone: given.map_or("", |zone| zone.name()),
            is_asked: !query.is_empty(),
            ignored: ignored.collect::<Vec<_>>(),
            results,
            next: found.next,
            first_page: before.is_none(),
        },
    ))
}

/// The reader's time zone where the browser doesn't say it: that of their quiet time, or else UTC.
async fn known_zone(app: &App, user_id: UserId) -> Result<Tz> {
    Ok(quiet_time_of(&app.db, user_id).await?.map_or(Tz::UTC, |quiet| quiet.zone))
}
