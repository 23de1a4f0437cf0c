//! The method that the first field of a form names.

use rocket::http::Method;

use portico::routes::sent_method::names_method;

#[test]
fn only_the_first_field_names_a_method() {
    for (body, method) in [
        ("_method=delete", Some(Method::Delete)),
        ("_method=PUT&a=b", Some(Method::Put)),
        ("_method=x", None),
        ("a=b&_method=PU", None),
        ("method=delete", None),
        ("", None),
    ] {
        assert_eq!(names_method(body.as_bytes()), method, "{body}");
    }
    assert_eq!(names_method(b"_method=\xff"), None);
}
