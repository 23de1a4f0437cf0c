// How people moderate the members of a server: limited invites, the order of roles, time-outs and bans, with scripts and
// without.

import assert from "node:assert/strict";
import { after } from "node:test";
import { task } from "./people.mjs";
import { start } from "./portico.mjs";

const portico = await start();
after(() => portico.close());

/** Creates a server on the page of servers; returns the path of its settings. */
async function newServer(founder, name) {
  await founder.visit("/sign-up");
  await founder.signUp();
  await founder.header("/chat");
  await founder.fill("name", name);
  await founder.press("/servers");
  await founder.unfold();
  await founder.follow(founder.main.locator(".channels-head a"));
  return new URL(founder.page.url()).pathname;
}

/** Signs up at an invite, and joins by it. */
async function joins(guest, invite) {
  await guest.visit(invite);
  await guest.follow("/sign-up");
  await guest.signUp();
}

task(portico, "a moderator times a member out, bans them, and lifts the ban", async (come, { turn }) => {
  const founder = await come("founder");
  const settings = await newServer(founder, `Customs ${turn}`);
  await founder.follow(founder.main.locator(`.side-nav a[href="${settings}/invites"]`));
  await founder.press("/invites");
  const invite = await founder.text("#invite-url");
  const guest = await come("spammer", { allow: [/^response 40[34]/] });
  await joins(guest, invite);
  await guest.say("Buy my boats");
  const channel = guest.page.url();

  await founder.follow(`${settings}/members`);
  await founder.follow(founder.main.getByRole("link", { name: guest.name }));
  await founder.field("hours").first().selectOption("24");
  await founder.press(founder.main.getByRole("button", { name: "Time out" }));
  await founder.told();
  assert.match(await founder.text("main"), /can read, but not post/);
  await guest.visit(channel);
  assert.match(await guest.text(".chat-closed"), /You are timed out in this server until/);
  assert.equal(await guest.main.locator(".composer").count(), 0);
  await founder.press(founder.main.getByRole("button", { name: "Lift time-out" }));
  await founder.told();
  await guest.visit(channel);
  await guest.say("I am sorry");

  await founder.confirm("/ban", "Sells boats");
  await founder.told(guest.nickname);
  const row = founder.main.locator(".list-row", { hasText: guest.nickname });
  assert.match(await row.textContent(), /Sells boats/);
  await guest.visit(invite);
  assert.match(await guest.text("main"), /You are banned from this server/);
  await founder.press(row.getByRole("button", { name: "Lift" }));
  await founder.told(guest.nickname);
  await founder.main.getByText("No one is banned").waitFor();
  await guest.visit(invite);
  await guest.press(new URL(invite).pathname);
  await guest.say("Thank you");
});

task(portico, "roles are put in an order", async (come, { turn }) => {
  const founder = await come("founder");
  const settings = await newServer(founder, `Ranks ${turn}`);
  await founder.follow(`${settings}/roles`);
  for (const name of ["Captain", "Mate", "Cook"]) {
    await founder.fill("name", name);
    await founder.press("/roles");
    await founder.told(name);
  }
  const order = () => founder.main.locator(".list-row .list-title").allTextContents();
  assert.deepEqual(await order(), ["Captain", "Mate", "Cook", "Everyone"]);
  await founder.press(founder.main.getByRole("button", { name: "Move Cook up" }));
  await founder.told("Cook");
  assert.deepEqual(await order(), ["Captain", "Cook", "Mate", "Everyone"]);
  await founder.press(founder.main.getByRole("button", { name: "Move Captain down" }));
  await founder.told("Captain");
  assert.deepEqual(await order(), ["Cook", "Captain", "Mate", "Everyone"]);
  assert.equal(await founder.main.getByRole("button", { name: "Move Cook up" }).count(), 0);
  assert.equal(await founder.main.getByRole("button", { name: "Move Mate down" }).count(), 0);
});

task(portico, "an invite for one person says that it is used up, before it asks to sign in", async (come, { turn }) => {
  const founder = await come("founder");
  const settings = await newServer(founder, `Quiet ${turn}`);
  await founder.follow(founder.main.locator(`.side-nav a[href="${settings}/invites"]`));
  await founder.field("expires_hours").selectOption({ label: "1 day" });
  await founder.field("uses").selectOption({ label: "1 person" });
  await founder.press("/invites");
  const invite = await founder.text("#invite-url");
  assert.match(await founder.text("main"), /1 use left · expires/);
  await joins(await come("guest"), invite);
  const late = await come("late", { allow: [/^response 404 GET/] });
  await late.visit(invite);
  assert.equal(new URL(late.page.url()).pathname, new URL(invite).pathname);
  assert.match(await late.text("main"), /This invite doesn’t work/);
  await founder.follow(`${settings}/members`);
  await founder.follow(founder.main.locator(`.side-nav a[href="${settings}/invites"]`));
  assert.match(await founder.text("main"), /Used up/);
});
