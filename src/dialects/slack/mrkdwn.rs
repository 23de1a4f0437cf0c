//! Slack's mrkdwn as the chat's Markdown: `*bold*`, `_italic_`, `~struck~`, code, `<…>` links and mentions, entities.
//! Which texts are mrkdwn and which plain is up to the modules above.

use crate::chat::mentions::Target;
use crate::dialects::limits::web_url;
use crate::dialects::scanner::{Scanner, bracketed};
use crate::dialects::steps;
use crate::dialects::text::{CodeSpans, Text, escape};
use crate::ids;

/// The longest `<…>`, in bytes; a longer one is text.
const LONGEST_TOKEN: usize = 4_096;
/// The entities that Slack's senders must escape, unescaped last.
const ENTITIES: [(&str, &str); 3] = [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];

/// Translates a text. Linear.
pub(super) fn translate(text: &str) -> Text {
    let mut writer = Writer {
        scanner: Scanner::of(text),
        signs: MarkupSigns::of(text),
    };
    while writer
        .scanner
        .copy_to(&['<', '&', '*', '_', '~', '`', '\\'])
    {
        writer.special();
    }
    writer.scanner.out
}

/// Text without markup: only entities are unescaped, and nothing in it is a mention.
pub(super) fn plain(text: &str) -> Text {
    let mut out = Text::default();
    out.no_mention(&escape(&unescape(text)));
    out
}

/// Undoes `&lt;`, `&gt;` and `&amp;`, once.
pub(super) fn unescape(text: &str) -> String {
    steps::count(text.len());
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
}

/// A link with a label, or the address itself where the label says nothing else.
pub(super) fn link(url: &str, label: &str, out: &mut Text) {
    let words = label.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some(url) = web_url(url) else {
        match url.strip_prefix("mailto:") {
            Some(address) if words.is_empty() || words == address => {
                out.no_mention(&escape(address));
            }
            _ if words.is_empty() => out.no_mention(&escape(url)),
            _ => out.no_mention(&format!("{} ({})", escape(&words), escape(url))),
        }
        return;
    };
    let url = url
        .replace('(', "%28")
        .replace(')', "%29")
        .replace('<', "%3C")
        .replace('>', "%3E");
    // A label that looks like an address could lie about where it leads.
    if words.is_empty() || words.contains("://") || words.contains(['[', ']']) {
        out.no_mention(&url);
        if !words.is_empty() && !words.contains("://") {
            out.no_mention(&format!(" ({})", escape(&words)));
        }
    } else {
        out.no_mention(&format!("[{}]({url})", escape(&words)));
    }
}

/// The mention of a user by id; another system's id is text.
pub(super) fn user(id: &str, label: Option<&str>, out: &mut Text) {
    named(id, label, Target::User, out);
}

/// The mention of a group of users, which is a role here.
pub(super) fn group(id: &str, label: Option<&str>, out: &mut Text) {
    named(id, label, Target::Role, out);
}

fn named(id: &str, label: Option<&str>, target: fn(i64) -> Target, out: &mut Text) {
    match ids::parse(id) {
        Some(id) => out.mention(target(id)),
        None => {
            let name = label.filter(|label| !label.is_empty()).unwrap_or(id);
            let name = name.trim_start_matches('@');
            out.no_mention(&format!("@{}", escape(name)));
        }
    }
}

struct Writer<'t> {
    scanner: Scanner<'t>,
    signs: MarkupSigns,
}

