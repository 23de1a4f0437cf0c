//! `/settings/delete`: deleting one's account, confirmed with the password and the typed nickname, after the second
//! step. `User::delete_account` decides what is deleted and what stays.

use rocket::http::CookieJar;
use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use crate::app::App;
use crate::routes::cookies;
use crate::routes::guards::{Browser, SignedIn};
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::sent_form::Form;
use portico_crypto::tokens::Plain;
use portico_platform::error::Result;
use portico_platform::throttle::LimitKind;
use portico_store::models::Server;

#[derive(FromForm)]
pub(crate) struct AccountDeleteForm<'r> {
    #[field(default = "")]
    password: &'r str,
    #[field(default = "")]
    confirm: &'r str,
}

async fn page(app: &App, me: SignedIn<'_>, confirm: &str) -> Result<Page> {
    // Their owner can neither transfer nor delete those that are suspended.
    let (suspended, owned): (Vec<Server>, Vec<Server>) =
        Server::all_of_owner(&app.db, me.id).await?.into_iter().partition(Server::is_suspended);
    let rows = |servers: &[Server]| -> Vec<Value> {
        let row = |server: &Server| json!({ "id": server.id, "name": server.name });
        servers.iter().map(row).collect()
    };
    Ok(Page::new("settings/delete", context! { owned: rows(&owned), suspended: rows(&suspended), confirm }))
}

#[get("/settings/delete")]
pub(crate) async fn show(me: SignedIn<'_>, app: &App) -> Result<Page> {
    page(app, me, "").await
}

#[post("/settings/delete", data = "<form>")]
pub(crate) async fn delete_account(
    form: Form<AccountDeleteForm<'_>>,
    me: SignedIn<'_>,
    app: &App,
    browser: Browser<'_>,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    // A trusted browser opens a session by the password alone, which is no second step.
    me.require_second_step(app).await?;
    app.throttle.check(LimitKind::Confirm, me.session.id.get()).await?;
    let password = Plain::from(form.password);
    let deleted =
        me.user.clone().delete_account(app, &app.security_log, me.session, &password, form.confirm, browser.0).await;
    Ok(match form_faults(deleted)? {
        Err(faults) => Answer::Shown(page(app, me, form.confirm).await?.faults(&faults)),
        Ok(()) => {
            cookies::SESSION.remove(&app.config.base_url, jar);
            Answer::said("/", "Your account is deleted.")
        }
    })
}
