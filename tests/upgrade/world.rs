//! A small world with one of everything.

use portico::background::counts::add_counts;
use portico_store::models::Operator;
use portico_store::models::accounts::session;
use rocket::http::Method;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Map, Value, json};

use crate::security::town::{Town, is_stream};
use crate::support::{Authenticator, CALLBACK, PASSWORD, TestInstance, dump, picture};

/// Makes the world. Gives what is known of it: rows by table, how the pages of its owner open, and its secrets.
pub(super) async fn world(instance: &TestInstance) -> Value {
    let town = Town::build(instance).await;
    let (alice, bob, carol) = (&town.alice, &town.bob, &town.carol);
    alice.user.set_admin(&instance.app, true, &Operator::TERMINAL).await.unwrap();
    let tess = instance.protected("tess").await;
    let device = Authenticator::new();
    instance.with_passkey("pia", &device).await;
    let (dan, gone) = (instance.person("dan").await, instance.person("gone").await);
    town.acme.join(&dan).await;
    let image = picture(64, 64);
    let files = [("avatar", "face.png", "image/png", &*image)];
    alice.browser.upload("/settings/profile", &[("nickname", "alice"), ("name", "Alice")], &files).await.expect(303);
    town.app.allow_devices(true).await;
    town.app.device().await;
    town.app.code_for(bob).await;
    let (channel, acme) = (format!("/channels/{}", town.busy.id), |path: &str| town.acme.settings(path));
    let message = format!("{channel}/messages");
    bob.say(&town.busy, "@alice first").await.expect(303);
    let answer =
        town.hook.post_with(&[("Idempotency-Key", "once")], r#"{"content": "before"}"#).await.expect(200).json();
    let own = alice.feed(&town.busy).await.attributes("[data-author^='user:']", "data-message-id").remove(0);
    let app = town.app.id();
    let general = town.acme.general.id;
    let newcomer = instance.person_without_phone("nora").await;
    town.acme.join(&newcomer).await;
    newcomer.say(&town.acme.general, "spam").await.expect(303);
    let author = format!("user:{}", newcomer.id);
    // The browser of RFC 8291, appendix A.
    let subscription = vec![
        ("endpoint", "https://fcm.googleapis.com/fcm/send/bob"),
        ("p256dh", "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        ("auth", "BTBZMqHH6r4Tts7J_aSIgg"),
    ];
    let sign_in = vec![
        ("name", "Builder"),
        ("redirect_uris", CALLBACK),
        ("profile", "oidc"),
        ("post_logout_redirect_uris", "https://app.example/bye"),
        ("id_token_alg", "ES256"),
        ("device", "on"),
    ];
    let overwrite = format!("role:{}", town.crew.id);
    let blocked = carol.id.to_string();
    for (person, path, fields) in [
        (bob, format!("{message}/{}/report", town.message.id), vec![("reason", "Too loud")]),
        (bob, "/settings/blocked".to_owned(), vec![("user_id", &*blocked)]),
        (bob, "/settings/notifications/browsers".to_owned(), subscription),
        (alice, format!("/portal/apps/{app}"), sign_in),
        (alice, format!("/portal/apps/{app}/collaborators"), vec![("nickname", "carol")]),
        (
            alice,
            acme(&format!("/channels/{}/overwrites", town.busy.id)),
            vec![("target", overwrite.as_str()), ("deny", "mention_all")],
        ),
        (alice, format!("/channels/{general}/messages/delete"), vec![("author", &*author), ("since", "hour")]),
        (
            alice,
            acme(&format!("/channels/{general}")),
            vec![("name", "general"), ("topic", "Everything"), ("slow_mode", "30")],
        ),
        (bob, format!("/channels/{general}/messages"), vec![("content", "slowly")]),
        (&newcomer, "/settings/phone".to_owned(), vec![("phone", "+4915112345642")]),
        (bob, format!("{message}/{own}"), vec![("content", "@alice second")]),
        (bob, format!("{channel}/mute"), vec![("for", "8h")]),
        (
            bob,
            "/settings/notifications/quiet".to_owned(),
            vec![("starts_at", "23:00"), ("ends_at", "01:00"), ("time_zone", "UTC")],
        ),
        (bob, format!("/oauth/apps/{app}/report"), vec![("reason", "spam"), ("text", "It never stops.")]),
        (alice, acme(&format!("/members/{}/timeout", carol.id)), vec![("hours", "2")]),
        (alice, acme(&format!("/members/{}/ban", dan.id)), vec![("reason", "Spam")]),
        (&gone, "/settings/delete".to_owned(), vec![("password", PASSWORD), ("confirm", "gone")]),
    ] {
        person.browser.post(&path, &fields).await.expect(303);
    }
    instance.browser().post("/reset", &[("login", "bob")]).await.expect(303);
    tess.enter_password(&instance.browser()).await;
    // A form that came after its session had ended.
    let late = instance.person("late").await;
    session::Entity::delete_many().filter(session::Column::UserId.eq(late.id)).exec(&*instance.app.db).await.unwrap();
    let from = [("Sec-Fetch-Site", "same-origin"), ("Referer", "http://localhost:8000/servers")];
    late.browser.post_with("/servers", &[("name", "Typed")], &from).await.expect(303);
    alice.say(&town.busy, "@bob waits").await.expect(303);
    instance.app.settled().await;
    add_counts(&instance.app).await.unwrap();
    instance.index_messages().await;
    let token = town.app.access_token(alice, "openid profile").await;
    instance.app.settled().await;
    let mut pages = Map::new();
    for (method, pattern) in town.routes() {
        if method == Method::Get && !is_stream(&pattern) && !pattern.starts_with("/static/") {
            let path = town.path(&pattern);
            let status = alice.browser.get(&path).await.status;
            pages.insert(path, status.into());
        }
    }
    instance.app.settled().await;
    let rows = dump(&instance.app.db).await.into_iter().map(|(table, lines)| (table, lines.len().into()));
    let rows: Map<String, Value> = rows.collect();
    json!({
        "now": instance.clock.now(),
        "rows": rows,
        "pages": pages,
        "channel": channel,
        "message": "the ship is in",
        "webhook": town.hook.path,
        "answer": answer,
        "client_id": app.to_string(),
        "client_secret": town.app.secret,
        "redirect_uri": town.app.redirect_uri,
        "access_token": token,
        "alice_id": alice.id.to_string(),
        "recovery_code": tess.codes[0],
    })
}
