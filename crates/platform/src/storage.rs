//! Free space: whether the disk is nearly full, and what each server wrote since that was last stored. The background
//! task decides what is measured; messages are refused where they are stored.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::config::StorageLimits;
use portico_rules::clock::{DAY_MS, Millis};
use portico_rules::ids::ServerId;

const KIB: u64 = 1024;
const MIB: u64 = 1024 * KIB;
const GIB: u64 = 1024 * MIB;

/// A small file system need not keep more free than this part of itself.
const SMALLEST_PART: u64 = 20;

/// The room of this process.
#[derive(Debug, Default)]
pub struct Storage {
    is_nearly_full: AtomicBool,
    /// One more than the bytes that are free; 0: unknown.
    free: AtomicU64,
    written: Mutex<WrittenByServer>,
}

/// Bytes that a server wrote.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WrittenBytes {
    /// Texts and cards of messages, edits included.
    pub messages: u64,
    /// Entries of delivery logs.
    pub logs: u64,
}

/// Bytes written, by the beginning of the day in UTC and the server.
pub type WrittenByServer = BTreeMap<(Millis, ServerId), WrittenBytes>;

impl Storage {
    /// True if messages are refused for want of room.
    pub fn is_nearly_full(&self) -> bool {
        self.is_nearly_full.load(Ordering::Relaxed)
    }

    /// Free bytes, as far as this process can know.
    pub fn free(&self) -> Option<u64> {
        self.free.load(Ordering::Relaxed).checked_sub(1)
    }

    /// Notes what was measured; whether that changes whether messages are refused.
    pub fn note(&self, free: Option<u64>, is_nearly_full: bool) -> bool {
        self.free.store(free.map_or(0, |free| free.saturating_add(1)), Ordering::Relaxed);
        self.is_nearly_full.swap(is_nearly_full, Ordering::Relaxed) != is_nearly_full
    }

    /// Counts what a server wrote at this time.
    pub fn wrote(&self, now: Millis, server_id: ServerId, more: WrittenBytes) {
        let day = now - now.rem_euclid(DAY_MS);
        let mut written = self.written();
        let sum = written.entry((day, server_id)).or_default();
        sum.messages = sum.messages.saturating_add(more.messages);
        sum.logs = sum.logs.saturating_add(more.logs);
    }

    /// Takes the bytes counted since the last call.
    pub fn take_written(&self) -> WrittenByServer {
        std::mem::take(&mut *self.written())
    }

    /// Puts back what was taken and could not be stored.
    pub fn put_back(&self, taken: WrittenByServer) {
        for ((day, server_id), written) in taken {
            self.wrote(day, server_id, written);
        }
    }

    fn written(&self) -> MutexGuard<'_, WrittenByServer> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A file system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileSystem {
    /// Bytes that programs without special rights can still write.
    pub free: u64,
    /// Size in bytes.
    pub total: u64,
}

impl FileSystem {
    /// The file system of a folder; none where the system does not say.
    #[cfg(unix)]
    pub fn of_folder(folder: &Path) -> Option<Self> {
        let statvfs = rustix::fs::statvfs(folder).ok()?;
        let bytes = |blocks: u64| blocks.saturating_mul(statvfs.f_frsize);
        Some(Self { free: bytes(statvfs.f_bavail), total: bytes(statvfs.f_blocks) })
    }

    /// Always none.
    #[cfg(not(unix))]
    pub fn of_folder(_: &Path) -> Option<Self> {
        None
    }

    /// Below how many free bytes messages are refused: `min_free_mib`, or a twentieth of a small file system.
    pub fn least_free(self, limits: StorageLimits) -> u64 {
        (u64::from(limits.min_free_mib) * MIB).min(self.total / SMALLEST_PART)
    }
}

