// Keyboard shortcuts, and the panel of a channel's members.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { leads, start } from "./portico.mjs";
import { assertSound } from "./validate.mjs";

const portico = await start();
after(() => portico.close());

const { people, channels } = portico.demo;
const [owner, member] = people;
const path = (name) => `/channels/${channels.find((channel) => channel.name === name).id}`;
const offTopic = path("off-topic");

async function open(t, person, where, look = {}) {
  const page = await portico.open(t, person, where, look);
  if (look.javaScript !== false) await ready(page);
  return page;
}

/** Waits until the page hears the keys. */
const ready = (page) => page.locator(".menu-panel [data-shortcuts-link][aria-haspopup]").waitFor({ state: "attached" });

const composer = (page) => page.locator(".composer textarea");
const dialog = (page) => page.locator("dialog[open]");
const focusedMessage = (page) => page.evaluate(() => document.activeElement.closest("[data-message-id]")?.dataset.messageId);

async function say(page, text) {
  await composer(page).fill(text);
  await composer(page).press("Enter");
  const said = page.locator("article[data-message-id]", { hasText: text });
  await said.waitFor();
  // The stream may show the message before the answer to the form has come, which focuses the field.
  await page.locator(".composer button:not([aria-disabled])").waitFor();
  // From now on no field has the focus.
  await page.evaluate(() => document.activeElement.blur());
  return said.getAttribute("data-message-id");
}

test("? lists the shortcuts, a link does too, and without scripts they are a page", async (t) => {
  const page = await open(t, member, offTopic);
  await page.keyboard.press("?");
  await dialog(page).locator("kbd").first().waitFor();
  assert.equal(await dialog(page).evaluate((list) => list.scrollTop), 0);
  await assertSound(portico, page);
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  await page.locator(".top .menu > summary").click();
  await page.locator(".menu-panel [data-shortcuts-link]").click();
  await dialog(page).waitFor();
  const plain = await open(t, member, "/portal", { javaScript: false });
  await plain.locator(".foot [data-shortcuts-link]").click();
  await plain.locator("main kbd").first().waitFor();
  assert.equal(await plain.locator("[data-shortcuts-switch]").isVisible(), false);
});

test("no shortcut is active while someone types", async (t) => {
  const page = await open(t, member, offTopic);
  await composer(page).focus();
  await page.keyboard.type("? / rejug i");
  assert.equal(await composer(page).inputValue(), "? / rejug i");
  await page.locator("#side-search").focus();
  await page.keyboard.type("?gi");
  assert.equal(await page.locator("#side-search").inputValue(), "?gi");
  assert.equal(await dialog(page).count(), 0);
  assert.equal(new URL(page.url()).pathname, offTopic);
});

test("messages are gone through, replied to, edited and marked as unread", async (t) => {
  const page = await open(t, member, offTopic);
  const first = await say(page, "The ferry is late");
  const second = await say(page, "By twenty minutes");
  await page.keyboard.press("j");
  assert.equal(await focusedMessage(page), second);
  await page.keyboard.press("k");
  assert.equal(await focusedMessage(page), first);
  await page.keyboard.press("r");
  await page.locator("[data-reply-bar]").waitFor();
  assert.equal(await page.locator("[name=reply_to]").inputValue(), first);
  await page.keyboard.press("Escape");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("e");
  const edited = page.locator(".message-edit");
  await edited.locator("textarea:focus").waitFor();
  assert.equal(await edited.locator("textarea").inputValue(), "By twenty minutes");
  await page.keyboard.press("Escape");
  await edited.waitFor({ state: "detached" });
  await composer(page).focus();
  await page.keyboard.press("ArrowUp");
  await edited.locator("textarea:focus").waitFor();
  await page.keyboard.press("Escape");
  await edited.waitFor({ state: "detached" });
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("u");
  await page.waitForURL(/keep_unread/);
});

