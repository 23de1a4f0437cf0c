// Editing, deleting and removing messages on a channel's page, with scripts and without, and slow mode.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { message, say } from "./messages.mjs";
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

/** Opens the menu of a message. */
async function more(page, id) {
  await message(page, id).hover();
  await message(page, id).locator(".message-more").click();
  const menu = page.locator(".message-menu");
  await menu.waitFor();
  return menu;
}

/** Opens the text of a message in its place. */
async function edit(page, id) {
  await (await more(page, id)).locator("[data-act=edit]").click();
  const form = message(page, id).locator(".message-edit");
  await form.locator("textarea:focus").waitFor();
  return form;
}

async function erase(page, id) {
  await (await more(page, id)).locator('form[data-in-place="delete"] button').click();
}

/** Opens the form that removes many messages, from one on. */
async function removal(page, id) {
  await (await more(page, id)).locator("[data-act=remove]").click();
  const dialog = page.locator("dialog[open]");
  await dialog.waitFor();
  return dialog;
}

test("the menu of a message stays at its button as the window changes", async (t) => {
  const page = await portico.open(t, member, offTopic, { width: 390 });
  const id = await say(page, "Turned on its side");
  await more(page, id);
  for (const width of [844, 1280, 390]) {
    await page.setViewportSize({ width, height: 720 });
    await page.waitForFunction(() => {
      const [menu, button] = [".message-menu", '.message-more[aria-expanded="true"]'].map((each) => document.querySelector(each).getBoundingClientRect());
      return Math.abs(menu.right - button.right) <= 8 && (Math.abs(menu.bottom - button.top) <= 8 || Math.abs(menu.top - button.bottom) <= 8);
    });
  }
});

test("a typo is corrected in place, with the keyboard alone, and every open page follows", async (t) => {
  const [mine, theirs] = [await portico.open(t, member, offTopic), await portico.open(t, owner, offTopic, { width: 390, theme: "dark" })];
  const id = await say(mine, "Tpyos are my speciality");
  await message(theirs, id).waitFor();
  await message(mine, id).focus();
  for (const key of ["Enter", "ArrowRight", "ArrowRight", "Enter"]) await mine.keyboard.press(key);
  const menu = mine.locator(".message-menu");
  await menu.locator("[data-act=reply]:focus").waitFor();
  await assertSound(portico, mine);
  await mine.keyboard.press("ArrowDown");
  await mine.keyboard.press("Enter");
  const box = message(mine, id).locator(".message-edit textarea");
  await box.and(mine.locator(":focus")).waitFor();
  assert.equal(await box.inputValue(), "Tpyos are my speciality");
  await assertSound(portico, mine);
  await box.fill("Typos are my speciality");
  await mine.keyboard.press("Enter");
  for (const page of [mine, theirs]) {
    await message(page, id).locator(".message-edited").waitFor();
    assert.equal(await message(page, id).locator(".content").textContent(), "Typos are my speciality");
  }
  // The event may come before the answer, which ends the editing.
  await mine.locator(".message-edit").waitFor({ state: "detached" });
  assert.equal(new URL(mine.url()).pathname, offTopic);
});

test("an edit that is refused says so beside the text and keeps it", async (t) => {
  const page = await portico.open(t, member, offTopic, { width: 390 });
  const id = await say(page, "Short enough");
  const form = await edit(page, id);
  const long = "x".repeat(4001);
  await form.locator("textarea").fill(long);
  await form.getByRole("button", { name: "Save" }).click();
  await form.locator(".fault", { hasText: "at most 4,000 characters" }).waitFor();
  assert.equal(await form.locator("textarea").inputValue(), long);
  portico.takeFaults(page);
  await form.getByRole("button", { name: "Cancel" }).click();
  await form.waitFor({ state: "detached" });
  await page.locator(`[data-message-id="${id}"]:focus`).waitFor();
  assert.equal(await message(page, id).locator(".content").innerText(), "Short enough");
});

