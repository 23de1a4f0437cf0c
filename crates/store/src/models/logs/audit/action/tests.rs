//! Tests of the table of actions, and of reading and writing their facts.

use super::*;
use portico_rules::ids::ChannelId;

#[test]
fn an_act_is_read_back_as_it_was_written() {
    let place = |name: &str| NamedChannel { id: ChannelId::new(3), name: name.to_owned(), hidden: true };
    for (action, named) in [
        (Action::RoleDeleted {}, "role_deleted"),
        (Action::WebhookUrlRegenerated {}, "webhook_url_regenerated"),
        (Action::MemberJoined {}, "member_joined"),
        (Action::MemberLeft {}, "member_left"),
        (Action::MessageDeleted { channel: place("general"), message_id: 5.into() }, "message_deleted"),
        (
            Action::WebhookMoved {
                channel: Change { from: place("general"), to: place("ops") },
                name: Change::between("a", "b"),
                picture: Some(PictureChange::Removed),
            },
            "webhook_moved",
        ),
        (
            Action::AppEdited(AppEdits {
                description: true,
                device: Change::between(false, true),
                ..AppEdits::default()
            }),
            "app_edited",
        ),
    ] {
        let (name, detail) = (action.kind().name, action.facts().to_string());
        assert_eq!(name, named);
        assert!(detail.starts_with('{'), "{detail}");
        assert_eq!(Action::read(name, &detail), Some(action));
    }
}

#[test]
fn every_action_is_stored_under_the_name_in_the_table() {
    for kind in ACTIONS {
        let unknown = Action::read("role_painted", "{}").is_none();
        let of_unit = serde_json::json!({ "action": kind.name, "detail": {} });
        let read = serde_json::from_value::<Action>(of_unit);
        let is_known = |err: &serde_json::Error| !err.to_string().contains("unknown variant");
        assert!(unknown && read.as_ref().err().is_none_or(is_known), "{}", kind.name);
        assert_eq!(kind.group == ActionGroup::Unlisted, kind.label.is_empty());
    }
    for name in WITHOUT_PERMISSION {
        assert!(ACTIONS.iter().any(|kind| kind.name == name), "{name}");
    }
    assert!(ACTIONS.iter().any(|kind| kind.name == CHANNEL_DELETED));
}

#[test]
fn every_fact_in_a_sentence_is_a_field_of_its_action() {
    let edits = serde_json::to_string(&AppEdits::default()).unwrap();
    for (kind, (name, fields)) in ACTIONS.iter().zip(FIELDS) {
        let fields = if *fields == "(AppEdits)" { edits.as_str() } else { fields };
        let mut fields: Vec<&str> = fields.split(|end: char| !end.is_alphanumeric() && end != '_').collect();
        fields.extend(["target", "visible"]);
        for text in kind.sentences.iter().chain(kind.lines) {
            for fact in text.split('{').skip(1) {
                let fact = fact.split([' ', '.', '?', '!', '=', '}']).next().unwrap();
                assert!(fields.contains(&fact), "{name}: {fact}");
            }
        }
    }
}

#[test]
fn what_a_later_version_wrote_is_read_as_far_as_it_is_known() {
    let more = r#"{"further":1,"later":true}"#;
    assert_eq!(Action::read("role_deleted", more), Some(Action::RoleDeleted {}));
    assert_eq!(Action::read("role_painted", "{}"), None);
    assert_eq!(Action::read("role_deleted", "{"), None);
}

#[test]
fn long_addresses_are_cut_between_characters() {
    let long = format!("https://app.example/{}", "é".repeat(400));
    let short = "https://app.example/".to_owned();
    let kept = urls_not_in(&[long, short.clone()], &[short]);
    assert_eq!(kept.len(), 1);
    assert_eq!(kept[0].chars().count(), MAX_ADDRESS + 1);
}
