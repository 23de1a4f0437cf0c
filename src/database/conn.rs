//! What a statement runs on, any free connection or a transaction, with the rules by which rows are judged.
//! One type, so that a query is compiled once and its signature names no trait.

use rocket::async_trait;
use sea_orm::{
    ConnectionTrait, DatabaseExecutor, DatabaseTransaction, DbBackend, DbErr, ExecResult,
    IntoDatabaseExecutor, QueryResult, Statement,
};

use super::Statements;
use crate::clock::{Clock, Millis};

/// Runs statements. A [`Database`](super::Database) and a [`Write`](super::Write) both dereference to it.
#[derive(Debug)]
pub struct Conn {
    target: Target,
    rules: Rules,
}

/// By what rows are judged.
#[derive(Debug, Clone)]
pub(super) struct Rules {
    /// The time.
    pub(super) clock: Clock,
    /// Whether the instance requires a second step of everyone with power over others.
    pub(super) requires_second_step: bool,
}

impl Rules {
    /// Those of an instance that requires nothing.
    pub(super) fn of(clock: Clock) -> Self {
        Self {
            clock,
            requires_second_step: false,
        }
    }
}

/// Where the statements run.
#[derive(Debug)]
enum Target {
    /// Each on any free connection, outside of a transaction.
    Statements(Statements),
    /// All in one transaction.
    Transaction(DatabaseTransaction),
}

impl Conn {
    /// Runs each statement on any free connection.
    pub(super) fn of_statements(statements: Statements, rules: Rules) -> Self {
        Self {
            target: Target::Statements(statements),
            rules,
        }
    }

    /// Runs all statements in one transaction.
    pub(super) fn of_transaction(transaction: DatabaseTransaction, rules: Rules) -> Self {
        Self {
            target: Target::Transaction(transaction),
            rules,
        }
    }

    /// The time by which rows that are read now have expired or not.
    pub fn now(&self) -> Millis {
        self.rules.clock.now()
    }

    /// Whether the instance requires a second step of everyone who manages a server or owns an app.
    pub fn requires_second_step(&self) -> bool {
        self.rules.requires_second_step
    }

    /// Commits the transaction. Single statements are committed already.
    pub(super) async fn commit(self) -> Result<(), DbErr> {
        match self.target {
            Target::Statements(_) => Ok(()),
            Target::Transaction(write) => write.commit().await,
        }
    }

    /// Rolls the transaction back. Single statements are committed already.
    pub(super) async fn rollback(self) -> Result<(), DbErr> {
        match self.target {
            Target::Statements(_) => Ok(()),
            Target::Transaction(write) => write.rollback().await,
        }
    }
}

#[async_trait]
impl ConnectionTrait for Conn {
    fn get_database_backend(&self) -> DbBackend {
        match &self.target {
            Target::Statements(db) => db.get_database_backend(),
            Target::Transaction(write) => write.get_database_backend(),
        }
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        match &self.target {
            Target::Statements(db) => db.execute_raw(statement).await,
            Target::Transaction(write) => write.execute_raw(statement).await,
        }
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        match &self.target {
            Target::Statements(db) => db.execute_unprepared(sql).await,
            Target::Transaction(write) => write.execute_unprepared(sql).await,
        }
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        match &self.target {
            Target::Statements(db) => db.query_one_raw(statement).await,
            Target::Transaction(write) => write.query_one_raw(statement).await,
        }
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        match &self.target {
            Target::Statements(db) => db.query_all_raw(statement).await,
            Target::Transaction(write) => write.query_all_raw(statement).await,
        }
    }
}

/// For migrations, which need this trait.
impl<'c> IntoDatabaseExecutor<'c> for &'c Conn {
    fn into_database_executor(self) -> DatabaseExecutor<'c> {
        match &self.target {
            Target::Statements(db) => (&db.pool).into_database_executor(),
            Target::Transaction(write) => write.into_database_executor(),
        }
    }
}