test("Escape cancels an edit, and the next one goes on with its text", async (t) => {
  const page = await portico.open(t, member, offTopic);
  const id = await say(page, "Half a thought");
  const box = page.locator(".composer textarea");
  // Shortcuts start once the page has loaded.
  await page.locator(".menu-panel [data-shortcuts-link][aria-haspopup]").waitFor({ state: "attached" });
  await box.press("ArrowUp");
  const typed = message(page, id).locator(".message-edit textarea");
  await typed.fill("A whole thought");
  await typed.press("Escape");
  await typed.waitFor({ state: "detached" });
  await page.locator(".composer textarea:focus").waitFor();
  assert.equal(await message(page, id).locator(".content").innerText(), "Half a thought");
  await box.press("ArrowUp");
  assert.equal(await typed.inputValue(), "A whole thought");
  await typed.press("Enter");
  await message(page, id).locator(".content", { hasText: "A whole thought" }).waitFor();
  await page.locator(".composer textarea:focus").waitFor();
});

test("a text that is being edited stays when others change or delete its message", async (t) => {
  const [mine, theirs] = [await portico.open(t, member, offTopic), await portico.open(t, member, offTopic)];
  const id = await say(mine, "Two of me");
  const form = await edit(mine, id);
  await form.locator("textarea").fill("Not lost");
  const other = await edit(theirs, id);
  await other.locator("textarea").fill("Changed elsewhere");
  await other.locator("textarea").press("Enter");
  await message(mine, id).locator(".content", { hasText: "Changed elsewhere" }).waitFor({ state: "attached" });
  assert.equal(await form.locator("textarea").inputValue(), "Not lost");
  await form.locator("textarea:focus").waitFor();
  await erase(theirs, id);
  await form.locator(".fault", { hasText: "This message was deleted." }).waitFor();
  assert.equal(await form.locator("textarea").inputValue(), "Not lost");
  await form.getByRole("button", { name: "Cancel" }).click();
  await message(mine, id).waitFor({ state: "detached" });
});

test("a deletion is undone where it was made, and every open page follows", async (t) => {
  const [mine, theirs] = [await portico.open(t, member, offTopic, { width: 390 }), await portico.open(t, owner, offTopic, { theme: "dark" })];
  const [id, next] = [await say(mine, "Too hasty"), await say(mine, "Another one")];
  const reply = async (page) => (await more(page, id)).locator("[data-act=reply]").click();
  await message(theirs, next).waitFor();
  await reply(theirs);
  const answer = await say(theirs, "Not at all");
  await message(mine, answer).waitFor();
  await erase(mine, id);
  const toast = mine.locator(".toast");
  await toast.waitFor();
  for (const page of [mine, theirs]) await message(page, id).waitFor({ state: "detached" });
  await mine.locator("#announce", { hasText: "Message deleted. You can undo it for ten seconds." }).waitFor({ state: "attached" });
  assert.equal(await theirs.locator(".toast").count(), 0);
  await assertSound(portico, mine);
  await toast.getByRole("button", { name: "Undo" }).click();
  await toast.waitFor({ state: "detached" });
  for (const page of [mine, theirs]) {
    await page.locator(`[data-message-id="${id}"] + [data-message-id="${next}"]`).waitFor();
    assert.equal(await message(page, id).locator(".content").innerText(), "Too hasty");
    await message(page, answer).locator(".message-reply a", { hasText: "Too hasty" }).waitFor();
  }
  await mine.reload();
  await message(mine, id).waitFor();
});

