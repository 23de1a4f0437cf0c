//! The permissions of a channel as one form: every role and member with an overwrite, and one that is added.
//! Its page, and overwrites one at a time, are in `overwrites`.

use rocket::form::{self, DataField, FromForm, Options, ValueField};
use rocket::http::Status;
use rocket::post;

use super::overwrites::{ChannelSettingsView, letters, page, read_letters, sent};
use super::{OpensSettings, settings};
use crate::app::App;
use crate::routes::form_right::FormRight;
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, Page};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_rules::form_rows::FormRows;
use portico_rules::ids::{ChannelId, ServerId};
use portico_store::models::Overwrite;
use portico_store::models::servers::manage::SaveOutcome;
use portico_store::models::servers::member::list;
use portico_store::models::servers::overwrite::{OverwriteDraft, OverwriteEdit};

/// Max rows saved at once.
const AT_ONCE: usize = 100;
/// The row that is added.
const NEW: &str = "new";

/// The form: a field for each row and permission (`role:7/view_channel`), what each row was (`role:7/was`), the role or
/// member that is added, and the one whose row is removed.
#[derive(Debug, Default)]
pub(crate) struct Grid<'r> {
    rows: FormRows<'r, GridRow<'r>>,
    target: &'r str,
    nickname: &'r str,
    remove: &'r str,
}

#[derive(Debug, Default)]
struct GridRow<'r> {
    allow: Vec<&'r str>,
    deny: Vec<&'r str>,
    was: Option<&'r str>,
}

impl<'r> GridRow<'r> {
    fn draft<'a>(&'a self, target: &'a str) -> OverwriteDraft<'a> {
        OverwriteDraft { target, allow: &self.allow, deny: &self.deny }
    }

    fn edit<'a>(&'a self, draft: OverwriteDraft<'a>) -> OverwriteEdit<'a> {
        OverwriteEdit { draft, shown: self.was.and_then(read_letters) }
    }

    fn is_empty(&self) -> bool {
        self.allow.is_empty() && self.deny.is_empty()
    }
}

#[rocket::async_trait]
impl<'r> FromForm<'r> for Grid<'r> {
    type Context = Self;

    fn init(_: Options) -> Self {
        <Self as Default>::default()
    }

    fn push_value(grid: &mut Self, field: ValueField<'r>) {
        let (name, value) = (field.name.source().as_str(), field.value);
        let Some((target, cell)) = name.split_once('/') else {
            match name {
                "target" => grid.target = value,
                "nickname" => grid.nickname = value,
                "remove" => grid.remove = value,
                _ => {}
            }
            return;
        };
        let row = grid.rows.row(target);
        match (cell, value) {
            ("was", was) => row.was = Some(was),
            (permission, "allow") => row.allow.push(permission),
            (permission, "deny") => row.deny.push(permission),
            _ => {}
        }
    }

    async fn push_data(_: &mut Self, _: DataField<'r, '_>) {}

    fn finalize(grid: Self) -> form::Result<'r, Self> {
        Ok(grid)
    }
}

#[post("/servers/<server_id>/settings/channels/<channel_id>/grid", data = "<form>")]
pub(crate) async fn save(
    server_id: PathId<ServerId>,
    channel_id: PathId<ChannelId>,
    form: Form<Grid<'_>>,
    _right: FormRight<OpensSettings>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    let mut added = form.target.to_owned();
    if added.is_empty()
        && !form.nickname.is_empty()
        && let Some(user) = list::find_by_nickname(&app.db, server_id.0, form.nickname).await?
    {
        added = format!("user:{}", user.id);
    }
    let edits = edits(&form, &added);
    let shown = |at_fault| ChannelSettingsView::Permissions { edits: &edits, at_fault, nickname: form.nickname };
    let new = edits.iter().position(|edit| edit.draft.target == added);
    if let Some((at, faults)) = faults_of_new(&form, &added, new) {
        let page = page(app, &me, server_id.0, channel_id.0, shown(at)).await?;
        return Ok(Answer::Shown(page.faults(&faults)));
    }
    let refused: (Page, FieldErrors) = match changes(&form, &added, &edits) {
        changes if changes.len() > AT_ONCE => {
            let sentence = format!("Change at most {AT_ONCE} rows at once.");
            let page = page(app, &me, server_id.0, channel_id.0, shown(0)).await?;
            (page, FieldErrors::one("form", sentence))
        }
        changes => {
            let rows: Vec<OverwriteEdit<'_>> = changes.iter().map(|(_, edit)| *edit).collect();
            let saved = Overwrite::set_all(app, me.id, server_id.0, channel_id.0, &rows).await?;
            match saved {
                SaveOutcome::Yes { may_view } => return Ok(done(server_id.0, channel_id.0, may_view)),
                SaveOutcome::Refused { row, error } => {
                    let at = changes.get(row).map_or(0, |(at, _)| *at);
                    let page = page(app, &me, server_id.0, channel_id.0, shown(at)).await?;
                    match error {
                        Error::Faults(faults) => (page, faults),
                        Error::Forbidden(sentence) => {
                            let faults = FieldErrors::one("allow", sentence);
                            let page = page.faults(&faults).status(Status::Forbidden);
                            return Ok(Answer::Shown(page));
                        }
                        err => return Err(err),
                    }
                }
            }
        }
    };
    let (page, faults) = refused;
    Ok(Answer::Shown(page.faults(&faults)))
}

fn done(server_id: ServerId, channel_id: ChannelId, may_view: bool) -> Answer {
    if may_view {
        Answer::said(settings(server_id, &format!("/channels/{channel_id}")), "The channel’s permissions are saved.")
    } else {
        Answer::said(
            settings(server_id, "/channels"),
            "The channel’s permissions are saved. You can no longer see the channel yourself.",
        )
    }
}

/// Every row as it was sent and shown; the one that is removed neither allows nor denies anything.
fn edits<'a>(form: &'a Grid<'_>, added: &'a str) -> Vec<OverwriteEdit<'a>> {
    form.rows
        .iter()
        .filter(|(target, row)| *target != NEW || !added.is_empty() || !row.is_empty())
        .map(|(target, row)| {
            row.edit(match target {
                NEW => row.draft(added),
                target if target == form.remove => OverwriteDraft { target, allow: &[], deny: &[] },
                target => row.draft(target),
            })
        })
        .collect()
}

/// Errors of the row that is added, and its place.
fn faults_of_new(form: &Grid<'_>, added: &str, new: Option<usize>) -> Option<(usize, FieldErrors)> {
    let at = new?;
    let row = form.rows.get(NEW)?;
    let faults = if added.is_empty() && !form.nickname.is_empty() {
        let sentence = "No member of this server has this nickname. Check the spelling.";
        FieldErrors::one("nickname", sentence)
    } else if added.is_empty() {
        FieldErrors::one("target", "Choose a role or member.")
    } else if row.is_empty() {
        FieldErrors::one("allow", "Choose what to allow or deny.")
    } else {
        return None;
    };
    Some((at, faults))
}

/// The rows that differ from what they were when the page was rendered, with their places.
fn changes<'a>(form: &Grid<'_>, added: &str, edits: &[OverwriteEdit<'a>]) -> Vec<(usize, OverwriteEdit<'a>)> {
    let is_changed = |edit: &OverwriteEdit<'_>| {
        let is_named = edit.draft.target == form.remove || edit.draft.target == added;
        let differs = |shown| letters(shown) != letters(sent(edit.draft));
        is_named || edit.shown.is_none_or(differs)
    };
    let numbered = edits.iter().copied().enumerate();
    numbered.filter(|(_, edit)| is_changed(edit)).collect()
}
