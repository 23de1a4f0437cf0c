//! What happens to a text message when its provider fails, and what the log says about it.

use std::time::Duration;

use portico_store::phone::SmsError;
use rocket::figment::value::Value;
use rocket::tokio::net::TcpListener;

use super::{NUMBER, TEXT, TOKEN, Transport, twilio};
use crate::support::{LogLines, Provider, Reply};

/// What becomes of a text, how often the provider was asked, and the pauses between.
async fn told(replies: impl IntoIterator<Item = Reply>) -> (Result<(), SmsError>, usize, Duration) {
    told_with(replies, []).await
}

async fn told_with(
    replies: impl IntoIterator<Item = Reply>,
    more: impl IntoIterator<Item = (&'static str, Value)>,
) -> (Result<(), SmsError>, usize, Duration) {
    let provider = Provider::answering(replies).await;
    let transport = Transport::open(twilio(&provider.origin(), more));
    let sent = transport.send().await;
    (sent, provider.heard().len(), transport.paused())
}

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// Shows: sms.tried-again
#[tokio::test]
async fn after_a_500_the_text_is_sent_at_the_next_attempt() {
    let sent = told([Reply::status(500), Reply::taken()]).await;
    assert_eq!(sent, (Ok(()), 2, ms(500)));
}

/// Shows: sms.tried-again
#[tokio::test]
async fn each_pause_is_twice_as_long_and_after_the_last_attempt_there_is_none() {
    let sent = told([Reply::status(503)]).await;
    assert_eq!(sent, (Err(SmsError::Unsent), 3, ms(1_500)));
    let more = [("attempts", 5.into()), ("backoff_ms", 10.into())];
    let sent = told_with([Reply::status(503)], more).await;
    assert_eq!(sent, (Err(SmsError::Unsent), 5, ms(150)));
}

/// Shows: sms.tried-again
#[tokio::test]
async fn a_429_is_asked_again_when_it_says() {
    let busy = Reply::refused(429, 20429, "Too Many Requests").header("Retry-After", "3");
    let sent = told([busy, Reply::taken()]).await;
    assert_eq!(sent, (Ok(()), 2, ms(3_000)));
}

/// Shows: sms.tried-again
#[tokio::test]
async fn a_long_retry_after_is_not_waited_for() {
    for later in ["12", "3600", "Thu, 01 Jan 2026 00:10:00 GMT"] {
        let busy = Reply::status(429).header("Retry-After", later);
        let sent = told([busy, Reply::taken()]).await;
        assert_eq!(sent, (Err(SmsError::Unsent), 1, ms(0)), "{later}");
    }
}

/// Shows: sms.tried-again
#[tokio::test]
async fn all_attempts_and_pauses_together_have_a_time_limit() {
    let busy = || Reply::status(503).header("Retry-After", "5");
    let more = [("attempts", 5.into())];
    let sent = told_with([busy(), busy(), busy(), busy(), Reply::taken()], more).await;
    assert_eq!(sent, (Err(SmsError::Unsent), 3, ms(10_000)));
}

/// Shows: sms.faults-told
#[tokio::test]
async fn an_unreachable_number_and_a_provider_error_have_different_messages() {
    let words = "The 'To' number +4915112345642 is not a valid phone number.";
    let sent = told([Reply::refused(400, 21211, words)]).await;
    assert_eq!(sent, (Err(SmsError::Refused), 1, ms(0)));
    for (status, code) in [(401, 20003), (404, 20404), (400, 21606), (403, 20008)] {
        let sent = told([Reply::refused(status, code, "No.")]).await;
        assert_eq!(sent, (Err(SmsError::Unsent), 1, ms(0)), "{code}");
    }
}

/// Shows: sms.not-twice
#[tokio::test]
async fn a_provider_that_hangs_is_waited_for_once_with_an_unknown_outcome() {
    let more = [("timeout_ms", 60.into()), ("patience_ms", 90.into())];
    let sent = told_with([Reply::Nothing], more).await;
    assert_eq!(sent, (Err(SmsError::Unsure), 1, ms(0)));
}

/// Shows: sms.not-twice
#[tokio::test]
async fn what_may_have_gone_out_is_not_sent_twice() {
    for reply in [
        Reply::HangUp,
        Reply::Bytes(b"\x15\x03\x01\x00\x02\x02\x46"),
        Reply::Bytes(b"HTTP/1.1 201 Created\r\nContent-Length: 500\r\n\r\n{\"sid\":"),
        Reply::body(201, "<html>Sign in to this network</html>"),
        Reply::body(200, ""),
        Reply::body(201, "{}"),
    ] {
        let sent = told([reply.clone(), Reply::taken()]).await;
        assert_eq!(sent, (Err(SmsError::Unsure), 1, ms(0)), "{reply:?}");
    }
}

/// Shows: sms.not-twice
#[tokio::test]
async fn after_a_gateway_timeout_the_outcome_is_unknown() {
    let sent = told([Reply::status(504), Reply::status(500)]).await;
    assert_eq!(sent, (Err(SmsError::Unsure), 3, ms(1_500)));
}

/// Shows: sms.line
#[tokio::test]
async fn an_endless_answer_is_not_read_to_its_end() {
    let long = format!(r#"{{"sid":"SM0f","words":"{}"}}"#, "a".repeat(1024 * 1024));
    let sent = told([Reply::body(201, &long)]).await;
    assert_eq!(sent, (Err(SmsError::Unsure), 1, ms(0)));
}

#[tokio::test]
async fn a_refused_connection_is_retried_and_nothing_was_sent() {
    let nobody = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let origin = format!("http://{}", nobody.local_addr().unwrap());
    drop(nobody);
    let transport = Transport::open(twilio(&origin, []));
    assert_eq!(transport.send().await, Err(SmsError::Unsent));
    assert_eq!(transport.paused(), ms(1_500));
}

/// Shows: sms.line
#[tokio::test]
async fn a_redirect_is_not_followed_with_the_token() {
    let elsewhere = Provider::answering([Reply::taken()]).await;
    for status in [301, 302, 303, 307, 308] {
        let to = format!("{}/elsewhere", elsewhere.origin());
        let sent = told([Reply::status(status).header("Location", to)]).await;
        assert_eq!(sent, (Err(SmsError::Unsent), 1, ms(0)), "{status}");
    }
    assert!(elsewhere.heard().is_empty());
}

/// Shows: sms.faults-told
#[tokio::test]
async fn the_log_has_the_providers_code_but_no_number_text_or_token() {
    let lines = LogLines::default();
    let words = format!("The 'To' number {NUMBER} is not valid: {TEXT} ({TOKEN})");
    let guard = lines.listen();
    for reply in [
        Reply::taken(),
        Reply::refused(400, 21211, &words),
        Reply::refused(401, 20003, &words),
        Reply::refused(429, 20429, &words),
        Reply::body(500, &words),
        Reply::body(201, &words),
        Reply::HangUp,
        Reply::Nothing,
    ] {
        let more = [("timeout_ms", 60.into()), ("attempts", 1.into())];
        let _ = told_with([reply], more).await;
    }
    drop(guard);
    let log = lines.text();
    for told in ["code=21211", "code=20003", "status=429", "status=500", "attempts=1"] {
        assert!(log.contains(told), "{told} in\n{log}");
    }
    let ours: Vec<&str> = log.lines().filter(|line| line.contains(" portico")).collect();
    assert!(ours.len() >= 8, "{log}");
    for secret in [NUMBER, "4915112345642", "12345642", "012345", TOKEN] {
        // What other crates say is hushed by the program, and these say nothing of it either.
        assert!(!log.contains(secret), "{secret} in\n{log}");
    }
}
