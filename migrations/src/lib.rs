//! The schema of Portico's database: one migration per file, each reversible, the same on SQLite and Postgres.
//! What the rows mean is documented with the models, not here.

mod m0001_accounts;
mod m0002_servers;
mod m0003_messages;
mod m0004_oauth;
mod m0005_webhooks;
mod m0006_nodes;
mod m0007_throttles;
mod m0008_growth;
mod m0009_refused_deliveries;
mod m0010_webhook_revision;
mod m0011_codes_in_place;
mod m0012_accounts;
mod m0013_audit;
mod m0014_node_keys;
mod m0015_departed;
mod m0016_alike_roles;
mod m0017_code_redeemers;
mod m0018_departed_users;
mod m0019_cards;
mod m0020_openid;
mod m0021_signing_keys;
mod m0022_device_codes;
mod m0023_picture_loading;
mod m0024_grant_profile;
mod m0025_message_removals;
mod m0026_slow_mode;
mod m0028_role_order;
mod m0029_bans;
mod m0030_timeouts;
mod m0031_invite_limits;
mod m0032_leaked_webhooks;
mod m0033_app_transfers;
mod m0034_app_policies;
mod m0036_saved_forms;
mod m0037_second_step;
mod m0038_passkeys;
mod m0039_second_step_required;
mod m0040_search;
mod m0050_operators;
mod m0051_suspensions;
mod m0052_instance_counts;
mod m0060_replies;
mod m0061_presence;
mod m0070_mutes;
mod m0071_push;
mod m0080_suspended_servers;
mod m0085_last_use;
mod m0086_search_ranges;
mod m0087_search_by_channel;
mod migrator;
mod schema_state;
mod table;

pub use migrator::Step;
pub use schema_state::{SchemaState, applied, schema_state};

/// What migrations are written with.
mod prelude {
    pub(crate) use sea_orm::sea_query::*;
    pub(crate) use sea_orm::{ConnectionTrait, DbErr};

    pub(crate) use crate::migrator::{MigrationTrait, SchemaManager};
}

/// Applies and reverts the migrations in order.
#[derive(Debug)]
pub struct Migrator;

/// Lists migrations under the names of their modules.
macro_rules! steps {
    ($($name:ident),* $(,)?) => {
        vec![$(Step::new(stringify!($name), $name::Migration)),*]
    };
}

impl Migrator {
    /// Every migration, the oldest first.
    pub fn migrations() -> Vec<Step> {
        steps![
            m0001_accounts,
            m0002_servers,
            m0003_messages,
            m0004_oauth,
            m0005_webhooks,
            m0006_nodes,
            m0007_throttles,
            m0008_growth,
            m0009_refused_deliveries,
            m0010_webhook_revision,
            m0011_codes_in_place,
            m0012_accounts,
            m0013_audit,
            m0014_node_keys,
            m0015_departed,
            m0016_alike_roles,
            m0017_code_redeemers,
            m0018_departed_users,
            m0019_cards,
            m0020_openid,
            m0021_signing_keys,
            m0022_device_codes,
            m0023_picture_loading,
            m0024_grant_profile,
            m0025_message_removals,
            m0026_slow_mode,
            m0028_role_order,
            m0029_bans,
            m0030_timeouts,
            m0031_invite_limits,
            m0032_leaked_webhooks,
            m0033_app_transfers,
            m0034_app_policies,
            m0036_saved_forms,
            m0037_second_step,
            m0038_passkeys,
            m0039_second_step_required,
            m0040_search,
            m0050_operators,
            m0051_suspensions,
            m0052_instance_counts,
            m0060_replies,
            m0061_presence,
            m0070_mutes,
            m0071_push,
            m0080_suspended_servers,
            m0085_last_use,
            m0086_search_ranges,
            m0087_search_by_channel,
        ]
    }
}
