//! How long the readers of messages take for texts written to make them slow, and how that grows with the text.
//! It needs no server. What is made of these texts is tested in `tests/chat`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use clap::Args;
use portico_rules::chat::markdown;
use portico_rules::chat::mentions::{Directory, OptIn, Role, Roles, scan};

use crate::translating;

#[path = "../../crates/rules/tests/chat/hostile.rs"]
mod hostile;

/// A message has at most so many characters.
const LENGTH: usize = 4_000;
const TIMES: usize = 4;
/// What is linear takes four times as long for four times the text, what is quadratic sixteen times.
const MAX_GROWTH: f64 = 12.0;
/// Below this, a text takes too little time for its growth to mean anything.
const NEGLIGIBLE: Duration = Duration::from_millis(5);

/// Which runs to make.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// How often each text is read; the quickest counts
    #[arg(long, default_value_t = 5)]
    runs: usize,
}

/// Prints the slowest text of each reader, and the one whose time grew most.
///
/// # Errors
///
/// Names the texts whose time grew faster than the text allows.
pub(crate) fn run(options: &Options) -> Result<(), String> {
    let directory = directory();
    let resolve = |text: &str| {
        let found = scan(text);
        black_box(found.lookups(&OptIn::EVERYTHING.into()));
        black_box(found.resolve(&OptIn::EVERYTHING.into(), &directory, true));
    };
    let draw = |text: &str| {
        black_box(markdown::parse(text, &[]));
    };
    let mut faults = measure("mentions", hostile::mentions, resolve, options.runs);
    faults.extend(measure("Markdown", hostile::markup, draw, options.runs));
    faults.extend(translating::run(options.runs).err());
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// A role makes the scanner try every name that a text may begin with.
fn directory() -> Directory {
    let role = Role { id: 1.into(), name: "a role of some letters".to_owned(), mentionable: true };
    Directory::new([role].into_iter().collect::<Roles>(), [])
}

fn measure(reader: &str, texts: fn(usize) -> Vec<String>, read: impl Fn(&str), runs: usize) -> Vec<String> {
    let quickest = |text: &str| {
        let took = (0..runs.max(1)).map(|_| {
            let begun = Instant::now();
            read(text);
            begun.elapsed()
        });
        took.min().unwrap_or_default()
    };
    let mut faults = Vec::new();
    let mut slowest = (Duration::ZERO, String::new());
    let mut steepest = (0.0, String::new());
    for (short, long) in texts(LENGTH).iter().zip(texts(TIMES * LENGTH)) {
        let (took, took_long) = (quickest(short), quickest(&long));
        let begins: String = short.chars().take(20).collect();
        let growth = took_long.as_secs_f64() / took.as_secs_f64().max(f64::EPSILON);
        if growth > MAX_GROWTH && took_long > NEGLIGIBLE {
            faults.push(format!("{reader}: {TIMES} times the text took {growth:.1} times as long: {begins:?}"));
        }
        if took > slowest.0 {
            slowest = (took, begins.clone());
        }
        if growth > steepest.0 {
            steepest = (growth, begins);
        }
    }
    println!(
        "{reader}: {LENGTH} characters take at most {:.2} ms ({:?}); {TIMES} times the text takes at most {:.1} times as \
         long ({:?})",
        slowest.0.as_secs_f64() * 1000.0,
        slowest.1,
        steepest.0,
        steepest.1
    );
    faults
}
