//! The columns and keys that every step builds its tables from.
//! No table of its own: those stand in the steps.

use sea_orm_migration::prelude::*;

/// An id made by the application: a positive integer below 2^53, never one of the database's own.
pub(crate) fn id() -> ColumnDef {
    ColumnDef::new("id")
        .big_integer()
        .not_null()
        .primary_key()
        .take()
}

/// A required 64-bit integer: the id of another row, or a time in UTC milliseconds.
pub(crate) fn big(name: &'static str) -> ColumnDef {
    ColumnDef::new(name).big_integer().not_null().take()
}

/// The same, where there may be none.
pub(crate) fn big_null(name: &'static str) -> ColumnDef {
    ColumnDef::new(name).big_integer().null().take()
}

/// A required small count or set of flags.
pub(crate) fn int(name: &'static str) -> ColumnDef {
    ColumnDef::new(name).integer().not_null().take()
}

/// Required text. Its bounds are the application's to judge, in characters.
pub(crate) fn text(name: &'static str) -> ColumnDef {
    ColumnDef::new(name).text().not_null().take()
}

/// Text that may be absent.
pub(crate) fn text_null(name: &'static str) -> ColumnDef {
    ColumnDef::new(name).text().null().take()
}

/// Required bytes: hashes, sealed secrets, pictures.
pub(crate) fn bytes(name: &'static str) -> ColumnDef {
    ColumnDef::new(name).binary().not_null().take()
}

/// A required yes or no.
pub(crate) fn flag(name: &'static str) -> ColumnDef {
    ColumnDef::new(name).boolean().not_null().take()
}

/// `column` holds the id of a row of `parent`; what happens to this row when that one goes is `on_delete`.
pub(crate) fn references(
    column: &'static str,
    parent: &'static str,
    on_delete: ForeignKeyAction,
) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .from_col(column)
        .to(parent, "id")
        .on_delete(on_delete)
        .take()
}

/// A primary key of several columns.
pub(crate) fn key<const N: usize>(columns: [&'static str; N]) -> IndexCreateStatement {
    let mut key = Index::create();
    for column in columns {
        key.col(column);
    }
    key.primary().take()
}

/// An index named after its table and columns.
pub(crate) fn index<const N: usize>(
    table: &'static str,
    columns: [&'static str; N],
) -> IndexCreateStatement {
    let mut index = Index::create()
        .name(format!("{table}_{}_idx", columns.join("_")))
        .table(table)
        .take();
    for column in columns {
        index.col(column);
    }
    index
}

/// The same, refusing a second row with the same values.
pub(crate) fn unique<const N: usize>(
    table: &'static str,
    columns: [&'static str; N],
) -> IndexCreateStatement {
    index(table, columns)
        .name(format!("{table}_{}_key", columns.join("_")))
        .unique()
        .take()
}

/// Drops `tables` in the order given.
pub(crate) async fn drop_all(
    manager: &SchemaManager<'_>,
    tables: &[&'static str],
) -> Result<(), DbErr> {
    for table in tables {
        manager
            .drop_table(Table::drop().table(*table).take())
            .await?;
    }
    Ok(())
}
