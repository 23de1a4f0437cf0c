//! Deleting an account. Foreign keys delete or clear the rows that refer to it.
//! Rows that an account can have without limit are deleted in short transactions: before that here, after it by the
//! cleanup.

use sea_orm::{ColumnTrait, EntityTrait, ModelTrait, QueryFilter, QuerySelect, QueryTrait};
use validator::{Validate, ValidateArgs, ValidationError};

use crate::core::Core;
use crate::live::Access;
use crate::models::accounts::picture::{self, PictureKind};
use crate::models::accounts::security_event::{Browser, SecurityLog};
use crate::models::accounts::session::Model as Session;
use crate::models::accounts::user::{Column, Entity, Model};
use crate::models::batch::{DeleteSome, delete_in_batches};
use crate::models::instance::act::{self, Act, Operator, Subject};
use crate::models::logs::app_event;
use crate::models::messages::read_mark;
use crate::models::oauth::oauth_app;
use crate::models::tombstone::{self, TombstoneKind};
use crate::models::{AuthorizationCode, Server};
use portico_crypto::tokens::Plain;
use portico_macros::boxed;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_rules::ids::UserId;
use portico_rules::validation::validate;

/// The form that confirms the deletion, besides the password.
#[derive(Validate)]
#[validate(context = Model)]
struct Confirmation<'a> {
    #[validate(custom(function = "is_own_nickname", use_context))]
    confirm: &'a str,
}

fn is_own_nickname(typed: &str, user: &Model) -> Result<(), ValidationError> {
    validate(
        typed.trim().trim_start_matches('@').to_lowercase() == user.nickname,
        format!("To confirm, type your nickname: {}.", user.nickname),
    )
}

/// Who deletes an account.
#[derive(Clone, Copy)]
enum DeletedBy<'a> {
    /// The person whose it is, in this session.
    Owner(&'a Session),
    Operator(&'a Operator<'a>),
}

impl Model {
    /// Deletes the account with its sessions, codes, memberships, grants and OAuth apps; messages and webhooks stay
    /// without it. Other users' grants of its apps, the logs of these, and what else names the user are hidden at once and
    /// deleted in steps. `typed` is the nickname, as a confirmation.
    ///
    /// # Errors
    /// Faults of `password` and `confirm`, and one of `form` that names the servers the user owns, those that are suspended
    /// apart. [`Error::SignedOut`] when the session is no more.
    #[boxed]
    pub async fn delete_account(
        mut self,
        core: &Core,
        log: &SecurityLog,
        session: &Session,
        password: &Plain,
        typed: &str,
        browser: Browser<'_>,
    ) -> Result<()> {
        let confirmation = Confirmation { confirm: typed };
        let mut faults = FieldErrors::from_validation(confirmation.validate_with_args(&self));
        if !self.confirm(core, log, password, browser).await? {
            faults.add("password", "Wrong password. Try again.");
        }
        faults.into_result()?;
        self.delete_confirmed(core, DeletedBy::Owner(session)).await
    }

    /// The same by the operator, who confirms it on the terminal.
    ///
    /// # Errors
    /// A fault of `form` as of [`delete_account`](Self::delete_account); [`Error::SignedOut`] if the account was deleted or got
    /// another password meanwhile.
    #[boxed]
    pub async fn delete_by_operator(&self, core: &Core, by: &Operator<'_>) -> Result<()> {
        self.delete_confirmed(core, DeletedBy::Operator(by)).await
    }

    /// Deletes the account, and records it where it is an act of the operator.
    async fn delete_confirmed(&self, core: &Core, by: DeletedBy<'_>) -> Result<()> {
        // Checked again below, under the lock; here it prevents deleting what a refused user would miss.
        let owned = Server::all_of_owner(&core.db, self.id).await?;
        if !owned.is_empty() {
            return Err(Error::fault("form", still_owns(&owned)));
        }
        self.delete_unlimited(core).await?;
        let write = core.begin().await?;
        // A transaction that creates a server or an app for this account waits for this one, and then finds no account:
        // what is read below stays true until the end.
        let row = Entity::find_by_id(self.id)
            .filter(Column::PasswordHash.eq(self.password_hash.as_str()))
            .lock_exclusive()
            .one(&*write)
            .await?;
        let Some(row) = row else {
            return Err(Error::SignedOut);
        };
        if let DeletedBy::Owner(session) = by
            && !session.is_active_in(&write, core.now()).await?
        {
            return Err(Error::SignedOut);
        }
        let owned = Server::all_of_owner(&write, self.id).await?;
        if !owned.is_empty() {
            return Err(Error::fault("form", still_owns(&owned)));
        }
        picture::delete(&write, PictureKind::User, self.id.get()).await?;
        let apps = oauth_app::Entity::find().filter(oauth_app::Column::OwnerId.eq(self.id));
        let app_id = oauth_app::Column::Id;
        let app_ids = apps.clone().select_only().column(app_id).into_query();
        picture::delete_all(&write, PictureKind::App, app_ids).await?;
        tombstone::record_all(&write, TombstoneKind::App, apps, app_id, core.now()).await?;
        tombstone::record(&write, TombstoneKind::User, self.id.get(), core.now()).await?;
        row.delete(&*write).await?;
        if let DeletedBy::Operator(by) = by {
            let on = Subject::new(self.id.get(), &self.nickname);
            act::record(&write, core, by, Act::UserDeleted, on).await?;
        }
        core.commit_revoking(write, &[Access::User(self.id)]).await?;
        Ok(())
    }

    /// Deletes, in short transactions, what a user can have without limit and does not miss where the deletion is refused
    /// after all: the foreign keys would otherwise delete all of it in one.
    async fn delete_unlimited(&self, core: &Core) -> Result<()> {
        const KINDS: [DeleteSome<UserId>; 2] = [
            |db, id, _, limit| Box::pin(read_mark::delete_of_user(db, id, limit)),
            |db, id, _, limit| Box::pin(app_event::clear_user(db, id, limit)),
        ];
        for delete in KINDS {
            delete_in_batches(core, self.id, delete).await?;
        }
        AuthorizationCode::delete_expired(core, self.id).await
    }
}

/// The message to an owner who wants to delete the account: suspended servers can't be transferred or deleted by them.
fn still_owns(servers: &[Server]) -> String {
    let named = |suspended: bool| -> String {
        let servers = servers.iter().filter(|server| server.is_suspended() == suspended);
        let names: Vec<&str> = servers.map(|server| server.name.as_str()).collect();
        names.join(", ")
    };
    let (working, suspended) = (named(false), named(true));
    let mut sentences = Vec::new();
    if !working.is_empty() {
        sentences.push(format!("You own {working}. Transfer or delete your servers first."));
    }
    if !suspended.is_empty() {
        sentences.push(format!(
            "The operator suspended servers that you own: {suspended}. Ask the operator to lift that first."
        ));
    }
    sentences.join(" ")
}
