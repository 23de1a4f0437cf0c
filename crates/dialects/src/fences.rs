//! Code between fences: written on lines of its own, and closed where a text leaves it open. Each dialect decides which
//! signs begin code; `limits` cuts texts.

use super::steps;

const BLANK: [char; 2] = [' ', '\t'];
/// Characters allowed before a fence on its line, besides the sign of a list's item.
const LEAD: [char; 3] = [' ', '\t', '>'];
/// The fewest signs of a fence.
const MIN_LENGTH: usize = 3;
/// The most blanks before a fence outside of a list; with more it is text.
const MAX_BLANKS: usize = 3;

/// Code over several lines, as it is between its backticks.
pub(super) struct Block<'c> {
    /// The language, which the fence names; may be empty.
    pub(super) language: &'c str,
    /// The code after the language.
    pub(super) code: &'c str,
    /// Number of backticks on either side.
    pub(super) ticks: usize,
}

impl Block<'_> {
    /// The code with its fences on lines of their own, after what is `written` already. Where more follows on the line, a
    /// new one is begun; how many blanks of the `rest` it replaces is returned too.
    pub(super) fn between(&self, written: &str, rest: &str) -> (String, Option<usize>) {
        steps::count(self.code.len());
        let line = written.rsplit('\n').next().unwrap_or_default();
        let before = line.trim_start_matches(LEAD);
        let is_quoted = line.trim_start_matches(BLANK).starts_with('>');
        let prefix = if is_quoted { "> " } else { "" };
        let begins_below = self.code.starts_with(['\n', '\r']);
        let code = self.code.strip_prefix('\r').unwrap_or(self.code);
        let code = code.strip_prefix('\n').unwrap_or(code);
        let mut lines: Vec<&str> = code.split('\n').collect();
        let below = lines.get(usize::from(!begins_below)..).unwrap_or_default();
        // Each line of the code may have the sign of the quote already, or the indent of the list's item.
        let has_signs = is_quoted && !below.is_empty() && below.iter().all(|line| line.starts_with('>'));
        let hangs = marker(line) == line.len()
            && !before.is_empty()
            && below.iter().all(|line| line.is_empty() || line.starts_with(BLANK));
        if has_signs {
            for line in &mut lines {
                let bare = line.strip_prefix('>').unwrap_or(line);
                *line = bare.strip_prefix(' ').unwrap_or(bare);
            }
        }
        let breaks = !before.is_empty() && !hangs;
        let indent = if breaks || is_quoted { 0 } else { line.len() };
        let mut close = "";
        if let Some(last) = lines.pop_if(|line| line.trim_matches(BLANK).is_empty())
            && !is_quoted
            && last.len() <= indent + MAX_BLANKS
        {
            close = last;
        }
        // A longer run of backticks in the code must not end it.
        let longest = longest_run(code);
        let ticks = if longest > self.ticks { longest + 1 } else { self.ticks };
        let fence = "`".repeat(ticks);
        let mut out = String::with_capacity(code.len() + 2 * ticks + 16);
        if breaks {
            out.push('\n');
            out.push_str(prefix);
        }
        out.push_str(&fence);
        out.push_str(self.language);
        out.push('\n');
        for line in lines {
            out.push_str(prefix);
            out.push_str(line);
            out.push('\n');
        }
        out.push_str(prefix);
        out.push_str(close);
        out.push_str(&fence);
        let after = rest.split('\n').next().unwrap_or_default();
        let words = after.trim_start_matches(BLANK);
        if words.trim().is_empty() {
            return (out, None);
        }
        out.push('\n');
        out.push_str(prefix);
        (out, Some(after.len() - words.len()))
    }
}

/// The most backticks in a row.
fn longest_run(code: &str) -> usize {
    let runs = code.split(|c| c != '`');
    runs.map(str::len).max().unwrap_or_default()
}

/// True if the two texts can't be on one line, since code between fences ends the first or begins the second.
pub(super) fn need_lines(first: &str, second: &str) -> bool {
    let before = first.trim_end_matches('`');
    let ends = first.len() - before.len() >= MIN_LENGTH && {
        let before = before.trim_end_matches(LEAD);
        before.is_empty() || before.ends_with('\n')
    };
    let line = second.split_inclusive('\n').next().unwrap_or_default();
    ends || OpenFence::begun_by(line, 0, true).is_some()
}

/// The end of a Markdown text.
enum TextEnd {
    /// With a fence that closes code.
    Fence,
    /// Within code: where its first line begins, whether anything of it follows there, and the line that would close it.
    Code {
        start: usize,
        is_empty: bool,
        close: String,
    },
    Words,
}

