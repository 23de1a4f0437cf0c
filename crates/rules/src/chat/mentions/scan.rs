//! Finding the places in a text where a mention may be, and what must be looked up for them. `resolve` decides what a
//! name refers to, and whether it fires.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::super::markdown;
use super::super::names::{
    self, NICKNAME_LENGTH, ROLE_LENGTH, folded, is_latin, is_letter_mark, is_nickname_byte, is_word,
};
use super::{AllowedMentions, Mark, MentionKind, MentionTarget};
use crate::ids::{RoleId, UserId};
use crate::steps;

/// The signs that begin a name. Input methods for Chinese and Japanese write the second one.
const SIGNS: [char; 2] = ['@', '＠'];

/// The characters of a nickname that end no name when the text goes on with something else.
const JOINTS: [char; 3] = ['.', '-', '_'];

/// Max distinct `@<id>` of a message that are resolved (spec section 4.4), in reading order.
pub const MAX_IDS: usize = 16;

/// The beginning of a mention of a role by its id, or by its name with this before it.
const ROLE_PREFIX: &str = "role_";

/// Max characters of a text that are compared with a role's name: no letter decomposes into more than four.
const MAX_OF_ROLE: usize = 4 * ROLE_LENGTH;

/// Max letters of a text that are compared with a role's name: for one letter of the name, there may be up to three in
/// the text, as `ss` for `ß` and `ffi` for `ﬃ`.
pub(super) const MAX_LETTERS: usize = 3 * ROLE_LENGTH;

/// Max distinct nicknames that are looked up for a message.
///
/// Each ends at a different place, so a message of 4,000 characters reaches this only where most of it is underscores.
pub const MAX_NICKNAMES: usize = 2_000;

/// Ids stay below this, so that JSON readers in every language keep them exact.
const ID_BOUND: i64 = 1 << 53;

/// The places of a text where an `@` counts.
#[derive(Clone, Debug)]
pub struct Scan<'t> {
    pub(super) content: &'t str,
    pub(super) places: Cow<'t, [MentionStart]>,
}

/// A text with its scan, which outlives the caller's text.
#[derive(Clone, Debug)]
pub struct ScannedText {
    content: String,
    places: Vec<MentionStart>,
}

impl ScannedText {
    /// The text.
    #[must_use]
    pub fn content(&self) -> &str {
        &self.content
    }

    /// Its scan, which costs nothing.
    #[must_use]
    pub fn scan(&self) -> Scan<'_> {
        Scan { content: &self.content, places: Cow::Borrowed(&self.places) }
    }
}

/// One `@` that counts, and what the text after it may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct MentionStart {
    /// Where the `@` is, in bytes.
    pub(super) start: usize,
    /// Where the text after the `@` begins, in bytes.
    pub(super) name: usize,
    /// Where the mention ends by its form alone, in bytes.
    pub(super) end: usize,
    /// Byte offset up to which it may look: the end of the text, or of the part of it that lies between two marks.
    pub(super) limit: usize,
    pub(super) shape: MentionShape,
    /// True if it is text in code. A token is a mention there too.
    pub(super) in_code: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum MentionShape {
    /// A mark: what it mentions was decided before.
    Marked(MentionTarget),
    /// `@all`. Where it was not opted in, it may still begin a longer name.
    All,
    /// `@<digits>`, with the id unless the digits are too large or not written in the one way.
    Token(Option<UserId>),
    /// `@role_<id>`. If no role has the id, it may still begin a longer name.
    Role(RoleId),
    /// Something that may be the name of a role or a user.
    Name,
}

impl MentionShape {
    /// The kind of mention that it is by its form alone.
    pub(super) fn kind(self) -> MentionKind {
        match self {
            Self::Marked(target) => target.kind(),
            Self::All => MentionKind::All,
            Self::Token(_) => MentionKind::User,
            Self::Role(_) => MentionKind::Role,
            Self::Name => MentionKind::Name,
        }
    }
}

