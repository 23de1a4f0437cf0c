//! The characters that HTML writes as entities: by number, or by one of the names that descriptions use.
//! Where entities are read is up to `description`.

/// The longest entity between its signs, in bytes.
const MAX_LENGTH: usize = 10;

/// The names in use, with their characters.
const NAMED: [(&str, char); 46] = [
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("nbsp", ' '),
    ("ensp", ' '),
    ("emsp", ' '),
    ("thinsp", ' '),
    ("ndash", '–'),
    ("mdash", '—'),
    ("hellip", '…'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("sbquo", '‚'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("bdquo", '„'),
    ("laquo", '«'),
    ("raquo", '»'),
    ("bull", '•'),
    ("middot", '·'),
    ("larr", '←'),
    ("rarr", '→'),
    ("uarr", '↑'),
    ("darr", '↓'),
    ("harr", '↔'),
    ("copy", '©'),
    ("reg", '®'),
    ("trade", '™'),
    ("deg", '°'),
    ("times", '×'),
    ("plusmn", '±'),
    ("ne", '≠'),
    ("le", '≤'),
    ("ge", '≥'),
    ("euro", '€'),
    ("pound", '£'),
    ("sect", '§'),
    ("check", '✓'),
    ("eacute", 'é'),
    ("auml", 'ä'),
    ("ouml", 'ö'),
    ("uuml", 'ü'),
    ("szlig", 'ß'),
    ("ccedil", 'ç'),
];

/// The character of the entity that a text begins with, and how many bytes the entity has; none where it begins with none
/// that is known. Characters of control become spaces.
pub(super) fn read(text: &str) -> Option<(char, usize)> {
    let inside = text.strip_prefix('&')?;
    let mut bytes = inside.bytes().take(MAX_LENGTH + 1);
    let end = bytes.position(|byte| byte == b';')?;
    let name = inside.get(..end)?;
    let c = match name.strip_prefix('#') {
        Some(number) => numbered(number)?,
        None => NAMED.iter().find(|(known, _)| *known == name)?.1,
    };
    Some((c, end + 2))
}

fn numbered(number: &str) -> Option<char> {
    let (digits, radix) = match number.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16),
        None => (number, 10),
    };
    // A sign before the digits would be read too.
    if !digits.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    let c = char::from_u32(u32::from_str_radix(digits, radix).ok()?)?;
    Some(if c.is_control() { ' ' } else { c })
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn an_entity_is_read_by_its_number_or_by_a_usual_name() {
        for (text, expected) in [
            ("&#8217;s", ('’', 7)),
            ("&#x27;s", ('\'', 6)),
            ("&#X1F680;", ('🚀', 9)),
            ("&rarr; b", ('→', 6)),
            ("&hellip;", ('…', 8)),
            ("&amp;lt;", ('&', 5)),
            ("&#0;", (' ', 4)),
            ("&#10;", (' ', 5)),
        ] {
            assert_eq!(read(text), Some(expected), "{text}");
        }
        for text in [
            "&",
            "&;",
            "&#;",
            "&#x;",
            "&#+39;",
            "&#-1;",
            "&rarr b",
            "&Rarr;",
            "&xd;",
            "&#xD800;",
            "&#99999999;",
            "&#00000000039;",
            "rarr;",
            "& b;",
            "&é;",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
