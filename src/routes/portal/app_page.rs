//! The pages of an app, as tabs: its credentials, how to set it up, its sign-ins, and its settings.
//! The forms are handled in `apps`.

use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::link::{Link, LinkQuery};
use crate::app::App;
use crate::routes::audit::ChannelVisibility;
use crate::routes::guards::SignedIn;
use crate::routes::page::{Page, Words, person};
use portico_platform::error::Result;
use portico_rules::clock::Millis;
use portico_rules::ids::{AppId, IdTimes};
use portico_rules::shell_quote::literal;
use portico_store::models::logs::app_event::Reason;
use portico_store::models::logs::audit::{self, Action};
use portico_store::models::oauth::oauth_app::SignInDraft;
use portico_store::models::oauth::profile::Profile;
use portico_store::models::oauth::{post_logout_redirect_uri, redirect_uri};
use portico_store::models::{AppCollaborator, AppEvent, AppTransfer, ClientSecret, Grant, OauthApp, User};

/// An app has nothing to do with channels.
pub(super) const NO_CHANNELS: ChannelVisibility<'static> = ChannelVisibility::NONE;

/// Time that the page begins with a client secret that leaked.
const LEAKS_SHOWN_MS: Millis = 14 * 24 * 60 * 60 * 1000;

/// The length of each of the two lists of events.
const LISTED: u64 = 10;

/// Values of the app's form.
#[derive(Clone, Copy, Default)]
pub(super) struct AppFields<'a> {
    pub(super) name: &'a str,
    pub(super) redirect_uris: &'a str,
    pub(super) homepage: &'a str,
    pub(super) description: &'a str,
    pub(super) privacy_url: &'a str,
    pub(super) terms_url: &'a str,
    pub(super) sign_in: SignInDraft<'a>,
    /// The choice between a confidential and a public app: `off`, `on`, or none.
    pub(super) public_choice: &'a str,
}

impl AppFields<'_> {
    /// True if the form had the fields that only OpenID Connect apps can set, so that its page shows them again.
    pub(super) fn has_openid_fields(&self) -> bool {
        self.sign_in.post_logout_redirect_uris.is_some() || self.sign_in.id_token_alg.is_some()
    }

    /// Template context of the form. In a new form nothing is chosen; the model decides what that means.
    pub(super) fn shown(&self) -> Value {
        json!({
            "name": self.name,
            "redirect_uris": self.redirect_uris,
            "homepage": self.homepage,
            "description": self.description,
            "privacy_url": self.privacy_url,
            "terms_url": self.terms_url,
            "profile": self.sign_in.profile.unwrap_or_default(),
            "public_choice": self.public_choice,
            "post_logout_redirect_uris": self.sign_in.post_logout_redirect_uris.unwrap_or_default(),
            "id_token_alg": self.sign_in.id_token_alg.unwrap_or("RS256"),
            "device": self.sign_in.device_enabled == Some(true),
        })
    }
}

/// Template context of an app.
pub(super) fn shown(app: &OauthApp) -> Value {
    json!({
        "id": app.id,
        "owner_id": app.owner_id,
        "name": app.name,
        "icon_url": app.icon_path(),
        "has_icon": app.picture_at.is_some(),
        "created_at": app.created_at,
        "profile": app.profile.name(),
        "is_public": app.is_public,
        "device_enabled": app.device_enabled,
        "suspended_at": app.suspended_at,
        "suspended_for": app.suspended_for,
    })
}

/// The tab "Overview": its credentials, and who sees it. `new_secret` is shown this once; `nickname` is the one of the person
/// to add, as it was typed. Secrets and what leaked of them are the owner's alone.
pub(super) async fn overview(
    app: &App,
    me: SignedIn<'_>,
    oauth_app: &OauthApp,
    new_secret: &str,
    nickname: &str,
) -> Result<Page> {
    app.exchanger.settled().await;
    let is_owner = oauth_app.owner_id == me.id;
    let (secrets, leak) = match is_owner {
        true => (secrets(app, oauth_app.id).await?, leak(app, oauth_app).await?),
        false => (Vec::new(), Value::Null),
    };
    let owner = match is_owner {
        true => person(&me),
        false => User::find(&app.db, oauth_app.owner_id).await?.as_ref().map_or(Value::Null, person),
    };
    let collaborators: Vec<Value> = AppCollaborator::all_of(&app.db, oauth_app.id)
        .await?
        .iter()
        .map(|(user, at)| json!({ "person": person(user), "at": at }))
        .collect();
    Ok(Page::new(
        "portal/app",
        context! {
            app: shown(oauth_app),
            people: Grant::count_of(&app.db, oauth_app.id).await?,
            uris: redirect_uri::all_of(&app.db, oauth_app.id).await?,
            secrets,
            new_secret,
            leak,
            owner,
            collaborators,
            nickname,
        },
    ))
}

/// The client secrets of an app as its page shows them.
async fn secrets(app: &App, app_id: AppId) -> Result<Vec<Value>> {
    let secrets = ClientSecret::all_of(&app.db, app_id).await?;
    Ok(secrets
        .into_iter()
        .map(|secret| {
            json!({
                "id": secret.id,
                "last_four": secret.last_four,
                "created_at": secret.created_at,
                "last_used_at": secret.last_used_at,
            })
        })
        .collect())
}

