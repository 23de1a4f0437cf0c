//! `/servers/<id>/settings/channels/<channel_id>` and its overwrites.
//! Creating, editing and deleting channels is in `channels`.

use std::collections::HashMap;

use rocket::{FromForm, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::{CHOICES, choice, frame, open, settings};
use crate::app::App;
use crate::chat::permissions::{self, Permissions};
use crate::error::{Error, Faults, Result};
use crate::ids::{ChannelId, ServerId};
use crate::models::servers::channel::ChannelFields;
use crate::models::servers::member::list::{self, Named};
use crate::models::servers::overwrite::{self, Wish};
use crate::models::servers::slow_mode;
use crate::models::{Membership, Overwrite, Role};
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::sent_form::Form;

/// The form of an overwrite.
#[derive(FromForm)]
pub(crate) struct Typed<'r> {
    #[field(default = "")]
    target: &'r str,
    /// Typed in a server with too many members to list.
    #[field(default = "")]
    nickname: &'r str,
    allow: Vec<&'r str>,
    deny: Vec<&'r str>,
}

/// What a page of a channel shows: the channel as it is, or one of its forms as it was sent.
#[derive(Clone, Copy)]
pub(super) enum Shown<'a> {
    AsItIs,
    ChannelFields(ChannelFields<'a>),
    /// Its permissions, with the row at fault; `nickname` is of a row that is added.
    Permissions {
        wishes: &'a [Wish<'a>],
        at_fault: usize,
        nickname: &'a str,
    },
    Deletion,
}

