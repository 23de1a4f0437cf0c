// Muting, the quiet time, and notifications: of an open page, and of the worker.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { start } from "./portico.mjs";
import { assertSound } from "./validate.mjs";

const portico = await start();
after(() => portico.close());

const { people, channels } = portico.demo;
const [owner, member] = people;
const path = (name) => `/channels/${channels.find((channel) => channel.name === name).id}`;
const SETTINGS = "/settings/notifications";

async function say(page, text) {
  await page.locator(".composer textarea").fill(text);
  await page.locator(".composer button").click();
  await page.locator("article[data-message-id]", { hasText: text }).waitFor();
  await page.locator(".composer button:not([aria-disabled])").waitFor();
}

for (const javaScript of [true, false]) {
  test(`a channel is muted by its bell and unmuted in the settings, ${javaScript ? "with" : "without"} scripts`, async (t) => {
    const page = await portico.open(t, member, path("general"), { javaScript });
    await page.locator(".chat-mute summary").click();
    if (javaScript) await assertSound(portico, page);
    await page.locator(".chat-mute form").first().getByRole("button", { name: "For eight hours" }).click();
    await page.locator(".notice", { hasText: "#general is muted for eight hours" }).waitFor();
    await page.goto(SETTINGS);
    const row = page.locator("[data-place-id]");
    assert.match(await row.innerText(), /#general/);
    await row.getByRole("button", { name: /Unmute/ }).click();
    await page.locator(".notice", { hasText: "no longer muted" }).waitFor();
    assert.equal(await page.locator("[data-place-id]").count(), 0);
  });
}

test("an iPhone is told to add the app to its home screen, and no other browser is", async (t) => {
  const words = (page) => page.locator("[data-notifications-ios]");
  const page = await portico.open(t, member, SETTINGS);
  assert.equal(await words(page).isVisible(), false);
  await page.addInitScript(() => {
    delete globalThis.Notification;
    Object.defineProperty(navigator, "userAgent", { value: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)" });
  });
  await page.reload();
  await words(page).waitFor();
  assert.match(await words(page).innerText(), /Add to Home Screen/);
});

test("a quiet time is saved, and faults are beside their fields", async (t) => {
  const page = await portico.open(t, member, SETTINGS, { javaScript: false, allow: [/^response 422 POST/] });
  await page.fill("#f-starts_at", "21:30");
  await page.fill("#f-ends_at", "21:30");
  await page.selectOption("#f-time_zone", "Europe/Lisbon");
  await page.getByRole("button", { name: "Save quiet time" }).click();
  await page.locator("[data-fault=ends_at]").waitFor();
  await page.fill("#f-ends_at", "06:30");
  await page.getByRole("button", { name: "Save quiet time" }).click();
  await page.locator(".notice", { hasText: "saved" }).waitFor();
  assert.equal(await page.inputValue("#f-starts_at"), "21:30");
  assert.equal(await page.inputValue("#f-time_zone"), "Europe/Lisbon");
  await page.getByRole("button", { name: "Turn off" }).click();
  await page.locator(".notice", { hasText: "off" }).waitFor();
});

/** Notifications that pages and their worker show are noted instead: a browser without windows shows none. */
async function noting(page, permission) {
  await page.context().addInitScript((granted) => {
    // The empty page of a new tab has no storage.
    if (location.origin === "null") return;
    localStorage.setItem("shown", localStorage.getItem("shown") ?? "[]");
    globalThis.asked = 0;
    const note = (title, { body, tag }) => {
      const shown = JSON.parse(localStorage.getItem("shown"));
      localStorage.setItem("shown", JSON.stringify([...shown, { title, body, tag }]));
    };
    globalThis.Notification = class extends EventTarget {
      static permission = granted;
      static requestPermission() {
        globalThis.asked += 1;
        this.permission = "granted";
        return Promise.resolve("granted");
      }
      constructor(title, options) {
        super();
        note(title, options);
      }
      close() {}
    };
    ServiceWorkerRegistration.prototype.showNotification = (title, options) => Promise.resolve(note(title, options));
  }, permission);
}

const shown = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("shown")));

test("notifications are asked for by the button alone, and shown once by several tabs", async (t) => {
  const page = await portico.page(t, { allow: [/push|subscri|Registration/i] });
  await noting(page, "default");
  await portico.signIn(page, member);
  await page.goto(SETTINGS);
  const on = page.locator("[data-notifications-on]");
  await on.waitFor();
  assert.equal(await page.evaluate(() => globalThis.asked), 0);
  await assertSound(portico, page);
  // The browser under test has no push service.
  await page.evaluate(() => { delete globalThis.PushManager; });
  await on.click();
  await page.locator("[data-notifications-words]", { hasText: "On in this browser" }).waitFor();
  assert.equal(await page.evaluate(() => globalThis.asked), 1);

  await page.context().addInitScript(() => { globalThis.Notification.permission = "granted"; });
  const streams = [];
  page.context().on("request", (request) => {
    if (request.url().includes("/inbox/notifications/events")) streams.push(request);
  });
  const opened = page.context().waitForEvent("request", (request) => request.url().includes("/inbox/notifications/events"));
  await page.goto(path("off-topic"));
  await opened;
  const other = await page.context().newPage();
  await other.goto("/inbox");
  // It waits for its turn to listen.
  await other.waitForFunction(async () => (await navigator.locks.query()).pending.some(({ name }) => name === "portico-notifications"));
  const writer = await portico.open(t, owner, path("general"));
  await say(writer, `@${member.nickname} the ferry is in`);
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("shown")).length > 0);
  const [notice, ...more] = await shown(page);
  assert.deepEqual(more, []);
  assert.match(notice.title, /in #general/);
  assert.match(notice.body, /the ferry is in/);
  assert.match(notice.tag, /^mention-\d+$/);
  assert.equal(streams.length, 1);
});

test("without permission no page listens for notifications", async (t) => {
  const page = await portico.page(t);
  await noting(page, "denied");
  await portico.signIn(page, member);
  let streams = 0;
  page.on("request", (request) => { streams += request.url().includes("/inbox/notifications/events") ? 1 : 0; });
  await page.goto(SETTINGS);
  await page.locator("[data-notifications-words]", { hasText: "blocked" }).waitFor();
  assert.equal(streams, 0);
  assert.equal(await page.evaluate(() => globalThis.asked), 0);
});

test("the worker is installed for the whole site under the policy of every page", async (t) => {
  const page = await portico.open(t, member, SETTINGS);
  const scope = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.register("/service-worker.js", { scope: "/" });
    await navigator.serviceWorker.ready;
    return [registration.scope, registration.active.scriptURL];
  });
  assert.deepEqual(scope, [`${portico.demo.base_url}/`, `${portico.demo.base_url}/service-worker.js`]);
});
