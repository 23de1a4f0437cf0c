//! `/servers/<id>/settings`: editing a server, offering it to another member, deleting it.
//! Its channels, roles, members and invites have pages of their own.

use rocket::form::Contextual;
use rocket::route::BoxFuture;
use rocket::{FromForm, Request, get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::{CHOICES, choice, open, settings, settings_context};
use crate::app::App;
use crate::routes::form_right::{FormRight, Right, id};
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, Page, form_faults, person};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use crate::routes::upload::too_large;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{self, ServerId};
use portico_rules::shown_fields::{changed, is_ticked};
use portico_store::models::servers::manage::Settings;
use portico_store::models::servers::member::list;
use portico_store::models::{Membership, Server, ServerTransfer};

#[derive(FromForm)]
pub(crate) struct ServerForm<'r> {
    #[field(default = "")]
    name: &'r str,
    pictures_on_click: Option<&'r str>,
    requires_second_step: Option<&'r str>,
    #[field(name = "name/was")]
    shown_name: Option<&'r str>,
    #[field(name = "pictures_on_click/was")]
    shown_pictures_on_click: Option<&'r str>,
    #[field(name = "requires_second_step/was")]
    shown_requires_second_step: Option<&'r str>,
}

#[derive(FromForm)]
pub(crate) struct PictureForm {
    #[field(default = false)]
    remove: bool,
}

#[derive(FromForm)]
pub(crate) struct ServerOwnerForm<'r> {
    #[field(default = "")]
    user_id: &'r str,
    /// Typed in a server with too many members to list.
    #[field(default = "")]
    nickname: &'r str,
}

#[derive(FromForm)]
pub(crate) struct ServerDeleteForm<'r> {
    #[field(default = "")]
    confirm: &'r str,
}

/// Values that the form of the settings showed before any was changed, as far as it says so.
#[derive(Clone, Copy, Default)]
struct ShownServer<'a> {
    name: Option<&'a str>,
    pictures_on_click: Option<bool>,
    requires_second_step: Option<bool>,
}

/// The values of the forms on the page.
#[derive(Default)]
struct ServerFields<'a> {
    name: Option<&'a str>,
    pictures_on_click: Option<bool>,
    requires_second_step: Option<bool>,
    shown: ShownServer<'a>,
    user_id: &'a str,
    nickname: &'a str,
    confirm: &'a str,
}

async fn page(app: &App, me: &SignedIn<'_>, server_id: ServerId, typed: ServerFields<'_>) -> Result<Page> {
    let membership = open(app, me, server_id).await?;
    let Server { name, pictures_on_click, requires_second_step, .. } = &*membership.server;
    let was = typed.shown;
    let mut candidates: Option<Vec<Value>> = Some(Vec::new());
    let mut offer = None;
    if membership.is_owner() {
        offer = ServerTransfer::of_server(&app.db, server_id, app.now()).await?;
        candidates = list::few(&app.db, server_id, CHOICES).await?.map(|users| {
            let others = users.iter();
            let others = others.filter(|user| user.id != me.id && !user.is_disabled());
            others.map(|user| choice(user.id.get(), user)).collect()
        });
    }
    Ok(Page::new(
        "servers/overview",
        context! {
            settings: settings_context(app, me, membership, "").await?,
            picture: membership.server.picture_path(),
            mark: name.chars().next().map(|first| first.to_uppercase().to_string()),
            name: typed.name.unwrap_or(name),
            pictures_on_click: typed.pictures_on_click.unwrap_or(*pictures_on_click),
            requires_second_step: typed.requires_second_step.unwrap_or(*requires_second_step),
            was: json!({
                "name": was.name.unwrap_or(name),
                "pictures_on_click": was.pictures_on_click.unwrap_or(*pictures_on_click),
                "requires_second_step": was.requires_second_step.unwrap_or(*requires_second_step),
            }),
            is_required_anyway: app.config.require_second_step,
            heirs: candidates,
            offer: offer.map(|(offer, to)| json!({ "to": person(&to), "expires_at": offer.expires_at })),
            user_id: typed.user_id,
            nickname: typed.nickname,
            confirm: typed.confirm,
        },
    ))
}

#[get("/servers/<server_id>/settings")]
pub(crate) async fn show(server_id: PathId<ServerId>, me: SignedIn<'_>, app: &App) -> Result<Page> {
    page(app, &me, server_id.0, ServerFields::default()).await
}

#[post("/servers/<server_id>/settings", data = "<form>")]
pub(crate) async fn edit(
    server_id: PathId<ServerId>,
    form: Form<ServerForm<'_>>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    let pictures_on_click = form.pictures_on_click.is_some_and(is_ticked);
    let requires_second_step = form.requires_second_step.is_some_and(is_ticked);
    let shown = ShownServer {
        name: form.shown_name,
        pictures_on_click: form.shown_pictures_on_click.map(is_ticked),
        requires_second_step: form.shown_requires_second_step.map(is_ticked),
    };
    let edited = Settings {
        name: changed(form.name, shown.name),
        pictures_on_click: changed(pictures_on_click, shown.pictures_on_click),
        requires_second_step: changed(requires_second_step, shown.requires_second_step),
    };
    match form_faults(Server::edit(app, me.id, server_id.0, edited).await)? {
        Ok(()) => Ok(Answer::said(settings(server_id.0, ""), "The server’s settings are saved.")),
        Err(faults) => {
            let typed = ServerFields {
                name: Some(form.name),
                pictures_on_click: Some(pictures_on_click),
                requires_second_step: Some(requires_second_step),
                shown,
                ..ServerFields::default()
            };
            Ok(Answer::Shown(page(app, &me, server_id.0, typed).await?.faults(&faults)))
        }
    }
}

