//! Open event streams end, or leave a channel out, as soon as a permission is lost: without a message that wakes them, and
//! long before they check by themselves. On Postgres the change is also made on another node.

use portico::app::App;
use portico_crypto::tokens::Plain;
use portico_rules::chat::permissions::Permissions;
use portico_store::models::accounts::session::Browser as Asking;
use portico_store::models::accounts::trusted_browser::sign_out_others;
use portico_store::models::lifecycle::banning;
use portico_store::models::servers::overwrite::OverwriteDraft;
use portico_store::models::servers::ticked::TickedBoxes;
use portico_store::models::servers::{manage, role};
use portico_store::models::{Channel, Operator, Overwrite, Role, Server, Session, Suspendable};

use crate::support::{Community, ListeningNode, PASSWORD, Person, Stream, TestInstance, hand_over};

const ASKING: Asking<'_> = Asking { user_agent: "Test", address: std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST) };

/// A server of Alice's with a second channel that Bob has open.
struct Scene<'h> {
    alice: Person<'h>,
    bob: Person<'h>,
    acme: Community<'h>,
    side: Channel,
    /// A role of Bob's.
    role: Role,
}

impl Scene<'_> {
    /// Says what the second channel allows and denies, on a node.
    async fn overwrite(&self, node: &App, target: &str, allow: &[&str], deny: &[&str]) {
        let draft = OverwriteDraft { target, allow, deny };
        let (acme, side) = (self.acme.id(), self.side.id);
        Overwrite::set(node, self.alice.id, acme, side, draft).await.unwrap();
    }

    async fn edit_role(&self, node: &App, role: &Role, permissions: &[&str]) {
        let changes = role::RoleChanges {
            name: None,
            mentionable: None,
            permissions: TickedBoxes { sent: permissions, shown: None },
            position: None,
        };
        let (alice, acme) = (self.alice.id, self.acme.id());
        Role::edit(node, alice, acme, role.id, changes).await.unwrap();
    }

    async fn session_of_bob(&self, node: &App) -> Session {
        Session::all_of(node, self.bob.id).await.unwrap().remove(0)
    }
}

/// Where a right is taken away, besides the node that serves the stream.
#[derive(Clone, Copy, PartialEq)]
enum Elsewhere {
    /// On another node, which there is only on Postgres.
    Node,
    /// In any other process, such as the operator's command line.
    Process,
}

