// What users do with a server, each task from the first page to the end: it is created, set up,
// joined, moderated, left and deleted, and its members write to each other.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { post, task } from "./people.mjs";
import { start } from "./portico.mjs";

const portico = await start();
after(() => portico.close());

const { people, channels, server, webhook } = portico.demo;

/** The path of a channel of the demo. */
const channel = (name) => `/channels/${channels.find((found) => found.name === name).id}`;

task(portico, "a server is created, set up, joined, moderated and deleted", async (come, { turn }) => {
  const founder = await come("founder");
  const name = `Boathouse ${turn}`;
  await founder.visit("/sign-up");
  await founder.signUp();
  await founder.header("/chat");
  await founder.fill("name", "Boat house");
  await founder.press("/servers");
  await founder.unfold();
  await founder.follow(founder.main.locator(".channels-head a"));
  const settings = new URL(founder.page.url()).pathname;
  await founder.fill("name", name);
  await founder.press("/settings");
  await founder.told();

  await founder.follow(`${settings}/channels`);
  await founder.fill("name", "notices");
  await founder.fill("topic", "What hangs on the door");
  await founder.press("/channels");
  await founder.told("#notices");
  await founder.follow(founder.main.getByRole("link", { name: "notices", exact: true }));
  const everyone = founder.main.locator("[data-grid-row]").first();
  const deny = everyone.locator('[name$="/send_messages"][value="deny"]');
  await deny.check({ force: true });
  await founder.press(founder.main.getByRole("button", { name: "Save permissions" }));
  await founder.told();
  assert.ok(await deny.isChecked());

  await founder.follow(`${settings}/roles`);
  await founder.fill("name", "Crew");
  await founder.field("mentionable").check();
  await founder.press("/roles");
  await founder.told("Crew");
  await founder.follow(`${settings}/invites`);
  await founder.press("/invites");
  const invite = await founder.text("#invite-url");

  // The invited user has no account yet: they sign up, and are a member.
  // Once they are removed, the page of the channel may notice before it is left.
  const guest = await come("guest", { allow: [/^response 403 GET/, /^response 404 (GET \S+\/events\?|HEAD)/] });
  await guest.visit(invite);
  await guest.follow("/sign-up");
  await guest.signUp();
  await guest.say("Here I am");
  await guest.unfold();
  assert.equal(await guest.main.locator(`a[href="${settings}"]`).count(), 0);
  await guest.follow(guest.main.getByRole("link", { name: "notices" }));
  assert.equal(await guest.text(".chat-topic"), "What hangs on the door");
  assert.equal(await guest.main.locator(".composer").count(), 0);
  await guest.visit(`${settings}/audit`);
  assert.equal(await guest.main.locator(".audit-entry").count(), 0);

  await founder.follow(`${settings}/members`);
  await founder.fill("q", guest.nickname.slice(0, 4));
  await founder.press("/members");
  await founder.follow(founder.main.getByRole("link", { name: guest.name }));
  await founder.main.getByRole("checkbox", { name: "Crew" }).check();
  await founder.press(new URL(founder.page.url()).pathname);
  await founder.told();

  await founder.follow(`${settings}/audit`);
  const kinds = () =>
    founder.main.locator(".audit-entry").evaluateAll((entries) => entries.map((entry) => entry.dataset.audit));
  const all = await kinds();
  assert.ok(all.length >= 6, all.join());
  await founder.field("action").selectOption("role_created");
  await founder.press("/audit");
  assert.deepEqual(await kinds(), ["role_created"]);
  await founder.field("action").selectOption("member_removed");
  await founder.press("/audit");
  assert.deepEqual(await kinds(), []);
  await founder.follow(founder.main.locator(".empty a"));
  assert.deepEqual(await kinds(), all);

  await guest.visit("/servers");
  await guest.confirm("/leave");
  await guest.told();
  await guest.visit(invite);
  await guest.press(new URL(invite).pathname);
  await founder.follow(`${settings}/members`);
  await founder.follow(founder.main.getByRole("link", { name: guest.name }));
  await founder.confirm("/remove");
  await founder.told();
  await guest.visit("/servers");
  assert.equal(await guest.main.getByRole("link", { name }).count(), 0);

  await founder.follow(settings);
  await founder.confirm(`${settings}/delete`, name);
  await founder.told(name);
  assert.equal(await founder.main.getByRole("link", { name }).count(), 0);
});

task(portico, "a user is mentioned in a channel, finds it in the inbox, reads and answers", async (come, { javaScript, turn }) => {
  const called = await come(people[turn + 4]);
  await called.visit("/inbox");
  await called.signIn();

  const caller = await come(people[turn]);
  await caller.visit("/");
  await caller.follow("/sign-in");
  await caller.signIn();
  await caller.visit(`/servers/${server.id}`);
  await caller.unfold();
  await caller.follow(channel("off-topic"));
  await caller.say(`**Cake** ${turn} is here, @${called.nickname}`, `Cake ${turn} is here`);

  const row = called.main.locator(".inbox-row", { hasText: `Cake ${turn}` });
  // It appears live in the inbox, the header and the title.
  if (javaScript) {
    await row.waitFor();
    await called.page.waitForFunction(() => /^\(\d+\) Inbox/.test(document.title));
  } else await called.visit("/inbox");
  assert.equal(await row.getAttribute("data-reason"), "user");
  const unread = async () => Number(await called.text("[data-inbox-count]"));
  const most = await unread();
  const read = row.getByRole("button", { name: "Mark as read" });
  if (javaScript) {
    await read.click();
    await read.waitFor({ state: "detached" });
    await called.page.waitForFunction((left) => document.querySelector("[data-inbox-count]").textContent === String(left), most - 1);
  } else await called.press(read);
  assert.equal(await unread(), most - 1);

  await called.follow(row.locator(".inbox-place a"));
  const message = called.message(`Cake ${turn} is here`);
  assert.equal(await message.locator("strong").textContent(), "Cake");
  assert.equal(await message.locator(".mention-me").getAttribute("data-fired"), "true");
  await called.say(`Crumbs ${turn}`);
  if (!javaScript) await caller.visit(caller.page.url());
  await caller.message(`Crumbs ${turn}`).waitFor();
});

before(async () => {
  for (let number = 0; number < 60; number += 1) {
    await post(webhook.runtime_url, { content: `Build ${number} passed.` });
  }
});

task(portico, "a user reads older messages", async (come, { javaScript, turn }) => {
  const reader = await come(people[turn]);
  await reader.visit("/servers");
  await reader.signIn();
  await reader.follow(`/servers/${server.id}`);
  await reader.unfold();
  await reader.follow(channel("builds"));
  const newest = reader.message("Build 59 passed.");
  await newest.waitFor();
  const first = reader.message("Build 0 passed.");
  assert.equal(await first.count(), 0);
  if (javaScript) {
    // They are loaded above while scrolling, after a script has localised the dates.
    await reader.main.locator(".feed-day", { hasText: /day, / }).first().waitFor();
    await reader.page.locator(".feed-frame").evaluate((frame) => frame.scrollBy(0, -100_000));
    await first.waitFor({ state: "attached" });
    assert.equal(await newest.count(), 1);
  } else {
    await reader.follow(reader.main.locator("[data-load-older]"));
    assert.equal(await first.count(), 1);
    await reader.follow(reader.main.locator('.feed a[rel="next"]'));
    assert.equal(await newest.count(), 1);
  }
});
