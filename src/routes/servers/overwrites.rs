//! `/servers/<id>/settings/channels/<channel_id>` and its overwrites.
//! Creating, editing and deleting channels is in `channels`.

use std::collections::{HashMap, HashSet};

use rocket::{FromForm, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::{CHOICES, choice, open, settings, settings_context};
use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_rules::chat::permissions::{self, Permissions};
use portico_rules::ids::{ChannelId, RoleId, ServerId, UserId};
use portico_store::models::servers::channel::ChannelFields;
use portico_store::models::servers::member::list::{self, NamedMember};
use portico_store::models::servers::overwrite::{self, OverwriteDraft, OverwriteEdit};
use portico_store::models::servers::slow_mode;
use portico_store::models::{Membership, Overwrite, Role, User};

#[derive(FromForm)]
pub(crate) struct OverwriteForm<'r> {
    #[field(default = "")]
    target: &'r str,
    /// Typed in a server with too many members to list.
    #[field(default = "")]
    nickname: &'r str,
    allow: Vec<&'r str>,
    deny: Vec<&'r str>,
}

/// State of a channel's settings page: the channel as it is, or one of its forms as it was sent.
#[derive(Clone, Copy)]
pub(super) enum ChannelSettingsView<'a> {
    AsItIs,
    /// With the position.
    ChannelFields(ChannelFields<'a>, Option<&'a str>, ShownChannel<'a>),
    /// Its permissions, with the row at fault; `nickname` is of a row that is added.
    Permissions {
        edits: &'a [OverwriteEdit<'a>],
        at_fault: usize,
        nickname: &'a str,
    },
    Deletion,
}

/// Values that the form of a channel showed before any was changed, as far as it says so.
#[derive(Clone, Copy, Default)]
pub(super) struct ShownChannel<'a> {
    pub(super) name: Option<&'a str>,
    pub(super) topic: Option<&'a str>,
    pub(super) slow_mode: Option<&'a str>,
    pub(super) position: Option<&'a str>,
}

#[post("/servers/<server_id>/settings/channels/<channel_id>/overwrites", data = "<form>")]
pub(crate) async fn set(
    server_id: PathId<ServerId>,
    channel_id: PathId<ChannelId>,
    form: Form<OverwriteForm<'_>>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    let mut target = form.target.to_owned();
    let typed_nickname = target.is_empty() && !form.nickname.is_empty();
    if typed_nickname {
        open(app, &me, server_id.0).await?;
        if let Some(user) = list::find_by_nickname(&app.db, server_id.0, form.nickname).await? {
            target = format!("user:{}", user.id);
        }
    }
    let draft = OverwriteDraft { target: &target, allow: &form.allow, deny: &form.deny };
    match form_faults(Overwrite::set(app, me.id, server_id.0, channel_id.0, draft).await)? {
        Ok(true) => Ok(Answer::said(
            settings(server_id.0, &format!("/channels/{channel_id}")),
            "The channel’s permissions are saved.",
        )),
        Ok(false) => Ok(Answer::said(
            settings(server_id.0, "/channels"),
            "The channel’s permissions are saved. You can no longer see the channel yourself.",
        )),
        Err(mut faults) => {
            if typed_nickname && target.is_empty() {
                faults =
                    FieldErrors::one("nickname", "No member of this server has this nickname. Check the spelling.");
            }
            let draft = OverwriteDraft { target: form.target, ..draft };
            let shown = ChannelSettingsView::Permissions {
                edits: &[OverwriteEdit { draft, shown: None }],
                at_fault: 0,
                nickname: form.nickname,
            };
            let page = page(app, &me, server_id.0, channel_id.0, shown).await?;
            Ok(Answer::Shown(page.faults(&faults)))
        }
    }
}