/// The tab "Set up": the values for other software, the authorize URL, and samples.
pub(super) async fn setup(app: &App, oauth_app: &OauthApp) -> Result<Page> {
    let uris = redirect_uri::all_of(&app.db, oauth_app.id).await?;
    // The samples use the first one; an app always has one.
    let sample_uri = uris.first().map_or("", String::as_str);
    Ok(Page::new(
        "portal/app_setup",
        context! {
            app: shown(oauth_app),
            sample: context! {
                literal: literal(sample_uri),
            },
            link: Link::new(LinkQuery::default(), oauth_app, &uris).shown(app, oauth_app),
            uris: &uris,
        },
    ))
}

/// The tab "Activity": its sign-ins, and the latest changes to it.
pub(super) async fn activity(app: &App, me: SignedIn<'_>, oauth_app: &OauthApp) -> Result<Page> {
    app.exchanger.settled().await;
    let exchanges = AppEvent::newest(&app.db, oauth_app.id, LISTED).await?;
    let exchanges: Vec<Value> = exchanges.iter().map(|event| exchange(event, app.id_times())).collect();
    let acts = audit::newest(&app.db, oauth_app.id, &me, app.now(), LISTED).await?;
    let events: Vec<Value> = acts.iter().map(|entry| act(entry, app.id_times())).collect();
    Ok(Page::new("portal/app_activity", context! { app: shown(oauth_app), exchanges, events }))
}

/// The tab "Settings"; `typed` is the content of the form if it differs from what is stored, `nickname` the one of the
/// person whom the app is offered to, as it was typed.
pub(super) async fn settings(
    app: &App,
    oauth_app: &OauthApp,
    typed: Option<AppFields<'_>>,
    nickname: &str,
) -> Result<Page> {
    let kept = redirect_uri::all_of(&app.db, oauth_app.id).await?.join("\n");
    let after_logout = post_logout_redirect_uri::all_of(&app.db, oauth_app.id).await?.join("\n");
    let openid_fields = oauth_app.profile == Profile::OpenId || typed.is_some_and(|typed| typed.has_openid_fields());
    let typed = typed.unwrap_or(AppFields {
        name: &oauth_app.name,
        redirect_uris: &kept,
        homepage: &oauth_app.homepage,
        description: &oauth_app.description,
        privacy_url: &oauth_app.privacy_url,
        terms_url: &oauth_app.terms_url,
        sign_in: SignInDraft {
            profile: Some(oauth_app.profile.name()),
            is_public: oauth_app.is_public,
            post_logout_redirect_uris: Some(&after_logout),
            id_token_alg: Some(&oauth_app.id_token_alg),
            device_enabled: Some(oauth_app.device_enabled),
        },
        public_choice: "",
    });
    Ok(Page::new(
        "portal/app_settings",
        context! {
            app: shown(oauth_app),
            typed: typed.shown(),
            openid_fields,
            was: json!({
                "redirect_uris": kept,
                "post_logout_redirect_uris": after_logout,
                "device": oauth_app.device_enabled,
            }),
            offer: offer(app, oauth_app.id).await?,
            nickname,
        },
    ))
}

/// The client secret that was recently reported as leaked, unless another one was made since; null where there is none.
async fn leak(app: &App, oauth_app: &OauthApp) -> Result<Value> {
    const ACTIONS: [&str; 2] = ["secret_found_leaked", "secret_made"];
    let since = app.now() - LEAKS_SHOWN_MS;
    let last = audit::last_of(&app.db, oauth_app.id.into(), &ACTIONS, since).await?;
    Ok(last.map_or(Value::Null, |entry| {
        let at = entry.at(app.id_times());
        match entry.action {
            Some(Action::SecretFoundLeaked { last_four }) => {
                json!({ "last_four": last_four, "at": at })
            }
            _ => Value::Null,
        }
    }))
}

/// Something that happened on the way to an identity.
fn exchange(event: &AppEvent, times: &IdTimes) -> Value {
    let reason = match event.kind.as_str() {
        "exchange_failed" => Reason::explained(&event.detail),
        "code_replayed" => Reason::explained(Reason::Used.name()),
        _ => "",
    };
    json!({
        "at": event.at(times),
        "kind": event.kind,
        "reason": reason,
        "user_id": event.user_id,
    })
}

/// Something that the owner did to the app.
fn act(entry: &audit::AuditEntry, times: &IdTimes) -> Value {
    json!({
        "at": entry.at(times),
        "kind": entry.name.trim_start_matches("app_"),
        "act": crate::routes::audit::shown(entry, &NO_CHANNELS, times, &Words::ENGLISH),
    })
}

/// The offer of an app as its page shows it; null where there is none.
async fn offer(app: &App, app_id: AppId) -> Result<Value> {
    let found = AppTransfer::of_app(&app.db, app_id, app.now()).await?;
    Ok(found.map_or(Value::Null, |(offer, to)| json!({ "to": person(&to), "expires_at": offer.expires_at })))
}
