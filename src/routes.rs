//! The route table: every method and path with its handler, except `/style`, which only the demo mounts (`cli::demo`).
//! Each module below has the handlers of one part, with the types of its forms and JSON.

pub mod accounts;
pub mod admin;
pub mod arriving;
pub mod audit;
pub mod chat;
pub mod compression;
pub mod continuation;
pub mod cookies;
pub mod deadline;
pub mod empty_form;
pub mod error_pages;
mod every_method;
pub mod form_addresses;
pub mod form_reader;
pub(crate) mod form_right;
pub mod guards;
pub mod host;
pub mod invites;
mod moderation;
pub mod oauth;
pub mod page;
pub mod paging;
pub mod parts;
pub(crate) mod path_ids;
pub mod peer;
pub mod portal;
mod sealed_cookie;
pub mod sent_form;
pub mod sent_method;
pub mod servers;
pub mod settings;
pub mod site;
pub mod upload;
pub mod upload_gate;
mod waiting_form;
pub mod webhooks;
pub mod whole_body;
pub mod write_limit;

use rocket::http::Method;
use rocket::{Catcher, Request, Route};

use every_method::every_method;

/// One line of the table, and the routes that it mounts: one, or for `ANY` one for each method.
#[derive(Debug)]
pub struct TableLine {
    pub method: Option<Method>,
    pub path: &'static str,
    pub routes: Vec<Route>,
}

/// `METHOD "path" => handler`. A handler is a function with one of Rocket's attributes, or a type with `into_route`; after
/// `ANY` it is a plain function, which handles every method itself.
macro_rules! table {
    ($($method:ident $path:literal => $($handler:ident)::+,)*) => {
        vec![$(TableLine {
            method: table!(method $method),
            path: $path,
            routes: table!(routes $method $path $($handler)::+),
        }),*]
    };
    (method ANY) => { None };
    (method GET) => { Some(Method::Get) };
    (method POST) => { Some(Method::Post) };
    (method OPTIONS) => { Some(Method::Options) };
    (routes ANY $path:literal $($handler:ident)::+) => { every_method($path, $($handler)::+) };
    (routes $method:ident $path:literal $($handler:ident)::+) => { vec![$($handler)::+ {}.into_route()] };
}

/// The paths that programs use, thousands of times a minute. No other path begins like them, so they come first of all: Rocket
/// compares a request with one route after the other. Their successful requests are logged at the level "debug".
pub const FOR_PROGRAMS: [&str; 11] = [
    "/webhooks/<path..>",
    "/hooks/<path..>",
    "/api/webhooks/<path..>",
    "/api/<version>/webhooks/<path..>",
    "/oauth/token",
    "/oauth/userinfo",
    "/oauth/revoke",
    "/oauth/introspect",
    "/oauth/jwks",
    "/.well-known/openid-configuration",
    "/.well-known/oauth-authorization-server",
];

/// The pattern of the route that handles a request, which is what logs, metrics and traces call it: the path itself
/// contains tokens, codes and search terms. If no route matches the request, a word that no pattern is.
pub fn pattern_of<'r>(request: &'r Request<'_>) -> &'r str {
    request.route().map_or("unmatched", |route| route.uri.origin.path().as_str())
}

/// Less than every rank that a route has otherwise.
const BEFORE_ALL: isize = -100;

