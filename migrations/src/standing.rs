//! How a database stands to the steps that this program knows: it has all of them, lacks some, or has others.
//! Nothing is written to find out.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::EntityTrait;
use sea_orm_migration::seaql_migrations;

use crate::Migrator;

/// How a database stands to the steps that this program knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// It has them all.
    Current,
    /// It lacks some, or all of them.
    Behind,
    /// A newer program has applied these, which this one doesn't know.
    Ahead(Vec<String>),
}

/// Looks at the steps that a database says it has.
///
/// # Errors
/// When the database can't be reached.
pub async fn standing<'c, C>(db: C) -> Result<Standing, DbErr>
where
    C: IntoSchemaManagerConnection<'c>,
{
    let applied = applied(db).await?;
    let known: Vec<String> = Migrator::migrations()
        .iter()
        .map(|step| step.name().to_owned())
        .collect();
    let unknown: Vec<String> = applied
        .iter()
        .filter(|name| !known.contains(name))
        .cloned()
        .collect();
    Ok(if !unknown.is_empty() {
        Standing::Ahead(unknown)
    } else if known.iter().all(|name| applied.contains(name)) {
        Standing::Current
    } else {
        Standing::Behind
    })
}

/// The names of the steps that a database says it has, in their order; none where it is not Portico's.
///
/// # Errors
/// When the database can't be reached.
pub async fn applied<'c, C>(db: C) -> Result<Vec<String>, DbErr>
where
    C: IntoSchemaManagerConnection<'c>,
{
    let manager = SchemaManager::new(db);
    if !manager.has_table("seaql_migrations").await? {
        return Ok(Vec::new());
    }
    let rows = seaql_migrations::Entity::find()
        .all(manager.get_connection())
        .await?;
    let mut names: Vec<String> = rows.into_iter().map(|row| row.version).collect();
    names.sort();
    Ok(names)
}
