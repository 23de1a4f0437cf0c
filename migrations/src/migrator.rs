//! Applies and reverts migrations, and records which are applied in the table `seaql_migrations`.
//! What a migration changes is in its own file.

use std::pin::Pin;

use sea_orm::sea_query::{
    ColumnDef, ForeignKeyCreateStatement, ForeignKeyDropStatement, IndexCreateStatement, IndexDropStatement, Table,
    TableAlterStatement, TableCreateStatement, TableDropStatement,
};
use sea_orm::{
    ConnectionTrait, DatabaseExecutor, DbBackend, DbErr, IntoDatabaseExecutor, SqliteTransactionMode, Statement,
    StatementBuilder, TransactionOptions, TransactionTrait,
};

use crate::{Migrator, SchemaState};

/// One change of the schema.
pub(crate) trait MigrationTrait: Send + Sync {
    /// Applies it.
    fn up(&self, manager: &SchemaManager<'_>) -> impl Future<Output = Result<(), DbErr>> + Send;

    /// Reverts it.
    fn down(&self, manager: &SchemaManager<'_>) -> impl Future<Output = Result<(), DbErr>> + Send;

    /// Whether it runs in a transaction; by default on Postgres only.
    fn use_transaction(&self) -> Option<bool> {
        None
    }
}

/// Any migration. Under `async_trait` the compiler would prove anew in each one that whatever it awaits is `Send`.
trait AnyMigration: Send + Sync {
    fn up<'a>(&'a self, manager: &'a SchemaManager<'_>) -> Done<'a>;
    fn down<'a>(&'a self, manager: &'a SchemaManager<'_>) -> Done<'a>;
    fn use_transaction(&self) -> Option<bool>;
}

type Done<'a> = Pin<Box<dyn Future<Output = Result<(), DbErr>> + Send + 'a>>;

impl<M: MigrationTrait> AnyMigration for M {
    fn up<'a>(&'a self, manager: &'a SchemaManager<'_>) -> Done<'a> {
        Box::pin(MigrationTrait::up(self, manager))
    }

    fn down<'a>(&'a self, manager: &'a SchemaManager<'_>) -> Done<'a> {
        Box::pin(MigrationTrait::down(self, manager))
    }

    fn use_transaction(&self) -> Option<bool> {
        MigrationTrait::use_transaction(self)
    }
}

/// A migration with its name.
pub struct Step {
    name: &'static str,
    migration: Box<dyn AnyMigration>,
}

impl Step {
    pub(crate) fn new(name: &'static str, migration: impl MigrationTrait + 'static) -> Self {
        Self { name, migration: Box::new(migration) }
    }

    /// The name under which it is recorded: that of its file.
    pub fn name(&self) -> &str {
        self.name
    }

    async fn run(&self, manager: &SchemaManager<'_>, up: bool) -> Result<(), DbErr> {
        let default = manager.get_database_backend() == DbBackend::Postgres;
        if !self.migration.use_transaction().unwrap_or(default) {
            return self.apply(manager, up).await;
        }
        let transaction = manager.connection.begin().await?;
        self.apply(&SchemaManager::new(&transaction), up).await?;
        transaction.commit().await
    }

    async fn apply(&self, manager: &SchemaManager<'_>, up: bool) -> Result<(), DbErr> {
        let name = self.name;
        let record = if up {
            self.migration.up(manager).await?;
            let now = match manager.get_database_backend() {
                DbBackend::Sqlite => "unixepoch()",
                _ => "EXTRACT(EPOCH FROM now())::bigint",
            };
            format!("INSERT INTO seaql_migrations (version, applied_at) VALUES ('{name}', {now})")
        } else {
            self.migration.down(manager).await?;
            format!("DELETE FROM seaql_migrations WHERE version = '{name}'")
        };
        manager.connection.execute_unprepared(&record).await?;
        Ok(())
    }
}

impl std::fmt::Debug for Step {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.name)
    }
}

impl Migrator {
    /// Applies the first `limit` of the missing migrations, or all; on SQLite all of them or none.
    ///
    /// # Errors
    /// When a migration fails, the database can't be reached, or it was migrated by a newer version.
    pub async fn up<'c, C>(db: C, limit: Option<usize>) -> Result<(), DbErr>
    where
        C: IntoDatabaseExecutor<'c>,
    {
        migrate(db.into_database_executor(), limit, true).await
    }

    /// Reverts the last `limit` of the applied migrations, or all; on SQLite all of them or none.
    ///
    /// # Errors
    /// As [`Self::up`].
    pub async fn down<'c, C>(db: C, limit: Option<usize>) -> Result<(), DbErr>
    where
        C: IntoDatabaseExecutor<'c>,
    {
        migrate(db.into_database_executor(), limit, false).await
    }
}

