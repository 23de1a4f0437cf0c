// A webhook's whole round: made in the portal, posted to from outside, seen arriving in the channel and the inbox.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { start } from "./portico.mjs";

const portico = await start();
after(() => portico.close());

const { base_url: base, people, channels } = portico.demo;
const [owner, reader] = people;

async function makeWebhook(page, name) {
  await page.goto("/portal");
  await page.getByRole("link", { name: "New webhook" }).first().click();
  await page.waitForURL("**/portal/webhooks/new**");
  await page.selectOption('select[name="channel_id"]', String(channels[0].id));
  await page.fill('input[name="name"]', name);
  await Promise.all([page.waitForURL(/\/portal\/webhooks\/\d+$/), page.press('input[name="name"]', "Enter")]);
  const url = await page.locator("#runtime-url").evaluate((element) => element.value ?? element.textContent);
  return url.trim();
}

function post(url, payload) {
  return fetch(url.replace("//localhost:", "//127.0.0.1:"), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(payload),
  });
}

for (const javaScript of [true, false]) {
  test(`a webhook is made, posts, and its message is seen ${javaScript ? "with" : "without"} scripts`, async (t) => {
    const page = await portico.page(t, { javaScript });
    await portico.signIn(page, owner);
    const url = await makeWebhook(page, "Deploys");
    assert.match(url, new RegExp(`^${base}/webhooks/\\d+/\\w+$`));
    const answer = await post(url, { content: `Release 1.2 for ${javaScript}` });
    assert.equal(answer.status, 200);
    const { message } = await answer.json();
    await page.goto(`/channels/${channels[0].id}`);
    const row = page.locator(`[data-message-id="${message.id}"]`);
    assert.equal((await row.locator(".content").textContent()).trim(), `Release 1.2 for ${javaScript}`);
    assert.match(await row.getAttribute("data-author"), /^webhook:\d+$/);
  });
}

test("a post arrives by itself in an open channel and counts in the mentioned person's inbox", async (t) => {
  const portal = await portico.page(t);
  await portico.signIn(portal, owner);
  const url = await makeWebhook(portal, "Alerts");

  const channel = await portico.page(t);
  await portico.signIn(channel, reader);
  await channel.goto(`/channels/${channels[0].id}`);
  const answer = await post(url, {
    content: `@<${reader.id}> the build is red`,
    allowedMentions: { parse: ["users"] },
  });
  const { message, mentions } = await answer.json();
  assert.equal(mentions.fired.length, 1);
  const row = channel.locator(`[data-message-id="${message.id}"]`);
  await row.waitFor();
  const mention = row.locator(`[data-mention="user:${reader.id}"]`);
  assert.equal(await mention.getAttribute("data-fired"), "true");
  assert.equal(await mention.textContent(), `@${reader.nickname}`);

  await channel.goto("/inbox");
  assert.equal(await channel.locator(`[data-message-id="${message.id}"]`).getAttribute("data-reason"), "user");
});

test("a new address ends the old one, with one confirmation", async (t) => {
  const page = await portico.page(t);
  await portico.signIn(page, owner);
  const before = await makeWebhook(page, "Rotated");
  await page.locator("summary", { hasText: "Regenerate URL" }).click();
  await Promise.all([page.waitForLoadState(), page.locator('form[action$="/url"] button').click()]);
  await page.waitForURL(/\/portal\/webhooks\/\d+$/);
  const now = (await page.locator("#runtime-url").evaluate((element) => element.value ?? element.textContent)).trim();
  assert.notEqual(now, before);
  assert.equal((await post(before, { content: "old" })).status, 404);
  assert.equal((await post(now, { content: "new" })).status, 200);
});

test("a person writes, and another one sees it arrive", async (t) => {
  const [writer, watcher] = [await portico.page(t), await portico.page(t)];
  await portico.signIn(writer, owner);
  await portico.signIn(watcher, reader);
  await watcher.goto(`/channels/${channels[0].id}`);
  await writer.goto(`/channels/${channels[0].id}`);
  await writer.fill('textarea[name="content"]', `Good morning @${reader.nickname}`);
  await writer.getByRole("button", { name: "Send" }).click();
  const arrived = watcher.locator(`[data-author="user:${owner.id}"] .content`, { hasText: "Good morning" });
  await arrived.last().waitFor();
});
