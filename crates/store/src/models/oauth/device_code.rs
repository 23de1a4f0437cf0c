//! Device codes (RFC 8628): a device without a browser asks, and polls until a person has answered on another one.
//! The answer is in `approval`; an approved device code is exchanged like any authorization code.

mod approval;

use std::net::IpAddr;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{IntoCondition, LockType, OnConflict};
use sea_orm::{Condition, PaginatorTrait, QuerySelect, Set};

pub use approval::{DeviceConsent, DeviceNotApproved};

use crate::core::Core;
use crate::models::oauth::{authorization_code, oauth_app};
use crate::models::{OauthApp, User};
use portico_crypto::tokens::{self, Plain, SecretHash, USER_CODE_LENGTH, USER_CODE_LETTERS};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};
use portico_rules::clock::Millis;
use portico_rules::ids::AppId;
use portico_rules::network::network_of;

/// How long a person has to answer.
pub const LIFETIME_MS: Millis = authorization_code::MAX_LIFETIME_MS;
/// How many seconds a device waits between two polls at first (RFC 8628, section 3.2).
pub const INTERVAL_SECS: i32 = 5;
/// By how many seconds it waits longer after each poll that came too early (section 3.5).
const SLOWER_SECS: i32 = 5;
/// How much earlier than that a poll may arrive: one may be faster on its way than the one before.
const EARLY_MS: Millis = 1_000;
/// For so long after its end an expired device code is distinguished from an unknown one.
pub(in crate::models) const REMEMBERED_MS: Millis = 10 * 60 * 1000;
/// The purpose of the instance key's hashes of short codes.
const PURPOSE: &str = "device user code";

/// The sign-in of a device that no person has approved yet.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "device_codes")]
pub struct Model {
    /// Its id, no secret, and later the authorization code's.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// SHA-256 of the secret part of the device code.
    pub secret_hash: Vec<u8>,
    /// The app that asked.
    pub app_id: AppId,
    /// The short code that the device shows, under the instance key.
    pub user_code_mac: Vec<u8>,
    /// The requested scope that may be granted.
    pub scope: String,
    /// The address that asked.
    pub address: String,
    /// The network that counts as one address.
    pub network: String,
    /// When it asked.
    pub created_at: i64,
    /// From when on it can't be approved.
    pub expires_at: i64,
    /// How many seconds the device has to wait between two polls.
    pub interval_secs: i32,
    /// When it last polled.
    pub polled_at: Option<i64>,
    /// When a person denied.
    pub denied_at: Option<i64>,
}

impl std::fmt::Debug for Model {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("DeviceCode").finish_non_exhaustive()
    }
}

portico_platform::database::no_relations!();

/// The codes of a device. Both are stored nowhere in the clear.
#[derive(Debug)]
pub struct DeviceCodes {
    /// The code by which it polls: the id and 256 random bits, like an authorization code.
    pub device_code: Plain,
    /// The code that it shows to the person: eight letters.
    pub user_code: Plain,
}

/// The result of a device's poll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Poll {
    /// No person has answered yet.
    Pending,
    /// The same, and the poll came too early: the device has to wait longer from now on.
    TooEarly,
    /// A person denied.
    Denied,
    /// No person answered in time.
    Expired,
    /// There is none, or it was approved: then it is exchanged as an authorization code.
    NotPending,
}

