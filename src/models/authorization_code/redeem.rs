//! The exchange of a code for an identity (spec section 4.2): once, whoever asks and however many ask at a time.
//! What goes over the wire stands with the routes.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::LockType;
use sea_orm::{ConnectionTrait, QuerySelect};

use super::{Column, Entity, Model, read};
use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::instance::Instance;
use crate::models::app_event::{self, Kind};
use crate::models::{ClientSecret, Grant, OauthApp, User};
use crate::security::tokens::Hashed;

/// What an app shows for an identity.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The code.
    pub code: &'a str,
    /// The redirect URI it came to.
    pub redirect_uri: &'a str,
    /// The verifier (RFC 7636), where it sent one.
    pub verifier: Option<&'a str>,
}

impl std::fmt::Debug for Asked<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Asked").finish_non_exhaustive()
    }
}

/// Why nothing was exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The secret was dropped while the request was under way.
    Client,
    /// The code does not stand for an identity here and now. Why, the app's owner reads in its log.
    Grant,
}

/// Why a code was refused. Told to the app's owner, never to whoever showed the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The app got no such code, or its approval was taken back.
    Unknown,
    /// It was exchanged before.
    Used,
    /// It was shown too late.
    Expired,
    /// It was sent to another redirect URI.
    RedirectUri,
    /// It was asked for with a challenge, and shown without a verifier.
    VerifierMissing,
    /// It was asked for without a challenge, and shown with a verifier.
    VerifierUnexpected,
    /// The verifier does not meet the challenge.
    VerifierWrong,
}

impl Reason {
    /// Its name in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Used => "used",
            Self::Expired => "expired",
            Self::RedirectUri => "redirect_uri",
            Self::VerifierMissing => "verifier_missing",
            Self::VerifierUnexpected => "verifier_unexpected",
            Self::VerifierWrong => "verifier_wrong",
        }
    }

    /// A sentence for the app's owner about a reason of this name.
    pub fn explained(name: &str) -> &'static str {
        match name {
            "used" => "The code had been exchanged before.",
            "expired" => "The code was shown too late. It lives for 60 seconds.",
            "redirect_uri" => {
                "`redirect_uri` was not the one that the code was sent to. Both must be the same text."
            }
            "verifier_missing" => {
                "The code was asked for with a `code_challenge`, but shown without its `code_verifier`."
            }
            "verifier_unexpected" => {
                "A `code_verifier` came with a code that was asked for without a `code_challenge`."
            }
            "verifier_wrong" => "`code_verifier` does not belong to the `code_challenge`.",
            _ => {
                "The app never got such a code, or the person took their approval back before it was exchanged."
            }
        }
    }
}

impl Model {
    /// Exchanges a code for the person it stands for. The app has proved itself with `secret`.
    ///
    /// # Errors
    /// When the database can't be reached. A refusal is an answer, not an error; it consumes nothing.
    pub async fn redeem(
        at: &Instance,
        secret: &ClientSecret,
        asked: Asked<'_>,
    ) -> Result<Result<User, Refused>> {
        let (now, app_id) = (at.now(), secret.app_id);
        let write = at.begin().await?;
        let candidate = candidate(&*write, app_id, asked).await?;
        // Held in the order in which deletions hold them, so that none waits for the other.
        let person = match &candidate {
            Some((id, _, user_id)) => User::hold(&*write, *user_id).await?.map(|user| (*id, user)),
            None => None,
        };
        if !OauthApp::hold(&*write, app_id, LockType::KeyShare).await?
            || !secret.note_use(&*write, now).await?
        {
            return Ok(Err(Refused::Client));
        }
        if let (Some((_, hash, _)), Some((id, user))) = (candidate, person)
            && take(&*write, id, hash, app_id, asked, now).await?
        {
            if !Grant::note_use(&*write, user.id, app_id, now).await? {
                return Err(Error::internal("a code outlived its grant"));
            }
            app_event::record(&*write, at.id(), app_id, Kind::Exchanged(user.id)).await?;
            write.commit().await?;
            return Ok(Ok(user));
        }
        let kind = match reason(&*write, app_id, asked, now).await? {
            Reason::Used => Kind::CodeReplayed,
            reason => Kind::ExchangeFailed(reason),
        };
        app_event::record(&*write, at.id(), app_id, kind).await?;
        write.commit().await?;
        Ok(Err(Refused::Grant))
    }
}

