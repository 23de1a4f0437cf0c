//! Lists of values as parameters of a statement: the number of parameters doesn't depend on the list's length.
//! Postgres gets each column of a list as one array, SQLite the whole list as one JSON text.

use crate::database::Conn;
use portico_rules::hex;
use sea_orm::sea_query::{Alias, ArrayType, Expr, ExprTrait, Func, Query, SelectStatement, ValueType};
use sea_orm::{ColumnTrait, ConnectionTrait, DbBackend, Value};

/// The columns of [`table`], in order.
pub const COLUMNS: [&str; 4] = ["column1", "column2", "column3", "column4"];

/// Condition that `column` is one of the values.
pub fn is_one_of<T>(db: &Conn, column: impl ColumnTrait, values: impl IntoIterator<Item = T>) -> Expr
where
    T: Into<Value> + ValueType,
{
    let column = Expr::col(column.as_column_ref());
    let backend = db.get_database_backend();
    let list = list(backend, values);
    match backend {
        DbBackend::Sqlite => Expr::cust_with_exprs("? IN (SELECT value FROM json_each(?))", [column, Expr::val(list)]),
        _ => Expr::cust_with_exprs("$1 = ANY ($2)", [column, Expr::val(list)]),
    }
}

/// [`is_one_of`] for hashes, which SQLite reads in hexadecimal digits.
pub fn is_one_of_hashes(db: &Conn, column: impl ColumnTrait, hashes: impl IntoIterator<Item = Vec<u8>>) -> Expr {
    let column = Expr::col(column.as_column_ref());
    let backend = db.get_database_backend();
    if backend != DbBackend::Sqlite {
        let list = list(backend, hashes);
        return Expr::cust_with_exprs("$1 = ANY ($2)", [column, Expr::val(list)]);
    }
    let list = list(backend, hashes.into_iter().map(|hash| hex::digits(&hash)));
    Expr::cust_with_exprs("? IN (SELECT unhex(value) FROM json_each(?))", [column, Expr::val(list)])
}

/// Condition that `column` is none of the values. The values are put into a hash table once, and each row is compared
/// with that.
pub fn is_none_of<T>(db: &Conn, column: impl ColumnTrait, values: impl IntoIterator<Item = T>) -> Expr
where
    T: Into<Value> + ValueType,
{
    let column = Expr::col(column.as_column_ref());
    let backend = db.get_database_backend();
    let list = list(backend, values);
    let sql = match backend {
        DbBackend::Sqlite => "? NOT IN (SELECT value FROM json_each(?))",
        _ => "$1 NOT IN (SELECT unnest($2))",
    };
    Expr::cust_with_exprs(sql, [column, Expr::val(list)])
}

/// Rows of `N` numbers or texts, readable like a table with [`COLUMNS`]. No value may be NULL.
pub fn table<const N: usize>(
    db: &Conn,
    types: [ArrayType; N],
    rows: impl IntoIterator<Item = [Value; N]>,
) -> SelectStatement {
    let mut select = Query::select();
    match db.get_database_backend() {
        DbBackend::Sqlite => {
            let rows = rows.into_iter().map(|row| row.map(json).to_vec().into());
            let rows = serde_json::Value::Array(rows.collect()).to_string();
            for (position, name) in COLUMNS.iter().take(N).enumerate() {
                let value = Expr::cust(format!("given.value ->> {position}"));
                select.expr_as(value, Alias::new(*name));
            }
            let each = Func::cust("json_each").arg(rows);
            select.from_function(each, Alias::new("given"));
        }
        _ => {
            let mut columns = [(); N].map(|()| Vec::new());
            for row in rows {
                for (column, value) in columns.iter_mut().zip(row) {
                    column.push(value);
                }
            }
            for ((column, of), name) in columns.into_iter().zip(types).zip(COLUMNS) {
                let array = Value::Array(of, Some(Box::new(column)));
                let value = Func::cust("unnest").arg(array);
                select.expr_as(value, Alias::new(name));
            }
        }
    }
    select.take()
}

/// Rows of `N` IDs.
pub fn table_of_ids<const N: usize>(db: &Conn, rows: impl IntoIterator<Item = [i64; N]>) -> SelectStatement {
    let rows = rows.into_iter().map(|row| row.map(Value::from));
    table(db, [(); N].map(|()| ArrayType::BigInt), rows)
}

/// The same for a handwritten statement: the subquery that reads the rows, and the number of the next parameter. Its
/// own parameters begin with number `first`; see [`parameters`].
pub fn source<const N: usize>(backend: DbBackend, first: usize) -> (String, usize) {
    let names = COLUMNS.iter().take(N);
    if backend == DbBackend::Sqlite {
        let columns: Vec<String> =
            names.enumerate().map(|(position, name)| format!("given.value ->> {position} AS {name}")).collect();
        let columns = columns.join(", ");
        let sql = format!("SELECT {columns} FROM json_each(${first}) AS given");
        (sql, first + 1)
    } else {
        let arrays: Vec<String> = names
            .enumerate()
            .map(|(position, name)| format!("unnest(${}::bigint[]) AS {name}", first + position))
            .collect();
        (format!("SELECT {}", arrays.join(", ")), first + N)
    }
}

/// Rows of `N` IDs as the parameters of a [`source`].
pub fn parameters<const N: usize>(backend: DbBackend, rows: impl IntoIterator<Item = [i64; N]>) -> Vec<Value> {
    if backend == DbBackend::Sqlite {
        let rows: Vec<Vec<i64>> = rows.into_iter().map(|row| row.to_vec()).collect();
        return vec![serde_json::json!(rows).to_string().into()];
    }
    let mut columns = [(); N].map(|()| Vec::new());
    for row in rows {
        for (column, id) in columns.iter_mut().zip(row) {
            column.push(Value::from(id));
        }
    }
    let array = |column| Value::Array(ArrayType::BigInt, Some(Box::new(column)));
    columns.map(array).to_vec()
}

/// A condition that follows a column of a handwritten statement: its value is one of the list that is parameter `number`, see
/// [`ids`].
pub fn among(backend: DbBackend, number: usize) -> String {
    match backend {
        DbBackend::Sqlite => format!("IN (SELECT value FROM json_each(${number}))"),
        _ => format!("= ANY (${number}::bigint[])"),
    }
}

/// A list of IDs as one parameter.
pub fn ids<T: Into<Value> + ValueType>(backend: DbBackend, ids: impl Iterator<Item = T>) -> Value {
    list(backend, ids)
}

/// Condition that some columns together equal one of the rows of a table.
pub fn is_row_of<const N: usize>(columns: [impl ColumnTrait; N], table: SelectStatement) -> Expr {
    let columns = columns.map(|column| Expr::col(column.as_column_ref()));
    Expr::tuple(columns).in_subquery(table)
}

fn list<T: Into<Value> + ValueType>(backend: DbBackend, values: impl IntoIterator<Item = T>) -> Value {
    let values = values.into_iter().map(Into::into);
    match backend {
        DbBackend::Sqlite => {
            let values = values.map(json).collect();
            serde_json::Value::Array(values).to_string().into()
        }
        _ => Value::Array(T::array_type(), Some(Box::new(values.collect()))),
    }
}

/// The numbers and texts that lists contain. Anything else becomes NULL, and equals nothing.
fn json(value: Value) -> serde_json::Value {
    match value {
        Value::BigInt(Some(number)) => number.into(),
        Value::Int(Some(number)) => number.into(),
        Value::String(Some(text)) => text.into(),
        _ => serde_json::Value::Null,
    }
}
