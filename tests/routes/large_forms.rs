//! Forms of more than a person fills in: each is refused before its route does anything, whatever its fields are called.

use std::collections::BTreeSet;

use portico::routes::form_reader::{MAX_BYTES, MAX_FIELDS, MAX_NAME, has_file, may_be_large};
use portico_rules::chat::permissions::Permissions;
use portico_store::models::Message;
use rocket::Route;
use rocket::http::{ContentType, Header, Method};

use crate::support::{Answer, CALLBACK, TestInstance};

/// A path that the route matches.
fn path_of(route: &Route) -> String {
    let pattern = route.uri.path();
    let path: Vec<&str> = pattern.split('/').map(|part| if part.starts_with('<') { "1" } else { part }).collect();
    path.join("/")
}

/// What a person without any rights is answered who sends this body to the route.
async fn answered(instance: &TestInstance, route: &Route, kind: &ContentType, body: &str, serial: &mut usize) -> u16 {
    *serial += 1;
    let person = instance.person(&format!("person{serial}")).await;
    let request = instance
        .client
        .req(route.method, path_of(route))
        .header(kind.clone())
        .header(Header::new("Sec-Fetch-Site", "same-origin"))
        .cookie(("portico", person.browser.cookie("portico").unwrap()))
        .body(body);
    Answer::read(request.dispatch().await).await.status
}

fn with_forms() -> Vec<Route> {
    let pages = portico::routes::pages().into_iter();
    pages.filter(|route| route.method == Method::Post).collect()
}

/// Shows: faults.large-forms
#[tokio::test]
async fn no_route_does_anything_with_a_form_of_too_many_fields() {
    let instance = TestInstance::open().await;
    let distinct: String = (0..=8_192).map(|number| format!("a{number}&")).collect();
    let (mut serial, mut refused) = (0, 0);
    for route in with_forms() {
        let path = route.uri.path().to_owned();
        let status = answered(&instance, &route, &ContentType::Form, &distinct, &mut serial).await;
        if status == 413 {
            refused += 1;
            continue;
        }
        // It reads no form, or refuses the person before.
        let empty = answered(&instance, &route, &ContentType::Form, "", &mut serial).await;
        assert_eq!(status, empty, "{path}");
        assert!([303, 403, 404].contains(&status), "{path}: {status}");
    }
    assert!(refused > 45, "only {refused} routes refused the form");
}

/// Shows: faults.large-forms
#[tokio::test]
async fn a_form_with_files_is_read_only_where_there_is_one() {
    let instance = TestInstance::open().await;
    let kind: ContentType = "multipart/form-data; boundary=x".parse().unwrap();
    let body = "--x\r\nContent-Disposition: form-data; name=\"act\"\r\n\r\na\r\n--x--\r\n";
    let (mut serial, mut refused, mut read) = (0, 0, 0);
    for route in with_forms() {
        let path = route.uri.path().to_owned();
        let status = answered(&instance, &route, &kind, body, &mut serial).await;
        if has_file(&route) {
            assert_ne!(status, 415, "{path}");
            read += 1;
        } else if status == 415 {
            refused += 1;
        } else {
            assert!([303, 403, 404].contains(&status), "{path}: {status}");
        }
    }
    assert!(refused > 45 && read == 7, "{refused} and {read}");
}

/// Shows: faults.large-forms
#[tokio::test]
async fn a_form_is_read_up_to_its_limits_of_fields_names_and_bytes() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let name = |bytes: usize| format!("name=Acme&{}=a", "[.".repeat(bytes / 2));
    let bytes = |bytes: usize| format!("name=Acme&a={}", "a".repeat(bytes - "name=Acme&a=".len()));
    let max_bytes = usize::try_from(MAX_BYTES.as_u64()).unwrap();
    for (body, status) in [
        ("name=Acme".to_owned() + &"&a=b".repeat(MAX_FIELDS - 1), 303),
        ("name=Acme".to_owned() + &"&a=b".repeat(MAX_FIELDS), 413),
        (name(MAX_NAME), 303),
        (name(MAX_NAME + 2), 422),
        (bytes(max_bytes), 303),
        (bytes(max_bytes + 1), 413),
        ("name=%FF".to_owned(), 303),
        ("name=Acme&".repeat(MAX_FIELDS - 1), 303),
    ] {
        let request = instance
            .client
            .post("/servers")
            .header(ContentType::Form)
            .header(Header::new("Sec-Fetch-Site", "same-origin"))
            .cookie(("portico", alice.browser.cookie("portico").unwrap()))
            .body(&body);
        let answer = Answer::read(request.dispatch().await).await;
        assert_eq!(answer.status, status, "{}…", &body[..20.min(body.len())]);
    }
}

