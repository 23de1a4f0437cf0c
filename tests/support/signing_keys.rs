//! Keys that sign ID tokens. They are generated once for the whole run: for each test it would take too long.

use portico_crypto::jwt::KeyPair;
use portico_crypto::tokens::Plain;
use portico_store::core::Core;
use portico_store::models::oauth::signing_key::{Algorithm, GeneratedKey, add_missing};
use rocket::tokio::sync::OnceCell;
use rocket::tokio::task::spawn_blocking;

use super::leaks;

/// Stores the keys, sealed under this instance's key, unless there are some.
pub async fn provide(core: &Core) {
    static PRIVATE: OnceCell<Vec<(Algorithm, Plain)>> = OnceCell::const_new();
    let generate = || {
        let all = Algorithm::ALL.into_iter();
        all.map(|one| (one, KeyPair::generate(one).unwrap())).collect()
    };
    let private = PRIVATE.get_or_init(|| async { spawn_blocking(generate).await.unwrap() }).await;
    let mut generated = Vec::new();
    for (algorithm, private) in private {
        leaks::made(private.expose());
        generated.push(GeneratedKey::from_private(*algorithm, private.clone()).unwrap());
    }
    add_missing(core, generated).await.unwrap();
}
