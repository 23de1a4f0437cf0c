// Channels and inboxes: full, empty, with old and new messages, and read-only.

import { send } from "../actor.mjs";
import { sending } from "../walk.mjs";

export async function chat(cast) {
  const host = await cast.join({ nickname: "host", name: "Hedda Host" });
  const guest = await cast.join({ nickname: "guest", name: "Gustav Guest" });
  // Nothing that others read or write at the same time changes the inbox that is looked at.
  const sleeper = await cast.join({ nickname: "sleeper", name: "Sofie Sleeper" });
  const late = await cast.join({ nickname: "latecomer", name: "Lars Latecomer" });
  const shut = await cast.join({ nickname: "shut_out", name: "Sven Shut-out" });
  const quiet = await cast.join({ nickname: "founder", name: "Frida Founder" });
  const server = await host.server("Night Watch");
  const crew = await host.role(server, "Crew");
  await host.invite(server, [guest, late, sleeper], [crew]);
  const log = await host.channel(server, "log", "Everything that happens between ten and six");
  const short = await host.channel(server, "short");
  const empty = await quiet.server("Friday builders");

  const closed = await host.server("Closed for the winter");
  await host.invite(closed, [shut]);
  const all = await host.roleNamed(closed, "Everyone");
  await host.overwrite(closed, closed.general, `role:${all}`, { deny: ["view_channel"] });

  // A long night, of which one has read the beginning, another one most.
  const watch = await host.webhook(log, "Watch");
  const night = await send(watch.url, { content: "22:00 The watch begins." });
  for (const person of [guest, late]) {
    await person.post(`/channels/${log}/read`, { up_to: night.message.id });
  }
  for (let turn = 0; turn < 70; turn += 1) {
    const hour = String((22 + Math.floor(turn / 6)) % 24).padStart(2, "0");
    await send(watch.url, { content: `${hour}:${turn % 6}0 Round ${turn}: all quiet on the **north pier**. @sleeper`, allowedMentions: { parse: ["users"] } });
  }
  await host.say(short, "Anybody awake?");
  const [seen] = await host.messages(short);
  await guest.post(`/channels/${short}/read`, { up_to: seen });
  await host.say(short, "@Crew the kettle is on.");
  await host.say(short, "And there is cake, @guest.");
  await host.say(short, "```\nberth 12   09:00 to 12:00   Ebb\nberth 12   11:30 to 14:00   Flood\n```\n> Two boats in one berth\n1. one\n2. two");
  const newest = await host.messages(log);

  // A message that is corrected twice.
  const status = await host.channel(server, "status");
  const deploys = await host.webhook(status, "Deploys");
  const { message } = await send(deploys.url, { content: "Deploy 7: **running**", name: "Night deploys", cards: [{ color: "#bf8700", title: "Step 1 of 2", text: "Building" }] });
  await send(deploys.url, { content: "Deploy 8 waits for it.", name: "Night deploys" });
  const correct = (payload) => send(`${deploys.url}/messages/${message.id}`, payload, {}, "PATCH");
  await correct({ content: "Deploy 7: **running**", cards: [{ color: "#bf8700", title: "Step 2 of 2", text: "Testing" }] });
  await correct({ content: "Deploy 7: **done** after 4 minutes", cards: [{ color: "#2da44e", title: "Deployed", text: "All 312 tests passed.", fields: [{ name: "Branch", value: "`main`", inline: true }, { name: "Took", value: "4 min", inline: true }] }] });

  // What a moderator sees: their own message, someone else's, slow mode, and the pages of the forms.
  const market = await host.channel(server, "market");
  const spam = await host.webhook(market, "Cheap watches");
  await host.say(market, "Only what you made yourself, please.");
  const [own] = await host.messages(market);
  await guest.say(market, "Two jars of plum jam, @host.");
  for (let turn = 0; turn < 3; turn += 1) await send(spam.url, { content: `Watches, offer ${turn}` });
  await host.post(`/servers/${server.id}/settings/channels/${market}`, { name: "market", topic: "", slow_mode: "300" });
  const sold = await host.messages(market);
  const removals = `/channels/${market}/messages/delete`;

  const lost = await host.channel(server, "lost-property");
  // In the other one, every look of a state removes all messages of its author.
  const found = await host.channel(server, "found-property");

  // A pest: reported, blocked by one, and seen by those who moderate.
  const pest = await cast.join({ nickname: "pest", name: "Pia Pest" });
  await host.invite(server, [pest]);
  const pier = await host.channel(server, "pier");
  await pest.say(pier, "Cheap **anchors** at my stall, @guest!");
  const [anchors] = await host.messages(pier);
  await guest.post(`/channels/${pier}/messages`, { content: "Not here, please.", reply_to: anchors });
  await pest.say(pier, "Anchors, last chance");
  const [lastChance] = (await host.messages(pier)).slice(-1);
  for (const [person, reason] of [[guest, "Sells anchors all night.\nAgain and again."], [sleeper, "Spam"]]) {
    await person.post(`/channels/${pier}/messages/${anchors}/report`, { reason });
  }
  await guest.post(`/channels/${pier}/messages/${lastChance}/report`, { reason: "The same" });
  await pest.post(`/channels/${pier}/messages/${lastChance}/delete`);
  await late.post("/settings/blocked", { user_id: pest.id });
  const reports = `/servers/${server.id}/settings/reports`;

  const search = `/servers/${server.id}/search`;
  const composer = "form.composer";
  const channel = `/channels/${short}`;
  return [
    { page: "Channel", state: "empty", as: quiet, path: `/channels/${empty.general}` },
    { page: "Channel", state: "more than sixty messages", as: host, path: `/channels/${log}` },
    { page: "Channel", state: "older messages", as: host, path: `/channels/${log}?before=${newest[0]}` },
    { page: "Channel", state: "around one message", as: host, path: `/channels/${log}?around=${newest[5]}` },
    { page: "Channel", state: "unread far above", as: late, path: `/channels/${log}` },
    { page: "Channel", state: "unread line", as: guest, path: channel },
    {
      page: "Channel", state: "a message that is too long", as: host, path: channel, status: 422,
      act: sending(composer, { content: "W".repeat(4001) }),
    },
    {
      page: "Channel", state: "a message without anything in it", as: host, path: channel, status: 422,
      act: sending(composer, { content: "  " }),
    },
    { page: "Channel", state: "an edited message, as its manager", as: host, path: `/channels/${status}` },
    { page: "Channel", state: "an edited message", as: guest, path: `/channels/${status}` },
    { page: "Versions of a message", state: "edited twice", as: host, path: `/channels/${status}/messages/${message.id}/versions` },
    { page: "Message", state: "one’s own", as: host, path: `/channels/${market}/messages/${own}` },
    { page: "Message", state: "a webhook’s, as a moderator", as: host, path: `/channels/${market}/messages/${sold.at(-1)}` },
    { page: "Message", state: "someone else’s", as: guest, path: `/channels/${market}/messages/${own}` },
    {
      page: "Message", state: "an edit that is too long", as: host, path: `/channels/${market}/messages/${own}`, status: 422,
      act: sending('form[data-in-place="edit"]', { content: "W".repeat(4001) }),
    },
    { page: "Channel", state: "replying to a message", as: guest, path: `/channels/${market}?around=${own}&reply=${own}` },
    { page: "Channel", state: "replies", as: host, path: `/channels/${market}`, act: replied },
    { page: "Channel", state: "a reply to a deleted message", as: guest, path: `/channels/${market}?reply=${own}`, status: 422, act: sending(composer, { content: "Hm", reply_to: "1" }) },
    { page: "Channel", state: "slow mode, as a member", as: guest, path: `/channels/${market}` },
    { page: "Channel", state: "the menu of a message", as: host, path: `/channels/${market}`, act: opened },
    { page: "Channel", state: "a message that is edited in its place", as: host, path: `/channels/${market}`, act: edited },
    { page: "Channel", state: "removing many messages", as: host, path: `/channels/${market}`, act: removing },
    { page: "Channel", state: "a message was deleted", as: host, path: `/channels/${found}`, act: erased },
    { page: "Remove messages", state: "choosing the author", as: host, path: removals },
    { page: "Remove messages", state: "counted, from a message on", as: host, path: `${removals}?author=webhook:${spam.id}&since=message:${sold.at(-2)}` },
    { page: "Remove messages", state: "without an author", as: host, path: `${removals}?author=webhook:7`, status: 422, act: sending(`form[action="${removals}"]`, {}) },
    { page: "Channel", state: "after messages were removed", as: host, path: `/channels/${lost}`, act: removed },
    { page: "Channel", state: "that isn’t there", as: host, path: "/channels/1", status: 404 },
    { page: "Message", state: "a report without a reason", as: host, path: `/channels/${pier}/messages/${anchors}`, status: 422, act: sending('form[data-in-place="report"]', { reason: "" }) },
    { page: "Message", state: "of a blocked person", as: late, path: `/channels/${pier}/messages/${anchors}` },
    { page: "Channel", state: "blocked messages", as: late, path: `/channels/${pier}` },
    { page: "Channel", state: "a blocked message that is shown", as: late, path: `/channels/${pier}`, act: (page) => page.locator(".blocked summary").first().click() },
    { page: "Channel", state: "the card of a person", as: host, path: `/channels/${pier}`, act: withCard },
    { page: "Search", state: "a blocked message", as: late, path: `${search}?q=anchors` },
    { page: "Blocked people", state: "one", as: late, path: "/settings/blocked" },
    { page: "Blocked people", state: "none", as: sleeper, path: "/settings/blocked" },
    { page: "Person", state: "as a moderator", as: host, path: `/channels/${pier}/members/${pest.id}` },
    { page: "Person", state: "as a member, blocked", as: late, path: `/channels/${pier}/members/${pest.id}` },
    { page: "Person", state: "oneself", as: pest, path: `/channels/${pier}/members/${pest.id}` },
    { page: "Reports", state: "two", as: host, path: reports },
    { page: "Reports", state: "without a decision", as: host, path: reports, status: 422, act: sending(`form[action^="${reports}/"]`, { decision: "" }) },
    { page: "Reports", state: "none", as: quiet, path: `/servers/${empty.id}/settings/reports` },
    { page: "Members in a channel", state: "with and without roles", as: guest, path: `${channel}/members` },
    { page: "Members in a channel", state: "one group", as: host, path: `${channel}/members?group=none` },
    { page: "Members in a channel", state: "of a group that isn’t there", as: host, path: `${channel}/members?group=7`, status: 404 },
    { page: "Channel", state: "with its members", as: host, path: channel, act: withMembers },
    { page: "Channel", state: "the list of shortcuts", as: host, path: channel, act: withShortcuts },
    { page: "Search", state: "nothing asked for yet", as: guest, path: search },
    { page: "Search", state: "more than a page of results", as: guest, path: `${search}?q=${encodeURIComponent('quiet "north pier" in:log')}` },
    { page: "Search", state: "results of several authors", as: host, path: `${search}?q=one` },
    { page: "Search", state: "the end of the results", as: guest, path: `${search}?q=quiet&before=${newest[0]}` },
    { page: "Search", state: "no results", as: guest, path: `${search}?q=submarine` },
    { page: "Search", state: "something was left out", as: guest, path: `${search}?q=${encodeURIComponent("kettle before:yesterday mentions:someone 🎉")}` },
    { page: "Search", state: "that isn’t there", as: guest, path: "/servers/1/search", status: 404 },
    { page: "Server", state: "no channel is open", as: shut, path: `/servers/${closed.id}` },
    { page: "Server", state: "no channel is open, as its manager", as: await manager(cast, host, closed), path: `/servers/${closed.id}` },
    { page: "Inbox", state: "more than fifty mentions", as: sleeper, path: "/inbox" },
    { page: "Inbox", state: "its last page", as: sleeper, path: await older(sleeper) },
    { page: "Inbox", state: "beyond its last page", as: guest, path: "/inbox?before=1" },
    { page: "Inbox", state: "mentions of a role", as: late, path: "/inbox" },
  ];
}

