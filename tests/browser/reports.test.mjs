// Reporting a message, deciding it, blocking a person and the card behind a name, with scripts and without; and what an open page
// says of a ban and a time-out.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { message, say } from "./messages.mjs";
import { leads, start } from "./portico.mjs";
import { assertSound } from "./validate.mjs";

const portico = await start();
after(() => portico.close());

const { people, channels, server } = portico.demo;
const [owner, member, other, fourth, fifth] = people;
const channel = channels.find(({ name }) => name === "off-topic");
const path = `/channels/${channel.id}`;

for (const width of [390, 1280]) {
  test(`a message is reported in three clicks and removed in two, ${width} wide`, async (t) => {
    const [theirs, mine] = [await portico.open(t, other, path), await portico.open(t, member, path, { width })];
    const id = await say(theirs, `Anchors for sale ${width}`);
    await message(mine, id).waitFor();
    await message(mine, id).hover();
    await message(mine, id).locator(".message-more").click();
    await mine.locator(".message-menu [data-act=report]").click();
    const dialog = mine.locator("dialog[open]");
    await dialog.locator("#f-report").fill("Sells anchors");
    await dialog.getByRole("button", { name: "Report message" }).click();
    await mine.locator("[data-said]", { hasText: "Thank you." }).waitFor();
    await assertSound(portico, mine);

    const moderator = await portico.open(t, owner, path, { width });
    // On a phone the list of channels is behind a button.
    if (width < 700) await moderator.locator(".chat-switch > summary").click();
    await leads(moderator, () => moderator.locator(".channels a", { hasText: "Reports" }).click());
    const report = moderator.locator(`.report[data-message-id="${id}"]`);
    assert.match(await report.innerText(), /Anchors for sale/);
    assert.match(await report.innerText(), /Sells anchors/);
    await assertSound(portico, moderator);
    await leads(moderator, () => report.getByRole("button", { name: "Remove message" }).click());
    await message(theirs, id).waitFor({ state: "detached" });
  });

  test(`a name opens a card that blocks and unblocks, ${width} wide`, async (t) => {
    const [theirs, mine] = [await portico.open(t, other, path), await portico.open(t, member, path, { width })];
    const id = await say(theirs, `Hello from the pier ${width}`);
    await message(mine, id).waitFor();
    await message(mine, id).locator(".author-link").first().press("Enter");
    const dialog = mine.locator("dialog[open]");
    await dialog.locator(".person-name").waitFor();
    await assertSound(portico, mine);
    await leads(mine, () => dialog.getByRole("button", { name: "Block" }).click());
    const folded = message(mine, id).locator("details.blocked");
    await folded.waitFor();
    assert.equal(await folded.locator(".content").isVisible(), false);
    // Live as on the page.
    const next = await say(theirs, `And good night ${width}`);
    await message(mine, next).locator("details.blocked").waitFor();
    await message(mine, next).locator("summary").click();
    assert.equal(await message(mine, next).locator(".content").isVisible(), true);
    await assertSound(portico, mine);
    await message(mine, next).locator("summary", { hasText: "Hide" }).click();
    assert.equal(await message(mine, next).locator(".content").isVisible(), false);
    await message(mine, next).locator("summary", { hasText: "Show" }).click();
    await message(mine, next).locator(".author-link").first().press("Enter");
    await leads(mine, () => mine.locator("dialog[open]").getByRole("button", { name: "Unblock" }).click());
    await message(mine, id).locator(".content").waitFor();
    assert.equal(await mine.locator("details.blocked").count(), 0);
  });

  test(`without scripts a report, a block and their ends are pages, ${width} wide`, async (t) => {
    const theirs = await portico.open(t, other, path);
    const id = await say(theirs, `Plain words ${width}`);
    const page = await portico.open(t, member, path, { width, javaScript: false });
    await leads(page, () => message(page, id).locator(".message-more").click());
    await page.locator("#f-report").fill("Plainly wrong");
    await leads(page, () => page.getByRole("button", { name: "Report message" }).click());
    await page.locator(".flash", { hasText: "Thank you." }).waitFor();
    await leads(page, () => message(page, id).locator(".author-link").first().press("Enter"));
    await leads(page, () => page.getByRole("button", { name: "Block" }).click());
    assert.equal(new URL(page.url()).pathname, "/settings/blocked");
    await page.goto(path);
    await message(page, id).locator("summary").click();
    assert.equal(await message(page, id).locator(".content").isVisible(), true);
    await page.goto("/settings/blocked");
    await leads(page, () => page.getByRole("button", { name: "Unblock" }).first().click());
    assert.equal(await page.locator("[data-blocked]").count(), 0);
  });
}

