//! `POST /webhooks/<app_id>/<token>`: the runtime URL, for programs (spec section 4.3).
//! Webhooks are made and managed on the pages of the portal.

pub(crate) mod payload;
mod problem;
mod seen;

use std::time::Duration;

use rocket::data::{ByteUnit, Data};
use rocket::http::{Header, Method, Status};
use rocket::request::Request;
use rocket::response::{self, Responder, Response};
use rocket::route::{BoxFuture, Outcome};
use rocket::{Catcher, Route, catch, catchers};
use tokio::time::timeout;

use crate::app::App;
use crate::error::{Error, PublicError};
use crate::models::Webhook;
use crate::models::webhooks::webhook::Authenticated;
use crate::posting::webhook::{self, Accepted, Payload, Via};
use crate::routes::guards::ClientAddress;
use crate::security::throttle::{Allowed, LimitKind, Refused, TooFast};

pub(crate) use payload::read as read_payload;
pub(crate) use problem::Problem;
use seen::Seen;

/// The most bytes of a body.
const LARGEST_BODY: ByteUnit = ByteUnit::Kibibyte(64);
/// How long a body may take to arrive.
const SLOWEST_BODY: Duration = Duration::from_secs(10);
/// The header that makes a post repeatable.
const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

/// The endpoint's handler for every method, because even a wrong method gets a problem document.
pub(crate) struct WebhookPost {}

impl WebhookPost {
    /// One route for each method.
    pub(crate) fn into_routes(self) -> Vec<Route> {
        [
            Method::Post,
            Method::Get,
            Method::Head,
            Method::Put,
            Method::Patch,
            Method::Delete,
            Method::Options,
            Method::Trace,
            Method::Connect,
        ]
        .into_iter()
        .map(|method| {
            let mut route = Route::ranked(-5, method, "/webhooks/<path..>", handle);
            route.name = Some("webhook post".into());
            route
        })
        .collect()
    }
}

/// What Rocket refuses by itself below `/webhooks` is a problem document too.
pub fn catchers() -> Vec<Catcher> {
    catchers![fault]
}

#[catch(default)]
fn fault(status: Status, request: &Request<'_>) -> Problem {
    // Nothing else arrives here as malformed: a method that Rocket has no name for.
    if status == Status::BadRequest {
        return Problem::method_not_allowed();
    }
    Problem::of_status(status, PublicError::of(request).as_ref())
}

fn handle<'r>(request: &'r Request<'_>, data: Data<'r>) -> BoxFuture<'r> {
    Box::pin(async move {
        match request.guard::<&App>().await.succeeded() {
            Some(app) => Outcome::from(request, answer(app, request, data).await),
            None => Outcome::Error(Status::InternalServerError),
        }
    })
}

/// The two parts of `/webhooks/<app_id>/<token>`, with or without one slash at the end.
fn parts<'r>(request: &'r Request<'_>) -> Option<(&'r str, &'r str)> {
    let path = request.uri().path().as_str().strip_prefix("/webhooks/")?;
    let (app_id, token) = path.strip_suffix('/').unwrap_or(path).split_once('/')?;
    Some((app_id, token))
}

async fn answer(app: &App, request: &Request<'_>, data: Data<'_>) -> Reply {
    let started = app.clock.steady();
    if request.method() != Method::Post {
        return Reply::from(Problem::method_not_allowed());
    }
    let (app_id, token) = parts(request).unwrap_or_default();
    let shown = match app.posts.authenticate(app, app_id, token).await {
        Ok(Some(shown)) => shown,
        Ok(None) => return Reply::from(unknown(app, request).await),
        Err(err) => return Reply::from(Problem::from(&err)),
    };
    // The attempt gets an id in the log, whatever becomes of it.
    if let Err(err) = app.hold_number().await {
        return Reply::from(Problem::from(&err));
    }
    let mut seen = Seen::default();
    let (outcome, standing) = match count(app, &shown.webhook).await {
        Ok(standing) => (
            attempt(app, &shown, request, data, &mut seen).await,
            standing,
        ),
        Err(Refused::TooFast(TooFast {
            retry_after_secs,
            standing,
        })) => (Err(Problem::too_fast(retry_after_secs)), standing),
        Err(Refused::Uncounted(err)) => return Reply::from(Problem::from(&err)),
    };
    // A database that is away is not asked once more: that answer says nothing about an address, and is given at once.
    let was_judged = |problem: &Problem| problem.status != Status::ServiceUnavailable;
    if outcome.as_ref().is_err_and(was_judged) {
        // Refused by what may be out of date by now. An address that was taken out of use says nothing else.
        match app.posts.still_stands(app, &shown).await {
            Ok(true) => {}
            Ok(false) => return Reply::from(Problem::unknown_webhook()),
            Err(err) => return Reply::from(Problem::from(&err)),
        }
    }
    let latency = app.clock.steady().saturating_sub(started);
    seen.note(app, &shown, token, &outcome, latency);
    Reply {
        outcome: outcome.map(|stored| (stored.accepted.json, stored.replayed)),
        standing: Some(standing),
    }
}

