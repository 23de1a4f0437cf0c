//! `/admin/users`: finding an account, and what an admin may do to it. Each act is the verb that `portico user` calls.
//! People change their own accounts in `settings`.

use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::account;
use crate::app::App;
use crate::routes::guards::Admin;
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::paging::PAGE_SIZE;
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use crate::routes::settings::security_log;
use portico_crypto::tokens::made_password;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_rules::ids::UserId;
use portico_rules::phone::Number;
use portico_store::models::accounts::user::NewUser;
use portico_store::models::accounts::{second_step, second_step_setup};
use portico_store::models::instance::act;
use portico_store::models::{OauthApp, Server, Session, User};

/// An act and why.
#[derive(Clone, Copy, Default, FromForm)]
pub(crate) struct UserAct<'r> {
    #[field(default = "")]
    act: &'r str,
    #[field(default = "")]
    reason: &'r str,
    #[field(default = "")]
    phone: &'r str,
}

#[get("/admin/users?<q>")]
pub(crate) async fn index(q: Option<&str>, _me: Admin<'_>, app: &App) -> Result<Page> {
    let q = q.unwrap_or_default();
    list(app, q, &NewAccount::default()).await
}

async fn list(app: &App, q: &str, typed: &NewAccount<'_>) -> Result<Page> {
    let found = app.expensive.run_for_console(User::search(app.expensive.db(), q, PAGE_SIZE)).await?;
    let users: Vec<Value> = found.iter().map(account).collect();
    Ok(Page::new("admin/users", context! { q, users, nickname: typed.nickname, name: typed.name }))
}

/// An account that an admin creates.
#[derive(Default, FromForm)]
pub(crate) struct NewAccount<'r> {
    #[field(default = "")]
    nickname: &'r str,
    #[field(default = "")]
    name: &'r str,
}

#[post("/admin/users", data = "<form>")]
pub(crate) async fn create(form: Form<NewAccount<'_>>, me: Admin<'_>, app: &App) -> Result<Answer> {
    let password = made_password();
    let new = NewUser { nickname: form.nickname, name: form.name, password: password.expose() };
    Ok(Answer::Shown(match form_faults(User::create(app, new, None, &me.acting("")).await)? {
        Ok(user) => {
            let context = context! { user: account(&user), password: password.expose(), is_new: true };
            Page::new("admin/user_password", context)
        }
        Err(faults) => list(app, "", &form).await?.faults(&faults),
    }))
}

#[get("/admin/users/<id>")]
pub(crate) async fn show(id: PathId<UserId>, me: Admin<'_>, app: &App) -> Result<Page> {
    page(app, &me, &load(app, id.0).await?, UserAct::default()).await
}

async fn load(app: &App, id: UserId) -> Result<User> {
    User::find(&app.db, id).await?.ok_or(Error::NotFound)
}

async fn page(app: &App, me: &Admin<'_>, user: &User, typed: UserAct<'_>) -> Result<Page> {
    let sessions = Session::all_of(app, user.id).await?;
    let servers = Server::all_of_owner(&app.db, user.id).await?;
    let servers = servers.iter();
    let apps = OauthApp::all_of_owner(&app.db, user.id).await?;
    let named = |id: i64, name: &str| json!({ "id": id, "name": name });
    Ok(Page::new(
        "admin/user",
        context! {
            user: account(user),
            has_second_step: second_step::is_set_up(&app.db, user.id).await?,
            sessions: sessions.len(),
            last_seen_at: sessions.iter().map(|session| session.seen_at).max(),
            servers: servers.map(|server| named(server.id.get(), &server.name)).collect::<Vec<Value>>(),
            apps: apps.iter().map(|app| named(app.id.get(), &app.name)).collect::<Vec<Value>>(),
            events: security_log::newest(app, user.id).await?,
            is_me: user.id == me.user.id,
            act: typed.act,
            reason: typed.reason,
            phone: typed.phone,
        },
    ))
}

#[post("/admin/users/<id>", data = "<form>")]
pub(crate) async fn change(id: PathId<UserId>, form: Form<UserAct<'_>>, me: Admin<'_>, app: &App) -> Result<Answer> {
    let user = load(app, id.0).await?;
    let typed = form.into_inner();
    match form_faults(carry_out(app, &me, &user, typed).await)? {
        Ok(ActOutcome::Told(told)) => Ok(Answer::said(format!("/admin/users/{}", user.id), told)),
        Ok(ActOutcome::Password(password)) => {
            let context = context! { user: account(&user), password, is_new: false };
            Ok(Answer::Shown(Page::new("admin/user_password", context)))
        }
        Err(faults) => {
            let page = page(app, &me, &user, typed).await?;
            Ok(Answer::Shown(page.faults(&faults)))
        }
    }
}

/// The outcome of an act.
enum ActOutcome {
    /// A sentence about it.
    Told(String),
    /// A new password, shown once.
    Password(String),
}

async fn carry_out(app: &App, me: &Admin<'_>, user: &User, typed: UserAct<'_>) -> Result<ActOutcome> {
    let mut faults = FieldErrors::none();
    let reason = match form_faults(act::reason(typed.reason))? {
        Ok(reason) => reason,
        Err(found) => {
            for (field, sentence) in found.iter() {
                faults.add(field, sentence);
            }
            String::new()
        }
    };
    let number = match typed.act {
        "verify_phone" => {
            let number = Number::parse(typed.phone).map_err(|err| err.to_string());
            faults.check("phone", number)
        }
        _ => None,
    };
    faults.into_result()?;
    let by = me.acting(&reason);
    let name = &user.nickname;
    Ok(ActOutcome::Told(match typed.act {
        "sign_out" => {
            user.sign_out_everywhere(app, &by).await?;
            format!("@{name} is signed out everywhere.")
        }
        "disable" if user.id == me.user.id => {
            return Err(Error::fault("reason", "This is your own account, and you can’t disable it here."));
        }
        "disable" => match user.disable(app, &by).await? {
            true => format!("@{name} is disabled and signed out everywhere."),
            false => format!("@{name} was already disabled."),
        },
        "enable" => match user.enable(app, &by).await? {
            true => format!("@{name} is enabled and can sign in again."),
            false => format!("@{name} was not disabled."),
        },
        "make_admin" => match user.set_admin(app, true, &by).await? {
            true => format!("@{name} is an admin now."),
            false => format!("@{name} was already an admin."),
        },
        "remove_admin" => match user.set_admin(app, false, &by).await? {
            true => format!("@{name} is no longer an admin."),
            false => format!("@{name} was no admin."),
        },
        "verify_phone" => {
            let number = number.ok_or(Error::NotFound)?;
            user.vouch_for_phone(app, &number, &by).await?;
            format!("@{name} now has the verified phone number {}.", number.masked())
        }
        "reset_password" => {
            let password = made_password();
            user.reset_password(app, &password, &by).await?;
            return Ok(ActOutcome::Password(password.expose().to_owned()));
        }
        "reset_second_step" => match second_step_setup::reset(app, user, &by).await? {
            true => format!("@{name} signs in with the password alone now."),
            false => format!("@{name} had no second step."),
        },
        _ => return Err(Error::NotFound),
    }))
}
