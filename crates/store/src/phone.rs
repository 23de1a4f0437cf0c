//! Sending text messages.
//! Codes, their attempts and limits are in the models.

mod alarm;
mod background;
mod sms;

pub(crate) use alarm::BudgetAlarm;
pub(crate) use background::BackgroundTexts;
pub use sms::{OUTBOX_KEEPS, Outbox, OutboxMessage, Provider, Sms, SmsError};
