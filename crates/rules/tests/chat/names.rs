//! Allowed names, with every limit tested from both sides. Uniqueness is tested where names are stored.

use std::borrow::Cow;

use portico_rules::chat::names::{
    NameForms, changed, changed_form, channel_form, channel_name, description, description_form, display_name, fold,
    fold_role, has_visible, limit_marks, nickname, nickname_form, role_form, role_name, server_name, shown_form, topic,
    topic_form,
};
use portico_rules::steps;
use proptest::prelude::*;

type Rule = fn(&str) -> Result<String, &'static str>;
/// Normalises a valid name for storage.
type Form = fn(&str) -> String;

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
    refuses(nickname, &["", "b", " b ", "bo b", "bøb", "bob!", "bo\u{212A}", "b@b", "böb", "日本"]);
}

/// Shows: names.nicknames
#[test]
fn a_nickname_has_two_to_thirty_two_characters() {
    takes(nickname, &[("ab", "ab"), (&"a".repeat(32), &"a".repeat(32))]);
    refuses(nickname, &["a", &"a".repeat(33)]);
}

/// Shows: names.nicknames
#[test]
fn a_nickname_starts_and_ends_where_a_mention_can() {
    refuses(nickname, &[".bob", "-bob", "_bob", "bob.", "bob-", "--", "..", "_."]);
}

/// Shows: mentions.read-once
#[test]
fn a_nickname_is_no_word_that_mentions_keep() {
    refuses(nickname, &["all", "ALL", "everyone", "Here", "role_1", "ROLE_007", "role_99999999999999999999"]);
}

#[test]
fn an_error_says_what_to_fix() {
    assert_eq!(nickname("b"), Err("Use 2 to 32 characters."));
    assert_eq!(nickname("_bob"), Err("Start with a letter or a digit."));
    assert_eq!(nickname("bob."), Err("End with a letter, a digit or an underscore."));
    assert_eq!(nickname("all"), Err("This nickname is reserved. Choose another one."));
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
        refuses(rule, &["", " \t\n", &"é".repeat(65), "\u{200D}\u{200C}", "\u{3164}", "\u{2800} \u{2800}"]);
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
            ("3", "3"),
            ("allies", "allies"),
            ("over all", "over all"),
            ("role_12 crew", "role_12 crew"),
            (&"é".repeat(32), &"é".repeat(32)),
        ],
    );
    refuses(role_name, &["", "  ", "a.b", "a@b", "<b>", "❤️", "a\u{A0}b", "\u{3164}", &"é".repeat(33)]);
    refuses(role_name, &["all", " All ", "role_12", "Role_007"]);
}

/// Shows: names.roles
#[test]
fn a_role_name_has_a_letter_or_a_digit() {
    refuses(role_name, &["---", "-_-", "_", "- -", "\u{301}", "\u{16FE4}"]);
}

/// Shows: names.reserved
#[test]
fn no_role_has_a_reserved_name_in_any_spelling() {
    refuses(
        role_name,
        &[
            // Cyrillic, Greek, fullwidth, mathematical, digits and capitals for letters.
            "аll",
            "ａｌｌ",
            "ΑLL",
            "αll",
            "𝐚𝐥𝐥",
            "a11",
            "aII",
            "AlI",
            "ⓐⓛⓛ",
            // The word before a separator, of any kind.
            "All hands",
            "all-stars",
            "all_in",
            "ALL-",
            "аll hands",
            "ａｌｌ-stars",
            "all ",
            "all_",
            // A text that names these would call everyone: a letter of another script ends the word.
            "all您",
            "Allée",
            // An id, in digits of other scripts and in what looks like digits.
            "role_１",
            "role_١٢",
            "role_१",
            "rоle_7",
            "ＲＯＬＥ＿７",
            "role_l2",
            "role_①",
            "ROLE_1O",
        ],
    );
    takes(
        role_name,
        &[
            ("allison", "allison"),
            ("Alles", "Alles"),
            ("al", "al"),
            ("ball", "ball"),
            ("role_", "role_"),
            ("role_lead", "role_lead"),
            ("roles_1", "roles_1"),
        ],
    );
}

/// Shows: names.reserved
#[test]
fn a_nickname_does_not_begin_with_a_word_that_mentions_everyone() {
    refuses(
        nickname,
        &[
            "all-stars",
            "all.hands",
            "all_",
            "ALL_IN",
            "everyone-else",
            "everyone_",
            "here.i.am",
            "Here_",
            "a11",
            "al1",
            "a11-stars",
            "role_l",
            "role_1l",
        ],
    );
    takes(
        nickname,
        &[
            ("allison", "allison"),
            ("all4one", "all4one"),
            ("a11y", "a11y"),
            ("hereford", "hereford"),
            ("everyones", "everyones"),
            ("not-all", "not-all"),
        ],
    );
}

