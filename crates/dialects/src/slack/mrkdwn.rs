//! Slack's mrkdwn as the chat's Markdown: `*bold*`, `_italic_`, `~struck~`, code, `<…>` links and mentions, entities. In the
//! Markdown of Mattermost and Rocket.Chat, signs stay as they are, and `<…>` and entities mean the same.
//! The modules above decide which texts are which, and which plain.

use std::collections::HashSet;
use std::ops::Range;

use super::Markup;
use super::date_format::{self, DatePiece};
use crate::emoji;
use crate::escapes::{self, Brackets};
use crate::fences::Block;
use crate::limits::web_url;
use crate::scanner::{self, Scanner, bracketed};
use crate::steps;
use crate::text::{CodeSpans, Text, escape};
use portico_rules::chat::links;
use portico_rules::chat::mentions::MentionTarget;
use portico_rules::chat::names;
use portico_rules::chat::times::{ChatTime, TimeStyle};
use portico_rules::ids;

/// The longest `<…>`, in bytes; a longer one is text.
const MAX_TOKEN_LENGTH: usize = 4_096;
/// The entities that Slack's senders must escape, unescaped last.
const ENTITIES: [(&str, &str); 3] = [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];
/// Signs that quote everything after them, at the beginning of a line: as Slack wants it escaped, and as some send it.
const QUOTES_ALL: [&str; 2] = ["&gt;&gt;&gt;", ">>>"];
/// Signs that quote a line at its beginning, a space after them or not.
const QUOTES: [&str; 2] = ["&gt;", ">"];
/// Signs that would mark a line here but don't at Slack.
const MARKS_LINE: [&str; 4] = ["&gt;", ">", "#", "-"];
/// The schemes of `<…>` without `://`. With a label any scheme is one; alone, `<host:port>` is a placeholder.
const SCHEMES: [&str; 3] = ["mailto", "tel", "sms"];
/// Signs that mark a label from end to end, and those that mark it here.
const STYLES: [(char, &str); 3] = [('*', "**"), ('_', "_"), ('~', "~~")];
/// Separates two characters that together would be markup; takes no space.
const WORD_JOINER: &str = "\u{2060}";

/// Separates a sign from a word and takes no space: some senders write it around each sign.
const ZERO_WIDTH_SPACE: char = '\u{200b}';

/// Translates a text. Linear.
pub(super) fn translate(text: &str, markup: Markup) -> Text {
    let mut writer = MrkdwnWriter::new(text, markup);
    writer.begin_line();
    writer.write()
}

/// Translates a title or a name, in which `>` quotes nothing: `>90% full` keeps its sign.
pub(super) fn title(text: &str, markup: Markup) -> Text {
    MrkdwnWriter::new(text, markup).write()
}

