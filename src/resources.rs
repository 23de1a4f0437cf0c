//! The page templates, messages of languages and static files, which are embedded in the program.
//! The operator's folder can replace single files; how they are used is in `routes`.
//!
//! A debug build reads `templates/`, `locales/` and `static/` from the source tree, and reloads them when they change.

mod assets;
pub mod files;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use tera::Tera;

pub use self::assets::{Asset, Assets};
use self::files::{BuiltInAssets, BuiltInLocales, BuiltInTemplates, File, Files, Stamps};
use crate::languages::Languages;

/// The file extension of templates.
pub const ENDING: &str = ".html.tera";

/// Registers the functions and filters that templates use with a [`Tera`].
pub type Prepare = fn(&mut Tera);

/// The templates and static files, with the operator's in place of the built-in ones.
#[derive(Debug)]
pub struct Resources {
    overrides: Option<PathBuf>,
    prepare: Prepare,
    current: RwLock<CurrentFiles>,
}

#[derive(Debug)]
struct CurrentFiles {
    loaded: Arc<LoadedFiles>,
    /// The state of the files when they were read, in debug builds.
    stamps: Stamps,
}

/// One loaded version of the files.
#[derive(Debug)]
pub struct LoadedFiles {
    /// The templates, by name without the extension.
    pub templates: Tera,
    /// The messages of all languages.
    pub languages: Arc<Languages>,
    /// The static files.
    pub assets: Assets,
    /// Number of changes of the files since the start: pages rendered from an older generation are outdated.
    pub generation: u64,
}

impl Resources {
    /// Reads everything. Without overrides, this happens once per process, for any number of instances.
    ///
    /// # Errors
    /// A sentence for the operator that names the file or folder that can't be used.
    pub fn open(overrides: Option<&Path>, prepare: Prepare) -> Result<Arc<Self>, String> {
        static BUILT_IN: OnceLock<Result<Arc<Resources>, String>> = OnceLock::new();
        match overrides {
            None => BUILT_IN.get_or_init(|| Self::read(None, prepare).map(Arc::new)).clone(),
            Some(folder) => Self::read(Some(folder), prepare).map(Arc::new),
        }
    }

    fn read(overrides: Option<&Path>, prepare: Prepare) -> Result<Self, String> {
        if let Some(folder) = overrides {
            files::check_overrides(folder)?;
        }
        let stamps = stamps(overrides);
        let loaded = Arc::new(LoadedFiles::read(overrides, prepare, 0)?);
        Ok(Self {
            overrides: overrides.map(Path::to_path_buf),
            prepare,
            current: RwLock::new(CurrentFiles { loaded, stamps }),
        })
    }

    /// The current version of the files.
    pub fn current(&self) -> Arc<LoadedFiles> {
        if cfg!(debug_assertions) {
            self.reload_changes();
        }
        let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&current.loaded)
    }

    /// Reads the files again if one of them changed. If that fails, the previous version stays in use.
    fn reload_changes(&self) {
        let overrides = self.overrides.as_deref();
        let stamps = stamps(overrides);
        {
            let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
            if current.stamps == stamps {
                return;
            }
        }
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        if current.stamps == stamps {
            return;
        }
        match LoadedFiles::read(overrides, self.prepare, current.loaded.generation + 1) {
            Ok(loaded) => current.loaded = Arc::new(loaded),
            Err(err) => tracing::error!(error = err, "changed files are not used"),
        }
        current.stamps = stamps;
    }
}

/// The state of all files. Empty in release builds, which never reload.
fn stamps(overrides: Option<&Path>) -> Stamps {
    if cfg!(debug_assertions) { Stamps::read(overrides) } else { Stamps::default() }
}

impl LoadedFiles {
    fn read(overrides: Option<&Path>, prepare: Prepare, generation: u64) -> Result<Self, String> {
        let templates = files::read::<BuiltInTemplates>("templates", overrides)?;
        let locales = files::read::<BuiltInLocales>("locales", overrides)?;
        let mut assets = files::read::<BuiltInAssets>("static", overrides)?;
        if generation == 0 && overrides.is_some() {
            log_overrides("templates", &templates);
            log_overrides("locales", &locales);
            log_overrides("static", &assets);
        }
        let languages = Arc::new(parse_locales(locales)?);
        let words = languages.scripts().map(|(path, script)| (path, script.to_owned().into_bytes().into()));
        assets.extend(words.map(|(path, bytes)| (path, File { bytes, path: None, replaces: false })));
        Ok(Self {
            templates: parse(templates, overrides, prepare)?,
            languages,
            assets: Assets::new(assets)?,
            generation,
        })
    }
}

