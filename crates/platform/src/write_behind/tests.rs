//! Notes that are no more than words, written into memory. Real entries are tested through the pages that show them.

use super::*;

/// The written windows, in order.
type WrittenNotes = Arc<Mutex<Vec<Batches<&'static str>>>>;

struct Words(WrittenNotes);

impl Notes for Words {
    type Note = &'static str;

    async fn write(&mut self, gathered: Batches<&'static str>) -> Result<()> {
        self.0.lock().unwrap().push(gathered);
        Ok(())
    }
}

fn words() -> (WriteBehind<Words>, WrittenNotes) {
    let written = WrittenNotes::default();
    (WriteBehind::start(Words(written.clone())), written)
}

/// The notes of a subject and how many more there were, over all windows.
fn notes_for(written: &WrittenNotes, subject: i64) -> (Vec<&'static str>, u64) {
    let mut all = (Vec::new(), 0);
    for window in &*written.lock().unwrap() {
        if let Some(of_one) = window.get(&subject) {
            all.0.extend(&of_one.notes);
            all.1 += of_one.skipped;
        }
    }
    all
}

#[tokio::test]
async fn queued_entries_are_written_when_a_caller_waits_for_them() {
    let (behind, written) = words();
    behind.note(1, || "a");
    behind.note(2, || "b");
    behind.note(1, || "c");
    behind.settled().await;
    assert_eq!(notes_for(&written, 1), (vec!["a", "c"], 0));
    assert_eq!(notes_for(&written, 2), (vec!["b"], 0));
}

#[tokio::test]
async fn with_an_empty_queue_no_caller_waits() {
    let (behind, written) = words();
    behind.settled().await;
    assert!(written.lock().unwrap().is_empty());
}

#[tokio::test]
async fn of_one_subject_the_first_are_kept_and_the_others_counted() {
    let (behind, written) = words();
    for _ in 0..MAX_OF_ONE + 7 {
        behind.note(1, || "a");
    }
    behind.note(2, || "b");
    behind.settled().await;
    assert_eq!(notes_for(&written, 1), (vec!["a"; MAX_OF_ONE], 7));
    assert_eq!(notes_for(&written, 2), (vec!["b"], 0));
}

#[tokio::test]
async fn the_next_window_begins_anew() {
    let (behind, written) = words();
    for _ in 0..2 {
        for _ in 0..=MAX_OF_ONE {
            behind.note(1, || "a");
        }
        behind.settled().await;
    }
    assert_eq!(notes_for(&written, 1), (vec!["a"; 2 * MAX_OF_ONE], 2));
}

#[tokio::test]
async fn what_is_only_counted_is_written_too() {
    let (behind, written) = words();
    behind.skip(1);
    behind.skip(1);
    behind.settled().await;
    assert_eq!(notes_for(&written, 1), (vec![], 2));
}

#[tokio::test]
async fn the_last_notes_are_written_at_the_end() {
    let (behind, written) = words();
    let mut seen = behind.written.clone();
    behind.note(1, || "a");
    drop(behind);
    // The task says that it wrote, and then that it is gone.
    while seen.changed().await.is_ok() {}
    assert_eq!(notes_for(&written, 1), (vec!["a"], 0));
}

/// Never writes anything.
struct Stalled;

impl Notes for Stalled {
    type Note = ();

    async fn write(&mut self, _: Batches<()>) -> Result<()> {
        std::future::pending().await
    }
}

#[tokio::test]
async fn a_request_waits_for_a_stalled_writer_for_a_moment_only() {
    let behind = WriteBehind::start(Stalled);
    behind.note(1, || ());
    let page = deadline::limited(async {
        behind.settled().await;
        // What it reads has time left.
        deadline::wait(async {}).await
    });
    let shown = timeout(Duration::from_secs(3), page).await;
    assert_eq!(shown.ok().flatten(), Some(()));
}
