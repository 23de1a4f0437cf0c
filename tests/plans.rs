//! How the database finds what a request asks for: every statement of a walk through all routes is explained, and
//! none may read a table from end to end. The statements are those that ran, not a copy of them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use portico::models::{delivery, invite, message, sweep};
use portico::upkeep::Upkeep;
use rocket::http::Method;
use rocket::tokio::io::AsyncReadExt;
use sea_orm::{ConnectionTrait, DbBackend, EntityTrait, Statement};
use serde_json::json;

use crate::support::{Back, CALLBACK, House, PASSWORD};

/// Small by nature: at most thirty-two processes; a handful of steps; channels that went within the hour.
const SMALL: [&str; 3] = ["nodes", "seaql_migrations", "departed_channels"];

/// The statements that ran, by their text.
type Ran = Arc<Mutex<BTreeMap<String, Statement>>>;

#[rocket::async_test]
async fn no_request_reads_a_table_from_end_to_end() {
    let ran = Ran::default();
    let noted = ran.clone();
    let house = House::watched(move |statement| {
        noted
            .lock()
            .unwrap()
            .insert(statement.sql.clone(), statement.clone());
    })
    .await;
    // Making the schema is no request.
    ran.lock().unwrap().clear();
    walk(&house).await;
    Upkeep::of(house.at.clone()).round(sweep::ALL).await;
    every_route_answered(&house);

    let ran: Vec<Statement> = ran.lock().unwrap().values().cloned().collect();
    assert!(ran.len() > 150, "only {} statements ran", ran.len());
    let mut scans = Vec::new();
    for statement in ran.iter().filter(|statement| can_be_explained(statement)) {
        let plan = explain(&house, statement).await;
        if plan.iter().any(|line| is_scan(line)) {
            scans.push(format!("{}\n    {}", statement.sql, plan.join("\n    ")));
        }
    }
    assert!(
        scans.is_empty(),
        "{} of {} statements scan:\n\n{}\n",
        scans.len(),
        ran.len(),
        scans.join("\n\n")
    );
}

#[rocket::async_test]
async fn a_statement_that_scans_is_found() {
    let house = House::open().await;
    for (sql, scans) in [
        ("SELECT id FROM messages WHERE content = 'x'", true),
        ("SELECT id FROM messages WHERE id = 1", false),
        ("SELECT id FROM users ORDER BY nickname", true),
        ("DELETE FROM sessions WHERE user_agent = 'x'", true),
        ("UPDATE users SET name = 'x' WHERE nickname = 'y'", false),
        (
            "SELECT m.id FROM messages m JOIN users u ON u.id = m.author_id WHERE m.channel_id = 1",
            false,
        ),
        (
            "SELECT m.id FROM messages m JOIN users u ON u.name = m.name WHERE m.channel_id = 1",
            true,
        ),
    ] {
        let statement = Statement::from_string(house.at.db.get_database_backend(), sql);
        let plan = explain(&house, &statement).await;
        assert_eq!(
            plan.iter().any(|line| is_scan(line)),
            scans,
            "{sql}\n{plan:#?}"
        );
    }
}

/// Transactions begin and end without a plan, and what a database says of itself is its own affair.
fn can_be_explained(statement: &Statement) -> bool {
    let sql = statement.sql.trim_start();
    let verbs = ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"];
    verbs.iter().any(|verb| sql.starts_with(verb))
        && ![
            "information_schema",
            "pg_class",
            "pg_catalog",
            "sqlite_master",
        ]
        .iter()
        .any(|catalogue| sql.contains(catalogue))
}