/// Logs which files are used, so that the operator notices a misspelt name.
fn log_overrides(folder: &str, files: &Files) {
    for (name, file) in files.iter().filter(|(_, file)| file.path.is_some()) {
        let how = if file.replaces { "replaced" } else { "added" };
        tracing::info!(file = format!("{folder}/{name}"), "{how} by overrides_dir");
    }
}

fn parse_locales(files: Files) -> Result<Languages, String> {
    let (mut texts, mut paths) = (BTreeMap::new(), BTreeMap::new());
    for (name, file) in files {
        let path = file.path.unwrap_or_else(|| PathBuf::from(&name));
        let text = String::from_utf8(file.bytes.into_owned());
        texts.insert(name.clone(), text.map_err(|_| unusable(&path, "it is not UTF-8 text"))?);
        paths.insert(name, path);
    }
    Languages::read(&texts)
        .map_err(|(name, reason)| unusable(paths.get(&name).map_or(Path::new(&name), PathBuf::as_path), &reason))
}

fn parse(files: Files, overrides: Option<&Path>, prepare: Prepare) -> Result<Tera, String> {
    let mut templates = Vec::new();
    for (file_name, file) in files {
        let Some(name) = file_name.strip_suffix(ENDING) else {
            continue;
        };
        let text = String::from_utf8(file.bytes.into_owned()).map_err(|_| {
            let path = file.path.as_deref().unwrap_or(Path::new(&file_name));
            unusable(path, "it is not UTF-8 text")
        })?;
        templates.push((name.to_owned(), with_filters(&text), file.path));
    }
    let mut tera = Tera::default();
    // Tera escapes by file extension; the empty one matches every template, so all are escaped.
    tera.autoescape_on(vec![""]);
    let named = templates.iter().map(|(name, text, _)| (name, text));
    tera.add_raw_templates(named).map_err(|err| {
        let reason = explain(&err);
        // Tera's error has the template's name, not its file's.
        let is_named =
            |name: &str| ['\'', '`', '"'].iter().any(|quote| reason.contains(&format!("{quote}{name}{quote}")));
        let replaced = templates.iter().find_map(|(name, _, path)| path.as_deref().filter(|_| is_named(name)));
        match (replaced, overrides) {
            (Some(path), _) => unusable(path, &reason),
            (None, Some(folder)) => unusable(folder, &reason),
            (None, None) => format!("A built-in template can't be used: {reason}."),
        }
    })?;
    prepare(&mut tera);
    Ok(tera)
}

/// A template with a filter in place of each call of `t` that has no arguments besides its key: Tera makes a map for every call,
/// and a page has dozens.
fn with_filters(template: &str) -> String {
    const CALL: &str = "t(key=\"";
    let (mut written, mut rest) = (String::with_capacity(template.len()), template);
    while let Some((before, call)) = rest.split_once(CALL) {
        written.push_str(before);
        let parts = call.split_once('"').and_then(|(key, after)| Some((key, after.strip_prefix(')')?)));
        // It may be the end of another function's name, and text that is joined can't have filters.
        let may_be = before.ends_with([' ', '=', '(']) && !before.trim_end().ends_with('~');
        match parts.filter(|(_, after)| may_be && !after.trim_start().starts_with('~')) {
            Some((key, after)) => {
                written.extend(["\"", key, "\" | t"]);
                rest = after;
            }
            None => {
                written.push_str(CALL);
                rest = call;
            }
        }
    }
    written + rest
}

/// The message for an override that can't be used.
fn unusable(path: &Path, reason: &str) -> String {
    format!("The override {} can't be used: {reason}. Fix it, or remove it to use the built-in one.", path.display())
}

/// A template's error and its source: each names the place, and the source says what is wrong there.
pub fn explain(err: &tera::Error) -> String {
    match std::error::Error::source(err) {
        Some(below) => format!("{err}: {below}"),
        None => err.to_string(),
    }
}
