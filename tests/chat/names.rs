//! What may be a name and what may not, with every bound met from both sides.
//! That two people cannot have one name is tested where names are stored.

use portico::chat::names::{
    channel_name, display_name, fold, nickname, role_name, server_name, topic,
};
use proptest::prelude::*;

type Rule = fn(&str) -> Result<String, &'static str>;

#[track_caller]
fn takes(rule: Rule, table: &[(&str, &str)]) {
    for &(raw, name) in table {
        assert_eq!(rule(raw).as_deref(), Ok(name), "{raw:?}");
    }
}

#[track_caller]
fn refuses(rule: Rule, names: &[&str]) {
    for raw in names {
        assert!(rule(raw).is_err(), "{raw:?} was taken");
    }
}

/// Shows: names.nicknames
#[test]
fn a_nickname_is_folded_and_fits_its_alphabet() {
    takes(
        nickname,
        &[
            ("bob", "bob"),
            (" Bob.Smith-Jones_ ", "bob.smith-jones_"),
            ("0_", "0_"),
            ("a1", "a1"),
            ("roles", "roles"),
            ("role_12x", "role_12x"),
            ("role_", "role_"),
            ("allison", "allison"),
        ],
    );
    refuses(
        nickname,
        &[
            "",
            "b",
            " b ",
            "bo b",
            "bøb",
            "bob!",
            "bo\u{212A}",
            "b@b",
            "böb",
            "日本",
        ],
    );
}

/// Shows: names.nicknames
#[test]
fn a_nickname_has_two_to_thirty_two_characters() {
    takes(
        nickname,
        &[("ab", "ab"), (&"a".repeat(32), &"a".repeat(32))],
    );
    refuses(nickname, &["a", &"a".repeat(33)]);
}

/// Shows: names.nicknames
#[test]
fn a_nickname_starts_and_ends_where_a_mention_can() {
    refuses(
        nickname,
        &[".bob", "-bob", "_bob", "bob.", "bob-", "--", "..", "_."],
    );
}

/// Shows: mentions.read-once
#[test]
fn a_nickname_is_no_word_that_mentions_keep() {
    refuses(
        nickname,
        &[
            "all",
            "ALL",
            "everyone",
            "Here",
            "role_1",
            "ROLE_007",
            "role_99999999999999999999",
        ],
    );
}

#[test]
fn a_fault_says_what_to_mend() {
    assert_eq!(nickname("b"), Err("Use 2 to 32 characters."));
    assert_eq!(nickname("_bob"), Err("Start with a letter or a digit."));
    assert_eq!(
        nickname("bob."),
        Err("End with a letter, a digit or an underscore.")
    );
    assert_eq!(
        nickname("all"),
        Err("This nickname is reserved. Choose another one.")
    );
    assert_eq!(display_name(" "), Err("Enter a name."));
}

/// Shows: names.display
#[test]
fn a_display_name_is_trimmed_and_otherwise_kept() {
    for rule in [display_name as Rule, server_name] {
        takes(
            rule,
            &[
                ("  Bob Smith\n", "Bob Smith"),
                ("<b>&amp;", "<b>&amp;"),
                ("👨\u{200D}👩\u{200D}👧", "👨\u{200D}👩\u{200D}👧"),
                ("می\u{200C}خواهم", "می\u{200C}خواهم"),
                ("日", "日"),
                (&"é".repeat(64), &"é".repeat(64)),
            ],
        );
        refuses(
            rule,
            &[
                "",
                " \t\n",
                &"é".repeat(65),
                "\u{200D}\u{200C}",
                "\u{3164}",
                "\u{2800} \u{2800}",
            ],
        );
    }
}

/// Shows: names.display
#[test]
fn a_display_name_hides_and_turns_nothing() {
    let marks = "\0\u{7}\n\t\u{7F}\u{85}\u{61C}\u{200B}\u{200E}\u{200F}\u{2028}\u{2029}\u{202A}\u{202B}\
        \u{202C}\u{202D}\u{202E}\u{2060}\u{2066}\u{2067}\u{2068}\u{2069}\u{FEFF}";
    for mark in marks.chars() {
        refuses(display_name, &[&format!("Bob{mark}Smith")]);
        refuses(role_name, &[&format!("Bob{mark}Smith")]);
    }
}

/// Shows: names.roles
#[test]
fn a_role_name_takes_every_script_and_keeps_its_case() {
    takes(
        role_name,
        &[
            (" Release Team ", "Release Team"),
            ("E\u{301}quipe", "Équipe"),
            ("ผู้ดูแล", "ผู้ดูแล"),
            ("हिन्दी", "हिन्दी"),
            ("-_-", "-_-"),
            ("3", "3"),
            ("all hands", "all hands"),
            ("role_12 crew", "role_12 crew"),
            (&"é".repeat(32), &"é".repeat(32)),
        ],
    );
    refuses(
        role_name,
        &[
            "",
            "  ",
            "a.b",
            "a@b",
            "<b>",
            "❤️",
            "a\u{A0}b",
            "\u{3164}",
            &"é".repeat(33),
        ],
    );
    refuses(role_name, &["all", " All ", "role_12", "Role_007"]);
}

#[test]
fn a_channel_name_is_lower_case_and_in_one_piece() {
    takes(
        channel_name,
        &[
            (" Release  Notes ", "release-notes"),
            ("BUILDS_2", "builds_2"),
            ("Общий", "общий"),
            ("ΟΔΟΣ", "οδος"),
            ("हिन्दी", "हिन्दी"),
            (&"é".repeat(40), &"é".repeat(40)),
        ],
    );
    refuses(
        channel_name,
        &[
            "",
            " ",
            "-",
            "_ _",
            "a.b",
            "#general",
            "a/b",
            "a\u{200B}b",
            &"é".repeat(41),
        ],
    );
}

#[test]
fn folding_brings_all_spellings_of_a_name_together() {
    for (one, other) in [
        ("Release Team", "RELEASE team"),
        ("Équipe", "E\u{301}QUIPE"),
        ("ΟΔΟΣ", "οδος"),
        ("οδοσ", "οδος"),
        ("STRAẞE", "straße"),
    ] {
        assert_eq!(fold(one), fold(other));
    }
    for (one, other) in [
        ("ISIK", "ısık"),
        ("straße", "strasse"),
        ("a b", "a  b"),
        ("a-b", "a_b"),
    ] {
        assert_ne!(fold(one), fold(other));
    }
}

#[test]
fn a_topic_is_one_line_or_nothing() {
    let longest = "ü".repeat(200);
    takes(
        topic,
        &[
            ("", ""),
            ("  \t ", ""),
            (" Red or green? ", "Red or green?"),
            (&longest, &longest),
        ],
    );
    let too_long = "ü".repeat(201);
    refuses(topic, &[&too_long, "two\nlines", "a\u{202E}b", "a\0b"]);
}

proptest! {
    #[test]
    fn a_name_that_was_taken_is_taken_again_unchanged(raw in ".{0,40}|[ A-Za-z0-9_.-]{0,40}|\\w{0,40}") {
        for rule in [nickname as Rule, display_name, server_name, channel_name, role_name, topic] {
            if let Ok(name) = rule(&raw) {
                prop_assert_eq!(rule(&name), Ok(name));
            }
        }
    }

    #[test]
    fn folding_twice_is_folding_once(name in ".{0,40}|\\w{0,40}") {
        prop_assert_eq!(fold(&fold(&name)), fold(&name));
    }
}
