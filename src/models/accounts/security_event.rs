//! What happened to an account, for its owner to read: sign-ins, wrong passwords, what was changed, and from where.
//! It decides nothing, and holds no password, no code and no whole number.

mod log;

use sea_orm::entity::prelude::*;
use sea_orm::{Condition, IntoActiveModel, QueryOrder, QuerySelect};

use crate::clock::Millis;
use crate::core::Core;
use crate::database::Conn;
use crate::error::Result;
use crate::ids;
use crate::models::batch;

pub use log::SecurityLog;

/// Of what the person did so many events are kept, the newest.
pub const KEPT: u64 = 200;
/// And so many of what anybody can make happen: a flood of it must not wash the rest away.
pub const KEPT_OF_ANYBODY: u64 = 100;
/// None is kept longer.
pub const KEPT_MS: Millis = 180 * 24 * 60 * 60 * 1000;
/// The most characters that are kept of what a browser calls itself.
const LONGEST_USER_AGENT: usize = 200;

/// Something that happened to an account.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "security_events")]
pub struct Model {
    /// Its id, which carries its time.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// Whose account it is.
    pub user_id: i64,
    /// See [`SecurityEventKind::name`].
    pub kind: String,
    /// See [`SecurityEventKind`]; mostly nothing.
    pub detail: String,
    /// Whether somebody who is not signed in can make it happen.
    pub by_anybody: bool,
    /// What the browser called itself, shortened; nothing where the operator did it.
    pub user_agent: String,
    /// From where; nothing where the operator did it.
    pub address: String,
}

/// What joins an event to other rows.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// What can happen to an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecurityEventKind<'a> {
    /// Somebody signed in.
    SignedIn,
    /// Somebody gave the name and a wrong password; or the right one, while the account is disabled.
    SignInFailed,
    /// Somebody who was signed in gave a wrong password when asked for it again.
    ConfirmFailed,
    /// One other session was ended.
    SessionEnded,
    /// All other sessions were ended.
    OthersEnded,
    /// A new password took the place of the one before.
    PasswordChanged,
    /// Somebody asked for a code to reset the password.
    ResetAsked,
    /// Somebody gave a wrong code to reset the password.
    ResetFailed,
    /// A new password was set without the one before: by a code, or by the operator.
    PasswordReset,
    /// A number was verified: by a code, or by the operator. With the number, masked.
    PhoneVerified(&'a str),
    /// The verified number was removed. With the number, masked.
    PhoneRemoved(&'a str),
    /// An app may know who they are. With its name.
    AppApproved(&'a str),
    /// That was taken back. With its name.
    AppRevoked(&'a str),
    /// It was taken back for all apps.
    AppsRevoked,
    /// The operator closed the account.
    Disabled,
    /// The operator opened it again.
    Enabled,
}

impl SecurityEventKind<'_> {
    /// Its name in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::SignedIn => "signed_in",
            Self::SignInFailed => "sign_in_failed",
            Self::ConfirmFailed => "confirm_failed",
            Self::SessionEnded => "session_ended",
            Self::OthersEnded => "others_ended",
            Self::PasswordChanged => "password_changed",
            Self::ResetAsked => "reset_asked",
            Self::ResetFailed => "reset_failed",
            Self::PasswordReset => "password_reset",
            Self::PhoneVerified(_) => "phone_verified",
            Self::PhoneRemoved(_) => "phone_removed",
            Self::AppApproved(_) => "app_approved",
            Self::AppRevoked(_) => "app_revoked",
            Self::AppsRevoked => "apps_revoked",
            Self::Disabled => "disabled",
            Self::Enabled => "enabled",
        }
    }

    fn detail(&self) -> &str {
        match self {
            Self::PhoneVerified(of) | Self::PhoneRemoved(of) => of,
            Self::AppApproved(of) | Self::AppRevoked(of) => of,
            _ => "",
        }
    }

    fn is_by_anybody(self) -> bool {
        matches!(
            self,
            Self::SignInFailed | Self::ResetAsked | Self::ResetFailed
        )
    }
}

