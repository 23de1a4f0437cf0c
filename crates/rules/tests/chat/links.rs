//! Web addresses in a text.

use portico_rules::chat::links::cut;
use proptest::prelude::*;

fn links(text: &str) -> Vec<&str> {
    cut(text).into_iter().filter(|stretch| stretch.is_link).map(|stretch| stretch.text).collect()
}

#[test]
fn an_address_is_found_anywhere() {
    for text in [
        "https://example.org",
        "see https://example.org",
        "https://example.org is it",
        "(https://example.org)",
        "it:\nhttps://example.org\nand more",
        "“https://example.org”",
        "<https://example.org>",
    ] {
        assert_eq!(links(text), ["https://example.org"], "{text:?}");
    }
}

#[test]
fn path_query_port_and_fragment_belong_to_it() {
    let whole = "http://example.org:8080/a/b%20c;d?e=f&g=h,i#j:k";
    assert_eq!(links(whole), [whole]);
}

#[test]
fn case_of_the_scheme_does_not_count() {
    assert_eq!(links("HTTPS://Example.org/A"), ["HTTPS://Example.org/A"]);
}

#[test]
fn punctuation_at_the_end_belongs_to_the_sentence() {
    for (text, link) in [
        ("Is it https://example.org/a?", "https://example.org/a"),
        ("https://example.org/a...", "https://example.org/a"),
        ("https://example.org/a, or not", "https://example.org/a"),
        ("**https://example.org/a**", "https://example.org/a"),
        ("https://example.org/a/", "https://example.org/a/"),
    ] {
        assert_eq!(links(text), [link], "{text:?}");
    }
}

#[test]
fn a_closing_bracket_belongs_to_an_address_that_opened_it() {
    for (text, link) in [
        ("(see https://e.org/a_(b))", "https://e.org/a_(b)"),
        ("https://e.org/a_(b).", "https://e.org/a_(b)"),
        ("[https://e.org/a]", "https://e.org/a"),
        ("(https://e.org/a).", "https://e.org/a"),
        ("http://[::1]", "http://[::1]"),
    ] {
        assert_eq!(links(text), [link], "{text:?}");
    }
}

#[test]
fn a_bracket_right_before_an_address_ends_it() {
    for (text, link) in [
        ("(https://e.org/a)b", "https://e.org/a"),
        ("(https://e.org)を", "https://e.org"),
        ("(https://e.org/a_(b))c", "https://e.org/a_(b)"),
        ("[https://e.org/a]b", "https://e.org/a"),
        ("[http://[::1]/a]b", "http://[::1]/a"),
        ("https://e.org/a)b", "https://e.org/a)b"),
    ] {
        assert_eq!(links(text), [link], "{text:?}");
    }
}

#[test]
fn all_that_is_in_angle_brackets_is_the_address() {
    for link in [
        "https://e.org/a.",
        "https://e.org/b_",
        "https://e.org/?q=\"a\"",
        "https://e.org/a)",
        "https://e.org/a](https://e.org)",
    ] {
        assert_eq!(links(&format!("<{link}>.")), [link]);
        assert_ne!(links(&format!("{link}.")), [link]);
    }
    for (text, link) in [
        ("<https://e.org/a. b>", "https://e.org/a"),
        ("<https://e.org/a.", "https://e.org/a"),
        ("<https://e.org/a\u{202e}b>", "https://e.org/a"),
        ("< https://e.org/a.>", "https://e.org/a"),
    ] {
        assert_eq!(links(text), [link], "{text:?}");
    }
}

#[test]
fn the_rest_of_a_markdown_link_ends_an_address() {
    for (text, found) in [
        ("x https://e.org/1](https://e.org/2)", ["https://e.org/1", "https://e.org/2"]),
        ("x https://e.org/1**]( HTTP://e.org/2)", ["https://e.org/1", "HTTP://e.org/2"]),
        ("https://e.org/1[x[0]](https://e.org/2)", ["https://e.org/1", "https://e.org/2"]),
    ] {
        assert_eq!(links(text), found, "{text:?}");
    }
    let whole = "https://e.org/a[0](b)";
    assert_eq!(links(whole), [whole]);
}

#[test]
fn several_addresses_are_several_links() {
    assert_eq!(
        links("http://a.example and http://b.example, http://c.example"),
        ["http://a.example", "http://b.example", "http://c.example"]
    );
}

#[test]
fn what_only_looks_like_an_address_stays_text() {
    for text in [
        "://",
        "http://",
        "https:// example.org",
        "xhttp://example.org",
        "_http://example.org",
        "javascript://example.org/%0aalert(1)",
        "ftp://example.org",
        "http:/example.org",
        "example.org",
        "http://<script>",
        "http://:80",
        "éhttp://example.org",
    ] {
        assert_eq!(links(text), [""; 0], "{text:?}");
    }
}

#[test]
fn markup_and_turned_writing_end_an_address() {
    assert_eq!(links("https://e.org/\"onmouseover=alert(1)"), ["https://e.org/"]);
    assert_eq!(links("https://e.org/a\u{202e}gro.elpmaxe"), ["https://e.org/a"]);
}

proptest! {
    /// Shows: random.links
    #[test]
    fn the_stretches_together_are_the_text(text in "(?s)(https?://|[a-z./()\\[\\] ,@é]|.){0,60}") {
        let stretches = cut(&text);
        let together: String = stretches.iter().map(|stretch| stretch.text).collect();
        prop_assert_eq!(&together, &text);
        prop_assert!(stretches.iter().all(|stretch| !stretch.text.is_empty()));
    }

    /// Shows: random.links
    #[test]
    fn every_link_is_a_web_address(text in "(https?://[a-z0-9.:/()\\[\\]@?&=_-]{0,12} ?){0,6}") {
        for link in links(&text) {
            let url = url::Url::parse(link).unwrap();
            prop_assert!(url.scheme().starts_with("http") && url.has_host());
        }
    }
}

#[test]
fn where_punctuation_and_a_path_follow_a_host_it_is_none() {
    assert!(links("http://a]/x").is_empty());
    assert!(links(&"http://a]/".repeat(3_000)).is_empty());
    assert_eq!(links("(see http://a]) and http://b, c"), ["http://a", "http://b"]);
}
