//! OAuth apps: external services where users sign in with their account here (spec section 2).
//! Editing one is in `editing`; redirect URIs, secrets, grants, codes and log have files of their own.

mod console;
mod draft;
mod editing;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::LockType;
use sea_orm::{PaginatorTrait, QueryOrder, QuerySelect, Set};

use crate::core::Core;
use crate::models::accounts::user::NewPicture;
use crate::models::accounts::{picture, second_step, user};
use crate::models::logs::audit::{self, Action, AuditTarget};
use crate::models::oauth::client_secret::Client;
use crate::models::oauth::profile::Profile;
use crate::models::oauth::{post_logout_redirect_uri, redirect_uri};
use crate::models::tombstone::{self, TombstoneKind};
use crate::models::{ClientSecret, User};
use portico_crypto::tokens::Plain;
use portico_macros::boxed;
use portico_platform::config::caps;
use portico_platform::database::{Conn, Write};
use portico_platform::error::{Error, Result};
use portico_rules::ids::{AppId, SecretId, UserId};

pub use draft::{Draft, MAX_HOMEPAGE, ShownBefore, SignInDraft};

/// The refusal without a verified phone.
/// The refusal of an owner without a verified phone number.
pub const NO_PHONE: &str = "To create an app, you need a verified phone number. Verify yours in the settings.";

/// An external service that users sign in to.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "oauth_apps")]
pub struct Model {
    /// The service sends it as `client_id`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: AppId,
    /// The only user who edits and deletes it, until another one accepts it, see [`app_transfer`](super::app_transfer). Others
    /// who see it are in [`app_collaborator`](super::app_collaborator).
    pub owner_id: UserId,
    /// The name that users see when they sign in: 1 to 64 characters.
    pub name: String,
    /// An absolute http(s) address, or nothing.
    pub homepage: String,
    /// The purpose in the owner's words, or empty.
    pub description: String,
    /// When the icon was uploaded; none: the generated one.
    pub picture_at: Option<i64>,
    /// When it was made.
    pub created_at: i64,
    /// Which kind of sign-in its owner integrates, so that pages show the values and samples of that one. The endpoints
    /// serve both to every app.
    pub profile: Profile,
    /// True if it is a program that can't keep a secret (RFC 6749, section 2.1). Chosen at creation, never changed.
    pub is_public: bool,
    /// The signature of its ID tokens: `RS256` or `ES256`.
    pub id_token_alg: String,
    /// True if it may sign users in on devices without a browser (RFC 8628).
    pub device_enabled: bool,
    /// Where its privacy policy is: an https address, or nothing.
    pub privacy_url: String,
    /// Where its terms of service are: an https address, or nothing.
    pub terms_url: String,
    /// When an admin suspended it.
    pub suspended_at: Option<i64>,
    /// Why it was suspended, for its owner; empty while it is not.
    pub suspended_for: String,
    /// The hour in which someone last signed in with it; zero for never.
    pub last_used_at: i64,
}

portico_platform::database::belongs_to!(Owner: user by OwnerId);

impl Model {
    /// Makes an app with its first secret, which is stored nowhere in the clear: show it now or never. A public app gets
    /// none.
    ///
    /// # Errors
    /// [`Error::SecondStepRequired`] where the instance requires one of owners and they have none; [`Error::Forbidden`]
    /// without a verified phone (spec section 5); faults of `name`, `redirect_uris`, `homepage`, `description`, `icon` and of
    /// how it signs users in, all at once; one of the form where they own as many apps as a user can.
    #[boxed]
    pub async fn create(core: &Core, owner_id: UserId, draft: Draft<'_>) -> Result<(Self, Option<Plain>)> {
        let checked = draft.check(None)?;
        let now = core.now();
        let write = core.begin().await?;
        second_step::require_if_instance_does(&write, owner_id).await?;
        // Checked here, where the number can't be removed before the app exists.
        user::Entity::find_by_id(owner_id)
            .filter(user::Column::Phone.is_not_null())
            // No other app of this account is created meanwhile either.
            .lock(LockType::NoKeyUpdate)
            .one(&*write)
            .await?
            .ok_or(Error::Forbidden(NO_PHONE))?;
        let caps = &core.config.caps;
        checked.require_few_uris(caps.redirect_uris_per_app)?;
        let owned = Entity::find().filter(Column::OwnerId.eq(owner_id));
        if owned.count(&*write).await? >= u64::from(caps.apps_per_person) {
            return Err(owns_max_apps(caps.apps_per_person));
        }
        let app = ActiveModel {
            id: Set(core.id()),
            owner_id: Set(owner_id),
            name: Set(checked.name),
            homepage: Set(checked.homepage),
            description: Set(checked.description),
            picture_at: Set(matches!(checked.icon, NewPicture::Uploaded(_)).then_some(now)),
            created_at: Set(now),
            profile: Set(checked.profile),
            is_public: Set(checked.is_public),
            id_token_alg: Set(checked.id_token_alg),
            device_enabled: Set(checked.device_enabled),
            privacy_url: Set(checked.privacy_url),
            terms_url: Set(checked.terms_url),
            suspended_at: Set(None),
            suspended_for: Set(String::new()),
            last_used_at: Set(0),
        }
        .insert(&*write)
        .await?;
        redirect_uri::replace(&write, app.id, checked.redirect_uris).await?;
        if let Some(uris) = checked.post_logout_redirect_uris {
            post_logout_redirect_uri::replace(&write, app.id, uris).await?;
        }
        if let NewPicture::Uploaded(png) = checked.icon {
            picture::store(&write, picture::PictureKind::App, app.id.get(), png).await?;
        }
        let secret = match app.is_public {
            true => None,
            false => Some(ClientSecret::add(&write, core.id(), app.id, now).await?),
        };
        let action = Action::AppCreated { profile: app.profile.label().to_owned(), public: app.is_public };
        app.log_action(&write, core, action).await?;
        write.commit().await?;
        Ok((app, secret))
    }