/// Runs `take_away` beside open streams of Bob's, on every node there is, and gives the streams to `then`.
async fn each(
    elsewhere: Elsewhere,
    take_away: impl AsyncFn(&Scene<'_>, &App),
    then: impl AsyncFn(&Scene<'_>, &ListeningNode, Stream, Stream),
) {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let mut nodes = vec![&*served.app];
    if instance.is_on_postgres() || elsewhere == Elsewhere::Process {
        nodes.push(&*instance.app);
    }
    for (n, node) in nodes.into_iter().enumerate() {
        let alice = instance.person(&format!("alice{n}")).await;
        let bob = instance.person(&format!("bob{n}")).await;
        let acme = instance.server(&format!("Acme {n}"), &alice).await;
        let side = acme.channel("side").await;
        let role = acme.join_with(&bob, Permissions::NONE).await;
        let scene = Scene { alice, bob, acme, side, role };
        let path = format!("/channels/{}/events", scene.side.id);
        let mut stream = served.listen(&scene.bob, &path).await;
        let said = served.say(&scene.alice, &scene.side, "for all").await;
        assert_eq!(stream.next().await.unwrap().id, said.id.to_string());
        let mut inbox = served.listen(&scene.bob, "/inbox/events?unread=true").await;
        assert_eq!(inbox.next().await.unwrap().data, "0");
        assert!(inbox.next().await.unwrap().data.contains(&scene.side.id.to_string()));
        take_away(&scene, node).await;
        then(&scene, &served, stream, inbox).await;
    }
}

/// The stream of the channel ends, and the inbox no longer tells of it.
async fn ends_the_channel(take_away: impl AsyncFn(&Scene<'_>, &App)) {
    ends_the_channel_with(None, take_away).await;
}

/// The same after an event that says whether the reader was banned, where they are no member any more.
async fn ends_the_channel_with(banned: Option<bool>, take_away: impl AsyncFn(&Scene<'_>, &App)) {
    let then = async |scene: &Scene<'_>, _: &ListeningNode, mut stream: Stream, mut inbox: Stream| {
        if let Some(banned) = banned {
            let event = stream.next().await.unwrap();
            assert_eq!(event.name, "closed");
            let told: serde_json::Value = serde_json::from_str(&event.data).unwrap();
            assert_eq!(told, serde_json::json!({ "server": scene.acme.server.name, "banned": banned }));
        }
        assert_eq!(stream.next().await, None);
        let unread = inbox.next().await.unwrap();
        assert_eq!(unread.name, "unread");
        assert!(!unread.data.contains(&scene.side.id.to_string()), "{unread:?}");
    };
    each(Elsewhere::Node, take_away, then).await;
}

/// Both streams end.
async fn ends_all(elsewhere: Elsewhere, take_away: impl AsyncFn(&Scene<'_>, &App)) {
    let then = async |_: &Scene<'_>, _: &ListeningNode, mut stream: Stream, mut inbox: Stream| {
        assert_eq!(stream.next().await, None);
        assert_eq!(inbox.next().await, None);
    };
    each(elsewhere, take_away, then).await;
}

/// Shows: access.streams
#[tokio::test]
async fn a_stream_ends_when_its_server_is_suspended() {
    ends_the_channel(async |scene, node| {
        let by = Operator::on_terminal("Why");
        let suspended = Suspendable::Server.suspend(node, scene.acme.id().get(), &by).await;
        assert!(suspended.unwrap());
    })
    .await;
}

/// Shows: access.streams
#[tokio::test]
async fn a_stream_ends_when_its_reader_is_banned_from_the_server_and_says_so() {
    ends_the_channel_with(Some(true), async |scene, node| {
        let (alice, acme) = (scene.alice.id, scene.acme.id());
        banning::ban(node, alice, acme, scene.bob.id, "Spam", None).await.unwrap();
    })
    .await;
}

/// Shows: access.streams
#[tokio::test]
async fn a_stream_tells_of_a_time_out_and_of_its_end() {
    let then = async |scene: &Scene<'_>, served: &ListeningNode, mut stream: Stream, _inbox: Stream| {
        let told = stream.next().await.unwrap();
        let until = served.app.now() + 24 * 3_600_000;
        assert_eq!((told.name.as_str(), told.data), ("timeout", until.to_string()));
        let (alice, acme) = (scene.alice.id, scene.acme.id());
        manage::time_out::time_out(&served.app, alice, acme, scene.bob.id, "0").await.unwrap();
        let told = stream.next().await.unwrap();
        assert_eq!((told.name.as_str(), told.data.as_str()), ("timeout", "0"));
    };
    let take_away = async |scene: &Scene<'_>, node: &App| {
        let (alice, acme) = (scene.alice.id, scene.acme.id());
        manage::time_out::time_out(node, alice, acme, scene.bob.id, "24").await.unwrap();
    };
    each(Elsewhere::Node, take_away, then).await;
}

/// Shows: access.streams
#[tokio::test]
async fn a_stream_ends_when_its_reader_is_removed_from_the_server() {
    ends_the_channel_with(Some(false), async |scene, node| {
        let (alice, acme) = (scene.alice.id, scene.acme.id());
        manage::member::remove(node, alice, acme, scene.bob.id).await.unwrap();
    })
    .await;
}

/// Shows: access.streams
#[tokio::test]
async fn a_stream_ends_when_its_reader_leaves_the_server() {
    ends_the_channel_with(Some(false), async |scene, node| {
        manage::member::leave(node, scene.bob.id, scene.acme.id()).await.unwrap();
    })
    .await;
}

/// Shows: access.streams
#[tokio::test]
async fn a_stream_ends_when_the_channel_denies_its_reader() {
    ends_the_channel(async |scene, node| {
        let bob = format!("user:{}", scene.bob.id);
        scene.overwrite(node, &bob, &[], &["view_channel"]).await;
    })
    .await;
}

/// Shows: access.streams
#[tokio::test]
async fn a_stream_ends_when_the_channel_denies_a_role_of_its_reader() {
    for of_all in [true, false] {
        ends_the_channel(async |scene, node| {
            let role = if of_all { scene.acme.all().await.id } else { scene.role.id };
            let role = format!("role:{role}");
            scene.overwrite(node, &role, &[], &["view_channel"]).await;
        })
        .await;
    }
}

/// Shows: access.streams
#[tokio::test]
async fn a_stream_ends_when_a_role_loses_the_permission() {
    ends_the_channel(async |scene, node| {
        let all = scene.acme.all().await;
        scene.edit_role(node, &all, &["send_messages"]).await;
    })
    .await;
}

/// Lets only the role of Bob's see the channel, while its stream is open.
async fn only_by_role(scene: &Scene<'_>, node: &App) {
    let role = format!("role:{}", scene.role.id);
    let all = format!("role:{}", scene.acme.all().await.id);
    scene.overwrite(node, &role, &["view_channel"], &[]).await;
    scene.overwrite(node, &all, &[], &["view_channel"]).await;
}

/// Shows: access.streams
#[tokio::test]
async fn a_stream_ends_when_the_role_that_opened_it_is_deleted() {
    ends_the_channel(async |scene, node| {
        only_by_role(scene, node).await;
        let (alice, acme) = (scene.alice.id, scene.acme.id());
        Role::delete(node, alice, acme, scene.role.id).await.unwrap();
    })
    .await;
}

/// Shows: access.streams
#[tokio::test]
async fn a_stream_ends_when_the_role_that_opened_it_is_taken_from_its_reader() {
    ends_the_channel(async |scene, node| {
        only_by_role(scene, node).await;
        let (alice, acme) = (scene.alice.id, scene.acme.id());
        manage::member::set_roles(node, alice, acme, scene.bob.id, &[]).await.unwrap();
    })
    .await;
}

/// Shows: access.streams
#[tokio::test]
async fn a_stream_continues_while_another_permission_still_allows_the_channel() {
    let then = async |scene: &Scene<'_>, served: &ListeningNode, mut stream: Stream, _: Stream| {
        let said = served.say(&scene.alice, &scene.side, "for the role").await;
        assert_eq!(stream.next().await.unwrap().id, said.id.to_string());
    };
    each(Elsewhere::Node, only_by_role, then).await;
}

