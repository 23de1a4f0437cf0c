//! The HTTP client for requests to other services: rustls with AWS-LC, no redirects. The caller decides which requests
//! are made.

use std::path::Path;
use std::sync::Arc;

use reqwest::ClientBuilder;
use reqwest::redirect::Policy;
use rustls::crypto::{CryptoProvider, aws_lc_rs};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};

/// Makes AWS-LC the process's default cryptography provider. A second call changes nothing.
pub fn provide() {
    if CryptoProvider::get_default().is_none() {
        // Another thread may have installed the same provider first.
        let _ = aws_lc_rs::default_provider().install_default();
    }
}

/// A client that trusts the web's root certificates, and those in `ca_file` (PEM). Certificates are always verified.
/// Redirects are not followed, so that a secret for one host is not sent to another.
///
/// # Errors
/// A message about what is wrong with the file.
pub fn client(ca_file: Option<&Path>) -> Result<ClientBuilder, String> {
    let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    if let Some(path) = ca_file {
        let fault = |what: String| format!("The certificates in {} {what}.", path.display());
        let unread = |err| fault(format!("can't be read: {err}"));
        let mut count = 0;
        for certificate in CertificateDer::pem_file_iter(path).map_err(unread)? {
            let certificate = certificate.map_err(unread)?;
            roots.add(certificate).map_err(|err| fault(format!("can't be used: {err}")))?;
            count += 1;
        }
        if count == 0 {
            return Err(fault("are none: it must hold them in PEM form".into()));
        }
    }
    let tls = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|err| format!("TLS can't be set up: {err}."))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(reqwest::Client::builder().tls_backend_preconfigured(tls).redirect(Policy::none()))
}
