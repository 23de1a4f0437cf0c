//! Portico: a chat service's identity and integration portal.
//! This file assembles it; each part is described in its own module.

// No other program uses this library: a comment is there only where it says more than the name.
#![allow(missing_docs)]

pub mod access_log;
pub mod app;
pub mod attention;
pub mod background;
pub mod cli;
pub mod languages;
pub mod resources;
pub mod routes;
pub mod security;
#[cfg(feature = "opentelemetry")]
pub mod traces;
mod wrapped_routes;

use std::path::Path;
use std::sync::Arc;

use rocket::figment::providers::{Data, Env, Format, Toml};
use rocket::figment::{Figment, Profile};
use rocket::shield::Shield;
use rocket::{Build, Rocket};

use crate::access_log::AccessLog;
use crate::app::App;
use crate::background::{
    account_changes, cleanup, counts, indexing, instance_settings, lease, listener, outages, presence, pushing,
    replica_lag, storage,
};
use crate::resources::Resources;
use crate::routes::chat::{OpenChannels, RenderedMessages};
use crate::routes::empty_form::EmptyForm;
use crate::routes::host::OneHost;
use crate::routes::page::Renderer;
use crate::routes::sent_method::SentMethod;
use crate::routes::{deadline, sent_form, upload_gate, write_limit};
use crate::security::headers::Headers;
use crate::security::{fetch_metadata, same_origin, slow_bodies};
use portico_platform::config::Config;
use portico_platform::database::Database;
use portico_rules::clock::Clock;
use portico_store::models::instance::{push_key, setting};
use portico_store::models::oauth::signing_key;

/// A post and its response are allocated on one thread and freed on another, which is slow with the C library's
/// allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The settings in `Rocket.toml` and the environment, as Rocket reads them; but a variable that is not like any setting is
/// meant for another program on Rocket.
pub fn figment() -> Figment {
    let file = settings_file().nested();
    let variables =
        Env::prefixed("ROCKET_").ignore(&["PROFILE"]).filter(|name| Config::may_name(name.as_str())).global();
    Figment::from(rocket::Config::default())
        .merge(file)
        .merge(variables)
        .select(Profile::from_env_or("ROCKET_PROFILE", rocket::Config::DEFAULT_PROFILE))
}

/// The file that `ROCKET_CONFIG` names, or else the one in the working directory. In the folders above, Rocket would find
/// one that is another program's.
fn settings_file() -> Data<Toml> {
    const USUAL: &str = "Rocket.toml";
    match Env::var("ROCKET_CONFIG") {
        Some(named) => Toml::file(named),
        // A folder of that name is read as well, and refused.
        None if Path::new(USUAL).exists() => Toml::file_exact(USUAL),
        None => Toml::string(""),
    }
}

/// Builds the application on the database of the settings, and generates what it has to have before it serves.
///
/// # Errors
/// One sentence that says what the operator has to fix.
pub async fn build(figment: Figment, clock: Clock) -> Result<Rocket<Build>, String> {
    let config = Config::read(&figment)?;
    config.check_exposure()?;
    let db = Database::connect(&config.database_url).await?;
    let rocket = build_on(db, figment, clock).await?;
    if let Some(app) = rocket.state::<Arc<App>>() {
        signing_key::ensure(app)
            .await
            .map_err(|err| format!("The keys that sign ID tokens can't be generated: {err}."))?;
    }
    Ok(rocket)
}

