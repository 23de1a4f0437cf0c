//! Ranges of blocks of the index on Postgres, and the order in which a search walks through them.
//! Which block a message belongs to is decided in `search_index`.

/// The ranges that a message is in, one of each width, as the index has them (migration `m0087_search_by_channel`): the number of
/// the range, and in the lowest two bits its level.
pub(super) const RANGES: &str =
    "ARRAY[block << 2, ((block >> 2) << 2) + 1, ((block >> 4) << 2) + 2, ((block >> 6) << 2) + 3]";

/// How many widths a range can have: one block, four, sixteen and sixty-four.
const LEVELS: u32 = 4;
/// Each is four times as wide as the one before.
const RANGE_SHIFT: u32 = 2;
/// The most words and marks that are looked up for a single block: each takes a microsecond or two, with or without a hit.
const MAX_LOOKUPS_PER_BLOCK: usize = 64;

/// Blocks that a search reads at once: one, or four, or sixteen …, from a multiple of their number on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BlockRange {
    /// The number of its blocks is four to this power.
    level: u32,
    first: i32,
}

impl BlockRange {
    fn new(level: u32, last: i32) -> Self {
        Self { level, first: last & !(width(level) - 1) }
    }

    /// All blocks between these two, in ranges from the newest to the oldest. They become wider as there is more that was
    /// passed: a range is at most half of that. So where the newest hit is old, the search has little to go back for. The more
    /// is looked up in each of them, the wider they are from the first on; then the first and the last may reach beyond both
    /// ends.
    pub(super) fn walk(oldest: i32, newest: i32, lookups: usize) -> impl Iterator<Item = Self> {
        let least_level = least_level(lookups);
        let mut last = newest;
        std::iter::from_fn(move || {
            if last < oldest {
                return None;
            }
            let passed = newest - last;
            let fits = |level: &u32| {
                let width = width(*level);
                let first = last - (width - 1);
                first % width == 0 && first >= oldest && width <= passed / 2
            };
            let wider = (least_level + 1..LEVELS).rev();
            let level = wider.into_iter().find(fits).unwrap_or(least_level);
            let range = Self::new(level, last);
            last = range.first - 1;
            Some(range)
        })
    }

    pub(super) fn is_one_block(self) -> bool {
        self.level == 0
    }

    /// The four ranges that it consists of, the oldest first; none of a single block.
    pub(super) fn parts(self) -> impl Iterator<Item = Self> {
        let level = self.level.saturating_sub(1);
        let parts = if self.is_one_block() { 0 } else { 1 << RANGE_SHIFT };
        (0..parts).map(move |part| Self { level, first: self.first + part * width(level) })
    }

    /// Its key in the index.
    pub(super) fn key(self) -> i32 {
        let number = self.first >> (RANGE_SHIFT * self.level);
        (number << RANGE_SHIFT) + i32::try_from(self.level).unwrap_or_default()
    }
}

fn least_level(lookups: usize) -> u32 {
    (0..LEVELS - 1).find(|level| lookups <= MAX_LOOKUPS_PER_BLOCK << (RANGE_SHIFT * level)).unwrap_or(LEVELS - 1)
}

fn width(level: u32) -> i32 {
    1 << (RANGE_SHIFT * level)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(range: BlockRange) -> Vec<i32> {
        (range.first..range.first + width(range.level)).rev().collect()
    }

    #[test]
    fn a_walk_passes_every_block_once_from_the_newest_on() {
        for (oldest, newest) in [(0, 0), (0, 1), (3, 3), (5, 700), (0, 2_441), (63, 64), (64, 1_023)] {
            let walked: Vec<i32> = BlockRange::walk(oldest, newest, 0).flat_map(blocks).collect();
            let expected: Vec<i32> = (oldest..=newest).rev().collect();
            assert_eq!(walked, expected, "from {newest} to {oldest}");
        }
    }

    #[test]
    fn a_walk_of_ten_million_messages_has_few_ranges() {
        assert!(BlockRange::walk(0, 2_441, 0).count() <= 70);
    }

    #[test]
    fn a_walk_of_wide_ranges_passes_every_block_once_too() {
        for (lookups, level) in [(64, 0), (65, 1), (257, 2), (1_024, 2), (1_025, 3), (usize::MAX, 3)] {
            assert_eq!(least_level(lookups), level);
            let walked: Vec<i32> = BlockRange::walk(5, 700, lookups).flat_map(blocks).collect();
            assert!(walked.is_sorted_by(|one, next| next + 1 == *one));
            assert!(walked[0] >= 700 && walked[walked.len() - 1] <= 5);
        }
        assert!(BlockRange::walk(0, 2_441, usize::MAX).count() <= 40);
    }

    #[test]
    fn the_parts_of_a_range_are_its_blocks() {
        let range = BlockRange::new(2, 31);
        let parts: Vec<i32> = range.parts().flat_map(|part| blocks(part).into_iter().rev()).collect();
        assert_eq!(parts, (16..32).collect::<Vec<_>>());
        assert_eq!(BlockRange::new(0, 31).parts().count(), 0);
    }

    #[test]
    fn no_two_ranges_share_a_key() {
        let ranges = (0..LEVELS).flat_map(|level| {
            (0..256).filter(move |last| (last + 1) % width(level) == 0).map(move |last| BlockRange::new(level, last))
        });
        let keys: Vec<i32> = ranges.map(BlockRange::key).collect();
        let distinct: std::collections::HashSet<&i32> = keys.iter().collect();
        assert_eq!(distinct.len(), keys.len());
    }
}
