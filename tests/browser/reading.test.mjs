// How a channel is read: with the keyboard and a screen reader, by the times beside it, by who wrote in it, and without those who are
// blocked or banned.

import assert from "node:assert/strict";
import { after } from "node:test";
import { send } from "./actor.mjs";
import { Crews, does, enter } from "./crew.mjs";
import { task } from "./people.mjs";
import { start } from "./portico.mjs";

const portico = await start();
const crews = new Crews(portico);
after(async () => {
  await crews.close();
  await portico.close();
});

task(portico, "the chat leads to the channel that was read last", async (come, look) => {
  const { server, people: [founder, mate] } = await crews.gather("founder", "mate");
  const slipway = `/channels/${await founder.channel(server, "slipway")}`;
  const dock = await founder.server(`Dock of ${server.name}`);
  await founder.invite(dock, [mate]);
  const mine = await enter(come, mate, `/servers/${dock.id}`, look);
  const leads = async (where) => {
    await mine.visit("/inbox");
    await mine.header("/chat");
    assert.equal(new URL(mine.page.url()).pathname, where);
  };
  await leads(`/channels/${dock.general}`);
  await mine.visit(slipway);
  await leads(slipway);
  await mine.unfold();
  await mine.follow(mine.main.locator(`.servers a[href="/servers/${dock.id}"]`));
  await leads(`/channels/${dock.general}`);
});

task(portico, "times are in words while they are young, with the exact time beside them", async (come, look) => {
  const { server, invite, people: [founder] } = await crews.gather("founder");
  const mine = await come(founder);
  if (look.javaScript) await mine.page.clock.install();
  await mine.visit(`${server.settings}/invites`);
  await mine.signIn();
  const time = mine.main.locator('time[data-time="relative"]').first();
  const said = async (pattern) => {
    assert.match(await time.textContent(), pattern);
    assert.match(await time.getAttribute("title"), /\d:\d\d/);
    assert.ok(Math.abs(Date.parse(await time.getAttribute("datetime")) - Date.now()) < 10 * 86_400_000);
  };
  await said(/now|second|sec/);
  const hour = 3_600_000;
  if (look.javaScript) {
    // It goes on by itself.
    for (const [passed, pattern] of [[2 * 60_000, /^2 min.* ago$/], [3 * hour, /^3 h.* ago$/], [72 * hour, /^[34] days ago$/]]) {
      await mine.page.clock.fastForward(passed);
      await said(pattern);
    }
    await mine.page.clock.fastForward(120 * hour);
    await said(/\d{4}$/);
  } else {
    const age = (by) => portico.meddle(`UPDATE invites SET created_at = created_at - ${by} WHERE code = '${invite.split("/").at(-1)}'`);
    for (const [passed, pattern] of [[2 * 60_000, /^2 min.* ago$/], [3 * hour, /^3 h.* ago$/], [72 * hour, /^[34] days ago$/], [120 * hour, /\d{4}/]]) {
      await age(passed);
      await mine.visit(`${server.settings}/invites`);
      await said(pattern);
    }
  }
});

/** What Tab reaches in the feed, by the ids of messages. */
const stops = (page) => page.locator("[data-feed]").evaluate((feed) =>
  [...feed.querySelectorAll("a[href], button, summary, input, textarea, [tabindex]")]
    .filter((control) => control.tabIndex >= 0 && control.checkVisibility())
    .map((control) => control.dataset.messageId ?? control.outerHTML),
);