    /// The app, for its owner; no one else can change it.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::SecondStepRequired`] where the instance requires one of owners and they have none.
    #[boxed]
    pub async fn owned_by(db: &Conn, user_id: UserId, id: AppId) -> Result<Self> {
        let app = Entity::find_by_id(id).filter(Column::OwnerId.eq(user_id)).one(db).await?.ok_or(Error::NotFound)?;
        second_step::require_if_instance_does(db, user_id).await?;
        Ok(app)
    }

    /// True if a user owns an app.
    #[boxed]
    pub async fn is_owned_by(db: &Conn, user_id: UserId) -> Result<bool> {
        let row = Entity::find().filter(Column::OwnerId.eq(user_id)).one(db).await?;
        Ok(row.is_some())
    }

    /// Every app of an owner, the newest first; no more than the cap.
    #[boxed]
    pub async fn all_of_owner(db: &Conn, owner_id: UserId) -> Result<Vec<Self>> {
        Ok(Entity::find().filter(Column::OwnerId.eq(owner_id)).order_by_desc(Column::Id).all(db).await?)
    }

    /// True if an admin suspended it.
    pub fn is_suspended(&self) -> bool {
        self.suspended_at.is_some()
    }

    /// True if this app exists and is not suspended. It is then locked until the write ends.
    pub(in crate::models) async fn lock_working(db: &Conn, id: AppId, lock: LockType) -> Result<bool> {
        let row = Entity::find_by_id(id).filter(Column::SuspendedAt.is_null()).lock(lock).one(db).await?;
        Ok(row.is_some())
    }

    /// The app with this client id and its owner, for the consent page.
    #[boxed]
    pub async fn with_owner(db: &Conn, id: AppId) -> Result<Option<(Self, User)>> {
        let row = Entity::find_by_id(id).find_also_related(user::Entity).one(db).await?;
        Ok(row.and_then(|(app, owner)| Some((app, owner?))))
    }

    /// The public app with this client id, which has no secret to authenticate with (RFC 6749, section 2.1).
    #[boxed]
    pub async fn public_client(db: &Conn, id: AppId) -> Result<Option<Client>> {
        let row = Entity::find_by_id(id)
            .filter(Column::IsPublic.eq(true))
            .filter(Column::SuspendedAt.is_null())
            .one(db)
            .await?;
        Ok(row.map(|app| Client { app_id: app.id, secret_id: None }))
    }

    /// Locks an app so that it is not edited or deleted until this write ends; false when it was deleted.
    pub(in crate::models) async fn lock(db: &Conn, id: AppId, lock: LockType) -> Result<bool> {
        let row = Entity::find_by_id(id).lock(lock).one(db).await?;
        Ok(row.is_some())
    }

    /// The name of an app.
    ///
    /// # Errors
    /// [`Error::NotFound`] where it was deleted.
    pub(super) async fn name_of(db: &Conn, id: AppId) -> Result<String> {
        let name: Option<String> =
            Entity::find_by_id(id).select_only().column(Column::Name).into_tuple().one(db).await?;
        name.ok_or(Error::NotFound)
    }

