//! Which language a page is in: chosen on it, asked for by an app, or preferred by the browser.

use portico_rules::language::{ALL, Language};
use portico_store::models::OauthApp;
use portico_store::models::oauth::oauth_app::Draft;

use crate::support::{Answer, Browser, PASSWORD, Person, TestInstance, draft};

const COOKIE: &str = "portico-language";

/// The language that a page says it is in.
fn language_of(page: &Answer) -> String {
    let lang = page.attributes("html", "lang").remove(0);
    assert_eq!(page.header("Content-Language"), Some(lang.as_str()));
    let dir = if lang == "ar" { "rtl" } else { "ltr" };
    assert_eq!(page.attributes("html", "dir"), [dir]);
    lang
}

#[tokio::test]
async fn sign_in_and_consent_are_in_each_language() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let mut titles = Vec::new();
    for language in ALL {
        let headers = [("Accept-Language", language.tag)];
        for (browser, path) in [(&instance.browser(), "/sign-in"), (&alice.browser, app.authorize_url().as_str())] {
            let page = browser.get_with(path, &headers).await.expect(200);
            assert_eq!(language_of(&page), language.tag, "{path}");
            titles.push(page.one("h1"));
        }
    }
    let count = titles.len();
    titles.sort();
    titles.dedup();
    assert_eq!(titles.len(), count, "two languages share a title");
}

#[tokio::test]
async fn a_choice_on_the_page_wins_over_the_app_which_wins_over_the_browser() {
    let instance = TestInstance::open().await;
    let (_, app) = instance.alice_with_app().await;
    let browser = instance.browser();
    let plain = app.authorize_url();
    let french = app.standard_url(&[("scope", "openid"), ("ui_locales", "xx fr-CA de")]);
    let sign_in = async |path: &str| browser.get(path).await.expect(303).location().to_owned();
    let (plain, french) = (sign_in(&plain).await, sign_in(&french).await);
    let shown = async |path: &str, accepted: &str| {
        let page = browser.get_with(path, &[("Accept-Language", accepted)]).await.expect(200);
        language_of(&page)
    };
    assert_eq!(shown(&plain, "").await, "en");
    assert_eq!(shown(&plain, "ja").await, "ja");
    assert_eq!(shown(&french, "ja").await, "fr");
    let answer = browser.post("/settings/language", &[("language", "uk"), ("next", "/sign-in")]).await.expect(303);
    assert_eq!(answer.location(), "/sign-in");
    assert!(answer.header("Set-Cookie").unwrap().starts_with("portico-language=uk"));
    assert_eq!(shown(&french, "ja").await, "uk");
}

async fn choose(browser: &Browser<'_>, language: &str) -> Answer {
    browser.post("/settings/language", &[("language", language), ("next", "/settings/profile")]).await
}

/// The language of the settings that a browser which prefers Japanese gets.
async fn of_settings(browser: &Browser<'_>) -> String {
    language_of(&browser.get_with("/settings/profile", &[("Accept-Language", "ja")]).await.expect(200))
}

#[tokio::test]
async fn the_language_of_an_account_holds_in_all_its_browsers_and_wins_over_what_was_chosen_in_one() {
    let instance = TestInstance::open().await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    assert_eq!(choose(&alice.browser, "de").await.expect(303).location(), "/settings/profile");
    let page = alice.browser.get("/settings/profile").await.expect(200);
    assert_eq!(page.attributes("#f-language option[selected]", "value"), ["de"]);
    let other = instance.browser();
    choose(&other, "uk").await.expect(303);
    assert_eq!(language_of(&other.get("/sign-in").await.expect(200)), "uk");
    other.post("/sign-in", &[("login", "alice"), ("password", PASSWORD)]).await.expect(303);
    assert_eq!(of_settings(&other).await, "de");
    assert_eq!(of_settings(&bob.browser).await, "ja");
}