/// Pages and forms for people. Each form refuses requests from other sites.
#[rustfmt::skip]
pub fn page_table() -> Vec<TableLine> {
    table! {
        GET "/" => site::home::show,
        GET "/chat" => site::home::chat,

        GET "/sign-up" => accounts::sign_up::show,
        POST "/sign-up" => accounts::sign_up::create,
        POST "/sign-up/admin" => accounts::sign_up::become_admin,
        GET "/sign-in" => accounts::sign_in::show,
        POST "/sign-in" => accounts::sign_in::create,
        GET "/sign-in/second" => accounts::second::show,
        POST "/sign-in/second" => accounts::second::create,
        POST "/sign-in/passkey" => accounts::passkey::create,
        POST "/sign-out" => accounts::sign_in::sign_out,
        GET "/confirm" => accounts::confirm::show,
        POST "/confirm" => accounts::confirm::create,
        GET "/reset" => accounts::reset::show,
        POST "/reset" => accounts::reset::request,
        GET "/reset/code" => accounts::reset::show_code,
        POST "/reset/code" => accounts::reset::redeem,

        GET "/settings" => settings::show,
        GET "/settings/profile" => settings::profile::show,
        POST "/settings/profile" => settings::profile::save,
        POST "/settings/writing" => settings::writing::save,
        GET "/settings/phone" => settings::phone::show,
        POST "/settings/phone" => settings::phone::send,
        POST "/settings/phone/verify" => settings::phone::verify,
        POST "/settings/phone/remove" => settings::phone::remove,
        GET "/settings/security" => settings::security::show,
        GET "/settings/security/passkeys" => settings::passkeys::show,
        POST "/settings/security/passkeys" => settings::passkeys::change,
        GET "/settings/security/totp" => settings::totp::show,
        POST "/settings/security/totp" => settings::totp::change,
        GET "/settings/security/recovery-codes" => settings::recovery_codes::show,
        POST "/settings/security/recovery-codes" => settings::recovery_codes::create,
        POST "/settings/security/browsers/<id>/end" => settings::security::end_trust,
        GET "/settings/security/log" => settings::security_log::show,
        POST "/settings/password" => settings::security::change_password,
        POST "/settings/sessions/<id>/end" => settings::security::end_session,
        POST "/settings/sessions/end" => settings::security::end_others,
        GET "/settings/notifications" => settings::notifications::show,
        GET "/settings/notifications/push" => settings::notifications::push,
        POST "/settings/notifications/quiet" => settings::notifications::set_quiet,
        POST "/settings/notifications/mutes/<place_id>/end" => settings::notifications::end_mute,
        POST "/settings/notifications/browsers" => settings::notifications::add_browser,
        POST "/settings/notifications/browsers/<push_id>/end" => settings::notifications::end_browser,
        GET "/settings/apps" => oauth::connected_apps::show,
        POST "/settings/apps/<app_id>/revoke" => oauth::connected_apps::revoke,
        POST "/settings/apps/revoke-all" => oauth::connected_apps::revoke_all,
        GET "/settings/blocked" => settings::blocked::show,
        POST "/settings/blocked" => settings::blocked::block,
        POST "/settings/blocked/<user_id>/delete" => settings::blocked::unblock,
        GET "/settings/transfers" => settings::transfers::show,
        POST "/settings/transfers/<transfer_id>/accept" => settings::transfers::accept,
        POST "/settings/transfers/<transfer_id>/decline" => settings::transfers::decline,
        POST "/settings/transfers/servers/<offer_id>/accept" => settings::transfers::accept_server,
        POST "/settings/transfers/servers/<offer_id>/decline" => settings::transfers::decline_server,
        GET "/settings/delete" => settings::delete::show,
        POST "/settings/delete" => settings::delete::delete_account,
        POST "/settings/language" => site::language::save,
        POST "/settings/theme" => site::theme::save,

        GET "/portal" => portal::home::show,
        GET "/portal/apps/new" => portal::apps::new,
        POST "/portal/apps" => portal::apps::create,
        GET "/portal/apps/<id>" => portal::apps::show,
        POST "/portal/apps/<id>" => portal::apps::edit,
        POST "/portal/apps/<id>/secrets" => portal::apps::create_secret,
        POST "/portal/apps/<id>/secrets/<secret_id>/delete" => portal::apps::delete_secret,
        GET "/portal/apps/<id>/owner" => portal::app_owner::show,
        POST "/portal/apps/<id>/owner" => portal::app_owner::transfer,
        POST "/portal/apps/<id>/owner/cancel" => portal::app_owner::cancel,
        POST "/portal/apps/<id>/collaborators" => portal::app_collaborators::add,
        POST "/portal/apps/<id>/collaborators/<user_id>/delete" => portal::app_collaborators::remove,
        POST "/portal/apps/<id>/delete" => portal::apps::delete,
        GET "/portal/apps/<id>/setup" => portal::apps::setup,
        GET "/portal/apps/<id>/activity" => portal::apps::activity,
        GET "/portal/apps/<id>/settings" => portal::apps::settings,
        GET "/portal/apps/<id>/playground" => portal::app_playground::show,
        GET "/portal/apps/<id>/try" => portal::app_try::show,
        POST "/portal/apps/<id>/try" => portal::app_try::begin,
        GET "/portal/apps/<id>/try/callback" => portal::app_try::callback,
        POST "/portal/apps/<id>/try/callback" => portal::app_try::exchange,
        GET "/portal/apps/<id>/audit" => portal::audit::index,
        GET "/portal/webhooks/new" => portal::webhook_new::new,
        POST "/portal/webhooks" => portal::webhook_new::create,
        GET "/portal/webhooks/<id>" => portal::webhooks::show,
        POST "/portal/webhooks/<id>" => portal::webhooks::edit,
        GET "/portal/webhooks/<id>/setup" => portal::webhooks::setup,
        GET "/portal/webhooks/<id>/settings" => portal::webhooks::settings,
        POST "/portal/webhooks/<id>/url" => portal::webhooks::regenerate,
        GET "/portal/webhooks/<id>/creator" => portal::webhook_creator::show,
        POST "/portal/webhooks/<id>/creator" => portal::webhook_creator::take_over,
        GET "/portal/webhooks/<id>/leaked" => portal::webhook_leaked::show,
        POST "/portal/webhooks/<id>/leaked" => portal::webhook_leaked::report,
        POST "/portal/webhooks/<id>/test" => portal::webhooks::test,
        POST "/portal/webhooks/<id>/pause" => portal::webhooks::pause,
        POST "/portal/webhooks/<id>/resume" => portal::webhooks::resume,
        POST "/portal/webhooks/<id>/delete" => portal::webhooks::delete,
        GET "/portal/webhooks/<id>/deliveries" => portal::deliveries::index,
        GET "/portal/webhooks/<id>/deliveries/<delivery_id>" => portal::deliveries::show,
        POST "/portal/webhooks/<id>/deliveries/<delivery_id>/resend" => portal::resend::resend,
        GET "/portal/webhooks/<id>/playground" => portal::webhook_playground::show,
        POST "/portal/webhooks/<id>/playground" => portal::webhook_playground::compose,

        GET "/oauth/authorize" => oauth::authorize::show,
        POST "/oauth/authorize" => oauth::decision::answer,
        GET "/oauth/apps/<app_id>/report" => oauth::report::show,
        POST "/oauth/apps/<app_id>/report" => oauth::report::file,
        GET "/oauth/logout" => oauth::logout::show,
        POST "/oauth/logout" => oauth::logout::answer,
        GET "/device" => oauth::device::show,
        POST "/device" => oauth::device::answer,

        GET "/servers" => servers::list::index,
        POST "/servers" => servers::list::create,
        GET "/servers/<server_id>" => servers::list::show,
        GET "/servers/<server_id>/search" => chat::search::show,
        POST "/servers/<server_id>/mute" => chat::mutes::of_server,
        POST "/servers/<server_id>/move" => servers::list::move_server,
        POST "/servers/<server_id>/leave" => servers::list::leave,
        GET "/servers/<server_id>/settings" => servers::overview::show,
        POST "/servers/<server_id>/settings" => servers::overview::edit,
        POST "/servers/<server_id>/settings/picture" => servers::overview::set_picture,
        POST "/servers/<server_id>/settings/owner" => servers::overview::transfer_ownership,
        POST "/servers/<server_id>/settings/owner/cancel" => servers::overview::cancel_transfer,
        POST "/servers/<server_id>/settings/delete" => servers::overview::delete,
        GET "/servers/<server_id>/settings/channels" => servers::channels::index,
        POST "/servers/<server_id>/settings/channels" => servers::channels::create,
        GET "/servers/<server_id>/settings/channels/<channel_id>" => servers::channels::show,
        POST "/servers/<server_id>/settings/channels/<channel_id>" => servers::channels::edit,
        POST "/servers/<server_id>/settings/channels/<channel_id>/delete" => servers::channels::delete,
        POST "/servers/<server_id>/settings/channels/<channel_id>/grid" => servers::grid::save,
        POST "/servers/<server_id>/settings/channels/<channel_id>/overwrites" => servers::overwrites::set,
        GET "/servers/<server_id>/settings/roles" => servers::roles::index,
        POST "/servers/<server_id>/settings/roles" => servers::roles::create,
        GET "/servers/<server_id>/settings/roles/<role_id>" => servers::roles::show,
        POST "/servers/<server_id>/settings/roles/<role_id>" => servers::roles::edit,
        POST "/servers/<server_id>/settings/roles/<role_id>/delete" => servers::roles::delete,
        GET "/servers/<server_id>/settings/members" => servers::members::index,
        GET "/servers/<server_id>/settings/members/<user_id>" => servers::members::show,
        POST "/servers/<server_id>/settings/members/<user_id>" => servers::members::set_roles,
        POST "/servers/<server_id>/settings/members/<user_id>/remove" => servers::members::remove,
        POST "/servers/<server_id>/settings/members/<user_id>/timeout" => servers::timeouts::set,
        POST "/servers/<server_id>/settings/members/<user_id>/ban" => servers::bans::create,
        GET "/servers/<server_id>/settings/bans" => servers::bans::index,
        POST "/servers/<server_id>/settings/bans/<user_id>/lift" => servers::bans::lift,
        GET "/servers/<server_id>/settings/reports" => servers::reports::index,
        POST "/servers/<server_id>/settings/reports/<report_id>" => servers::reports::decide,
        GET "/servers/<server_id>/settings/invites" => servers::invites::index,
        POST "/servers/<server_id>/settings/invites" => servers::invites::create,
        POST "/servers/<server_id>/settings/invites/<code>/delete" => servers::invites::delete,
        GET "/servers/<server_id>/settings/audit" => servers::audit::index,
        GET "/invites/<code>" => invites::show,
        POST "/invites/<code>" => invites::join,

        GET "/channels/<id>" => chat::channels::show,
        POST "/channels/<id>/messages" => chat::channels::post_message,
        GET "/channels/<id>/messages/delete" => chat::removals::show,
        POST "/channels/<id>/messages/delete" => chat::removals::remove,
        GET "/channels/<id>/messages/delete/<removal_id>/undo" => chat::removals::show_undo,
        POST "/channels/<id>/messages/delete/<removal_id>/undo" => chat::removals::undo,
        GET "/channels/<id>/messages/<message_id>" => chat::message_actions::show,
        POST "/channels/<id>/messages/<message_id>" => chat::message_actions::edit,
        GET "/channels/<id>/messages/<message_id>/delete" => chat::message_actions::show_form,
        POST "/channels/<id>/messages/<message_id>/delete" => chat::message_actions::delete,
        POST "/channels/<id>/messages/<message_id>/report" => chat::message_actions::report,
        GET "/channels/<id>/messages/<message_id>/versions" => chat::versions::show,
        GET "/channels/<id>/members" => chat::members::show,
        GET "/channels/<id>/members/<user_id>" => chat::person::show,
        GET "/channels/<id>/completions" => chat::completions::show,
        POST "/channels/<id>/unread" => chat::channels::mark_unread,
        POST "/channels/<id>/mute" => chat::mutes::of_channel,
        POST "/channels/<id>/read" => chat::channels::mark_read,
        GET "/channels/<id>/events" => chat::channel_events::listen,
        GET "/inbox" => chat::inbox::show,
        POST "/inbox/read" => chat::inbox::mark_read,
        GET "/inbox/events" => chat::inbox_events::listen,
        GET "/inbox/notifications/events" => chat::notifications::listen,

        GET "/admin" => admin::overview::show,
        POST "/admin" => admin::overview::change,
        GET "/admin/users" => admin::users::index,
        POST "/admin/users" => admin::users::create,
        GET "/admin/users/<id>" => admin::users::show,
        POST "/admin/users/<id>" => admin::users::change,
        GET "/admin/apps" => admin::apps::index,
        GET "/admin/apps/<id>" => admin::apps::show,
        POST "/admin/apps/<id>" => admin::apps::change,
        GET "/admin/webhooks" => admin::webhooks::index,
        GET "/admin/webhooks/<id>" => admin::webhooks::show,
        POST "/admin/webhooks/<id>" => admin::webhooks::change,
        GET "/admin/servers" => admin::servers::index,
        GET "/admin/servers/<id>" => admin::servers::show,
        POST "/admin/servers/<id>" => admin::servers::change,
        GET "/admin/reports" => admin::reports::index,
        POST "/admin/reports" => admin::reports::close,
        GET "/admin/sign-up" => admin::sign_up::show,
        POST "/admin/sign-up" => admin::sign_up::change,
        GET "/admin/notice" => admin::notice::show,
        POST "/admin/notice" => admin::notice::change,
        GET "/admin/branding" => admin::branding::show,
        POST "/admin/branding" => admin::branding::change,
        GET "/admin/audit" => admin::audit::index,
        GET "/admin/audit/export" => admin::audit::export,

        GET "/docs" => site::docs::guide,
        GET "/docs/keyboard" => site::docs::keyboard,
        GET "/docs/notifications" => site::docs::notifications,
        GET "/docs/<slug>" => site::docs::page,
        GET "/dev/outbox" => site::outbox::show,
    }
}

