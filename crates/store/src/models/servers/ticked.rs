//! Boxes that select several things: the roles of a member, the permissions of a role.
//! Only boxes that differ from what their page showed are changed, so that what others have changed meanwhile stays.

/// The values of the boxes that are ticked.
#[derive(Debug, Clone, Copy)]
pub struct TickedBoxes<'a> {
    /// Those that were sent.
    pub sent: &'a [&'a str],
    /// Those that were ticked when the page was rendered; none where the form doesn't say: what was sent then replaces what is
    /// stored.
    pub shown: Option<&'a [&'a str]>,
}
