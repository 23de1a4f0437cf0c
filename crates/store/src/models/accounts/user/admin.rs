//! Admins: who may use the console at `/admin`.
//! That their sign-in is recent is checked by the routes.

use std::collections::{BTreeSet, HashSet};

use sea_orm::sea_query::{Expr, ExprTrait, Func, LikeExpr, SelectStatement};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbBackend, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
};

use super::sign_up::{BY_LINK, STALE_LINK};
use super::{Column, Entity, Model};
use crate::core::Core;
use crate::models::accounts::security_event::{self, EventActor, SecurityEventKind};
use crate::models::instance::act::{self, Act, Operator, Subject};
use crate::models::instance::setting;
use portico_crypto::tokens::Plain;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};
use portico_rules::ids::{self, UserId};
use portico_rules::phone::Number;

/// The refusal of admins who would take the console away from themselves.
const OWN_CONSOLE: &str = "You can’t take the console away from yourself. Another admin can.";
/// Max characters of a searched text: no name is longer.
const MAX_SEARCHED: usize = 64;

impl Model {
    /// True if this user may use the console.
    pub fn is_admin(&self) -> bool {
        self.admin_at.is_some()
    }

    /// Lets the user use the console, or no longer. False where it was so before.
    ///
    /// # Errors
    /// [`Error::NotFound`] where the account was deleted by now. A fault of `form` where admins would take the console away
    /// from themselves: so the last admin stays one.
    #[boxed]
    pub async fn set_admin(&self, core: &Core, is_admin: bool, by: &Operator<'_>) -> Result<bool> {
        if !is_admin && by.admin_id() == Some(self.id) {
            return Err(Error::fault("form", OWN_CONSOLE));
        }
        let write = core.begin().await?;
        // Both, the lower id first: of two admins who take the console away from each other, one is refused.
        let mut locked = vec![self.id];
        locked.extend(by.admin_id());
        locked.sort_unstable();
        for id in locked {
            if !Self::lock_to_count(&write, id).await? {
                return Err(Error::NotFound);
            }
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
        let on = Subject::new(self.id.get(), &self.nickname);
        act::record(&write, core, by, act, on).await?;
        write.commit().await?;
        Ok(true)
    }

    /// A new secret for the link that makes the first admin, in place of an earlier one. None where there is an account
    /// already: from then on the operator names admins on the terminal, and no link works.
    #[boxed]
    pub async fn offer_first_admin(core: &Core) -> Result<Option<Plain>> {
        let write = core.begin().await?;
        // A range of the key, of which the beginning is read.
        let all = Entity::find().select_only().column(Column::Id).filter(Column::Id.lte(ids::MAX_ID));
        let someone: Option<UserId> = all.order_by_asc(Column::Id).into_tuple().one(&*write).await?;
        if someone.is_some() {
            setting::withdraw_first_admin(&write).await?;
            write.commit().await?;
            return Ok(None);
        }
        let secret = setting::offer_first_admin(&write, core.now()).await?;
        write.commit().await?;
        Ok(Some(secret))
    }

    /// Makes this account the first admin's, by the secret of the link that was printed at the start.
    ///
    /// # Errors
    /// A fault of `form` where the secret is wrong, or was used, replaced or withdrawn; [`Error::SignedOut`] where the account
    /// was deleted by now.
    #[boxed]
    pub async fn become_first_admin(&self, core: &Core, secret: &Plain) -> Result<()> {
        let write = core.begin().await?;
        if !Self::lock_to_count(&write, self.id).await? {
            return Err(Error::SignedOut);
        }
        if !setting::use_first_admin(&write, core.now(), secret).await? {
            return Err(Error::fault("form", STALE_LINK));
        }
        mark(&write, core, self.id, true).await?;
        security_event::record(core, &write, self.id, SecurityEventKind::AdminGranted, EventActor::Operator).await?;
        let on = Subject::new(self.id.get(), &self.nickname).with(BY_LINK);
        act::record(&write, core, &Operator::TERMINAL, Act::AdminGranted, on).await?;
        write.commit().await?;
        Ok(())
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

    /// The accounts with `text` in their nickname or display name, in any case, and the one with this id or verified
    /// number; after an `@` those whose nickname begins with it; the newest accounts where it is empty. At most `limit`,
    /// first those whose nickname begins with it. Letters other than a to z are found in the usual cases alone: as typed,
    /// small, capital, or capital at the beginning of each word. It may read every account.
    #[boxed]
    pub async fn search(db: &Conn, text: &str, limit: u64) -> Result<Vec<Self>> {
        let text = text.trim();
        if is_in_no_name(text) {
            return Ok(Vec::new());
        }
        // A range of the key, of which the end is read.
        let newest = Entity::find().filter(Column::Id.lte(ids::MAX_ID)).order_by_desc(Column::Id).limit(limit);
        if text.is_empty() {
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
        if !text.starts_with('@') {
            let has_part = [Column::Nickname, Column::Name].map(|column| has_part(Expr::col(column), text));
            found.extend(newest.filter(has_part.into_iter().fold(Condition::any(), Condition::add)).all(db).await?);
        }
        if let Some(id) = ids::parse::<UserId>(text) {
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
pub(super) async fn mark(write: &Conn, core: &Core, id: UserId, is_admin: bool) -> Result<bool> {
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

/// The condition that a column has this text in it, in any case, as [`is_spelled`] knows cases. `%` and `_` are themselves.
pub(in crate::models) fn has_part(column: Expr, text: &str) -> Condition {
    let lower = Expr::expr(Func::lower(column));
    let mut escaped = String::new();
    for letter in text.chars() {
        if matches!(letter, '%' | '_' | '\\') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    let patterns = BTreeSet::from(spellings(&escaped));
    let like = |pattern: String| ExprTrait::like(lower.clone(), LikeExpr::new(format!("%{pattern}%")).escape('\\'));
    patterns.into_iter().map(like).fold(Condition::any(), Condition::add)
}

/// The accounts that have this text in their nickname, for a condition on their ids. It reads every account.
pub(in crate::models) fn ids_of_nicknames(text: &str) -> SelectStatement {
    let all = Entity::find().select_only().column(Column::Id).filter(Column::Id.lte(ids::MAX_ID));
    all.filter(has_part(Expr::col(Column::Nickname), text)).into_query()
}

/// True if no name has this text in it: it is longer than each, or has a character that Postgres refuses.
pub(in crate::models) fn is_in_no_name(text: &str) -> bool {
    text.contains('\0') || text.chars().count() > MAX_SEARCHED
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
    use super::*;

    #[test]
    fn a_name_is_looked_for_in_the_cases_that_people_write() {
        let of = |text| Vec::from_iter(BTreeSet::from(spellings(text)));
        assert_eq!(of("Alice B"), ["alice b"]);
        assert_eq!(of("ÄRGER"), ["Ärger", "ärger"]);
        assert_eq!(of("анна ли"), ["АННА ЛИ", "Анна Ли", "анна ли"]);
    }
}
