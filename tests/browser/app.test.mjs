// What developers do with OAuth apps in a browser, from the first visit to done: an app is made, asked for codes by a
// service of their own, given other addresses and another secret, watched and deleted.

import assert from "node:assert/strict";
import { after } from "node:test";
import { near, service, task } from "./people.mjs";
import { start } from "./portico.mjs";

const portico = await start();
const own = await service();
after(() => Promise.all([portico.close(), own.close()]));

const { base_url: base, people } = portico.demo;
const [, developer, , reader] = people;

/** Exchanges a code, as the developer's service does. */
async function exchange(app, secret, code) {
  const answer = await fetch(near(`${base}/oauth/token`), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ client_id: app, client_secret: secret, code, redirect_uri: own.address }),
  });
  return { status: answer.status, body: await answer.json() };
}

task(portico, "an app is made, tried out, given another secret and deleted", async (come, { javaScript, turn }) => {
  const tomasz = await come(developer, { allow: [/^response 422 POST/] });
  const name = `Regatta ${turn}`;
  await tomasz.visit("/portal/apps/new");
  await tomasz.signIn();
  await tomasz.fill("name", name);
  await tomasz.fill("redirect_uris", "http://regatta.example/callback");
  await tomasz.press("/portal/apps");
  assert.match(await tomasz.text('[data-fault="redirect_uris"]'), /https/);
  assert.equal(await tomasz.field("name").inputValue(), name);
  await tomasz.fill("redirect_uris", "https://regatta.example/callback");
  await tomasz.press("/portal/apps");

  // The secret is shown once.
  const app = Number(await tomasz.text("#client-id"));
  const page = `/portal/apps/${app}`;
  const first = await tomasz.text("#client-secret");
  await tomasz.visit(page);
  assert.equal(await tomasz.page.locator("#client-secret").count(), 0);
  assert.ok(!(await tomasz.page.content()).includes(first));

  await tomasz.follow(`${page}/settings`);
  await tomasz.fill("redirect_uris", `https://regatta.example/callback\n${own.address}`);
  await tomasz.press(page);
  await tomasz.told();
  await tomasz.follow(`${page}/setup`);

  // A link is built, and followed by someone else.
  await tomasz.field("redirect_uri").selectOption(own.address);
  await tomasz.fill("state", "made up");
  await tomasz.fill("code_verifier", "");
  if (!javaScript) await tomasz.press(`${page}/playground`);
  // While it is typed the link follows field by field.
  const hasText = `${encodeURIComponent(own.address)}&state=made%20up`;
  const link = tomasz.page.locator("#authorize-url", { hasText, hasNotText: "code_challenge" });
  await link.waitFor();
  const address = (await link.textContent()).trim();
  assert.ok(address.startsWith(`${base}/oauth/authorize?`), address);

  const sam = await come(reader);
  const code = async () => {
    await sam.visit(address);
    if (new URL(sam.page.url()).pathname === "/sign-in") await sam.signIn();
    await sam.press(sam.main.locator('[name="decision"][value="approve"]:not([data-guarded])'));
    const { searchParams } = new URL(sam.page.url());
    assert.deepEqual([searchParams.get("state"), searchParams.get("iss")], ["made up", base]);
    return searchParams.get("code");
  };
  const { status, body } = await exchange(app, first, await code());
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body).sort(), ["avatar_url", "chat_user_id", "name", "nickname"]);
  assert.equal(body.chat_user_id, reader.id);

  // Two secrets work side by side, until the service uses the new one.
  await tomasz.visit(page);
  await tomasz.press(`${page}/secrets`);
  const second = await tomasz.text("#client-secret");
  const used = await code();
  assert.equal((await exchange(app, second, used)).status, 200);
  await tomasz.visit(page);
  const secrets = tomasz.main.locator("#secrets tbody tr");
  // Each says when it was made and when it was last used, and there can't be a third.
  assert.equal(await secrets.locator("time").count(), 4);
  assert.equal(await tomasz.main.locator(`form[action="${page}/secrets"]`).count(), 0);
  const old = secrets.filter({ hasText: first.slice(-4) }).locator("form");
  await tomasz.confirm(await old.getAttribute("action"));
  assert.equal(await secrets.count(), 1);
  assert.equal((await exchange(app, first, used)).body.error, "invalid_client");
  assert.equal((await exchange(app, second, used)).body.error, "invalid_grant");

  // Both logs tell of it, and the audit log of all that was done to the app.
  await tomasz.visit(page);
  assert.equal(await tomasz.text("#people"), "1");
  await tomasz.follow(`${page}/activity`);
  const events = (table) =>
    tomasz.main.locator(`${table} [data-event]`).evaluateAll((rows) => rows.map((row) => row.dataset.event));
  assert.deepEqual(await events("#app-exchanges"), ["code_replayed", "exchanged", "approved", "exchanged", "approved"]);
  assert.deepEqual(await events("#app-events"), ["secret_dropped", "secret_made", "edited", "created"]);
  await tomasz.follow(`${page}/audit`);
  assert.equal(await tomasz.main.locator(".audit-entry").count(), 4);
  await tomasz.follow(`${page}/settings`);

  await tomasz.confirm(`${page}/delete`, name);
  await tomasz.told(name);
  assert.equal(await tomasz.main.locator(`a[href="${page}"]`).count(), 0);
  assert.equal((await exchange(app, second, used)).body.error, "invalid_client");
});

task(portico, "a whole sign-in is tried without other software", async (come, { turn }) => {
  const tomasz = await come(developer);
  await tomasz.visit("/portal/apps/new");
  await tomasz.signIn();
  await tomasz.fill("name", `Trial ${turn}`);
  await tomasz.fill("redirect_uris", "https://trial.example/callback");
  await tomasz.main.locator("#advanced > summary").click();
  await tomasz.page.locator('[name="profile"][value="oidc"]').check();
  await tomasz.press("/portal/apps");
  const page = new URL(tomasz.page.url()).pathname;
  const secret = await tomasz.text("#client-secret");
  await tomasz.follow(tomasz.main.locator(`.tabs a[href="${page}/setup"]`));
  assert.equal(await tomasz.text("#issuer"), base);
  await tomasz.visit(`${page}/try`);
  await tomasz.fill("client_secret", secret);
  await tomasz.press(`${page}/try`);
  await tomasz.press(tomasz.main.locator('[name="decision"][value="approve"]:not([data-guarded])'));
  await tomasz.press(`${page}/try/callback`);
  const identity = JSON.parse(await tomasz.text("#identity"));
  assert.equal(identity.sub, String(developer.id));
  const holds = await tomasz.main.locator("#checks li").evaluateAll((all) => all.map((one) => one.dataset.holds));
  assert.deepEqual(holds, Array(6).fill("true"));
  assert.ok(!(await tomasz.page.content()).includes(secret));
});
