// A channel for its readers: rendered text, live messages, and read marks.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { leads, start } from "./portico.mjs";
import { assertSound } from "./validate.mjs";

const portico = await start();
after(() => portico.close());

const { people, channels, server, webhook } = portico.demo;
const [owner, member] = people;
const general = `/channels/${channels.find(({ name }) => name === "general").id}`;
const offTopic = `/channels/${channels.find(({ name }) => name === "off-topic").id}`;
const builds = `/channels/${channels.find(({ name }) => name === "builds").id}`;

async function post(content, others = {}) {
  const answer = await fetch(webhook.runtime_url.replace("//localhost:", "//127.0.0.1:"), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ content, ...others }),
  });
  assert.equal(answer.status, 200);
  return (await answer.json()).message.id;
}

/** Changes or deletes a message by its webhook's URL. */
async function correct(method, id, payload) {
  const answer = await fetch(`${webhook.runtime_url.replace("//localhost:", "//127.0.0.1:")}/messages/${id}`, {
    method,
    headers: { "Content-Type": "application/json" },
    body: payload && JSON.stringify(payload),
  });
  assert.equal(answer.status, method === "DELETE" ? 204 : 200);
}

const message = (page, id) => page.locator(`[data-message-id="${id}"]`);
const ids = (page, selector) => page.locator(selector).evaluateAll((all) => all.map(({ dataset }) => dataset.messageId));
/** A page opens at its first unread message. How many there are depends on what the pages of earlier tests had time to read. */
const toEnd = (page) => page.locator(".feed-frame").evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));

const markdown = `**bold**, *italic*, ~~strikethrough~~ and \`code <b>\`
# A heading
> quoted
> twice
- one
- two
  - deeper
3. three
\`\`\`rust
fn main() {
    println!("a line that is longer than a narrow window is wide, and yet stays where it is");
}
\`\`\`
[the notes](https://example.org/notes) and https://example.org/a_b_c.
<script>document.title = "taken"</script> [x](javascript:document.title="taken")`;

for (const look of [{ theme: "light", width: 1280 }, { theme: "dark", width: 390 }]) {
  test(`markdown is drawn, and the rest is text, ${look.theme}, ${look.width} wide`, async (t) => {
    const id = await post(markdown);
    const page = await portico.page(t, look);
    await portico.signIn(page, owner);
    await page.goto(builds);
    const content = message(page, id).locator(".content");
    const texts = (selector) => content.locator(selector).allTextContents();
    assert.deepEqual(await texts("strong"), ["bold", "A heading"]);
    assert.deepEqual(await texts("em, s, code"), ["italic", "strikethrough", "code <b>"]);
    assert.deepEqual(await texts("blockquote"), ["quoted\ntwice"]);
    assert.deepEqual(await texts("ul ul > li"), ["deeper"]);
    assert.equal(await content.locator("ol > li").getAttribute("value"), "3");
    assert.match((await texts("pre"))[0], /^fn main\(\) \{\n    println!.*\n\}$/);
    const links = await content.locator("a").evaluateAll((all) => all.map(({ href, rel, target }) => [href, rel, target]));
    const rel = "noopener noreferrer nofollow";
    assert.deepEqual(links, [
      ["https://example.org/notes", rel, "_blank"],
      ["https://example.org/a_b_c", rel, "_blank"],
    ]);
    assert.ok(!(await page.title()).includes("taken"));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `${wide} pixels wider than the window`);
    await assertSound(portico, page);
  });
}

test("scripts group messages as the server does", async (t) => {
  await post("one");
  await post("two");
  await post("in another guise", { name: "Deploys" });
  const groups = [];
  for (const javaScript of [true, false]) {
    const page = await portico.page(t, { javaScript, timezoneId: "UTC" });
    await portico.signIn(page, owner);
    await page.goto(builds);
    if (javaScript) {
      // The unread line splits a group, so both have to read the same messages.
      await toEnd(page);
      await page.locator("[data-mark-read]").waitFor({ state: "detached" });
      await page.reload();
      await page.locator(".feed-day", { hasText: /day, / }).first().waitFor();
    }
    groups.push(await ids(page, ".message-joined"));
  }
  assert.ok(groups[0].length > 0);
  assert.deepEqual(groups[0], groups[1]);
});

test("consecutive new messages are grouped, and announced once", async (t) => {
  const page = await portico.page(t);
  await portico.signIn(page, owner);
  await page.goto(builds);
  const first = await post("the first", { name: "Arrivals" });
  await message(page, first).waitFor();
  const second = await post("the second", { name: "Arrivals" });
  await message(page, second).waitFor();
  const joined = (id) => message(page, id).evaluate((article) => article.classList.contains("message-joined"));
  assert.deepEqual([await joined(first), await joined(second)], [false, true]);
  await page.locator("#announce", { hasText: "Arrivals: the second" }).waitFor();
  assert.equal(await page.locator("#announce").getAttribute("aria-live"), "polite");
});

