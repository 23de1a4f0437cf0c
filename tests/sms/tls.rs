//! Which certificates a transport trusts. The certificates in this folder are trusted nowhere else.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use portico_store::phone::SmsError;
use rocket::figment::value::Value;
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use super::{Transport, twilio};
use crate::support::LogLines;

const ANSWER: &[u8] = b"HTTP/1.1 201 Created\r\nConnection: close\r\nContent-Length: 14\r\n\r\n{\"sid\":\"SM0f\"}";

fn beside(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sms/tls").join(name)
}

/// A provider with a certificate for `localhost`: its port, and what it is told by the first who gets that far.
fn provider() -> (u16, JoinHandle<String>) {
    let chain = CertificateDer::from_pem_file(beside("localhost.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_file(beside("localhost.key")).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![chain], key)
        .unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let heard = thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        let session = ServerConnection::new(Arc::new(config)).unwrap();
        let mut stream = StreamOwned::new(session, stream);
        let mut heard = Vec::new();
        let mut part = [0; 4096];
        while !String::from_utf8_lossy(&heard).contains("&Body=") {
            match stream.read(&mut part) {
                Ok(read) if read > 0 => heard.extend_from_slice(&part[..read]),
                // A client that doesn't trust the certificate sends an alert and disconnects.
                _ => return String::new(),
            }
        }
        stream.write_all(ANSWER).unwrap();
        stream.conn.send_close_notify();
        stream.flush().unwrap();
        String::from_utf8(heard).unwrap()
    });
    (port, heard)
}

fn once(more: impl IntoIterator<Item = (&'static str, Value)>) -> Vec<(&'static str, Value)> {
    let mut set = vec![("attempts", Value::from(1))];
    set.extend(more);
    set
}

#[tokio::test]
async fn a_certificate_of_an_authority_that_the_operator_names_is_believed() {
    let (port, heard) = provider();
    let file = beside("authority.pem").display().to_string();
    let setting = twilio(&format!("https://localhost:{port}"), once([("ca_file", file.into())]));
    Transport::open(setting).send().await.unwrap();
    assert!(heard.join().unwrap().starts_with("POST /2010-04-01/"));
}

/// Shows: sms.line
#[tokio::test]
async fn nothing_is_sent_to_a_server_with_an_untrusted_certificate() {
    let lines = LogLines::default();
    let guard = lines.listen();
    let (port, heard) = provider();
    let setting = twilio(&format!("https://localhost:{port}"), once([]));
    let sent = Transport::open(setting).send().await;
    drop(guard);
    assert_eq!(sent, Err(SmsError::Unsent));
    assert_eq!(heard.join().unwrap(), "");
    // The log says what to fix.
    assert!(lines.text().contains("UnknownIssuer"), "{}", lines.text());
}

/// Shows: sms.line
#[tokio::test]
async fn nothing_is_sent_to_a_server_with_a_certificate_for_another_host() {
    let (port, heard) = provider();
    let file = beside("authority.pem").display().to_string();
    let setting = twilio(&format!("https://127.0.0.1:{port}"), once([("ca_file", file.into())]));
    assert_eq!(Transport::open(setting).send().await, Err(SmsError::Unsent));
    assert_eq!(heard.join().unwrap(), "");
}

#[tokio::test]
async fn a_file_without_certificates_stops_the_start() {
    for name in ["there-is-none.pem", "localhost.key"] {
        let file = beside(name).display().to_string();
        let setting = twilio("https://localhost", [("ca_file", file.into())]);
        let fault = Transport::try_open(setting).err().unwrap();
        assert!(fault.contains(name) && fault.contains("`sms.ca_file`"), "{fault}");
    }
}
