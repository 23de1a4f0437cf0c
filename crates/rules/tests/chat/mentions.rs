//! Who a text mentions: a table of texts, each with its rendered form and its report.
//! `mentions_properties` has the properties of all texts.

use portico_rules::chat::mentions::{Lookups, MAX_IDS, MAX_NICKNAMES, MentionTarget, OptIn, scan};
use portico_rules::ids::UserId;

use super::hostile;
use super::town::{drawn, opt_in, post, reported};

/// The sent text; the kinds opted in (`a`, `r`, `u`), with `!` if the creator holds `mention_all`; the stored text with
/// its spans in braces; the report.
type Row = (&'static str, &'static str, &'static str, &'static str);

fn check(table: &[Row]) {
    for &(sent, asked, page, report) in table {
        let resolved = post(sent, opt_in(asked), asked.contains('!'));
        assert_eq!(drawn(&resolved), page, "the page of {sent:?} with {asked:?}");
        assert_eq!(reported(&resolved), report, "the report on {sent:?} with {asked:?}");
    }
}

/// Shows: mentions.where-a-word-begins
#[test]
#[rustfmt::skip]
fn an_at_sign_counts_except_in_an_ascii_word_or_a_path() {
    check(&[
        ("@bob", "u", "{+user:42 @bob}", "user:42 @bob"),
        ("hi @bob", "u", "hi {+user:42 @bob}", "user:42 @bob"),
        ("(@bob)", "u", "({+user:42 @bob})", "user:42 @bob"),
        ("line\n@bob\nline", "u", "line\n{+user:42 @bob}\nline", "user:42 @bob"),
        ("👍🏽@bob", "u", "👍🏽{+user:42 @bob}", "user:42 @bob"),
        ("❤️@bob 1️⃣@x_", "u", "❤️{+user:42 @bob} 1️⃣{+user:47 @x_}", "user:42 @bob; user:47 @x_"),
        ("'@bob' \"@bob\"", "u", "'{+user:42 @bob}' \"{+user:42 @bob}\"", "user:42 @bob"),
        (".@bob", "u", ".{+user:42 @bob}", "user:42 @bob"),
        ("-@bob", "u", "-{+user:42 @bob}", "user:42 @bob"),
        ("\\@bob", "u", "\\{+user:42 @bob}", "user:42 @bob"),
        // Where words have no spaces between them, and after an accent.
        ("你好@bob", "u", "你好{+user:42 @bob}", "user:42 @bob"),
        ("担当は@bob", "u", "担当は{+user:42 @bob}", "user:42 @bob"),
        ("é@bob", "u", "é{+user:42 @bob}", "user:42 @bob"),
        ("e\u{301}@bob", "u", "e\u{301}{+user:42 @bob}", "user:42 @bob"),
        ("٣@bob", "u", "٣{+user:42 @bob}", "user:42 @bob"),
        ("\u{200D}@bob", "u", "\u{200D}{+user:42 @bob}", "user:42 @bob"),
        ("你好@all", "a!", "你好{+all @all}", "all @all"),
        ("你好@Ops", "r", "你好{+role:5 @Ops}", "role:5 @Ops"),
        ("bob@example.com", "aru!", "bob@example.com", ""),
        ("bob@all @", "aru!", "bob@all @", ""),
        ("7@bob", "u", "7@bob", ""),
        ("@@bob", "aru!", "@@bob", ""),
        ("@@all @@@all", "aru!", "@@all @@@all", ""),
        ("https://example.com/@bob", "u", "https://example.com/@bob", ""),
        ("/@all", "a!", "/@all", ""),
        // What Chinese and Japanese input methods write.
        ("＠bob と担当は＠all", "aru!", "{+user:42 ＠bob} と担当は{+all ＠all}", "user:42 ＠bob; all ＠all"),
        ("＠Ops ＠role_5 _＠BOB_", "ru", "{+role:5 ＠Ops} {+role:5 ＠role_5} _{+user:42 ＠BOB}_", "role:5 ＠Ops; user:42 ＠BOB"),
        ("＠<42> a＠bob ＠＠bob ＠@bob", "u", "＠<42> a＠bob ＠＠bob ＠@bob", ""),
        ("@", "aru!", "@", ""),
        ("@ bob", "aru!", "@ bob", ""),
        ("@. @! @- @-- @.bob @_", "aru!", "@. @! @- @-- @.bob @_", ""),
        ("", "aru!", "", ""),
    ]);
}

