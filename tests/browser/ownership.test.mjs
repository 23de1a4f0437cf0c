// Who is responsible for webhooks and apps, in a browser: taking over a webhook, reporting one as leaked, handing over an app,
// and reporting one.

import assert from "node:assert/strict";
import { after } from "node:test";
import { post, task } from "./people.mjs";
import { start } from "./portico.mjs";

const portico = await start();
after(() => portico.close());

const { base_url: base, people, channels } = portico.demo;
const [owner, , integrator, member] = people;

/** A channel of the demo. */
const id = (name) => String(channels.find((channel) => channel.name === name).id);

/** Opens a browser for a user of the demo, and signs in. */
async function signedIn(come, who) {
  const person = await come(who);
  await person.visit("/sign-in");
  await person.signIn();
  return person;
}

/** Creates a webhook, and returns the path of its page and its URL. */
async function webhook(person, name) {
  await person.visit("/portal/webhooks/new");
  await person.field("channel_id").selectOption(id("builds"));
  await person.fill("name", name);
  await person.press("/portal/webhooks");
  return [new URL(person.page.url()).pathname, await person.text("#runtime-url")];
}

task(portico, "a leaked URL is replaced, and the webhook waits", async (come, { turn }) => {
  const boss = await signedIn(come, owner);
  const [path, url] = await webhook(boss, `Leaky ${turn}`);
  assert.equal((await post(url, { content: `Before ${turn}` })).status, 200);
  await boss.visit(`${path}/settings`);
  await boss.confirm("/leaked");
  await boss.told("new URL and is paused");
  assert.equal(new URL(boss.page.url()).pathname, `${path}/leaked`);
  assert.equal((await post(url, { content: "Spam" })).status, 404);
  await boss.press("/resume");
  await boss.told();
  assert.equal((await post(url, { content: "Spam" })).status, 404);
});

task(portico, "an app is handed over, and its new owner finds it", async (come, { turn }) => {
  const giver = await signedIn(come, owner);
  const taker = await signedIn(come, integrator);
  await giver.visit("/portal/apps/new");
  await giver.fill("name", `Given ${turn}`);
  await giver.fill("redirect_uris", "https://app.example/callback");
  await giver.press("/portal/apps");
  const path = new URL(giver.page.url()).pathname;
  await giver.visit(`${path}/settings`);
  await giver.confirm("/owner", taker.nickname);
  await giver.told(`@${taker.nickname}`);
  await taker.visit("/settings/transfers");
  const row = taker.main.locator("[data-transfer-id]", { hasText: `Given ${turn}` });
  await taker.press(row.getByRole("button", { name: "Accept" }));
  await taker.told(`Given ${turn} is yours`);
  assert.equal(new URL(taker.page.url()).pathname, path);
});

task(portico, "an app is shared with a collaborator, who leaves it", async (come, { turn }) => {
  const boss = await signedIn(come, owner);
  const helper = await signedIn(come, integrator);
  const name = `Shared ${turn}`;
  await boss.visit("/portal/apps/new");
  await boss.fill("name", name);
  await boss.fill("redirect_uris", "https://app.example/callback");
  await boss.press("/portal/apps");
  const path = new URL(boss.page.url()).pathname;
  await boss.fill("nickname", `@${helper.nickname}`);
  await boss.press(`${path}/collaborators`);
  await boss.told(`@${helper.nickname} can see ${name}`);
  await helper.visit("/portal");
  const row = helper.main.locator(".list-row", { hasText: name });
  assert.match(await row.innerText(), new RegExp(`by @${boss.nickname}`));
  await helper.visit(path);
  assert.equal(await helper.main.locator("#secrets, #collaborate").count(), 0);
  assert.equal(await helper.main.locator(".tabs a", { hasText: "Settings" }).count(), 0);
  await helper.confirm("/delete");
  await helper.told(`You no longer see ${name}`);
  assert.equal(new URL(helper.page.url()).pathname, "/portal");
  assert.equal(await row.count(), 0);
});

task(portico, "a person reports an app", async (come, { turn }) => {
  const maker = await signedIn(come, owner);
  await maker.visit("/portal/apps/new");
  await maker.fill("name", `Odd ${turn}`);
  await maker.fill("redirect_uris", "https://app.example/callback");
  await maker.fill("privacy_url", "https://app.example/privacy");
  await maker.press("/portal/apps");
  const app = new URL(maker.page.url()).pathname.split("/").at(-1);
  const reporter = await signedIn(come, member);
  const link = `/oauth/authorize?client_id=${app}&redirect_uri=https%3A%2F%2Fapp.example%2Fcallback&state=s`;
  await reporter.visit(link);
  const privacy = reporter.main.locator("#privacy-url");
  assert.equal(await privacy.getAttribute("href"), "https://app.example/privacy");
  await reporter.main.locator("#report-app").click();
  await reporter.page.waitForURL(`**/oauth/apps/${app}/report?**`);
  await reporter.field("reason").selectOption("phishing");
  await reporter.fill("text", "It asked for my password.");
  await reporter.press("/report");
  await reporter.told("operator");
  assert.ok(reporter.page.url().startsWith(base));
});
