//! A text in mrkdwn or Markdown, read from its beginning to its end and written as the chat's Markdown.

use super::signs::MarkupSigns;
use super::{
    Markup, STYLES, WORD_JOINER, begins_line, formatted, group, link_as, linked, token, unescape, user, within_line,
    words,
};
use crate::emoji;
use crate::escapes::{self, Brackets};
use crate::fences::Block;
use crate::scanner::Scanner;
use crate::text::Text;
use portico_rules::chat::links;
use portico_rules::chat::mentions::MentionTarget;

/// The entities that Slack's senders must escape, unescaped last.
const ENTITIES: [(&str, &str); 3] = [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];
/// Signs that quote everything after them, at the beginning of a line: as Slack wants it escaped, and as some send it.
const QUOTES_ALL: [&str; 2] = ["&gt;&gt;&gt;", ">>>"];
/// Signs that quote a line at its beginning, a space after them or not.
const QUOTES: [&str; 2] = ["&gt;", ">"];
/// Signs that would mark a line here but don't at Slack.
const MARKS_LINE: [&str; 4] = ["&gt;", ">", "#", "-"];
/// Separates a sign from a word and takes no space: some senders write it around each sign.
const ZERO_WIDTH_SPACE: char = '\u{200b}';

/// Translates a text for which its sender switched mrkdwn off: its signs mark nothing, but `<…>` and entities mean what
/// they always do. Linear.
pub(in crate::slack) fn unformatted(text: &str) -> Text {
    let mut writer = MrkdwnWriter {
        scanner: Scanner::new(text),
        signs: MarkupSigns::default(),
        markup: Markup::Plain,
        quoting: false,
        after_emoji: None,
        brackets: Brackets::default(),
    };
    loop {
        let rest = writer.scanner.rest();
        let next = rest.match_indices('<').find_map(|(at, _)| Some((at, token(rest.get(at..)?)?)));
        let before = writer.scanner.take(next.map_or(rest.len(), |(at, _)| at));
        words(&emoji::replaced(&unescape(before)), &mut writer.scanner.out);
        let Some((_, inside)) = next else {
            return writer.scanner.out;
        };
        writer.scanner.take(inside.len() + 2);
        writer.token(inside);
    }
}

pub(super) struct MrkdwnWriter<'t> {
    scanner: Scanner<'t>,
    signs: MarkupSigns,
    /// The meaning of its signs, in labels too.
    markup: Markup,
    /// True if `>>>` has begun a quote that goes on to the end.
    quoting: bool,
    /// Where the emoji ended that was written last.
    after_emoji: Option<usize>,
    brackets: Brackets,
}

impl<'t> MrkdwnWriter<'t> {
    pub(super) fn new(text: &'t str, markup: Markup) -> Self {
        let (scanner, signs) = if markup == Markup::Mrkdwn {
            let (signs, addresses) = MarkupSigns::find(text);
            (Scanner::with_addresses(text, addresses), signs)
        } else {
            (Scanner::new(text), MarkupSigns::default())
        };
        Self { scanner, signs, markup, quoting: false, after_emoji: None, brackets: Brackets::default() }
    }

    pub(super) fn write(mut self) -> Text {
        let signs: &[char] = match self.markup {
            Markup::Mrkdwn => &['<', '&', '*', '_', '~', '`', '\\', '\n', ':', ZERO_WIDTH_SPACE],
            Markup::Markdown | Markup::Plain => &['<', '&', '`', '\\', '\n', ':', '[', ']'],
        };
        // A sign at the end of an address is part of it only between brackets, and a bracket before it is shown beside others.
        let write = |address: &str, out: &mut Text| {
            let address = unescape(address);
            let ends_in_sign = address.ends_with(|c| STYLES.iter().any(|(sign, _)| *sign == c));
            let is_apart = ends_in_sign || out.written().ends_with('<');
            out.markup(&if is_apart { links::in_brackets(&address) } else { address });
        };
        while self.scanner.copy_to(signs, write) {
            self.special();
        }
        self.scanner.out
    }