/// The right to manage the server in the path.
pub(crate) struct ManagesServer;

impl Right for ManagesServer {
    fn require<'r>(app: &'r App, me: SignedIn<'r>, request: &'r Request<'_>) -> BoxFuture<'r, Result<()>> {
        Box::pin(async move {
            let server_id = id(request, 1)?;
            Membership::load(&app.db, me.id, server_id, Permissions::MANAGE_SERVER).await.map(drop)
        })
    }
}

#[post("/servers/<server_id>/settings/picture", data = "<form>")]
pub(crate) async fn set_picture(
    server_id: PathId<ServerId>,
    form: Form<Contextual<'_, PictureForm>>,
    _right: FormRight<ManagesServer>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    let (Contextual { value, context }, picture) = form.into_parts();
    // Nothing is decoded for those who may not change it.
    Membership::load(&app.db, me.id, server_id.0, Permissions::MANAGE_SERVER).await?;
    let sent = match (too_large(&context), value) {
        (Some(sentence), _) => Err(sentence),
        (None, None) => return Err(Error::BadRequest("This form couldn’t be read. Go back and try again.")),
        (None, Some(PictureForm { remove: true })) => Ok(None),
        (None, Some(_)) => picture.picture().await.and_then(|png| png.map(Some).ok_or("Choose a picture.")),
    };
    match sent {
        Ok(png) => {
            let said =
                if png.is_some() { "The server’s picture is saved." } else { "The server’s picture is removed." };
            Server::set_picture(app, me.id, server_id.0, png).await?;
            Ok(Answer::said(settings(server_id.0, ""), said))
        }
        Err(sentence) => {
            let page = page(app, &me, server_id.0, ServerFields::default()).await?;
            Ok(Answer::Shown(page.faults(&FieldErrors::one("icon", sentence))))
        }
    }
}

#[post("/servers/<server_id>/settings/owner", data = "<form>")]
pub(crate) async fn transfer_ownership(
    server_id: PathId<ServerId>,
    form: Form<ServerOwnerForm<'_>>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    me.require_fresh(app)?;
    let mut new_owner = ids::parse(form.user_id);
    let typed_nickname = form.user_id.is_empty() && !form.nickname.is_empty();
    if typed_nickname {
        open(app, &me, server_id.0).await?;
        let found = list::find_by_nickname(&app.db, server_id.0, form.nickname).await?;
        new_owner = found.map(|user| user.id);
    }
    match form_faults(ServerTransfer::offer(app, me.id, server_id.0, new_owner).await)? {
        Ok(to) => Ok(Answer::said(
            settings(server_id.0, ""),
            format!("The server is offered to @{}. It stays yours until they accept it.", to.nickname),
        )),
        Err(mut faults) => {
            if typed_nickname {
                let full = faults
                    .iter()
                    .find(|(field, _)| *field == "user_id" && new_owner.is_some_and(|user_id| user_id != me.id));
                let sentence = full.map_or(
                    "No other member of this server has this nickname. Check the spelling.",
                    |(_, sentence)| sentence,
                );
                faults = FieldErrors::one("nickname", sentence.to_owned());
            }
            let typed = ServerFields { user_id: form.user_id, nickname: form.nickname, ..ServerFields::default() };
            Ok(Answer::Shown(page(app, &me, server_id.0, typed).await?.faults(&faults)))
        }
    }
}

#[post("/servers/<server_id>/settings/owner/cancel")]
pub(crate) async fn cancel_transfer(server_id: PathId<ServerId>, me: SignedIn<'_>, app: &App) -> Result<Answer> {
    ServerTransfer::cancel(app, me.id, server_id.0).await?;
    Ok(Answer::said(settings(server_id.0, ""), "The offer is cancelled. The server stays yours."))
}

#[post("/servers/<server_id>/settings/delete", data = "<form>")]
pub(crate) async fn delete(
    server_id: PathId<ServerId>,
    form: Form<ServerDeleteForm<'_>>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    me.require_fresh(app)?;
    match form_faults(Server::delete(app, me.id, server_id.0, form.confirm).await)? {
        Ok(server) => Ok(Answer::said("/servers", format!("{} is deleted, with everything in it.", server.name))),
        Err(faults) => {
            let typed = ServerFields { confirm: form.confirm, ..ServerFields::default() };
            Ok(Answer::Shown(page(app, &me, server_id.0, typed).await?.faults(&faults)))
        }
    }
}