/// Finds every place where a mention may be, and which of them are in code. Linear in the text, and without an `@` free.
#[must_use]
pub fn scan(content: &str) -> Scan<'_> {
    scan_marked(content, &[])
}

/// The same around marks: each part of the text between two of them is scanned as if it was a text of its own.
///
/// Fails silent: after a mark that is out of order or not on the edges of characters nothing is a mention, and a mark
/// whose text doesn't begin with an `@` and go on is none.
#[must_use]
pub fn scan_marked<'t>(content: &'t str, marks: &[Mark]) -> Scan<'t> {
    let mut places = Vec::new();
    let mut from = 0;
    for Mark { range, target } in marks {
        let Some(marked) = content.get(range.clone()).filter(|_| from <= range.start) else {
            return with_code(content, places);
        };
        places.extend(between(content, from, range.start));
        if let Some(target) = *target
            && marked.len() > 1
            && marked.starts_with('@')
        {
            places.push(MentionStart {
                start: range.start,
                name: range.start + 1,
                end: range.end,
                limit: range.end,
                shape: MentionShape::Marked(target),
                in_code: false,
            });
        }
        from = range.end;
    }
    places.extend(between(content, from, content.len()));
    with_code(content, places)
}

/// Marks the places that are text in code: those that render as code, as far as the number of elements allows.
fn with_code(content: &str, mut places: Vec<MentionStart>) -> Scan<'_> {
    if !places.is_empty() {
        let code = markdown::code(content);
        let mut code = code.iter().peekable();
        for place in &mut places {
            while code.next_if(|range| range.end <= place.start).is_some() {}
            let is_within = code.peek().is_some_and(|range| range.start <= place.start);
            place.in_code = is_within && !matches!(place.shape, MentionShape::Token(_));
        }
    }
    Scan { content, places: places.into() }
}

/// The places of a part of the text.
fn between(content: &str, from: usize, limit: usize) -> impl Iterator<Item = MentionStart> {
    let part = &content[from..limit];
    part.match_indices(SIGNS).filter_map(move |(at, sign)| {
        let (before, rest) = (&part[..at], &part[at + sign.len()..]);
        let (shape, length) = match rest.strip_prefix('<').filter(|_| sign == "@") {
            Some(inside) => token(inside),
            None => opens(before).then(|| shape(rest))?,
        }?;
        let start = from + at;
        let name = start + sign.len();
        Some(MentionStart { start, name, end: name + length, limit, shape, in_code: false })
    })
}

/// True if an `@` after this text may begin a name: not within an address or a path. Only ASCII counts here, for many
/// languages put no space before a name; and a `_` may begin emphasis.
pub fn opens(before: &str) -> bool {
    let mut before = before.chars().rev();
    let last = before.next();
    let decides = if last == Some('_') { before.next() } else { last };
    !decides.is_some_and(|c| c.is_ascii_alphanumeric() || c == '/' || SIGNS.contains(&c))
}

/// True if a nickname or `all` that this text follows is the whole name there: nothing goes on with it but signs at its
/// end, and it is no part of an address or a path.
pub fn closes(after: &str) -> bool {
    let run = run(after);
    run.trim_end_matches(JOINTS).is_empty() && !is_path(&after[run.len()..])
}

/// The characters of a nickname that `text` begins with.
fn run(text: &str) -> &str {
    let length = text.bytes().take_while(|&byte| is_nickname_byte(byte)).count();
    steps::count(length);
    &text[..length]
}

/// True if this text, which follows a name, makes it a part of an address or a path: `/` or `@` and a letter or digit.
fn is_path(after: &str) -> bool {
    let follows = after.strip_prefix('/').or_else(|| after.strip_prefix(SIGNS));
    follows.is_some_and(|follows| follows.starts_with(char::is_alphanumeric))
}

