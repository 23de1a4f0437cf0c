//! Webhook URLs, for programs: posting (spec section 4.3), in Portico's own payload and in the dialects of other software,
//! and correcting what was posted. Webhooks are made and managed on the pages of the portal.

mod answer;
pub mod body;
pub mod delivery_draft;
pub mod dialect;
mod discord;
mod events;
pub mod leaks;
mod messages;
pub(crate) mod native;
pub mod parsed_body;
pub mod path;
pub mod portal;
mod post;
pub mod problem;
mod slack;
pub mod worded;

use rocket::data::Data;
use rocket::http::{Method, Status};
use rocket::request::Request;
use rocket::response::Response;
use rocket::route::{BoxFuture, Outcome};
use rocket::{Catcher, catch, catchers};

use crate::app::App;
use crate::routes::guards::ClientAddress;
use portico_platform::error::{Error, PublicError};
use portico_platform::throttle::{LimitKind, LimitState, ThrottleError, TooFast};
use portico_rules::ids::{ChannelId, UserId};
use portico_store::models::Webhook;
use portico_store::models::webhooks::webhook::AuthenticatedWebhook;

use answer::WebhookAnswer;
pub(crate) use dialect::Dialect;
pub(crate) use discord::names_thread;
pub(crate) use parsed_body::{NoPost, ParsedBody};
use path::WebhookPath;
pub(crate) use portal::{PortalAttempt, PortalBody, PortalPost, Resend, post_from_portal};
pub(crate) use problem::Problem;
pub(crate) use worded::WordedRefusal;

/// The header that makes a post repeatable.
const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

/// Refusals of Rocket itself below a prefix, worded as its dialect words them.
pub fn catchers() -> Vec<Catcher> {
    catchers![fault]
}

#[catch(default)]
fn fault(status: Status, request: &Request<'_>) -> WebhookAnswer {
    let path = WebhookPath::parse(request.uri().path().as_str());
    // Nothing else arrives here as malformed: a method that Rocket has no name for.
    let problem = if status == Status::BadRequest {
        Problem::method_not_allowed(path.methods())
    } else {
        Problem::of_status(status, PublicError::from_request(request).as_ref())
    };
    WebhookAnswer { dialect: path.dialect, outcome: Err(problem), limit: None }
}

/// Answers every method of a webhook URL, because even a wrong one is answered as a program expects.
pub fn handle<'r>(request: &'r Request<'_>, data: Data<'r>) -> BoxFuture<'r> {
    Box::pin(async move {
        match request.guard::<&App>().await.succeeded() {
            Some(app) => {
                let path = WebhookPath::parse(request.uri().path().as_str());
                let (outcome, limit) = answer(app, &path, request, data).await;
                let limit = limit.map(|limit| (limit, app.now()));
                Outcome::from(request, WebhookAnswer { dialect: path.dialect, outcome, limit })
            }
            None => Outcome::Error(Status::InternalServerError),
        }
    })
}

/// Answers a request; also returns the limit with the fewest requests remaining, where it was counted.
///
/// Steps of only some requests are on the heap: many posts wait for their commit together, and each holds its future meanwhile.
async fn answer(
    app: &App,
    path: &WebhookPath<'_>,
    request: &Request<'_>,
    data: Data<'_>,
) -> (Result<Response<'static>, Problem>, Option<LimitState>) {
    let started = app.clock.steady();
    let method = request.method();
    if !path.methods().contains(&method) {
        return (Err(Problem::method_not_allowed(path.methods())), None);
    }
    let webhook = match app.posts.authenticate(app, path.app_id, path.token).await {
        Ok(Some(webhook)) => webhook,
        Ok(None) => return (Err(Box::pin(unknown(app, request)).await), None),
        Err(err) => return (Err(Problem::from(&err)), None),
    };
    // The attempt gets an id in the log, whatever becomes of it.
    if let Err(err) = app.ensure_lease().await {
        return (Err(Problem::from(&err)), None);
    }
    let (refused, limit) = match count(app, &webhook.webhook).await {
        Ok(limit) => (None, limit),
        Err(ThrottleError::TooFast(TooFast { retry_after_secs, limit })) => {
            (Some(Problem::too_fast(retry_after_secs)), limit)
        }
        Err(ThrottleError::Uncounted(err)) => return (Err(Problem::from(&err)), None),
    };
    let call = Call { app, path, webhook: &webhook, request, started, limit };
    let outcome = if method == Method::Post {
        call.post(data, refused).await
    } else {
        let attempt = match (refused, path.message_id) {
            (Some(problem), _) => Err(problem),
            (None, None) => Box::pin(discord::webhook(&call)).await,
            (None, Some(id)) => Box::pin(messages::answer(&call, id, data)).await,
        };
        match attempt {
            Err(problem) => Err(call.still_refused(problem).await.unwrap_or_else(|now| now)),
            answer => answer,
        }
    };
    // A URL that no longer works gets the same answer as an unknown one, without limit headers.
    let is_unknown = outcome.as_ref().is_err_and(Problem::is_unknown_webhook);
    (outcome, (!is_unknown).then_some(limit))
}

