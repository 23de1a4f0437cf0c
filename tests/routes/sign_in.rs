//! `/sign-in`, `/sign-out` and `/confirm`.

use std::time::Duration;

use argon2::{Algorithm, Argon2, Params, PasswordHash, PasswordHasher, Version};
use portico_crypto::passwords::Caller;
use portico_crypto::tokens::Plain;
use portico_store::models::accounts::user;
use portico_store::models::{Invite, User};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use crate::support::{Browser, PASSWORD, TestInstance};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Shows: accounts.sign-in
#[tokio::test]
async fn nickname_in_any_case_and_password_open_an_account() {
    let instance = TestInstance::open().await;
    instance.person("alice").await;
    let browser = instance.browser();
    browser.post("/sign-in", &[("login", " ALICE "), ("password", PASSWORD)]).await.expect(303);
    browser.get("/settings/profile").await.expect(200);
}

/// Shows: accounts.sign-in
#[tokio::test]
async fn a_nickname_as_pages_show_it_opens_an_account_too() {
    let instance = TestInstance::open().await;
    instance.person("alice").await;
    for (login, password, status) in [
        ("@alice", PASSWORD, 303),
        (" @Alice", PASSWORD, 303),
        ("@alice", "wrong-lamp-on-the-quay", 422),
        ("@", PASSWORD, 422),
    ] {
        let fields = [("login", login), ("password", password)];
        let answer = instance.browser().post("/sign-in", &fields).await;
        assert_eq!(answer.status, status, "{login}");
    }
}

/// Shows: accounts.sign-in
#[tokio::test]
async fn a_verified_phone_and_password_open_an_account() {
    let instance = TestInstance::open().await;
    let phone = instance.person("alice").await.user.phone.unwrap();
    instance.browser().post("/sign-in", &[("login", &phone), ("password", PASSWORD)]).await.expect(303);
}

/// Shows: passwords.same-answer
#[tokio::test]
async fn a_wrong_password_and_an_unknown_name_get_the_same_response() {
    let instance = TestInstance::open().await;
    instance.person("alice").await;
    let wrong = instance.browser().post("/sign-in", &[("login", "alice"), ("password", "wrong")]).await.expect(422);
    let unknown = instance.browser().post("/sign-in", &[("login", "nobody"), ("password", PASSWORD)]).await.expect(422);
    assert_eq!(wrong.faults(), ["form"]);
    assert_eq!(wrong.text().replace("alice", "nobody"), unknown.text());
}

/// Shows: accounts.come-back
#[tokio::test]
async fn signed_out_people_sign_in_and_come_back_to_where_they_were() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let browser = instance.browser();
    let asked = browser.get("/settings/profile?a=b%20c").await.expect(303);
    assert_eq!(asked.location(), "/sign-in?next=%2Fsettings%2Fprofile%3Fa%3Db%2520c");
    let form = browser.get(asked.location()).await.expect(200);
    let next = form.attributes("input[name=next]", "value");
    let fields = [("login", alice.nickname.as_str()), ("password", PASSWORD), ("next", &next[0])];
    assert_eq!(browser.post("/sign-in", &fields).await.expect(303).location(), "/settings/profile?a=b%20c");
}

/// What the sign-in page says below its title.
async fn lead(browser: &Browser<'_>, next: &str) -> String {
    let next: String = form_urlencoded::byte_serialize(next.as_bytes()).collect();
    let path = format!("/sign-in?next={next}");
    let page = browser.get(&path).await.expect(200);
    page.all(".lead").join(" ")
}

#[tokio::test]
async fn the_sign_in_page_names_the_app_or_the_server_that_comes_next() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let acme = instance.server("Acme & <Co>", &alice).await;
    let invite = Invite::create(&instance.app, alice.id, acme.id()).await.unwrap();
    let browser = instance.browser();
    let invited = format!("/invites/{}", invite.code);
    for (next, said) in [
        (app.authorize_url().as_str(), "Sign in to continue to Builder."),
        (&invited, "Sign in to join Acme & <Co>."),
        ("/oauth/authorize?client_id=1", "Sign in to continue."),
        ("/oauth/authorize?client_id=%00", "Sign in to continue."),
        ("/invites/unknown", "Sign in to continue."),
        ("/invites/%00", "Sign in to continue."),
        ("/portal", "Sign in to continue."),
        ("/", ""),
    ] {
        assert_eq!(lead(&browser, next).await, said, "{next}");
    }
    // The sentence stays when the password was wrong.
    let fields = [("login", "alice"), ("password", "wrong"), ("next", &invited)];
    let again = browser.post("/sign-in", &fields).await.expect(422);
    assert_eq!(again.one(".lead"), "Sign in to join Acme & <Co>.");
}

