//! The security log of an account, for its owner: sign-ins, wrong passwords, changes, and from where.
//! Nothing is decided by it, and it contains no password, no code and no full number.

mod log;

use sea_orm::entity::prelude::*;
use sea_orm::{Condition, IntoActiveModel, QueryOrder, QuerySelect};

use crate::core::Core;
use crate::models::batch;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::clock::{DAY_MS, Millis};
use portico_rules::ids::{IdTimes, UserId};

pub use log::SecurityLog;

/// How many events of what the user did are stored, the newest.
pub const KEPT: u64 = 200;
/// How many events are stored of those that anyone can cause without signing in: a flood of them must not push out the
/// others.
pub const KEPT_OF_ANYBODY: u64 = 100;
/// How long an event is stored.
pub const KEPT_MS: Millis = 180 * DAY_MS;
/// The most characters of a `User-Agent` that are stored.
const MAX_USER_AGENT: usize = 200;

/// Something that happened to an account.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "security_events")]
pub struct Model {
    /// Its id, which carries its time.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// Whose account it is.
    pub user_id: UserId,
    /// See [`SecurityEventKind::name`].
    pub kind: String,
    /// See [`SecurityEventKind`]; mostly nothing.
    pub detail: String,
    /// True if it can be caused without signing in.
    pub by_anybody: bool,
    /// The browser's `User-Agent`, shortened; empty where the operator or someone else did it.
    pub user_agent: String,
    /// The client's address; empty where the operator or someone else did it.
    pub address: String,
}

portico_platform::database::no_relations!();

/// Defines [`SecurityEventKind`]: for each kind its detail, if it has one, its name, and its title.
macro_rules! kinds {
    ($a:lifetime: $($kind:ident $(($detail:ty))? = $name:literal, $title:literal;)+) => {
        /// The events of an account. The detail is a number, masked, or the name of the app, the webhook or the
        /// passkey; of an access token, that of the app that had it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum SecurityEventKind<$a> {
            $(#[doc = $title] $kind $(($detail))?,)+
        }

        impl SecurityEventKind<'_> {
            /// Its name in the database.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$kind { .. } => $name,)+
                }
            }

            /// The title, for the account's owner, of the kind with this name.
            pub fn title(name: &str) -> Option<&'static str> {
                match name {
                    $($name => Some($title),)+
                    _ => None,
                }
            }
        }
    };
}

