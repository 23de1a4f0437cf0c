//! The text of the guide that is searched.

use portico::routes::site::docs_search::{AROUND, excerpt, plain};

#[test]
fn the_text_of_a_template_has_no_tags_and_nothing_that_tera_reads() {
    let source =
        "{% block x %}<p class=\"a\">One  <b>two</b>, {{ base_url }}/x</p>{#- no -#}\n&lt;three&gt; {\"a\": 1}";
    assert_eq!(plain(source), "One two, …/x <three> { \"a\": 1}");
}

#[test]
fn an_excerpt_is_around_the_word() {
    let text = format!("{}Needle{}", "a ".repeat(100), " b".repeat(100));
    let part = excerpt(&text, "needle");
    assert!(part.starts_with('…') && part.ends_with('…') && part.contains("Needle"), "{part}");
    assert!(part.chars().count() < 2 * AROUND + 12);
    assert_eq!(excerpt("short", "other"), "short");
}
