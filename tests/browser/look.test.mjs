// How every page looks and asks: colours by choice, dialogs before what can't be taken back, and pages that weigh little.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { start } from "./portico.mjs";
import { assertSound } from "./validate.mjs";

const portico = await start();
after(() => portico.close());

const { people, channels, server, webhook, oauth_app: app } = portico.demo;
const [owner] = people;
const mostBytes = 100 * 1024;

const ground = (page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

for (const javaScript of [true, false]) {
  test(`dark is chosen, and every page comes dark ${javaScript ? "with" : "without"} scripts`, async (t) => {
    const page = await portico.page(t, { javaScript, theme: "light" });
    await page.goto("/sign-in");
    const light = await ground(page);
    const dark = page.locator(".foot").getByRole("button", { name: "Dark colours" });
    if (javaScript) {
      const saved = page.waitForResponse("**/settings/theme");
      await dark.click();
      await saved;
    } else {
      await dark.click();
      await page.waitForURL("**/sign-in");
    }
    assert.notEqual(await ground(page), light);
    await page.goto("/docs");
    // The server wrote it into the page: nothing has to be turned dark afterwards.
    assert.match(await portico.source(page), /<html lang="en" data-theme="dark">/);
    assert.notEqual(await ground(page), light);
    assert.equal(await page.locator('.foot [value="dark"]').getAttribute("aria-pressed"), "true");
  });
}

test("colours are chosen in the chat, too", async (t) => {
  const page = await portico.page(t, { theme: "light", width: 390 });
  await portico.signIn(page, owner);
  await page.goto(`/channels/${channels[0].id}`);
  const light = await ground(page);
  await page.locator(".menu > summary").click();
  await page.locator(".menu").getByRole("button", { name: "Dark colours" }).click();
  assert.notEqual(await ground(page), light);
});

test("what can't be taken back is asked in a dialog, and Cancel has the focus", async (t) => {
  const page = await portico.page(t);
  await portico.signIn(page, owner);
  const here = `/servers/${server.id}/settings/channels/${channels[0].id}`;
  await page.goto(here);
  const ask = page.locator("summary", { hasText: "Delete channel" });
  await ask.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Delete channel" });
  await dialog.waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Cancel");
  await assertSound(portico, page);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  assert.ok(await ask.evaluate((summary) => summary === document.activeElement));
  await ask.click();
  await dialog.getByRole("link", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "hidden" });
  assert.equal(new URL(page.url()).pathname, here);
});

test("a fault in a dialog opens it again, where the fault is", async (t) => {
  const page = await portico.page(t, { allow: [/^response 422 POST/] });
  await portico.signIn(page, owner);
  await page.goto(`/servers/${server.id}/settings`);
  await page.locator("summary", { hasText: "Delete server" }).click();
  const field = page.locator('dialog input[name="confirm"]');
  await field.fill("Harbor Works");
  await field.press("Enter");
  await page.locator('dialog[open] [data-fault="confirm"]').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.name), "confirm");
});

test("no page is heavy or moves while it comes", async (t) => {
  const page = await portico.page(t, { width: 390 });
  await portico.signIn(page, owner);
  await page.addInitScript(() => {
    globalThis.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (let turn = 0; turn < 60; turn += 1) {
    const answer = await fetch(webhook.runtime_url.replace("//localhost:", "//127.0.0.1:"), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ content: `**Build ${turn}** failed: see \`log ${turn}\` and https://example.org/${turn}` }),
    });
    assert.equal(answer.status, 200);
  }
  const paths = [
    "/portal",
    `/portal/webhooks/${webhook.app_id}`,
    `/portal/apps/${app.client_id}`,
    "/docs",
    "/style",
    "/inbox",
    `/servers/${server.id}/settings/channels/${channels[0].id}`,
    `/servers/${server.id}/settings/members`,
    ...channels.map(({ id }) => `/channels/${id}`),
  ];
  for (const path of paths) {
    await t.test(path, async () => {
      const session = await page.context().newCDPSession(page);
      await session.send("Network.enable");
      await session.send("Network.setCacheDisabled", { cacheDisabled: true });
      const kinds = new Map();
      let bytes = 0;
      session.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
      session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
        if (kinds.get(requestId) !== "Image") bytes += encodedDataLength;
      });
      await page.goto(path);
      await page.waitForTimeout(300);
      await session.detach();
      t.diagnostic(`${path}: ${bytes} bytes`);
      assert.ok(bytes > 0 && bytes <= mostBytes, `${bytes} bytes`);
      const shift = await page.evaluate(() => globalThis.shift);
      assert.ok(shift <= 0.05, `a layout shift of ${shift}`);
    });
  }
});
