//! The number of a statement's parameters.

use std::collections::BTreeMap;
use std::fs;
use std::sync::{Arc, Mutex};

use rocket::http::Status;
use sea_orm::ConnectionTrait;

use super::world::World;
use crate::support::statements::fills_the_search_index;
use crate::support::{TestInstance, source};

/// The most parameters of a statement since the last look, and that statement.
type Most = Arc<Mutex<(usize, String)>>;

async fn counted() -> (TestInstance, Most) {
    let most = Most::default();
    let counts = most.clone();
    let instance = TestInstance::watched(move |statement| {
        if fills_the_search_index(statement) {
            return;
        }
        let count = statement.values.as_ref().map_or(0, |values| values.0.len());
        let mut most = counts.lock().unwrap();
        if count > most.0 {
            *most = (count, statement.sql.clone());
        }
    })
    .await;
    (instance, most)
}

/// Opens every page and changes something of every kind; gives the most parameters of a statement at each.
async fn walk(world: &World<'_>, most: &Most) -> BTreeMap<String, (usize, String)> {
    let mut seen = BTreeMap::new();
    let browser = &world.alice.browser;
    let mut note = |what: &str| {
        let most = std::mem::take(&mut *most.lock().unwrap());
        seen.insert(what.to_owned(), most);
    };
    note("before");
    for page in world.pages() {
        browser.get(&page).await.expect(200);
        note(&page);
    }
    let (acme, general) = (&world.acme, &world.acme.general);
    let said = world.alice.say(general, "@all @olga hello").await;
    assert_eq!(said.status, Status::SeeOther.code);
    note("say");
    let kinds = ["all", "users", "roles"];
    world.hook.say("@all @alice", &kinds).await.expect(200);
    note("post");
    let path = format!("{}/overwrites", acme.settings(&format!("/channels/{}", general.id)));
    let fields = [("target", "role:1000001"), ("deny", "mention_all")];
    browser.post(&path, &fields).await.expect(303);
    note("overwrite");
    let member = acme.settings("/members/1000001");
    for roles in ["1000001", ""] {
        let fields = [("roles", roles)];
        let given = if roles.is_empty() { &[][..] } else { &fields[..] };
        world.olga.browser.post(&member, given).await.expect(303);
    }
    note("roles of a member");
    let up_to = [("up_to", "9007199254740991")];
    browser.post("/inbox/read", &up_to).await.expect(303);
    note("inbox read");
    world.instance.app.log.settled().await;
    note("settled");
    let (role, channel) = (acme.role("Gone", Default::default(), true).await, acme.channel("gone").await);
    world.olga.say(&channel, "@all").await.expect(303);
    for path in [format!("/roles/{}/delete", role.id), format!("/channels/{}/delete", channel.id)] {
        let name = [("confirm", if path.contains("roles") { "Gone" } else { "gone" })];
        world.olga.browser.post(&acme.settings(&path), &name).await.expect(303);
    }
    note("role and channel deleted");
    world.instance.run_cleanup_with_second_look().await;
    note("cleanup");
    seen
}

/// Shows: growth.parameters
#[tokio::test]
async fn no_statement_has_more_parameters_where_there_is_more_of_everything() {
    let (instance, most) = counted().await;
    let world = World::of(&instance).await;
    let small = walk(&world, &most).await;
    world.grow(300).await;
    let large = walk(&world, &most).await;
    let grown: Vec<String> = small
        .iter()
        .filter(|(what, (count, _))| large[*what].0 > *count)
        .map(|(what, (count, _))| format!("{what}: {count}, then {:?}", large[what]))
        .collect();
    assert!(grown.is_empty(), "{}", grown.join("\n\n"));
    assert!(small.values().all(|(count, _)| *count < 100), "{small:#?}");
}

/// Shows: growth.parameters
#[tokio::test]
async fn every_page_opens_for_who_sees_more_channels_than_a_statement_takes_parameters() {
    let instance = TestInstance::open().await;
    let world = World::of(&instance).await;
    // Postgres takes 65,535 parameters, SQLite 32,766; a channel takes two.
    let channels = if instance.is_on_postgres() { 33_000 } else { 17_000 };
    world.widen(channels).await;
    for page in world.pages() {
        let answer = world.alice.browser.get(&page).await;
        assert_eq!(answer.status, 200, "{page}");
    }
    let page = world.alice.browser.get("/inbox").await.expect(200);
    assert!(page.text().contains("99+"));
    let up_to = [("up_to", "9007199254740991")];
    let path = "/inbox/read";
    world.alice.browser.post(path, &up_to).await.expect(303);
    // As the database does by itself after so many changes; the time is not what this is about.
    instance.app.db.execute_unprepared("VACUUM").await.unwrap();
    let page = world.alice.browser.get("/inbox").await.expect(200);
    assert!(!page.text().contains("99+"));
}

/// Where a list whose length is written down in the source becomes parameters.
const FIXED: [&str; 6] = [
    "WITHOUT_PERMISSION",
    "[\"exchange_failed\"",
    "Func::lower(column)), spelled)",
    "has_part.into_iter()",
    "patterns.into_iter().map(like)",
    "/// ",
];

/// Shows: growth.parameters
#[test]
fn no_model_puts_a_list_into_a_statement_value_by_value() {
    let mut found = Vec::new();
    for folder in ["crates/store/src/models", "crates/store/src/posting"] {
        for file in source::files(folder, "rs") {
            let text = fs::read_to_string(&file).unwrap();
            let makes = ["is_in(", "is_not_in(", "from_values(", ".fold(Condition"];
            let lines = text.lines().filter(|line| makes.iter().any(|make| line.contains(make)));
            let lines = lines.filter(|line| !FIXED.iter().any(|fixed| line.contains(fixed)));
            found.extend(lines.map(|line| format!("{}: {line}", file.display())));
        }
    }
    assert!(found.is_empty(), "see `database::lists`:\n{}", found.join("\n"));
}
