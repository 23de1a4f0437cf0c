// What people do with a server and in it, each task from the page they come to until it is done: it is founded, furnished,
// joined, moderated, left and deleted, and its members write to each other.

import assert from "node:assert/strict";
import { after } from "node:test";
import { post, task } from "./people.mjs";
import { start } from "./portico.mjs";

const portico = await start();
after(() => portico.close());

const { people, server, webhook } = portico.demo;
const [, writer, , reader] = people;

task(portico, "a server is founded, furnished, joined, moderated and deleted", async (come, { turn }) => {
  const founder = await come("founder");
  const name = `Boathouse ${turn}`;
  await founder.visit("/sign-up");
  await founder.signUp();
  await founder.header("/servers");
  await founder.fill("Name", "Boat house");
  await founder.press("Make the server");
  await founder.unfold();
  await founder.follow("Settings of Boat house");
  const settings = new URL(founder.page.url()).pathname;
  await founder.fill("Name", name);
  await founder.press("Save");
  await founder.told("The server has its new name.");

  await founder.follow("Channels");
  await founder.fill("Name", "notices");
  await founder.fill(/^Topic/, "What hangs on the door");
  await founder.press("Make the channel");
  await founder.told("#notices is there.");
  await founder.follow("notices");
  const everyone = founder.main.locator(".grant").first();
  const deny = everyone.getByRole("group", { name: "Send messages" }).getByRole("checkbox", { name: "Deny" });
  await deny.check({ force: true });
  await founder.press("Save for all");
  await founder.told("The channel’s permissions are saved.");
  assert.ok(await deny.isChecked());

  await founder.follow("Roles");
  await founder.fill("Name", "Crew");
  await founder.field("Everybody may mention it").check();
  await founder.press("Make the role");
  await founder.told("The role Crew is saved.");
  await founder.follow("Invites");
  await founder.press("New invite");
  const invite = await founder.text("#invite-url");

  // Whoever follows the invite has no account yet, and comes back to it with one.
  const guest = await come("guest", { allow: [/^response 403 GET/] });
  await guest.visit(invite);
  await guest.follow("Sign up");
  await guest.signUp();
  await guest.press(`Join ${name}`);
  await guest.say("Here I am");
  await guest.unfold();
  assert.equal(await guest.main.getByRole("link", { name: `Settings of ${name}` }).count(), 0);
  await guest.follow("notices");
  assert.match(await guest.main.innerText(), /What hangs on the door[^]*To write, you need the permission/);
  await guest.visit(`${settings}/audit`);
  assert.equal(await guest.main.locator(".audit-entry").count(), 0);

  await founder.follow("Members");
  await founder.fill("Nickname begins with", guest.nickname.slice(0, 4));
  await founder.press("Search");
  await founder.follow(guest.name);
  await founder.field("Crew").check();
  await founder.press("Save");
  await founder.told("The member’s roles are saved.");

  await founder.follow("Audit log");
  const kinds = () =>
    founder.main.locator(".audit-entry").evaluateAll((entries) => entries.map((entry) => entry.dataset.audit));
  const all = await kinds();
  assert.ok(all.length >= 6, all.join());
  await founder.field("What").selectOption("role_created");
  await founder.press("Filter");
  assert.deepEqual(await kinds(), ["role_created"]);
  await founder.field("What").selectOption("member_removed");
  await founder.press("Filter");
  assert.deepEqual(await kinds(), []);
  await founder.follow("Show all");
  assert.deepEqual(await kinds(), all);

  await guest.visit("/servers");
  await guest.confirm("Leave");
  await guest.told("You left the server.");
  await guest.visit(invite);
  await guest.press(`Join ${name}`);
  await founder.follow("Members");
  await founder.follow(guest.name);
  await founder.confirm("Remove member");
  await founder.told("They are no longer a member");
  await guest.visit("/servers");
  assert.equal(await guest.main.getByRole("link", { name }).count(), 0);

  await founder.follow("Overview");
  await founder.confirm("Delete server", name);
  await founder.told(`${name} is deleted, with everything in it.`);
  assert.equal(await founder.main.getByRole("link", { name }).count(), 0);
});

task(portico, "somebody is called in a channel, finds it in the inbox, reads and answers", async (come, { javaScript, turn }) => {
  const sam = await come(reader);
  await sam.visit("/inbox");
  await sam.signIn();

  const tomasz = await come(writer);
  await tomasz.visit("/");
  await tomasz.follow("Sign in");
  await tomasz.signIn();
  await tomasz.header("/servers");
  await tomasz.follow(server.name);
  await tomasz.unfold();
  await tomasz.follow("off-topic");
  await tomasz.say(`**Cake** ${turn} is here, @${reader.nickname}`, `Cake ${turn} is here`);

  const row = sam.main.locator(".inbox-row", { hasText: `Cake ${turn}` });
  // It comes by itself, to the inbox, the header and the title.
  if (javaScript) {
    await row.waitFor();
    await sam.page.waitForFunction(() => /^\(\d+\) Inbox/.test(document.title));
  } else await sam.visit("/inbox");
  assert.equal(await row.getAttribute("data-reason"), "user");
  const unread = async () => Number(await sam.text("[data-inbox-count]"));
  const before = await unread();
  await sam.press(row.getByRole("button", { name: /^Mark as read/ }));
  assert.equal(await unread(), before - 1);

  await sam.follow(row.getByRole("link", { name: `${server.name} › #off-topic` }));
  const message = sam.message(`Cake ${turn} is here`);
  assert.equal(await message.locator("strong").textContent(), "Cake");
  assert.equal(await message.locator(".mention-me").getAttribute("data-fired"), "true");
  await sam.say(`Crumbs ${turn}`);
  if (!javaScript) await tomasz.visit(tomasz.page.url());
  await tomasz.message(`Crumbs ${turn}`).waitFor();
  if (javaScript) await tomasz.page.locator("#announce", { hasText: `Crumbs ${turn}` }).waitFor({ state: "attached" });
});

task(portico, "somebody reads what was said before", async (come, { javaScript, turn }) => {
  for (let number = turn === 0 ? 0 : 60; number < 60; number += 1) {
    await post(webhook.runtime_url, { content: `Build ${number} passed.` });
  }
  const sam = await come(reader);
  await sam.visit("/servers");
  await sam.signIn();
  await sam.follow(server.name);
  await sam.unfold();
  await sam.follow("builds");
  const newest = sam.message("Build 59 passed.");
  await newest.waitFor();
  const before = sam.message("Build 0 passed.");
  assert.equal(await before.count(), 0);
  if (javaScript) {
    // They come in above as one goes there, once a script has put the days into words.
    await sam.main.locator(".feed-day", { hasText: /day, / }).first().waitFor();
    await sam.page.locator(".feed-frame").evaluate((frame) => frame.scrollBy(0, -100_000));
    await before.waitFor({ state: "attached" });
    assert.equal(await newest.count(), 1);
  } else {
    await sam.follow("Load older messages");
    assert.equal(await before.count(), 1);
    await sam.follow("Newer messages");
    assert.equal(await newest.count(), 1);
  }
});
