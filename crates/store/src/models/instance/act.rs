//! The audit log of the instance: what admins did in the console and the operator on the terminal, and why.
//! Each act is recorded by its own verb, in the same transaction. Who may read it is decided by the routes.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Alias, ExprTrait, Query};
use sea_orm::{ConnectionTrait, QueryOrder, QuerySelect, Set};

use crate::core::Core;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};
use portico_rules::chat::names;
use portico_rules::clock::{DAY_MS, Millis, rfc3339};
use portico_rules::ids::{IdTimes, SessionId, UserId};

/// How many days an entry is stored.
pub const DAYS: i64 = 730;

/// An entry as it is stored. Its names are those of that time.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "instance_acts")]
pub struct Model {
    /// Its id, which carries its time.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// The admin; none where it was done on the terminal.
    pub actor_id: Option<UserId>,
    /// Their nickname; empty where it was done on the terminal.
    pub actor_nickname: String,
    /// The name of the [`Act`].
    pub act: String,
    /// The id of its target; none for the instance itself.
    pub target_id: Option<i64>,
    /// The target's name at that time: a nickname, or a name.
    pub target_name: String,
    /// More about what was done, or nothing.
    pub detail: String,
    /// Why, in the admin's words; may be empty on the terminal, and for acts on the instance itself.
    pub reason: String,
}

portico_platform::database::no_relations!();

/// Defines [`Act`]: for each its name, and a sentence's verb for people.
macro_rules! acts {
    ($($act:ident = $name:literal, $says:literal;)+) => {
        /// The acts of admins and the operator on the instance and its contents.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Act {
            $(#[doc = $says] $act,)+
        }

        impl Act {
            /// Every act, with its name in the database and in exports, and a sentence's verb for people.
            pub const ALL: &[(Self, &'static str, &'static str)] = &[$((Self::$act, $name, $says)),+];

            /// Its name in the database and in exports.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$act => $name,)+
                }
            }
        }
    };
}

acts! {
    UserCreated = "user_created", "created the account";
    AdminGranted = "admin_granted", "gave the console to";
    AdminRevoked = "admin_revoked", "took the console away from";
    UserDisabled = "user_disabled", "disabled the account";
    UserEnabled = "user_enabled", "enabled the account";
    SessionsEnded = "sessions_ended", "ended all sessions of";
    PhoneVerified = "phone_verified", "verified a phone number of";
    PasswordReset = "password_reset", "reset the password of";
    SecondStepReset = "second_step_reset", "reset the two-step sign-in of";
    UserDeleted = "user_deleted", "deleted the account";
    AppSuspended = "app_suspended", "suspended the app";
    AppRestored = "app_restored", "lifted the suspension of the app";
    WebhookSuspended = "webhook_suspended", "suspended the webhook";
    WebhookRestored = "webhook_restored", "lifted the suspension of the webhook";
    ServerSuspended = "server_suspended", "suspended the server";
    ServerRestored = "server_restored", "lifted the suspension of the server";
    ReportClosed = "report_closed", "closed a report of the app";
    SignUpChanged = "sign_up_changed", "changed who can sign up";
    SignUpLinkCreated = "sign_up_link_created", "created a sign-up link";
    SignUpLinkRevoked = "sign_up_link_revoked", "revoked a sign-up link";
    NoticeShown = "notice_shown", "put up a notice to everyone";
    NoticeEnded = "notice_ended", "took down the notice to everyone";
    BrandingChanged = "branding_changed", "changed the branding";
    KeyAdded = "key_added", "added the instance key";
    KeyRotated = "key_rotated", "sealed everything again with the instance key";
    KeyDropped = "key_dropped", "dropped the instance key";
    SigningKeysRotated = "signing_keys_rotated", "added the next signing keys";
    SigningKeysRevoked = "signing_keys_revoked", "revoked every signing key and added";
    SigningKeyDropped = "signing_key_dropped", "dropped the signing key";
    PushKeyReplaced = "push_key_replaced", "replaced the key for push services";
}

/// Who acts for the instance, and why.
#[derive(Clone, Copy, Debug)]
pub struct Operator<'a> {
    admin: Option<Admin<'a>>,
    reason: &'a str,
}

/// An admin who acts in the console.
#[derive(Clone, Copy, Debug)]
struct Admin<'a> {
    id: UserId,
    nickname: &'a str,
    session_id: SessionId,
}

impl<'a> Operator<'a> {
    /// The operator on the terminal, without a reason.
    pub const TERMINAL: Self = Self { admin: None, reason: "" };

    /// The operator on the terminal, with a reason that the command has checked.
    pub fn on_terminal(reason: &'a str) -> Self {
        Self { admin: None, reason }
    }

    /// An admin, by id and nickname, in this session, with a reason that [`reason`] has checked.
    pub fn admin((id, nickname): (UserId, &'a str), session_id: SessionId, reason: &'a str) -> Self {
        let admin = Admin { id, nickname, session_id };
        Self { admin: Some(admin), reason }
    }

    /// The id of the admin; none on the terminal.
    pub(in crate::models) fn admin_id(&self) -> Option<UserId> {
        self.admin.map(|admin| admin.id)
    }

    /// Why.
    pub fn reason(&self) -> &'a str {
        self.reason
    }
}

