//! `/admin/branding`: what the instance is called and looks like, on every page.

use std::time::Duration;

use portico_store::models::instance::branding::Branding;
use rocket::futures::future::join;

use crate::support::{Answer, Browser, CALLBACK, TestInstance, picture, size_of};

const HERE: &str = "/admin/branding";

const ALL: [(&str, &str); 5] = [
    ("act", "save"),
    ("name", "Oak & Elm"),
    ("accent", "#FFDD00"),
    ("imprint", "https://example.org/imprint"),
    ("privacy", "/privacy"),
];

/// The fields above, some of them with other values.
fn with<'a>(changes: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let changed = |name: &str| changes.iter().find(|(changed, _)| *changed == name);
    ALL.iter().map(|field| *changed(field.0).unwrap_or(field)).collect()
}

async fn upload(browser: &Browser<'_>, fields: &[(&str, &str)], bytes: &[u8]) -> Answer {
    let file = [("logo", "logo.png", "image/png", bytes)];
    browser.upload(HERE, fields, &file).await
}

const LOGO: [(&str, &str); 1] = [("act", "logo")];

#[tokio::test]
async fn what_two_admins_change_at_once_is_changed_by_both() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    for turn in 0..8 {
        let name = format!("Oak {turn}");
        let fields = with(&[("name", &name)]);
        let picture = picture(40 + turn, 40);
        let saves = root.browser.post(HERE, &fields);
        let (saved, uploaded) = join(saves, upload(&root.browser, &LOGO, &picture)).await;
        saved.expect(303);
        uploaded.expect(303);
        let now = Branding::load(&instance.app.db).await.unwrap();
        assert_eq!(now.name, name);
        assert!(now.logo_at.is_some());
        let gone = [("act", "remove_logo")];
        root.browser.post(HERE, &gone).await.expect(303);
    }
}

#[tokio::test]
async fn every_page_shows_the_name_the_colour_and_the_links() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let bob = instance.person("bob").await;
    let app = instance.oauth_app(&root, CALLBACK).await;
    root.browser.post(HERE, &ALL).await.expect(303);
    for (browser, path) in [
        (&instance.browser(), "/"),
        (&instance.browser(), "/sign-in"),
        (&instance.browser(), "/sign-up"),
        (&instance.browser(), "/reset"),
        (&instance.browser(), "/docs"),
        (&instance.browser(), "/nowhere"),
        (&bob.browser, "/portal"),
        (&bob.browser, &app.authorize_url()),
        (&root.browser, HERE),
    ] {
        let page = browser.get(path).await;
        assert!(page.one("title").contains("Oak & Elm"), "{path}");
        assert!(page.one(".brand").contains("Oak & Elm"), "{path}");
        let links = page.attributes("footer [data-brand-link]", "href");
        assert_eq!(links, ["https://example.org/imprint", "/privacy"], "{path}");
        let styles = page.attributes("link[rel=stylesheet]", "href");
        let ours = styles.iter().filter(|href| {
            // The page of the branding has samples as well.
            href.starts_with("/branding.css?accent=ffdd00&v=") && !href.ends_with("&sample=1")
        });
        assert_eq!(ours.count(), 1, "{path} {styles:?}");
        assert!(!page.text().contains("<style"), "{path}");
    }
    let consent = bob.browser.get(&app.authorize_url()).await.expect(200);
    assert!(consent.one("#consent-title").contains("your Oak & Elm account"));
    let beside = consent.attributes("[data-brand-link]", "target");
    assert_eq!(beside, ["_blank", "_blank"]);
    let act = &instance.acts().await[0];
    assert_eq!((&*act.0, &*act.2, &*act.3), ("branding_changed", "root", ""));
    let log = root.browser.get("/admin/audit").await.expect(200);
    let said = "name: Portico → Oak & Elm; colour: none → #ffdd00; imprint: none → https://example.org/imprint; privacy: none → /privacy";
    assert!(log.one("[data-act=branding_changed]").contains(said));
    // The same once more is no change.
    root.browser.post(HERE, &ALL).await.expect(303);
    assert_eq!(instance.acts().await.len(), 2);
}

#[tokio::test]
async fn an_instance_without_branding_is_called_portico_and_has_no_links() {
    let instance = TestInstance::open().await;
    let page = instance.browser().get("/sign-in").await.expect(200);
    assert_eq!(page.one("title"), "Sign in · Portico");
    assert_eq!(page.attributes(".brand", "aria-label"), ["Portico, home"]);
    assert!(page.all("[data-brand-link]").is_empty());
    assert!(!page.text().contains("/branding"));
    instance.browser().get("/branding/logo").await.expect(404);
}