/// Shows: access.streams
#[tokio::test]
async fn a_stream_ends_with_its_channel() {
    ends_the_channel(async |scene, node| {
        let (alice, acme) = (scene.alice.id, scene.acme.id());
        Channel::delete(node, alice, acme, scene.side.id).await.unwrap();
    })
    .await;
}

/// Shows: access.streams
#[tokio::test]
async fn a_stream_ends_with_its_server() {
    ends_the_channel(async |scene, node| {
        let server = &scene.acme.server;
        Server::delete(node, scene.alice.id, server.id, &server.name).await.unwrap();
    })
    .await;
}

/// Shows: access.streams
#[tokio::test]
async fn a_stream_of_an_owner_ends_when_the_server_is_handed_over() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let all = acme.all().await;
    let view = Permissions::VIEW_CHANNEL;
    acme.overwrite_role(&acme.general, &all, Permissions::NONE, view).await;
    let path = format!("/channels/{}/events", acme.general.id);
    let mut stream = served.listen(&alice, &path).await;
    let said = served.say(&alice, &acme.general, "mine").await;
    assert_eq!(stream.next().await.unwrap().id, said.id.to_string());
    hand_over(&served.app, acme.id(), &alice, &bob).await;
    assert_eq!(stream.next().await, None);
}

/// Shows: access.streams
#[tokio::test]
async fn an_open_page_of_a_new_owner_learns_of_the_channels_that_they_may_now_see() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let mut nodes = vec![&*served.app];
    if instance.is_on_postgres() {
        nodes.push(&*instance.app);
    }
    for (n, node) in nodes.into_iter().enumerate() {
        let alice = instance.person(&format!("alice{n}")).await;
        let bob = instance.person(&format!("bob{n}")).await;
        let acme = instance.server(&format!("Acme {n}"), &alice).await;
        acme.join(&bob).await;
        let hidden = acme.hidden_channel("plans").await;
        served.say(&alice, &hidden, "for the owner").await;
        let mut inbox = served.listen(&bob, "/inbox/events?unread=true").await;
        assert_eq!(inbox.next().await.unwrap().data, "0");
        let before = inbox.next().await.unwrap().data;
        assert!(!before.contains(&hidden.id.to_string()), "{before}");
        hand_over(node, acme.id(), &alice, &bob).await;
        let after = inbox.next().await.unwrap();
        assert_eq!(after.name, "unread");
        assert!(after.data.contains(&hidden.id.to_string()), "{after:?}");
    }
}

