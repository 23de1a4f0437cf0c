//! Stored spans, and pages rendered from them, also from spans that do not fit.
//! `mentions` tests where spans come from.

use portico_rules::chat::mentions::{MentionTarget, Piece, Span, read, split, store};

fn span(offset: usize, length: usize) -> Span {
    Span { offset, length, target: MentionTarget::User(42.into()), fired: true }
}

fn texts<'t>(content: &'t str, spans: &[Span]) -> Vec<&'t str> {
    split(content, spans).into_iter().map(|piece| piece.text).collect()
}

#[test]
fn spans_are_stored_small_and_come_back() {
    let spans = [
        Span { offset: 0, length: 4, target: MentionTarget::All, fired: false },
        Span { offset: 5, length: 4, target: MentionTarget::Role(5.into()), fired: true },
        span(10, 4),
    ];
    let stored = store(&spans);
    let expected = r#"[[0,4,"all",false],[5,4,"role:5",true],[10,4,"user:42",true]]"#;
    assert_eq!(stored.as_deref(), Some(expected));
    assert_eq!(read(stored.as_deref()), spans);
}

#[test]
fn a_text_without_mentions_stores_no_spans() {
    assert_eq!(store(&[]), None);
    assert_eq!(read(None), []);
}

#[test]
fn spans_that_cannot_be_read_are_none() {
    for broken in [
        "",
        "null",
        "[[0,4]]",
        r#"[[0,-4,"all",true]]"#,
        r#"[[0,4,"role:x",true]]"#,
        r#"[[0,4,"server:1",true]]"#,
        r#"[[0,4,"user",true]]"#,
    ] {
        assert_eq!(read(Some(broken)), [], "{broken}");
    }
}

#[test]
fn a_page_is_cut_by_characters_and_not_by_bytes() {
    let pieces = split("ü👍 @bob!", &[span(3, 4)]);
    let plain = |text| Piece { text, mention: None, fired: false };
    let bob = Piece { text: "@bob", mention: Some(MentionTarget::User(42.into())), fired: true };
    assert_eq!(pieces, [plain("ü👍 "), bob, plain("!")]);
}

#[test]
fn a_page_has_no_empty_pieces() {
    assert_eq!(texts("", &[]), [""; 0]);
    assert_eq!(texts("@bob@eve", &[span(0, 4), span(4, 4)]), ["@bob", "@eve"]);
}

#[test]
fn spans_that_do_not_fit_are_rendered_as_text() {
    let content = "hi @bob";
    for misfit in [span(3, 5), span(8, 1), span(7, 1), span(3, 0), span(usize::MAX, usize::MAX), span(0, usize::MAX)] {
        assert_eq!(texts(content, &[misfit]), [content], "{misfit:?}");
        assert_eq!(texts(content, &[misfit, span(3, 4)]), ["hi ", "@bob"], "{misfit:?}");
    }
    assert_eq!(texts(content, &[span(3, 4), span(5, 2)]), ["hi ", "@bob"], "one in another");
    assert_eq!(texts(content, &[span(3, 4), span(0, 2)]), ["hi ", "@bob"], "out of order");
}
