//! Searching: reading a query never fails, and what a search finds is what the feeds show that the reader may see.

use std::collections::{BTreeMap, BTreeSet};

use portico_rules::chat::permissions::Permissions;
use portico_rules::chat::search::{
    MAX_NAMES, MAX_QUERY_LENGTH, MAX_WORD_LENGTH, MAX_WORDS, SearchQuery, SearchText, excerpt, words,
};
use portico_store::models::messages::message;
use portico_store::models::messages::search::indexing;
use portico_store::models::{Channel, Role};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use sea_orm::{EntityTrait, QueryOrder};

use crate::support::{Community, Person, TestInstance};

/// Pieces of which queries and texts are made: more of what has a meaning than random characters have.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("from:".to_owned()),
        Just("in:#".to_owned()),
        Just("before:2026-02-28".to_owned()),
        Just("after:".to_owned()),
        Just("mentions:me".to_owned()),
        Just("\"".to_owned()),
        Just("“".to_owned()),
        Just(" ".to_owned()),
        Just("東京".to_owned()),
        Just("e\u{301}".to_owned()),
        "[a-cA-C]{1,3}",
        "\\PC{0,4}",
        any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn a_query_of_anything_is_read_within_its_bounds(typed in pieces()) {
        let query = SearchQuery::parse(&typed);
        let count: usize = query.terms.iter().map(|term| term.words().len()).sum();
        prop_assert!(count <= MAX_WORDS);
        prop_assert!(query.terms.iter().all(|term| !term.words().is_empty()));
        prop_assert!(query.from.len() <= MAX_NAMES && query.channels.len() <= MAX_NAMES);
        for ignored in &query.ignored {
            prop_assert!(ignored.part.chars().count() <= MAX_QUERY_LENGTH);
            prop_assert!(typed.contains(&ignored.part), "{:?} of {:?}", ignored.part, typed);
        }
    }

    #[test]
    fn words_are_letters_and_digits_in_their_order_and_stay_the_same_when_split_again(text in pieces()) {
        let found = words(&text);
        let mut end = 0;
        for word in &found {
            prop_assert!(word.range.start >= end || word.range.end >= end);
            end = word.range.end;
            prop_assert!(text.get(word.range.clone()).is_some());
            prop_assert!(word.text.chars().count() <= MAX_WORD_LENGTH + 1);
            // Neither database takes any of them for syntax.
            prop_assert!(!word.text.contains(|c: char| c.is_whitespace() || "'\"\\§:,()&|!<>*^+-{}".contains(c)), "{:?}", word);
            prop_assert!(!word.text.bytes().any(|byte| byte.is_ascii_uppercase()));
            let again: String = words(&word.text).into_iter().map(|word| word.text).collect();
            prop_assert_eq!(&again, &word.text);
        }
    }

    #[test]
    fn a_text_is_found_by_each_of_its_words_and_by_all_of_them(text in "\\PC{0,60}") {
        let indexed = SearchText::new(&text, &[]);
        for word in words(&text) {
            let query = SearchQuery::parse(&word.text);
            prop_assert!(indexed.has_all(&query.terms), "{:?}", word);
        }
        let quoted: String = text.chars().filter(|c| !"\"“”„".contains(*c)).collect();
        let query = SearchQuery::parse(&format!("\"{quoted}\""));
        prop_assert!(SearchText::new(&quoted, &[]).has_all(&query.terms));
    }

    #[test]
    fn a_passage_is_part_of_the_text_and_short(text in pieces(), typed in pieces()) {
        let terms = SearchQuery::parse(&typed).terms;
        let passages = excerpt(&text, &[], &terms);
        let shown: String = passages.iter().map(|passage| passage.text.as_str()).collect();
        prop_assert!(shown.chars().count() <= 242);
        prop_assert!(passages.windows(2).all(|two| two[0].marked != two[1].marked));
    }
}

const WORDS: [&str; 6] = ["roof", "gate", "Gâte", "京都", "tide", "quay"];
const PEOPLE: [&str; 3] = ["alice", "bob", "carol"];

/// Who sees what is random, and so is what is said where, changed afterwards, and indexed in between.
#[derive(Debug, Clone)]
struct Script {
    /// Of each member the roles.
    roles: Vec<(usize, usize)>,
    /// By channel: for a role, or for a member, whether it may view.
    overwrites: Vec<(usize, Result<usize, usize>, bool)>,
    acts: Vec<Act>,
}

#[derive(Debug, Clone)]
enum Act {
    /// The channel, and the words.
    Say(usize, Vec<usize>),
    /// The message, and its new words.
    Edit(usize, Vec<usize>),
    Delete(usize),
    Index,
}

fn scripts() -> impl Strategy<Value = Script> {
    let some = || proptest::collection::vec(0..WORDS.len(), 1..4);
    let act = prop_oneof![
        6 => (0..4_usize, some()).prop_map(|(channel, words)| Act::Say(channel, words)),
        2 => (0..20_usize, some()).prop_map(|(message, words)| Act::Edit(message, words)),
        1 => (0..20_usize).prop_map(Act::Delete),
        1 => Just(Act::Index),
    ];
    let whom = prop_oneof![(0..3_usize).prop_map(Ok), (1..3_usize).prop_map(Err)];
    (
        proptest::collection::vec((1..3_usize, 1..3_usize), 0..4),
        proptest::collection::vec((0..4_usize, whom, any::<bool>()), 0..8),
        proptest::collection::vec(act, 10..40),
    )
        .prop_map(|(roles, overwrites, acts)| Script { roles, overwrites, acts })
}

