//! Discord's text as the chat's Markdown: mentions become marks, and what only Discord knows becomes readable text.
//! Markdown that both know stays as it is; `||spoilers||` keep their bars.

use time::macros::format_description;

use crate::chat::mentions::{self, Target};
use crate::clock;
use crate::dialects::scanner::{Scanner, bracketed};
use crate::dialects::text::{Text, escape};
use crate::ids;

/// The longest `<…>`, in bytes: a command's name has 32 characters, and may have two more such names behind it.
const LONGEST_TOKEN: usize = 512;

/// Translates a text. Linear.
pub(super) fn translate(text: &str) -> Text {
    let mut writer = Writer {
        scanner: Scanner::of(text),
        quoting: false,
    };
    writer.begin_line();
    while writer.scanner.copy_to(&['<', '@', '`', '\\', '\n']) {
        writer.special();
    }
    writer.scanner.out
}

struct Writer<'t> {
    scanner: Scanner<'t>,
    /// Whether `>>> ` has begun a quote that goes on to the end.
    quoting: bool,
}

impl Writer<'_> {
    fn begin_line(&mut self) {
        if self.quoting {
            self.scanner.out.markup("> ");
        } else if self.scanner.rest().starts_with(">>> ") {
            self.quoting = true;
            self.scanner.take(4);
            self.scanner.out.markup("> ");
        }
        // Small print.
        if self.scanner.rest().starts_with("-# ") {
            self.scanner.take(3);
        }
    }

    fn special(&mut self) {
        let rest = self.scanner.rest();
        match rest.as_bytes().first() {
            Some(b'\n') => {
                self.scanner.markup(1);
                self.begin_line();
            }
            Some(b'`') => self.ticks(),
            Some(b'\\') => self.escaped(),
            Some(b'@') => self.everyone(),
            _ => match token(rest) {
                Some((token, length)) => {
                    self.scanner.take(length);
                    self.token(token);
                }
                None => self.scanner.markup(1),
            },
        }
    }

    fn token(&mut self, token: Token<'_>) {
        match token {
            Token::Mention(target) => self.scanner.out.mention(target),
            Token::Words(words) => self.scanner.out.no_mention(&words),
            Token::Name(before, name) => self
                .scanner
                .out
                .no_mention(&format!("{before}{}", escape(name))),
            Token::Emoji(name) => self.scanner.out.no_mention(&format!(":{}:", escape(name))),
        }
    }

    /// Code, in which nothing is a mention; or backticks that nothing closes.
    fn ticks(&mut self) {
        let Some((code, _)) = self.scanner.take_code() else {
            return;
        };
        if self.quoting {
            self.scanner.out.no_mention(&code.replace('\n', "\n> "));
        } else if code.contains('@') {
            self.scanner.out.no_mention(code);
        } else {
            self.scanner.out.markup(code);
        }
    }

    /// After a backslash, a mention is text and a sign marks nothing.
    fn escaped(&mut self) {
        let after = self.scanner.rest().get(1..).unwrap_or_default();
        if let Some((_, length)) = token(after) {
            self.scanner.take(1);
            let written = self.scanner.take(length);
            self.scanner.out.no_mention(written);
        } else if let Some(length) = everyone(after) {
            self.scanner.take(1);
            let written = self.scanner.take(length);
            self.scanner.out.no_mention(written);
        } else {
            let next = after.chars().next().filter(|next| *next != '\n');
            self.scanner.markup(1 + next.map_or(0, char::len_utf8));
        }
    }

    fn everyone(&mut self) {
        let Some(length) = everyone(self.scanner.rest()) else {
            self.scanner.markup(1);
            return;
        };
        let after = self.scanner.rest().get(length..).unwrap_or_default();
        if !mentions::opens(self.scanner.before()) {
            // Part of an address.
            let written = self.scanner.take(length);
            self.scanner.out.no_mention(written);
        } else if mentions::closes(after) {
            self.scanner.take(length);
            self.scanner.out.mention(Target::All);
        } else {
            // The beginning of a longer name, if it is one.
            self.scanner.markup(1);
        }
    }
}

fn everyone(text: &str) -> Option<usize> {
    ["@everyone", "@here"]
        .into_iter()
        .find(|word| text.starts_with(word))
        .map(str::len)
}

enum Token<'t> {
    Mention(Target),
    Words(String),
    /// A name after a sign.
    Name(&'static str, &'t str),
    Emoji(&'t str),
}

/// What `<…>` at the beginning of a text means, and its length in bytes; none for anything that Discord doesn't know.
fn token(text: &str) -> Option<(Token<'_>, usize)> {
    let inside = bracketed(text, LONGEST_TOKEN)?;
    Some((read(inside)?, inside.len() + 2))
}

fn read(inside: &str) -> Option<Token<'_>> {
    if let Some(id) = inside.strip_prefix("@&") {
        return mention(id, Target::Role);
    }
    if let Some(id) = inside.strip_prefix('@') {
        return mention(id.strip_prefix('!').unwrap_or(id), Target::User);
    }
    if let Some(id) = inside.strip_prefix('#') {
        return is_digits(id).then(|| Token::Words(format!("#{id}")));
    }
    if let Some(command) = inside.strip_prefix('/') {
        let (name, id) = command.rsplit_once(':')?;
        return (is_digits(id) && !name.is_empty()).then_some(Token::Name("/", name));
    }
    if let Some(moment) = inside.strip_prefix("t:") {
        return time(moment).map(Token::Words);
    }
    let emoji = inside.strip_prefix('a').unwrap_or(inside);
    let (name, id) = emoji.strip_prefix(':')?.split_once(':')?;
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    (is_digits(id) && !name.is_empty() && name.chars().all(is_name)).then_some(Token::Emoji(name))
}

/// A mention, or where the id is not one of Portico's, text.
fn mention<'t>(id: &str, target: fn(i64) -> Target) -> Option<Token<'t>> {
    is_digits(id).then(|| match ids::parse(id) {
        Some(id) => Token::Mention(target(id)),
        None => Token::Words(format!("@{id}")),
    })
}

fn is_digits(text: &str) -> bool {
    (1..=20).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `unix` or `unix:style`, in UTC. What is relative at Discord (`R`) is written out.
fn time(moment: &str) -> Option<String> {
    let (seconds, style) = moment.split_once(':').unwrap_or((moment, "f"));
    let at = seconds.parse::<i64>().ok()?.checked_mul(1_000)?;
    let written = match style {
        "t" => clock::written(at, format_description!("[hour]:[minute] UTC")),
        "T" => clock::written(at, format_description!("[hour]:[minute]:[second] UTC")),
        "d" | "D" => clock::written(at, format_description!("[year]-[month]-[day]")),
        "f" | "F" | "R" | "s" | "S" => clock::written(
            at,
            format_description!("[year]-[month]-[day] [hour]:[minute] UTC"),
        ),
        _ => return None,
    };
    Some(written)
}
