//! Code in a description that a user wrote, which every change of the description passes over.
//! Code in the texts of chats is found in `dialects::text`.

use crate::steps;

/// Number of bytes of code in a text that begins with a backtick: to the fence's end, or to the next one on the line.
/// Looks no further than to the next equally long run, so that a line of many codes is read once.
pub(super) fn code_length(text: &str) -> usize {
    let fence = text.bytes().take_while(|byte| *byte == b'`').count();
    let (signs, after) = text.split_at_checked(fence).unwrap_or_default();
    let at = after.find(signs);
    steps::count(fence + at.unwrap_or(after.len()));
    let is_on_the_line = |end: usize| after.get(..end).is_some_and(|code| !code.contains('\n'));
    match at {
        Some(end) if fence >= 3 || is_on_the_line(end) => fence + end + fence,
        None if fence >= 3 => text.len(),
        _ => fence,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads all codes of a text, as those who change one do.
    fn steps_for(text: &str) -> usize {
        let read = || {
            let mut rest = text;
            while let Some(at) = rest.find('`') {
                let from = &rest[at..];
                rest = &from[code_length(from)..];
            }
        };
        steps::counted(read).1
    }

    #[test]
    fn code_ends_at_the_next_equally_long_run_of_its_line_and_a_fence_on_any() {
        for (text, length) in [
            ("`a` b", 3),
            ("`a\nb`", 1),
            ("``a`b`` c", 7),
            ("``a`b", 2),
            ("```a\nb``` c", 9),
            ("```a\nb", 6),
            ("`", 1),
            ("`é` ü`", 4),
        ] {
            assert_eq!(code_length(text), length, "{text}");
        }
    }

    #[test]
    fn reading_all_codes_of_a_text_takes_steps_in_proportion_to_it() {
        const BYTES: usize = 65_536;
        for part in ["`a` ", "`", "``a` ", "`a", "a`\n", "``\n`", "`` ` ", "```` ``` `` ` "] {
            let text = part.repeat(BYTES / part.len());
            let steps = steps_for(&text);
            assert!(steps <= 3 * BYTES, "{part:?}: {steps}");
        }
    }
}
