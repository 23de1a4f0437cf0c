//! `/servers/<id>/settings/audit`: who can read a server's log, and what it shows. `audit_acts` tests what is written,
//! `kept` how it is kept, `deleted_channels` to whom it names those.

use portico_rules::chat::permissions::Permissions;
use portico_store::models::servers::role;
use portico_store::models::webhooks::webhook::WebhookChanges;
use portico_store::models::{Invite, Role, Webhook};

use crate::support::{Answer, CALLBACK, Community, Person, TestInstance};

mod deleted_channels;
mod kept;

async fn log(acme: &Community<'_>, person: &Person<'_>, query: &str) -> Answer {
    let path = acme.settings(&format!("/audit{query}"));
    person.browser.get(&path).await
}

/// Shows: audit.access
#[tokio::test]
async fn to_strangers_there_is_no_log() {
    let instance = TestInstance::open().await;
    let (_alice, acme, _hook) = instance.acme_with_webhook().await;
    let eve = instance.person("eve").await;
    log(&acme, &eve, "").await.expect(404);
}

#[tokio::test]
async fn a_malformed_server_has_no_log() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    for id in ["0", "x", "9007199254740992", "-1"] {
        let path = format!("/servers/{id}/settings/audit");
        alice.browser.get(&path).await.expect(404);
    }
}

/// Shows: audit.access
#[tokio::test]
async fn members_who_do_not_manage_the_server_are_refused_the_log() {
    let instance = TestInstance::open().await;
    let (_alice, acme, _hook) = instance.acme_with_webhook().await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    acme.join(&bob).await;
    let others = Permissions::MANAGE_ROLES | Permissions::MANAGE_CHANNELS;
    acme.join_with(&carol, others).await;
    for person in [&bob, &carol] {
        let refused = log(&acme, person, "").await.expect(403);
        assert!(!refused.text().contains("Builds"));
    }
    let page = carol.browser.get(&acme.settings("")).await.expect(200);
    let path = acme.settings("/audit");
    assert!(!page.attributes(".side-nav a", "href").contains(&path));
}

/// Shows: audit.access
#[tokio::test]
async fn a_user_who_lost_the_permission_can_not_read_the_log() {
    let instance = TestInstance::open().await;
    let (_alice, acme, _hook) = instance.acme_with_webhook().await;
    let bob = instance.person("bob").await;
    let role = acme.join_with(&bob, Permissions::MANAGE_SERVER).await;
    let page = log(&acme, &bob, "").await.expect(200);
    let path = acme.settings("/audit");
    assert!(page.attributes(".side-nav a", "href").contains(&path));
    assert_eq!(page.sentences(), ["Alice created the webhook Builds, which posts into #general"]);
    acme.take(&role, &bob).await;
    log(&acme, &bob, "").await.expect(403);
}

#[tokio::test]
async fn the_log_is_in_the_language_of_its_reader_and_names_stay_as_they_are() {
    let instance = TestInstance::open().await;
    let (alice, acme, _hook) = instance.acme_with_webhook().await;
    let bob = instance.person("bob").await;
    acme.join_with(&bob, Permissions::NONE).await;
    let path = acme.settings(&format!("/members/{}", bob.id));
    alice.browser.post(&format!("{path}/timeout"), &[("hours", "1")]).await.expect(303);
    alice.browser.post(&format!("{path}/ban"), &[("reason", "no")]).await.expect(303);
    for (language, sentences, reason) in [
        (
            "de",
            [
                "Alice hat Bob (@bob) vom Server gebannt",
                "Alice hat Bob (@bob) stummgeschaltet",
                "Alice hat den Webhook Builds erstellt, der in #general postet",
            ],
            "Grund: no",
        ),
        (
            "ja",
            [
                "Alice が Bob (@bob) をサーバーから BAN しました",
                "Alice が Bob (@bob) をタイムアウトしました",
                "Alice が #general に投稿する Webhook Builds を作成しました",
            ],
            "理由：no",
        ),
    ] {
        alice.browser.post("/settings/language", &[("language", language)]).await.expect(303);
        let page = log(&acme, &alice, "").await.expect(200);
        assert_eq!(page.sentences(), sentences);
        assert_eq!(page.all(".audit-changes li")[0], reason);
    }
}

/// Shows: audit.access
#[tokio::test]
async fn signed_out_people_sign_in_first() {
    let instance = TestInstance::open().await;
    let (_alice, acme, _hook) = instance.acme_with_webhook().await;
    let answer = instance.browser().get(&acme.settings("/audit")).await;
    let answer = answer.expect(303);
    assert!(answer.location().starts_with("/sign-in"));
}

#[tokio::test]
async fn an_empty_log_says_what_will_stand_in_it() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let page = log(&acme, &alice, "").await.expect(200);
    assert_eq!(page.one(".empty-title"), "No changes yet");
    let page = log(&acme, &alice, "?action=role_deleted").await.expect(200);
    assert_eq!(page.one(".empty-title"), "No matching entries");
}

