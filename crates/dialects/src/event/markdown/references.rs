//! Links of a description whose addresses are defined elsewhere in it, as `[words][id]` and `[id]: address`, which the chat
//! doesn't know. They become links with their address.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::code_spans::code_length;
use super::web;

/// The longest words of a link and the longest name of a definition, in bytes.
const MAX_LABEL_LENGTH: usize = 300;
/// The most blanks before a definition; with more it is code.
const MAX_BLANKS: usize = 3;
/// The name of a definition that is a comment: it defines what no link can name.
const COMMENT: &str = "//";
/// Characters around the title of a definition.
const AROUND_TITLES: [(char, char); 3] = [('"', '"'), ('\'', '\''), ('(', ')')];

/// A text with its links complete, code as it is. The definitions that were used are left out, and the comments that are
/// written as definitions. Linear.
pub(super) fn resolved(text: &str) -> Cow<'_, str> {
    if !text.contains("]:") {
        return Cow::Borrowed(text);
    }
    let lines = lines(text);
    let mut references = References::default();
    for line in &lines {
        if let Line::Definition { name, to, .. } = line {
            let definitions = &mut references.definitions;
            definitions.entry(name.clone()).or_insert_with(|| to.clone());
        }
    }
    let written: Vec<Cow<'_, str>> = lines
        .iter()
        .map(|line| match line {
            Line::Words(line) => references.complete(line),
            Line::Code(line) | Line::Definition { line, .. } => Cow::Borrowed(*line),
        })
        .collect();
    let kept = lines.iter().zip(written).filter(|(line, _)| match line {
        Line::Definition { name, .. } => !references.used.contains(name),
        Line::Words(_) | Line::Code(_) => true,
    });
    Cow::Owned(kept.map(|(_, written)| written).collect())
}

/// A line of a text, with its end.
enum Line<'t> {
    Words(&'t str),
    Code(&'t str),
    Definition { line: &'t str, name: String, to: String },
}

/// The lines of a text, without comments.
fn lines(text: &str) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let mut fence: Option<&str> = None;
    for line in text.split_inclusive('\n') {
        let signs = fence_of(line);
        if let Some(open) = fence {
            let closes = signs.starts_with(open) && signs == line.trim();
            fence = fence.filter(|_| !closes);
            lines.push(Line::Code(line));
        } else if signs.len() >= 3 {
            fence = Some(signs);
            lines.push(Line::Code(line));
        } else {
            lines.extend(match definition(line) {
                Some(Definition { name, .. }) if name == COMMENT => None,
                Some(Definition { to: "#" | "", .. }) => None,
                Some(Definition { name, to }) => Some(match web(to) {
                    Some(to) => Line::Definition { line, name: normal(name), to },
                    None => Line::Words(line),
                }),
                None => Some(Line::Words(line)),
            });
        }
    }
    lines
}

/// The backticks or tildes that a line begins with.
fn fence_of(line: &str) -> &str {
    let line = line.trim();
    let sign = if line.starts_with('~') { '~' } else { '`' };
    let rest = line.trim_start_matches(sign);
    let fence = line.get(..line.len() - rest.len()).unwrap_or_default();
    // With another backtick in its line, it is code within the line.
    if rest.contains('`') { "" } else { fence }
}

struct Definition<'t> {
    name: &'t str,
    to: &'t str,
}

/// The definition on a line, if any. A footnote is no definition.
fn definition(line: &str) -> Option<Definition<'_>> {
    let words = line.trim_start_matches(' ');
    if line.len() - words.len() > MAX_BLANKS {
        return None;
    }
    let (name, rest) = words.strip_prefix('[')?.split_once("]:")?;
    let is_name = !name.trim().is_empty()
        && name.len() <= MAX_LABEL_LENGTH
        && !name.starts_with('^')
        && !name.contains(['[', ']']);
    if !is_name {
        return None;
    }
    let rest = rest.trim();
    if name == COMMENT {
        return Some(Definition { name, to: rest });
    }
    let (to, title) = match rest.strip_prefix('<') {
        Some(rest) => rest.split_once('>')?,
        None if rest.is_empty() => return None,
        None => rest.split_once([' ', '\t']).unwrap_or((rest, "")),
    };
    let title = title.trim();
    let is_title = title.is_empty()
        || AROUND_TITLES.iter().any(|(open, close)| {
            let inside = title.strip_prefix(*open);
            inside.is_some_and(|inside| inside.ends_with(*close))
        });
    is_title.then_some(Definition { name, to })
}