    pub(super) fn begin_line(&mut self) {
        if self.markup == Markup::Markdown {
            self.begin_markdown_line();
            return;
        }
        if !self.quoting {
            let rest = self.scanner.rest();
            let all = QUOTES_ALL.into_iter().find(|sign| {
                let quoted = rest.strip_prefix(sign);
                quoted.is_some_and(|quoted| !quoted.trim_start().is_empty())
            });
            let one = || QUOTES.into_iter().find(|sign| rest.starts_with(sign));
            let Some(sign) = all.or_else(one) else {
                return;
            };
            self.quoting = all.is_some();
            self.scanner.take(sign.len());
            if self.scanner.rest().starts_with(' ') {
                self.scanner.take(1);
            }
        }
        self.scanner.out.markup("> ");
        // A quote within a quote would be text, and all markup in it.
        self.escape_one_of(&QUOTES);
    }

    /// A quote at the beginning of a line. One within a quote would be text here, and all markup in it.
    fn begin_markdown_line(&mut self) {
        if !self.scanner.rest().starts_with('>') {
            return;
        }
        while self.scanner.rest().starts_with('>') {
            self.scanner.take(1);
            if self.scanner.rest().starts_with(' ') {
                self.scanner.take(1);
            }
        }
        self.scanner.out.markup("> ");
    }

    /// Takes the meaning of a sign that comes next, if it is one of these.
    fn escape_one_of(&mut self, signs: &[&str]) {
        let rest = self.scanner.rest();
        if signs.iter().any(|sign| rest.starts_with(sign)) {
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
            Some(b'&') => self.entity(),
            Some(b':') => self.emoji(),
            Some(b'[' | b']') => self.bracket(),
            Some(b'<') => match token(rest) {
                Some(inside) => {
                    self.scanner.take(inside.len() + 2);
                    self.token(inside);
                }
                None => {
                    // As a tag at the beginning of a line it would make text of all markup after it.
                    let names_tag = |c: char| c.is_ascii_alphabetic() || "/!?".contains(c);
                    let is_tag = rest.get(1..).is_some_and(|tag| tag.starts_with(names_tag));
                    if is_tag && begins_line(&self.scanner.out) {
                        self.scanner.out.markup(WORD_JOINER);
                    }
                    self.scanner.markup(1);
                }
            },
            Some(b'\\') if self.markup == Markup::Markdown => self.escaped(),
            Some(b'\\') => {
                self.scanner.take(1);
                // Slack knows no escapes: what follows still means what it means.
                self.scanner.out.markup("\\");
                if !rest.starts_with("\\_(ツ)_/") {
                    self.scanner.out.markup(WORD_JOINER);
                }
            }
            _ if rest.starts_with(ZERO_WIDTH_SPACE) => self.zero_width_space(),
            _ => self.sign(),
        }
    }

    /// A bracket of a link, or one that belongs to another that marks nothing.
    fn bracket(&mut self) {
        let is_closing = self.scanner.rest().starts_with(']');
        self.scanner.markup(1);
        if !is_closing {
            self.brackets.open(false);
        } else if self.brackets.close() && self.scanner.rest().starts_with('(') {
            self.scanner.out.markup(WORD_JOINER);
        }
    }

    /// A sign after a backslash marks nothing.
    fn escaped(&mut self) {
        let after = self.scanner.rest().get(1..).unwrap_or_default();
        let Some(sign) = after.chars().next().filter(char::is_ascii_punctuation) else {
            self.scanner.markup(1);
            return;
        };
        escapes::copy(sign, &mut self.scanner, &mut self.brackets);
    }

    /// Left out beside a sign, unless it separates the sign from a word.
    fn zero_width_space(&mut self) {
        let before = self.scanner.before().chars().next_back();
        let space = self.scanner.take(ZERO_WIDTH_SPACE.len_utf8());
        let after = self.scanner.rest().chars().next();
        let is_sign = |c: Option<char>| c.is_some_and(|c| STYLES.iter().any(|(sign, _)| *sign == c) || c == '`');
        let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let separates = is_word(before) || is_word(after);
        if separates || !(is_sign(before) || is_sign(after)) {
            self.scanner.out.markup(space);
        }
    }

