//! People: accounts, their names, passwords and phones.
//! What they are in a server stands with `member` and `standing`.

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, Set};

use crate::chat::names;
use crate::config::BaseUrl;
use crate::error::{Error, Faults, Result, taken};
use crate::instance::Instance;
use crate::models::picture;
use crate::phone::Number;
use crate::security::passwords::{self, Verdict};
use crate::security::tokens::Plain;

/// A person's account.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "users")]
pub struct Model {
    /// What external services know as `chat_user_id`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
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
}

impl std::fmt::Debug for Model {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Neither the number nor the hash belongs in a log.
        formatter
            .debug_struct("User")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

/// What joins a person to other rows.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// What someone types to sign up.
#[derive(Debug, Clone, Copy)]
pub struct NewUser<'a> {
    /// The wished-for nickname.
    pub nickname: &'a str,
    /// The display name.
    pub name: &'a str,
    /// The password.
    pub password: &'a str,
}

impl Model {
    /// Makes an account.
    ///
    /// # Errors
    /// Faults of `nickname`, `name` and `password`, all at once.
    pub async fn sign_up(at: &Instance, new: NewUser<'_>) -> Result<Self> {
        let mut faults = Faults::none();
        let password = Plain::from(new.password);
        let nickname = faults.check("nickname", names::nickname(new.nickname));
        let name = faults.check("name", names::display_name(new.name));
        let _ = faults.check("password", passwords::check_rules(&password, new.nickname));
        let (Some(nickname), Some(name), true) = (nickname, name, faults.is_empty()) else {
            return Err(Error::Faults(faults));
        };
        let user = ActiveModel {
            id: Set(at.id()),
            nickname: Set(nickname),
            name: Set(name),
            password_hash: Set(at.passwords.hash(&password).await?),
            phone: Set(None),
            picture_at: Set(None),
            created_at: Set(at.now()),
        };
        let write = at.begin().await?;
        let user = user.insert(&*write).await.map_err(|err| {
            taken(
                err,
                "users",
                "nickname",
                "nickname",
                "This nickname is taken. Choose another one.",
            )
        })?;
        write.commit().await?;
        Ok(user)
    }

    /// The account that `login` (a nickname or a verified phone) and `password` open, if they do.
    /// An unknown name costs the same work as a wrong password.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn sign_in(at: &Instance, login: &str, password: &str) -> Result<Option<Self>> {
        let password = Plain::from(password);
        let Some(user) = Self::find_by_login(&*at.db, login).await? else {
            at.passwords.verify_nobody(&password).await?;
            return Ok(None);
        };
        user.verify(at, &password)
            .await
            .map(|right| right.then_some(user))
    }

    /// Whether `password` is this person's. A hash with older parameters is made anew.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn verify(&self, at: &Instance, password: &Plain) -> Result<bool> {
        let Verdict { ok, needs_rehash } =
            at.passwords.verify(password, &self.password_hash).await?;
        if ok && needs_rehash {
            let hash = at.passwords.hash(password).await?;
            Entity::update_many()
                .col_expr(Column::PasswordHash, Expr::value(hash))
                .filter(Column::Id.eq(self.id))
                // A password changed meanwhile stays changed.
                .filter(Column::PasswordHash.eq(self.password_hash.as_str()))
                .exec(&*at.db)
                .await?;
        }
        Ok(ok)
    }

    /// The person with this id.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn find(db: &impl ConnectionTrait, id: i64) -> Result<Option<Self>> {
        Ok(Entity::find_by_id(id).one(db).await?)
    }

    /// The person who signs in with `login`: a nickname, or a verified phone with its `+`.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn find_by_login(db: &impl ConnectionTrait, login: &str) -> Result<Option<Self>> {
        let login = login.trim();
        let by = match Number::parse(login) {
            Ok(number) if login.starts_with('+') => Column::Phone.eq(number.e164()),
            _ => Column::Nickname.eq(login.to_lowercase()),
        };
        Ok(Entity::find().filter(by).one(db).await?)
    }

    /// Whether nobody has an account here yet.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn nobody_yet(db: &impl ConnectionTrait) -> Result<bool> {
        Ok(Entity::find().one(db).await?.is_none())
    }

    /// Whether this person may do what needs a verified phone.
    pub fn has_verified_phone(&self) -> bool {
        self.phone.is_some()
    }

    /// The path of the picture; it changes with the picture.
    pub fn avatar_path(&self) -> String {
        picture::path(picture::Kind::User, self.id, self.picture_at)
    }

    /// The picture's absolute address, as external services get it.
    pub fn avatar_url(&self, base: &BaseUrl) -> String {
        base.join(&self.avatar_path())
    }
}
