// What developers do with webhooks in a browser, each task from the first visit to the end: from nothing to a mention that fires,
// a webhook's whole life, and finding out why a mention stayed silent.

import assert from "node:assert/strict";
import { after } from "node:test";
import { post, task } from "./people.mjs";
import { copies, start } from "./portico.mjs";

const portico = await start();
after(() => portico.close());

const { base_url: base, people, channels, server } = portico.demo;
const [owner, , integrator, member, steward] = people;

const settings = `/servers/${server.id}/settings`;

/** A channel of the demo. */
const id = (name) => String(channels.find((channel) => channel.name === name).id);

/** A line of the log, newest first. */
const delivery = (person, place) => person.main.locator("[data-delivery-id]").nth(place);

task(portico, "a stranger comes from nothing to a mention that fires", async (come, { javaScript }) => {
  const ada = await come("ada");
  await ada.visit("/");
  await ada.follow("/sign-up");
  await ada.signUp();

  assert.equal(await ada.nextStep(), "/servers");
  await ada.follow("/servers");
  await ada.fill("name", `${ada.name} and friends`);
  await ada.press("/servers");
  const channel = new URL(ada.page.url()).pathname;
  await ada.header("/portal");
  assert.equal(await ada.nextStep(), "/portal/webhooks/new");
  // The same from the channel, which is then selected.
  await ada.page.goBack();
  await ada.follow("/portal/webhooks/new");
  assert.equal(`/channels/${await ada.field("channel_id").inputValue()}`, channel);
  await ada.fill("name", "Builds");
  await ada.press("/portal/webhooks");
  await ada.told();
  const page = new URL(ada.page.url()).pathname;
  const url = await ada.text("#runtime-url");
  assert.match(url, new RegExp(`^${base}/webhooks/\\d+/\\w+$`));
  await ada.header("/portal");
  assert.equal(await ada.nextStep(), page);
  await ada.follow(ada.main.locator(".steps a.button-primary"));

  assert.equal((await post(url, { content: "Build 1 passed." })).status, 200);
  await ada.follow(ada.main.locator(".page-head .lead a"));
  const first = ada.message("Build 1 passed.");
  assert.match(await first.getAttribute("data-author"), /^webhook:\d+$/);

  // It has a mention without an opt-in: the log says what was missing.
  const content = `@${ada.nickname}, your turn.`;
  const silent = await post(url, { content });
  assert.deepEqual(silent.mentions.silent.map(({ reason }) => reason), ["not_opted_in"]);
  await ada.header("/portal");
  assert.equal(await ada.nextStep(), page);
  await ada.follow(ada.main.locator(".steps a.button-primary"));
  await ada.follow(ada.main.locator(`.tabs a[href="${page}/deliveries"]`));
  await ada.follow(delivery(ada, 0).getByRole("link"));
  assert.match(await ada.text('tr[data-fired="false"]'), /allowedMentions\.parse\b[^]*“users”/);
  await ada.follow(ada.main.locator('.facts a[href^="/channels/"]'));
  const row = (id) => ada.main.locator(`[data-message-id="${id}"]`);
  assert.equal((await row(silent.message.id).locator(".content").innerText()).trim(), content);
  assert.equal(await row(silent.message.id).locator('[data-fired="true"]').count(), 0);
  await ada.visit(channel);

  const fired = await post(url, { content, allowedMentions: { parse: ["users"] } });
  assert.equal(fired.mentions.fired.length, 1);
  // It appears live.
  if (!javaScript) await ada.visit(channel);
  assert.equal(await row(fired.message.id).locator("[data-mention]").getAttribute("data-fired"), "true");
  await ada.header("/inbox");
  assert.equal(await row(fired.message.id).getAttribute("data-reason"), "user");
  assert.equal(await ada.main.locator("[data-reason]").count(), 1);
  await ada.header("/portal");
  assert.equal(await ada.main.locator("#checklist details").getAttribute("open"), null);
});

