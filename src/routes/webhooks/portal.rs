//! Posts from the portal's own pages: a test message, what was composed in the playground, and a body that is sent again.
//! Who may send one is checked by those pages first, and again where it is stored.

use super::dialect::Dialect;
use super::outcome::Posted;
use super::post::{ReadBody, stored};
use super::seen::{PathName, Seen};
use super::{Problem, count, discord, events, payload, slack};
use crate::app::App;
use crate::config::BaseUrl;
use crate::dialects::Translated;
use crate::error::Error;
use crate::models::logs::delivery::Notes;
use crate::models::webhooks::idempotency_key::Key;
use crate::models::webhooks::webhook::Authenticated;
use crate::posting::{Payload, PostSource, submit};

/// A body as a program would send it.
pub(crate) struct PortalBody {
    /// The dialect that it is in.
    pub(crate) dialect: Dialect,
    /// The event that a header would name; not looked at where the dialect has none.
    pub(crate) event: String,
    /// The body: JSON, or a form as the dialect takes it.
    pub(crate) text: String,
}

/// What a body says.
pub(crate) struct ParsedBody {
    /// The event, as the delivery log names it.
    pub(crate) event: Option<String>,
    /// What was shortened or dropped.
    pub(crate) notes: Notes,
    /// What comes of it.
    pub(crate) meaning: BodyOutcome,
}

/// What comes of a body.
pub(crate) enum BodyOutcome {
    /// It is posted.
    Post(Box<Payload>),
    /// Nothing: the event is not worth a message, for this reason.
    Ignored(String),
}

/// A post from the portal.
pub(crate) struct PortalPost {
    /// What is sent.
    pub(crate) body: PortalBody,
    /// The attempt that it repeats, if it does.
    pub(crate) resend: Option<Resend>,
    /// The key of the form that sends it, so that a double click posts once.
    pub(crate) key: Option<Key>,
}

/// An attempt whose body is sent again.
pub(crate) struct Resend {
    /// The attempt.
    pub(crate) delivery_id: i64,
    /// Whether its address named a thread, which is not posted into.
    pub(crate) has_thread: bool,
}

/// What came of a post from the portal.
pub(crate) struct PortalAttempt {
    /// Its id in the delivery log. Of very many at the same moment, not all are listed there.
    pub(crate) delivery_id: i64,
    /// The message, or the refusal.
    pub(crate) outcome: Result<Posted, Problem>,
}

impl PortalBody {
    /// Reads the body as one that came to the webhook's URL.
    ///
    /// # Errors
    /// The refusal.
    pub(crate) fn understand(&self, base_url: &BaseUrl) -> Result<ParsedBody, Problem> {
        let body = self.text.as_bytes();
        let translated = match self.dialect {
            Dialect::Native => {
                let (payload, _) = payload::understand(body, std::iter::empty(), base_url)?;
                return Ok(ParsedBody {
                    event: None,
                    notes: Notes::default(),
                    meaning: BodyOutcome::Post(Box::new(payload)),
                });
            }
            Dialect::Discord => discord::understand(body)?,
            Dialect::Slack => slack::understand(body)?,
            Dialect::Github | Dialect::Gitlab | Dialect::Alertmanager => {
                events::understand(self.dialect, &self.event, body)?
            }
        };
        match translated {
            Translated::Ignored(reason) => Ok(ParsedBody {
                event: None,
                notes: Notes::default(),
                meaning: BodyOutcome::Ignored(reason),
            }),
            Translated::Post(translation) => {
                let read = ReadBody::of(self.dialect, *translation, base_url);
                Ok(ParsedBody {
                    event: read.event,
                    notes: read.notes,
                    meaning: BodyOutcome::Post(Box::new(read.payload?)),
                })
            }
        }
    }
}

/// Posts from the portal: as a program's post, but `sender_id` must have the permissions for it too.
///
/// # Errors
/// [`Error::Forbidden`] where the sender may not post there, [`Error::TooFast`], and when the database can't be reached.
pub(crate) async fn post_from_portal(
    app: &App,
    webhook: &Authenticated,
    sender_id: i64,
    post: PortalPost,
) -> Result<PortalAttempt, Error> {
    let started = app.clock.steady();
    app.hold_number().await?;
    count(app, &webhook.webhook).await?;
    let PortalPost { body, resend, key } = post;
    let dialect = body.dialect;
    let mut seen = Seen {
        test: resend.is_none(),
        resent_from: resend.as_ref().map(|resend| resend.delivery_id),
        event_header: dialect.has_event().then(|| body.event.clone()),
        ..Seen::default()
    };
    // A paused webhook refuses even what would post nothing.
    let understood = if webhook.webhook.is_paused() {
        Err(Problem::unknown_webhook())
    } else {
        body.understand(&app.config.base_url)
    };
    seen.keep(body.text.into_bytes());
    let outcome = match understood {
        Err(problem) => Err(problem),
        Ok(understood) => {
            (seen.event, seen.notes) = (understood.event, understood.notes);
            if resend.as_ref().is_some_and(|resend| resend.has_thread) {
                discord::note_thread(&mut seen.notes.dropped);
            }
            match understood.meaning {
                BodyOutcome::Ignored(reason) => {
                    seen.ignored = Some(reason.clone());
                    Ok(Posted::Ignored(reason))
                }
                BodyOutcome::Post(payload) => {
                    let via = PostSource::Portal { sender_id, key };
                    match submit(app, &app.posts, webhook, &payload, via).await {
                        // Nothing was sent: it is no attempt of the webhook's.
                        Err(err @ Error::Forbidden(_)) => return Err(err),
                        outcome => stored(outcome).map(Posted::Stored),
                    }
                }
            }
        }
    };
    let latency = app.clock.steady().saturating_sub(started);
    let called = PathName {
        webhook,
        dialect,
        token: "",
    };
    let delivery_id = app.id();
    seen.id = Some(delivery_id);
    seen.note(app, called, outcome.as_ref().map(Posted::stored), latency);
    Ok(PortalAttempt {
        delivery_id,
        outcome,
    })
}
