//! The name that a user signs in with: a nickname or a verified phone, in any spelling.
//! Limits on unknown names count this form, not what was typed.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use super::{Column, Entity, Model};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::phone::Number;

/// Longer than any nickname or number; the rest of what was typed matches no account.
const MAX_LENGTH: usize = 64;

/// A nickname or a number, normalised.
#[derive(Clone, PartialEq, Eq)]
pub struct Login(LoginName);

#[derive(Clone, PartialEq, Eq)]
enum LoginName {
    Phone(Number),
    Nickname(String),
}

impl std::fmt::Debug for Login {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Login(…)")
    }
}

impl Login {
    /// Reads what was typed: a number where it begins with `+` and is one, else a nickname, also as pages show it, with `@`.
    pub fn read(typed: &str) -> Self {
        let typed = typed.trim();
        Self(match Number::parse(typed) {
            Ok(number) if typed.starts_with('+') => LoginName::Phone(number),
            _ => LoginName::Nickname(
                typed
                    // The space behind it too: no name begins with one.
                    .trim_start_matches(|c: char| c == '@' || c.is_whitespace())
                    .chars()
                    .take(MAX_LENGTH)
                    .collect::<String>()
                    .to_lowercase(),
            ),
        })
    }

    /// One text for every spelling of it. No nickname has the shape of a number.
    pub fn as_str(&self) -> &str {
        match &self.0 {
            LoginName::Phone(number) => number.e164(),
            LoginName::Nickname(nickname) => nickname,
        }
    }

    /// True if nothing was typed.
    pub fn is_empty(&self) -> bool {
        self.as_str().is_empty()
    }
}

impl Model {
    /// The user who signs in with `login`.
    #[boxed]
    pub async fn find_by_login(db: &Conn, login: &Login) -> Result<Option<Self>> {
        let by = match &login.0 {
            LoginName::Phone(number) => Column::Phone.eq(number.e164()),
            // No name holds this character, and Postgres refuses even to look for one that does.
            LoginName::Nickname(nickname) => Column::Nickname.eq(nickname.replace('\0', "\u{fffd}")),
        };
        Ok(Entity::find().filter(by).one(db).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shows: throttles.sign-in-account
    #[test]
    fn every_spelling_of_a_name_is_one_name() {
        for (spellings, one) in [
            (&["alice", " ALICE ", "\tAlice\n", "@alice", " @Alice ", "@ alice"][..], "alice"),
            (
                &[
                    "+4915112345642",
                    " +49 151 1234 5642",
                    "+49-151-12345642",
                    "+49 (0) 151 12345642",
                    "+49\u{a0}151\u{202f}12345642",
                ],
                "+4915112345642",
            ),
        ] {
            for typed in spellings {
                assert_eq!(Login::read(typed).as_str(), one, "{typed:?}");
            }
        }
        assert_ne!(Login::read("alice"), Login::read("alicia"));
        let long = Login::read(&"x".repeat(100_000));
        assert_eq!(long.as_str().len(), MAX_LENGTH);
        assert!(Login::read(" \t").is_empty());
        assert!(Login::read(" @ ").is_empty());
        assert_ne!(Login::read("a@lice"), Login::read("alice"));
    }
}
