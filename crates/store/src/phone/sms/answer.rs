//! Interprets a provider's response: its status, `Retry-After`, and a bounded part of its body.
//! Provider-specific error codes are in the provider's module.

use std::time::Duration;

use reqwest::header::{HeaderMap, RETRY_AFTER};
use reqwest::{Response, StatusCode};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc2822;

use portico_rules::clock::Millis;

/// Responses are shorter than this.
const MAX_BYTES: usize = 64 * 1024;

/// The outcome of one attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SmsOutcome {
    /// The provider accepted the text.
    Sent,
    /// The provider can't accept it at the moment. Retrying may help, after `Retry-After` if that is set.
    Busy {
        /// From `Retry-After`.
        retry_after: Option<Duration>,
        /// True if the text may have been sent nevertheless.
        perhaps_sent: bool,
    },
    /// The provider refused, and would again.
    Unsent,
    /// The same, because of the number.
    Refused,
    /// Unknown: another attempt could send it twice.
    Unsure,
}

/// An attempt, for the log: without number, text, token or the provider's message, which repeats the number.
#[derive(Debug)]
pub(super) struct SmsReport {
    pub(super) outcome: SmsOutcome,
    /// The status, if there was a response.
    pub(super) status: Option<u16>,
    /// The provider's error code.
    pub(super) code: Option<i64>,
    /// The problem with the connection or the response.
    pub(super) cause: Option<String>,
}

impl SmsReport {
    /// For a response.
    pub(super) fn new(outcome: SmsOutcome, status: StatusCode, code: Option<i64>) -> Self {
        Self { outcome, status: Some(status.as_u16()), code, cause: None }
    }

    /// The same, with an error.
    pub(super) fn because(self, cause: &str) -> Self {
        Self { cause: Some(cause.to_owned()), ..self }
    }

    /// For a request without a response.
    pub(super) fn unanswered(err: reqwest::Error) -> Self {
        let outcome = if err.is_connect() {
            // The request had not been sent yet.
            SmsOutcome::Busy { retry_after: None, perhaps_sent: false }
        } else {
            SmsOutcome::Unsure
        };
        Self { outcome, status: None, code: None, cause: Some(causes(&err.without_url())) }
    }
}

/// The meaning of a status other than 2xx.
pub(super) fn of_status(status: StatusCode, headers: &HeaderMap, now: Millis) -> SmsOutcome {
    if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() {
        SmsOutcome::Busy {
            retry_after: retry_after(headers, now),
            // The service behind the gateway may have received it.
            perhaps_sent: status == StatusCode::GATEWAY_TIMEOUT,
        }
    } else {
        SmsOutcome::Unsent
    }
}

/// `Retry-After` (RFC 9110 section 10.2.3): seconds, or a date.
fn retry_after(headers: &HeaderMap, now: Millis) -> Option<Duration> {
    let value = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = value.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let moment = OffsetDateTime::parse(value, &Rfc2822).ok()?;
    let seconds = moment.unix_timestamp() - now.div_euclid(1000);
    Some(Duration::from_secs(u64::try_from(seconds).unwrap_or(0)))
}

/// The body, unless it is too long or incomplete.
pub(super) async fn body(mut response: Response) -> Result<Vec<u8>, String> {
    let mut body = Vec::new();
    loop {
        match response.chunk().await {
            Ok(Some(chunk)) if body.len() + chunk.len() <= MAX_BYTES => {
                body.extend_from_slice(&chunk);
            }
            Ok(Some(_)) => return Err("the answer is too long".into()),
            Ok(None) => return Ok(body),
            Err(err) => return Err(causes(&err.without_url())),
        }
    }
}

/// An error with all its sources: the outer one says little.
fn causes(err: &dyn std::error::Error) -> String {
    let mut chain = err.to_string();
    let mut inner = err.source();
    while let Some(err) = inner {
        let text = err.to_string();
        if !chain.ends_with(&text) {
            chain = format!("{chain}: {text}");
        }
        inner = err.source();
    }
    chain
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    /// 1994-11-06 08:49:00 UTC.
    const NOW: Millis = 784_111_740_000;

    fn wait(value: &str) -> Option<u64> {
        let mut headers = HeaderMap::new();
        headers.insert(RETRY_AFTER, value.parse().unwrap());
        retry_after(&headers, NOW).map(|span| span.as_secs())
    }

    /// Shows: sms.tried-again
    #[test]
    fn retry_after_is_read_as_seconds_and_as_a_moment() {
        assert_eq!(wait("7"), Some(7));
        assert_eq!(wait(" 0 "), Some(0));
        assert_eq!(wait("Sun, 06 Nov 1994 08:49:37 GMT"), Some(37));
        assert_eq!(wait("Sun, 06 Nov 1994 08:48:37 GMT"), Some(0));
        for nonsense in ["", "soon", "-1", "1.5", "99999999999999999999"] {
            assert_eq!(wait(nonsense), None, "{nonsense}");
        }
        assert_eq!(retry_after(&HeaderMap::new(), NOW), None);
    }

    #[test]
    fn temporary_and_permanent_errors_are_distinguished() {
        let of = |status: u16| of_status(StatusCode::from_u16(status).unwrap(), &HeaderMap::new(), NOW);
        let busy = |perhaps_sent| SmsOutcome::Busy { retry_after: None, perhaps_sent };
        for status in [429, 500, 502, 503] {
            assert_eq!(of(status), busy(false), "{status}");
        }
        assert_eq!(of(504), busy(true));
        for status in [301, 302, 307, 400, 401, 403, 404, 405, 415, 422] {
            assert_eq!(of(status), SmsOutcome::Unsent, "{status}");
        }
    }
}
