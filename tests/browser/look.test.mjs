// What all pages have in common: the choice of colours, and dialogs before actions that can't be undone.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { leads, start } from "./portico.mjs";
import { assertSound } from "./validate.mjs";

const portico = await start();
after(() => portico.close());

const { people, channels, server } = portico.demo;
const [owner] = people;

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
      await leads(page, () => dark.click());
    }
    assert.notEqual(await ground(page), light);
    await page.goto("/docs");
    // The server rendered it: no script has to switch the colours.
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
  await page.locator(".top .menu > summary").click();
  await page.locator(".menu").getByRole("button", { name: "Dark colours" }).click();
  assert.notEqual(await ground(page), light);
});

test("actions that can't be undone ask in a dialog, and Cancel has the focus", async (t) => {
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

test("an error in a dialog opens it again, at the error", async (t) => {
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
