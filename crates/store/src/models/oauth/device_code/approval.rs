//! The answer of a person to a device code: approving it makes an authorization code, which the device's next poll exchanges.
//! Asking and polling are in `device_code`.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::LockType;
use sea_orm::{EntityTrait, Set};

use super::{Column, Entity, Model, approvable, lock_enabled};
use crate::core::Core;
use crate::models::accounts::security_event::{self, Browser, SecurityEventKind};
use crate::models::logs::app_event::{self, AppEventKind};
use crate::models::oauth::profile::{ExchangeKind, gives_profile};
use crate::models::oauth::{approval, authorization_code};
use crate::models::{OauthApp, Session, User};
use portico_crypto::tokens::SecretHash;
use portico_macros::boxed;
use portico_platform::error::Result;

/// The terms that a person approves.
#[derive(Debug, Clone, Copy)]
pub struct DeviceConsent<'a> {
    /// Their session.
    pub session: &'a Session,
    /// The device code.
    pub id: i64,
    /// The browser of the request.
    pub browser: Browser<'a>,
    /// Identifies the form they sent.
    pub form_hash: SecretHash,
}

/// Why nothing was approved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeviceNotApproved {
    /// The session ended meanwhile.
    SignedOut,
    /// The device code ended, was answered, or its app was deleted or may not sign users in on devices any more.
    Gone,
}

impl Model {
    /// Approves: the device code becomes an authorization code of the same id and secret, which is the person's who was
    /// first. The grant is made or renewed.
    ///
    /// # Errors
    /// A fault of the form where they have approved as many apps as a user can; when the database can't be reached. Why
    /// nothing was approved is else an answer, not an error.
    #[boxed]
    pub async fn approve(core: &Core, consent: DeviceConsent<'_>) -> Result<Result<(), DeviceNotApproved>> {
        let (user_id, now) = (consent.session.user_id, core.now());
        let write = core.begin().await?;
        // Locked in the order in which an exchange and a deletion do, so that there is no deadlock.
        if User::lock(&write, user_id).await?.is_none() || !consent.session.is_active_in(&write, now).await? {
            return Ok(Err(DeviceNotApproved::SignedOut));
        }
        let row = Entity::find_by_id(consent.id).one(&*write).await?;
        let Some(device) = row else {
            return Ok(Err(DeviceNotApproved::Gone));
        };
        let enabled = lock_enabled(&write, device.app_id, LockType::Share).await?;
        if enabled.is_none() {
            return Ok(Err(DeviceNotApproved::Gone));
        }
        // Of several people at once one deletes it.
        let taken =
            Entity::delete_many().filter(Column::Id.eq(device.id)).filter(approvable(now)).exec(&*write).await?;
        if taken.rows_affected == 0 {
            return Ok(Err(DeviceNotApproved::Gone));
        }
        let app_id = device.app_id;
        let covers = gives_profile(ExchangeKind::Device, &device.scope);
        approval::make_grant(core, &write, (user_id, app_id), covers, consent.browser).await?;
        let code = authorization_code::ActiveModel {
            id: Set(device.id),
            secret_hash: Set(device.secret_hash),
            app_id: Set(app_id),
            user_id: Set(user_id),
            redirect_uri: Set(String::new()),
            code_challenge: Set(None),
            form_hash: Set(consent.form_hash.to_vec()),
            created_at: Set(now),
            // The device polls once in a while: an approval in the last moment has to reach it too.
            expires_at: Set(Ord::max(device.expires_at, now + authorization_code::LIFETIME_MS)),
            used_at: Set(None),
            redeemer: Set(None),
            exchange: Set(ExchangeKind::Device),
            scope: Set(device.scope),
            nonce: Set(None),
            auth_time: Set(consent.session.authenticated_at),
            amr: Set(consent.session.amr().to_owned()),
            access_token_hash: Set(None),
            access_token_expires_at: Set(None),
        };
        authorization_code::Entity::insert(code).exec_without_returning(&*write).await?;
        let name = OauthApp::name_of(&write, app_id).await?;
        let approved = SecurityEventKind::DeviceApproved(&name);
        security_event::record(core, &write, user_id, approved, consent.browser).await?;
        app_event::record(&write, core.id(), app_id, AppEventKind::DeviceApproved).await?;
        write.commit().await?;
        Ok(Ok(()))
    }

    /// Denies: no one can approve the device code any more, and the device learns it. False where it was answered before
    /// or has ended.
    #[boxed]
    pub async fn deny(core: &Core, id: i64) -> Result<bool> {
        let now = core.now();
        let write = core.begin().await?;
        let denied = Entity::update_many()
            .col_expr(Column::DeniedAt, Expr::value(now))
            .filter(Column::Id.eq(id))
            .filter(approvable(now))
            .exec(&*write)
            .await?;
        write.commit().await?;
        Ok(denied.rows_affected == 1)
    }
}
