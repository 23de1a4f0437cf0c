//! The background task that sends mentions to browsers through their push services, while the process serves.
//! `models::messages::push` stores waiting messages; a request is made in `push`.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use rocket::fairing::AdHoc;
use rocket::futures::future::join_all;

use super::while_serving;
use crate::app::App;
use portico_crypto::jwt::KeyPair;
use portico_platform::error::Result;
use portico_platform::throttle::LimitKind;
use portico_rules::ids::UserId;
use portico_store::models::instance::push_key;
use portico_store::models::messages::notification::{self, Notification};
use portico_store::models::messages::push::{self, ClaimedDelivery, DeliveryOutcome};
use portico_store::models::{AppReport, User};
use portico_store::push::{Message, PushOutcome};

/// The pause when nothing is left, or something failed.
const REST: Duration = Duration::from_secs(2);
/// The pause between two steps.
const PAUSE: Duration = Duration::from_millis(50);
/// Max steps of a round.
const STEPS: usize = 1_000;

/// The key that push services know this instance by.
///
/// # Errors
/// When the database can't be reached, or no instance key opens it.
pub async fn key(app: &App) -> Result<&KeyPair> {
    let load = || push_key::current(app);
    app.push.key.get_or_try_init(load).await
}

/// Sends while the server runs. Messages being sent during a shutdown are sent again, once their claim has expired.
pub fn fairing() -> AdHoc {
    while_serving("push messages", |app| async move { send(&app).await })
}

async fn send(app: &App) {
    if !app.config.push.is_on() {
        return;
    }
    loop {
        let pause = match step(app).await {
            Ok(0) => REST,
            Ok(_) => PAUSE,
            Err(err) => {
                tracing::warn!(error = %err, "messages to browsers were not sent");
                REST
            }
        };
        tokio::time::sleep(pause).await;
    }
}

/// Sends everything that is due; returns how many deliveries that were.
///
/// # Errors
/// When the database can't be reached; what was sent and not recorded is sent again.
pub async fn round(app: &App) -> Result<usize> {
    let mut sent = 0;
    for _ in 0..STEPS {
        match step(app).await? {
            0 => break,
            some => sent += some,
        }
    }
    Ok(sent)
}

/// Sends some of what is due; returns how many deliveries that were, or messages that were assigned to browsers.
async fn step(app: &App) -> Result<usize> {
    let _turn = app.push.turn.lock().await;
    let assigned = push::assign(app).await?;
    let claimed = push::claim(app).await?;
    if claimed.is_empty() {
        return Ok(assigned);
    }
    let key = key(app).await?;
    let ids: BTreeSet<_> = claimed.iter().filter_map(|one| Some(one.subscription.as_ref()?.user_id)).collect();
    let mut notifications: HashMap<UserId, Vec<Notification>> = HashMap::new();
    for user in User::all_of(&app.db, &Vec::from_iter(ids)).await? {
        let language = user.language().unwrap_or(app.config.default_language);
        let mut shown = notification::after(app, user.id, 0, language).await?.shown;
        shown.extend(AppReport::notifications(app, user.id, 0).await?);
        notifications.insert(user.id, shown);
    }
    let done = join_all(claimed.into_iter().map(|one| deliver(app, key, &notifications, one))).await;
    push::record(app, &done).await?;
    Ok(done.len() + assigned)
}

/// Sends one message to one browser, if it still may.
async fn deliver(
    app: &App,
    key: &KeyPair,
    notifications: &HashMap<UserId, Vec<Notification>>,
    claimed: ClaimedDelivery,
) -> (push::Model, DeliveryOutcome) {
    let ClaimedDelivery { delivery, subscription } = claimed;
    let (outcome, done) = match subscription {
        // Its session has expired.
        None => ("gone", DeliveryOutcome::Gone),
        Some(subscription) => {
            let of_user = notifications.get(&subscription.user_id);
            let mut of_user = of_user.into_iter().flatten();
            let notification = of_user.find(|notification| notification.id == delivery.message_id.get());
            // The list of hosts may have changed since the subscription.
            let endpoint = app.config.push.endpoint(&subscription.endpoint);
            match (notification, endpoint, subscription.keys()) {
                (None, ..) => ("withheld", DeliveryOutcome::Finished),
                (Some(_), Some(_), Some(_))
                    if app.throttle.check(LimitKind::Push, subscription.id.get()).await.is_err() =>
                {
                    ("limited", DeliveryOutcome::Finished)
                }
                (Some(notification), Some(endpoint), Some(keys)) => {
                    let text = serde_json::to_string(notification).unwrap_or_default();
                    let message = Message {
                        endpoint: &endpoint,
                        keys: &keys,
                        text: &text,
                        topic: &match notification.channel {
                            Some(channel) => format!("c{channel}"),
                            None => "reports".to_owned(),
                        },
                    };
                    match app.push.send(key, message, app.now()).await {
                        PushOutcome::Sent => ("sent", DeliveryOutcome::Finished),
                        PushOutcome::Gone => ("gone", DeliveryOutcome::Gone),
                        PushOutcome::Refused => ("refused", DeliveryOutcome::Finished),
                        PushOutcome::Busy(_) if delivery.attempts >= push::ATTEMPTS => {
                            ("refused", DeliveryOutcome::Finished)
                        }
                        PushOutcome::Busy(after) => {
                            let after = after.and_then(|pause| i64::try_from(pause.as_millis()).ok());
                            ("retried", DeliveryOutcome::Again(after))
                        }
                    }
                }
                _ => ("gone", DeliveryOutcome::Gone),
            }
        }
    };
    app.metrics.pushed(outcome);
    (delivery, done)
}
