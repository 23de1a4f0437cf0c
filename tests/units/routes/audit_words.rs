//! The sentences of the audit log have facts in forms that `routes::audit::words` shows.

use portico_store::models::logs::audit::action::ACTIONS;

/// Every form of a fact.
const FORMS: [&str; 17] = [
    "value",
    "slow",
    "name",
    "text",
    "hash",
    "role",
    "roles",
    "person",
    "poster",
    "channel",
    "the_channel",
    "messages",
    "picture",
    "time",
    "posted",
    "list",
    "permissions",
];

#[test]
fn every_fact_in_a_sentence_has_a_form_that_there_is() {
    for kind in ACTIONS {
        assert!(!kind.sentences.is_empty());
        assert!(kind.lines.iter().all(|line| line.contains(": ")), "{}", kind.name);
        for text in kind.sentences.iter().chain(kind.lines) {
            for fact in text.split('{').skip(1).filter_map(|rest| rest.split('}').next()) {
                let form = fact.split_once(' ').map(|(_, form)| form).filter(|_| !fact.contains('='));
                assert!(form.is_none_or(|form| FORMS.contains(&form)), "{}: {fact}", kind.name);
            }
        }
    }
}
