//! Where a statement runs, on any free connection or in a transaction, and the rules for all statements. One type, so
//! that a query is compiled once and its signature names no trait.

use async_trait::async_trait;
use sea_orm::{
    ConnectionTrait, DatabaseExecutor, DatabaseTransaction, DbBackend, DbErr, ExecResult, IntoDatabaseExecutor,
    QueryResult, Statement,
};
use tracing::{Instrument, Span, debug_span};

use super::Statements;
use super::deadline::{self, Commits, Limits};
use portico_rules::clock::{Clock, Millis};
use portico_rules::ids::IdTimes;

/// Runs statements. A [`Database`](super::Database) and a [`Write`](super::Write) both dereference to it.
#[derive(Debug)]
pub struct Conn {
    target: StatementTarget,
    commits: Commits,
    rules: Rules,
}

/// Rules for all statements: by what rows are judged, and how long one may take.
#[derive(Debug, Clone)]
pub(super) struct Rules {
    /// The time.
    pub(super) clock: Clock,
    /// The times of ids.
    pub(super) id_times: IdTimes,
    /// True if the instance requires a second step of everyone with power over others.
    pub(super) requires_second_step: bool,
    /// Timeouts outside of requests.
    pub(super) outside_requests: Limits,
}

impl Rules {
    /// Those of an instance that requires nothing.
    pub(super) fn new(clock: Clock, backend: DbBackend) -> Self {
        Self {
            clock,
            id_times: IdTimes::default(),
            requires_second_step: false,
            outside_requests: match backend {
                // It runs in this process, and gives up by itself.
                DbBackend::Sqlite => Limits::NONE,
                _ => Limits::OF_POSTGRES,
            },
        }
    }
}

/// Where the statements run.
#[derive(Debug)]
enum StatementTarget {
    /// Each on any free connection, outside of a transaction. The second are the connections of those that write.
    Statements(Statements, Statements),
    /// All in one transaction.
    Transaction(DatabaseTransaction),
}

impl Conn {
    /// Runs each statement on any free connection, those that write on `writers`.
    pub(super) fn of_statements(readers: Statements, writers: Statements, rules: Rules, commits: Commits) -> Self {
        Self { target: StatementTarget::Statements(readers, writers), rules, commits }
    }

    /// Runs all statements in one transaction.
    pub(super) fn of_transaction(transaction: DatabaseTransaction, rules: Rules, commits: Commits) -> Self {
        Self { target: StatementTarget::Transaction(transaction), rules, commits }
    }

    /// The time by which rows that are read now have expired or not.
    pub fn now(&self) -> Millis {
        self.rules.clock.now()
    }

    /// Converts ids to times by the clock, and back.
    pub fn id_times(&self) -> &IdTimes {
        &self.rules.id_times
    }

    /// The time that new ids carry, in which the leases of node numbers are stored: later than [`now`](Self::now) where ids are
    /// ahead of the clock.
    pub fn id_now(&self) -> Millis {
        self.now() + self.id_times().ahead_ms()
    }

    /// True if the instance requires a second step of everyone who manages a server or owns an app.
    pub fn requires_second_step(&self) -> bool {
        self.rules.requires_second_step
    }

    /// Commits the transaction. Single statements are committed already.
    pub(super) async fn commit(self) -> Result<(), DbErr> {
        let span = self.span("COMMIT");
        match self.target {
            StatementTarget::Statements(..) => Ok(()),
            StatementTarget::Transaction(write) => {
                let limits = self.rules.outside_requests;
                self.commits.watch(limits, write.commit()).instrument(span).await
            }
        }
    }

    /// Rolls the transaction back. Single statements are committed already.
    pub(super) async fn rollback(self) -> Result<(), DbErr> {
        match self.target {
            StatementTarget::Statements(..) => Ok(()),
            StatementTarget::Transaction(write) => {
                deadline::statement(self.rules.outside_requests, write.rollback()).await
            }
        }
    }

    /// The span of a statement. Its text has no values: those are bound.
    fn span(&self, sql: &str) -> Span {
        statement_span(self.get_database_backend(), sql)
    }

    /// Runs a statement of a transaction. That it failed says something about writes where nothing was only read.
    async fn in_transaction<T>(&self, work: impl Future<Output = Result<T, DbErr>>) -> Result<T, DbErr> {
        let done = deadline::statement(self.rules.outside_requests, work).await;
        if let Err(err) = &done {
            self.commits.failed(err);
        }
        done
    }
}

/// Runs a statement on its target, with a deadline and within its span. A macro, since the targets have no type in common
/// that could be a parameter.
macro_rules! run {
    ($conn:ident, $sql:expr, |$target:ident| $run:expr) => {{
        let span = $conn.span($sql);
        let limits = $conn.rules.outside_requests;
        let run = async {
            match &$conn.target {
                StatementTarget::Transaction($target) => $conn.in_transaction($run).await,
                StatementTarget::Statements(_, $target) if deadline::writes($sql) => {
                    $conn.commits.watch(limits, $run).await
                }
                StatementTarget::Statements($target, _) => {
                    deadline::statement(limits, $run).await.inspect_err(|err| $conn.commits.note_damage(err))
                }
            }
        };
        run.instrument(span).await
    }};
}

#[async_trait]
impl ConnectionTrait for Conn {
    fn get_database_backend(&self) -> DbBackend {
        match &self.target {
            StatementTarget::Statements(db, _) => db.get_database_backend(),
            StatementTarget::Transaction(write) => write.get_database_backend(),
        }
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        run!(self, &statement.sql, |target| target.execute_raw(statement))
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        run!(self, sql, |target| target.execute_unprepared(sql))
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        run!(self, &statement.sql, |target| target.query_one_raw(statement))
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        run!(self, &statement.sql, |target| target.query_all_raw(statement))
    }
}

/// Max bytes of a statement in a span: one that inserts a batch has tens of thousands.
const MAX_TEXT_LENGTH: usize = 2_000;

/// The span of a statement, with the names of OpenTelemetry's conventions for databases.
pub(super) fn statement_span(backend: DbBackend, sql: &str) -> Span {
    debug_span!(
        "statement",
        otel.name = sql.split_ascii_whitespace().next(),
        otel.kind = "client",
        db.system.name = match backend {
            DbBackend::Sqlite => "sqlite",
            _ => "postgresql",
        },
        db.query.text = &sql[..sql.floor_char_boundary(MAX_TEXT_LENGTH)],
    )
}

/// For migrations, which need this trait.
impl<'c> IntoDatabaseExecutor<'c> for &'c Conn {
    fn into_database_executor(self) -> DatabaseExecutor<'c> {
        match &self.target {
            StatementTarget::Statements(_, writers) => (&writers.pool).into_database_executor(),
            StatementTarget::Transaction(write) => write.into_database_executor(),
        }
    }
}
