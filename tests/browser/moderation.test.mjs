// Editing, deleting and removing messages on a channel's page, with scripts and without, and slow mode.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { leads, start } from "./portico.mjs";
import { assertSound } from "./validate.mjs";

const portico = await start();
after(() => portico.close());

const { people, channels, server, webhook } = portico.demo;
const [owner, member] = people;
const path = (name) => `/channels/${channels.find((channel) => channel.name === name).id}`;
const offTopic = path("off-topic");
const builds = path("builds");

async function post(content) {
  const answer = await fetch(webhook.runtime_url.replace("//localhost:", "//127.0.0.1:"), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ content }),
  });
  assert.equal(answer.status, 200);
  return (await answer.json()).message.id;
}

const message = (page, id) => page.locator(`[data-message-id="${id}"]`);

async function open(t, person, where, look = {}) {
  const page = await portico.page(t, look);
  await portico.signIn(page, person);
  await page.goto(where);
  return page;
}

/** Writes a message, and returns its id. */
async function say(page, text) {
  await page.locator(".composer textarea").fill(text);
  await page.locator(".composer button").click();
  const said = page.locator("[data-message-id]", { hasText: text });
  await said.waitFor();
  // The stream may show the message before the answer to the form has come.
  await page.locator(".composer button:not([aria-disabled])").waitFor();
  return said.getAttribute("data-message-id");
}

async function more(page, id) {
  await message(page, id).hover();
  await message(page, id).locator(".message-more").click();
  const dialog = page.locator("dialog[open]");
  await dialog.waitFor();
  return dialog;
}

test("a typo is corrected in place, with the keyboard alone, and every open page follows", async (t) => {
  const [mine, theirs] = [await open(t, member, offTopic), await open(t, owner, offTopic, { width: 390, theme: "dark" })];
  const id = await say(mine, "Tpyos are my speciality");
  await message(theirs, id).waitFor();
  await message(mine, id).locator(".message-more").focus();
  await mine.keyboard.press("Enter");
  const dialog = mine.locator("dialog[open]");
  // A user who wants to delete or to copy is not in the middle of editing.
  await dialog.locator("h2:focus").waitFor();
  await assertSound(portico, mine);
  await dialog.locator("textarea").focus();
  await dialog.locator("textarea").fill("Typos are my speciality");
  await mine.keyboard.press("Enter");
  for (const page of [mine, theirs]) {
    await message(page, id).locator(".message-edited").waitFor();
    assert.equal(await message(page, id).locator(".content").textContent(), "Typos are my speciality");
  }
  // The event may come before the answer, which closes the dialog.
  await mine.locator("dialog").waitFor({ state: "detached" });
  assert.equal(new URL(mine.url()).pathname, offTopic);
});

test("an edit that is refused says so in the dialog and keeps the text", async (t) => {
  const page = await open(t, member, offTopic);
  const id = await say(page, "Short enough");
  const dialog = await more(page, id);
  const long = "x".repeat(4001);
  await dialog.locator("textarea").fill(long);
  await dialog.locator('form[data-in-place="edit"] button').click();
  await dialog.locator(".fault", { hasText: "at most 4,000 characters" }).waitFor();
  assert.equal(await dialog.locator("textarea").inputValue(), long);
  portico.takeFaults(page);
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.equal(await message(page, id).locator(".message-more:focus").count(), 1);
});

test("a moderator deletes a message in place, and every open page follows", async (t) => {
  const [mine, theirs] = [await open(t, member, offTopic), await open(t, owner, offTopic)];
  const id = await say(mine, "Not for everyone");
  await message(theirs, id).waitFor();
  const dialog = await more(theirs, id);
  assert.equal(await dialog.locator("textarea").count(), 0);
  await dialog.locator('form[data-in-place="delete"] button').click();
  for (const page of [mine, theirs]) await message(page, id).waitFor({ state: "detached" });
  assert.equal(new URL(theirs.url()).pathname, offTopic);
  await theirs.locator("#announce", { hasText: "The message is deleted." }).waitFor({ state: "attached" });
  // It is said here, and not on whatever page comes next.
  await theirs.goto("/portal");
  assert.equal(await theirs.locator(".flash").count(), 0);
});

