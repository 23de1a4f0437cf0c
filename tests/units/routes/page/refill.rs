//! Fields of a form that was sent before are shown again in its page.

use portico::routes::page::refill::{NOTE, refilled};
use portico_store::models::accounts::saved_form::SentForm;

fn sent(action: &str, fields: &[(&str, &str)]) -> SentForm {
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    SentForm { user_id: 1.into(), action: action.to_owned(), fields: fields.iter().map(owned).collect() }
}

fn shown(html: &str, action: &str, fields: &[(&str, &str)]) -> Option<String> {
    refilled(html, &sent(action, fields)).map(|page| page.replace(NOTE, ""))
}

#[test]
fn each_kind_of_field_gets_its_value_back() {
    let cases = [
        (
            r#"<input name="a" type="text" value="old" required>"#,
            r#"<input name="a" type="text" required value="&lt;b&gt; &amp; &quot;x&quot;">"#,
            ("a", r#"<b> & "x""#),
        ),
        (
            "<textarea name=\"a\" rows=\"2\">\nold &lt;x&gt;</textarea>",
            "<textarea name=\"a\" rows=\"2\">\n&lt;/textarea&gt;</textarea>",
            ("a", "</textarea>"),
        ),
        (
            r#"<input type="checkbox" name="a" value="x" checked><input type="checkbox" name="a" value="y">"#,
            r#"<input type="checkbox" name="a" value="x"><input type="checkbox" name="a" value="y" checked>"#,
            ("a", "y"),
        ),
        (
            r#"<select name="a"><option value="1" selected>1</option><option value="2">2</option></select>"#,
            r#"<select name="a"><option value="1">1</option><option value="2" selected>2</option></select>"#,
            ("a", "2"),
        ),
    ];
    for (before, after, field) in cases {
        let page = |inside| format!("<p>a < b</p><form action=\"/x\">{inside}</form><i>");
        let found = shown(&page(before), "/x", &[field]);
        assert_eq!(found, Some(page(after)), "{before}");
    }
}

#[test]
fn of_forms_with_one_action_the_one_with_the_same_hidden_fields_is_meant() {
    let form = |target: &str, value: &str| {
        format!(
            "<form action=\"/x\"><input type=\"hidden\" name=\"t\" value=\"{target}\"><input name=\"a\" value=\"{value}\"></form>"
        )
    };
    let page = form("1", "") + &form("2", "");
    let found = shown(&page, "/x", &[("t", "2"), ("a", "typed")]);
    assert_eq!(found, Some(form("1", "") + &form("2", "typed")));
    assert_eq!(shown(&page, "/x", &[("t", "3"), ("a", "typed")]), None);
}

#[test]
fn what_a_field_was_is_that_of_the_page_on_which_it_was_typed() {
    let form = |was: &str, value: &str| {
        format!(
            "<form action=\"/x\"><input type=\"hidden\" name=\"a/was\" value=\"{was}\"><input name=\"a\" value=\"{value}\"></form>"
        )
    };
    let (now, typed) = (form("changed", "changed"), form("first", "typed"));
    let found = shown(&now, "/x", &[("a/was", "first"), ("a", "typed")]);
    assert_eq!(found, Some(typed));
    let alone = shown(&now, "/x", &[("a/was", "first")]);
    assert_eq!(alone, None);
}

#[test]
fn a_page_without_the_form_or_a_field_for_what_was_typed_stays() {
    for page in [
        "<form action=\"/x\"><input type=\"hidden\" name=\"a\" value=\"b\"></form>",
        "<form action=\"/x\"><input type=\"password\" name=\"a\"><input type=\"file\" name=\"a\"></form>",
        "",
        "<form action=\"/y\"></form>",
        "<form action=\"/x\">",
        "<form",
    ] {
        assert_eq!(shown(page, "/x", &[("a", "b")]), None, "{page}");
    }
}
