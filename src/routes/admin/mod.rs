//! `/admin`: the operator's console. Every handler takes the guard `Admin`, and for all others there is nothing here.
//! The models decide and record each act; the same acts on the terminal are in `cli`.

pub(super) mod apps;
pub(super) mod audit;
pub(super) mod branding;
mod find;
mod keys;
pub(super) mod notice;
pub(super) mod overview;
pub(super) mod reports;
pub(super) mod servers;
pub(super) mod sign_up;
mod suspension;
pub(super) mod users;
pub(super) mod webhooks;

use serde_json::{Value, json};

use portico_store::models::User;

/// An account in lists and on pages.
fn account(user: &User) -> Value {
    json!({
        "id": user.id,
        "nickname": user.nickname,
        "name": user.name,
        "avatar_url": user.avatar_path(),
        "created_at": user.created_at,
        "is_disabled": user.is_disabled(),
        "is_admin": user.is_admin(),
        "phone": user.masked_phone(),
    })
}
