//! What a statement runs on: any free connection, or a transaction.
//! One type, so that a query is compiled once and its signature names no trait.

use rocket::async_trait;
use sea_orm::{
    ConnectionTrait, DatabaseExecutor, DatabaseTransaction, DbBackend, DbErr, ExecResult,
    IntoDatabaseExecutor, QueryResult, Statement,
};

use super::Statements;

/// Runs statements. A [`Database`](super::Database) and a [`Write`](super::Write) both dereference to it.
#[derive(Debug)]
pub enum Conn {
    /// Each on any free connection, outside of a transaction.
    Statements(Statements),
    /// All in one transaction.
    Transaction(DatabaseTransaction),
}

impl Conn {
    /// Commits the transaction. Single statements are committed already.
    pub(super) async fn commit(self) -> Result<(), DbErr> {
        match self {
            Self::Statements(_) => Ok(()),
            Self::Transaction(write) => write.commit().await,
        }
    }

    /// Rolls the transaction back. Single statements are committed already.
    pub(super) async fn rollback(self) -> Result<(), DbErr> {
        match self {
            Self::Statements(_) => Ok(()),
            Self::Transaction(write) => write.rollback().await,
        }
    }
}

#[async_trait]
impl ConnectionTrait for Conn {
    fn get_database_backend(&self) -> DbBackend {
        match self {
            Self::Statements(db) => db.get_database_backend(),
            Self::Transaction(write) => write.get_database_backend(),
        }
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        match self {
            Self::Statements(db) => db.execute_raw(statement).await,
            Self::Transaction(write) => write.execute_raw(statement).await,
        }
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        match self {
            Self::Statements(db) => db.execute_unprepared(sql).await,
            Self::Transaction(write) => write.execute_unprepared(sql).await,
        }
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        match self {
            Self::Statements(db) => db.query_one_raw(statement).await,
            Self::Transaction(write) => write.query_one_raw(statement).await,
        }
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        match self {
            Self::Statements(db) => db.query_all_raw(statement).await,
            Self::Transaction(write) => write.query_all_raw(statement).await,
        }
    }
}

/// For migrations, which need this trait.
impl<'c> IntoDatabaseExecutor<'c> for &'c Conn {
    fn into_database_executor(self) -> DatabaseExecutor<'c> {
        match self {
            Conn::Statements(db) => (&db.pool).into_database_executor(),
            Conn::Transaction(write) => write.into_database_executor(),
        }
    }
}