/// Counts a post of this webhook, and as one into its channel and server and of its creator; gives the limit of which least is left.
async fn count(app: &App, webhook: &Webhook) -> Result<Allowed, Refused> {
    let by = [
        (LimitKind::Webhook, Some(webhook.id)),
        (LimitKind::WebhookChannel, Some(webhook.channel_id)),
        (LimitKind::WebhookServer, Some(webhook.server_id)),
        (LimitKind::WebhookCreator, webhook.creator_id),
    ];
    let mut tightest: Option<Allowed> = None;
    for (kind, id) in by {
        let Some(id) = id else { continue };
        let allowed = app.throttle.check(kind, id).await?;
        if tightest.is_none_or(|tightest| allowed.remaining < tightest.remaining) {
            tightest = Some(allowed);
        }
    }
    tightest.ok_or_else(|| Refused::Uncounted(Error::internal("no limit was asked")))
}

/// One answer for whatever is no working webhook's address, until somebody asks for too many of them. Posts that
/// reach a webhook are not counted here: those who share an address with a guesser go on.
async fn unknown(app: &App, request: &Request<'_>) -> Problem {
    let ClientAddress(address) = ClientAddress::of(request, app);
    match app
        .throttle
        .check_address(LimitKind::WebhookAddress, address)
        .await
    {
        Ok(_) => Problem::unknown_webhook(),
        Err(Refused::TooFast(too_fast)) => Problem::too_fast(too_fast.retry_after_secs),
        Err(Refused::Uncounted(err)) => Problem::from(&err),
    }
}

/// A post that was accepted, now or, where it is a replay, before.
pub(crate) struct Stored {
    pub(crate) accepted: Accepted,
    pub(crate) replayed: bool,
}

async fn attempt(
    app: &App,
    shown: &Authenticated,
    request: &Request<'_>,
    data: Data<'_>,
    seen: &mut Seen,
) -> Result<Stored, Problem> {
    let content_type = request.headers().get_one("Content-Type");
    if !content_type.is_some_and(crate::json::is_announced) {
        return Err(Problem::unsupported_media_type());
    }
    seen.body = read(request, data).await?;
    let keys = request.headers().get(IDEMPOTENCY_KEY);
    let (payload, key) = payload::understand(&seen.body, keys, &app.config.base_url)?;
    stored(webhook::post(app, &app.posts, shown, &payload, key).await)
}

/// The body, whole.
async fn read(request: &Request<'_>, data: Data<'_>) -> Result<Vec<u8>, Problem> {
    let announced = request
        .headers()
        .get_one("Content-Length")
        .and_then(|length| length.parse::<u64>().ok());
    if announced.is_some_and(|length| LARGEST_BODY < length) {
        return Err(Problem::too_large());
    }
    match timeout(SLOWEST_BODY, data.open(LARGEST_BODY).into_bytes()).await {
        Ok(Ok(body)) if body.is_complete() => Ok(body.into_inner()),
        Ok(Ok(_)) => Err(Problem::too_large()),
        Ok(Err(_)) => Err(Problem::broken_body()),
        Err(_) => Err(Problem::too_slow()),
    }
}

fn stored(outcome: Result<webhook::Outcome, Error>) -> Result<Stored, Problem> {
    match outcome {
        Ok(webhook::Outcome::Stored(accepted)) => Ok(Stored {
            accepted,
            replayed: false,
        }),
        Ok(webhook::Outcome::Replayed(accepted)) => Ok(Stored {
            accepted,
            replayed: true,
        }),
        Ok(webhook::Outcome::KeyReused) => Err(Problem::key_reused()),
        Ok(webhook::Outcome::UnknownWebhook) => Err(Problem::unknown_webhook()),
        Err(err) => Err(Problem::from(&err)),
    }
}

/// A post from the portal's own pages: one like any other, but that `sender_id` has to hold what it takes, too. `body` is
/// what the log shows of it.
///
/// # Errors
/// [`Error::Forbidden`] where the sender may not post there, [`Error::TooFast`], and when the database can't be reached.
pub(crate) async fn post_from_portal(
    app: &App,
    shown: &Authenticated,
    sender_id: i64,
    payload: &Payload,
    body: String,
) -> Result<Result<Stored, Problem>, Error> {
    let started = app.clock.steady();
    app.hold_number().await?;
    count(app, &shown.webhook).await?;
    let outcome =
        match webhook::post(app, &app.posts, shown, payload, Via::Portal { sender_id }).await {
            // Nothing was sent: it is no attempt of the webhook's.
            Err(err @ Error::Forbidden(_)) => return Err(err),
            outcome => stored(outcome),
        };
    let seen = Seen {
        body: body.into_bytes(),
        test: true,
    };
    let latency = app.clock.steady().saturating_sub(started);
    seen.note(app, shown, "", &outcome, latency);
    Ok(outcome)
}

/// What goes out, with where it leaves the webhook's limit of speed.
struct Reply {
    outcome: Result<(String, bool), Problem>,
    standing: Option<Allowed>,
}

impl From<Problem> for Reply {
    fn from(problem: Problem) -> Self {
        Self {
            outcome: Err(problem),
            standing: None,
        }
    }
}

impl<'r> Responder<'r, 'static> for Reply {
    fn respond_to(self, request: &'r Request<'_>) -> response::Result<'static> {
        let mut response = match self.outcome {
            Err(problem) => problem.respond_to(request)?,
            Ok((json, replayed)) => {
                let mut response: Response<'static> =
                    rocket::response::content::RawJson(json).respond_to(request)?;
                if replayed {
                    response.set_header(Header::new("Idempotency-Replayed", "true"));
                }
                response
            }
        };
        if let Some(standing) = self.standing {
            response.set_header(Header::new("RateLimit", standing.header()));
            response.set_header(Header::new("RateLimit-Policy", standing.policy_header()));
        }
        Ok(response)
    }
}