/// True if messages are refused: too little is free, or the database has reached the size that it may have.
pub fn is_nearly_full(limits: StorageLimits, file_system: Option<FileSystem>, database_bytes: Option<u64>) -> bool {
    let is_low = file_system.is_some_and(|file_system| file_system.free < file_system.least_free(limits));
    let max = u64::from(limits.max_database_mib) * MIB;
    is_low || max > 0 && database_bytes.is_some_and(|bytes| bytes >= max)
}

/// A number of bytes for people: `16 MiB`, `1.5 MiB`, `200 KiB`, `12 bytes`.
pub fn in_words(bytes: u64) -> String {
    let (unit, name) = match bytes {
        GIB.. => (GIB, "GiB"),
        MIB.. => (MIB, "MiB"),
        KIB.. => (KIB, "KiB"),
        1 => return "1 byte".to_owned(),
        _ => return format!("{bytes} bytes"),
    };
    match bytes % unit * 10 / unit {
        0 => format!("{} {name}", bytes / unit),
        tenths => format!("{}.{tenths} {name}", bytes / unit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: StorageLimits = StorageLimits { min_free_mib: 512, max_database_mib: 0 };
    const SERVER: ServerId = ServerId::new(3);

    #[test]
    fn a_disk_is_nearly_full_below_the_setting_and_not_at_it() {
        let with = |free| Some(FileSystem { free, total: 100 * GIB });
        assert!(is_nearly_full(LIMITS, with(512 * MIB - 1), None));
        assert!(!is_nearly_full(LIMITS, with(512 * MIB), None));
        assert!(!is_nearly_full(StorageLimits { min_free_mib: 0, ..LIMITS }, with(0), None));
        assert!(!is_nearly_full(LIMITS, None, None));
    }

    #[test]
    fn a_small_disk_is_nearly_full_below_a_twentieth_of_it() {
        let with = |free| Some(FileSystem { free, total: 20 * MIB });
        assert!(is_nearly_full(LIMITS, with(MIB - 1), None));
        assert!(!is_nearly_full(LIMITS, with(MIB), None));
    }

    #[test]
    fn a_database_that_has_the_size_it_may_have_is_full() {
        let limits = StorageLimits { max_database_mib: 3, ..LIMITS };
        assert!(is_nearly_full(limits, None, Some(3 * MIB)));
        assert!(!is_nearly_full(limits, None, Some(3 * MIB - 1)));
        assert!(!is_nearly_full(LIMITS, None, Some(u64::MAX)));
    }

    #[test]
    #[cfg(unix)]
    fn the_file_system_of_a_folder_has_room() {
        let file_system = FileSystem::of_folder(Path::new("."));
        assert!(
            file_system.is_some_and(|file_system| file_system.free <= file_system.total && file_system.total > MIB),
            "{file_system:?}"
        );
        assert_eq!(FileSystem::of_folder(Path::new("/no/such/folder")), None);
    }

    #[test]
    fn what_could_not_be_stored_is_counted_again() {
        let storage = Storage::default();
        let written = WrittenBytes { messages: 5, logs: 7 };
        storage.wrote(DAY_MS + 1, SERVER, written);
        let taken = storage.take_written();
        assert_eq!(taken, BTreeMap::from([((DAY_MS, SERVER), written)]));
        storage.wrote(2 * DAY_MS - 1, SERVER, written);
        storage.put_back(taken);
        let both = WrittenBytes { messages: 10, logs: 14 };
        assert_eq!(storage.take_written(), BTreeMap::from([((DAY_MS, SERVER), both)]));
    }

    #[test]
    fn bytes_are_told_in_the_largest_unit_that_fits() {
        for (bytes, words) in [
            (0, "0 bytes"),
            (1, "1 byte"),
            (1023, "1023 bytes"),
            (KIB, "1 KiB"),
            (MIB + MIB / 2, "1.5 MiB"),
            (16 * MIB, "16 MiB"),
            (3 * GIB, "3 GiB"),
        ] {
            assert_eq!(in_words(bytes), words);
        }
    }
}
