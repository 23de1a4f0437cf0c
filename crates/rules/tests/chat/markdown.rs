//! The Markdown of messages: what is marked up, and what stays as written.

use std::ops::Range;

use portico_rules::chat::markdown::{
    Align, Element, ElementBudget, MAX_ELEMENTS, Part, parse, parse_within, plain_text,
};

fn side(align: Align) -> &'static str {
    match align {
        Align::Start => "",
        Align::Left => " left",
        Align::Center => " center",
        Align::Right => " right",
    }
}

/// The parts spelt out: tags in brackets, addresses and mentions in braces.
fn spelt(parts: &[Part<'_>]) -> String {
    let tag = |element: &Element| match element {
        Element::Emphasis => "em".to_owned(),
        Element::Strong => "b".to_owned(),
        Element::Struck => "s".to_owned(),
        Element::Code => "code".to_owned(),
        Element::CodeBlock => "pre".to_owned(),
        Element::Quote => "quote".to_owned(),
        Element::Bullets => "ul".to_owned(),
        Element::Numbers => "ol".to_owned(),
        Element::Item(None) => "li".to_owned(),
        Element::Item(Some(number)) => format!("li {number}"),
        Element::Link { to, host } => format!("a {to} {host}"),
        Element::Table => "table".to_owned(),
        Element::Row => "tr".to_owned(),
        Element::Header(align) => format!("th{}", side(*align)),
        Element::Cell(align) => format!("td{}", side(*align)),
    };
    let part = |part: &Part<'_>| match part {
        Part::Text(text) => (*text).to_owned(),
        Part::Address(text) => format!("{{{text}}}"),
        Part::Mention(place, text) => format!("{{{place}{text}}}"),
        Part::Open(element) => format!("[{}]", tag(element)),
        Part::Close(element) => {
            let tag = tag(element);
            format!("[/{}]", tag.split(' ').next().unwrap_or_default())
        }
    };
    parts.iter().map(part).collect()
}

fn shown(text: &str) -> String {
    spelt(&parse(text, &[]))
}

/// The same for a text in which these mentions stand.
fn shown_with(text: &str, mentions: &[&str]) -> String {
    spelt(&parse(text, &ranges(text, mentions)))
}

fn ranges(text: &str, mentions: &[&str]) -> Vec<Range<usize>> {
    let mut from = 0;
    mentions
        .iter()
        .map(|mention| {
            let start = from + text[from..].find(mention).unwrap();
            from = start + mention.len();
            start..from
        })
        .collect()
}

#[track_caller]
fn each(cases: &[(&str, &str)]) {
    for (text, drawn) in cases {
        assert_eq!(shown(text), *drawn, "{text:?}");
    }
}

#[track_caller]
fn unchanged(texts: &[&str]) {
    for text in texts {
        assert_eq!(shown(text), *text, "{text:?}");
    }
}

#[test]
fn what_is_emphasised_struck_or_code_is_marked() {
    each(&[
        ("*so*", "[em]so[/em]"),
        ("so _it_ is", "so [em]it[/em] is"),
        ("**so**", "[b]so[/b]"),
        ("__so__", "[b]so[/b]"),
        ("***so***", "[em][b]so[/b][/em]"),
        ("**a *b* c**", "[b]a [em]b[/em] c[/b]"),
        ("~~so~~", "[s]so[/s]"),
        ("`so`", "[code]so[/code]"),
        ("`` `so` ``", "[code]`so`[/code]"),
        ("`*so*`", "[code]*so*[/code]"),
        ("**`so`**", "[b][code]so[/code][/b]"),
        ("**two\nlines**", "[b]two\nlines[/b]"),
        ("中文**强调**中文", "中文[b]强调[/b]中文"),
    ]);
}

#[test]
fn plain_text_stays_as_it_was_written() {
    unchanged(&[
        "",
        " ",
        "Hello,\nworld",
        "one\n\n\n  two   three  \n    four\n\tfive",
        "2*3*4 = 24, 2 * 3 * 4, a**b**c",
        "snake_case_name and _one_way",
        "~so~ and ~~~",
        "* * *",
        "---",
        "Title\n---\nunder it\n===",
        "#channel and C# and #1",
        "#",
        "a < b > c & d &amp; &lt;",
        "<b>bold</b> <!-- so --> <?so?>",
        "<div>\n**so**\n</div>",
        "[a]: https\n[a] [^1] [ ] [x]",
        "a\\b \\server\\share \\d+\\.\\[x\\] \\",
        "line\\\nbreak  \nbreak",
        "`open",
        "**open",
        "1) ",
        "-",
        ">",
        ">_< and >:(",
        ">so\n>>it is",
        "+ 1 from me\n+ 1",
        "1986. A year like others.",
        "a\r\nb",
    ]);
}

