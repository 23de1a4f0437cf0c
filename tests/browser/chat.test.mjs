// A channel for its readers: rendered text, pictures, and messages that arrive, change and go.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { feedOf, ids, message, toEnd } from "./feed.mjs";
import { leads, start } from "./portico.mjs";
import { assertSound } from "./validate.mjs";

const portico = await start();
after(() => portico.close());

const { people, server } = portico.demo;
const [owner, member] = people;
const { general, builds, post, correct } = feedOf(portico);

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