/// Translates a text for which its sender switched mrkdwn off: its signs mark nothing, but `<…>` and entities mean what
/// they always do. Linear.
pub(super) fn unformatted(text: &str) -> Text {
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

/// Text without markup: only entities are unescaped, and names of emoji read if it `has_emoji`; nothing in it is a mention.
pub(super) fn plain(text: &str, has_emoji: bool) -> Text {
    let mut out = Text::default();
    let text = unescape(text);
    out.no_mention(&if has_emoji { escape(&emoji::replaced(&text)) } else { escape(&text) });
    out
}

/// Plain text after what is written already. Some signs mark something only at the beginning of a line, and are escaped
/// only there.
pub(super) fn words(text: &str, out: &mut Text) {
    // Blanks need no look back, which would pass all blanks before them again.
    if text.trim().is_empty() {
        out.no_mention(text);
        return;
    }
    out.no_mention(&if begins_line(out) { escape(text) } else { within_line(text) });
}

/// True if nothing but blanks is written of a line.
fn begins_line(out: &Text) -> bool {
    let before = out.written().trim_end_matches([' ', '\t']);
    before.is_empty() || before.ends_with('\n')
}

/// Plain text as Markdown, for a place that is not the beginning of a line.
pub(super) fn within_line(text: &str) -> String {
    escape(&format!(".{text}")).split_off(1)
}

/// Undoes `&lt;`, `&gt;` and `&amp;`, once.
pub(super) fn unescape(text: &str) -> String {
    steps::count(text.len());
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// A link with a plain label, or the address itself where the label says nothing else.
pub(super) fn link(url: &str, label: &str, out: &mut Text) {
    link_as(within_line, url, label, out);
}

/// A label in mrkdwn as Markdown: formatted where signs go around all of it, otherwise plain.
fn formatted(label: &str) -> String {
    let code = label.strip_prefix('`').and_then(|code| code.strip_suffix('`'));
    if let Some(code) = code.filter(|code| !code.trim().is_empty() && !code.contains('`')) {
        return format!("`{code}`");
    }
    for (sign, written) in STYLES {
        let words = label.strip_prefix(sign);
        let words = words.and_then(|words| words.strip_suffix(sign));
        let spans = |words: &&str| !words.is_empty() && words.trim() == *words && !words.contains([sign, '\\']);
        if let Some(words) = words.filter(spans) {
            return format!("{written}{}{written}", formatted(words));
        }
    }
    within_line(label)
}

/// A link whose label is written as Markdown by `write`.
fn link_as(write: impl Fn(&str) -> String, url: &str, label: &str, out: &mut Text) {
    let label = label.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some(url) = web_url(url) else {
        match url.strip_prefix("mailto:") {
            Some(address) if label.is_empty() || label == address => words(address, out),
            _ if label.is_empty() => words(url, out),
            _ => words(&format!("{label} ({url})"), out),
        }
        return;
    };
    // What is written before must not make a picture of the link, or take the meaning of its sign.
    if out.written().ends_with(['!', '\\']) {
        out.markup(WORD_JOINER);
    }
    let says_more = names::has_visible(&label) && !label.contains("://");
    // A label that looks like an address could lie about where it leads; these signs would end it elsewhere.
    if !says_more || label.contains(['[', ']']) || label.ends_with('\\') {
        out.no_mention(&links::in_brackets(url));
        if says_more {
            out.no_mention(&format!(" ({})", write(&label)));
        }
    } else {
        let url =
            url.replace('(', "%28").replace(')', "%29").replace('<', "%3C").replace('>', "%3E").replace('`', "%60");
        out.no_mention(&format!("[{}]({url})", write(&label)));
    }
}

/// The mention of a user by id; another system's id is text.
pub(super) fn user(id: &str, label: Option<&str>, out: &mut Text) {
    named(id, label, MentionTarget::User, out);
}

/// The mention of a group of users, which is a role here.
pub(super) fn group(id: &str, label: Option<&str>, out: &mut Text) {
    named(id, label, MentionTarget::Role, out);
}

fn named(id: &str, label: Option<&str>, target: fn(i64) -> MentionTarget, out: &mut Text) {
    match ids::parse::<i64>(id) {
        Some(id) => out.mention(target(id)),
        None => {
            let name = label.filter(|label| !label.is_empty()).unwrap_or(id);
            let name = name.trim_start_matches('@');
            out.no_mention(&format!("@{}", within_line(name)));
        }
    }
}

struct MrkdwnWriter<'t> {
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
    fn new(text: &'t str, markup: Markup) -> Self {
        let (scanner, signs) = if markup == Markup::Mrkdwn {
            let (signs, addresses) = MarkupSigns::find(text);
            (Scanner::with_addresses(text, addresses), signs)
        } else {
            (Scanner::new(text), MarkupSigns::default())
        };
        Self { scanner, signs, markup, quoting: false, after_emoji: None, brackets: Brackets::default() }
    }

    fn write(mut self) -> Text {
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

    fn begin_line(&mut self) {
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
            self::date(seconds, &format, url.as_deref(), label, &mut self.scanner.out);
        } else {
            // The words for those who don't know the command.
            let name = command.split('^').next().unwrap_or_default();
            words(label.filter(|label| !label.is_empty()).unwrap_or(name), &mut self.scanner.out);
        }
    }
}

/// A moment in the words of its format, such as `Posted {date} at {time}`, as a link where it has an address. Without a
/// moment, or with words that are none of a date, the fallback is written.
pub(super) fn date(seconds: Option<i64>, format: &str, url: Option<&str>, fallback: Option<&str>, out: &mut Text) {
    let fallback = fallback.filter(|fallback| !fallback.is_empty());
    let written = seconds.and_then(|seconds| date_format::pieces(seconds, format));
    let pieces = match (written, fallback, seconds.and_then(|seconds| ChatTime::new(seconds, TimeStyle::Full))) {
        (Some(pieces), _, _) => pieces,
        (None, Some(fallback), _) => vec![DatePiece::Words(fallback)],
        (None, None, Some(time)) => vec![DatePiece::Time(time)],
        (None, None, None) => vec![DatePiece::Words("date")],
    };
    if let Some(url) = url.filter(|url| web_url(url).is_some()) {
        let label = pieces.iter().map(|piece| match piece {
            DatePiece::Words(words) => within_line(words),
            DatePiece::Time(time) => time.to_string(),
        });
        link_as(str::to_owned, url, &label.collect::<String>(), out);
        return;
    }
    for piece in pieces {
        match piece {
            DatePiece::Words(text) => words(text, out),
            DatePiece::Time(time) => out.no_mention(&time.to_string()),
        }
    }
}

/// The text between `<` and `>` at the beginning of a text, on one line, if it is a mention, a command or an address;
/// none for anything else, such as `<placeholder>`.
fn token(text: &str) -> Option<&str> {
    let inside = bracketed(text, MAX_TOKEN_LENGTH)?;
    let (target, label) = match inside.split_once('|') {
        Some((target, label)) => (target, Some(label)),
        None => (inside, None),
    };
    let means = if let Some(id) = target.strip_prefix(['@', '#']) {
        !id.is_empty() && !id.contains(char::is_whitespace)
    } else if let Some(command) = target.strip_prefix('!') {
        let name = command.split('^').next().unwrap_or_default();
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        !name.is_empty() && name.chars().all(is_name)
    } else {
        is_address(target, label.is_some())
    };
    means.then_some(inside)
}

/// True if a text begins with a scheme, as an address does.
fn is_address(target: &str, is_labelled: bool) -> bool {
    let Some((scheme, rest)) = target.split_once(':') else {
        return false;
    };
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    let names_something = !rest.is_empty() && !rest.starts_with(|c: char| c == ':' || c.is_whitespace());
    let is_known = || is_labelled || SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(scheme));
    is_scheme && names_something && (rest.starts_with("//") || is_known())
}

