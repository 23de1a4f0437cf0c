//! The keys of the instance as the overview lists them: what each is for, its state in plain words, and its age.
//! They are changed on the terminal alone, by `portico key`.

use serde_json::{Value, json};

use crate::app::App;
use portico_platform::error::Result;
use portico_rules::clock::Millis;
use portico_store::models::instance::{push_key, setting};
use portico_store::models::oauth::signing_key::{self, Use};

/// After how long a key is called old.
const OLD_MS: Millis = 365 * 24 * 60 * 60 * 1000;

/// Every key: those that encrypt, those that sign ID tokens, and the one for push services.
pub(super) async fn rows(app: &App) -> Result<Vec<Value>> {
    let now = app.now();
    let is_old = |at: Option<Millis>| at.is_some_and(|at| now - at > OLD_MS);
    let mut rows = Vec::new();
    let ids: Vec<String> = app.key.ids().map(|id| id.to_string()).collect();
    let since = setting::sealing_since(&app.db, &ids).await?;
    for (position, id) in ids.iter().enumerate() {
        let at = since.iter().find(|(known, _)| known == id);
        let at = at.map(|(_, at)| *at);
        let seals = position == 0;
        rows.push(json!({
            "id": id,
            "what": "Instance key: encrypts webhook URLs and the other keys",
            "state": if seals { "encrypts" } else { "only reads what it encrypted earlier" },
            "at": at,
            "is_first_use": true,
            "is_old": seals && is_old(at),
        }));
    }
    let signing = signing_key::all(&app.db).await?;
    for row in &signing {
        let used_for = row.used_for(&signing, now);
        rows.push(json!({
            "id": row.kid,
            "what": format!("Signs ID tokens ({})", row.alg),
            "state": words(used_for),
            "begins_at": (used_for == Use::Next).then_some(row.signs_from),
            "at": row.created_at,
            "is_first_use": false,
            "is_old": used_for == Use::Signs && is_old(Some(row.created_at)),
        }));
    }
    if let Some(at) = push_key::made_at(&app.db).await? {
        rows.push(json!({
            "id": Value::Null,
            "what": "Names this instance to push services",
            "state": "signs, and stays: browsers are bound to it",
            "at": at,
            "is_first_use": false,
            "is_old": false,
        }));
    }
    Ok(rows)
}

/// The present use of a signing key, in words.
fn words(used_for: Use) -> &'static str {
    match used_for {
        Use::Next => "published, signs later",
        Use::Signs => "signs",
        Use::Published => "signs no more, still published for an hour",
        Use::Retired => "signs no more",
        Use::Revoked => "revoked, nothing that it signed is accepted",
    }
}
