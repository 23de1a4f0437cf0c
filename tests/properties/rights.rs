//! Rights: what the database gives for random servers is what a slow reference says, wherever it is read.

use std::collections::{BTreeMap, BTreeSet};

use portico_platform::error::Error;
use portico_rules::chat::permissions::{Overwrite, Permissions};
use portico_rules::ids::UserId;
use portico_store::models::messages::mention::{self, MentionTargetKind};
use portico_store::models::servers::access::UserAccess;
use portico_store::models::servers::audience::Audience;
use portico_store::models::{Channel, Membership, Role};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use sea_orm::ConnectionTrait;

use crate::support::{Community, Person, TestInstance, TestWebhook};

/// How many servers are made.
const SERVERS: u64 = 16;

/// Of each server, and how many of them are members.
const PEOPLE: usize = 6;
const MEMBERS: usize = 5;

/// Roles besides `all`.
const ROLES: usize = 3;
const CHANNELS: usize = 4;

/// A server, by the indices of its people, roles and channels. The first one owns it; the last one is a stranger.
#[derive(Debug, Clone)]
struct Script {
    /// Those of `all`, and of the other roles.
    permissions: Vec<Permissions>,
    /// Whether a person holds a role.
    held: Vec<Vec<bool>>,
    /// In each channel: for `all` and the other roles, then for each person.
    overwrites: Vec<Vec<Option<Overwrite>>>,
    /// Milliseconds from now to the end of a time-out.
    timeouts: Vec<Option<i64>>,
    is_suspended: bool,
    requires_second_step: bool,
    /// Who creates the webhook.
    creator: usize,
}

fn some_permissions() -> impl Strategy<Value = Permissions> {
    let flags = proptest::sample::subsequence(Permissions::NAMES.to_vec(), 0..=4);
    // An administrator is subject to no overwrite.
    let flags = (flags, 0..4_u8).prop_map(|(flags, turn)| {
        let kept = flags.into_iter().map(|named| named.flag);
        kept.filter(|flag| turn == 0 || *flag != Permissions::ADMINISTRATOR).collect()
    });
    prop_oneof![
        3 => flags,
        1 => Just(Permissions::DEFAULT_FOR_ALL_ROLE),
        1 => Just(Permissions::NONE),
    ]
}

fn an_overwrite() -> impl Strategy<Value = Option<Overwrite>> {
    // More than the form accepts: what is stored may be older than its rules.
    let either = (some_permissions(), some_permissions()).prop_map(|(allow, deny)| Some(Overwrite { allow, deny }));
    let view = Permissions::VIEW_CHANNEL;
    prop_oneof![
        3 => Just(None),
        2 => either,
        1 => Just(Some(Overwrite { allow: view, deny: Permissions::NONE })),
        1 => Just(Some(Overwrite { allow: Permissions::NONE, deny: view })),
    ]
}

fn scripts() -> impl Strategy<Value = Script> {
    let timeout = prop_oneof![4 => Just(None), 1 => Just(Some(0)), 1 => Just(Some(1)), 1 => Just(Some(60_000))];
    (
        proptest::collection::vec(some_permissions(), 1 + ROLES),
        proptest::collection::vec(proptest::collection::vec(proptest::bool::weighted(0.3), ROLES), MEMBERS),
        proptest::collection::vec(proptest::collection::vec(an_overwrite(), 1 + ROLES + PEOPLE), CHANNELS),
        proptest::collection::vec(timeout, PEOPLE),
        proptest::bool::weighted(0.2),
        proptest::bool::weighted(0.3),
        0..MEMBERS,
    )
        .prop_map(|(permissions, held, overwrites, timeouts, is_suspended, requires_second_step, creator)| {
            Script { permissions, held, overwrites, timeouts, is_suspended, requires_second_step, creator }
        })
}

