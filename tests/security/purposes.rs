//! What the instance key is used for: each use has its own name.
//! That hashes for two names differ is tested with the key.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use crate::support::source::files;

/// How the source names a purpose.
const SPELLED: [&str; 3] = ["const PURPOSE: &str = \"", "key.name(\"", "key.derive(\""];

/// Shows: reset.bound
#[test]
fn no_two_files_use_the_key_for_a_purpose_of_the_same_name() {
    let mut used: BTreeMap<String, BTreeSet<PathBuf>> = BTreeMap::new();
    for path in files("crates", "rs").into_iter().chain(files("src", "rs")) {
        // Its unit tests make hashes of anything.
        if path.ends_with("instance_key/tests.rs") {
            continue;
        }
        let source = fs::read_to_string(&path).unwrap();
        for rest in SPELLED.iter().flat_map(|spelled| source.split(spelled).skip(1)) {
            let (name, _) = rest.split_once('"').unwrap();
            let places = used.entry(name.to_owned()).or_default();
            places.insert(path.clone());
        }
    }
    assert!(used.len() >= 8, "{used:?}");
    for (name, places) in used {
        assert_eq!(places.len(), 1, "“{name}” stands for uses in {places:?}");
    }
}
