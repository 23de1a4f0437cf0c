//! `overrides_dir`: an operator's templates and static files in place of the built-in ones.

use std::fs;
use std::path::Path;

use rocket::figment::Figment;
use tempfile::TempDir;

use crate::support::TestInstance;

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, text) in files {
        write(folder.path(), name, text);
    }
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

async fn overridden(folder: &Path) -> TestInstance {
    let folder = folder.to_path_buf();
    TestInstance::configured(|figment: Figment| figment.merge(("overrides_dir", folder))).await
}

#[tokio::test]
async fn a_template_and_a_stylesheet_replace_the_built_in_ones() {
    let files = folder(&[
        (
            "templates/error.html.tera",
            "{% extends \"layout\" %}{% block main %}<h1>Harbour is closed</h1>{% endblock %}",
        ),
        ("static/css/tokens.css", ":root { --brand: teal }"),
        ("static/brand/logo.svg", "<svg/>"),
    ]);
    let instance = overridden(files.path()).await;
    let browser = instance.browser();
    let missing = browser.get("/no-such-page").await.expect(404);
    assert!(missing.text().contains("<h1>Harbour is closed</h1>"));
    // All other pages and files are the built-in ones.
    let page = browser.get("/sign-in").await.expect(200).text();
    assert!(page.contains("name=\"password\""), "{page}");
    let stylesheet = address(&page, "/css/tokens.css");
    let answer = browser.get(&stylesheet).await.expect(200);
    assert_eq!(answer.text(), ":root { --brand: teal }");
    assert_eq!(answer.header("Content-Type"), Some("text/css; charset=utf-8"));
    let kept = Some("public, max-age=31536000, immutable");
    assert_eq!(answer.header("Cache-Control"), kept);
    let built_in = address(&page, "/css/base.css");
    let answer = browser.get(&built_in).await.expect(200);
    assert_eq!(answer.bytes, fs::read("static/css/base.css").unwrap());
    let added = stylesheet.replace("css/tokens.css", "brand/logo.svg");
    let answer = browser.get(&added).await.expect(200);
    assert_eq!(answer.header("Content-Type"), Some("image/svg+xml"));
    // Browsers that have the built-in files ask for the others.
    let plain = TestInstance::open().await;
    let page = plain.browser().get("/sign-in").await.expect(200).text();
    assert_ne!(address(&page, "/css/tokens.css"), stylesheet);
}

/// The address of a static file that a page names.
fn address(page: &str, ending: &str) -> String {
    page.split('"').find(|part| part.starts_with("/static/") && part.ends_with(ending)).unwrap().to_owned()
}

const ONE: &str = "{% set mark = '<b>' %}<p class=\"mine\">one {{ mark }}</p>";

#[tokio::test]
async fn what_an_override_shows_is_escaped_and_in_a_debug_build_a_change_shows_at_once() {
    let files = folder(&[("templates/chat/message.html.tera", ONE)]);
    let instance = overridden(files.path()).await;
    let (alice, acme) = instance.alice_with_acme().await;
    alice.say(&acme.general, "hello").await.expect(303);
    let page = alice.feed(&acme.general).await.text();
    assert!(page.contains("<p class=\"mine\">one &lt;b&gt;</p>"), "{page}");
    let two = ONE.replace("one", "number two");
    write(files.path(), "templates/chat/message.html.tera", &two);
    let page = alice.feed(&acme.general).await.text();
    let shown = if cfg!(debug_assertions) { "number two" } else { "one" };
    assert!(page.contains(&format!("<p class=\"mine\">{shown} ")), "{page}");
}

#[tokio::test]
async fn no_path_leads_out_of_the_static_files() {
    let files = folder(&[
        ("secret.txt", "secret"),
        ("static/css/tokens.css", ":root {}"),
        ("templates/error.html.tera", "nothing here"),
    ]);
    let instance = overridden(files.path()).await;
    let browser = instance.browser();
    let page = browser.get("/sign-in").await.expect(200).text();
    let stylesheet = address(&page, "/css/tokens.css");
    let root = stylesheet.strip_suffix("css/tokens.css").unwrap();
    for path in [
        "../secret.txt",
        "../../secret.txt",
        "css/../../secret.txt",
        "%2e%2e/secret.txt",
        "..%2fsecret.txt",
        "css%2f..%2f..%2fsecret.txt",
        "..%5csecret.txt",
        "%2fetc%2fpasswd",
        "/etc/passwd",
        "../templates/error.html.tera",
        "..%2ftemplates%2ferror.html.tera",
        "..%2f..%2fCargo.toml",
        "css/tokens.css%00",
        "css",
        "",
    ] {
        let answer = browser.get(&format!("{root}{path}")).await;
        assert!([400, 404, 422].contains(&answer.status), "{path}: {}", answer.status);
        assert!(!answer.text().contains("secret\n") && answer.text() != "secret", "{path}");
    }
}

#[tokio::test]
async fn an_override_that_can_not_be_used_is_no_start() {
    let files = folder(&[("templates/chat/message.html.tera", "{% if message %}")]);
    let figment = Figment::from(rocket::Config::debug_default())
        .merge(("overrides_dir", files.path()))
        .merge(("data_dir", files.path()));
    let sentence = portico::build(figment, portico_rules::clock::Clock::fixed_at(0)).await.err().unwrap();
    let path = files.path().join("templates/chat/message.html.tera");
    assert!(sentence.contains(&path.display().to_string()), "{sentence}");
}
