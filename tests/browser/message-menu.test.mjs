// What is done with a message, by its bar, its menu and its page: replying, editing, deleting, linking, reading it later, stopping its
// webhook, removing many, and reporting it.

import assert from "node:assert/strict";
import { after } from "node:test";
import { send } from "./actor.mjs";
import { Crews, acts, does, enter, leave } from "./crew.mjs";
import { task } from "./people.mjs";
import { copies, start } from "./portico.mjs";

const portico = await start();
const crews = new Crews(portico);
after(async () => {
  await crews.close();
  await portico.close();
});

const opacity = (element) => element.evaluate((shown) => getComputedStyle(shown).opacity);

task(portico, "a message is replied to, edited, deleted and brought back", async (come, look) => {
  const { server, general, people: [founder, mate] } = await crews.gather("founder", "mate");
  await founder.say(server.general, "The tide turns at six");
  const mine = await enter(come, mate, general, look);
  const hasBar = look.javaScript && look.width > 700;
  const theirs = mine.message("The tide turns at six");
  const more = theirs.locator(".message-more");

  // On a touch screen the way to the acts is always seen, elsewhere where the pointer or the focus is.
  assert.equal(await opacity(more), look.width > 700 ? "0" : "1");
  await theirs.hover();
  assert.equal(await opacity(more), "1");
  if (hasBar) {
    assert.equal(await opacity(theirs.locator(".message-bar")), "1");
    assert.equal(await theirs.locator("[data-bar=edit]").count(), 0);
    await theirs.locator("[data-bar=reply]").click();
  } else if (look.javaScript) await (await acts(mine, "The tide turns at six")).locator("[data-act=reply]").click();
  else {
    const page = await acts(mine, "The tide turns at six");
    assert.equal(await page.locator("[data-in-place=edit], [data-in-place=delete]").count(), 0);
    await mine.follow(page.locator("[data-reply]"));
  }
  await mine.main.locator("[data-reply-bar]").waitFor();
  await mine.say("Then we leave at fife");
  const own = mine.message("Then we leave at");
  assert.match(await own.locator(".message-reply").innerText(), /The tide turns at six/);
  assert.equal(await mine.main.locator("[data-reply-bar]").count(), 0);

  if (hasBar) {
    await mine.page.mouse.move(5, 5);
    await own.focus();
    assert.equal(await opacity(own.locator(".message-bar")), "1");
    assert.equal(await opacity(own.locator(".message-more")), "1");
    await own.locator("[data-bar=edit]").click();
  } else if (look.javaScript) await (await acts(mine, "Then we leave at")).locator("[data-act=edit]").click();
  else await acts(mine, "Then we leave at");
  const form = mine.main.locator("form[data-in-place=edit]");
  assert.equal(await form.locator("textarea").inputValue(), "Then we leave at fife");
  await form.locator("textarea").fill("Then we leave at five");
  await does(mine, form.locator("[type=submit]"));
  await own.locator(".message-edited").waitFor();
  await form.waitFor({ state: "detached" });
  assert.equal(await own.locator(".content").innerText(), "Then we leave at five");
  assert.equal(new URL(mine.page.url()).pathname, general);

  await does(mine, (await acts(mine, "Then we leave at")).locator("form[data-in-place=delete] [type=submit]"));
  await own.waitFor({ state: "detached" });
  await does(mine, mine.main.locator("form[action$='/undo'] [type=submit]").or(mine.page.locator(".toast button")).first());
  await own.waitFor();
  await mine.visit(general);
  assert.equal(await own.locator(".content").innerText(), "Then we leave at five");
});

task(portico, "a message is linked to, and read later", async (come, look) => {
  const { server, general, people: [founder, mate] } = await crews.gather("founder", "mate");
  const elsewhere = `/channels/${await founder.channel(server, "slipway")}`;
  for (const text of ["Paint is here", "Who brings brushes?", "And turpentine?"]) await founder.say(server.general, text);
  const mine = await enter(come, mate, general, look, { permissions: ["clipboard-read", "clipboard-write"] });
  const read = mine.main.locator("[data-mark-read]");
  if (look.javaScript) await read.waitFor({ state: "detached" });
  else await mine.press(read.locator("[type=submit]"));
  await mine.visit(general);
  const line = mine.main.locator(".feed-new");
  assert.equal(await line.count(), 0);

  const id = await mine.message("Who brings brushes?").getAttribute("data-message-id");
  const address = `${portico.demo.base_url}${general}?around=${id}#message-${id}`;
  const menu = await acts(mine, "Who brings brushes?");
  if (look.javaScript) {
    await copies(mine.page, address, () => menu.locator("[data-act=copy]").click());
    await acts(mine, "Who brings brushes?");
  } else assert.equal(await mine.text("#message-link"), address);
  await mine.press(menu.locator("form[action$='/unread'] [type=submit]"));

  const before = mine.main.locator(".feed-new + .message .content");
  assert.equal(await before.innerText(), "Who brings brushes?");
  const entry = mine.main.locator(`.channels a[href="${general}"]`);
  assert.equal(await entry.and(mine.main.locator(".unread")).count(), 1);
  await mine.visit(elsewhere);
  assert.equal((await entry.locator("[data-unread-words]").textContent()).trim(), "(unread)");
  await mine.unfold();
  await mine.follow(entry);
  assert.equal(await before.innerText(), "Who brings brushes?");
  await mine.visit(address);
  assert.equal(await mine.main.locator(`#message-${id}:target`).isVisible(), true);
});

