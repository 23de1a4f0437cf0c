//! A sign-in that the owner tries, on its way through the browser: what the app would keep in a session in between.
//! It travels sealed in a cookie of these pages alone, one for each attempt, and is never stored.

use rocket::http::CookieJar;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::routes::sealed_cookie::SealedCookie;
use portico_crypto::tokens::Plain;
use portico_platform::error::{Error, Result};
use portico_rules::ids::AppId;
use portico_store::models::Session;

const PREFIX: &str = "portico-try-";
/// Long enough to sign in and approve.
const SECONDS: i64 = 600;
/// So many attempts can be under way at a time, in several tabs.
const AT_A_TIME: usize = 4;

/// An attempt. It holds secrets, so there is no `Debug`.
#[derive(Serialize, Deserialize)]
pub(super) struct TestAttempt {
    /// Begins with the number of the attempt, which names the cookie.
    pub(super) state: String,
    pub(super) nonce: String,
    pub(super) code_verifier: String,
    /// The client secret, unless the app is public.
    pub(super) client_secret: Option<String>,
    /// True if the callback exchanges the code, as an app's would, without showing it first.
    pub(super) at_once: bool,
}

impl TestAttempt {
    /// A new attempt with values that no one can guess.
    pub(super) fn new(app: &App, client_secret: Option<&str>, at_once: bool) -> Self {
        let random = || Plain::random().expose().to_owned();
        Self {
            state: format!("{}.{}", app.id::<i64>(), random()),
            nonce: random(),
            code_verifier: random(),
            client_secret: client_secret.map(ToOwned::to_owned),
            at_once,
        }
    }

    /// Gives it along to the browser, and ends the oldest ones where there are too many.
    ///
    /// # Errors
    /// Never for an attempt of ours.
    pub(super) fn give(&self, app: &App, jar: &CookieJar<'_>, session: &Session, app_id: AppId) -> Result<()> {
        let mut earlier: Vec<i64> =
            jar.iter().filter_map(|cookie| cookie.name().strip_prefix(PREFIX)?.parse().ok()).collect();
        earlier.sort_unstable();
        let surplus = (earlier.len() + 1).saturating_sub(AT_A_TIME);
        for number in earlier.iter().take(surplus) {
            cookie(app_id, &number.to_string()).remove(app, jar);
        }
        let plain = Plain::from(serde_json::to_string(self).map_err(Error::internal)?);
        let number = number(&self.state).unwrap_or_default();
        let seal_context = seal_context(session, app_id, number);
        cookie(app_id, number).set(app, jar, &seal_context, &plain)
    }

    /// The attempt with this state; none where it ended, or was begun in another session or for another app.
    pub(super) fn find(app: &App, jar: &CookieJar<'_>, session: &Session, app_id: AppId, state: &str) -> Option<Self> {
        let number = number(state)?;
        let seal_context = seal_context(session, app_id, number);
        let plain = cookie(app_id, number).open(app, jar, &seal_context)?;
        let attempt: Self = serde_json::from_str(plain.expose()).ok()?;
        (Plain::from(attempt.state.as_str()) == Plain::from(state)).then_some(attempt)
    }

    /// Ends it, so that its code is shown once.
    pub(super) fn end(&self, app: &App, jar: &CookieJar<'_>, app_id: AppId) {
        if let Some(number) = number(&self.state) {
            cookie(app_id, number).remove(app, jar);
        }
    }
}

/// The number of the attempt that a state belongs to.
fn number(state: &str) -> Option<&str> {
    let (number, _) = state.split_once('.')?;
    let is_number = number.len() <= 20 && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(number)
}

fn cookie(app_id: AppId, number: &str) -> SealedCookie {
    SealedCookie { name: format!("{PREFIX}{number}"), path: format!("/portal/apps/{app_id}/try"), seconds: SECONDS }
}

/// Context that the seal is bound to.
fn seal_context(session: &Session, app_id: AppId, number: &str) -> String {
    format!("attempt {number} to sign in to app {app_id} in session {}", session.id)
}
