//! Client secrets and access tokens that were found where they don't belong: looking them up, and ending them.
//! `lifecycle` takes reports of all kinds of secrets together.

use sea_orm::QuerySelect;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::LockType;

use crate::core::Core;
use crate::models::accounts::security_event::{self, EventActor, SecurityEventKind};
use crate::models::logs::app_event::{self, AppEventKind};
use crate::models::logs::audit::{self, Action};
use crate::models::oauth::{authorization_code, client_secret, oauth_app};
use crate::models::{AuthorizationCode, ClientSecret, OauthApp, User};
use portico_crypto::tokens::SecretHash;
use portico_platform::database::{Conn, lists};
use portico_platform::error::Result;

/// The client secrets with these hashes. One statement, however many they are.
pub(crate) async fn client_secrets(db: &Conn, hashes: &[SecretHash]) -> Result<Vec<ClientSecret>> {
    let hashes = hashes.iter().map(|hash| hash.to_vec());
    Ok(client_secret::Entity::find()
        .filter(lists::is_one_of_hashes(db, client_secret::Column::SecretHash, hashes))
        .all(db)
        .await?)
}

/// The codes whose access tokens are these, where they are valid. One statement, however many they are.
pub(crate) async fn access_tokens(core: &Core, given: &[(i64, SecretHash)]) -> Result<Vec<AuthorizationCode>> {
    use authorization_code::{Column, Entity};
    let ids = given.iter().map(|(id, _)| *id);
    let rows = Entity::find()
        .filter(lists::is_one_of(&core.db, Column::Id, ids))
        .filter(Column::AccessTokenExpiresAt.gt(core.now()))
        .all(&*core.db)
        .await?;
    let is_given = |code: &AuthorizationCode| {
        let stored = code.access_token_hash.as_deref();
        let stored = stored.and_then(SecretHash::from_bytes);
        stored.is_some_and(|stored| given.contains(&(code.id, stored)))
    };
    Ok(rows.into_iter().filter(is_given).collect())
}

/// Deletes a client secret and tells the app's owner. False where it was deleted by now.
pub(in crate::models) async fn delete_secret(core: &Core, secret: &ClientSecret) -> Result<bool> {
    use client_secret::{Column, Entity};
    let row = oauth_app::Entity::find_by_id(secret.app_id).one(&*core.db).await?;
    let Some(app) = row else {
        return Ok(false);
    };
    let write = core.begin().await?;
    // Before the app and its secrets, as when the account is deleted.
    if !User::lock_to_count(&write, app.owner_id).await? || !OauthApp::lock(&write, app.id, LockType::KeyShare).await? {
        return Ok(false);
    }
    let deleted = Entity::delete_many()
        .filter(Column::Id.eq(secret.id))
        .filter(Column::SecretHash.eq(secret.secret_hash.clone()))
        .exec(&*write)
        .await?;
    if deleted.rows_affected == 0 {
        return Ok(false);
    }
    let action = Action::SecretFoundLeaked { last_four: secret.last_four.clone() };
    audit::record_by_itself(&write, core, app.id, &app, action).await?;
    app_event::record(&write, core.id(), app.id, AppEventKind::SecretLeaked).await?;
    let kind = SecurityEventKind::SecretLeaked(&app.name);
    security_event::record(core, &write, app.owner_id, kind, EventActor::Another).await?;
    write.commit().await?;
    Ok(true)
}

/// Revokes the access token of a code, and tells the user and the app's owner. False where it was revoked or replaced by
/// now.
pub(in crate::models) async fn revoke_token(core: &Core, code: &AuthorizationCode) -> Result<bool> {
    use authorization_code::{Column, Entity};
    let write = core.begin().await?;
    // Before the app and the code, as when the account is deleted.
    let is_there = User::lock_to_count(&write, code.user_id).await?;
    let app = oauth_app::Entity::find_by_id(code.app_id).lock(LockType::KeyShare).one(&*write).await?;
    let (true, Some(app)) = (is_there, app) else {
        return Ok(false);
    };
    let revoked = Entity::update_many()
        .col_expr(Column::AccessTokenHash, Expr::value(None::<Vec<u8>>))
        .filter(Column::Id.eq(code.id))
        .filter(Column::AccessTokenHash.eq(code.access_token_hash.clone()))
        .exec(&*write)
        .await?;
    if revoked.rows_affected == 0 {
        return Ok(false);
    }
    let kind = AppEventKind::TokenLeaked(code.user_id);
    app_event::record(&write, core.id(), app.id, kind).await?;
    let kind = SecurityEventKind::TokenLeaked(&app.name);
    security_event::record(core, &write, code.user_id, kind, EventActor::Another).await?;
    write.commit().await?;
    Ok(true)
}
