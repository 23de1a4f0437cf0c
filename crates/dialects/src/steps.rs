//! Counts the steps of a translation, so that tests can show that it is linear in its body without measuring time.
//! Without the feature `count_steps`, which tests turn on, nothing is counted.

#[cfg(any(test, feature = "count_steps"))]
use std::cell::Cell;

#[cfg(any(test, feature = "count_steps"))]
thread_local! {
    static STEPS: Cell<usize> = const { Cell::new(0) };
}

/// Adds steps: bytes that are read or written, or values that are visited.
#[cfg(any(test, feature = "count_steps"))]
pub(crate) fn count(steps: usize) {
    STEPS.with(|counted| counted.set(counted.get().saturating_add(steps)));
}

/// Adds nothing.
#[cfg(not(any(test, feature = "count_steps")))]
pub(crate) const fn count(_: usize) {}

/// Runs `work`, and returns its result and its steps on this thread.
#[cfg(any(test, feature = "count_steps"))]
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = STEPS.with(Cell::get);
    let done = work();
    (done, STEPS.with(Cell::get).saturating_sub(before))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::counted;
    use crate::{body::Body, discord, slack};

    #[test]
    fn every_byte_of_a_text_is_a_step_at_least() {
        let text = "a*".repeat(5_000);
        let body = json!({ "content": text, "text": text });
        let (_, of_discord) = counted(|| discord::translate(Body::from(&body)));
        let (_, of_slack) = counted(|| slack::translate(Body::from(&body)));
        assert!(of_discord >= text.len() && of_slack >= text.len());
    }
}