task(portico, "a flood leads to its webhook, and is gone and stopped after four clicks", async (come, look) => {
  const { server, general, people: [founder, mate, keeper] } = await crews.gather("founder", "mate", "keeper");
  const managing = await founder.role(server, "Keepers", ["manage_server"]);
  await founder.post(`${server.settings}/members/${keeper.id}`, { roles: [managing] });
  const webhook = await keeper.webhook(server.general, "Tide tables");
  const post = (turn) => send(webhook.url, { content: `Flood ${turn} of many`, name: "The harbour office" });
  for (let turn = 0; turn < 6; turn += 1) await post(turn);
  const mine = await enter(come, founder, general, look);
  for (let turn = 6; turn < 12; turn += 1) await post(turn);
  if (!look.javaScript) await mine.visit(general);
  await mine.message("Flood 11 of many").waitFor();
  const flood = mine.message("of many");
  const isHead = await flood.evaluateAll((all) => all.map((article) => !article.matches(".message-joined")));
  assert.deepEqual(isHead, isHead.map((_, turn) => turn % 10 === 0));
  assert.equal(isHead.length, 12);
  const badge = await flood.nth(10).locator(".badge-bot").boundingBox();
  assert.ok(badge.width > 10 && badge.height > 10, JSON.stringify(badge));

  // A member who may not manage it sees nothing of it.
  const theirs = await enter(come, mate, general, look);
  const nothing = await acts(theirs, "Flood 0 of many");
  assert.equal(await nothing.locator('[href^="/portal"], [action^="/portal"], [data-webhook-paused], #webhook').count(), 0);
  await leave(theirs, general);

  let clicks = 0;
  const clicking = async (act) => {
    clicks += 1;
    return act();
  };
  const menu = await clicking(() => acts(mine, "Flood 0 of many"));
  const link = menu.locator(`a[href="${webhook.path}"]`);
  assert.equal(await link.innerText(), "Tide tables");
  const who = look.javaScript ? menu.locator(".menu-who") : menu.locator("section:has(#webhook) .panel-head");
  assert.ok((await who.innerText()).includes(`@${keeper.nickname}`));
  assert.equal(await menu.locator(`a[href="${webhook.path}/leaked"]`).count(), 1);
  await clicking(() => does(mine, menu.locator('form[action$="/pause"] [type=submit]')));
  if (look.javaScript) {
    await menu.locator("[data-webhook-paused]").waitFor();
    await clicking(() => menu.locator("[data-act=remove]").click());
  } else {
    await mine.visit(general);
    await acts(mine, "Flood 0 of many");
    assert.equal(await menu.locator('form[action$="/pause"]').count(), 0);
  }
  const removal = mine.page.locator("form[data-removal]");
  assert.match(await removal.locator(".removal-count").first().innerText(), /12 messages/);
  await clicking(() => does(mine, removal.locator(".button-danger")));
  await mine.main.locator("[data-removed]", { hasText: "12" }).waitFor();
  await flood.first().waitFor({ state: "detached" });
  assert.equal(await flood.count(), 0);
  assert.equal((await send(webhook.url, { content: "Flood 12 of many" })).status, 404);
  if (look.javaScript) assert.equal(clicks, 4);
});

task(portico, "a leaked webhook is reported from its message", async (come, look) => {
  const { server, general, people: [founder] } = await crews.gather("founder");
  const webhook = await founder.webhook(server.general, "Lock keeper");
  await send(webhook.url, { content: "Not by the lock keeper" });
  const mine = await enter(come, founder, general, look);
  await mine.follow((await acts(mine, "Not by the lock keeper")).locator(`a[href="${webhook.path}/leaked"]`));
  await mine.press("/leaked");
  assert.equal((await send(webhook.url, { content: "Again" })).status, 404);
  await mine.visit(`${webhook.path}?reveal`);
  const url = await mine.text("#runtime-url");
  assert.notEqual(url, webhook.url);
  assert.equal((await send(url, { content: "Again" })).status, 404);
  await mine.main.locator(".notice", { hasText: "paused" }).first().waitFor();
});