test("the offer to undo a deletion goes after ten seconds, but not while someone is at it", async (t) => {
  const page = await portico.open(t, member, offTopic);
  const id = await say(page, "Gone for good");
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await erase(page, id);
  const toast = page.locator(".toast");
  await toast.waitFor();
  await page.mouse.move(5, 5);
  await page.clock.runFor(9_000);
  assert.equal(await toast.count(), 1);
  await toast.getByRole("button").focus();
  await page.clock.runFor(20_000);
  assert.equal(await toast.count(), 1);
  await page.locator(".composer textarea").focus();
  await page.clock.runFor(500);
  assert.equal(await toast.count(), 1);
  await page.clock.runFor(1_000);
  await toast.waitFor({ state: "detached" });
});

test("a moderator deletes a message in place, and every open page follows", async (t) => {
  const [mine, theirs] = [await portico.open(t, member, offTopic), await portico.open(t, owner, offTopic)];
  const id = await say(mine, "Not for everyone");
  await message(theirs, id).waitFor();
  const menu = await more(theirs, id);
  assert.equal(await menu.locator("[data-act=edit]").count(), 0);
  await menu.locator('form[data-in-place="delete"] button').click();
  for (const page of [mine, theirs]) await message(page, id).waitFor({ state: "detached" });
  assert.equal(new URL(theirs.url()).pathname, offTopic);
  await theirs.locator("#announce", { hasText: "Message deleted." }).waitFor({ state: "attached" });
  // It is said here, and not on whatever page comes next.
  await theirs.goto("/portal");
  assert.equal(await theirs.locator(".flash").count(), 0);
});

test("a message that is deleted before it was announced is not announced", async (t) => {
  const page = await portico.open(t, member, builds);
  await page.evaluate(() => {
    window.announced = [];
    const region = document.getElementById("announce");
    const note = () => { if (region.textContent) window.announced.push(region.textContent); };
    new MutationObserver(note).observe(region, { childList: true });
    const feed = document.querySelector("[data-feed]");
    new MutationObserver(() => {
      const gone = feed.querySelector("[data-message-id]:last-of-type");
      if (!gone.textContent.includes("Gone at once")) return;
      feed.dispatchEvent(new CustomEvent("portico:remove", { detail: gone.dataset.messageId }));
      window.isGone = true;
    }).observe(feed, { childList: true });
  });
  await post("Gone at once");
  await page.waitForFunction(() => window.isGone);
  await post("Still here");
  await page.waitForFunction(() => window.announced.length > 0);
  const author = await page.locator(".message-author").last().textContent();
  assert.deepEqual(await page.evaluate(() => window.announced), [`${author.trim()}: Still here`]);
});

test("spam of a webhook is removed at once, and restored at once, on every open page", async (t) => {
  const [mine, theirs] = [await portico.open(t, owner, builds), await portico.open(t, member, builds)];
  const spam = [];
  for (let turn = 0; turn < 4; turn += 1) spam.push(await post(`Spam ${turn}`));
  await message(mine, spam.at(-1)).waitFor();
  const dialog = await removal(mine, spam[0]);
  const button = dialog.locator(".button-danger");
  assert.match(await button.innerText(), /^Remove \d+ messages$/);
  await assertSound(portico, mine);
  // The count follows the choice, and what was posted meanwhile.
  spam.push(await post("Spam 4"));
  await dialog.locator("#f-since-week").check();
  await dialog.locator("#f-since-message").check();
  await button.filter({ hasText: /^Remove 5 messages$/ }).waitFor();
  await button.click();
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
  // The stream may bring them before the answer has come.
  await notice.waitFor({ state: "detached" });
});

test("what was read before it was removed is not new once it is restored", async (t) => {
  const [mine, theirs] = [await portico.open(t, owner, builds), await portico.open(t, member, builds)];
  const spam = await post("Spam that was read");
  await message(theirs, spam).waitFor();
  // The page opens at the first unread message.
  await message(theirs, spam).scrollIntoViewIfNeeded();
  await theirs.waitForFunction((id) => Number(document.querySelector("[data-feed]").dataset.read) >= Number(id), spam);
  await theirs.goto(builds);
  assert.equal(await theirs.locator(".feed-new").count(), 0);
  // From now on they look elsewhere.
  await theirs.evaluate(() => { document.hasFocus = () => false; });
  await (await removal(mine, spam)).locator(".button-danger").click();
  await message(theirs, spam).waitFor({ state: "detached" });
  await mine.locator("[data-removed] button").click();
  await message(theirs, spam).waitFor();
  assert.equal(await theirs.locator(".feed-new").count(), 0);
  const next = await post("Something new");
  await message(theirs, next).waitFor();
  assert.equal(await theirs.locator(".feed-new + [data-message-id]").getAttribute("data-message-id"), String(next));
});

