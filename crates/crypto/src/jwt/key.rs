//! Key pairs that sign tokens: RSA with PKCS #1 v1.5 and SHA-256, and ECDSA on P-256 (RFC 7518, sections 3.3 and 3.4).
//! Where they are stored, and for how long one signs, is in `models::oauth::signing_key`.

use std::fmt;

use aws_lc_rs::encoding::{AsDer, Pkcs8V1Der};
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::KeySize;
use aws_lc_rs::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _, RSA_PKCS1_2048_8192_SHA256,
    RSA_PKCS1_SHA256, RsaKeyPair, RsaPublicKeyComponents, UnparsedPublicKey,
};
use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::Plain;

/// The size of an RSA modulus: what every client takes, and enough for signatures that are checked within minutes.
const RSA_SIZE: KeySize = KeySize::Rsa2048;
/// The bytes of a coordinate on P-256.
const COORDINATE: usize = 32;

/// The signature of a token, by its name in `alg` (RFC 7518, section 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// RSA with PKCS #1 v1.5 and SHA-256, which every OpenID Connect client supports.
    Rs256,
    /// ECDSA on P-256 with SHA-256: shorter, and faster to sign.
    Es256,
}

impl Algorithm {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Rs256, Self::Es256];

    /// Parses the name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }

    /// The name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Rs256 => "RS256",
            Self::Es256 => "ES256",
        }
    }
}

/// Reason a key can't be used. It contains nothing of the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JwtKeyError {
    /// No key could be generated.
    #[error("no signing key could be generated")]
    Generating,
    /// It is no private key of the algorithm.
    #[error("the private key is malformed")]
    Malformed,
    /// No signature could be made.
    #[error("the token could not be signed")]
    Signing,
}

/// A private key with its public one. `Debug` shows only the latter.
pub struct KeyPair {
    private: PrivateKey,
    public: PublicKey,
}

enum PrivateKey {
    Rsa(Box<RsaKeyPair>),
    Ec(Box<EcdsaKeyPair>),
}

impl KeyPair {
    /// Generates a private key: PKCS #8 (RFC 5958) in base64. For RSA it takes about a tenth of a second of computing.
    ///
    /// # Errors
    /// [`JwtKeyError::Generating`].
    pub fn generate(algorithm: Algorithm) -> Result<Plain, JwtKeyError> {
        let der = match algorithm {
            Algorithm::Rs256 => RsaKeyPair::generate(RSA_SIZE)
                .and_then(|pair| AsDer::<Pkcs8V1Der<'_>>::as_der(&pair))
                .ok()
                .map(|der| BASE64_STANDARD.encode(der.as_ref())),
            Algorithm::Es256 => EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())
                .ok()
                .map(|der| BASE64_STANDARD.encode(der)),
        };
        der.map(Plain::from).ok_or(JwtKeyError::Generating)
    }

    /// Reads what [`Self::generate`] gave.
    ///
    /// # Errors
    /// [`JwtKeyError::Malformed`].
    pub fn read(algorithm: Algorithm, private: &Plain) -> Result<Self, JwtKeyError> {
        let malformed = |_| JwtKeyError::Malformed;
        let der = BASE64_STANDARD.decode(private.expose()).map_err(|_| JwtKeyError::Malformed)?;
        match algorithm {
            Algorithm::Rs256 => {
                let pair = RsaKeyPair::from_pkcs8(&der).map_err(malformed)?;
                let key = pair.public_key();
                let public = PublicKey(Members::Rsa {
                    n: key.modulus().big_endian_without_leading_zero().to_vec(),
                    e: key.exponent().big_endian_without_leading_zero().to_vec(),
                });
                let private = PrivateKey::Rsa(Box::new(pair));
                Ok(Self { private, public })
            }
            Algorithm::Es256 => {
                let kind = &ECDSA_P256_SHA256_FIXED_SIGNING;
                let pair = EcdsaKeyPair::from_pkcs8(kind, &der).map_err(malformed)?;
                let point = pair.public_key().as_ref().to_vec();
                let private = PrivateKey::Ec(Box::new(pair));
                let public = PublicKey(Members::Ec(point));
                Ok(Self { private, public })
            }
        }
    }

    /// The public key.
    pub fn public(&self) -> &PublicKey {
        &self.public
    }

