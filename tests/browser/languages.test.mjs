// Translated pages as they are seen: they fit in a language that is a third longer and in one from right to left, and axe finds
// nothing in them.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { start } from "./portico.mjs";
import { assertSound } from "./validate.mjs";

const portico = await start();
after(() => portico.close());

const { people: [owner, member], oauth_app: app, server, channels } = portico.demo;
const consent = `/oauth/authorize?${new URLSearchParams({ client_id: app.client_id, redirect_uri: app.redirect_uri, state: "s" })}`;
const outside = ["/sign-in", "/sign-up", "/reset", "/docs/keyboard", "/docs/notifications", "/nowhere"];
const inside = [consent, "/device", "/confirm", "/oauth/logout"];
const managed = ["", "/channels", "/roles", "/members", "/bans", "/reports", "/invites", "/audit"];
const missing = [/^response 404 GET .*\/nowhere$/];

/** Every page, signed out and signed in, in a language. */
async function each(t, language, look, check) {
  const page = await portico.page(t, { ...look, allow: missing });
  const url = portico.demo.base_url;
  await page.context().addCookies([{ name: "portico-language", value: language, url }]);
  for (const path of outside) {
    await page.goto(path);
    await check(page, path);
  }
  await portico.signIn(page, member);
  for (const path of inside) {
    await page.goto(path);
    await check(page, path);
  }
}

/** Every page of a server's settings, as its owner sees it, in a language. */
async function eachSetting(t, language, look, check) {
  const page = await portico.page(t, look);
  await page.context().addCookies([{ name: "portico-language", value: language, url: portico.demo.base_url }]);
  await portico.signIn(page, owner);
  for (const path of managed.map((part) => `/servers/${server.id}/settings${part}`)) {
    await page.goto(path);
    await check(page, path);
  }
}

for (const language of ["en-XA", "ar"]) {
  for (const width of [390, 1280]) {
    test(`pages in ${language} are no wider than a window of ${width} pixels`, async (t) => {
      await each(t, language, { width }, async (page, path) => {
        assert.equal(await page.getAttribute("html", "lang"), language, path);
        assert.equal(await page.getAttribute("html", "dir"), language === "ar" ? "rtl" : "ltr", path);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(over <= 0, `${path} is ${over} pixels too wide`);
      });
    });
  }
}

test("the head of a page for strangers has room on a phone in every language", async (t) => {
  for (const language of ["en", "de", "es", "fr", "pl", "pt-BR", "uk", "ar", "ja", "zh-Hans"]) {
    const page = await portico.page(t, { width: 390 });
    await page.context().addCookies([{ name: "portico-language", value: language, url: portico.demo.base_url }]);
    for (const path of ["/", "/sign-in", "/sign-up", "/docs"]) {
      await page.goto(path);
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 844 });
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(over <= 0, `${path} in ${language} is ${over} pixels wider than ${width}`);
      }
    }
  }
});

for (const [language, theme] of [["de", "light"], ["ar", "dark"]]) {
  test(`axe finds nothing in the pages in ${language}`, async (t) => {
    await each(t, language, { theme }, (page) => assertSound(portico, page));
  });
}

for (const language of ["de", "en-XA", "ar"]) {
  for (const [width, theme] of [[390, "dark"], [1280, "light"]]) {
    test(`a server's settings in ${language} fit a window of ${width} pixels, and axe finds nothing`, async (t) => {
      await eachSetting(t, language, { width, theme }, async (page, path) => {
        assert.equal(await page.getAttribute("html", "lang"), language, path);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(over <= 0, `${path} is ${over} pixels too wide`);
        await assertSound(portico, page);
      });
    });
  }
}

test("the menu of languages leads back to the same page without a script", async (t) => {
  const page = await portico.page(t, { javaScript: false });
  await page.goto("/sign-in?next=%2Fdocs");
  await page.locator(".languages-menu summary").click();
  await page.getByRole("button", { name: "Deutsch" }).click();
  await page.waitForURL("**/sign-in?next=%2Fdocs");
  assert.equal(await page.locator("h1").innerText(), "Anmelden");
});

test("where the words of the page's language don't load, scripts go on in English", async (t) => {
  const page = await portico.page(t, { locale: "de-DE", allow: [/words-de\.js/, /preload/] });
  await portico.signIn(page, member);
  await page.route("**/js/words-de.js", (route) => route.abort());
  await page.goto(`/channels/${channels.find(({ name }) => name === "general").id}`);
  assert.equal(await page.getAttribute("html", "lang"), "de");
  await page.locator(".composer textarea").fill("Noch da");
  await page.locator(".composer button").click();
  await page.locator(".message", { hasText: "Noch da" }).locator(".author-link").click();
  const card = page.locator("dialog:has([data-person-card])");
  await card.waitFor();
  assert.equal(await card.locator(".dialog-close").innerText(), "Close");
});

test("from right to left, the arrows lead through a message as it is read, and the list of shortcuts is in its language", async (t) => {
  const page = await portico.page(t);
  await page.context().addCookies([{ name: "portico-language", value: "ar", url: portico.demo.base_url }]);
  await portico.signIn(page, member);
  await page.goto(`/channels/${channels.find(({ name }) => name === "general").id}`);
  const message = page.locator(".message").last();
  await message.focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await message.evaluate((shown) => shown === document.activeElement), true);
  await page.keyboard.press("ArrowLeft");
  await message.locator(":focus").waitFor();
  await page.keyboard.press("ArrowRight");
  assert.equal(await message.evaluate((shown) => shown === document.activeElement), true);
  await page.keyboard.press("?");
  const list = page.locator("dialog[open] [data-shortcuts]");
  await list.waitFor();
  assert.deepEqual(await list.locator("dd").evaluateAll((all) => all.filter((one) => /[a-z]{4}/.test(one.textContent)).map((one) => one.textContent)), []);
  await assertSound(portico, page);
});
