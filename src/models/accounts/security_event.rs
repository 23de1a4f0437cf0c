//! The security log of an account, for its owner: sign-ins, wrong passwords, changes, and from where.
//! Nothing is decided by it, and it contains no password, no code and no full number.

mod log;

use sea_orm::entity::prelude::*;
use sea_orm::{Condition, IntoActiveModel, QueryOrder, QuerySelect};

use crate::clock::{DAY_MS, Millis};
use crate::core::Core;
use crate::database::Conn;
use crate::error::Result;
use crate::ids;
use crate::models::batch;

pub use log::SecurityLog;

/// How many events of what the user did are stored, the newest.
pub const KEPT: u64 = 200;
/// How many events are stored of those that anyone can cause without signing in: a flood of them must not push out the
/// others.
pub const KEPT_OF_ANYBODY: u64 = 100;
/// How long an event is stored.
pub const KEPT_MS: Millis = 180 * DAY_MS;
/// The most characters of a `User-Agent` that are stored.
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
    /// Whether it can be caused without signing in.
    pub by_anybody: bool,
    /// The browser's `User-Agent`, shortened; empty where the operator or someone else did it.
    pub user_agent: String,
    /// The client's address; empty where the operator or someone else did it.
    pub address: String,
}

crate::database::no_relations!();

/// What can happen to an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecurityEventKind<'a> {
    /// A sign-in.
    SignedIn,
    /// A sign-in with the name and a wrong password; or the right one, while the account is disabled.
    SignInFailed,
    /// A wrong password of a user who is signed in and was asked to confirm it.
    ConfirmFailed,
    /// One other session was ended.
    SessionEnded,
    /// All other sessions were ended.
    OthersEnded,
    /// The user changed the password.
    PasswordChanged,
    /// A code to reset the password was requested.
    ResetAsked,
    /// A wrong code to reset the password.
    ResetFailed,
    /// A new password was set without the one before: by a code, or by the operator.
    PasswordReset,
    /// A number was verified: by a code, or by the operator. With the number, masked.
    PhoneVerified(&'a str),
    /// The verified number was removed. With the number, masked.
    PhoneRemoved(&'a str),
    /// An app was approved. With its name.
    AppApproved(&'a str),
    /// An app was approved for a device, which signs in by that. With its name.
    DeviceApproved(&'a str),
    /// An app was revoked. With its name.
    AppRevoked(&'a str),
    /// All apps were revoked.
    AppsRevoked,
    /// The user offered an app to another person. With its name.
    AppOffered(&'a str),
    /// An app that the user had offered was accepted, and belongs to someone else. With its name.
    AppGiven(&'a str),
    /// The user accepted an app that was offered. With its name.
    AppTaken(&'a str),
    /// The URL of a webhook that the user created was reported as leaked. With the webhook's name.
    WebhookLeaked(&'a str),
    /// A client secret of an app of the user's was reported as leaked. With the app's name.
    SecretLeaked(&'a str),
    /// An access token to the user's identity was reported as leaked. With the name of the app that had it.
    TokenLeaked(&'a str),
    /// A second step was set up.
    SecondStepAdded,
    /// The second step was removed.
    SecondStepRemoved,
    /// A passkey was added. With its name.
    PasskeyAdded(&'a str),
    /// A passkey was removed. With its name.
    PasskeyRemoved(&'a str),
    /// A passkey was refused, because there is a copy of it. With its name.
    PasskeyCopied(&'a str),
    /// The operator removed the second step.
    SecondStepReset,
    /// A wrong code as the second step, after the right password.
    SecondStepFailed,
    /// New recovery codes were made.
    RecoveryCodesMade,
    /// A recovery code was used.
    RecoveryCodeUsed,
    /// The trust in a browser was ended.
    TrustEnded,
    /// The operator disabled the account.
    Disabled,
    /// The operator enabled it again.
    Enabled,
    /// The operator signed the account out everywhere.
    SignedOut,
    /// The operator gave the account the console.
    AdminGranted,
    /// The operator took the console away from it.
    AdminRevoked,
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
            Self::DeviceApproved(_) => "device_approved",
            Self::AppRevoked(_) => "app_revoked",
            Self::AppsRevoked => "apps_revoked",
            Self::AppOffered(_) => "app_offered",
            Self::AppGiven(_) => "app_given",
            Self::AppTaken(_) => "app_taken",
            Self::WebhookLeaked(_) => "webhook_leaked",
            Self::SecretLeaked(_) => "secret_leaked",
            Self::TokenLeaked(_) => "token_leaked",
            Self::SecondStepAdded => "second_step_added",
            Self::SecondStepRemoved => "second_step_removed",
            Self::PasskeyAdded(_) => "passkey_added",
            Self::PasskeyRemoved(_) => "passkey_removed",
            Self::PasskeyCopied(_) => "passkey_copied",
            Self::SecondStepReset => "second_step_reset",
            Self::SecondStepFailed => "second_step_failed",
            Self::RecoveryCodesMade => "recovery_codes_made",
            Self::RecoveryCodeUsed => "recovery_code_used",
            Self::TrustEnded => "trust_ended",
            Self::Disabled => "disabled",
            Self::Enabled => "enabled",
            Self::SignedOut => "signed_out",
            Self::AdminGranted => "admin_granted",
            Self::AdminRevoked => "admin_revoked",
        }
    }

    fn detail(&self) -> &str {
        match self {
            Self::PhoneVerified(of) | Self::PhoneRemoved(of) => of,
            Self::AppApproved(of) | Self::DeviceApproved(of) | Self::AppRevoked(of) => of,
            Self::AppOffered(of) | Self::AppGiven(of) | Self::AppTaken(of) => of,
            Self::WebhookLeaked(of) | Self::SecretLeaked(of) | Self::TokenLeaked(of) => of,
            Self::PasskeyAdded(of) | Self::PasskeyRemoved(of) | Self::PasskeyCopied(of) => of,
            _ => "",
        }
    }

    fn is_by_anybody(self) -> bool {
        matches!(
            self,
            Self::SignInFailed
                | Self::SecondStepFailed
                | Self::ResetAsked
                | Self::ResetFailed
                | Self::WebhookLeaked(_)
                | Self::SecretLeaked(_)
                | Self::TokenLeaked(_)
        )
    }
}

/// The events of all accounts after the event `after`: the ids of the first `most`, each with its account.
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
    /// A browser.
    Browser(Browser<'a>),
    /// The operator: an admin in the console, or on the terminal.
    Operator,
    /// Someone else, of whose browser the user is told nothing.
    Another,
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
            By::Operator | By::Another => (String::new(), String::new()),
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

    /// Whether someone else did it: another person, or a program that found a secret.
    pub fn is_by_another(&self) -> bool {
        const KINDS: [&str; 4] = [
            "app_given",
            "webhook_leaked",
            "secret_leaked",
            "token_leaked",
        ];
        KINDS.contains(&self.kind.as_str())
    }

    /// Whether the operator did it.
    pub fn is_by_operator(&self) -> bool {
        self.address.is_empty() && !self.is_by_another()
    }

    /// The newest events of a user, those before the one with the id `before` where it is given, newest first.
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

/// Records an event within the transaction that causes it, and deletes those beyond the limit.
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
pub(in crate::models) async fn delete_expired(
    write: &Conn,
    now: Millis,
    limit: u64,
) -> Result<u64> {
    let first_kept = ids::first_id_at(now - KEPT_MS);
    batch::delete_before::<Entity>(write, Column::Id, first_kept, limit).await
}