#[test]
fn a_backslash_takes_the_meaning_of_what_marks() {
    each(&[
        ("\\*so\\*", "*so*"),
        ("a \\_b\\_ \\`c\\` \\~~d~~", "a _b_ `c` ~~d~~"),
        ("\\> so", "> so"),
        ("a\n\\# so", "a\n# so"),
        ("\\- so", "- so"),
        ("a \\- b \\# c \\> d", "a \\- b \\# c \\> d"),
        ("`\\*`", "[code]\\*[/code]"),
        ("¯\\_(ツ)_/¯", "¯\\_(ツ)_/¯"),
    ]);
}

#[test]
fn headings_are_bold_lines() {
    each(&[
        ("# So\nit is", "[b]So[/b]\nit is"),
        ("## So ##", "[b]So[/b]"),
        ("### So *it* is", "[b]So [em]it[/em] is[/b]"),
        ("####### So", "####### So"),
    ]);
}

#[test]
fn a_sign_without_a_space_quotes_nothing_and_hides_no_markup() {
    each(&[
        (">**so** it is", ">[b]so[/b] it is"),
        ("  >**so**", "  >[b]so[/b]"),
        ("a\n>>*so*\n>`b`", "a\n>>[em]so[/em]\n>[code]b[/code]"),
        (">**so**\n> it is", ">[b]so[/b][quote]it is[/quote]"),
        ("- a\n>**b**", "[ul][li]a[/li][/ul]>[b]b[/b]"),
        ("```\n>a\n>> b\n```", "[pre]>a\n>> b[/pre]"),
        // After a quote it goes on with it.
        ("> so\n>**it** is", "[quote]so\n[b]it[/b] is[/quote]"),
        (">_<", ">_<"),
    ]);
}

#[test]
fn a_quote_ends_with_its_last_sign() {
    each(&[
        ("> so", "[quote]so[/quote]"),
        ("> so\n> it is", "[quote]so\nit is[/quote]"),
        ("> so\nno", "[quote]so[/quote]no"),
        ("> so\n\n\nno", "[quote]so[/quote]no"),
        ("well:\n> so\n\n> it is", "well:[quote]so[/quote][quote]it is[/quote]"),
        ("> so\n>\n> it is", "[quote]so\n\nit is[/quote]"),
        ("> **so**\n- a", "[quote][b]so[/b][/quote][ul][li]a[/li][/ul]"),
        ("> so\n> > deeper", "[quote]so\n> deeper[/quote]"),
        ("> - a\n> - b", "[quote][ul][li]a[/li][li]b[/li][/ul][/quote]"),
        ("> *a\n> b*", "[quote][em]a\nb[/em][/quote]"),
        ("> \\*a", "[quote]*a[/quote]"),
    ]);
}

#[test]
fn lists_keep_their_numbers_and_end_with_their_indent() {
    each(&[
        ("- a\n- b", "[ul][li]a[/li][li]b[/li][/ul]"),
        ("* a", "[ul][li]a[/li][/ul]"),
        ("do:\n- a\n- b\nnow", "do:[ul][li]a[/li][li]b[/li][/ul]now"),
        ("- a\n  and b", "[ul][li]a\nand b[/li][/ul]"),
        ("- a\n  - b\n    - c", "[ul][li]a[ul][li]b[ul][li]c[/li][/ul][/li][/ul][/li][/ul]"),
        ("- a\n\n- b", "[ul][li]a[/li][li]b[/li][/ul]"),
        ("- a\n\n  b", "[ul][li]a\n\nb[/li][/ul]"),
        ("1. a\n2. b", "[ol][li 1]a[/li][li 2]b[/li][/ol]"),
        ("3) a\n7) b", "[ol][li 3]a[/li][li 7]b[/li][/ol]"),
        ("- **a**: `b`", "[ul][li][b]a[/b]: [code]b[/code][/li][/ul]"),
        ("- 5\n- 7", "[ul][li]5[/li][li]7[/li][/ul]"),
        ("- [ ] a", "[ul][li][ ] a[/li][/ul]"),
    ]);
}

