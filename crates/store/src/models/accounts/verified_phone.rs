//! Setting a verified phone number without a code, for the operator, and removing it.
//! Verifying one by a code is in `phone_code`.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use crate::core::Core;
use crate::models::accounts::security_event::{self, Browser, EventActor, SecurityEventKind};
use crate::models::accounts::session::Model as Session;
use crate::models::accounts::user::{Column, Entity, Model, set_phone};
use crate::models::accounts::{password_reset, phone_code};
use crate::models::instance::act::{self, Act, Operator, Subject};
use portico_macros::boxed;
use portico_platform::error::{Error, Result};
use portico_rules::phone::Number;

impl Model {
    /// Sets a number as verified without a code: for the operator, who vouches for it.
    ///
    /// # Errors
    /// A fault of `phone` where another account has the number.
    #[boxed]
    pub async fn vouch_for_phone(&self, core: &Core, number: &Number, by: &Operator<'_>) -> Result<()> {
        let write = core.begin().await?;
        set_phone(&write, self.id, number).await?;
        phone_code::discard(&write, self.id).await?;
        let verified = SecurityEventKind::PhoneVerified(&number.masked());
        security_event::record(core, &write, self.id, verified, EventActor::Operator).await?;
        let masked = number.masked();
        let on = Subject::new(self.id.get(), &self.nickname).with(&masked);
        act::record(&write, core, by, Act::PhoneVerified, on).await?;
        write.commit().await?;
        Ok(())
    }

    /// Removes the verified number and codes that were sent: from here on any account may verify it. What was created
    /// while it was verified stays.
    ///
    /// # Errors
    /// [`Error::NotFound`] where it is not the verified one any more; [`Error::SignedOut`] when the session or the account is
    /// no more.
    #[boxed]
    pub async fn remove_phone(
        &self,
        core: &Core,
        session: &Session,
        number: &Number,
        browser: Browser<'_>,
    ) -> Result<()> {
        let write = core.begin().await?;
        session.lock_active(core, &write, self).await?;
        let removed = Entity::update_many()
            .col_expr(Column::Phone, Expr::value(None::<String>))
            .filter(Column::Id.eq(self.id))
            .filter(Column::Phone.eq(number.e164()))
            .exec(&*write)
            .await?;
        if removed.rows_affected == 0 {
            return Err(Error::NotFound);
        }
        phone_code::discard(&write, self.id).await?;
        password_reset::discard(&write, self.id).await?;
        let removed = SecurityEventKind::PhoneRemoved(&number.masked());
        security_event::record(core, &write, self.id, removed, browser).await?;
        write.commit().await?;
        Ok(())
    }
}