test("open pages follow what a webhook changes and deletes, in every browser", async (t) => {
  const pages = [];
  for (const [person, look] of [[owner, { width: 1280 }], [member, { width: 390, theme: "dark" }]]) {
    const page = await portico.page(t, look);
    await portico.signIn(page, person);
    await page.goto(builds);
    pages.push(page);
  }
  const [id, other] = [await post("Deploy 7: running", { name: "Deploys" }), await post("Deploy 8: waits", { name: "Deploys" })];
  for (const page of pages) {
    await message(page, other).waitFor();
    assert.equal(await message(page, id).locator(".message-edited").count(), 0);
  }
  await correct("PATCH", id, { content: "Deploy 7: **done**", cards: [{ title: "All 312 tests passed" }] });
  for (const page of pages) {
    await message(page, id).locator(".message-edited").waitFor();
    assert.equal(await message(page, id).locator(".content").textContent(), "Deploy 7: done");
    assert.equal(await message(page, id).locator(".message-card-title").textContent(), "All 312 tests passed");
    // Still in its place, and once.
    const order = (await ids(page, "[data-message-id]")).slice(-2);
    assert.deepEqual(order, [String(id), String(other)]);
    await assertSound(portico, page);
  }
  const [owned, theirs] = pages;
  assert.equal(await message(theirs, id).locator(".message-edited a").count(), 0);
  await leads(owned, () => message(owned, id).locator(".message-edited a").click());
  assert.equal(new URL(owned.url()).pathname, `${builds}/messages/${id}/versions`);
  assert.deepEqual(await owned.locator("main .content").allTextContents(), ["Deploy 7: done", "Deploy 7: running"]);
  await owned.goBack();
  await message(owned, id).waitFor();
  await correct("DELETE", id);
  for (const page of pages) {
    await message(page, id).waitFor({ state: "detached" });
    await message(page, other).waitFor();
  }
});

test("the focus stays in its place when its message is edited or deleted by others", async (t) => {
  const page = await portico.page(t);
  await portico.signIn(page, owner);
  await page.goto(builds);
  const [id, next] = [await post("Deploy 11: running", { name: "Deploys" }), await post("Deploy 12: waits", { name: "Deploys" })];
  await message(page, next).waitFor();
  await message(page, id).focus();
  await correct("PATCH", id, { content: "Deploy 11: done" });
  await message(page, id).locator(".content", { hasText: "done" }).waitFor();
  await page.locator(`[data-message-id="${id}"]:focus`).waitFor();
  await correct("DELETE", id);
  await page.locator(`[data-message-id="${next}"]:focus`).waitFor();
  await correct("DELETE", next);
  await page.locator("[data-message-id]").last().and(page.locator(":focus")).waitFor();
});

test("many missed messages are shown together, and make room for the newest", async (t) => {
  const page = await portico.page(t);
  await portico.signIn(page, owner);
  let proceed;
  const posted = new Promise((resolve) => { proceed = resolve; });
  await page.route(/\/channels\/\d+\/events/, async (route) => {
    await posted;
    await route.continue();
  });
  await page.addInitScript(() => {
    globalThis.received = 0;
    globalThis.EventSource = class extends EventSource {
      constructor(address) {
        super(address);
        this.addEventListener("message", () => { globalThis.received += 1; });
      }
    };
  });
  await page.goto(builds);
  const before = await ids(page, "[data-message-id]");
  // What was there is read, and what is missed is not.
  await toEnd(page);
  await page.locator("[data-mark-read]").waitFor({ state: "detached" });
  await page.evaluate(() => {
    document.hasFocus = () => false;
    globalThis.turns = 0;
    const count = (changes) => { globalThis.turns += changes.some(({ addedNodes }) => addedNodes.length > 0) ? 1 : 0; };
    new MutationObserver(count).observe(document.querySelector("[data-feed]"), { childList: true });
  });
  const first = await post("missed first");
  let last;
  for (let turn = 1; turn < 310; turn += 1) last = await post(`missed ${turn}`);
  // The moment in which messages are collected lasts until all have come, however long that takes here.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  proceed();
  await page.waitForFunction(() => globalThis.received === 310);
  await page.clock.resume();
  await message(page, last).waitFor();
  await page.locator("[data-load-older]").waitFor({ state: "attached" });
  const kept = await ids(page, "[data-message-id]");
  // They go ten at a time.
  assert.ok(kept.length >= 300 && kept.length < 310, `${kept.length}`);
  // The line went with the messages around it, and will be there again even if all is read by then.
  const above = await page.locator(".feed-above a").getAttribute("href");
  assert.equal(above, `?around=${first}&unread_after=${first - 1}#unread`);
  assert.equal(await page.evaluate(() => globalThis.turns), 1);
  assert.equal(await page.locator("[data-load-older]").getAttribute("href"), `?before=${kept[0]}`);
  // The oldest one begins a day and a group.
  const top = await message(page, kept[0]).evaluate((article) => [article.previousElementSibling.className, article.className]);
  assert.deepEqual(top, ["feed-line feed-day", "message"]);
  // The pointer would scroll to it first: that loads them as well, and moves it away from under the pointer.
  await page.locator("[data-load-older]").dispatchEvent("click");
  await message(page, before.at(-1)).waitFor({ state: "attached" });
  const all = await ids(page, "[data-message-id]");
  assert.deepEqual(all.slice(-kept.length), kept);
  assert.equal(all[all.indexOf(before.at(-1)) + 311 - kept.length], kept[0]);
});

test("a time of the day before yesterday isn’t said to be of yesterday", async (t) => {
  const page = await portico.page(t, { timezoneId: "Europe/Lisbon", locale: "en" });
  await page.clock.setFixedTime("2026-01-20T12:00:00Z");
  await page.goto("/sign-in");
  const said = await page.evaluate(async () => {
    const { start } = await import(document.querySelector('script[type="module"]').src.replace("portico.js", "time.js"));
    for (const at of ["2026-01-18T23:00:00Z", "2026-01-19T00:00:00Z", "2026-01-13T23:00:00Z"]) {
      const element = Object.assign(document.createElement("time"), { dateTime: at });
      element.dataset.time = "relative";
      document.querySelector("main").append(element);
    }
    start(document);
    return [...document.querySelectorAll("main time")].map(({ textContent }) => textContent);
  });
  assert.deepEqual(said, ["2 days ago", "yesterday", "7 days ago"]);
});