#[tokio::test]
async fn the_manifest_has_the_name_the_colour_and_the_icons_of_the_instance() {
    let instance = TestInstance::open().await;
    let guest = instance.browser();
    let check = async |name: &str, colour: &str| {
        let page = guest.get("/sign-in").await.expect(200);
        let links = page.attributes("link[rel=manifest]", "href");
        assert_eq!(links, ["/manifest.webmanifest"]);
        let answer = guest.get(&links[0]).await.expect(200);
        assert_eq!(answer.header("Content-Type"), Some("application/manifest+json"));
        assert_eq!(answer.header("Cache-Control"), Some("public, max-age=300"));
        let manifest = answer.json();
        assert_eq!((&manifest["name"], &manifest["theme_color"]), (&name.into(), &colour.into()));
        assert_eq!((&manifest["display"], &manifest["start_url"]), (&"standalone".into(), &"/".into()));
        let icons = manifest["icons"].as_array().unwrap().clone();
        let kinds: Vec<_> = icons.iter().map(|icon| format!("{} {}", icon["sizes"], icon["purpose"])).collect();
        let expected = [r#""192x192" "any""#, r#""512x512" "any""#, r#""512x512" "maskable""#];
        assert_eq!(kinds, expected);
        let touch = page.attributes("link[rel=apple-touch-icon]", "href").remove(0);
        let sides = [192, 512, 512, 180];
        let sources = icons.iter().map(|icon| icon["src"].as_str().unwrap().to_owned()).chain([touch]);
        for (src, side) in sources.zip(sides) {
            let icon = guest.get(&src).await.expect(200);
            assert_eq!(icon.header("Content-Type"), Some("image/png"), "{src}");
            assert!(icon.header("Cache-Control").unwrap().ends_with("immutable"), "{src}");
            assert_eq!(size_of(&icon.bytes), (side, side), "{src}");
        }
    };
    check("Portico", "#0a6a57").await;
    let root = instance.admin("root").await;
    root.browser.post(HERE, &ALL).await.expect(303);
    upload(&root.browser, &LOGO, &picture(80, 40)).await.expect(303);
    check("Oak & Elm", "#ffdd00").await;
    for side in ["0", "64", "513", "100000"] {
        guest.get(&format!("/branding/logo?icon={side}")).await.expect(404);
    }
}

/// Shows: console.branding
#[tokio::test]
async fn the_stylesheet_of_a_colour_is_kept_for_good_under_its_version_alone() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    root.browser.post(HERE, &ALL).await.expect(303);
    let page = instance.browser().get("/sign-in").await.expect(200);
    let styles = page.attributes("link[rel=stylesheet]", "href");
    let at = styles.iter().position(|href| href.starts_with("/branding.css"));
    let tokens = styles.iter().position(|href| href.ends_with("/tokens.css"));
    assert!(tokens < at, "{styles:?}");
    let ours = &styles[at.unwrap()];
    let css = instance.browser().get(ours).await.expect(200);
    assert!(css.header("Content-Type").unwrap().starts_with("text/css"));
    assert!(css.header("Cache-Control").unwrap().contains("immutable"));
    assert!(css.text().starts_with(":root{--accent:light-dark(#"));
    let sample = instance.browser().get(&format!("{ours}&sample=1")).await.expect(200);
    assert!(sample.text().starts_with(".brand-sample{"));
    let other = instance.browser().get("/branding.css?accent=ffdd00&v=0").await.expect(200);
    assert_eq!(other.header("Cache-Control"), Some("no-cache"));
    for wrong in ["?accent=ffdd0", "?accent=%23ffdd00", "?accent=red%7D*%7B", "?accent=", ""] {
        instance.browser().get(&format!("/branding.css{wrong}")).await.expect(404);
    }
}

