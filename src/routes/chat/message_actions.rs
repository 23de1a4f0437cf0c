//! `/channels/<id>/messages/<message_id>`: one message with what the reader may do with it: editing, deleting, reporting. With
//! `?menu` it is the menu that the script of a feed opens.
//! Removing many at once is in `removals`, earlier versions are in `versions`.

use rocket::route::BoxFuture;
use rocket::{FromForm, Request, get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::channel_links;
use super::message_view::{MessageView, Reader};
use super::removal_counts::RemovalCounts;
use super::reply_bar::ReplyBar;
use crate::app::App;
use crate::routes::form_right::{FormRight, Right, id};
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, Page, form_faults, to};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use crate::security::fetch_metadata::Navigation;
use portico_platform::error::{Error, Result};
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{ChannelId, MessageId};
use portico_store::models::messages::feed::MessagePeople;
use portico_store::models::messages::message_report;
use portico_store::models::messages::removal::Author;
use portico_store::models::servers::access::UserAccess;
use portico_store::models::{Channel, Membership, Message, Webhook};
use portico_store::posting::user_messages::{self, MessageRights};

/// The page of a message.
const PAGE: &str = "chat/message_actions";
/// The menu of a message.
const MENU: &str = "chat/message_menu";

/// Values typed on the page of a message.
#[derive(Default)]
struct MessageFields<'a> {
    /// The text that was sent to replace it.
    content: Option<&'a str>,
    /// The reason for reporting it.
    reason: &'a str,
}

/// The page or the menu of a message.
async fn page(
    app: &App,
    me: &SignedIn<'_>,
    (id, message_id): (ChannelId, MessageId),
    template: &'static str,
    typed: MessageFields<'_>,
) -> Result<Page> {
    let (channel, membership, here) = Channel::viewed_by(&app.db, me.id, id).await?;
    let message = Message::find_in(&app.db, id, message_id).await?;
    let message = message.ok_or(Error::NotFound)?;
    let may = MessageRights::new(&membership, here, &message);
    let people = MessagePeople::load(&app.db, std::slice::from_ref(&message)).await?;
    let access = me.access(app).await?;
    let channels = channel_links::visible(access, channel.server_id);
    let visible = access.channel(id)?;
    let reader = Reader::new(app, &membership).seeing(channels).blocking(&access.blocked);
    let view = MessageView::new(&message, &people, &reader);
    let webhook = webhook(app, access, &membership, message.author()).await?;
    // The menu leads to a form that counts.
    let removal = match may.moderate && template == PAGE {
        true => Some(RemovalCounts::load(app, me, &channel, message.author(), Some(message.id.get())).await?),
        false => None,
    };
    Ok(Page::new(
        template,
        context! {
            channel: context! { id: id, name: &channel.name },
            message: view.context(),
            may_be_unread: (visible.first..=visible.read).contains(&message.id.get()),
            reply: here
                .contains(Permissions::SEND_MESSAGES)
                .then(|| ReplyBar::new(&message, &people, &reader, true)),
            may_edit: may.edit,
            may_delete: may.delete,
            may_moderate: may.moderate,
            webhook,
            is_muted: access.is_muted(&channel),
            may_report: message.author() != Author::User(me.id),
            reason: typed.reason,
            is_blocked: reader.has_blocked(&message),
            user_id: match message.author() {
                Author::User(id) if id.get() > 0 && id != me.id => Some(id),
                _ => None,
            },
            typed: typed.content.unwrap_or(&message.content),
            removal,
        },
    ))
}

/// The webhook that posted a message, for those who may manage it: a post can carry any name.
async fn webhook(app: &App, access: &UserAccess, membership: &Membership, author: Author) -> Result<Option<Value>> {
    let Author::Webhook(id) = author else { return Ok(None) };
    if !membership.permissions().contains(Permissions::MANAGE_SERVER) {
        return Ok(None);
    }
    let webhook = match Webhook::managed_within(&app.db, access, id).await {
        Err(Error::NotFound) => return Ok(None),
        found => found?,
    };
    let creator = webhook.creator(&app.db).await?;
    Ok(Some(json!({
        "id": webhook.id(),
        "name": webhook.name(),
        "creator": creator.map(|user| user.nickname),
        "is_paused": webhook.paused_at().is_some(),
    })))
}