impl Model {
    /// Makes a device code for an app that has authenticated itself, or is public; `None` where its owner has not enabled
    /// that. `scope` is the part of the request that may be granted.
    ///
    /// # Errors
    /// [`Error::TooFast`] where the app, unless it is public, or the network of `address` has as many as it may, until the
    /// first of them expires; when the database can't be reached.
    #[boxed]
    pub async fn issue(core: &Core, app_id: AppId, scope: &str, address: IpAddr) -> Result<Option<DeviceCodes>> {
        let (caps, now, secret) = (&core.config.caps, core.now(), Plain::random());
        let network = network_of(address).to_string();
        let write = core.begin().await?;
        // No other one of this app is counted meanwhile.
        let Some(app) = lock_enabled(&write, app_id, LockType::NoKeyUpdate).await? else {
            return Ok(None);
        };
        // Anyone can name a public app: a cap on its codes would let strangers keep its devices out.
        if !app.is_public {
            let of_app = Column::AppId.eq(app_id);
            require_room(&write, of_app, caps.device_codes_per_app, now).await?;
        }
        let of_network = Column::Network.eq(network.as_str());
        require_room(&write, of_network, caps.device_codes_per_address, now).await?;
        let id = core.id();
        let row = ActiveModel {
            id: Set(id),
            secret_hash: Set(SecretHash::new(&secret).to_vec()),
            app_id: Set(app_id),
            user_code_mac: Set(Vec::new()),
            scope: Set(scope.to_owned()),
            address: Set(address.to_canonical().to_string()),
            network: Set(network),
            created_at: Set(now),
            expires_at: Set(now + LIFETIME_MS),
            interval_secs: Set(INTERVAL_SECS),
            polled_at: Set(None),
            denied_at: Set(None),
        };
        // Two devices may never show the same code at a time; of 25 billion codes the next one is free.
        loop {
            let user_code = tokens::user_code();
            let mac = core.key.mac(PURPOSE, &[user_code.expose().as_bytes()]);
            let row = ActiveModel { user_code_mac: Set(mac.to_vec()), ..row.clone() };
            let taken = OnConflict::column(Column::UserCodeMac).do_nothing().to_owned();
            let added = Entity::insert(row).on_conflict(taken).exec_without_returning(&*write).await?;
            if added == 1 {
                write.commit().await?;
                return Ok(Some(DeviceCodes {
                    device_code: Plain::from(format!("{id}.{}", secret.expose())),
                    user_code,
                }));
            }
        }
    }

    /// The device code whose short code a person typed, if it can be approved, with its app and the app's owner. Case and
    /// everything between the letters are ignored (RFC 8628, section 6.1).
    #[boxed]
    pub async fn find_by_user_code(core: &Core, typed: &str) -> Result<Option<(Self, OauthApp, User)>> {
        let Some(code) = read_user_code(typed) else {
            return Ok(None);
        };
        // It may have been shown before the instance key was changed. An instance has few keys.
        let parts: [&[u8]; 1] = [code.expose().as_bytes()];
        let mut by_code = Condition::any();
        for mac in core.key.macs(PURPOSE, &parts) {
            by_code = by_code.add(Column::UserCodeMac.eq(mac.to_vec()));
        }
        let row = Entity::find().filter(by_code).filter(approvable(core.now())).one(&*core.db).await?;
        with_app(core, row).await
    }

    /// True if the app's owner allows sign-in on devices.
    #[boxed]
    pub async fn are_enabled(db: &Conn, app_id: AppId) -> Result<bool> {
        let enabled = oauth_app::Entity::find_by_id(app_id).filter(oauth_app::Column::DeviceEnabled.eq(true));
        Ok(enabled.count(db).await? > 0)
    }

    /// The device code of a form that was shown here, if it can still be approved, with its app and the app's owner.
    #[boxed]
    pub async fn find(core: &Core, id: i64) -> Result<Option<(Self, OauthApp, User)>> {
        let row = Entity::find_by_id(id).filter(approvable(core.now())).one(&*core.db).await?;
        with_app(core, row).await
    }

    /// The state of a device code, and the time of the poll, by which the next one is measured. A device code of
    /// another app is none.
    #[boxed]
    pub async fn poll(core: &Core, app_id: AppId, device_code: &str) -> Result<Poll> {
        let Some((id, hash)) = authorization_code::read(device_code) else {
            return Ok(Poll::NotPending);
        };
        let now = core.now();
        let write = core.begin().await?;
        let found = Entity::find_by_id(id)
            .filter(Column::AppId.eq(app_id))
            .lock(LockType::NoKeyUpdate)
            .one(&*write)
            .await?
            .filter(|row| SecretHash::from_bytes(&row.secret_hash) == Some(hash));
        let Some(row) = found else {
            return Ok(Poll::NotPending);
        };
        if row.denied_at.is_some() {
            return Ok(Poll::Denied);
        }
        if row.expires_at <= now {
            return Ok(Poll::Expired);
        }
        let is_early = row.is_polled_too_early(now);
        let slower = if is_early { SLOWER_SECS } else { 0 };
        Entity::update_many()
            .col_expr(Column::PolledAt, Expr::value(now))
            .col_expr(Column::IntervalSecs, Expr::value(row.interval_secs + slower))
            .filter(Column::Id.eq(id))
            .exec(&*write)
            .await?;
        write.commit().await?;
        Ok(if is_early { Poll::TooEarly } else { Poll::Pending })
    }

