//! `/servers/<id>/settings/audit`: who did what to the server, for those who manage it.
//! What it has in common with other logs stands in `routes::audit`.

use rocket::{Route, get, routes};
use rocket_dyn_templates::context;

use super::{frame, id_of, open};
use crate::app::App;
use crate::chat::permissions::Permissions;
use crate::error::Result;
use crate::models::logs::audit::ActionGroup;
use crate::routes::audit::{self, Asked, Sight};
use crate::routes::guards::SignedIn;
use crate::routes::page::Page;

pub(super) fn routes() -> Vec<Route> {
    routes![index]
}

#[get("/servers/<server_id>/settings/audit?<actor>&<action>&<before>")]
async fn index(
    server_id: &str,
    actor: Option<&str>,
    action: Option<&str>,
    before: Option<&str>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Page> {
    let server_id = id_of(server_id)?;
    let standing = open(app, &me, server_id).await?;
    standing.require(Permissions::MANAGE_SERVER)?;
    let sight = Sight {
        places: Some(me.places(app).await?),
        sees_all: standing.permissions().contains(Permissions::ADMINISTRATOR),
    };
    let asked = Asked {
        actor,
        action,
        before,
    };
    let log = audit::log(app, server_id, ActionGroup::OF_SERVERS, asked, &sight).await?;
    Ok(Page::new(
        "servers/audit",
        context! { settings: frame(standing, "/audit"), log },
    ))
}
