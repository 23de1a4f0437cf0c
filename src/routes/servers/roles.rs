//! `/servers/<id>/settings/roles`: listing, creating, editing and deleting roles.
//! The roles of a member are in `members`.

use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::{open, settings, settings_context};
use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use portico_platform::error::Result;
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{RoleId, ServerId};
use portico_rules::shown_fields::{changed, is_ticked, values};
use portico_store::models::servers::member::{held, list};
use portico_store::models::servers::role::{RoleChanges, RoleDraft};
use portico_store::models::servers::ticked::TickedBoxes;
use portico_store::models::{Membership, Role};

#[derive(FromForm)]
pub(crate) struct RoleForm<'r> {
    /// Absent where a role is moved only.
    name: Option<&'r str>,
    mentionable: Option<&'r str>,
    permissions: Vec<&'r str>,
    position: Option<&'r str>,
    #[field(name = "name/was")]
    shown_name: Option<&'r str>,
    #[field(name = "mentionable/was")]
    shown_mentionable: Option<&'r str>,
    /// All of them in one field.
    #[field(name = "permissions/was")]
    shown_permissions: Option<&'r str>,
}

impl RoleForm<'_> {
    fn draft(&self) -> RoleDraft<'_> {
        RoleDraft {
            name: self.name.unwrap_or_default(),
            mentionable: self.mentionable.is_some_and(is_ticked),
            permissions: &self.permissions,
            position: self.position,
        }
    }

    /// The changes, where the page showed the permissions `shown`.
    fn changes<'a>(&'a self, shown: Option<&'a [&'a str]>) -> RoleChanges<'a> {
        let draft = self.draft();
        RoleChanges {
            name: changed(draft.name, self.shown_name),
            mentionable: changed(draft.mentionable, self.shown_mentionable.map(is_ticked)),
            permissions: TickedBoxes { sent: draft.permissions, shown },
            position: draft.position,
        }
    }
}

/// Every permission as a checkbox. Those that the user may not grant can't be selected.
fn boxes(membership: &Membership, ticked: &[&str], is_all: bool) -> Vec<Value> {
    Permissions::NAMES
        .iter()
        .filter(|named| !(is_all && named.flag == Permissions::ADMINISTRATOR))
        .map(|named| {
            json!({
                "name": named.name,
                "label": named.label,
                "hint": named.hint,
                "ticked": ticked.contains(&named.name),
                "locked": !membership.may_hand_out(named.flag),
            })
        })
        .collect()
}

/// Where a user may move the roles of a server.
struct RoleMoves<'a> {
    membership: &'a Membership,
    highest: i32,
}

impl<'a> RoleMoves<'a> {
    fn new(membership: &'a Membership, roles: &[Role]) -> Self {
        let highest = roles.iter().map(|role| role.position).max();
        Self { membership, highest: highest.unwrap_or_default() }
    }

    /// The position `by` above a role's, where they may move it there.
    fn to(&self, role: &Role, by: i32) -> Option<i32> {
        let member = self.membership;
        let to = role.position + by;
        let may = !role.is_all()
            && (1..=self.highest).contains(&to)
            && member.permissions().contains(Permissions::MANAGE_ROLES)
            && member.outranks_role(role)
            && member.may_hand_out(role.permissions())
            && (member.is_owner() || to < member.rank());
        may.then_some(to)
    }
}

async fn list(app: &App, me: &SignedIn<'_>, server_id: ServerId, draft: RoleDraft<'_>) -> Result<Page> {
    let membership = open(app, me, server_id).await?;
    let members = list::count(&app.db, server_id).await?;
    let holders = held::counts(&app.db, server_id).await?;
    let mut roles = Role::all_of_server(&app.db, server_id).await?;
    // The role `all` is the lowest.
    roles.sort_by_key(Role::is_all);
    let moves = RoleMoves::new(membership, &roles);
    let roles: Vec<Value> = roles
        .iter()
        .map(|role| {
            let labels = role.permissions().named().map(|named| named.label);
            json!({
                "id": role.id,
                "up": moves.to(role, 1),
                "down": moves.to(role, -1),
                "name": role.name,
                "is_all": role.is_all(),
                "mentionable": role.mentionable,
                "permissions": labels.collect::<Vec<_>>(),
                "holders": if role.is_all() { json!(members) } else { json!(holders.get(&role.id).unwrap_or(&0)) },
            })
        })
        .collect();
    Ok(Page::new(
        "servers/roles",
        context! {
            settings: settings_context(app, me, membership, "/roles").await?,
            roles,
            name: draft.name,
            mentionable: draft.mentionable,
            boxes: boxes(membership, draft.permissions, false),
        },
    ))
}