test("without scripts each act is a page, and a removal can be undone", async (t) => {
  const page = await portico.open(t, owner, builds, { javaScript: false, width: 390 });
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
  await page.locator("[data-removed]", { hasText: "Message deleted." }).waitFor();
  assert.equal(await message(page, id).count(), 0);
  await leads(page, () => page.locator("[data-removed] button").click());
  await message(page, id).waitFor();
});

test("slow mode is shown at the composer, and keeps the text that has to wait", async (t) => {
  const admin = await portico.open(t, owner, `/servers/${server.id}/settings${offTopic}`);
  const set = async (label) => {
    await admin.locator('[name="slow_mode"]').selectOption({ label });
    await leads(admin, () => admin.getByRole("button", { name: "Save channel" }).click());
    await admin.locator(".flash").waitFor();
  };
  await set("6 hours");
  const page = await portico.open(t, member, offTopic);
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
  const page = await portico.open(t, member, offTopic);
  const release = await held(page, `${offTopic}/messages`);
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
  const page = await portico.open(t, member, offTopic);
  let release;
  const released = new Promise((resolve) => { release = resolve; });
  await page.route((url) => url.pathname === `${offTopic}/messages`, async (route) => {
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
  const page = await portico.open(t, member, offTopic);
  await page.route((url) => url.pathname === `${offTopic}/messages`, (route) => route.fulfill({ status: 503, contentType: "text/html", body: "<p>Try again" }), { times: 1 });
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
  const [mine, theirs] = [await portico.open(t, member, offTopic), await portico.open(t, owner, offTopic, { width: 390, theme: "dark" })];
  const id = await say(mine, "Who has the key to the shed?");
  await message(theirs, id).waitFor();
  await (await more(theirs, id)).locator("[data-act=reply]").click();
  await theirs.locator(".composer textarea:focus").waitFor();
  assert.equal(await theirs.locator("[data-reply-bar] [name=reply_to]").inputValue(), id);
  await assertSound(portico, theirs);
  // Cancelled, and begun again.
  await theirs.keyboard.press("Escape");
  assert.equal(await theirs.locator("[data-reply-bar]").count(), 0);
  await (await more(theirs, id)).locator("[data-act=reply]").click();
  const reply = await say(theirs, "It hangs beside the door");
  assert.equal(await theirs.locator("[data-reply-bar]").count(), 0);
  const quote = (page) => message(page, reply).locator(".message-reply");
  for (const page of [mine, theirs]) await quote(page).locator("a", { hasText: "Who has the key to the shed?" }).waitFor();
  assert.equal(await message(mine, reply).evaluate((shown) => shown.classList.contains("mentions-me")), true);
  await (await edit(mine, id)).locator("textarea").fill("Who has the key to the boat?");
  await mine.keyboard.press("Enter");
  for (const page of [mine, theirs]) await quote(page).locator("a", { hasText: "the boat?" }).waitFor();
  await erase(mine, id);
  for (const page of [mine, theirs]) {
    await page.locator(`[data-message-id="${reply}"] .message-reply`, { hasText: "Original message deleted" }).waitFor();
  }
  await mine.reload();
  assert.equal((await quote(mine).textContent()).trim(), "Original message deleted");
});

test("a message that had the pointer or the focus before the script of its bar came gets it", async (t) => {
  const page = await portico.page(t);
  await portico.signIn(page, member);
  let release;
  const released = new Promise((resolve) => { release = resolve; });
  await page.route("**/js/message-bar.js", async (route) => {
    await released;
    await route.fallback();
  });
  const asked = page.waitForRequest("**/js/message-bar.js");
  await page.goto(offTopic);
  await asked;
  const messages = page.locator("[data-message-id]:has(.message-more)");
  const [under, focused] = [messages.last(), messages.nth(-2)];
  await focused.focus();
  await under.hover();
  assert.equal(await page.locator(".message-bar").count(), 0);
  release();
  for (const one of [under, focused]) await one.locator(".message-bar").waitFor({ state: "attached" });
  assert.equal(await page.locator(".message-bar").count(), 2);
});

test("the bar of a reply follows an edit of its message, and says when that is deleted", async (t) => {
  const [mine, theirs] = [await portico.open(t, member, offTopic), await portico.open(t, owner, offTopic, { width: 390, theme: "dark" })];
  const [id, other] = [await say(mine, "Who has the oars?"), await say(mine, "And the anchor?")];
  await message(theirs, other).waitFor();
  const reply = async (to) => {
    await (await more(theirs, to)).locator("[data-act=reply]").click();
    await theirs.locator(`[data-reply-bar] [name=reply_to][value="${to}"]`).waitFor({ state: "attached" });
  };
  await reply(id);
  const box = theirs.locator(".composer textarea");
  await box.fill("They are in the shed");
  await (await edit(mine, id)).locator("textarea").fill("Who has the sails?");
  await mine.keyboard.press("Enter");
  await theirs.locator("[data-reply-bar] p > a", { hasText: "Who has the sails?" }).waitFor();
  // Another message is not the one that is replied to.
  await erase(mine, other);
  await message(theirs, other).waitFor({ state: "detached" });
  assert.equal(await theirs.locator("[data-reply-bar]").count(), 1);
  // The notice covers the last message, for as long as the pointer is on it.
  await mine.locator(".toast button").press("Escape");
  await erase(mine, id);
  const notice = theirs.locator(".composer [data-fault=reply_to][role=alert]");
  await notice.waitFor();
  assert.equal(await notice.innerText(), "The message you were replying to was deleted. Your text is still here.");
  assert.equal(await theirs.locator("[data-reply-bar]").count(), 0);
  assert.equal(await box.inputValue(), "They are in the shed");
  await assertSound(portico, theirs);
  // A user who is typing can still read it, until the message is sent by itself.
  await box.press("End");
  await box.pressSequentially(".");
  assert.equal(await notice.count(), 1);
  const sent = await say(theirs, "They are in the shed.");
  assert.equal(await notice.count(), 0);
  assert.equal(await message(theirs, sent).locator(".message-reply").count(), 0);
});

test("a reply to removed spam says that it was deleted, and a new reply takes the place of that", async (t) => {
  const page = await portico.open(t, owner, builds);
  const [kept, spam] = [await say(page, "Not spam"), await post("Spam to reply to")];
  await message(page, spam).waitFor();
  const reply = async (to) => {
    await (await more(page, to)).locator("[data-act=reply]").click();
    await page.locator(`[data-reply-bar] [name=reply_to][value="${to}"]`).waitFor({ state: "attached" });
  };
  await reply(spam);
  await (await removal(page, spam)).locator(".button-danger").click();
  const notice = page.locator(".composer [data-fault=reply_to]");
  await notice.waitFor();
  assert.equal(await notice.innerText(), "The message you were replying to was deleted.");
  await reply(kept);
  assert.equal(await notice.count(), 0);
});

test("the line of what is unread goes with the last message below it", async (t) => {
  const writer = await portico.open(t, owner, builds);
  const reader = await portico.open(t, member, builds);
  // At its end all of it is read by being seen.
  await reader.locator(".feed-frame").evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
  await reader.locator("[data-mark-read]").waitFor({ state: "detached" });
  await reader.goto(offTopic);
  const [first, second] = [await post("Unread one"), await post("Unread two")];
  await message(writer, second).waitFor();
  await reader.goto(builds);
  const line = reader.locator(".feed-new");
  await line.waitFor();
  const remove = async (id) => {
    const dialog = await more(writer, id);
    await dialog.locator('form[data-in-place="delete"] button').click();
    await message(reader, id).waitFor({ state: "detached" });
  };
  await remove(first);
  assert.equal(await line.count(), 1);
  await remove(second);
  assert.equal(await line.count(), 0);
  await assertSound(portico, reader);
});

test("without scripts a message is replied to on the channel’s page", async (t) => {
  const page = await portico.open(t, member, offTopic, { javaScript: false });
  await leads(page, () => page.locator(".message-more").last().click({ force: true }));
  await leads(page, () => page.locator("[data-reply]").click());
  await page.locator("[data-reply-bar]").waitFor();
  await page.locator(".composer textarea").fill("A plain reply");
  await leads(page, () => page.locator(".composer button").click());
  const said = page.locator("[data-message-id]", { hasText: "A plain reply" });
  assert.equal(await said.locator(".message-reply").count(), 1);
});

/** Holds back the first form, or stream, of an address until the returned function is called; then `answer` gives its answer. */
async function held(page, where, answer = (route) => route.continue()) {
  let release;
  const released = new Promise((resolve) => { release = resolve; });
  let isHeld = false;
  // With `times`, the browser would go on at once: it holds nothing once the last route is used up.
  await page.route((url) => url.pathname === where, async (route) => {
    const isWanted = where.endsWith("/events") || route.request().method() === "POST";
    if (isHeld || !isWanted) return route.fallback();
    isHeld = true;
    await released;
    await answer(route);
  });
  return release;
}

const isSent = (page) => page.locator(".composer button:not([aria-disabled])").waitFor();

test("a user who went elsewhere while a message was being sent stays there", async (t) => {
  const page = await portico.open(t, member, offTopic);
  const release = await held(page, `${offTopic}/messages`);
  await page.locator(".composer textarea").fill("On its way");
  await page.locator(".composer button").click();
  await page.locator("#side-search").focus();
  release();
  await page.locator("[data-message-id]", { hasText: "On its way" }).waitFor();
  await isSent(page);
  assert.equal(await page.evaluate(() => document.activeElement.id), "side-search");
  // A user who stays gets the box again.
  await page.locator(".composer textarea").fill("And another");
  await page.locator(".composer button").click();
  await page.locator(".composer textarea:focus").waitFor();
  await isSent(page);
});

test("what is typed before a message that is being sent is the next one", async (t) => {
  const page = await portico.open(t, member, offTopic);
  const release = await held(page, `${offTopic}/messages`);
  const box = page.locator(".composer textarea");
  await box.fill("The end of it");
  await page.locator(".composer button").click();
  await box.press("Home");
  await box.pressSequentially("The beginning ");
  release();
  await page.locator("[data-message-id]", { hasText: "The end of it" }).waitFor();
  await isSent(page);
  assert.equal(await box.inputValue(), "The beginning ");
});

for (const [how, answer] of [["a broken connection", (route) => route.abort()], ["a proxy", (route) => route.fulfill({ status: 502, contentType: "text/html", body: "<p>Bad gateway" })]]) {
  for (const isChanged of [false, true]) {
    test(`a message whose answer was lost by ${how} ${isChanged ? "stays in the box once it was changed" : "leaves the box when the stream brings it"}`, async (t) => {
      const page = await portico.page(t, { allow: [/^request POST/, /^response 502 POST/] });
      await portico.signIn(page, member);
      const follow = await held(page, `${offTopic}/events`);
      await page.route((url) => url.pathname === `${offTopic}/messages`, async (route) => {
        await route.fetch({ maxRedirects: 0 });
        await answer(route);
      });
      await page.goto(offTopic);
      const text = `Lost by ${how} ${isChanged}`;
      const box = page.locator(".composer textarea");
      await box.fill(text);
      await page.locator(".composer button").click();
      await page.locator(".composer .fault").waitFor();
      await isSent(page);
      assert.equal(await box.inputValue(), text);
      if (isChanged) await box.pressSequentially("!");
      follow();
      await page.locator("[data-message-id]", { hasText: text }).waitFor();
      assert.equal(await box.inputValue(), isChanged ? `${text}!` : "");
      assert.equal(await page.locator(".composer .fault").count(), 0);
    });
  }
}

test("on a page of older messages one is edited and deleted in its place", async (t) => {
  const page = await portico.open(t, member, offTopic);
  const [id, next] = [await say(page, "An old mistkae"), await say(page, "Something newer")];
  const where = `${offTopic}?before=${next}`;
  await page.goto(where);
  assert.equal(await page.locator("[data-live-events]").count(), 0);
  const form = await edit(page, id);
  await form.locator("textarea").fill("An old mistake");
  await form.getByRole("button", { name: "Save" }).click();
  await message(page, id).locator(".content", { hasText: "An old mistake" }).waitFor();
  await form.waitFor({ state: "detached" });
  assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, where);
  await erase(page, id);
  await message(page, id).waitFor({ state: "detached" });
  await page.locator(".toast button").click();
  await message(page, id).waitFor();
  await erase(page, id);
  await message(page, id).waitFor({ state: "detached" });
  assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, where);
});