test("spam of a webhook is removed at once, and restored at once, on every open page", async (t) => {
  const [mine, theirs] = [await open(t, owner, builds), await open(t, member, builds)];
  const spam = [];
  for (let turn = 0; turn < 4; turn += 1) spam.push(await post(`Spam ${turn}`));
  await message(mine, spam.at(-1)).waitFor();
  const dialog = await more(mine, spam.at(-1));
  await dialog.locator('form[data-in-place="remove"] button').click();
  const notice = mine.locator("[data-removed]");
  await notice.waitFor();
  assert.match(await notice.locator("p").textContent(), /^Removed \d+ messages by /);
  assert.equal(await notice.locator("button:focus").count(), 1);
  for (const page of [mine, theirs]) {
    for (const id of spam) await message(page, id).waitFor({ state: "detached" });
  }
  assert.equal(await theirs.locator("[data-removed]").count(), 0);
  await assertSound(portico, mine);
  await mine.keyboard.press("Enter");
  for (const page of [mine, theirs]) {
    for (const id of spam) await message(page, id).waitFor();
  }
  assert.equal(await notice.count(), 0);
});

test("without scripts each act is a page, and a removal can be undone", async (t) => {
  const page = await open(t, owner, builds, { javaScript: false, width: 390 });
  const id = await post("Spam for those without scripts");
  await page.goto(builds);
  await message(page, id).hover();
  await leads(page, () => message(page, id).locator(".message-more").click());
  assert.equal(new URL(page.url()).pathname, `${builds}/messages/${id}`);
  await leads(page, () => page.locator('form[data-in-place="remove"] button').click());
  await page.locator("[data-removed]").waitFor();
  assert.equal(await message(page, id).count(), 0);
  await leads(page, () => page.locator("[data-removed] button").click());
  await leads(page, () => message(page, id).locator(".message-more").click());
  await leads(page, () => page.locator('form[data-in-place="delete"] button').click());
  await page.locator(".flash", { hasText: "The message is deleted." }).waitFor();
  assert.equal(await message(page, id).count(), 0);
});

test("slow mode is shown at the composer, and keeps the text that has to wait", async (t) => {
  const admin = await open(t, owner, `/servers/${server.id}/settings${offTopic}`);
  const set = async (label) => {
    await admin.locator('[name="slow_mode"]').selectOption({ label });
    await leads(admin, () => admin.getByRole("button", { name: "Save channel" }).click());
    await admin.locator(".flash").waitFor();
  };
  await set("6 hours");
  const page = await open(t, member, offTopic);
  await page.locator("[data-slow-mode]", { hasText: "one message every 6 hours" }).waitFor();
  await say(page, "The first of the day");
  await page.locator(".composer textarea").fill("And the second");
  await page.locator(".composer button").click();
  await page.locator(".composer .fault", { hasText: /^Slow mode: try again in \d+ seconds\.$/ }).waitFor();
  assert.equal(await page.locator(".composer textarea").inputValue(), "And the second");
  portico.takeFaults(page);
  await set("Off");
});

test("what is typed while a message is being sent is the next one", async (t) => {
  const page = await open(t, member, offTopic);
  let release;
  const released = new Promise((resolve) => { release = resolve; });
  const hold = async (route) => {
    await released;
    await route.continue();
  };
  await page.route(`**${offTopic}/messages`, hold, { times: 1 });
  const box = page.locator(".composer textarea");
  await box.fill("The first thought");
  await page.locator(".composer button").click();
  await box.pressSequentially(" and the second");
  release();
  await page.locator("[data-message-id]", { hasText: "The first thought" }).waitFor();
  await page.locator(".composer button:not([aria-disabled])").waitFor();
  assert.equal(await box.inputValue(), " and the second");
});