#[test]
fn code_between_fences_keeps_every_space() {
    each(&[
        ("```\nso\n```", "[pre]so[/pre]"),
        ("```rust\nfn main() {\n    so();\n}\n```\nend", "[pre]fn main() {\n    so();\n}[/pre]end"),
        ("see:\n```\n\n  a\n\n\n```", "see:[pre]\n  a\n\n[/pre]"),
        ("~~~\n```\n~~~", "[pre]```[/pre]"),
        ("```\n*a* <b> https://e.org\n> b\nc\n```", "[pre]*a* <b> https://e.org\n> b\nc[/pre]"),
        ("> ```\n> a\n> b\n> ```", "[quote][pre]a\nb[/pre][/quote]"),
        ("- ```\n  a\n    b\n  ```", "[ul][li][pre]a\n  b[/pre][/li][/ul]"),
        ("```so```", "[code]so[/code]"),
    ]);
    unchanged(&["```\nnever closed *so*", "```", "```\n```"]);
}

/// Shows: messages.tables
#[test]
fn a_table_has_headers_and_aligned_cells() {
    each(&[
        ("a | b\n--|--\n1 | 2", "[table][tr][th]a[/th][th]b[/th][/tr][tr][td]1[/td][td]2[/td][/tr][/table]"),
        (
            "| a | b |\n| - | - |\n| 1 | 2 |\n",
            "[table][tr][th]a[/th][th]b[/th][/tr][tr][td]1[/td][td]2[/td][/tr][/table]",
        ),
        (
            "|a|b|c|d|\r\n|:-|:-:|-:|-|\r\n|1|2|3|4|",
            "[table][tr][th left]a[/th][th center]b[/th][th right]c[/th][th]d[/th][/tr]\
             [tr][td left]1[/td][td center]2[/td][td right]3[/td][td]4[/td][/tr][/table]",
        ),
        ("|a|\n|-|", "[table][tr][th]a[/th][/tr][/table]"),
        // Cells that a row lacks are empty, and those that it has too many of are in the last column.
        (
            "a|b\n-|-\n1\\|2|\n|||",
            "[table][tr][th]a[/th][th]b[/th][/tr][tr][td]1|2[/td][td][/td][/tr][tr][td][/td][td][/td][/tr][/table]",
        ),
        ("a|b\n-|-\n1|2|3 | 4 |", "[table][tr][th]a[/th][th]b[/th][/tr][tr][td]1[/td][td]2|3 | 4[/td][/tr][/table]"),
        // Markup within cells.
        (
            "|**a**|`b`|\n|-|-|\n|*c* `d\\|e`|https://e.org|",
            "[table][tr][th][b]a[/b][/th][th][code]b[/code][/th][/tr]\
             [tr][td][em]c[/em] [code]d|e[/code][/td][td]{https://e.org}[/td][/tr][/table]",
        ),
        // A line without a sign ends it, and one above it needs no blank line.
        (
            "before\na|b\n-|-\n1|2\nafter",
            "before[table][tr][th]a[/th][th]b[/th][/tr][tr][td]1[/td][td]2[/td][/tr][/table]after",
        ),
        (
            "> a|b\n> -|-\n> 1|2",
            "[quote][table][tr][th]a[/th][th]b[/th][/tr][tr][td]1[/td][td]2[/td][/tr][/table][/quote]",
        ),
    ]);
    let text = "|@bob|\n|-|\n|@all|";
    assert_eq!(
        shown_with(text, &["@bob", "@all"]),
        "[table][tr][th]{0@bob}[/th][/tr][tr][td]{1@all}[/td][/tr][/table]"
    );
}

/// Shows: messages.tables
#[test]
fn what_only_looks_like_a_table_is_text() {
    unchanged(&["a | b", "a | b\nc | d", "a|b|c\n-|-", "|-|-|", "a\n|-|", "a|b\n\n-|-"]);
    assert_eq!(shown("```\na|b\n-|-\n```"), "[pre]a|b\n-|-[/pre]");
}

