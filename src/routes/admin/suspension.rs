//! Suspending an app, a webhook or a server on its page in the console, and lifting it.
//! The act is in `models::lifecycle::suspension`; the same on the terminal is in `cli::suspension`.

use rocket::FromForm;
use serde_json::{Value, json};

use crate::app::App;
use crate::routes::guards::Admin;
use crate::routes::page::{Answer, Page, form_faults};
use portico_platform::error::{Error, Result};
use portico_store::models::Suspendable;
use portico_store::models::instance::act;

/// An act on something that can be suspended.
#[derive(FromForm)]
pub(crate) struct SuspensionForm<'r> {
    #[field(default = "")]
    act: &'r str,
    #[field(default = "")]
    pub(super) reason: &'r str,
}

/// The console's texts about suspending one kind.
struct SuspensionTexts {
    effect: &'static str,
    /// Who reads the reason.
    reader: &'static str,
    /// The effect of lifting it.
    lifted: &'static str,
    /// Said once it is suspended.
    done: &'static str,
}

fn texts(kind: Suspendable) -> SuspensionTexts {
    match kind {
        Suspendable::App => SuspensionTexts {
            effect: "No one can sign in with it, its access tokens end, and its secrets are refused. Nothing is deleted.",
            reader: "The app’s owner reads it on the app’s page.",
            lifted: "People can sign in with the app again. Its settings and approvals are as they were.",
            done: "No one can sign in with it.",
        },
        Suspendable::Webhook => SuspensionTexts {
            effect: "Its URL answers as if there were no such webhook. Its messages stay.",
            reader: "Everyone who manages the webhook reads it on its page.",
            lifted: "Its URL works again, unless those who manage it paused it.",
            done: "Its URL has stopped working.",
        },
        Suspendable::Server => SuspensionTexts {
            effect: "No one reads or posts in it, its invites lead nowhere, and its webhooks stop. Nothing is deleted.",
            reader: "The owner of the server reads it.",
            lifted: "Its members read and post again, and its webhooks work unless they are paused or suspended themselves.",
            done: "No one can read or post in it.",
        },
    }
}

/// The context of the template `admin/suspendable` for a kind.
pub(super) fn shown(kind: Suspendable) -> Value {
    let SuspensionTexts { effect, reader, lifted, .. } = texts(kind);
    json!({ "kind": kind.name(), "effect": effect, "reader": reader, "lifted": lifted })
}

/// Carries out a form of the page of the one with this id; `refused` is that page as it shows the form's faults.
pub(super) async fn change(
    app: &App,
    me: &Admin<'_>,
    (kind, id): (Suspendable, i64),
    form: &SuspensionForm<'_>,
    refused: impl Future<Output = Result<Page>> + Send,
) -> Result<Answer> {
    match form_faults(carry_out(app, me, (kind, id), form).await)? {
        Ok(told) => Ok(Answer::said(format!("/admin/{}s/{id}", kind.name()), told)),
        Err(faults) => Ok(Answer::Shown(refused.await?.faults(&faults))),
    }
}

async fn carry_out(
    app: &App,
    me: &Admin<'_>,
    (kind, id): (Suspendable, i64),
    form: &SuspensionForm<'_>,
) -> Result<String> {
    let reason = act::reason(form.reason)?;
    let (by, name) = (me.acting(&reason), kind.name());
    Ok(match form.act {
        "suspend" => match kind.suspend(app, id, &by).await? {
            true => format!("The {name} is suspended. {}", texts(kind).done),
            false => format!("The {name} was already suspended."),
        },
        "restore" => match kind.restore(app, id, &by).await? {
            true => "The suspension is lifted.".to_owned(),
            false => format!("The {name} was not suspended."),
        },
        _ => return Err(Error::NotFound),
    })
}
