//! Limits how fast a user can change anything.
//! Wrapped around the routes when they are mounted, so that none is left out.

use rocket::http::Method;
use rocket::route::{BoxFuture, Handler, Outcome};
use rocket::{Data, Request, Route};

use crate::app::App;
use crate::routes::guards::Viewer;
use crate::wrapped_routes::wrapped_where;
use portico_platform::error::Error;
use portico_platform::throttle::LimitKind;

/// Messages have a limit of their own.
const MESSAGES: &str = "/channels/<id>/messages";

/// The same routes; requests to all but GET routes count as a write of the signed-in user.
pub fn wrap(routes: Vec<Route>) -> Vec<Route> {
    let counts = |route: &Route| route.method != Method::Get && route.uri.path() != MESSAGES;
    wrapped_where(routes, counts, WriteLimitHandler)
}

#[derive(Clone)]
struct WriteLimitHandler(Box<dyn Handler>);

#[rocket::async_trait]
impl Handler for WriteLimitHandler {
    async fn handle<'r>(&self, request: &'r Request<'_>, data: Data<'r>) -> Outcome<'r> {
        match count(request).await {
            Ok(()) => self.0.handle(request, data).await,
            Err(err) => Outcome::from(request, err),
        }
    }
}

/// Counts a write of the signed-in user. If there is none, or the session can't be looked up, the route responds itself.
fn count<'r>(request: &'r Request<'_>) -> BoxFuture<'r, Result<(), Error>> {
    Box::pin(async move {
        let Some(viewer) = request.guard::<&Viewer>().await.succeeded() else {
            return Ok(());
        };
        let Some(app) = request.guard::<&App>().await.succeeded() else {
            return Ok(());
        };
        if let Some((_, user)) = &viewer.signed_in {
            app.throttle.check(LimitKind::Write, user.id).await?;
        }
        Ok(())
    })
}