impl Script {
    /// What a person may do in a channel, permission by permission; none for strangers. No one has a second step.
    fn reference(&self, person: usize, channel: usize) -> Option<Permissions> {
        let roles = self.held.get(person)?;
        let roles: Vec<usize> = (0..ROLES).filter(|role| roles[*role]).map(|role| role + 1).collect();
        let is_owner = person == 0;
        let from_roles = |flag: Permissions| {
            let carried = roles.iter().chain(&[0]);
            carried.into_iter().any(|role| self.permissions[*role].contains(flag))
        };
        let rules_all = is_owner || from_roles(Permissions::ADMINISTRATOR);
        let overwrites = &self.overwrites[channel];
        let of_roles: Vec<Overwrite> = roles.iter().filter_map(|role| overwrites[*role]).collect();
        let layers: [Vec<Overwrite>; 3] =
            [overwrites[0].into_iter().collect(), of_roles, overwrites[1 + ROLES + person].into_iter().collect()];
        let here = |flag: Permissions| {
            let is_implied = flag == Permissions::MODERATE_MEMBERS && from_roles(Permissions::MANAGE_SERVER);
            let mut has = from_roles(flag) || is_implied;
            if Permissions::CHANNEL.contains(flag) {
                for layer in &layers {
                    if layer.iter().any(|one| one.allow.contains(flag)) {
                        has = true;
                    } else if layer.iter().any(|one| one.deny.contains(flag)) {
                        has = false;
                    }
                }
            }
            has
        };
        let views = rules_all || here(Permissions::VIEW_CHANNEL);
        let waits = self.requires_second_step && (rules_all || from_roles(Permissions::MANAGE_SERVER));
        let is_timed_out = !is_owner && self.timeouts[person].is_some_and(|rest| rest > 0);
        let flags = Permissions::NAMES.iter().map(|named| named.flag);
        let held = flags.filter(|flag| {
            (rules_all || here(*flag))
                && (views || !Permissions::CHANNEL.contains(*flag))
                && !(waits && Permissions::TO_MANAGE.contains(*flag))
                && (!is_timed_out || *flag == Permissions::VIEW_CHANNEL)
        });
        Some(held.collect())
    }

    fn views(&self, person: usize, channel: usize) -> bool {
        self.reference(person, channel).is_some_and(|held| held.contains(Permissions::VIEW_CHANNEL))
    }
}

struct Place<'h> {
    instance: &'h TestInstance,
    community: Community<'h>,
    people: Vec<Person<'h>>,
    channels: Vec<Channel>,
    hook: TestWebhook<'h>,
}

impl<'h> Place<'h> {
    async fn of(instance: &'h TestInstance, seed: u64, script: &Script) -> Self {
        let mut people = Vec::new();
        for number in 0..PEOPLE {
            people.push(instance.person(&format!("p{seed}n{number}")).await);
        }
        let community = instance.server("Acme", &people[0]).await;
        for person in &people[1..MEMBERS] {
            community.join(person).await;
        }
        let mut channels = vec![community.general.clone()];
        for number in 1..CHANNELS {
            channels.push(community.channel(&format!("side-{number}")).await);
        }
        let hook = {
            let maker = community.role("Maker", Permissions::ADMINISTRATOR, false).await;
            let creator = &people[script.creator];
            community.give(&maker, creator).await;
            let hook = community.webhook(creator, &channels[0]).await;
            community.take(&maker, creator).await;
            hook
        };
        let mut roles: Vec<Role> = vec![community.all().await];
        for number in 0..ROLES {
            roles.push(community.role(&format!("Role {number}"), script.permissions[number + 1], false).await);
        }
        for (person, held) in people.iter().zip(&script.held) {
            for (role, _) in roles[1..].iter().zip(held).filter(|(_, held)| **held) {
                community.give(role, person).await;
            }
        }
        for (channel, overwrites) in channels.iter().zip(&script.overwrites) {
            for (place, overwrite) in overwrites.iter().enumerate() {
                let Some(Overwrite { allow, deny }) = *overwrite else { continue };
                match roles.get(place) {
                    Some(role) => community.overwrite_role(channel, role, allow, deny).await,
                    None => community.overwrite_member(channel, &people[place - roles.len()], allow, deny).await,
                }
            }
        }
        let server_id = community.id();
        let all = (roles[0].id, script.permissions[0].bits());
        let mut further = vec![format!("UPDATE roles SET permissions = {} WHERE id = {}", all.1, all.0)];
        for (person, rest) in people.iter().zip(&script.timeouts) {
            let Some(rest) = rest else { continue };
            let (user_id, ends_at) = (person.id, instance.app.now() + rest);
            further.push(format!(
                "INSERT INTO timeouts (server_id, user_id, ends_at) VALUES ({server_id}, {user_id}, {ends_at})"
            ));
        }
        if script.requires_second_step {
            further.push(format!("UPDATE servers SET requires_second_step = TRUE WHERE id = {server_id}"));
        }
        if script.is_suspended {
            further.push(format!("UPDATE servers SET suspended_at = 1, suspended_for = 'Spam' WHERE id = {server_id}"));
        }
        for sql in further {
            instance.app.db.execute_unprepared(&sql).await.unwrap();
        }
        Self { instance, community, people, channels, hook }
    }

