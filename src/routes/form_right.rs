//! Rights that a form requires before it is read, if it may be large: without them, none of its fields is.
//! The models require them again, in the transaction that does something.

use std::marker::PhantomData;

use rocket::Request;
use rocket::outcome::Outcome;
use rocket::request::{self, FromParam, FromRequest};
use rocket::route::BoxFuture;

use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::path_ids::PathId;
use crate::routes::upload_gate::is_small;
use portico_platform::error::{Error, Result};

/// A right to do something with what is in the path of a request.
pub(crate) trait Right {
    /// Requires that this person has it.
    ///
    /// # Errors
    /// As the model returns them without the right.
    fn require<'r>(app: &'r App, me: SignedIn<'r>, request: &'r Request<'_>) -> BoxFuture<'r, Result<()>>;
}

/// The person who sends a form has a right, or the form says that it is small: that one is read first, since it costs no
/// more than looking the right up.
pub(crate) struct FormRight<R>(PhantomData<R>);

#[rocket::async_trait]
impl<'r, R: Right> FromRequest<'r> for FormRight<R> {
    type Error = Error;

    async fn from_request(request: &'r Request<'_>) -> request::Outcome<Self, Error> {
        if is_small(request) {
            return Outcome::Success(Self(PhantomData));
        }
        let me = match request.guard::<SignedIn<'_>>().await {
            Outcome::Success(me) => me,
            Outcome::Error(err) => return Outcome::Error(err),
            Outcome::Forward(status) => return Outcome::Forward(status),
        };
        let required = match request.guard::<&App>().await {
            Outcome::Success(app) => R::require(app, me, request).await,
            Outcome::Error(err) => return Outcome::Error(err),
            Outcome::Forward(status) => return Outcome::Forward(status),
        };
        match required {
            Ok(()) => Outcome::Success(Self(PhantomData)),
            Err(err) => Outcome::Error((err.keep_in(request), err)),
        }
    }
}

/// The ID in a segment of the path, counted from 0.
///
/// # Errors
/// [`Error::NotFound`] if there is none.
pub(crate) fn id<'r, T>(request: &'r Request<'_>, segment: usize) -> Result<T>
where
    PathId<T>: FromParam<'r>,
{
    match request.param::<PathId<T>>(segment) {
        Some(Ok(id)) => Ok(id.0),
        _ => Err(Error::NotFound),
    }
}
