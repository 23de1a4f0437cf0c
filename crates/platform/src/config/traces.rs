//! The setting `traces`: where traces of requests are sent, and of how many. `traces` fills and sends the traces.

use std::collections::BTreeMap;
use std::path::PathBuf;

use reqwest::header::{HeaderName, HeaderValue};
use serde::Deserialize;
use url::Url;

use super::{fault, headers};
use portico_crypto::Plain;
use portico_rules::base_url::is_loopback;

/// Where traces are sent.
#[derive(Clone)]
pub struct Traces {
    /// The URL that takes spans by OTLP over HTTP.
    pub endpoint: Url,
    /// Headers of each request to it. They may be secrets.
    pub headers: Vec<(HeaderName, HeaderValue)>,
    /// Certificates to trust beside the web's, in PEM.
    pub ca_file: Option<PathBuf>,
    /// The share of requests that are traced, above 0 and at most 1.
    pub ratio: f64,
    /// True if a trace that the reverse proxy began goes on here.
    pub from_proxy: bool,
}

/// The setting as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawTraces {
    endpoint: String,
    #[serde(default)]
    headers: BTreeMap<String, Plain>,
    ca_file: Option<PathBuf>,
    ratio: Option<f64>,
    #[serde(default)]
    from_proxy: bool,
}

impl RawTraces {
    /// Validates the setting. Only a program that `can_export` takes it.
    ///
    /// # Errors
    /// A sentence that names the setting and says what to fix.
    pub fn read(self, can_export: bool) -> Result<Traces, String> {
        if !can_export {
            return Err(fault("traces", "not in this program; build it with `--features opentelemetry`"));
        }
        let headers: Vec<_> = self
            .headers
            .iter()
            .map(|(name, value)| headers::header("traces.headers", name, value))
            .collect::<Result<_, _>>()?;
        let ratio = self.ratio.unwrap_or(1.0);
        // NaN is not above 0 either.
        if !(ratio > 0.0 && ratio <= 1.0) {
            return Err(fault("traces.ratio", "must be above 0 and at most 1"));
        }
        Ok(Traces {
            endpoint: endpoint(&self.endpoint, !headers.is_empty())?,
            headers,
            ca_file: self.ca_file,
            ratio,
            from_proxy: self.from_proxy,
        })
    }
}

/// The URL of a collector. If `has_headers`, one may hold a token, which must not be readable in transit.
fn endpoint(text: &str, has_headers: bool) -> Result<Url, String> {
    let fault = |what: &str| fault("traces.endpoint", what);
    let url =
        Url::parse(text).map_err(|_| fault("must be an absolute URL, such as http://127.0.0.1:4318/v1/traces"))?;
    match url.scheme() {
        "https" => {}
        "http" if is_loopback(&url) || !has_headers => {}
        "http" => {
            return Err(fault("must start with https://, to keep `traces.headers` secret"));
        }
        _ => return Err(fault("must start with http:// or https://")),
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(fault("must not contain a name or password"));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(fault("must not contain a `?` or `#`"));
    }
    if url.path() == "/" {
        return Err(fault("must contain the whole path, such as /v1/traces"));
    }
    Ok(url)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;

    fn read(written: serde_json::Value) -> Result<Traces, String> {
        let written: RawTraces = serde_json::from_value(written).unwrap();
        written.read(true)
    }

    fn fault(written: serde_json::Value) -> String {
        match read(written) {
            Ok(_) => panic!("it was accepted"),
            Err(sentence) => sentence,
        }
    }

    #[test]
    fn an_endpoint_is_all_that_has_to_be_set() {
        let traces = read(serde_json::json!({ "endpoint": "http://collector.internal:4318/v1/traces" })).unwrap();
        assert_eq!(traces.endpoint.as_str(), "http://collector.internal:4318/v1/traces");
        assert!(traces.headers.is_empty() && !traces.from_proxy);
        assert!((traces.ratio - 1.0).abs() < f64::EPSILON);
    }

    #[test]
    fn a_wrong_endpoint_is_refused_by_what_is_wrong_with_it() {
        for (endpoint, part) in [
            ("collector:4318", "must start with http:// or https://"),
            ("/v1/traces", "must be an absolute URL"),
            ("ftp://collector/v1/traces", "must start with http:// or https://"),
            ("https://collector.example.org", "must contain the whole path"),
            ("https://me:hush@collector.example.org/v1/traces", "must not contain a name or password"),
            ("https://collector.example.org/v1/traces?token=hush", "must not contain a `?`"),
        ] {
            let sentence = fault(serde_json::json!({ "endpoint": endpoint }));
            assert!(sentence.contains("`traces.endpoint`"), "{sentence}");
            assert!(sentence.contains(part), "{endpoint}: {sentence}");
            assert!(!sentence.contains("hush"), "{sentence}");
        }
    }

    #[test]
    fn headers_are_sent_only_where_no_one_reads_them_in_transit() {
        let with_header =
            |endpoint: &str, name: &str| serde_json::json!({ "endpoint": endpoint, "headers": { name: "hush" } });
        for endpoint in ["https://collector.example.org/v1/traces", "http://127.0.0.1:4318/v1/traces"] {
            let traces = read(with_header(endpoint, "X-Token")).unwrap();
            assert!(traces.headers.iter().all(|(_, value)| value.is_sensitive()));
        }
        let sentence = fault(with_header("http://collector.internal/v1/traces", "X-Token"));
        assert!(sentence.contains("to keep `traces.headers` secret"), "{sentence}");
        let sentence = fault(with_header("https://collector.example.org/v1/traces", "Content-Type"));
        assert!(sentence.contains("`traces.headers`: `Content-Type` is set by Portico"), "{sentence}");
    }

    #[test]
    fn a_ratio_is_above_zero_and_at_most_one() {
        for ratio in [0.0, -0.5, 1.5] {
            let sentence = fault(serde_json::json!({ "endpoint": "https://a.example/v1/traces", "ratio": ratio }));
            assert!(sentence.contains("`traces.ratio`"), "{sentence}");
        }
    }

    #[test]
    fn a_program_without_traces_says_how_to_build_one_with_them() {
        let written: RawTraces =
            serde_json::from_value(serde_json::json!({ "endpoint": "https://a.example/v1/traces" })).unwrap();
        let Err(sentence) = written.read(false) else {
            panic!("it was accepted");
        };
        assert!(sentence.contains("--features opentelemetry"), "{sentence}");
    }
}
