//! Sentences about members and invites.

use super::EntryText;
use portico_rules::clock::{Millis, minute};
use portico_store::models::logs::audit::Named;

pub(super) fn roles_set(text: EntryText, target: &str, nickname: &str, given: &[Named], taken: &[Named]) -> EntryText {
    let list = |roles: &[Named]| -> Vec<String> { roles.iter().map(|role| role.name.clone()).collect() };
    match (given, taken) {
        (given, []) => text.says(" gave ").person(target, nickname).says(" ").roles(given),
        ([], taken) => text.says(" took ").roles(taken).says(" from ").person(target, nickname),
        (given, taken) => text
            .says(" changed the roles of ")
            .person(target, nickname)
            .list("Given", &list(given))
            .list("Taken", &list(taken)),
    }
}

pub(super) fn banned(text: EntryText, target: &str, nickname: &str, reason: &str) -> EntryText {
    let said = text.says(" banned ").person(target, nickname).says(" from the server");
    match reason {
        "" => said,
        reason => said.line("Reason", reason),
    }
}

pub(super) fn invite_created(
    text: EntryText,
    target: &str,
    expires_at: Option<Millis>,
    max_uses: Option<i32>,
) -> EntryText {
    let said = text.says(" created the invite that ends in ").names(target);
    let said = match expires_at {
        Some(at) => said.line("Expires", minute(at)),
        None => said,
    };
    match max_uses {
        Some(most) => said.line("Uses", most.to_string()),
        None => said,
    }
}