/// Code that a text has not closed yet.
struct OpenFence<'t> {
    /// Where the line of its fence begins.
    start: usize,
    /// The text before the fence.
    lead: &'t str,
    fence: &'t str,
    is_empty: bool,
}

impl<'t> OpenFence<'t> {
    /// The code whose fence is on this line, if there is one.
    fn begun_by(line: &'t str, start: usize, in_list: bool) -> Option<Self> {
        let (lead, rest) = line.split_at_checked(marker(line))?;
        let blanks = lead.len() - lead.trim_start_matches(BLANK).len();
        if blanks > MAX_BLANKS && blanks == lead.len() && !in_list {
            return None;
        }
        let fence = run(rest);
        let info = rest.get(fence.len()..).unwrap_or_default();
        let is_fence = fence.len() >= MIN_LENGTH && !(fence.starts_with('`') && info.contains('`'));
        is_fence.then_some(Self { start, lead, fence, is_empty: true })
    }

    fn is_quoted(&self) -> bool {
        self.lead.contains('>')
    }

    fn is_closed_by(&self, line: &str) -> bool {
        let signs = if self.is_quoted() { &LEAD[..] } else { &BLANK[..] };
        let words = line.trim_start_matches(signs).trim_end();
        words.len() >= self.fence.len() && run(words) == words && words.starts_with(self.fence)
    }

    /// The line that closes it.
    fn close(&self) -> String {
        let lead = self.lead.chars();
        let lead: String = lead.map(|c| if LEAD.contains(&c) { c } else { ' ' }).collect();
        format!("\n{lead}{}", self.fence)
    }
}

/// The backticks or tildes that a text begins with.
fn run(text: &str) -> &str {
    let sign = if text.starts_with('~') { '~' } else { '`' };
    let rest = text.trim_start_matches(sign);
    text.get(..text.len() - rest.len()).unwrap_or_default()
}

/// Length in bytes of a line's blanks, the signs of a quote, and the sign of a list's item.
fn marker(line: &str) -> usize {
    let words = line.trim_start_matches(LEAD);
    let number = words.trim_start_matches(|c: char| c.is_ascii_digit());
    let after =
        if number.len() < words.len() { number.strip_prefix(['.', ')']) } else { words.strip_prefix(['-', '*', '+']) };
    let after = after.filter(|after| after.starts_with(BLANK));
    line.len() - after.map_or(words, |after| after.trim_start_matches(BLANK)).len()
}

fn end_of(text: &str) -> TextEnd {
    steps::count(text.len());
    let mut open: Option<OpenFence<'_>> = None;
    let (mut at, mut in_list, mut closes) = (0, false, false);
    for line in text.split_inclusive('\n') {
        let quoted = line.trim_start_matches(BLANK).starts_with('>');
        // A quote ends with the first line that is not quoted, and the code in it too.
        open.take_if(|open| open.is_quoted() && !quoted);
        closes = open.take_if(|open| open.is_closed_by(line)).is_some();
        match &mut open {
            _ if closes => {}
            Some(open) => open.is_empty = false,
            None => {
                if marker(line) > line.len() - line.trim_start_matches(LEAD).len() {
                    in_list = true;
                } else if !line.starts_with([' ', '\t', '\r', '\n']) {
                    in_list = false;
                }
                open = OpenFence::begun_by(line, at, in_list);
            }
        }
        at += line.len();
    }
    match open {
        Some(open) => TextEnd::Code { start: open.start, is_empty: open.is_empty, close: open.close() },
        None if closes => TextEnd::Fence,
        None => TextEnd::Words,
    }
}

/// The number of bytes that stay of a cut Markdown text, and the text that ends it: `mark`, and the fence of the code
/// that the cut left open.
pub(super) fn ending(kept: &str, mark: char) -> (usize, String) {
    match end_of(kept) {
        TextEnd::Words => (kept.len(), mark.to_string()),
        // On the line of the fence it would open the code again.
        TextEnd::Fence => (kept.len(), format!("\n{mark}")),
        TextEnd::Code { is_empty: false, close, .. } => (kept.len(), format!("{mark}{close}")),
        TextEnd::Code { start, .. } => {
            let before = kept.get(..start).unwrap_or_default().trim_end();
            match end_of(before) {
                TextEnd::Fence => (before.len(), format!("\n{mark}")),
                TextEnd::Code { .. } | TextEnd::Words => (before.len(), mark.to_string()),
            }
        }
    }
}

