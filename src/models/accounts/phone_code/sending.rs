//! A text on its way: counted, handed over, and taken back from the count where it surely was not sent.
//! What it says is the caller's; which way it takes stands in `phone`.

use std::net::IpAddr;

use super::budget;
use crate::clock::Millis;
use crate::core::Core;
use crate::error::{Error, Result};
use crate::phone::{Number, SmsError};

/// What is known of a text that was handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// Somebody took it, and carries it on.
    Surely,
    /// Nobody knows whether anybody took it.
    Perhaps,
}

/// Sends `words` to `number`, as somebody at `address` asks. Waits for whoever carries it, and holds no transaction
/// meanwhile: what is counted is counted before, in one of its own. Says what is known of it, and when it was counted.
///
/// A text that its provider could not take costs nothing, so that whoever tries again is not kept waiting for nothing.
/// One that may have gone out counts, and so does one that its number refuses: asking again would change nothing.
///
/// # Errors
/// [`Error::Spent`] by `phone`; faults of `phone` where nothing was sent.
pub(in crate::models) async fn deliver(
    core: &Core,
    number: &Number,
    address: IpAddr,
    words: &str,
) -> Result<(Sent, Millis)> {
    check(core, number)?;
    let write = core.begin().await?;
    let spent = budget::spend(core, &write, number, address).await?;
    write.commit().await?;
    hand_over(core, number, words, spent).await
}

/// Sends a notice about an account to the number that is verified for it, such as that its password was reset. No budget
/// holds it back, so that nobody can use one up to act unnoticed: there must be one at most for each code that was used.
/// Where it can't be sent, the log says so.
pub async fn notify(core: &Core, number: &Number, words: &str) {
    if !core.sms.is_set() {
        return;
    }
    if let Err(err) = try_to_notify(core, number, words).await {
        tracing::warn!(error = %err, "a notice about an account was not sent");
    }
}

async fn try_to_notify(core: &Core, number: &Number, words: &str) -> Result<()> {
    check(core, number)?;
    let write = core.begin().await?;
    let spent = budget::spend_on_notice(core, &write).await?;
    write.commit().await?;
    hand_over(core, number, words, spent).await?;
    Ok(())
}

/// Whether texts can be sent at all, and to this number: it may have been verified under other settings, or by the operator.
fn check(core: &Core, number: &Number) -> Result<()> {
    if !core.sms.is_set() {
        return Err(Error::fault("phone", SmsError::Unset.to_string()));
    }
    number
        .check_text_messages(&core.config.texts.countries)
        .map_err(|err| Error::fault("phone", err.to_string()))
}

async fn hand_over(
    core: &Core,
    number: &Number,
    words: &str,
    spent: budget::Spent,
) -> Result<(Sent, Millis)> {
    spent.warn(core);
    let then = spent.then();
    let sent = core.sms.send(number, words).await;
    core.metrics
        .texted(sent.map_or_else(SmsError::name, |()| "sent"));
    match sent {
        Ok(()) => Ok((Sent::Surely, then)),
        Err(SmsError::Unsure) => Ok((Sent::Perhaps, then)),
        Err(err) => {
            if err == SmsError::Unsent
                && let Err(err) = spent.give_back(core).await
            {
                tracing::warn!(error = %err, "a text message that was not sent still counts");
            }
            Err(Error::fault("phone", err.to_string()))
        }
    }
}