test("the list of channels counts reports as they come, and as others decide them", async (t) => {
  const [theirs, mine] = [await portico.open(t, other, path), await portico.open(t, member, path)];
  const pages = [await portico.open(t, owner, path), await portico.open(t, owner, path, { width: 390, theme: "dark" })];
  const id = await say(theirs, "Lanterns, half price");
  const shown = () => pages.map((page, n) => page.locator(n === 0 ? "[data-reports-of]" : "[data-reports-inside]"));
  const numbers = () => Promise.all(shown().map(async (place) => (await place.isHidden()) ? 0 : Number(await place.locator("[data-open-reports]").textContent())));
  const [before] = await numbers();
  await message(mine, id).waitFor();
  await message(mine, id).hover();
  await message(mine, id).locator(".message-more").click();
  await mine.locator(".message-menu [data-act=report]").click();
  await mine.locator("dialog[open] #f-report").fill("Sells lanterns");
  await mine.locator("dialog[open] form [type=submit]").click();
  for (const place of shown()) await place.locator("[data-open-reports]", { hasText: String(before + 1) }).waitFor();
  assert.deepEqual(await numbers(), [before + 1, before + 1]);
  for (const page of pages) await assertSound(portico, page);
  await message(pages[0], id).hover();
  await message(pages[0], id).locator(".message-more").click();
  await pages[0].locator('.message-menu form[data-in-place="delete"] button').click();
  const shows = (text) => document.querySelector("[data-reports-of] [data-open-reports]").textContent === text;
  for (const page of pages) await page.waitForFunction(shows, String(before || ""));
  assert.deepEqual(await numbers(), [before, before]);
  assert.equal(await mine.locator("[data-reports-of], [data-reports-inside]").count(), 0);
});

test("a person is banned from their message in two clicks, and the ban is undone in one", async (t) => {
  const [theirs, moderator] = [await portico.open(t, fourth, path), await portico.open(t, owner, path)];
  const id = await say(theirs, "Buy now");
  const name = message(moderator, id).locator(".author-link").first();
  await name.waitFor();
  await moderator.evaluate(() => {
    window.clicks = 0;
    addEventListener("click", ({ detail }) => { if (detail > 0) window.clicks += 1; }, true);
  });
  await name.click();
  const dialog = moderator.locator("dialog[open]");
  await dialog.getByRole("button", { name: "Close" }).and(moderator.locator(":focus")).waitFor();
  assert.equal(await dialog.getByRole("radio", { name: "None" }).isChecked(), true);
  assert.equal(await dialog.getByRole("radio", { name: "The last week" }).isVisible(), true);
  await assertSound(portico, moderator);
  await dialog.getByRole("button", { name: "Ban from the server" }).click();
  const toast = moderator.locator(".toast", { hasText: "is banned from this server." });
  await toast.waitFor();
  assert.equal(await moderator.evaluate(() => window.clicks), 2);
  await theirs.locator("#connection", { hasText: "You were banned from" }).waitFor();
  portico.takeFaults(theirs);
  await assertSound(portico, moderator);
  await toast.getByRole("button", { name: "Undo" }).click();
  await moderator.locator("[data-said]", { hasText: "is lifted" }).waitFor();
  assert.equal(await toast.count(), 0);
  await moderator.goto(`/servers/${server.id}/settings/bans`);
  assert.equal(await moderator.locator('form[action$="/lift"]').count(), 0);
  assert.equal(await moderator.locator(".flash").count(), 0);
});

test("a second click on the name doesn’t ban", async (t) => {
  const [theirs, moderator] = [await portico.open(t, fifth, path), await portico.open(t, owner, path)];
  const id = await say(theirs, "Look here");
  const name = message(moderator, id).locator(".author-link").first();
  await name.waitFor();
  await moderator.clock.install();
  await moderator.clock.pauseAt(Date.now() + 60_000);
  await name.click();
  const button = moderator.locator("dialog[open]").getByRole("button", { name: "Ban from the server" });
  await button.waitFor();
  assert.equal(await button.isDisabled(), true);
  await moderator.clock.runFor(600);
  assert.equal(await button.isDisabled(), false);
});

test("without scripts a ban is on the page of the person", async (t) => {
  const theirs = await portico.open(t, fifth, path);
  const id = await say(theirs, "Buy now, plainly");
  const page = await portico.open(t, owner, path, { width: 390, javaScript: false });
  await leads(page, () => message(page, id).locator(".author-link").first().press("Enter"));
  const button = page.getByRole("button", { name: "Ban from the server" });
  assert.equal(await button.isVisible(), false);
  await page.locator("summary", { hasText: "Ban" }).click();
  await leads(page, () => button.click());
  assert.equal(new URL(page.url()).pathname, `/servers/${server.id}/settings/bans`);
  portico.takeFaults(theirs);
});

test("a time-out closes the composer of an open page, and opens it again; a ban says so", async (t) => {
  const [theirs, moderator] = [await portico.open(t, other, path), await portico.open(t, owner, path)];
  const id = await say(theirs, "I never stop");
  await theirs.locator(".composer textarea").fill("half a sentence");
  await message(moderator, id).waitFor();
  const card = async () => {
    await message(moderator, id).locator(".author-link").first().press("Enter");
    const dialog = moderator.locator("dialog[open]");
    await dialog.locator(".person-name").waitFor();
    return dialog;
  };
  let dialog = await card();
  await dialog.locator("summary", { hasText: "Time out" }).click();
  await dialog.locator('form[action$="/timeout"] button').click();
  await moderator.locator("[data-said]", { hasText: "timed out" }).waitFor();
  await theirs.locator("[data-timed-out]").waitFor();
  assert.equal(await theirs.locator(".composer").isVisible(), false);
  await assertSound(portico, theirs);
  dialog = await card();
  await assertSound(portico, moderator);
  await dialog.getByRole("button", { name: "Ban from the server" }).click();
  await moderator.locator(".toast", { hasText: "is banned from this server." }).waitFor();
  await theirs.locator("#connection", { hasText: "You were banned from" }).waitFor();
  assert.equal(await theirs.locator(".composer textarea").inputValue(), "half a sentence");
  portico.takeFaults(theirs);
});
