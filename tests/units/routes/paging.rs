//! The end of a list, and the link to its next page.

use portico::routes::paging::has_more;

#[test]
fn a_list_has_more_only_if_it_is_longer_than_its_limit() {
    let mut list = vec![1, 2, 3];
    assert!(!has_more(&mut list, 3));
    assert_eq!(list, [1, 2, 3]);
    assert!(has_more(&mut list, 2));
    assert_eq!(list, [1, 2]);
}
