//! Writing the chat's Markdown: names and titles escaped, and links; descriptions are in `description`.
//! `chat::markdown` renders it.

mod code_spans;
mod description;
mod entities;
mod references;

use std::borrow::Cow;

use super::super::emoji;
use super::super::limits::cut;
pub(crate) use description::Description;
use portico_rules::chat::cards::MAX_URL_LENGTH;
use portico_rules::chat::links;
use portico_rules::web_url;

/// The most characters of a name or a title. The services' own limits are 255 or 256.
const MAX_LINE_LENGTH: usize = 300;
/// Follows the "…" of a line that was cut, so that the complete message knows which of its texts were: see [`take_cuts`].
/// Nothing else in a message is this character, since bodies lose theirs.
const CUT: char = '\u{1a}';

/// Removes the marks of lines that were cut; returns whether there were any.
pub(super) fn take_cuts(text: &mut String) -> bool {
    let is_cut = text.contains(CUT);
    if is_cut {
        text.retain(|c| c != CUT);
    }
    is_cut
}

/// A name or a title on one line: white space collapsed, control characters and marks that turn the direction of
/// writing removed, and cut at a word with "…" and [`CUT`].
pub(crate) fn line(text: &str) -> String {
    one_line(text, MAX_LINE_LENGTH)
}

/// As [`line`], with another limit in characters.
pub(crate) fn one_line(text: &str, max: usize) -> String {
    let mut out = String::new();
    let mut count = 0;
    let mut is_cut = false;
    for c in text.chars().filter(|c| !turns_direction(*c)) {
        // A line of lines that were cut is one too.
        if c == CUT {
            is_cut = true;
            continue;
        }
        let is_blank = c.is_whitespace() || c.is_control();
        if is_blank && (out.is_empty() || out.ends_with(' ')) {
            continue;
        }
        out.push(if is_blank { ' ' } else { c });
        count += 1;
        // One more than the limit shows that it has to be cut.
        if count > max {
            break;
        }
    }
    let out = out.trim_end();
    let kept = cut(out, max);
    is_cut |= matches!(kept, Cow::Owned(_));
    let mut kept = kept.into_owned();
    if is_cut && !kept.is_empty() {
        kept.push(CUT);
    }
    kept
}