    fn is_polled_too_early(&self, now: Millis) -> bool {
        let wait = Millis::from(self.interval_secs) * 1000 - EARLY_MS;
        self.polled_at.is_some_and(|before| now < before + wait)
    }
}

/// The condition of a device code that a person can approve or deny.
fn approvable(now: Millis) -> sea_orm::Condition {
    sea_orm::Condition::all().add(Column::ExpiresAt.gt(now)).add(Column::DeniedAt.is_null())
}

/// With its app and the app's owner, where the owner still allows devices and it is not suspended.
async fn with_app(core: &Core, found: Option<Model>) -> Result<Option<(Model, OauthApp, User)>> {
    let Some(found) = found else {
        return Ok(None);
    };
    let app = OauthApp::with_owner(&core.db, found.app_id).await?;
    Ok(app.filter(|(app, _)| app.device_enabled && !app.is_suspended()).map(|(app, owner)| (found, app, owner)))
}

/// Locks the app of a device code; none where it was deleted or suspended, or its owner does not allow devices.
async fn lock_enabled(db: &Conn, app_id: AppId, lock: LockType) -> Result<Option<OauthApp>> {
    Ok(oauth_app::Entity::find_by_id(app_id)
        .filter(oauth_app::Column::DeviceEnabled.eq(true))
        .filter(oauth_app::Column::SuspendedAt.is_null())
        .lock(lock)
        .one(db)
        .await?)
}

/// Refuses one more where `limit` of these have not expired yet, for as long as until the first of them has.
async fn require_room(db: &Conn, these: impl IntoCondition, limit: u32, now: Millis) -> Result<()> {
    let (waiting, first_ends) = Entity::find()
        .select_only()
        .column_as(Column::Id.count(), "waiting")
        .column_as(Column::ExpiresAt.min(), "first_ends")
        .filter(these)
        .filter(Column::ExpiresAt.gt(now))
        .into_tuple::<(i64, Option<Millis>)>()
        .one(db)
        .await?
        .unwrap_or_default();
    if waiting < i64::from(limit) {
        return Ok(());
    }
    let wait_ms = first_ends.map_or(LIFETIME_MS, |ends| ends - now);
    Err(Error::TooFast(wait_ms.unsigned_abs().div_ceil(1_000)))
}

/// The letters of a short code as it was typed; none where it can't be one.
fn read_user_code(typed: &str) -> Option<Plain> {
    let letters: String = typed
        .chars()
        .filter(|c| c.is_alphanumeric())
        .map(|c| c.to_ascii_uppercase())
        .take(USER_CODE_LENGTH + 1)
        .collect();
    let is_code = letters.len() == USER_CODE_LENGTH && letters.bytes().all(|byte| USER_CODE_LETTERS.contains(&byte));
    is_code.then(|| Plain::from(letters))
}

/// A short code as it is shown: two groups of four letters.
pub fn written(user_code: &Plain) -> String {
    let (first, second) = user_code.expose().split_at(USER_CODE_LENGTH / 2);
    format!("{first}-{second}")
}

/// A short code as a person may have typed it, in the form in which it is shown; none where it can't be one.
pub fn as_shown(typed: &str) -> Option<String> {
    read_user_code(typed).map(|code| written(&code))
}

/// The same; as it is where it can't be one.
pub fn rewritten(typed: &str) -> String {
    as_shown(typed).unwrap_or_else(|| typed.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shows: device.user-code
    #[test]
    fn a_short_code_is_read_in_any_case_and_with_anything_between_its_letters() {
        for typed in ["BCDFGHJK", "bcdf-ghjk", " b c d f g h j k ", "BCDF–GHJK", "B.C.D.F/G_H_J_K\n"] {
            assert_eq!(rewritten(typed), "BCDF-GHJK", "{typed:?}");
        }
    }

    /// Shows: device.user-code
    #[test]
    fn what_has_other_characters_or_another_length_is_no_short_code() {
        for typed in ["", "BCDFGHJ", "BCDFGHJKL", "ACDFGHJK", "BCDFGHJ1", "BCDFGHJé", "ＢCDFGHJK", &"B".repeat(100_000)]
        {
            assert!(read_user_code(typed).is_none());
            assert_eq!(rewritten(typed), typed);
        }
    }

    /// Shows: device.user-code
    #[test]
    fn a_made_short_code_reads_back() {
        for _ in 0..100 {
            let code = tokens::user_code();
            assert_eq!(read_user_code(&written(&code)), Some(code));
        }
    }
}