/** The card of the first author who isn’t the reader: with scripts over the channel, without a page. */
async function withCard(page) {
  await page.locator(".author-link").first().click();
  await page.locator("[data-person-card]").waitFor();
}

/** A user who may change a server, and see none of its channels. */
async function manager(cast, host, server) {
  const person = await cast.join({ nickname: "caretaker", name: "Clara Caretaker" });
  const role = await host.role(server, "Caretakers", ["manage_server"]);
  await host.invite(server, [person], [role]);
  return person;
}

/** Opens the menu of the last message. */
async function opened(page) {
  await page.locator(".message").last().hover();
  await page.locator(".message-more").last().click();
  await page.locator(".message-menu").waitFor();
}

async function edited(page) {
  await page.locator(".message-more").first().focus();
  await page.locator(".message-more").first().press("Enter");
  await page.locator(".message-menu [data-act=edit]").click();
  await page.locator(".message-edit textarea:focus").waitFor();
}

async function removing(page) {
  await opened(page);
  await page.locator(".message-menu [data-act=remove]").click();
  await page.locator("dialog[open] .removal-count").first().waitFor();
}

let mittens = 0;

/** Writes a message, and deletes it in its place. Other looks do so at the same time. */
async function erased(page) {
  mittens += 1;
  const text = `Found: mitten number ${mittens}, red.`;
  await page.locator(".composer textarea").fill(text);
  await page.locator(".composer textarea").press("Enter");
  const message = page.locator("[data-message-id]", { hasText: text });
  await message.hover();
  await message.locator(".message-more").click();
  await page.locator('.message-menu form[data-in-place="delete"] button').click();
  await page.locator(".toast").waitFor();
}

