//! Every secret that a test creates, and the places where none may appear: the log at its most verbose level, the metrics,
//! error pages, and the database. They are searched at the end of each test.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::io::Write;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::{Layer, fmt, registry};

use super::Answer;

/// Shorter texts stand in many places by chance.
const SHORTEST: usize = 12;

thread_local! {
    static MADE: RefCell<BTreeSet<String>> = RefCell::default();
    /// How long the log was when this test's first house was opened.
    static SINCE: Cell<Option<usize>> = const { Cell::new(None) };
}

/// What the whole run has logged.
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

/// Hears everything that the program says of itself, as loud as it gets. The program hushes what others say.
pub fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let ours = Targets::new().with_target("portico", LevelFilter::TRACE);
        let lines = fmt::layer().with_ansi(false).with_writer(|| Lines);
        let heard = registry().with(lines.with_filter(ours));
        tracing::subscriber::set_global_default(heard).unwrap();
    });
    SINCE.with(|since| since.set(since.get().or_else(|| Some(log().len()))));
}

/// What was logged since this test's first house was opened, by this test and those beside it.
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

/// Forgets a secret that a test itself writes where everyone may read it.
pub fn published(secret: &str) {
    MADE.with_borrow_mut(|made| made.remove(secret));
}

/// Remembers the secrets that an answer shows to those whom they belong to, and panics where a page about a fault
/// shows one. A form that is shown again may show what its page does.
pub fn look_at(answer: &Answer) {
    let text = answer.text();
    if answer.status >= 400 && answer.status != 422 {
        expect_none(&format!("an answer with {}", answer.status), &text);
    }
    for id in ["client-secret", "runtime-url"] {
        if answer.status == 200 && text.contains(&format!("id=\"{id}\"")) {
            let css = format!("#{id}");
            let shown = [answer.all(&css), answer.attributes(&css, "value")].concat();
            for secret in shown {
                made(secret.rsplit('/').next().unwrap_or_default());
            }
        }
    }
}

/// Panics where one of this test's secrets stands in `text`, as it is or in hexadecimal.
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
