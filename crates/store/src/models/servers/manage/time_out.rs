//! Timing a member out, and lifting a time-out.
//! `chat::permissions` decides what a member may do meanwhile.

use crate::core::Core;
use crate::live::Access;
use crate::models::logs::audit::{self, Action, AuditTarget};
use crate::models::servers::{member, timeout};
use crate::models::{Membership, User};
use portico_macros::boxed;
use portico_platform::error::{Error, Result};
use portico_rules::chat::permissions::Permissions;
use portico_rules::clock::{HOUR_MS, Millis};
use portico_rules::ids::{ServerId, UserId};

/// The longest time-out: four weeks.
pub const MAX_HOURS: i64 = 28 * 24;

/// Times a member out for `hours` from now, as typed; 0 lifts it. Returns when it ends.
///
/// # Errors
/// Faults of `hours`, and of the form for oneself; [`Error::NotFound`] where either is no member, [`Error::Forbidden`] where
/// the user may not moderate members or not act on the other.
#[boxed]
pub async fn time_out(
    core: &Core,
    by: UserId,
    server_id: ServerId,
    user_id: UserId,
    hours: &str,
) -> Result<Option<Millis>> {
    let write = core.begin().await?;
    let membership = Membership::load_to_change(&write, by, server_id, Permissions::MODERATE_MEMBERS).await?;
    // What they are posting is stored before, or refused.
    if !member::lock_to_restrict(&write, server_id, user_id).await? {
        return Err(Error::NotFound);
    }
    let theirs = Membership::load(&write, user_id, server_id, Permissions::NONE).await?;
    if by == user_id {
        return Err(Error::fault("form", "You can’t time yourself out."));
    }
    membership.require_to_moderate(&theirs)?;
    let hours = read_hours(hours)?;
    let user = User::find(&write, user_id).await?.ok_or(Error::NotFound)?;
    let nickname = user.nickname.clone();
    let ends_at = (hours > 0).then(|| core.now() + hours * HOUR_MS);
    let action = match ends_at {
        Some(ends_at) => {
            timeout::set(&write, server_id, user_id, ends_at).await?;
            Some(Action::MemberTimedOut { nickname, hours, ends_at })
        }
        None => {
            timeout::lift(&write, server_id, user_id).await?;
            let was_timed_out = theirs.timed_out_until.is_some();
            was_timed_out.then_some(Action::TimeoutLifted { nickname })
        }
    };
    if let Some(action) = action {
        audit::record(&write, core, server_id, by, AuditTarget::member(&user), action).await?;
    }
    core.commit_revoking(write, &[Access::User(user_id)]).await?;
    Ok(ends_at)
}

fn read_hours(typed: &str) -> Result<i64> {
    let hours = typed.trim().parse().ok();
    hours.filter(|hours| (0..=MAX_HOURS).contains(hours)).ok_or_else(|| {
        let sentence = format!("Choose from 1 to {MAX_HOURS} hours, or 0 to lift it.");
        Error::fault("hours", sentence)
    })
}
