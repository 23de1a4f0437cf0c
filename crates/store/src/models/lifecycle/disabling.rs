//! The operator closes an account, opens it again, and signs it out everywhere.
//! A closed account is refused by `sign_in`, by sessions, and by the exchange of codes.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use crate::core::Core;
use crate::live::Access;
use crate::models::accounts::password_reset;
use crate::models::accounts::second_step_setup::end_with_password;
use crate::models::accounts::security_event::{self, EventActor, SecurityEventKind};
use crate::models::accounts::user::{Column, Entity, Model};
use crate::models::instance::act::{self, Act, Operator, Subject};
use crate::models::{AuthorizationCode, Session};
use portico_macros::boxed;
use portico_platform::error::{Error, Result};

impl Model {
    /// Disables the account: every session ends, no code of its approvals is exchanged, and it can't sign in. Its webhooks
    /// still post, and mention people and mentionable roles, but not everyone. No data is deleted. False where it was
    /// disabled before.
    #[boxed]
    pub async fn disable(&self, core: &Core, by: &Operator<'_>) -> Result<bool> {
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
        security_event::record(core, &write, self.id, SecurityEventKind::Disabled, EventActor::Operator).await?;
        let on = Subject::new(self.id.get(), &self.nickname);
        act::record(&write, core, by, Act::UserDisabled, on).await?;
        core.commit_revoking(write, &[Access::User(self.id)]).await?;
        Ok(true)
    }

    /// Opens the account again, with everything that it had but its sessions. False where it was open.
    #[boxed]
    pub async fn enable(&self, core: &Core, by: &Operator<'_>) -> Result<bool> {
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
        security_event::record(core, &write, self.id, SecurityEventKind::Enabled, EventActor::Operator).await?;
        let on = Subject::new(self.id.get(), &self.nickname);
        act::record(&write, core, by, Act::UserEnabled, on).await?;
        write.commit().await?;
        Ok(true)
    }

    /// Ends every session, the trust in browsers, and sign-ins that wait for their second step.
    ///
    /// # Errors
    /// [`Error::NotFound`] where the account was deleted by now.
    #[boxed]
    pub async fn sign_out_everywhere(&self, core: &Core, by: &Operator<'_>) -> Result<()> {
        let write = core.begin().await?;
        if !Self::lock_to_count(&write, self.id).await? {
            return Err(Error::NotFound);
        }
        // An admin's own session may be among those that end.
        let on = Subject::new(self.id.get(), &self.nickname);
        act::record(&write, core, by, Act::SessionsEnded, on).await?;
        Session::end_all(&write, self.id).await?;
        end_with_password(&write, self.id).await?;
        let kind = SecurityEventKind::SignedOut;
        security_event::record(core, &write, self.id, kind, EventActor::Operator).await?;
        core.commit_revoking(write, &[Access::User(self.id)]).await?;
        Ok(())
    }
}
