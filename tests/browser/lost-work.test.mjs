// Nothing that was typed is lost: after an expired session, without a connection, and with several changes at once.

import assert from "node:assert/strict";
import { after } from "node:test";
import { post, task } from "./people.mjs";
import { start } from "./portico.mjs";
import { assertSound } from "./validate.mjs";

const portico = await start();
after(() => portico.close());

const { people, channels, server, webhook } = portico.demo;
const id = (name) => String(channels.find((channel) => channel.name === name).id);
const hook = `/portal/webhooks/${webhook.app_id}`;

/** What happens to a browser whose session ended elsewhere. */
const endSession = (person) => person.page.context().clearCookies({ name: "portico" });

// A page's stream may be opened only after the session ended, and is then refused.
async function signedIn(come, who, options = { allow: [/^console EventSource/] }) {
  const person = await come(who, options);
  await person.visit("/sign-in");
  await person.signIn();
  return person;
}

task(portico, "a message sent after the session ended is sent after signing in", async (come, { javaScript, turn }) => {
  const mira = await signedIn(come, people[turn]);
  const text = `Not lost ${turn} <b> & "quotes"`;
  await mira.visit(`/channels/${id("off-topic")}`);
  await endSession(mira);
  await mira.fill("content", text);
  const send = mira.main.locator(".composer > button");
  if (javaScript) {
    await send.click();
    const fault = mira.main.locator('.composer [data-fault="content"]');
    await fault.waitFor();
    assert.match(await fault.innerText(), /Your session ended/);
    assert.equal(await mira.field("content").inputValue(), text);
    await assertSound(portico, mira.page);
    await mira.press(fault.getByRole("button"));
  } else await mira.press(send);
  assert.equal(new URL(mira.page.url()).pathname, "/sign-in");
  assert.match(await mira.main.innerText(), /what you typed is kept/);
  await mira.signIn();
  assert.equal(new URL(mira.page.url()).pathname, `/channels/${id("off-topic")}`);
  assert.equal(await mira.field("content").inputValue(), text);
  await mira.main.locator("[data-kept]").waitFor();
  if (javaScript) await assertSound(portico, mira.page);
  if (javaScript) await send.click();
  else await mira.press(send);
  await mira.message(text).waitFor();
});

task(portico, "a message edited after the session ended is saved after signing in", async (come, { javaScript, turn }) => {
  const mira = await signedIn(come, people[turn]);
  await mira.visit(`/channels/${id("off-topic")}`);
  await mira.say(`Tpyo ${turn}`);
  const row = mira.message(`Tpyo ${turn}`);
  await row.hover();
  const more = row.locator(".message-more");
  const text = `Typo ${turn}`;
  if (javaScript) {
    // Others write in this channel, so that it may move under the pointer.
    await more.press("Enter");
    await mira.page.locator(".message-menu [data-act=edit]").click();
    const form = mira.page.locator(".message-edit");
    await form.locator("textarea").fill(text);
    await endSession(mira);
    await form.getByRole("button", { name: "Save" }).click();
    const fault = form.locator(".fault", { hasText: "Your session ended" });
    await fault.waitFor();
    assert.equal(await form.locator("textarea").inputValue(), text);
    await assertSound(portico, mira.page);
    await mira.press(fault.getByRole("button"));
  } else {
    await mira.follow(more);
    await mira.fill("content", text);
    await endSession(mira);
    await mira.press(mira.main.locator('form[data-in-place="edit"] button'));
  }
  assert.equal(new URL(mira.page.url()).pathname, "/sign-in");
  await mira.signIn();
  assert.equal(await mira.field("content").inputValue(), text);
  await mira.main.locator("[data-kept]").waitFor();
  await mira.press(mira.main.locator('form[data-in-place="edit"] button'));
  await mira.message(text).waitFor();
});

task(portico, "a payload sent after the session ended comes back to the playground", async (come, { javaScript, turn }) => {
  const owner = await signedIn(come, people[0]);
  await owner.visit(`${hook}/playground`);
  const text = `Payload ${turn}`;
  await owner.fill("content", text);
  await owner.main.locator("#f-parse-roles").check();
  await endSession(owner);
  const send = owner.main.locator('button[value="send"]:not([data-native])');
  if (javaScript) {
    await send.click();
    await owner.press(owner.main.locator("#sent [data-native]"));
  } else await owner.press(send);
  await owner.signIn();
  assert.equal(await owner.field("content").inputValue(), text);
  assert.ok(await owner.main.locator("#f-parse-roles").isChecked());
  if (javaScript) await send.click();
  else await owner.press(send);
  await owner.main.locator("#sent .notice-success").waitFor();
});