/// Shows: mentions.emphasis
#[test]
#[rustfmt::skip]
fn a_mention_may_be_emphasised() {
    check(&[
        ("_@bob_", "u", "_{+user:42 @bob}_", "user:42 @bob"),
        ("__@bob__", "u", "__{+user:42 @bob}__", "user:42 @bob"),
        ("*@bob*", "u", "*{+user:42 @bob}*", "user:42 @bob"),
        ("**@all**", "a!", "**{+all @all}**", "all @all"),
        ("_@all_", "a!", "_{+all @all}_", "all @all"),
        ("~~@bob~~ ||@bob||", "u", "~~{+user:42 @bob}~~ ||{+user:42 @bob}||", "user:42 @bob"),
        ("_@Ops_", "r", "_{+role:5 @Ops}_", "role:5 @Ops"),
        ("_@role_5_", "r", "_{+role:5 @role_5}_", "role:5 @role_5"),
        ("_@<42>_", "u", "_{+user:42 @bob}_", "user:42 @<42>"),
        ("_@bob", "u", "_{+user:42 @bob}", "user:42 @bob"),
        ("你_@bob", "u", "你_{+user:42 @bob}", "user:42 @bob"),
        // The longest nickname wins, and an underscore may end one.
        ("_@cat_ _@cat__", "u", "_{+user:54 @cat_} _{+user:54 @cat_}_", "user:54 @cat_"),
        // In a word, an underscore is a letter.
        ("a_@bob 1_@bob @_@bob /_@bob", "u", "a_@bob 1_@bob @_@bob /_@bob", ""),
        ("@bob_smith", "u", "@bob_smith", "name @bob_smith unknown_name"),
        ("_@bob_", "", "_@bob_", "name @bob not_opted_in"),
    ]);
}

/// Shows: mentions.where-a-word-begins
#[test]
#[rustfmt::skip]
fn a_nickname_is_read_whole() {
    check(&[
        ("@all", "a!", "{+all @all}", "all @all"),
        ("at the end @all", "a!", "at the end {+all @all}", "all @all"),
        ("@all!", "a!", "{+all @all}!", "all @all"),
        ("@all, now", "a!", "{+all @all}, now", "all @all"),
        ("@allover", "a!", "@allover", "name @allover not_opted_in"),
        ("@all_", "a!", "{+all @all}_", "all @all"),
        ("@all_x", "a!", "@all_x", "name @all_x not_opted_in"),
        ("@all2", "a!", "@all2", "name @all2 not_opted_in"),
        ("@allé", "a!", "{+all @all}é", "all @all"),
        ("@alle\u{301}", "a!", "@alle\u{301}", "name @alle\u{301} not_opted_in"),
        ("@all各位", "a!", "{+all @all}各位", "all @all"),
        ("@all-hands", "aru!", "{+user:46 @all-hands}", "user:46 @all-hands"),
        ("@all-hands", "a!", "@all-hands", "name @all-hands not_opted_in"),
        ("@all- @all... @all's", "a!", "{+all @all}- {+all @all}... {+all @all}'s", "all @all"),
        ("@all night", "aru!", "{+all @all} night", "all @all"),
        ("@all.hands", "aru!", "@all.hands", "name @all.hands unknown_name"),
        ("@all@all @all/pkg", "aru!", "@all@all @all/pkg", ""),
        ("@all/ @all@ @all/-", "a!", "{+all @all}/ {+all @all}@ {+all @all}/-", "all @all"),
        ("@bob.", "u", "{+user:42 @bob}.", "user:42 @bob"),
        ("@bob...", "u", "{+user:42 @bob}...", "user:42 @bob"),
        ("@bob's", "u", "{+user:42 @bob}'s", "user:42 @bob"),
        ("@bob-_.-", "u", "{+user:42 @bob}-_.-", "user:42 @bob"),
        ("@bobby", "u", "@bobby", "name @bobby unknown_name"),
        ("@bob.example.com @bob-and-co", "u", "@bob.example.com @bob-and-co",
            "name @bob.example.com unknown_name; name @bob-and-co unknown_name"),
        // An address or a path.
        ("@bob@mira @bob@example.social @bob＠mira", "u", "@bob@mira @bob@example.social @bob＠mira", ""),
        ("@bob/pkg @bob/7 @bob./x @bob@개", "u", "@bob/pkg @bob/7 @bob./x @bob@개", ""),
        ("@bob/ @bob/@mira @bob@", "u", "{+user:42 @bob}/ {+user:42 @bob}/@mira {+user:42 @bob}@", "user:42 @bob"),
        ("@bob: @bob! @bob\"@bob", "u", "{+user:42 @bob}: {+user:42 @bob}! {+user:42 @bob}\"{+user:42 @bob}", "user:42 @bob"),
        ("@bob_", "u", "{+user:42 @bob}_", "user:42 @bob"),
        ("@bob_x @bob_7", "u", "@bob_x @bob_7", "name @bob_x unknown_name; name @bob_7 unknown_name"),
        ("@bob\u{301}", "u", "{+user:42 @bob}\u{301}", "user:42 @bob"),
        ("@bobé", "u", "{+user:42 @bob}é", "user:42 @bob"),
        ("@bob您好 @bob٣", "u", "{+user:42 @bob}您好 {+user:42 @bob}٣", "user:42 @bob"),
        ("@x_", "u", "{+user:47 @x_}", "user:47 @x_"),
        ("@x_y", "u", "@x_y", "name @x_y unknown_name"),
        ("@jose @josé", "u", "{+user:49 @jose} @josé", "user:49 @jose; name @josé unknown_name"),
        ("@Opsy", "r", "@Opsy", "name @Opsy not_opted_in"),
        ("@Ops!", "r", "{+role:5 @Ops}!", "role:5 @Ops"),
        ("@Opsの皆", "r", "{+role:5 @Ops}の皆", "role:5 @Ops"),
    ]);
}