test("the text stays open while an edit is being saved, and says when that failed", async (t) => {
  const page = await portico.open(t, member, offTopic);
  const id = await say(page, "To be edited slowly");
  const refuse = (route) => route.fulfill({ status: 503, contentType: "text/html", body: "<p>Try again" });
  const release = await held(page, `${offTopic}/messages/${id}`, refuse);
  await message(page, id).hover();
  await message(page, id).locator("[data-bar=edit]").click();
  const form = message(page, id).locator(".message-edit");
  await form.locator("textarea").fill("Edited slowly");
  await form.locator("textarea").press("Enter");
  await form.and(page.locator('[aria-busy="true"]')).waitFor();
  await page.keyboard.press("Escape");
  await form.locator(".fault", { hasText: "hasn’t responded yet" }).waitFor();
  release();
  await form.locator(".fault", { hasText: "This wasn’t done" }).waitFor();
  assert.equal(await form.locator("textarea").inputValue(), "Edited slowly");
  portico.takeFaults(page);
  await form.locator("textarea").press("Enter");
  await form.waitFor({ state: "detached" });
  await message(page, id).locator(".content", { hasText: "Edited slowly" }).waitFor();
});

test("on a touch screen without a keyboard Enter begins a line, and the button sends", async (t) => {
  const page = await portico.page(t, { width: 390 });
  await page.addInitScript(() => {
    const ask = globalThis.matchMedia.bind(globalThis);
    const touches = (query) => query === "(hover: none) and (pointer: coarse)";
    globalThis.matchMedia = (query) => (touches(query) ? Object.assign(new EventTarget(), { matches: true }) : ask(query));
  });
  await portico.signIn(page, member);
  await page.goto(offTopic);
  const box = page.locator(".composer textarea");
  await box.fill("Two lines");
  await box.press("Enter");
  await box.pressSequentially("by thumb");
  assert.equal(await box.inputValue(), "Two lines\nby thumb");
  assert.equal(await box.evaluate(({ enterKeyHint }) => enterKeyHint), "enter");
  await page.locator(".composer button").click();
  const said = page.locator("[data-message-id]", { hasText: "by thumb" });
  await said.waitFor();
  await isSent(page);
  const form = await edit(page, await said.getAttribute("data-message-id"));
  await form.locator("textarea").press("End");
  await form.locator("textarea").press("Enter");
  await form.locator("textarea").pressSequentially("and a third");
  await form.getByRole("button", { name: "Save" }).click();
  await page.locator("[data-message-id]", { hasText: "and a third" }).waitFor();
  // With a keyboard it sends.
  const wide = await portico.open(t, member, offTopic);
  assert.equal(await wide.locator(".composer textarea").evaluate(({ enterKeyHint }) => enterKeyHint), "send");
});

