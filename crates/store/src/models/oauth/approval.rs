//! Approving an app, which issues a code, and revoking it.
//! The code is exchanged in `authorization_code`; the row of an approval is in `grant`.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{LockType, OnConflict};
use sea_orm::{JoinType, PaginatorTrait, QuerySelect, Set};

use crate::core::Core;
use crate::models::accounts::security_event::{self, Browser};
use crate::models::logs::app_event::{self, AppEventKind};
pub use crate::models::oauth::authorization_code::Consent;
use crate::models::oauth::grant::{ActiveModel, Column, Entity, Model, Relation};
use crate::models::oauth::profile::gives_profile;
use crate::models::oauth::{authorization_code, redirect_uri};
use crate::models::{AuthorizationCode, OauthApp, User};
use portico_crypto::tokens::Plain;
use portico_macros::boxed;
use portico_platform::config::caps;
use portico_platform::database::{Conn, Write, lists};
use portico_platform::error::{Error, Result};
use portico_rules::ids::{AppId, UserId};

/// Why nothing was approved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotApproved {
    /// The session ended meanwhile.
    SignedOut,
    /// The password was entered longer ago than the request allows.
    StaleSignIn,
    /// The app was deleted, or does not send users to this redirect URI any more.
    AppChanged,
    /// This form was sent before.
    FormUsed,
    /// They never approved the app, or for less than it gets, or revoked it, and were not asked now.
    NoGrant,
}

impl Model {
    /// Approves: makes or renews the grant, and gives the code that the app exchanges.
    ///
    /// # Errors
    /// A fault of the form where they have approved as many apps as a user can; when the database can't be reached.
    /// Why nothing was approved is else an answer, not an error.
    #[boxed]
    pub async fn approve(core: &Core, consent: Consent<'_>) -> Result<Result<Plain, NotApproved>> {
        let write = core.begin().await?;
        if let Err(refused) = check(core, &write, consent).await? {
            return Ok(Err(refused));
        }
        let (user_id, app_id) = (consent.session.user_id, consent.app_id);
        let covers = gives_profile(consent.exchange, consent.scope);
        make_grant(core, &write, (user_id, app_id), covers, consent.browser).await?;
        issue(core, write, consent).await
    }

    /// Issues a code without asking, where the user has approved the app before.
    ///
    /// # Errors
    /// When the database can't be reached. Why nothing was given is an answer, not an error.
    #[boxed]
    pub async fn renew(core: &Core, consent: Consent<'_>) -> Result<Result<Plain, NotApproved>> {
        let write = core.begin().await?;
        if let Err(refused) = check(core, &write, consent).await? {
            return Ok(Err(refused));
        }
        let (user_id, app_id) = (consent.session.user_id, consent.app_id);
        let covers = gives_profile(consent.exchange, consent.scope);
        if !Self::note_use(&write, user_id, app_id, core.now(), covers).await? {
            return Ok(Err(NotApproved::NoGrant));
        }
        issue(core, write, consent).await
    }

    /// Revokes an app: none of its codes is exchanged from now on.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is none, or the app was deleted.
    #[boxed]
    pub async fn revoke(core: &Core, user_id: UserId, app_id: AppId, browser: Browser<'_>) -> Result<()> {
        AuthorizationCode::delete_expired(core, user_id).await?;
        let write = core.begin().await?;
        AuthorizationCode::delete_of(&write, user_id, Some(app_id)).await?;
        let revoked_rows = Entity::delete_many()
            .filter(Column::UserId.eq(user_id))
            .filter(Column::AppId.eq(app_id))
            .exec(&*write)
            .await?;
        if revoked_rows.rows_affected == 0 {
            return Err(Error::NotFound);
        }
        let name = OauthApp::name_of(&write, app_id).await?;
        let revoked = security_event::SecurityEventKind::AppRevoked(&name);
        security_event::record(core, &write, user_id, revoked, browser).await?;
        Ok(write.commit().await?)
    }

    /// Revokes every app of a user; returns how many there were.
    #[boxed]
    pub async fn revoke_all(core: &Core, user_id: UserId, browser: Browser<'_>) -> Result<u64> {
        AuthorizationCode::delete_expired(core, user_id).await?;
        let write = core.begin().await?;
        let of_person = Column::UserId.eq(user_id);
        // Leftovers of deleted apps are deleted too, and not counted.
        let revoked = Entity::find()
            .filter(of_person.clone())
            .join(JoinType::InnerJoin, Relation::App.def())
            .count(&*write)
            .await?;
        AuthorizationCode::delete_of(&write, user_id, None).await?;
        Entity::delete_many().filter(of_person).exec(&*write).await?;
        if revoked > 0 {
            let kind = security_event::SecurityEventKind::AppsRevoked;
            security_event::record(core, &write, user_id, kind, browser).await?;
        }
        write.commit().await?;
        Ok(revoked)
    }
}