/// The page of one channel, for those who may see it and open the settings.
///
/// # Errors
/// [`Error::NotFound`] or [`Error::Forbidden`] for everyone else.
pub(super) async fn page(
    app: &App,
    me: &SignedIn<'_>,
    server_id: ServerId,
    channel_id: ChannelId,
    shown: ChannelSettingsView<'_>,
) -> Result<Page> {
    let db = &*app.db;
    let membership = open(app, me, server_id).await?;
    let visible = me.access(app).await?.channel(channel_id)?;
    let (channel, here) = (&visible.channel, visible.may);
    if channel.server_id != server_id {
        return Err(Error::NotFound);
    }
    let overwrites = overwrite::all_of(db, channel_id).await?;
    let roles = Role::all_of_server(db, server_id).await?;
    let members = list::named_by_channel(db, server_id, channel_id).await?;
    let choices = list::few(db, server_id, CHOICES).await?;
    let (edits, nickname) = match shown {
        ChannelSettingsView::Permissions { edits, nickname, .. } => (edits, nickname),
        _ => (&[][..], ""),
    };
    let listed = choices.iter().flatten().map(|user| user.id);
    let named = members.iter().map(|named| named.user.id);
    let order = Order::load(app, membership, listed.chain(named).collect()).await?;
    let grid = grid(&roles, &members, &overwrites, edits, &order);
    let targets: HashSet<&str> = grid.iter().filter_map(|row| row["target"].as_str()).collect();
    let in_grid = |target: &str| targets.contains(target);
    let (about, typed_position, was) = match shown {
        ChannelSettingsView::ChannelFields(about, position, was) => (about, position, was),
        _ => {
            let about = ChannelFields { name: &channel.name, topic: &channel.topic, slow_mode: None };
            (about, None, ShownChannel::default())
        }
    };
    let slow_mode = channel.slow_mode.to_string();
    let siblings: Vec<ChannelId> = me.access(app).await?.channels_of(server_id).map(|channel| channel.id).collect();
    let position = siblings.iter().position(|id| *id == channel_id).map_or(0, |at| at + 1).to_string();
    let added = edits.iter().map(|edit| edit.draft).find(|draft| !in_grid(draft.target));
    let beyond: Vec<&str> = Permissions::CHANNEL.difference(here).named().map(|named| named.label).collect();
    Ok(Page::new(
        "servers/channel",
        context! {
            settings: settings_context(app, me, membership, "/channels").await?,
            channel: json!({ "id": channel.id, "name": channel.name }),
            name: about.name,
            topic: about.topic,
            slow_mode: about.slow_mode.unwrap_or(&slow_mode),
            slow_modes: slow_mode_choices(channel.slow_mode),
            position: typed_position.unwrap_or(&position),
            positions: siblings.len(),
            was: json!({
                "name": was.name.unwrap_or(&channel.name),
                "topic": was.topic.unwrap_or(&channel.topic),
                "slow_mode": was.slow_mode.unwrap_or(&slow_mode),
                "position": was.position.unwrap_or(&position),
            }),
            above: grid.iter().any(|row| row["is_below"] == false),
            grid: &grid,
            choices: add_choices(&roles, choices.as_deref(), &order, in_grid),
            by_nickname: choices.is_none(),
            beyond: beyond.join(", "),
            at_fault: form_at_fault(shown, in_grid),
            target: added.map_or("", |draft| draft.target),
            nickname,
            added: cells(added.map(sent).unwrap_or_default()),
            nothing: letters(permissions::Overwrite::default()),
        },
    ))
}

/// The form of the page to which its errors belong: empty for none, and for a row of the grid its target.
fn form_at_fault<'a>(shown: ChannelSettingsView<'a>, in_grid: impl Fn(&str) -> bool) -> &'a str {
    match shown {
        ChannelSettingsView::AsItIs => "",
        ChannelSettingsView::ChannelFields(..) => "about",
        ChannelSettingsView::Permissions { edits, at_fault, .. } => match edits.get(at_fault) {
            Some(edit) if in_grid(edit.draft.target) => edit.draft.target,
            _ => "add",
        },
        ChannelSettingsView::Deletion => "delete",
    }
}

/// The slow modes of the form. One that was set by other means stays as it is when the rest of the form is saved.
fn slow_mode_choices(now: i32) -> Vec<Value> {
    let other = Some(now).filter(|now| !slow_mode::CHOICES.contains(now));
    slow_mode::CHOICES
        .into_iter()
        .chain(other)
        .map(|seconds| {
            let label = match seconds {
                0 => "Off".to_owned(),
                seconds => slow_mode::in_words(seconds),
            };
            json!({ "value": seconds, "label": label })
        })
        .collect()
}

/// The roles, and in a server with few members these, that the manager may add to the grid.
fn add_choices(
    roles: &[Role],
    users: Option<&[User]>,
    order: &Order<'_>,
    in_grid: impl Fn(&str) -> bool,
) -> Vec<Value> {
    let free_roles: Vec<Value> = roles
        .iter()
        .filter(|role| order.outranks_role(role) && !in_grid(&format!("role:{}", role.id)))
        .map(|role| json!({ "value": format!("role:{}", role.id), "label": role.name }))
        .collect();
    let Some(users) = users else {
        return free_roles;
    };
    let members: Vec<Value> = users
        .iter()
        .filter(|user| order.outranks(user.id) && !in_grid(&format!("user:{}", user.id)))
        .map(|user| choice(format!("user:{}", user.id), user))
        .collect();
    vec![json!({ "label": "Roles", "options": free_roles }), json!({ "label": "Members", "options": members })]
}

