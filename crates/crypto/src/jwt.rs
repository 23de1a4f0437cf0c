//! JSON Web Tokens in the compact form (RFC 7515, 7519): signing them, reading them, and checking a signature.
//! `models::oauth::signing_key` decides which key signs; claims are made by those who need them.

mod key;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

pub use key::{Algorithm, JwtKeyError, KeyPair, PublicKey};

/// The most bytes of a token that is read: several times as many as one of ours has.
pub const MAX_LENGTH: usize = 8 * 1024;

/// The header. A token is read only where its header is byte for byte what this would write. So it has no `crit` and
/// nothing that this may announce, and neither `jwk`, `jku` nor `x5c` with a key of the sender's choice (RFC 7515,
/// section 4.1).
#[derive(Serialize, Deserialize)]
struct Header<'a> {
    alg: &'a str,
    kid: &'a str,
    typ: &'a str,
}

impl<'a> Header<'a> {
    fn new(algorithm: Algorithm, kid: &'a str) -> Self {
        Self { alg: algorithm.as_str(), kid, typ: "JWT" }
    }

    fn written(&self) -> Result<Vec<u8>, JwtKeyError> {
        serde_json::to_vec(self).map_err(|_| JwtKeyError::Signing)
    }
}

/// Signs claims; the header names the key by `kid`.
///
/// # Errors
/// [`JwtKeyError::Signing`] when the key can't sign.
pub fn sign(key: &KeyPair, kid: &str, claims: &Value) -> Result<String, JwtKeyError> {
    let header = Header::new(key.public().algorithm(), kid).written()?;
    signed(key, header, claims)
}

/// Signs claims without naming the key, for readers that get it in another way.
///
/// # Errors
/// [`JwtKeyError::Signing`] when the key can't sign.
pub fn sign_anonymously(key: &KeyPair, claims: &Value) -> Result<String, JwtKeyError> {
    let alg = key.public().algorithm().as_str();
    signed(key, json!({ "alg": alg, "typ": "JWT" }).to_string(), claims)
}

fn signed(key: &KeyPair, header: impl AsRef<[u8]>, claims: &Value) -> Result<String, JwtKeyError> {
    let mut token = BASE64_URL_SAFE_NO_PAD.encode(header);
    token.push('.');
    BASE64_URL_SAFE_NO_PAD.encode_string(claims.to_string(), &mut token);
    let signature = key.sign(token.as_bytes())?;
    token.push('.');
    BASE64_URL_SAFE_NO_PAD.encode_string(signature, &mut token);
    Ok(token)
}

/// A token as it was sent. Nothing that it says is known to be true before [`Self::claims_if_signed_by`] gives it.
#[derive(Debug)]
pub struct UnverifiedToken<'a> {
    /// ID of the key that it claims to be signed with.
    pub kid: String,
    algorithm: Algorithm,
    signed: &'a str,
    claims: &'a str,
    signature: Vec<u8>,
}

impl<'a> UnverifiedToken<'a> {
    /// Reads a token; none where it is not one that [`sign`] could have made.
    pub fn read(token: &'a str) -> Option<Self> {
        if token.len() > MAX_LENGTH {
            return None;
        }
        let (signed, signature) = token.rsplit_once('.')?;
        let (header, claims) = signed.split_once('.')?;
        let sent = BASE64_URL_SAFE_NO_PAD.decode(header).ok()?;
        let Header { alg, kid, .. } = serde_json::from_slice(&sent).ok()?;
        let algorithm = Algorithm::parse(alg)?;
        let ours = Header::new(algorithm, kid).written().ok()?;
        (ours == sent).then_some(())?;
        Some(Self {
            kid: kid.to_owned(),
            algorithm,
            signed,
            claims,
            signature: BASE64_URL_SAFE_NO_PAD.decode(signature).ok()?,
        })
    }

    /// The claims, where this key signed them, by its own algorithm: that of the header only has to be the same (RFC
    /// 8725, section 3.1). Doesn't check whether the token has expired.
    pub fn claims_if_signed_by(&self, key: &PublicKey) -> Option<Map<String, Value>> {
        let is_signed = self.algorithm == key.algorithm() && key.verifies(self.signed.as_bytes(), &self.signature);
        is_signed.then_some(())?;
        let claims = BASE64_URL_SAFE_NO_PAD.decode(self.claims).ok()?;
        serde_json::from_slice(&claims).ok()
    }
}

#[cfg(test)]
mod tests;
