//! Finds the web addresses in a message's text, for a page to turn into links.
//! Mentions are cut out before, and no address is ever requested.

use url::Url;

/// A part of a text, never empty: a web address, or the text between two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPart<'t> {
    /// The text as written.
    pub text: &'t str,
    /// Whether it is an `http` or `https` address, and so can be a link.
    pub is_link: bool,
}

/// Splits a text into web addresses and what is between them; the parts together are the text again.
///
/// An address starts with its scheme, not in the middle of a word, and ends before white space, quotes and angle brackets.
/// Punctuation at its end belongs to the sentence around it.
#[must_use]
pub fn cut(text: &str) -> Vec<TextPart<'_>> {
    let mut parts = Vec::new();
    let (mut done, mut seen) = (0, 0);
    while let Some(found) = text[seen..].find(AFTER_SCHEME) {
        let colon = seen + found;
        seen = colon + AFTER_SCHEME.len();
        let Some(start) = scheme_before(text, colon).filter(|start| *start >= done) else {
            continue;
        };
        // Only the host decides whether it is an address. The rest is read only then: it may be long, and contain many
        // more that are none.
        if !names_host(&text[seen..]) {
            continue;
        }
        let end = seen + length(&text[seen..]);
        let address = &text[start..end];
        if !is_address(address) {
            continue;
        }
        parts.extend(plain(&text[done..start]));
        parts.push(TextPart {
            text: address,
            is_link: true,
        });
        (done, seen) = (end, end);
    }
    parts.extend(plain(&text[done..]));
    parts
}

const AFTER_SCHEME: &str = "://";

fn plain(text: &str) -> Option<TextPart<'_>> {
    (!text.is_empty()).then_some(TextPart {
        text,
        is_link: false,
    })
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

/// How many bytes of `rest`, which follows `://`, belong to the address.
fn length(rest: &str) -> usize {
    let taken = &rest[..rest.find(ends_address).unwrap_or(rest.len())];
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

/// Whether the last closing bracket has an opening one; if not, it is taken off the count.
fn paired((opened, closed): &mut (usize, usize)) -> bool {
    let paired = opened >= closed;
    *closed -= usize::from(!paired);
    paired
}

/// Whether an address ends before this character. Characters that change the direction of writing could make one address
/// look like another.
fn ends_address(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(c, '<' | '>' | '"' | '`' | '“' | '”' | '«' | '»')
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn ends_sentence(c: char) -> bool {
    matches!(
        c,
        '.' | ',' | ':' | ';' | '!' | '?' | '\'' | '’' | '*' | '_' | '~' | '…' | '。' | '，' | '、'
    )
}

/// Whether `rest`, which follows `://`, starts with a host, which punctuation may follow.
fn names_host(rest: &str) -> bool {
    let ends = |c| matches!(c, '/' | '?' | '#' | '\\') || ends_address(c);
    let (host, after) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
    if is_address(&format!("http://{host}")) {
        return true;
    }
    // Where a path follows, the punctuation is part of the host, and makes it none.
    let bare = &host[..length(host)];
    !after.starts_with(['/', '?', '#', '\\']) && is_address(&format!("http://{bare}"))
}

fn is_address(text: &str) -> bool {
    web_address(text).is_some()
}

/// The web address that a link to `text` leads to; none if it is not `http` or `https`.
#[must_use]
pub fn web_address(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    (matches!(url.scheme(), "http" | "https") && url.has_host()).then_some(url)
}