/// The lines of a plan. Postgres is asked for a plan that reads by an index wherever one serves, however small the
/// tables of a test are.
async fn explain(house: &House, statement: &Statement) -> Vec<String> {
    let backend = house.at.db.get_database_backend();
    let explained = |prefix: &str| Statement {
        sql: format!("{prefix} {}", statement.sql),
        values: statement.values.clone(),
        db_backend: backend,
    };
    let reading = house.at.db.begin().await.unwrap();
    let (ask, column) = match backend {
        DbBackend::Sqlite => (explained("EXPLAIN QUERY PLAN"), "detail"),
        _ => {
            for setting in ["seqscan", "hashjoin", "mergejoin"] {
                reading
                    .execute_unprepared(&format!("SET LOCAL enable_{setting} = off"))
                    .await
                    .unwrap();
            }
            (explained("EXPLAIN (COSTS OFF)"), "QUERY PLAN")
        }
    };
    let rows = reading
        .query_all_raw(ask)
        .await
        .unwrap_or_else(|err| panic!("{err}: {}", statement.sql));
    let lines: Vec<String> = rows
        .iter()
        .map(|row| row.try_get("", column).unwrap())
        .collect();
    match backend {
        DbBackend::Sqlite => lines,
        _ => with_conditions(lines),
    }
}

/// Joins each node of a plan of Postgres with the conditions that stand on lines of their own below it.
fn with_conditions(lines: Vec<String>) -> Vec<String> {
    let mut nodes: Vec<String> = Vec::new();
    for line in lines {
        match nodes.last_mut() {
            Some(node) if line.contains("Cond:") => {
                node.push_str("; ");
                node.push_str(line.trim());
            }
            _ => nodes.push(line),
        }
    }
    nodes
}

/// Whether a line of a plan says that a table, or an index of it, is read whole.
fn is_scan(line: &str) -> bool {
    let words: Vec<&str> = line.split([' ', '(', ')']).collect();
    if words.iter().any(|word| SMALL.contains(word)) {
        return false;
    }
    // SQLite. What was made by a part of the statement itself is as small as that part.
    if let Some(what) = line.trim_start().strip_prefix("SCAN ") {
        return !(what.contains("CONSTANT ROW")
            || what.starts_with("(subquery")
            || what == "stretch");
    }
    // Postgres.
    line.contains("Seq Scan")
        || ((line.contains("Index Scan") || line.contains("Index Only Scan"))
            && !line.contains("Cond:"))
}

/// Every mounted route was asked for, and answered at least once with what it is there for.
fn every_route_answered(house: &House) {
    let metrics = house.at.metrics.text().unwrap();
    let missing: Vec<String> = house
        .client
        .rocket()
        .routes()
        .filter(|route| {
            let is_endpoint =
                route.uri.path().starts_with("/webhooks") || route.uri.path() == "/oauth/token";
            !is_endpoint || route.method == Method::Post
        })
        .filter(|route| {
            let labels = format!("method=\"{}\",route=\"{}\"", route.method, route.uri.path());
            !metrics.lines().any(|line| {
                line.contains(&labels) && (line.contains("\"2xx\"") || line.contains("\"3xx\""))
            })
        })
        .map(|route| format!("{} {}", route.method, route.uri))
        .collect();
    assert!(
        missing.is_empty(),
        "no good answer of {missing:#?}\n{metrics}"
    );
}