test("a flood is gone and its source stopped after four clicks", async (t) => {
  const page = await portico.open(t, owner, builds);
  const flood = [];
  for (let turn = 0; turn < 12; turn += 1) flood.push(await post(`Flood ${turn}`));
  await message(page, flood.at(-1)).waitFor();
  // Every tenth says again whose they are, in live rows as in those of the server.
  const heads = () => page.locator(".message:not(.message-joined)").evaluateAll((all) => all.map(({ dataset }) => dataset.messageId));
  const live = await heads();
  assert.equal(flood.some((id) => live.includes(String(id))), true);
  await page.reload();
  assert.deepEqual(await heads(), live);
  await message(page, flood[0]).hover();
  await message(page, flood[0]).locator(".message-more").click();
  const menu = page.locator(".message-menu");
  await menu.getByRole("button", { name: "Pause this webhook" }).click();
  await menu.locator("[data-webhook-paused]").waitFor();
  await assertSound(portico, page);
  await menu.locator("[data-act=remove]").click();
  await page.locator("dialog[open] .button-danger", { hasText: "Remove 12 messages" }).click();
  await page.locator("[data-removed]", { hasText: "Removed 12 messages" }).waitFor();
  for (const id of flood) await message(page, id).waitFor({ state: "detached" });
});

