//! Parts of the routes: reading requests and wording answers, without an instance.

mod audit_words;
mod avatars;
mod compression;
mod continuation;
mod docs_search;
mod form_reader;
mod oauth;
mod open_channels;
mod page;
mod paging;
mod portal;
mod sent_form;
mod sent_method;
mod upload_gate;
mod webhooks;

use std::collections::HashSet;

use portico::routes::{FOR_PROGRAMS, endpoint_table, page_table};

#[test]
fn each_line_has_the_method_and_path_of_its_handler() {
    for line in page_table().into_iter().chain(endpoint_table()) {
        for route in &line.routes {
            assert_eq!(route.uri.path(), line.path);
            assert!(line.method.is_none_or(|method| method == route.method));
        }
        let methods: HashSet<_> = line.routes.iter().map(|route| route.method).collect();
        let expected = if line.method.is_some() { 1 } else { 9 };
        assert_eq!((methods.len(), line.routes.len()), (expected, expected));
    }
}

#[test]
fn no_other_path_begins_like_those_of_programs() {
    let lines = page_table().into_iter().chain(endpoint_table());
    let others = lines.filter(|line| !FOR_PROGRAMS.contains(&line.path));
    for line in others {
        for path in FOR_PROGRAMS {
            let begin = path.split('<').next().unwrap_or_default();
            let is_within = begin.ends_with('/') && line.path.starts_with(begin);
            assert!(!is_within, "{} is shadowed by {path}", line.path);
        }
    }
}