impl Writer<'_> {
    fn special(&mut self) {
        let rest = self.scanner.rest();
        match rest.as_bytes().first() {
            Some(b'`') => self.ticks(),
            Some(b'&') => self.entity(),
            Some(b'<') => match token(rest) {
                Some(inside) => {
                    self.scanner.take(inside.len() + 2);
                    self.token(inside);
                }
                None => self.scanner.markup(1),
            },
            Some(b'\\') => {
                self.scanner.take(1);
                // Slack knows no escapes: what follows still means what it means.
                self.scanner.out.markup(if rest.starts_with("\\_(ツ)_/") {
                    "\\"
                } else {
                    "\\\u{2060}"
                });
            }
            _ => self.sign(),
        }
    }

    fn sign(&mut self) {
        let (at, before) = (self.scanner.at(), self.scanner.before());
        let sign = self.scanner.take(1);
        if !self.signs.is_paired(at) {
            // Doubled signs are Mattermost's and Rocket.Chat's own Markdown.
            let is_double = before.ends_with(sign) || self.scanner.rest().starts_with(sign);
            if sign == "*" && !is_double {
                self.scanner.out.markup("\\");
            }
            self.scanner.out.markup(sign);
            return;
        }
        self.scanner.out.markup(match sign {
            "*" => "**",
            "~" => "~~",
            other => other,
        });
    }

    /// Code, whose entities are unescaped and in which nothing is a mention; or backticks that nothing closes.
    fn ticks(&mut self) {
        let Some((code, ticks)) = self.scanner.take_code() else {
            return;
        };
        let inner = code.get(ticks..code.len() - ticks).unwrap_or_default();
        let fence = "`".repeat(ticks);
        let inner = unescape(inner);
        let written = if ticks >= 3 && code.contains('\n') {
            // Slack lets code begin and end on the lines of its fences.
            let before = if inner.starts_with('\n') { "" } else { "\n" };
            let after = if inner.ends_with('\n') { "" } else { "\n" };
            format!("{fence}{before}{inner}{after}{fence}")
        } else {
            format!("{fence}{inner}{fence}")
        };
        self.scanner.out.no_mention(&written);
    }

    fn entity(&mut self) {
        let rest = self.scanner.rest();
        match ENTITIES.iter().find(|(entity, _)| rest.starts_with(entity)) {
            None => self.scanner.markup(1),
            Some((entity, sign)) => {
                let before = self.scanner.before();
                let begins_line = before.is_empty() || before.ends_with('\n');
                self.scanner.take(entity.len());
                // `&gt;` at the beginning of a line is Slack's quote.
                match *sign {
                    ">" if begins_line => {
                        let spaced = self.scanner.rest().starts_with(' ');
                        self.scanner.out.markup(if spaced { ">" } else { "> " });
                    }
                    sign => self.scanner.out.no_mention(sign),
                }
            }
        }
    }

    fn token(&mut self, inside: &str) {
        let (target, label) = match inside.split_once('|') {
            Some((target, label)) => (target, Some(unescape(label))),
            None => (inside, None),
        };
        let label = label.as_deref();
        if let Some(id) = target.strip_prefix('@') {
            user(id, label, &mut self.scanner.out);
        } else if let Some(id) = target.strip_prefix('#') {
            let name = label.filter(|label| !label.is_empty()).unwrap_or(id);
            self.scanner
                .out
                .no_mention(&format!("#{}", escape(name.trim_start_matches('#'))));
        } else if let Some(command) = target.strip_prefix('!') {
            self.command(command, label);
        } else {
            link(
                &unescape(target),
                label.unwrap_or_default(),
                &mut self.scanner.out,
            );
        }
    }

    fn command(&mut self, command: &str, label: Option<&str>) {
        if matches!(command, "channel" | "here" | "everyone") {
            self.scanner.out.mention(Target::All);
        } else if let Some(id) = command.strip_prefix("subteam^") {
            group(id, label, &mut self.scanner.out);
        } else {
            // `date^…` and what is not known: the words for those who don't know it.
            let words = label.filter(|label| !label.is_empty());
            let words = words.unwrap_or_else(|| command.split('^').next().unwrap_or_default());
            self.scanner.out.no_mention(&escape(words));
        }
    }
}

/// What is between `<` and `>` at the beginning of a text, on one line; none for anything else.
fn token(text: &str) -> Option<&str> {
    let inside = bracketed(text, LONGEST_TOKEN)?;
    let says = inside.trim_start_matches(['@', '#', '!', '|']);
    (!says.is_empty() && !inside.starts_with(char::is_whitespace)).then_some(inside)
}

/// Which of the signs `*`, `_` and `~` open or close something: on one line, not inside a word, not next to a space
/// within, and not in code or in `<…>`.
struct MarkupSigns(std::collections::HashSet<usize>);

impl MarkupSigns {
    fn of(text: &str) -> Self {
        let code = CodeSpans::of(text);
        let mut paired = std::collections::HashSet::new();
        let mut open: [Option<usize>; 3] = [None; 3];
        let mut before: Option<char> = None;
        let mut at = 0;
        while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
            steps::count(1);
            let rest = text.get(at..).unwrap_or_default();
            let length = match c {
                '`' => {
                    let ticks = rest.len() - rest.trim_start_matches('`').len();
                    code.end(at, ticks).map_or(ticks, |end| end - at)
                }
                '<' => token(rest).map_or(1, |inside| inside.len() + 2),
                c => c.len_utf8(),
            };
            if c == '\n' {
                open = [None; 3];
            }
            if let Some(kind) = ['*', '_', '~'].iter().position(|sign| *sign == c) {
                let after = rest.get(1..).and_then(|rest| rest.chars().next());
                let in_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
                let is_gap = |c: Option<char>| c.is_none_or(char::is_whitespace);
                let sign = Some(c);
                match open.get(kind).copied().flatten() {
                    Some(start)
                        if !is_gap(before)
                            && !in_word(after)
                            && before != sign
                            && after != sign =>
                    {
                        paired.extend([start, at]);
                        // What opened within and has not closed stays text.
                        for other in &mut open {
                            other.take_if(|other| *other >= start);
                        }
                    }
                    _ if !in_word(before) && !is_gap(after) && before != sign && after != sign => {
                        if let Some(slot) = open.get_mut(kind) {
                            *slot = Some(at);
                        }
                    }
                    _ => {}
                }
            }
            before = Some(c);
            at += length;
        }
        Self(paired)
    }

    fn is_paired(&self, at: usize) -> bool {
        self.0.contains(&at)
    }
}
