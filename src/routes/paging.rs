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

#[cfg(test)]
mod tests {
    use super::has_more;

    #[test]
    fn a_list_has_more_only_if_it_is_longer_than_its_limit() {
        let mut list = vec![1, 2, 3];
        assert!(!has_more(&mut list, 3));
        assert_eq!(list, [1, 2, 3]);
        assert!(has_more(&mut list, 2));
        assert_eq!(list, [1, 2]);
    }
}