    /// Locks it so that it is not deleted and gets no other owner until this write ends.
    ///
    /// # Errors
    /// [`Error::NotFound`] where it was deleted by now, or belongs to someone else.
    pub(super) async fn lock_as_owner(&self, write: &Write) -> Result<()> {
        let row = Entity::find_by_id(self.id)
            .filter(Column::OwnerId.eq(self.owner_id))
            .lock(LockType::Share)
            .one(&**write)
            .await?;
        row.map(drop).ok_or(Error::NotFound)
    }

    /// Records an action of its owner in its audit log.
    async fn log_action(&self, write: &Write, core: &Core, action: Action) -> Result<()> {
        audit::record(write, core, self.id, self.owner_id, self, action).await
    }

    /// Deletes the app with its secrets; from then on nothing leads to its grants, codes and log, and they are deleted
    /// in steps. `confirm` is its name, typed.
    ///
    /// # Errors
    /// A fault of `confirm`; [`Error::NotFound`] when it is deleted by now.
    #[boxed]
    pub async fn delete(&self, core: &Core, confirm: &str) -> Result<()> {
        if confirm.trim() != self.name {
            return Err(Error::fault("confirm", "This doesn’t match the app’s name. Type it exactly as shown."));
        }
        let write = core.begin().await?;
        let deleted = Entity::delete_many()
            .filter(Column::Id.eq(self.id))
            .filter(Column::OwnerId.eq(self.owner_id))
            .exec(&*write)
            .await?;
        if deleted.rows_affected == 0 {
            return Err(Error::NotFound);
        }
        picture::delete(&write, picture::PictureKind::App, self.id.get()).await?;
        tombstone::record(&write, TombstoneKind::App, self.id.get(), core.now()).await?;
        Ok(write.commit().await?)
    }

    /// Adds a second secret, so that the service can move to it without an outage.
    ///
    /// # Errors
    /// [`Error::Forbidden`] when two are there already, and for a public app; [`Error::NotFound`] when the app is deleted by now.
    #[boxed]
    pub async fn add_secret(&self, core: &Core) -> Result<Plain> {
        if self.is_public {
            return Err(Error::Forbidden("This app is public: it has no client secret, and PKCE takes its place."));
        }
        let write = core.begin().await?;
        self.lock_as_owner(&write).await?;
        let secret = ClientSecret::add(&write, core.id(), self.id, core.now()).await?;
        let last_four = secret.last_four().to_owned();
        self.log_action(&write, core, Action::SecretMade { last_four }).await?;
        write.commit().await?;
        Ok(secret)
    }

    /// Deletes a secret, which opens nothing from now on.
    ///
    /// # Errors
    /// [`Error::NotFound`] when the app has no such secret.
    #[boxed]
    pub async fn delete_secret(&self, core: &Core, secret_id: SecretId) -> Result<()> {
        let write = core.begin().await?;
        self.lock_as_owner(&write).await?;
        let ClientSecret { last_four, .. } = ClientSecret::delete_one(&write, self.id, secret_id).await?;
        self.log_action(&write, core, Action::SecretDropped { last_four }).await?;
        Ok(write.commit().await?)
    }

    /// The path of the icon; it changes with the icon.
    pub fn icon_path(&self) -> String {
        picture::path(picture::PictureKind::App, self.id.get(), self.picture_at)
    }
}

impl From<&Model> for AuditTarget {
    fn from(app: &Model) -> Self {
        Self { id: Some(app.id.get()), name: app.name.clone() }
    }
}

/// Locks the owner and another user, and then the app, as when an account is deleted: neither deletes the account, removes
/// the number, gets another app or is disabled meanwhile.
///
/// # Errors
/// [`Error::NotFound`] where an account is deleted or disabled by now, or the app belongs to someone else.
pub(super) async fn lock_with_users(write: &Write, owner_id: UserId, other_id: UserId, app_id: AppId) -> Result<Model> {
    for id in [owner_id.min(other_id), owner_id.max(other_id)] {
        user::Entity::find_by_id(id.get())
            .filter(user::Column::DisabledAt.is_null())
            .lock(LockType::NoKeyUpdate)
            .one(&**write)
            .await?
            .ok_or(Error::NotFound)?;
    }
    Entity::find_by_id(app_id)
        .filter(Column::OwnerId.eq(owner_id.get()))
        .lock(LockType::NoKeyUpdate)
        .one(&**write)
        .await?
        .ok_or(Error::NotFound)
}

/// The fault of a form by which a person would own more apps than they can.
pub(super) fn owns_max_apps(limit: u32) -> Error {
    caps::reached(
        "form",
        limit,
        ["You own 1 app, the most a person can own.", "You own {} apps, the most a person can own."],
        "Delete one first.",
    )
}
