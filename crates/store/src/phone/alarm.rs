//! Which warnings about the instance's budget of texts were logged, so that each is logged once a day.
//! The budget itself is in `models::phone_code`.

use std::sync::atomic::{AtomicI64, Ordering};

use portico_rules::clock::Millis;

/// A text that is refunded and sent again crosses a threshold twice.
#[derive(Debug, Default)]
pub(crate) struct BudgetAlarm {
    pub(crate) nearly: LastDay,
    pub(crate) reserve: LastDay,
    pub(crate) spent: LastDay,
}

/// The end of the day for which a warning was last logged.
#[derive(Debug, Default)]
pub(crate) struct LastDay(AtomicI64);

impl LastDay {
    pub(crate) fn is_first_of(&self, day: Millis) -> bool {
        self.0.swap(day, Ordering::Relaxed) != day
    }
}
