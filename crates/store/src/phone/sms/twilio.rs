//! Twilio's `Messages` resource, as Twilio and others offer it: its form and its responses.
//! Retries are in `provider`.

use reqwest::StatusCode;
use serde::Deserialize;

use super::answer::{SmsOutcome, SmsReport};
use portico_platform::config::sms::Sender;
use portico_rules::phone::Number;

/// Twilio's error codes for numbers that no text can reach: not a number, a country that the account may not write to,
/// an opted-out recipient, a landline, switched off.
const UNREACHABLE: [i64; 13] =
    [21211, 21214, 21217, 21265, 21408, 21610, 21612, 21614, 21635, 30003, 30004, 30005, 30006];

/// The body, `application/x-www-form-urlencoded`.
pub(super) fn form(sender: &Sender, to: &Number, text: &str) -> String {
    let (name, value) = match sender {
        Sender::Number(number) => ("From", number),
        Sender::Service(sid) => ("MessagingServiceSid", sid),
    };
    form_urlencoded::Serializer::new(String::new())
        .append_pair("To", to.e164())
        .append_pair(name, value)
        .append_pair("Body", text)
        .finish()
}

/// The response for an accepted message.
#[derive(Deserialize)]
struct TwilioMessage {
    sid: String,
    #[serde(default)]
    status: Option<String>,
    #[serde(default)]
    error_code: Option<i64>,
}

/// The response for a refused one.
#[derive(Deserialize)]
struct TwilioError {
    code: i64,
}

/// The meaning of a response. `otherwise` is what its status means if it is not 2xx.
pub(super) fn read(status: StatusCode, body: &[u8], otherwise: SmsOutcome) -> SmsReport {
    if !status.is_success() {
        let code = serde_json::from_slice::<TwilioError>(body).ok().map(|error| error.code);
        let outcome = match otherwise {
            SmsOutcome::Unsent if code.is_some_and(is_unreachable) => SmsOutcome::Refused,
            other => other,
        };
        return SmsReport::new(outcome, status, code);
    }
    match serde_json::from_slice::<TwilioMessage>(body) {
        Ok(taken) if !taken.sid.is_empty() => {
            let failed = matches!(taken.status.as_deref(), Some("failed" | "undelivered" | "canceled"));
            let outcome = match taken.error_code {
                Some(code) if is_unreachable(code) => SmsOutcome::Refused,
                Some(_) => SmsOutcome::Unsent,
                None if failed => SmsOutcome::Unsent,
                None => SmsOutcome::Sent,
            };
            SmsReport::new(outcome, status, taken.error_code)
        }
        _ => SmsReport::new(SmsOutcome::Unsure, status, None).because("the answer is none of this API’s"),
    }
}

fn is_unreachable(code: i64) -> bool {
    UNREACHABLE.contains(&code)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    fn interpret(status: u16, body: &str, otherwise: SmsOutcome) -> (SmsOutcome, Option<i64>) {
        let status = StatusCode::from_u16(status).unwrap();
        let report = read(status, body.as_bytes(), otherwise);
        (report.outcome, report.code)
    }

    /// Shows: sms.requests
    #[test]
    fn the_form_names_number_sender_and_text() {
        let to = Number::parse("+4915112345642").unwrap();
        let number = Sender::Number("+15005550006".into());
        assert_eq!(
            form(&number, &to, "A code: 012345 & more"),
            "To=%2B4915112345642&From=%2B15005550006&Body=A+code%3A+012345+%26+more"
        );
        let service = Sender::Service("MG0f".into());
        assert!(form(&service, &to, "").contains("&MessagingServiceSid=MG0f&"));
    }

    #[test]
    fn a_message_with_an_id_was_taken_unless_it_has_failed_already() {
        let none = SmsOutcome::Unsent;
        for (body, outcome) in [
            (r#"{"sid":"SM0f","status":"queued","error_code":null}"#, SmsOutcome::Sent),
            (r#"{"sid":"SM0f"}"#, SmsOutcome::Sent),
            (r#"{"sid":"SM0f","status":"failed","error_code":null}"#, SmsOutcome::Unsent),
            (r#"{"sid":"SM0f","status":"failed","error_code":30003}"#, SmsOutcome::Refused),
            (r#"{"sid":"SM0f","status":"failed","error_code":30034}"#, SmsOutcome::Unsent),
            (r#"{"sid":""}"#, SmsOutcome::Unsure),
            (r#"{"status":"queued"}"#, SmsOutcome::Unsure),
            ("<html>Please sign in to this network</html>", SmsOutcome::Unsure),
            ("", SmsOutcome::Unsure),
            ("\u{0}\u{ff}", SmsOutcome::Unsure),
        ] {
            assert_eq!(interpret(201, body, none).0, outcome, "{body}");
        }
    }

    #[test]
    fn a_refusal_is_the_numbers_or_ours_by_its_code() {
        let body = r#"{"code":21211,"message":"The 'To' number +49 is not valid.","status":400}"#;
        assert_eq!(interpret(400, body, SmsOutcome::Unsent), (SmsOutcome::Refused, Some(21211)));
        let body = r#"{"code":20003,"message":"Authenticate","status":401}"#;
        assert_eq!(interpret(401, body, SmsOutcome::Unsent), (SmsOutcome::Unsent, Some(20003)));
        assert_eq!(interpret(400, "nonsense", SmsOutcome::Unsent), (SmsOutcome::Unsent, None));
        // A temporary error is not the number's fault, whatever the code.
        let busy = SmsOutcome::Busy { retry_after: None, perhaps_sent: false };
        assert_eq!(interpret(503, r#"{"code":21211}"#, busy), (busy, Some(21211)));
    }
}
