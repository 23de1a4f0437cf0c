//! The setting `storage`: when messages are refused because there is too little room.
//! How much room there is, is measured in `storage`.

use serde::Deserialize;

/// The setting `storage`. What is not set keeps its default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StorageLimits {
    /// How many MiB of the disk with the SQLite file stay free, or a twentieth of a small disk; 0: messages are never refused.
    pub min_free_mib: u32,
    /// How many MiB the database may have before messages are refused; 0: as many as there is room for.
    pub max_database_mib: u32,
}

impl StorageLimits {
    /// Whether messages are ever refused; otherwise nothing is measured.
    pub fn is_limited(self) -> bool {
        self.min_free_mib > 0 || self.max_database_mib > 0
    }
}

impl Default for StorageLimits {
    fn default() -> Self {
        Self { min_free_mib: 512, max_database_mib: 0 }
    }
}