/// True if a role's name ends before this text. Scripts other than Latin are often written without spaces, so that a
/// name that ends in one of their letters needs nothing after it. A `_` may end emphasis.
fn ends(name: &str, after: &str) -> bool {
    let last = name.chars().rev().find(|c| !is_letter_mark(*c));
    let goes_on = after.strip_prefix(['_', '-', '/', '@', '＠']).unwrap_or(after);
    last.is_some_and(|c| c.is_alphanumeric() && !is_latin(c))
        || !goes_on.starts_with(|c: char| c.is_ascii_alphanumeric())
}

/// A token, of which `inside` follows the `@<`. It counts anywhere in the text.
fn token(inside: &str) -> Option<(MentionShape, usize)> {
    let digits = digits(inside);
    let closed = !digits.is_empty() && inside[digits.len()..].starts_with('>');
    closed.then(|| (MentionShape::Token(id(digits)), digits.len() + 2))
}

/// Shape of the text after an `@`, other than a token, and the number of its bytes that belong to the mention by its
/// form.
fn shape(rest: &str) -> Option<(MentionShape, usize)> {
    let run = run(rest);
    if !run.is_empty() && is_path(&rest[run.len()..]) {
        return None;
    }
    let whole = run.trim_end_matches(JOINTS);
    if whole.eq_ignore_ascii_case(names::ALL) {
        return Some((MentionShape::All, whole.len()));
    }
    if let Some(after) = after_word(whole, ROLE_PREFIX)
        && let Some(id) = id(after)
    {
        return Some((MentionShape::Role(id), whole.len()));
    }
    rest.starts_with(|first| is_word(first) || first == '-').then(|| (MentionShape::Name, name_length(rest)))
}

/// The text after `word`, if `text` begins with that, in whatever case.
fn after_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (start, after) = text.split_at_checked(word.len())?;
    start.eq_ignore_ascii_case(word).then_some(after)
}

/// The digits that `text` begins with.
fn digits(text: &str) -> &str {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    steps::count(end);
    &text[..end]
}

/// The id that these digits are, without leading zeros or a sign.
fn id<T: From<i64>>(digits: &str) -> Option<T> {
    let id: i64 = digits.parse().ok().filter(|id| (1..ID_BOUND).contains(id))?;
    digits.starts_with(|first| matches!(first, '1'..='9')).then(|| id.into())
}

/// Number of bytes of `text` that look like a name without knowing which names exist: up to a space, without
/// punctuation at its end, and up to the end of the script where it begins in Latin letters. Zero for dashes alone.
fn name_length(text: &str) -> usize {
    let is_latin_name = text.starts_with(is_latin);
    let goes_on = |c: char| {
        matches!(c, '.' | '-' | '_') || is_letter_mark(c) || c.is_alphanumeric() && (!is_latin_name || is_latin(c))
    };
    let end = text.find(|c| !goes_on(c)).unwrap_or(text.len());
    steps::count(end);
    let name = text[..end].trim_end_matches(JOINTS);
    if name.starts_with('-') { 0 } else { name.len() }
}

/// Every nickname that `text` may begin with, the shortest first: the whole run of a nickname's characters, with none,
/// some or all of the signs at its end.
pub(super) fn nicknames(text: &str) -> impl Iterator<Item = &str> {
    let (min, max) = NICKNAME_LENGTH;
    let run = run(text);
    let whole = run.trim_end_matches(JOINTS).len();
    let starts = run.starts_with(|first: char| first.is_ascii_alphanumeric());
    let longest = if starts { run.len().min(max) } else { 0 };
    (whole.max(min)..=longest).map(|end| &run[..end]).filter(|name| !name.ends_with(['.', '-']))
}

/// Every prefix of `text` that may be a role's name and has at most `max` letters, the shortest first.
pub(super) fn role_names(text: &str, max: usize) -> impl Iterator<Item = &str> {
    let mut letters = 0;
    let within = move |c: char| {
        // A letter may be decomposed here and composed in the role's name.
        steps::count(1);
        letters += usize::from(!is_letter_mark(c));
        letters <= max && (is_word(c) || matches!(c, ' ' | '-'))
    };
    let characters = text.char_indices().take(MAX_OF_ROLE);
    let ends_at = characters.map(|(at, c)| (at + c.len_utf8(), c));
    let ends_at = ends_at.scan(within, |within, (end, c)| within(c).then_some((end, c)));
    ends_at
        .filter(|&(_, last)| last != ' ')
        .map(|(end, _)| text.split_at(end))
        .filter_map(|(name, after)| ends(name, after).then_some(name))
}