test("on a phone the bar has the whole name of the channel, and everything beside it can be reached", async (t) => {
  const page = await portico.page(t, { width: 390 });
  await portico.signIn(page, owner);
  for (const [width, theme] of [[390, "light"], [360, "dark"], [320, "light"]]) {
    const id = await post("Not read yet");
    await page.setViewportSize({ width, height: 700 });
    await page.emulateMedia({ colorScheme: theme });
    // What is marked as unread stays so, and the mark is beside the rest.
    await page.goto(builds);
    await message(page, id).waitFor();
    // It is read by being seen. Were that still on its way, it might come after what follows.
    await toEnd(page);
    await page.locator("[data-mark-read]").waitFor({ state: "detached" });
    await leads(page, () => page.evaluate((to) => {
      const form = Object.assign(document.createElement("form"), { method: "post", action: to.replace(/messages.*/, "unread") });
      form.append(Object.assign(document.createElement("input"), { name: "message_id", value: to.split("/").at(-1) }));
      document.body.append(form);
      HTMLFormElement.prototype.submit.call(form);
    }, `${builds}/messages/${id}`));
    assert.match(page.url(), /keep_unread/);
    await page.locator("[data-mark-read]").waitFor();
    const [shown, whole] = await page.locator(".chat-head h1 bdi").evaluate((name) => [name.clientWidth, name.scrollWidth]);
    assert.ok(whole <= shown, `at ${width} the name has ${shown} of ${whole} pixels`);
    let edge = 0;
    for (const each of [".chat-head h1", "[data-members-link]", ".chat-mute > summary", "[data-mark-read] button", "[data-inbox-events]", ".top .menu > summary"]) {
      const box = await page.locator(each).boundingBox();
      assert.ok(box.x >= edge - 1 && box.width >= 24 && box.x + box.width <= width, `at ${width}, ${each} is from ${box.x} to ${box.x + box.width}, after ${edge}`);
      edge = box.x + box.width;
    }
    assert.equal(await page.getByRole("link", { name: /^Inbox/ }).count(), 1);
    await assertSound(portico, page);
  }
});

test("without scripts the days of a feed say that its times are of UTC", async (t) => {
  for (const [javaScript, said] of [[false, true], [true, false]]) {
    const page = await portico.page(t, { javaScript });
    await portico.signIn(page, owner);
    await page.goto(builds);
    assert.equal(/\d{4} · UTC$/.test(await page.locator(".feed-day").last().innerText()), said);
  }
});

test("what changed while a page was loading is shown by its first stream", async (t) => {
  const [id, other] = [await post("Deploy 9: running", { name: "Deploys" }), await post("Deploy 10: waits", { name: "Deploys" })];
  const page = await portico.page(t);
  await portico.signIn(page, owner);
  let proceed;
  const changed = new Promise((resolve) => { proceed = resolve; });
  await page.route(/\/channels\/\d+\/events/, async (route) => {
    await changed;
    await route.continue();
  });
  await page.goto(builds);
  await message(page, other).waitFor();
  await correct("DELETE", id);
  await correct("PATCH", other, { content: "Deploy 10: done" });
  proceed();
  await message(page, id).waitFor({ state: "detached" });
  await message(page, other).locator(".content", { hasText: "Deploy 10: done" }).waitFor();
});

// Shows: names.namesakes
test("a new message with a similar name opens the cards of both authors, as a reload does", async (t) => {
  const page = await portico.page(t);
  await portico.signIn(page, owner);
  await page.goto(builds);
  const open = (id) => message(page, id).locator(".author-card").isVisible();
  const first = await post("from a webhook", { name: "Harbour master" });
  await message(page, first).waitFor();
  assert.equal(await open(first), false);
  const card = message(page, first).locator(".author-card");
  assert.equal(await card.isVisible(), false);
  await message(page, first).locator("summary").press("Enter");
  assert.match(await card.innerText(), /^Webhook app “.+”, created by @/);
  await message(page, first).locator("summary").press("Enter");

  // The first letter is Cyrillic.
  const other = await portico.page(t);
  await portico.signIn(other, member);
  await other.goto("/settings/profile");
  const name = await other.inputValue("#f-name");
  await other.fill("#f-name", "Нarbour Master");
  await leads(other, () => other.locator("form:has(#f-name) [type=submit]").first().click());
  await other.goto(builds);
  await other.fill("#f-content", "from a person");
  await other.click("[data-composer] [type=submit]");
  const theirs = other.locator("[data-message-id]", { hasText: "from a person" }).last();
  await theirs.waitFor();
  const second = await theirs.getAttribute("data-message-id");
  await message(page, second).waitFor();
  for (const turn of ["live", "reloaded"]) {
    assert.deepEqual([await open(first), await open(second)], [true, true], turn);
    assert.equal(await message(page, second).locator(".author-card").innerText(), `@${member.nickname}`);
    await page.reload();
  }
  await assertSound(portico, page);
  await other.goto("/settings/profile");
  await other.fill("#f-name", name);
  await leads(other, () => other.locator("form:has(#f-name) [type=submit]").first().click());
});