/** Opens the panel of members where there is room, and goes back to the window that the walk chose. */
async function withMembers(page) {
  const chosen = page.viewportSize();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.locator("[data-members-link][aria-expanded]").click();
  await page.locator(".chat-members [data-member]").first().waitFor();
  // For the states after this one it is closed.
  await page.evaluate(() => localStorage.clear());
  await page.setViewportSize(chosen);
}

async function withShortcuts(page) {
  // The shortcuts start once the page has loaded; until then, the link leads to another page.
  await page.locator(".menu-panel [data-shortcuts-link][aria-haspopup]").waitFor({ state: "attached" });
  await page.locator(".top .menu > summary").click();
  await page.locator(".menu-panel [data-shortcuts-link]").click();
  await page.locator("dialog[open] kbd").first().waitFor();
}

/** Writes a message, a reply to it, and a reply to one that is deleted then. */
async function replied(page) {
  await page.evaluate(async (here) => {
    const send = (path, fields) => fetch(here + path, { method: "POST", body: new URLSearchParams(fields) });
    const say = async (fields) => {
      const shown = new DOMParser().parseFromString(await (await send("/messages", fields)).text(), "text/html");
      return [...shown.querySelectorAll("[data-message-id]")].at(-1).dataset.messageId;
    };
    const first = await say({ content: `Two kettles, **one** of them dented: ${"come and look ".repeat(20)}` });
    const doomed = await say({ content: "Sold!", reply_to: first, notify: "on" });
    await say({ content: "To whom?", reply_to: doomed });
    await send(`/messages/${doomed}/delete`, {});
    await say({ content: "I take the dented one.", reply_to: first });
  }, new URL(page.url()).pathname);
  await page.reload();
  await page.locator(".message-reply").first().waitFor();
}

/** Writes a message, and removes it in the same way as a moderator would. */
async function removed(page) {
  const address = await page.evaluate(async (here) => {
    const send = (path, fields) => fetch(here + path, { method: "POST", body: new URLSearchParams(fields) });
    const answer = await send("/messages", { content: "Lost: one mitten, red." });
    const shown = new DOMParser().parseFromString(await answer.text(), "text/html");
    const { author } = [...shown.querySelectorAll("[data-author]")].at(-1).dataset;
    return (await send("/messages/delete", { author, since: "hour" })).url;
  }, new URL(page.url()).pathname);
  await page.goto(address);
  await page.locator("[data-removed]").waitFor();
}

async function older(person) {
  return (await person.read("/inbox")).match(/rel="next" href="([^"]+)"/)[1];
}
