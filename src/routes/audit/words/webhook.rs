//! Sentences about webhooks.

use super::EntryText;
use portico_store::models::logs::audit::{Change, Person, PictureChange};

pub(super) fn edited(
    text: EntryText,
    target: &str,
    name: Option<&Change<String>>,
    picture: Option<PictureChange>,
) -> EntryText {
    let said = match name {
        Some(Change { to, .. }) => text.says(" renamed the webhook ").names(target).says(" to ").names(to),
        None => text.says(" edited the webhook ").names(target),
    };
    said.picture("Picture", picture)
}

pub(super) fn creator_changed(text: EntryText, target: &str, from: Option<&Person>) -> EntryText {
    let before =
        from.map_or_else(|| "a deleted account".to_owned(), |from| format!("{} (@{})", from.name, from.nickname));
    text.says(" took over the webhook ").names(target).says(" as its creator").line("Creator before", before)
}
