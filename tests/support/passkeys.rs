//! An authenticator in software, for passkeys: everything that it says can be told, the truth or not.

use std::cell::{Cell, RefCell};

use aws_lc_rs::digest::{SHA256, digest};
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::{Answer, Browser, Person, TestInstance, shown_codes};

/// The page of the passkeys.
pub const PASSKEYS: &str = "/settings/security/passkeys";
/// Where a passkey alone signs in.
pub const WITH_PASSKEY: &str = "/sign-in/passkey";

const PRESENT: u8 = 1;
const VERIFIED: u8 = 4;
const HAS_CREDENTIAL: u8 = 64;

/// What a page asks of the browser.
pub struct Asked {
    /// What `navigator.credentials` is called with.
    pub options: Value,
    /// What comes back with the answer.
    pub state: String,
}

impl Asked {
    /// The challenge of a page that has one.
    #[track_caller]
    pub fn of(page: &Answer) -> Self {
        let options = page.attributes("[data-passkey]", "data-options");
        assert_eq!(options.len(), 1, "a page asks once");
        Self {
            options: serde_json::from_str(&options[0]).unwrap(),
            state: page.attributes("input[name=state]", "value").remove(0),
        }
    }

    /// The passkeys that the page allows, or excludes from being made again, by their ids.
    pub fn ids(&self, list: &str) -> Vec<String> {
        let some = self.options[list].as_array().cloned().unwrap_or_default();
        let ids = some.iter().map(|one| one["id"].as_str().unwrap().to_owned());
        ids.collect()
    }
}

/// An authenticator with one passkey, and the browser that it speaks through.
pub struct Authenticator {
    key: EcdsaKeyPair,
    id: Vec<u8>,
    /// What it was told to know the account by.
    handle: RefCell<String>,
    /// How often it has signed; one that doesn't count says 0.
    pub counter: Cell<u32>,
    /// Whether it counts.
    pub counts: bool,
    /// Whether it checks who uses it.
    pub verifies: Cell<bool>,
    /// Whether someone has to touch it.
    pub is_touched: Cell<bool>,
    /// Whether it can be found without its id.
    pub is_discoverable: bool,
    /// Whether it says which account it is of.
    pub names_account: Cell<bool>,
    /// The page that asks, as the browser saw it.
    pub origin: RefCell<String>,
    /// Whether that page was in a frame of another site's.
    pub is_framed: Cell<bool>,
    /// The site that the passkey is bound to.
    pub site: RefCell<String>,
}