#[tokio::test]
async fn the_sign_in_page_says_when_a_session_ended() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    instance.clock.advance(31 * DAY);
    assert_eq!(lead(&alice.browser, "/portal").await, "Your session ended. Sign in again.");
    alice.browser.post("/sign-in", &[("login", "alice"), ("password", PASSWORD)]).await.expect(303);
    alice.browser.post("/sign-out", &[]).await.expect(303);
    assert_eq!(lead(&alice.browser, "/portal").await, "Sign in to continue.");
}

/// Shows: sessions.next-stays
#[tokio::test]
async fn a_continuation_never_leaves_the_site() {
    let instance = TestInstance::open().await;
    instance.person("alice").await;
    for next in ["//evil.example", "/\\evil.example", "/\t/evil.example", "https://evil.example/", "/%09//evil\n"] {
        let fields = [("login", "alice"), ("password", PASSWORD), ("next", next)];
        let location = instance.browser().post("/sign-in", &fields).await.expect(303).location().to_owned();
        assert_eq!(location, "/", "{next:?}");
    }
}

/// Shows: sessions.new-at-sign-in
#[tokio::test]
async fn signing_in_gives_a_new_session_and_ends_the_one_before() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let before = alice.browser.cookie("portico").unwrap();
    alice.browser.post("/sign-in", &[("login", "alice"), ("password", PASSWORD)]).await.expect(303);
    assert_ne!(alice.browser.cookie("portico").unwrap(), before);
    let old = instance.browser();
    old.set_cookie("portico", &before);
    old.get("/settings/profile").await.expect(303);
}

/// Shows: sessions.sign-out
#[tokio::test]
async fn after_signing_out_the_old_cookie_opens_nothing() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let before = alice.browser.cookie("portico").unwrap();
    alice.browser.post("/sign-out", &[]).await.expect(303);
    assert_eq!(alice.browser.cookie("portico"), None);
    alice.browser.set_cookie("portico", &before);
    alice.browser.get("/settings/profile").await.expect(303);
}

/// Shows: sessions.idle
#[tokio::test]
async fn a_session_ends_after_thirty_days_without_use() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    instance.clock.advance(DAY * 29);
    alice.browser.get("/settings/profile").await.expect(200);
    instance.session_noted(&alice).await;
    instance.clock.advance(DAY * 29);
    alice.browser.get("/settings/profile").await.expect(200);
    instance.session_noted(&alice).await;
    instance.clock.advance(DAY * 30);
    alice.browser.get("/settings/profile").await.expect(303);
}

#[tokio::test]
async fn a_page_does_not_wait_for_writers() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    instance.clock.advance(DAY);
    let write = instance.app.begin().await.unwrap();
    alice.browser.get("/settings/profile").await.expect(200);
    write.commit().await.unwrap();
    instance.session_noted(&alice).await;
}

/// Shows: sessions.absolute
#[tokio::test]
async fn no_session_lasts_longer_than_half_a_year() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    for _ in 0..7 {
        instance.clock.advance(DAY * 25);
        alice.browser.get("/settings/profile").await.expect(200);
        instance.session_noted(&alice).await;
    }
    instance.clock.advance(DAY * 5);
    alice.browser.get("/settings/profile").await.expect(303);
}

/// Shows: sessions.cookie
#[tokio::test]
async fn the_cookie_is_bound_to_the_host_where_the_address_is_https() {
    let instance = TestInstance::configured(|figment| figment.merge(("base_url", "https://chat.example.org"))).await;
    instance.person("alice").await;
    let answer = instance.browser().post("/sign-in", &[("login", "alice"), ("password", PASSWORD)]).await.expect(303);
    let cookies = answer.headers.iter();
    let cookies = cookies.filter(|(name, _)| name.eq_ignore_ascii_case("Set-Cookie"));
    let mut cookies: Vec<_> = cookies.map(|(_, value)| value).collect();
    cookies.sort();
    // Beside the session, one says which account it was, and one that the browser has signed in here, which outlives both.
    let starts = ["__Host-portico-account=", "__Host-portico-known=", "__Host-portico="];
    for (cookie, start) in cookies.iter().zip(starts) {
        assert!(cookie.starts_with(start), "{cookie}");
        for flag in ["; HttpOnly", "; SameSite=Lax", "; Secure", "; Path=/"] {
            assert!(cookie.contains(flag), "{flag} in {cookie}");
        }
    }
    assert_eq!(cookies.len(), 3);
    assert!(cookies[1].contains("; Max-Age=31536000"), "{}", cookies[1]);
}

