// The chapter “An evening as operator” of docs/operators.md, walked by its words: on the pages of the console, and on the terminal. Each
// sentence that the test looks for on a page has to be in the chapter.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test, { after } from "node:test";
import { leads, start } from "./portico.mjs";
import { codeOf } from "./totp.mjs";
import { assertSound } from "./validate.mjs";

const guide = await readFile(new URL("../../docs/operators.md", import.meta.url), "utf8");
const [, chapter] = guide.split("\n## An evening as operator\n");
const marked = chapter.split("\n## ")[0].replaceAll(/\s+/g, " ");
const text = marked.replaceAll(/[`*]/g, "");

/** A part of the chapter, for the account of the test. */
function told(part, nickname) {
  assert.ok(text.includes(part), `the chapter says nothing of “${part}”`);
  return part.replace("NICKNAME", nickname ?? "NICKNAME");
}

const THROTTLE = "{enabled=true,webhook={burst=20,per_minute=60}}";
const portico = await start({ settings: { ROCKET_THROTTLE: THROTTLE } });
after(() => portico.close());

const { people, webhook, oauth_app: app } = portico.demo;
const person = (nickname) => people.find((one) => one.nickname === nickname);
const owner = people[0];
await portico.operate("user", "admin", "noor");

async function signedIn(t, who, options) {
  const page = await portico.page(t, options);
  await portico.signIn(page, who);
  return page;
}

/** Opens the first dialog with such a form, gives the reason, and presses its button. */
async function confirm(page, form, reason) {
  await page.locator(`details.confirm:has(+ dialog ${form}) > summary`).first().click();
  const asked = page.locator(`dialog[open] ${form}`);
  await asked.locator('[name="reason"]').fill(reason);
  await leads(page, () => asked.locator('[type="submit"]').click());
}

/** Presses the button of an act, gives the reason, and reads what the page says. */
async function act(page, name, reason) {
  await confirm(page, `form:has([name="act"][value="${name}"])`, reason);
}

const says = async (page, sentence) => page.getByText(sentence, { exact: false }).first().waitFor();
const post = () => fetch(webhook.runtime_url, {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ content: "Again and again" }),
});
const authorize = `/oauth/authorize?client_id=${app.client_id}&redirect_uri=${encodeURIComponent(app.redirect_uri)}&state=abc`;

async function report(t) {
  const page = await signedIn(t, person("sam"));
  await page.goto(`/oauth/apps/${app.client_id}/report`);
  await page.selectOption('[name="reason"]', "phishing");
  await page.fill('[name="text"]', "It asked for my password.");
  await leads(page, () => page.click('main [type="submit"]'));
  assert.ok(!page.url().endsWith("/report"));
}

test("a reported app is suspended and its report closed", async (t) => {
  await report(t);
  const page = await signedIn(t, person("noor"));
  await page.goto(told("/admin/reports"));
  await says(page, "It asked for my password.");
  await assertSound(portico, page);
  await leads(page, () => page.locator(".list-title a").first().click());
  assert.equal(new URL(page.url()).pathname, told("/admin/apps/APP_ID").replace("APP_ID", app.client_id));
  for (const part of ["People who approved it", "Redirect URIs", "Open reports"]) await says(page, told(part));
  await act(page, "suspend", "It asks people for their password.");
  await says(page, told("The app is suspended. No one can sign in with it."));

  const visitor = await signedIn(t, person("aiko"), { allow: [/^response 400 GET/] });
  await visitor.goto(authorize);
  told("an error page and are not sent back to it");
  assert.equal(portico.status(visitor), 400);
  const builder = await signedIn(t, owner);
  await builder.goto(`/portal/apps/${app.client_id}`);
  await says(builder, told("The operator suspended this app"));
  await says(builder, "It asks people for their password.");
  told("but not your name");
  assert.doesNotMatch(await builder.locator("main").innerText(), /noor/i);

  await page.goto("/admin/reports");
  await confirm(page, 'form:has([name="report"])', "Suspended it");
  await says(page, told("The report is closed."));
});

test("a flood is found on the charts and its webhook suspended", async (t) => {
  // All at once, as the limit lets one more pass every second.
  const statuses = (await Promise.all(Array.from({ length: 40 }, post))).map(({ status }) => status);
  assert.ok(statuses.includes(429), `${statuses}`);
  const page = await signedIn(t, person("noor"));
  await page.goto("/admin");
  for (const part of ["Charts", "Webhooks"]) await page.locator("details.fold > summary", { hasText: told(part) }).click();
  const head = await page.locator('[data-series="posts"] header').innerText();
  assert.match(head, new RegExp(`${told("Messages")}[^]*Stored: (\\d+)[^]*Refused webhook posts: [1-9]`));
  assert.ok(Number(head.match(/Stored: (\d+)/)[1]) >= 20, head);
  await says(page, told("Refused webhook posts by reason"));
  assert.equal(await page.locator(`[data-refusal="${told("rate_limited")}"]`).count(), 1);
  await says(page, told("Busiest webhooks"));
  const busiest = page.locator("[data-busy]").first();
  assert.equal(await busiest.getAttribute("data-busy"), String(webhook.app_id));
  await leads(page, () => busiest.locator("a").click());
  assert.equal(new URL(page.url()).pathname, told("/admin/webhooks/WEBHOOK_ID").replace("WEBHOOK_ID", webhook.app_id));
  told("its page names the server and the creator");
  await says(page, "Harbour Works");
  assert.equal(await page.locator('.facts a[href^="/admin/users/"]').count(), 1);
  await act(page, "suspend", "It floods its channel. Slow it down.");
  await says(page, told("The webhook is suspended. Its URL has stopped working."));
  told("its URL answers 404, as if there were no such webhook");
  assert.equal((await post()).status, 404);
  const manager = await signedIn(t, owner);
  await manager.goto(`/portal/webhooks/${webhook.app_id}`);
  await says(manager, told("The operator suspended this webhook"));
  told("What it has posted stays");
  await manager.goto(`/channels/${portico.demo.channels.find(({ name }) => name === "builds").id}`);
  await says(manager, "Again and again");
});

test("sign-up is closed", async (t) => {
  const page = await signedIn(t, person("noor"));
  await page.goto(told("/admin/sign-up"));
  await page.check('[name="mode"][value="closed"]');
  await page.fill('[name="reason"]', "A flood of new accounts");
  await leads(page, () => page.click('main form [type="submit"]'));
  await says(page, told("No one can sign up now."));
  const stranger = await portico.page(t);
  await stranger.goto("/sign-up");
  await says(stranger, told("Sign-up is closed"));
  told("Everyone who has an account signs in as before");
  await signedIn(t, person("diego"));
});

test("an account goes back to its owner", async (t) => {
  // The person who took the account over is signed in, and has set up a second step.
  const ruth = person("ruth");
  // The page may notice that the session has ended before it is left.
  const thief = await signedIn(t, ruth, { allow: [/^console EventSource's response has a MIME type/] });
  await thief.goto("/settings/security/totp");
  await leads(thief, () => thief.locator('form:has([value="begin"]) [type="submit"]').click());
  const key = (await thief.innerText("#totp-key")).replaceAll(/\s/g, "");
  const confirming = thief.locator('form:has([value="confirm"])');
  await confirming.locator('[name="code"]').fill(codeOf(key));
  await leads(thief, () => confirming.locator('[type="submit"]').click());
  await thief.locator("#recovery-codes").waitFor();

  const page = await signedIn(t, person("noor"));
  await page.goto(`${told("/admin/users")}?q=ruth`);
  await leads(page, () => page.click("a.list-title"));
  await says(page, told("Recent activity"));
  await act(page, "sign_out", "The owner called from the number we know");
  await says(page, told("@NICKNAME is signed out everywhere.", "ruth"));
  await thief.goto("/settings/security");
  assert.equal(new URL(thief.url()).pathname, "/sign-in");
  await act(page, "reset_second_step", "Not the owner's authenticator");
  await says(page, told("@NICKNAME signs in with the password alone now.", "ruth"));
  await act(page, "reset_password", "The owner called from the number we know");
  await says(page, told("New password"));
  const shown = page.locator("#new-password");
  const password = (await shown.getAttribute("value")) ?? (await shown.innerText());
  told("shows a password once");

  const back = await signedIn(t, { nickname: "ruth", password: password.trim() });
  assert.notEqual(new URL(back.url()).pathname, "/sign-in/second");
  await back.goto("/settings/security/log");
  told("finds what you did in Settings › Security › Security log");
  for (const event of ["signed_out", "second_step_reset", "password_reset"]) {
    assert.equal(await back.locator(`[data-event="${event}"]`).count(), 1, event);
  }
});

test("the audit log has an entry for each act of the evening", async (t) => {
  const page = await signedIn(t, person("noor"));
  await page.goto(told("/admin/audit"));
  const acts = await page.locator("[data-act]").evaluateAll((rows) => rows.map((row) => row.dataset.act));
  assert.deepEqual(acts.slice(0, 7), [
    "password_reset", "second_step_reset", "sessions_ended", "sign_up_changed", "webhook_suspended", "report_closed", "app_suspended",
  ]);
  told("an entry for each act, with your reasons");
  await says(page, "The owner called from the number we know");
});

test("every command of the chapter does on the terminal what the pages do", async (t) => {
  // What the pages did is undone first, by the commands that the chapter names for it.
  const commands = [...marked.matchAll(/`portico ([^`]+)`/g)].map(([, command]) => command);
  const undoing = commands.filter((command) => /restore|sign-up open/.test(command));
  const doing = commands.filter((command) => !undoing.includes(command));
  assert.deepEqual([undoing.length, doing.length], [3, 11]);
  const run = async (command, ids) => {
    const words = command.match(/"[^"]*"|\S+/g).map((word) => word.replaceAll('"', ""));
    return portico.operate(...words.map((word) => ids[word] ?? word));
  };
  const ids = { APP_ID: String(app.client_id), WEBHOOK_ID: String(webhook.app_id), NICKNAME: "kwame" };
  for (const command of undoing) await run(command, ids);
  assert.equal((await post()).status, 200);
  await report(t);
  for (const command of doing) {
    const [known] = JSON.parse(await portico.operate("report", "list", "--json"));
    const printed = await run(command, { ...ids, REPORT_ID: String(known?.id) });
    if (command === "report list") assert.match(printed, new RegExp(`${app.client_id}[^]*It asked for my password`));
    if (command.startsWith("webhook list")) assert.match(printed.split("\n")[0], new RegExp(String(webhook.app_id)));
  }
  assert.equal((await post()).status, 404);
  const lines = (await portico.operate("audit", "export")).trim().split("\n").map((line) => JSON.parse(line));
  const done = lines.filter(({ actor }) => actor === "terminal").map((line) => line.act).reverse();
  for (const act of [
    "admin_granted", "app_suspended", "report_closed", "webhook_suspended", "sign_up_changed", "sessions_ended", "second_step_reset",
    "password_reset",
  ]) {
    // Of a second step that isn't there, nothing is recorded.
    assert.equal(done.includes(act), act !== "second_step_reset", act);
  }
});