/** Turns the wheel over the feed, and waits until it stands still: scrolling is not instant. */
async function wheel(page, by) {
  const frame = page.locator(".feed-frame");
  await frame.hover();
  await frame.evaluate((element) => {
    globalThis.rested = new Promise((resolve) => { element.addEventListener("scrollend", () => resolve(), { once: true }); });
  });
  await page.mouse.wheel(0, by);
  await page.evaluate(() => globalThis.rested);
}

for (const javaScript of [true, false]) {
  test(`older messages are reached ${javaScript ? "by scrolling" : "by a link"}`, async (t) => {
    for (let turn = 0; turn < 60; turn += 1) await post(`message ${turn}`);
    const page = await portico.page(t, { javaScript });
    await portico.signIn(page, owner);
    await page.goto(builds);
    const oldest = (await ids(page, "[data-message-id]"))[0];
    if (javaScript) {
      const frame = page.locator(".feed-frame");
      await toEnd(page);
      await wheel(page, -100_000);
      await page.waitForFunction((id) => document.querySelector("[data-message-id]").dataset.messageId !== id, oldest);
      // The first message stays visible, and no message appears twice.
      const all = await ids(page, "[data-message-id]");
      assert.ok(await message(page, oldest).isVisible());
      assert.equal(new Set(all).size, all.length);
      const top = await frame.evaluate((element) => element.getBoundingClientRect().top);
      const left = await message(page, oldest).evaluate((element) => element.getBoundingClientRect().top);
      assert.ok(left >= top && left < top + 200, `what was at the top went ${left - top} pixels down`);
    } else {
      await leads(page, () => page.getByRole("link", { name: "Load older messages" }).click());
      assert.ok(!(await ids(page, "[data-message-id]")).includes(oldest));
      await leads(page, () => page.getByRole("link", { name: "Newer messages" }).click());
      assert.ok((await ids(page, "[data-message-id]")).includes(oldest));
    }
  });
}

test("new messages don't move the page of a user who reads older ones", async (t) => {
  for (let turn = 0; turn < 30; turn += 1) await post(`above ${turn}`);
  const page = await portico.page(t);
  await portico.signIn(page, owner);
  await page.goto(builds);
  await page.locator(".feed-day", { hasText: /day, / }).first().waitFor();
  await toEnd(page);
  await wheel(page, -600);
  const seen = message(page, (await ids(page, "[data-message-id]")).at(-15));
  const place = () => seen.evaluate((element) => element.getBoundingClientRect().top);
  const before = await place();
  const id = await post("further down");
  await message(page, id).waitFor({ state: "attached" });
  // Heights are no whole pixels.
  const moved = Math.abs((await place()) - before);
  assert.ok(moved < 0.5, `it moved by ${moved} pixels`);
});

const nearEnd = (page) => page.locator(".feed-frame").evaluate((frame) => Math.abs(frame.scrollTop) < 2);
/** Whether the whole message is in the window of the feed. */
const inView = (page, id) => message(page, id).evaluate((article) => {
  const [frame, box] = [article.closest(".feed-frame"), article].map((element) => element.getBoundingClientRect());
  return box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
});

