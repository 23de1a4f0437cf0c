//! The setting `storage`: when messages are refused because there is too little room. `storage` measures the free
//! space.

use serde::Deserialize;

/// The setting `storage`. Settings that are missing keep their default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StorageLimits {
    /// MiB of the disk with the SQLite file that stay free, or a twentieth of a small disk; 0: messages are never
    /// refused.
    pub min_free_mib: u32,
    /// Size of the database in MiB from which messages are refused; 0: as many as there is room for.
    pub max_database_mib: u32,
}

impl StorageLimits {
    /// True if messages are ever refused; otherwise nothing is measured.
    pub fn is_limited(self) -> bool {
        self.min_free_mib > 0 || self.max_database_mib > 0
    }
}

impl Default for StorageLimits {
    fn default() -> Self {
        Self { min_free_mib: 512, max_database_mib: 0 }
    }
}