/// Shows: messages.tables
#[test]
fn a_table_that_is_too_large_is_text() {
    let table = |columns: usize, rows: usize| {
        let line = |cell: &str| cell.repeat(columns) + "|\n";
        line("|a") + &line("|-") + &line("|1").repeat(rows)
    };
    let is_table =
        |text: &str, budget: &mut ElementBudget| parse_within(text, &[], budget).contains(&Part::Open(Element::Table));
    // Each cell is an element, and the table is one.
    let fits = table(3, (MAX_ELEMENTS - 1) / 3 - 1);
    let mut budget = ElementBudget::default();
    assert!(is_table(&fits, &mut budget));
    assert_eq!(parse_within("*a*", &[], &mut budget), [Part::Text("*a*")]);
    let exceeds = table(3, (MAX_ELEMENTS - 1) / 3);
    let mut budget = ElementBudget::default();
    assert!(!is_table(&exceeds, &mut budget));
    assert_eq!(shown(&exceeds), exceeds);
    let is_wide = |columns| is_table(&table(columns, 1), &mut ElementBudget::default());
    assert!(is_wide(31) && !is_wide(32));
    assert_eq!(shown(&table(40, 1)), table(40, 1));
}

#[test]
fn a_table_in_plain_text_has_a_line_for_each_row() {
    assert_eq!(plain_text("now:\n|a|b|\n|-|-|\n|**1**||\nend"), "now:\na | b\n1 | \nend");
}

#[test]
fn addresses_are_links_everywhere_but_in_code() {
    each(&[
        ("see https://e.org/a_b_c.", "see {https://e.org/a_b_c}."),
        ("**https://e.org**", "[b]{https://e.org}[/b]"),
        ("https://e.org/*a*/_b_", "{https://e.org/*a*/_b}_"),
        ("<https://e.org>", "{https://e.org}"),
        (
            "<https://e.org/a.>, <https://e.org/b_>, <https://e.org/c*>",
            "{https://e.org/a.}, {https://e.org/b_}, {https://e.org/c*}",
        ),
        ("<https://e.org/?q=\"a\">**b**", "{https://e.org/?q=\"a\"}[b]b[/b]"),
        ("**<https://e.org/a>**", "[b]{https://e.org/a}[/b]"),
        ("`<https://e.org/a.>`", "[code]<https://e.org/a.>[/code]"),
        ("[x](https://e.org)**b**", "[a https://e.org/ e.org]x[/a][b]b[/b]"),
        ("<ftp://e.org> <me@e.org>", "<ftp://e.org> <me@e.org>"),
        ("`https://e.org`", "[code]https://e.org[/code]"),
        ("> - https://e.org", "[quote][ul][li]{https://e.org}[/li][/ul][/quote]"),
    ]);
}

#[test]
fn a_link_with_words_shows_its_host() {
    each(&[
        ("[so](https://e.org/a)", "[a https://e.org/a e.org]so[/a]"),
        ("[**so** `it`](http://e.org \"title\")", "[a http://e.org/ e.org][b]so[/b] [code]it[/code][/a]"),
        ("[so](<https://e.org/a b>)", "[a https://e.org/a%20b e.org]so[/a]"),
        ("[so](https://bank.example@evil.example)", "[a https://bank.example@evil.example/ evil.example]so[/a]"),
        ("![a cat](https://e.org/cat.png)", "[a https://e.org/cat.png e.org]a cat[/a]"),
        ("[![passed](https://e.org/b.svg)](https://e.org/b)", "[a https://e.org/b e.org]passed[/a]"),
    ]);
}

#[test]
fn an_address_may_be_the_label_of_a_link_to_itself() {
    each(&[
        ("[https://e.org/1](https://e.org/1) end", "[a https://e.org/1 e.org]https://e.org/1[/a] end"),
        ("[https://e.org](https://e.org/)", "[a https://e.org/ e.org]https://e.org[/a]"),
        (
            "[**https://e.org/a?b=1**](https://e.org/a?b=1)",
            "[a https://e.org/a?b=1 e.org][b]https://e.org/a?b=1[/b][/a]",
        ),
        ("**[https://e.org/1](<https://e.org/1>)**", "[b][a https://e.org/1 e.org]https://e.org/1[/a][/b]"),
        ("![https://e.org/1.png](https://e.org/1.png)", "[a https://e.org/1.png e.org]https://e.org/1.png[/a]"),
        ("[https://e.org/a_(b)](https://e.org/a_(b))c", "[a https://e.org/a_(b) e.org]https://e.org/a_(b)[/a]c"),
        ("[see https://e.org/1](https://e.org/1)", "[a https://e.org/1 e.org]see https://e.org/1[/a]"),
        ("[https://e.org/a.](https://e.org/a.)", "[a https://e.org/a. e.org]https://e.org/a.[/a]"),
        ("[http://[::1]](http://[::1])", "[a http://[::1]/ [::1]]http://[::1][/a]"),
    ]);
}

