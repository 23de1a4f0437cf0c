//! How an account begins.
//! Signing in to one that is there stands with `password`.

use sea_orm::{ActiveModelTrait, Set};

use super::{ActiveModel, Model};
use crate::chat::names;
use crate::error::{Error, Faults, Result, taken};
use crate::instance::Instance;
use crate::models::session::Browser;
use crate::phone::Number;
use crate::security::passwords::{self, Caller};
use crate::security::tokens::Plain;

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
    pub async fn sign_up(at: &Instance, new: NewUser<'_>, browser: Browser<'_>) -> Result<Self> {
        Self::insert(at, new, None, Caller::Stranger(browser.address)).await
    }

    /// Makes an account whose phone, where one is given, counts as verified: the operator vouches for it.
    ///
    /// # Errors
    /// As [`sign_up`](Self::sign_up); a fault of `phone` where another account has the number.
    pub async fn create(at: &Instance, new: NewUser<'_>, phone: Option<&Number>) -> Result<Self> {
        Self::insert(at, new, phone, Caller::Operator).await
    }

    async fn insert(
        at: &Instance,
        new: NewUser<'_>,
        phone: Option<&Number>,
        caller: Caller,
    ) -> Result<Self> {
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
            password_hash: Set(at.passwords.hash(&password, caller).await?),
            phone: Set(phone.map(|number| number.e164().to_owned())),
            picture_at: Set(None),
            created_at: Set(at.now()),
            disabled_at: Set(None),
        };
        let write = at.begin().await?;
        let user = user.insert(&*write).await.map_err(|err| {
            if crate::error::violates(&err, "users", "phone") {
                return Error::fault(
                    "phone",
                    "Another account has verified this number. Use another one.",
                );
            }
            nickname_taken(err)
        })?;
        write.commit().await?;
        Ok(user)
    }
}

/// What somebody is told who wants the nickname of somebody else.
pub(super) fn nickname_taken(err: sea_orm::DbErr) -> Error {
    taken(
        err,
        "users",
        "nickname",
        "nickname",
        "This nickname is taken. Choose another one.",
    )
}