#[tokio::test]
async fn an_account_may_leave_its_language_to_the_browser_again() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    choose(&alice.browser, "de").await.expect(303);
    choose(&alice.browser, "auto").await.expect(303);
    assert_eq!(of_settings(&alice.browser).await, "ja");
    for unknown in ["", "xx", "AUTO"] {
        choose(&alice.browser, unknown).await.expect(422);
    }
    let page = alice.browser.get("/settings/profile").await.expect(200);
    assert!(page.attributes("#f-language option[selected]", "value").is_empty());
}

#[tokio::test]
async fn who_names_no_language_that_there_is_gets_that_of_the_instance() {
    let instance = TestInstance::configured(|figment| figment.merge(("default_language", "pl"))).await;
    let page = instance.browser().get_with("/sign-in", &[("Accept-Language", "nl")]).await.expect(200);
    assert_eq!(language_of(&page), "pl");
    let alice = instance.person("alice").await;
    assert_eq!(language_of(&alice.browser.get("/settings/profile").await.expect(200)), "pl");
    assert_eq!(of_settings(&alice.browser).await, "ja");
}

/// The newest text to the number of an account.
async fn text_to(instance: &TestInstance, person: &Person<'_>) -> String {
    instance.app.settled().await;
    let number = person.user.phone.as_deref().unwrap();
    let texts = instance.app.sms.outbox().unwrap().messages();
    texts.into_iter().find(|text| text.to == number).unwrap().text
}

#[tokio::test]
async fn a_text_is_in_the_language_of_its_account_or_else_of_the_page_that_asked_for_it() {
    let instance = TestInstance::open().await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    choose(&alice.browser, "de").await.expect(303);
    let stranger = instance.browser();
    choose(&stranger, "fr").await.expect(303);
    for (person, login, words) in [(&alice, "alice", "neues Passwort"), (&bob, "bob", "nouveau mot de passe")] {
        stranger.post("/reset", &[("login", login)]).await.expect(303);
        let text = text_to(&instance, person).await;
        assert!(text.contains(words), "{text}");
    }
}

#[tokio::test]
async fn a_number_is_verified_in_the_language_of_the_page() {
    let instance = TestInstance::open().await;
    let alice = instance.person_without_phone("alice").await;
    let fields = [("phone", "+4915112345642")];
    let headers = [("Accept-Language", "es"), ("Sec-Fetch-Site", "same-origin")];
    alice.browser.post_with("/settings/phone", &fields, &headers).await.expect(303);
    let text = instance.app.sms.outbox().unwrap().messages().remove(0).text;
    assert!(text.starts_with("Tu código de "), "{text}");
}

#[tokio::test]
async fn a_language_that_there_is_not_is_refused_by_the_form_and_ignored_elsewhere() {
    let instance = TestInstance::open().await;
    let browser = instance.browser();
    for language in ["", "xx", "DE-AT", "<script>", "../de"] {
        let answer = browser.post("/settings/language", &[("language", language)]).await.expect(422);
        assert!(answer.header("Set-Cookie").is_none(), "{language}");
    }
    browser.set_cookie(COOKIE, "xx");
    let page = browser.get_with("/sign-in", &[("Accept-Language", "de")]).await.expect(200);
    assert_eq!(language_of(&page), "de");
    let page = browser.get_with("/sign-in", &[("Accept-Language", "xx, *;q=0.1")]).await.expect(200);
    assert_eq!(language_of(&page), "en");
    let next = "/sign-in?next=%2Foauth%2Fauthorize%3Fui_locales%3Dxx";
    let page = browser.get_with(next, &[("Accept-Language", "pl")]).await.expect(200);
    assert_eq!(language_of(&page), "pl");
}