test("the menu of a message opens from the keyboard, and Escape leads back", async (t) => {
  const page = await portico.open(t, member, offTopic, { width: 390, permissions: ["clipboard-read", "clipboard-write"] });
  const id = await say(page, "What can be done with me?");
  await page.locator(".composer textarea").focus();
  // One Tab stop for all messages.
  await page.keyboard.press("Shift+Tab");
  const [name, time] = [message(page, id).locator(".message-author"), message(page, id).locator("time").first()];
  await page.getByRole("article", { name: `${await name.innerText()} ${await time.innerText()}` }).and(page.locator(":focus")).waitFor();
  await page.locator(`[data-message-id="${id}"]:focus`).waitFor();
  await page.keyboard.press("Tab");
  await page.locator(".composer textarea:focus").waitFor();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Home");
  await page.locator("[data-message-id]:focus").first().waitFor();
  assert.notEqual(await page.evaluate(() => document.activeElement.dataset.messageId), id);
  await page.keyboard.press("End");
  await page.locator(`[data-message-id="${id}"]:focus`).waitFor();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  await page.locator(`[data-message-id="${id}"]:focus`).waitFor();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.closest("[data-message-id]").dataset.messageId), id);
  await page.keyboard.press("Escape");
  await page.locator(`[data-message-id="${id}"]:focus`).waitFor();
  await message(page, id).locator(".message-more").focus();
  await page.keyboard.press("Enter");
  const menu = page.locator(".message-menu");
  await menu.locator("[data-act=reply]:focus").waitFor();
  assert.equal(await message(page, id).locator('.message-more[aria-expanded="true"]').count(), 1);
  await page.keyboard.press("End");
  await menu.locator('form[data-in-place="delete"] button:focus').waitFor();
  await page.keyboard.press("ArrowDown");
  await menu.locator("[data-act=reply]:focus").waitFor();
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });
  await message(page, id).locator('.message-more[aria-expanded="false"]:focus').waitFor();
  await page.keyboard.press("Enter");
  await menu.locator("[data-act=copy]").click();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), new RegExp(`around=${id}#message-${id}$`));
});