#[tokio::test]
async fn a_logo_is_made_small_shown_to_everyone_and_removed() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    upload(&root.browser, &LOGO, &picture(90, 40)).await.expect(303);
    let page = instance.browser().get("/sign-in").await.expect(200);
    let path = page.attributes(".brand img", "src").remove(0);
    for (name, value) in [("width", "32"), ("height", "32"), ("alt", "")] {
        assert_eq!(page.attributes(".brand img", name), [value]);
    }
    assert_eq!(page.attributes("link[rel=icon]", "href"), [path.as_str()]);
    let sent = instance.client.get(path.clone()).dispatch().await;
    let kept = sent.headers().get_one("Cache-Control").unwrap().to_owned();
    assert_eq!(kept, "public, max-age=31536000, immutable");
    let shown_by = sent.headers().get_one("Cross-Origin-Resource-Policy");
    assert_eq!(shown_by, Some("same-origin"));
    let tag = sent.headers().get_one("ETag").unwrap().to_owned();
    let bytes = sent.into_bytes().await.unwrap();
    assert_eq!(size_of(&bytes), (64, 64));
    let known = rocket::http::Header::new("If-None-Match", tag);
    let again = instance.client.get(path.clone()).header(known).dispatch().await;
    assert_eq!(again.status().code, 304);

    // Another one has another address, also within a millisecond.
    upload(&root.browser, &LOGO, &picture(40, 40)).await.expect(303);
    let second = instance.app.branding().logo_path().unwrap();
    assert_ne!(path, second);

    let named = root.browser.get(HERE).await.expect(200);
    assert_eq!(named.attributes("#logo-now", "alt"), ["The logo of Portico"]);
    let remove = [("act", "remove_logo")];
    root.browser.post(HERE, &remove).await.expect(303);
    instance.browser().get(&second).await.expect(404);
    let page = instance.browser().get("/sign-in").await.expect(200);
    assert!(page.all(".brand img").is_empty());
    let acts: Vec<String> = instance.acts().await.into_iter().map(|act| act.0).collect();
    assert_eq!(acts[..3], ["branding_changed", "branding_changed", "branding_changed"]);
}

/// Shows: console.branding
#[tokio::test]
async fn what_is_malformed_too_long_or_no_picture_is_refused() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let long = "x".repeat(41);
    let far = format!("https://example.org/{}", "x".repeat(281));
    for (changes, faults) in [
        (&[("name", " ")][..], &["name"][..]),
        (&[("name", &long)], &["name"]),
        (&[("name", "Oak\u{202e}kaO")], &["name"]),
        (&[("name", "\u{200b}")], &["name"]),
        (&[("name", "Oak\u{7}")], &["name"]),
        (&[("accent", "green")], &["accent"]),
        (&[("accent", "#fff")], &["accent"]),
        (&[("accent", "#12345g")], &["accent"]),
        (&[("imprint", "http://example.org")], &["imprint"]),
        (&[("imprint", "javascript:alert(1)")], &["imprint"]),
        (&[("imprint", &far)], &["imprint"]),
        (&[("privacy", "//example.org")], &["privacy"]),
        (&[("privacy", "/\\example.org")], &["privacy"]),
        (&[("name", ""), ("accent", "x")], &["name", "accent"]),
        (&[("act", "preview"), ("accent", "x")], &["accent"]),
    ] {
        let page = root.browser.post(HERE, &with(changes)).await.expect(422);
        assert_eq!(page.faults(), faults, "{changes:?}");
    }
    for (bytes, faults) in [
        (&b""[..], &["logo"][..]),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", &["logo"]),
        (b"GIF89a\x01\0\x01\0\0\0\0;", &["logo"]),
        (&picture(40, 40)[..60], &["logo"]),
        (&vec![0; 5 * 1024 * 1024 + 1], &["logo"]),
    ] {
        let page = upload(&root.browser, &LOGO, bytes).await.expect(422);
        assert_eq!(page.faults(), faults, "{} bytes", bytes.len());
    }
    for act in ["", "paint"] {
        root.browser.post(HERE, &with(&[("act", act)])).await.expect(404);
    }
    assert_eq!(Branding::load(&instance.app.db).await.unwrap(), Branding::default());
    assert_eq!(instance.acts().await.len(), 1);
}

/// Shows: console.hidden, console.fresh
#[tokio::test]
async fn no_one_else_changes_it_and_no_one_without_a_fresh_sign_in() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let bob = instance.person("bob").await;
    bob.browser.get(HERE).await.expect(404);
    bob.browser.post(HERE, &ALL).await.expect(404);
    upload(&bob.browser, &LOGO, &picture(40, 40)).await.expect(404);
    let stranger = instance.browser();
    let answer = stranger.post(HERE, &ALL).await.expect(303);
    assert!(answer.location().starts_with("/sign-in"));
    instance.clock.advance(Duration::from_secs(16 * 60));
    for answer in [
        root.browser.get(HERE).await,
        root.browser.post(HERE, &ALL).await,
        upload(&root.browser, &LOGO, &picture(40, 40)).await,
    ] {
        let answer = answer.expect(303);
        assert!(answer.location().starts_with("/confirm"), "{}", answer.location());
    }
    assert_eq!(Branding::load(&instance.app.db).await.unwrap(), Branding::default());
    instance.browser().get("/branding/logo").await.expect(404);
}