#[test]
fn lists_of_languages_are_read_by_weight_and_in_bounds() {
    let many = |count: usize, last: &str| format!("{}{last}", "x,".repeat(count));
    for (list, expected) in [
        ("de", Some("de")),
        ("de-AT, en;q=0.9", Some("de")),
        ("nl, en;q=0.5, fr;q=0.8", Some("fr")),
        ("DE;q=1", Some("de")),
        ("de;q=0, ja;q=0.1", Some("ja")),
        ("de;q=x", None),
        ("de;q=NaN", None),
        ("zh", Some("zh-Hans")),
        ("zh-CN", Some("zh-Hans")),
        ("zh-TW", None),
        ("zh-Hant-HK, ja;q=0.3", Some("ja")),
        ("pt-PT", Some("pt-BR")),
        ("en-XA", Some("en")),
        ("*", None),
        ("", None),
        ("deutsch", None),
        (many(19, "de").as_str(), Some("de")),
        (many(20, "de").as_str(), None),
        (format!("{}de", " ".repeat(510)).as_str(), Some("de")),
        (format!("{},de", "x".repeat(511)).as_str(), None),
    ] {
        assert_eq!(Language::from_accept_language(list).map(|language| language.tag), expected, "{list}");
    }
    let many = |count: usize| format!("{}de", "x ".repeat(count));
    assert_eq!(Language::from_ui_locales(&many(19)).map(|language| language.tag), Some("de"));
    assert_eq!(Language::from_ui_locales(&many(20)), None);
    assert_eq!(Language::from_ui_locales("ü".repeat(400).as_str()), None);
}

#[tokio::test]
async fn no_cache_keeps_a_page_whose_language_differs_between_readers() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    for (browser, path, status) in [
        (&instance.browser(), "/sign-in", 200),
        (&instance.browser(), "/nowhere", 404),
        (&alice.browser, app.authorize_url().as_str(), 200),
    ] {
        let answer = browser.get(path).await.expect(status);
        assert_eq!(answer.header("Cache-Control"), Some("no-store"), "{path}");
    }
}

#[tokio::test]
async fn pages_without_a_translation_say_that_they_are_in_english() {
    let instance = TestInstance::open().await;
    let browser = instance.browser();
    browser.set_cookie(COOKIE, "ar");
    let page = browser.get("/docs").await.expect(200);
    assert_eq!(language_of(&page), "en");
    assert!(page.all(".languages-menu").is_empty());
    let page = browser.get("/sign-in").await.expect(200);
    assert_eq!(language_of(&page), "ar");
    assert_eq!(page.attributes(".languages-menu button", "value"), ALL.map(|language| language.tag));
}

#[tokio::test]
async fn a_fault_and_an_error_page_are_in_the_readers_language() {
    let instance = TestInstance::open().await;
    let browser = instance.browser();
    browser.set_cookie(COOKIE, "de");
    let fields = [("login", "nobody"), ("password", "not the password")];
    let page = browser.post("/sign-in", &fields).await;
    assert_eq!(
        page.one("[data-fault=form]"),
        "Benutzername, Telefonnummer oder Passwort ist falsch. Prüfe deine Eingaben und versuche es noch einmal."
    );
    let page = browser.get("/nowhere").await.expect(404);
    assert_eq!(language_of(&page), "de");
    assert_eq!(page.one("h1"), "Seite nicht gefunden");
}

#[tokio::test]
async fn the_name_of_an_app_is_text_in_every_language() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let markup = "<script>alert(1)</script>\"'&";
    let (app, _) = OauthApp::create(&instance.app, alice.id, Draft { name: markup, ..draft() }).await.unwrap();
    let link =
        format!("/oauth/authorize?client_id={}&redirect_uri=https%3A%2F%2Fapp.example%2Fcallback&state=s", app.id);
    let sign_in = instance.browser().get(&link).await.expect(303).location().to_owned();
    for language in ALL {
        let headers = [("Accept-Language", language.tag)];
        for (browser, path) in [(&instance.browser(), &sign_in), (&alice.browser, &link)] {
            let page = browser.get_with(path, &headers).await.expect(200);
            assert!(!page.text().contains("<script>alert"), "{}: {path}", language.tag);
            assert!(page.one("main").contains(markup), "{}: {path}", language.tag);
        }
    }
}

#[tokio::test]
async fn clients_learn_which_languages_there_are() {
    let instance = TestInstance::open().await;
    let document = instance.browser().get("/.well-known/openid-configuration").await.expect(200).json();
    assert_eq!(document["ui_locales_supported"], serde_json::json!(ALL.map(|language| language.tag)));
}
