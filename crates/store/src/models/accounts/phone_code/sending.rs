//! Sending a text: it is counted, handed to the provider, and uncounted where it was surely not sent.
//! The providers are in `phone`.

use std::net::IpAddr;

use super::budget::{self, TextPurpose};
use crate::core::Core;
use crate::models::instance::branding::Branding;
use crate::phone::SmsError;
use portico_crypto::Plain;
use portico_platform::error::{Error, Result};
use portico_rules::clock::Millis;
use portico_rules::ids::UserId;
use portico_rules::language::Language;
use portico_rules::phone::Number;

/// The key of the text in place of the notices that an account gets no more of today.
const MORE_HAPPENED: &str = "text-more-happened";

/// The result of handing a text over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendCertainty {
    /// The provider accepted it.
    Surely,
    /// It is unknown whether the provider accepted it.
    Perhaps,
}

/// A text message, before it is in words.
#[derive(Clone, Copy)]
pub struct TextMessage<'a> {
    /// The language of its reader.
    pub language: &'static Language,
    /// The key of the message, whose arguments are the instance's name and the code.
    pub key: &'static str,
    /// The code, if there is one.
    pub code: Option<&'a Plain>,
}

impl TextMessage<'_> {
    async fn text(self, core: &Core) -> Result<String> {
        let instance = Branding::load(&core.db).await?.name;
        let code = self.code.map_or("", Plain::expose);
        core.wording.message(self.language, self.key, &[("instance", &instance), ("code", code)])
    }
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
    words: TextMessage<'_>,
) -> Result<(SendCertainty, Millis)> {
    check(core, number)?;
    let text = words.text(core).await?;
    let write = core.begin().await?;
    let spent = budget::spend(core, &write, purpose, (number, address)).await?;
    write.commit().await?;
    hand_over(core, number, &text, spent).await
}

/// Sends the notice with this key about an account, in its language, to the number that is verified for it, such as that its
/// password was reset. The first of a day is always sent; [`budget::MAX_NOTICES_A_DAY`] are, then a summary, and then none until
/// the day ends. Where it can't be sent, that is logged.
pub async fn notify(core: &Core, account: (UserId, &'static Language), number: &Number, key: &'static str) {
    if !core.sms.is_set() {
        return;
    }
    match try_to_notify(core, account, number, key).await {
        Ok(true) => {}
        Ok(false) => tracing::info!("a notice about an account was not sent: the budget of notices is spent"),
        Err(err) => tracing::warn!(error = %err, "a notice about an account was not sent"),
    }
}

/// False where a budget held it back.
async fn try_to_notify(
    core: &Core,
    (user_id, language): (UserId, &'static Language),
    number: &Number,
    key: &'static str,
) -> Result<bool> {
    check(core, number)?;
    let write = core.begin().await?;
    let Some(notice) = budget::spend_on_notice(core, &write, user_id).await? else {
        return Ok(false);
    };
    write.commit().await?;
    let key = if notice.is_summary { MORE_HAPPENED } else { key };
    let text = TextMessage { language, key, code: None }.text(core).await?;
    hand_over(core, number, &text, notice.spent).await?;
    Ok(true)
}

/// Refuses where texts can't be sent at all, or not to this number: it may have been verified under other settings, or
/// by the operator.
fn check(core: &Core, number: &Number) -> Result<()> {
    if !core.sms.is_set() {
        return Err(Error::fault("phone", SmsError::Unset.to_string()));
    }
    number.check_text_messages(&core.config.texts.countries).map_err(|err| Error::fault("phone", err.to_string()))
}

async fn hand_over(
    core: &Core,
    number: &Number,
    text: &str,
    spent: budget::BudgetUse,
) -> Result<(SendCertainty, Millis)> {
    spent.warn(core);
    let then = spent.then();
    let sent = core.sms.send(number, text).await;
    core.metrics.texted(sent.map_or_else(SmsError::name, |()| "sent"));
    match sent {
        Ok(()) => Ok((SendCertainty::Surely, then)),
        Err(SmsError::Unsure) => Ok((SendCertainty::Perhaps, then)),
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
