//! Signing up.
//! Signing in is in `password`.

use sea_orm::{ActiveModelTrait, Set};
use validator::{Validate, ValidationError};

use super::{ActiveModel, Model};
use crate::chat::names::{self, rules};
use crate::core::Core;
use crate::error::{Error, Faults, Result, taken};
use crate::models::accounts::session::Browser;
use crate::phone::Number;
use crate::security::passwords::{self, Caller};
use crate::security::tokens::Plain;
use crate::validation::fault_at;

/// What a user types to sign up.
#[derive(Debug, Clone, Copy, Validate)]
#[validate(schema(function = "password_rule", skip_on_field_errors = false))]
pub struct NewUser<'a> {
    /// The nickname.
    #[validate(custom(function = "rules::nickname"))]
    pub nickname: &'a str,
    /// The display name.
    #[validate(custom(function = "rules::display_name"))]
    pub name: &'a str,
    /// The password.
    pub password: &'a str,
}

fn password_rule(new: &NewUser<'_>) -> Result<(), ValidationError> {
    passwords::check_rules(&Plain::from(new.password), new.nickname)
        .map_err(|sentence| fault_at("password", sentence))
}

impl Model {
    /// Makes an account.
    ///
    /// # Errors
    /// Faults of `nickname`, `name` and `password`, all at once.
    pub async fn sign_up(core: &Core, new: NewUser<'_>, browser: Browser<'_>) -> Result<Self> {
        Self::insert(core, new, None, Caller::Stranger(browser.address)).await
    }

    /// Makes an account whose phone, where one is given, counts as verified: the operator vouches for it.
    ///
    /// # Errors
    /// As [`sign_up`](Self::sign_up); a fault of `phone` where another account has the number.
    pub async fn create(core: &Core, new: NewUser<'_>, phone: Option<&Number>) -> Result<Self> {
        Self::insert(core, new, phone, Caller::Operator).await
    }

    async fn insert(
        core: &Core,
        new: NewUser<'_>,
        phone: Option<&Number>,
        caller: Caller,
    ) -> Result<Self> {
        let mut faults = Faults::of(new.validate());
        let is_name_at_fault = faults.iter().any(|(field, _)| field == "nickname");
        if !faults.is_empty() && !is_name_at_fault {
            // Everything at once. Whether the name is free is decided where the row is inserted.
            let nickname = names::nickname_form(new.nickname);
            if Self::find_by_nickname(&core.db, &nickname).await?.is_some() {
                faults.add("nickname", NICKNAME_TAKEN);
            }
        }
        faults.into_result()?;
        let password = Plain::from(new.password);
        let user = ActiveModel {
            id: Set(core.id()),
            nickname: Set(names::nickname_form(new.nickname)),
            name: Set(names::shown_form(new.name)),
            password_hash: Set(core.passwords.hash(&password, caller).await?),
            phone: Set(phone.map(|number| number.e164().to_owned())),
            picture_at: Set(None),
            created_at: Set(core.now()),
            disabled_at: Set(None),
        };
        let write = core.begin().await?;
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

const NICKNAME_TAKEN: &str = "This nickname is taken. Choose another one.";

/// The fault where another account has the nickname.
pub(super) fn nickname_taken(err: sea_orm::DbErr) -> Error {
    taken(err, "users", "nickname", "nickname", NICKNAME_TAKEN)
}
