//! Who can sign up: everyone, people with an invite to a server, or no one.
//! Signing up by an invite is in `servers::invite`; the operator creates accounts regardless.

use super::act::{self, Act, Operator, Subject};
use super::setting;
use crate::core::Core;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;

/// The name of the setting.
pub(super) const NAME: &str = "sign_up";

/// Who can sign up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SignUpMode {
    /// Everyone.
    #[default]
    Open,
    /// People who have an invite to a server.
    Invite,
    /// No one.
    Closed,
}

impl SignUpMode {
    /// Each with its name in forms, on the terminal and in the database, and its label.
    pub const ALL: [(Self, &'static str, &'static str); 3] = [
        (Self::Open, "open", "Everyone can sign up"),
        (Self::Invite, "invite", "People with an invite to a server"),
        (Self::Closed, "closed", "No one can sign up"),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Invite => "invite",
            Self::Closed => "closed",
        }
    }

    /// The one with this name.
    pub fn named(name: &str) -> Option<Self> {
        let found = Self::ALL.iter().find(|(_, known, _)| *known == name);
        found.map(|(mode, ..)| *mode)
    }

    /// True if someone can sign up, with an invite to a server or without.
    pub fn admits(self, has_invite: bool) -> bool {
        match self {
            Self::Open => true,
            Self::Invite => has_invite,
            Self::Closed => false,
        }
    }

    /// Reads the mode that is in force.
    #[boxed]
    pub async fn load(db: &Conn) -> Result<Self> {
        let stored = setting::get(db, NAME).await?;
        Ok(stored.as_deref().and_then(Self::named).unwrap_or_default())
    }

    /// Puts this in force. False where it was before; that it was chosen is stored all the same.
    #[boxed]
    pub async fn set(self, core: &Core, by: &Operator<'_>) -> Result<bool> {
        let write = core.begin().await?;
        let before = Self::load(&write).await?;
        setting::set(&write, core.now(), NAME, self.name().to_owned()).await?;
        if before == self {
            write.commit().await?;
            return Ok(false);
        }
        let detail = format!("{} → {}", before.name(), self.name());
        let on = Subject::default().with(&detail);
        act::record(&write, core, by, Act::SignUpChanged, on).await?;
        write.commit().await?;
        Ok(true)
    }
}