test("Escape that closes a menu marks nothing as read", async (t) => {
  const page = await open(t, member, offTopic);
  const id = await say(page, "Unread again");
  // It is read by being seen. Were that still on its way, it might come after what follows.
  await page.waitForFunction((id) => Number(document.querySelector("[data-feed]").dataset.read) >= Number(id), id);
  await page.keyboard.press("u");
  await page.waitForURL(/keep_unread/);
  await ready(page);
  await page.locator("[data-mark-read]").waitFor();
  await composer(page).fill("Not lost");
  let marked = 0;
  page.on("request", (request) => { if (new URL(request.url()).pathname.endsWith("/read")) marked += 1; });
  for (const menu of [".chat-mute", ".top .menu"]) {
    await page.locator(`${menu} > summary`).press("Enter");
    await page.locator(`${menu}[open]`).waitFor();
    await page.keyboard.press("Escape");
    await page.locator(`${menu}:not([open]) > summary:focus`).waitFor();
  }
  assert.equal(marked, 0);
  await page.locator("[data-mark-read]").waitFor();
  assert.equal(await composer(page).inputValue(), "Not lost");
});

test("after an edit the focus is on the message, and after a deletion on the next one", async (t) => {
  const page = await open(t, member, offTopic);
  const first = await say(page, "The crane is slow");
  const second = await say(page, "The pier is wet");
  await page.keyboard.press("k");
  await page.keyboard.press("k");
  assert.equal(await focusedMessage(page), first);
  await page.keyboard.press("e");
  await page.locator(".message-edit textarea:focus").fill("The crane is fast");
  await page.keyboard.press("Enter");
  await page.locator(".message-edit").waitFor({ state: "detached" });
  await page.locator(`[data-message-id="${first}"]:focus`).waitFor();
  await page.locator(`[data-message-id="${first}"] .message-more`).press("Enter");
  await page.locator(".message-menu").getByRole("button", { name: "Delete" }).press("Enter");
  await page.locator(`[data-message-id="${second}"]:focus`).waitFor();
  assert.equal(await page.locator(`[data-message-id="${first}"]`).count(), 0);
});

test("what is announced while a dialog is open is inside of it", async (t) => {
  const page = await open(t, member, offTopic);
  await page.keyboard.press("?");
  await dialog(page).locator("[data-shortcuts-switch]").uncheck();
  await dialog(page).locator("#announce", { hasText: "Single-key shortcuts are off." }).waitFor({ state: "attached" });
  await dialog(page).locator("[data-shortcuts-switch]").check();
  await page.keyboard.press("Escape");
  await page.locator(".foot > #announce").waitFor({ state: "attached" });
});

test("of someone else’s message there is nothing to edit", async (t) => {
  const theirs = await open(t, owner, offTopic);
  await say(theirs, "Mine alone");
  const page = await open(t, member, offTopic);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("e");
  await page.locator("#announce", { hasText: "your own messages only" }).waitFor({ state: "attached" });
  assert.equal(await page.locator(".message-edit").count(), 0);
});

test("search, inbox, portal and the next channel are a key away", async (t) => {
  const page = await open(t, member, offTopic);
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.id), "side-search");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Control+k");
  assert.equal(await page.evaluate(() => document.activeElement.id), "side-search");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Alt+ArrowUp");
  await page.waitForURL((url) => url.pathname.startsWith("/channels/") && url.pathname !== offTopic);
  await ready(page);
  await page.keyboard.press("Alt+ArrowDown");
  await page.waitForURL((url) => url.pathname === offTopic);
  for (const [key, where] of [["i", "/inbox"], ["p", "/portal"]]) {
    await ready(page);
    await page.keyboard.press("g");
    await page.keyboard.press(key);
    await page.waitForURL((url) => url.pathname === where);
  }
});

test("shortcuts of a single key can be turned off, and stay off", async (t) => {
  const page = await open(t, member, offTopic);
  await page.keyboard.press("?");
  await dialog(page).locator("[data-shortcuts-switch]").uncheck();
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  for (let turn = 0; turn < 2; turn += 1) {
    await page.keyboard.press("?");
    await page.keyboard.press("/");
    assert.notEqual(await page.evaluate(() => document.activeElement.id), "side-search");
    assert.equal(await dialog(page).count(), 0);
    await page.keyboard.press("Control+k");
    assert.equal(await page.evaluate(() => document.activeElement.id), "side-search");
    await page.reload();
    await ready(page);
  }
  await page.locator(".top .menu > summary").click();
  await page.locator(".menu-panel [data-shortcuts-link]").click();
  await dialog(page).locator("[data-shortcuts-switch]").check();
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("?");
  await dialog(page).waitFor();
});