task(portico, "a webhook is created, used, changed and deleted", async (come, { javaScript, turn }) => {
  const mira = await come(owner, { permissions: ["clipboard-read", "clipboard-write"] });
  const name = `Deploys ${turn}`;
  await mira.visit("/");
  await mira.follow("/sign-in");
  await mira.signIn();
  await mira.follow("/portal/webhooks/new");
  await mira.field("channel_id").selectOption(id("builds"));
  await mira.fill("name", name);
  await mira.press("/portal/webhooks");
  const page = new URL(mira.page.url()).pathname;

  // The URL is shown on request, and copied without being shown.
  const address = mira.page.locator("#runtime-url");
  const copy = mira.page.locator('[data-copy="#runtime-url"]');
  const toggle = mira.main.locator(".secret:has(#runtime-url) [data-secret-toggle]");
  const pressToggle = async () => (javaScript ? toggle.click() : mira.press(toggle));
  const first = await mira.text("#runtime-url");
  assert.match(first, /\/webhooks\/\d+\/\w+$/);
  const token = first.split("/").at(-1);
  await pressToggle();
  await mira.page.locator(".secret:not(.is-revealed) #runtime-url").waitFor();
  // Neither the page nor what a screen reader reads has it, whatever the colours.
  await mira.page.emulateMedia({ forcedColors: "active" });
  const hidden = [await mira.page.content(), await mira.page.locator("body").ariaSnapshot(), await mira.page.locator("body").innerText()];
  for (const text of hidden) assert.ok(!text.includes(token));
  await mira.page.emulateMedia({ forcedColors: "none" });
  if (javaScript) {
    await copies(mira.page, first, () => copy.click());
    assert.ok(!(await mira.page.content()).includes(token));
  } else assert.ok(!(await copy.isVisible()));
  await pressToggle();
  await mira.page.locator(".is-revealed #runtime-url").waitFor();
  assert.equal((await address.innerText()).trim(), first);

  await mira.follow(mira.main.locator(`.tabs a[href="${page}/settings"]`));
  await mira.confirm(`${page}/url`);
  await mira.told();
  const url = await mira.text("#runtime-url");
  assert.equal((await post(first, { content: "old" })).status, 404);
  await mira.follow(mira.main.locator(`.tabs a[href="${page}/settings"]`));
  await mira.press(`${page}/pause`);
  await mira.main.locator(".notice-warning", { hasText: "paused" }).waitFor();
  assert.equal((await post(url, { content: "paused" })).status, 404);
  await mira.press(mira.main.locator('.notice form[action$="/resume"] button'));
  await mira.told();
  assert.equal((await post(url, { content: "back again" })).status, 200);

  await mira.press(`${page}/test`);
  await mira.told("#builds");
  await mira.follow(mira.main.locator(".page-head .lead a"));
  // Another one may have arrived after it.
  const arrived = mira.main.locator(".message .content", { hasText: `This is a test message, @${owner.nickname}.` });
  await arrived.last().waitFor();
  await mira.header("/portal");
  await mira.follow(page);
  await mira.follow(mira.main.locator(`.tabs a[href="${page}/settings"]`));

  const renamed = `Releases ${turn}`;
  await mira.fill("name", renamed);
  await mira.field("channel_id").selectOption(id("off-topic"));
  await mira.press(page);
  await mira.told();
  const moved = await post(url, { content: "from another channel" });
  assert.equal(moved.message.name, renamed);
  assert.equal(moved.message.channel_id, Number(id("off-topic")));

  assert.equal((await post(url, { content: " " })).status, 400);
  await mira.follow(mira.main.locator(`.tabs a[href="${page}/deliveries"]`));
  const attempts = () => mira.main.locator("[data-delivery-id]").count();
  assert.equal(await attempts(), 4);
  await mira.follow(mira.main.locator('.chips a[href$="?outcome=accepted"]'));
  assert.equal(await attempts(), 3);
  await mira.follow(mira.main.locator('.chips a[href$="?outcome=refused"]'));
  assert.equal(await attempts(), 1);
  await mira.follow(delivery(mira, 0).getByRole("link"));
  const facts = await mira.main.locator(".facts:not(#caller)").innerText();
  assert.match(facts, /\/content/);
  assert.match(await mira.text("#request"), /^\{\s+"content": " "\s+\}$/);
  await mira.follow(mira.main.locator(`.tabs a[href="${page}/settings"]`));

  await mira.confirm(`${page}/delete`, renamed);
  await mira.told(renamed);
  assert.equal(await mira.main.locator(`a[href="${page}"]`).count(), 0);
  assert.equal((await post(url, { content: "gone" })).status, 404);
});

task(portico, "a user finds out why @all stayed silent, and fixes it", async (come, { turn }) => {
  // Lena manages channels and roles, Aiko the webhooks: neither could do it alone.
  const lena = await come(steward);
  await lena.visit("/sign-in");
  await lena.signIn();
  await lena.visit(`/servers/${server.id}`);
  await lena.unfold();
  await lena.follow(settings);
  await lena.follow(`${settings}/channels`);
  await lena.fill("name", `watch-${turn}`);
  await lena.press("/settings/channels");
  await lena.follow(lena.main.getByRole("link", { name: `watch-${turn}`, exact: true }));
  const channel = new URL(lena.page.url()).pathname.split("/").at(-1);

  const aiko = await come(integrator);
  await aiko.visit("/sign-in");
  await aiko.signIn();
  await aiko.header("/portal");
  await aiko.follow("/portal/webhooks/new");
  await aiko.field("channel_id").selectOption(channel);
  await aiko.fill("name", `Tides ${turn}`);
  await aiko.press("/portal/webhooks");
  const page = new URL(aiko.page.url()).pathname;
  const url = await aiko.text("#runtime-url");
  const why = () => aiko.page.locator("#reach").getAttribute("data-why");
  assert.equal(await why(), "lacks");
  assert.match(await aiko.text("#reach"), /@aiko, [^]*“Mention @all”/);
  const call = { content: "@all the tide is in", allowedMentions: { parse: ["all"] } };
  const silent = await post(url, call);
  assert.deepEqual(silent.mentions.silent.map(({ reason }) => reason), ["creator_lacks_permission"]);
  await aiko.follow(aiko.main.locator(`.tabs a[href="${page}/deliveries"]`));
  await aiko.follow(delivery(aiko, 0).getByRole("link"));
  assert.match(await aiko.text('tr[data-fired="false"]'), /Mention @all[^]*channel’s settings/);

  const form = lena.main.locator("form[data-grid]");
  await form.locator("select").selectOption(`user:${integrator.id}`);
  await form.locator('[name="new/mention_all"][value="allow"]').check({ force: true });
  await lena.press(form.locator('.grid-actions [type="submit"]'));
  await lena.told();

  assert.equal((await post(url, call)).mentions.fired.length, 1);
  await aiko.header("/portal");
  await aiko.follow(page);
  assert.equal(await why(), "holds");

  const sam = await come(member);
  await sam.visit("/inbox");
  await sam.signIn();
  const reasons = await sam.main.locator(".inbox-row", { hasText: `Tides ${turn}` }).evaluateAll((rows) =>
    rows.map((row) => row.dataset.reason),
  );
  assert.deepEqual(reasons, ["all"]);
});