/// Shows: throttles.sign-in-account
#[tokio::test]
async fn tries_are_limited_by_account_known_or_not() {
    let instance =
        TestInstance::configured(|figment| figment.merge(("throttle", rocket::figment::map! { "enabled" => true })))
            .await;
    instance.person("alice").await;
    for login in ["alice", "nobody"] {
        let mut last = instance.browser().post("/sign-in", &[("login", login), ("password", "wrong")]).await;
        for _ in 0..15 {
            last = instance.browser().post("/sign-in", &[("login", login), ("password", "wrong")]).await;
        }
        assert!(last.expect(429).header("Retry-After").is_some());
    }
}

/// Shows: sessions.new-at-sign-in
#[tokio::test]
async fn giving_the_password_again_renews_the_session() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let before = alice.browser.cookie("portico").unwrap();
    alice.browser.post("/confirm", &[("password", "wrong"), ("next", "/portal")]).await.expect(422);
    let answer = alice.browser.post("/confirm", &[("password", PASSWORD), ("next", "/portal")]).await.expect(303);
    assert_eq!(answer.location(), "/portal");
    assert_ne!(alice.browser.cookie("portico").unwrap(), before);
    let old = instance.browser();
    old.set_cookie("portico", &before);
    old.get("/settings/profile").await.expect(303);
}

#[tokio::test]
async fn confirming_needs_a_sign_in() {
    let instance = TestInstance::open().await;
    assert!(instance.browser().get("/confirm").await.expect(303).location().starts_with("/sign-in"));
    instance.browser().post("/confirm", &[("password", PASSWORD)]).await.expect(303);
}

/// Shows: passwords.same-answer
#[tokio::test]
async fn a_login_that_can_not_be_stored_looks_like_an_unknown_name() {
    let instance = TestInstance::open().await;
    let told = async |login| {
        let fields = [("login", login), ("password", PASSWORD)];
        let answer = instance.browser().post("/sign-in", &fields).await.expect(422);
        answer.one("[data-fault=form]")
    };
    assert_eq!(told("no\0body").await, told("nobody").await);
}

impl TestInstance {
    /// Keeps another hash for a user; gives them as they are read then.
    async fn keep_hash(&self, nickname: &str, hash: &str) -> User {
        user::Entity::update_many()
            .col_expr(user::Column::PasswordHash, Expr::value(hash))
            .filter(user::Column::Nickname.eq(nickname))
            .exec(&*self.app.db)
            .await
            .unwrap();
        self.read(nickname).await
    }

    async fn read(&self, nickname: &str) -> User {
        let found = user::Entity::find().filter(user::Column::Nickname.eq(nickname));
        found.one(&*self.app.db).await.unwrap().unwrap()
    }
}

/// What a release with weaker parameters kept of everyone's password.
fn weak_hash() -> String {
    let params = Params::new(64, 1, 1, None).unwrap();
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let hash: PasswordHash = argon2.hash_password_with_salt(PASSWORD.as_bytes(), &[7; 16]).unwrap();
    hash.to_string()
}

/// Shows: passwords.hash
#[tokio::test]
async fn a_weak_hash_is_replaced_when_its_password_is_given() {
    let instance = TestInstance::open().await;
    instance.person("alice").await;
    let weak = weak_hash();
    instance.keep_hash("alice", &weak).await;
    let browser = instance.browser();
    let sign_in = async |password| {
        let fields = [("login", "alice"), ("password", password)];
        browser.post("/sign-in", &fields).await.status
    };
    assert_eq!(sign_in("wrong").await, 422);
    assert_eq!(instance.read("alice").await.password_hash, weak);
    assert_eq!(sign_in(PASSWORD).await, 303);
    let kept = instance.read("alice").await.password_hash;
    assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
    assert_eq!(sign_in(PASSWORD).await, 303);
    assert_eq!(instance.read("alice").await.password_hash, kept);
}

/// Shows: passwords.hash
#[tokio::test]
async fn a_password_that_was_changed_meanwhile_stays_changed() {
    let instance = TestInstance::open().await;
    instance.person("alice").await;
    let mut stale = instance.keep_hash("alice", &weak_hash()).await;
    let new = Plain::from("a-new-lamp-on-the-quay");
    stale.reset_password(&instance.app, &new, &portico_store::models::Operator::TERMINAL).await.unwrap();
    let changed = instance.read("alice").await.password_hash;
    // The hash that was read before still fits, and is older than the one in its place now.
    let old = Plain::from(PASSWORD);
    assert!(stale.verify(&instance.app, &old, Caller::Operator).await.unwrap());
    assert_eq!(instance.read("alice").await.password_hash, changed);
}
