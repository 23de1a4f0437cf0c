//! How the operator closes an account and opens it again.
//! What a closed one can't do is decided where it would be done: by `sign_in`, by sessions, by the exchange of codes.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use crate::core::Core;
use crate::error::Result;
use crate::live::Access;
use crate::models::accounts::password_reset;
use crate::models::accounts::second_step_setup::end_with_password;
use crate::models::accounts::security_event::{self, By, SecurityEventKind};
use crate::models::accounts::user::{Column, Entity, Model};
use crate::models::{AuthorizationCode, Session};

impl Model {
    /// Disables the account: every session ends, no code of its approvals is exchanged, it can't sign in, and its
    /// webhooks notify no one. No data is deleted. False where it was disabled before.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn disable(&self, core: &Core) -> Result<bool> {
        AuthorizationCode::delete_expired(core, self.id).await?;
        let write = core.begin().await?;
        let closed = Entity::update_many()
            .col_expr(Column::DisabledAt, Expr::value(Some(core.now())))
            .filter(Column::Id.eq(self.id))
            .filter(Column::DisabledAt.is_null())
            .exec(&*write)
            .await?;
        if closed.rows_affected == 0 {
            return Ok(false);
        }
        Session::end_all(&write, self.id).await?;
        AuthorizationCode::delete_of(&write, self.id, None).await?;
        password_reset::discard(&write, self.id).await?;
        end_with_password(&write, self.id).await?;
        security_event::record(
            core,
            &write,
            self.id,
            SecurityEventKind::Disabled,
            By::Operator,
        )
        .await?;
        core.commit_revoking(write, &[Access::User(self.id)])
            .await?;
        Ok(true)
    }

    /// Opens the account again, with everything that it had but its sessions. False where it was open.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn enable(&self, core: &Core) -> Result<bool> {
        let write = core.begin().await?;
        let opened = Entity::update_many()
            .col_expr(Column::DisabledAt, Expr::value(None::<i64>))
            .filter(Column::Id.eq(self.id))
            .filter(Column::DisabledAt.is_not_null())
            .exec(&*write)
            .await?;
        if opened.rows_affected == 0 {
            return Ok(false);
        }
        security_event::record(
            core,
            &write,
            self.id,
            SecurityEventKind::Enabled,
            By::Operator,
        )
        .await?;
        write.commit().await?;
        Ok(true)
    }
}