/// Shows: access.streams, sessions.streams-end
#[tokio::test]
async fn streams_end_when_their_reader_signs_out() {
    ends_all(Elsewhere::Node, async |scene, node| {
        scene.session_of_bob(node).await.end(node).await.unwrap();
    })
    .await;
}

/// Shows: access.streams, sessions.streams-end
#[tokio::test]
async fn streams_end_when_their_session_is_ended_from_another_browser() {
    ends_all(Elsewhere::Process, async |scene, node| {
        let id = scene.session_of_bob(node).await.id;
        Session::end_one(node, scene.bob.id, id, ASKING).await.unwrap();
    })
    .await;
    ends_all(Elsewhere::Process, async |scene, node| {
        let other = Session::start(node, &scene.bob.user, ASKING).await.unwrap().0;
        assert_eq!(sign_out_others(node, &other, None, ASKING).await.unwrap(), 1);
    })
    .await;
}

/// Shows: access.streams, sessions.streams-end
#[tokio::test]
async fn streams_end_when_the_password_was_changed() {
    ends_all(Elsewhere::Process, async |scene, node| {
        let (old, new) = (Plain::from(PASSWORD), Plain::from("another bridge in the snow"));
        let bob = scene.bob.user.clone();
        let session = scene.session_of_bob(node).await;
        bob.change_password(node, &node.security_log, &session, &old, &new, ASKING).await.unwrap();
    })
    .await;
    ends_all(Elsewhere::Process, async |scene, node| {
        let new = Plain::from("another bridge in the snow");
        scene.bob.user.reset_password(node, &new, &portico_store::models::Operator::TERMINAL).await.unwrap();
    })
    .await;
}

/// Shows: access.streams, sessions.streams-end
#[tokio::test]
async fn streams_end_when_the_session_is_renewed_with_the_password() {
    ends_all(Elsewhere::Node, async |scene, node| {
        let session = scene.session_of_bob(node).await;
        session.renew(node, &scene.bob.user, ASKING).await.unwrap();
    })
    .await;
}

/// Shows: access.streams, disabled.sessions
#[tokio::test]
async fn streams_end_when_the_operator_disables_the_account() {
    ends_all(Elsewhere::Process, async |scene, node| {
        assert!(scene.bob.user.disable(node, &portico_store::models::Operator::TERMINAL).await.unwrap());
    })
    .await;
}

/// Shows: access.streams
#[tokio::test]
async fn streams_end_when_the_account_is_deleted() {
    ends_all(Elsewhere::Node, async |scene, node| {
        let bob = scene.bob.user.clone();
        let (password, nickname) = (Plain::from(PASSWORD), scene.bob.nickname.clone());
        let session = scene.session_of_bob(node).await;
        bob.delete_account(node, &node.security_log, &session, &password, &nickname, ASKING).await.unwrap();
    })
    .await;
}

/// Shows: access.streams
#[tokio::test]
async fn messages_after_a_lost_permission_are_not_sent() {
    let then = async |scene: &Scene<'_>, served: &ListeningNode, mut stream: Stream, mut inbox: Stream| {
        served.say(&scene.alice, &scene.side, "not for bob").await;
        assert_eq!(stream.next().await, None);
        let unread = inbox.next().await.unwrap();
        assert!(!unread.data.contains(&scene.side.id.to_string()), "{unread:?}");
    };
    let take_away = async |scene: &Scene<'_>, node: &App| {
        let bob = format!("user:{}", scene.bob.id);
        scene.overwrite(node, &bob, &[], &["view_channel"]).await;
    };
    each(Elsewhere::Process, take_away, then).await;
}