/// Asks for everything, in the order in which people would.
async fn walk(house: &House) {
    let alice = house.person("alice").await;
    let bob = house.person("bob").await;
    let me = &alice.browser;
    let get = |path: String| async move { me.get(&path).await.expect(200) };
    let post = |path: String, fields: &'static [(&'static str, &'static str)]| async move {
        me.post(&path, fields).await.expect(303)
    };

    // Somebody new, who signs out and in again.
    let guest = house.browser();
    for path in [
        "/",
        "/sign-up",
        "/sign-in",
        "/docs",
        "/style",
        "/healthz",
        "/readyz",
        "/openapi.json",
    ] {
        guest.get(path).await;
    }
    let named = [
        ("nickname", "carol"),
        ("name", "Carol"),
        ("password", PASSWORD),
    ];
    guest.post("/sign-up", &named).await.expect(303);
    guest.post("/sign-out", &[]).await.expect(303);
    guest
        .post("/sign-in", &[("login", "carol"), ("password", PASSWORD)])
        .await
        .expect(303);
    guest.get("/confirm?next=%2Fportal").await.expect(200);
    guest
        .post("/confirm", &[("password", PASSWORD), ("next", "/portal")])
        .await
        .expect(303);
    guest
        .post("/settings/phone", &[("phone", "+4915112345678")])
        .await
        .expect(303);
    guest.get("/settings/phone").await.expect(200);
    guest.get("/dev/outbox").await.expect(200);
    let text = house.at.sms.outbox().unwrap().messages().pop().unwrap();
    let code: String = text
        .text
        .chars()
        .filter(char::is_ascii_digit)
        .take(6)
        .collect();
    guest
        .post("/settings/phone/verify", &[("code", &code)])
        .await
        .expect(303);

    // A server with everything in it.
    let acme = house.server("Acme", &alice).await;
    post("/servers".into(), &[("name", "Second")]).await;
    post(acme.settings(""), &[("name", "Acme")]).await;
    post(
        acme.settings("/channels"),
        &[("name", "busy"), ("topic", "")],
    )
    .await;
    post(
        acme.settings("/roles"),
        &[("name", "Crew"), ("mentionable", "on")],
    )
    .await;
    post(acme.settings("/invites"), &[]).await;
    let code = invite::Entity::find()
        .one(&*house.at.db)
        .await
        .unwrap()
        .unwrap()
        .code;
    bob.browser
        .get(&format!("/invites/{code}"))
        .await
        .expect(200);
    bob.browser
        .post(&format!("/invites/{code}"), &[])
        .await
        .expect(303);
    guest
        .post(&format!("/invites/{code}"), &[])
        .await
        .expect(303);
    let role = acme
        .role("Watch", portico::chat::permissions::Permissions::NONE, true)
        .await;
    let busy = acme.channel("quays").await;
    let member = acme.settings(&format!("/members/{}", bob.id));
    let role_id = role.id.to_string();
    me.post(&member, &[("roles", &role_id)]).await.expect(303);
    let of_role = acme.settings(&format!("/roles/{role_id}"));
    let of_channel = acme.settings(&format!("/channels/{}", busy.id));
    post(
        of_role.clone(),
        &[("name", "Watchers"), ("mentionable", "on")],
    )
    .await;
    post(of_channel.clone(), &[("name", "quays"), ("topic", "ships")]).await;
    let overwrites = format!("{of_channel}/overwrites");
    for target in [
        format!("role:{role_id}"),
        format!("role-{role_id}"),
        role_id.clone(),
    ] {
        me.post(&overwrites, &[("target", &target), ("deny", "mention_all")])
            .await;
    }
    me.post(
        &overwrites,
        &[
            ("target", "member"),
            ("nickname", "bob"),
            ("allow", "mention_all"),
        ],
    )
    .await;
    for section in [
        "",
        "/channels",
        "/roles",
        "/invites",
        "/members",
        "/members?q=bo",
        "/members?after=alice",
    ] {
        get(acme.settings(section)).await;
    }
    for path in [&of_role, &of_channel, &member] {
        get(path.clone()).await;
    }
    let overwrite = portico::models::overwrite::Entity::find()
        .one(&*house.at.db)
        .await
        .unwrap();
    if let Some(overwrite) = overwrite {
        me.post(&format!("{overwrites}/{}/delete", overwrite.id), &[])
            .await;
    }

    // Webhooks, and what programs post.
    let hook = acme.webhook(&alice, &busy).await;
    let of_hook = format!("/portal/webhooks/{}", hook.id());
    get("/portal/webhooks/new".into()).await;
    get(format!("/portal/webhooks/new?channel={}", busy.id)).await;
    let channel_id = busy.id.to_string();
    let fields = [("channel_id", channel_id.as_str()), ("name", "Other")];
    let made = me.post("/portal/webhooks", &fields).await.expect(303);
    let other = made.location().to_owned();
    me.post(&of_hook, &[("channel_id", &channel_id), ("name", "Builds")])
        .await
        .expect(303);
    hook.say("nothing to see", &[]).await.expect(200);
    let calls = format!("@all @bob @role_{role_id} @Watchers @<{}> @<7>", bob.id);
    hook.say(&calls, &["all", "roles", "users"])
        .await
        .expect(200);
    hook.post(json!({})).await.expect(400);
    for _ in 0..2 {
        let body = json!({ "content": "once" }).to_string();
        hook.post_with(&[("Idempotency-Key", "k")], body)
            .await
            .expect(200);
    }
    for path in ["/test", "/pause", "/resume"] {
        post(format!("{of_hook}{path}"), &[]).await;
    }
    get(of_hook.clone()).await;
    for query in [
        "",
        "?outcome=accepted",
        "?outcome=refused",
        "?before=9007199254740991",
    ] {
        get(format!("{of_hook}/deliveries{query}")).await;
    }
    let attempt = delivery::Entity::find()
        .one(&*house.at.db)
        .await
        .unwrap()
        .unwrap();
    get(format!("{of_hook}/deliveries/{}", attempt.id)).await;

    // Channels and inboxes.
    bob.say(&busy, "@alice @all").await.expect(303);
    alice.say(&busy, "@bob").await.expect(303);
    let newest = message::Entity::find()
        .one(&*house.at.db)
        .await
        .unwrap()
        .unwrap()
        .id;
    for query in [
        String::new(),
        format!("?before={newest}"),
        format!("?after={newest}"),
        format!("?around={newest}"),
    ] {
        get(format!("/channels/{}{query}", busy.id)).await;
    }
    for person in [&alice, &bob] {
        for path in ["/inbox".to_owned(), format!("/inbox?before={newest}")] {
            person.browser.get(&path).await.expect(200);
        }
    }
    for path in [
        format!("/channels/{}/events?after=1", busy.id),
        "/inbox/events".to_owned(),
    ] {
        let session = bob.browser.cookie("portico").unwrap();
        let request = house.client.get(path).cookie(("portico", session));
        let mut stream = request.dispatch().await;
        // The line is open, and then comes what there is.
        let mut some = [0; 64];
        for _ in 0..2 {
            assert!(stream.read(&mut some).await.unwrap() > 0);
        }
    }
    let newest = newest.to_string();
    bob.browser
        .post(
            &format!("/channels/{}/read", busy.id),
            &[("up_to", &newest)],
        )
        .await;
    bob.browser
        .post("/inbox/read", &[("message_id", &newest)])
        .await;
    bob.browser
        .post("/inbox/read", &[("up_to", "9007199254740991")])
        .await
        .expect(303);
    get("/servers".into()).await;
    me.get(&format!("/servers/{}", acme.id())).await;

    // Apps, and people who sign in to them.
    get("/portal/apps/new".into()).await;
    let fields = [("name", "Forge"), ("redirect_uris", CALLBACK)];
    let made = me.post("/portal/apps", &fields).await;
    assert!(made.status < 400);
    let app = house.oauth_app(&alice, CALLBACK).await;
    let of_app = format!("/portal/apps/{}", app.id());
    me.post(&of_app, &fields).await.expect(303);
    let code = app.code_for(&bob).await;
    app.exchange(&code).await.expect(200);
    app.exchange(&code).await.expect(400);
    let link = app.authorize_url_with(&[("prompt", "none")]);
    Back::of(bob.browser.get(&link).await).code();
    app.exchange_with("1.x", json!({})).await.expect(400);
    app.exchange_with(&code, json!({ "client_secret": "wrong" }))
        .await
        .expect(401);
    me.post(&format!("{of_app}/secrets"), &[]).await;
    get(of_app.clone()).await;
    let secret = portico::models::client_secret::Entity::find()
        .one(&*house.at.db)
        .await
        .unwrap()
        .unwrap();
    let of_secret = format!(
        "/portal/apps/{}/secrets/{}/delete",
        secret.app_id, secret.id
    );
    me.post(&of_secret, &[]).await;
    get("/portal".into()).await;
    bob.browser.get("/settings/apps").await.expect(200);
    bob.browser
        .post(&format!("/settings/apps/{}/revoke", app.id()), &[])
        .await
        .expect(303);
    bob.browser
        .post("/settings/apps/revoke-all", &[])
        .await
        .expect(303);

    // Pictures and settings.
    let ring = picture();
    let file: [(&str, &str, &str, &[u8]); 1] = [("avatar", "me.png", "image/png", &ring)];
    me.upload("/settings/profile", &[("name", "Alice")], &file)
        .await
        .expect(303);
    for (kind, id) in [
        ("users", alice.id),
        ("user", alice.id),
        ("webhooks", hook.id()),
        ("webhook", hook.id()),
    ] {
        me.get(&format!("/avatars/{kind}/{id}")).await;
    }
    let page = get("/portal".into()).await;
    let asset = page.attributes("link[rel=stylesheet]", "href").remove(0);
    get(asset).await;
    for path in [
        "/settings",
        "/settings/profile",
        "/settings/security",
        "/settings/delete",
    ] {
        me.get(path).await;
    }
    post(
        "/settings/theme".into(),
        &[("theme", "dark"), ("next", "/")],
    )
    .await;
    house.sign_in_on(&house.browser(), &alice).await;
    let page = get("/settings/security".into()).await;
    let ends = page.attributes("form", "action");
    let end = ends.iter().find(|action| {
        action.starts_with("/settings/sessions/") && action.ends_with("/end") && action.len() > 23
    });
    me.post(end.expect("another session"), &[])
        .await
        .expect(303);
    post("/settings/sessions/end".into(), &[]).await;
    me.post(
        "/settings/password",
        &[
            ("current", PASSWORD),
            ("password", "a-new-bridge-in-the-rain"),
        ],
    )
    .await
    .expect(303);
    house
        .client
        .get("/metrics")
        .remote("127.0.0.1:1".parse().unwrap())
        .dispatch()
        .await;

    // And everything goes.
    post(format!("{of_hook}/url"), &[]).await;
    post(format!("{of_hook}/delete"), &[("confirm", "Builds")]).await;
    me.post(&format!("{other}/delete"), &[("confirm", "Other")])
        .await;
    me.post(&format!("{of_app}/delete"), &[("confirm", "Forge")])
        .await
        .expect(303);
    post(
        acme.settings(&format!("/invites/{}/delete", invite_code(house).await)),
        &[],
    )
    .await;
    post(format!("{of_role}/delete"), &[]).await;
    post(format!("{of_channel}/delete"), &[]).await;
    guest
        .post(&format!("/servers/{}/leave", acme.id()), &[])
        .await
        .expect(303);
    let bob_id = bob.id.to_string();
    let heir = [("user_id", bob_id.as_str()), ("nickname", "bob")];
    me.post(&acme.settings("/owner"), &heir).await.expect(303);
    bob.browser
        .post(
            &acme.settings(&format!("/members/{}/remove", alice.id)),
            &[],
        )
        .await
        .expect(303);
    bob.browser
        .post(&acme.settings("/delete"), &[("confirm", "Acme")])
        .await
        .expect(303);
    let fields = [("confirm", "bob"), ("password", PASSWORD)];
    bob.browser
        .post("/settings/delete", &fields)
        .await
        .expect(303);
    house.at.log.settled().await;
}

async fn invite_code(house: &House) -> String {
    invite::Entity::find()
        .one(&*house.at.db)
        .await
        .unwrap()
        .unwrap()
        .code
}

/// A small picture.
fn picture() -> Vec<u8> {
    let mut png = std::io::Cursor::new(Vec::new());
    image::DynamicImage::new_rgb8(300, 300)
        .write_to(&mut png, image::ImageFormat::Png)
        .unwrap();
    png.into_inner()
}
