//! New recovery codes on their way from the form that made them to the page that shows them, once.
//! They travel sealed in a cookie of that page alone: never in an address, never in the database.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use cookie::{Cookie, SameSite};
use rocket::http::CookieJar;
use time::Duration;

use crate::app::App;
use crate::error::{Error, Result};
use crate::models::{RecoveryCode, Session};
use crate::routes::page::Answer;
use crate::security::sealing;
use crate::security::tokens::Plain;

const NAME: &str = "portico-new-codes";
/// The page that shows them.
pub(super) const PATH: &str = "/settings/security/recovery-codes";
/// Long enough for a redirect.
const SECONDS: i64 = 60;

/// Gives the codes along to their page.
///
/// # Errors
/// Never for codes of ours.
pub(super) fn give(
    app: &App,
    jar: &CookieJar<'_>,
    session: &Session,
    codes: &[Plain],
) -> Result<()> {
    let codes: Vec<&str> = codes.iter().map(Plain::expose).collect();
    let text = Plain::from(codes.join(" "));
    let sealed = sealing::seal(&app.key, &place(session), &text).map_err(Error::internal)?;
    let mut cookie = cookie(app, BASE64_URL_SAFE_NO_PAD.encode(sealed));
    cookie.set_max_age(Duration::seconds(SECONDS));
    jar.add(cookie);
    Ok(())
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
///
/// # Errors
/// When the database can't be reached.
pub(super) async fn take(app: &App, jar: &CookieJar<'_>, session: &Session) -> Result<Vec<Plain>> {
    let Some(sent) = jar.get(NAME) else {
        return Ok(Vec::new());
    };
    jar.remove(cookie(app, String::new()));
    let opened = BASE64_URL_SAFE_NO_PAD
        .decode(sent.value())
        .ok()
        .and_then(|sealed| sealing::open(&app.key, &place(session), &sealed).ok());
    let codes: Vec<Plain> = opened
        .iter()
        .flat_map(|opened| opened.secret.expose().split(' '))
        .map(Plain::from)
        .collect();
    match codes.first() {
        Some(first) if RecoveryCode::is_one(app, session.user_id, first).await? => Ok(codes),
        _ => Ok(Vec::new()),
    }
}

fn cookie(app: &App, value: String) -> Cookie<'static> {
    Cookie::build((NAME, value))
        .path(PATH)
        .same_site(SameSite::Strict)
        .secure(app.config.base_url.is_https())
        .http_only(true)
        .build()
}

/// What the seal is bound to.
fn place(session: &Session) -> Vec<u8> {
    format!("new recovery codes in session {}", session.id).into_bytes()
}
