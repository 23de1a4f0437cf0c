//! Discord's text as the chat's Markdown: mentions become marks, and what only Discord knows becomes readable text.
//! Markdown that both know stays as it is; `||spoilers||` keep their bars.

use crate::emoji;
use crate::escapes::{self, Brackets};
use crate::fences::Block;
use crate::scanner::{Scanner, bracketed};
use crate::text::{Text, WORD_JOINER, escape};
use portico_rules::chat::mentions::{self, MentionTarget};
use portico_rules::chat::times::{self, ChatTime};
use portico_rules::ids;

/// The longest `<…>`, in bytes: a command's name has 32 characters, and may have two more such names behind it.
const MAX_TOKEN_LENGTH: usize = 512;
/// Signs that mark a line here.
const MARKS_LINE: [char; 3] = ['>', '#', '-'];

/// Signs that may mean something.
const SIGNS: [char; 8] = ['<', '@', '`', '\\', '\n', '[', ']', ':'];

/// Translates a text. Linear.
pub(super) fn translate(text: &str) -> Text {
    let mut writer =
        MarkupWriter { scanner: Scanner::new(text), quoting: false, brackets: Brackets::default(), after_emoji: None };
    writer.begin_line();
    while writer.scanner.copy_to(&SIGNS, |address, out| out.markup(address)) {
        writer.special();
    }
    writer.scanner.out
}

struct MarkupWriter<'t> {
    scanner: Scanner<'t>,
    /// True if `>>> ` has begun a quote that goes on to the end.
    quoting: bool,
    brackets: Brackets,
    /// Where the emoji ended that was written last.
    after_emoji: Option<usize>,
}

impl MarkupWriter<'_> {
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
        // Without a space it quotes nothing, and here it would take the meaning of all markup after it.
        let quoted = self.scanner.rest().strip_prefix('>');
        let follows = |quoted: &str| quoted.starts_with(|c: char| !c.is_whitespace());
        if quoted.is_some_and(follows) {
            self.scanner.out.markup("\\");
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
            Some(b':') => self.emoji(),
            Some(b'[' | b']') => self.bracket(),
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
            Token::Time(time) => self.scanner.out.no_mention(&time.to_string()),
            Token::Name(before, name) => self.scanner.out.no_mention(&escape(&format!("{before}{name}"))),
            Token::Emoji(name) => self.scanner.out.no_mention(&format!(":{}:", escape(name))),
        }
    }

    /// Code, in which nothing is a mention; or backticks that nothing closes.
    fn ticks(&mut self) {
        let Some((code, ticks)) = self.scanner.take_code() else {
            return;
        };
        if ticks >= 3 && code.contains('\n') {
            self.block(code, ticks);
        } else if self.quoting {
            self.scanner.out.no_mention(&code.replace('\n', "\n> "));
        } else if code.contains(['@', '＠']) {
            self.scanner.out.no_mention(code);
        } else {
            self.scanner.out.markup(code);
        }
    }

    /// Code over several lines: Discord lets it begin and end anywhere in a line.
    fn block(&mut self, code: &str, ticks: usize) {
        let inner = code.get(ticks..code.len() - ticks).unwrap_or_default();
        let first = inner.split('\n').next().unwrap_or_default();
        let is_language = |c: char| c.is_ascii_alphanumeric() || "_+-.#".contains(c);
        let language = first.trim_end_matches('\r');
        let language = Some(language).filter(|word| word.chars().all(is_language));
        let language = language.unwrap_or_default();
        let block = Block { language, code: inner.get(language.len()..).unwrap_or_default(), ticks };
        let (written, blanks) = block.between(self.scanner.out.written(), self.scanner.rest());
        if self.quoting || written.contains(['@', '＠']) {
            self.scanner.out.no_mention(&written);
        } else {
            self.scanner.out.markup(&written);
        }
        if let Some(blanks) = blanks {
            self.scanner.take(blanks);
            if self.scanner.rest().starts_with(MARKS_LINE) {
                self.scanner.out.markup("\\");
            }
        }
    }

    /// A bracket of a link, or one that belongs to another that marks nothing.
    fn bracket(&mut self) {
        let is_closing = self.scanner.rest().starts_with(']');
        self.scanner.markup(1);
        if !is_closing {
            self.brackets.open(false);
        } else if self.brackets.close() && self.scanner.rest().starts_with('(') {
            self.scanner.out.markup(WORD_JOINER.encode_utf8(&mut [0; 4]));
        }
    }

    /// After a backslash, a mention is text and a sign marks nothing.
    fn escaped(&mut self) {
        let after = self.scanner.rest().get(1..).unwrap_or_default();
        if let Some((token, length)) = token(after) {
            self.scanner.take(1);
            let written = self.scanner.take(length);
            match (token, written.strip_prefix('<')) {
                (Token::Time(_), Some(written)) => {
                    self.scanner.out.no_mention(&format!("<{WORD_JOINER}{written}"));
                }
                _ => self.scanner.out.no_mention(written),
            }
        } else if let Some(length) = everyone(after) {
            self.scanner.take(1);
            let written = self.scanner.take(length);
            self.scanner.out.no_mention(written);
        } else if let Some(sign) = after.chars().next().filter(char::is_ascii_punctuation) {
            escapes::copy(sign, &mut self.scanner, &mut self.brackets);
        } else {
            self.scanner.markup(1);
        }
    }

    fn emoji(&mut self) {
        let follows = self.after_emoji == Some(self.scanner.at());
        match emoji::read(self.scanner.rest(), self.scanner.before(), follows) {
            None => self.scanner.markup(1),
            Some((emoji, length)) => {
                self.scanner.take(length);
                self.scanner.out.markup(emoji);
                self.after_emoji = Some(self.scanner.at());
            }
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
            self.scanner.out.mention(MentionTarget::All);
        } else {
            // The beginning of a longer name, if it is one.
            self.scanner.markup(1);
        }
    }
}

