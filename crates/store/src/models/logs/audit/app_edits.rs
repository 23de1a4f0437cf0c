//! The changes that an edit of an OAuth app made.
//! It is the detail of the action `app_edited`.

use serde::{Deserialize, Serialize};

use super::target::{Change, PictureChange};

/// The changes of one edit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppEdits {
    /// Its name.
    pub name: Option<Change<String>>,
    /// Its homepage.
    pub homepage: Option<Change<String>>,
    /// True if it has another description, which is too long for a log.
    pub description: bool,
    /// Its icon.
    pub icon: Option<PictureChange>,
    /// Redirect URIs that are new.
    pub uris_added: Vec<String>,
    /// Redirect URIs that it no longer has.
    pub uris_removed: Vec<String>,
    /// The profile by which people sign in, as pages call it.
    pub profile: Option<Change<String>>,
    /// Post-logout redirect URIs that are new.
    pub logout_uris_added: Vec<String>,
    /// Post-logout redirect URIs that it no longer has.
    pub logout_uris_removed: Vec<String>,
    /// The algorithm that signs its ID tokens.
    pub id_token_alg: Option<Change<String>>,
    /// True if devices may sign in.
    pub device: Option<Change<bool>>,
    /// The URL of its privacy policy.
    pub privacy_url: Option<Change<String>>,
    /// The URL of its terms of service.
    pub terms_url: Option<Change<String>>,
}

impl AppEdits {
    /// True if the app was saved without a change.
    pub(in crate::models) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