/// Endpoints for programs, which authenticate by the request itself, and files that are the same for every user.
#[rustfmt::skip]
pub fn endpoint_table() -> Vec<TableLine> {
    table! {
        ANY "/oauth/token" => oauth::token::handle,
        ANY "/oauth/userinfo" => oauth::userinfo::handle,
        ANY "/oauth/revoke" => oauth::revoke::handle,
        ANY "/oauth/introspect" => oauth::introspect::handle,
        GET "/oauth/jwks" => oauth::discovery::jwks,
        OPTIONS "/oauth/jwks" => oauth::discovery::jwks_preflight,
        ANY "/oauth/device" => oauth::device_authorization::handle,
        ANY "/webhooks/<path..>" => webhooks::handle,
        ANY "/hooks/<path..>" => webhooks::handle,
        ANY "/api/webhooks/<path..>" => webhooks::handle,
        ANY "/api/<version>/webhooks/<path..>" => webhooks::handle,
        ANY "/leaks" => webhooks::leaks::handle,
        POST "/csp-reports" => site::csp_reports::Reports,
        GET "/avatars/<kind>/<id>" => site::avatars::show,
        GET "/branding.css" => site::branding::style,
        GET "/branding/logo" => site::branding::logo,
        GET "/manifest.webmanifest" => site::branding::manifest,
        GET "/openapi.json" => site::docs::contract,
        GET "/healthz" => site::health::alive,
        GET "/readyz" => site::health::ready,
        GET "/metrics" => site::metrics::show,
        GET "/favicon.ico" => site::assets::favicon,
        GET "/apple-touch-icon.png" => site::assets::touch_icon,
        GET "/robots.txt" => site::assets::robots,
        GET "/service-worker.js" => site::assets::service_worker,
        GET "/static/<version>/<path..>" => site::assets::show,
        GET "/.well-known/openid-configuration" => oauth::discovery::openid_configuration,
        OPTIONS "/.well-known/openid-configuration" => oauth::discovery::openid_configuration_preflight,
        GET "/.well-known/oauth-authorization-server" => oauth::discovery::authorization_server,
        OPTIONS "/.well-known/oauth-authorization-server" => oauth::discovery::authorization_server_preflight,
        GET "/.well-known/security.txt" => site::well_known::security_txt,
        GET "/.well-known/change-password" => site::well_known::change_password,
    }
}