#[test]
fn an_address_before_a_link_is_no_part_of_it() {
    each(&[
        ("https://e.org/1[so](https://e.org/2)", "{https://e.org/1}[a https://e.org/2 e.org]so[/a]"),
        ("https://e.org/1![so](https://e.org/2)", "{https://e.org/1}[a https://e.org/2 e.org]so[/a]"),
        ("https://e.org[so](https://e.org/2)", "{https://e.org}[a https://e.org/2 e.org]so[/a]"),
        ("[a](https://e.org/1)[b](https://e.org/2)", "[a https://e.org/1 e.org]a[/a][a https://e.org/2 e.org]b[/a]"),
        ("https://e.org/1[so](no)", "{https://e.org/1[so](no)}"),
    ]);
}

#[test]
fn a_deceptive_or_broken_link_is_shown_as_written() {
    unchanged(&[
        "[so](javascript:alert(1))",
        "[so](java&#115;cript:alert(1))",
        "[so](data:text/html,<script>alert(1)</script>)",
        "[so](vbscript:x) [so](file:///etc/passwd) [so](//e.org) [so](/a) [so]()",
        "![so](javascript:alert(1))",
        "<javascript:alert(1)>",
        "[so][a]\n\n[a]: javascript:x",
    ]);
    each(&[
        ("[https://bank.example](https://evil.example)", "[{https://bank.example}]({https://evil.example})"),
        (
            "[see https://e.org/1 https://e.org/2](https://e.org/1)",
            "[see {https://e.org/1} {https://e.org/2}]({https://e.org/1})",
        ),
        (
            "[https://e.org\n.evil.example](https://e.org.evil.example)",
            "[{https://e.org}\n.evil.example]({https://e.org.evil.example})",
        ),
        ("[ftp://e.org](https://e.org)", "[ftp://e.org]({https://e.org})"),
        // The words after a picture can lie too.
        (
            "[![a](https://e.org/a.png) https://bank.example](https://evil.example)",
            "[a {https://bank.example}]({https://evil.example})",
        ),
        ("[\u{200b}](https://e.org)", "[\u{200b}]({https://e.org})"),
        ("[ ](https://e.org)", "[ ]({https://e.org})"),
        ("![](https://e.org/a.png)", "![]({https://e.org/a.png})"),
    ]);
}

#[test]
fn mentions_are_rendered_where_they_were_found_also_in_code() {
    for (text, mentions, drawn) in [
        ("**@all** so", &["@all"][..], "[b]{0@all}[/b] so"),
        ("`@all` and @bob", &["@all", "@bob"], "[code]{0@all}[/code] and {1@bob}"),
        ("```\n@all\n```", &["@all"], "[pre]{0@all}[/pre]"),
        ("> @all\nyes", &["@all"], "[quote]{0@all}[/quote]yes"),
        ("- @all\n- @bob", &["@all", "@bob"], "[ul][li]{0@all}[/li][li]{1@bob}[/li][/ul]"),
        ("[ask @bob](https://e.org)", &["@bob"], "[a https://e.org/ e.org]ask {0@bob}[/a]"),
        ("https://e.org/?@bob", &["@bob"], "{https://e.org/}?{0@bob}"),
        // Nobody has decided about these.
        ("@all `@bob` @<17>", &[], "@all [code]@bob[/code] @<17>"),
    ] {
        assert_eq!(shown_with(text, mentions), drawn, "{text:?}");
    }
}

#[test]
fn no_markup_hides_a_part_of_a_mention() {
    for (text, mentions, drawn) in [
        ("@_ops_ so", &["@_ops_"][..], "{0@_ops_} so"),
        ("_ask @x_", &["@x_"], "_ask {0@x_}"),
        ("@[x](https://e.org)", &["@[x"], "{0@[x}]({https://e.org})"),
        ("```@all\nso\n```", &["@all"], "```{0@all}\nso\n```"),
        ("[so](https://e.org/?@bob)", &["@bob"], "[so]({https://e.org/}?{0@bob})"),
    ] {
        assert_eq!(shown_with(text, mentions), drawn, "{text:?}");
    }
}
