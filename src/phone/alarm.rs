//! What the log was told of the instance's budget of texts, so that it is told once a day.
//! The budget itself stands in `models::phone_code`.

use std::sync::atomic::{AtomicI64, Ordering};

use crate::clock::Millis;

/// What was logged of the instance's budget. A text that is taken back and sent again crosses a threshold twice.
#[derive(Debug, Default)]
pub(crate) struct BudgetAlarm {
    pub(crate) nearly: LastDay,
    pub(crate) spent: LastDay,
}

/// The end of the day that something was last logged of.
#[derive(Debug, Default)]
pub(crate) struct LastDay(AtomicI64);

impl LastDay {
    pub(crate) fn is_first_of(&self, day: Millis) -> bool {
        self.0.swap(day, Ordering::Relaxed) != day
    }
}