/// Closes the code that a Markdown text leaves open, so that it takes in nothing of what is appended.
pub(super) fn close(text: &mut String) {
    if let TextEnd::Code { close, .. } = end_of(text) {
        let close = if text.ends_with('\n') { close.trim_start_matches('\n') } else { &close };
        text.push_str(close);
    }
}

/// Markdown texts one after the other; no code of one takes in the next.
pub(super) fn joined(texts: impl IntoIterator<Item = String>, separator: &str) -> String {
    let mut texts = texts.into_iter();
    let mut out = texts.next().unwrap_or_default();
    let mut last = 0;
    for text in texts {
        let mut before = out.split_off(last);
        close(&mut before);
        out.push_str(&before);
        out.push_str(separator);
        last = out.len();
        out.push_str(&text);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(written: &str, code: &str, rest: &str) -> String {
        let block = Block { language: "", code, ticks: 3 };
        let (block, blanks) = block.between(written, rest);
        let rest = rest.get(blanks.unwrap_or_default()..).unwrap();
        format!("{written}{block}{rest}")
    }

    #[test]
    fn fences_get_lines_of_their_own() {
        for (written, code, rest, expected) in [
            ("", "a\nb", "", "```\na\nb\n```"),
            ("x: ", "a\nb", " y", "x: \n```\na\nb\n```\ny"),
            ("x\n", "\na\n", "\ny", "x\n```\na\n```\ny"),
            ("x\n", "\r\na\r\n", "", "x\n```\na\r\n```"),
            ("> ", "a\nb", " y", "> ```\n> a\n> b\n> ```\n> y"),
            ("> x ", "a\nb", "", "> x \n> ```\n> a\n> b\n> ```"),
            ("> ", "\n> a\n> ", "", "> ```\n> a\n> ```"),
            ("- ", "\n  a\n  ", "\ny", "- ```\n  a\n  ```\ny"),
            ("- x\n  ", "\n  a\n  ", "", "- x\n  ```\n  a\n  ```"),
            ("- ", "a\nb", "", "- \n```\na\nb\n```"),
            ("", "a\n````\nb", "", "`````\na\n````\nb\n`````"),
            ("", "\n", "", "```\n```"),
        ] {
            assert_eq!(between(written, code, rest), expected, "{written:?} {code:?}");
        }
    }

    #[test]
    fn code_that_is_left_open_is_closed_and_nothing_else_is_changed() {
        for (text, expected) in [
            ("```\na", "```\na\n```"),
            ("```py\na\n", "```py\na\n```"),
            ("~~~~\na\n```", "~~~~\na\n```\n~~~~"),
            ("> ```\n> a", "> ```\n> a\n> ```"),
            ("- ```\n  a", "- ```\n  a\n  ```"),
            ("1. x\n    ```\n    a", "1. x\n    ```\n    a\n    ```"),
            ("```\na\n```", "```\na\n```"),
            ("```\na\n``` b", "```\na\n``` b\n```"),
            ("> ```\n> a\nb", "> ```\n> a\nb"),
            ("```a``` b", "```a``` b"),
            ("    ```\n    a", "    ```\n    a"),
            ("a `b", "a `b"),
            ("", ""),
        ] {
            let mut closed = text.to_owned();
            close(&mut closed);
            assert_eq!(closed, expected, "{text:?}");
        }
    }

    #[test]
    fn a_cut_text_ends_outside_of_code() {
        for (kept, expected) in [
            ("a b", "a b…"),
            ("```\na", "```\na…\n```"),
            ("a\n```\nb\n```", "a\n```\nb\n```\n…"),
            ("a\n```py", "a…"),
            ("```\na\n```\n```", "```\na\n```\n…"),
            ("> ```\n> a", "> ```\n> a…\n> ```"),
        ] {
            let (end, tail) = ending(kept, '…');
            assert_eq!(format!("{}{tail}", &kept[..end]), expected, "{kept:?}");
        }
    }

    #[test]
    fn a_text_takes_in_nothing_of_the_next() {
        let texts = ["```\na", "b", "```\nc"].map(String::from);
        assert_eq!(joined(texts, "\n"), "```\na\n```\nb\n```\nc");
        assert_eq!(joined([], "\n"), "");
    }

    #[test]
    fn texts_share_a_line_unless_code_between_fences_is_at_its_edge() {
        assert!(need_lines("```\na\n```", "b"));
        assert!(need_lines("> ```\n> a\n> ```", "b"));
        assert!(need_lines("a", "```\nb\n```"));
        for (first, second) in [("a", "b"), ("```a```", "b"), ("a", "```b```"), ("`a`", "b")] {
            assert!(!need_lines(first, second), "{first} {second}");
        }
    }
}
