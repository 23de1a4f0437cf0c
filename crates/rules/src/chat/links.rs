//! Finds the web addresses in a message's text, for a page to turn into links.
//! Mentions are cut out before, and no address is ever requested.

use std::fmt::Write as _;

use crate::web_url;

use crate::steps;

/// A part of a text, never empty: a web address, or the text between two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPart<'t> {
    /// The text as written.
    pub text: &'t str,
    /// True if it is an `http` or `https` address, and so can be a link.
    pub is_link: bool,
}

/// Splits a text into web addresses and what is between them; the parts together are the text again.
///
/// An address starts with its scheme, not in the middle of a word, and ends before white space, quotes and angle brackets.
/// Punctuation at its end belongs to the sentence around it. A bracket right before it ends it where that closes, and a
/// Markdown link is no part of the address before it. Between `<` and `>`, all of it is the address.
#[must_use]
pub fn cut(text: &str) -> Vec<TextPart<'_>> {
    let mut parts = Vec::new();
    let (mut done, mut seen) = (0, 0);
    while let Some(offset) = text[seen..].find(AFTER_SCHEME) {
        let colon = seen + offset;
        seen = colon + AFTER_SCHEME.len();
        let Some(start) = scheme_before(text, colon).filter(|start| *start >= done) else {
            continue;
        };
        let (before, rest) = (&text[..start], &text[seen..]);
        let bracketed = bracketed(before, rest).filter(|end| is_address(&text[start..seen + end]));
        // Only the host decides whether it is an address. The rest is read only then: it may be long, and contain many
        // more that are none.
        if bracketed.is_none() && !names_host(before, rest) {
            continue;
        }
        let taken = || length(&rest[..reach(before, rest, |_| false)]);
        let end = seen + bracketed.unwrap_or_else(taken);
        let address = &text[start..end];
        if !is_address(address) {
            continue;
        }
        parts.extend(plain(&text[done..start]));
        parts.push(TextPart { text: address, is_link: true });
        (done, seen) = (end, end);
    }
    parts.extend(plain(&text[done..]));
    parts
}

const AFTER_SCHEME: &str = "://";

fn plain(text: &str) -> Option<TextPart<'_>> {
    (!text.is_empty()).then_some(TextPart { text, is_link: false })
}

/// Where the scheme starts that ends at `colon`, if it is `http` or `https` and a word of its own.
fn scheme_before(text: &str, colon: usize) -> Option<usize> {
    ["https", "http"].into_iter().find_map(|scheme| {
        let start = colon.checked_sub(scheme.len())?;
        let written = text.get(start..colon)?;
        let before = text[..start].chars().next_back();
        let apart = before.is_none_or(|c| !c.is_alphanumeric() && c != '_');
        (apart && written.eq_ignore_ascii_case(scheme)).then_some(start)
    })
}

/// Number of bytes of `rest`, which follows `://`, that belong to an address between `<` and `>`; none where it is in
/// none.
fn bracketed(before: &str, rest: &str) -> Option<usize> {
    if !before.ends_with('<') {
        return None;
    }
    let end = rest.find(ends_bracketed);
    steps::count(end.unwrap_or(rest.len()));
    let end = end?;
    rest[end..].starts_with('>').then_some(end)
}

/// Number of bytes of `rest`, which follows `://`, that belong to the address or are punctuation at its end. Reads no
/// more than these, and nothing from a character on at which `stops`.
fn reach(before: &str, rest: &str, stops: impl Fn(char) -> bool) -> usize {
    let around = match before.chars().next_back() {
        Some('(') => Some(('(', ')')),
        Some('[') => Some(('[', ']')),
        _ => None,
    };
    let mut depth = 0_usize;
    for (at, c) in rest.char_indices() {
        steps::count(1);
        if ends_address(c) || stops(c) {
            return at;
        }
        if let Some((opening, closing)) = around {
            if c == closing && depth == 0 {
                return at;
            }
            depth += usize::from(c == opening);
            depth -= usize::from(c == closing);
        }
        if c == ']' && begins_destination(&rest[at..]) {
            // A label that opens after the address has begun belongs to a link of its own.
            return opening_of(&rest[..at]).unwrap_or(at);
        }
    }
    rest.len()
}

