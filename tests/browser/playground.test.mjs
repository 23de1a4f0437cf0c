// Playgrounds: composing a message and an authorize URL, with scripts and without.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { copies, leads, start } from "./portico.mjs";

const portico = await start();
after(() => portico.close());

const { people, webhook, oauth_app: app } = portico.demo;
const [owner] = people;
const hook = `/portal/webhooks/${webhook.app_id}`;

/** The verdicts of the preview: each mention's text, and whether it will fire. */
function verdicts(page) {
  return page.locator("#verdicts li").evaluateAll((rows) =>
    rows.map((row) => [row.querySelector("code").textContent, row.dataset.fires === "true"]),
  );
}

const posted = async (page) => JSON.parse(await page.locator("#playground-json").textContent());

const open = (t, path, look) => portico.open(t, owner, path, look);

test("without scripts a message is composed, previewed, changed and sent", async (t) => {
  const page = await open(t, hook, { javaScript: false });
  await leads(page, () => page.getByRole("link", { name: "Playground", exact: true }).click());
  await page.fill('[name="content"]', "@all it is red, @nobody-here");
  await page.check("#f-parse-all");
  await page.fill('[name="name"]', "Night watch");
  await leads(page, () => page.getByRole("button", { name: "Preview" }).click());
  assert.deepEqual(await verdicts(page), [
    ["@all", true],
    ["@nobody-here", false],
  ]);
  assert.equal(await page.textContent("#preview .message-author"), "Night watch");
  assert.equal(await page.inputValue('[name="content"]'), "@all it is red, @nobody-here");
  await page.uncheck("#f-parse-all");
  await leads(page, () => page.getByRole("button", { name: /^Send to/ }).click());
  await leads(page, () => page.getByRole("link", { name: "See it in the channel" }).click());
  const id = new URL(page.url()).searchParams.get("around");
  const message = page.locator(`[data-message-id="${id}"]`);
  assert.equal(await message.locator(".content").textContent(), "@all it is red, @nobody-here");
  assert.equal(await message.locator('[data-mention="all"]').getAttribute("data-fired"), "false");
});

test("with scripts the preview follows what is typed, and sending keeps the form", async (t) => {
  const page = await open(t, `${hook}/playground`);
  await page.fill('[name="content"]', `@all red, @${owner.nickname}`);
  await page.locator("#verdicts li").nth(1).waitFor();
  assert.deepEqual(await verdicts(page), [
    [`@${owner.nickname}`, true],
    ["@all", false],
  ]);
  await page.check("#f-parse-all");
  await page.locator('#verdicts [data-fires="true"]').nth(1).waitFor();
  assert.deepEqual((await posted(page)).allowedMentions.parse.sort(), ["all", "users"]);
  await page.uncheck("#f-parse-all");
  await page.locator('#verdicts [data-fires="false"]').waitFor();
  await page.getByRole("button", { name: /^Send to/ }).click();
  await page.locator("#sent .notice-success").waitFor();
  assert.match(await page.textContent("#sent"), /One mention fired\./);
  assert.equal(new URL(page.url()).pathname, `${hook}/playground`);
  assert.equal(await page.inputValue('[name="content"]'), `@all red, @${owner.nickname}`);
  await page.click("#sent a");
  await page.locator(".message .content", { hasText: "red, @" }).first().waitFor();
});

test("the preview shows what was typed, although it was sent at once", async (t) => {
  const page = await open(t, `${hook}/playground`);
  await page.fill('[name="content"]', "typed and sent at once");
  await page.getByRole("button", { name: /^Send to/ }).click();
  await page.locator("#sent .notice-success").waitFor();
  await page.locator("#preview", { hasText: "typed and sent at once" }).waitFor();
});

test("without scripts a body of another format is composed, previewed and sent", async (t) => {
  const page = await open(t, `${hook}/playground`, { javaScript: false });
  await leads(page, () => page.getByRole("navigation", { name: "Format" }).getByRole("link", { name: "Discord" }).click());
  assert.deepEqual(await verdicts(page), [[`@<${owner.id}>`, true]]);
  const body = JSON.stringify({ content: "It is <@1>", embeds: [{ title: "A card", description: "with **text**" }], poll: { question: { text: "?" } } });
  await page.fill('[name="body"]', body);
  await leads(page, () => page.getByRole("button", { name: "Preview" }).click());
  assert.equal(await page.textContent("#preview .message-card-title"), "A card");
  assert.deepEqual(await verdicts(page), [["@<1>", false]]);
  assert.match(await page.textContent("#notes"), /poll/);
  assert.equal(await page.inputValue('[name="body"]'), body);
  await leads(page, () => page.getByRole("button", { name: /^Send to/ }).click());
  assert.equal(await page.inputValue('[name="body"]'), body);
  await leads(page, () => page.getByRole("link", { name: "See it in the channel" }).click());
  const id = new URL(page.url()).searchParams.get("around");
  assert.equal(await page.textContent(`[data-message-id="${id}"] .message-card-title`), "A card");
});

