//! User accounts: how they are found, and their public profile.
//! Membership in servers is in `servers::member`.

mod admin;
mod login;
mod password;
mod phone;
mod profile;
mod sign_up;

pub(in crate::models) use admin::{has_part, ids_of_nicknames, is_in_no_name, is_spelled};
pub use login::Login;
pub use password::FirstFactor;
pub(in crate::models) use phone::set_phone;
pub use profile::{NewPicture, NewProfile};
pub(in crate::models) use sign_up::NOT_OPEN;
pub use sign_up::{NewUser, STALE_LINK};

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::LockType;
use sea_orm::{QueryOrder, QuerySelect};

use crate::models::accounts::picture;
use portico_crypto::known_browser::Account;
use portico_macros::boxed;
use portico_platform::database::{Conn, lists};
use portico_platform::error::Result;
use portico_rules::base_url::BaseUrl;
use portico_rules::ids::UserId;
use portico_rules::language::Language;
use portico_rules::phone::Number;

/// A user's account.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "users")]
pub struct Model {
    /// External services know it as `chat_user_id`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: UserId,
    /// The handle, folded to lower case, unique.
    pub nickname: String,
    /// The display name.
    pub name: String,
    /// An argon2id hash in PHC form.
    pub password_hash: String,
    /// The verified number in E.164 form.
    pub phone: Option<String>,
    /// When the picture was uploaded; none: the generated one.
    pub picture_at: Option<i64>,
    /// When the account was made.
    pub created_at: i64,
    /// When the operator disabled the account.
    pub disabled_at: Option<i64>,
    /// Since when the account is an admin's.
    pub admin_at: Option<i64>,
    /// The tag of the language that its owner chose.
    pub language: Option<String>,
}

impl std::fmt::Debug for Model {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Neither the number nor the hash belongs in a log.
        formatter.debug_struct("User").field("id", &self.id).finish_non_exhaustive()
    }
}

portico_platform::database::no_relations!();

impl Model {
    /// The user with this id.
    #[boxed]
    pub async fn find(db: &Conn, id: UserId) -> Result<Option<Self>> {
        Ok(Entity::find_by_id(id).one(db).await?)
    }

    /// The users with these ids.
    #[boxed]
    pub async fn all_of(db: &Conn, ids: &[UserId]) -> Result<Vec<Self>> {
        Ok(Entity::find().filter(lists::is_one_of(db, Column::Id, ids.iter().copied())).all(db).await?)
    }

    /// The same, locked so that the account can't be deleted until this write ends.
    pub(in crate::models) async fn lock(db: &Conn, id: UserId) -> Result<Option<Self>> {
        Ok(Entity::find_by_id(id).lock(LockType::KeyShare).one(db).await?)
    }

    /// Locks the account so that no other transaction adds to what it owns, and that can be counted; false when it was
    /// deleted. A server is locked before its users.
    pub(in crate::models) async fn lock_to_count(db: &Conn, id: UserId) -> Result<bool> {
        let row: Option<i64> = Entity::find_by_id(id)
            .select_only()
            .column(Column::Id)
            .lock(LockType::NoKeyUpdate)
            .into_tuple()
            .one(db)
            .await?;
        Ok(row.is_some())
    }

    /// The user with this nickname, in any case.
    #[boxed]
    pub async fn find_by_nickname(db: &Conn, nickname: &str) -> Result<Option<Self>> {
        Ok(Entity::find().filter(Column::Nickname.eq(nickname.trim().to_lowercase())).one(db).await?)
    }

    /// Every account, the oldest first.
    #[boxed]
    pub async fn all(db: &Conn) -> Result<Vec<Self>> {
        Ok(Entity::find().order_by_asc(Column::Id).all(db).await?)
    }

    /// True if this user may use features that need a verified phone.
    pub fn has_verified_phone(&self) -> bool {
        self.phone.is_some()
    }

    /// The language that its owner chose, if any.
    pub fn language(&self) -> Option<&'static Language> {
        Language::named(self.language.as_deref()?)
    }

    /// True if the operator has disabled the account.
    pub fn is_disabled(&self) -> bool {
        self.disabled_at.is_some()
    }

    /// The verified number.
    pub fn verified_phone(&self) -> Option<Number> {
        Number::stored(self.phone.as_deref()?)
    }

    /// The verified number, shortened to what its owner knows it by.
    pub fn masked_phone(&self) -> Option<String> {
        Some(self.verified_phone()?.masked())
    }

    /// The account as browsers are known to it.
    pub fn known_as(&self) -> Account<'_> {
        Account { id: self.id.get(), password_hash: &self.password_hash }
    }

    /// The path of the picture; it changes with the picture.
    pub fn avatar_path(&self) -> String {
        picture::path(picture::PictureKind::User, self.id.get(), self.picture_at)
    }

    /// The picture's absolute address, as external services get it.
    pub fn avatar_url(&self, base: &BaseUrl) -> String {
        base.join(&self.avatar_path())
    }
}