/// Shows: mentions.where-a-word-begins
#[test]
#[rustfmt::skip]
fn a_role_name_ends_where_no_word_or_path_goes_on() {
    check(&[
        ("@Ops. @Ops- @Ops/ @Ops_", "r", "{+role:5 @Ops}. {+role:5 @Ops}- {+role:5 @Ops}/ {+role:5 @Ops}_", "role:5 @Ops"),
        ("@Ops.go", "r", "{+role:5 @Ops}.go", "role:5 @Ops"),
        ("@Ops-x @Ops_x", "r", "@Ops-x @Ops_x", "name @Ops-x not_opted_in; name @Ops_x not_opted_in"),
        ("@Ops/x @Ops@x", "r", "@Ops/x @Ops@x", ""),
        ("@Release Team-x", "r!", "{+role:7 @Release} Team-x", "role:7 @Release"),
        ("@Release Team/x", "r!", "{+role:7 @Release} Team/x", "role:7 @Release"),
        ("@role_5-x @role_5.x", "r", "@role_5-x {+role:22 @role_5}.x", "role:22 @role_5; name @role_5-x not_opted_in"),
        ("@Équipe/x @Équipe-x", "r", "@Équipe/x @Équipe-x", "name @Équipe not_opted_in; name @Équipe-x not_opted_in"),
    ]);
}

/// Shows: mentions.code
#[test]
#[rustfmt::skip]
fn in_code_names_are_text_and_tokens_are_mentions() {
    check(&[
        ("`@bob` @bob", "u", "`@bob` {+user:42 @bob}", "user:42 @bob; name @bob in_code"),
        ("`@bob`", "", "`@bob`", "name @bob in_code"),
        ("``@bob ` @all``", "aru!", "``@bob ` @all``", "name @bob in_code; all @all in_code"),
        ("```css\n@all { color: red }\n```", "aru!", "```css\n@all { color: red }\n```", "all @all in_code"),
        ("```\n@Ops ＠bob\n```", "aru!", "```\n@Ops ＠bob\n```", "name @Ops in_code; name ＠bob in_code"),
        ("~~~\n@role_5\n~~~\n@role_5", "r", "~~~\n@role_5\n~~~\n{+role:5 @role_5}", "role:5 @role_5; role @role_5 in_code"),
        ("```@bob\nx\n```", "u", "```@bob\nx\n```", "name @bob in_code"),
        ("> ```\n> @bob\n> ```\n- `@bob`", "u", "> ```\n> @bob\n> ```\n- `@bob`", "name @bob in_code"),
        ("`@<42>` ```\n@<42>\n```", "u", "`{+user:42 @bob}` ```\n{+user:42 @bob}\n```", "user:42 @<42>"),
        ("`@bob/kit @@bob @-`", "u", "`@bob/kit @@bob @-`", ""),
        // What no backtick or fence closes, and what is only indented, is no code.
        ("`@bob", "u", "`{+user:42 @bob}", "user:42 @bob"),
        ("```\n@bob", "u", "```\n{+user:42 @bob}", "user:42 @bob"),
        ("\\`@bob\\`", "u", "\\`{+user:42 @bob}\\`", "user:42 @bob"),
        ("`a` @bob `b`", "u", "`a` {+user:42 @bob} `b`", "user:42 @bob"),
        ("    @bob", "u", "    {+user:42 @bob}", "user:42 @bob"),
    ]);
}

/// Shows: mentions.code
#[test]
fn nothing_is_looked_up_for_code() {
    let lookups = |text| scan(text).lookups(&OptIn::EVERYTHING.into());
    assert!(lookups("`@bob @Ops @role_5 @all`").is_empty());
    assert_eq!(lookups("`@bob @<42>`"), Lookups { users: vec![42.into()], ..Lookups::default() });
}

/// Shows: mentions.other-scripts
#[test]
#[rustfmt::skip]
fn after_a_name_in_another_script_nothing_is_required() {
    check(&[
        ("@開発", "r", "{+role:17 @開発}", "role:17 @開発"),
        ("@開発の皆さん", "r", "{+role:17 @開発}の皆さん", "role:17 @開発"),
        ("@開発team", "r", "{+role:17 @開発}team", "role:17 @開発"),
        ("@開発_x", "r", "{+role:17 @開発}_x", "role:17 @開発"),
        ("は@role_開発です", "r", "は{+role:17 @role_開発}です", "role:17 @role_開発"),
        ("@开发 团队请看", "r", "{+role:18 @开发 团队}请看", "role:18 @开发 团队"),
        ("@ผู้ดูแลก", "r", "{+role:12 @ผู้ดูแล}ก", "role:12 @ผู้ดูแล"),
        ("@ΟΔΟΣx", "r", "{+role:11 @ΟΔΟΣ}x", "role:11 @ΟΔΟΣ"),
        // An accent makes no other script.
        ("@Zoëx", "r!", "@Zoëx", "name @Zoëx not_opted_in"),
        ("@Zoe\u{308}x", "r!", "@Zoe\u{308}x", "name @Zoe\u{308}x not_opted_in"),
        ("@Zoë様", "r!", "{+role:15 @Zoë}様", "role:15 @Zoë"),
        ("@-dash-x", "r", "@-dash-x", ""),
        ("@eve您好", "u", "@eve您好", "name @eve unknown_name"),
        ("@設計の人", "ru", "@設計の人", "name @設計の人 unknown_name"),
    ]);
}

