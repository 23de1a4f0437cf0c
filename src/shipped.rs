//! The folders that ship with the program: where they are, and what is read of them.
//! What is in them is used by the pages, in `routes`.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rocket_dyn_templates::tera::Tera;

use crate::routes::meta::assets::Assets;
use crate::routes::page;

/// What pages are drawn and dressed with.
#[derive(Debug)]
pub struct Shipped {
    /// The folder `templates`.
    pub templates: Tera,
    /// The folder `static`.
    pub assets: Assets,
}

impl Shipped {
    /// Reads the folders, once a process however many instances it serves.
    ///
    /// # Errors
    /// A sentence for the operator where one can't be read.
    pub fn read() -> Result<&'static Self, String> {
        static SHIPPED: OnceLock<Result<Shipped, String>> = OnceLock::new();
        let read = || {
            Ok(Self {
                templates: page::read_templates(&beside("templates"))?,
                assets: Assets::read(&beside("static"))?,
            })
        };
        SHIPPED.get_or_init(read).as_ref().map_err(Clone::clone)
    }
}

/// A folder that ships with the program: in the working folder, or where it was built.
fn beside(folder: &str) -> PathBuf {
    let here = PathBuf::from(folder);
    if here.is_dir() {
        here
    } else {
        Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)
    }
}

/// Every file below a folder, sorted.
///
/// # Errors
/// A sentence for the operator where it can't be read.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    walk(folder, &mut found).map_err(|err| {
        let folder = folder.display();
        format!("The folder {folder} can't be read: {err}. It has to be in the working directory.")
    })?;
    found.sort();
    Ok(found)
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, found)?
        } else {
            found.push(path)
        }
    }
    Ok(())
}