/// A request whose token was right.
struct Call<'c> {
    app: &'c App,
    path: &'c WebhookPath<'c>,
    webhook: &'c AuthenticatedWebhook,
    request: &'c Request<'c>,
    started: std::time::Duration,
    /// The limit with the fewest requests remaining.
    limit: LimitState,
}

impl Call<'_> {
    /// The person who answers for what the webhook sends.
    fn person(&self) -> Option<UserId> {
        self.webhook.webhook.creator_id
    }

    /// Returns the refusal, where the webhook's URL still is the one that was called: what was remembered of it may be
    /// out of date by now.
    ///
    /// # Errors
    /// The answer instead: a URL that no longer works says nothing else.
    async fn still_refused(&self, problem: Problem) -> Result<Problem, Problem> {
        // A database that is away is not asked once more: that answer says nothing about a URL, and is given at once.
        if problem.is_outage() {
            return Ok(problem);
        }
        self.still_works().await.map(|_| problem)
    }

    /// Looks up whether the webhook's URL still is the one that was called, for an answer that nothing else decided. Returns the
    /// channel that the webhook posts into now.
    ///
    /// # Errors
    /// The answer instead.
    async fn still_works(&self) -> Result<ChannelId, Problem> {
        match Box::pin(self.app.posts.reload(self.app, self.webhook)).await {
            Ok(Some(now)) => Ok(now.webhook.channel_id),
            Ok(None) => Err(Problem::unknown_webhook()),
            Err(err) => Err(Problem::from(&err)),
        }
    }
}

/// Counts a request to this webhook, and as one into its channel and server and of its creator; returns the limit with the
/// fewest requests remaining.
async fn count(app: &App, webhook: &Webhook) -> Result<LimitState, ThrottleError> {
    let by = [
        (LimitKind::Webhook, Some(webhook.id.get())),
        (LimitKind::WebhookChannel, Some(webhook.channel_id.get())),
        (LimitKind::WebhookServer, Some(webhook.server_id.get())),
        (LimitKind::WebhookCreator, webhook.creator_id.map(UserId::get)),
    ];
    let mut tightest: Option<LimitState> = None;
    for (kind, id) in by {
        let Some(id) = id else { continue };
        let allowed = app.throttle.check(kind, id).await?;
        if tightest.is_none_or(|tightest| allowed.remaining < tightest.remaining) {
            tightest = Some(allowed);
        }
    }
    tightest.ok_or_else(|| ThrottleError::Uncounted(Error::internal("no limit was checked")))
}

/// One answer for everything that is no working webhook URL, until a client sends too many of them. Requests that
/// reach a webhook are not counted here: those who share an address with a guesser go on.
async fn unknown(app: &App, request: &Request<'_>) -> Problem {
    let ClientAddress(address) = ClientAddress::for_request(request, app);
    match app.throttle.check_address(LimitKind::WebhookAddress, address).await {
        Ok(_) => Problem::unknown_webhook(),
        Err(ThrottleError::TooFast(too_fast)) => Problem::too_fast(too_fast.retry_after_secs),
        Err(ThrottleError::Uncounted(err)) => Problem::from(&err),
    }
}
