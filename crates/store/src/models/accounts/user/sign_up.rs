//! Signing up. By an invite to a server, where sign-up needs one, that is in `servers::invite`.
//! Signing in is in `password`.

use sea_orm::{ActiveModelTrait, Set};
use validator::{Validate, ValidationError};

use super::{ActiveModel, Model};
use crate::core::Core;
use crate::models::accounts::session::Browser;
use crate::models::instance::act::{self, Act, Operator, Subject};
use crate::models::instance::sign_up::SignUpMode;
use crate::models::instance::{setting, sign_up_link};
use portico_crypto::passwords::{self, Caller};
use portico_crypto::tokens::Plain;
use portico_macros::boxed;
use portico_platform::database::Write;
use portico_platform::error::{Error, FieldErrors, Result, taken};
use portico_rules::chat::names::{self, rules};
use portico_rules::phone::Number;
use portico_rules::validation::fault_at;

/// The form to sign up.
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
    passwords::check_rules(&Plain::from(new.password), new.nickname).map_err(|sentence| fault_at("password", sentence))
}

impl Model {
    /// Makes an account, without an invite.
    ///
    /// # Errors
    /// Faults of `nickname`, `name` and `password`, all at once; one of `form` where no one can sign up, or only with an
    /// invite.
    #[boxed]
    pub async fn sign_up(core: &Core, new: NewUser<'_>, browser: Browser<'_>) -> Result<Self> {
        let caller = Caller::Stranger(browser.address);
        Self::insert(core, new, None, SignUpKind::Stranger, caller).await
    }

    /// Makes the account of the first admin, by the secret of the link that was printed at the start.
    ///
    /// # Errors
    /// As [`sign_up`](Self::sign_up); a fault of `form` where the secret is wrong, or was used or replaced.
    #[boxed]
    pub async fn sign_up_first_admin(
        core: &Core,
        new: NewUser<'_>,
        secret: &Plain,
        browser: Browser<'_>,
    ) -> Result<Self> {
        let caller = Caller::Stranger(browser.address);
        Self::insert(core, new, None, SignUpKind::FirstAdmin(secret), caller).await
    }

    /// Makes an account by a sign-up link, also while sign-up is closed.
    ///
    /// # Errors
    /// As [`sign_up`](Self::sign_up); a fault of `form` where the link was used or revoked, or has expired.
    #[boxed]
    pub async fn sign_up_by_link(core: &Core, new: NewUser<'_>, secret: &Plain, browser: Browser<'_>) -> Result<Self> {
        let caller = Caller::Stranger(browser.address);
        Self::insert(core, new, None, SignUpKind::Link(secret), caller).await
    }

    /// Makes an account whose phone, where one is given, counts as verified: the operator vouches for it.
    ///
    /// # Errors
    /// As [`sign_up`](Self::sign_up); a fault of `phone` where another account has the number.
    #[boxed]
    pub async fn create(core: &Core, new: NewUser<'_>, phone: Option<&Number>, by: &Operator<'_>) -> Result<Self> {
        Self::insert(core, new, phone, SignUpKind::Operator(by), Caller::Operator).await
    }

    async fn insert(
        core: &Core,
        new: NewUser<'_>,
        phone: Option<&Number>,
        entry: SignUpKind<'_>,
        caller: Caller,
    ) -> Result<Self> {
        let mut user = Self::checked(core, new, caller).await?;
        user.phone = Set(phone.map(|number| number.e164().to_owned()));
        user.admin_at = Set(matches!(entry, SignUpKind::FirstAdmin(_)).then(|| core.now()));
        let write = core.begin().await?;
        match entry {
            SignUpKind::FirstAdmin(secret) => {
                if !setting::use_first_admin(&write, core.now(), secret).await? {
                    return Err(Error::fault("form", STALE_LINK));
                }
            }
            // Decides: the page was shown before.
            SignUpKind::Stranger => {
                if !SignUpMode::load(&write).await?.admits(false) {
                    return Err(Error::fault("form", NOT_OPEN));
                }
            }
            SignUpKind::Link(secret) => {
                if !sign_up_link::spend(&write, core.now(), secret).await? {
                    return Err(Error::fault("form", sign_up_link::STALE));
                }
            }
            SignUpKind::Operator(_) => {}
        }
        let user = Self::store(&write, user).await?;
        if let SignUpKind::Operator(by) = entry {
            let on = Subject::new(user.id.get(), &user.nickname);
            act::record(&write, core, by, Act::UserCreated, on).await?;
        }
        if matches!(entry, SignUpKind::FirstAdmin(_)) {
            let on = Subject::new(user.id.get(), &user.nickname).with(BY_LINK);
            act::record(&write, core, &Operator::TERMINAL, Act::AdminGranted, on).await?;
        }
        write.commit().await?;
        Ok(user)
    }

    /// A new account that is checked, and not stored yet: hashing a password takes longer than a transaction should.
    ///
    /// # Errors
    /// Faults of `nickname`, `name` and `password`, all at once.
    pub(in crate::models) async fn checked(core: &Core, new: NewUser<'_>, caller: Caller) -> Result<ActiveModel> {
        let mut faults = FieldErrors::from_validation(new.validate());
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
        Ok(ActiveModel {
            id: Set(core.id()),
            nickname: Set(names::nickname_form(new.nickname)),
            name: Set(names::shown_form(new.name)),
            password_hash: Set(core.passwords.hash(&password, caller).await?),
            phone: Set(None),
            picture_at: Set(None),
            created_at: Set(core.now()),
            disabled_at: Set(None),
            admin_at: Set(None),
            language: Set(None),
        })
    }

    /// Stores an account that was [`checked`](Self::checked).
    ///
    /// # Errors
    /// A fault of `nickname` or `phone` where another account has it.
    pub(in crate::models) async fn store(write: &Write, user: ActiveModel) -> Result<Self> {
        user.insert(&**write).await.map_err(|err| {
            if portico_platform::error::violates(&err, "users", "phone") {
                return Error::fault("phone", "Another account has verified this number. Use another one.");
            }
            nickname_taken(err)
        })
    }
}

/// How an account comes about.
#[derive(Clone, Copy)]
enum SignUpKind<'a> {
    /// By the operator or an admin.
    Operator(&'a Operator<'a>),
    /// By a sign-up link.
    Link(&'a Plain),
    /// By someone who signs up.
    Stranger,
    /// By the link of the first start.
    FirstAdmin(&'a Plain),
}

/// The refusal where no one can sign up, or only with an invite.
pub(in crate::models) const NOT_OPEN: &str = "Sign-up isn’t open to everyone on this instance.";

/// How the first admin became one, in the audit log.
pub(super) const BY_LINK: &str = "by the link of the first start";

/// The refusal of a link that makes the first admin.
pub const STALE_LINK: &str = "This link doesn’t work any more: it was used, is older than a day, or was replaced when Portico started again. Use the newest one, or sign up without it and have the operator run “portico user admin”.";

const NICKNAME_TAKEN: &str = "This nickname is taken. Choose another one.";

/// The fault where another account has the nickname.
pub(super) fn nickname_taken(err: sea_orm::DbErr) -> Error {
    taken(err, "users", "nickname", "nickname", NICKNAME_TAKEN)
}
