//! New recovery codes on their way from the form that made them to the page that shows them, once.

use rocket::http::CookieJar;

use crate::app::App;
use crate::routes::page::Answer;
use crate::routes::sealed_cookie::SealedCookie;
use portico_crypto::tokens::Plain;
use portico_platform::error::Result;
use portico_store::models::{RecoveryCode, Session};

const NAME: &str = "portico-new-codes";
/// The page that shows them.
pub(super) const PATH: &str = "/settings/security/recovery-codes";
/// Long enough for a redirect.
const SECONDS: i64 = 60;

/// Gives the codes along to their page.
///
/// # Errors
/// Never for codes of ours.
pub(super) fn give(app: &App, jar: &CookieJar<'_>, session: &Session, codes: &[Plain]) -> Result<()> {
    let codes: Vec<&str> = codes.iter().map(Plain::expose).collect();
    let text = Plain::from(codes.join(" "));
    cookie().set(app, jar, &seal_context(session), &text)
}

/// Leads to the page of the codes that came with a first second step; to `path` where there are none.
///
/// # Errors
/// Never for codes of ours.
pub(super) fn lead_to(
    app: &App,
    jar: &CookieJar<'_>,
    session: &Session,
    codes: &[Plain],
    (path, done): (&'static str, &str),
) -> Result<Answer> {
    if codes.is_empty() {
        return Ok(Answer::said(path, done));
    }
    give(app, jar, session, codes)?;
    let sentence = format!("{done} Keep the recovery codes in a safe place.");
    Ok(Answer::said(PATH, sentence))
}

/// Takes the codes out of the browser to show them; none where none came along, or where they don't belong to this session
/// or are no longer those of the account.
pub(super) async fn take(app: &App, jar: &CookieJar<'_>, session: &Session) -> Result<Vec<Plain>> {
    let Some(text) = cookie().take(app, jar, &seal_context(session)) else {
        return Ok(Vec::new());
    };
    let codes: Vec<Plain> = text.expose().split(' ').map(Plain::from).collect();
    match codes.first() {
        Some(first) if RecoveryCode::is_one(app, session.user_id, first).await? => Ok(codes),
        _ => Ok(Vec::new()),
    }
}

fn cookie() -> SealedCookie {
    SealedCookie { name: NAME.to_owned(), path: PATH.to_owned(), seconds: SECONDS }
}

/// Context that the seal is bound to.
fn seal_context(session: &Session) -> String {
    format!("new recovery codes in session {}", session.id)
}