/// Shows: mentions.where-a-word-begins
#[test]
#[rustfmt::skip]
fn case_does_not_count() {
    check(&[
        ("@ALL @All", "a!", "{+all @ALL} {+all @All}", "all @ALL"),
        ("@BOB @Bob", "u", "{+user:42 @BOB} {+user:42 @Bob}", "user:42 @BOB"),
        ("@ops @OPS", "r", "{+role:5 @ops} {+role:5 @OPS}", "role:5 @ops"),
        ("@RoLe_5", "r", "{+role:5 @RoLe_5}", "role:5 @RoLe_5"),
        ("@ÉQUIPE", "r", "{+role:9 @ÉQUIPE}", "role:9 @ÉQUIPE"),
        // Spelt with a mark of its own, as some systems do with every accent.
        ("@E\u{301}quipe!", "r", "{+role:9 @E\u{301}quipe}!", "role:9 @E\u{301}quipe"),
        ("@ZOE\u{308}", "r!", "{+role:15 @ZOE\u{308}}", "role:15 @ZOE\u{308}"),
        ("@οδος @ΟΔΟΣ", "r", "{+role:11 @οδος} {+role:11 @ΟΔΟΣ}", "role:11 @οδος"),
        ("@οδοσ", "r", "{+role:11 @οδοσ}", "role:11 @οδοσ"),
        // Without a language, I folds to i and never to the dotless ı.
        ("@ışık", "r", "{+role:10 @ışık}", "role:10 @ışık"),
        ("@IŞIK", "ru", "@IŞIK", "name @IŞIK unknown_name"),
        ("@ışıK", "r", "{+role:10 @ışıK}", "role:10 @ışıK"),
        ("@ผู้ดูแล", "r", "{+role:12 @ผู้ดูแล}", "role:12 @ผู้ดูแล"),
        // As two names of a server are the same, whatever lengths their spellings have.
        ("@STRASSE!", "r", "{+role:23 @STRASSE}!", "role:23 @STRASSE"),
        ("@straße, @STRAẞE.", "r", "{+role:23 @straße}, {+role:23 @STRAẞE}.", "role:23 @straße"),
        ("@strassen", "r", "@strassen", "name @strassen not_opted_in"),
        ("@FF TEAM go", "r", "{+role:24 @FF TEAM} go", "role:24 @FF TEAM"),
        ("@ﬀ Team go", "r", "{+role:24 @ﬀ Team} go", "role:24 @ﬀ Team"),
        ("@ｏｐｓ @Ｏps", "r", "{+role:5 @ｏｐｓ} {+role:5 @Ｏps}", "role:5 @ｏｐｓ"),
        ("@SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS ok", "r",
            "{+role:25 @SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS} ok",
            "role:25 @SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS"),
        // A Kelvin sign folds to k, but it is no nickname's letter.
        ("@ca\u{212A}", "u", "@ca\u{212A}", "name @ca\u{212A} unknown_name"),
    ]);
}

