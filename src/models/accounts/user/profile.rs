//! What people say of themselves: nickname, display name, picture, and the number that is theirs.
//! How a number is verified stands with `phone_code`.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use super::{Column, Entity, Model, sign_up};
use crate::chat::names;
use crate::core::Core;
use crate::database::Conn;
use crate::error::{Error, Faults, Result, taken};
use crate::models::accounts::session::Browser;
use crate::models::accounts::{password_reset, phone_code, picture};
use crate::models::logs::security_event::{self, By, SecurityEventKind};
use crate::phone::Number;

/// What the form of the profile says.
#[derive(Debug)]
pub struct NewProfile<'a> {
    /// The nickname.
    pub nickname: &'a str,
    /// The display name.
    pub name: &'a str,
    /// What becomes of the picture, or why the one sent can't be used.
    pub picture: Result<NewPicture, &'static str>,
}

/// What becomes of a picture.
#[derive(Debug)]
pub enum NewPicture {
    /// It stays.
    Same,
    /// This one (PNG, 256 by 256) takes its place.
    Uploaded(Vec<u8>),
    /// The generated one takes its place.
    Generated,
}

impl Model {
    /// Changes nickname, display name and picture, all or none.
    ///
    /// # Errors
    /// Faults of `nickname`, `name` and `avatar`, all at once.
    pub async fn change_profile(&self, core: &Core, new: NewProfile<'_>) -> Result<()> {
        let mut faults = Faults::none();
        let nickname = names::changed(new.nickname, Some(&self.nickname), names::nickname);
        let nickname = faults.check("nickname", nickname);
        let name = names::changed(new.name, Some(&self.name), names::display_name);
        let name = faults.check("name", name);
        let picture = faults.check("avatar", new.picture);
        let (Some(nickname), Some(name), Some(picture)) = (nickname, name, picture) else {
            return Err(Error::Faults(faults));
        };
        let now = core.now();
        let mut update = Entity::update_many()
            .col_expr(Column::Nickname, Expr::value(nickname))
            .col_expr(Column::Name, Expr::value(name))
            .filter(Column::Id.eq(self.id));
        match &picture {
            NewPicture::Same => {}
            NewPicture::Uploaded(_) => {
                update = update.col_expr(Column::PictureAt, Expr::value(Some(now)));
            }
            NewPicture::Generated => {
                update = update.col_expr(Column::PictureAt, Expr::value(None::<i64>));
            }
        }
        let write = core.begin().await?;
        let changed = update
            .exec(&*write)
            .await
            .map_err(sign_up::nickname_taken)?;
        if changed.rows_affected == 0 {
            return Err(Error::SignedOut);
        }
        match picture {
            NewPicture::Same => {}
            NewPicture::Uploaded(png) => {
                picture::keep(&write, picture::PictureKind::User, self.id, png).await?;
            }
            NewPicture::Generated => {
                picture::drop_of(&write, picture::PictureKind::User, self.id).await?;
            }
        }
        write.commit().await?;
        Ok(())
    }

    /// Takes a number as verified without a code: for the operator, who vouches for it.
    ///
    /// # Errors
    /// A fault of `phone` where another account has the number.
    pub async fn vouch_for_phone(&self, core: &Core, number: &Number) -> Result<()> {
        let write = core.begin().await?;
        keep_phone(&write, self.id, number).await?;
        phone_code::discard(&write, self.id).await?;
        let verified = SecurityEventKind::PhoneVerified(&number.masked());
        security_event::record(core, &write, self.id, verified, By::Operator).await?;
        write.commit().await?;
        Ok(())
    }

    /// Lets go of the verified number, and of codes that are on their way: from here on anybody may verify it. What was
    /// made while it was verified stays.
    ///
    /// # Errors
    /// [`Error::NotFound`] where it is not the verified one any more.
    pub async fn remove_phone(
        &self,
        core: &Core,
        number: &Number,
        browser: Browser<'_>,
    ) -> Result<()> {
        let write = core.begin().await?;
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
        let gone = SecurityEventKind::PhoneRemoved(&number.masked());
        security_event::record(core, &write, self.id, gone, browser).await?;
        write.commit().await?;
        Ok(())
    }
}

/// Makes `number` the verified one of `user_id`. That no other account has it is decided here, by
/// the unique constraint.
///
/// # Errors
/// A fault of `phone` where another account has the number.
pub(in crate::models) async fn keep_phone(
    write: &Conn,
    user_id: i64,
    number: &Number,
) -> Result<()> {
    let kept = Entity::update_many()
        .col_expr(Column::Phone, Expr::value(number.e164()))
        .filter(Column::Id.eq(user_id))
        .exec(write)
        .await
        .map_err(|err| {
            taken(
                err,
                "users",
                "phone",
                "phone",
                "Another account has verified this number. Use another one.",
            )
        })?;
    if kept.rows_affected == 0 {
        return Err(Error::NotFound);
    }
    Ok(())
}
