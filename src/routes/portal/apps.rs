//! `/portal/apps`: making OAuth apps, what their owner and collaborators see of them, and what their owner does (spec
//! sections 4.5 and 5).
//! The endpoints that apps use are in `oauth`.

use rocket::form::{Context, Contextual};
use rocket::http::{CookieJar, Status};
use rocket::route::BoxFuture;
use rocket::{FromForm, Request, get, post};
use rocket_dyn_templates::context;

use super::app_page::{self, AppFields};
use super::new_secret;
use crate::app::App;
use crate::routes::form_right::{FormRight, Right, id};
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use crate::routes::upload::too_large;
use crate::security::fetch_metadata::Navigation;
use portico_platform::error::{Error, Result};
use portico_rules::ids::{AppId, SecretId};
use portico_store::models::accounts::second_step;
use portico_store::models::accounts::user::NewPicture;
use portico_store::models::oauth::oauth_app::{Draft, NO_PHONE, ShownBefore, SignInDraft};
use portico_store::models::{AppCollaborator, OauthApp};

/// The form's choice to remove the icon. Everything else is read from the form's context, which has it also where the
/// form breaks off further down.
#[derive(FromForm)]
pub(crate) struct IconForm {
    #[field(default = false)]
    remove_icon: bool,
}

impl<'a> AppFields<'a> {
    fn from_context(context: &Context<'a>) -> Self {
        let field = |name| context.field_value(name).unwrap_or_default();
        Self {
            name: field("name"),
            redirect_uris: field("redirect_uris"),
            homepage: field("homepage"),
            description: field("description"),
            privacy_url: field("privacy_url"),
            terms_url: field("terms_url"),
            sign_in: SignInDraft {
                profile: context.field_value("profile"),
                is_public: context.field_value("public") == Some("on"),
                post_logout_redirect_uris: context.field_value("post_logout_redirect_uris"),
                id_token_alg: context.field_value("id_token_alg"),
                // A checkbox that is off is not sent; the select beside it always is.
                device_enabled: context
                    .field_value("id_token_alg")
                    .map(|_| context.field_value("device") == Some("on")),
            },
            public_choice: field("public"),
        }
    }

    fn with(self, icon: Result<NewPicture, &'static str>) -> Draft<'a> {
        Draft {
            name: self.name,
            redirect_uris: self.redirect_uris,
            homepage: self.homepage,
            description: self.description,
            privacy_url: self.privacy_url,
            terms_url: self.terms_url,
            icon,
            sign_in: self.sign_in,
        }
    }
}

/// Values that a form showed before it was changed, from its hidden fields.
fn shown_before<'a>(context: &Context<'a>) -> ShownBefore<'a> {
    ShownBefore {
        redirect_uris: context.field_value("redirect_uris/was"),
        post_logout_redirect_uris: context.field_value("post_logout_redirect_uris/was"),
        device_enabled: context.field_value("device/was").map(|was| was == "on"),
    }
}

/// Values of a form, and those that it showed before.
async fn read(form: Form<Contextual<'_, IconForm>>) -> Result<(AppFields<'_>, Draft<'_>, ShownBefore<'_>)> {
    let (Contextual { value, context }, icon) = form.into_parts();
    let (typed, shown) = (AppFields::from_context(&context), shown_before(&context));
    if let Some(sentence) = too_large(&context) {
        return Ok((typed, typed.with(Err(sentence)), shown));
    }
    let IconForm { remove_icon } =
        value.ok_or(Error::BadRequest("This form couldn’t be read. Go back and try again."))?;
    let icon = icon.picture().await.map(|picture| match picture {
        Some(png) => NewPicture::Uploaded(png),
        None if remove_icon => NewPicture::Generated,
        None => NewPicture::Same,
    });
    Ok((typed, typed.with(icon), shown))
}

fn path(app: &OauthApp) -> String {
    format!("/portal/apps/{}", app.id)
}

/// Where its form is.
fn settings_path(app: &OauthApp) -> String {
    format!("{}/settings", path(app))
}

/// An app of this person's, by its id: for all that changes it.
///
/// # Errors
/// [`Error::NotFound`] for everyone else, collaborators included.
pub(super) async fn owned(app: &App, me: SignedIn<'_>, id: AppId) -> Result<OauthApp> {
    OauthApp::owned_by(&app.db, me.id, id).await
}

/// An app that this person owns or collaborates on, by its id: for pages that only show it.
///
/// # Errors
/// [`Error::NotFound`] for everyone else.
pub(super) async fn visible(app: &App, me: SignedIn<'_>, id: AppId) -> Result<OauthApp> {
    AppCollaborator::visible_app(&app.db, me.id, id).await
}

#[get("/portal/apps/new")]
pub(crate) async fn new(me: SignedIn<'_>, app: &App) -> Result<Page> {
    second_step::require_if_instance_does(&app.db, me.id).await?;
    Ok(match me.has_verified_phone() {
        true => form_page(AppFields::default()),
        false => phone_page(),
    })
}

fn form_page(typed: AppFields<'_>) -> Page {
    Page::new("portal/app_new", context! { typed: typed.shown(), openid_fields: typed.has_openid_fields() })
}

/// Says what is missing before an app can be made, and where to get it.
fn phone_page() -> Page {
    Page::new("portal/app_phone", context! {}).status(Status::Forbidden)
}

/// The right to create apps: a verified phone number.
pub(crate) struct CreatesApps;