/// Builds the application on an open database, without generating signing keys: tests provide theirs.
///
/// # Errors
/// One sentence that says what the operator has to fix.
pub async fn build_on(db: Database, figment: Figment, clock: Clock) -> Result<Rocket<Build>, String> {
    portico_platform::http_client::provide();
    let config = Config::read(&figment)?;
    let resources = Resources::open(config.overrides_dir.as_deref(), Renderer::prepare)?;
    config.check_exposure()?;
    config.warn_of_exposure();
    let base = config.base_url.clone();
    let headers = Headers { https: base.is_https(), csp_reports: config.csp_reports };
    let metadata = routes::oauth::Metadata::new(&base);
    #[cfg(feature = "opentelemetry")]
    let request_spans = config.traces.as_ref().map(traces::RequestSpans::new);
    let renderer = Renderer::with(Arc::clone(&resources));
    let instance = Arc::new(App::on(db, config, clock).await?);
    let files = Arc::clone(&resources);
    instance.wording.set(move |language, key, arguments| files.current().languages.words(language, key, arguments));
    push_key::ensure(&instance).await.map_err(|err| format!("The key for push services can't be generated: {err}."))?;
    setting::note_sealing_key(&instance)
        .await
        .map_err(|err| format!("The database refused the ID of the instance key: {err}."))?;
    // What is wrapped last is done first.
    let pages = sent_form::wrap(routes::pages());
    let pages = write_limit::wrap(pages);
    let pages = upload_gate::wrap(pages);
    let pages = slow_bodies::wrap(pages, slow_bodies::BODY_TIMEOUT);
    let pages = fetch_metadata::wrap(pages);
    let pages = same_origin::wrap(pages, &base);
    let pages = deadline::wrap(pages);
    let endpoints = deadline::wrap(routes::endpoints());
    let rocket = rocket::custom(settings(figment))
        .manage(instance)
        .manage(resources)
        .manage(metadata)
        .manage(RenderedMessages::with(renderer.clone()))
        .manage(OpenChannels::default())
        .manage(renderer)
        .attach(OneHost)
        .attach(SentMethod)
        .attach(AccessLog)
        // Shield sets no content or referrer policy; our own fairing sets all headers.
        .attach(Shield::new())
        .attach(headers)
        .attach(EmptyForm)
        .attach(lease::CloseWhenLeaving)
        .attach(lease::fairing())
        .attach(outages::fairing())
        .attach(listener::fairing())
        .attach(account_changes::fairing())
        .attach(replica_lag::fairing())
        .attach(counts::fairing())
        .attach(storage::fairing())
        .attach(instance_settings::fairing())
        .attach(presence::fairing())
        .attach(cleanup::fairing())
        .attach(indexing::fairing())
        .attach(pushing::fairing());
    let rocket = routes::catchers()
        .into_iter()
        .fold(rocket, |rocket, (prefix, catchers)| rocket.register(prefix, headers.over(catchers)));
    #[cfg(feature = "opentelemetry")]
    if let Some(spans) = request_spans {
        let rocket = rocket.attach(spans);
        return Ok(rocket.mount("/", traces::wrap(pages)).mount("/", traces::wrap(endpoints)));
    }
    Ok(rocket.mount("/", pages).mount("/", endpoints))
}

/// Reads Rocket's own settings. Rocket would panic where they are refused.
///
/// # Errors
/// A sentence that names the setting or the file and says what to fix.
pub fn rocket_config(figment: &Figment) -> Result<rocket::Config, String> {
    let config = rocket::Config::try_from(figment).map_err(|err| portico_platform::config::error_sentence(&err))?;
    // Without any thread, no runtime starts.
    let threads = [("workers", config.workers), ("max_blocking", config.max_blocking)];
    match threads.iter().find(|(_, most)| *most == 0) {
        Some((setting, _)) => Err(format!("`{setting}`: must be at least 1.")),
        None => Ok(config),
    }
}

/// Rocket's settings: our defaults, the operator's settings, and on top of them what must not be changed. Public for
/// the benchmarks, which serve other applications in the same way.
pub fn settings(figment: Figment) -> Figment {
    figment
        .join((
            "limits",
            rocket::data::Limits::default().limit("form", MIB / 4).limit("data-form", 6 * MIB).limit("file", 6 * MIB),
        ))
        .merge(("ident", false))
        // Rocket's request log contains whole URLs with their tokens; ours does not.
        .merge(("log_level", "off"))
        // Clients must not choose their own address; `trusted_proxies` decides whom to believe.
        .merge(("ip_header", false))
}

const MIB: rocket::data::ByteUnit = rocket::data::ByteUnit::Mebibyte(1);