/// Makes or renews the grant of a user (the first id) for an app (the second), within the write that approves it. A grant
/// that covers the profile keeps covering it.
///
/// # Errors
/// A fault of the form where they have approved as many apps as a user can; when the database can't be reached.
pub(super) async fn make_grant(
    core: &Core,
    write: &Write,
    (user_id, app_id): (UserId, AppId),
    gives_profile: bool,
    browser: Browser<'_>,
) -> Result<()> {
    let now = core.now();
    if Model::note_use(write, user_id, app_id, now, gives_profile).await? {
        return Ok(());
    }
    let is_new = !Model::exists(write, user_id, app_id).await?;
    if is_new {
        require_room(core, write, user_id).await?;
    }
    let grant = ActiveModel {
        user_id: Set(user_id),
        app_id: Set(app_id),
        created_at: Set(now),
        last_used_at: Set(now),
        gives_profile: Set(gives_profile),
    };
    // They may have approved it for less, or in another window since.
    let mut again = OnConflict::columns([Column::UserId, Column::AppId]);
    again.update_column(Column::LastUsedAt);
    if gives_profile {
        again.update_column(Column::GivesProfile);
    }
    Entity::insert(grant).on_conflict(again).exec_without_returning(&**write).await?;
    if !is_new {
        return Ok(());
    }
    let name = OauthApp::name_of(write, app_id).await?;
    let approved = security_event::SecurityEventKind::AppApproved(&name);
    security_event::record(core, write, user_id, approved, browser).await
}

/// Deletes approvals of an app that was deleted and the codes that came of them, at most `limit` rows in all; returns how many.
pub(in crate::models) async fn delete_of_app(write: &Conn, app_id: AppId, limit: u64) -> Result<u64> {
    let users: Vec<UserId> = Entity::find()
        .select_only()
        .column(Column::UserId)
        .filter(Column::AppId.eq(app_id))
        .limit(limit)
        .into_tuple()
        .all(write)
        .await?;
    // The codes first: an approval would take all of its own along.
    let codes = authorization_code::delete_of_users(write, app_id, &users, limit).await?;
    let left = usize::try_from(limit - codes).unwrap_or(usize::MAX);
    let without_codes = users.into_iter().take(left);
    let deleted = Entity::delete_many()
        .filter(Column::AppId.eq(app_id))
        .filter(lists::is_one_of(write, Column::UserId, without_codes))
        .exec(write)
        .await?;
    Ok(codes + deleted.rows_affected)
}

/// Checks again what the page showed a while ago: whether they are still signed in, by a password that is fresh enough,
/// and whether the app still exists, is not suspended, and has this redirect URI. Locks all of it until the write ends,
/// in the order in which an exchange and a deletion do, so that there is no deadlock.
async fn check(core: &Core, write: &Write, consent: Consent<'_>) -> Result<Result<(), NotApproved>> {
    let (session, app_id) = (consent.session, consent.app_id);
    if User::lock(write, session.user_id).await?.is_none() || !session.is_active_in(write, core.now()).await? {
        return Ok(Err(NotApproved::SignedOut));
    }
    let entered_at = session.authenticated_at;
    if !consent.freshness.allows(entered_at, core.now()) {
        return Ok(Err(NotApproved::StaleSignIn));
    }
    if !OauthApp::lock_working(write, app_id, LockType::Share).await?
        || !redirect_uri::is_registered(write, app_id, consent.redirect_uri).await?
    {
        return Ok(Err(NotApproved::AppChanged));
    }
    Ok(Ok(()))
}

/// Refuses one more app to a user who has approved as many as a user can. They approve no other one meanwhile.
async fn require_room(core: &Core, write: &Write, user_id: UserId) -> Result<()> {
    let limit = core.config.caps.connected_apps_per_person;
    User::lock_to_count(write, user_id).await?;
    let approved = Entity::find().filter(Column::UserId.eq(user_id));
    if approved.count(&**write).await? < u64::from(limit) {
        return Ok(());
    }
    Err(caps::reached(
        "form",
        limit,
        [
            "You have 1 connected app, the most a person can have.",
            "You have {} connected apps, the most a person can have.",
        ],
        "Revoke one under Connected apps first.",
    ))
}

/// Makes the code and ends the write.
async fn issue(core: &Core, write: Write, consent: Consent<'_>) -> Result<Result<Plain, NotApproved>> {
    let code = match AuthorizationCode::issue(core, &write, consent).await {
        Ok(code) => code,
        Err(err) if authorization_code::is_form_used(&err) => {
            return Ok(Err(NotApproved::FormUsed));
        }
        Err(err) => return Err(err.into()),
    };
    app_event::record(&write, core.id(), consent.app_id, AppEventKind::Approved).await?;
    write.commit().await?;
    Ok(Ok(code))
}
