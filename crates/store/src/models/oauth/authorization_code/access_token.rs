//! Access tokens: what an exchange by form gives, good for the user's claims at `/oauth/userinfo` and nothing else.
//! They are stored in the row of their code, by the statement in `exchange`; requests with one are read in the routes.

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, ExprTrait, QueryResult, Statement};

use super::exchange::Identity;
use super::{Column, Entity, Model};
use crate::core::Core;
use portico_crypto::tokens::{Plain, SecretHash};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::clock::Millis;
use portico_rules::ids::AppId;

/// The prefix of access tokens, by which secret scanners recognise them.
pub const PREFIX: &str = "portico_at_";
/// How long an access token is valid.
pub const LIFETIME_MS: Millis = 10 * 60 * 1000;

/// A new access token: [`PREFIX`], the id of its code, a dot, and 256 random bits as base64url. The id leads straight to
/// the row, and the bits after it must match as well.
#[derive(Debug)]
pub(super) struct AccessToken {
    code_id: i64,
    secret: Plain,
}

impl AccessToken {
    pub(super) fn generate(code_id: i64) -> Self {
        Self { code_id, secret: Plain::random() }
    }

    /// The stored form of it.
    pub(super) fn hash(&self) -> SecretHash {
        SecretHash::new(&self.secret)
    }

    /// The whole token in the clear, which only the app gets.
    pub(super) fn into_plain(self) -> Plain {
        Plain::from(format!("{PREFIX}{}.{}", self.code_id, self.secret.expose()))
    }
}

/// A token as it arrives: the id of its code, and the hash of its secret part. None for what can't be one.
pub(in crate::models) fn read(token: &str) -> Option<(i64, SecretHash)> {
    super::read(token.strip_prefix(PREFIX)?)
}

/// The rights of a valid access token, at this moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenAccess {
    /// The app that it was issued to.
    pub app_id: AppId,
    /// The user, as they are now.
    pub identity: Identity,
    /// The scope that was granted, values separated by spaces.
    pub scope: String,
    /// From when on it is worth nothing, in UTC milliseconds.
    pub expires_at: Millis,
}

impl TokenAccess {
    /// When the token was issued, in UTC milliseconds.
    pub fn issued_at(&self) -> Millis {
        self.expires_at - LIFETIME_MS
    }

    fn read(row: &QueryResult) -> Result<Self> {
        Ok(Self {
            identity: Identity::read(row)?,
            app_id: row.try_get_by_index(5)?,
            scope: row.try_get_by_index(6)?,
            expires_at: row.try_get_by_index(7)?,
        })
    }
}

impl Model {
    /// The rights of an access token. None where it expired, was revoked, or where the app is suspended, or the user,
    /// the app or the approval is gone: ending the approval deletes the row, and the rest is compared here.
    #[boxed]
    pub async fn access(db: &Conn, token: &str, now: Millis) -> Result<Option<TokenAccess>> {
        const SELECT: &str = "SELECT codes.access_token_hash, users.id, users.nickname, users.name, users.picture_at, codes.app_id, \
             codes.scope, codes.access_token_expires_at FROM authorization_codes codes \
             JOIN users ON users.id = codes.user_id JOIN oauth_apps ON oauth_apps.id = codes.app_id \
             WHERE codes.id = $1 AND codes.access_token_expires_at > $2 \
             AND codes.access_token_hash IS NOT NULL AND users.disabled_at IS NULL \
             AND oauth_apps.suspended_at IS NULL";
        let Some((id, hash)) = read(token) else {
            return Ok(None);
        };
        let values = [id.into(), now.into()];
        let select = Statement::from_sql_and_values(db.get_database_backend(), SELECT, values);
        let Some(row) = db.query_one_raw(select).await? else {
            return Ok(None);
        };
        let stored: Vec<u8> = row.try_get_by_index(0)?;
        if SecretHash::from_bytes(&stored) != Some(hash) {
            return Ok(None);
        }
        TokenAccess::read(&row).map(Some)
    }

    /// Revokes an access token of an app. Another app's, one that is none, and one that ended are left alone.
    #[boxed]
    pub async fn revoke_access(core: &Core, app_id: AppId, token: &str) -> Result<()> {
        let Some((id, hash)) = read(token) else {
            return Ok(());
        };
        let of_app = Entity::find_by_id(id).filter(Column::AppId.eq(app_id)).one(&*core.db).await?;
        let stored = of_app.and_then(|code| code.access_token_hash);
        if stored.and_then(|stored| SecretHash::from_bytes(&stored)) == Some(hash) {
            // A repeated exchange may have replaced it meanwhile.
            let same = Column::AccessTokenHash.eq(hash.to_vec());
            clear(core, Column::Id.eq(id).and(same)).await?;
        }
        Ok(())
    }
}

/// Revokes the access token that a code gave, if it is still there.
pub(super) async fn revoke_of_code(core: &Core, code_id: i64) -> Result<()> {
    clear(core, Column::Id.eq(code_id)).await
}

async fn clear(core: &Core, which: Expr) -> Result<()> {
    let write = core.begin().await?;
    Entity::update_many()
        .col_expr(Column::AccessTokenHash, Expr::value(None::<Vec<u8>>))
        .filter(which)
        .exec(&*write)
        .await?;
    Ok(write.commit().await?)
}
