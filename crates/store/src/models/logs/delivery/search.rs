//! Searching the bodies in a webhook's log.
//! Which attempts are searched is decided in `delivery`.

use sea_orm::sea_query::{Expr, ExprTrait, LikeExpr};
use sea_orm::{ConnectionTrait, DbBackend};

use super::{Column, Entity};
use portico_platform::database::Conn;

/// The most characters of a search.
pub const LONGEST: usize = 200;

/// Marks what is no wildcard. A backslash would have to be doubled: JSON is full of them.
const ESCAPE: char = '!';

/// Whether the stored body of an attempt contains this text.
pub(super) fn contains(db: &Conn, text: &str) -> Expr {
    let report = Expr::col((Entity, Column::Report));
    let pattern = pattern(text);
    match db.get_database_backend() {
        // SeaQuery puts the pattern and its ESCAPE in parentheses, which is no valid ILIKE.
        DbBackend::Postgres => Expr::cust_with_exprs("$1 ILIKE $2 ESCAPE '!'", [report, Expr::val(pattern)]),
        // Ignores the case of ASCII letters by itself.
        _ => report.like(LikeExpr::new(pattern).escape(ESCAPE)),
    }
}

/// The pattern of a report whose `request` contains the text. The body ends before the key that follows it: inside of a JSON
/// string the quotes of that key would be escaped.
fn pattern(text: &str) -> String {
    let text: String = text.chars().take(LONGEST).collect();
    let json = serde_json::to_string(&text).unwrap_or_default();
    let inner = json.strip_prefix('"').and_then(|json| json.strip_suffix('"'));
    let mut pattern = String::from(r#"{"request":"%"#);
    for c in inner.unwrap_or_default().chars() {
        if matches!(c, '%' | '_' | ESCAPE) {
            pattern.push(ESCAPE);
        }
        pattern.push(c);
    }
    pattern.push_str(r#"%","bytes":%"#);
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_quotes_and_escapes_in_a_search_are_text() {
        assert_eq!(pattern(r#"100%_! "a\b""#), r#"{"request":"%100!%!_!! \"a\\b\"%","bytes":%"#);
    }

    #[test]
    fn a_long_search_is_cut() {
        let bound = pattern("").len() + LONGEST;
        assert_eq!(pattern(&"x".repeat(10 * LONGEST)).len(), bound);
    }
}