test("members are a panel where there is room, and a page elsewhere and without scripts", async (t) => {
  const page = await open(t, member, offTopic, { width: 1280 });
  // The panel starts apart from the shortcuts; until then, the link leads to the page.
  const link = page.locator("[data-members-link][aria-expanded]");
  await link.click();
  const panel = page.locator(".chat-members");
  await panel.locator("[data-member]").first().waitFor();
  await assertSound(portico, page);
  assert.equal(await link.getAttribute("aria-expanded"), "true");
  // It is open on the next page as well.
  await page.reload();
  await ready(page);
  await panel.locator("[data-member]").first().waitFor();
  await link.click();
  await panel.waitFor({ state: "detached" });
  for (const look of [{ width: 390 }, { width: 1280, javaScript: false }]) {
    const other = await open(t, member, offTopic, look);
    await other.locator("[data-members-link]").click();
    await other.waitForURL(/\/members$/);
    await other.locator("main [data-member]").first().waitFor();
  }
});

test("a person whose page is open is shown as here to others", async (t) => {
  await open(t, owner, offTopic);
  const page = await open(t, member, `${offTopic}/members`);
  const here = page.locator(`[data-member="${owner.id}"].is-here`);
  for (let turn = 0; turn < 20 && (await here.count()) === 0; turn += 1) {
    await page.waitForTimeout(500);
    await page.reload();
  }
  assert.equal(await here.count(), 1);
});

test("Escape marks as read what arrived since the page was opened, and so does the button", async (t) => {
  const theirs = await open(t, owner, offTopic);
  const page = await open(t, member, offTopic);
  await page.locator("[data-mark-read]").waitFor({ state: "detached" });
  // From now on the user looks elsewhere.
  await page.evaluate(() => { document.hasFocus = () => false; });
  const arrived = await say(theirs, "The pilot is on board");
  await page.locator(`[data-message-id="${arrived}"]`).waitFor();
  const sent = page.waitForRequest((request) => request.isNavigationRequest() && new URL(request.url()).pathname === `${offTopic}/read`);
  // It leads back to the same address.
  await leads(page, () => page.keyboard.press("Escape"));
  assert.equal((await sent).postData(), `up_to=${arrived}`);
  assert.equal(new URL(page.url()).pathname, offTopic);
  await ready(page);
  await page.keyboard.press("u");
  await page.waitForURL(/keep_unread/);
  await ready(page);
  await page.evaluate(() => { document.hasFocus = () => false; });
  const next = await say(theirs, "And the tugs are made fast");
  await page.locator(`[data-message-id="${next}"]`).waitFor();
  assert.equal(await page.locator("[data-mark-read] [name=up_to]").inputValue(), next);
});

test("without a connection shortcuts, actions and members leave the page as it is", async (t) => {
  const page = await open(t, member, offTopic, { allow: [/^request/, /^failed/, /ERR_INTERNET_DISCONNECTED/, /EventSource/] });
  await say(page, "Before the storm");
  await page.locator("[data-members-link][aria-expanded]").waitFor();
  await page.context().setOffline(true);
  await page.locator("#connection", { hasText: "Not connected" }).waitFor();
  await composer(page).fill("Not lost");
  await page.evaluate(() => document.activeElement.blur());
  const acts = {
    "?": () => page.keyboard.press("?"),
    r: () => page.keyboard.press("r"),
    u: () => page.keyboard.press("u"),
    actions: () => page.locator(".message-more").last().click({ force: true }),
    members: () => page.locator("[data-members-link]").click(),
  };
  // All announcements are noted: that of the message, which comes a moment later, may take the place of another one.
  await page.evaluate(() => {
    globalThis.announced = [];
    const region = document.getElementById("announce");
    new MutationObserver(() => globalThis.announced.push(region.textContent)).observe(region, { childList: true });
  });
  for (const [name, act] of Object.entries(acts)) {
    await page.evaluate(() => {
      document.activeElement.blur();
      globalThis.announced.length = 0;
    });
    await act();
    await page.waitForFunction(() => globalThis.announced.some((text) => text.startsWith("Not connected.")));
    assert.equal(await composer(page).inputValue(), "Not lost", name);
  }
  assert.equal(new URL(page.url()).pathname, offTopic);
  await page.context().setOffline(false);
  await page.locator("#connection").waitFor({ state: "hidden" });
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("?");
  await dialog(page).locator("kbd").first().waitFor();
});
