//! Runs the targets on any toolchain, with the corpus in `fuzz/corpus` and seeded mutations of it.
//! libFuzzer, which is guided by coverage, runs the same targets from `fuzz_targets`.
//!
//! `PORTICO_FUZZ_SECS` sets how long each target runs, `PORTICO_FUZZ_SEED` the seed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

/// The default seed, so that a failure can be reproduced.
const SEED: u64 = 0x0070_6f72_7469_636f;
/// The number of mutations if no time is set.
const MUTATIONS: u64 = 2_000;
/// The longest input, in bytes. Larger bodies are tested at the routes.
const MAX_LENGTH: usize = 16 * 1024;

/// Shows: random.bodies
#[test]
fn webhook_bodies_hold() {
    feed("webhook_body", portico_fuzz::webhook_body);
}

/// Shows: random.bodies
#[test]
fn discord_bodies_hold() {
    feed("discord_body", portico_fuzz::discord_body);
}

/// Shows: random.bodies
#[test]
fn slack_bodies_hold() {
    feed("slack_body", portico_fuzz::slack_body);
}

/// Shows: random.bodies
#[test]
fn event_bodies_hold() {
    feed("event_body", portico_fuzz::event_body);
}

/// Shows: random.bodies
#[test]
fn token_bodies_hold() {
    feed("token_body", portico_fuzz::token_body);
}

/// Shows: random.scanner
#[test]
fn mentions_hold() {
    feed("mention_scanner", portico_fuzz::mention_scanner);
}

/// Shows: random.redirects
#[test]
fn redirects_hold() {
    feed("redirect_matcher", portico_fuzz::redirect_matcher);
}

/// Shows: random.phones
#[test]
fn phone_inputs_hold() {
    feed("phone_input", portico_fuzz::phone_input);
}

fn feed(name: &str, target: fn(&[u8])) {
    let corpus = Corpus::load(name);
    for (file, input) in &corpus.inputs {
        survive(target, input, || format!("fuzz/corpus/{name}/{file}"));
    }
    let seed = number("PORTICO_FUZZ_SEED").unwrap_or(SEED);
    let until = number("PORTICO_FUZZ_SECS").map(|secs| Instant::now() + Duration::from_secs(secs));
    let goes_on = |tried| match until {
        Some(until) => Instant::now() < until,
        None => tried < MUTATIONS,
    };
    let mut tried = 0;
    while goes_on(tried) {
        // Each mutation depends only on seed and number, so that a single one can be reproduced.
        let begin = Random(seed.wrapping_add(tried)).next();
        let input = corpus.mutation(&mut Random(begin));
        survive(target, &input, || format!("mutation {tried} of PORTICO_FUZZ_SEED={seed}"));
        tried += 1;
    }
    println!("{name}: {tried} mutations of {} inputs", corpus.inputs.len());
}

fn survive(target: fn(&[u8]), input: &[u8], origin: impl Fn() -> String) {
    if catch_unwind(AssertUnwindSafe(|| target(input))).is_err() {
        panic!("{} falls over: b\"{}\"", origin(), input.escape_ascii());
    }
}

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().expect(variable))
}

struct Corpus {
    /// The inputs, each with its file name.
    inputs: Vec<(String, Vec<u8>)>,
    /// Tokens that are meaningful to the target.
    words: Vec<Vec<u8>>,
}

impl Corpus {
    fn load(name: &str) -> Self {
        let place = Path::new(env!("CARGO_MANIFEST_DIR"));
        let files = fs::read_dir(place.join("corpus").join(name)).unwrap();
        let mut inputs: Vec<(String, Vec<u8>)> = files
            .map(|file| {
                let file = file.unwrap();
                let name = file.file_name().into_string().unwrap();
                (name, fs::read(file.path()).unwrap())
            })
            .collect();
        inputs.sort();
        let words = fs::read_to_string(place.join(format!("dictionaries/{name}.dict"))).unwrap();
        let words = words.lines().filter_map(word).collect();
        Self { inputs, words }
    }

    /// An input, or the start of one and the end of another, changed in a few places.
    fn mutation(&self, random: &mut Random) -> Vec<u8> {
        let mut input = random.one_of(&self.inputs).1.clone();
        if random.below(4) == 0 {
            let other = &random.one_of(&self.inputs).1;
            input.truncate(random.below(input.len() + 1));
            input.extend_from_slice(&other[random.below(other.len() + 1)..]);
        }
        for _ in 0..=random.below(6) {
            self.change(&mut input, random);
        }
        input.truncate(MAX_LENGTH);
        input
    }

    fn change(&self, input: &mut Vec<u8>, random: &mut Random) {
        let begin = random.below(input.len() + 1);
        let end = begin + random.below((input.len() - begin).min(32) + 1);
        let new = match random.below(8) {
            // Insert, duplicate, copy from elsewhere, or delete.
            0 => return drop(input.drain(begin..end)),
            1 => input[begin..end].repeat(1 + random.below(40)),
            2 => random.one_of(&self.inputs).1[..].to_vec(),
            3 | 4 => random.one_of(&self.words).clone(),
            5 => (0..random.below(9)).map(|_| random.byte()).collect(),
            6 => random.number().to_string().into_bytes(),
            // Change a bit or a byte.
            _ => {
                if let Some(byte) = input.get_mut(begin) {
                    *byte ^= match random.below(3) {
                        0 => random.byte(),
                        _ => 1 << random.below(8),
                    };
                }
                return;
            }
        };
        let place = if random.below(2) == 0 { begin..begin } else { begin..end };
        input.splice(place, new);
    }
}

/// A line of a libFuzzer dictionary: a token in quotes, with the escapes `\"`, `\\` and `\xAB`.
fn word(line: &str) -> Option<Vec<u8>> {
    let quoted = line.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut word = Vec::new();
    let mut rest = quoted.bytes();
    while let Some(byte) = rest.next() {
        word.push(match byte {
            b'\\' => match rest.next()? {
                b'x' => {
                    let digits = [rest.next()?, rest.next()?];
                    u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
                }
                escaped => escaped,
            },
            plain => plain,
        });
    }
    Some(word)
}

/// SplitMix64 (Steele, Lea and Flood, 2014): random enough, and the same on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Below `bound`, which is not zero.
    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[0]
    }

    /// A boundary value, or any.
    fn number(&mut self) -> i128 {
        let edge = [0, 7, 15, 16, 31, 32, 53, 63, 64][self.below(9)];
        let near = self.below(3) as i128 - 1;
        match self.below(4) {
            0 => i128::from(self.next()),
            1 => -(1 << edge) + near,
            _ => (1 << edge) + near,
        }
    }

    fn one_of<'a, T>(&mut self, some: &'a [T]) -> &'a T {
        &some[self.below(some.len())]
    }
}

#[test]
fn a_dictionarys_words_are_read_as_libfuzzer_reads_them() {
    assert_eq!(word(r#""a\"\\\xff""#).as_deref(), Some(&b"a\"\\\xff"[..]));
    assert_eq!(word("# no word"), None);
}

#[test]
fn the_same_seed_makes_the_same_mutations() {
    let corpus = Corpus::load("webhook_body");
    let made = |seed| corpus.mutation(&mut Random(seed));
    assert_eq!(made(7), made(7));
    assert!((0..50).any(|seed| made(seed) != made(7)));
}
