//! `/portal/apps`: making OAuth apps, and all that their owner sees and does of them (spec sections 4.5 and 5).
//! What the apps themselves ask for stands with `oauth`.

use std::cmp::Reverse;

use rocket::form::{Context, Contextual, Form};
use rocket::http::{CookieJar, Status};
use rocket::{FromForm, Route, get, post, routes};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::audit::NO_CHANNELS;
use super::new_secret;
use crate::error::{Error, Result};
use crate::ids;
use crate::instance::Instance;
use crate::models::authorization_code::Reason;
use crate::models::oauth_app::Draft;
use crate::models::user::NewPicture;
use crate::models::{AppEvent, ClientSecret, Grant, OauthApp, User, audit, redirect_uri};
use crate::routes::audit::shown;
use crate::routes::page::{Answer, Page, mended};
use crate::routes::upload::{Upload, too_large};
use crate::routes::viewer::SignedIn;

/// So many events stand on the page.
const EVENTS: u64 = 25;

/// The pages of apps.
pub(super) fn routes() -> Vec<Route> {
    routes![new, create, show, edit, add_secret, drop_secret, destroy]
}

/// The icon of a form. Everything else is read from the form's context, which has it also where the
/// form breaks off further down.
#[derive(FromForm)]
struct Icon {
    icon: Upload,
    #[field(default = false)]
    remove_icon: bool,
}

/// What stands in the form's fields.
#[derive(Clone, Copy, Default, serde::Serialize)]
struct Typed<'a> {
    name: &'a str,
    redirect_uris: &'a str,
    homepage: &'a str,
    description: &'a str,
}

impl<'a> Typed<'a> {
    fn of(context: &Context<'a>) -> Self {
        let field = |name| context.field_value(name).unwrap_or_default();
        Self {
            name: field("name"),
            redirect_uris: field("redirect_uris"),
            homepage: field("homepage"),
            description: field("description"),
        }
    }

    fn with(self, icon: Result<NewPicture, &'static str>) -> Draft<'a> {
        Draft {
            name: self.name,
            redirect_uris: self.redirect_uris,
            homepage: self.homepage,
            description: self.description,
            icon,
        }
    }
}

/// What a form says.
async fn read(form: Form<Contextual<'_, Icon>>) -> Result<(Typed<'_>, Draft<'_>)> {
    let Contextual { value, context } = form.into_inner();
    let typed = Typed::of(&context);
    if let Some(sentence) = too_large(&context) {
        return Ok((typed, typed.with(Err(sentence))));
    }
    let Icon { icon, remove_icon } = value.ok_or(Error::BadRequest("This form can’t be read."))?;
    let icon = icon.picture().await.map(|picture| match picture {
        Some(png) => NewPicture::Uploaded(png),
        None if remove_icon => NewPicture::Generated,
        None => NewPicture::Same,
    });
    Ok((typed, typed.with(icon)))
}

fn path(app: &OauthApp) -> String {
    format!("/portal/apps/{}", app.id)
}

/// The app of this id, for its owner.
///
/// # Errors
/// [`Error::NotFound`] for everybody else.
pub(super) async fn owned(at: &Instance, me: SignedIn<'_>, id: &str) -> Result<OauthApp> {
    let id = ids::parse(id).ok_or(Error::NotFound)?;
    OauthApp::owned_by(&*at.db, me.id, id).await
}

#[get("/portal/apps/new")]
fn new(me: SignedIn<'_>) -> Page {
    if me.has_verified_phone() {
        form_page(Typed::default())
    } else {
        phone_page()
    }
}

fn form_page(typed: Typed<'_>) -> Page {
    Page::new("portal/app_new", context! { typed })
}

/// Says what is missing before an app can be made, and where to get it.
fn phone_page() -> Page {
    Page::new("portal/app_phone", context! {}).status(Status::Forbidden)
}

#[post("/portal/apps", data = "<form>")]
async fn create(
    form: Form<Contextual<'_, Icon>>,
    me: SignedIn<'_>,
    at: &Instance,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    if !me.has_verified_phone() {
        return Ok(Answer::Shown(phone_page()));
    }
    let (typed, draft) = read(form).await?;
    let made = match OauthApp::create(at, me.id, draft).await {
        // The number was there a moment ago, and is gone.
        Err(Error::Forbidden(_)) => return Ok(Answer::Shown(phone_page())),
        made => made,
    };
    match mended(made, || form_page(typed))? {
        Err(again) => Ok(Answer::Shown(again)),
        Ok((app, secret)) => {
            new_secret::give(at, jar, me.session, app.id, &secret)?;
            Ok(Answer::to(path(&app)))
        }
    }
}

#[get("/portal/apps/<id>")]
async fn show(id: &str, me: SignedIn<'_>, at: &Instance, jar: &CookieJar<'_>) -> Result<Page> {
    let app = owned(at, me, id).await?;
    let secret = new_secret::take(at, jar, me.session, app.id).await?;
    let secret = secret.as_ref().map_or("", |secret| secret.expose());
    app_page(at, me, &app, None, secret).await
}

#[post("/portal/apps/<id>", data = "<form>")]
async fn edit(
    id: &str,
    form: Form<Contextual<'_, Icon>>,
    me: SignedIn<'_>,
    at: &Instance,
) -> Result<Answer> {
    let app = owned(at, me, id).await?;
    let (typed, draft) = read(form).await?;
    match app.edit(at, draft).await {
        Ok(()) => Ok(Answer::said(path(&app), "Saved.")),
        Err(Error::Faults(faults)) => {
            let page = app_page(at, me, &app, Some(typed), "").await?;
            Ok(Answer::Shown(page.faults(&faults)))
        }
        Err(err) => Err(err),
    }
}

#[post("/portal/apps/<id>/secrets")]
async fn add_secret(
    id: &str,
    me: SignedIn<'_>,
    at: &Instance,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    let app = owned(at, me, id).await?;
    me.require_fresh(at)?;
    let secret = app.add_secret(at).await?;
    new_secret::give(at, jar, me.session, app.id, &secret)?;
    Ok(Answer::to(path(&app)))
}

#[post("/portal/apps/<id>/secrets/<secret_id>/delete")]
async fn drop_secret(id: &str, secret_id: &str, me: SignedIn<'_>, at: &Instance) -> Result<Answer> {
    let app = owned(at, me, id).await?;
    let secret_id = ids::parse(secret_id).ok_or(Error::NotFound)?;
    me.require_fresh(at)?;
    app.drop_secret(at, secret_id).await?;
    let sentence = "The secret is gone. Whoever still uses it is refused from now on.";
    Ok(Answer::said(path(&app), sentence))
}

#[derive(FromForm)]
struct Confirmed<'r> {
    #[field(default = "")]
    confirm: &'r str,
}

