//! The verified phone number of an account.
//! How a number is verified is in `phone_code`.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use super::{Column, Entity};
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result, taken};
use portico_rules::ids::UserId;
use portico_rules::phone::Number;

/// Makes `number` the verified one of `user_id`. That no other account has it is decided here, by
/// the unique constraint.
///
/// # Errors
/// A fault of `phone` where another account has the number.
pub(in crate::models) async fn set_phone(write: &Conn, user_id: UserId, number: &Number) -> Result<()> {
    let stored = Entity::update_many()
        .col_expr(Column::Phone, Expr::value(number.e164()))
        .filter(Column::Id.eq(user_id))
        .exec(write)
        .await
        .map_err(|err| {
            taken(err, "users", "phone", "phone", "Another account has verified this number. Use another one.")
        })?;
    if stored.rows_affected == 0 {
        return Err(Error::NotFound);
    }
    Ok(())
}
