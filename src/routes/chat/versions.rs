//! `/channels/<id>/messages/<message_id>/versions`: what an edited message said before, for those who manage messages
//! or the server. `models::messages::version` decides which versions are kept.

use rocket::get;
use rocket_dyn_templates::context;

use super::channel_links;
use super::message_renderer::MessageRenderer;
use super::message_view::{MessageView, Reader, may_see_versions};
use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::page::Page;
use crate::routes::path_ids::PathId;
use portico_platform::error::{Error, Result};
use portico_rules::ids::{ChannelId, MessageId};
use portico_store::models::messages::feed::MessagePeople;
use portico_store::models::{Channel, Message, MessageVersion};

/// Shows a message as it is now and its earlier versions, newest first.
#[get("/channels/<id>/messages/<message_id>/versions")]
pub(crate) async fn show(
    id: PathId<ChannelId>,
    message_id: PathId<MessageId>,
    me: SignedIn<'_>,
    renderer: MessageRenderer<'_>,
    app: &App,
) -> Result<Page> {
    let (channel, membership, _) = Channel::viewed_by(&app.db, me.id, id.0).await?;
    if !may_see_versions(membership.permissions()) {
        return Err(Error::Forbidden(
            "To see earlier versions, you need the permission “Manage messages” or “Manage server”.",
        ));
    }
    let message = Message::find_in(&app.db, id.0, message_id.0).await?;
    let message = message.ok_or(Error::NotFound)?;
    let versions = MessageVersion::all_of(&app.db, message.id).await?;
    let replaced_at = versions.iter().rev().map(|version| Some(version.edited_at));
    let replaced_at: Vec<_> = [None].into_iter().chain(replaced_at).collect();
    let earlier = versions.into_iter().rev().map(|version| earlier(&message, version));
    let messages: Vec<Message> = [message.clone()].into_iter().chain(earlier).collect();
    let people = MessagePeople::load(&app.db, &messages).await?;
    let channels = channel_links::visible(me.access(app).await?, channel.server_id);
    let reader = Reader::new(app, &membership).seeing(channels);
    let views: Vec<MessageView> = messages.iter().map(|message| MessageView::new(message, &people, &reader)).collect();
    let bodies = renderer.render_part("chat/body", &views).await?;
    let versions: Vec<_> = views
        .iter()
        .zip(bodies)
        .zip(replaced_at)
        .map(|((view, body), replaced_at)| context! { message: view.head(), body, replaced_at })
        .collect();
    Ok(Page::new(
        "chat/versions",
        context! { channel: context! { id: id.0, name: &channel.name }, message_id: message_id.get(), versions },
    ))
}

/// The message as an earlier version of it was.
fn earlier(message: &Message, version: MessageVersion) -> Message {
    Message {
        content: version.content,
        spans: version.spans,
        cards: version.cards,
        name: version.name,
        edited_at: None,
        ..message.clone()
    }
}