async fn page(
    app: &App,
    me: &SignedIn<'_>,
    server_id: ServerId,
    role_id: RoleId,
    form: Option<&RoleForm<'_>>,
) -> Result<Page> {
    let membership = open(app, me, server_id).await?;
    let role = Role::of_server(&app.db, membership.server.id, role_id).await?;
    let given: Vec<&str> = role.permissions().names().collect();
    let shown = form.map_or(
        RoleDraft { name: &role.name, mentionable: role.mentionable, permissions: &given, position: None },
        RoleForm::draft,
    );
    let was_mentionable = form.and_then(|form| form.shown_mentionable);
    let given = given.join(" ");
    let holds = membership.permissions().contains(Permissions::MANAGE_ROLES);
    Ok(Page::new(
        "servers/role",
        context! {
            settings: settings_context(app, me, membership, "/roles").await?,
            role: json!({ "id": role.id, "name": role.name, "is_all": role.is_all() }),
            editable: holds && membership.outranks_role(&role) && membership.may_hand_out(role.permissions()),
            is_too_high: !membership.outranks_role(&role),
            name: shown.name,
            mentionable: shown.mentionable,
            boxes: boxes(membership, shown.permissions, role.is_all()),
            was: json!({
                "name": form.and_then(|form| form.shown_name).unwrap_or(&role.name),
                "mentionable": was_mentionable.map_or(role.mentionable, is_ticked),
                "permissions": form.and_then(|form| form.shown_permissions).unwrap_or(&given),
            }),
        },
    ))
}

#[get("/servers/<server_id>/settings/roles")]
pub(crate) async fn index(server_id: PathId<ServerId>, me: SignedIn<'_>, app: &App) -> Result<Page> {
    list(app, &me, server_id.0, RoleDraft::default()).await
}

#[post("/servers/<server_id>/settings/roles", data = "<form>")]
pub(crate) async fn create(
    server_id: PathId<ServerId>,
    form: Form<RoleForm<'_>>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    match form_faults(Role::create(app, me.id, server_id.0, form.draft()).await)? {
        Ok(role) => Ok(Answer::said(
            settings(server_id.0, &format!("/roles#role-{}", role.id)),
            format!("The role {} is created. Give it to members on their pages.", role.name),
        )),
        Err(faults) => Ok(Answer::Shown(list(app, &me, server_id.0, form.draft()).await?.faults(&faults))),
    }
}

#[get("/servers/<server_id>/settings/roles/<role_id>")]
pub(crate) async fn show(
    server_id: PathId<ServerId>,
    role_id: PathId<RoleId>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Page> {
    page(app, &me, server_id.0, role_id.0, None).await
}

#[post("/servers/<server_id>/settings/roles/<role_id>", data = "<form>")]
pub(crate) async fn edit(
    server_id: PathId<ServerId>,
    role_id: PathId<RoleId>,
    form: Form<RoleForm<'_>>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    let (server, role) = (server_id.0, role_id.0);
    if let (None, Some(position)) = (form.name, form.position) {
        let moved = Role::move_to(app, me.id, server, role, position).await;
        return match form_faults(moved)? {
            Ok(role) => Ok(Answer::said(
                settings(server_id.0, &format!("/roles#role-{}", role.id)),
                format!("The role {} is moved.", role.name),
            )),
            Err(faults) => Ok(Answer::Shown(list(app, &me, server_id.0, RoleDraft::default()).await?.faults(&faults))),
        };
    }
    let shown = values(form.shown_permissions);
    let changes = form.changes(shown.as_deref());
    match form_faults(Role::edit(app, me.id, server, role, changes).await)? {
        Ok(role) => Ok(saved(server_id.0, &role)),
        Err(faults) => {
            let page = page(app, &me, server_id.0, role_id.0, Some(&*form)).await?;
            Ok(Answer::Shown(page.faults(&faults)))
        }
    }
}

#[post("/servers/<server_id>/settings/roles/<role_id>/delete")]
pub(crate) async fn delete(
    server_id: PathId<ServerId>,
    role_id: PathId<RoleId>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    me.require_fresh(app)?;
    match form_faults(Role::delete(app, me.id, server_id.0, role_id.0).await)? {
        Ok(role) => Ok(Answer::said(settings(server_id.0, "/roles"), format!("The role {} is deleted.", role.name))),
        Err(faults) => {
            let page = page(app, &me, server_id.0, role_id.0, None).await?;
            Ok(Answer::Shown(page.faults(&faults)))
        }
    }
}

fn saved(server_id: ServerId, role: &Role) -> Answer {
    // As the pages call it.
    let name = if role.is_all() { "Everyone" } else { &role.name };
    Answer::said(settings(server_id, &format!("/roles#role-{}", role.id)), format!("The role {name} is saved."))
}