struct Place<'h> {
    instance: &'h TestInstance,
    acme: Community<'h>,
    people: Vec<Person<'h>>,
    channels: Vec<Channel>,
}

impl<'h> Place<'h> {
    async fn of(instance: &'h TestInstance, script: &Script) -> Self {
        let mut people = Vec::new();
        for name in PEOPLE {
            people.push(instance.person(name).await);
        }
        let acme = instance.server("Acme", &people[0]).await;
        let mut channels = vec![acme.general.clone()];
        for name in ["one", "two", "three"] {
            channels.push(acme.channel(name).await);
        }
        let mut roles: Vec<Role> = vec![acme.all().await];
        for name in ["Crew", "Watch"] {
            roles.push(acme.role(name, Permissions::NONE, true).await);
        }
        for person in &people[1..] {
            acme.join(person).await;
        }
        for (person, role) in script.roles.iter().collect::<BTreeSet<_>>() {
            acme.give(&roles[*role], &people[*person]).await;
        }
        let overwrites: BTreeMap<_, _> =
            script.overwrites.iter().map(|(channel, whom, allows)| ((channel, whom), allows)).collect();
        for ((channel, whom), allows) in overwrites {
            let (view, none) = (Permissions::VIEW_CHANNEL, Permissions::NONE);
            let (allow, deny) = if *allows { (view, none) } else { (none, view) };
            let channel = &channels[*channel];
            match whom {
                Ok(role) => acme.overwrite_role(channel, &roles[*role], allow, deny).await,
                Err(member) => {
                    acme.overwrite_member(channel, &people[*member], allow, deny).await;
                }
            }
        }
        Self { instance, acme, people, channels }
    }

    /// Everything is said and done by the owner, who sees every channel.
    async fn act(&self, act: &Act) {
        let text = |words: &[usize]| {
            let words: Vec<&str> = words.iter().map(|word| WORDS[*word]).collect();
            words.join(" ")
        };
        let alice = &self.people[0];
        match act {
            Act::Say(channel, words) => {
                let said = alice.say(&self.channels[*channel], &text(words)).await;
                said.expect(303);
            }
            Act::Edit(number, words) => {
                if let Some(path) = self.path_of(*number).await {
                    let text = text(words);
                    let fields = [("content", text.as_str())];
                    alice.browser.post(&path, &fields).await.expect(303);
                }
            }
            Act::Delete(number) => {
                if let Some(path) = self.path_of(*number).await {
                    let path = format!("{path}/delete");
                    alice.browser.post(&path, &[]).await.expect(303);
                }
            }
            Act::Index => self.instance.index_messages().await,
        }
    }

    async fn path_of(&self, number: usize) -> Option<String> {
        let all = message::Entity::find().order_by_asc(message::Column::Id);
        let all = all.all(&*self.instance.app.db).await.unwrap();
        let one = all.get(number)?;
        let path = format!("/channels/{}/messages/{}", one.channel_id, one.id);
        // A deletion that can be undone leaves the row.
        (self.people[0].browser.get(&path).await.status == 200).then_some(path)
    }

    /// What the feeds show to a member: each message with its words.
    async fn shown_to(&self, person: &Person<'_>) -> BTreeMap<i64, String> {
        let mut shown = BTreeMap::new();
        for channel in &self.channels {
            let page = person.browser.get(&format!("/channels/{}", channel.id)).await;
            if page.status == 404 {
                continue;
            }
            let page = page.expect(200);
            let ids = page.attributes("article[data-message-id]", "data-message-id");
            let texts = page.all("article .content");
            for (id, text) in ids.iter().zip(texts) {
                shown.insert(id.parse().unwrap(), text);
            }
        }
        shown
    }

    async fn found_by(&self, person: &Person<'_>, word: &str) -> BTreeSet<i64> {
        let query: String = url::form_urlencoded::byte_serialize(word.as_bytes()).collect();
        let base = format!("/servers/{}/search", self.acme.id());
        let mut next = format!("?q={query}");
        let mut found = BTreeSet::new();
        loop {
            let page = person.browser.get(&format!("{base}{next}")).await.expect(200);
            let ids = page.attributes(".search-results [data-message-id]", "data-message-id");
            for id in ids {
                assert!(found.insert(id.parse().unwrap()), "{id} is there twice");
            }
            match page.attributes(".pager [rel=next]", "href").pop() {
                Some(more) => next = more,
                None => return found,
            }
        }
    }
}

/// Shows: search.visible
#[tokio::test]
async fn a_hit_is_visible_in_its_feed_and_the_reverse() {
    let mut runner = TestRunner::deterministic();
    for _ in 0..8 {
        let script = scripts().new_tree(&mut runner).unwrap().current();
        let instance = TestInstance::open().await;
        let place = Place::of(&instance, &script).await;
        for act in &script.acts {
            place.act(act).await;
        }
        assert!(indexing::step(&instance.app).await.unwrap().is_some());
        for person in &place.people {
            let shown = place.shown_to(person).await;
            for word in ["roof", "gate", "京都", "京", "tide quay", "\"roof gate\"", "absent"] {
                let query = SearchQuery::parse(word);
                let matches = |text: &&String| SearchText::new(text, &[]).has_all(&query.terms);
                let expected: BTreeSet<i64> =
                    shown.iter().filter(|(_, text)| matches(text)).map(|(id, _)| *id).collect();
                let found = place.found_by(person, word).await;
                assert_eq!(found, expected, "{word} by {} in {script:#?}", person.nickname);
            }
        }
    }
}
