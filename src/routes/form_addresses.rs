//! GET on a path that only forms are sent to: it leads to the page of the form. Users get there by reloading the page
//! of a form with faults in another tab, or from their history. The pages themselves are in the route table.

use std::collections::HashSet;

use rocket::http::Method;
use rocket::http::uri::Origin;
use rocket::route::{Handler, Outcome};
use rocket::{Data, Request, Route};

use crate::routes::page::to;

/// The name of these routes.
const NAME: &str = "form address";
/// The first rank of these routes; every one has its own, so that none collides with another or with a page.
const RANK: isize = 100;

/// Paths whose form is not on a page above them.
const ELSEWHERE: [(&str, &str); 8] = [
    ("/servers/<server_id>/move", "/servers"),
    ("/settings/language", "/sign-in"),
    ("/settings/password", "/settings/security"),
    ("/settings/sessions/<id>/end", "/settings/security"),
    ("/settings/sessions/end", "/settings/security"),
    ("/settings/theme", "/settings/profile"),
    ("/settings/writing", "/settings/profile"),
    ("/sign-out", "/"),
];

/// Paths of webhooks and apps whose form is on the tab "Settings".
const ON_SETTINGS: [&str; 5] = [
    "/portal/apps/<id>/delete",
    "/portal/webhooks/<id>/delete",
    "/portal/webhooks/<id>/pause",
    "/portal/webhooks/<id>/resume",
    "/portal/webhooks/<id>/url",
];

/// True if a route only leads to the page of a form.
pub fn is_form_address(route: &Route) -> bool {
    route.name.as_deref() == Some(NAME)
}

/// These routes, and for each path that only has forms a route that leads to their page.
pub(super) fn with_form_addresses(mut pages: Vec<Route>) -> Vec<Route> {
    let paths = |method| -> HashSet<String> {
        let of_method = pages.iter().filter(|route| route.method == method);
        of_method.map(|route| route.uri.path().to_owned()).collect()
    };
    let (gets, posts) = (paths(Method::Get), paths(Method::Post));
    let mut only_forms: Vec<&String> = posts.difference(&gets).collect();
    only_forms.sort();
    let added = only_forms.into_iter().zip(RANK..).map(|(path, rank)| {
        let handler = page_of(path, &gets);
        let mut route = Route::ranked(rank, Method::Get, path, handler);
        route.name = Some(NAME.into());
        route
    });
    let added: Vec<Route> = added.collect();
    pages.extend(added);
    pages
}

/// Where the page of a form is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum LeadsTo {
    /// At another path.
    Path(&'static str),
    /// At the first so many segments of its own, and this.
    Above(usize, &'static str),
}

fn page_of(path: &str, gets: &HashSet<String>) -> LeadsTo {
    if let Some((_, page)) = ELSEWHERE.iter().find(|(known, _)| *known == path) {
        return LeadsTo::Path(page);
    }
    let segments: Vec<&str> = path.split('/').skip(1).collect();
    if ON_SETTINGS.contains(&path) {
        return LeadsTo::Above(segments.len() - 1, "/settings");
    }
    if gets.contains(&format!("{path}/new")) {
        return LeadsTo::Above(segments.len(), "/new");
    }
    let above = (1..segments.len()).rev().find(|count| gets.contains(&format!("/{}", segments[..*count].join("/"))));
    above.map_or(LeadsTo::Path("/"), |count| LeadsTo::Above(count, ""))
}

#[rocket::async_trait]
impl Handler for LeadsTo {
    async fn handle<'r>(&self, request: &'r Request<'_>, _: Data<'r>) -> Outcome<'r> {
        let page = match self {
            Self::Path(path) => (*path).to_owned(),
            Self::Above(count, more) => above(request.uri(), *count, more),
        };
        Outcome::from(request, to(page))
    }
}

fn above(uri: &Origin<'_>, count: usize, more: &str) -> String {
    let path = uri.path().as_str();
    let kept = path.split('/').skip(1).take(count);
    kept.fold(String::new(), |path, segment| format!("{path}/{segment}")) + more
}
