// A reader's place in a channel: older messages, many new ones, and what changes while a page loads.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { feedOf, holding, ids, message, toEnd } from "./feed.mjs";
import { leads, start } from "./portico.mjs";
import { assertSound } from "./validate.mjs";

const portico = await start();
after(() => portico.close());

const { people } = portico.demo;
const [owner] = people;
const { builds, post, correct } = feedOf(portico);

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
    const place = () => seen.evaluate((element) => element.getBoundingClientRect().top);
    const before = await place();
    // Heights are no whole pixels.
    const stays = async () => assert.ok(Math.abs((await place()) - before) < 1);
    const first = await post("arrived below");
    await page.getByRole("button", { name: "1 new message", exact: true }).waitFor();
    const second = await post("and another");
    const button = page.getByRole("button", { name: "2 new messages", exact: true });
    await button.waitFor();
    await stays();
    // What arrives is announced by itself, and the button says nothing more.
    assert.equal(await button.evaluate((element) => element.closest("[aria-live], [role=status], [role=alert]")), null);
    await assertSound(portico, page);
    // An edit moves nothing, and what was deleted is not counted.
    await correct("PATCH", first, { content: "changed\nand\nlonger" });
    await message(page, first).locator(".content", { hasText: "longer" }).waitFor();
    await stays();
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