    /// The signature of a message, as RFC 7515 has it: for ECDSA, both numbers one after the other.
    pub(super) fn sign(&self, message: &[u8]) -> Result<Vec<u8>, JwtKeyError> {
        let random = SystemRandom::new();
        match &self.private {
            PrivateKey::Rsa(pair) => {
                let mut signature = vec![0; pair.public_modulus_len()];
                pair.sign(&RSA_PKCS1_SHA256, &random, message, &mut signature).map_err(|_| JwtKeyError::Signing)?;
                Ok(signature)
            }
            PrivateKey::Ec(pair) => pair
                .sign(&random, message)
                .map(|signature| signature.as_ref().to_vec())
                .map_err(|_| JwtKeyError::Signing),
        }
    }
}

impl fmt::Debug for KeyPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("KeyPair").field(&self.public).finish()
    }
}

/// A public key.
#[derive(Clone, Debug)]
pub struct PublicKey(Members);

#[derive(Clone, Debug)]
enum Members {
    /// Modulus and exponent, big-endian.
    Rsa { n: Vec<u8>, e: Vec<u8> },
    /// The point, uncompressed: the byte 4 and both coordinates.
    Ec(Vec<u8>),
}

/// The members of a JSON Web Key (RFC 7517, RFC 7518 section 6) that are required for its type.
#[derive(Deserialize)]
#[serde(tag = "kty", deny_unknown_fields)]
enum Jwk {
    #[serde(rename = "RSA")]
    Rsa { e: String, n: String },
    #[serde(rename = "EC")]
    Ec { crv: String, x: String, y: String },
}

impl PublicKey {
    /// Reads what [`Self::jwk`] wrote; none for anything else.
    pub fn read(jwk: &str) -> Option<Self> {
        let decode = |text: String| BASE64_URL_SAFE_NO_PAD.decode(text).ok();
        let members = match serde_json::from_str(jwk).ok()? {
            Jwk::Rsa { e, n } => Members::Rsa { n: decode(n)?, e: decode(e)? },
            Jwk::Ec { crv, x, y } => {
                let (x, y) = (decode(x)?, decode(y)?);
                let is_p256 = crv == "P-256" && x.len() == COORDINATE && y.len() == COORDINATE;
                is_p256.then(|| Members::Ec([&[4][..], &x, &y].concat()))?
            }
        };
        Some(Self(members))
    }

    /// The point of a key on P-256, uncompressed.
    pub fn point(&self) -> Option<&[u8]> {
        match &self.0 {
            Members::Ec(point) => Some(point),
            Members::Rsa { .. } => None,
        }
    }

    /// Algorithm of the signatures that it verifies.
    pub fn algorithm(&self) -> Algorithm {
        match self.0 {
            Members::Rsa { .. } => Algorithm::Rs256,
            Members::Ec(_) => Algorithm::Es256,
        }
    }

    /// The required members of its JSON Web Key in alphabetical order and without spaces, as the thumbprint needs them.
    pub fn jwk(&self) -> String {
        let encode = |bytes: &[u8]| BASE64_URL_SAFE_NO_PAD.encode(bytes);
        match &self.0 {
            Members::Rsa { n, e } => {
                let (n, e) = (encode(n), encode(e));
                format!(r#"{{"e":"{e}","kty":"RSA","n":"{n}"}}"#)
            }
            Members::Ec(point) => {
                let (x, y) = point[1..].split_at(COORDINATE);
                let (x, y) = (encode(x), encode(y));
                format!(r#"{{"crv":"P-256","kty":"EC","x":"{x}","y":"{y}"}}"#)
            }
        }
    }

    /// Its thumbprint (RFC 7638), which names it: two keys never have the same one, wherever they were made.
    pub fn thumbprint(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(self.jwk()))
    }

    /// The entry of a JSON Web Key Set, under this name.
    pub fn entry(&self, kid: &str) -> Value {
        let mut entry: Value = serde_json::from_str(&self.jwk()).unwrap_or_default();
        entry["use"] = json!("sig");
        entry["alg"] = json!(self.algorithm().as_str());
        entry["kid"] = json!(kid);
        entry
    }

    /// True if this is the signature of the message.
    pub(super) fn verifies(&self, message: &[u8], signature: &[u8]) -> bool {
        match &self.0 {
            Members::Rsa { n, e } => {
                RsaPublicKeyComponents { n, e }.verify(&RSA_PKCS1_2048_8192_SHA256, message, signature).is_ok()
            }
            Members::Ec(point) => {
                UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point).verify(message, signature).is_ok()
            }
        }
    }
}