kinds! { 'a:
    SignedIn = "signed_in", "Signed in";
    SignInFailed = "sign_in_failed", "Sign-in with a wrong password";
    ConfirmFailed = "confirm_failed", "Confirmation with a wrong password";
    SessionEnded = "session_ended", "Another browser signed out";
    OthersEnded = "others_ended", "All other browsers signed out";
    PasswordChanged = "password_changed", "Password changed";
    ResetAsked = "reset_asked", "Password reset code requested";
    ResetFailed = "reset_failed", "Wrong password reset code";
    PasswordReset = "password_reset", "Password reset with a code";
    PhoneVerified(&'a str) = "phone_verified", "Phone verified";
    PhoneRemoved(&'a str) = "phone_removed", "Phone removed";
    AppApproved(&'a str) = "app_approved", "App approved";
    DeviceApproved(&'a str) = "device_approved", "Device signed in to an app";
    AppRevoked(&'a str) = "app_revoked", "App revoked";
    AppsRevoked = "apps_revoked", "All apps revoked";
    AppOffered(&'a str) = "app_offered", "App offered to another person";
    AppGiven(&'a str) = "app_given", "App accepted by its new owner";
    AppTaken(&'a str) = "app_taken", "App accepted";
    WebhookLeaked(&'a str) = "webhook_leaked", "Webhook URL reported as leaked, webhook paused";
    SecretLeaked(&'a str) = "secret_leaked", "Client secret reported as leaked and disabled, of the app";
    TokenLeaked(&'a str) = "token_leaked", "Access token reported as leaked and revoked, of the app";
    SecondStepAdded = "second_step_added", "Authenticator app added";
    SecondStepRemoved = "second_step_removed", "Authenticator app removed";
    PasskeyAdded(&'a str) = "passkey_added", "Passkey added";
    PasskeyRemoved(&'a str) = "passkey_removed", "Passkey removed";
    PasskeyCopied(&'a str) = "passkey_copied", "A copy of a passkey refused";
    SecondStepReset = "second_step_reset", "Two-step sign-in switched off";
    SecondStepFailed = "second_step_failed", "Wrong code after the right password";
    RecoveryCodesMade = "recovery_codes_made", "New recovery codes created";
    RecoveryCodeUsed = "recovery_code_used", "Recovery code used";
    TrustEnded = "trust_ended", "Trust in a browser ended";
    Disabled = "disabled", "Account disabled";
    Enabled = "enabled", "Account enabled again";
    SignedOut = "signed_out", "Signed out everywhere";
    AdminGranted = "admin_granted", "Became an admin of this instance";
    AdminRevoked = "admin_revoked", "No longer an admin of this instance";
}

impl SecurityEventKind<'_> {
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

/// The events of all accounts after the event `after`: the ids of the first `limit`, each with its account.
#[boxed]
pub async fn since(db: &Conn, after: i64, limit: u64) -> Result<Vec<(i64, UserId)>> {
    Ok(Entity::find()
        .select_only()
        .columns([Column::Id, Column::UserId])
        .filter(Column::Id.gt(after))
        .order_by_asc(Column::Id)
        .limit(limit)
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
pub enum EventActor<'a> {
    /// A browser.
    Browser(Browser<'a>),
    /// The operator: an admin in the console, or on the terminal.
    Operator,
    /// Someone else, whose browser is not shown to the user.
    Another,
}

impl<'a> From<Browser<'a>> for EventActor<'a> {
    fn from(browser: Browser<'a>) -> Self {
        Self::Browser(browser)
    }
}

impl Model {
    fn new(core: &Core, user_id: UserId, kind: SecurityEventKind<'_>, by: EventActor<'_>) -> Self {
        let (user_agent, address) = match by {
            EventActor::Browser(Browser { user_agent, address }) => {
                (user_agent.chars().take(MAX_USER_AGENT).collect(), address.to_string())
            }
            EventActor::Operator | EventActor::Another => (String::new(), String::new()),
        };
        Self {
            id: core.id(),
            user_id,
            kind: kind.name().to_owned(),
            detail: kind.detail().to_owned(),
            by_anybody: kind.is_by_anybody(),
            user_agent,
            address,
        }
    }

    /// When it happened.
    pub fn at(&self, times: &IdTimes) -> Millis {
        times.time_of(self.id)
    }

    /// True if someone else did it: another person, or a program that found a secret.
    pub fn is_by_another(&self) -> bool {
        const KINDS: [&str; 4] = ["app_given", "webhook_leaked", "secret_leaked", "token_leaked"];
        KINDS.contains(&self.kind.as_str())
    }

    /// True if the operator did it.
    pub fn is_by_operator(&self) -> bool {
        self.address.is_empty() && !self.is_by_another()
    }

    /// The newest events of a user, those before the one with the id `before` where it is given, newest first.
    #[boxed]
    pub async fn page(core: &Core, user_id: UserId, before: Option<i64>, limit: u64) -> Result<Vec<Self>> {
        let mut events = Entity::find()
            .filter(Column::UserId.eq(user_id))
            .filter(Column::Id.gte(core.id_times().first_id_at(core.now() - KEPT_MS)));
        if let Some(before) = before {
            events = events.filter(Column::Id.lt(before));
        }
        Ok(events.order_by_desc(Column::Id).limit(limit).all(&*core.db).await?)
    }
}

/// Records an event within the transaction that causes it, and deletes those beyond the limit.
pub(in crate::models) async fn record(
    core: &Core,
    write: &Conn,
    user_id: UserId,
    kind: SecurityEventKind<'_>,
    by: impl Into<EventActor<'_>>,
) -> Result<()> {
    let event = Model::new(core, user_id, kind, by.into());
    let sort = event.by_anybody;
    Entity::insert(event.into_active_model()).exec_without_returning(write).await?;
    delete_surplus(write, user_id, sort).await
}

/// Deletes what is beyond the limit of one sort of a user's events.
async fn delete_surplus(write: &Conn, user_id: UserId, by_anybody: bool) -> Result<()> {
    let rows = Condition::all().add(Column::UserId.eq(user_id)).add(Column::ByAnybody.eq(by_anybody));
    let kept = if by_anybody { KEPT_OF_ANYBODY } else { KEPT };
    batch::delete_surplus::<Entity>(write, Column::Id, rows, kept).await
}
