//! Tests of the instance key and its file.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;

use super::*;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

const KEY: &str = "hPRYyVRiMyxpw5sBB1XeCMN1kFsDCqKvBi2QJxBVHQk=";

fn same(one: &InstanceKey, other: &InstanceKey) -> bool {
    one.mac("test", &[]) == other.mac("test", &[])
}

#[test]
fn a_setting_may_be_base64_or_hexadecimal() {
    let key = InstanceKey::from_setting(KEY).unwrap();
    let bytes = BASE64_STANDARD.decode(KEY).unwrap();
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(same(&key, &InstanceKey::from_setting(&hex).unwrap()));
    assert!(same(&key, &InstanceKey::from_setting(&hex.to_uppercase()).unwrap()));
    assert!(same(&key, &InstanceKey::from_setting(&format!(" {KEY}\n")).unwrap()));
    assert!(same(&key, &InstanceKey::from_setting(KEY.trim_end_matches('=')).unwrap()));
}

#[test]
fn a_longer_setting_is_taken_whole() {
    let one: Vec<u8> = (0..64).collect();
    let mut other = one.clone();
    other[63] = 0;
    let read = |bytes: &[u8]| InstanceKey::from_setting(&BASE64_STANDARD.encode(bytes)).unwrap();
    assert_eq!(BASE64_STANDARD.encode(&one).len(), 88);
    assert!(!same(&read(&one), &read(&other)));
    let hex: String = one.iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(same(&read(&one), &InstanceKey::from_setting(&hex).unwrap()));
}

/// Shows: secrets.key-file
#[test]
fn a_short_garbled_or_placeholder_setting_is_refused_with_a_sentence() {
    for bad in ["", "secret", "c2hvcnQ=", "!!!!", &KEY[..40], &"ab".repeat(20), &"A".repeat(1000)] {
        let error = InstanceKey::from_setting(bad).unwrap_err();
        assert!(error.to_string().contains("openssl rand"), "{bad}");
    }
    for placeholder in ["0".repeat(64), "A".repeat(43), "A".repeat(88)] {
        let error = InstanceKey::from_setting(&placeholder).unwrap_err();
        assert!(error.to_string().contains("openssl rand"), "{placeholder}");
    }
}

/// Shows: secrets.key-file
#[test]
fn the_file_is_made_once_and_read_ever_after() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    let made = InstanceKey::load_or_create(&path).unwrap();
    assert!(same(&made, &InstanceKey::load_or_create(&path).unwrap()));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Shows: secrets.key-file
#[cfg(unix)]
#[test]
fn only_its_owner_may_read_the_file() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    InstanceKey::load_or_create(&path).unwrap();
    let mode = fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

/// Shows: secrets.key-file
#[test]
fn starts_at_the_same_moment_agree_on_one_key() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    let starts: Vec<_> = (0..16)
        .map(|_| {
            let path = path.clone();
            std::thread::spawn(move || InstanceKey::load_or_create(&path).unwrap())
        })
        .collect();
    let keys: Vec<_> = starts.into_iter().map(|start| start.join().unwrap()).collect();
    assert!(keys.iter().all(|key| same(key, &keys[0])));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// A file with these bytes that only its owner can read.
fn write(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).unwrap();
    allow(path, 0o600);
}

#[cfg(unix)]
fn allow(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[cfg(not(unix))]
fn allow(_: &Path, _: u32) {}

/// Shows: secrets.key-file
#[test]
fn a_broken_file_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    let id = InstanceKey::from_setting(KEY).unwrap().id();
    let short = &KEY[..40];
    for broken in [
        &b""[..],
        b"half a ke",
        b"\xff\xfe\x00",
        // Of the wrong length, or a placeholder.
        short.as_bytes(),
        &[b'A'; 44],
        // With a version, but no key, another key's ID, a duplicate key, or a truncated line.
        b"portico-keys 1\n",
        format!("portico-keys 1\n00000000 {KEY}\n").as_bytes(),
        format!("portico-keys 1\n{id} {KEY}\n{id} {KEY}\n").as_bytes(),
        format!("portico-keys 1\n{id} {short}\n").as_bytes(),
        format!("portico-keys 1\n{KEY}\n").as_bytes(),
    ] {
        write(&path, broken);
        let error = InstanceKey::load_or_create(&path).unwrap_err();
        assert!(matches!(error, InstanceKeyError::Broken(_)), "{error}");
        assert!(!error.to_string().contains(short));
        let error = KeyFile::take(&path).unwrap_err();
        assert!(matches!(error, InstanceKeyError::Broken(_)), "{error}");
        assert_eq!(fs::read(&path).unwrap(), broken);
    }
}

