//! Forms that wait until their sender has entered the password again at `/confirm`, and are carried out then: sealed in the
//! database, for one session, one path and one time. `error_pages` keeps them, `accounts::confirm` passes them on by a
//! redirect that browsers follow with `POST` (307), and `sent_form` reads them there in place of what was sent.

use rocket::http::CookieJar;
use rocket::response::Redirect;
use rocket::{Request, Route};

use crate::app::App;
use crate::routes::sealed_cookie::SealedCookie;
use portico_crypto::tokens::Plain;
use portico_platform::error::{Error, Result};
use portico_rules::ids::SessionId;
use portico_store::models::accounts::saved_form::{WAITING_MS, WaitingForm};
use portico_store::models::{SavedForm, Session};

const NAME: &str = "portico-waiting";
const CONFIRM: &str = "/confirm";
/// The query of the request that carries a form out.
const CONFIRMED: &str = "confirmed";
/// Long enough for a redirect.
const REDIRECT_SECONDS: i64 = 60;

/// The words for the forms, by the path of their route.
const LABELS: [(&str, &str); 18] = [
    ("/portal/apps/<id>/secrets", "Create a client secret"),
    ("/portal/apps/<id>/secrets/<secret_id>/delete", "Delete the client secret"),
    ("/portal/apps/<id>/owner", "Transfer the app"),
    ("/portal/apps/<id>/delete", "Delete the app"),
    ("/portal/webhooks/<id>/url", "Regenerate the webhook URL"),
    ("/portal/webhooks/<id>/creator", "Become the webhook’s creator"),
    ("/portal/webhooks/<id>/leaked", "Replace the leaked webhook URL"),
    ("/portal/webhooks/<id>/delete", "Delete the webhook"),
    ("/servers/<server_id>/settings/owner", "Transfer the server"),
    ("/servers/<server_id>/settings/delete", "Delete the server"),
    ("/servers/<server_id>/settings/channels/<channel_id>/delete", "Delete the channel"),
    ("/servers/<server_id>/settings/roles/<role_id>/delete", "Delete the role"),
    ("/settings/phone", "Send a code to your phone"),
    ("/settings/phone/verify", "Verify your phone number"),
    ("/settings/phone/remove", "Remove your phone number"),
    ("/settings/security/passkeys", "Change your passkeys"),
    ("/settings/security/totp", "Change your authenticator app"),
    ("/settings/security/recovery-codes", "Create new recovery codes"),
];

/// The words for what a route's form does.
fn label(route: Option<&Route>) -> &'static str {
    let path = route.map_or("", |route| route.uri.path());
    LABELS.iter().find(|(known, _)| *known == path).map_or("Do what you chose in the console", |(_, label)| label)
}

/// Keeps the form of this request, and its ticket in the browser. False if it is too large.
///
/// # Errors
/// Those of the database.
pub(super) async fn keep(
    request: &Request<'_>,
    app: &App,
    session_id: SessionId,
    fields: Vec<(String, String)>,
) -> Result<bool> {
    let label = label(request.route()).to_owned();
    let form = WaitingForm { session_id, action: request.uri().path().to_string(), label, fields };
    let Some(ticket) = SavedForm::keep_waiting(app, &form).await? else {
        return Ok(false);
    };
    let cookie = cookie(CONFIRM, WAITING_MS / 1000);
    cookie.set(app, request.cookies(), &seal_context(CONFIRM, session_id), &ticket)?;
    Ok(true)
}

/// The ticket of the form that waits in this browser and session, with the words for what it does.
///
/// # Errors
/// Those of the database.
pub(super) async fn find(app: &App, jar: &CookieJar<'_>, session_id: SessionId) -> Result<Option<(Plain, String)>> {
    let Some(ticket) = cookie(CONFIRM, 0).open(app, jar, &seal_context(CONFIRM, session_id)) else {
        return Ok(None);
    };
    Ok(find_by_ticket(app, &ticket, session_id).await?.map(|label| (ticket, label)))
}

/// The words for what the form with this ticket does; none if it no longer waits.
///
/// # Errors
/// Those of the database.
pub(super) async fn find_by_ticket(app: &App, ticket: &Plain, session_id: SessionId) -> Result<Option<String>> {
    let found = SavedForm::find_waiting(app, ticket, session_id).await?;
    Ok(found.map(|form| form.label))
}

/// The redirect that carries out the form with this ticket, after `session_id` was replaced by the session of `token`. None
/// where it no longer waits.
///
/// # Errors
/// Those of the database.
pub(super) async fn continue_with(
    app: &App,
    jar: &CookieJar<'_>,
    ticket: &Plain,
    session_id: SessionId,
    token: &Plain,
) -> Result<Option<Redirect>> {
    cookie(CONFIRM, 0).remove(app, jar);
    let Some(form) = SavedForm::take_waiting(app, ticket, session_id).await? else {
        return Ok(None);
    };
    let Some((session, _)) = Session::find(app, token).await? else {
        return Ok(None);
    };
    let form = WaitingForm { session_id: session.id, ..form };
    let Some(ticket) = SavedForm::keep_waiting(app, &form).await? else {
        return Ok(None);
    };
    cookie(&form.action, REDIRECT_SECONDS).set(app, jar, &seal_context(&form.action, session.id), &ticket)?;
    Ok(Some(Redirect::temporary(format!("{}?{CONFIRMED}", form.action))))
}

/// True if a request carries out a form that waited.
pub(super) fn is_continued(request: &Request<'_>) -> bool {
    request.uri().query().is_some_and(|query| query.as_str() == CONFIRMED)
}

/// The fields of the form that this request carries out, which no other request does.
///
/// # Errors
/// [`Error::BadRequest`] where none waits for this session and path.
pub(super) async fn take(request: &Request<'_>, app: &App, session_id: SessionId) -> Result<Vec<(String, String)>> {
    let path = request.uri().path().to_string();
    let ticket = cookie(&path, 0).take(app, request.cookies(), &seal_context(&path, session_id));
    let form = match ticket {
        Some(ticket) => SavedForm::take_waiting(app, &ticket, session_id).await?,
        None => None,
    };
    form.filter(|form| form.action == path).map(|form| form.fields).ok_or(Error::BadRequest(
        "This was done already, or it waited too long. Go back and look before you try again.",
    ))
}

fn cookie(path: &str, seconds: i64) -> SealedCookie {
    SealedCookie { name: NAME.to_owned(), path: path.to_owned(), seconds }
}

/// Context that the seal is bound to.
fn seal_context(path: &str, session_id: SessionId) -> String {
    format!("form that waits at {path} in session {session_id}")
}