#[get("/channels/<id>/messages/<message_id>?<menu>", rank = 1)]
pub(crate) async fn show(
    id: PathId<ChannelId>,
    message_id: PathId<MessageId>,
    menu: Option<&str>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Page> {
    let template = if menu.is_some() { MENU } else { PAGE };
    page(app, &me, (id.0, message_id.0), template, MessageFields::default()).await
}

#[derive(FromForm)]
pub(crate) struct EditForm<'r> {
    #[field(default = "")]
    content: &'r str,
}

/// The right to edit the message in the path.
pub(crate) struct EditsMessage;

impl Right for EditsMessage {
    fn require<'r>(app: &'r App, me: SignedIn<'r>, request: &'r Request<'_>) -> BoxFuture<'r, Result<()>> {
        Box::pin(async move {
            let message_id: MessageId = id(request, 3)?;
            user_messages::require_to_edit(&app.db, me.id, id(request, 1)?, message_id).await
        })
    }
}

#[post("/channels/<id>/messages/<message_id>", rank = 1, data = "<form>")]
pub(crate) async fn edit(
    id: PathId<ChannelId>,
    message_id: PathId<MessageId>,
    form: Form<EditForm<'_>>,
    _right: FormRight<EditsMessage>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    // Browsers send the line ends of a text area as CRLF.
    let content = form.content.replace("\r\n", "\n");
    let done = user_messages::edit(app, me.id, id.0, message_id.0, &content).await;
    match form_faults(done)? {
        Ok(()) => Ok(Answer::to(format!("/channels/{id}?around={message_id}#message-{message_id}"))),
        Err(faults) => {
            let typed = MessageFields { content: Some(&content), ..MessageFields::default() };
            let page = page(app, &me, (id.0, message_id.0), PAGE, typed).await?;
            Ok(Answer::Shown(page.faults(&faults)))
        }
    }
}

#[post("/channels/<id>/messages/<message_id>/delete")]
pub(crate) async fn delete(
    id: PathId<ChannelId>,
    message_id: PathId<MessageId>,
    me: SignedIn<'_>,
    navigation: Navigation,
    app: &App,
) -> Result<Answer> {
    match user_messages::delete(app, me.id, id.0, message_id.0).await? {
        // The page says so, with a form that undoes it.
        Some(removal_id) => Ok(Answer::to(format!("/channels/{id}?removed={removal_id}"))),
        None => Ok(Answer::said_on_page(navigation, format!("/channels/{id}"), "The message is deleted.")),
    }
}

#[derive(FromForm)]
pub(crate) struct ReportForm<'r> {
    #[field(default = "")]
    reason: &'r str,
}

/// Reports a message to the moderators of the server.
#[post("/channels/<id>/messages/<message_id>/report", data = "<form>")]
pub(crate) async fn report(
    id: PathId<ChannelId>,
    message_id: PathId<MessageId>,
    form: Form<ReportForm<'_>>,
    me: SignedIn<'_>,
    navigation: Navigation,
    app: &App,
) -> Result<Answer> {
    let filed = message_report::file(app, me.id, id.0, message_id.0, form.reason).await;
    match form_faults(filed)? {
        Ok(is_new) => {
            let sentence = match is_new {
                true => "Thank you. The moderators of this server will look at the message.",
                false => "You have reported this message already. The moderators of this server will look at it.",
            };
            let back = format!("/channels/{id}?around={message_id}#message-{message_id}");
            Ok(Answer::said_on_page(navigation, back, sentence))
        }
        Err(faults) => {
            let typed = MessageFields { reason: form.reason, ..MessageFields::default() };
            let page = page(app, &me, (id.0, message_id.0), PAGE, typed).await?;
            Ok(Answer::Shown(page.faults(&faults)))
        }
    }
}

/// The form is on the page of the message.
#[get("/channels/<id>/messages/<message_id>/delete")]
pub(crate) async fn show_form(
    id: PathId<ChannelId>,
    message_id: PathId<MessageId>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    Channel::viewed_by(&app.db, me.id, id.0).await?;
    Ok(Answer::Done(to(format!("/channels/{id}/messages/{message_id}"))))
}