/// Migrates on one connection. The connections of a pool cache SQLite's schema, each on its own, and SQLite compiles
/// `CREATE INDEX` and `ADD COLUMN` against that cache without checking whether another connection has changed the
/// schema since: what was dropped on one of them would already exist on the next. The first statement of a transaction
/// that reads `sqlite_schema` or creates `seaql_migrations` renews the cache, and no one else changes the schema before
/// the end of the transaction.
async fn migrate(db: DatabaseExecutor<'_>, limit: Option<usize>, up: bool) -> Result<(), DbErr> {
    let DatabaseExecutor::Connection(pool) = &db else {
        return run_steps(&SchemaManager::new(db), limit, up).await;
    };
    if pool.get_database_backend() != DbBackend::Sqlite {
        return run_steps(&SchemaManager::new(db), limit, up).await;
    }
    let transaction = pool
        .begin_with_options(TransactionOptions {
            sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
            ..TransactionOptions::default()
        })
        .await?;
    run_steps(&SchemaManager::new(&transaction), limit, up).await?;
    transaction.commit().await
}

async fn run_steps(manager: &SchemaManager<'_>, limit: Option<usize>, up: bool) -> Result<(), DbErr> {
    if up {
        let table = Table::create()
            .table("seaql_migrations")
            .if_not_exists()
            .col(ColumnDef::new("version").string().not_null().primary_key())
            .col(ColumnDef::new("applied_at").big_integer().not_null())
            .take();
        manager.create_table(table).await?;
    }
    let applied = recorded(&manager.connection).await?;
    let mut steps = Migrator::migrations();
    steps.retain(|step| applied.iter().any(|name| name == step.name) != up);
    if !up {
        steps.reverse();
    }
    run(manager, &applied, steps, limit, up).await
}

async fn run(
    manager: &SchemaManager<'_>,
    applied: &[String],
    steps: Vec<Step>,
    limit: Option<usize>,
    up: bool,
) -> Result<(), DbErr> {
    if let SchemaState::Ahead(unknown) = SchemaState::of(applied) {
        let unknown = unknown.join(", ");
        return Err(DbErr::Migration(format!("unknown migrations: {unknown}")));
    }
    for step in steps.iter().take(limit.unwrap_or(usize::MAX)) {
        step.run(manager, up).await?;
    }
    Ok(())
}

/// The names of the applied migrations, sorted; empty if the database has no table of them.
pub(crate) async fn recorded(db: &DatabaseExecutor<'_>) -> Result<Vec<String>, DbErr> {
    let backend = db.get_database_backend();
    let table = match backend {
        DbBackend::Sqlite => "SELECT 1 FROM sqlite_schema WHERE name = 'seaql_migrations'",
        _ => "SELECT 1 WHERE to_regclass('seaql_migrations') IS NOT NULL",
    };
    let table = Statement::from_string(backend, table);
    if db.query_one_raw(table).await?.is_none() {
        return Ok(Vec::new());
    }
    let names = Statement::from_string(backend, "SELECT version FROM seaql_migrations");
    let rows = db.query_all_raw(names).await?;
    let names = rows.iter().map(|row| row.try_get("", "version"));
    let mut names: Vec<String> = names.collect::<Result<_, _>>()?;
    names.sort();
    Ok(names)
}

/// Runs the statements of migrations.
pub(crate) struct SchemaManager<'c> {
    connection: DatabaseExecutor<'c>,
}

impl<'c> SchemaManager<'c> {
    fn new(db: impl IntoDatabaseExecutor<'c>) -> Self {
        Self { connection: db.into_database_executor() }
    }

    pub(crate) fn get_database_backend(&self) -> DbBackend {
        self.connection.get_database_backend()
    }

    pub(crate) fn get_connection(&self) -> &DatabaseExecutor<'c> {
        &self.connection
    }

    async fn execute(&self, statement: impl StatementBuilder) -> Result<(), DbErr> {
        self.connection.execute(&statement).await.map(drop)
    }

    pub(crate) async fn create_table(&self, table: TableCreateStatement) -> Result<(), DbErr> {
        self.execute(table).await
    }

    pub(crate) async fn alter_table(&self, table: TableAlterStatement) -> Result<(), DbErr> {
        self.execute(table).await
    }

    pub(crate) async fn drop_table(&self, table: TableDropStatement) -> Result<(), DbErr> {
        self.execute(table).await
    }

    pub(crate) async fn create_index(&self, index: IndexCreateStatement) -> Result<(), DbErr> {
        self.execute(index).await
    }

    pub(crate) async fn drop_index(&self, index: IndexDropStatement) -> Result<(), DbErr> {
        self.execute(index).await
    }

    pub(crate) async fn create_foreign_key(&self, key: ForeignKeyCreateStatement) -> Result<(), DbErr> {
        self.execute(key).await
    }

    pub(crate) async fn drop_foreign_key(&self, key: ForeignKeyDropStatement) -> Result<(), DbErr> {
        self.execute(key).await
    }
}
