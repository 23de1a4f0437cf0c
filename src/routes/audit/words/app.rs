//! Sentences about OAuth apps and their secrets.

use super::EntryText;
use super::entry_text::yes;
use portico_store::models::logs::audit::{AppEdits, Change};

pub(super) fn created(text: EntryText, target: &str, profile: &str, public: bool) -> EntryText {
    let said = text.says(" created the app ").names(target);
    match (profile, public) {
        (profile, true) => said.line("Sign-in", format!("{profile}, a public app")),
        ("OpenID Connect", false) => said.line("Sign-in", profile),
        _ => said,
    }
}

pub(super) fn edited(text: EntryText, target: &str, edits: &AppEdits) -> EntryText {
    let said = match &edits.name {
        Some(Change { to, .. }) => text.says(" renamed the app ").names(target).says(" to ").names(to),
        None => text.says(" edited the app ").names(target),
    };
    let said = said
        .list("Redirect URIs added", &edits.uris_added)
        .list("Redirect URIs removed", &edits.uris_removed)
        .text("Homepage", edits.homepage.as_ref())
        .text("Privacy policy", edits.privacy_url.as_ref())
        .text("Terms of service", edits.terms_url.as_ref());
    let said = if edits.description { said.line("Description", "a new one") } else { said };
    let said = said
        .picture("Icon", edits.icon)
        .text("Sign-in", edits.profile.as_ref())
        .list("Post-logout redirect URIs added", &edits.logout_uris_added)
        .list("Post-logout redirect URIs removed", &edits.logout_uris_removed)
        .text("ID token signature", edits.id_token_alg.as_ref());
    match &edits.device {
        Some(Change { from, to }) => said.change("Sign-in on devices", yes(*from), yes(*to)),
        None => said,
    }
}

/// Adds which secret it is.
pub(super) fn ending(text: EntryText, last_four: &str) -> EntryText {
    text.says(" that ends in ").names(last_four)
}