task(portico, "the spam of a person is counted, removed in the whole server, and brought back", async (come, look) => {
  const { server, general, people: [founder, mate] } = await crews.gather("founder", "mate");
  const slipway = await founder.channel(server, "slipway");
  for (const text of ["Hello from a boat", "Boats for sale", "Boats, cheap"]) await mate.say(server.general, text);
  await mate.say(slipway, "Boats for nothing");
  const mine = await enter(come, founder, general, look);
  const opened = await acts(mine, "Boats for sale");
  if (look.javaScript) await opened.locator("[data-act=remove]").click();
  const form = mine.page.locator("form[data-removal]");
  const id = await (look.javaScript ? mine.message("Boats for sale").getAttribute("data-message-id") : new URL(mine.page.url()).pathname.split("/").at(-1));
  const since = form.locator("[name=since]");
  await form.waitFor();
  assert.deepEqual(await since.evaluateAll((all) => all.map(({ value }) => value)), [`message:${id}`, "hour", "day", "week"]);
  assert.ok(await since.first().isChecked());
  // The counts are before the button: of the channel, and of the server.
  const counts = async (place) => (await form.locator(".removal-count").nth(place).locator("strong").allInnerTexts()).join(", ");
  assert.deepEqual([await counts(0), await counts(1), await counts(3)], ["2 messages, 3 messages", "3 messages, 4 messages", "3 messages, 4 messages"]);
  const button = form.locator(".button-danger");
  if (look.javaScript) await button.filter({ hasText: "2" }).waitFor();
  await form.locator("[name=everywhere]").check();
  if (look.javaScript) {
    await form.locator('[value="day"]').check();
    await button.filter({ hasText: "4" }).waitFor();
    await since.first().check();
    await button.filter({ hasText: "3" }).waitFor();
  }
  await does(mine, button);
  const removed = mine.main.locator("[data-removed]");
  await removed.filter({ hasText: "3" }).waitFor();
  const boats = mine.message("Boats");
  await boats.first().waitFor({ state: "detached" });
  assert.equal(await mine.message("Hello from a boat").count(), 1);
  assert.deepEqual(await mate.messages(slipway), []);
  await does(mine, removed.locator("button"));
  await boats.nth(1).waitFor();
  assert.equal((await mate.messages(slipway)).length, 1);

  // The same for a time, and here alone.
  await mine.visit(`${general}/messages/delete?author=user:${mate.id}&since=hour`);
  assert.ok(await form.locator('[value="hour"]').isChecked());
  assert.equal(await counts(0), "3 messages, 4 messages");
  await mine.press(button);
  await removed.filter({ hasText: "3" }).waitFor();
  assert.deepEqual([await mate.messages(server.general), (await mate.messages(slipway)).length], [[], 1]);
});

task(portico, "a message is reported, and decided in four clicks", async (come, look) => {
  const { server, general, people: [founder, mate, guest] } = await crews.gather("founder", "mate", "guest");
  await guest.say(server.general, "Anchors, almost new");
  const mine = await enter(come, mate, general, look);
  const opened = await acts(mine, "Anchors, almost new");
  if (look.javaScript) await opened.locator("[data-act=report]").click();
  const form = mine.page.locator("form[data-in-place=report]");
  await form.locator("textarea").fill("They are mine");
  await does(mine, form.locator("[type=submit]"));
  await mine.page.locator("[data-said], .flash", { hasText: "Thank you." }).first().waitFor();
  await mine.visit(general);
  assert.equal(await mine.main.locator("[data-reports-of]").count(), 0);

  const moderator = await enter(come, founder, general, look);
  let clicks = 0;
  const badge = moderator.main.locator(".channels [data-reports-of]");
  await moderator.unfold();
  assert.match(await badge.locator("[data-open-reports]").innerText(), /^1/);
  if (look.width < 700) clicks += 1;
  await moderator.follow(badge);
  clicks += 1;
  assert.equal(new URL(moderator.page.url()).pathname, `${server.settings}/reports`);
  const report = moderator.main.locator("[data-report-id]");
  assert.match(await report.innerText(), /Anchors, almost new[^]*They are mine/);
  await moderator.press(report.locator('[name=decision][value="removed"]'));
  clicks += 1;
  assert.ok(clicks <= 4, `${clicks} clicks`);
  assert.equal(await report.count(), 0);
  await moderator.visit(general);
  assert.equal(await moderator.main.locator(":is([data-reports-of], [data-reports-inside]):not([hidden])").count(), 0);
  assert.equal(await moderator.message("Anchors, almost new").count(), 0);
});