/// True if a text that starts with `]` is what follows the label of a Markdown link to a web address.
fn begins_destination(text: &str) -> bool {
    let Some(to) = text.strip_prefix("](") else {
        return false;
    };
    let to = to.trim_start();
    let to = to.strip_prefix('<').unwrap_or(to);
    ["http://", "https://"]
        .iter()
        .any(|scheme| to.get(..scheme.len()).is_some_and(|written| written.eq_ignore_ascii_case(scheme)))
}

/// Where the bracket is that a `]` after this text would close.
fn opening_of(text: &str) -> Option<usize> {
    let mut closed = 0_usize;
    steps::count(text.len());
    for (at, bracket) in text.rmatch_indices(['[', ']']) {
        if bracket == "]" {
            closed += 1;
        } else if closed == 0 {
            return Some(at);
        } else {
            closed -= 1;
        }
    }
    None
}

/// Number of bytes in the result of [`reach`] that belong to the address.
fn length(taken: &str) -> usize {
    let count = |wanted| taken.matches(wanted).count();
    // A closing bracket belongs to the address where the opening one does too.
    let mut round = (count('('), count(')'));
    let mut square = (count('['), count(']'));
    let mut kept = taken;
    while let Some(last) = kept.chars().next_back() {
        let belongs = match last {
            ')' => paired(&mut round),
            ']' => paired(&mut square),
            _ => !ends_sentence(last),
        };
        if belongs {
            break;
        }
        kept = &kept[..kept.len() - last.len_utf8()];
    }
    kept.len()
}

/// True if the last closing bracket has an opening one; if not, it is taken off the count.
fn paired((opened, closed): &mut (usize, usize)) -> bool {
    let paired = opened >= closed;
    *closed -= usize::from(!paired);
    paired
}

/// True if an address ends before this character.
fn ends_address(c: char) -> bool {
    ends_bracketed(c) || matches!(c, '"' | '“' | '”' | '«' | '»' | '|')
}

/// True if an address between `<` and `>` can't have this character. Characters that change the direction of writing
/// could make one address look like another, and the word joiner separates what is escaped.
fn ends_bracketed(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(c, '<' | '>' | '`' | '\u{2060}')
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn ends_sentence(c: char) -> bool {
    matches!(c, '.' | ',' | ':' | ';' | '!' | '?' | '\'' | '’' | '*' | '_' | '~' | '…' | '。' | '，' | '、')
}

/// True if `rest`, which follows `://`, starts with a host, which punctuation may follow.
fn names_host(before: &str, rest: &str) -> bool {
    let begins_path = |c: char| matches!(c, '/' | '?' | '#' | '\\');
    let (host, after) = rest.split_at(reach(before, rest, begins_path));
    if is_address(&format!("http://{host}")) {
        return true;
    }
    // Where a path follows, the punctuation is part of the host, and makes it none.
    let bare = &host[..length(host)];
    !after.starts_with(begins_path) && is_address(&format!("http://{bare}"))
}

fn is_address(text: &str) -> bool {
    steps::count(text.len());
    web_url::parse(text).is_some()
}

/// An address between `<` and `>`, which ends it whatever follows. Characters that can't be there are percent-encoded.
pub fn in_brackets(address: &str) -> String {
    let mut out = String::with_capacity(address.len() + 2);
    out.push('<');
    for c in address.chars() {
        if ends_bracketed(c) {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                let _ = write!(out, "%{byte:02X}");
            }
        } else {
            out.push(c);
        }
    }
    out.push('>');
    out
}

/// True if a link to `to`, a web address, can have this text as its label: any address in it is `to` itself.
pub(super) fn names_only(label: &str, to: &str) -> bool {
    let is_it = |text: &str| web_url::parse(text).is_some_and(|url| url.as_str() == to);
    let words = label.trim();
    !words.contains(AFTER_SCHEME)
        || !words.contains(ends_bracketed) && is_it(words)
        || cut(words).iter().all(|part| if part.is_link { is_it(part.text) } else { !part.text.contains(AFTER_SCHEME) })
}