task(portico, "a keyboard passes the messages by, and a screen reader names them", async (come, look) => {
  const { server, general, people: [founder, mate] } = await crews.gather("founder", "mate");
  const webhook = await founder.webhook(server.general, "Tide tables");
  await founder.say(server.general, "A [link](https://example.org/) to **follow**");
  for (let turn = 0; turn < 12; turn += 1) await founder.say(server.general, `Knot ${turn}`);
  await send(webhook.url, { content: "High water at six" });
  const mine = await enter(come, mate, general, look);
  const { page } = mine;
  const focus = () => page.evaluate(() => {
    const { id, className, dataset } = document.activeElement;
    return dataset.messageId ?? (id || className);
  });

  // The first stop skips everything.
  await mine.visit(general);
  await page.keyboard.press("Tab");
  assert.equal(await focus(), "skip");
  assert.ok((await page.locator(".skip").boundingBox()).y >= 0);
  await page.keyboard.press("Enter");
  await page.locator("#f-content:focus").waitFor();
  await page.keyboard.type("By the skip link");
  assert.equal(await page.locator("#f-content").inputValue(), "By the skip link");
  if (!look.javaScript) return;

  const ids = await page.locator("[data-message-id]").evaluateAll((all) => all.map(({ dataset }) => dataset.messageId));
  assert.deepEqual(await stops(page), [ids.at(-1)]);
  await page.keyboard.press("Shift+Tab");
  assert.equal(await focus(), ids.at(-1));
  await page.keyboard.press("ArrowUp");
  assert.equal(await focus(), ids.at(-2));
  assert.deepEqual(await stops(page), [ids.at(-2)]);
  await page.keyboard.press("Tab");
  assert.equal(await focus(), "f-content");
  await page.keyboard.press("Shift+Tab");
  assert.equal(await focus(), ids.at(-2));
  await page.keyboard.press("Shift+Tab");
  assert.equal(await page.evaluate(() => document.activeElement.closest("[data-feed]")), null);

  // Each has the name of its author and its time, also one that arrives.
  await founder.say(server.general, "And a last one");
  const last = mine.message("And a last one");
  await last.waitFor();
  const shown = page.locator("[data-message-id]");
  for (const article of [shown.first(), shown.nth(5), shown.nth(ids.length - 1), last]) {
    const [author, time] = [article.locator(".message-author"), article.locator(".message-time")];
    const name = `${(await author.textContent()).trim()} ${(await time.textContent()).trim()}`;
    assert.match(name, /^(Founder|Tide tables).* \d+:\d\d/);
    const named = page.getByRole("article", { name, exact: true });
    const id = await article.getAttribute("data-message-id");
    assert.ok((await named.evaluateAll((all) => all.map(({ dataset }) => dataset.messageId))).includes(id), name);
  }
  await last.focus();
  assert.equal(await page.evaluate(() => document.getElementById(document.activeElement.getAttribute("aria-describedby")).textContent.trim()), "And a last one");
});

/** Opens the card of who wrote a message: a dialog with scripts, a page without. */
async function card(person, text) {
  const name = person.message(text).locator(".author-link").first();
  if (person.look.javaScript) await name.click();
  else await person.follow(name);
  const found = person.page.locator("[data-person-card]");
  await found.waitFor();
  return found;
}

/** Opens a form of a card, unless it is open. */
async function opened(found, action) {
  const form = found.locator(`form[action$="${action}"]`);
  if (!(await form.isVisible())) await found.locator(`details:has(form[action$="${action}"]) > summary`).click();
  return form;
}

const gone = { allow: [/^console EventSource/, /^response 40[34]/] };

task(portico, "a name leads to a card, on which a moderator acts and others don’t", async (come, look) => {
  const { server, general, people: [founder, mate, guest] } = await crews.gather("founder", "mate", "guest");
  const bosun = await founder.role(server, "Bosun");
  await founder.post(`${server.settings}/members/${guest.id}`, { roles: [bosun] });
  await guest.say(server.general, "Good morning");

  const mine = await enter(come, mate, general, look);
  const plain = await card(mine, "Good morning");
  const words = await plain.innerText();
  for (const part of [guest.name, `@${guest.nickname}`, "Bosun"]) assert.ok(words.includes(part), words);
  assert.ok(Date.parse(await plain.locator("time").first().getAttribute("datetime")) <= Date.now());
  assert.equal(await plain.locator('form[action*="/settings/members/"], a[href*="/settings/members/"]').count(), 0);

  const theirs = await enter(come, guest, general, look, gone);
  await theirs.fill("content", "half a sentence");
  const moderator = await enter(come, founder, general, look);
  let found = await card(moderator, "Good morning");
  assert.equal(await found.locator(`a[href="${server.settings}/members/${guest.id}"]`).count(), 1);
  const pause = await opened(found, "/timeout");
  await pause.locator("[name=hours]").selectOption("24");
  await does(moderator, pause.locator("[type=submit]"));
  if (look.javaScript) {
    await moderator.page.locator("[data-said]", { hasText: guest.name }).waitFor();
    await theirs.main.locator("[data-timed-out]").waitFor();
    assert.equal(await theirs.main.locator(".composer").isVisible(), false);
  } else {
    await theirs.visit(general);
    assert.equal(await theirs.main.locator(".composer").count(), 0);
    assert.match(await theirs.text(".chat-closed"), /until/);
  }
  await moderator.visit(general);
  found = await card(moderator, "Good morning");
  assert.equal(await found.locator(".badge-warning").count(), 1);
  await moderator.follow(found.locator(`a[href="${server.settings}/members/${guest.id}"]`));
  await moderator.main.locator(`input[name=roles][value="${bosun}"]`).uncheck();
  await moderator.press(`/members/${guest.id}`);
  await moderator.told();
  await moderator.visit(general);
  assert.ok(!(await (await card(moderator, "Good morning")).innerText()).includes("Bosun"));
});

