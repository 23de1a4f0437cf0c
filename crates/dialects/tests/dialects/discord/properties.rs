//! Properties of every body in Discord's format, whatever is in it, and of bodies made to cost the most. `super` tests
//! single bodies.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use serde_json::{Value, json};

use portico_dialects::body::{Body, DroppedFile};
use portico_dialects::discord::translate;
use portico_dialects::lenient_json;
use portico_fuzz::discord_holds;

#[test]
fn a_megabyte_of_fields_and_thousands_of_embeds_are_bounded() {
    let field = json!({ "name": "*_~`<".repeat(2_000), "value": "<@1> ".repeat(2_000) });
    let embed = json!({ "description": "word ".repeat(2_000), "fields": vec![field; 60] });
    let body = json!({ "embeds": vec![embed; 12] });
    discord_holds(&body, &[]);
    discord_holds(&json!({ "embeds": vec![json!({ "title": "t" }); 10_000] }), &[]);
}

#[test]
fn thousands_of_components_are_bounded() {
    let text = json!({ "type": 10, "content": "*<@1>`".repeat(5_000) });
    let row = json!({ "type": 1, "components": vec![json!({}); 10_000] });
    let gallery = json!({ "type": 12, "items": vec![json!({ "media": { "url": "x" } }); 10_000] });
    for component in [text, row, gallery] {
        let container = json!({ "type": 17, "components": vec![component.clone(); 12] });
        for components in [vec![component; 12], vec![container; 3]] {
            discord_holds(&json!({ "flags": 32_768, "components": components }), &[]);
        }
    }
}

#[test]
fn a_megabyte_of_any_sign_takes_steps_in_proportion_to_it() {
    for unit in ["<", "<@", "@everyone", "`", "``` ", "\\", ">>> ", "\n-# ", "\n>>> ", "||", "[]("] {
        let text = unit.repeat(1_000_000 / unit.len());
        discord_holds(&json!({ "content": text }), &[]);
        let components = json!([{ "type": 10, "content": text }]);
        discord_holds(&json!({ "flags": 32_768, "components": components }), &[]);
        discord_holds(&json!({ "flags": 32_768, "components": [{ "type": 17, "components": components }] }), &[]);
        discord_holds(&json!({ "embeds": [{ "title": text, "description": text }] }), &[]);
    }
}

#[test]
fn thousands_of_faults_are_reported_up_to_the_limit() {
    let body = json!({
        "embeds": vec![json!({ "title": [], "fields": vec![json!({ "name": {} }); 1_000] }); 100],
        "allowed_mentions": { "parse": vec!["x"; 10_000], "users": vec!["x"; 100] },
    });
    discord_holds(&body, &[]);
    assert_eq!(translate(Body::from(&body)).unwrap_err().code, 50_035);
}

#[test]
fn deep_nesting_is_refused_or_a_fault() {
    for (before, after) in [
        ("{\"content\":", "}"),
        ("{\"embeds\":", "}"),
        ("{\"embeds\":[{\"fields\":", "}]}"),
        ("{\"content\":\"x\",\"poll\":", "}"),
    ] {
        let nested = |levels: usize| format!("{before}{}{}{after}", "[".repeat(levels), "]".repeat(levels));
        assert!(lenient_json::parse(nested(10_000).as_bytes()).is_err());
        discord_holds(&lenient_json::parse(nested(100).as_bytes()).unwrap(), &[]);
    }
}

fn texts() -> impl Strategy<Value = Value> {
    let words = "(<@[!&]?[0-9]{1,3}>|@everyone|<:a:1>|https://a\\.example/|[*_~`@é \n\\\\<>\u{7}\u{85}]){0,12}";
    prop_oneof![
        12 => words.prop_map(Value::from),
        1 => any::<String>().prop_map(Value::from),
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<bool>().prop_map(Value::from),
        1 => Just(Value::Null),
    ]
}

fn objects(
    keys: &'static [&'static str],
    values: impl Strategy<Value = Value> + 'static,
) -> impl Strategy<Value = Value> {
    let keys = proptest::sample::select(keys).prop_map(String::from);
    prop::collection::btree_map(keys, values, 0..6).prop_map(|entries| Value::Object(entries.into_iter().collect()))
}