#[post(
    "/servers/<server_id>/settings/channels/<channel_id>/overwrites",
    data = "<form>"
)]
pub(crate) async fn set(
    server_id: ServerId,
    channel_id: ChannelId,
    form: Form<Typed<'_>>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    let mut target = form.target.to_owned();
    let typed_nickname = target.is_empty() && !form.nickname.is_empty();
    if typed_nickname {
        open(app, &me, server_id).await?;
        if let Some(user) = list::find_by_nickname(&app.db, server_id.get(), form.nickname).await? {
            target = format!("user:{}", user.id);
        }
    }
    let wish = Wish {
        target: &target,
        allow: &form.allow,
        deny: &form.deny,
    };
    match form_faults(Overwrite::set(app, me.id, server_id.get(), channel_id.get(), wish).await)? {
        Ok(true) => Ok(Answer::said(
            settings(server_id, &format!("/channels/{channel_id}")),
            "The channel’s permissions are saved.",
        )),
        Ok(false) => Ok(Answer::said(
            settings(server_id, "/channels"),
            "The channel’s permissions are saved. You can no longer see the channel yourself.",
        )),
        Err(mut faults) => {
            if typed_nickname && target.is_empty() {
                faults = Faults::one(
                    "nickname",
                    "No member of this server has this nickname. Check the spelling.",
                );
            }
            let wish = Wish {
                target: form.target,
                ..wish
            };
            let shown = Shown::Permissions {
                wishes: &[wish],
                at_fault: 0,
                nickname: form.nickname,
            };
            let page = page(app, &me, server_id, channel_id, shown).await?;
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
    shown: Shown<'_>,
) -> Result<Page> {
    let db = &*app.db;
    let membership = open(app, me, server_id).await?;
    let visible = me.access(app).await?.channel(channel_id.get())?;
    let (channel, here) = (&visible.channel, visible.may);
    if channel.server_id != server_id.get() {
        return Err(Error::NotFound);
    }
    let overwrites = overwrite::all_of(db, channel_id.get()).await?;
    let roles = Role::all_of_server(db, server_id.get()).await?;
    let members = list::named_by_channel(db, server_id.get(), channel_id.get()).await?;
    let choices = list::few(db, server_id.get(), CHOICES).await?;
    let (wishes, wrong, nickname) = match shown {
        Shown::Permissions {
            wishes,
            at_fault,
            nickname,
        } => (wishes, wishes.get(at_fault), nickname),
        _ => (&[][..], None, ""),
    };
    let listed = choices.iter().flatten().map(|user| user.id);
    let named = members.iter().map(|named| named.user.id);
    let order = Order::of(app, membership, listed.chain(named).collect()).await?;
    let grid = grid(&roles, &members, &overwrites, wishes, &order);
    let in_grid = |target: &str| grid.iter().any(|row| row["target"] == target);
    let (at_fault, typed) = match shown {
        Shown::AsItIs => ("", ChannelFields::default()),
        Shown::ChannelFields(about) => ("about", about),
        Shown::Permissions { .. } => {
            let row = wrong.filter(|wish| in_grid(wish.target));
            (
                row.map_or("add", |wish| wish.target),
                ChannelFields::default(),
            )
        }
        Shown::Deletion => ("delete", ChannelFields::default()),
    };
    let about = if at_fault == "about" {
        typed
    } else {
        ChannelFields {
            name: &channel.name,
            topic: &channel.topic,
            slow_mode: None,
        }
    };
    let slow_mode = channel.slow_mode.to_string();
    let slow_mode = about.slow_mode.unwrap_or(&slow_mode);
    let choice_of = |seconds: i32| {
        let label = match seconds {
            0 => "Off".to_owned(),
            seconds => slow_mode::in_words(seconds),
        };
        json!({ "value": seconds, "label": label })
    };
    // One that was set by other means stays as it is when the rest of the form is saved.
    let other = Some(channel.slow_mode).filter(|now| !slow_mode::CHOICES.contains(now));
    let slow_modes = slow_mode::CHOICES.into_iter().chain(other);
    let slow_modes: Vec<Value> = slow_modes.map(choice_of).collect();
    let added = wishes.iter().find(|wish| !in_grid(wish.target));
    let free_roles: Vec<Value> = roles
        .iter()
        .filter(|role| order.outranks_role(role) && !in_grid(&format!("role:{}", role.id)))
        .map(|role| json!({ "value": format!("role:{}", role.id), "label": role.name }))
        .collect();
    let by_nickname = choices.is_none();
    let choices = match choices {
        None => free_roles,
        Some(users) => {
            let free = users
                .iter()
                .filter(|user| order.outranks(user.id) && !in_grid(&format!("user:{}", user.id)));
            let members: Vec<Value> = free
                .map(|user| choice(format!("user:{}", user.id), user))
                .collect();
            vec![
                json!({ "label": "Roles", "options": free_roles }),
                json!({ "label": "Members", "options": members }),
            ]
        }
    };
    let beyond: Vec<&str> = Permissions::CHANNEL
        .difference(here)
        .named()
        .map(|named| named.label)
        .collect();
    Ok(Page::new(
        "servers/channel",
        context! {
            settings: frame(membership, "/channels"),
            channel: json!({ "id": channel.id, "name": channel.name }),
            name: about.name,
            topic: about.topic,
            slow_mode,
            slow_modes,
            above: grid.iter().any(|row| row["is_below"] == false),
            grid: &grid,
            choices,
            by_nickname,
            beyond: beyond.join(", "),
            at_fault,
            target: added.map_or("", |wish| wish.target),
            nickname,
            added: cells(added.map(|wish| sent(*wish)).unwrap_or_default()),
        },
    ))
}

/// Whose overwrites a manager may change, as far as the order of roles decides.
struct Order<'a> {
    membership: &'a Membership,
    others: HashMap<i64, Membership>,
}

impl<'a> Order<'a> {
    async fn of(app: &App, membership: &'a Membership, users: Vec<i64>) -> Result<Self> {
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

    fn outranks(&self, user_id: i64) -> bool {
        self.membership.may_overwrite(self.others.get(&user_id))
    }
}

/// A row for everyone, and one for each role and user with an overwrite. Users who left the server are included: their
/// overwrites apply again when they return.
fn grid(
    roles: &[Role],
    members: &[Named],
    overwrites: &[Overwrite],
    wishes: &[Wish<'_>],
    order: &Order<'_>,
) -> Vec<Value> {
    let row = |target: String, kind: &str, label: &str, is_below, avatar: Option<String>, rule| {
        let wish = wishes.iter().find(|wish| wish.target == target);
        let shown = wish.map_or(rule, |wish| sent(*wish));
        json!({
            "id": target.replace(':', "-"),
            "target": target,
            "kind": kind,
            "label": label,
            "is_below": is_below,
            "avatar_url": avatar,
            "cells": cells(shown),
            // What was saved when the page was rendered: only rows that differ from it are saved.
            "was": letters(rule),
        })
    };
    let of_roles = roles.iter().filter_map(|role| {
        let said = overwrites
            .iter()
            .find(|found| found.role_id == Some(role.id));
        let kind = if role.is_all() { "all" } else { "role" };
        (role.is_all() || said.is_some()).then(|| {
            let rule = said.map(Overwrite::rule).unwrap_or_default();
            let is_below = order.outranks_role(role);
            row(
                format!("role:{}", role.id),
                kind,
                &role.name,
                is_below,
                None,
                rule,
            )
        })
    });
    let of_members = members.iter().filter_map(|named| {
        let user = &named.user;
        let said = overwrites
            .iter()
            .find(|found| found.user_id == Some(user.id))?;
        let avatar = Some(user.avatar_path());
        let label = format!("@{}", user.nickname);
        Some(row(
            format!("user:{}", user.id),
            if named.joined_at.is_some() {
                "member"
            } else {
                "former"
            },
            &label,
            order.outranks(user.id),
            avatar,
            said.rule(),
        ))
    });
    of_roles.chain(of_members).collect()
}

/// The overwrite that a form describes; unknown permissions are left out.
pub(super) fn sent(wish: Wish<'_>) -> permissions::Overwrite {
    let read = |names: &[&str]| {
        names
            .iter()
            .filter_map(|name| Permissions::from_name(name).ok())
            .collect()
    };
    permissions::Overwrite {
        allow: read(wish.allow),
        deny: read(wish.deny),
    }
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
    Permissions::CHANNEL
        .named()
        .map(|named| &chosen(rule, named.flag)[..1])
        .collect()
}
