//! The audit log, as it is stored and as a page shows it.

use portico_rules::ids::{LogId, UserId};
use portico_store::models::logs::audit;
use sea_orm::{EntityTrait, QueryOrder, Set};

use super::{Answer, TestInstance};

impl TestInstance {
    /// Every entry of every log, the oldest first.
    pub async fn audited(&self) -> Vec<audit::Model> {
        audit::Entity::find().order_by_asc(audit::Column::Id).all(&*self.app.db).await.unwrap()
    }
}

impl Answer {
    /// The sentences of a page of a log, the newest first.
    pub fn sentences(&self) -> Vec<String> {
        self.all(".audit-said")
    }

    /// The changes of the newest entry.
    pub fn changes(&self) -> Vec<String> {
        self.all(".audit-entry:first-child .audit-changes li")
    }
}

impl TestInstance {
    /// So many entries of a log, as they are in the database: a user deleted roles called `Role 0`,
    /// `Role 1` and so on.
    pub async fn fill(&self, log_id: impl Into<LogId>, actor_id: UserId, count: u64) {
        let log_id = log_id.into();
        let entries: Vec<audit::ActiveModel> = (0..count)
            .map(|turn| audit::ActiveModel {
                id: Set(self.app.id()),
                log_id: Set(log_id),
                actor_id: Set(actor_id.get()),
                actor_name: Set("Alice".to_owned()),
                actor_nickname: Set("alice".to_owned()),
                action: Set("role_deleted".to_owned()),
                target_kind: Set("role".to_owned()),
                target_id: Set(Some(1)),
                target_name: Set(format!("Role {turn}")),
                detail: Set("{}".to_owned()),
            })
            .collect();
        for some in entries.chunks(500) {
            audit::Entity::insert_many(some.to_vec()).exec_without_returning(&*self.app.db).await.unwrap();
        }
    }
}