task(portico, "what came of sending is in view, and a second click sends nothing more", async (come, { javaScript, turn }) => {
  const owner = await signedIn(come, people[0]);
  await owner.visit(`${hook}/playground`);
  const text = `Only once ${turn}`;
  await owner.fill("content", text);
  const send = owner.main.locator('button[value="send"]');
  await send.scrollIntoViewIfNeeded();
  if (javaScript) {
    // The answer comes after the second click.
    let release;
    const clicked = new Promise((resolve) => { release = resolve; });
    await owner.page.route((url) => url.pathname === `${hook}/playground`, async (route) => {
      await clicked;
      await route.continue();
    });
    await send.dblclick();
    release();
  } else await owner.press(send);
  const outcome = owner.main.locator("#sent .notice-success");
  await outcome.waitFor();
  const { y, height } = await outcome.boundingBox();
  const window = owner.page.viewportSize();
  assert.ok(y >= 0 && y + height <= window.height, `the outcome is at ${y}`);
  await owner.visit(`/channels/${id("builds")}`);
  assert.equal(await owner.message(text).count(), 1);
});

task(portico, "several rows of permissions are saved at once", async (come, { javaScript, turn }) => {
  const founder = await come("founder");
  await founder.visit("/sign-up");
  await founder.signUp();
  await founder.visit("/servers");
  await founder.fill("name", `Grid ${turn}`);
  await founder.press("/servers");
  const channel = new URL(founder.page.url()).pathname.split("/").at(-1);
  await founder.visit("/servers");
  const link = await founder.main.locator('a[href^="/servers/"]').first().getAttribute("href");
  const settings = `${link.split("/").slice(0, 3).join("/")}/settings`;
  await founder.visit(`${settings}/roles`);
  await founder.fill("name", "Crew");
  await founder.press(`${settings}/roles`);
  await founder.visit(`${settings}/channels/${channel}`);
  const row = (place) => founder.main.locator("[data-grid-row]").nth(place);
  const choose = (place, cell, choice) => row(place).locator(`input[name$="/${cell}"][value="${choice}"]`).check({ force: true });
  await founder.main.locator('[name="target"]').selectOption({ label: "Crew" });
  await choose(1, "mention_all", "allow");
  await choose(0, "send_messages", "deny");
  if (javaScript) {
    assert.equal(await founder.main.locator("[data-unsaved]").count(), 2);
    assert.match(await founder.main.locator("[data-grid-state]").innerText(), /2 changes/);
  }
  const save = () => founder.press(founder.main.locator(".grid-actions button"));
  await save();
  await founder.told();
  const chosen = (place) => row(place).locator("input:checked").evaluateAll((all) => all.map(({ value }) => value));
  assert.deepEqual(await chosen(0), ["inherit", "deny", "inherit"]);
  assert.deepEqual(await chosen(1), ["inherit", "inherit", "allow"]);
  // Back to "Inherit" by the keyboard.
  await row(0).locator('input[name$="/send_messages"]:checked').focus();
  await founder.page.keyboard.press("ArrowLeft");
  await founder.press(row(1).getByRole("button"));
  await founder.told();
  assert.deepEqual(await chosen(0), ["inherit", "inherit", "inherit"]);
  assert.equal(await founder.main.locator("[data-grid-row]").count(), 2);
});

task(portico, "a selection that ends beside an edited text closes nothing, nor does a click there", async (come, { javaScript, turn }) => {
  if (!javaScript) return;
  const mira = await signedIn(come, people[turn]);
  await mira.visit(`/channels/${id("off-topic")}`);
  await mira.say(`Long enough to select ${turn}`);
  const row = mira.message(`Long enough to select ${turn}`);
  await row.hover();
  await row.locator(".message-more").press("Enter");
  await mira.page.locator(".message-menu [data-act=edit]").click();
  const form = mira.page.locator(".message-edit");
  const { mouse } = mira.page;
  const box = await form.locator("textarea").boundingBox();
  await mouse.move(box.x + 20, box.y + 15);
  await mouse.down();
  await mouse.move(2, 300);
  await mouse.up();
  assert.ok(await form.isVisible());
  await form.locator("textarea").fill("Longer");
  await mouse.click(2, 300);
  assert.equal(await form.locator("textarea").inputValue(), "Longer");
  // Escape closes it, and the text is there again.
  await form.locator("textarea").press("Escape");
  await form.waitFor({ state: "detached" });
  await row.hover();
  await row.locator("[data-bar=edit]").click();
  assert.equal(await form.locator("textarea").inputValue(), "Longer");
});