impl Authenticator {
    /// One that checks its user, and doesn't count.
    pub fn new() -> Self {
        let key = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_ASN1_SIGNING).unwrap();
        let id = digest(&SHA256, key.public_key().as_ref()).as_ref().to_vec();
        Self {
            key,
            id,
            handle: RefCell::default(),
            counter: Cell::new(0),
            counts: false,
            verifies: Cell::new(true),
            is_touched: Cell::new(true),
            is_discoverable: true,
            names_account: Cell::new(true),
            origin: RefCell::new("http://localhost:8000".to_owned()),
            is_framed: Cell::new(false),
            site: RefCell::new("localhost".to_owned()),
        }
    }

    /// One that counts, as security keys do.
    pub fn counting() -> Self {
        let mut counting = Self::new();
        counting.counts = true;
        counting
    }

    /// The id of its passkey, as pages name it.
    pub fn id(&self) -> String {
        encode(&self.id)
    }

    /// Makes its passkey, as `navigator.credentials.create` does.
    pub fn create(&self, asked: &Asked) -> String {
        let handle = asked.options["user"]["id"].as_str().unwrap();
        self.handle.replace(handle.to_owned());
        let mut data = self.data(HAS_CREDENTIAL);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).unwrap().to_be_bytes());
        data.extend(&self.id);
        data.extend(self.cose_key());
        let mut object = vec![0xa3];
        object.extend(cbor_text("fmt"));
        object.extend(cbor_text("none"));
        object.extend(cbor_text("attStmt"));
        object.push(0xa0);
        object.extend(cbor_text("authData"));
        object.push(0x58);
        object.push(u8::try_from(data.len()).unwrap());
        object.extend(&data);
        let client = self.client_data("webauthn.create", asked);
        json!({
            "id": self.id(),
            "rawId": self.id(),
            "type": "public-key",
            "response": { "attestationObject": encode(&object), "clientDataJSON": encode(&client) },
            "clientExtensionResults": { "credProps": { "rk": self.is_discoverable } },
        })
        .to_string()
    }

    /// Answers a challenge, as `navigator.credentials.get` does.
    pub fn get(&self, asked: &Asked) -> String {
        if self.counts {
            self.counter.set(self.counter.get() + 1);
        }
        let data = self.data(0);
        let client = self.client_data("webauthn.get", asked);
        let mut signed = data.clone();
        signed.extend(digest(&SHA256, &client).as_ref());
        let signature = self.key.sign(&SystemRandom::new(), &signed).unwrap();
        let handle = self.names_account.get().then(|| self.handle.borrow().clone());
        json!({
            "id": self.id(),
            "rawId": self.id(),
            "type": "public-key",
            "response": {
                "authenticatorData": encode(&data),
                "clientDataJSON": encode(&client),
                "signature": encode(signature.as_ref()),
                "userHandle": handle,
            },
            "clientExtensionResults": {},
        })
        .to_string()
    }

    fn data(&self, more: u8) -> Vec<u8> {
        let mut flags = more;
        for (is_set, flag) in [(&self.is_touched, PRESENT), (&self.verifies, VERIFIED)] {
            flags |= if is_set.get() { flag } else { 0 };
        }
        let mut data = digest(&SHA256, self.site.borrow().as_bytes()).as_ref().to_vec();
        data.push(flags);
        data.extend(self.counter.get().to_be_bytes());
        data
    }

    fn client_data(&self, kind: &str, asked: &Asked) -> Vec<u8> {
        json!({
            "type": kind,
            "challenge": asked.options["challenge"],
            "origin": *self.origin.borrow(),
            "crossOrigin": self.is_framed.get(),
        })
        .to_string()
        .into_bytes()
    }

    /// Its public key (RFC 9053, section 7.1).
    fn cose_key(&self) -> Vec<u8> {
        let (x, y) = self.key.public_key().as_ref()[1..].split_at(32);
        let mut key = vec![0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20];
        key.extend(x);
        key.extend([0x22, 0x58, 0x20]);
        key.extend(y);
        key
    }
}

fn cbor_text(text: &str) -> Vec<u8> {
    let length = u8::try_from(text.len()).unwrap();
    let mut bytes = vec![0x60 + length];
    bytes.extend(text.bytes());
    bytes
}

fn encode(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

impl TestInstance {
    /// A user with a verified phone and a passkey, signed in; and their recovery codes.
    pub async fn with_passkey(&self, nickname: &str, device: &Authenticator) -> (Person<'_>, Vec<String>) {
        let person = self.person(nickname).await;
        let done = person.browser.add_passkey(device).await.expect(303);
        let codes = shown_codes(&person.browser.get(done.location()).await.expect(200));
        (person, codes)
    }
}

impl Browser<'_> {
    /// The challenge of a page.
    pub async fn asked(&self, path: &str) -> Asked {
        Asked::of(&self.get(path).await.expect(200))
    }

    /// Adds a passkey, called Key.
    pub async fn add_passkey(&self, device: &Authenticator) -> Answer {
        let asked = self.asked(PASSKEYS).await;
        let made = device.create(&asked);
        self.send_new(&asked, &made, "Key").await
    }

    /// Sends a new passkey with this name.
    pub async fn send_new(&self, asked: &Asked, made: &str, name: &str) -> Answer {
        let fields = [("act", "add"), ("name", name), ("state", asked.state.as_str()), ("credential", made)];
        self.post(PASSKEYS, &fields).await
    }

    /// Sends the answer of a passkey with a form that asks for one.
    pub async fn send_passkey(&self, path: &str, asked: &Asked, answer: &str) -> Answer {
        let fields = [("state", asked.state.as_str()), ("credential", answer), ("with", "passkey")];
        self.post(path, &fields).await
    }

    /// Signs in with a passkey alone.
    pub async fn sign_in_with(&self, device: &Authenticator) -> Answer {
        let asked = self.asked("/sign-in").await;
        let answer = device.get(&asked);
        self.send_passkey(WITH_PASSKEY, &asked, &answer).await
    }
}

impl Person<'_> {
    /// The id of their only passkey.
    pub async fn passkey_id(&self) -> String {
        self.passkey_id_on(&self.browser).await
    }

    /// The same, by another browser of theirs.
    pub async fn passkey_id_on(&self, browser: &Browser<'_>) -> String {
        let page = browser.get(PASSKEYS).await.expect(200);
        page.attributes("[data-passkey-id]", "data-passkey-id").remove(0)
    }
}
