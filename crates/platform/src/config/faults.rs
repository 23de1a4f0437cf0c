//! Errors of settings, in sentences for the operator. The errors of figment and serde name types of Rust, and contain
//! values, which may be secrets.

use std::path::Path;

use figment::error::{Error, Kind};
use figment::value::Value;
use figment::{Figment, Metadata};

use super::fault;
use portico_rules::spelling;

/// The form of settings whose type alone does not say it well.
const SHAPES: [(&str, &str); 7] = [
    ("address", r#"an IP address, such as "127.0.0.1""#),
    ("further_secret_keys", r#"a list of keys: ["…", "…"]"#),
    ("log.format", r#""text" or "json""#),
    ("push.hosts", r#"a list of hosts, such as ["push.example.org"]"#),
    ("sms.countries", r#"a list, such as ["DE", "AT"]"#),
    ("sms.transport", r#""outbox", "twilio" or "json""#),
    ("trusted_proxies", r#"a list of networks, such as ["10.0.0.0/8"]"#),
];

/// Settings of other programs on Rocket that nothing reads here, and the remedy.
const INSTEAD: [(&str, &str); 15] = [
    ("cli_colors", REMOVE),
    ("ident", REMOVE),
    ("ip_header", "use `trusted_proxies`"),
    ("log_level", "use RUST_LOG=warn"),
    ("limits.bytes", REMOVE),
    ("limits.file", REMOVE),
    ("limits.json", REMOVE),
    ("limits.msgpack", REMOVE),
    ("limits.string", REMOVE),
    ("shutdown.ctrlc", REMOVE),
    ("shutdown.force", "use `shutdown.grace` and `shutdown.mercy`"),
    ("shutdown.signals", REMOVE),
    ("temp_dir", REMOVE),
    ("template_dir", "use `overrides_dir`"),
    ("tls", "a reverse proxy terminates TLS"),
];

const REMOVE: &str = "remove it";

/// True if this is such a setting.
pub(super) fn is_replaced(name: &str) -> bool {
    INSTEAD.iter().any(|(replaced, _)| *replaced == name)
}

/// Refuses such settings where Rocket has a default for them, so that they are always there.
///
/// # Errors
/// A sentence that names the setting and says what to use instead.
pub(super) fn check_replaced(figment: &Figment) -> Result<(), String> {
    for (setting, instead) in INSTEAD {
        let Some(metadata) = figment.find_metadata(setting) else {
            continue;
        };
        let is_written = metadata.name.contains("environment") || metadata.name.starts_with("TOML");
        if is_written {
            let place = place_of(metadata, setting);
            return Err(no_such(setting, &place, instead));
        }
    }
    Ok(())
}

/// The refusal of a setting that there is not; `place` is in brackets, or empty.
fn no_such(setting: &str, place: &str, remedy: &str) -> String {
    format!("`{setting}`{place}: no such setting; {remedy}.")
}

/// A table with at most so many names is listed where another one is refused.
const SMALL_TABLE: usize = 8;

/// Max wrong letters in a misspelt `default`.
const NEAR_DEFAULT: usize = 2;

/// The sentence about settings that can't be read. It contains no value, which may be a secret without its quotes.
pub fn sentence(err: &Error) -> String {
    match &err.kind {
        Kind::UnknownField(_, known) => return unknown(err, known),
        Kind::Message(text) if err.path.is_empty() => return unreadable(err, text),
        _ => {}
    }
    // An element of a list goes by the name of the list.
    let path: Vec<&str> = err.path.iter().map(String::as_str).filter(|part| part.parse::<usize>().is_err()).collect();
    let setting = path.join(".");
    let wrong = wrong(&setting, &err.kind);
    fault(if setting.is_empty() { "Rocket.toml" } else { &setting }, &wrong)
}

/// Refuses tables beside `[default]` that were meant to be in it: Rocket takes them for profiles that are not selected.
///
/// # Errors
/// A sentence that names the table and says what to fix.
pub(super) fn check_profiles(figment: &Figment, settings: &[&str]) -> Result<(), String> {
    let unused = figment.profiles().filter(|profile| profile.is_custom() && *profile != figment.profile());
    for profile in unused {
        let name = profile.to_string().to_ascii_lowercase();
        let file = figment.metadata().find_map(file_of);
        let file = file.unwrap_or_else(|| "the configuration".to_owned());
        if settings.contains(&name.as_str()) {
            return Err(format!("[{name}] in {file}: outside of [default]; write [default.{name}]."));
        }
        if spelling::distance(&name, "default") <= NEAR_DEFAULT {
            return Err(format!("[{name}] in {file}: nothing reads it; write [default]."));
        }
    }
    Ok(())
}

/// Refuses a file named by `ROCKET_CONFIG` that does not exist: Rocket would serve with the defaults.
///
/// # Errors
/// A sentence that names the file.
pub(super) fn check_file(figment: &Figment, named: &Value) -> Result<(), String> {
    if figment.metadata().any(|metadata| file_of(metadata).is_some()) {
        return Ok(());
    }
    let file = named.as_str().unwrap_or_default();
    if Path::new(file).is_dir() {
        return Err(is_folder(file));
    }
    Err(fault("ROCKET_CONFIG", &format!("no file `{file}`")))
}

/// The file that settings were read from, as it is shown.
fn file_of(metadata: &Metadata) -> Option<String> {
    path_of(metadata)?;
    metadata.source.as_ref().map(ToString::to_string)
}

fn path_of(metadata: &Metadata) -> Option<&Path> {
    metadata.source.as_ref()?.file_path()
}

/// The sentence about a name that is no setting's, with the one that was probably meant.
fn unknown(err: &Error, known: &[&str]) -> String {
    let setting = err.path.join(".");
    let place = place(err);
    let instead = INSTEAD.iter().find(|(name, _)| *name == setting);
    if let Some((_, instead)) = instead {
        return no_such(&setting, &place, instead);
    }
    let table = match err.path.split_last() {
        Some((_, table)) if !table.is_empty() => table.join(".") + ".",
        _ => String::new(),
    };
    let known: Vec<&str> = known.iter().copied().filter(|name| !is_replaced(&format!("{table}{name}"))).collect();
    let near = err.path.split_last().and_then(|(name, table)| {
        let near = spelling::nearest(name, &known)?;
        let names = table.iter().map(String::as_str).chain([near]);
        Some(names.collect::<Vec<_>>().join("."))
    });
    let remedy = match near {
        Some(near) => format!("the nearest is `{near}`"),
        None => names_of_table(err, &known),
    };
    no_such(&setting, &place, &remedy)
}

/// The names of a small table where none is near; otherwise where all are explained.
fn names_of_table(err: &Error, known: &[&str]) -> String {
    match err.path.split_last() {
        Some((_, table)) if !table.is_empty() && known.len() <= SMALL_TABLE => {
            format!("`{}` has {}", table.join("."), known.join(", "))
        }
        _ => "Rocket.toml lists them".to_owned(),
    }
}

/// Where a setting is, in brackets.
fn place(err: &Error) -> String {
    let metadata = err.metadata.as_ref();
    metadata.map_or_else(String::new, |metadata| place_of(metadata, &err.path.join(".")))
}

fn place_of(metadata: &Metadata, setting: &str) -> String {
    if let Some(file) = file_of(metadata) {
        return format!(" (in {file})");
    }
    match setting.split('.').next() {
        Some(name) if !name.is_empty() && metadata.name.contains("environment") => {
            format!(" (ROCKET_{})", name.to_ascii_uppercase())
        }
        _ => String::new(),
    }
}

fn is_folder(file: &str) -> String {
    format!("{file}: a folder; Docker found no file to mount.")
}

/// The sentence about a file that is not a file of settings. `text` is the reader's, and quotes the file.
fn unreadable(err: &Error, text: &str) -> String {
    let path = err.metadata.as_ref().and_then(path_of);
    let file = err.metadata.as_ref().and_then(file_of);
    let file = file.unwrap_or_else(|| "the configuration".to_owned());
    if path.is_some_and(Path::is_dir) {
        return is_folder(&file);
    }
    let line = text.strip_prefix("TOML parse error at ").and_then(|rest| rest.lines().next());
    let at = line.map_or_else(String::new, |line| format!(" ({line})"));
    if text.lines().any(|line| line.ends_with("expected a map")) {
        return format!("{file}{at}: a setting outside of [default].");
    }
    if text.lines().any(|line| line.starts_with("duplicate key")) {
        return format!("{file}{at}: a name is there twice.");
    }
    if line.is_some() {
        return format!("{file}{at}: not TOML; put texts in quotes, one setting a line.");
    }
    let reason = text.lines().next().unwrap_or_default();
    format!("{file}: can't be read; {reason}.")
}

/// The error of a setting.
fn wrong(setting: &str, kind: &Kind) -> String {
    if let Kind::MissingField(name) = kind {
        return format!("`{name}` is missing");
    }
    if let Some((_, shape)) = SHAPES.iter().find(|(name, _)| *name == setting) {
        return format!("must be {shape}");
    }
    match kind {
        Kind::InvalidType(_, wanted) | Kind::InvalidValue(_, wanted) | Kind::InvalidLength(_, wanted) => {
            let is_table = wanted.starts_with("struct ") && wanted != "struct Limit";
            if is_table {
                format!("must be a table, [default.{setting}]")
            } else {
                format!("must be {}", in_words(wanted))
            }
        }
        Kind::UnknownVariant(_, known) => format!("must be one of {}", known.join(", ")),
        kind => kind.to_string(),
    }
}

/// Serde's name of a type in the words of the settings.
fn in_words(wanted: &str) -> &str {
    match wanted {
        "a boolean" => "true or false",
        "a map" => r#"a table, such as {name = "…"}"#,
        "a sequence" => r#"a list, such as ["…", "…"]"#,
        "a string" => "text in quotes",
        "f32" | "f64" => "a number",
        "path string" => "a path in quotes",
        "struct Limit" => "{burst = 60, per_minute = 300}",
        "u16" => "a number from 0 to 65535",
        "u32" => "a number from 0 to 4294967295",
        "u64" | "usize" => "a number from 0",
        nonzero if nonzero.starts_with("a nonzero") => "a number from 1",
        other => other,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use figment::providers::{Format, Toml};
    use serde::Serialize;

    use super::*;
    use crate::config::Config;

    /// The message for a setting, read beside Rocket's defaults.
    fn told(setting: &str, value: impl Serialize) -> String {
        let figment = Figment::from(rocket::Config::debug_default()).merge((setting, value));
        Config::read(&figment).unwrap_err()
    }

    #[test]
    fn a_value_of_the_wrong_type_is_refused_in_words_with_an_example() {
        let cases = [
            (told("port", "abc"), "a number from 0 to 65535"),
            (told("port", 70_000), "a number from 0 to 65535"),
            (told("drain_secs", -1), "a number from 0 to 65535"),
            (told("caps.servers_owned", "x"), "a number from 0 to"),
            (told("csp_reports", "maybe"), "true or false"),
            (told("base_url", 5), "text in quotes"),
            (told("data_dir", 5), "a path in quotes"),
            (told("address", "localhost"), r#""127.0.0.1""#),
            (told("log", 5), "a table, [default.log]"),
            (told("log.format", "xml"), r#""text" or "json""#),
            (told("sms.transport", "pigeon"), r#""twilio""#),
            (told("trusted_proxies", "10.0.0.0/8"), r#"["10.0.0.0/8"]"#),
            (told("trusted_proxies", ["x"]), r#"["10.0.0.0/8"]"#),
            (told("throttle", true), "a table, [default.throttle]"),
            (told("throttle.webhook", 5), "{burst = 60"),
            (told("throttle.webhook.burst", 0), "a number from 1"),
        ];
        for (said, words) in cases {
            assert!(said.contains(words), "{words}: {said}");
            for of_rust in ["struct ", "u16", "u32", "sequence", "enum ", "invalid"] {
                assert!(!said.contains(of_rust), "{of_rust}: {said}");
            }
        }
    }

    #[test]
    fn the_value_that_was_found_is_never_repeated() {
        for (setting, value) in [
            ("further_secret_keys", "hush"),
            ("trusted_proxies", "hush"),
            ("address", "hush"),
            ("sms", "hush"),
            ("sms.transport", "hush"),
            ("log.format", "hush"),
        ] {
            let said = told(setting, value);
            assert!(said.contains(&format!("`{setting}`")), "{said}");
            assert!(!said.contains("hush"), "{said}");
        }
        let said = told("secret_key", 12_345);
        assert!(!said.contains("12"), "{said}");
    }

    #[test]
    fn what_a_table_lacks_is_named() {
        let said = told("traces.ratio", 0.5);
        assert!(said.contains("`traces`"), "{said}");
        assert!(said.contains("`endpoint` is missing"), "{said}");
    }

    #[test]
    fn an_unknown_setting_is_refused_with_the_nearest_one() {
        for (misspelt, meant) in [
            ("baseurl", "base_url"),
            ("bse_url", "base_url"),
            ("trhottle", "throttle"),
            ("cap", "caps"),
            ("trusted_proxy", "trusted_proxies"),
            ("worker", "workers"),
            ("caps.servers_ownd", "caps.servers_owned"),
            ("throttle.web_hook", "throttle.webhook"),
        ] {
            let said = told(misspelt, 1);
            assert_eq!(said, format!("`{misspelt}`: no such setting; the nearest is `{meant}`."));
        }
    }

    #[test]
    fn an_unknown_setting_that_is_like_no_other_is_refused_without_a_guess() {
        let said = told("frobnication", true);
        assert_eq!(said, "`frobnication`: no such setting; Rocket.toml lists them.");
    }

    #[test]
    fn a_setting_of_rocket_that_nothing_reads_is_refused_with_what_to_use_instead() {
        let said = told("tls.certs", "cert.pem");
        assert!(said.contains("reverse proxy"), "{said}");
        let said = told("template_dir", "templates");
        assert!(said.contains("`overrides_dir`"), "{said}");
    }

    #[test]
    fn a_setting_of_rocket_that_is_overruled_is_refused_where_it_is_written_and_nowhere_else() {
        let rockets = Figment::from(rocket::Config::debug_default());
        for (written, setting, instead) in [
            (r#"ip_header = "X-Real-IP""#, "ip_header", "`trusted_proxies`"),
            (r#"log_level = "debug""#, "log_level", "RUST_LOG"),
            ("ident = false", "ident", "remove it"),
            ("cli_colors = false", "cli_colors", "remove it"),
            (r#"temp_dir = "/tmp""#, "temp_dir", "remove it"),
            ("shutdown.force = false", "shutdown.force", "`shutdown.grace`"),
            (r#"limits.file = "1 MiB""#, "limits.file", "remove it"),
            (r#"limits.json = "1 MiB""#, "limits.json", "remove it"),
            (r#"limits.string = "1 MiB""#, "limits.string", "remove it"),
            ("shutdown.ctrlc = false", "shutdown.ctrlc", "remove it"),
            (r#"shutdown.signals = ["term"]"#, "shutdown.signals", "remove it"),
        ] {
            let file = Toml::string(&format!("[default]\n{written}")).nested();
            let said = Config::read(&rockets.clone().merge(file)).unwrap_err();
            let begins = format!("`{setting}`: no such setting; ");
            assert!(said.starts_with(&begins), "{said}");
            assert!(said.contains(instead), "{said}");
        }
        // The program's own, and Rocket's defaults.
        let own = rockets.merge(("log_level", "off")).merge(("ip_header", false)).merge(("shutdown.ctrlc", false));
        assert!(Config::read(&own).is_ok());
    }
}