/// Whose overwrites a manager may change, as far as the order of roles decides.
struct Order<'a> {
    membership: &'a Membership,
    others: HashMap<UserId, Membership>,
}

impl<'a> Order<'a> {
    async fn load(app: &App, membership: &'a Membership, users: Vec<UserId>) -> Result<Self> {
        // The owner is above everyone.
        let others = if membership.is_owner() {
            HashMap::new()
        } else {
            Membership::load_all(&app.db, membership.server.id, &users).await?
        };
        Ok(Self { membership, others })
    }

    fn outranks_role(&self, role: &Role) -> bool {
        self.membership.outranks_role(role)
    }

    fn outranks(&self, user_id: UserId) -> bool {
        self.membership.may_overwrite(self.others.get(&user_id))
    }
}

/// A row for everyone, and one for each role and user with an overwrite. Users who left the server are included: their
/// overwrites apply again when they return.
fn grid(
    roles: &[Role],
    members: &[NamedMember],
    overwrites: &[Overwrite],
    edits: &[OverwriteEdit<'_>],
    order: &Order<'_>,
) -> Vec<Value> {
    let of_role: HashMap<RoleId, &Overwrite> =
        overwrites.iter().filter_map(|found| Some((found.role_id?, found))).collect();
    let of_user: HashMap<UserId, &Overwrite> =
        overwrites.iter().filter_map(|found| Some((found.user_id?, found))).collect();
    // Of several edits of one row, the first counts.
    let by_target: HashMap<&str, &OverwriteEdit<'_>> =
        edits.iter().rev().map(|edit| (edit.draft.target, edit)).collect();
    let row = |target: String, kind: &str, label: &str, is_below, avatar: Option<String>, rule| {
        let edit = by_target.get(target.as_str());
        let chosen = edit.map_or(rule, |edit| sent(edit.draft));
        let was = edit.and_then(|edit| edit.shown).unwrap_or(rule);
        json!({
            "id": target.replace(':', "-"),
            "target": target,
            "kind": kind,
            "label": label,
            "is_below": is_below,
            "avatar_url": avatar,
            "cells": cells(chosen),
            // What was saved when the page was first rendered: only permissions that differ from it are changed.
            "was": letters(was),
        })
    };
    let of_roles = roles.iter().filter_map(|role| {
        let said = of_role.get(&role.id);
        let kind = if role.is_all() { "all" } else { "role" };
        (role.is_all() || said.is_some()).then(|| {
            let rule = said.map(|said| said.rule()).unwrap_or_default();
            let is_below = order.outranks_role(role);
            row(format!("role:{}", role.id), kind, &role.name, is_below, None, rule)
        })
    });
    let of_members = members.iter().filter_map(|named| {
        let user = &named.user;
        let said = of_user.get(&user.id)?;
        let avatar = Some(user.avatar_path());
        let label = format!("@{}", user.nickname);
        Some(row(
            format!("user:{}", user.id),
            if named.joined_at.is_some() { "member" } else { "former" },
            &label,
            order.outranks(user.id),
            avatar,
            said.rule(),
        ))
    });
    of_roles.chain(of_members).collect()
}

/// The overwrite that a form describes; unknown permissions are left out.
pub(super) fn sent(draft: OverwriteDraft<'_>) -> permissions::Overwrite {
    let read = |names: &[&str]| names.iter().filter_map(|name| Permissions::from_name(name).ok()).collect();
    permissions::Overwrite { allow: read(draft.allow), deny: read(draft.deny) }
}

/// The permissions of a channel, each allowed, denied or neither.
fn cells(rule: permissions::Overwrite) -> Vec<Value> {
    Permissions::CHANNEL
        .named()
        .map(|named| {
            json!({
                "name": named.name,
                "label": named.label,
                "chosen": chosen(rule, named.flag),
            })
        })
        .collect()
}

fn chosen(rule: permissions::Overwrite, flag: Permissions) -> &'static str {
    if rule.allow.contains(flag) {
        "allow"
    } else if rule.deny.contains(flag) {
        "deny"
    } else {
        "inherit"
    }
}

/// The same in one word.
pub(super) fn letters(rule: permissions::Overwrite) -> String {
    Permissions::CHANNEL.named().map(|named| &chosen(rule, named.flag)[..1]).collect()
}

/// Parses such a word; none if it is something else.
pub(super) fn read_letters(word: &str) -> Option<permissions::Overwrite> {
    let mut letters = word.chars();
    let mut rule = permissions::Overwrite::default();
    for named in Permissions::CHANNEL.named() {
        match letters.next()? {
            'a' => rule.allow = rule.allow.union(named.flag),
            'd' => rule.deny = rule.deny.union(named.flag),
            'i' => {}
            _ => return None,
        }
    }
    letters.next().is_none().then_some(rule)
}
