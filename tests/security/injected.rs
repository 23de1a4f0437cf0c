//! Posted data in pages and headers: it stays text.

use scraper::{Html, Selector};
use serde_json::json;

use crate::support::TestInstance;
use crate::support::source::files;

const MARKUP: &str = "\"'><img src=x onerror=alert(1)><script>alert(2)</script>{{ 7 * 7 }}{% raw %}";

/// Shows: webhook.no-markup
#[tokio::test]
async fn content_name_and_avatar_bring_no_element_and_no_attribute_into_any_page() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let avatar = "https://x.example/a.png?\"onerror=\"alert(1)";
    let sent = json!({
        "content": format!("@alice {MARKUP}"),
        "name": MARKUP.chars().take(60).collect::<String>(),
        "avatarUrl": avatar,
        "allowedMentions": { "parse": ["users"] },
    });
    hook.post(sent).await.expect(200);
    instance.app.settled().await;
    let log = format!("/portal/webhooks/{}/deliveries", hook.id());
    let page = alice.browser.get(&log).await.expect(200);
    let attempts = page.attributes("main a[href*=deliveries]", "href");
    let attempt = attempts.iter().find(|href| href.starts_with(&format!("{log}/")));
    let channel = format!("/channels/{}", acme.general.id);
    for path in [channel.as_str(), "/inbox", &log, attempt.unwrap()] {
        let answer = alice.browser.get(path).await.expect(200);
        let page = Html::parse_document(&answer.text());
        for element in page.select(&Selector::parse("*").unwrap()) {
            let element = element.value();
            let code = element.name() == "script" && element.attr("src").is_none();
            assert!(!code, "a script in {path}");
            let runs = element.attrs().any(|(name, _)| name.starts_with("on"));
            assert!(!runs, "{element:?} in {path}");
            assert_ne!(element.attr("src"), Some("x"), "{path}");
        }
        assert!(!answer.text().contains("{{ 49"), "{path}");
    }
    let feed = alice.browser.get(&channel).await.expect(200);
    assert!(feed.one("[data-message-id] .content").contains(MARKUP));
}

/// Shows: webhook.no-header
#[tokio::test]
async fn nothing_that_a_program_sends_becomes_a_header() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let evil = "x\r\nSet-Cookie: evil=1\r\nX-Evil: 1";
    let stored = hook.post(json!({ "content": evil })).await.expect(200);
    let url = format!("https://x.example/{evil}");
    let answers = [
        stored,
        hook.post(json!({ "content": "x", "name": evil })).await.expect(400),
        hook.post(json!({ "content": "x", "avatarUrl": url })).await.expect(400),
        instance.post_json("/webhooks/1/x%0d%0aX-Evil:%201", &[], b"{}").await.expect(404),
        alice.feed(&acme.general).await,
        alice.browser.get("/oauth/authorize?client_id=1%0d%0aX-Evil:%201&state=%0d%0aX-Evil:%201").await.expect(400),
    ];
    for answer in answers {
        for (name, value) in &answer.headers {
            assert_ne!(name.to_lowercase(), "x-evil");
            assert!(!value.contains("evil=1"), "{name}: {value}");
        }
    }
}

/// Tera escapes a value, but not what `~` joins. Only in the arguments of a macro or of a message may it stand: these are escaped
/// there.
///
/// Shows: webhook.no-markup
#[test]
fn no_template_shows_joined_text_that_is_not_escaped() {
    for path in files("templates", "tera") {
        let template = std::fs::read_to_string(&path).unwrap();
        for part in template.split("{{").skip(1) {
            let shown = part.split("}}").next().unwrap_or_default();
            let function = shown.split('(').next().unwrap_or_default();
            let escapes = function.contains("::") || ["t", "rich"].contains(&function.trim());
            let is_argument = escapes && shown.trim_end().ends_with(')');
            let mut depth = 0;
            for sign in shown.chars() {
                depth += i32::from(sign == '(') - i32::from(sign == ')');
                assert!(sign != '~' || is_argument && depth > 0, "{}: {shown}", path.display());
            }
        }
    }
}
