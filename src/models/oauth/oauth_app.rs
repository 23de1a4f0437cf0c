//! OAuth apps: external services where users sign in with their account here (spec section 2).
//! Their redirect URIs, secrets, grants, codes and log have files of their own.

mod draft;
mod suspension;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::LockType;
use sea_orm::{PaginatorTrait, QueryOrder, QuerySelect, Set};

use crate::config::caps;
use crate::core::Core;
use crate::database::{Conn, Write};
use crate::error::{Error, Result};
use crate::models::accounts::user::NewPicture;
use crate::models::accounts::{picture, second_step, user};
use crate::models::logs::audit::{self, Action, Change, PictureChange, Target, action};
use crate::models::oauth::client_secret::Client;
use crate::models::oauth::profile::Profile;
use crate::models::oauth::{post_logout_redirect_uri, redirect_uri};
use crate::models::tombstone::{self, TombstoneKind};
use crate::models::{ClientSecret, User};
use crate::security::tokens::Plain;

use draft::Checked;
pub use draft::{Draft, LONGEST_HOMEPAGE, SignInDraft};

/// The refusal without a verified phone.
const NO_PHONE: &str =
    "To create an app, you need a verified phone number. Verify yours in the settings.";

/// An external service that users sign in to.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "oauth_apps")]
pub struct Model {
    /// What the service sends as `client_id`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// The only user who sees, edits and deletes it, until another one accepts it, see [`app_transfer`](super::app_transfer).
    pub owner_id: i64,
    /// The name that users see when they sign in: 1 to 64 characters.
    pub name: String,
    /// An absolute http(s) address, or nothing.
    pub homepage: String,
    /// What it is for, in the owner's words, or nothing.
    pub description: String,
    /// When the icon was uploaded; none: the generated one.
    pub picture_at: Option<i64>,
    /// When it was made.
    pub created_at: i64,
    /// Which kind of sign-in its owner integrates, so that pages show the values and samples of that one. The endpoints
    /// serve both to every app.
    pub profile: Profile,
    /// Whether it is a program that can't keep a secret (RFC 6749, section 2.1). Chosen at creation, never changed.
    pub is_public: bool,
    /// The signature of its ID tokens: `RS256` or `ES256`.
    pub id_token_alg: String,
    /// Whether it may sign users in on devices without a browser (RFC 8628).
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

/// The relations of an app.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    /// Whose it is.
    #[sea_orm(
        belongs_to = "user::Entity",
        from = "Column::OwnerId",
        to = "user::Column::Id"
    )]
    Owner,
}

