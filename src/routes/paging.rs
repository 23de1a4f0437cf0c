//! Pages of lists: how long they are, and whether another one follows.
//! A list is read with one more than its page shows.

/// Rows on a page.
pub const PAGE_SIZE: u64 = 50;

/// Cuts a list that was read with one more than `limit` to that; whether there are more.
pub fn has_more<T>(list: &mut Vec<T>, limit: u64) -> bool {
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = list.len() > most;
    list.truncate(most);
    has_more
}
