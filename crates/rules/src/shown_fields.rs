//! Values of a form's fields when its page was rendered: hidden fields next to them, `<field>/was`. Only fields that
//! differ from it are changed, so that a page that was open for long undoes nothing that others changed meanwhile.

/// A field that was sent, if it differs from what its page showed. Where the form doesn't say, it counts as changed.
pub fn changed<T: PartialEq>(sent: T, shown: Option<T>) -> Option<T> {
    if shown.as_ref() == Some(&sent) { None } else { Some(sent) }
}

/// True if a box was ticked, from what it sends.
pub fn is_ticked(value: &str) -> bool {
    value == "on"
}

/// The values of the boxes that were ticked, from one field for all of them.
pub fn values(shown: Option<&str>) -> Option<Vec<&str>> {
    Some(shown?.split_ascii_whitespace().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_changed_if_it_differs_from_what_was_shown_or_nothing_says_so() {
        assert_eq!(changed("a", Some("a")), None);
        assert_eq!(changed("", Some("")), None);
        assert_eq!(changed("a", Some("b")), Some("a"));
        assert_eq!(changed("", Some("b")), Some(""));
        assert_eq!(changed(false, None), Some(false));
    }

    #[test]
    fn no_box_that_was_ticked_is_something_else_than_a_form_that_does_not_say() {
        assert_eq!(values(None), None);
        assert_eq!(values(Some("")), Some(vec![]));
        assert_eq!(values(Some("1 2")), Some(vec!["1", "2"]));
        assert!(is_ticked("on") && !is_ticked(""));
    }
}