impl Related<user::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Owner.def()
    }
}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    /// Makes an app with its first secret, which is stored nowhere in the clear: show it now or never. A public app gets
    /// none.
    ///
    /// # Errors
    /// [`Error::SecondStepRequired`] where the instance requires one of owners and they have none; [`Error::Forbidden`]
    /// without a verified phone (spec section 5); faults of `name`,
    /// `redirect_uris`, `homepage`, `description`, `icon` and of how it signs users in, all at once; one of the form where they own as many apps
    /// as a user can.
    pub async fn create(
        core: &Core,
        owner_id: i64,
        draft: Draft<'_>,
    ) -> Result<(Self, Option<Plain>)> {
        let Checked {
            name,
            redirect_uris,
            homepage,
            description,
            icon,
            profile,
            is_public,
            post_logout_redirect_uris,
            id_token_alg,
            device_enabled,
            privacy_url,
            terms_url,
        } = draft.check(None)?;
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
        require_few(REDIRECT_URIS, &redirect_uris, caps.redirect_uris_per_app)?;
        let logout_uris = post_logout_redirect_uris.as_deref().unwrap_or_default();
        require_few(LOGOUT_URIS, logout_uris, caps.redirect_uris_per_app)?;
        let owned = Entity::find().filter(Column::OwnerId.eq(owner_id));
        if owned.count(&*write).await? >= u64::from(caps.apps_per_person) {
            let can = "a person can own";
            return Err(caps::reached(
                "form",
                "You own",
                caps.apps_per_person,
                "apps",
                can,
                "Delete one first.",
            ));
        }
        let app = ActiveModel {
            id: Set(core.id()),
            owner_id: Set(owner_id),
            name: Set(name),
            homepage: Set(homepage),
            description: Set(description),
            picture_at: Set(matches!(icon, NewPicture::Uploaded(_)).then_some(now)),
            created_at: Set(now),
            profile: Set(profile),
            is_public: Set(is_public),
            id_token_alg: Set(id_token_alg),
            device_enabled: Set(device_enabled),
            privacy_url: Set(privacy_url),
            terms_url: Set(terms_url),
            suspended_at: Set(None),
            suspended_for: Set(String::new()),
            last_used_at: Set(0),
        }
        .insert(&*write)
        .await?;
        redirect_uri::replace(&write, app.id, redirect_uris).await?;
        if let Some(uris) = post_logout_redirect_uris {
            post_logout_redirect_uri::replace(&write, app.id, uris).await?;
        }
        if let NewPicture::Uploaded(png) = icon {
            picture::store(&write, picture::PictureKind::App, app.id, png).await?;
        }
        let secret = match is_public {
            true => None,
            false => Some(ClientSecret::add(&write, core.id(), app.id, now).await?),
        };
        let action = Action::AppCreated {
            profile: profile.label().to_owned(),
            public: is_public,
        };
        app.log_action(&write, core, action).await?;
        write.commit().await?;
        Ok((app, secret))
    }

    /// The app, for its owner; no one else can see it.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::SecondStepRequired`] where the instance requires one of owners and they have none.
    pub async fn owned_by(db: &Conn, user_id: i64, id: i64) -> Result<Self> {
        let app = Entity::find_by_id(id)
            .filter(Column::OwnerId.eq(user_id))
            .one(db)
            .await?
            .ok_or(Error::NotFound)?;
        second_step::require_if_instance_does(db, user_id).await?;
        Ok(app)
    }

    /// Whether a user owns an app.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn is_owned_by(db: &Conn, user_id: i64) -> Result<bool> {
        let found = Entity::find()
            .filter(Column::OwnerId.eq(user_id))
            .one(db)
            .await?;
        Ok(found.is_some())
    }

    /// Every app of an owner, the newest first; no more than the cap.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn all_of_owner(db: &Conn, owner_id: i64) -> Result<Vec<Self>> {
        Ok(Entity::find()
            .filter(Column::OwnerId.eq(owner_id))
            .order_by_desc(Column::Id)
            .all(db)
            .await?)
    }

    /// The app with this client id and its owner, for the consent page.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn with_owner(db: &Conn, id: i64) -> Result<Option<(Self, User)>> {
        let found = Entity::find_by_id(id)
            .find_also_related(user::Entity)
            .one(db)
            .await?;
        Ok(found.and_then(|(app, owner)| Some((app, owner?))))
    }

    /// The public app with this client id, which has no secret to authenticate with (RFC 6749, section 2.1).
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn public_client(db: &Conn, id: i64) -> Result<Option<Client>> {
        let found = Entity::find_by_id(id)
            .filter(Column::IsPublic.eq(true))
            .filter(Column::SuspendedAt.is_null())
            .one(db)
            .await?;
        Ok(found.map(|app| Client {
            app_id: app.id,
            secret_id: None,
        }))
    }

    /// Locks an app so that it is not edited or deleted until this write ends; false when it was deleted.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub(in crate::models) async fn hold(db: &Conn, id: i64, lock: LockType) -> Result<bool> {
        let found = Entity::find_by_id(id).lock(lock).one(db).await?;
        Ok(found.is_some())
    }

    /// What the app is called.
    ///
    /// # Errors
    /// [`Error::NotFound`] where it was deleted.
    pub(super) async fn name_of(db: &Conn, id: i64) -> Result<String> {
        let name: Option<String> = Entity::find_by_id(id)
            .select_only()
            .column(Column::Name)
            .into_tuple()
            .one(db)
            .await?;
        name.ok_or(Error::NotFound)
    }

    /// Changes what the app is called and looks like, its redirect URIs, and how it signs users in. Whether it is public
    /// stays as it is.
    ///
    /// # Errors
    /// Faults as in [`Model::create`]; [`Error::NotFound`] when it is deleted by now.
    pub async fn edit(&self, core: &Core, draft: Draft<'_>) -> Result<()> {
        let Checked {
            name,
            redirect_uris,
            homepage,
            description,
            icon,
            profile,
            is_public: _,
            post_logout_redirect_uris,
            id_token_alg,
            device_enabled,
            privacy_url,
            terms_url,
        } = draft.check(Some(self))?;
        let most = core.config.caps.redirect_uris_per_app;
        require_few(REDIRECT_URIS, &redirect_uris, most)?;
        let logout_uris = post_logout_redirect_uris.as_deref().unwrap_or_default();
        require_few(LOGOUT_URIS, logout_uris, most)?;
        let write = core.begin().await?;
        let before = Entity::find_by_id(self.id)
            .filter(Column::OwnerId.eq(self.owner_id))
            .lock(LockType::NoKeyUpdate)
            .one(&*write)
            .await?
            .ok_or(Error::NotFound)?;
        let uris = redirect_uri::all_of(&write, self.id).await?;
        let logout_uris = post_logout_redirect_uri::all_of(&write, self.id).await?;
        let new_logout_uris = post_logout_redirect_uris.unwrap_or_else(|| logout_uris.clone());
        let mut change = Entity::update_many()
            .col_expr(Column::Name, Expr::value(name.as_str()))
            .col_expr(Column::Homepage, Expr::value(homepage.as_str()))
            .col_expr(Column::Description, Expr::value(description.as_str()))
            .col_expr(Column::Profile, Expr::value(profile))
            .col_expr(Column::IdTokenAlg, Expr::value(id_token_alg.as_str()))
            .col_expr(Column::DeviceEnabled, Expr::value(device_enabled))
            .col_expr(Column::PrivacyUrl, Expr::value(privacy_url.as_str()))
            .col_expr(Column::TermsUrl, Expr::value(terms_url.as_str()))
            .filter(Column::Id.eq(self.id));
        let icon_change = match icon {
            NewPicture::Same => None,
            NewPicture::Uploaded(png) => {
                picture::store(&write, picture::PictureKind::App, self.id, png).await?;
                change = change.col_expr(Column::PictureAt, Expr::value(Some(core.now())));
                Some(PictureChange::Uploaded)
            }
            NewPicture::Generated => {
                picture::delete(&write, picture::PictureKind::App, self.id).await?;
                change = change.col_expr(Column::PictureAt, Expr::value(None::<i64>));
                before.picture_at.map(|_| PictureChange::Removed)
            }
        };
        change.exec(&*write).await?;
        let action = Action::AppEdited {
            name: Change::between(before.name.as_str(), name),
            homepage: Change::between(before.homepage.as_str(), homepage),
            description: before.description != description,
            icon: icon_change,
            uris_added: action::urls_not_in(&redirect_uris, &uris),
            uris_removed: action::urls_not_in(&uris, &redirect_uris),
            profile: Change::between(before.profile.label(), profile.label().to_owned()),
            logout_uris_added: action::urls_not_in(&new_logout_uris, &logout_uris),
            logout_uris_removed: action::urls_not_in(&logout_uris, &new_logout_uris),
            id_token_alg: Change::between(before.id_token_alg.as_str(), id_token_alg),
            device: Change::between(before.device_enabled, device_enabled),
            privacy_url: Change::between(before.privacy_url.as_str(), privacy_url),
            terms_url: Change::between(before.terms_url.as_str(), terms_url),
        };
        redirect_uri::replace(&write, self.id, redirect_uris).await?;
        if new_logout_uris != logout_uris {
            post_logout_redirect_uri::replace(&write, self.id, new_logout_uris).await?;
        }
        if !action.is_empty() {
            before.log_action(&write, core, action).await?;
        }
        Ok(write.commit().await?)
    }

    /// Adds a redirect URI after the others, unless it is one of them already.
    ///
    /// # Errors
    /// A fault of `redirect_uris` where it can't be registered or the app has as many as it can; [`Error::NotFound`] when
    /// the app is deleted by now.
    pub async fn add_redirect_uri(&self, core: &Core, uri: &str) -> Result<()> {
        redirect_uri::rules::check(uri, self.is_public)
            .map_err(|sentence| Error::fault(REDIRECT_URIS, sentence))?;
        let write = core.begin().await?;
        let app = Entity::find_by_id(self.id)
            .filter(Column::OwnerId.eq(self.owner_id))
            .lock(LockType::NoKeyUpdate)
            .one(&*write)
            .await?
            .ok_or(Error::NotFound)?;
        let mut uris = redirect_uri::all_of(&write, self.id).await?;
        if uris.iter().any(|registered| registered == uri) {
            return Ok(());
        }
        uris.push(uri.to_owned());
        require_few(REDIRECT_URIS, &uris, core.config.caps.redirect_uris_per_app)?;
        redirect_uri::replace(&write, self.id, uris).await?;
        let action = Action::AppEdited {
            name: None,
            homepage: None,
            description: false,
            icon: None,
            uris_added: vec![uri.to_owned()],
            uris_removed: Vec::new(),
            profile: None,
            logout_uris_added: Vec::new(),
            logout_uris_removed: Vec::new(),
            id_token_alg: None,
            device: None,
            privacy_url: None,
            terms_url: None,
        };
        app.log_action(&write, core, action).await?;
        Ok(write.commit().await?)
    }

    /// Locks it so that it is not deleted and gets no other owner until this write ends.
    ///
    /// # Errors
    /// [`Error::NotFound`] where it was deleted by now, or belongs to someone else.
    async fn hold_as_owner(&self, write: &Write) -> Result<()> {
        let found = Entity::find_by_id(self.id)
            .filter(Column::OwnerId.eq(self.owner_id))
            .lock(LockType::Share)
            .one(&**write)
            .await?;
        found.map(drop).ok_or(Error::NotFound)
    }

    /// Records an action of its owner in its audit log.
    async fn log_action(&self, write: &Write, core: &Core, action: Action) -> Result<()> {
        audit::record(write, core, self.id, self.owner_id, self, action).await
    }

    /// Deletes the app with its secrets; from then on nothing leads to its grants, codes and log, and they are deleted
    /// away in steps. `confirm` is its name, typed.
    ///
    /// # Errors
    /// A fault of `confirm`; [`Error::NotFound`] when it is deleted by now.
    pub async fn delete(&self, core: &Core, confirm: &str) -> Result<()> {
        if confirm.trim() != self.name {
            return Err(Error::fault(
                "confirm",
                "This doesn’t match the app’s name. Type it exactly as shown.",
            ));
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
        picture::delete(&write, picture::PictureKind::App, self.id).await?;
        tombstone::record(&write, TombstoneKind::App, self.id, core.now()).await?;
        Ok(write.commit().await?)
    }

    /// Adds a second secret, so that the service can move to it without an outage.
    ///
    /// # Errors
    /// [`Error::Forbidden`] when two are there already, and for a public app; [`Error::NotFound`] when the app is deleted by now.
    pub async fn add_secret(&self, core: &Core) -> Result<Plain> {
        if self.is_public {
            return Err(Error::Forbidden(
                "This app is public: it has no client secret, and PKCE takes its place.",
            ));
        }
        let write = core.begin().await?;
        self.hold_as_owner(&write).await?;
        let secret = ClientSecret::add(&write, core.id(), self.id, core.now()).await?;
        let last_four = secret.last_four().to_owned();
        self.log_action(&write, core, Action::SecretMade { last_four })
            .await?;
        write.commit().await?;
        Ok(secret)
    }

    /// Deletes a secret, which opens nothing from now on.
    ///
    /// # Errors
    /// [`Error::NotFound`] when the app has no such secret.
    pub async fn delete_secret(&self, core: &Core, secret_id: i64) -> Result<()> {
        let write = core.begin().await?;
        self.hold_as_owner(&write).await?;
        let ClientSecret { last_four, .. } =
            ClientSecret::delete_one(&write, self.id, secret_id).await?;
        self.log_action(&write, core, Action::SecretDropped { last_four })
            .await?;
        Ok(write.commit().await?)
    }

    /// The path of the icon; it changes with the icon.
    pub fn icon_path(&self) -> String {
        picture::path(picture::PictureKind::App, self.id, self.picture_at)
    }
}

impl From<&Model> for Target {
    fn from(app: &Model) -> Self {
        Self {
            id: Some(app.id),
            name: app.name.clone(),
        }
    }
}

const REDIRECT_URIS: &str = "redirect_uris";
const LOGOUT_URIS: &str = "post_logout_redirect_uris";

/// Refuses more redirect URIs of one kind than an app can have.
fn require_few(field: &'static str, uris: &[String], most: u32) -> Result<()> {
    if uris.len() <= most as usize {
        return Ok(());
    }
    Err(Error::fault(
        field,
        format!("An app can have at most {most} redirect URIs. Remove some."),
    ))
}
