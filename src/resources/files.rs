//! Reads the built-in files and those in the operator's folder. The caller checks their content.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use rust_embed::RustEmbed;

/// The folder `templates`.
#[derive(RustEmbed)]
#[folder = "templates"]
pub(super) struct BuiltInTemplates;

/// The folder `locales`.
#[derive(RustEmbed)]
#[folder = "locales"]
pub(super) struct BuiltInLocales;

/// The folder `static`.
#[derive(RustEmbed)]
#[folder = "static"]
pub(super) struct BuiltInAssets;

/// The folders whose files can be replaced.
const FOLDERS: [&str; 3] = ["templates", "locales", "static"];

#[derive(Debug)]
pub(super) struct File {
    /// Its content; built-in files are not copied.
    pub(super) bytes: Cow<'static, [u8]>,
    /// Its path, if it is the operator's.
    pub(super) path: Option<PathBuf>,
    /// True if it replaces a built-in one.
    pub(super) replaces: bool,
}

/// Files by their path within the folder, with slashes.
pub(super) type Files = BTreeMap<String, File>;

/// The state of a file: its path, size and modification time.
type Stamp = (PathBuf, u64, Option<SystemTime>);

/// The files of one of these folders, with the operator's replacing built-in ones.
///
/// # Errors
/// A message for the operator if one can't be read.
pub(super) fn read<Embedded: RustEmbed>(folder: &str, overrides: Option<&Path>) -> Result<Files, String> {
    let mut files = Files::new();
    for name in Embedded::iter() {
        let file = Embedded::get(&name).ok_or_else(|| format!("The built-in file {folder}/{name} can't be read."))?;
        let file = File { bytes: file.data, path: None, replaces: false };
        files.insert(name.into_owned(), file);
    }
    let Some(overrides) = overrides.map(|overrides| overrides.join(folder)) else {
        return Ok(files);
    };
    if !overrides.is_dir() {
        return Ok(files);
    }
    for (name, path) in walk(&overrides).map_err(|err| unreadable(&overrides, &err))? {
        let bytes = std::fs::read(&path).map_err(|err| unreadable(&path, &err))?;
        let file = File { bytes: bytes.into(), path: Some(path), replaces: files.contains_key(&name) };
        files.insert(name, file);
    }
    Ok(files)
}

/// Checks that a folder can be used for overrides.
///
/// # Errors
/// A message for the operator if it can't.
pub(super) fn check_overrides(folder: &Path) -> Result<(), String> {
    std::fs::read_dir(folder).map_err(|err| unreadable(folder, &err))?;
    if FOLDERS.iter().any(|kind| folder.join(kind).is_dir()) {
        return Ok(());
    }
    Err(format!(
        "The folder {} of the setting `overrides_dir` contains none of `templates`, `locales` and `static`. Put files there under \
         their names in Portico's source, such as static/css/base.css, or remove the setting.",
        folder.display()
    ))
}

fn unreadable(path: &Path, err: &io::Error) -> String {
    format!("{} can't be read: {err}. It belongs to the setting `overrides_dir`.", path.display())
}

/// The state of all files. Unreadable ones are skipped.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Stamps {
    source: Arc<[Stamp]>,
    overrides: Vec<Stamp>,
}

impl Stamps {
    /// As it is now, and in the source tree as it was [`LOOK_AFTER`] ago at the most.
    pub(super) fn read(overrides: Option<&Path>) -> Self {
        Self { source: in_source_tree(), overrides: overrides.map(stamps_below).unwrap_or_default() }
    }
}

/// The source tree has hundreds of files, and every page asks.
const LOOK_AFTER: Duration = Duration::from_millis(100);

fn in_source_tree() -> Arc<[Stamp]> {
    static LAST: Mutex<Option<(Instant, Arc<[Stamp]>)>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    match &*last {
        Some((at, stamps)) if at.elapsed() < LOOK_AFTER => Arc::clone(stamps),
        _ => {
            let now: Arc<[Stamp]> = stamps_below(Path::new(env!("CARGO_MANIFEST_DIR"))).into();
            // The same slice as before is compared at once.
            let stamps = match last.take() {
                Some((_, before)) if before == now => before,
                _ => now,
            };
            *last = Some((Instant::now(), Arc::clone(&stamps)));
            stamps
        }
    }
}

fn stamps_below(root: &Path) -> Vec<Stamp> {
    let mut stamps = Vec::new();
    for folder in FOLDERS {
        for (_, path) in walk(&root.join(folder)).unwrap_or_default() {
            if let Ok(metadata) = path.metadata() {
                stamps.push((path, metadata.len(), metadata.modified().ok()));
            }
        }
    }
    stamps
}

/// Every file below a folder with its relative path, sorted.
///
/// # Errors
/// I/O errors.
pub fn walk(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let mut found = Vec::new();
    collect(folder, "", &mut found)?;
    found.sort();
    Ok(found)
}

fn collect(folder: &Path, below: &str, found: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            let fault = format!("the name of {} is not UTF-8", path.display());
            return Err(io::Error::new(io::ErrorKind::InvalidData, fault));
        };
        let name = format!("{below}{name}");
        if path.is_dir() {
            collect(&path, &format!("{name}/"), found)?;
        } else {
            found.push((name, path));
        }
    }
    Ok(())
}