/// Shows: secrets.key-file
#[test]
fn a_file_of_a_newer_version_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    let newer = format!("portico-keys 2\n{KEY} of another shape\n");
    write(&path, newer.as_bytes());
    let error = InstanceKey::load_or_create(&path).unwrap_err();
    assert!(matches!(error, InstanceKeyError::Newer(_)), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), newer);
}

/// Shows: secrets.key-file
#[cfg(unix)]
#[test]
fn a_file_that_others_may_read_or_write_is_refused_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    let made = InstanceKey::load_or_create(&path).unwrap();
    for mode in [0o644, 0o640, 0o660, 0o606, 0o777] {
        allow(&path, mode);
        let error = InstanceKey::load_or_create(&path).unwrap_err().to_string();
        assert!(error.contains(&format!("mode {mode:04o}")), "{error}");
        assert!(error.contains("chmod 600"), "{error}");
        assert!(KeyFile::take(&path).is_err());
    }
    for mode in [0o600, 0o400] {
        allow(&path, mode);
        assert!(same(&made, &InstanceKey::load_or_create(&path).unwrap()));
    }
}

#[test]
fn the_file_of_before_there_were_several_is_read_and_taken_along() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    write(&path, format!("{KEY}\n").as_bytes());
    let before = InstanceKey::load(&path).unwrap();
    assert!(same(&before, &InstanceKey::from_setting(KEY).unwrap()));
    let new = KeyFile::take(&path).unwrap().add().unwrap();
    let after = InstanceKey::load(&path).unwrap();
    assert_eq!(after.ids().collect::<Vec<_>>(), [new, before.id()]);
    assert!(!same(&before, &after));
}

/// Shows: secrets.rotation
#[test]
fn the_key_that_was_added_last_is_current_and_all_stay_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    let first = InstanceKey::load_or_create(&path).unwrap().id();
    let mut file = KeyFile::take(&path).unwrap();
    let (second, third) = (file.add().unwrap(), file.add().unwrap());
    let read = InstanceKey::load(&path).unwrap();
    assert_eq!(read.id(), third);
    assert_eq!(read.ids().collect::<Vec<_>>(), [third, second, first]);
    file.forget(second).unwrap();
    let read = InstanceKey::load(&path).unwrap();
    assert_eq!(read.ids().collect::<Vec<_>>(), [third, first]);
    // Neither the current key can be removed, nor one that is not there.
    for id in [third, second] {
        let error = file.forget(id).unwrap_err();
        assert!(error.to_string().contains(&id.to_string()), "{error}");
    }
    assert_eq!(InstanceKey::load(&path).unwrap().ids().count(), 2);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[cfg(unix)]
/// Shows: secrets.key-file
#[test]
fn a_changed_file_is_its_owners_alone_as_well() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    KeyFile::take(&path).unwrap().add().unwrap();
    let mode = fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

/// Shows: secrets.key-file
#[test]
fn one_at_a_time_changes_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    let first = KeyFile::take(&path).unwrap();
    let error = KeyFile::take(&path).unwrap_err();
    assert!(matches!(error, InstanceKeyError::Busy(_)), "{error}");
    drop(first);
    KeyFile::take(&path).unwrap();
}

/// Shows: secrets.key-file
#[test]
fn a_file_that_can_not_be_replaced_stays_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    InstanceKey::load_or_create(&path).unwrap();
    let before = fs::read(&path).unwrap();
    let mut file = KeyFile::take(&path).unwrap();
    // A folder with a file in it in the key file's place: a rename can't replace that.
    fs::rename(&path, folder.path().join("aside")).unwrap();
    fs::create_dir(&path).unwrap();
    fs::write(path.join("inside"), "").unwrap();
    let error = file.add().unwrap_err();
    assert!(matches!(error, InstanceKeyError::File { .. }), "{error}");
    assert_eq!(fs::read(folder.path().join("aside")).unwrap(), before);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