/// The text after `role_`, where it begins so: a role's name may follow that, too.
pub(super) fn after_role_prefix(text: &str) -> Option<&str> {
    after_word(text, ROLE_PREFIX)
}

/// True if a role may be mentioned here. In place of `@all`, only one with a longer name.
fn may_be_role(shape: MentionShape, text: &str) -> bool {
    let is_longer = |name: &str| name.len() > names::ALL.len();
    !matches!(shape, MentionShape::All) || role_names(text, MAX_LETTERS).any(is_longer)
}

/// The ids of a message that are resolved: the first [`MAX_IDS`] distinct ones.
#[derive(Default)]
pub(super) struct FirstIds(Vec<UserId>);

impl FirstIds {
    /// True if this id, the next in the text, is one of them.
    pub(super) fn admit(&mut self, id: UserId) -> bool {
        let known = self.0.contains(&id);
        let admitted = known || self.0.len() < MAX_IDS;
        if admitted && !known {
            self.0.push(id);
        }
        admitted
    }
}

/// IDs and nicknames to look up before a message can be resolved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lookups {
    /// The people with these ids, as far as they are members: at most [`MAX_IDS`].
    pub users: Vec<UserId>,
    /// The members with these nicknames, folded, distinct and sorted: at most [`MAX_NICKNAMES`].
    pub nicknames: Vec<String>,
    /// All roles of the server.
    pub roles: bool,
    /// True if the message's creator has `mention_all` in the channel.
    pub creator: bool,
}

impl Lookups {
    /// True if the message can be resolved as it is, with an empty directory.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Scan<'_> {
    /// The scan with its text, to be kept.
    #[must_use]
    pub fn into_owned(self) -> ScannedText {
        ScannedText { content: self.content.to_owned(), places: self.places.into_owned() }
    }

    /// Lookups that this text needs to be resolved.
    #[must_use]
    pub fn lookups(&self, allowed: &AllowedMentions) -> Lookups {
        let mut lookups = Lookups::default();
        let mut ids = FirstIds::default();
        let mut nicknames = BTreeSet::new();
        for place in self.places.iter().filter(|place| !place.in_code) {
            match place.shape {
                MentionShape::Marked(MentionTarget::All) => lookups.creator |= allowed.kinds.all,
                MentionShape::All if allowed.kinds.all => lookups.creator = true,
                MentionShape::Token(Some(id)) | MentionShape::Marked(MentionTarget::User(id)) => {
                    if allowed.has_user(id) {
                        ids.admit(id);
                    }
                }
                MentionShape::Token(None) => {}
                MentionShape::Marked(MentionTarget::Role(id)) => {
                    if allowed.has_role(id) {
                        lookups.roles = true;
                        lookups.creator = true;
                    }
                }
                MentionShape::All | MentionShape::Role(_) | MentionShape::Name => {
                    let text = self.after_at(place);
                    if allowed.has_roles() && may_be_role(place.shape, text) {
                        lookups.roles = true;
                        lookups.creator = true;
                    }
                    if allowed.has_users() {
                        let candidates =
                            self::nicknames(text).map(folded).filter(|name| !names::is_reserved_nickname(name));
                        let room = MAX_NICKNAMES.saturating_sub(nicknames.len());
                        nicknames.extend(candidates.take(room));
                    }
                }
            }
        }
        lookups.users = ids.0;
        lookups.nicknames = nicknames.into_iter().map(String::from).collect();
        lookups
    }

    /// All text after the `@` of this place that it may see.
    pub(super) fn after_at(&self, place: &MentionStart) -> &str {
        &self.content[place.name..place.limit]
    }
}
