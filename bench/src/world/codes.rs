//! Authorization codes by the thousand, as approvals would leave them in the database.
//! The exchange itself is up to the product.

use std::path::{Path, PathBuf};

use portico::app::App;
use portico_crypto::tokens::{Plain, SecretHash};
use portico_platform::error::Error;
use portico_rules::ids::{AppId, UserId};
use portico_store::models::oauth::authorization_code::access_token;
use portico_store::models::oauth::profile::ExchangeKind;
use portico_store::models::oauth::{authorization_code, grant};
use sea_orm::{ActiveModelTrait, EntityTrait, Set};

use super::{CALLBACK, World};
use crate::database::Ground;

/// A long-lived access token of an app for a user, as an exchange would leave it in the database; in the clear.
pub(super) async fn long_lived_token(app: &App, app_id: AppId, user_id: UserId) -> Result<Plain, Error> {
    let (id, now, secret) = (app.id(), app.now(), Plain::random());
    authorization_code::ActiveModel {
        id: Set(id),
        secret_hash: Set(SecretHash::new(&Plain::random()).to_vec()),
        app_id: Set(app_id),
        user_id: Set(user_id),
        redirect_uri: Set(CALLBACK.to_owned()),
        code_challenge: Set(None),
        form_hash: Set(SecretHash::new(&Plain::random()).to_vec()),
        created_at: Set(now),
        expires_at: Set(now + CODES_LIVE_MS),
        used_at: Set(Some(now)),
        redeemer: Set(None),
        exchange: Set(ExchangeKind::Form),
        scope: Set("openid profile".to_owned()),
        nonce: Set(None),
        auth_time: Set(now),
        amr: Set("pwd".to_owned()),
        access_token_hash: Set(Some(SecretHash::new(&secret).to_vec())),
        // Longer than any run.
        access_token_expires_at: Set(Some(now + 24 * CODES_LIVE_MS)),
    }
    .insert(&*app.db)
    .await?;
    Ok(Plain::from(format!("{}{id}.{}", access_token::PREFIX, secret.expose())))
}

/// Rows per statement.
const TOGETHER: usize = 1_000;
/// The lifetime of codes in milliseconds, longer than any round.
const CODES_LIVE_MS: i64 = 3_600_000;

/// What a code is exchanged for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CodeKind {
    /// The four fields.
    Json,
    /// An access token.
    Form,
    /// An access token and an ID token.
    OpenId,
}

impl CodeKind {
    fn exchange(self) -> ExchangeKind {
        match self {
            Self::Json => ExchangeKind::Json,
            Self::Form | Self::OpenId => ExchangeKind::Form,
        }
    }

    fn scope(self) -> &'static str {
        match self {
            Self::Json => "",
            Self::Form => "profile",
            Self::OpenId => "openid profile",
        }
    }
}

impl World {
    /// Creates `count` fresh codes of a kind directly in the database, as an approval would, and returns them.
    pub(crate) async fn codes(&self, ground: &Ground, kind: CodeKind, count: usize) -> Result<Vec<String>, String> {
        let told = |err| format!("The codes could not be created: {err}");
        let user_id = grant::Entity::find().one(&*ground.db).await.map_err(told)?.ok_or("There is no grant.")?.user_id;
        let now = self.clock.now();
        let mut codes = Vec::with_capacity(count);
        let transaction = ground.db.begin().await.map_err(told)?;
        // Postgres allows at most 65,535 values in a statement.
        for from in (0..count).step_by(TOGETHER) {
            let rows = (from..count.min(from + TOGETHER)).map(|_| {
                let (id, secret) = (self.ids.next(), Plain::random());
                codes.push(format!("{id}.{}", secret.expose()));
                authorization_code::ActiveModel {
                    id: Set(id),
                    secret_hash: Set(SecretHash::new(&secret).to_vec()),
                    app_id: Set(self.app_id),
                    user_id: Set(user_id),
                    redirect_uri: Set(CALLBACK.to_owned()),
                    code_challenge: Set(None),
                    form_hash: Set(SecretHash::new(&Plain::random()).to_vec()),
                    created_at: Set(now),
                    expires_at: Set(now + CODES_LIVE_MS),
                    used_at: Set(None),
                    redeemer: Set(None),
                    exchange: Set(kind.exchange()),
                    scope: Set(kind.scope().to_owned()),
                    nonce: Set(None),
                    auth_time: Set(0),
                    amr: Set("pwd".to_owned()),
                    access_token_hash: Set(None),
                    access_token_expires_at: Set(None),
                }
            });
            authorization_code::Entity::insert_many(rows).exec_without_returning(&*transaction).await.map_err(told)?;
        }
        transaction.commit().await.map_err(told)?;
        Ok(codes)
    }

    /// As [`Self::codes`], in a file for wrk.
    pub(crate) async fn codes_file(
        &self,
        ground: &Ground,
        kind: CodeKind,
        count: usize,
        scratch: &Path,
    ) -> Result<PathBuf, String> {
        let codes = self.codes(ground, kind, count).await?;
        let file = scratch.join("codes");
        std::fs::write(&file, codes.join("\n")).map_err(|err| format!("{}: {err}", file.display()))?;
        Ok(file)
    }
}
