// Searching, links to channels, completion of names, links to messages and reading them later.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { copies, start } from "./portico.mjs";
import { accessibilityFaults, assertSound } from "./validate.mjs";

const portico = await start();
after(() => portico.close());

const { people, channels, server } = portico.demo;
const [owner, member] = people;
const path = (name) => `/channels/${channels.find((channel) => channel.name === name).id}`;
const offTopic = path("off-topic");

const composer = (page) => page.locator(".composer textarea");
/** Waits until the message box completes names, which is loaded when the box is used. */
const completing = (page) => page.locator("[role=listbox]").waitFor({ state: "attached" });
const options = (page) => page.locator("[role=listbox] [role=option]");
const active = (page) => page.locator("[role=option][aria-selected=true]").innerText();

async function say(page, text) {
  await composer(page).fill(text);
  await page.locator(".composer button").click();
  const said = page.locator("article[data-message-id]", { hasText: text });
  await said.waitFor();
  // The stream may show the message before the answer to the form has come.
  await page.locator(".composer button:not([aria-disabled])").waitFor();
  return said.getAttribute("data-message-id");
}

for (const javaScript of [true, false]) {
  test(`a message is found from the sidebar and opened in its feed, ${javaScript ? "with" : "without"} scripts`, async (t) => {
    const page = await portico.open(t, member, path("general"), { javaScript });
    await page.locator("#side-search").fill("rye always");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/search\?q=rye\+always/);
    assert.equal(new URL(page.url()).searchParams.has("zone"), javaScript);
    const result = page.locator(".search-results > li");
    assert.equal(await result.count(), 1);
    assert.deepEqual(await result.locator("mark").allInnerTexts(), ["Rye", "Always", "rye"]);
    const id = await result.getAttribute("data-message-id");
    await result.locator(".inbox-place a").click();
    await page.waitForURL(new RegExp(`${offTopic}\\?around=${id}#message-${id}$`));
    assert.ok(await page.locator(`#message-${id}:target`).isVisible());
    await page.goBack();
    assert.equal(await page.locator("#f-q").inputValue(), "rye always");
  });
}

test("the search of a channel begins with its name, on a phone too", async (t) => {
  const page = await portico.open(t, member, offTopic, { width: 390, theme: "dark" });
  await page.locator(".chat-switch > summary").click();
  await page.locator(".channels-here a").click();
  await page.waitForURL(/\/search\?q=in%3Aoff/);
  assert.equal(await page.locator("#f-q").inputValue(), "in:off-topic");
  await page.locator("#f-q").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" wheat");
  await page.keyboard.press("Enter");
  await page.locator(".search-results mark", { hasText: "wheat" }).first().waitFor();
  await assertSound(portico, page);
});