/// Shows: names.display
#[test]
fn a_name_may_join_and_choose_glyphs_only_where_writing_needs_it() {
    for name in [
        "می\u{200C}خواهم",
        "क\u{94D}\u{200D}ष",
        "1\u{FE0F}\u{20E3} first",
        "☺\u{FE0E}",
        "❤\u{FE0F}\u{200D}🔥",
        "👩🏽\u{200D}❤\u{FE0F}\u{200D}👨🏿",
        "🏳\u{FE0F}\u{200D}🌈",
        "🇺🇦 Олена",
        "👨\u{200D}👩\u{200D}👧\u{200D}👦",
        "Nguyễn Thị Hoà",
        "שָׁלוֹם",
        "ผู้ดูแล",
        "Zoë 李小龍 🦀",
    ] {
        takes(display_name, &[(name, name)]);
    }
    refuses(
        display_name,
        &[
            "\u{200D}Alice",
            "Alice\u{200D}",
            "Alice\u{200C} Smith",
            "Al\u{200D}\u{200D}ice",
            "\u{FE0F}Alice",
            "Alice \u{FE0F}Smith",
            "❤\u{FE0F}\u{FE0F}",
            "☺\u{FE01}",
            "葛\u{E0100}",
        ],
    );
}

/// Shows: names.display
#[test]
fn a_name_has_no_code_point_that_is_never_shown() {
    // England's flag is a black one with tags.
    let england = "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}";
    let tagged: String =
        "Alice".chars().chain("bob".chars().map(|c| char::from_u32(0xE0000 + c as u32).unwrap())).collect();
    refuses(display_name, &[england, &tagged]);
    for hidden in "\u{AD}\u{34F}\u{600}\u{61C}\u{70F}\u{115F}\u{1160}\u{17B4}\u{180B}\u{180E}\u{200B}\u{200E}\u{202E}\
        \u{2061}\u{206F}\u{3164}\u{FE00}\u{FEFF}\u{FFA0}\u{FFF0}\u{FFF9}\u{110BD}\u{1BCA0}\u{1D173}\u{E0001}\u{E0041}\
        \u{E01EF}\u{E0FFF}\u{E000}\u{F8FF}\u{F0000}\u{10FFFD}\u{378}\u{FFFE}\u{FDD0}\u{1FFFF}\u{E1000}\u{0}\u{9B}"
        .chars()
    {
        let name = format!("Ali{hidden}ce");
        for rule in [display_name as Rule, server_name, topic, description, role_name, channel_name] {
            refuses(rule, &[&name]);
        }
    }
}

/// Shows: names.display
#[test]
fn a_name_shows_something() {
    for blank in [
        "\u{A0}",
        "\u{2800}",
        "\u{3000}",
        "\u{3164}",
        "\u{FFA0}",
        "\u{115F}\u{1160}",
        "\u{301}",
        "\u{20E3}",
        "\u{FE0F}",
        "\u{1D159}",
        "\u{13441}",
        "\u{FFFC}",
        "\u{2800}\u{A0} \u{2003}",
    ] {
        for rule in [display_name as Rule, server_name, role_name, channel_name] {
            refuses(rule, &[blank]);
        }
    }
    // What is blank at an end goes as space does.
    takes(display_name, &[("\u{2800}Alice\u{A0}\u{2800}", "Alice")]);
}

#[test]
fn a_text_is_visible_if_any_of_its_characters_is() {
    for visible in [
        "a",
        ".",
        "\u{200B}a",
        "👍",
        "👍\u{1F3FD}",
        "👩\u{200D}👩\u{200D}👧",
        "☎\u{FE0F}",
        "1\u{FE0F}\u{20E3}",
        "\u{1F1E9}\u{1F1EA}",
        "e\u{301}",
        "\u{301}",
        "\u{93F}",
        "می\u{200C}خواهم",
        "ㅎㅎ",
        "\u{F8FF}",
        "\u{1FAEA}",
        "¨",
    ] {
        assert!(has_visible(visible), "{visible:?}");
    }
    for blank in [
        "",
        " \t\r\n\u{A0}\u{2003}\u{3000}\u{2028}\u{2029}",
        "\u{200B}\u{200D}\u{2060}",
        "\u{2800}",
        "\u{0}\u{1C}\u{7F}\u{85}\u{9B}",
        "\u{AD}\u{34F}\u{61C}\u{180E}\u{200E}\u{202E}\u{2066}\u{FEFF}",
        "\u{115F}\u{1160}\u{3164}\u{FFA0}",
        "\u{FE0E}\u{FE0F}\u{E0100}",
        "\u{E0061}\u{E007F}\u{E0FFF}",
        "\u{FFFC}",
    ] {
        assert!(!has_visible(blank), "{blank:?}");
    }
}

