//! The version that `portico --version` prints. A release build names its commit and the commit's date: those of
//! `PORTICO_COMMIT` and `SOURCE_DATE_EPOCH` if set, or else of git, or neither in a tarball. Other builds name none, since each
//! commit would compile everything again.

use std::env;
use std::path::Path;
use std::process::Command;

/// Changes with each commit and checkout.
const LAST_CHECKOUT: &str = ".git/logs/HEAD";

fn main() {
    for variable in ["PORTICO_COMMIT", "SOURCE_DATE_EPOCH"] {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let has_git = is_release && Path::new(LAST_CHECKOUT).exists();
    if has_git {
        println!("cargo::rerun-if-changed={LAST_CHECKOUT}");
    }
    println!("cargo::rerun-if-changed=build.rs");
    let or_git = |variable: &str, arguments: &[&str]| {
        let set = env::var(variable).ok().filter(|value| !value.is_empty());
        set.or_else(|| has_git.then(|| git(arguments)).flatten())
    };
    let commit = or_git("PORTICO_COMMIT", &["rev-parse", "--short=12", "HEAD"]);
    let seconds = or_git("SOURCE_DATE_EPOCH", &["log", "-1", "--format=%ct"]);
    let date = seconds.and_then(|seconds| seconds.parse().ok()).map(date);
    let parts: Vec<String> = [commit, date].into_iter().flatten().collect();
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let version = match is_release && !parts.is_empty() {
        true => format!("{version} ({})", parts.join(", ")),
        false => version,
    };
    println!("cargo::rustc-env=PORTICO_VERSION={version}");
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// The day of a time in seconds since 1970, as `2026-11-28`; by Howard Hinnant's `civil_from_days`.
fn date(seconds: i64) -> String {
    let days = seconds.div_euclid(86_400) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}")
}
