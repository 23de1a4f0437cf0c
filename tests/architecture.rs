//! The modules of a crate form no cycles: what a module imports never leads back to it. Between crates the compiler sees to it.
//! Read from `use` lines and from paths that begin with `crate`, `super` or `self`. A name that a module exports from
//! another one counts as an import of that other one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::support::source::files;

/// Folders of sources with the modules whose direct submodules form no cycles either; the first one is the whole crate.
const CHECKED: [(&str, &[&str]); 6] = [
    ("crates/rules/src", &["", "chat", "redirect_uri"]),
    ("crates/dialects/src", &[""]),
    ("crates/crypto/src", &["", "instance_key", "passwords", "tokens"]),
    ("crates/platform/src", &["", "config", "database", "throttle"]),
    (
        "crates/store/src",
        &[
            "",
            "core",
            "live",
            "models",
            "models::accounts",
            "models::cleanup",
            "models::lifecycle",
            "models::logs",
            "models::messages",
            "models::oauth",
            "models::servers",
            "models::webhooks",
            "phone",
            "posting",
        ],
    ),
    (
        "src",
        &[
            "",
            "app",
            "background",
            "routes",
            "routes::accounts",
            "routes::chat",
            "routes::oauth",
            "routes::page",
            "routes::portal",
            "routes::servers",
            "routes::settings",
            "routes::site",
            "routes::webhooks",
            "security",
        ],
    ),
];

/// A module, as the names from the crate's root down to it.
type Module = Vec<String>;

#[test]
fn no_modules_import_each_other_in_a_circle() {
    for (folder, parents) in CHECKED {
        let modules = modules(folder);
        for parent in parents {
            let parent: Module = parent.split("::").filter(|name| !name.is_empty()).map(Into::into).collect();
            let imports = imports_below(&parent, &modules);
            if let Some(cycle) = cycle(&imports) {
                let lines: Vec<String> = cycle
                    .windows(2)
                    .map(|pair| format!("{} -> {}: {}", pair[0], pair[1], imports[&pair[0]][&pair[1]]))
                    .collect();
                panic!("a cycle within {parent:?} of {folder}:\n{}", lines.join("\n"));
            }
        }
    }
}

#[test]
fn a_cycle_is_found() {
    let edge = |from: &str, to: &str| (from.to_owned(), to.to_owned());
    let of = |edges: &[(String, String)]| {
        let mut imports = Imports::new();
        for (from, to) in edges {
            let whence = imports.entry(from.clone()).or_default();
            whence.insert(to.clone(), String::new());
        }
        cycle(&imports)
    };
    assert_eq!(of(&[edge("a", "b"), edge("a", "c"), edge("b", "c")]), None);
    let found = of(&[edge("x", "a"), edge("a", "b"), edge("b", "c"), edge("c", "a")]).unwrap();
    assert_eq!(found.first(), found.last());
    assert_eq!(found.len(), 4);
}

#[test]
fn paths_are_read_from_groups_and_from_code() {
    let source =
        "use crate::a::{self, b::{C, D as E}};\n// use crate::no::t;\nfn x() { super::y(); let s = \"crate::z\"; }";
    let found = paths(source);
    let written: Vec<String> = found.iter().map(|path| path.join("::")).collect();
    assert_eq!(written, ["crate::a::self", "crate::a::b::C", "crate::a::b::D", "super::y"]);
}

#[test]
fn a_name_exported_from_another_module_leads_there() {
    let source =
        "pub mod user;\npub use user::Model as User;\npub(crate) use super::logs::{Entry, page};\npub fn x() {}";
    let written = |name| re_export(source, name).map(|path| path.join("::"));
    assert_eq!(written("User").as_deref(), Some("self::user::Model"));
    assert_eq!(written("page").as_deref(), Some("super::logs::page"));
    assert_eq!(written("Model"), None);
    assert_eq!(written("x"), None);
}

/// For each module the ones it imports, each with a path that does so.
type Imports = BTreeMap<String, BTreeMap<String, String>>;

/// Every module with the source that ships of it.
fn modules(folder: &str) -> BTreeMap<Module, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut found = BTreeMap::new();
    for path in files(folder, "rs") {
        let source = fs::read_to_string(&path).unwrap();
        let inside = path.strip_prefix(&root).unwrap().with_extension("");
        let mut module: Module =
            inside.components().map(|part| part.as_os_str().to_str().unwrap().to_owned()).collect();
        match module.last().map(String::as_str) {
            Some("mod") => drop(module.pop()),
            Some("lib" | "main") if module.len() == 1 => continue,
            _ => {}
        }
        if module.iter().any(|name| name == "tests") {
            continue;
        }
        found.insert(module, without_tests(&source).to_owned());
    }
    found
}

/// A file's own tests come last in it, and may use anything.
fn without_tests(source: &str) -> &str {
    let tests = source.find("#[cfg(test)]\nmod tests {").or_else(|| source.find("#[cfg(test)]\n#[allow"));
    &source[..tests.unwrap_or(source.len())]
}

