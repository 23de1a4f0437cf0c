//! How this process asks others over HTTP: by rustls over ring, the one TLS stack there is, and following nobody.
//! Whom it asks, and what for, stands with the caller.

use std::path::Path;
use std::sync::Arc;

use reqwest::ClientBuilder;
use reqwest::redirect::Policy;
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};

/// Makes ring what whoever names no cryptography gets. A second call changes nothing.
pub fn provide() {
    if CryptoProvider::get_default().is_none() {
        // Another thread may have come first, with the same.
        let _ = ring::default_provider().install_default();
    }
}

/// A client that believes the web's own certificates, and those in `ca_file` (PEM). Certificates are always checked,
/// and a redirect is an answer like any other: what was meant for one host is not carried to the next.
///
/// # Errors
/// A sentence about what is wrong with the file.
pub fn client(ca_file: Option<&Path>) -> Result<ClientBuilder, String> {
    let mut roots = RootCertStore {
        roots: webpki_roots::TLS_SERVER_ROOTS.to_vec(),
    };
    if let Some(path) = ca_file {
        let fault = |what: String| format!("The certificates in {} {what}.", path.display());
        let unread = |err| fault(format!("can't be read: {err}"));
        let mut count = 0;
        for certificate in CertificateDer::pem_file_iter(path).map_err(unread)? {
            let certificate = certificate.map_err(unread)?;
            roots
                .add(certificate)
                .map_err(|err| fault(format!("can't be used: {err}")))?;
            count += 1;
        }
        if count == 0 {
            return Err(fault("are none: it must hold them in PEM form".into()));
        }
    }
    let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|err| format!("TLS can't be set up: {err}."))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(reqwest::Client::builder()
        .tls_backend_preconfigured(tls)
        .redirect(Policy::none()))
}
