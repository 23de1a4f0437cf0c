//! Web addresses in a message's text, found so that a page can make links of them.
//! Mentions were cut out before; what lies behind an address is never looked at.

use url::Url;

/// A stretch of text, never empty: a web address, or what stands between two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch<'t> {
    /// The text as it was written.
    pub text: &'t str,
    /// Whether it is an `http` or `https` address, and the text so fit for a link.
    pub is_link: bool,
}

/// Cuts a text along the web addresses in it; the stretches together are the text again.
///
/// An address begins with its scheme, not in the middle of a word, and ends before white space,
/// quotes and angle brackets. Punctuation at its end belongs to the sentence around it.
#[must_use]
pub fn cut(text: &str) -> Vec<Stretch<'_>> {
    let mut stretches = Vec::new();
    let (mut drawn, mut seen) = (0, 0);
    while let Some(found) = text[seen..].find(AFTER_SCHEME) {
        let colon = seen + found;
        seen = colon + AFTER_SCHEME.len();
        let Some(start) = scheme_before(text, colon).filter(|start| *start >= drawn) else {
            continue;
        };
        // Whether it is an address lies with its host alone. What follows is looked at only then: it may be long, and
        // hold many more that are none.
        if !names_host(&text[seen..]) {
            continue;
        }
        let end = seen + length(&text[seen..]);
        let address = &text[start..end];
        if !is_address(address) {
            continue;
        }
        stretches.extend(plain(&text[drawn..start]));
        stretches.push(Stretch {
            text: address,
            is_link: true,
        });
        (drawn, seen) = (end, end);
    }
    stretches.extend(plain(&text[drawn..]));
    stretches
}

const AFTER_SCHEME: &str = "://";

fn plain(text: &str) -> Option<Stretch<'_>> {
    (!text.is_empty()).then_some(Stretch {
        text,
        is_link: false,
    })
}

/// Where the scheme begins that ends at `colon`, if it is one of ours and a word of its own.
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

/// What no address goes on through. Characters that turn the direction of writing would let one
/// address look like another.
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

/// Whether `rest`, which follows `://`, begins with a host, or with one and punctuation behind it.
fn names_host(rest: &str) -> bool {
    let ends = |c| matches!(c, '/' | '?' | '#' | '\\') || ends_address(c);
    let host = &rest[..rest.find(ends).unwrap_or(rest.len())];
    let bare = &host[..length(host)];
    is_address(&format!("http://{host}")) || is_address(&format!("http://{bare}"))
}

fn is_address(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}