/// Shows: mentions.longest-name
#[test]
#[rustfmt::skip]
fn the_longest_name_wins_and_a_role_before_a_person() {
    check(&[
        ("@bob.smith", "u", "{+user:43 @bob.smith}", "user:43 @bob.smith"),
        ("@bob.smith.", "u", "{+user:43 @bob.smith}.", "user:43 @bob.smith"),
        ("@bob.smithy", "u", "@bob.smithy", "name @bob.smithy unknown_name"),
        ("@a.b-c_d-_", "u", "{+user:50 @a.b-c_d}-_", "user:50 @a.b-c_d"),
        ("@abcdefghijklmnopqrstuvwxyz_32_ok.", "u",
            "{+user:52 @abcdefghijklmnopqrstuvwxyz_32_ok}.",
            "user:52 @abcdefghijklmnopqrstuvwxyz_32_ok"),
        ("@abcdefghijklmnopqrstuvwxyz_32_oko", "u",
            "@abcdefghijklmnopqrstuvwxyz_32_oko",
            "name @abcdefghijklmnopqrstuvwxyz_32_oko unknown_name"),
        ("@0day", "u", "{+user:51 @0day}", "user:51 @0day"),
        ("@Release Team please", "r", "{+role:6 @Release Team} please", "role:6 @Release Team"),
        ("@release team", "r", "{+role:6 @release team}", "role:6 @release team"),
        ("@Release Teams", "r!", "{+role:7 @Release} Teams", "role:7 @Release"),
        ("@Release  Team", "r!", "{+role:7 @Release}  Team", "role:7 @Release"),
        ("@Release\nTeam", "r!", "{+role:7 @Release}\nTeam", "role:7 @Release"),
        ("@-dash- @-dash-x", "r", "{+role:14 @-dash-} @-dash-x", "role:14 @-dash-"),
        ("@cat.", "u", "{+user:53 @cat}.", "user:53 @cat"),
        ("@mira", "ru", "{+role:8 @mira}", "role:8 @mira"),
        ("@mira", "r", "{+role:8 @mira}", "role:8 @mira"),
        // Only what was opted in is a candidate.
        ("@mira", "u", "{+user:44 @mira}", "user:44 @mira"),
        ("@mira", "au", "{+user:44 @mira}", "user:44 @mira"),
        ("@mira", "a!", "@mira", "name @mira not_opted_in"),
        ("@cat", "u", "{+user:53 @cat}", "user:53 @cat"),
        ("@cat", "r", "{+role:19 @cat}", "role:19 @cat"),
        ("@cat", "ru", "{+role:19 @cat}", "role:19 @cat"),
        ("@cat_", "ru", "{+role:19 @cat}_", "role:19 @cat"),
        ("@Ops", "u", "@Ops", "name @Ops unknown_name"),
        ("@all-hands", "u", "{+user:46 @all-hands}", "user:46 @all-hands"),
        ("@all-hands", "r!", "@all-hands", "name @all-hands not_opted_in"),
        ("@All night", "r", "{+role:21 @All night}", "role:21 @All night"),
        ("@all nightly", "ru", "{-all @all} nightly", "all @all not_opted_in"),
        ("@<44>", "u", "{+user:44 @mira}", "user:44 @<44>"),
    ]);
}

/// Shows: mentions.parse
#[test]
#[rustfmt::skip]
fn only_at_all_speaks_to_everyone_and_only_by_permission() {
    check(&[
        ("@all", "", "{-all @all}", "all @all not_opted_in"),
        ("@all", "!", "{-all @all}", "all @all not_opted_in"),
        ("@all", "ru!", "{-all @all}", "all @all not_opted_in"),
        ("@all", "a", "{-all @all}", "all @all creator_lacks_permission"),
        ("@all", "aru", "{-all @all}", "all @all creator_lacks_permission"),
        ("@all @All", "aru!", "{+all @all} {+all @All}", "all @all"),
        // The role that everyone holds is called by its word, never by its id.
        ("@role_1", "aru!", "@role_1", "role @role_1 unknown_name"),
        ("@everyone @here", "au!", "@everyone @here", "name @everyone unknown_name; name @here unknown_name"),
    ]);
}

/// Shows: mentions.parse
#[test]
#[rustfmt::skip]
fn a_role_fires_if_it_is_open_or_the_creator_may_call_all() {
    check(&[
        ("@Ops", "r", "{+role:5 @Ops}", "role:5 @Ops"),
        ("@Ops", "r!", "{+role:5 @Ops}", "role:5 @Ops"),
        ("@Release", "r", "{-role:7 @Release}", "role:7 @Release role_not_mentionable"),
        ("@Release", "r!", "{+role:7 @Release}", "role:7 @Release"),
        ("@Release", "u!", "@Release", "name @Release unknown_name"),
        ("@role_5", "r", "{+role:5 @role_5}", "role:5 @role_5"),
        ("@role_5 @Ops", "r", "{+role:5 @role_5} {+role:5 @Ops}", "role:5 @role_5"),
        ("@role_7", "r", "{-role:7 @role_7}", "role:7 @role_7 role_not_mentionable"),
        ("@role_7.", "r!", "{+role:7 @role_7}.", "role:7 @role_7"),
        // Not looked up: told from its shape alone, whatever the id, and stored as text.
        ("@role_5", "u", "@role_5", "role @role_5 not_opted_in"),
        ("@role_5", "", "@role_5", "role @role_5 not_opted_in"),
        ("@role_77", "a!", "@role_77", "role @role_77 not_opted_in"),
        ("@role_77", "u", "@role_77", "role @role_77 not_opted_in"),
        ("@role_77", "r", "@role_77", "role @role_77 unknown_name"),
        // A role's name may follow the prefix, after every role's id.
        ("@role_Ops", "r", "{+role:5 @role_Ops}", "role:5 @role_Ops"),
        ("@ROLE_release team!", "r", "{+role:6 @ROLE_release team}!", "role:6 @ROLE_release team"),
        ("@role_Release", "r", "{-role:7 @role_Release}", "role:7 @role_Release role_not_mentionable"),
        ("@role_mira", "u", "@role_mira", "name @role_mira unknown_name"),
        ("@role_Opsy", "r", "@role_Opsy", "name @role_Opsy not_opted_in"),
        ("@role_all", "aru!", "@role_all", "name @role_all unknown_name"),
        // Where a role is called so with its prefix, that is its name.
        ("@role_red", "r!", "{+role:20 @role_red}", "role:20 @role_red"),
        ("@role_role_red", "r!", "{+role:20 @role_role_red}", "role:20 @role_role_red"),
        ("@role_99 crew", "r", "{+role:13 @role_99 crew}", "role:13 @role_99 crew"),
        ("@role_98-x", "u", "{+user:48 @role_98-x}", "user:48 @role_98-x"),
        ("@role_12x", "ru", "@role_12x", "name @role_12x unknown_name"),
        ("@role_", "ru", "@role_", "name @role unknown_name"),
        ("@role_ Ops", "ru", "@role_ Ops", "name @role unknown_name"),
        ("@role_5您 @role_5_", "r", "{+role:5 @role_5}您 {+role:5 @role_5}_", "role:5 @role_5"),
        ("@role_05", "ru", "@role_05", "name @role_05 unknown_name"),
        ("@role_-5", "ru", "@role_-5", "name @role_-5 unknown_name"),
        ("@role_+5", "ru", "@role_+5", "name @role unknown_name"),
        ("@role_9007199254740992", "r", "@role_9007199254740992", "name @role_9007199254740992 not_opted_in"),
        ("@Équipe rouge", "r", "{+role:9 @Équipe} rouge", "role:9 @Équipe"),
        // Longer than any role may be called, so that nothing here is its name.
        ("@a_role_name_of_thirty_two_letters", "ru",
            "@a_role_name_of_thirty_two_letters",
            "name @a_role_name_of_thirty_two_letters unknown_name"),
    ]);
}

