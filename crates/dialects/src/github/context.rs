//! The parts that most lines about a repository event begin with. The modules beside this one translate each event.

use crate::event::markdown::{bold, linked, plain};
use crate::event::{EventBody, Message};

/// An event of GitHub, Gitea or Forgejo.
#[derive(Clone, Copy)]
pub(super) struct GithubEvent<'b> {
    /// Its name, from the header.
    pub(super) name: &'b str,
    /// Its action; empty where it has none.
    pub(super) action: &'b str,
    /// Its body.
    pub(super) body: EventBody<'b>,
}

impl GithubEvent<'_> {
    /// Where it happened, with a colon: the repository, or the organization.
    pub(super) fn place(self) -> String {
        let body = self.body;
        let repository = body
            .first(&["repository.full_name", "repository.name"])
            .map(|name| linked(name, body.link("repository.html_url")));
        let organization =
            || body.first(&["organization.login", "organization.username", "enterprise.name"]).map(plain);
        match repository.or_else(organization) {
            Some(place) => format!("{place}: "),
            None => String::new(),
        }
    }

    /// Who did it, in bold.
    pub(super) fn who(self) -> String {
        let name =
            self.body.first(&["sender.login", "sender.username", "pusher.login", "pusher.username", "pusher.name"]);
        match name.map(bold) {
            Some(name) if !name.is_empty() => name,
            _ => "Someone".to_owned(),
        }
    }

    /// A message of one line: where, who, and what they did.
    pub(super) fn did(self, what: &str) -> Message {
        self.says(&format!("{} {what}", self.who()))
    }

    /// A message of one line: where, and what.
    pub(super) fn says(self, what: &str) -> Message {
        Message::new(self.name, self.action, format!("{}{what}", self.place()))
    }
}

/// A name of an object in a body, with its link; a fallback where it has none.
pub(super) fn named(body: EventBody<'_>, names: &[&str], fallback: &str) -> String {
    let name = names.iter().find_map(|name| body.scalar(name));
    linked(name.as_deref().unwrap_or(fallback), body.link("html_url"))
}
