//! The counter of steps, with what is counted of a translation at least.

pub use portico_rules::steps::*;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::counted;
    use crate::{body::Body, discord, slack};

    #[test]
    fn every_byte_of_a_text_is_a_step_at_least() {
        let text = "a*".repeat(5_000);
        let body = json!({ "content": text, "text": text });
        let (_, of_discord) = counted(|| discord::translate(Body::from(&body)));
        let (_, of_slack) = counted(|| slack::translate(Body::from(&body)));
        assert!(of_discord >= text.len() && of_slack >= text.len());
    }
}
