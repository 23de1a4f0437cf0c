//! Every secret that a test creates, and the places where none may appear: the log at its most verbose level, the metrics,
//! error pages, and the database. They are searched at the end of each test.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::io::Write;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::{FilterExt, Targets, filter_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::{Layer, fmt, registry};

use super::Answer;

/// Shorter texts stand in many places by chance.
const SHORTEST: usize = 12;

thread_local! {
    static MADE: RefCell<BTreeSet<String>> = RefCell::default();
    /// How long the log was when this test's first instance was opened.
    static SINCE: Cell<Option<usize>> = const { Cell::new(None) };
}

/// The log of the whole run.
static LOG: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn log() -> MutexGuard<'static, Vec<u8>> {
    LOG.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Lines;

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        log().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Collects the log at the most verbose level. The program filters out lines of libraries.
pub fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let ours = Targets::new().with_target("portico", LevelFilter::TRACE);
        let lines = fmt::layer().with_ansi(false).with_writer(|| Lines);
        let events = filter_fn(|line| line.is_event());
        let heard = registry().with(lines.with_filter(ours.and(events)));
        tracing::subscriber::set_global_default(heard).unwrap();
    });
    SINCE.with(|since| since.set(since.get().or_else(|| Some(log().len()))));
}

/// The log since this test's first instance was opened, of this test and those that run at the same time.
pub fn logged() -> String {
    let since = SINCE.get().unwrap_or_default();
    String::from_utf8_lossy(&log()[since..]).into_owned()
}

/// Remembers a secret.
pub fn made(secret: &str) {
    if secret.len() >= SHORTEST {
        MADE.with_borrow_mut(|made| made.insert(secret.to_owned()));
    }
}

/// Forgets a secret that a test itself publishes.
pub fn published(secret: &str) {
    MADE.with_borrow_mut(|made| made.remove(secret));
}

/// Remembers the secrets that a response shows to their owners, and panics if an error page
/// shows one. A form that is shown again may show what its page shows.
pub fn look_at(answer: &Answer) {
    let text = answer.text();
    if answer.status >= 400 && answer.status != 422 {
        expect_none(&format!("an answer with {}", answer.status), &text);
    }
    for id in ["client-secret", "runtime-url"] {
        if answer.status == 200 && text.contains(&format!("id=\"{id}\"")) {
            let css = format!("#{id}");
            let shown = [answer.all(&css), answer.attributes(&css, "value")].concat();
            // Until it is revealed, there are dots.
            for secret in shown.iter().filter(|shown| !shown.contains('•')) {
                made(secret.rsplit('/').next().unwrap_or_default());
            }
        }
    }
}

/// Panics if one of this test's secrets is in `text`, as it is or in hexadecimal.
#[track_caller]
pub fn expect_none(place: &str, text: &str) {
    if std::thread::panicking() {
        return;
    }
    MADE.with_borrow(|made| {
        for secret in made {
            let bytes: String = secret.bytes().map(|byte| format!("{byte:02x}")).collect();
            let shown = text.contains(secret) || text.contains(&bytes);
            assert!(!shown, "{place} shows the secret {secret}");
        }
    });
}