task(portico, "text in the composer survives what is done in its channel, until it is sent", async (come, { javaScript, turn }) => {
  if (!javaScript) return;
  const mira = await signedIn(come, people[turn]);
  const text = `Half a thought ${turn}`;
  await mira.visit(`/channels/${id("off-topic")}`);
  await mira.fill("content", text);
  await mira.main.locator(".chat-mute summary").click();
  await mira.leads(() => mira.main.locator(".chat-mute form button").first().click());
  assert.equal(await mira.field("content").inputValue(), text);
  await mira.visit("/inbox");
  await mira.visit(`/channels/${id("general")}`);
  assert.equal(await mira.field("content").inputValue(), "");
  await mira.visit(`/channels/${id("off-topic")}`);
  assert.equal(await mira.field("content").inputValue(), text);
  await mira.main.locator(".composer > button").click();
  await mira.message(text).waitFor();
  await mira.main.locator(".composer > button:not([aria-disabled])").waitFor();
  await mira.visit(`/channels/${id("off-topic")}`);
  assert.equal(await mira.field("content").inputValue(), "");
});

task(portico, "signing out forgets what is in the composer", async (come, { javaScript, turn }) => {
  if (!javaScript) return;
  const mira = await signedIn(come, people[turn]);
  await mira.visit(`/channels/${id("off-topic")}`);
  await mira.fill("content", `Private ${turn}`);
  await mira.menu("/sign-out");
  assert.deepEqual(await mira.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("portico-draft"))), []);
  await mira.visit("/sign-in");
  await mira.signIn();
  await mira.visit(`/channels/${id("off-topic")}`);
  assert.equal(await mira.field("content").inputValue(), "");
});

task(portico, "a page whose stream fails again and again says so", async (come, { javaScript }) => {
  if (!javaScript) return;
  const mira = await signedIn(come, people[1], { allow: [/^request GET \S+\/events/, /^console EventSource/, /^failed/] });
  let isOver = false;
  await mira.page.route(/\/channels\/\d+\/events/, (route) => {
    if (isOver) return route.abort();
    isOver = true;
    // It opens once, and says how soon it is to be tried again.
    return route.fulfill({ contentType: "text/event-stream", body: "retry: 300\n\n" });
  });
  await mira.visit(`/channels/${id("builds")}`);
  await mira.page.locator("#connection", { hasText: "Not connected" }).waitFor();
});

task(portico, "a page without a connection says so, and catches up", async (come, { javaScript, turn }) => {
  if (!javaScript) return;
  const mira = await signedIn(come, people[1], { allow: [/^request/, /^failed/, /ERR_INTERNET_DISCONNECTED/] });
  await mira.visit(`/channels/${id("builds")}`);
  const bar = mira.page.locator("#connection");
  await mira.page.waitForFunction(() => document.readyState === "complete");
  await mira.page.context().setOffline(true);
  await bar.waitFor();
  assert.match(await bar.innerText(), /Not connected/);
  await assertSound(portico, mira.page);
  const text = `While away ${turn}`;
  await post(webhook.runtime_url, { content: text });
  await mira.fill("content", "Still here");
  await mira.main.locator(".composer > button").click();
  await mira.main.locator('.composer [data-fault="content"]').waitFor();
  assert.equal(await mira.field("content").inputValue(), "Still here");
  // The bar covers nothing of the channel.
  const head = await mira.main.locator(".chat-head").boundingBox();
  const [said, composer] = [await bar.boundingBox(), await mira.main.locator(".composer").boundingBox()];
  assert.ok(said.y >= head.y + head.height && said.y + said.height <= composer.y + 1, `the bar is at ${said.y}`);
  await mira.page.context().setOffline(false);
  await bar.waitFor({ state: "hidden" });
  await mira.message(text).waitFor();
  // What was wrong is over.
  await mira.main.locator(".composer .fault").waitFor({ state: "detached" });
});