task(portico, "someone is banned from their message, with what they wrote in the last hour", async (come, look) => {
  const { server, general, people: [founder, guest, other] } = await crews.gather("founder", "guest", "other");
  await other.say(server.general, "Only a little spam");
  await guest.say(server.general, "Boats for sale");
  const theirs = await enter(come, guest, general, look, gone);
  await theirs.fill("content", "Boats, cheap");
  const moderator = await enter(come, founder, general, look);
  const bans = async (text, since) => {
    const form = await opened(await card(moderator, text), "/ban");
    assert.deepEqual(await form.locator("[name=delete]").evaluateAll((all) => all.map(({ value, checked }) => [value, checked])), [
      ["", true], ["hour", false], ["day", false], ["week", false],
    ]);
    if (since) await form.locator(`[name=delete][value="${since}"]`).check();
    await does(moderator, form.locator("[type=submit]").first());
    if (look.javaScript) await moderator.page.locator(".toast button").last().waitFor();
    else await moderator.visit(general);
  };
  if (look.javaScript) {
    await moderator.page.evaluate(() => {
      globalThis.clicks = 0;
      addEventListener("click", ({ detail }) => { if (detail > 0) globalThis.clicks += 1; }, true);
    });
  }
  await bans("Only a little spam");
  if (look.javaScript) assert.equal(await moderator.page.evaluate(() => globalThis.clicks), 2);
  assert.equal(await moderator.message("Only a little spam").count(), 1);
  await moderator.visit(general);
  await bans("Boats for sale", "hour");
  await moderator.message("Boats for sale").waitFor({ state: "detached" });

  // Their open page says so.
  if (look.javaScript) {
    await theirs.main.locator("#connection", { hasText: `You were banned from ${server.name}` }).waitFor();
    assert.equal(await theirs.field("content").evaluate((box) => box.readOnly), true);
    assert.equal(await theirs.main.locator('.composer [type=submit][aria-disabled="true"]').count(), 1);
    assert.equal(await theirs.field("content").inputValue(), "Boats, cheap");
  } else {
    await theirs.press(theirs.main.locator(".composer button"));
    assert.equal(portico.status(theirs.page), 404);
    assert.equal(await theirs.main.locator(".composer").count(), 0);
    assert.equal(await theirs.main.locator("#unsent").inputValue(), "Boats, cheap");
  }
  await moderator.visit(`${server.settings}/bans`);
  for (const { nickname } of [guest, other]) assert.equal(await moderator.main.locator(".list-row", { hasText: nickname }).count(), 1);
});

task(portico, "the messages of someone who is blocked are folded, and call nobody", async (come, look) => {
  const { server, general, people: [founder, mate, guest] } = await crews.gather("founder", "mate", "guest");
  await founder.say(server.general, "Welcome aboard");
  await guest.say(server.general, "Nice boat you have");
  const mine = await enter(come, mate, general, look);
  const block = (await card(mine, "Nice boat you have")).locator('form[action="/settings/blocked"] [type=submit]');
  await mine.press(block);
  if (!look.javaScript) await mine.visit(general);
  const first = mine.message("Nice boat you have");
  await first.locator("details.blocked").waitFor();
  assert.equal(await first.locator(".content").isVisible(), false);
  assert.equal(await mine.message("Welcome aboard").locator(".content").isVisible(), true);

  await guest.say(server.general, `Hey @${mate.nickname}, answer me`);
  if (!look.javaScript) await mine.visit(general);
  const next = mine.message("answer me");
  await next.locator("details.blocked").waitFor();
  assert.equal(await next.locator(".content").isVisible(), false);
  await next.locator("summary").first().click();
  assert.equal(await next.locator(".content").isVisible(), true);
  await mine.visit("/inbox");
  assert.equal(await mine.main.locator(".inbox-row").count(), 0);
  assert.equal(await mine.page.locator("[data-inbox-count]").isVisible(), false);

  await mine.visit("/settings/blocked");
  await mine.press(mine.main.locator("[data-blocked] [type=submit]").first());
  assert.equal(await mine.main.locator("[data-blocked]").count(), 0);
  await guest.say(server.general, `Thank you, @${mate.nickname}`);
  await mine.visit(general);
  assert.equal(await first.locator(".content").isVisible(), true);
  assert.equal(await mine.main.locator("details.blocked").count(), 0);
  await mine.visit("/inbox");
  assert.match(await mine.main.locator(".inbox-row").first().innerText(), /Thank you/);
});
