//! Code in a description that a user wrote, which every change of the description passes over.
//! Code in the texts of chats is found in `dialects::text`.

/// How many bytes of a text that begins with a backtick are code: to the fence's end, or to the next one on the line.
pub(super) fn code_length(text: &str) -> usize {
    let fence = text.bytes().take_while(|byte| *byte == b'`').count();
    let signs = text.get(..fence).unwrap_or_default();
    let after = text.get(fence..).unwrap_or_default();
    let within = if fence >= 3 { after } else { after.split('\n').next().unwrap_or_default() };
    match within.find(signs) {
        Some(end) => fence + end + fence,
        None if fence >= 3 => text.len(),
        None => fence,
    }
}