/// A form that may be large, and what someone without the right to send it is answered.
struct LargeForm {
    pattern: &'static str,
    path: String,
    refused: Option<u16>,
}

/// Shows: faults.rights-before-forms
#[tokio::test]
async fn a_large_form_is_read_only_of_those_who_have_the_right_to_send_it() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let oauth_app = instance.oauth_app(&alice, CALLBACK).await;
    // A member, who manages nothing, and someone else.
    let (member, stranger) = (instance.person_without_phone("bob").await, instance.person_without_phone("carl").await);
    acme.join(&member).await;
    let channel = acme.general.id;
    alice.say(&acme.general, "hers").await.expect(303);
    let message = Message::newest_id(&instance.app.db, channel, i64::MAX).await.unwrap().unwrap();
    let form = |pattern, path: String, refused| LargeForm { pattern, path, refused };
    let forms = [
        form("/settings/profile", "/settings/profile".into(), None),
        form("/portal/apps", "/portal/apps".into(), Some(403)),
        form("/portal/apps/<id>", format!("/portal/apps/{}", oauth_app.id()), Some(404)),
        form("/portal/webhooks", "/portal/webhooks".into(), Some(403)),
        form("/portal/webhooks/<id>", format!("/portal/webhooks/{}", hook.id()), Some(403)),
        form("/portal/webhooks/<id>/playground", format!("/portal/webhooks/{}/playground", hook.id()), Some(403)),
        form("/channels/<id>/messages", format!("/channels/{channel}/messages"), None),
        form("/channels/<id>/messages/<message_id>", format!("/channels/{channel}/messages/{message}"), Some(403)),
        form(
            "/servers/<server_id>/settings/channels/<channel_id>/grid",
            format!("{}/grid", acme.settings(&format!("/channels/{channel}"))),
            Some(403),
        ),
        form("/servers/<server_id>/settings/picture", acme.settings("/picture"), Some(403)),
    ];
    let large: BTreeSet<String> =
        with_forms().iter().filter(|route| may_be_large(route)).map(|route| route.uri.path().to_string()).collect();
    let listed = forms.iter().map(|form| form.pattern.to_owned()).chain(["/admin/branding".to_owned()]);
    assert_eq!(listed.collect::<BTreeSet<_>>(), large);
    // A form of too many fields is refused where it is read.
    let rows: Vec<String> = (0..=8_192).map(|number| format!("role:{number}/view_channel")).collect();
    let fields: Vec<(&str, &str)> = rows.iter().map(|name| (name.as_str(), "")).collect();
    for LargeForm { path, refused, .. } in &forms {
        alice.browser.post(path, &fields).await.expect(413);
        member.browser.post(path, &fields).await.expect(refused.unwrap_or(413));
        let foreign = match path.as_str() {
            "/settings/profile" => 413,
            "/portal/apps" => 403,
            _ => 404,
        };
        stranger.browser.post(path, &fields).await.expect(foreign);
    }
    member.browser.post("/admin/branding", &fields).await.expect(404);
    for missing in
        ["/portal/apps/1", "/portal/webhooks/1", "/channels/1/messages", "/servers/1/settings/channels/1/grid"]
    {
        alice.browser.post(missing, &fields).await.expect(404);
    }
}

/// Shows: faults.rights-before-forms
#[tokio::test]
async fn who_may_only_read_a_channel_is_refused_before_a_large_text_is_read() {
    let instance = TestInstance::open().await;
    let (_, bob, acme) = instance.acme_with_bob().await;
    let all = acme.all().await;
    acme.overwrite_role(&acme.general, &all, Permissions::NONE, Permissions::SEND_MESSAGES).await;
    let path = format!("/channels/{}/messages", acme.general.id);
    let text = "a".repeat(2 << 20);
    bob.browser.post(&path, &[("content", text.as_str())]).await.expect(403);
}
