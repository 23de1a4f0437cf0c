//! The account that an open page was loaded by. Another tab may have signed in to another one since: what the page goes on to ask
//! for and to send is then refused.

use rocket::Request;
use rocket::request::{FromRequest, Outcome};

use crate::routes::guards::SignedIn;
use portico_platform::error::{Error, Result};
use portico_rules::ids;
use portico_rules::ids::UserId;

/// The account that a request names as its page's, as `me` in the query; none where it names none.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PageAccount(Option<UserId>);

impl PageAccount {
    pub(super) fn for_request(request: &Request<'_>) -> Self {
        let named = request.query_value::<&str>("me");
        Self(named.and_then(|named| ids::parse(named.ok()?)))
    }

    /// True if the page is of another account than the one that is signed in now.
    pub(super) fn is_other(self, me: SignedIn<'_>) -> bool {
        self.0.is_some_and(|id| id != me.id)
    }

    /// Refuses what a page of another account asks for.
    ///
    /// # Errors
    /// [`Error::Forbidden`] where it is one.
    pub(super) fn require(self, me: SignedIn<'_>) -> Result<()> {
        if self.is_other(me) {
            return Err(Error::Forbidden(
                "This browser is signed in to another account since this page was opened. Reload the page.",
            ));
        }
        Ok(())
    }
}

#[rocket::async_trait]
impl<'r> FromRequest<'r> for PageAccount {
    type Error = Error;

    async fn from_request(request: &'r Request<'_>) -> Outcome<Self, Self::Error> {
        Outcome::Success(Self::for_request(request))
    }
}