#[test]
#[rustfmt::skip]
fn an_id_becomes_the_present_nickname() {
    check(&[
        ("@<42>", "u", "{+user:42 @bob}", "user:42 @<42>"),
        ("@<42>x", "u", "{+user:42 @bob}x", "user:42 @<42>"),
        // A token counts wherever it stands.
        ("a@<42> @@<42> /@<42> 7@<42>", "u",
            "a{+user:42 @bob} @{+user:42 @bob} /{+user:42 @bob} 7{+user:42 @bob}", "user:42 @<42>"),
        ("owner@<42> 担当@<42> a_@<42>", "u",
            "owner{+user:42 @bob} 担当{+user:42 @bob} a_{+user:42 @bob}", "user:42 @<42>"),
        ("@<42>/@<42>", "u", "{+user:42 @bob}/{+user:42 @bob}", "user:42 @<42>"),
        ("e\u{301}@<42> \u{200D}@<42>", "u",
            "e\u{301}{+user:42 @bob} \u{200D}{+user:42 @bob}", "user:42 @<42>"),
        ("a@<42>", "", "a@<42>", "user @<42> not_opted_in"),
        ("a@<77>", "u", "a@<77>", "user @<77> not_a_member"),
        ("@<42>.smith", "u", "{+user:42 @bob}.smith", "user:42 @<42>"),
        ("@<42>@<43>", "u", "{+user:42 @bob}{+user:43 @bob.smith}", "user:42 @<42>; user:43 @<43>"),
        ("é @<42> ü @<42>", "u", "é {+user:42 @bob} ü {+user:42 @bob}", "user:42 @<42>"),
        ("@<42> @bob", "u", "{+user:42 @bob} {+user:42 @bob}", "user:42 @<42>"),
        ("@bob @<42>", "u", "{+user:42 @bob} {+user:42 @bob}", "user:42 @bob"),
        ("@<9007199254740991>", "u",
            "{+user:9007199254740991 @last}",
            "user:9007199254740991 @<9007199254740991>"),
        // What was rewritten is never read again.
        ("@<46>", "aru!", "{+user:46 @all-hands}", "user:46 @<46>"),
        ("@<42>.smith @<44>", "ru", "{+user:42 @bob}.smith {+user:44 @mira}", "user:42 @<42>; user:44 @<44>"),
        ("@<45>", "u", "{-user:45 @hidden}", "user:45 @<45> cannot_view_channel"),
        ("@hidden", "u", "{-user:45 @hidden}", "user:45 @hidden cannot_view_channel"),
        ("@<42> @bob", "", "@<42> @bob", "user @<42> not_opted_in; name @bob not_opted_in"),
        ("@<42>", "ar!", "@<42>", "user @<42> not_opted_in"),
    ]);
}

