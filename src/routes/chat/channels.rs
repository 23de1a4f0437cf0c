//! `/channels/<id>`: the feed of a channel, posting in it, and read marks.
//! Live updates of an open page are in `channel_events`.

use rocket::http::CookieJar;
use rocket::route::BoxFuture;
use rocket::{FromForm, Request, get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::channel_links;
use super::feed_rows::rows;
use super::marks::Marks;
use super::message_renderer::MessageRenderer;
use super::message_view::Reader;
use super::page_account::PageAccount;
use super::removal_notice;
use super::reply_bar::ReplyBar;
use crate::app::App;
use crate::routes::cookies;
use crate::routes::form_right::{FormRight, Right, id};
use crate::routes::guards::SignedIn;
use crate::routes::moderation::open_reports;
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use crate::security::fetch_metadata::Navigation;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_platform::throttle::LimitKind;
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{self, ChannelId, MessageId, PlaceId};
use portico_store::live::{Access, RenderTime};
use portico_store::models::messages::feed::{Feed, PagePosition};
use portico_store::models::messages::read_mark;
use portico_store::models::servers::access::UserAccess;
use portico_store::models::servers::slow_mode;
use portico_store::models::{Channel, Message, Server};
use portico_store::posting;

/// State of a channel's page besides the channel.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChannelView<'a> {
    /// The part of the feed.
    position: PagePosition,
    /// The text in the composer.
    typed: &'a str,
    /// The id of the removal that the page says was made.
    removed: Option<&'a str>,
    /// True if looking at the page reads nothing.
    keep_unread: bool,
    /// The message below which the line of what is unread is, where the reader has read on since that was linked to.
    unread_after: Option<i64>,
    /// The message that the composer replies to, and whether its author is notified.
    reply: Option<(MessageId, bool)>,
}

impl Default for ChannelView<'_> {
    fn default() -> Self {
        Self {
            position: PagePosition::Newest,
            typed: "",
            removed: None,
            keep_unread: false,
            unread_after: None,
            reply: None,
        }
    }
}

/// The page of a channel.
///
/// # Errors
/// [`Error::NotFound`] where the user may not view it.
pub(super) async fn page(
    app: &App,
    renderer: MessageRenderer<'_>,
    me: SignedIn<'_>,
    channel_id: ChannelId,
    shown: ChannelView<'_>,
) -> Result<Page> {
    Ok(channel_page(app, renderer, me, channel_id, shown).await?.page)
}

/// A channel's page at a position.
struct ChannelPage {
    page: Page,
    /// True if there is nothing at its position, and messages elsewhere: those that led there were removed.
    is_beside_messages: bool,
}

async fn channel_page(
    app: &App,
    renderer: MessageRenderer<'_>,
    me: SignedIn<'_>,
    channel_id: ChannelId,
    shown: ChannelView<'_>,
) -> Result<ChannelPage> {
    let ChannelView { position, typed, removed, keep_unread, unread_after, reply } = shown;
    me.count_unread(app).await?;
    let access = me.access(app).await?;
    let visible = access.channel(channel_id)?;
    let channel = &visible.channel;
    let membership = access.membership(channel.server_id)?;
    let rendered = RenderTime { node: app.node(), at: app.now() };
    let feed = Feed::read(&app.db, channel_id, position).await?;
    let marks = Marks::load(app, access, me.unread_mentions()).await?;
    let removal = match removed {
        Some(id) => removal_notice::notice(app, membership, channel_id, id).await?,
        None => None,
    };
    let reader = Reader::new(app, membership)
        .seeing(channel_links::visible(access, channel.server_id))
        .blocking(&access.blocked);
    let reply = match reply {
        Some((id, notifies)) => ReplyBar::find(app, channel_id, id, notifies, &reader).await?,
        None => None,
    };
    let read = visible.read;
    let bell = if access.is_muted(channel) { "bell-off" } else { "bell" };
    let mutable = mutable(access, channel, &membership.server);
    // What was just marked as unread has the line above it, at the top of the page too.
    let marked = match position {
        PagePosition::Around(id) if keep_unread => Some(id),
        _ => None,
    };
    let oldest = feed.messages.first().map(|message| message.id);
    let newest = feed.messages.last().map(|message| message.id);
    let newest_elsewhere = if newest.is_none() && position != PagePosition::Newest {
        Message::newest_id(&app.db, channel_id, ids::MAX_ID).await?
    } else {
        None
    };
    // In an empty channel every message is new: the channel's own id is lower than theirs.
    let live_after = newest.or(newest_elsewhere).map_or(channel.id.get(), MessageId::get);
    let rows = rows(&feed, renderer, &reader, (unread_after.unwrap_or(read), marked)).await?;
    let page = Page::new(
        "chat/channel",
        context! {
            server: marks.server(&membership.server),
            servers: access.servers().map(|server| marks.server(server)).collect::<Vec<_>>(),
            channel: marks.channel(channel.id, &channel.name),
            topic: &channel.topic,
            channels: access
                .channels_of(channel.server_id)
                .map(|channel| marks.channel(channel.id, &channel.name))
                .collect::<Vec<_>>(),
            unread_elsewhere: marks.is_elsewhere(Some(channel.id)),
            may_manage: membership.may_open_settings(),
            open_reports: open_reports(app, access, membership).await?,
            bell,
            mutable,
            pictures_on_click: membership.server.pictures_on_click,
            may_equip: membership.permissions().contains(Permissions::MANAGE_SERVER),
            slow_mode: (channel.slow_mode > 0).then(|| slow_mode::after_every(channel.slow_mode)),
            is_exempt: slow_mode::exempts(membership.permissions()),
            timed_out_until: membership.timed_out_until.filter(|_| membership.is_timed_out()),
            may_send: visible.may.contains(Permissions::SEND_MESSAGES),
            rows,
            older: oldest.filter(|_| feed.older),
            newer: newest.filter(|_| feed.newer),
            newest: live_after,
            rendered: rendered.to_string(),
            read,
            // A page of newer messages starts at its top, every other page at its end.
            from_end: matches!(position, PagePosition::Newest | PagePosition::Before(_)),
            // More is unread than fits on the newest page, so its line is on an older page.
            unread_above: position == PagePosition::Newest && feed.older && (1..oldest.map_or(0, MessageId::get)).contains(&read),
            has_unread: newest.is_some_and(|newest| newest.get() > read),
            typed,
            removal,
            keep_unread,
            reply,
        },
    );
    Ok(ChannelPage { page, is_beside_messages: newest_elsewhere.is_some() })
}