/// A name as it is compared: case and white space make no difference.
fn normal(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

#[derive(Default)]
struct References {
    /// The addresses by their names.
    definitions: HashMap<String, String>,
    /// The names that a link has named.
    used: HashSet<String>,
}

impl References {
    /// A line with its links complete.
    fn complete<'t>(&mut self, line: &'t str) -> Cow<'t, str> {
        if self.definitions.is_empty() || !line.contains('[') {
            return Cow::Borrowed(line);
        }
        let mut out = String::with_capacity(line.len());
        let mut rest = line;
        while let Some((before, from)) = rest.find(['`', '[', '\\']).and_then(|at| rest.split_at_checked(at)) {
            out.push_str(before);
            let link = self.link(from);
            let taken = match (from.as_bytes().first(), &link) {
                (_, Some((_, length))) => *length,
                (Some(b'`'), None) => code_length(from),
                // An escaped bracket begins no link.
                (Some(b'\\'), None) => 1 + from.chars().nth(1).map_or(0, char::len_utf8),
                _ => 1,
            };
            match &link {
                Some((written, _)) => out.push_str(written),
                None => out.push_str(from.get(..taken).unwrap_or_default()),
            }
            rest = from.get(taken..).unwrap_or_default();
        }
        out.push_str(rest);
        Cow::Owned(out)
    }

    /// The link that a text begins with, complete, and the length of what it replaces.
    fn link(&mut self, text: &str) -> Option<(String, usize)> {
        let inside = text.strip_prefix('[')?;
        let (label, after) = label(inside)?;
        let (name, length) = match after.strip_prefix('[') {
            Some(second) => {
                let (name, _) = self::label(second)?;
                let length = label.len() + name.len() + 4;
                (if name.trim().is_empty() { label } else { name }, length)
            }
            // A link with its address already, or a definition.
            None if after.starts_with(['(', ':']) => return None,
            None => (label, label.len() + 2),
        };
        let name = normal(name);
        let to = self.definitions.get(&name)?;
        let words = label.trim();
        // The chat makes no link of words with another address in them.
        let written =
            if words.contains("://") { format!("{words} ([link]({to}))") } else { format!("[{words}]({to})") };
        self.used.insert(name);
        Some((written, length))
    }
}

/// The texts before and after the next closing bracket of a line; none where it would be no label.
fn label(text: &str) -> Option<(&str, &str)> {
    let mut bytes = text.bytes().take(MAX_LABEL_LENGTH);
    let end = bytes.position(|byte| matches!(byte, b'[' | b']' | b'\n'))?;
    let (label, after) = text.split_at_checked(end)?;
    let after = after.strip_prefix(']')?;
    (!label.ends_with('\\')).then_some((label, after))
}

#[cfg(test)]
mod tests {
    use super::resolved;

    #[test]
    fn links_get_the_addresses_that_are_defined_for_them() {
        for (text, expected) in [
            (
                "See [the log][Log 1] and [log  1][].\n\n[log 1]: https://a.example/1 \"Title\"\n",
                "See [the log](https://a.example/1) and [log  1](https://a.example/1).\n\n",
            ),
            (
                "![chart][c] [1.0.0]\n[c]: <https://a.example/c.png>\n[1.0.0]: https://a.example/v1",
                "![chart](https://a.example/c.png) [1.0.0](https://a.example/v1)\n",
            ),
            (
                "[a][x] [https://b.example][x]\n[x]: https://a.example\n[x]: https://b.example\n",
                "[a](https://a.example/) https://b.example ([link](https://a.example/))\n",
            ),
        ] {
            assert_eq!(resolved(text), expected, "{text}");
        }
    }

    #[test]
    fn comments_that_are_written_as_definitions_are_left_out() {
        let text = "a\n[//]: # (hidden)\n[//]: # \"too\"\n[comment]: <> (and this)\n[x]: # (this)\nb";
        assert_eq!(resolved(text), "a\nb");
        let code = "```\n[//]: # (shown)\n```\n[//]: # (hidden)";
        assert_eq!(resolved(code), "```\n[//]: # (shown)\n```\n");
    }

    #[test]
    fn what_names_no_definition_stays_as_it_is() {
        for text in [
            "[a][b] and [c]",
            "[a][b]\n\n[c]: https://a.example",
            "`[c]` \\[c] ``[c][c]``\n[c]: https://a.example",
            "[c](https://b.example) [c [\n[c]: https://a.example",
            "[c]\n[c]: /relative",
            "[c]\n[c]: mailto:a@b.example",
            "[c]\n[c]: https://a.example and more",
            "[^1]\n[^1]: https://a.example",
            "~~~\n[c]\n[c]: https://a.example\n~~~",
            "[c]\n    [c]: https://a.example",
            "[c]:\n[: x]: y [",
        ] {
            assert_eq!(resolved(text), text, "{text}");
        }
    }
}
