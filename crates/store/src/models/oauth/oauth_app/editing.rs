//! Changing what an app is called and looks like, its redirect URIs, and how it signs users in.
//! The rules of each field are in `draft`.

use sea_orm::QuerySelect;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::LockType;

use super::draft::{self, Draft, LOGOUT_URIS, REDIRECT_URIS, ShownBefore};
use super::{Column, Entity, Model};
use crate::core::Core;
use crate::models::accounts::picture;
use crate::models::accounts::user::NewPicture;
use crate::models::logs::audit::{Action, AppEdits, Change, PictureChange, action};
use crate::models::oauth::{post_logout_redirect_uri, redirect_uri};
use portico_macros::boxed;
use portico_platform::database::Write;
use portico_platform::error::{Error, FieldErrors, Result};

impl Model {
    /// Changes what the app is called and looks like, its redirect URIs, and how it signs users in. Whether it is public
    /// stays as it is.
    ///
    /// # Errors
    /// Faults as in [`Model::create`]; a fault of each field that was changed since the form showed it, by another tab for
    /// instance; [`Error::NotFound`] when it is deleted by now.
    #[boxed]
    pub async fn edit(&self, core: &Core, draft: Draft<'_>, shown: ShownBefore<'_>) -> Result<()> {
        let new = draft.check(Some(self))?;
        new.require_few_uris(core.config.caps.redirect_uris_per_app)?;
        let write = core.begin().await?;
        let before = self.lock_to_edit(&write).await?;
        let uris = redirect_uri::all_of(&write, self.id).await?;
        let logout_uris = post_logout_redirect_uri::all_of(&write, self.id).await?;
        let new_logout_uris = new.post_logout_redirect_uris.unwrap_or_else(|| logout_uris.clone());
        let mut faults = FieldErrors::none();
        let lists = (&*uris, &*new.redirect_uris);
        draft::require_shown(&mut faults, REDIRECT_URIS, shown.redirect_uris, lists);
        let lists = (&*logout_uris, &*new_logout_uris);
        let logout_shown = shown.post_logout_redirect_uris;
        draft::require_shown(&mut faults, LOGOUT_URIS, logout_shown, lists);
        let device_shown = shown.device_enabled.unwrap_or(before.device_enabled);
        if before.device_enabled != device_shown && before.device_enabled != new.device_enabled {
            let is_now = if before.device_enabled { "on" } else { "off" };
            faults.add("device", draft::changed_meanwhile(is_now));
        }
        faults.into_result()?;
        let mut change = Entity::update_many()
            .col_expr(Column::Name, Expr::value(new.name.as_str()))
            .col_expr(Column::Homepage, Expr::value(new.homepage.as_str()))
            .col_expr(Column::Description, Expr::value(new.description.as_str()))
            .col_expr(Column::Profile, Expr::value(new.profile))
            .col_expr(Column::IdTokenAlg, Expr::value(new.id_token_alg.as_str()))
            .col_expr(Column::DeviceEnabled, Expr::value(new.device_enabled))
            .col_expr(Column::PrivacyUrl, Expr::value(new.privacy_url.as_str()))
            .col_expr(Column::TermsUrl, Expr::value(new.terms_url.as_str()))
            .filter(Column::Id.eq(self.id));
        let icon_change = match new.icon {
            NewPicture::Same => None,
            NewPicture::Uploaded(png) => {
                picture::store(&write, picture::PictureKind::App, self.id.get(), png).await?;
                change = change.col_expr(Column::PictureAt, Expr::value(Some(core.now())));
                Some(PictureChange::Uploaded)
            }
            NewPicture::Generated => {
                picture::delete(&write, picture::PictureKind::App, self.id.get()).await?;
                change = change.col_expr(Column::PictureAt, Expr::value(None::<i64>));
                before.picture_at.map(|_| PictureChange::Removed)
            }
        };
        change.exec(&*write).await?;
        let edits = AppEdits {
            name: Change::between(before.name.as_str(), new.name),
            homepage: Change::between(before.homepage.as_str(), new.homepage),
            description: before.description != new.description,
            icon: icon_change,
            uris_added: action::urls_not_in(&new.redirect_uris, &uris),
            uris_removed: action::urls_not_in(&uris, &new.redirect_uris),
            profile: Change::between(before.profile.label(), new.profile.label().to_owned()),
            logout_uris_added: action::urls_not_in(&new_logout_uris, &logout_uris),
            logout_uris_removed: action::urls_not_in(&logout_uris, &new_logout_uris),
            id_token_alg: Change::between(before.id_token_alg.as_str(), new.id_token_alg),
            device: Change::between(before.device_enabled, new.device_enabled),
            privacy_url: Change::between(before.privacy_url.as_str(), new.privacy_url),
            terms_url: Change::between(before.terms_url.as_str(), new.terms_url),
        };
        redirect_uri::replace(&write, self.id, new.redirect_uris).await?;
        if new_logout_uris != logout_uris {
            post_logout_redirect_uri::replace(&write, self.id, new_logout_uris).await?;
        }
        if !edits.is_empty() {
            let action = Action::AppEdited(edits);
            before.log_action(&write, core, action).await?;
        }
        Ok(write.commit().await?)
    }

    /// Adds a redirect URI after the others, unless it is one of them already.
    ///
    /// # Errors
    /// A fault of `redirect_uris` where it can't be registered or the app has as many as it can; [`Error::NotFound`] when
    /// the app is deleted by now.
    #[boxed]
    pub async fn add_redirect_uri(&self, core: &Core, uri: &str) -> Result<()> {
        portico_rules::redirect_uri::rules::check(uri).map_err(|sentence| Error::fault(REDIRECT_URIS, sentence))?;
        let write = core.begin().await?;
        let app = self.lock_to_edit(&write).await?;
        let mut uris = redirect_uri::all_of(&write, self.id).await?;
        if uris.iter().any(|registered| registered == uri) {
            return Ok(());
        }
        uris.push(uri.to_owned());
        draft::require_few(REDIRECT_URIS, &uris, core.config.caps.redirect_uris_per_app)?;
        redirect_uri::replace(&write, self.id, uris).await?;
        let action = Action::AppEdited(AppEdits { uris_added: vec![uri.to_owned()], ..AppEdits::default() });
        app.log_action(&write, core, action).await?;
        Ok(write.commit().await?)
    }

    /// The app as it is now, locked so that no one else edits or deletes it until this write ends.
    ///
    /// # Errors
    /// [`Error::NotFound`] where it was deleted by now, or belongs to someone else.
    async fn lock_to_edit(&self, write: &Write) -> Result<Self> {
        Entity::find_by_id(self.id)
            .filter(Column::OwnerId.eq(self.owner_id))
            .lock(LockType::NoKeyUpdate)
            .one(&**write)
            .await?
            .ok_or(Error::NotFound)
    }
}
