//! `/channels/<id>/messages/delete`: removing all messages of one author, in the channel or its server, and undoing it.
//! Deleting a single message is in `message_actions`; undoing that is here.

use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;

use super::channels::{self, ChannelView};
use super::message_renderer::MessageRenderer;
use super::removal_counts::RemovalCounts;
use super::removal_notice;
use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, Page, form_faults, to};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use crate::security::fetch_metadata::Navigation;
use portico_platform::error::{FieldErrors, Result};
use portico_rules::ids::{ChannelId, RemovalId};
use portico_store::models::Channel;
use portico_store::models::messages::feed::{Feed, MessagePeople, PagePosition};
use portico_store::models::messages::moderation::{self, Since};
use portico_store::models::messages::removal::{Author, Model as Removal};
use portico_store::posting::user_messages;

#[derive(FromForm)]
pub(crate) struct RemovalForm<'r> {
    #[field(default = "")]
    author: &'r str,
    #[field(default = "")]
    since: &'r str,
    /// In the whole server.
    everywhere: bool,
}

/// The form, with the authors of the newest messages to choose from.
async fn page(app: &App, me: &SignedIn<'_>, id: ChannelId, typed: &RemovalForm<'_>) -> Result<Page> {
    let (channel, _) = moderation::managed(&app.db, me.id, id).await?;
    let feed = Feed::read(&app.db, id, PagePosition::Newest).await?;
    let mut authors: Vec<(String, String)> = Vec::new();
    for message in feed.messages.iter().rev() {
        let author = message.author();
        let option = (author.to_string(), label(author, &feed.people));
        if !authors.contains(&option) {
            authors.push(option);
        }
    }
    if let Some(chosen) = Author::parse(typed.author)
        && !authors.iter().any(|(value, _)| value == typed.author)
    {
        // An id alone: whose it is, is no one's business before they posted here.
        authors.push((chosen.to_string(), chosen.to_string()));
    }
    let options: Vec<_> = authors.iter().map(|(value, label)| context! { value, label }).collect();
    let since = Since::parse(typed.since);
    let chosen = match since {
        Some(Since::Message(message_id)) => Some(message_id),
        _ => None,
    };
    let removal = match Author::parse(typed.author) {
        Some(author) => RemovalCounts::load(app, me, &channel, author, chosen).await?,
        None => RemovalCounts::uncounted(chosen),
    };
    Ok(Page::new(
        "chat/removal",
        context! {
            channel: context! { id: id, name: &channel.name },
            authors: options,
            author: typed.author,
            since: since.map(|_| typed.since),
            removal,
            everywhere: typed.everywhere,
        },
    ))
}

/// An author as the form lists them.
fn label(author: Author, people: &MessagePeople) -> String {
    match author {
        Author::User(id) => match people.users.get(&id) {
            Some(profile) => match &profile.nickname {
                Some(nickname) => removal_notice::labelled(nickname, &profile.name),
                None => profile.name.clone(),
            },
            None => "Deleted user".to_owned(),
        },
        Author::Webhook(id) => {
            let profile = people.webhooks.get(&id);
            let name = profile.map_or("Deleted webhook", |profile| &profile.name);
            format!("{name} (webhook)")
        }
    }
}

/// The form, with what is chosen in it counted.
#[get("/channels/<id>/messages/delete?<form..>")]
pub(crate) async fn show(id: PathId<ChannelId>, form: RemovalForm<'_>, me: SignedIn<'_>, app: &App) -> Result<Page> {
    page(app, &me, id.0, &form).await
}

#[post("/channels/<id>/messages/delete", data = "<form>")]
pub(crate) async fn remove(
    id: PathId<ChannelId>,
    form: Form<RemovalForm<'_>>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    moderation::managed(&app.db, me.id, id.0).await?;
    let mut faults = FieldErrors::none();
    let author = Author::parse(form.author).ok_or("Choose whose messages to remove.");
    let author = faults.check("author", author);
    let since = Since::parse(form.since).ok_or("Choose the last hour, day or week.");
    let since = faults.check("since", since);
    if let (Some(author), Some(since)) = (author, since) {
        let made = Removal::make(app, me.id, id.0, author, since, form.everywhere).await;
        match form_faults(made)? {
            Ok(removal) => {
                return Ok(Answer::to(format!("/channels/{}?removed={}", removal.channel_id, removal.id)));
            }
            Err(found) => faults = found,
        }
    }
    let page = page(app, &me, id.0, &form).await?;
    Ok(Answer::Shown(page.faults(&faults)))
}

#[post("/channels/<id>/messages/delete/<removal_id>/undo")]
pub(crate) async fn undo(
    id: PathId<ChannelId>,
    removal_id: PathId<RemovalId>,
    me: SignedIn<'_>,
    navigation: Navigation,
    app: &App,
    renderer: MessageRenderer<'_>,
) -> Result<Answer> {
    let undone = user_messages::undo(app, me.id, id.0, removal_id.0).await;
    match form_faults(undone)? {
        Ok(restored) => {
            let said = match restored {
                1 => "1 message is restored.".to_owned(),
                count => format!("{count} messages are restored."),
            };
            let channel = format!("/channels/{id}");
            Ok(Answer::said_on_page(navigation, channel, said))
        }
        Err(faults) => {
            let page = channels::page(app, renderer, me, id.0, ChannelView::default()).await?;
            Ok(Answer::Shown(page.faults(&faults)))
        }
    }
}

/// The form is on the page of the channel.
#[get("/channels/<id>/messages/delete/<removal_id>/undo")]
pub(crate) async fn show_undo(
    id: PathId<ChannelId>,
    removal_id: PathId<RemovalId>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    Channel::viewed_by(&app.db, me.id, id.0).await?;
    Ok(Answer::Done(to(format!("/channels/{id}?removed={removal_id}"))))
}