/// Shows: mentions.no-id
#[test]
#[rustfmt::skip]
fn what_is_no_members_id_stays_as_written() {
    check(&[
        ("@<77>", "u", "@<77>", "user @<77> not_a_member"),
        ("@<007>", "u", "@<007>", "user @<007> not_a_member"),
        ("@<042>", "u", "@<042>", "user @<042> not_a_member"),
        ("@<0>", "u", "@<0>", "user @<0> not_a_member"),
        ("@<9007199254740992>", "u", "@<9007199254740992>", "user @<9007199254740992> not_a_member"),
        ("@<9223372036854775808>", "u", "@<9223372036854775808>", "user @<9223372036854775808> not_a_member"),
        ("@<99999999999999999999999999>", "",
            "@<99999999999999999999999999>",
            "user @<99999999999999999999999999> not_opted_in"),
        ("@<> @<+42> @<-42> @< 42> @<42 > @<4_2> @<4e1>", "u",
            "@<> @<+42> @<-42> @< 42> @<42 > @<4_2> @<4e1>",
            ""),
        ("@<42 @<@42> @<@<42>>", "u",
            "@<42 @<@42> @<{+user:42 @bob}>",
            "user:42 @<42>; name @42 unknown_name"),
        ("@<٤٢> @<４２>", "u", "@<٤٢> @<４２>", ""),
        ("@<bob> @<all>", "aru!", "@<bob> @<all>", ""),
        ("<@42>", "u", "<@42>", "name @42 unknown_name"),
        ("@<42", "u", "@<42", ""),
    ]);
}

/// Shows: mentions.report
#[test]
#[rustfmt::skip]
fn a_name_is_reported_by_what_was_looked_up() {
    check(&[
        ("@eve", "u", "@eve", "name @eve unknown_name"),
        ("@eve", "ru", "@eve", "name @eve unknown_name"),
        ("@eve", "r", "@eve", "name @eve not_opted_in"),
        ("@bob", "r", "@bob", "name @bob not_opted_in"),
        ("@bob", "a!", "@bob", "name @bob not_opted_in"),
        ("@bob @Ops", "", "@bob @Ops", "name @bob not_opted_in; name @Ops not_opted_in"),
        ("@Release Team", "", "@Release Team", "name @Release not_opted_in"),
        ("@eve-lyn. @eve-lyn.", "u", "@eve-lyn. @eve-lyn.", "name @eve-lyn unknown_name"),
        ("@_x @-x", "u", "@_x @-x", "name @_x unknown_name"),
        ("@b", "u", "@b", "name @b unknown_name"),
        ("@x.y.z", "u", "@x.y.z", "name @x.y.z unknown_name"),
        ("@eve @eve @adam", "u", "@eve @eve @adam", "name @eve unknown_name; name @adam unknown_name"),
        ("@all @Ops @bob @<42> @<7>", "aru!",
            "{+all @all} {+role:5 @Ops} {+user:42 @bob} {+user:42 @bob} @<7>",
            "all @all; role:5 @Ops; user:42 @bob; user @<7> not_a_member"),
    ]);
}

/// Shows: mentions.sixteen
#[test]
fn sixteen_ids_are_resolved_and_the_seventeenth_is_not() {
    let ids = |ids: &[i64]| ids.iter().map(|id| format!("@<{id}> ")).collect::<String>();
    let all: Vec<i64> = (101..=117).collect();

    let sixteen = ids(&all[..16]);
    let resolved = post(&sixteen, opt_in("u"), false);
    assert_eq!((resolved.fired.len(), resolved.silent.len()), (16, 0));

    let seventeen = ids(&all);
    let resolved = post(&seventeen, opt_in("u"), false);
    assert_eq!(resolved.spans.len(), 16);
    assert!(resolved.content.ends_with("@m16 @<117> "));
    assert!(reported(&resolved).ends_with("user @<117> over_limit"));
}

/// Shows: mentions.repeats
#[test]
fn repeats_do_not_use_up_the_sixteen_and_are_all_rewritten() {
    let repeated = "@<101> ".repeat(40) + "@<102>";
    let resolved = post(&repeated, opt_in("u"), false);
    assert_eq!(resolved.content, "@m1 ".repeat(40) + "@m2");
    assert_eq!(resolved.spans.len(), 41);
    assert_eq!(reported(&resolved), "user:101 @<101>; user:102 @<102>");

    let first_again: String = (101..=117).chain([101]).map(|id| format!("@<{id}>")).collect();
    let resolved = post(&first_again, opt_in("u"), false);
    assert!(resolved.content.ends_with("@m16@<117>@m1"));
}

/// Shows: mentions.sixteen, mentions.no-id
#[test]
fn strangers_use_up_the_sixteen_but_digits_that_are_no_id_do_not() {
    let strangers: String = (1001..=1016).map(|id| format!("@<{id}> ")).collect();
    let late = strangers + "@<42> @bob";
    let resolved = post(&late, opt_in("u"), false);
    assert!(drawn(&resolved).ends_with("@<1016> @<42> {+user:42 @bob}"));
    assert!(reported(&resolved).contains("user @<42> over_limit"));

    let nobody: String = (1001..=1016).map(|id| format!("@<0{id}> ")).collect();
    let late = nobody + "@<42>";
    assert!(drawn(&post(&late, opt_in("u"), false)).ends_with("{+user:42 @bob}"));
}