#[post("/portal/apps/<id>/delete", data = "<form>")]
async fn destroy(
    id: &str,
    form: Form<Confirmed<'_>>,
    me: SignedIn<'_>,
    at: &Instance,
) -> Result<Answer> {
    let app = owned(at, me, id).await?;
    me.require_fresh(at)?;
    match app.delete(at, form.confirm).await {
        Ok(()) => {
            let sentence = format!(
                "{} is deleted. Nobody can sign in to it any more.",
                app.name
            );
            Ok(Answer::said("/portal", sentence))
        }
        Err(Error::Faults(faults)) => {
            let page = app_page(at, me, &app, None, "").await?;
            Ok(Answer::Shown(page.faults(&faults)))
        }
        Err(err) => Err(err),
    }
}

/// Everything about an app; `typed` is what stands in the form, where that is not what is kept.
/// `new_secret` is shown this once.
async fn app_page(
    at: &Instance,
    me: SignedIn<'_>,
    app: &OauthApp,
    typed: Option<Typed<'_>>,
    new_secret: &str,
) -> Result<Page> {
    at.exchange_log.settled().await;
    let uris = redirect_uri::all_of(&*at.db, app.id).await?;
    let secrets: Vec<_> = ClientSecret::all_of(&*at.db, app.id)
        .await?
        .into_iter()
        .map(|secret| {
            context! {
                id: secret.id,
                last_four: secret.last_four,
                created_at: secret.created_at,
                last_used_at: secret.last_used_at,
            }
        })
        .collect();
    let events = events(at, &me, app.id).await?;
    let kept = uris.join("\n");
    // The first one stands in the samples; an app always has one.
    let sample_uri = uris.first().map_or("", String::as_str);
    let typed = typed.unwrap_or(Typed {
        name: &app.name,
        redirect_uris: &kept,
        homepage: &app.homepage,
        description: &app.description,
    });
    Ok(Page::new(
        "portal/app",
        context! {
            app: context! {
                id: app.id,
                name: app.name.as_str(),
                icon_url: app.icon_path(),
                has_icon: app.picture_at.is_some(),
                created_at: app.created_at,
            },
            sample_uri,
            authorize_url: authorize_url(at, app, sample_uri),
            people: Grant::count_of(&*at.db, app.id).await?,
            uris: &uris,
            secrets,
            events,
            typed,
            new_secret,
        },
    ))
}

/// The newest of what happened to an app, be it by itself or by its owner.
async fn events(at: &Instance, owner: &User, app_id: i64) -> Result<Vec<Value>> {
    let mut events: Vec<(i64, Value)> = AppEvent::newest(&*at.db, app_id, EVENTS)
        .await?
        .into_iter()
        .map(|event| {
            let failed = matches!(event.kind.as_str(), "exchange_failed" | "code_replayed");
            let reason = match event.kind.as_str() {
                "exchange_failed" => Reason::explained(&event.detail),
                "code_replayed" => Reason::explained(Reason::Used.name()),
                _ => "",
            };
            let shown = json!({
                "kind": event.kind,
                "at": event.at(),
                "failed": failed,
                "reason": reason,
                "user_id": event.user_id,
                "act": null,
            });
            (event.id, shown)
        })
        .collect();
    let acts = audit::newest(&*at.db, app_id, owner, at.now(), EVENTS).await?;
    events.extend(acts.iter().map(|act| {
        let shown = json!({
            "kind": act.name.trim_start_matches("app_"),
            "at": act.at(),
            "failed": false,
            "reason": "",
            "user_id": null,
            "act": shown(act, &NO_CHANNELS),
        });
        (act.id, shown)
    }));
    events.sort_by_key(|(id, _)| Reverse(*id));
    let newest = events.into_iter().map(|(_, event)| event);
    Ok(newest.take(EVENTS as usize).collect())
}

/// Where the app sends people, but for the state, which is a new one each time.
fn authorize_url(at: &Instance, app: &OauthApp, redirect_uri: &str) -> String {
    let start = at.config.base_url.join("/oauth/authorize?");
    let at_query = start.len();
    form_urlencoded::Serializer::for_suffix(start, at_query)
        .append_pair("client_id", &app.id.to_string())
        .append_pair("redirect_uri", redirect_uri)
        .append_pair("state", "RANDOM")
        .finish()
}
