//! What semantic versioning covers (docs/stability.md), compared with the lists in `tests/stability`: nothing that others rely on
//! changes unnoticed.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use crate::observability::documented;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Compares lines with the list of this name, or writes the list if `PORTICO_REFRESH` is set.
fn compare(name: &str, lines: &BTreeSet<String>) {
    let path = Path::new(ROOT).join("tests/stability").join(name);
    if std::env::var_os("PORTICO_REFRESH").is_some() {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        fs::write(path, text).unwrap();
        return;
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    let kept: BTreeSet<String> = kept.lines().map(str::to_owned).collect();
    let gone = kept.difference(lines).map(|line| format!("- {line}"));
    let new = lines.difference(&kept).map(|line| format!("+ {line}"));
    let changes: Vec<String> = gone.chain(new).collect();
    assert!(
        changes.is_empty(),
        "the public interface changed:\n{}\nAdd a CHANGELOG entry and refresh the snapshot by \
         PORTICO_REFRESH=1 cargo test stability::",
        changes.join("\n")
    );
}

/// The fields of a schema with their types, and those below them.
fn add_fields(lines: &mut BTreeSet<String>, at: &str, schema: &Value) {
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let kind = field["$ref"].as_str().map_or_else(|| field["type"].to_string(), str::to_owned);
        lines.insert(format!("{at}.{name}: {kind}"));
        add_fields(lines, &format!("{at}.{name}"), field);
    }
    if schema["items"].is_object() {
        add_fields(lines, &format!("{at}[]"), &schema["items"]);
    }
    for part in ["allOf", "anyOf", "oneOf"] {
        for one in schema[part].as_array().into_iter().flatten() {
            add_fields(lines, at, one);
        }
    }
}

#[test]
fn paths_responses_and_fields_are_those_of_the_snapshot() {
    let text = fs::read_to_string(Path::new(ROOT).join("src/routes/site/openapi.json")).unwrap();
    let contract: Value = serde_json::from_str(&text).unwrap();
    let mut lines = BTreeSet::new();
    for (path, methods) in contract["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let at = format!("{} {path}", method.to_uppercase());
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                let name = parameter["name"].as_str().or(parameter["$ref"].as_str()).unwrap_or_default();
                lines.insert(format!("{at} takes {name}"));
            }
            for (kind, body) in operation["requestBody"]["content"].as_object().into_iter().flatten() {
                add_fields(&mut lines, &format!("{at} {kind}"), &body["schema"]);
            }
            for (status, response) in operation["responses"].as_object().into_iter().flatten() {
                lines.insert(format!("{at} answers {status}"));
                for (kind, body) in response["content"].as_object().into_iter().flatten() {
                    add_fields(&mut lines, &format!("{at} {status} {kind}"), &body["schema"]);
                }
            }
        }
    }
    for (name, schema) in contract["components"]["schemas"].as_object().unwrap() {
        add_fields(&mut lines, name, schema);
    }
    compare("openapi.txt", &lines);
}

#[test]
fn settings_and_their_defaults_are_those_of_the_snapshot() {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/operators.md")).unwrap();
    let (_, table) = page.split_once("<!-- settings -->").unwrap();
    let (table, _) = table.split_once("<!-- end of settings -->").unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    let lines = rows.map(|row| row.split(" | ").take(2).collect::<Vec<_>>().join(" = ").replace("| ", ""));
    compare("settings.txt", &lines.collect());
}

#[test]
fn metrics_and_their_labels_are_those_of_the_snapshot() {
    let lines = documented().into_iter().map(|(name, labels)| {
        let labels: Vec<String> = labels.into_iter().collect();
        format!("{name} {}", labels.join(" ")).trim_end().to_owned()
    });
    compare("metrics.txt", &lines.collect());
}

/// The help of a command, as lines that each name an argument, an option or a command, and those of the commands below it.
fn add_help(lines: &mut BTreeSet<String>, folder: &Path, path: &[String]) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_portico"));
    let help = program.current_dir(folder).args(path).arg("--help").output().unwrap();
    assert!(help.status.success(), "{path:?}");
    let (mut section, at) = (String::new(), path.join(" "));
    for line in String::from_utf8(help.stdout).unwrap().lines() {
        if !line.starts_with(' ') {
            line.clone_into(&mut section);
            continue;
        }
        let words = line.trim().split("  ").next().unwrap_or_default();
        match section.as_str() {
            "Commands:" if line.starts_with("  ") && !line.starts_with("   ") && words != "help" => {
                let mut below = path.to_vec();
                below.push(words.to_owned());
                lines.insert(below.join(" "));
                add_help(lines, folder, &below);
            }
            "Arguments:" if words.starts_with(['<', '[']) => {
                lines.insert(format!("{at} {words}").trim_start().to_owned());
            }
            "Options:" if words.starts_with('-') => {
                lines.insert(format!("{at} {words}").trim_start().to_owned());
            }
            _ => {}
        }
    }
}

#[test]
fn commands_and_their_options_are_those_of_the_snapshot() {
    let (mut lines, folder) = (BTreeSet::new(), TempDir::new().unwrap());
    add_help(&mut lines, folder.path(), &[]);
    assert!(lines.contains("user create") && lines.contains("backup <FILE>"), "{lines:#?}");
    compare("commands.txt", &lines);
}

#[test]
fn the_container_and_the_changelog_name_this_version() {
    let (version, file) =
        (env!("CARGO_PKG_VERSION"), |name: &str| fs::read_to_string(Path::new(ROOT).join(name)).unwrap());
    assert!(file("deploy/Containerfile").contains(&format!("image.version=\"{version}\"")));
    assert!(file("CHANGELOG.md").contains(&format!("\n## {version} - ")));
}