/// Shows: audit.access
#[tokio::test]
async fn a_log_holds_nothing_of_another_server() {
    let instance = TestInstance::open().await;
    let (alice, acme, _hook) = instance.acme_with_webhook().await;
    let other = instance.server("Other", &alice).await;
    let page = log(&other, &alice, "").await.expect(200);
    assert!(page.sentences().is_empty());
    assert_eq!(log(&acme, &alice, "").await.sentences().len(), 1);
}

/// Shows: random.cursors
#[tokio::test]
async fn a_log_is_turned_over_page_by_page_and_shows_every_entry_once() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    instance.fill(acme.id(), alice.id, 120).await;
    let mut found = Vec::new();
    let mut path = acme.settings("/audit?action=role_deleted");
    let mut sizes = Vec::new();
    loop {
        let page = alice.browser.get(&path).await.expect(200);
        sizes.push(page.sentences().len());
        found.extend(page.sentences());
        match page.attributes("a[rel=next]", "href").pop() {
            Some(older) => path = older,
            None => break,
        }
    }
    assert_eq!(sizes, [50, 50, 20]);
    let all: Vec<String> = (0..120).rev().map(|turn| format!("Alice deleted the role Role {turn}")).collect();
    assert_eq!(found, all);
    let page = alice.browser.get(&path).await.expect(200);
    let newest = acme.settings("/audit?action=role_deleted");
    assert_eq!(page.attributes("a[rel=prev]", "href"), [newest]);
}

/// Alice's server, where Bob made a role and Alice made and deleted one.
async fn two_hands<'h>(instance: &'h TestInstance) -> (Person<'h>, Person<'h>, Community<'h>) {
    let (alice, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    let manages = Permissions::MANAGE_SERVER | Permissions::MANAGE_ROLES;
    acme.join_with(&bob, manages).await;
    let role = async |person: &Person<'_>, name| {
        let draft = role::RoleDraft { name, ..role::RoleDraft::default() };
        Role::create(&instance.app, person.id, acme.id(), draft).await.unwrap()
    };
    role(&bob, "Bobs").await;
    let one = role(&alice, "Hers").await;
    Role::delete(&instance.app, alice.id, acme.id(), one.id).await.unwrap();
    (alice, bob, acme)
}

#[tokio::test]
async fn the_log_is_filtered_by_who_did_it() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = two_hands(&instance).await;
    let query = format!("?actor={}&action=", bob.id);
    let page = log(&acme, &alice, &query).await.expect(200);
    assert_eq!(page.sentences(), ["Bob created the role Bobs"]);
    let chosen = page.attributes("#f-actor option[selected]", "value");
    assert_eq!(chosen, [bob.id.to_string()]);
    assert_eq!(page.all("#f-actor option"), ["Anyone", "@alice (Alice)", "@bob (Bob)"]);
}

#[tokio::test]
async fn the_log_is_filtered_by_what_was_done() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = two_hands(&instance).await;
    let page = log(&acme, &alice, "?actor=&action=role_created").await;
    assert_eq!(page.expect(200).sentences(), ["Alice created the role Hers", "Bob created the role Bobs"]);
    let both = format!("?action=role_created&actor={}", alice.id);
    let page = log(&acme, &alice, &both).await.expect(200);
    assert_eq!(page.sentences(), ["Alice created the role Hers"]);
    let chosen = page.attributes("#f-action option[selected]", "value");
    assert_eq!(chosen, ["role_created"]);
    let none = format!("?action=role_deleted&actor={}", bob.id);
    let page = log(&acme, &alice, &none).await.expect(200);
    assert!(page.sentences().is_empty());
    let all = acme.settings("/audit");
    assert_eq!(page.attributes(".empty a", "href"), [all]);
}

#[tokio::test]
async fn an_unknown_filter_is_ignored() {
    let instance = TestInstance::open().await;
    let (alice, _bob, acme) = two_hands(&instance).await;
    for query in ["?actor=x&action=y&before=z", "?actor=%00&action=%00", "?action=%27%3B--", "?actor=-1&before=0"] {
        let page = log(&acme, &alice, query).await.expect(200);
        assert_eq!(page.sentences().len(), 3, "{query}");
    }
}

/// Shows: audit.no-secret
#[tokio::test]
async fn names_with_markup_stand_in_the_log_as_text() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let (name, next) = ("<b>\"&amp;'{{ me }}", "</li><script>x</script>");
    let hook = acme.webhook(&alice, &acme.general).await;
    for name in [name, next] {
        let changes = WebhookChanges {
            channel_id: Some(&acme.general.id.to_string()),
            name: Some(name),
            avatar: Ok(None),
            remove_avatar: false,
        };
        Webhook::edit(&instance.app, alice.id, hook.id(), changes).await.unwrap();
    }
    let fields = [("nickname", "alice"), ("name", "<img src=x>")];
    alice.browser.upload("/settings/profile", &fields, &[]).await.expect(303);
    let page = log(&acme, &alice, "").await.expect(200);
    assert_eq!(page.sentences()[0], format!("<img src=x> renamed the webhook {name} to {next}"));
    assert!(page.all(".audit-entry script, .audit-entry b").is_empty());
    assert!(page.attributes(".audit-said img", "src").is_empty());
}