/// The targets that the bell of a channel mutes: the channel, and its whole server.
fn mutable(access: &UserAccess, channel: &Channel, server: &Server) -> [Value; 2] {
    let of = |place_id: PlaceId, name: String, action: String| {
        let mute = access.mutes.get(&place_id);
        let ends_at = mute.copied().flatten();
        json!({ "name": name, "action": action, "is_muted": mute.is_some(), "ends_at": ends_at })
    };
    let name = format!("#{}", channel.name);
    [
        of(channel.id.into(), name, format!("/channels/{}/mute", channel.id)),
        of(server.id.into(), server.name.clone(), format!("/servers/{}/mute", server.id)),
    ]
}

/// Reads the position of the page in the feed; malformed ids are not found.
fn position(before: Option<&str>, after: Option<&str>, around: Option<&str>) -> Result<PagePosition> {
    let id = |text| ids::parse(text).ok_or(Error::NotFound);
    Ok(match (before, after, around) {
        (Some(text), _, _) => PagePosition::Before(id(text)?),
        (_, Some(text), _) => PagePosition::After(id(text)?),
        (_, _, Some(text)) => PagePosition::Around(id(text)?),
        _ => PagePosition::Newest,
    })
}

/// The query of a channel's page: one of the three positions, and the removal that its notice is about,
/// whether looking at it reads nothing, where the line of what is unread is, and the message that the composer replies to.
#[derive(FromForm)]
pub(crate) struct FeedQuery<'r> {
    before: Option<&'r str>,
    after: Option<&'r str>,
    around: Option<&'r str>,
    removed: Option<&'r str>,
    keep_unread: Option<&'r str>,
    unread_after: Option<&'r str>,
    reply: Option<&'r str>,
}

#[get("/channels/<id>?<query..>")]
pub(crate) async fn show(
    id: PathId<ChannelId>,
    query: FeedQuery<'_>,
    me: SignedIn<'_>,
    navigation: Navigation,
    app: &App,
    renderer: MessageRenderer<'_>,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    let reply = match query.reply {
        Some(text) => {
            let message_id = ids::parse(text).ok_or(Error::NotFound)?;
            Some((message_id, true))
        }
        None => None,
    };
    let unread_after = match query.unread_after {
        Some(text) => Some(ids::parse(text).ok_or(Error::NotFound)?),
        None => None,
    };
    let shown = ChannelView {
        reply,
        unread_after,
        position: position(query.before, query.after, query.around)?,
        removed: query.removed,
        keep_unread: query.keep_unread.is_some(),
        ..ChannelView::default()
    };
    let ChannelPage { page, is_beside_messages } = channel_page(app, renderer, me, id.0, shown).await?;
    // A script that loads older messages learns that there are none: other messages would leave a gap in its page.
    if is_beside_messages && navigation.0 {
        return Ok(Answer::to(format!("/channels/{id}")));
    }
    if navigation.0 {
        cookies::set_last_channel(&app.config.base_url, jar, id.0);
    }
    Ok(Answer::Shown(page))
}

