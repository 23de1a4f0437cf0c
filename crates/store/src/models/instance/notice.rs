//! A notice to everyone, which every page shows until its end.
//! Each process remembers it, see `App::notice`.

use super::act::{self, Act, Operator, Subject};
use super::setting;
use crate::core::Core;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_rules::chat::names;
use portico_rules::clock::{HOUR_MS, Millis};

/// The name of the setting: when it ends, a line break, and the text.
const NAME: &str = "notice";
/// The longest that a notice is shown, in hours: 30 days.
pub const MAX_HOURS: i64 = 720;

/// A notice to everyone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The text, in plain words.
    pub text: String,
    /// When it ends.
    pub ends_at: Millis,
}

impl Notice {
    /// The notice that is shown at this time.
    #[boxed]
    pub async fn load(db: &Conn, now: Millis) -> Result<Option<Self>> {
        let stored = setting::get(db, NAME).await?;
        Ok(stored.as_deref().and_then(Self::read).filter(|one| one.is_shown(now)))
    }

    /// True if it is shown at this time.
    pub fn is_shown(&self, now: Millis) -> bool {
        self.ends_at > now
    }

    fn read(stored: &str) -> Option<Self> {
        let (ends_at, text) = stored.split_once('\n')?;
        Some(Self { text: text.to_owned(), ends_at: ends_at.parse().ok()? })
    }

    fn written(&self) -> String {
        format!("{}\n{}", self.ends_at, self.text)
    }

    /// Shows a text for so many hours, in place of the one before.
    ///
    /// # Errors
    /// Faults of `text` and `hours`.
    #[boxed]
    pub async fn show(core: &Core, text: &str, hours: &str, by: &Operator<'_>) -> Result<Self> {
        let mut faults = FieldErrors::none();
        let text = faults.check("text", names::description(text));
        if text.as_ref().is_some_and(String::is_empty) {
            faults.add("text", "Enter what the notice says.");
        }
        let hours: Option<i64> = hours.trim().parse().ok();
        let hours = hours.filter(|hours| (1..=MAX_HOURS).contains(hours));
        if hours.is_none() {
            faults.add("hours", format!("Enter a number of hours from 1 to {MAX_HOURS}."));
        }
        let (Some(text), Some(hours), true) = (text, hours, faults.is_empty()) else {
            return Err(Error::Faults(faults));
        };
        let notice = Self { text, ends_at: core.now() + hours * HOUR_MS };
        let write = core.begin().await?;
        setting::set(&write, core.now(), NAME, notice.written()).await?;
        let on = Subject::default().with(&notice.text);
        act::record(&write, core, by, Act::NoticeShown, on).await?;
        write.commit().await?;
        Ok(notice)
    }

    /// Takes the notice down. False where none is shown.
    #[boxed]
    pub async fn end(core: &Core, by: &Operator<'_>) -> Result<bool> {
        let write = core.begin().await?;
        let Some(notice) = Self::load(&write, core.now()).await? else {
            return Ok(false);
        };
        if !setting::take(&write, NAME, &notice.written()).await? {
            return Ok(false);
        }
        let on = Subject::default().with(&notice.text);
        act::record(&write, core, by, Act::NoticeEnded, on).await?;
        write.commit().await?;
        Ok(true)
    }
}
