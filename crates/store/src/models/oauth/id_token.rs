//! The claims of ID tokens (OpenID Connect Core 1.0, section 2). Pure.
//! Signing them is in `signing_key`.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use crate::models::oauth::authorization_code::IssuedTokens;
use crate::models::oauth::profile::has_scope;
use crate::models::oauth::signing_key::ID_TOKEN_LIFETIME;
use portico_crypto::tokens::{Plain, SecretHash};
use portico_rules::base_url::BaseUrl;
use portico_rules::clock::Millis;
use portico_rules::ids::{self, AppId, UserId};

/// The claims about a sign-in that was just exchanged, at the time `now`. With the scope `profile` they name the user: many
/// clients read names here alone, and never ask for the claims at `/oauth/userinfo`.
pub fn claims(base: &BaseUrl, app_id: AppId, issued: &IssuedTokens, now: Millis) -> Value {
    let issued_at = now / 1000;
    let mut claims = json!({
        "iss": base.origin(),
        "sub": issued.identity.user_id.to_string(),
        "aud": app_id.to_string(),
        "exp": issued_at.saturating_add_unsigned(ID_TOKEN_LIFETIME.as_secs()),
        "iat": issued_at,
        "auth_time": issued.auth_time / 1000,
        "at_hash": at_hash(&issued.access_token),
        "acr": acr(&issued.amr),
        "amr": issued.amr.split(' ').collect::<Vec<_>>(),
    });
    if let Some(nonce) = &issued.nonce {
        claims["nonce"] = nonce.as_str().into();
    }
    if has_scope(&issued.scope, "profile") {
        for (name, value) in issued.identity.profile_claims(base) {
            claims[name] = value.into();
        }
    }
    claims
}

/// The values of `acr`: one step, and two.
pub const ACR_VALUES: [&str; 2] = ["1", "2"];

/// How much the person showed in the session: `2` where two steps were taken in it. Trust in a browser is none.
fn acr(amr: &str) -> &'static str {
    let [one, two] = ACR_VALUES;
    match amr.split(' ').any(|method| method == "mfa") {
        true => two,
        false => one,
    }
}

/// The app and the user of an ID token that comes back as a hint: its one audience, and its subject.
pub fn subject(claims: &Value) -> Option<(AppId, UserId)> {
    let text = |name: &str| claims.get(name)?.as_str();
    Some((ids::parse(text("aud")?)?, ids::parse(text("sub")?)?))
}

/// The left half of the access token's SHA-256 (section 3.1.3.6), which is the hash of both algorithms.
fn at_hash(access_token: &Plain) -> String {
    let hash = SecretHash::new(access_token);
    BASE64_URL_SAFE_NO_PAD.encode(&hash.as_bytes()[..16])
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::models::oauth::authorization_code::Identity;

    /// Shows: id-token.claims
    #[test]
    fn the_claims_are_those_of_the_standard_and_no_others() {
        let issued = IssuedTokens {
            access_token: Plain::from("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y"),
            identity: Identity {
                user_id: 7.into(),
                nickname: "mira".to_owned(),
                name: "Mira".to_owned(),
                picture_at: Some(5),
            },
            scope: "openid".to_owned(),
            nonce: Some("n-0S6_WzA2Mj".to_owned()),
            auth_time: 1_767_225_599_999,
            amr: "pwd".to_owned(),
            id_token_alg: "RS256".to_owned(),
        };
        let base = BaseUrl::parse("https://chat.example.org").unwrap();
        let with = |nonce: Option<&str>| {
            let nonce = nonce.map(str::to_owned);
            let issued = IssuedTokens { nonce, ..issued.clone() };
            claims(&base, AppId::new(8), &issued, 1_767_225_600_000)
        };
        let mut expected = json!({
            "iss": "https://chat.example.org",
            "sub": "7",
            "aud": "8",
            "exp": 1_767_226_200,
            "iat": 1_767_225_600,
            "auth_time": 1_767_225_599,
            // The example of section 3.1.3.6's access token, as in appendix A.3.
            "at_hash": "77QmUPtjPfzWtF2AnpK9RQ",
            "acr": "1",
            "amr": ["pwd"],
        });
        assert_eq!(with(None), expected);
        expected["nonce"] = "n-0S6_WzA2Mj".into();
        assert_eq!(with(Some("n-0S6_WzA2Mj")), expected);
        let second = IssuedTokens { amr: "pwd otp mfa".to_owned(), ..issued.clone() };
        let stepped = claims(&base, AppId::new(8), &second, 1_767_225_600_000);
        assert_eq!(stepped["amr"], json!(["pwd", "otp", "mfa"]));
        assert_eq!(stepped["acr"], "2");
        let named = IssuedTokens { scope: "openid profile".to_owned(), ..issued.clone() };
        let more = [
            ("nonce", json!("n-0S6_WzA2Mj")),
            ("name", json!("Mira")),
            ("nickname", json!("mira")),
            ("preferred_username", json!("mira")),
            ("picture", json!("https://chat.example.org/avatars/user/7?v=5")),
        ];
        for (name, value) in more {
            expected[name] = value;
        }
        assert_eq!(claims(&base, AppId::new(8), &named, 1_767_225_600_000), expected);
    }
}