/// The code's id, the hash of its secret part, and whose row may have to be held. Nothing is decided by it.
async fn candidate(
    db: &impl ConnectionTrait,
    app_id: i64,
    asked: Asked<'_>,
) -> Result<Option<(i64, Hashed, i64)>> {
    let Some((id, hash)) = read(asked.code) else {
        return Ok(None);
    };
    let user_id: Option<i64> = Entity::find_by_id(id)
        .filter(Column::AppId.eq(app_id))
        .select_only()
        .column(Column::UserId)
        .into_tuple()
        .one(db)
        .await?;
    Ok(user_id.map(|user_id| (id, hash, user_id)))
}

/// Takes the code, if everything about it is right. This one statement decides: of any number of
/// exchanges at a time it finds the code unused for one, and whatever does not match consumes nothing.
/// The code's row goes with its grant, and the grant with the person and the app.
async fn take(
    db: &impl ConnectionTrait,
    id: i64,
    hash: Hashed,
    app_id: i64,
    asked: Asked<'_>,
    now: Millis,
) -> Result<bool> {
    if !asked
        .redirect_uri
        .bytes()
        .all(|byte| byte.is_ascii_graphic())
    {
        // No redirect URI is like that, and Postgres does not even take a text with a zero in it.
        return Ok(false);
    }
    let challenge = match asked.verifier {
        None => Column::CodeChallenge.is_null(),
        Some(verifier) => match challenge_of(verifier) {
            Some(challenge) => Column::CodeChallenge.eq(challenge),
            None => return Ok(false),
        },
    };
    let taken = Entity::update_many()
        .col_expr(Column::UsedAt, Expr::value(now))
        .filter(Column::Id.eq(id))
        .filter(Column::SecretHash.eq(hash.to_vec()))
        .filter(Column::AppId.eq(app_id))
        .filter(Column::RedirectUri.eq(asked.redirect_uri))
        .filter(challenge)
        .filter(Column::ExpiresAt.gt(now))
        .filter(Column::UsedAt.is_null())
        .exec(db)
        .await?;
    Ok(taken.rows_affected == 1)
}

/// Why a code was not taken, found out afterwards, for the log alone.
async fn reason(
    db: &impl ConnectionTrait,
    app_id: i64,
    asked: Asked<'_>,
    now: Millis,
) -> Result<Reason> {
    let Some((id, hash)) = read(asked.code) else {
        return Ok(Reason::Unknown);
    };
    let kept = Entity::find_by_id(id)
        .filter(Column::AppId.eq(app_id))
        .one(db)
        .await?
        .filter(|code| Hashed::from_bytes(&code.secret_hash) == Some(hash));
    Ok(match kept {
        None => Reason::Unknown,
        Some(code) if code.used_at.is_some() => Reason::Used,
        Some(code) if code.expires_at <= now => Reason::Expired,
        Some(code) if code.redirect_uri != asked.redirect_uri => Reason::RedirectUri,
        Some(code) => match (code.code_challenge, asked.verifier) {
            (Some(_), None) => Reason::VerifierMissing,
            (None, Some(_)) => Reason::VerifierUnexpected,
            (Some(_), Some(_)) => Reason::VerifierWrong,
            (None, None) => Reason::Unknown,
        },
    })
}

/// The challenge that a verifier meets, by S256 (RFC 7636, section 4.6). None for what can't be a
/// verifier: those have 43 to 128 unreserved characters (section 4.1).
fn challenge_of(verifier: &str) -> Option<String> {
    let is_unreserved =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~');
    ((43..=128).contains(&verifier.len()) && verifier.bytes().all(is_unreserved))
        .then(|| BASE64_URL_SAFE_NO_PAD.encode(Hashed::of_text(verifier).as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::challenge_of;

    #[test]
    fn a_verifier_meets_the_challenge_that_the_standard_gives_as_example() {
        assert_eq!(
            challenge_of("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk").as_deref(),
            Some("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
        );
    }

    #[test]
    fn what_is_too_short_too_long_or_of_other_characters_is_no_verifier() {
        assert!(challenge_of(&"a".repeat(42)).is_none());
        assert!(challenge_of(&"a".repeat(43)).is_some());
        assert!(challenge_of(&"a".repeat(128)).is_some());
        assert!(challenge_of(&"a".repeat(129)).is_none());
        assert!(challenge_of(&format!("{}+", "a".repeat(43))).is_none());
        assert!(challenge_of(&"é".repeat(43)).is_none());
    }
}