test("with scripts the preview of an event follows its header and its body", async (t) => {
  const page = await open(t, `${hook}/playground?format=github`);
  await page.locator("#preview .message-card").waitFor();
  const body = await page.inputValue('[name="body"]');
  await page.fill('[name="event"]', "watch");
  await page.locator("#preview", { hasText: "Ignored" }).waitFor();
  await page.fill('[name="body"]', body.slice(0, -1));
  await page.locator("#refusal", { hasText: /line \d+, column \d+/ }).waitFor();
  await page.fill('[name="body"]', body);
  await page.locator("#refusal").waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Send to/ }).click();
  await page.locator("#sent", { hasText: "Nothing is posted for this event" }).waitFor();
  await page.fill('[name="event"]', "issues");
  await page.locator("#preview .message-card").waitFor();
  await page.getByRole("button", { name: /^Send to/ }).click();
  await page.locator("#sent .notice-success").waitFor();
  assert.equal(await page.inputValue('[name="event"]'), "issues");
  await page.getByRole("link", { name: "look at its delivery" }).click();
  await page.getByText("issues.opened").first().waitFor();
});

test("the Enter key previews and does not send", async (t) => {
  const page = await open(t, `${hook}/playground`, { javaScript: false });
  await page.fill('[name="name"]', "Someone");
  await leads(page, () => page.press('[name="name"]', "Enter"));
  await page.locator("#preview .message-author", { hasText: "Someone" }).waitFor();
  assert.equal((await page.textContent("#sent")).trim(), "");
});

test("errors of the payload are shown while it is typed", async (t) => {
  const page = await open(t, `${hook}/playground`);
  await page.fill('[name="content"]', "   ");
  await page.locator("#refusal").waitFor();
  assert.match(await page.textContent("#refusal"), /\/content/);
  await page.fill('[name="content"]', "fixed");
  await page.locator("#refusal").waitFor({ state: "detached" });
});

test("a picture is not loaded before its URL is complete", async (t) => {
  const page = await portico.page(t);
  await portico.signIn(page, owner);
  await page.clock.install();
  await Promise.all([page.waitForResponse(/live-form\.js$/), page.goto(`${hook}/playground`)]);
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.locator('[name="avatar_url"]').pressSequentially("https://pictures.invali");
  await page.clock.runFor(5_000);
  const wrong = asked.filter((url) => url.includes("pictures") || url.includes("/playground"));
  assert.deepEqual(wrong, []);
});

for (const javaScript of [true, false]) {
  test(`the languages of the samples are tabs ${javaScript ? "with" : "without"} scripts`, async (t) => {
    const page = await open(t, `${hook}/setup`, { javaScript });
    const shown = async () =>
      page.locator(".sample").evaluateAll((panels) =>
        panels.filter((panel) => panel.checkVisibility()).map((panel) => panel.dataset.language),
      );
    assert.deepEqual(await shown(), ["curl"]);
    await page.getByRole("radio", { name: "Rust" }).check();
    assert.deepEqual(await shown(), ["rust"]);
    await page.getByRole("radio", { name: "Rust" }).press("ArrowLeft");
    assert.deepEqual(await shown(), ["javascript"]);
    await page.goto(`/portal/apps/${app.client_id}/setup`);
    assert.deepEqual(await shown(), [javaScript ? "javascript" : "curl"]);
  });
}

test("a sample is copied as it is", async (t) => {
  const page = await open(t, `${hook}/setup`, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.getByRole("radio", { name: "Python" }).check();
  const copy = page.getByRole("button", { name: "Copy Python, httpx", exact: true });
  await copies(page, await page.textContent("#sample-python"), () => copy.click());
});

test("an authorize URL that would be refused says so while it is built", async (t) => {
  const page = await open(t, `/portal/apps/${app.client_id}/playground`);
  await page.fill('[name="code_verifier"]', "short");
  await page.locator('[data-fault="link"]').waitFor();
  assert.match(await page.textContent('[data-fault="link"]'), /43 to 128/);
  await page.fill('[name="code_verifier"]', "v".repeat(43));
  await page.locator('[data-fault="link"]').waitFor({ state: "detached" });
  assert.match(await page.textContent("#token-curl"), /"code_verifier": "v{43}"/);
});
