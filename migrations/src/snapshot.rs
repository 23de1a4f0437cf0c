//! Databases that were migrated before there was a baseline, by a version that was never released.
//! Its last version had 49 steps, which made the same schema.

use sea_orm::{ConnectionTrait, DatabaseExecutor, DbErr};

use crate::migrator::{execute, record};
use crate::{Migrator, sql};

/// The revision whose steps lead to the baseline.
pub const REVISION: &str = "430a8146";
/// Number of its steps, and the last one.
const STEPS: usize = 49;
const LAST: &str = "m0087_search_by_channel";

/// True if the step is one from before the baseline.
pub(crate) fn has(name: &str) -> bool {
    name.starts_with("m00") && name <= LAST
}

/// True if all steps from before the baseline, and no others, are applied.
pub(crate) fn is_whole(applied: &[String]) -> bool {
    applied.len() == STEPS && applied.iter().all(|name| has(name)) && applied.iter().any(|name| name == LAST)
}

/// Differences of the baseline: the process numbers of nodes name the keys of their holder.
const DIFFERENCES: &str = "
/*postgres
UPDATE nodes SET keys = '' WHERE keys IS NULL;
ALTER TABLE nodes ALTER COLUMN keys SET NOT NULL;
*/
/*sqlite
CREATE TABLE nodes_of_now (number integer NOT NULL PRIMARY KEY, holder blob NOT NULL, leased_until integer NOT NULL, keys text NOT NULL);
INSERT INTO nodes_of_now (number, holder, leased_until, keys) SELECT number, holder, leased_until, COALESCE(keys, '') FROM nodes;
DROP TABLE nodes;
ALTER TABLE nodes_of_now RENAME TO nodes;
*/
DELETE FROM seaql_migrations;
";

/// Makes the baseline of such a database, whose steps are recorded from then on.
pub(crate) async fn adopt(db: &DatabaseExecutor<'_>) -> Result<(), DbErr> {
    let backend = db.get_database_backend();
    let mut statements = sql::statements(DIFFERENCES, true, backend);
    statements.extend(Migrator::baseline().iter().map(|step| record(step.name, true, backend)));
    execute(db, &statements).await
}