/// Shows: secrets.rotation
#[test]
fn further_settings_open_and_the_first_one_seals() {
    let other = format!("{}00", "1f".repeat(31));
    let single = |text: &str| InstanceKey::from_setting(text).unwrap();
    let both = InstanceKey::from_settings(&KEY.into(), &[other.as_str().into()]).unwrap();
    let ids: Vec<_> = both.ids().collect();
    assert_eq!(ids, [single(KEY).id(), single(&other).id()]);
    assert!(same(&both, &single(KEY)));
    let macs: Vec<_> = both.macs("test", &[]).collect();
    assert_eq!(macs, [KEY, &other].map(|text| single(text).mac("test", &[])));
    // A duplicate counts once.
    let twice = [other.as_str().into(), KEY.into(), other.as_str().into()];
    let twice = InstanceKey::from_settings(&KEY.into(), &twice).unwrap();
    assert_eq!(twice.ids().count(), 2);
    let bad = InstanceKey::from_settings(&KEY.into(), &["short".into()]).unwrap_err();
    assert!(bad.to_string().contains("`further_secret_keys`"), "{bad}");
}

/// Shows: secrets.rotation
#[test]
fn a_name_is_the_same_whichever_of_the_keys_seals() {
    let other = format!("{}00", "1f".repeat(31));
    let ring = |current: &str, further: &str| InstanceKey::from_settings(&current.into(), &[further.into()]).unwrap();
    let (before, after) = (ring(KEY, &other), ring(&other, KEY));
    assert!(!same(&before, &after));
    assert_eq!(before.name("row", &[b"7"]), after.name("row", &[b"7"]));
    assert_ne!(before.name("row", &[b"7"]), after.name("row", &[b"8"]));
    // With one key, it is the same as before there were several.
    let single = InstanceKey::from_setting(KEY).unwrap();
    assert_eq!(single.name("row", &[b"7"]), single.mac("row", &[b"7"]));
}

#[test]
fn an_id_is_read_back_as_it_is_shown_and_nothing_else_is() {
    let id = InstanceKey::from_setting(KEY).unwrap().id();
    assert_eq!(KeyId::parse(&id.to_string()), Some(id));
    assert_eq!(KeyId::parse("0000000A"), KeyId::parse("0000000a"));
    for bad in ["", "1", "+0000001", "000000001", "0000000g", "０000001"] {
        assert_eq!(KeyId::parse(bad), None, "{bad}");
    }
    // It is no part of the key.
    let bytes = BASE64_STANDARD.decode(KEY).unwrap();
    assert!(!bytes.windows(4).any(|part| part == id.to_bytes()));
}

#[test]
fn a_missing_folder_is_an_error_and_not_a_panic() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("missing").join(FILE);
    let error = InstanceKey::load_or_create(&path).unwrap_err();
    assert!(matches!(error, InstanceKeyError::File { .. }));
}

/// Shows: random.sealing
#[test]
fn hashes_differ_by_purpose_by_part_and_by_key() {
    let key = InstanceKey::from_setting(KEY).unwrap();
    let mac = key.mac("phone", &[b"ab", b"c"]);
    assert_eq!(mac, key.mac("phone", &[b"ab", b"c"]));
    assert_ne!(mac, key.mac("consent", &[b"ab", b"c"]));
    assert_ne!(mac, key.mac("phone", &[b"a", b"bc"]));
    assert_ne!(mac, key.mac("phone", &[b"abc"]));
    assert_ne!(mac, key.mac("phone", &[b"ab", b"c", b""]));
    assert_ne!(key.mac("phone", &[]), key.current().derive("phone"));
    let other = InstanceKey::from_setting(&format!("{}00", "1f".repeat(31))).unwrap();
    assert_ne!(mac, other.mac("phone", &[b"ab", b"c"]));
}

/// Shows: leaks.debug
#[test]
fn debug_output_shows_ids_and_no_key() {
    let ring = InstanceKey::from_setting(KEY).unwrap();
    let id = ring.id();
    assert_eq!(format!("{ring:?}"), format!("InstanceKey({id} …)"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    write(&path, KEY.as_bytes());
    let seen = format!("{:?}", KeyFile::take(&path).unwrap());
    assert!(seen.contains(&id.to_string()), "{seen}");
    assert!(!seen.contains(&KEY[..20]), "{seen}");
}
