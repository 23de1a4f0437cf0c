//! Authorization codes by the thousand, as approvals would leave them in the database.
//! The exchange itself is up to the product.

use std::path::{Path, PathBuf};

use portico::models::oauth::{authorization_code, grant};
use portico::security::tokens::{Hashed, Plain};
use sea_orm::{EntityTrait, Set};

use super::{CALLBACK, World};
use crate::database::Ground;

/// Rows per statement.
const TOGETHER: usize = 2_000;
/// The lifetime of codes in milliseconds, longer than any round.
const CODES_LIVE_MS: i64 = 3_600_000;
impl World {
    /// Creates `count` fresh codes directly in the database, as an approval would, and returns them.
    pub(crate) async fn codes(&self, ground: &Ground, count: usize) -> Result<Vec<String>, String> {
        let told = |err| format!("The codes could not be created: {err}");
        let user_id = grant::Entity::find()
            .one(&*ground.db)
            .await
            .map_err(told)?
            .ok_or("There is no grant.")?
            .user_id;
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
                    secret_hash: Set(Hashed::of(&secret).to_vec()),
                    app_id: Set(self.app_id),
                    user_id: Set(user_id),
                    redirect_uri: Set(CALLBACK.to_owned()),
                    code_challenge: Set(None),
                    form_hash: Set(Hashed::of(&Plain::random()).to_vec()),
                    created_at: Set(now),
                    expires_at: Set(now + CODES_LIVE_MS),
                    used_at: Set(None),
                    redeemer: Set(None),
                }
            });
            authorization_code::Entity::insert_many(rows)
                .exec_without_returning(&*transaction)
                .await
                .map_err(told)?;
        }
        transaction.commit().await.map_err(told)?;
        Ok(codes)
    }

    /// As [`Self::codes`], in a file for wrk.
    pub(crate) async fn codes_file(
        &self,
        ground: &Ground,
        count: usize,
        scratch: &Path,
    ) -> Result<PathBuf, String> {
        let codes = self.codes(ground, count).await?;
        let file = scratch.join("codes");
        std::fs::write(&file, codes.join("\n"))
            .map_err(|err| format!("{}: {err}", file.display()))?;
        Ok(file)
    }
}