impl Right for CreatesApps {
    fn require<'r>(app: &'r App, me: SignedIn<'r>, request: &'r Request<'_>) -> BoxFuture<'r, Result<()>> {
        Box::pin(async move {
            let _ = (app, request);
            if me.has_verified_phone() { Ok(()) } else { Err(Error::Forbidden(NO_PHONE)) }
        })
    }
}

#[post("/portal/apps", data = "<form>")]
pub(crate) async fn create(
    form: Form<Contextual<'_, IconForm>>,
    _right: FormRight<CreatesApps>,
    me: SignedIn<'_>,
    app: &App,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    if !me.has_verified_phone() {
        return Ok(Answer::Shown(phone_page()));
    }
    let (typed, draft, _) = read(form).await?;
    let made = match OauthApp::create(app, me.id, draft).await {
        // The number was there a moment ago, and is gone.
        Err(Error::Forbidden(_)) => return Ok(Answer::Shown(phone_page())),
        made => made,
    };
    match form_faults(made)? {
        Err(faults) => Ok(Answer::Shown(form_page(typed).faults(&faults))),
        Ok((oauth_app, secret)) => {
            if let Some(secret) = secret {
                new_secret::give(app, jar, me.session, oauth_app.id, &secret)?;
            }
            Ok(Answer::to(path(&oauth_app)))
        }
    }
}

#[get("/portal/apps/<id>")]
pub(crate) async fn show(
    id: PathId<AppId>,
    navigation: Navigation,
    me: SignedIn<'_>,
    app: &App,
    jar: &CookieJar<'_>,
) -> Result<Page> {
    let oauth_app = visible(app, me, id.0).await?;
    // Shown once: to the owner who made it, not to a prefetch.
    let secret = match navigation.0 && oauth_app.owner_id == me.id {
        true => new_secret::take(app, jar, me.session, oauth_app.id).await?,
        false => None,
    };
    let secret = secret.as_ref().map_or("", |secret| secret.expose());
    app_page::overview(app, me, &oauth_app, secret, "").await
}

#[get("/portal/apps/<id>/setup")]
pub(crate) async fn setup(id: PathId<AppId>, me: SignedIn<'_>, app: &App) -> Result<Page> {
    let oauth_app = visible(app, me, id.0).await?;
    app_page::setup(app, &oauth_app).await
}

#[get("/portal/apps/<id>/activity")]
pub(crate) async fn activity(id: PathId<AppId>, me: SignedIn<'_>, app: &App) -> Result<Page> {
    let oauth_app = visible(app, me, id.0).await?;
    app_page::activity(app, me, &oauth_app).await
}

#[get("/portal/apps/<id>/settings")]
pub(crate) async fn settings(id: PathId<AppId>, me: SignedIn<'_>, app: &App) -> Result<Page> {
    let oauth_app = owned(app, me, id.0).await?;
    app_page::settings(app, &oauth_app, None, "").await
}

/// The right to change the app in the path.
pub(crate) struct OwnsApp;

impl Right for OwnsApp {
    fn require<'r>(app: &'r App, me: SignedIn<'r>, request: &'r Request<'_>) -> BoxFuture<'r, Result<()>> {
        Box::pin(async move { owned(app, me, id(request, 2)?).await.map(drop) })
    }
}

#[post("/portal/apps/<id>", data = "<form>")]
pub(crate) async fn edit(
    id: PathId<AppId>,
    form: Form<Contextual<'_, IconForm>>,
    _right: FormRight<OwnsApp>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    let oauth_app = owned(app, me, id.0).await?;
    let (typed, draft, shown) = read(form).await?;
    match form_faults(oauth_app.edit(app, draft, shown).await)? {
        Ok(()) => Ok(Answer::said(settings_path(&oauth_app), "The app’s settings are saved.")),
        Err(faults) => {
            let page = app_page::settings(app, &oauth_app, Some(typed), "").await?;
            Ok(Answer::Shown(page.faults(&faults)))
        }
    }
}

#[post("/portal/apps/<id>/secrets")]
pub(crate) async fn create_secret(
    id: PathId<AppId>,
    me: SignedIn<'_>,
    app: &App,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    let oauth_app = owned(app, me, id.0).await?;
    me.require_fresh(app)?;
    let secret = oauth_app.add_secret(app).await?;
    new_secret::give(app, jar, me.session, oauth_app.id, &secret)?;
    Ok(Answer::to(path(&oauth_app)))
}

#[post("/portal/apps/<id>/secrets/<secret_id>/delete")]
pub(crate) async fn delete_secret(
    id: PathId<AppId>,
    secret_id: PathId<SecretId>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    let oauth_app = owned(app, me, id.0).await?;
    me.require_fresh(app)?;
    oauth_app.delete_secret(app, secret_id.0).await?;
    let sentence = "The client secret is deleted. Programs that still use it no longer work.";
    Ok(Answer::said(path(&oauth_app), sentence))
}

#[derive(FromForm)]
pub(crate) struct AppConfirmForm<'r> {
    #[field(default = "")]
    confirm: &'r str,
}

#[post("/portal/apps/<id>/delete", data = "<form>")]
pub(crate) async fn delete(
    id: PathId<AppId>,
    form: Form<AppConfirmForm<'_>>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    let oauth_app = owned(app, me, id.0).await?;
    me.require_fresh(app)?;
    match form_faults(oauth_app.delete(app, form.confirm).await)? {
        Ok(()) => {
            let sentence = format!("{} is deleted. No one can sign in with it any more.", oauth_app.name);
            Ok(Answer::said("/portal", sentence))
        }
        Err(faults) => {
            let page = app_page::settings(app, &oauth_app, None, "").await?;
            Ok(Answer::Shown(page.faults(&faults)))
        }
    }
}