#[tokio::test]
async fn a_preview_shows_both_themes_and_saves_nothing() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let plain = root.browser.get(HERE).await.expect(200);
    assert!(plain.all("#preview").is_empty());
    let fields = with(&[("act", "preview")]);
    let page = root.browser.post(HERE, &fields).await.expect(200);
    assert_eq!(page.attributes(".brand-sample", "data-theme"), ["light", "dark"]);
    // Yellow is dark enough on white only as olive, and stays what it is on black.
    let shades = page.attributes(".brand-sample", "data-shade");
    assert_ne!(shades[0], "#ffdd00");
    assert_eq!(shades[1], "#ffdd00");
    assert_eq!(page.all("[data-ratio]").len(), 10);
    assert_eq!(page.attributes("#f-name", "value"), ["Oak & Elm"]);
    let styles = page.attributes("link[rel=stylesheet]", "href");
    let samples = styles.iter().filter(|href| href.ends_with("&sample=1"));
    assert_eq!(samples.count(), 1);
    assert_eq!(page.one(".brand"), "Portico");
    assert_eq!(Branding::load(&instance.app.db).await.unwrap(), Branding::default());
    assert_eq!(instance.acts().await.len(), 1);
}

#[tokio::test]
async fn without_scripts_the_picker_counts_where_it_alone_was_changed() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let page = root.browser.get(HERE).await.expect(200);
    assert_eq!(page.attributes("[type=color]", "value"), ["#0a6a57"]);
    for (text, picked, expected) in [
        ("", "#0a6a57", None),
        ("", "#112233", Some("#112233")),
        ("#445566", "#112233", Some("#445566")),
        ("#445566", "#778899", Some("#778899")),
        ("", "#778899", None),
        ("#445566", "#0a6a57", Some("#445566")),
        ("#445566", "red", None),
    ] {
        let page = root.browser.get(HERE).await.expect(200);
        let before = |name: &str| page.attributes(&format!("[name={name}]"), "value").remove(0);
        let (text_before, picked_before) = (before("accent_before"), before("accent_picker_before"));
        let fields = with(&[("accent", text)]);
        let picker =
            [("accent_picker", picked), ("accent_before", &*text_before), ("accent_picker_before", &*picked_before)];
        let saved = root.browser.post(HERE, &[&fields[..], &picker].concat()).await;
        if picked == "red" {
            assert_eq!(saved.expect(422).faults(), ["accent"]);
            continue;
        }
        saved.expect(303);
        let accent = instance.app.branding().accent.map(String::from);
        assert_eq!(accent.as_deref(), expected, "{text} {picked}");
    }
}

#[tokio::test]
async fn text_messages_name_the_instance() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let bob = instance.person_without_phone("bob").await;
    root.browser.post(HERE, &ALL).await.expect(303);
    let number = [("phone", "+4915112345671")];
    let asked = bob.browser.post("/settings/phone", &number).await;
    asked.expect(303);
    let texts = instance.app.sms.outbox().unwrap().messages();
    let text = &texts.last().unwrap().text;
    assert!(text.starts_with("Your Oak & Elm code is "), "{text}");
}

#[tokio::test]
async fn all_of_it_is_removed_at_once() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    root.browser.post(HERE, &ALL).await.expect(303);
    upload(&root.browser, &LOGO, &picture(40, 40)).await.expect(303);
    root.browser.post(HERE, &[("act", "clear")]).await.expect(303);
    assert_eq!(*instance.app.branding(), Branding::default());
    instance.browser().get("/branding/logo").await.expect(404);
}

#[tokio::test]
async fn another_process_follows_and_has_the_logo_and_the_stylesheet_before() {
    let instance = TestInstance::open().await;
    if !instance.is_on_postgres() {
        // One process has the file of a SQLite database; it remembers what it read.
        let root = instance.admin("root").await;
        root.browser.post(HERE, &ALL).await.expect(303);
        instance.app.renew_branding().await.unwrap();
        assert_eq!(instance.app.branding().name, "Oak & Elm");
        return;
    }
    let root = instance.admin("root").await;
    let other = instance.beside(|figment| figment).await;
    root.browser.post(HERE, &ALL).await.expect(303);
    upload(&root.browser, &LOGO, &picture(40, 40)).await.expect(303);
    assert_eq!(other.app.branding().name, "Portico", "it is remembered");
    let page = instance.browser().get("/sign-in").await.expect(200);
    let ours = page.attributes("link[rel=stylesheet]", "href");
    let ours = ours.iter().find(|href| href.starts_with("/branding.css")).unwrap();
    let css = other.browser().get(ours).await.expect(200);
    assert!(css.header("Cache-Control").unwrap().contains("immutable"));
    let logo = instance.app.branding().logo_path().unwrap();
    other.browser().get(&logo).await.expect(200);
    other.app.renew_branding().await.unwrap();
    assert_eq!(other.app.branding(), instance.app.branding());
}
