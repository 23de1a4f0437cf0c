//! The text of an audit log entry: a sentence that follows the actor's name, and the changes as lines below it.
//! The content of an entry is defined in `models::logs::audit`. Sentences with cases are in the modules below.

mod app;
mod channel;
mod entry_text;
mod member;
mod role;
mod visibility;
mod webhook;

use self::entry_text::{EntryText, posted_at};
pub use self::visibility::ChannelVisibility;
use portico_rules::clock::minute;
use portico_rules::ids::IdTimes;
use portico_store::models::logs::audit::{Action, Entry, NamedChannel};

/// Describes an entry to a reader.
pub(super) fn describe(entry: &Entry, visibility: &ChannelVisibility<'_>, times: &IdTimes) -> EntryText {
    let (text, target) = (EntryText::default(), entry.target.name.as_str());
    let Some(action) = &entry.action else {
        return text.says(" did something that this version of Portico can’t describe: ").names(&*entry.name);
    };
    let target_channel = |hidden: &bool| NamedChannel {
        id: entry.target.id.unwrap_or_default(),
        name: target.to_owned(),
        hidden: *hidden,
    };
    match action {
        Action::WebhookCreated { channel } => {
            text.says(" created the webhook ").names(target).says(", which posts into ").channel(channel, visibility)
        }
        Action::WebhookEdited { name, picture } => webhook::edited(text, target, name.as_ref(), *picture),
        Action::WebhookMoved { channel, name, picture } => text
            .says(" moved the webhook ")
            .names(target)
            .says(" from ")
            .channel(&channel.from, visibility)
            .says(" to ")
            .channel(&channel.to, visibility)
            .text("Name", name.as_ref())
            .picture("Picture", *picture),
        Action::WebhookUrlRegenerated {} => text.says(" regenerated the URL of the webhook ").names(target),
        Action::WebhookPaused {} => text.says(" paused the webhook ").names(target),
        Action::WebhookResumed {} => text.says(" resumed the webhook ").names(target),
        Action::WebhookCreatorChanged { from } => webhook::creator_changed(text, target, from.as_ref()),
        Action::WebhookReportedLeaked {} => text
            .says(" reported the URL of the webhook ")
            .names(target)
            .says(" as leaked: it was regenerated, and the webhook paused"),
        Action::WebhookFoundLeaked {} => text.says(" was paused, because a secret scanner reported its URL as leaked"),
        Action::WebhookDeleted { channel } => {
            text.says(" deleted the webhook ").names(target).says(", which posted into ").channel(channel, visibility)
        }
        Action::MessageDeleted { channel, message_id } => text
            .says(" deleted a message that it posted in ")
            .channel(channel, visibility)
            .line("Posted", posted_at(*message_id, times)),

        Action::ChannelCreated { hidden } => text.says(" created ").the_channel(&target_channel(hidden), visibility),
        Action::ChannelEdited { hidden, name, topic, slow_mode } => {
            channel::ChannelEdit { name: name.as_ref(), topic: topic.as_ref(), slow_mode: slow_mode.as_ref() }.describe(
                text,
                &target_channel(hidden),
                visibility,
            )
        }
        Action::ChannelDeleted { hidden, webhooks, further } => {
            channel::deleted(text, &target_channel(hidden), webhooks, *further, visibility)
        }
        Action::OthersMessageDeleted { hidden, author, message_id } => text
            .says(" deleted a message by ")
            .poster(author)
            .says(" in ")
            .channel(&target_channel(hidden), visibility)
            .line("Posted", posted_at(*message_id, times)),
        Action::MessagesRemoved { hidden, author, count, since } => text
            .says(format!(" removed {} by ", channel::messages(*count)))
            .poster(author)
            .says(format!(" from the last {since} in "))
            .channel(&target_channel(hidden), visibility),
        Action::MessagesRestored { hidden, author, count } => text
            .says(format!(" restored {} by ", channel::messages(*count)))
            .poster(author)
            .says(" in ")
            .channel(&target_channel(hidden), visibility),
        Action::OverwriteSet { hidden, whom, allow, deny } => {
            channel::OverwriteChange { whom, allow, deny }.describe(text, &target_channel(hidden), visibility)
        }

        Action::RoleCreated { mentionable, permissions } => role::created(text, target, *mentionable, permissions),
        Action::RoleEdited { name, mentionable, gained, lost, position } => role::RoleEdit {
            name: name.as_ref(),
            mentionable: mentionable.as_ref(),
            gained,
            lost,
            position: position.as_ref(),
        }
        .describe(text, target),
        Action::RoleDeleted {} => text.says(" deleted the role ").role(target),

        Action::MemberRolesSet { nickname, given, taken } => member::roles_set(text, target, nickname, given, taken),
        Action::MemberJoined {} => text.says(" joined by the invite that ends in ").names(target),
        Action::MemberLeft {} => text.says(" left the server"),
        Action::MemberRemoved { nickname } => text.says(" removed ").person(target, nickname).says(" from the server"),
        Action::MemberBanned { nickname, reason } => member::banned(text, target, nickname, reason),
        Action::BanLifted { nickname } => text.says(" lifted the ban of ").person(target, nickname),
        Action::MemberTimedOut { nickname, ends_at, .. } => {
            text.says(" timed out ").person(target, nickname).line("Until", minute(*ends_at))
        }
        Action::TimeoutLifted { nickname } => text.says(" lifted the time-out of ").person(target, nickname),
        Action::InviteCreated { expires_at, max_uses } => member::invite_created(text, target, *expires_at, *max_uses),
        Action::InviteDeleted {} => text.says(" deleted the invite that ends in ").names(target),

        Action::ServerRenamed { name } => text.says(" renamed the server ").names(target).says(" to ").names(&*name.to),
        Action::ServerPicturesSet { on_click: true } => text.says(" set pictures in cards to load only on click"),
        Action::ServerPicturesSet { on_click: false } => text.says(" set pictures in cards to load with the message"),
        Action::ServerSecondStepSet { required: true } => {
            text.says(" required two-step sign-in of everyone who manages the server")
        }
        Action::ServerSecondStepSet { required: false } => {
            text.says(" no longer requires two-step sign-in of those who manage the server")
        }
        Action::ServerOffered { to } => text.says(" offered the server to ").person(&to.name, &to.nickname),
        Action::ServerOfferCancelled { to } => {
            text.says(" cancelled the offer of the server to ").person(&to.name, &to.nickname)
        }
        Action::ServerOfferDeclined {} => text.says(" declined to become the owner of the server"),
        Action::ServerHandedOver { to } => text.says(" transferred the server to ").person(&to.name, &to.nickname),
        Action::ServerDeleted {} => text.says(" deleted the server ").names(target),

        Action::AppCreated { profile, public } => app::created(text, target, profile, *public),
        Action::AppEdited(edits) => app::edited(text, target, edits),
        Action::SecretMade { last_four } => app::ending(text.says(" created a client secret"), last_four),
        Action::SecretDropped { last_four } => app::ending(text.says(" deleted the client secret"), last_four),
        Action::SecretFoundLeaked { last_four } => app::ending(text.says(" lost the client secret"), last_four)
            .says(", because a secret scanner reported it as leaked"),
        Action::AppOffered { to } => {
            text.says(" offered the app ").names(target).says(" to ").person(&to.name, &to.nickname)
        }
        Action::AppOfferCancelled { to } => {
            text.says(" cancelled the offer of the app ").names(target).says(" to ").person(&to.name, &to.nickname)
        }
        Action::AppOfferDeclined {} => text.says(" declined to become the owner of the app ").names(target),
        Action::AppHandedOver { from } => text
            .says(" became the owner of the app ")
            .names(target)
            .says(", which was offered by ")
            .person(&from.name, &from.nickname),

        Action::WebhookSuspended {} | Action::ServerSuspended {} | Action::AppSuspended {} => {
            text.says(" was suspended by the operator")
        }
        Action::WebhookRestored {} | Action::ServerRestored {} | Action::AppRestored {} => {
            text.says(" is no longer suspended by the operator")
        }
    }
}
