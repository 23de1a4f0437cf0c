// Push messages in the browser: turned on once, on again after the next sign-in, and replaced by the worker. The push service is one
// of this test, and so are the subscriptions: a browser without windows has none.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import test, { after } from "node:test";
import { start } from "./portico.mjs";

const received = [];
const service = createServer((request, answer) => {
  received.push(request.url);
  answer.writeHead(201).end();
});
await new Promise((resolve) => service.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${service.address().port}`;
const portico = await start({ settings: { ROCKET_PUSH: `{local_service="${origin}"}` } });
after(async () => {
  await portico.close();
  service.close();
});

const [owner, member, other] = portico.demo.people;
const SETTINGS = "/settings/notifications";

/** A page of a browser that has a push service: its subscription is in the browser's storage, with keys that are a pair's. */
async function withPush(t, allow = []) {
  const page = await portico.page(t, { allow });
  // A page looks once a day, and no day ends within a test.
  await page.clock.setFixedTime(new Date());
  await page.context().addInitScript((base) => {
    if (location.origin === "null") return;
    globalThis.Notification = class {
      static permission = localStorage.getItem("granted") ?? "default";
      static requestPermission() {
        localStorage.setItem("asked", Number(localStorage.getItem("asked")) + 1);
        localStorage.setItem("granted", "granted");
        this.permission = "granted";
        return Promise.resolve("granted");
      }
    };
    const of = ({ endpoint, point }) => ({
      endpoint,
      getKey: (name) => (name === "auth" ? new Uint8Array(16).fill(7).buffer : Uint8Array.from(point).buffer),
      unsubscribe: async () => localStorage.removeItem("subscription"),
    });
    PushManager.prototype.getSubscription = async () => {
      const known = localStorage.getItem("subscription");
      return known ? of(JSON.parse(known)) : null;
    };
    PushManager.prototype.subscribe = async () => {
      if (!localStorage.getItem("subscription")) {
        const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
        const point = Array.from(new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)));
        localStorage.setItem("subscription", JSON.stringify({ endpoint: `${base}/${crypto.randomUUID()}`, point }));
      }
      return of(JSON.parse(localStorage.getItem("subscription")));
    };
  }, origin);
  return page;
}

const here = (page) => page.locator("[data-fingerprint]:has([data-this-browser]:not([hidden]))");

async function turnOn(page) {
  await page.goto(SETTINGS);
  await page.locator("[data-notifications-on]").click();
  await here(page).waitFor();
}

async function signOut(page) {
  await page.evaluate(() => document.querySelector('form[action="/sign-out"]').requestSubmit());
  await page.locator('.top-nav-out a[href^="/sign-up"]').waitFor();
  // A page that is left before its last script has run would renew nothing after the next sign-in.
  await page.waitForFunction(() => localStorage.getItem("push-checked") === null);
}

/** How often the browser was asked for the permission. */
const asked = (page) => page.evaluate(() => Number(localStorage.getItem("asked")));

/** Waits until a page has added the subscription, while something is done. */
async function added(page, act) {
  const sent = page.waitForResponse((response) => response.url().endsWith(`${SETTINGS}/browsers`) && response.request().method() === "POST");
  await act();
  assert.equal((await sent).status(), 303);
}

test("after the next sign-in the browser is subscribed again without a question", async (t) => {
  // A stream of a page that is being left may notice the end of the session.
  const page = await withPush(t, [/^console EventSource's response has a MIME type/]);
  await portico.signIn(page, member);
  await turnOn(page);
  assert.equal(await asked(page), 1);
  const own = await here(page).getAttribute("data-fingerprint");
  await signOut(page);
  await added(page, () => portico.signIn(page, member));
  assert.equal(await asked(page), 1);
  await page.goto(SETTINGS);
  await here(page).waitFor();
  assert.equal(await here(page).getAttribute("data-fingerprint"), own);

  // It works: a mention arrives at the push service.
  const before = received.length;
  const answer = await fetch(portico.demo.webhook.runtime_url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ content: `@${member.nickname} your turn`, allowedMentions: { parse: ["users"] } }),
  });
  assert.equal(answer.status, 200);
  for (let turn = 0; received.length === before && turn < 150; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.equal(received.length, before + 1);

  // No further page of the session asks, and none of someone else who signs in on the same browser.
  let looks = 0;
  page.on("request", (request) => { looks += request.url().endsWith(`${SETTINGS}/push`) ? 1 : 0; });
  await page.goto("/inbox");
  await page.waitForLoadState("load");
  await signOut(page);
  await portico.signIn(page, other);
  await page.goto(SETTINGS);
  await page.locator("[data-notifications-words]", { hasText: "while a page of this site is open" }).waitFor();
  assert.equal(looks, 0);
  assert.equal(await page.locator("[data-fingerprint]").count(), 0);
});

test("a browser that was removed in the settings stays removed, and one that was turned off is not asked about", async (t) => {
  const page = await withPush(t, [/^console EventSource's response has a MIME type/]);
  await portico.signIn(page, owner);
  await turnOn(page);
  await page.getByRole("button", { name: /^Remove/ }).click();
  await page.locator(".notice", { hasText: "no more notifications" }).waitFor();
  // On a page without scripts: those of this page may not have looked for today yet.
  const yesterday = async () => {
    await page.goto("/healthz");
    await page.evaluate((me) => localStorage.setItem("push-checked", `${me} 2000-01-01`), owner.id);
  };
  await yesterday();
  await page.goto("/inbox");
  await page.waitForFunction(() => localStorage.getItem("notifications-of") === null);
  await page.goto(SETTINGS);
  assert.equal(await page.locator("[data-fingerprint]").count(), 0);

  // Its push service has replaced it while no page was open: the next day's page says so to the server.
  await turnOn(page);
  const old = await here(page).getAttribute("data-fingerprint");
  await page.evaluate(() => localStorage.removeItem("subscription"));
  await yesterday();
  await added(page, () => page.goto("/inbox"));
  await page.goto(SETTINGS);
  await here(page).waitFor();
  assert.notEqual(await here(page).getAttribute("data-fingerprint"), old);

  await page.locator("[data-notifications-off]").click();
  await page.locator(".notice", { hasText: "no more notifications" }).waitFor();
  let looks = 0;
  page.on("request", (request) => { looks += request.url().endsWith(`${SETTINGS}/push`) ? 1 : 0; });
  await signOut(page);
  await portico.signIn(page, owner);
  await page.goto(SETTINGS);
  await page.locator("[data-notifications-words]", { hasText: "Off in this browser" }).waitFor();
  assert.equal(looks, 0);
});

/** Tells the worker of a page that its push service has replaced the subscription `before` by another one. */
async function change(page, before) {
  const [worker] = page.context().serviceWorkers();
  return worker.evaluate(async ({ before, base }) => {
    const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
    const point = await crypto.subtle.exportKey("raw", pair.publicKey);
    const endpoint = `${base}/${crypto.randomUUID()}`;
    const event = new Event("pushsubscriptionchange");
    let done;
    Object.assign(event, {
      oldSubscription: before && { endpoint: before },
      newSubscription: { endpoint, getKey: (name) => (name === "auth" ? new Uint8Array(16).fill(9).buffer : point) },
      waitUntil: (promise) => { done = promise; },
    });
    self.dispatchEvent(event);
    await done;
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }, { before, base: origin });
}

test("the worker tells the server of a subscription that the push service replaced, for the session that added it alone", async (t) => {
  const page = await withPush(t, [/^console EventSource's response has a MIME type/]);
  await portico.signIn(page, other);
  await turnOn(page);
  const endpoint = await page.evaluate(() => JSON.parse(localStorage.getItem("subscription")).endpoint);
  const prints = async () => {
    await page.goto(SETTINGS);
    return page.locator("[data-fingerprint]").evaluateAll((rows) => rows.map((row) => row.dataset.fingerprint));
  };
  const [old] = await prints();
  // One that this session never added, and one of which the browser doesn't say which it was.
  for (const unknown of [`${origin}/unknown`, null]) await change(page, unknown);
  assert.deepEqual(await prints(), [old]);
  const replaced = await change(page, endpoint);
  assert.deepEqual(await prints(), [replaced, old]);
  // Signed out, or someone else.
  await signOut(page);
  await change(page, endpoint);
  await portico.signIn(page, member);
  await change(page, endpoint);
  const all = await page.context().request.get(SETTINGS);
  assert.doesNotMatch(await all.text(), new RegExp(`${replaced}|${old}`));
});