test("names are completed with the keyboard, and a named channel is a link", async (t) => {
  const page = await portico.open(t, owner, offTopic);
  const box = composer(page);
  await box.click();
  await completing(page);
  await page.keyboard.type("Ask @die");
  await options(page).filter({ hasText: /^@diego/ }).waitFor();
  assert.match(await active(page), /^@diego\b/);
  assert.equal(await box.getAttribute("aria-activedescendant"), await options(page).first().getAttribute("id"));
  assert.equal(await box.getAttribute("aria-expanded"), "true");
  // ARIA in HTML allows a text area no other role, but screen readers say with this one that there is a list; see decisions.md.
  const faults = await accessibilityFaults(page);
  assert.deepEqual(faults.filter((fault) => !fault.startsWith("aria-allowed-role")), []);
  await page.keyboard.press("Tab");
  assert.equal(await box.inputValue(), "Ask @diego ");
  assert.equal(await box.getAttribute("aria-expanded"), null);
  await page.keyboard.type("in #");
  await options(page).nth(1).waitFor();
  const first = await active(page);
  await page.keyboard.press("ArrowDown");
  assert.notEqual(await active(page), first);
  await page.keyboard.press("ArrowUp");
  assert.equal(await active(page), first);
  // Escape leaves what was typed, and the list stays away until that changes.
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("[role=listbox]").isVisible(), false);
  assert.equal(await box.inputValue(), "Ask @diego in #");
  await page.keyboard.type("gene");
  await options(page).filter({ hasText: /^#general/ }).waitFor();
  await page.keyboard.press("Enter");
  assert.equal(await box.inputValue(), "Ask @diego in #general ");
  await page.keyboard.press("Enter");
  const said = page.locator("article", { hasText: "Ask @diego in" });
  await said.waitFor();
  // The event stream may be faster than the answer that empties the box.
  await page.waitForFunction((element) => element.value === "", await box.elementHandle());
  await said.locator(".channel-link").click();
  await page.waitForURL(new RegExp(`${path("general")}$`));
});

/** A message box that completes names. After `listed`, the server's answers come when they are released. */
async function held(t) {
  const page = await portico.open(t, owner, offTopic);
  const waiting = new Map();
  const question = (text) => {
    if (!waiting.has(text)) {
      let arrives;
      const route = new Promise((resolve) => { arrives = resolve; });
      waiting.set(text, { route, arrives });
    }
    return waiting.get(text);
  };
  const textOf = (url) => new URL(url).searchParams.get("q");
  let holds = false;
  await page.route("**/completions?*", (route) => {
    if (holds) question(textOf(route.request().url())).arrives(route);
    else route.continue();
  });
  await composer(page).click();
  await completing(page);
  const listed = async (typed, first) => {
    holds = false;
    // At once, so that only this text is asked about.
    await page.keyboard.insertText(typed);
    await options(page).filter({ hasText: first }).waitFor();
    holds = true;
  };
  /** Lets the server answer what was asked about this text, or is about to be. */
  const release = async (typed) => {
    const route = await question(typed).route;
    const answered = page.waitForResponse((answer) => textOf(answer.url()) === typed);
    await route.continue();
    await (await answered).finished();
  };
  return { page, box: composer(page), list: page.locator("[role=listbox]"), listed, release };
}

test("names that no longer fit what is typed leave the list at once, before the server’s answer", async (t) => {
  const { page, box, list, listed } = await held(t);
  await listed("#", /^#general$/);
  assert.ok((await options(page).count()) > 2);
  await page.keyboard.type("of");
  assert.deepEqual(await options(page).allInnerTexts(), ["#off-topic"]);
  await page.keyboard.press("Enter");
  assert.equal(await box.inputValue(), "#off-topic ");
  // By a word of the display name too, as the server finds it: this is Chloé Martin.
  await listed("@m", /^@chloe_m/);
  assert.ok((await options(page).count()) > 1);
  await page.keyboard.type("ar");
  assert.deepEqual(await options(page).allInnerTexts(), [await active(page)]);
  assert.match(await active(page), /^@chloe_m\b/);
  await page.keyboard.type("x");
  assert.equal(await list.isVisible(), false);
  assert.equal(await box.getAttribute("aria-expanded"), null);
  await page.keyboard.press("Tab");
  assert.equal(await box.inputValue(), "#off-topic @marx");
});

test("a name is not taken where the cursor has left what it completes", async (t) => {
  const { page, box, list, listed } = await held(t);
  await listed("#gene", /^#general$/);
  await page.keyboard.press("Home");
  assert.equal(await list.isVisible(), false);
  await box.fill("");
  await listed("@die", /^@diego/);
  await box.evaluate((element) => element.setSelectionRange(0, 0));
  await page.keyboard.press("Enter");
  assert.equal(await list.isVisible(), false);
  assert.equal(await box.inputValue(), "@die");
});

test("an answer that arrives late lists what still fits, and leaves the chosen name chosen", async (t) => {
  const { page, list, listed, release } = await held(t);
  await listed("#", /^#general$/);
  await page.keyboard.type("n");
  await options(page).nth(1).waitFor();
  const first = await active(page);
  await page.keyboard.press("ArrowDown");
  const second = await active(page);
  assert.notEqual(second, first);
  await release("#n");
  await options(page).nth(1).waitFor();
  assert.equal(await active(page), second);
  // The next question waits for a pause in typing, which does not come.
  await composer(page).fill("");
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.type("#");
  await page.clock.runFor(1_000);
  await page.keyboard.type("off");
  assert.equal(await list.isVisible(), false);
  await release("#");
  await options(page).first().waitFor();
  assert.deepEqual(await options(page).allInnerTexts(), ["#off-topic"]);
});

test("a message box that had the focus before the scripts ran completes names", async (t) => {
  const page = await portico.page(t);
  await portico.signIn(page, member);
  await page.route("**/js/portico.js", async (route) => {
    // By the keyboard: some browsers paint nothing to click on before that.
    await composer(page).focus();
    await route.continue();
  });
  await page.goto(offTopic);
  await completing(page);
  await page.keyboard.type("#gene");
  await options(page).filter({ hasText: /^#general$/ }).waitFor();
});

test("a name is taken with the pointer, and what no one is called opens no list", async (t) => {
  const page = await portico.open(t, member, offTopic, { width: 390 });
  await composer(page).click();
  await completing(page);
  const asked = page.waitForResponse((answer) => answer.url().endsWith("completions?q=%40nobody-is-called-so"));
  await page.keyboard.type("@nobody-is-called-so");
  await (await asked).finished();
  assert.equal(await page.locator("[role=listbox]").isVisible(), false);
  await composer(page).fill("");
  // At once, so that no later answer replaces the option under the pointer.
  await page.keyboard.insertText("(@chlo");
  await options(page).filter({ hasText: /^@chloe_m/ }).click();
  assert.equal(await composer(page).inputValue(), "(@chloe_m ");
  assert.equal(await page.evaluate(() => document.activeElement.id), "f-content");
});

test("a message has a link to copy, and stays unread when it is marked so", async (t) => {
  const writing = await portico.open(t, owner, offTopic);
  const id = await say(writing, "Who takes the late watch?");
  const page = await portico.open(t, member, offTopic, { permissions: ["clipboard-read", "clipboard-write"] });
  const message = page.locator(`[data-message-id="${id}"]`);
  await message.hover();
  // It is read by being seen.
  await page.locator("[data-mark-read]").waitFor({ state: "detached" });
  await page.clock.install();
  await message.locator(".message-more").click();
  const menu = page.locator(".message-menu");
  const link = `${portico.demo.base_url}${offTopic}?around=${id}#message-${id}`;
  await copies(page, link, () => menu.locator("[data-act=copy]").click());
  await message.locator(".message-more").click();
  await menu.getByRole("button", { name: "Mark as unread" }).click();
  await page.waitForURL(/keep_unread/);
  await page.locator(".feed-new").waitFor();
  // Looking at it for a while changes nothing.
  await page.clock.fastForward(5_000);
  await page.goto(`/servers/${server.id}/search`);
  assert.equal(await page.locator(".channels a.unread", { hasText: "off-topic" }).count(), 1);
});