for (const look of [{ theme: "light", width: 1280 }, { theme: "dark", width: 390 }]) {
  test(`a reader at the end stays there when the last message grows, and sees what comes next, ${look.width} wide`, async (t) => {
    for (let turn = 0; turn < 30; turn += 1) await post(`before ${turn}`);
    const id = await post("one line");
    const page = await portico.page(t, look);
    await portico.signIn(page, owner);
    await page.goto(builds);
    await page.locator(".feed-day", { hasText: /day, / }).first().waitFor();
    await toEnd(page);
    await correct("PATCH", id, { content: Array.from({ length: 9 }, (_, line) => `line ${line}`).join("\n") });
    await message(page, id).locator(".content", { hasText: "line 8" }).waitFor();
    assert.ok(await nearEnd(page));
    const next = await post("after the edit");
    await message(page, next).waitFor();
    assert.ok(await inView(page, next));
    assert.equal(await page.locator(".feed-below").count(), 0);
  });

  test(`a button counts what arrives below a reader who scrolled up, and leads there, ${look.width} wide`, async (t) => {
    for (let turn = 0; turn < 30; turn += 1) await post(`above ${turn}`);
    const page = await portico.page(t, look);
    await portico.signIn(page, owner);
    await page.goto(builds);
    await page.locator(".feed-day", { hasText: /day, / }).first().waitFor();
    const frame = page.locator(".feed-frame");
    await frame.evaluate((frame) => { frame.scrollTop = -600; });
    const seen = message(page, (await ids(page, "[data-message-id]")).at(-20));
    const place = () => seen.evaluate((element) => Math.round(element.getBoundingClientRect().top));
    const before = await place();
    const first = await post("arrived below");
    await page.getByRole("button", { name: "1 new message", exact: true }).waitFor();
    const second = await post("and another");
    const button = page.getByRole("button", { name: "2 new messages", exact: true });
    await button.waitFor();
    assert.equal(await place(), before);
    // What arrives is announced by itself, and the button says nothing more.
    assert.equal(await button.evaluate((element) => element.closest("[aria-live], [role=status], [role=alert]")), null);
    await assertSound(portico, page);
    // An edit moves nothing, and what was deleted is not counted.
    await correct("PATCH", first, { content: "changed\nand\nlonger" });
    await message(page, first).locator(".content", { hasText: "longer" }).waitFor();
    assert.equal(await place(), before);
    await correct("DELETE", first);
    await page.getByRole("button", { name: "1 new message", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.locator(".feed-below").waitFor({ state: "detached" });
    assert.ok(await inView(page, second));
    await page.locator(".feed-frame:focus").waitFor();
    // A reader who scrolls to the end needs no button.
    await frame.evaluate((frame) => { frame.scrollTop = -600; });
    await post("once more");
    await page.getByRole("button", { name: "1 new message", exact: true }).waitFor();
    await frame.evaluate((frame) => { frame.scrollTop = 0; });
    await page.locator(".feed-below").waitFor({ state: "detached" });
  });
}

test("a line shows the first unread message, and a link leads there from far below", async (t) => {
  const writer = await portico.page(t, { javaScript: false });
  await portico.signIn(writer, owner);
  const reader = await portico.page(t, { javaScript: false });
  await portico.signIn(reader, member);
  // Through the form without a page, because there are many.
  const say = async (content) => {
    const headers = { Origin: portico.demo.base_url };
    const answer = await writer.request.post(`${offTopic}/messages`, { form: { content }, headers, maxRedirects: 0 });
    assert.equal(answer.status(), 303);
  };
  await reader.goto(offTopic);
  const mark = reader.getByRole("button", { name: "Mark as read" });
  if (await mark.isVisible()) await leads(reader, () => mark.click());
  await say("the first unread one");
  await reader.goto(offTopic);
  assert.equal(await reader.locator(".feed-new + .message .content").textContent(), "the first unread one");
  for (let turn = 0; turn < 55; turn += 1) await say(`more ${turn}`);
  await reader.goto(offTopic);
  assert.equal(await reader.locator(".feed-new").count(), 0);
  const link = reader.getByRole("link", { name: "Go to the first unread message" });
  const address = await link.getAttribute("href");
  await leads(reader, () => link.click());
  assert.equal(await reader.locator(".feed-new + .message .content").textContent(), "the first unread one");
  // All is read by the time the link is followed.
  await reader.goto(offTopic);
  await leads(reader, () => mark.click());
  await reader.goto(offTopic + address);
  assert.equal(await reader.locator(".feed-new + .message .content").textContent(), "the first unread one");
});

test("the sidebar shows unread channels live, until they are read", async (t) => {
  const page = await portico.page(t);
  await portico.signIn(page, owner);
  const link = (path) => page.locator(`.channels a[href="${path}"]`);
  await page.goto(builds);
  await toEnd(page);
  const id = await post("so that there is something");
  await page.locator(`[data-live-events][data-read="${id}"]`).waitFor();
  await page.goto(general);
  await link(general).and(page.locator(":not(.unread)")).waitFor();
  await link(builds).and(page.locator(":not(.unread)")).waitFor();
  await post("nobody is called");
  await page.getByRole("link", { name: /^builds\s?\(unread\)$/ }).waitFor();
  await post(`@<${owner.id}> look`, { allowedMentions: { parse: ["users"] } });
  await page.getByRole("link", { name: /^builds\s?\(1 unread mention\)$/ }).waitFor();
  assert.equal(await link(builds).locator("[data-unread-count]").textContent(), "1");
  await assertSound(portico, page);
  await link(builds).click();
  await page.getByRole("link", { name: "builds", exact: true }).waitFor();
  // The same without a script.
  const plain = await portico.page(t, { javaScript: false, width: 390, theme: "dark" });
  await portico.signIn(plain, owner);
  await plain.goto(general);
  assert.equal(await plain.locator(`.channels a[href="${builds}"].unread`).count(), 0);
  await post("once more");
  await plain.goto(general);
  assert.equal(await plain.locator(`.channels a[href="${builds}"] [data-unread-words]`).textContent(), " (unread)");
});

test("a channel that was created after the page was opened is listed once it has a mention", async (t) => {
  const maker = await portico.page(t, { javaScript: false });
  await portico.signIn(maker, owner);
  const headers = { Origin: portico.demo.base_url };
  const page = await portico.page(t);
  await portico.signIn(page, member);
  await page.goto(general);
  assert.equal((await page.request.post("/inbox/read", { form: {}, headers, maxRedirects: 0 })).status(), 303);
  await page.goto(general);
  const here = page.locator(".servers a[aria-current]");
  await here.locator("[data-unread-count]").and(page.locator("[hidden]")).waitFor({ state: "attached" });
  const before = await page.locator(".channels > a").count();
  await page.locator(`.channels a[href="${general}"]`).focus();

  await leads(maker, () => maker.goto(`/servers/${server.id}/settings/channels`));
  await maker.fill('[name="name"]', "brand-new");
  await leads(maker, () => maker.locator(`form[action="/servers/${server.id}/settings/channels"] [type="submit"]`).click());
  await maker.goto(general);
  const address = await maker.locator(".channels > a", { hasText: "brand-new" }).getAttribute("href");
  const say = async () => {
    const form = { content: `@${member.nickname} look` };
    assert.equal((await maker.request.post(`${address}/messages`, { form, headers, maxRedirects: 0 })).status(), 303);
  };
  await say();
  await page.getByRole("link", { name: /^brand-new\s?\(1 unread mention\)$/ }).waitFor();
  await here.locator("[data-unread-count]", { hasText: /^1$/ }).waitFor();
  assert.equal(await page.locator(".channels > a").count(), before + 1);
  // The focus and the current channel are where they were.
  await page.locator(`.channels a[href="${general}"][aria-current]:focus`).waitFor();
  await say();
  await page.getByRole("link", { name: /^brand-new\s?\(2 unread mentions\)$/ }).waitFor();
  await here.locator("[data-unread-count]", { hasText: /^2$/ }).waitFor();
  await assertSound(portico, page);
});

test("the server counts mentions in a channel that can’t be listed, and the page is fetched once for it", async (t) => {
  const page = await portico.page(t);
  await portico.signIn(page, member);
  const sent = (mentions) => JSON.stringify({ channels: { 999999: mentions }, servers: { [server.id]: mentions } });
  let asked = 0;
  await page.route(/\/inbox\/events/, (route) => route.fulfill({
    contentType: "text/event-stream",
    body: `event: unread\ndata: ${sent(1)}\n\nevent: unread\ndata: ${sent(2)}\n\n`,
  }));
  page.on("request", (request) => { if (request.resourceType() === "fetch" && request.url().endsWith(offTopic) && request.method() === "GET") asked += 1; });
  await page.goto(offTopic);
  await page.locator(".servers a[aria-current] [data-unread-count]", { hasText: /^2$/ }).waitFor();
  // What was requested before this is known after it.
  await page.evaluate(() => fetch("/healthz"));
  assert.equal(asked, 1);
});

test("the title and the header count new mentions as they arrive", async (t) => {
  const page = await portico.page(t);
  await portico.signIn(page, member);
  await page.goto("/inbox");
  const before = Number(await page.locator("[data-inbox-count]").textContent());
  await post(`@<${member.id}> look`, { allowedMentions: { parse: ["users"] } });
  await page.locator("[data-inbox-count]", { hasText: new RegExp(`^${before + 1}$`) }).waitFor();
  assert.ok((await page.title()).startsWith(`(${before + 1}) Inbox`));
});

test("an open inbox shows a mention that arrived as another one was read", async (t) => {
  const page = await portico.page(t);
  await portico.signIn(page, member);
  const read = async (form) => {
    const headers = { Origin: portico.demo.base_url };
    assert.equal((await page.request.post("/inbox/read", { form, headers, maxRedirects: 0 })).status(), 303);
  };
  await read({});
  const mention = () => post(`@<${member.id}> look`, { allowedMentions: { parse: ["users"] } });
  const first = await mention();
  let proceed;
  const changed = new Promise((resolve) => { proceed = resolve; });
  await page.route(/\/inbox\/events/, async (route) => {
    await changed;
    await route.continue();
  });
  await page.goto("/inbox");
  await message(page, first).and(page.locator(".unread")).waitFor();
  await read({ message_id: first });
  const second = await mention();
  proceed();
  await message(page, second).and(page.locator(".unread")).waitFor();
  await message(page, first).and(page.locator(":not(.unread)")).waitFor();
  assert.equal(await page.locator("[data-inbox-count]").textContent(), "1");
});

test("an open inbox shows what arrived while the focus was in its list, once it has left", async (t) => {
  const page = await portico.page(t);
  await portico.signIn(page, member);
  await post(`@<${member.id}> look`, { allowedMentions: { parse: ["users"] } });
  await page.goto("/inbox");
  const act = page.locator("[data-inbox-live] button").first();
  await act.focus();
  const before = await page.title();
  const skipped = page.waitForResponse((answer) => new URL(answer.url()).pathname === "/inbox");
  const id = await post(`@<${member.id}> look again`, { allowedMentions: { parse: ["users"] } });
  await page.waitForFunction((title) => document.title !== title, before);
  await (await skipped).finished();
  await page.keyboard.press("Tab");
  assert.equal(await message(page, id).count(), 0);
  await page.locator(".top .brand").focus();
  await message(page, id).waitFor();
  await page.locator(".top .brand:focus").waitFor();
});

test("a flood of mentions is shown in an open inbox, and costs no page for each of them", async (t) => {
  const page = await portico.page(t);
  await portico.signIn(page, member);
  await page.goto("/inbox");
  let last;
  // The stream looks four times a second.
  for (let turn = 0; turn < 12; turn += 1) {
    const before = await page.title();
    last = await post(`@<${member.id}> look`, { allowedMentions: { parse: ["users"] } });
    await page.waitForFunction((title) => document.title !== title, before);
  }
  await message(page, last).waitFor();
  const fetched = await page.evaluate(() =>
    performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/inbox")).map(({ startTime }) => startTime),
  );
  assert.ok(fetched.length > 1);
  fetched.slice(1).forEach((at, index) => assert.ok(at - fetched[index] > 1_900, `${fetched}`));
});

test("permissions of a channel can be set with the keyboard alone", async (t) => {
  const page = await portico.page(t, { width: 390 });
  await portico.signIn(page, owner);
  await page.goto(`/servers/${server.id}/settings${general}`);
  const everyone = page.locator("[data-grid-row]").first();
  const choice = (kind) => everyone.locator(`input[name$="/send_messages"][value="${kind}"]`);
  const save = async () => {
    await page.getByRole("button", { name: "Save permissions" }).last().focus();
    await leads(page, () => page.keyboard.press("Enter"));
  };
  await choice("inherit").focus();
  await page.keyboard.press("ArrowRight");
  assert.ok(await choice("deny").isChecked());
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  assert.ok(await choice("allow").isChecked());
  await page.keyboard.press("ArrowLeft");
  assert.ok(await choice("deny").isChecked());
  await save();
  assert.ok(await choice("deny").isChecked());
  await choice("deny").focus();
  await page.keyboard.press("ArrowLeft");
  await save();
  assert.ok(await choice("inherit").isChecked());
});

/** Sets whether pictures in the demo's server load on click. */
async function loadOnClick(page, on) {
  await page.goto(`/servers/${server.id}/settings`);
  await page.getByRole("checkbox", { name: "only on click" }).setChecked(on);
  await leads(page, () => page.getByRole("button", { name: "Save", exact: true }).click());
}

const graph = (n) => ({ thumbnailUrl: `${portico.demo.base_url}/avatars/user/${n}`, imageUrl: `${portico.demo.base_url}/avatars/app/${n}` });

test("pictures are loaded in their place by a click, also those of messages that arrive", async (t) => {
  const page = await portico.page(t);
  await portico.signIn(page, owner);
  await loadOnClick(page, true);
  const asked = [];
  page.on("request", (request) => { if (/\/avatars\/app\/[79]$/.test(request.url())) asked.push(request.url()); });
  const first = await post("one that is there", { cards: [graph(7)] });
  await page.goto(builds);
  const second = await post("one that arrives", { cards: [graph(9)] });
  for (const id of [first, second]) {
    const card = message(page, id).locator(".message-card");
    await card.waitFor();
    assert.equal(await card.locator("img").count(), 0);
    assert.deepEqual(asked, []);
    const [small, large] = await card.getByRole("link", { name: "Load picture" }).all();
    await large.focus();
    await page.keyboard.press("Enter");
    const picture = card.locator(".message-card-image img");
    await picture.waitFor();
    await page.waitForFunction((image) => image.complete && image.naturalWidth > 0, await picture.elementHandle());
    assert.equal(await picture.getAttribute("referrerpolicy"), "no-referrer");
    assert.equal(asked.length, 1);
    // The focus stays on what is now a link to the picture.
    assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^Open the picture on /);
    await small.click();
    await card.locator("img.message-card-thumbnail").waitFor();
    assert.equal(new URL(page.url()).pathname, builds);
    asked.length = 0;
  }
  await assertSound(portico, page);
  await loadOnClick(page, false);
});

test("without scripts a picture opens in a tab", async (t) => {
  // The browser's own page of a picture has an inline style, which the picture's content policy blocks.
  const page = await portico.page(t, { javaScript: false, allow: [/^console Applying inline style/] });
  await portico.signIn(page, owner);
  await loadOnClick(page, true);
  const id = await post("a graph", { cards: [graph(8)] });
  await page.goto(builds);
  const link = message(page, id).getByRole("link", { name: "Load picture" }).last();
  const opening = page.context().waitForEvent("page");
  await link.click();
  const tab = await opening;
  await tab.waitForLoadState();
  assert.equal(new URL(tab.url()).pathname, "/avatars/app/8");
  await loadOnClick(page, false);
});

test("lists and quotes of a message that is written from right to left have their marks on the right", async (t) => {
  const id = await post("مرحبا\n- واحد\n\n> اقتباس");
  const page = await portico.page(t);
  await portico.signIn(page, owner);
  await page.goto(builds);
  const styles = await message(page, id).locator(".content").evaluate((content) => {
    const list = getComputedStyle(content.querySelector("ul"));
    const quote = getComputedStyle(content.querySelector("blockquote"));
    return [list.paddingRight, list.paddingLeft, quote.borderRightWidth, quote.borderLeftWidth];
  });
  assert.deepEqual(styles, ["24px", "0px", "3px", "0px"]);
});

test("a mention is marked as read in its place in the inbox, and the next one has the focus", async (t) => {
  const page = await portico.page(t, { height: 500 });
  await portico.signIn(page, member);
  const mention = () => post(`@<${member.id}> look`, { allowedMentions: { parse: ["users"] } });
  const ids = [await mention(), await mention(), await mention()];
  await page.goto("/inbox");
  // It starts once the page has loaded; until then, the button leads to another page.
  const module = await page.waitForFunction(() => performance.getEntriesByType("resource").find(({ name }) => name.endsWith("/mark-read.js"))?.name);
  await page.evaluate((name) => import(name), await module.jsonValue());
  const row = (id) => message(page, id).and(page.locator(".inbox-row"));
  const button = (id) => row(id).getByRole("button", { name: /^Mark as read/ });
  const before = await row(ids[1]).evaluate((element) => [element.offsetTop, document.title]);
  await button(ids[1]).press("Enter");
  await row(ids[1]).and(page.locator(":not(.unread)")).waitFor();
  await row(ids[0]).and(page.locator(":not(.unread)")).waitFor();
  await row(ids[2]).and(page.locator(".unread")).waitFor();
  assert.equal(new URL(page.url()).search, "");
  assert.equal(await row(ids[1]).evaluate((element) => element.offsetTop), before[0]);
  assert.equal(await button(ids[1]).count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement.closest(".inbox-row") !== null), true);
  await page.waitForFunction(() => /mentions? (is|are) marked as read\./.test(document.getElementById("announce").textContent));
  await page.waitForFunction((title) => document.title !== title, before[1]);
  await assertSound(portico, page);
});