    /// The pages of one person, and what they write.
    async fn check_person(&self, script: &Script, number: usize, context: &str) {
        let (db, id) = (&self.instance.app.db, self.people[number].id);
        let (access, unread) = UserAccess::with_unread_mentions(db, id).await.unwrap();
        let alone = UserAccess::load(db, id).await.unwrap();
        assert_eq!(unread, alone.unread_mentions(db).await.unwrap(), "{context}");
        for access in [&access, &alone] {
            let mut expected = BTreeMap::new();
            for (channel, row) in self.channels.iter().enumerate() {
                if script.views(number, channel) && !script.is_suspended {
                    expected.insert(row.id, script.reference(number, channel).unwrap());
                }
            }
            let visible: BTreeMap<_, _> = access.visible.iter().map(|(id, visible)| (*id, visible.may)).collect();
            assert_eq!(visible, expected, "{context}");
            let of_members = if number < MEMBERS { CHANNELS } else { 0 };
            assert_eq!(access.hidden.len() + access.visible.len(), of_members, "{context}");
        }
        for (place, channel) in self.channels.iter().enumerate() {
            let expected = script.reference(number, place);
            let views = script.views(number, place);
            let counted = u64::from(views && !script.is_suspended);
            assert_eq!(unread.in_channel(channel.id), counted, "{context}");
            let members = Membership::load_all(db, self.community.id(), &[id]).await.unwrap();
            let held = match members.get(&id) {
                Some(membership) => Some(membership.in_channel(db, channel.id).await.unwrap()),
                None => None,
            };
            assert_eq!(held, expected, "{context}");
            match Channel::viewed_by(db, id, channel.id).await {
                Ok((row, membership, here)) => {
                    assert!(views && !script.is_suspended, "{context}");
                    assert_eq!((&row, membership.user_id, Some(here)), (channel, id, expected), "{context}");
                }
                Err(Error::ServerSuspended(_)) => assert!(views && script.is_suspended, "{context}"),
                Err(error) => assert!(matches!(error, Error::NotFound) && !views, "{context}: {error}"),
            }
        }
    }

    /// Who is shown and notified in one channel.
    async fn check_channel(&self, script: &Script, place: usize, context: &str) {
        let (db, channel) = (&self.instance.app.db, &self.channels[place]);
        let ids: Vec<UserId> = self.people.iter().map(|person| person.id).collect();
        let expected: BTreeSet<UserId> =
            (0..PEOPLE).filter(|one| script.views(*one, place)).map(|one| ids[one]).collect();
        let audience = Audience::load(db, &self.community.server, channel).await.unwrap();
        let shown: BTreeSet<UserId> =
            audience.groups.iter().flat_map(|group| &group.people).map(|person| person.id).collect();
        assert_eq!(shown, expected, "{context}");
        let viewers = Channel::viewers(db, channel.id, &ids).await.unwrap();
        let viewers: BTreeSet<UserId> = viewers.into_keys().collect();
        assert_eq!(viewers, if script.is_suspended { BTreeSet::new() } else { expected }, "{context}");
    }

    /// Whom a post into the first channel notifies.
    async fn check_mentions(&self, script: &Script, context: &str) {
        // Nothing is posted in a suspended server.
        if script.is_suspended {
            return;
        }
        let names: Vec<String> = self.people.iter().map(|person| format!("@{}", person.nickname)).collect();
        let answer = self.hook.say(&format!("@all {}", names.join(" ")), &["all", "users"]).await;
        answer.expect(200);
        let message = self.hook.messages().await.pop().unwrap();
        let people = self.people.iter().enumerate().filter(|(number, _)| script.views(*number, 0));
        let mut expected: Vec<_> = people.map(|(_, person)| (MentionTargetKind::User, person.id.get())).collect();
        let creator = script.reference(script.creator, 0).unwrap();
        if creator.contains(Permissions::MENTION_ALL) {
            expected.push((MentionTargetKind::All, self.channels[0].id.get()));
        }
        expected.sort();
        assert_eq!(self.instance.mentions_of(message.id).await, expected, "{context}");
    }
}

/// Shows: random.rights
#[tokio::test]
async fn rights_are_the_same_wherever_they_are_read_and_as_a_slow_reference_says() {
    let instance = TestInstance::open().await;
    for seed in 0..SERVERS {
        let mut runner = TestRunner::new(Config { rng_seed: RngSeed::Fixed(seed), ..Config::default() });
        let script = scripts().new_tree(&mut runner).unwrap().current();
        let place = Place::of(&instance, seed, &script).await;
        let everyone = place.channels.iter().map(|channel| mention::Model {
            kind: MentionTargetKind::All,
            target_id: channel.id.get(),
            message_id: instance.app.id(),
            channel_id: channel.id,
        });
        mention::keep(&instance.app.db, everyone).await.unwrap();
        for number in 0..PEOPLE {
            place.check_person(&script, number, &format!("person {number}, seed {seed}, {script:#?}")).await;
        }
        for channel in 0..CHANNELS {
            place.check_channel(&script, channel, &format!("channel {channel}, seed {seed}, {script:#?}")).await;
        }
        place.check_mentions(&script, &format!("seed {seed}, {script:#?}")).await;
    }
}
