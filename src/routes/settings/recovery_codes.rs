//! `/settings/security/recovery-codes`: how many recovery codes are left, and new ones, which are shown once.
//! Using one is in `accounts::second`.

use rocket::http::CookieJar;
use rocket::{get, post};
use rocket_dyn_templates::context;

use super::new_codes;
use crate::app::App;
use crate::routes::guards::{Browser, SignedIn};
use crate::routes::page::{Answer, Page};
use crate::security::fetch_metadata::Navigation;
use portico_crypto::tokens::Plain;
use portico_platform::error::Result;
use portico_store::models::RecoveryCode;
use portico_store::models::accounts::{second_step, second_step_setup};

#[get("/settings/security/recovery-codes")]
pub(crate) async fn show(navigation: Navigation, me: SignedIn<'_>, app: &App, jar: &CookieJar<'_>) -> Result<Answer> {
    if !second_step::is_set_up(&app.db, me.id).await? {
        return Ok(Answer::to("/settings/security"));
    }
    // Shown once: to a person, not to a prefetch.
    let codes = match navigation.0 {
        true => new_codes::take(app, jar, me.session).await?,
        false => Vec::new(),
    };
    let codes: Vec<&str> = codes.iter().map(Plain::expose).collect();
    Ok(Answer::Shown(Page::new(
        "settings/recovery_codes",
        context! {
            left: RecoveryCode::left(&app.db, me.id).await?,
            file: (!codes.is_empty()).then(|| file(app, me, &codes)),
            codes,
            asks_again: !me.may_change_second_steps(app).await?,
        },
    )))
}

#[post("/settings/security/recovery-codes")]
pub(crate) async fn create(me: SignedIn<'_>, app: &App, browser: Browser<'_>, jar: &CookieJar<'_>) -> Result<Answer> {
    if !second_step::is_set_up(&app.db, me.id).await? {
        return Ok(Answer::to("/settings/security"));
    }
    me.require_fresh(app)?;
    me.require_second_step(app).await?;
    let codes = second_step_setup::make_codes(app, (me.session, me.user), browser.0).await?;
    new_codes::give(app, jar, me.session, &codes)?;
    Ok(Answer::to(new_codes::PATH))
}

/// The codes as a file of plain text. It is in the link itself, so that no further request carries them.
fn file(app: &App, me: SignedIn<'_>, codes: &[&str]) -> String {
    let text = format!(
        "Recovery codes of {} at {}. Each works once.\n\n{}\n",
        me.nickname,
        app.config.base_url.origin(),
        codes.join("\n")
    );
    let encoded = percent_encoding::utf8_percent_encode(&text, percent_encoding::NON_ALPHANUMERIC);
    format!("data:text/plain;charset=utf-8,{encoded}")
}
