//! `allowed_mentions`: which mentions may fire.
//! Where mentions are in the text is found in `markup`.

use std::collections::BTreeSet;

use serde_json::Value;

use super::fault::{Entry, ErrorTree, NOT_AN_ID};
use portico_rules::chat::mentions::AllowedMentions;
use portico_rules::ids;
use portico_rules::json;

/// The most ids in a list, as at Discord.
const MAX_IDS: usize = 100;
const TOO_MANY: Entry = ("BASE_TYPE_MAX_LENGTH", "Must be 100 or fewer in length.");
const UNKNOWN_WORD: Entry = ("BASE_TYPE_CHOICES", "Value must be one of ('users', 'roles', 'everyone').");
const BOTH_USERS: Entry =
    ("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[\"users\"] and users: [ids...] are mutually exclusive.");
const BOTH_ROLES: Entry =
    ("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[\"roles\"] and roles: [ids...] are mutually exclusive.");

/// The mentions that may fire.
pub(super) fn read(value: Option<&Value>, faults: &mut ErrorTree) -> AllowedMentions {
    let mut allowed = AllowedMentions::default();
    let Some(object) = faults.object("allowed_mentions", value) else {
        return allowed;
    };
    let words = faults.list("allowed_mentions/parse", object.get("parse"));
    for (index, word) in words.iter().enumerate() {
        match word.as_str() {
            Some("everyone") => allowed.kinds.all = true,
            Some("users") => allowed.kinds.users = true,
            Some("roles") => allowed.kinds.roles = true,
            _ => faults.add(&format!("allowed_mentions/parse/{index}"), UNKNOWN_WORD),
        }
    }
    let users = ids_of("allowed_mentions/users", object.get("users"), faults);
    let roles = ids_of("allowed_mentions/roles", object.get("roles"), faults);
    if allowed.kinds.users && users.is_some() {
        faults.add("allowed_mentions", BOTH_USERS);
    }
    if allowed.kinds.roles && roles.is_some() {
        faults.add("allowed_mentions", BOTH_ROLES);
    }
    allowed.users = users.unwrap_or_default();
    allowed.roles = roles.unwrap_or_default();
    allowed
}

/// The ids of a list without repetition; none where the list is empty. Ids that are not Portico's are left out.
fn ids_of<Id: From<i64> + Ord>(path: &str, value: Option<&Value>, faults: &mut ErrorTree) -> Option<Vec<Id>> {
    let items = faults.list(path, value);
    if items.is_empty() {
        return None;
    }
    if items.len() > MAX_IDS {
        faults.add(path, TOO_MANY);
        return None;
    }
    let mut ids = BTreeSet::new();
    for (index, item) in items.iter().enumerate() {
        let text = match item {
            Value::String(text) => text.clone(),
            number => json::whole_number(number).map(|id| id.to_string()).unwrap_or_default(),
        };
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            faults.add(&format!("{path}/{index}"), NOT_AN_ID);
        }
        ids.extend(ids::parse::<Id>(&text));
    }
    Some(ids.into_iter().collect())
}
