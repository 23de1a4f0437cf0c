// What developers do with webhooks in a browser, each task from first visit to done: from nothing to a mention that fires,
// a webhook's whole life, and finding out why a mention stayed silent.

import assert from "node:assert/strict";
import { after } from "node:test";
import { post, task } from "./people.mjs";
import { start } from "./portico.mjs";

const portico = await start();
after(() => portico.close());

const { base_url: base, people, channels, server } = portico.demo;
const [owner, , integrator, member, steward] = people;

/** A line of the log, newest first. */
const delivery = (person, place) => person.main.locator("tr[data-delivery-id]").nth(place);

task(portico, "a stranger comes from nothing to a mention that fires", async (come, { javaScript }) => {
  const ada = await come("ada");
  await ada.visit("/");
  await ada.follow("Sign up");
  await ada.signUp();

  assert.equal(await ada.nextStep(), "Verify phone");
  await ada.follow("Verify phone");
  await ada.fill("Phone number", ada.phone);
  await ada.press("Send code");
  await ada.follow("outbox");
  const text = await ada.main.locator(".list-row", { hasText: ada.phone }).innerText();
  await ada.follow("Phone");
  await ada.fill("Six-digit code", text.match(/\b\d{6}\b/)[0]);
  await ada.press("Verify phone");
  await ada.told("Your phone is verified.");
  await ada.follow("Go to the portal");

  assert.equal(await ada.nextStep(), "Make a server");
  await ada.follow("Make a server");
  await ada.fill("Name", `${ada.name} and friends`);
  await ada.press("Make the server");
  const channel = new URL(ada.page.url()).pathname;
  await ada.header("/portal");
  assert.equal(await ada.nextStep(), "New webhook");
  // The same from the channel, which chooses itself.
  await ada.page.goBack();
  await ada.follow("New webhook");
  assert.equal(`/channels/${await ada.field("Channel").inputValue()}`, channel);
  await ada.fill("Name", "Builds");
  await ada.press("Create webhook");
  await ada.told("The webhook is ready.");
  const url = await ada.text("#runtime-url");
  assert.match(url, new RegExp(`^${base}/webhooks/\\d+/\\w+$`));
  await ada.header("/portal");
  assert.equal(await ada.nextStep(), "Open the webhook");
  await ada.follow("Open the webhook");

  assert.equal((await post(url, { content: "Build 1 passed." })).status, 200);
  await ada.follow(ada.main.locator(".page-head").getByRole("link", { name: / › #general$/ }));
  const first = ada.message("Build 1 passed.");
  assert.match(await first.getAttribute("data-author"), /^webhook:\d+$/);

  // It mentions somebody and has not asked to: the log says what was missing.
  const content = `@${ada.nickname}, your turn.`;
  const silent = await post(url, { content });
  assert.deepEqual(silent.mentions.silent.map(({ reason }) => reason), ["not_opted_in"]);
  await ada.header("/portal");
  assert.equal(await ada.main.getByRole("heading", { name: "First steps" }).count(), 0);
  await ada.follow("Builds");
  await ada.follow("Deliveries");
  assert.match(await delivery(ada, 0).innerText(), /0 fired, 1 silent/);
  await ada.follow(delivery(ada, 0).getByRole("link"));
  assert.match(await ada.text('tr[data-fired="false"]'), /not listed in allowedMentions\.parse\. List it there/);
  await ada.follow("See it in the channel");
  const mention = (id) => ada.main.locator(`[data-message-id="${id}"] [data-mention]`);
  assert.equal(await mention(silent.message.id).getAttribute("data-fired"), "false");
  await ada.visit(channel);

  const fired = await post(url, { content, allowedMentions: { parse: ["users"] } });
  assert.equal(fired.mentions.fired.length, 1);
  if (javaScript) await mention(fired.message.id).waitFor();
  else await ada.visit(channel);
  assert.equal(await mention(fired.message.id).getAttribute("data-fired"), "true");
  await ada.header("/inbox");
  const row = ada.main.locator(`[data-message-id="${fired.message.id}"]`);
  assert.equal(await row.getAttribute("data-reason"), "user");
  assert.equal(await ada.main.locator("[data-reason]").count(), 1);
});

task(portico, "a webhook is made, used, changed and deleted", async (come, { javaScript, turn }) => {
  const mira = await come(owner, { permissions: ["clipboard-read", "clipboard-write"] });
  const name = `Deploys ${turn}`;
  await mira.visit("/");
  await mira.follow("Sign in");
  await mira.signIn();
  await mira.follow("New webhook");
  await mira.field("Channel").selectOption({ label: "#builds" });
  await mira.fill("Name", name);
  await mira.press("Create webhook");

  // The address is shown to whoever asks for it, and copied without being shown.
  const address = mira.page.locator("#runtime-url");
  const ink = () => address.evaluate((code) => getComputedStyle(code).color);
  const copy = mira.main.getByRole("button", { name: "Copy the runtime URL" });
  const first = await mira.text("#runtime-url");
  assert.equal(await ink(), "rgba(0, 0, 0, 0)");
  if (javaScript) {
    await copy.click();
    await mira.page.locator("#announce", { hasText: "Copied to the clipboard" }).waitFor({ state: "attached" });
    assert.equal(await mira.page.evaluate(() => navigator.clipboard.readText()), first);
    assert.equal(await ink(), "rgba(0, 0, 0, 0)");
  } else assert.ok(!(await copy.isVisible()));
  await mira.main.locator("summary", { hasText: "Reveal the runtime URL" }).click();
  assert.notEqual(await ink(), "rgba(0, 0, 0, 0)");
  assert.equal((await address.innerText()).trim(), first);

  await mira.confirm("Regenerate URL");
  await mira.told("The webhook has a new URL.");
  const url = await mira.text("#runtime-url");
  assert.equal((await post(first, { content: "old" })).status, 404);
  await mira.press("Pause webhook");
  await mira.told("Paused.");
  assert.equal((await post(url, { content: "paused" })).status, 404);
  await mira.press("Resume");
  await mira.told("Resumed.");
  assert.equal((await post(url, { content: "back again" })).status, 200);

  await mira.press("Send test message");
  await mira.told("The test message stands in #builds.");
  await mira.follow(mira.main.locator(".page-head").getByRole("link", { name: `${server.name} › #builds` }));
  await mira.message(`This is a test message from ${name}.`).waitFor();
  await mira.header("/portal");
  await mira.follow(name);

  const renamed = `Releases ${turn}`;
  await mira.fill("Name", renamed);
  await mira.field("Channel").selectOption({ label: "#off-topic" });
  await mira.press("Save");
  await mira.told("Saved.");
  const moved = await post(url, { content: "from another channel" });
  assert.equal(moved.message.name, renamed);
  assert.equal(moved.message.channel_id, channels.find((channel) => channel.name === "off-topic").id);

  assert.equal((await post(url, { content: " " })).status, 400);
  await mira.follow("Deliveries");
  assert.equal(await mira.main.locator("tr[data-delivery-id]").count(), 4);
  await mira.follow("Accepted");
  assert.equal(await mira.main.locator("tr[data-delivery-id]").count(), 3);
  await mira.follow("Refused");
  assert.equal(await mira.main.locator("tr[data-delivery-id]").count(), 1);
  await mira.follow(delivery(mira, 0).getByRole("link"));
  const facts = await mira.main.locator(".facts").innerText();
  assert.match(facts, /\/content/);
  assert.match(await mira.text("#request"), /^\{"content":" "\}$/);
  await mira.follow("Deliveries");
  await mira.follow(renamed);

  await mira.confirm("Delete webhook", renamed);
  await mira.told(`${renamed} is deleted.`);
  assert.equal(await mira.main.getByRole("link", { name: renamed }).count(), 0);
  assert.equal((await post(url, { content: "gone" })).status, 404);
});

task(portico, "somebody finds out why @all stayed silent, and has it mended", async (come, { turn }) => {
  // Lena manages channels and roles, Aiko the webhooks: neither could do it alone.
  const lena = await come(steward);
  await lena.visit("/sign-in");
  await lena.signIn();
  await lena.header("/servers");
  await lena.follow(server.name);
  await lena.unfold();
  await lena.follow(`Settings of ${server.name}`);
  await lena.follow("Channels");
  await lena.fill("Name", `watch-${turn}`);
  await lena.press("Make the channel");
  await lena.follow(`watch-${turn}`);

  const aiko = await come(integrator);
  await aiko.visit("/sign-in");
  await aiko.signIn();
  await aiko.follow("New webhook");
  await aiko.field("Channel").selectOption({ label: `#watch-${turn}` });
  await aiko.fill("Name", `Tides ${turn}`);
  await aiko.press("Create webhook");
  const url = await aiko.text("#runtime-url");
  assert.match(await aiko.text("#reach"), /@all is off: @aiko does not hold “Mention @all” in #watch/);
  const call = { content: "@all the tide is in", allowedMentions: { parse: ["all"] } };
  const silent = await post(url, call);
  assert.deepEqual(silent.mentions.silent.map(({ reason }) => reason), ["creator_lacks_permission"]);
  await aiko.follow("Deliveries");
  await aiko.follow(delivery(aiko, 0).getByRole("link"));
  assert.match(await aiko.text('tr[data-fired="false"]'), /did not hold Mention @all in the channel\. Allow it to them/);

  const form = lena.main.locator("section", { has: lena.page.getByRole("heading", { name: "Add a role or a member" }) });
  await form.getByLabel("For whom").selectOption({ label: `@aiko (Aiko Tanaka)` });
  const allow = form.getByRole("group", { name: "Mention @all" }).getByRole("checkbox", { name: "Allow" });
  await allow.check({ force: true });
  await lena.press("Add");
  await lena.told("The channel’s permissions are saved.");

  assert.equal((await post(url, call)).mentions.fired.length, 1);
  await aiko.header("/portal");
  await aiko.follow(`Tides ${turn}`);
  assert.match(await aiko.text("#reach"), /@all notifies everybody who can see #watch/);

  const sam = await come(member);
  await sam.visit("/inbox");
  await sam.signIn();
  const reasons = await sam.main.locator(".inbox-row", { hasText: `Tides ${turn}` }).evaluateAll((rows) =>
    rows.map((row) => row.dataset.reason),
  );
  assert.deepEqual(reasons, ["all"]);
});
