//! The schema of Portico's database: one migration per file, each reversible, the same on SQLite and Postgres.
//! What the rows mean is documented with the models, not here.

use sea_orm_migration::prelude::*;

pub use sea_orm_migration::MigratorTrait as Steps;

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
mod schema_state;
mod table;

pub use schema_state::{SchemaState, applied, schema_state};

/// Applies and reverts the migrations in order.
#[derive(Debug)]
pub struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m0001_accounts::Migration),
            Box::new(m0002_servers::Migration),
            Box::new(m0003_messages::Migration),
            Box::new(m0004_oauth::Migration),
            Box::new(m0005_webhooks::Migration),
            Box::new(m0006_nodes::Migration),
            Box::new(m0007_throttles::Migration),
            Box::new(m0008_growth::Migration),
            Box::new(m0009_refused_deliveries::Migration),
            Box::new(m0010_webhook_revision::Migration),
            Box::new(m0011_codes_in_place::Migration),
            Box::new(m0012_accounts::Migration),
            Box::new(m0013_audit::Migration),
            Box::new(m0014_node_keys::Migration),
            Box::new(m0015_departed::Migration),
            Box::new(m0016_alike_roles::Migration),
            Box::new(m0017_code_redeemers::Migration),
            Box::new(m0018_departed_users::Migration),
            Box::new(m0019_cards::Migration),
        ]
    }
}
