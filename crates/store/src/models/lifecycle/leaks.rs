//! Secrets that programs found where they don't belong, and reported: what each is, and ending all that are in use.
//! Reading the report and limiting misses is up to the route.

use std::collections::BTreeSet;

use crate::core::Core;
use crate::models::oauth::authorization_code::access_token;
use crate::models::oauth::leaked;
use crate::models::webhooks::webhook;
use portico_crypto::tokens::{SecretHash, looks_like_client_secret};
use portico_macros::boxed;
use portico_platform::error::Result;
use portico_rules::ids::{self, WebhookId};

/// The secrets of a report, without those that can't be any. Each is kept as its hash, and once.
#[derive(Debug, Default)]
pub struct ReportedSecrets {
    webhooks: Vec<(WebhookId, SecretHash)>,
    client_secrets: Vec<SecretHash>,
    access_tokens: Vec<(i64, SecretHash)>,
    seen: BTreeSet<[u8; 32]>,
}

impl ReportedSecrets {
    /// Adds the URL of a webhook, whose app id and token are as they are in the URL.
    pub fn add_webhook(&mut self, app_id: &str, token: &str) {
        if let Some(id) = ids::parse(app_id) {
            let hash = SecretHash::of_text(token);
            // A token may be reported with a wrong id besides its own.
            if self.is_new(&format!("{app_id}/{token}")) {
                self.webhooks.push((id, hash));
            }
        }
    }

    /// Adds what is no URL: a client secret or an access token, if it looks like one.
    pub fn add_token(&mut self, text: &str) {
        if looks_like_client_secret(text) {
            if self.is_new(text) {
                self.client_secrets.push(SecretHash::of_text(text));
            }
        } else if let Some(token) = access_token::read(text)
            && self.is_new(text)
        {
            self.access_tokens.push(token);
        }
    }

    fn is_new(&mut self, text: &str) -> bool {
        let hash = SecretHash::of_text(text);
        let key: Option<[u8; 32]> = hash.as_bytes().try_into().ok();
        key.is_some_and(|key| self.seen.insert(key))
    }

    /// Ends every secret that is in use: pauses webhooks, deletes client secrets, revokes access tokens, and tells those
    /// whose they are. Returns how many this call ended; what was ended before does not count.
    ///
    /// Each kind is looked up by one statement. Each hit is a transaction of its own, so that one that fails leaves the
    /// others ended.
    ///
    /// # Errors
    /// When the database can't be reached; what was ended until then stays so, and the report can be sent again.
    #[boxed]
    pub async fn end_all(&self, core: &Core) -> Result<usize> {
        let mut ended = 0;
        if !self.webhooks.is_empty() {
            for (id, hash) in webhook::find_leaked(&core.db, &self.webhooks).await? {
                ended += usize::from(webhook::pause_leaked(core, id, hash).await?);
            }
        }
        if !self.client_secrets.is_empty() {
            for secret in leaked::client_secrets(&core.db, &self.client_secrets).await? {
                ended += usize::from(leaked::delete_secret(core, &secret).await?);
            }
        }
        if !self.access_tokens.is_empty() {
            for code in leaked::access_tokens(core, &self.access_tokens).await? {
                ended += usize::from(leaked::revoke_token(core, &code).await?);
            }
        }
        Ok(ended)
    }
}
