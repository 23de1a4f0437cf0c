//! Posts from the portal's own pages: a test message, what was composed in the playground, and a body that is sent again.
//! Who may send one is checked by those pages first, and again where it is stored.

use super::delivery_draft::{CalledUrl, DeliveryDraft};
use super::dialect::Dialect;
use super::parsed_body::{NoPost, ParsedBody};
use super::{Problem, count, discord, events, native, slack};
use crate::app::App;
use portico_platform::error::Error;
use portico_rules::base_url::BaseUrl;
use portico_rules::ids::{DeliveryId, UserId};
use portico_store::models::webhooks::idempotency_key::IdempotencyKey;
use portico_store::models::webhooks::webhook::AuthenticatedWebhook;
use portico_store::posting::{PostError, PostSource, StoredPost, submit};

/// A body as a program would send it.
pub struct PortalBody {
    /// The dialect that it is in.
    pub dialect: Dialect,
    /// The event that a header would name; not looked at where the dialect has none.
    pub event: String,
    /// The body: JSON, or a form as the dialect takes it.
    pub text: String,
}

/// A post from the portal.
pub(crate) struct PortalPost {
    /// The body.
    pub(crate) body: PortalBody,
    /// The attempt that it repeats, if it does.
    pub(crate) resend: Option<Resend>,
    /// The key of the form that sends it, so that a double click posts once.
    pub(crate) key: Option<IdempotencyKey>,
}

/// An attempt whose body is sent again.
pub(crate) struct Resend {
    /// The attempt.
    pub(crate) delivery_id: DeliveryId,
    /// True if its address named a thread, which is not posted into.
    pub(crate) has_thread: bool,
}

/// The outcome of a post from the portal.
pub(crate) struct PortalAttempt {
    /// Its id in the delivery log. Of very many at the same moment, not all are listed there.
    pub(crate) delivery_id: DeliveryId,
    /// The message, or why there is none.
    pub(crate) outcome: Result<StoredPost, NoPost>,
}

impl PortalBody {
    /// Parses the body as one that came to the webhook's URL.
    pub fn parse(&self, base_url: &BaseUrl) -> ParsedBody {
        let body = self.text.as_bytes();
        let translated = match self.dialect {
            Dialect::Native => {
                let parsed = native::parse(body, std::iter::empty(), None, base_url);
                return parsed.map_or_else(|problem| ParsedBody::new(Err(problem.into())), |(parsed, _)| parsed);
            }
            Dialect::Discord => discord::parse(body),
            dialect @ (Dialect::Slack | Dialect::Mattermost) => slack::parse(dialect, body),
            Dialect::Github | Dialect::Gitlab | Dialect::Alertmanager => events::parse(self.dialect, &self.event, body),
        };
        match translated {
            Ok(translated) => ParsedBody::translated(self.dialect, translated, base_url),
            Err(problem) => ParsedBody::new(Err(problem.into())),
        }
    }
}

/// Posts from the portal: as a program's post, but `sender_id` must have the permissions for it too.
///
/// # Errors
/// [`Error::Forbidden`] where the sender may not post there, [`Error::TooFast`], [`Error::DiskNearlyFull`], and when the database can't be reached.
pub(crate) async fn post_from_portal(
    app: &App,
    webhook: &AuthenticatedWebhook,
    sender_id: UserId,
    post: PortalPost,
) -> Result<PortalAttempt, Error> {
    let started = app.clock.steady();
    if app.storage.is_nearly_full() {
        return Err(Error::DiskNearlyFull);
    }
    app.ensure_lease().await?;
    count(app, &webhook.webhook).await?;
    let PortalPost { body, resend, key } = post;
    let dialect = body.dialect;
    let mut draft = DeliveryDraft {
        test: resend.is_none(),
        resent_from: resend.as_ref().map(|resend| resend.delivery_id),
        event_header: dialect.has_event().then(|| body.event.clone()),
        ..DeliveryDraft::default()
    };
    // A paused or suspended webhook refuses even what would post nothing.
    let parsed = if webhook.webhook.accepts_posts() {
        body.parse(&app.config.base_url)
    } else {
        ParsedBody::new(Err(Problem::unknown_webhook().into()))
    };
    draft.keep(body.text.into_bytes());
    if !matches!(parsed.payload, Err(NoPost::Refused(_))) {
        (draft.event, draft.notes) = (parsed.event, parsed.notes);
        if resend.as_ref().is_some_and(|resend| resend.has_thread) {
            discord::note_thread(&mut draft.notes.dropped);
        }
    }
    let outcome = match parsed.payload {
        Err(none) => Err(none),
        Ok(payload) => {
            let via = PostSource::Portal { sender_id, key };
            match submit(app, &app.posts, webhook, &payload, via).await {
                // Nothing was sent: it is no attempt of the webhook's.
                Err(PostError::Failed(err @ Error::Forbidden(_))) => return Err(err),
                outcome => outcome.map_err(NoPost::from),
            }
        }
    };
    let latency = app.clock.steady().saturating_sub(started);
    let url = CalledUrl { webhook, dialect, token: "", is_awaited: false, limit: None };
    let delivery_id = app.id();
    draft.id = Some(delivery_id);
    draft.log(app, url, &outcome, latency);
    Ok(PortalAttempt { delivery_id, outcome })
}