/// Shows: audit.access
#[tokio::test]
async fn a_channel_that_a_manager_cannot_see_is_not_named_to_them() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let bob = instance.person("bob").await;
    acme.join_with(&bob, Permissions::MANAGE_SERVER).await;
    let (vault, none) = (acme.channel("vault").await, Permissions::NONE);
    let all = acme.all().await;
    acme.overwrite_role(&vault, &all, none, Permissions::VIEW_CHANNEL).await;
    let channel = |act: &str| acme.settings(&format!("/channels/{}{act}", vault.id));
    let post = async |path: String, fields: &[(&str, &str)]| {
        alice.browser.post(&path, fields).await.expect(303);
    };
    let target = format!("role:{}", all.id);
    let denied = [("deny", "view_channel"), ("deny", "mention_all")];
    let fields = [("target", target.as_str()), denied[0], denied[1]];
    post(channel("/overwrites"), &fields).await;
    post(channel(""), &[("name", "vault"), ("topic", "plans")]).await;
    let id = vault.id.to_string();
    let fields = [("name", "Builds"), ("channel_id", id.as_str())];
    post(format!("/portal/webhooks/{}", hook.id()), &fields).await;
    post(channel(""), &[("name", "vault-two"), ("topic", "plans")]).await;
    let told = [
        "Alice edited a channel you can’t see",
        "Alice moved the webhook Builds from #general to a channel you can’t see",
        "Alice edited a channel you can’t see",
        "Alice changed what the role Everyone may do in a channel you can’t see",
        "Alice created the webhook Builds, which posts into #general",
    ];
    let page = log(&acme, &bob, "").await.expect(200);
    assert_eq!(page.sentences(), told);
    assert!(!page.text().contains("vault") && !page.text().contains("plans"));
    // The owner reads it all.
    let page = log(&acme, &alice, "").await.expect(200);
    assert!(page.sentences()[0].ends_with("renamed the channel #vault to #vault-two"));
    assert_eq!(page.all(".audit-changes li").len(), 2);
    // Nor is it when it is gone, and nobody can be asked any more who saw it.
    post(channel("/delete"), &[]).await;
    let page = log(&acme, &bob, "").await.expect(200);
    assert_eq!(page.sentences()[0], "Alice deleted a channel you can’t see");
    assert!(!page.text().contains("vault") && !page.text().contains("plans"));
    let page = log(&acme, &alice, "").await.expect(200);
    assert_eq!(page.sentences()[0], "Alice deleted the channel #vault-two");
    bob.browser.post("/settings/language", &[("language", "ar")]).await.expect(303);
    let page = log(&acme, &bob, "").await.expect(200);
    assert!(page.sentences()[0].contains("قناة مخفية"), "{:?}", page.sentences());
    assert!(!page.text().contains("vault"));
}

/// Shows: audit.no-secret
#[tokio::test]
async fn no_entry_holds_a_secret() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let mut secrets = vec![hook.token().to_owned()];
    Webhook::regenerate(&instance.app, alice.id, hook.id()).await.unwrap();
    let url = hook.row().await.unwrap().runtime_url(&instance.app).unwrap();
    secrets.push(url.expose().rsplit('/').next().unwrap().to_owned());
    let invite = Invite::create(&instance.app, alice.id, acme.id()).await.unwrap();
    Invite::delete(&instance.app, alice.id, acme.id(), &invite.code).await.unwrap();
    secrets.push(invite.code);
    let app = instance.oauth_app(&alice, CALLBACK).await;
    let second = app.app.add_secret(&instance.app).await.unwrap();
    secrets.extend([app.secret.clone(), second.expose().to_owned()]);
    secrets.extend([alice.password_hash.clone(), alice.phone.clone().unwrap()]);
    let entries = instance.audited().await;
    assert_eq!(entries.len(), 6);
    let whole = format!("{entries:?}");
    let pages = [acme.settings("/audit"), format!("/portal/apps/{}/audit", app.id())];
    let mut shown = String::new();
    for path in pages {
        shown += &alice.browser.get(&path).await.expect(200).text();
    }
    for secret in secrets {
        assert!(secret.len() > 8, "{secret}");
        for part in [&secret[..], &secret[..secret.len() - 4]] {
            assert!(!whole.contains(part), "{part} in {whole}");
            assert!(!shown.contains(part), "{part} on a page");
        }
    }
}