task(portico, "a page whose browser is signed in to another account neither follows nor sends", async (come, { javaScript, turn }) => {
  if (!javaScript) return;
  const mira = await signedIn(come, people[1], { allow: [/^console EventSource/, /^response 4(03|22)/] });
  await mira.visit(`/channels/${id("off-topic")}`);
  const other = await mira.page.context().newPage();
  await other.goto("/settings/profile");
  await other.evaluate(() => document.querySelector('form[action="/sign-out"]').requestSubmit());
  await other.waitForURL((url) => url.pathname !== "/settings/profile");
  await other.goto("/sign-in");
  await portico.signIn(other, people[0]);
  await mira.page.locator("#connection", { hasText: "Your session ended." }).waitFor();
  const text = `Under my own name ${turn}`;
  await mira.fill("content", text);
  await mira.main.locator(".composer > button").click();
  const fault = mira.main.locator('.composer [data-fault="content"]', { hasText: `signed in as @${people[0].nickname} now` });
  await fault.waitFor();
  assert.equal(await mira.field("content").inputValue(), text);
  await other.goto(`/channels/${id("off-topic")}`);
  assert.equal(await other.locator("[data-message-id]", { hasText: text }).count(), 0);
  await other.close();
});

task(portico, "a member who is removed is told so, and their text can be copied", async (come, { javaScript, turn }) => {
  if (!javaScript) return;
  const owner = await signedIn(come, people[0]);
  const where = `/servers/${server.id}/settings/members/`;
  const member = people[turn + 6];
  const lost = await signedIn(come, member, { allow: [/^console EventSource/, /^response 40[34]/] });
  await lost.visit(`/channels/${id("general")}`);
  const sending = await lost.page.context().newPage();
  await sending.goto(`/channels/${id("general")}`);
  // A page whose stream tells it nothing.
  await sending.route(/\/channels\/\d+\/events/, (route) => route.abort());
  await sending.goto(`/channels/${id("general")}`);
  await lost.fill("content", "Half a letter");
  await owner.visit(where + member.id);
  const status = await owner.page.evaluate(async (address) => (await fetch(address, { method: "POST", body: new URLSearchParams() })).status, `${where}${member.id}/remove`);
  assert.equal(status, 200);
  const bar = lost.page.locator("#connection", { hasText: `You are no longer a member of ${server.name}.` });
  await bar.waitFor();
  assert.equal(await bar.locator("a").getAttribute("href"), "/servers");
  assert.equal(await lost.field("content").inputValue(), "Half a letter");
  assert.equal(await lost.field("content").evaluate((box) => box.readOnly), true);
  await assertSound(portico, lost.page);
  await sending.locator(".composer textarea").fill("One more letter");
  await sending.locator(".composer > button").click();
  await sending.locator(".composer .fault", { hasText: "You can no longer post in #general. Copy your text before you leave." }).waitFor();
  assert.equal(await sending.locator(".composer textarea").inputValue(), "One more letter");
  await sending.close();
  portico.takeFaults(lost.page);
});

task(portico, "what asks for the password is done after it, not by hand again", async (come, { turn }) => {
  const mira = await signedIn(come, people[0]);
  await mira.visit(`/portal/webhooks/new?channel=${id("off-topic")}`);
  await mira.fill("name", `Short-lived ${turn}`);
  await mira.press("/portal/webhooks");
  const page = new URL(mira.page.url()).pathname;
  await portico.meddle("UPDATE sessions SET authenticated_at = authenticated_at - 3600000");
  await mira.visit(`${page}/settings`);
  await mira.confirm(`${page}/delete`, `Short-lived ${turn}`);
  assert.equal(new URL(mira.page.url()).pathname, "/confirm");
  assert.equal(await mira.text("#act"), "Next: Delete the webhook");
  await assertSound(portico, mira.page);
  await mira.fill("password", mira.password);
  await mira.press(mira.main.locator('form[action="/confirm"] [type="submit"]').first());
  await mira.told(`Short-lived ${turn}`);
  await mira.visit("/portal");
  assert.equal(await mira.main.locator(`a[href="${page}"]`).count(), 0);
});