/// The routes of pages and forms.
pub fn pages() -> Vec<Route> {
    form_addresses::with_form_addresses(mounted(page_table()))
}

/// The routes of endpoints and files.
pub fn endpoints() -> Vec<Route> {
    let mut routes = mounted(endpoint_table());
    for route in &mut routes {
        // Each has a rank of its own: `/api/webhooks/webhooks/…` matches two of them.
        let mut ranks = (BEFORE_ALL..).zip(FOR_PROGRAMS);
        if let Some((rank, _)) = ranks.find(|(_, path)| *path == route.uri.path()) {
            route.rank = rank;
        }
    }
    routes
}

/// Catchers for errors that no handler has answered, each with the prefix of its paths: in words of its own for each
/// kind of program, and elsewhere with a page.
pub fn catchers() -> Vec<(&'static str, Vec<Catcher>)> {
    vec![
        ("/", error_pages::catchers()),
        ("/oauth/token", oauth::catchers()),
        ("/oauth/userinfo", oauth::catchers()),
        ("/oauth/revoke", oauth::catchers()),
        ("/oauth/introspect", oauth::catchers()),
        ("/oauth/device", oauth::catchers()),
        ("/webhooks", webhooks::catchers()),
        ("/hooks", webhooks::catchers()),
        ("/leaks", webhooks::catchers()),
        ("/api", webhooks::catchers()),
    ]
}

fn mounted(table: Vec<TableLine>) -> Vec<Route> {
    let routes = table.into_iter().flat_map(|line| line.routes);
    path_ids::not_found_if_malformed(routes.collect())
}
