//! What libFuzzer begins with: every target has its own.

// Under `instrument` this test is counted as well, and libFuzzer has what the counting calls.
use libfuzzer_sys as _;

use std::fs::read_dir;
use std::path::Path;

fn names(folder: &str, ending: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = read_dir(folder).unwrap().map(|file| file.unwrap());
    let names = files.map(|file| file.file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter_map(|name| name.strip_suffix(ending).map(ToOwned::to_owned)).collect();
    names.sort();
    names
}

#[test]
fn every_target_begins_with_a_corpus_and_a_dictionary() {
    let targets = names("fuzz_targets", ".rs");
    assert_eq!(targets.len(), 8);
    assert_eq!(names("corpus", ""), targets);
    assert_eq!(names("dictionaries", ".dict"), targets);
    for target in targets {
        assert!(!names(&format!("corpus/{target}"), "").is_empty(), "{target}");
    }
}