/// Embeds with the right types almost everywhere.
fn embeds() -> impl Strategy<Value = Value> {
    let part = || objects(&["name", "value", "url", "icon_url", "text", "inline"], texts());
    let plain = objects(&["title", "description", "url", "color", "timestamp"], texts());
    let parts = objects(&["author", "footer", "image", "thumbnail", "video"], part());
    let fields = prop::collection::vec(part(), 0..6);
    (plain, parts, fields).prop_map(|(mut embed, parts, fields)| {
        for (key, value) in parts.as_object().unwrap() {
            embed[key] = value.clone();
        }
        embed["fields"] = fields.into();
        embed
    })
}

/// Components of every type, also where they can't be.
fn components() -> impl Strategy<Value = Value> {
    let leaf = || {
        (
            prop_oneof![1..18_u64, Just(10), Just(2)],
            texts(),
            prop::option::of("(https://a\\.example/[a-z]?|attachment://a)"),
            any::<bool>(),
        )
            .prop_map(|(kind, text, url, flag)| {
                let media = json!({ "url": url });
                let style = if flag { 5 } else { 1 };
                json!({
                    "type": kind, "content": text, "label": text, "url": url, "style": style, "media": media,
                    "items": [{ "media": media, "spoiler": flag }], "accent_color": 255,
                })
            })
    };
    let parent = (leaf(), prop::collection::vec(leaf(), 0..4), prop::option::of(leaf()));
    let parent = parent.prop_map(|(mut parent, inside, accessory)| {
        parent["components"] = inside.into();
        parent["accessory"] = accessory.unwrap_or_default();
        parent
    });
    let kinds = proptest::sample::select(vec![1_u64, 9, 17]);
    let parent = (parent, kinds).prop_map(|(mut parent, kind)| {
        parent["type"] = kind.into();
        parent
    });
    let item = prop_oneof![leaf(), parent];
    prop::collection::vec(item, 0..6).prop_map(Value::from)
}

fn allowed_mentions() -> impl Strategy<Value = Value> {
    let words = proptest::sample::select(vec!["everyone", "users", "roles", "all"]);
    let parse = prop::collection::vec(words, 0..3);
    let ids = || {
        prop::collection::vec(prop_oneof![any::<u8>().prop_map(Value::from), "[0-9a]{0,3}".prop_map(Value::from)], 0..3)
    };
    prop_oneof![
        Just(Value::Null),
        (parse, ids(), ids())
            .prop_map(|(parse, users, roles)| json!({ "parse": parse, "users": users, "roles": roles })),
    ]
}

/// Any JSON, with the keys of a body.
fn values() -> impl Strategy<Value = Value> {
    let keys = proptest::sample::select(vec![
        "content",
        "embeds",
        "fields",
        "title",
        "description",
        "name",
        "value",
        "url",
        "author",
        "footer",
        "image",
        "color",
        "timestamp",
        "username",
        "allowed_mentions",
        "parse",
        "users",
        "flags",
        "poll",
        "components",
        "type",
        "accessory",
        "items",
        "media",
    ]);
    texts().prop_recursive(5, 60, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(keys.clone().prop_map(String::from), inner, 0..6)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn any_body_of_the_right_types_fits(
        content in texts(), username in texts(), allowed in allowed_mentions(), flags in 0..65_536_u64, components in components(),
        embeds in prop::collection::vec(embeds(), 0..4), file in any::<Option<String>>(),
    ) {
        let mut body = json!({ "content": content, "username": username, "flags": flags, "embeds": embeds, "components": components });
        if !allowed.is_null() {
            body["allowed_mentions"] = allowed;
        }
        let files: Vec<DroppedFile> = file.into_iter().map(|name| DroppedFile { name, size: 1 }).collect();
        discord_holds(&body, &files);
    }

    #[test]
    fn any_json_is_refused_or_fits(body in values(), content in values(), embed in values()) {
        discord_holds(&body, &[]);
        discord_holds(&json!({ "content": content, "embeds": [embed] }), &[]);
    }
}
