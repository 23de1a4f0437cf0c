//! `/portal` and `/servers` of a user with long lists: pages of fifty, linked to each other.

use portico_store::models::oauth::oauth_app;
use portico_store::models::webhooks::webhook;
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, Set};

use crate::support::{Person, TestInstance};

/// Follows the links named `rel` within `css` from page to page, and gives what `list` shows on each.
async fn walked(person: &Person<'_>, path: &str, rel: &str, list: &str) -> Vec<Vec<String>> {
    let (mut pages, mut path) = (Vec::new(), path.to_owned());
    loop {
        let page = person.browser.get(&path).await.expect(200);
        pages.push(page.all(list));
        match page.attributes(&format!(".pager a[rel={rel}]"), "href").first() {
            Some(next) => path = next.split('#').next().unwrap().to_owned(),
            None => return pages,
        }
        assert!(pages.len() < 9, "the pages don't end");
    }
}

/// Shows: caps.pages
#[tokio::test]
async fn the_servers_of_a_person_are_shown_fifty_at_a_time() {
    let instance = TestInstance::configured(|figment| figment.merge(("caps.servers_owned", 200))).await;
    let alice = instance.person("alice").await;
    let mut names = Vec::new();
    for number in 0..120 {
        let name = format!("Server {number}");
        instance.server(&name, &alice).await;
        names.push(name);
    }
    let pages = walked(&alice, "/servers", "next", ".list-title").await;
    let lengths: Vec<usize> = pages.iter().map(Vec::len).collect();
    assert_eq!(lengths, [50, 50, 20]);
    let shown: Vec<String> = pages.concat();
    let same = shown.iter().zip(&names).all(|(shown, name)| shown.starts_with(name.as_str()));
    assert!(same, "{shown:?}");
    // And back.
    let page = alice.browser.get("/servers").await;
    let second = page.attributes(".pager a[rel=next]", "href").remove(0);
    let page = alice.browser.get(&second).await.expect(200);
    let back = page.attributes(".pager a[rel=prev]", "href").remove(0);
    let page = alice.browser.get(&back).await.expect(200);
    assert_eq!(page.all(".list-title").len(), 50);
    assert!(page.attributes(".pager a[rel=prev]", "href").is_empty());
    // A cursor that says nothing is the first page.
    for cursor in ["after=7", "after=x", "before=-1"] {
        let page = alice.browser.get(&format!("/servers?{cursor}")).await.expect(200);
        assert!(page.all(".list-title")[0].starts_with("Server 0"));
    }
}

/// Shows: caps.pages
#[tokio::test]
async fn the_webhooks_and_apps_of_a_person_are_shown_fifty_at_a_time() {
    let instance = TestInstance::open().await;
    let (alice, _, hook) = instance.acme_with_webhook().await;
    let app = instance.oauth_app(&alice, "https://app.example/callback").await;
    let app = oauth_app::Entity::find_by_id(app.id()).one(&*instance.app.db).await.unwrap().unwrap();
    for number in 0..104 {
        let mut copy = hook.webhook.clone().into_active_model();
        copy.id = Set(instance.app.id());
        copy.name = Set(format!("Hook {number}"));
        webhook::Entity::insert(copy).exec_without_returning(&*instance.app.db).await.unwrap();
    }
    for number in 0..54 {
        let mut copy = app.clone().into_active_model();
        copy.id = Set(instance.app.id());
        copy.name = Set(format!("App {number}"));
        copy.insert(&*instance.app.db).await.unwrap();
    }
    let first = alice.browser.get("/portal").await.expect(200);
    let hooks = "section[aria-labelledby=webhooks] .list-title";
    let apps = "section[aria-labelledby=apps] .list-title";
    assert_eq!((first.all(hooks).len(), first.all(apps).len()), (50, 50));
    assert_eq!(first.all(hooks)[0], "Hook 103");
    let links = first.attributes(".pager a[rel=next]", "href");
    let [older_apps, older_hooks] = &links[..] else { panic!("{links:?}") };
    let page = alice.browser.get(older_apps.trim_end_matches("#apps")).await.expect(200);
    assert_eq!((page.all(hooks).len(), page.all(apps).len()), (50, 5));
    let page = alice.browser.get(older_hooks.trim_end_matches("#webhooks")).await.expect(200);
    assert_eq!(page.all(hooks)[0], "Hook 53");
    let hooks_section = "section[aria-labelledby=webhooks] .pager a[rel=next]";
    let last = page.attributes(hooks_section, "href").remove(0);
    let page = alice.browser.get(last.trim_end_matches("#webhooks")).await.expect(200);
    assert_eq!(page.all(hooks), ["Hook 3", "Hook 2", "Hook 1", "Hook 0", "Builds"]);
    alice.browser.get("/portal?webhooks_before=x").await.expect(404);
}

/// Shows: caps.pages
#[tokio::test]
async fn users_with_many_channels_choose_a_server_before_a_channel() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let small = instance.server("Small", &alice).await;
    let large = instance.server("Large", &alice).await;
    for number in 0..999 {
        large.channel(&format!("channel-{number}")).await;
    }
    let page = alice.browser.get("/portal/webhooks/new").await.expect(200);
    assert!(page.attributes("[name=channel_id]", "name").is_empty());
    let servers = page.all("select[name=server] option");
    assert_eq!(servers, ["Choose a server", "Small", "Large"]);
    let path = format!("/portal/webhooks/new?server={}", small.id());
    let page = alice.browser.get(&path).await.expect(200);
    let channels = page.attributes("[name=channel_id] option[selected]", "value");
    assert_eq!(channels, [small.general.id.to_string()]);
    // A form with a fault comes back with the channel that was chosen.
    let channel = large.general.id.to_string();
    let fields = [("channel_id", channel.as_str()), ("name", "")];
    let page = alice.browser.post("/portal/webhooks", &fields).await.expect(422);
    assert_eq!(page.attributes("[name=channel_id] option[selected]", "value"), [channel]);
}