/// The web address and the label of a text that is one `<…>` and nothing else.
fn linked(text: &str) -> Option<(String, String)> {
    let inside = token(text).filter(|inside| inside.len() + 2 == text.len())?;
    let (url, label) = inside.split_once('|').unwrap_or((inside, ""));
    let url = unescape(url);
    web_url(&url)?;
    let label = unescape(label);
    (!label.contains('`')).then_some((url, label))
}

/// Positions of the signs `*`, `_` and `~` that open or close something: on one line, not inside a word, not next to a
/// space within, and not in code, in `<…>` or in a web address.
#[derive(Default)]
struct MarkupSigns {
    paired: HashSet<usize>,
    /// Where the addresses end that a sign follows.
    after_address: HashSet<usize>,
}

impl MarkupSigns {
    /// The signs of a text, and its web addresses, in order. A sign at the end of one is part of it where another one of its
    /// kind is, or where what comes before it can't end an address, unless it closes something that opened before.
    fn find(text: &str) -> (Self, Vec<Range<usize>>) {
        let code = CodeSpans::find(text);
        let mut found = Vec::new();
        let mut after_address = HashSet::new();
        let mut addresses = scanner::addresses(text).into_iter().peekable();
        let mut paired = HashSet::new();
        let mut open: [Option<usize>; 3] = [None; 3];
        let mut before: Option<char> = None;
        let mut at = 0;
        while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
            steps::count(1);
            let rest = text.get(at..).unwrap_or_default();
            while addresses.next_if(|address| address.start < at).is_some() {}
            let length = match c {
                _ if addresses.peek().is_some_and(|address| address.start == at) => {
                    let mut end = addresses.next().map_or(at + 1, |address| address.end);
                    let address = text.get(at..end).unwrap_or_default();
                    steps::count(STYLES.len() * address.len());
                    let goes_on = address.ends_with(['=', '/', '?', '&', '#', ':', '(']);
                    let has = STYLES.map(|(sign, _)| goes_on || address.contains(sign));
                    while let Some(sign) = text.get(end..).and_then(|rest| rest.chars().next())
                        && let Some(kind) = STYLES.iter().position(|(known, _)| *known == sign)
                    {
                        let is_open = open.get(kind).copied().flatten().is_some();
                        if is_open || !has.get(kind).copied().unwrap_or_default() {
                            after_address.insert(end);
                            break;
                        }
                        end += 1;
                    }
                    found.push(at..end);
                    end - at
                }
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
                    Some(start) if !is_gap(before) && !in_word(after) && before != sign && after != sign => {
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
        (Self { paired, after_address }, found)
    }

    fn is_paired(&self, at: usize) -> bool {
        self.paired.contains(&at)
    }
}
