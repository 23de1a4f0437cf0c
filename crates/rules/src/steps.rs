//! Counts the steps of what reads text, so that tests can show that it takes linear time without measuring time.
//! Without the feature `count_steps`, which tests turn on, nothing is counted.

#[cfg(any(test, feature = "count_steps"))]
use std::cell::Cell;

#[cfg(any(test, feature = "count_steps"))]
thread_local! {
    static STEPS: Cell<usize> = const { Cell::new(0) };
}

/// Adds steps: bytes that are read or written, or values that are visited.
#[cfg(any(test, feature = "count_steps"))]
pub fn count(steps: usize) {
    STEPS.with(|counted| counted.set(counted.get().saturating_add(steps)));
}

/// Adds nothing.
#[cfg(not(any(test, feature = "count_steps")))]
pub const fn count(_: usize) {}

/// Runs `work`: its result, and its steps on this thread.
#[cfg(any(test, feature = "count_steps"))]
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = STEPS.with(Cell::get);
    let done = work();
    (done, STEPS.with(Cell::get).saturating_sub(before))
}
