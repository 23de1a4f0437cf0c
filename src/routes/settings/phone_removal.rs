//! `/settings/phone/remove`: letting go of the verified number.
//! How one is verified stands in `phone`.

use rocket::{Route, post, routes};

use crate::error::{Error, Result};
use crate::instance::Instance;
use crate::routes::page::Answer;
use crate::routes::viewer::{Asking, SignedIn};

pub(super) fn routes() -> Vec<Route> {
    routes![remove]
}

#[post("/settings/phone/remove")]
async fn remove(me: SignedIn<'_>, at: &Instance, asking: Asking<'_>) -> Result<Answer> {
    me.require_fresh(at)?;
    let number = me.verified_phone().ok_or(Error::NotFound)?;
    me.remove_phone(at, &number, asking.browser()).await?;
    Ok(Answer::said("/settings/phone", "Your number is removed."))
}