fn everyone(text: &str) -> Option<usize> {
    ["@everyone", "@here"].into_iter().find(|word| text.starts_with(word)).map(str::len)
}

enum Token<'t> {
    Mention(MentionTarget),
    Words(String),
    Time(ChatTime),
    /// A name after a sign.
    Name(&'static str, &'t str),
    Emoji(&'t str),
}

/// The token `<…>` at the beginning of a text, and its length in bytes; none for anything that Discord doesn't know.
fn token(text: &str) -> Option<(Token<'_>, usize)> {
    if let Some((time, length)) = times::read(text) {
        return Some((Token::Time(time), length));
    }
    let inside = bracketed(text, MAX_TOKEN_LENGTH)?;
    Some((read(inside)?, inside.len() + 2))
}

fn read(inside: &str) -> Option<Token<'_>> {
    if let Some(id) = inside.strip_prefix("@&") {
        return mention(id, MentionTarget::Role);
    }
    if let Some(id) = inside.strip_prefix('@') {
        return mention(id.strip_prefix('!').unwrap_or(id), MentionTarget::User);
    }
    if let Some(id) = inside.strip_prefix('#') {
        return is_digits(id).then(|| Token::Words(format!("#{id}")));
    }
    if let Some(command) = inside.strip_prefix('/') {
        let (name, id) = command.rsplit_once(':')?;
        return (is_digits(id) && !name.is_empty()).then_some(Token::Name("/", name));
    }
    let emoji = inside.strip_prefix('a').unwrap_or(inside);
    let (name, id) = emoji.strip_prefix(':')?.split_once(':')?;
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    (is_digits(id) && !name.is_empty() && name.chars().all(is_name)).then_some(Token::Emoji(name))
}

/// A mention, or where the id is not one of Portico's, text.
fn mention<'t, Id: From<i64>>(id: &str, target: fn(Id) -> MentionTarget) -> Option<Token<'t>> {
    is_digits(id).then(|| match ids::parse(id) {
        Some(id) => Token::Mention(target(id)),
        None => Token::Words(format!("@{id}")),
    })
}

fn is_digits(text: &str) -> bool {
    (1..=20).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use portico_rules::chat::mentions::MentionTarget;
    use proptest::prelude::*;

    use super::translate;

    proptest! {
        #[test]
        fn any_text_fits_and_mentions_only_what_it_has(text in "(<@[!&]?[0-9]{1,3}>|@everyone|@here|`|\\\\|<|>|\n|-# |>>> |é|[a@ ]){0,40}") {
            let translated = translate(&text);
            let (content, marks) = translated.into_parts();
            let mut end = 0;
            for mark in &marks {
                prop_assert!(end <= mark.range.start && content.get(mark.range.clone()).is_some());
                end = mark.range.end;
                let source = match mark.target {
                    None => continue,
                    Some(MentionTarget::All) => text.contains("@everyone") || text.contains("@here"),
                    Some(MentionTarget::User(id)) => text.contains(&format!("<@{id}>")) || text.contains(&format!("<@!{id}>")),
                    Some(MentionTarget::Role(id)) => text.contains(&format!("<@&{id}>")),
                };
                prop_assert!(source);
            }
            prop_assert!(content.len() <= 4 * text.len() + 8);
        }
    }
}