/// Shows: names.display
#[test]
fn no_letter_carries_a_tower_of_marks() {
    takes(display_name, &[("Z\u{300}\u{301}\u{302}\u{303}a", "Z\u{300}\u{301}\u{302}\u{303}a")]);
    let tower = "Z\u{300}\u{301}\u{302}\u{303}\u{304}a";
    // Composed, the first mark is not seen as one.
    let composed = "é\u{300}\u{301}\u{302}\u{303}";
    for rule in [display_name as Rule, server_name, topic, description, role_name, channel_name] {
        refuses(rule, &[tower, composed]);
    }
}

/// Shows: messages.marks
#[test]
fn of_a_tower_of_marks_the_first_four_stay() {
    for (text, kept) in [
        ("Z\u{300}\u{301}\u{302}\u{303}a", "Z\u{300}\u{301}\u{302}\u{303}a"),
        ("Z\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}a\u{300}", "Z\u{300}\u{301}\u{302}\u{303}a\u{300}"),
        // A composed letter has one already.
        ("é\u{300}\u{301}\u{302}", "é\u{300}\u{301}\u{302}"),
        ("é\u{300}\u{301}\u{302}\u{303}", "é\u{300}\u{301}\u{302}"),
        // An invisible joiner begins no letter.
        ("a\u{301}\u{301}\u{301}\u{301}\u{200D}\u{301}b", "a\u{301}\u{301}\u{301}\u{301}\u{200D}b"),
        ("\u{301}\u{301}\u{301}\u{301}\u{301}", "\u{301}\u{301}\u{301}\u{301}"),
        ("ผู้ดูแล हिन्दी שָׁלוֹם ❤️ 1️⃣ 👩\u{200D}💻", "ผู้ดูแล हिन्दी שָׁלוֹם ❤️ 1️⃣ 👩\u{200D}💻"),
    ] {
        assert_eq!(limit_marks(text), kept, "{text:?}");
    }
    assert!(matches!(limit_marks("plain, é, 日本"), Cow::Borrowed(_)));
}

/// Shows: messages.marks
#[test]
fn limiting_marks_takes_linear_time() {
    let work = |length: usize| {
        let tower = format!("a{}", "\u{301}".repeat(length));
        steps::counted(|| assert_eq!(limit_marks(&tower).chars().count(), 5)).1
    };
    assert!(work(16_000) <= 5 * work(4_000));
}

#[test]
fn a_description_may_have_several_lines() {
    let longest = "ü".repeat(500);
    takes(
        description,
        &[
            ("", ""),
            (" One.\r\n\nTwo 👨\u{200D}👩\u{200D}👧. ", "One.\n\nTwo 👨\u{200D}👩\u{200D}👧."),
            (&longest, &longest),
        ],
    );
    let too_long = "ü".repeat(501);
    refuses(description, &[&too_long, "a\u{202E}b", "a\tb", "a\rb", "one\ntwo\u{E0041}"]);
}

/// Shows: names.kept
#[test]
fn a_name_from_before_the_rules_may_stay_and_nothing_else() {
    let old = "Al\u{200B}ice";
    assert_eq!(changed(old, Some(old), display_name).as_deref(), Ok(old));
    assert_eq!(changed(" Alice ", Some(old), display_name).as_deref(), Ok("Alice"));
    assert!(changed("Al\u{200B}\u{200B}ice", Some(old), display_name).is_err());
    assert_eq!(changed("all-stars", Some("all-stars"), nickname).as_deref(), Ok("all-stars"));
    assert_eq!(changed_form(old, Some(old), shown_form), old);
    assert_eq!(changed_form(" Alice ", Some(old), shown_form), "Alice");
    assert!(changed("", None, display_name).is_err());
    assert!(changed("all-star", Some("all-stars"), nickname).is_err());
}

