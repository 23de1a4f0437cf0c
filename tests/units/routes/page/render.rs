//! The functions of every template, and how its values are escaped.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use portico::languages::{Languages, Rendering};
use portico::routes::page::Renderer;
use portico_rules::language::Language;
use tera::{Context, Tera};

/// A template of these words, rendered with `text` in English.
fn rendered(template: &str, text: &str) -> String {
    rendered_in("en", template, text)
}

fn rendered_in(tag: &str, template: &str, text: &str) -> String {
    let path = format!("{tag}/parts.ftl");
    let parts = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("locales").join(&path)).unwrap();
    let date = (format!("{tag}/date.ftl"), "date = { $day }.{ $month }.{ $year }".to_owned());
    let languages = Arc::new(Languages::read(&BTreeMap::from([(path, parts), date])).unwrap());
    let _rendering = Rendering::begin(&languages, Language::named(tag).unwrap());
    let mut tera = Tera::default();
    tera.autoescape_on(vec![""]);
    tera.add_raw_template("page", template).unwrap();
    Renderer::prepare(&mut tera);
    let mut context = Context::new();
    context.insert("text", text);
    tera.render("page", &context).unwrap()
}

fn shown(ms: i64, kind: &str) -> String {
    rendered(&format!("{{{{ time(ms={ms}, kind=\"{kind}\") }}}}"), "")
}

fn escaped(text: &str) -> String {
    rendered("{{ text }}", text)
}

#[test]
fn what_is_joined_in_an_argument_of_a_message_is_escaped() {
    for function in ["t", "rich"] {
        let template = format!("{{{{ {function}(key=\"move-what-up\", what=\"#\" ~ text) }}}}");
        assert_eq!(rendered(&template, "<i>\"'&"), "Move #&lt;i&gt;&quot;&#39;&amp; up", "{function}");
    }
}

#[test]
fn a_moment_is_drawn_with_its_date_its_clock_or_both() {
    let at = 1_767_225_661_234;
    for (kind, text) in [
        ("full", "1 Jan 2026, 00:01 UTC"),
        ("date", "1 Jan 2026"),
        ("clock", "00:01"),
        ("edited", "edited"),
        ("relative", "1 Jan 2026, 00:01 UTC"),
        ("seconds", "1 Jan 2026, 00:01:01 UTC"),
        ("clock-utc", "00:01 UTC"),
        ("clock-seconds", "00:01:01 UTC"),
        ("date-short", "1 Jan 2026"),
        ("date-long", "1 Jan 2026"),
        ("long", "1 Jan 2026, 00:01 UTC"),
        ("weekday", "1 Jan 2026, 00:01 UTC"),
        ("short", "1 Jan 2026, 00:01 UTC"),
        ("short-seconds", "1 Jan 2026, 00:01:01 UTC"),
        ("distance", "1 Jan 2026, 00:01 UTC"),
    ] {
        let attributes =
            format!(r#"datetime="2026-01-01T00:01:01Z" data-time="{kind}" title="1 Jan 2026, 00:01:01 UTC""#);
        assert_eq!(shown(at, kind), format!("<time {attributes}>{text}</time>"));
    }
}

#[test]
fn a_relative_time_is_in_words_for_a_week_and_then_a_day() {
    const MINUTE: i64 = 60_000;
    const HOUR: i64 = 60 * MINUTE;
    const DAY: i64 = 24 * HOUR;
    let at = 1_767_225_661_234;
    for (passed, text) in [
        (-HOUR, "just now"),
        (0, "just now"),
        (MINUTE - 1, "just now"),
        (MINUTE, "1 min ago"),
        (HOUR - 1, "59 min ago"),
        (HOUR, "1 h ago"),
        (DAY - 1, "23 h ago"),
        (DAY, "1 day ago"),
        (2 * DAY, "2 days ago"),
        (7 * DAY, "7 days ago"),
        (7 * DAY + 1, "1 Jan 2026"),
    ] {
        let now = at + passed;
        let html = rendered(&format!("{{{{ time(ms={at}, kind=\"relative\", now={now}) }}}}"), "");
        assert!(html.ends_with(&format!(">{text}</time>")), "{passed}: {html}");
    }
}

#[test]
fn a_time_is_in_the_language_of_the_page() {
    for (template, text) in [
        ("{{ time(ms=1767225661234) }}", "01.01.2026, 00:01 UTC"),
        ("{{ time(ms=1767225661234, kind=\"edited\") }}", "bearbeitet"),
        ("{{ time(ms=1767225661234, kind=\"relative\", now=1767398461234) }}", "vor 2 Tagen"),
    ] {
        let html = rendered_in("de", template, "");
        assert!(html.ends_with(&format!(">{text}</time>")), "{html}");
    }
    assert_eq!(rendered_in("de", "{{ time() }}", ""), r#"<span class="muted">nie</span>"#);
}

#[test]
fn what_never_was_says_so() {
    assert_eq!(shown(0, "full"), r#"<span class="muted">never</span>"#);
    assert_eq!(shown(0, "long").matches("1 Jan 1970, 00:00 UTC").count(), 1);
    assert_eq!(rendered("{{ time() }}", ""), shown(0, "full"));
}

/// Shows: webhook.no-markup
#[test]
fn only_what_could_end_a_text_or_an_attribute_is_escaped() {
    assert_eq!(escaped("<a href='/x'>&\"é"), "&lt;a href=&#39;/x&#39;&gt;&amp;&quot;é");
    assert_eq!(escaped(""), "");
    assert_eq!(escaped("plain 'to the end'"), "plain &#39;to the end&#39;");
}
