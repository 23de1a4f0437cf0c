//! The profile: nickname, display name, picture and language.
//! The verified number is in `phone`.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use validator::{Validate, ValidateArgs};

use super::{Column, Entity, Model, sign_up};
use crate::core::Core;
use crate::models::accounts::picture;
use portico_macros::boxed;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_rules::chat::names;
use portico_rules::chat::names::rules::{self, CurrentNames};
use portico_rules::language::Language;

/// The form of the profile.
#[derive(Debug, Validate)]
#[validate(context = "CurrentNames<'v_a>")]
pub struct NewProfile<'a> {
    /// The nickname.
    #[validate(custom(function = "rules::changed_nickname", use_context))]
    pub nickname: &'a str,
    /// The display name.
    #[validate(custom(function = "rules::changed_display_name", use_context))]
    pub name: &'a str,
    /// The change of the picture, or why the one sent can't be used.
    pub picture: Result<NewPicture, &'static str>,
}

/// A change of the picture.
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
    /// Chooses the language of pages, texts and notifications; none: what the browser prefers.
    ///
    /// # Errors
    /// When the database can't be written to.
    #[boxed]
    pub async fn set_language(&self, core: &Core, language: Option<&'static Language>) -> Result<()> {
        let write = core.begin().await?;
        Entity::update_many()
            .col_expr(Column::Language, Expr::value(language.map(|language| language.tag)))
            .filter(Column::Id.eq(self.id))
            .exec(&*write)
            .await?;
        write.commit().await?;
        Ok(())
    }

    /// Changes nickname, display name and picture, all or none.
    ///
    /// # Errors
    /// Faults of `nickname`, `name` and `avatar`, all at once.
    #[boxed]
    pub async fn change_profile(&self, core: &Core, new: NewProfile<'_>) -> Result<()> {
        let present =
            CurrentNames { nickname: Some(&self.nickname), name: Some(&self.name), ..CurrentNames::default() };
        let mut faults = FieldErrors::from_validation(new.validate_with_args(&present));
        let (Some(picture), true) = (faults.check("avatar", new.picture), faults.is_empty()) else {
            return Err(Error::Faults(faults));
        };
        let nickname = names::changed_form(new.nickname, present.nickname, names::nickname_form);
        let name = names::changed_form(new.name, present.name, names::shown_form);
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
        let changed = update.exec(&*write).await.map_err(sign_up::nickname_taken)?;
        if changed.rows_affected == 0 {
            return Err(Error::SignedOut);
        }
        match picture {
            NewPicture::Same => {}
            NewPicture::Uploaded(png) => {
                picture::store(&write, picture::PictureKind::User, self.id.get(), png).await?;
            }
            NewPicture::Generated => {
                picture::delete(&write, picture::PictureKind::User, self.id.get()).await?;
            }
        }
        write.commit().await?;
        Ok(())
    }
}