/** Holds back the answers to the requests that `isHeld`, which were rendered by then; returns what waits for the first of them, and what releases them. */
async function holding(page, isHeld) {
  let release;
  let held;
  const released = new Promise((resolve) => { release = resolve; });
  const rendered = new Promise((resolve) => { held = resolve; });
  await page.route((url) => url.pathname.startsWith("/channels/"), async (route) => {
    if (!isHeld(route.request())) return route.fallback();
    const response = await route.fetch();
    held();
    await released;
    await route.fulfill({ response });
  });
  return { rendered, release };
}

const isScripts = (request) => request.resourceType() === "fetch" && request.method() === "GET";

test("a tab that is opened in the background opens its streams once it is seen", async (t) => {
  const page = await portico.page(t);
  await portico.signIn(page, owner);
  await page.addInitScript(() => {
    globalThis.isAway = true;
    globalThis.streams = [];
    Object.defineProperty(document, "hidden", { get: () => globalThis.isAway });
    globalThis.EventSource = class extends EventSource {
      constructor(address) {
        super(address);
        globalThis.streams.push(address);
      }
    };
  });
  await page.goto(builds);
  assert.deepEqual(await page.evaluate(() => globalThis.streams), []);
  const id = await post("while the tab was in the background");
  await page.evaluate(() => {
    globalThis.isAway = false;
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await message(page, id).waitFor();
  assert.equal(await page.evaluate(() => globalThis.streams.length), 2);
});

test("older messages that are deleted or edited while they are loaded stay so", async (t) => {
  const posted = [];
  for (let turn = 0; turn < 70; turn += 1) posted.push(await post(`row ${turn}`));
  const page = await portico.page(t);
  await portico.signIn(page, owner);
  const { rendered, release } = await holding(page, (request) => isScripts(request) && request.url().includes("?before="));
  await page.goto(builds);
  const [gone, edited, kept] = posted;
  assert.equal(await message(page, kept).count(), 0);
  await page.locator("[data-load-older]").click();
  await rendered;
  await correct("PATCH", edited, { content: "row 1, edited" });
  await correct("DELETE", gone);
  // Deletions come last, in the order of their messages.
  await correct("DELETE", posted.at(-1));
  await message(page, posted.at(-1)).waitFor({ state: "detached" });
  release();
  await message(page, kept).waitFor({ state: "attached" });
  assert.equal(await message(page, gone).count(), 0);
  assert.equal(await message(page, edited).locator(".content").textContent(), "row 1, edited");
});

for (const fails of [false, true]) {
  test(fails ? "a page that couldn’t catch up tries again" : "a page that catches up brings back nothing that was deleted meanwhile", async (t) => {
    const [gone, edited] = [await post("Goes"), await post("Is edited")];
    const page = await portico.page(t, { allow: [/^response 503 GET/] });
    await portico.signIn(page, owner);
    await page.goto(builds);
    // It comes by the stream, which is open from then on.
    const missed = await post("Is missed");
    await message(page, missed).waitFor();
    const isCatchingUp = (request) => isScripts(request) && new URL(request.url()).pathname === builds;
    const { rendered, release } = await holding(page, isCatchingUp);
    let refused = 0;
    if (fails) {
      await page.route((url) => url.pathname === builds, (route) => {
        if (!isCatchingUp(route.request()) || refused === 1) return route.fallback();
        refused += 1;
        return route.fulfill({ status: 503, contentType: "text/html", body: "<p>Try again" });
      });
    }
    // As if the stream had missed one that is not the last: the next stream begins after that.
    await message(page, await post("Is not missed")).waitFor();
    await message(page, missed).evaluate((article) => {
      article.remove();
      dispatchEvent(new Event("online"));
    });
    await rendered;
    await correct("PATCH", edited, { content: "Was edited" });
    await correct("DELETE", gone);
    await message(page, gone).waitFor({ state: "detached" });
    release();
    await message(page, missed).waitFor();
    assert.equal(refused, fails ? 1 : 0);
    assert.equal(await message(page, gone).count(), 0);
    assert.equal(await message(page, edited).locator(".content").textContent(), "Was edited");
  });
}

test("what is replied to is quoted with spaces between its lines, as the server quotes it", async (t) => {
  const id = await post("In one line", { name: "Lists" });
  const page = await portico.page(t);
  await portico.signIn(page, owner);
  const form = { content: "A reply to a list", reply_to: String(id) };
  const headers = { Origin: portico.demo.base_url };
  assert.equal((await page.request.post(`${builds}/messages`, { form, headers, maxRedirects: 0 })).status(), 303);
  await page.goto(builds);
  const quote = page.locator(".message", { hasText: "A reply to a list" }).locator(".message-reply-text");
  await quote.waitFor();
  await correct("PATCH", id, { content: "before\n- one\n- two\n\n> quoted\n\nafter\n```\ncode\n```\nend" });
  await page.locator(".message-reply-text", { hasText: "before" }).waitFor();
  const followed = await quote.textContent();
  await page.reload();
  assert.equal(followed, await quote.textContent());
  assert.match(followed, /one two quoted after code end/);
});

test("the count of mentions isn’t set back by an answer from before the last one came", async (t) => {
  const writer = await portico.page(t, { javaScript: false });
  await portico.signIn(writer, owner);
  const page = await portico.page(t);
  await portico.signIn(page, member);
  const mention = () => post(`@<${member.id}> look`, { allowedMentions: { parse: ["users"] } });
  await mention();
  const headers = { Origin: portico.demo.base_url };
  assert.equal((await writer.request.post(`${general}/messages`, { form: { content: "To be read" }, headers, maxRedirects: 0 })).status(), 303);
  await page.addInitScript(() => {
    document.addEventListener("portico:unread", () => setTimeout(() => { globalThis.isTold = true; }));
  });
  const { rendered, release } = await holding(page, (request) => request.method() === "POST" && new URL(request.url()).pathname === `${general}/read`);
  await page.goto(general);
  const count = page.locator("[data-inbox-count]");
  await toEnd(page);
  await rendered;
  const before = Number(await count.textContent());
  assert.ok(before > 0);
  await mention();
  await page.locator("[data-inbox-count]", { hasText: new RegExp(`^${before + 1}$`) }).waitFor();
  release();
  await page.waitForFunction(() => globalThis.isTold);
  assert.equal(Number(await count.textContent()), before + 1);
});
