//! The messages of the demo's community in its last days, from people and webhooks.
//! The people are in `community`; which mentions fire is decided by the usual rules.

use super::community::Community;
use super::webhook::Webhooks;
use crate::app::App;
use portico_platform::error::Result;
use portico_rules::chat::mentions::OptIn;
use portico_rules::clock::{Clock, Millis};
use portico_store::posting;

const MINUTE: Millis = 60_000;

/// Age of the community in minutes.
const FOUNDED: Millis = 9 * DAY;

/// When the community was created.
pub(super) fn founded_at(now: Millis) -> Millis {
    now - FOUNDED * MINUTE
}

/// One message.
struct DemoMessage {
    minutes_ago: Millis,
    from: From,
    text: &'static str,
}

enum From {
    /// A user, in a channel.
    Person(&'static str, &'static str),
    /// The webhook of the build servers, with a name of its own if there is one.
    Builds(Option<&'static str>, OptIn),
    /// The webhook of the weather service.
    Weather(OptIn),
}

const fn message(
    minutes_ago: Millis,
    channel: &'static str,
    nickname: &'static str,
    text: &'static str,
) -> DemoMessage {
    DemoMessage { minutes_ago, from: From::Person(channel, nickname), text }
}

const fn built(minutes_ago: Millis, opt_in: OptIn, text: &'static str) -> DemoMessage {
    DemoMessage { minutes_ago, from: From::Builds(None, opt_in), text }
}

const fn deployed(minutes_ago: Millis, opt_in: OptIn, text: &'static str) -> DemoMessage {
    DemoMessage { minutes_ago, from: From::Builds(Some("Deploys"), opt_in), text }
}

const fn forecast(minutes_ago: Millis, opt_in: OptIn, text: &'static str) -> DemoMessage {
    DemoMessage { minutes_ago, from: From::Weather(opt_in), text }
}

const USERS: OptIn = OptIn { all: false, roles: false, users: true };
const USERS_AND_ROLES: OptIn = OptIn { all: false, roles: true, users: true };

const HOUR: Millis = 60;
const DAY: Millis = 24 * HOUR;

/// From oldest to newest. `{nickname}` is replaced by that user's ID.
const MESSAGES: &[DemoMessage] = &[
    message(
        8 * DAY,
        "announcements",
        "mira",
        "Welcome to Harbour Works. This is where the tide board, the ferry times and the berth bookings are made. Say hello in general.",
    ),
    message(8 * DAY - 20, "general", "tomasz", "Hello everyone. I keep the crane sensors honest."),
    message(8 * DAY - 34, "general", "aiko", "Hi! Ferry times are mine. If a boat is late, it is the sea's fault."),
    message(8 * DAY - 41, "general", "diego", "Diego, berths and bookings. Also bread on Fridays."),
    message(
        8 * DAY - 3 * HOUR,
        "council",
        "lena.k",
        "Noor and I go through the requests on Mondays. @jonas, could you sit in for the budget?",
    ),
    message(8 * DAY - 4 * HOUR, "council", "jonas", "Gladly. Reading along from now on."),
    message(
        7 * DAY,
        "builds",
        "aiko",
        "The build machines post here from today. They mention people only where somebody has to do something.",
    ),
    built(7 * DAY - 12, OptIn::NOTHING, "Build 198 passed in 4 min 12 s.\nBranch: tide-board"),
    built(7 * DAY - 5 * HOUR, USERS, "Build 199 failed: test `neap_tide_rounds_down`.\nLast change by @<{tomasz}>."),
    message(7 * DAY - 5 * HOUR - 9, "builds", "tomasz", "Mine. I rounded the wrong way round."),
    built(7 * DAY - 6 * HOUR, OptIn::NOTHING, "Build 200 passed in 4 min 03 s."),
    message(7 * DAY - 6 * HOUR - 2, "builds", "sam", "Two hundred!"),
    message(6 * DAY, "off-topic", "diego", "Rye or wheat this Friday?"),
    message(6 * DAY - 11, "off-topic", "chloe_m", "Rye. Always rye."),
    message(6 * DAY - 13, "off-topic", "jonas", "Wheat, if I may vote at all."),
    message(6 * DAY - 26, "off-topic", "diego", "Two loaves it is. @chloe_m one is yours."),
    forecast(6 * DAY - 2 * HOUR, OptIn::NOTHING, "Today: south-west 4, gusts 6. Waves 0.8 m. High water 14:20."),
    message(
        5 * DAY,
        "general",
        "priya",
        "I moved the alert thresholds into the settings page, so nobody has to ask me any more. @Engineers please have a look before Thursday.",
    ),
    message(5 * DAY - 31, "general", "kwame", "Looked. The gust limit accepts negative numbers."),
    message(5 * DAY - 33, "general", "priya", "Of course it does. Fixing."),
    message(5 * DAY - 36, "general", "priya", "It takes `0` to `12` now, and says so."),
    built(5 * DAY - 2 * HOUR, OptIn::NOTHING, "Build 204 passed in 4 min 20 s.\nBranch: gust-limit"),
    deployed(
        5 * DAY - 3 * HOUR,
        USERS_AND_ROLES,
        "Version 2.3 is out: thresholds on the settings page. @On call, the graphs are yours for the next hour.",
    ),
    message(5 * DAY - 3 * HOUR - 4, "builds", "sam", "Watching."),
    message(
        4 * DAY,
        "announcements",
        "noor",
        "@all The harbour office is closed on Monday. Bookings stay open, answers come on Tuesday.",
    ),
    message(4 * DAY - HOUR, "general", "ruth", "Is there a way to see only the berths with power?"),
    message(4 * DAY - HOUR - 7, "general", "diego", "Not yet, @ruth. Good idea though, I'll write it down."),
    forecast(
        4 * DAY - 5 * HOUR,
        OptIn::EVERYTHING,
        "Gale warning from 18:00: west 8, gusts 10. @all please secure loose gear. @Stewards, the north pier closes at 17:00.",
    ),
    message(
        4 * DAY - 5 * HOUR - 3,
        "general",
        "aiko",
        "That one tried to call everybody. It can't, and that's on purpose: I set the webhook up, and I may not mention all.",
    ),
    message(
        4 * DAY - 5 * HOUR - 6,
        "general",
        "lena.k",
        "> Gale warning from 18:00: west 8, gusts 10.\n@all What it said: the north pier closes at 17:00. Thanks, @aiko.",
    ),
    message(
        3 * DAY,
        "general",
        "chloe_m",
        "Everything still in place this morning. One fender lost, found again by @sam.",
    ),
    message(3 * DAY - 4, "general", "sam", "It had swum all the way to berth 30."),
    built(
        3 * DAY - 2 * HOUR,
        USERS,
        "**Build 207 failed**: 3 tests in `bookings::overlap`.\n```\nberth 12   09:00 to 12:00   Ebb\nberth 12   11:30 to 14:00   Flood\n```\nLast change by @<{diego}>, reviewed by @<{priya}>.",
    ),
    message(
        3 * DAY - 2 * HOUR - 5,
        "rides",
        "sam",
        "@all Sunday at nine, from the old mill. Flat, along the dike, with the wind on the way back.",
    ),
    message(3 * DAY - 2 * HOUR - 11, "rides", "ruth", "I'm in. @chloe_m, your turn with the cake."),
    message(3 * DAY - 2 * HOUR - 15, "builds", "diego", "Two boats in one berth. In my defence, they were small."),
    built(3 * DAY - 4 * HOUR, OptIn::NOTHING, "Build 208 passed in 4 min 31 s."),
    message(2 * DAY, "council", "noor", "Three requests for the winter berths. @mira, we need your word on the price."),
    message(2 * DAY - 2 * HOUR, "council", "mira", "As last year. If anyone asks, it was the council's idea."),
    message(
        2 * DAY - 6 * HOUR,
        "off-topic",
        "kwame",
        "First time on the small ferry today. Why did nobody tell me about the bell?",
    ),
    message(2 * DAY - 6 * HOUR - 1, "off-topic", "aiko", "Everybody has to find out about the bell alone."),
    built(DAY + 5 * HOUR, OptIn::NOTHING, "Build 211 passed in 4 min 08 s.\nBranch: power-filter"),
    message(DAY + 4 * HOUR, "general", "diego", "Berths with power can be filtered now. @ruth, that was you."),
    message(DAY + 3 * HOUR, "general", "ruth", "Found one at once. Thank you!"),
    deployed(
        DAY + 2 * HOUR,
        USERS_AND_ROLES,
        "**Version 2.4 is out**\n- filter for berths with power\n- a [help page](https://harbour.example/help) that tells how\n\n@On call, please watch the graphs. @Stewards, the help page is yours.",
    ),
    message(DAY + 2 * HOUR - 6, "builds", "priya", "Graphs are flat, as they should be."),
    forecast(20 * HOUR, OptIn::NOTHING, "Tomorrow: south 3, sunny spells. Waves 0.4 m. High water 17:05."),
    message(
        6 * HOUR,
        "general",
        "tomasz",
        "Crane 2 reports a weight of minus four tons. Either it has learnt to fly or the sensor is wet.",
    ),
    message(6 * HOUR - 3, "general", "sam", "Drying it."),
    message(
        5 * HOUR,
        "off-topic",
        "diego",
        "It is Friday somewhere. Bread is in the kitchen, @mira has the first slice.",
    ),
    built(3 * HOUR, OptIn::NOTHING, "Build 213 passed in 4 min 17 s.\nBranch: sunday-rides"),
    message(
        2 * HOUR,
        "general",
        "kwame",
        "Sunday Rides now lets people sign in with this chat. It asks for nothing but who I am.",
    ),
    message(
        2 * HOUR - 5,
        "rides",
        "sam",
        "The list is on our own site now. You sign in with this chat, there is nothing to fill in.",
    ),
    message(
        2 * HOUR - 8,
        "general",
        "chloe_m",
        "And it showed me exactly what it would get, before it got it. I like that.",
    ),
    message(HOUR, "council", "lena.k", "@mira, the winter list is ready for you to sign."),
    built(
        40,
        USERS,
        "Build 214 passed. @<{mira}>, your turn: the release waits for your approval.\nNobody was called by @all here, and @nobody-of-that-name neither.",
    ),
    message(25, "builds", "priya", "Whenever you are ready, @mira. @On call is awake."),
    message(12, "general", "aiko", "Low water at six, for those who want to see the old mill stones."),
];

/// Sends all messages, on a clock that ends a few minutes before `now`.
pub(super) async fn send_all(
    app: &App,
    clock: &Clock,
    now: Millis,
    community: &Community,
    webhooks: &Webhooks,
) -> Result<()> {
    for line in MESSAGES {
        clock.set(now - line.minutes_ago * MINUTE);
        let text = with_ids(line.text, community);
        match line.from {
            From::Person(channel, nickname) => {
                let person = community.person(nickname)?.user.id;
                posting::post(app, person, community.channel(channel)?.id, &text).await?;
            }
            From::Builds(name, opt_in) => webhooks.builds.post(app, &text, name, opt_in).await?,
            From::Weather(opt_in) => webhooks.weather.post(app, &text, None, opt_in).await?,
        }
    }
    Ok(())
}

fn with_ids(text: &str, community: &Community) -> String {
    community.people.iter().fold(text.to_owned(), |text, person| {
        let placeholder = format!("{{{}}}", person.user.nickname);
        text.replace(&placeholder, &person.user.id.to_string())
    })
}