/// What happened after the event `after`, to whomever: the ids of the lowest `most` events, each with whose account it was.
///
/// # Errors
/// When the database can't be reached.
pub async fn since(db: &Conn, after: i64, most: u64) -> Result<Vec<(i64, i64)>> {
    Ok(Entity::find()
        .select_only()
        .columns([Column::Id, Column::UserId])
        .filter(Column::Id.gt(after))
        .order_by_asc(Column::Id)
        .limit(most)
        .into_tuple()
        .all(db)
        .await?)
}

/// The browser that a request came from.
#[derive(Debug, Clone, Copy)]
pub struct Browser<'a> {
    /// Its `User-Agent`.
    pub user_agent: &'a str,
    /// The client's address.
    pub address: std::net::IpAddr,
}

/// Who did it, and from where.
#[derive(Clone, Copy, Debug)]
pub enum By<'a> {
    /// Somebody with a browser.
    Browser(Browser<'a>),
    /// The operator, on the terminal.
    Operator,
}

impl<'a> From<Browser<'a>> for By<'a> {
    fn from(browser: Browser<'a>) -> Self {
        Self::Browser(browser)
    }
}

impl Model {
    fn new(id: i64, user_id: i64, kind: SecurityEventKind<'_>, by: By<'_>) -> Self {
        let (user_agent, address) = match by {
            By::Browser(Browser {
                user_agent,
                address,
            }) => (
                user_agent.chars().take(LONGEST_USER_AGENT).collect(),
                address.to_string(),
            ),
            By::Operator => (String::new(), String::new()),
        };
        Self {
            id,
            user_id,
            kind: kind.name().to_owned(),
            detail: kind.detail().to_owned(),
            by_anybody: kind.is_by_anybody(),
            user_agent,
            address,
        }
    }

    /// When it happened.
    pub fn at(&self) -> Millis {
        ids::time_of(self.id)
    }

    /// Whether the operator did it.
    pub fn is_by_operator(&self) -> bool {
        self.address.is_empty()
    }

    /// The newest events of a person, those before the one with the id `before` where it is given, newest first.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn page(
        core: &Core,
        user_id: i64,
        before: Option<i64>,
        limit: u64,
    ) -> Result<Vec<Self>> {
        let mut events = Entity::find()
            .filter(Column::UserId.eq(user_id))
            .filter(Column::Id.gte(ids::first_id_at(core.now() - KEPT_MS)));
        if let Some(before) = before {
            events = events.filter(Column::Id.lt(before));
        }
        Ok(events
            .order_by_desc(Column::Id)
            .limit(limit)
            .all(&*core.db)
            .await?)
    }
}

/// Writes an event down within the transaction that makes it happen, and forgets those that are too many.
///
/// # Errors
/// When the database can't be reached.
pub(in crate::models) async fn record(
    core: &Core,
    write: &Conn,
    user_id: i64,
    kind: SecurityEventKind<'_>,
    by: impl Into<By<'_>>,
) -> Result<()> {
    let event = Model::new(core.id(), user_id, kind, by.into());
    let sort = event.by_anybody;
    Entity::insert(event.into_active_model())
        .exec_without_returning(write)
        .await?;
    delete_surplus(write, user_id, sort).await
}

/// Deletes what is beyond the limit of one sort of a user's events.
async fn delete_surplus(write: &Conn, user_id: i64, by_anybody: bool) -> Result<()> {
    let rows = Condition::all()
        .add(Column::UserId.eq(user_id))
        .add(Column::ByAnybody.eq(by_anybody));
    let kept = if by_anybody { KEPT_OF_ANYBODY } else { KEPT };
    batch::delete_surplus::<Entity>(write, Column::Id, rows, kept).await
}

/// Deletes events older than [`KEPT_MS`], at most `limit`; returns how many.
///
/// # Errors
/// When the database can't be reached.
pub(in crate::models) async fn delete_expired(
    write: &Conn,
    now: Millis,
    limit: u64,
) -> Result<u64> {
    let first_kept = ids::first_id_at(now - KEPT_MS);
    batch::delete_before::<Entity>(write, Column::Id, first_kept, limit).await
}
