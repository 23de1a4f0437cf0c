//! URLs of Postgres databases: what is wrong with one, and what of one may be shown.
//! Pure; connecting is in `pools`.

use std::str::FromStr;

use sea_orm::sqlx::postgres::PgConnectOptions;
use url::Url;

use portico_rules::spelling;

/// Parameters whose values may contain an `@`.
const WITH_AT: [&str; 5] = ["application_name", "dbname", "options", "password", "user"];

/// Reason a URL of a Postgres database can't be used; the end of a sentence whose subject is the URL. It quotes
/// nothing: where the password was not recognized as one, any part may belong to it.
pub(crate) fn check(url: &str) -> Result<(), String> {
    if !(url.starts_with("postgres://") || url.starts_with("postgresql://")) {
        return Err("must start with postgres://".to_owned());
    }
    let not_encoded = || NOT_ENCODED.to_owned();
    let parsed = Url::parse(url).ok().filter(|parsed| !is_cut(parsed)).ok_or_else(not_encoded)?;
    for (key, _) in parsed.query_pairs() {
        if !PARAMETERS.contains(&&*key) && !key.starts_with("options[") {
            return Err(unknown_parameter(&key));
        }
    }
    match PgConnectOptions::from_str(url) {
        Ok(_) => Ok(()),
        Err(_) if parsed.query().is_some() => Err(
            "has an unknown value after its `?`, such as that of `sslmode`, or a part that is percent-encoded wrongly"
                .to_owned(),
        ),
        Err(_) => Err(not_encoded()),
    }
}

/// The driver would ignore it: with a misspelt `sslmode`, the connection would not be encrypted.
fn unknown_parameter(key: &str) -> String {
    match spelling::nearest(key, &PARAMETERS) {
        Some(name) => format!("has an unknown parameter after its `?`; did you mean `{name}`"),
        None => "has an unknown parameter after its `?`; remove it".to_owned(),
    }
}

/// The parameters that the driver reads.
const PARAMETERS: [&str; 18] = [
    "application_name",
    "dbname",
    "host",
    "hostaddr",
    "options",
    "password",
    "port",
    "ssl-ca",
    "ssl-cert",
    "ssl-key",
    "ssl-mode",
    "ssl-root-cert",
    "sslcert",
    "sslkey",
    "sslmode",
    "sslrootcert",
    "statement-cache-capacity",
    "user",
];

const NOT_ENCODED: &str =
    "can't be read; / @ # % : ? in the name or the password have to be percent-encoded (%2F %40 %23 %25 %3A %3F)";

/// True if a character of the password ended the part of the URL that it belongs to: the rest of it, with the `@` that
/// follows, is then in a part where there is none.
fn is_cut(parsed: &Url) -> bool {
    parsed.fragment().is_some()
        || parsed.path().contains('@')
        || parsed
            .query_pairs()
            .any(|(key, value)| key.contains('@') || (value.contains('@') && !WITH_AT.contains(&&*key)))
}

/// The URL without user, password and query, for messages to the operator. Where it can't be read, everything before the
/// last `@` may belong to the password.
pub(crate) fn redacted(url: &str) -> String {
    match Url::parse(url) {
        Ok(mut parsed) if parsed.has_host() && !is_cut(&parsed) => {
            let _ = parsed.set_password(None);
            let _ = parsed.set_username("");
            parsed.set_query(None);
            parsed.to_string()
        }
        _ => {
            let (scheme, rest) = url.split_once("://").unwrap_or_default();
            let place = rest.rsplit_once('@').map_or("", |(_, place)| place);
            let place = place.split(['?', '#']).next().unwrap_or_default();
            format!("{scheme}://{place}")
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Passwords with a character that has to be encoded, as they are.
    const RAW: [&str; 8] =
        ["hunter/2", "12/hunter", "hunter#2", "12#hunter", "hunter?2", "12?hunter", "1@2/hunter", "12?a=hunter"];

    /// Shows: leaks.database-url
    #[test]
    fn a_password_that_is_not_encoded_is_refused_and_no_part_of_it_is_shown() {
        for password in RAW {
            let url = format!("postgres://portico:{password}@127.0.0.1/portico");
            let said = check(&url).unwrap_err();
            assert!(said.contains("percent-encoded (%2F"), "{said}");
            assert_eq!(redacted(&url), "postgres://127.0.0.1/portico");
        }
    }

    #[test]
    fn a_url_with_an_encoded_password_is_taken_and_shown_without_it() {
        for url in [
            "postgres://portico:hunter%2F2@127.0.0.1/portico",
            "postgresql://portico:hunter2@127.0.0.1/portico?sslmode=require",
            "postgres://portico:hunt@er2@127.0.0.1/portico",
            "postgres://127.0.0.1/portico?user=a@b&password=hunter2",
        ] {
            assert_eq!(check(url), Ok(()), "{url}");
            assert!(redacted(url).ends_with("://127.0.0.1/portico"), "{url}");
        }
        let socket = "postgres:///portico?host=/run/postgresql&password=hunter2";
        assert_eq!(check(socket), Ok(()));
        assert!(!redacted(socket).contains("hunter2"));
    }

    #[test]
    fn what_follows_the_question_mark_is_named_and_not_quoted() {
        let said = check("postgres://portico@127.0.0.1/portico?sslmode=hush").unwrap_err();
        assert!(said.contains("`sslmode`") && !said.contains("hush"), "{said}");
        let said = check("postgres:portico").unwrap_err();
        assert!(said.contains("postgres://"), "{said}");
    }

    #[test]
    fn an_unknown_parameter_is_refused_with_the_nearest_one() {
        let check = |parameter: &str| check(&format!("postgres://portico@127.0.0.1/portico?{parameter}"));
        for (parameter, name) in
            [("sslmod=require", "`sslmode`"), ("hosts=a", "`host`"), ("SSLMODE=require", "remove it")]
        {
            let said = check(parameter).unwrap_err();
            assert!(said.contains(name), "{said}");
        }
        assert!(!check("zebra=hunter2").unwrap_err().contains("zebra"));
        for parameter in PARAMETERS {
            // Some take no such value.
            let said = check(&format!("{parameter}=1")).err().unwrap_or_default();
            assert!(!said.contains("unknown parameter"), "{parameter}");
        }
        assert_eq!(check("options[geqo]=off"), Ok(()));
    }

    #[test]
    fn of_a_url_without_an_at_that_cannot_be_read_only_the_scheme_is_shown() {
        assert_eq!(redacted("postgres://portico:hunter/2"), "postgres://");
        assert_eq!(redacted("hunter2"), "://");
    }
}