test("a message that the stream brings first leaves the composer, but not what was typed meanwhile", async (t) => {
  const page = await open(t, member, offTopic);
  let release;
  const released = new Promise((resolve) => { release = resolve; });
  await page.route(`**${offTopic}/messages`, async (route) => {
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  }, { times: 1 });
  const box = page.locator(".composer textarea");
  await box.fill("The **first** thought of the day");
  await page.locator(".composer button").click();
  await box.pressSequentially(" and another");
  await page.locator("[data-message-id]", { hasText: "The first thought of the day" }).waitFor();
  await page.waitForFunction(() => document.querySelector(".composer textarea").value === " and another");
  release();
  await page.locator(".composer button:not([aria-disabled])").waitFor();
  assert.equal(await box.inputValue(), " and another");
  assert.equal(await page.locator("[data-message-id]", { hasText: "The first thought of the day" }).count(), 1);
});

test("what was wrong with a message is forgotten once it is changed", async (t) => {
  const page = await open(t, member, offTopic);
  await page.route(`**${offTopic}/messages`, (route) => route.fulfill({ status: 503, contentType: "text/html", body: "<p>Try again" }), { times: 1 });
  const box = page.locator(".composer textarea");
  await box.fill("Once more");
  await page.locator(".composer button").click();
  await page.locator(".composer .fault").waitFor();
  assert.equal(await box.getAttribute("aria-invalid"), "true");
  await box.pressSequentially("!");
  assert.equal(await page.locator(".composer .fault").count(), 0);
  assert.equal(await box.getAttribute("aria-invalid"), null);
  portico.takeFaults(page);
});

test("a message is replied to in place, and every open page follows what becomes of it", async (t) => {
  const [mine, theirs] = [await open(t, member, offTopic), await open(t, owner, offTopic, { width: 390, theme: "dark" })];
  const id = await say(mine, "Who has the key to the shed?");
  await message(theirs, id).waitFor();
  let dialog = await more(theirs, id);
  await dialog.locator("[data-reply]").click();
  await theirs.locator(".composer textarea:focus").waitFor();
  assert.equal(await theirs.locator("[data-reply-bar] [name=reply_to]").inputValue(), id);
  await assertSound(portico, theirs);
  // Cancelled, and begun again.
  await theirs.keyboard.press("Escape");
  assert.equal(await theirs.locator("[data-reply-bar]").count(), 0);
  dialog = await more(theirs, id);
  await dialog.locator("[data-reply]").click();
  const reply = await say(theirs, "It hangs beside the door");
  assert.equal(await theirs.locator("[data-reply-bar]").count(), 0);
  const quote = (page) => message(page, reply).locator(".message-reply");
  for (const page of [mine, theirs]) await quote(page).locator("a", { hasText: "Who has the key to the shed?" }).waitFor();
  assert.equal(await message(mine, reply).evaluate((shown) => shown.classList.contains("mentions-me")), true);
  dialog = await more(mine, id);
  await dialog.locator("textarea").fill("Who has the key to the boat?");
  await mine.keyboard.press("Enter");
  for (const page of [mine, theirs]) await quote(page).locator("a", { hasText: "the boat?" }).waitFor();
  dialog = await more(mine, id);
  await dialog.locator('form[data-in-place="delete"] button').click();
  for (const page of [mine, theirs]) {
    await page.locator(`[data-message-id="${reply}"] .message-reply`, { hasText: "Original message deleted" }).waitFor();
  }
  await mine.reload();
  assert.equal((await quote(mine).textContent()).trim(), "Original message deleted");
});

test("without scripts a message is replied to on the channel’s page", async (t) => {
  const page = await open(t, member, offTopic, { javaScript: false });
  await leads(page, () => page.locator(".message-more").last().click({ force: true }));
  await leads(page, () => page.locator("[data-reply]").click());
  await page.locator("[data-reply-bar]").waitFor();
  await page.locator(".composer textarea").fill("A plain reply");
  await leads(page, () => page.locator(".composer button").click());
  const said = page.locator("[data-message-id]", { hasText: "A plain reply" });
  assert.equal(await said.locator(".message-reply").count(), 1);
});
