//! `/settings/transfers`: apps and servers that others offer to this person, to accept or decline.
//! Offering an app is in `portal`, offering a server in `servers::overview`.

use rocket::{get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use crate::app::App;
use crate::routes::guards::{Browser, SignedIn};
use crate::routes::page::{Answer, Page, form_faults, person};
use crate::routes::path_ids::PathId;
use portico_platform::error::Result;
use portico_rules::ids::TransferId;
use portico_store::models::oauth::app_transfer::{Requirement, lacks};
use portico_store::models::{AppTransfer, ServerTransfer};

const PATH: &str = "/settings/transfers";

async fn page(app: &App, me: SignedIn<'_>) -> Result<Page> {
    let offers = AppTransfer::all_to(&app.db, me.id, app.now()).await?;
    let servers = ServerTransfer::all_to(&app.db, me.id, app.now()).await?;
    let servers: Vec<Value> = servers
        .iter()
        .map(|received| {
            json!({
                "id": received.offer.id,
                "expires_at": received.offer.expires_at,
                "server": { "name": received.server.name },
                "giver": person(&received.giver),
            })
        })
        .collect();
    let lacks = match offers.is_empty() {
        true => None,
        false => lacks(app, &app.db, me.id).await?,
    };
    let has_secrets = offers.iter().any(|received| !received.app.is_public);
    let offers: Vec<Value> = offers
        .iter()
        .map(|received| {
            json!({
                "id": received.offer.id,
                "expires_at": received.offer.expires_at,
                "app": {
                    "name": received.app.name,
                    "icon_url": received.app.icon_path(),
                    "homepage": received.app.homepage,
                    "is_public": received.app.is_public,
                    "is_suspended": received.app.is_suspended(),
                },
                "giver": person(&received.giver),
            })
        })
        .collect();
    Ok(Page::new(
        "settings/transfers",
        context! {
            servers,
            offers,
            has_secrets,
            lacks: lacks.map(|lacks| match lacks {
                Requirement::Phone => "phone",
                Requirement::Room => "room",
            }),
            most: app.config.caps.apps_per_person,
        },
    ))
}

#[get("/settings/transfers")]
pub(crate) async fn show(me: SignedIn<'_>, app: &App) -> Result<Page> {
    page(app, me).await
}

#[post("/settings/transfers/<transfer_id>/accept")]
pub(crate) async fn accept(
    transfer_id: PathId<TransferId>,
    me: SignedIn<'_>,
    app: &App,
    browser: Browser<'_>,
) -> Result<Answer> {
    let accepted = AppTransfer::accept(app, me.id, transfer_id.0, browser.0).await;
    match form_faults(accepted)? {
        Ok(oauth_app) => {
            let advice = match oauth_app.is_public {
                true => "Check its redirect URIs: its earlier owner chose them.",
                false => {
                    "Its earlier owner may still know its client secrets: create a new one, then delete the others. Check its redirect URIs too."
                }
            };
            Ok(Answer::said(format!("/portal/apps/{}", oauth_app.id), format!("{} is yours. {advice}", oauth_app.name)))
        }
        Err(faults) => Ok(Answer::Shown(page(app, me).await?.faults(&faults))),
    }
}

#[post("/settings/transfers/<transfer_id>/decline")]
pub(crate) async fn decline(transfer_id: PathId<TransferId>, me: SignedIn<'_>, app: &App) -> Result<Answer> {
    let oauth_app = AppTransfer::decline(app, me.id, transfer_id.0).await?;
    Ok(Answer::said(PATH, format!("You declined {}. It stays with its owner.", oauth_app.name)))
}

#[post("/settings/transfers/servers/<offer_id>/accept")]
pub(crate) async fn accept_server(offer_id: PathId<TransferId>, me: SignedIn<'_>, app: &App) -> Result<Answer> {
    match form_faults(ServerTransfer::accept(app, me.id, offer_id.0).await)? {
        Ok(server) => Ok(Answer::said(format!("/servers/{}", server.id), format!("You own {} now.", server.name))),
        Err(faults) => Ok(Answer::Shown(page(app, me).await?.faults(&faults))),
    }
}

#[post("/settings/transfers/servers/<offer_id>/decline")]
pub(crate) async fn decline_server(offer_id: PathId<TransferId>, me: SignedIn<'_>, app: &App) -> Result<Answer> {
    let server = ServerTransfer::decline(app, me.id, offer_id.0).await?;
    Ok(Answer::said(PATH, format!("You declined {}. It stays with its owner.", server.name)))
}