/// Shows: mentions.report
#[test]
fn every_target_that_fired_is_notified_once() {
    let content = "@bob @all @<42> @Ops @role_5 @hidden @Release @BOB";
    let targets: Vec<MentionTarget> = post(content, OptIn::EVERYTHING, true).targets().collect();
    let expected = [
        MentionTarget::User(42.into()),
        MentionTarget::All,
        MentionTarget::Role(5.into()),
        MentionTarget::Role(7.into()),
    ];
    assert_eq!(targets, expected);
}

/// Shows: mentions.silent
#[test]
fn a_silent_post_asks_for_nothing() {
    let everything = "@all @role_5 @Ops @bob @<42> @<007> @nobody";
    assert!(scan(everything).lookups(&OptIn::NOTHING.into()).is_empty());
    assert!(scan("mail bob@example.com").lookups(&OptIn::EVERYTHING.into()).is_empty());
    assert!(scan("no mention").lookups(&OptIn::EVERYTHING.into()).is_empty());
}

#[test]
fn a_post_looks_up_only_what_its_text_needs() {
    let asked = |text, letters| scan(text).lookups(&opt_in(letters).into());
    let nothing = Lookups::default;

    assert_eq!(asked("@all @bob @<42>", "a"), Lookups { creator: true, ..nothing() });
    assert_eq!(asked("@bob @<42>", "r"), Lookups { roles: true, creator: true, ..nothing() });
    assert_eq!(asked("@<42> @<7> @<42> @all", "u"), Lookups { users: vec![42.into(), 7.into()], ..nothing() });
    assert_eq!(
        asked("@<42> @all @Bob @bob", "u"),
        Lookups { users: vec![42.into()], nicknames: vec!["bob".into()], ..nothing() }
    );
    assert_eq!(asked("@Bob.Smith-x_, @bob.", "u").nicknames, ["bob", "bob.smith-x", "bob.smith-x_"]);
    assert_eq!(asked("@role_5 @here @b @_x @all", "u"), nothing());
    assert_eq!(asked("@bobé @all-hands", "u").nicknames, ["all-hands", "bob"]);
    // Where nothing but `all` can be meant, the roles are not read.
    assert_eq!(asked("@all, @ALL", "r"), nothing());
    assert!(asked("@all night", "r").roles);
    assert_eq!(asked("@role_98-x", "u").nicknames, ["role_98-x"]);
}

#[test]
fn a_post_looks_up_no_more_than_its_text_can_contain() {
    let ids: String = (1..=400).map(|id| format!("@<{id}>")).collect();
    assert_eq!(scan(&ids).lookups(&OptIn::EVERYTHING.into()).users, (1..=16).map(UserId::from).collect::<Vec<_>>());

    let dots = "@a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p ".repeat(100);
    assert_eq!(scan(&dots).lookups(&OptIn::EVERYTHING.into()).nicknames.len(), 1);

    let signs = format!("@ab{} ", "_".repeat(40)).repeat(50);
    assert_eq!(scan(&signs).lookups(&OptIn::EVERYTHING.into()).nicknames.len(), 31);

    let crowd: String = (0..40_000).map(|n| format!("@u{n} ")).collect();
    assert_eq!(scan(&crowd).lookups(&OptIn::EVERYTHING.into()).nicknames.len(), 2_000);
}

#[test]
fn parse_takes_its_three_words_and_names_every_other() {
    assert_eq!(OptIn::parse([]), Ok(OptIn::NOTHING));
    assert_eq!(OptIn::parse(["users", "all", "roles", "all"]), Ok(OptIn::EVERYTHING));
    assert_eq!(OptIn::parse(["users"]), Ok(opt_in("u")));
    assert_eq!(OptIn::parse(["everyone", "all", "Roles", ""]), Err(vec![0, 2, 3]));
}

/// Shows: mentions.report
#[test]
fn the_report_is_json_without_empty_fields() {
    let resolved = post("@<42> @all @eve", opt_in("u"), false);
    let json = |reports| serde_json::to_string(reports).unwrap_or_default();
    assert_eq!(json(&resolved.fired), r#"[{"kind":"user","text":"@<42>","id":42}]"#);
    assert_eq!(
        json(&resolved.silent),
        r#"[{"kind":"all","text":"@all","reason":"not_opted_in"},{"kind":"name","text":"@eve","reason":"unknown_name"}]"#
    );
}

/// `bench/run reading` measures the time; here is counted what a text can ask for.
///
/// Shows: mentions.linear
#[test]
fn what_a_text_asks_for_is_bounded_however_it_is_written() {
    for text in hostile::mentions(4_000) {
        let begins: String = text.chars().take(40).collect();
        let signs = text.matches('@').count();
        for asked in ["", "aru!"] {
            let lookups = scan(&text).lookups(&opt_in(asked).into());
            assert!(lookups.users.len() <= MAX_IDS, "{begins}");
            assert!(lookups.nicknames.len() <= MAX_NICKNAMES, "{begins}");
            let resolved = post(&text, opt_in(asked), asked.contains('!'));
            let reports = resolved.fired.len() + resolved.silent.len();
            assert!(reports <= signs, "{begins}");
            assert!(resolved.spans.len() <= signs, "{begins}");
        }
    }
}
