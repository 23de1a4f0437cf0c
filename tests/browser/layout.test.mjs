// Where things are on all pages: headings at one edge, rows of links in one line, servers beside their channels.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { inFirefox, start } from "./portico.mjs";

const portico = await start();
after(() => portico.close());

const { people, channels, server, webhook, oauth_app: app } = portico.demo;
const [owner] = people;

const signedOut = ["/", "/sign-in", "/sign-up", "/reset", "/docs", "/docs/keyboard", "/docs/github"];
const signedIn = [
  "/portal",
  "/portal/apps/new",
  `/portal/apps/${app.client_id}`,
  `/portal/apps/${app.client_id}/settings`,
  "/portal/webhooks/new",
  `/portal/webhooks/${webhook.app_id}`,
  `/portal/webhooks/${webhook.app_id}/deliveries`,
  `/portal/webhooks/${webhook.app_id}/playground`,
  "/servers",
  `/servers/${server.id}/settings`,
  `/servers/${server.id}/settings/roles`,
  `/servers/${server.id}/settings/channels/${channels[0].id}`,
  "/inbox",
  `/channels/${channels[0].id}/members`,
  "/settings/profile",
  "/settings/security",
  "/settings/notifications",
  "/settings/delete",
  "/confirm",
  "/device",
];

const left = (page, selector) => page.locator(selector).first().evaluate((each) => Math.round(each.getBoundingClientRect().left));

for (const javaScript of [true, false]) {
  for (const width of [390, 1280]) {
    test(`headings begin at one edge, ${width} pixels wide, ${javaScript ? "with" : "without"} scripts`, { skip: inFirefox }, async (t) => {
      const page = await portico.page(t, { javaScript, width });
      const edges = {};
      const measure = async (path) => {
        await page.goto(path);
        (edges[await left(page, "main h1")] ??= []).push(path);
      };
      for (const path of signedOut) await measure(path);
      await portico.signIn(page, owner);
      for (const path of signedIn) await measure(path);
      assert.deepEqual(Object.keys(edges), [String(await left(page, ".brand"))], JSON.stringify(edges));
    });
  }
}

test("rows of links are in one line on a phone, and begin before the current one", { skip: inFirefox }, async (t) => {
  for (const javaScript of [true, false]) {
    const page = await portico.page(t, { javaScript, width: 390 });
    await portico.signIn(page, owner);
    const settings = `/servers/${server.id}/settings`;
    for (const path of [settings, `${settings}/audit`, "/settings/security", `/portal/webhooks/${webhook.app_id}/settings`]) {
      await page.goto(path);
      const row = page.locator("main :is(.side-nav, .tabs)").first();
      const tops = await row.evaluate((each) => [...each.children].map((link) => Math.round(link.getBoundingClientRect().top)));
      assert.equal(new Set(tops).size, 1, `${path}: ${tops}`);
      if (javaScript) await currentIsInView(page);
    }
  }
});

const currentIsInView = (page) => page.waitForFunction(() => {
  const { left, right } = document.querySelector("main :is(.side-nav, .tabs) > [aria-current]").getBoundingClientRect();
  return left >= 0 && right <= innerWidth;
});

test("a row of links keeps the current one in view as the window gets narrow", { skip: inFirefox }, async (t) => {
  const page = await portico.page(t, { width: 1280 });
  await portico.signIn(page, owner);
  await page.goto(`/servers/${server.id}/settings/audit`);
  await currentIsInView(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await currentIsInView(page);
});

for (const javaScript of [true, false]) {
  test(`the chat leads to the last channel, with the servers beside it, ${javaScript ? "with" : "without"} scripts`, { skip: inFirefox }, async (t) => {
    const page = await portico.page(t, { javaScript, width: 1280 });
    await portico.signIn(page, owner);
    const last = `/channels/${channels[1].id}`;
    await page.goto(last);
    await page.goto("/inbox");
    await page.getByRole("link", { name: "Chat", exact: true }).click();
    await page.waitForURL(`**${last}`);
    const [rail, list] = [await page.locator(".servers").boundingBox(), await page.locator(".channels").boundingBox()];
    assert.ok(rail.x + rail.width <= list.x, JSON.stringify([rail, list]));
    assert.ok(rail.width < 80 && rail.height > 500, JSON.stringify(rail));
    // Names are read out, and shown on hover.
    assert.ok(await page.getByRole("link", { name: server.name }).first().getAttribute("title"));
    await page.setViewportSize({ width: 390, height: 844 });
    if (!javaScript) await page.goto(last);
    await page.locator(".chat-switch > summary").click();
    const phone = await page.locator(".servers").boundingBox();
    assert.ok(phone.width > 300, JSON.stringify(phone));
    assert.ok((await page.locator(".servers .place-name").first().boundingBox()).width > 20);
  });
}

test("a channel and a server are moved with their buttons", { skip: inFirefox }, async (t) => {
  for (const [javaScript, width] of [[true, 1280], [false, 390]]) {
    const page = await portico.page(t, { javaScript, width });
    await portico.signIn(page, owner);
    for (const path of [`/servers/${server.id}/settings/channels`, "/servers"]) {
      await page.goto(path);
      const names = () => page.locator(".rows:has(.role-moves) .list-title").allTextContents();
      const before = await names();
      if (before.length < 2) continue;
      await page.locator(".role-moves").nth(1).getByRole("button", { name: "up" }).click();
      await page.waitForLoadState();
      const moved = await names();
      assert.deepEqual(moved.slice(0, 2), [before[1], before[0]]);
      await page.locator(".role-moves").nth(0).getByRole("button", { name: "down" }).click();
      await page.waitForLoadState();
      assert.deepEqual(await names(), before);
    }
  }
});

for (const javaScript of [true, false]) {
  test(`times are in words while they are young, ${javaScript ? "with" : "without"} scripts`, { skip: inFirefox }, async (t) => {
    const page = await portico.page(t, { javaScript });
    await portico.signIn(page, owner);
    for (const path of ["/settings/security", "/portal", "/inbox"]) {
      await page.goto(path);
      const time = page.locator('time[data-time="relative"]').first();
      assert.match(await time.textContent(), /ago|now|yesterday/, path);
      assert.match(await time.getAttribute("title"), /:\d\d/, path);
      assert.ok(Date.parse(await time.getAttribute("datetime")), path);
    }
    // Logs are compared with other logs.
    await page.goto(`/portal/webhooks/${webhook.app_id}/deliveries`);
    assert.match(await page.locator(".deliveries time").first().textContent(), /\d:\d\d:\d\d/);
    await page.goto(`/servers/${server.id}/settings/audit`);
    assert.match(await page.locator(".audit-entry time").first().textContent(), /\d:\d\d/);
    await page.goto(`/channels/${channels[0].id}`);
    assert.equal(await page.locator('.feed time[data-time="relative"]').count(), 0);
  });
}