/// What the direct submodules of `parent`, with all below each, import of one another.
fn imports_below(parent: &[String], modules: &BTreeMap<Module, String>) -> Imports {
    let mut imports = Imports::new();
    for (module, source) in modules {
        let Some(from) = child_of(parent, module) else {
            continue;
        };
        for path in paths(source) {
            let Some(target) = resolve(module, &path, modules) else {
                continue;
            };
            match child_of(parent, &target) {
                Some(to) if to != from => {
                    let whence = format!("{} in {}", path.join("::"), module.join("::"));
                    imports.entry(from.clone()).or_default().entry(to).or_insert(whence);
                }
                _ => {}
            }
        }
    }
    imports
}

fn child_of(parent: &[String], module: &[String]) -> Option<String> {
    module.strip_prefix(parent)?.first().cloned()
}

/// The module that a path leads into, through re-exports; what it names there may be of any kind.
fn resolve(module: &[String], path: &[String], modules: &BTreeMap<Module, String>) -> Option<Module> {
    let mut at: Module = match path.first()?.as_str() {
        "crate" => Vec::new(),
        _ => module.to_vec(),
    };
    for (position, name) in path.iter().enumerate() {
        match name.as_str() {
            "crate" | "self" => {}
            "super" => drop(at.pop()),
            name => {
                at.push(name.to_owned());
                if !modules.contains_key(&at) {
                    at.pop();
                    let source = modules.get(&at)?;
                    return match re_export(source, name) {
                        Some(mut exported) => {
                            exported.extend_from_slice(&path[position + 1..]);
                            resolve(&at, &exported, modules)
                        }
                        None => Some(at),
                    };
                }
            }
        }
    }
    Some(at)
}

/// The path from which a module's source exports `name`, if it is not the module's own.
fn re_export(source: &str, name: &str) -> Option<Vec<String>> {
    let code: Vec<&str> = source.lines().map(code_of).collect();
    let code = code.join("\n");
    let statements = code.split("\npub").skip(1).filter_map(|statement| {
        let (visibility, tree) = statement.split_once(" use ")?;
        let is_use = visibility.is_empty() || visibility.starts_with('(');
        let (tree, _) = tree.split_once(';')?;
        is_use.then(|| tree.replace('\n', " "))
    });
    let mut found = Vec::new();
    for tree in statements {
        expand(&[], &tree, &mut found);
    }
    let exported = found.into_iter().find(|one| one.name() == name)?;
    let mut path = exported.path;
    if !["crate", "self", "super"].contains(&path[0].as_str()) {
        path.insert(0, "self".to_owned());
    }
    Some(path)
}

/// The paths in a source that begin with `crate`, `super` or `self`.
fn paths(source: &str) -> Vec<Vec<String>> {
    let code: Vec<&str> = source.lines().map(code_of).collect();
    let code = code.join("\n");
    let mut found = Vec::new();
    let mut rest = code.as_str();
    while let Some(start) = next_path(rest) {
        rest = &rest[start..];
        let end = end_of_path(rest);
        expand(&[], &rest[..end], &mut found);
        rest = &rest[end.max(1)..];
    }
    found.into_iter().map(|one| one.path).collect()
}

/// A line without its comment and without what stands in its quotes.
fn code_of(line: &str) -> &str {
    let end = line.find("//").or_else(|| line.find('"'));
    let quote = line.find('"').unwrap_or(line.len());
    &line[..end.unwrap_or(line.len()).min(quote)]
}

fn next_path(code: &str) -> Option<usize> {
    let starts = ["crate::", "super::", "self::"].into_iter().flat_map(|start| {
        code.match_indices(start).map(|(at, _)| at).find(|at| {
            let before = code[..*at].chars().next_back();
            !before.is_some_and(|c| c.is_alphanumeric() || "_:$".contains(c))
        })
    });
    starts.min()
}

/// Where a path ends: after its names, and after the group that may follow them.
fn end_of_path(code: &str) -> usize {
    let names = code.find(|c: char| !(c.is_alphanumeric() || "_:".contains(c))).unwrap_or(code.len());
    if !code[..names].ends_with("::") || !code[names..].starts_with('{') {
        return names;
    }
    let mut depth = 0;
    for (at, c) in code[names..].char_indices() {
        depth += match c {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        if depth == 0 {
            return names + at + 1;
        }
    }
    code.len()
}

/// A path in a `use`, and the name it is given there.
struct Imported {
    path: Vec<String>,
    alias: Option<String>,
}

impl Imported {
    fn name(&self) -> &str {
        let last = self.path.last().map(String::as_str);
        self.alias.as_deref().or(last).unwrap_or_default()
    }
}

/// `a::{b, c::d}` as `a::b` and `a::c::d`.
fn expand(before: &[String], tree: &str, found: &mut Vec<Imported>) {
    let (names, group) = match tree.split_once('{') {
        Some((names, group)) => (names, group.rsplit_once('}').map(|(inside, _)| inside)),
        None => (tree, None),
    };
    let mut path = before.to_vec();
    let (name, alias) = match names.split_once(" as ") {
        Some((name, alias)) => (name, Some(alias.trim().to_owned())),
        None => (names, None),
    };
    path.extend(name.split("::").map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()));
    let Some(group) = group else {
        found.push(Imported { path, alias });
        return;
    };
    let (mut depth, mut start) = (0, 0);
    for (at, c) in group.char_indices().chain([(group.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let part = group[start..at].trim();
                if !part.is_empty() {
                    expand(&path, part, found);
                }
                start = at + 1;
            }
            _ => {}
        }
    }
}

