//! Texts written to make a reader slow or confused. The tests check what is made of them; `bench/run reading` measures
//! how long it takes.

/// Texts made of markup alone, of about this many bytes.
pub(crate) fn markup(length: usize) -> Vec<String> {
    let fill = |piece: &str| piece.repeat(length / piece.len());
    let half = |piece: &str| piece.repeat(length / 2 / piece.len());
    [
        "*",
        "**",
        "_",
        "~~",
        "`",
        "``` ",
        "```\n",
        "> ",
        ">",
        ">\n",
        "> a\n",
        "[",
        "![",
        "](",
        "[a](",
        "[a](https://e.org)",
        "https://e.org[",
        "[https://e.org](https://e.org)",
        "<https://e.org",
        "http://[e@e.org/",
        "<",
        "<a ",
        "<!--",
        "<?",
        "&#",
        "\\",
        "\\*",
        "- ",
        "- a\n",
        "1. ",
        "  - a\n",
        "# a\n",
        "#",
        "*a* ",
        "*a **b ",
        "a**b",
        "_a ",
        "`a` ",
        "``a`",
        "https://e.org/*a* ",
        "@all ",
        "\n",
        "\r",
        "\t",
        " ",
        "~~~\n",
        "[a]: b\n",
        "|a",
        "a|\n-|\n",
        "|a|b|\n|-|-|\n|1\n",
        "> a|b\n> -|-\n> 1\n",
        "|https://e.org",
        "é*",
        "***a***",
        "(",
        "https://",
        "://",
        "\0",
    ]
    .into_iter()
    .map(fill)
    .chain([
        half("*") + "a" + &half("*"),
        half("[") + "a" + &half("](https://e.org)"),
        half("![") + &half("](u)"),
        half("https://e.org/[") + &half("](https://e.org)"),
        half("> ") + "a\nb",
        half("<") + &half(">"),
        // A wide table of short rows.
        "|a".repeat(length / 8) + "\n" + &"|-".repeat(length / 8) + "\n" + &half("|\n"),
        "|a".repeat(31) + "\n" + &"|-".repeat(31) + "\n" + &half("|x\n"),
        (0..)
            .map(|n| "`".repeat(n) + " a ")
            .scan(0, |sum, run| {
                *sum += run.len();
                (*sum < length).then_some(run)
            })
            .collect(),
        (1..)
            .map(|n| ">".repeat(n) + "\n")
            .scan(0, |sum, run| {
                *sum += run.len();
                (*sum < length).then_some(run)
            })
            .collect(),
        (0..)
            .map(|n| "  ".repeat(n) + "- a\n")
            .scan(0, |sum, run| {
                *sum += run.len();
                (*sum < length).then_some(run)
            })
            .collect(),
    ])
    .collect()
}

/// Texts full of what may begin a mention, of about this many characters.
pub(crate) fn mentions(length: usize) -> Vec<String> {
    let fill = |piece: &str| piece.repeat(length / piece.chars().count());
    let nickname_of_letters = format!("@{}", "開".repeat(32));
    let name_with_marks = format!("@a{}", "\u{301}".repeat(126));
    vec![
        fill("@"),
        fill("_@"),
        fill("@_"),
        fill("@role_"),
        fill("@role_ROLE_"),
        fill("@a/"),
        fill("`@a` "),
        fill("`@a"),
        fill("```\n@a\n"),
        fill("＠"),
        format!("@role_{}", "Z".repeat(length - 10)),
        format!("@ab{}", "_".repeat(length - 10)),
        fill("你@all "),
        format!("@a{}", "\u{301}".repeat(length - 2)),
        fill(&name_with_marks),
        fill(&nickname_of_letters),
    ]
}
