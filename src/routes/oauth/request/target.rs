//! The app and the redirect URI of an authorization request, which are read before everything else.
//! That they belong together is checked in `authorize`.

use url::Url;

use crate::routes::oauth::parameters::{Name, Parameters};
use portico_rules::base_url::is_loopback;
use portico_rules::ids::{self, AppId};

/// The app and the redirect URI of a request. Until the URI is known to be the app's, no user is redirected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedirectTarget {
    /// The app.
    pub client_id: AppId,
    /// The redirect URI, not yet compared with the registered ones.
    pub redirect_uri: String,
}

/// A fault that only the app's developer can fix, shown without a redirect (RFC 6749, section 4.1.2.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadTarget {
    /// The parameter.
    pub parameter: &'static str,
    /// The fault, as a sentence.
    pub fault: String,
    /// The value, if that helps.
    pub given: Option<String>,
    /// True if the operator suspended the app, which its developer can't change.
    pub is_suspended: bool,
}

impl BadTarget {
    pub fn new(parameter: Name, fault: impl std::fmt::Display) -> Self {
        let parameter = parameter.as_str();
        Self { parameter, fault: format!("{parameter} {fault}."), given: None, is_suspended: false }
    }

    /// The app of this ID is suspended.
    pub fn suspended(client_id: AppId) -> Self {
        let fault = "is the ID of an app that the operator of this instance suspended; its owner can read why on the app’s page";
        Self { is_suspended: true, ..Self::new(Name::ClientId, fault).given(&client_id.to_string()) }
    }

    pub fn given(self, value: &str) -> Self {
        let given = Some(value.to_owned());
        Self { given, ..self }
    }
}

impl RedirectTarget {
    /// Reads the two parameters that come before everything else.
    ///
    /// # Errors
    /// The first fault.
    pub fn read(asked: &Parameters) -> Result<Self, BadTarget> {
        let required = |name| {
            asked
                .get(name)
                .map_err(|fault| BadTarget::new(name, fault))?
                .ok_or_else(|| BadTarget::new(name, "is missing"))
        };
        let client_id = required(Name::ClientId)?;
        let Some(id) = ids::parse(client_id) else {
            let fault = "is not the ID of an app; it must be the number that the app’s page shows";
            return Err(BadTarget::new(Name::ClientId, fault).given(client_id));
        };
        Ok(Self { client_id: id, redirect_uri: required(Name::RedirectUri)?.to_owned() })
    }

    /// True if it leads to a site that only the app has: any program on the user's machine can answer on a loopback address,
    /// and open a scheme.
    pub fn leads_to_a_site(&self) -> bool {
        let url = Url::parse(&self.redirect_uri);
        url.is_ok_and(|url| url.scheme() == "https" && !is_loopback(&url))
    }

    /// True if a browser can send a form there: an app's own scheme opens a program, which gets no form.
    pub fn takes_forms(&self) -> bool {
        ["https://", "http://"].iter().any(|web| self.redirect_uri.starts_with(web))
    }
}