/// Modules that import each other in a circle, the first one repeated at the end.
fn cycle(imports: &Imports) -> Option<Vec<String>> {
    let mut done = BTreeSet::new();
    imports.keys().find_map(|start| walk(start, imports, &mut Vec::new(), &mut done))
}

fn walk(
    module: &String,
    imports: &Imports,
    path: &mut Vec<String>,
    done: &mut BTreeSet<String>,
) -> Option<Vec<String>> {
    if let Some(begin) = path.iter().position(|before| before == module) {
        let mut cycle = path[begin..].to_vec();
        cycle.push(module.clone());
        return Some(cycle);
    }
    if !done.insert(module.clone()) {
        return None;
    }
    path.push(module.clone());
    let next = imports.get(module).into_iter().flat_map(BTreeMap::keys);
    let found = next.into_iter().find_map(|next| walk(next, imports, path, done));
    path.pop();
    found
}

/// The cost of a pattern grows with its wildcards times what it is compared with, within one step of the database.
#[test]
fn no_statement_of_a_model_compares_a_text_with_a_pattern() {
    for path in files("crates/store/src", "rs") {
        let text = fs::read_to_string(&path).unwrap();
        for pattern in ["LIKE ", ".like(", "GLOB ", "SIMILAR TO", "REGEXP"] {
            assert!(!text.contains(pattern), "{pattern} in {}", path.display());
        }
    }
}

/// The ids of these kinds have types of their own from the path to the column, so that no two of them are confused.
#[test]
fn ids_have_the_types_of_their_kinds() {
    let names = [
        "server_id",
        "channel_id",
        "place_id",
        "app_id",
        "client_id",
        "log_id",
        "role_id",
        "webhook_id",
        "session_id",
        "delivery_id",
        "secret_id",
        "subscription_id",
        "removal_id",
        "transfer_id",
        "offer_id",
        "user_id",
        "owner_id",
        "author_id",
        "creator_id",
        "reader_id",
        "viewer_id",
        "blocked_id",
        "reporter_id",
        "message_id",
        "reply_to_id",
    ];
    for path in ["crates/store/src", "src"].iter().flat_map(|folder| files(folder, "rs")) {
        let text = fs::read_to_string(&path).unwrap();
        for bare in names.iter().flat_map(|name| {
            [
                format!("{name}: i64"),
                format!("{name}: Option<i64>"),
                format!("{name}s: &[i64]"),
                format!("{name}s: Vec<i64>"),
            ]
        }) {
            assert!(!text.contains(&bare), "{bare} in {}", path.display());
        }
    }
}

/// Two numbers in a row are confused without the compiler seeing it.
#[test]
fn no_function_takes_two_ids_that_are_bare_numbers() {
    for path in ["crates", "src"].iter().flat_map(|folder| files(folder, "rs")) {
        let text = fs::read_to_string(&path).unwrap();
        for signature in signatures(&text) {
            assert!(bare_ids(signature) < 2, "fn {signature} in {}", path.display());
        }
    }
}

#[test]
fn two_bare_ids_of_a_signature_are_counted_and_typed_ones_are_not() {
    let counts = |text| signatures(text).map(bare_ids).collect::<Vec<_>>();
    assert_eq!(
        counts("fn a(id: i64, user_id: i64) {}\nfn b<T>(\n    user_id: i64,\n    id: RoleId,\n) -> i64 {"),
        [2, 1]
    );
    assert_eq!(counts("fn c(user_ids: &[i64], at: i64, by: i64);\nstruct D { id: i64, user_id: i64 }"), [0]);
}

/// The functions of a source, each from its name to the end of its parameters.
fn signatures(source: &str) -> impl Iterator<Item = &str> {
    source.split("fn ").skip(1).filter_map(|after| after.split('{').next()?.split(";\n").next())
}

/// How many parameters of a signature are ids by their name and bare numbers by their type.
fn bare_ids(signature: &str) -> usize {
    let parameters = signature.split([',', '(', ')']).filter_map(|parameter| parameter.trim().split_once(": "));
    parameters.filter(|(name, kind)| (*name == "id" || name.ends_with("_id")) && *kind == "i64").count()
}

/// The application's library is not compiled for tests of its own, so that one in it would never run.
#[test]
fn the_application_has_no_inline_tests() {
    for path in files("src", "rs") {
        let text = fs::read_to_string(&path).unwrap();
        let is_test = |line: &str| line.contains("cfg(test") || line.trim_end().ends_with("test]");
        assert!(!text.lines().any(is_test), "{}", path.display());
    }
}