/// True if a character is a mark that turns the direction of writing.
pub(crate) fn turns_direction(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A name or a title as Markdown that reads the same: one line, with everything escaped that would mark something.
/// Web addresses in it stay as they are, since the chat links them.
pub(crate) fn plain(text: &str) -> String {
    escape(&emoji::replaced(&line(text)))
}

/// As [`plain`], with another limit in characters.
pub(crate) fn short(text: &str, max: usize) -> String {
    escape(&emoji::replaced(&one_line(text, max)))
}

fn escape(line: &str) -> String {
    let mut out = String::with_capacity(line.len() + 8);
    for stretch in links::cut(line) {
        if stretch.is_link {
            out.push_str(stretch.text);
        } else {
            escape_into(&mut out, stretch.text);
        }
    }
    out
}

fn escape_into(out: &mut String, text: &str) {
    // An odd number of backslashes would take the next character's meaning, or the escape's own.
    let mut is_odd = false;
    for c in text.chars() {
        if matches!(c, '*' | '_' | '~' | '`') {
            out.push_str(if is_odd { "\\\\" } else { "\\" });
        } else if c == '(' && out.ends_with(']') {
            // `](` would make a link of the text, and the chat renders no escaped brackets.
            out.push(' ');
        }
        out.push(c);
        is_odd = c == '\\' && !is_odd;
    }
    if is_odd {
        out.push('\\');
    }
}

/// A name in bold.
pub(crate) fn bold(text: &str) -> String {
    match plain(text) {
        name if name.is_empty() => name,
        name => format!("**{name}**"),
    }
}

/// A name as code, such as a branch's.
pub(crate) fn code(text: &str) -> String {
    let name = line(text);
    if name.is_empty() || name.contains('`') {
        return escape(&name);
    }
    format!("`{name}`")
}

/// A title that leads somewhere. The chat makes no link of words with brackets or another address in them; there a word
/// of its own leads.
pub(crate) fn linked(title: &str, to: Option<String>) -> String {
    let title = line(title);
    let words = escape(&emoji::replaced(&title));
    match to {
        None => words,
        Some(to) if title.is_empty() => format!("[link]({to})"),
        Some(to) if title.contains(['[', ']']) || title.contains("://") => {
            format!("{words} ([link]({to}))")
        }
        Some(to) => format!("[{words}]({to})"),
    }
}

/// The first characters of a commit's id as code, with a link; none where it is no id.
pub(crate) fn commit(id: &str, to: Option<String>) -> Option<String> {
    let is_id = id.len() >= 7 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    let short = id.get(..7).filter(|_| is_id)?;
    Some(match to {
        Some(to) => format!("[`{short}`]({to})"),
        None => format!("`{short}`"),
    })
}

/// A web address in a form that Markdown keeps whole: absolute, `http` or `https`, with a host, within the limit.
pub(crate) fn web(text: &str) -> Option<String> {
    // Longer ones are not parsed.
    let url = web_url::parse(Some(text).filter(|text| text.len() <= MAX_URL_LENGTH)?)?;
    let mut out = String::with_capacity(url.as_str().len());
    for c in url.as_str().chars() {
        match c {
            '(' => out.push_str("%28"),
            ')' => out.push_str("%29"),
            '\\' => out.push_str("%5C"),
            '`' => out.push_str("%60"),
            '<' => out.push_str("%3C"),
            '>' => out.push_str("%3E"),
            c => out.push(c),
        }
    }
    (out.len() <= MAX_URL_LENGTH).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::description::MAX_DESCRIPTION_LENGTH;
    use super::*;
    use portico_rules::chat::markdown::{Element, Part, parse};

    /// The visible text, without markup.
    fn seen(markdown: &str) -> String {
        parse(markdown, &[])
            .into_iter()
            .map(|part| match part {
                Part::Text(text) | Part::Address(text) | Part::Time(_, text) | Part::Mention(_, text) => text,
                Part::Open(_) | Part::Close(_) => "",
            })
            .collect()
    }

    #[test]
    fn a_title_reads_in_markdown_as_it_was_written() {
        let titles = [
            "fix foo_bar_baz in *all* places",
            "~~old~~ `new`",
            "use **kwargs",
            "a\\b and c\\\\d",
            "[WIP] it",
            "![x",
            "<b>bold</b> &amp; <https://e.example/a_b_c>",
            "see https://e.example/a_b_c*d for more",
            "# 1 - > x",
        ];
        for title in titles {
            let expected = title.replace("<https://e.example/a_b_c>", "https://e.example/a_b_c");
            let read = seen(&format!("x {} y", plain(title)));
            assert!(read == format!("x {title} y") || read == format!("x {expected} y"), "{title}: {read}");
        }
    }

    #[test]
    fn a_backslash_never_takes_the_meaning_of_what_follows() {
        for title in ["a\\", "a\\*b*", "\\\\_x_", "`\\`"] {
            let parts = parse(&format!("[{}](https://e.example)", plain(title)), &[])
                .into_iter()
                .filter(|part| matches!(part, Part::Open(_)))
                .count();
            assert_eq!(parts, 1, "{title}");
        }
    }

    #[test]
    fn a_title_makes_no_link_of_its_own() {
        let parts_of = |title: &str| {
            let text = format!("x {}", linked(title, web("https://e.example/1")));
            parse(&text, &[])
                .into_iter()
                .filter_map(|part| match part {
                    Part::Open(Element::Link { to, .. }) => Some(to.to_string()),
                    _ => None,
                })
                .collect::<Vec<_>>()
        };
        for title in [
            "plain",
            "[a](https://evil.example)",
            "](https://evil.example)",
            "[x",
            "a]",
            "https://evil.example",
            "[]",
            "",
        ] {
            assert_eq!(parts_of(title), ["https://e.example/1"], "{title}");
        }
    }

    #[test]
    fn links_are_complete_web_addresses_that_markdown_keeps_whole() {
        assert_eq!(web("https://e.example/a(b)").as_deref(), Some("https://e.example/a%28b%29"));
        let refused = ["javascript:alert(1)", "/a", "data:text/html,x", "https://", "ftp://e.example", ""];
        for text in refused {
            assert_eq!(web(text), None, "{text}");
        }
        assert_eq!(web(&format!("https://e.example/{}", "a".repeat(MAX_URL_LENGTH))), None);
        assert_eq!(web(&format!("https://e.example/{}", "é".repeat(1_000))), None);
    }

    #[test]
    fn a_line_is_one_line_of_visible_text_within_the_limit() {
        assert_eq!(line(" a\r\n\tb\0c\u{202e}d "), "a b cd");
        assert_eq!(one_line("exactly", 7), "exactly");
        let mut cut = one_line("one two three", 9);
        assert!(take_cuts(&mut cut));
        assert_eq!(cut, "one two…");
        let mut cut = line(&line(&"x".repeat(999)));
        assert!(take_cuts(&mut cut));
        assert_eq!(cut.chars().count(), MAX_LINE_LENGTH);
    }

    /// Checks what becomes of texts of which nothing is dropped or cut.
    fn assert_descriptions(cases: &[(&str, &str)]) {
        for (text, expected) in cases {
            let expected = Description { text: (*expected).into(), ..Description::default() };
            assert_eq!(Description::parse(text), expected, "{text}");
        }
    }

    #[test]
    fn a_description_loses_html_but_not_code() {
        let cases = [
            ("a <!-- hidden\nlines --> b", "a  b"),
            ("<details>\n<summary>More</summary>\n\ntext<br/>end</details>", "More\n\ntext\nend"),
            ("`<b>` and <b>x</b>", "`<b>` and x"),
            ("```html\n<p>x</p>\n```", "```html\n<p>x</p>\n```"),
            ("Vec<String> and a < b", "Vec<String> and a < b"),
            ("a &lt;b&gt; &amp;lt; c", "a <b> &lt; c"),
            ("<!-- only a template -->", ""),
            ("a\r\n\r\n\r\n\r\nb  ", "a\n\nb"),
        ];
        assert_descriptions(&cases);
    }

    #[test]
    fn links_pictures_and_videos_of_html_become_links() {
        let cases = [
            (
                r#"a <img width="800" alt="Image" src="https://e.example/1?a=1&amp;b=2" /> b"#,
                "a [Image](https://e.example/1?a=1&b=2) b",
            ),
            ("<IMG SRC='https://e.example/1' ALT=''>", "[picture](https://e.example/1)"),
            ("<img src=https://e.example/1 data-src=x alt=Before>", "[Before](https://e.example/1)"),
            (r#"<img src="https://e.example/1" alt="a_b [1]">"#, r"a\_b [1] ([link](https://e.example/1))"),
            (r#"<video src="https://e.example/1.mp4" controls></video>"#, "[video](https://e.example/1.mp4)"),
            (
                r#"see <a title="x" href="https://e.example/1">the <b>whole</b> log</a>."#,
                "see [the whole log](https://e.example/1).",
            ),
            ("<a href=\"https://e.example/1\">\n<p>one\ntwo</p></a>after", "[one two](https://e.example/1)\nafter"),
            (r#"<a href="https://e.example/1">https://e.example/1</a>"#, "https://e.example/1"),
            (
                r#"<a href="https://e.example/2"><img alt="build" src="https://e.example/1"></a>"#,
                "[build](https://e.example/1) ([link](https://e.example/2))",
            ),
            (
                r#"<a href="https://e.example/1"><img alt="build" src="https://e.example/1"></a>"#,
                "[build](https://e.example/1)",
            ),
            (
                r#"<a href="https://e.example/1">one<a href="https://e.example/2">two</a>"#,
                "[one](https://e.example/1)[two](https://e.example/2)",
            ),
            // What leads nowhere else, and shows nothing.
            (r##"<a name="x"></a><a href="#x">up</a>"##, "up"),
            (r#"<a href="https://e.example/1"></a>x"#, "x"),
            (r#"`<a href="https://e.example/1">x</a>`"#, r#"`<a href="https://e.example/1">x</a>`"#),
        ];
        assert_descriptions(&cases);
    }

    #[test]
    fn html_that_leads_to_no_web_address_keeps_its_words_and_is_noted() {
        for (text, expected, what) in [
            (r#"<a href="javascript:alert(1)">x</a>"#, "x", "link"),
            (r#"<a href="/docs">x</a> <a href="mailto:a@e.example">y</a>"#, "x y", "link"),
            (r#"x <a href="https://e.example/1">y"#, "x y", "link"),
            (r#"x <img src="data:image/png;base64,AA" alt="y">"#, "x", "picture"),
            ("x <img><img alt='src=https://e.example'>", "x", "picture"),
            ("x <video controls></video>", "x", "video"),
        ] {
            let described = Description::parse(text);
            assert_eq!(described.text, expected, "{text}");
            assert_eq!(described.dropped, [what], "{text}");
        }
        let text = "<img src = \"https://e.example/1";
        assert_eq!(Description::parse(text).text, text);
    }

    #[test]
    fn a_description_of_a_service_without_html_keeps_its_angle_brackets() {
        for text in [
            "Replication from <source> to <target> stopped",
            "<b>bold</b> <br> <!-- kept --> &lt;b&gt; &amp;",
            "a < b > c",
        ] {
            assert_eq!(Description::of_text(text), Description { text: text.into(), ..Description::default() });
        }
        assert_eq!(Description::of_text("a\r\n\r\n\r\n\0<b>  ").text, "a\n\n<b>");
        let long = Description::of_text(&"<word> ".repeat(20_000));
        assert!(long.cut && long.text.ends_with("<word>…"));
        assert!(long.text.chars().count() <= MAX_DESCRIPTION_LENGTH);
    }

    #[test]
    fn a_description_loses_the_backslashes_that_the_chat_would_show() {
        let cases = [
            (r"a \| b \> c \: 1\. \(x\) \#1", "a | b > c : 1. (x) #1"),
            (r"\*a\* \_b\_ \d", r"\*a\* \_b\_ \d"),
            ("one\\\ntwo\\\r\nthree\\", "one\ntwo\nthree\\"),
            (r"C:\dir `\|` x\y", r"C:\dir `\|` x\y"),
            ("```\n\\[a\\]\n```", "```\n\\[a\\]\n```"),
            (r"\# no heading", r"\# no heading"),
        ];
        assert_descriptions(&cases);
        for text in [
            r"\[x](https://e.example/1)",
            r"[x\](https://e.example/1)",
            r"\[x\](https://e.example/1)",
            r"\<https://e.example/1>",
            r"\*no emphasis\*",
        ] {
            let described = Description::parse(text).text;
            let marked = parse(&described, &[]).into_iter().any(|part| matches!(part, Part::Open(_)));
            assert!(!marked, "{described}");
            let expected = text.replace('\\', "");
            assert_eq!(seen(&described).replace('\u{2060}', ""), expected);
        }
        // What only looks like it stays a link.
        let linked = Description::parse(r"\[note\] [x](https://e.example/1)").text;
        assert_eq!(linked, "[note] [x](https://e.example/1)");
    }

    #[test]
    fn a_description_has_the_characters_of_its_entities() {
        let cases = [
            ("it&#8217;s a &rarr; b&hellip; &#x27;c&#x27;", "it’s a → b… 'c'"),
            ("&#42;a&#42; &#x60;b&#x60;", r"\*a\* \`b\`"),
            ("&unknown; &#; `&rarr;`", "&unknown; &#; `&rarr;`"),
            (r#"<img alt="a &ndash; b" src="https://e.example/1">"#, "[a – b](https://e.example/1)"),
        ];
        assert_descriptions(&cases);
    }

    #[test]
    fn a_description_has_its_links_complete_and_no_comments() {
        let cases = [
            (
                "[//]: # (fill this in)\nSee [the log][1].\n\n[1]: https://e.example/1",
                "See [the log](https://e.example/1).",
            ),
            ("`[a][1]`\n[1]: https://e.example/1", "`[a][1]`\n[1]: https://e.example/1"),
        ];
        assert_descriptions(&cases);
    }

    #[test]
    fn a_long_description_is_cut_at_a_word_and_says_so() {
        let described = Description::parse(&"word ".repeat(999));
        assert!(described.cut && described.text.ends_with("word…"));
        assert!(described.text.chars().count() <= MAX_DESCRIPTION_LENGTH);
        assert!(Description::parse(&"<!-- -->".repeat(20_000)).cut);
    }

    #[test]
    fn only_ids_of_commits_are_shown_as_such() {
        assert_eq!(commit("0123456789abcdef", None).as_deref(), Some("`0123456`"));
        for id in ["", "012345", "0123456g", "éééééééé"] {
            assert_eq!(commit(id, None), None, "{id}");
        }
    }
}
