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

#[test]
fn an_excerpt_has_whole_words() {
    let text = format!("{} needle, {}", "before ".repeat(40).trim_end(), "afterwards ".repeat(40).trim_end());
    let part = excerpt(&text, "needle");
    let words: Vec<&str> = part.trim_matches('…').split(' ').collect();
    assert!(words.iter().all(|word| ["before", "needle,", "afterwards"].contains(word)), "{part}");
    assert_eq!(excerpt(&"x".repeat(400), "x").chars().count(), AROUND + 2, "without spaces it is cut");
    assert!(excerpt(&plain(&format!("{{{{ base_url }}}}/{}", "x".repeat(400))), "x").starts_with("…/x"));
}
