// Unread messages and mentions: in the channel, in the sidebar, in the header and in the inbox.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { feedOf, holding, message, toEnd } from "./feed.mjs";
import { leads, start } from "./portico.mjs";
import { assertSound } from "./validate.mjs";

const portico = await start();
after(() => portico.close());

const { people, server } = portico.demo;
const [owner, member] = people;
const { general, offTopic, builds, post } = feedOf(portico);

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
  const before = await page.locator(".channels > [data-unread-in]").count();
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
  assert.equal(await page.locator(".channels > [data-unread-in]").count(), before + 1);
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
