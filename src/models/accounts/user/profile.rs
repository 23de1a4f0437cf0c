//! The profile: nickname, display name and picture.
//! The verified number is in `phone`.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use super::{Column, Entity, Model, sign_up};
use crate::chat::names;
use crate::core::Core;
use crate::error::{Error, Faults, Result};
use crate::models::accounts::picture;

/// What the form of the profile contains.
#[derive(Debug)]
pub struct NewProfile<'a> {
    /// The nickname.
    pub nickname: &'a str,
    /// The display name.
    pub name: &'a str,
    /// What becomes of the picture, or why the one sent can't be used.
    pub picture: Result<NewPicture, &'static str>,
}

/// What happens to a picture.
#[derive(Debug)]
pub enum NewPicture {
    /// It stays.
    Same,
    /// This one (PNG, 256 by 256) replaces it.
    Uploaded(Vec<u8>),
    /// The generated one replaces it.
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
                picture::store(&write, picture::PictureKind::User, self.id, png).await?;
            }
            NewPicture::Generated => {
                picture::delete(&write, picture::PictureKind::User, self.id).await?;
            }
        }
        write.commit().await?;
        Ok(())
    }
}
