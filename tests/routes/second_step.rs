//! The second step: setting it up, signing in with it, recovery codes, and removing it.

mod protects;
mod recovery;
mod required;
mod set_up;
mod sign_in;
mod trust;

use std::time::Duration;

use portico_store::models::accounts::security_event;
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};

use crate::support::TestInstance;
use portico_rules::ids::UserId;

const QUARTER: Duration = Duration::from_secs(15 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl TestInstance {
    /// How often something happened to an account, by the name of the event.
    pub(super) async fn happened(&self, user_id: UserId, kind: &str) -> u64 {
        self.app.settled().await;
        security_event::Entity::find()
            .filter(security_event::Column::UserId.eq(user_id))
            .filter(security_event::Column::Kind.eq(kind))
            .count(&*self.app.db)
            .await
            .unwrap()
    }
}
