//! The bar that `portico copy` draws.

use portico::cli::copy::bar;
use portico_platform::database::copying::{Phase, Progress};

fn progress(rows: u64, of: u64) -> Progress<'static> {
    Progress { phase: Phase::Copying, table: "messages", rows, of, all_rows: rows, all_of: of }
}

#[test]
fn the_bar_is_as_full_as_the_copy() {
    let half = bar(&progress(50, 100));
    assert_eq!(half.matches('#').count(), 15, "{half}");
    assert!(half.contains("50 %  messages (50 of 100 rows)"), "{half}");
    assert_eq!(bar(&progress(100, 100)).matches('#').count(), 30);
    // Rows that were added to the source by hand do not overflow it.
    assert_eq!(bar(&progress(7, 0)).matches('.').count(), 0);
}
