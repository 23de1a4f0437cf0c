//! Admins: who may use the console at `/admin`.
//! That their sign-in is recent is checked by the routes.

use std::collections::HashSet;

use sea_orm::sea_query::{Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, ConnectionTrait, DbBackend, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::{Column, Entity, Model};
use crate::core::Core;
use crate::models::accounts::security_event::{self, EventActor, SecurityEventKind};
use crate::models::instance::act::{self, Act, Operator, Subject};
use crate::models::instance::setting;
use portico_crypto::tokens::Plain;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};
use portico_rules::ids;
use portico_rules::phone::Number;

impl Model {
    /// True if this user may use the console.
    pub fn is_admin(&self) -> bool {
        self.admin_at.is_some()
    }

    /// Lets the user use the console, or no longer. False where it was so before.
    ///
    /// # Errors
    /// [`Error::NotFound`] where the account was deleted by now.
    #[boxed]
    pub async fn set_admin(&self, core: &Core, is_admin: bool, by: &Operator<'_>) -> Result<bool> {
        let write = core.begin().await?;
        if !Self::lock_to_count(&write, self.id).await? {
            return Err(Error::NotFound);
        }
        if !mark(&write, core, self.id, is_admin).await? {
            return Ok(false);
        }
        let (act, kind) = if is_admin {
            setting::withdraw_first_admin(&write).await?;
            (Act::AdminGranted, SecurityEventKind::AdminGranted)
        } else {
            (Act::AdminRevoked, SecurityEventKind::AdminRevoked)
        };
        security_event::record(core, &write, self.id, kind, EventActor::Operator).await?;
        let on = Subject::new(self.id, &self.nickname);
        act::record(&write, core, by, act, on).await?;
        write.commit().await?;
        Ok(true)
    }

    /// A new secret for the link that makes the first admin, in place of an earlier one. None where there is an account
    /// already: from then on the operator names admins on the terminal, and no link works.
    #[boxed]
    pub async fn offer_first_admin(core: &Core) -> Result<Option<Plain>> {
        let write = core.begin().await?;
        let someone: Option<i64> =
            Entity::find().select_only().column(Column::Id).order_by_asc(Column::Id).into_tuple().one(&*write).await?;
        if someone.is_some() {
            setting::withdraw_first_admin(&write).await?;
            write.commit().await?;
            return Ok(None);
        }
        let secret = setting::offer_first_admin(&write, core.now()).await?;
        write.commit().await?;
        Ok(Some(secret))
    }

    /// True if a link that makes the first admin is the present one.
    #[boxed]
    pub async fn is_first_admin_link(core: &Core, secret: &Plain) -> Result<bool> {
        setting::would_be_first_admin(&core.db, core.now(), secret).await
    }

    /// The account with this nickname, with or without its `@`; none for what can't be one.
    #[boxed]
    pub async fn named(db: &Conn, text: &str) -> Result<Option<Self>> {
        let text = text.trim();
        let nickname = text.strip_prefix('@').unwrap_or(text).to_ascii_lowercase();
        if !could_begin_a_nickname(&nickname) {
            return Ok(None);
        }
        Self::find_by_nickname(db, &nickname).await
    }

    /// The accounts whose nickname begins with `text`, and those with exactly this display name in any case, id or
    /// verified number; the newest accounts where it is empty. At most `limit`. On SQLite, letters other than a to z are
    /// found in the usual cases alone: as typed, small, capital, or capital at the beginning of each word.
    #[boxed]
    pub async fn search(db: &Conn, text: &str, limit: u64) -> Result<Vec<Self>> {
        let text = text.trim();
        if text.contains('\0') {
            // Postgres has no text with it.
            return Ok(Vec::new());
        }
        if text.is_empty() {
            // A range of the key, of which the end is read.
            let newest = Entity::find().filter(Column::Id.lte(ids::MAX_ID)).order_by_desc(Column::Id).limit(limit);
            return Ok(newest.all(db).await?);
        }
        let mut found: Vec<Self> = Vec::new();
        let nickname = text.strip_prefix('@').unwrap_or(text).to_ascii_lowercase();
        if could_begin_a_nickname(&nickname) {
            // No character of a nickname comes after `~`: this is the range of the index that begins so.
            let named = Entity::find()
                .filter(Column::Nickname.gte(nickname.as_str()))
                .filter(Column::Nickname.lt(format!("{nickname}~")))
                .order_by_asc(Column::Nickname)
                .limit(limit);
            found.extend(named.all(db).await?);
        }
        let named =
            Entity::find().filter(is_spelled(db, Expr::col(Column::Name), text)).order_by_asc(Column::Id).limit(limit);
        found.extend(named.all(db).await?);
        if let Some(id) = ids::parse::<i64>(text) {
            found.extend(Self::find(db, id).await?);
        }
        if let Ok(number) = Number::parse(text) {
            let of_number = Entity::find().filter(Column::Phone.eq(number.e164()));
            found.extend(of_number.one(db).await?);
        }
        let mut seen = HashSet::new();
        found.retain(|user| seen.insert(user.id));
        found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(found)
    }
}

/// Notes that an account is an admin's, or no longer; false where it was so before.
pub(super) async fn mark(write: &Conn, core: &Core, id: i64, is_admin: bool) -> Result<bool> {
    let (value, before) =
        if is_admin { (Some(core.now()), Column::AdminAt.is_null()) } else { (None, Column::AdminAt.is_not_null()) };
    let marked = Entity::update_many()
        .col_expr(Column::AdminAt, Expr::value(value))
        .filter(Column::Id.eq(id))
        .filter(before)
        .exec(write)
        .await?;
    Ok(marked.rows_affected == 1)
}

/// The condition that a column, of which there is an index in lower case, has this text in any case. SQLite knows the cases
/// of the letters a to z alone, so the others are looked for in each usual spelling.
pub(in crate::models) fn is_spelled(db: &Conn, column: Expr, text: &str) -> Expr {
    if db.get_database_backend() != DbBackend::Sqlite {
        let lower = Expr::expr(Func::lower(column));
        return ExprTrait::eq(lower, Func::lower(Expr::value(text)));
    }
    let spelled = spellings(text).into_iter().map(|spelling| Func::lower(Expr::value(spelling)));
    ExprTrait::is_in(Expr::expr(Func::lower(column)), spelled)
}

/// A text in the cases that it is likely to be written in, but for those of the letters a to z.
fn spellings(text: &str) -> [String; 4] {
    let lower = text.to_lowercase();
    let mut titled = String::new();
    let mut begins = true;
    for letter in lower.chars() {
        if begins {
            titled.extend(letter.to_uppercase());
        } else {
            titled.push(letter);
        }
        begins = !letter.is_alphanumeric();
    }
    let all = [text.to_owned(), text.to_uppercase(), titled, lower];
    all.map(|spelling| spelling.to_ascii_lowercase())
}

/// True if a nickname can begin so.
fn could_begin_a_nickname(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::spellings;

    #[test]
    fn a_name_is_looked_for_in_the_cases_that_people_write() {
        let of = |text| Vec::from_iter(BTreeSet::from(spellings(text)));
        assert_eq!(of("Alice B"), ["alice b"]);
        assert_eq!(of("ÄRGER"), ["Ärger", "ärger"]);
        assert_eq!(of("анна ли"), ["АННА ЛИ", "Анна Ли", "анна ли"]);
    }
}
