//! Puts a handler around the handlers of many routes. Each has its own module, such as `security::same_origin` or
//! `routes::write_limit`.

use rocket::Route;
use rocket::route::Handler;

/// The same routes, each with `wrapper` around its handler.
pub(crate) fn wrapped<H: Handler>(routes: Vec<Route>, wrapper: impl Fn(Box<dyn Handler>) -> H) -> Vec<Route> {
    wrapped_where(routes, |_| true, wrapper)
}

/// The same routes; those that `applies` names have `wrapper` around their handler.
pub(crate) fn wrapped_where<H: Handler>(
    mut routes: Vec<Route>,
    applies: impl Fn(&Route) -> bool,
    wrapper: impl Fn(Box<dyn Handler>) -> H,
) -> Vec<Route> {
    for route in &mut routes {
        if applies(route) {
            route.handler = Box::new(wrapper(route.handler.clone()));
        }
    }
    routes
}