/// Shows: names.alike
#[test]
fn names_are_alike_by_case_compatibility_and_confusables() {
    for (one, other) in [
        ("Crew", "CREW"),
        ("Crew", "Сrew"),
        ("ops", "0ps"),
        ("OPS", "0PS"),
        ("ADMIN", "ADM1N"),
        ("Alice", "AIice"),
        ("bot", "Вot"),
        ("mods", "МODS"),
        ("Harbour master", "Нarbour Master"),
        ("Größe", "GRÖSSE"),
        ("ｏｐｓ", "Ops"),
        ("ΟΔΟΣ", "οδος"),
        ("E\u{301}quipe", "équipe"),
        ("Night watch", "Night  watch"),
        ("Night watch", "Night\u{A0}watch"),
        ("modern", "modem"),
        ("Ёж", "ëж"),
        ("Team 1", "Team l"),
    ] {
        let (one_is, other_is) = (NameForms::new(one), NameForms::new(other));
        assert!(
            one_is.key == other_is.key || one_is.look == other_is.look || one_is.look_key == other_is.look_key,
            "{one} {other}"
        );
    }
    for (one, other) in [
        ("Mail", "Mall"),
        ("MAIL", "mall"),
        ("FAIL", "fall"),
        ("Equipe", "Équipe"),
        ("a b", "a-b"),
        ("Team 1", "Team 2"),
        ("日本", "日木"),
        ("crew", "crews"),
    ] {
        let (one_is, other_is) = (NameForms::new(one), NameForms::new(other));
        assert_ne!(one_is.key, other_is.key, "{one} {other}");
        assert_ne!(one_is.look, other_is.look, "{one} {other}");
        assert_ne!(one_is.look_key, other_is.look_key, "{one} {other}");
        let (one_is, other_is) = (NameForms::words_of(one), NameForms::words_of(other));
        assert!(one_is.split(' ').all(|word| !other_is.contains(word)));
    }
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
    refuses(channel_name, &["", " ", "-", "_ _", "a.b", "#general", "a/b", "a\u{200B}b", &"é".repeat(41)]);
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
    for (one, other) in [("ISIK", "ısık"), ("straße", "strasse"), ("a b", "a  b"), ("a-b", "a_b")] {
        assert_ne!(fold(one), fold(other));
    }
}

#[test]
fn a_role_is_mentioned_by_every_spelling_that_makes_its_name_taken() {
    for (one, other) in [
        ("Release Team", "RELEASE team"),
        ("Straße", "STRASSE"),
        ("STRAẞE", "straße"),
        ("ﬀ team", "FF TEAM"),
        ("ο\u{3b4}ος", "ΟΔΟΣ"),
        ("Équipe", "E\u{301}QUIPE"),
        ("ｏｐｓ", "Ops"),
        ("ſale", "SALE"),
    ] {
        assert_eq!(fold_role(one), fold_role(other));
        assert_eq!(NameForms::new(one).key, NameForms::new(other).key);
    }
    for (one, other) in [("ISIK", "ısık"), ("a b", "a  b"), ("0ps", "Ops"), ("Вot", "bot")] {
        assert_ne!(fold_role(one), fold_role(other));
    }
}

#[test]
fn a_topic_is_one_line_or_nothing() {
    let longest = "ü".repeat(200);
    takes(topic, &[("", ""), ("  \t ", ""), (" Red or green? ", "Red or green?"), (&longest, &longest)]);
    let too_long = "ü".repeat(201);
    refuses(topic, &[&too_long, "two\nlines", "a\u{202E}b", "a\0b"]);
}

proptest! {
    #[test]
    fn a_name_that_was_taken_is_taken_again_unchanged(raw in ".{0,40}|[ A-Za-z0-9_.-]{0,40}|\\w{0,40}") {
        for rule in [nickname as Rule, display_name, server_name, channel_name, role_name, topic, description] {
            if let Ok(name) = rule(&raw) {
                prop_assert_eq!(rule(&name), Ok(name));
            }
        }
    }

    #[test]
    fn the_stored_form_of_a_name_is_what_its_rule_returns(raw in ".{0,40}|[ A-Za-z0-9_.-]{0,40}|\\w{0,40}") {
        let forms: [(Rule, Form); 6] = [
            (nickname, nickname_form),
            (display_name, shown_form),
            (channel_name, channel_form),
            (role_name, role_form),
            (topic, topic_form),
            (description, description_form),
        ];
        for (rule, form) in forms {
            if let Ok(name) = rule(&raw) {
                prop_assert_eq!(&form(&raw), &name);
                prop_assert_eq!(changed_form(&raw, None, form), name);
            }
        }
    }

    #[test]
    fn whether_a_text_is_visible_depends_on_its_visible_characters_alone(text in ".{0,4}|\\w{0,4}|\\s{0,4}|\\p{Cf}{0,4}") {
        prop_assert_eq!(has_visible(&format!("\u{200B}{text}\u{2060}\u{2800}")), has_visible(&text));
        let with_letter = format!("{text}a");
        prop_assert!(has_visible(&with_letter));
        prop_assert!(!text.trim().is_empty() || !has_visible(&text));
        prop_assert!(display_name(&text).is_err() || has_visible(&text));
    }

    #[test]
    fn folding_twice_is_folding_once(name in ".{0,40}|\\w{0,40}") {
        prop_assert_eq!(fold(&fold(&name)), fold(&name));
    }

    #[test]
    fn names_that_fold_alike_are_alike(name in "\\w{1,20}|.{1,20}") {
        prop_assert_eq!(NameForms::new(&fold(&name)).key, NameForms::new(&name).key);
    }
}
