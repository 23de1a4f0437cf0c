//! Bodies with everything in them to be seen, so that what is copied is what was read.
//! Quoting for a shell is in `shell_quote`.

use crate::chat::names;

/// The same JSON with everything in it to be seen: what turns the direction of a text, or shows nothing, would have
/// people copy something else than they read. Outside of strings JSON has no such characters.
pub(super) fn visible(json: &str) -> String {
    let mut visible = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            // They choose how the emoji before them looks.
            '\u{fe0e}' | '\u{fe0f}' => visible.push(c),
            '\u{7f}'.. if names::is_hidden(c) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    visible.push_str(&format!("\\u{unit:04x}"));
                }
            }
            c => visible.push(c),
        }
    }
    visible
}

/// The same form with what shows nothing percent-encoded, see [`visible`].
pub(super) fn visible_form(form: &str) -> String {
    let mut visible = String::with_capacity(form.len());
    for c in form.chars() {
        if c >= '\u{7f}' && names::is_hidden(c) {
            visible.extend(form_urlencoded::byte_serialize(
                c.encode_utf8(&mut [0; 4]).as_bytes(),
            ));
        } else {
            visible.push(c);
        }
    }
    visible
}
