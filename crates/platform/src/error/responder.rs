//! The error as what a handler of Rocket returns. A catcher renders it.

use rocket::Request;
use rocket::http::Status;
use rocket::response::{self, Responder};

use super::{Error, PublicError};

impl PublicError {
    /// The error of this request, if there was one.
    pub fn from_request(request: &Request<'_>) -> Option<Self> {
        request.local_cache(|| None::<Self>).clone()
    }
}

impl Error {
    /// Logs the error and keeps its public part in the request for the catcher. Returns the status of the response.
    pub fn keep_in(&self, request: &Request<'_>) -> Status {
        let public = self.log();
        let status = Status::new(public.status);
        request.local_cache(|| Some(public));
        status
    }
}

impl<'r> Responder<'r, 'static> for Error {
    fn respond_to(self, request: &'r Request<'_>) -> response::Result<'static> {
        Err(self.keep_in(request))
    }
}
