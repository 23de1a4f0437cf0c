//! The demo's output: where to go, whom to sign in as, what to paste.
//! One line of JSON for programs, text for people.

use std::path::PathBuf;

use serde::Serialize;

use super::{DemoData, Ports, oauth_app, webhook};
use crate::cli::print::print_line;

/// The output, in the shape that programs read.
#[derive(Serialize)]
pub(super) struct Output {
    pub(super) base_url: String,
    /// Where the database is still there when the demo ends.
    #[serde(skip)]
    kept: Option<KeptKey>,
    example_service_url: String,
    people: Vec<PersonEntry>,
    server: NamedEntry,
    channels: Vec<NamedEntry>,
    webhook: webhook::DemoWebhook,
    oauth_app: oauth_app::DemoApp,
    openid_app: oauth_app::OpenIdApp,
    public_app: oauth_app::PublicApp,
}

/// Files that stay after the demo.
pub(super) struct KeptKey {
    /// The file of the instance key; none if it is a setting.
    pub(super) key_file: Option<PathBuf>,
}

impl KeptKey {
    fn words(&self) -> String {
        let stays = "stays in the database that you named";
        match &self.key_file {
            Some(file) => format!("{stays}, with its instance key in {},", file.display()),
            None => stays.to_owned(),
        }
    }
}

#[derive(Serialize)]
struct PersonEntry {
    id: i64,
    nickname: String,
    password: String,
    #[serde(skip)]
    name: String,
}

#[derive(Serialize)]
struct NamedEntry {
    id: i64,
    name: String,
}

impl Output {
    pub(super) fn new(base_url: String, kept: Option<KeptKey>, ports: &Ports, made: &DemoData) -> Self {
        let community = &made.community;
        Self {
            base_url,
            kept,
            example_service_url: ports.example_url(),
            people: community
                .people
                .iter()
                .map(|person| PersonEntry {
                    id: person.user.id.get(),
                    nickname: person.user.nickname.clone(),
                    password: person.password.clone(),
                    name: person.user.name.clone(),
                })
                .collect(),
            server: NamedEntry { id: community.server.id.get(), name: community.server.name.clone() },
            channels: community
                .channels
                .iter()
                .map(|channel| NamedEntry { id: channel.id.get(), name: channel.name.clone() })
                .collect(),
            webhook: made.builds.clone(),
            oauth_app: made.app.clone(),
            openid_app: made.openid_app.clone(),
            public_app: made.public_app.clone(),
        }
    }

    /// Prints it. The demo goes on where that fails.
    pub(super) fn print(&self, json: bool) {
        let text = if json { serde_json::to_string(self).unwrap_or_default() } else { self.words() };
        if let Err(sentence) = print_line(text) {
            tracing::warn!(reason = sentence, "what the demo serves was not printed");
        }
    }

    fn words(&self) -> String {
        let base = &self.base_url;
        let channel = |name: &str| {
            let id =
                self.channels.iter().find(|channel| channel.name == name).map_or(self.server.id, |channel| channel.id);
            format!("{base}/channels/{id}")
        };
        let widest = |text: fn(&PersonEntry) -> &str| {
            let lengths = self.people.iter().map(|person| text(person).len());
            lengths.max().unwrap_or_default()
        };
        let (nicknames, passwords) = (widest(|person| &person.nickname), widest(|person| &person.password));
        let people: String = self
            .people
            .iter()
            .map(|person| {
                format!("  {:nicknames$}  {:passwords$}  {}\n", person.nickname, person.password, person.name)
            })
            .collect();
        let first = self.people.first().map_or("", |person| &person.nickname);
        format!(
            "\
Portico's demo is running. Everything in it is fictional, and {end} when the demo ends (Ctrl-C).

Ports
  {base}
      The portal. Sign in as {first}, who owns the server “{server}”.
  {example}
      An external service: press “Sign in with Portico”.
  {builds}
      The channel the build machines post into.
  {base}/portal/webhooks/{webhook}
      Their webhook, as its managers see it.
  {base}/portal/apps/{openid}
      An app for software that asks for an issuer URL.
  {base}/settings/notifications
      Notifications, in the browser while a page is open. The demo sends nothing to push services.
  {base}/docs
      The integrator's guide.   {base}/style  Every component of the pages.

Nickname and password
{people}
Paste these into another terminal and look at the channel: the second line posts, the third mentions {first}
  url='{url}'
  curl \"$url\" -H 'Content-Type: application/json' -d '{{\"content\":\"Build 215 passed.\"}}'
  curl \"$url\" -H 'Content-Type: application/json' -d '{{\"content\":\"@{first}, your turn.\",\"allowedMentions\":{{\"parse\":[\"users\"]}}}}'
",
            end = self
                .kept
                .as_ref()
                .map_or_else(|| "is deleted".to_owned(), KeptKey::words),
            server = self.server.name,
            example = self.example_service_url,
            builds = channel("builds"),
            webhook = self.webhook.app_id,
            openid = self.openid_app.made.client_id,
            url = self.webhook.runtime_url,
        )
    }
}
