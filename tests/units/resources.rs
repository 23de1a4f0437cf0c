//! Templates and static files: the built-in ones, and the operator's in their place.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use tempfile::TempDir;
use tera::{Context, Tera, Value};

use portico::resources::{ENDING, Resources, files};

fn overrides(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn open(folder: &TempDir) -> Result<Arc<Resources>, String> {
    Resources::open(Some(folder.path()), |_| {})
}

#[test]
fn every_file_of_the_source_tree_is_there() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"));
    let resources = Resources::open(None, |_| {}).unwrap();
    let loaded = resources.current();
    let templates = files::walk(&source.join("templates")).unwrap();
    assert!(templates.len() > 20);
    for (name, _) in templates {
        let name = name.strip_suffix(ENDING).unwrap();
        assert!(loaded.templates.get_template_names().any(|known| known == name), "{name}");
    }
    let assets = files::walk(&source.join("static")).unwrap();
    assert!(assets.len() > 3);
    for (name, path) in assets {
        let asset = loaded.assets.find(Path::new(&name)).unwrap();
        assert_eq!(asset.bytes(false), fs::read(path).unwrap(), "{name}");
    }
}

#[test]
fn a_call_of_t_without_arguments_is_a_filter_and_every_other_call_stays_one() {
    let folder = overrides(&[(
        "templates/a.html.tera",
        r#"{{ t(key="one") }}, {% if t(key="one") == "filter one" %}yes{% endif %}, {{ [t(key="one")] | join }}, {{ let(key="one") }},
{{ t(key="many", count=2) }}, {{ "a" ~ t(key="one") }}, {{ t(key="one") ~ "b" }}, {{ "c" | default(value=t(key="one")) | upper }}"#,
    )]);
    let called = |tera: &mut Tera| {
        for name in ["t", "let"] {
            let said =
                move |args: &HashMap<String, Value>| Ok(format!("{name} {}", args["key"].as_str().unwrap()).into());
            tera.register_function(name, said);
        }
        let said = |key: &Value, _: &HashMap<String, Value>| Ok(format!("filter {}", key.as_str().unwrap()).into());
        tera.register_filter("t", said);
    };
    let loaded = Resources::open(Some(folder.path()), called).unwrap().current();
    let shown = loaded.templates.render("a", &Context::new()).unwrap();
    let expected = "filter one, yes, t one, let one,\nt many, at one, t oneb, C";
    assert_eq!(shown, expected);
}

#[test]
fn an_override_replaces_one_file_and_another_one_is_added() {
    let folder = overrides(&[
        ("templates/home.html.tera", "{% include \"parts/footer\" %}{{ text }}"),
        ("templates/parts/footer.html.tera", "footer "),
        ("static/favicon.svg", "<svg/>"),
        ("static/brand/logo.svg", "<svg></svg>"),
    ]);
    let loaded = open(&folder).unwrap().current();
    let context = Context::from_value(serde_json::json!({ "text": "<b>" })).unwrap();
    assert_eq!(loaded.templates.render("home", &context).unwrap(), "footer &lt;b&gt;");
    assert!(loaded.templates.get_template_names().any(|name| name == "layout"));
    let bytes = |name: &str| loaded.assets.find(Path::new(name)).unwrap().bytes(false).to_vec();
    assert_eq!(bytes("favicon.svg"), b"<svg/>");
    assert_eq!(bytes("brand/logo.svg"), b"<svg></svg>");
    let built_in = Resources::open(None, |_| {}).unwrap().current();
    assert_ne!(loaded.assets.folder(), built_in.assets.folder());
}

#[test]
fn an_override_that_can_not_be_used_is_named_with_what_is_wrong_in_it() {
    for (text, reason) in [
        ("{% if %}", "1 | {% if %}"),
        ("{% extends \"nowhere\" %}", "nowhere"),
        ("{% extends \"home\" %}", "Circular"),
        ("{% import \"nowhere\" as m %}", "nowhere"),
    ] {
        let folder = overrides(&[("templates/home.html.tera", text)]);
        let sentence = open(&folder).unwrap_err();
        let path = folder.path().join("templates/home.html.tera");
        assert!(sentence.contains(&path.display().to_string()), "{sentence}");
        assert!(sentence.contains(reason), "{sentence}");
    }
    let folder = overrides(&[("templates/home.html.tera", "")]);
    let path = folder.path().join("templates/home.html.tera");
    fs::write(&path, b"\xff").unwrap();
    let sentence = open(&folder).unwrap_err();
    assert!(sentence.contains(&path.display().to_string()), "{sentence}");
    assert!(sentence.contains("not UTF-8"), "{sentence}");
}

#[test]
fn a_folder_of_overrides_that_holds_none_is_refused() {
    let folder = overrides(&[("layout.html.tera", "")]);
    let sentence = open(&folder).unwrap_err();
    assert!(sentence.contains("none of `templates`, `locales` and `static`"), "{sentence}");
    let missing = folder.path().join("missing");
    let sentence = Resources::open(Some(&missing), |_| {}).unwrap_err();
    assert!(sentence.contains("overrides_dir"), "{sentence}");
    assert!(sentence.contains(&missing.display().to_string()), "{sentence}");
}

/// Release builds read the files once.
#[cfg(debug_assertions)]
#[test]
fn a_changed_file_is_read_again_unless_it_can_not_be_used() {
    let folder = overrides(&[("templates/home.html.tera", "one")]);
    let resources = open(&folder).unwrap();
    let current = || {
        let loaded = resources.current();
        let text = loaded.templates.render("home", &Context::new()).unwrap();
        (text, loaded.generation)
    };
    assert_eq!(current(), ("one".into(), 0));
    let path = folder.path().join("templates/home.html.tera");
    fs::write(&path, "the second").unwrap();
    assert_eq!(current(), ("the second".into(), 1));
    fs::write(&path, "{% broken").unwrap();
    assert_eq!(current(), ("the second".into(), 1));
    fs::write(&path, "and the third").unwrap();
    assert_eq!(current(), ("and the third".into(), 2));
}