    fn sign(&mut self) {
        let (at, before) = (self.scanner.at(), self.scanner.before());
        let sign = self.scanner.take(1);
        if !self.signs.is_paired(at) {
            // Doubled signs are Mattermost's and Rocket.Chat's own Markdown.
            let is_double = before.ends_with(sign) || self.scanner.rest().starts_with(sign);
            if sign == "*" && !is_double {
                if self.signs.after_address.contains(&at) {
                    // The backslash would be part of it.
                    self.scanner.out.markup(WORD_JOINER);
                }
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
        if self.markup == Markup::Markdown {
            self.scanner.out.no_mention(code);
            return;
        }
        let inner = code.get(ticks..code.len() - ticks).unwrap_or_default();
        if ticks >= 3 && inner.contains('\n') {
            self.block(&unescape(inner), ticks);
            return;
        }
        // A link is one in code too.
        if ticks == 1
            && let Some((url, label)) = linked(inner)
        {
            let code = |label: &str| format!("`{label}`");
            link_as(code, &url, &label, &mut self.scanner.out);
            return;
        }
        let fence = "`".repeat(ticks);
        let written = format!("{fence}{}{fence}", unescape(inner));
        self.scanner.out.no_mention(&if self.quoting { written.replace('\n', "\n> ") } else { written });
    }

    /// Code over several lines: Slack lets it begin and end anywhere in a line.
    fn block(&mut self, code: &str, ticks: usize) {
        let block = Block { language: "", code, ticks };
        let (written, blanks) = block.between(self.scanner.out.written(), self.scanner.rest());
        self.scanner.out.no_mention(&written);
        if let Some(blanks) = blanks {
            self.scanner.take(blanks);
            self.escape_one_of(&MARKS_LINE);
        }
    }

    fn entity(&mut self) {
        let rest = self.scanner.rest();
        match ENTITIES.iter().find(|(entity, _)| rest.starts_with(entity)) {
            None => self.scanner.markup(1),
            Some((entity, sign)) => {
                self.scanner.take(entity.len());
                // Where Markdown is read, an escaped sign quotes nothing.
                let is_quote = *sign == ">" && self.markup == Markup::Markdown && begins_line(&self.scanner.out);
                self.scanner.out.no_mention(if is_quote { "\\>" } else { sign });
            }
        }
    }

    fn emoji(&mut self) {
        let (rest, before) = (self.scanner.rest(), self.scanner.before());
        let follows = self.after_emoji == Some(self.scanner.at());
        match emoji::read(rest, before, follows) {
            None => self.scanner.markup(1),
            Some((emoji, length)) => {
                self.scanner.take(length);
                self.scanner.out.markup(emoji);
                self.after_emoji = Some(self.scanner.at());
            }
        }
    }

    fn token(&mut self, inside: &str) {
        let (target, label) = match inside.split_once('|') {
            Some((target, label)) => (target, Some(emoji::replaced(&unescape(label)).into_owned())),
            None => (inside, None),
        };
        let label = label.as_deref();
        if let Some(id) = target.strip_prefix('@') {
            user(id, label, &mut self.scanner.out);
        } else if let Some(id) = target.strip_prefix('#') {
            let name = label.filter(|label| !label.is_empty()).unwrap_or(id);
            self.scanner.out.no_mention(&format!("#{}", within_line(name.trim_start_matches('#'))));
        } else if let Some(command) = target.strip_prefix('!') {
            self.command(command, label);
        } else {
            let write = if self.markup == Markup::Mrkdwn { formatted } else { within_line };
            let label = label.unwrap_or_default();
            link_as(write, &unescape(target), label, &mut self.scanner.out);
        }
    }

    fn command(&mut self, command: &str, label: Option<&str>) {
        if matches!(command, "channel" | "here" | "everyone") {
            self.scanner.out.mention(MentionTarget::All);
        } else if let Some(id) = command.strip_prefix("subteam^") {
            group(id, label, &mut self.scanner.out);
        } else if let Some(date) = command.strip_prefix("date^") {
            let mut parts = date.split('^');
            let seconds = parts.next().and_then(|seconds| seconds.parse().ok());
            let format = parts.next().map(unescape).unwrap_or_default();
            let url = parts.next().map(unescape);
            super::date(seconds, &format, url.as_deref(), label, &mut self.scanner.out);
        } else {
            // The words for those who don't know the command.
            let name = command.split('^').next().unwrap_or_default();
            words(label.filter(|label| !label.is_empty()).unwrap_or(name), &mut self.scanner.out);
        }
    }
}
