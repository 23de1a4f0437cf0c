//! The first steps of an operator that the database knows of; the console shows them until they are done or dismissed.

use sea_orm::entity::prelude::*;

use super::{setting, sign_up};
use crate::core::Core;
use portico_macros::boxed;
use portico_platform::database::{Conn, lists};
use portico_platform::error::Result;

/// The name of the setting that hides them.
const DISMISSED: &str = "checklist_dismissed";

/// The state of the first steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checklist {
    /// True if someone chose who can sign up.
    pub has_sign_up_mode: bool,
    /// True if `portico backup` copied the database.
    pub has_backup: bool,
    /// True if an admin dismissed the steps.
    pub is_dismissed: bool,
}

impl Checklist {
    /// The present state.
    #[boxed]
    pub async fn load(db: &Conn) -> Result<Self> {
        let names = [sign_up::NAME, setting::LAST_BACKUP, DISMISSED].map(str::to_owned);
        let found = setting::Entity::find().filter(lists::is_one_of(db, setting::Column::Name, names)).all(db).await?;
        let has = |name: &str| found.iter().any(|setting| setting.name == name);
        Ok(Self {
            has_sign_up_mode: has(sign_up::NAME),
            has_backup: has(setting::LAST_BACKUP),
            is_dismissed: has(DISMISSED),
        })
    }

    /// Hides the steps for good.
    #[boxed]
    pub async fn dismiss(core: &Core) -> Result<()> {
        let write = core.begin().await?;
        setting::set(&write, core.now(), DISMISSED, String::new()).await?;
        write.commit().await?;
        Ok(())
    }
}
