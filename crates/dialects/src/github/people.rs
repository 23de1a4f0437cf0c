//! Repositories as a whole, their members and teams, stars, forks and sponsors. Events within a repository are in the
//! modules beside this one.

use super::context::{GithubEvent, named};
use crate::TranslatedBody;
use crate::event::markdown::{bold, plain};
use crate::event::{ignored, words};

pub(super) fn star(event: GithubEvent<'_>) -> TranslatedBody {
    if event.action == "deleted" {
        return ignored("star: removed stars are not posted");
    }
    let stars = event.body.number("repository.stargazers_count");
    let stars = stars.map(|stars| format!(" ({stars} in total)")).unwrap_or_default();
    event.did(&format!("starred the repository{stars}")).post()
}

pub(super) fn fork(event: GithubEvent<'_>) -> TranslatedBody {
    let body = event.body;
    // GitHub sends the fork as `forkee`; Gitea sends the repository that was forked, and the fork as `repository`.
    let of_gitea = body.flag("repository.fork") && !body.flag("forkee.fork");
    let other = named(body.at("forkee"), &["full_name", "name"], "another repository");
    let what = if of_gitea {
        format!("forked {other} to this repository")
    } else {
        format!("forked the repository to {other}")
    };
    event.did(&what).post()
}

pub(super) fn repository(event: GithubEvent<'_>) -> TranslatedBody {
    let body = event.body;
    let what = match event.action {
        "publicized" => "made the repository public".to_owned(),
        "privatized" => "made the repository private".to_owned(),
        "renamed" => match body.text("changes.repository.name.from") {
            Some(before) => format!("renamed the repository (it was: {})", plain(before)),
            None => "renamed the repository".to_owned(),
        },
        "transferred" => {
            let before = body.first(&["changes.owner.from.user.login", "changes.owner.from.organization.login"]);
            match before {
                Some(before) => format!("transferred the repository from {}", plain(before)),
                None => "transferred the repository".to_owned(),
            }
        }
        "" => "changed the repository".to_owned(),
        action => format!("{} the repository", words(action)),
    };
    event.did(&what).post()
}

pub(super) fn member(event: GithubEvent<'_>) -> TranslatedBody {
    let whom = named(event.body.at("member"), &["login", "username"], "someone");
    let what = match event.action {
        "added" => format!("added {whom} as a collaborator"),
        "removed" => format!("removed {whom} from the collaborators"),
        "edited" | "" => format!("changed the permissions of {whom}"),
        action => format!("{} collaborator {whom}", words(action)),
    };
    event.did(&what).post()
}

pub(super) fn membership(event: GithubEvent<'_>) -> TranslatedBody {
    let whom = named(event.body.at("member"), &["login"], "someone");
    let team = named(event.body.at("team"), &["name"], "without a name");
    let what = match event.action {
        "removed" => format!("removed {whom} from team {team}"),
        "added" | "" => format!("added {whom} to team {team}"),
        action => format!("{} {whom} in team {team}", words(action)),
    };
    event.did(&what).post()
}

pub(super) fn organization(event: GithubEvent<'_>) -> TranslatedBody {
    let body = event.body;
    let whom = body.first(&["membership.user.login", "invitation.login", "user.login"]);
    let whom = whom.map_or_else(|| "someone".to_owned(), plain);
    let what = match event.action {
        "member_added" => format!("added {whom} to the organization"),
        "member_removed" => format!("removed {whom} from the organization"),
        "member_invited" => format!("invited {whom} to the organization"),
        "" => "changed the organization".to_owned(),
        action => format!("{} the organization", words(action)),
    };
    event.did(&what).post()
}

pub(super) fn team(event: GithubEvent<'_>) -> TranslatedBody {
    let team = named(event.body.at("team"), &["name"], "without a name");
    let what = match event.action {
        "added_to_repository" => format!("gave team {team} access to the repository"),
        "removed_from_repository" => format!("removed team {team} from the repository"),
        "" => format!("gave team {team} access to the repository"),
        action => format!("{} team {team}", words(action)),
    };
    event.did(&what).post()
}

pub(super) fn sponsorship(event: GithubEvent<'_>) -> TranslatedBody {
    let sponsorship = event.body.at("sponsorship");
    // A private sponsor's name is for the sponsored account alone.
    let sponsor = match sponsorship.text("privacy_level") {
        Some("private") => None,
        _ => sponsorship.text("sponsor.login").map(bold),
    };
    let sponsor = sponsor.unwrap_or_else(|| "A private sponsor".to_owned());
    let whom = named(sponsorship.at("sponsorable"), &["login"], "this account");
    let tier = sponsorship.text("tier.name").map(|tier| format!(" ({})", plain(tier))).unwrap_or_default();
    let what = match event.action {
        "created" => "sponsors",
        "cancelled" => "no longer sponsors",
        "pending_cancellation" => "will stop sponsoring",
        "pending_tier_change" => "will change the tier of sponsoring",
        "tier_changed" => "changed the tier of sponsoring",
        _ => return ignored("sponsorship: edits are not posted"),
    };
    event.says(&format!("{sponsor} {what} {whom}{tier}")).post()
}