#[derive(FromForm)]
pub(crate) struct ComposerForm<'r> {
    #[field(default = "")]
    content: &'r str,
    /// The message that it replies to.
    reply_to: Option<&'r str>,
    /// `on`: the author of that message is notified.
    notify: Option<&'r str>,
}

/// The right to post in the channel in the path.
pub(crate) struct PostsMessages;

impl Right for PostsMessages {
    fn require<'r>(app: &'r App, me: SignedIn<'r>, request: &'r Request<'_>) -> BoxFuture<'r, Result<()>> {
        Box::pin(async move { posting::require_to_post(&app.db, me.id, id(request, 1)?).await })
    }
}

#[post("/channels/<id>/messages", data = "<form>")]
pub(crate) async fn post_message(
    id: PathId<ChannelId>,
    form: Form<ComposerForm<'_>>,
    _right: FormRight<PostsMessages>,
    me: SignedIn<'_>,
    account: PageAccount,
    app: &App,
    renderer: MessageRenderer<'_>,
) -> Result<Answer> {
    app.throttle.check(LimitKind::Message, me.id).await?;
    // Browsers send the line ends of a text area as CRLF.
    let content = form.content.replace("\r\n", "\n");
    let notifies = form.notify == Some("on");
    let reply_to = form.reply_to.filter(|text| !text.is_empty());
    // What is no id is no message's.
    let reply =
        reply_to.map(|text| posting::ReplyTo { message_id: ids::parse(text).unwrap_or(MessageId::new(0)), notifies });
    let posted = if account.is_other(me) {
        let sentence = format!(
            "This browser is signed in as @{} now, so this wasn’t sent. Copy your text and reload the page.",
            me.nickname
        );
        Err(Error::fault("content", sentence))
    } else {
        posting::reply(app, me.id, id.0, &content, reply).await
    };
    match form_faults(posted)? {
        Ok(_) => Ok(Answer::to(format!("/channels/{id}"))),
        Err(faults) => {
            let typed = ChannelView {
                typed: &content,
                reply: reply.map(|reply| (reply.message_id, notifies)),
                ..ChannelView::default()
            };
            let page = page(app, renderer, me, id.0, typed).await?;
            Ok(Answer::Shown(page.faults(&faults)))
        }
    }
}

#[derive(FromForm)]
pub(crate) struct SeenForm<'r> {
    #[field(default = "")]
    up_to: &'r str,
}

#[post("/channels/<id>/read", data = "<form>")]
pub(crate) async fn mark_read(
    id: PathId<ChannelId>,
    form: Form<SeenForm<'_>>,
    me: SignedIn<'_>,
    account: PageAccount,
    app: &App,
    renderer: MessageRenderer<'_>,
) -> Result<Answer> {
    account.require(me)?;
    let Some(up_to) = ids::parse(form.up_to) else {
        // The field is hidden, so its fault is one of the page.
        let fault = FieldErrors::one("form", "Give the ID of the last message that was read.");
        let page = page(app, renderer, me, id.0, ChannelView::default()).await?;
        return Ok(Answer::Shown(page.faults(&fault)));
    };
    let write = app.begin().await?;
    Channel::viewed_by(&write, me.id, id.0).await?;
    // A message that does not exist yet can't have been read.
    let has_moved = match Message::newest_id(&write, id.0, up_to).await? {
        Some(newest) => read_mark::advance(&write, me.id, id.0, newest).await?,
        None => false,
    };
    write.commit().await?;
    // Not announced to other nodes, whose streams look with their next heartbeat: everyone who follows a channel reads often,
    // and on Postgres commits that notify wait for each other.
    if has_moved {
        app.live.inbox_changed(me.id);
    }
    Ok(Answer::to(format!("/channels/{id}")))
}

#[derive(FromForm)]
pub(crate) struct UnseenForm<'r> {
    #[field(default = "")]
    message_id: &'r str,
}

/// Marks a message as unread, with everything after it.
#[post("/channels/<id>/unread", data = "<form>")]
pub(crate) async fn mark_unread(
    id: PathId<ChannelId>,
    form: Form<UnseenForm<'_>>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    let message_id: MessageId = ids::parse(form.message_id).ok_or(Error::NotFound)?;
    let write = app.begin().await?;
    let (_, membership, _) = Channel::viewed_by(&write, me.id, id.0).await?;
    let message = Message::find_in(&write, id.0, message_id).await?;
    let message = message.ok_or(Error::NotFound)?;
    if message.id.get() < membership.first_id {
        return Err(Error::Forbidden("This message is from before you joined the server, so it can’t be unread."));
    }
    let has_moved = read_mark::set_before(&write, me.id, id.0, message_id).await?;
    if has_moved {
        // No right is lost, but this wakes the person's inboxes on every node.
        app.commit_revoking(write, &[Access::User(me.id)]).await?;
    } else {
        write.commit().await?;
    }
    // Its page would read it again.
    Ok(Answer::to(format!("/channels/{id}?around={message_id}&keep_unread#unread")))
}
