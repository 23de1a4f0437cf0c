//! The parts that most lines about an event of GitLab begin with. The modules beside this one translate each event.

use crate::event::markdown::{bold, linked, plain};
use crate::event::{EventBody, Message};

/// An event of GitLab.
#[derive(Clone, Copy)]
pub(super) struct GitlabEvent<'b> {
    /// Its name from the body or the header, such as `merge_request`.
    pub(super) name: &'b str,
    /// Its action; empty where it has none.
    pub(super) action: &'b str,
    /// Its body.
    pub(super) body: EventBody<'b>,
}

impl<'b> GitlabEvent<'b> {
    /// The object of the event.
    pub(super) fn attributes(self) -> EventBody<'b> {
        self.body.at("object_attributes")
    }

    /// Where it happened, with a colon: the project, or the group.
    fn place(self) -> String {
        let body = self.body;
        let links = ["project.web_url", "project.homepage", "repository.homepage", "group.web_url"];
        let name = body.first(&[
            "project.path_with_namespace",
            "project.name",
            "repository.name",
            "group.full_path",
            "group.group_path",
            "group.name",
        ]);
        let link = links.iter().find_map(|path| body.link(path));
        name.map(|name| format!("{}: ", linked(name, link))).unwrap_or_default()
    }

    /// The name of who did it, as it was sent; none where the body doesn't say.
    pub(super) fn person_name(self) -> Option<&'b str> {
        self.body.first(&["user.name", "user.username", "user_name", "user_username"])
    }

    /// Who did it, in bold; none where the body doesn't say.
    pub(super) fn person(self) -> Option<String> {
        let name = self.person_name().map(bold);
        name.filter(|name| !name.is_empty())
    }

    /// A message of one line: where, who, and what they did.
    pub(super) fn did(self, what: &str) -> Message {
        let person = self.person().unwrap_or_else(|| "Someone".to_owned());
        self.says(&format!("{person} {what}"))
    }

    /// A message of one line: where, and what.
    pub(super) fn says(self, what: &str) -> Message {
        Message::new(self.name, self.action, format!("{}{what}", self.place()))
    }
}

/// An issue or a merge request: its number, which leads there, and its title.
pub(super) fn thread(object: EventBody<'_>, sign: char) -> String {
    let title = object.text("title").map(plain);
    let link = object.link("url");
    match (object.number("iid"), title) {
        (Some(iid), Some(title)) => format!("{} {title}", linked(&format!("{sign}{iid}"), link)),
        (Some(iid), None) => linked(&format!("{sign}{iid}"), link),
        (None, _) => linked(object.text("title").unwrap_or("without a title"), link),
    }
}

/// An action in the past tense: GitLab sends `open`, `close`, `merge`, `create`.
pub(super) fn past(action: &str) -> &str {
    match action {
        "open" => "opened",
        "close" => "closed",
        "reopen" => "reopened",
        "merge" => "merged",
        "create" => "created",
        "delete" | "destroy" => "deleted",
        "activate" => "reopened",
        "update" => "updated",
        "approved" | "approval" => "approved",
        "unapproved" | "unapproval" => "withdrew the approval of",
        _ => "changed",
    }
}
