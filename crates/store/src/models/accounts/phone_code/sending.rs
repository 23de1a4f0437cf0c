//! Sending a text: it is counted, handed to the provider, and uncounted where it was surely not sent.
//! The words are the caller's, made for what the instance is called; the providers are in `phone`.

use std::net::IpAddr;

use super::budget::{self, TextPurpose};
use crate::core::Core;
use crate::models::instance::branding::Branding;
use crate::phone::SmsError;
use portico_platform::error::{Error, Result};
use portico_rules::clock::Millis;
use portico_rules::phone::Number;

/// What is known of a text that was handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// The provider accepted it.
    Surely,
    /// It is unknown whether the provider accepted it.
    Perhaps,
}

/// Sends `words` for `purpose` to `number`, requested from `address`. It is counted first, in its own transaction, and none is
/// open while the provider answers. Returns what is known of the text, and when it was counted.
///
/// A text that the provider could not accept is uncounted, so that another try need not wait. One that may have been
/// sent counts, and so does one that its number refuses: trying again would change nothing.
///
/// # Errors
/// [`Error::limited`] by `phone`; faults of `phone` where nothing was sent.
pub(in crate::models) async fn deliver(
    core: &Core,
    purpose: TextPurpose,
    (number, address): (&Number, IpAddr),
    words: impl FnOnce(&str) -> String,
) -> Result<(Sent, Millis)> {
    check(core, number)?;
    let words = words(&Branding::of(&core.db).await?.name);
    let write = core.begin().await?;
    let spent = budget::spend(core, &write, purpose, (number, address)).await?;
    write.commit().await?;
    hand_over(core, number, &words, spent).await
}

/// Sends a notice about an account to the number that is verified for it, such as that its password was reset. No budget
/// limits it, so that using one up can't suppress it: there must be at most one for each code that was used.
/// Where it can't be sent, that is logged.
pub async fn notify(core: &Core, number: &Number, words: impl FnOnce(&str) -> String) {
    if !core.sms.is_set() {
        return;
    }
    if let Err(err) = try_to_notify(core, number, words).await {
        tracing::warn!(error = %err, "a notice about an account was not sent");
    }
}

async fn try_to_notify(core: &Core, number: &Number, words: impl FnOnce(&str) -> String) -> Result<()> {
    check(core, number)?;
    let words = words(&Branding::of(&core.db).await?.name);
    let write = core.begin().await?;
    let spent = budget::spend_on_notice(core, &write).await?;
    write.commit().await?;
    hand_over(core, number, &words, spent).await?;
    Ok(())
}

/// Whether texts can be sent at all, and to this number: it may have been verified under other settings, or by the operator.
fn check(core: &Core, number: &Number) -> Result<()> {
    if !core.sms.is_set() {
        return Err(Error::fault("phone", SmsError::Unset.to_string()));
    }
    number.check_text_messages(&core.config.texts.countries).map_err(|err| Error::fault("phone", err.to_string()))
}

async fn hand_over(core: &Core, number: &Number, words: &str, spent: budget::BudgetUse) -> Result<(Sent, Millis)> {
    spent.warn(core);
    let then = spent.then();
    let sent = core.sms.send(number, words).await;
    core.metrics.texted(sent.map_or_else(SmsError::name, |()| "sent"));
    match sent {
        Ok(()) => Ok((Sent::Surely, then)),
        Err(SmsError::Unsure) => Ok((Sent::Perhaps, then)),
        Err(err) => {
            if err == SmsError::Unsent
                && let Err(err) = spent.refund(core).await
            {
                tracing::warn!(error = %err, "a text message that was not sent still counts");
            }
            Err(Error::fault("phone", err.to_string()))
        }
    }
}
