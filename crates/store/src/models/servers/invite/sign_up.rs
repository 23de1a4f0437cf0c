//! Signing up by an invite, where sign-up needs one: the account is a member of the server at once, and counts as a use.
//! Signing up otherwise is in `accounts::user`.

use sea_orm::EntityTrait;

use super::{Entity, Model, admit, stored};
use crate::core::Core;
use crate::models::accounts::session::Browser;
use crate::models::accounts::user::{NOT_OPEN, NewUser};
use crate::models::instance::sign_up::SignUpMode;
use crate::models::servers::membership;
use crate::models::{Server, User};
use portico_crypto::passwords::Caller;
use portico_macros::boxed;
use portico_platform::error::{Error, Result};

/// The refusal of an invite that stopped working after the page was shown.
const STALE: &str = "This invite doesn’t work any more: it expired, was used up or was deleted. Ask the person who sent it to you for a new one.";

impl Model {
    /// Makes an account and adds it to the server that a code leads to; or does neither.
    ///
    /// # Errors
    /// Faults of `nickname`, `name` and `password`, all at once; one of `form` where no one can sign up, or the code leads
    /// nowhere.
    #[boxed]
    pub async fn sign_up(core: &Core, new: NewUser<'_>, code: &str, browser: Browser<'_>) -> Result<(User, Server)> {
        let stale = || Error::fault("form", STALE);
        let code = stored(code).map_err(|_| stale())?;
        let user = User::checked(core, new, Caller::Stranger(browser.address)).await?;
        let write = core.begin().await?;
        let invite = Entity::find_by_id(code).one(&*write).await?;
        let server_id = invite.ok_or_else(stale)?.server_id;
        // Locked before the user, as by those who join.
        let server = match membership::lock_server(&write, server_id).await {
            Ok(server) if !server.is_suspended() => server,
            Ok(_) | Err(Error::NotFound) => return Err(stale()),
            Err(err) => return Err(err),
        };
        if !SignUpMode::load(&write).await?.admits(true) {
            return Err(Error::fault("form", NOT_OPEN));
        }
        let user = User::store(&write, user).await?;
        match admit(core, &write, &server, user.id, code).await {
            Err(Error::NotFound) => return Err(stale()),
            admitted => admitted?,
        }
        write.commit().await?;
        Ok((user, server))
    }
}