impl Admin<'_> {
    /// True if their session is still there, and they are an admin: a session is deleted when its account is disabled
    /// or gets another password.
    async fn may_act(&self, write: &Conn) -> Result<bool> {
        let (users, sessions) = (Alias::new("users"), Alias::new("sessions"));
        let (id, user_id) = (Alias::new("id"), Alias::new("user_id"));
        let query = Query::select()
            .expr(Expr::value(1))
            .from(sessions.clone())
            .inner_join(users.clone(), Expr::col((users.clone(), id.clone())).equals((sessions.clone(), user_id)))
            .and_where(Expr::col((sessions, id)).eq(self.session_id))
            .and_where(Expr::col((users, Alias::new("admin_at"))).is_not_null())
            .take();
        Ok(write.query_one(&query).await?.is_some())
    }
}

/// The reason of an act against people or their things, as it was typed in the console.
///
/// # Errors
/// A fault of `reason`.
pub fn reason(typed: &str) -> Result<String> {
    match optional_reason(typed)? {
        text if text.is_empty() => Err(Error::fault("reason", "Enter a reason. It is stored in the audit log.")),
        text => Ok(text),
    }
}

/// The reason of an act on the instance itself, which may be empty.
///
/// # Errors
/// A fault of `reason` if it is too long.
pub fn optional_reason(typed: &str) -> Result<String> {
    names::description(typed).map_err(|sentence| Error::fault("reason", sentence))
}

/// The target of an act.
#[derive(Clone, Copy, Debug, Default)]
pub struct Subject<'a> {
    /// Its id; none for the instance itself.
    pub id: Option<i64>,
    /// A nickname, or a name.
    pub name: &'a str,
    /// More about what is done, or nothing.
    pub detail: &'a str,
}

impl<'a> Subject<'a> {
    /// Something with an id and a name.
    pub fn new(id: i64, name: &'a str) -> Self {
        Self { id: Some(id), name, detail: "" }
    }

    /// The same with more about what is done.
    pub fn with(self, detail: &'a str) -> Self {
        Self { detail, ..self }
    }
}

/// Records an act, in the transaction that does it.
///
/// # Errors
/// [`Error::SignedOut`] where the admin's session has ended, or they are no admin any more: then the act may not be done.
pub(in crate::models) async fn record(
    write: &Conn,
    core: &Core,
    by: &Operator<'_>,
    act: Act,
    on: Subject<'_>,
) -> Result<()> {
    if let Some(admin) = &by.admin
        && !admin.may_act(write).await?
    {
        return Err(Error::SignedOut);
    }
    let entry = ActiveModel {
        id: Set(core.id()),
        actor_id: Set(by.admin.map(|admin| admin.id)),
        actor_nickname: Set(by.admin.map_or("", |admin| admin.nickname).to_owned()),
        act: Set(act.name().to_owned()),
        target_id: Set(on.id),
        target_name: Set(on.name.to_owned()),
        detail: Set(on.detail.to_owned()),
        reason: Set(by.reason.to_owned()),
    };
    Entity::insert(entry).exec_without_returning(write).await?;
    Ok(())
}

/// Records what the operator did to keys, named by their IDs. For what is done in no transaction, such as a change of the key
/// file, and for what takes many.
#[boxed]
pub async fn record_of_keys(core: &Core, act: Act, keys: &str) -> Result<()> {
    let write = core.begin().await?;
    let on = Subject { name: keys, ..Subject::default() };
    record(&write, core, &Operator::TERMINAL, act, on).await?;
    write.commit().await?;
    Ok(())
}

impl Model {
    /// When it was done.
    pub fn at(&self, times: &IdTimes) -> Millis {
        times.time_of(self.id)
    }

    /// The entries before the one with the id `before`, or the newest ones; at most `limit`, the newest first.
    #[boxed]
    pub async fn page(core: &Core, before: Option<i64>, limit: u64) -> Result<Vec<Self>> {
        let mut found = Entity::find().filter(Column::Id.gte(oldest_kept(&core.db, core.now())));
        if let Some(before) = before {
            found = found.filter(Column::Id.lt(before));
        }
        let found = found.order_by_desc(Column::Id).limit(limit);
        core.read_for_console(|db| {
            let found = found.clone();
            async move { Ok(found.all(&*db).await?) }
        })
        .await
    }

    /// The entry as a line of an export, without the line break.
    pub fn json(&self, times: &IdTimes) -> serde_json::Value {
        serde_json::json!({
            "id": self.id,
            "at": rfc3339(self.at(times)),
            "actor_id": self.actor_id,
            "actor": if self.actor_id.is_some() { self.actor_nickname.as_str() } else { "terminal" },
            "act": self.act,
            "target_id": self.target_id,
            "target": self.target_name,
            "detail": self.detail,
            "reason": self.reason,
        })
    }
}

fn oldest_kept(db: &Conn, now: Millis) -> i64 {
    db.id_times().first_id_at(now - DAYS * DAY_MS)
}
