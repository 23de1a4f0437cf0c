// What all pages have in common: the choice of colours, and dialogs before actions that can't be undone.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { inFirefox, launch, leads, start } from "./portico.mjs";
import { assertSound } from "./validate.mjs";

const portico = await start();
after(() => portico.close());

const { people, channels, server, webhook, oauth_app: app } = portico.demo;
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
    assert.match(await portico.source(page), /<html lang="en" dir="ltr" data-theme="dark">/);
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

/** Texts of which hardly a letter fits on a line. */
const squeezed = (page) => page.evaluate(() => {
  const isSqueezed = (element) => {
    const { width, height } = element.getBoundingClientRect();
    const em = Number.parseFloat(getComputedStyle(element).fontSize);
    return element.textContent.trim().length > 3 && width > 0 && width < 1.6 * em && height > 4 * em;
  };
  return [...document.querySelectorAll("main :is(.button, time, label, td, dd, .gets span)")].filter(isSqueezed).map(({ textContent }) => textContent);
});

test("pages fit a phone on which text is twice its size", { skip: inFirefox }, async (t) => {
  const browser = await launch("--blink-settings=defaultFontSize=32");
  const page = await portico.page(t, { browser, width: 390 });
  t.after(() => browser.close());
  await portico.signIn(page, owner);
  const hook = `/portal/webhooks/${webhook.app_id}`;
  const request = new URLSearchParams({ response_type: "code", client_id: app.client_id, redirect_uri: app.redirect_uri, state: "s", code_challenge: "a".repeat(43), code_challenge_method: "S256" });
  const settings = `/servers/${server.id}/settings`;
  for (const path of [`/oauth/authorize?${request}`, `${settings}/channels/${channels[0].id}`, `${settings}/members`, "/docs", `${hook}/playground`, `${hook}/deliveries`, `/portal/apps/${app.client_id}`]) {
    await page.goto(path);
    assert.equal(portico.status(page), 200, path);
    const { scrollWidth, clientWidth } = await page.evaluate(() => ({ scrollWidth: document.documentElement.scrollWidth, clientWidth: document.documentElement.clientWidth }));
    assert.equal(scrollWidth, clientWidth, path);
    assert.deepEqual(await squeezed(page), [], path);
    const skip = page.locator(".skip");
    if ((await skip.count()) > 0) {
      const { y, height } = await skip.boundingBox();
      assert.ok(y + height <= 0, `${path}: the link to the content is seen without the focus`);
    }
  }
});

test("a name that is one long word pushes no number of unread messages out of the sidebar", async (t) => {
  await portico.meddle(`UPDATE servers SET name = '${"W".repeat(64)}'`);
  for (const width of [1280, 390]) {
    const page = await portico.page(t, { width });
    await portico.signIn(page, owner);
    await page.goto(`/channels/${channels[0].id}`);
    const fold = page.locator(".chat-switch > summary");
    if (await fold.isVisible()) await fold.click();
    const [right, rights] = await page.evaluate(() => {
      const rightOf = (element) => element.getBoundingClientRect().right;
      return [rightOf(document.querySelector(".chat-side")), [...document.querySelectorAll(".servers .count, .channels .count")].map(rightOf)];
    });
    assert.ok(rights.some((found) => found > 0), "a number is seen");
    assert.ok(rights.every((found) => found <= right), `${width} wide: ${rights} of ${right}`);
  }
});

/** Whether every part of an element can be brought into the window. */
const isReachable = (page, selector) => page.locator(selector).evaluate((element) => {
  element.scrollIntoView({ block: "nearest" });
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return left > -1 && right < innerWidth + 1 && top > -1 && bottom < innerHeight + 1;
});

test("everything in the account menu is in reach in a window that is shorter than it", async (t) => {
  for (const [width, height] of [[1280, 320], [390, 360]]) {
    const page = await portico.page(t, { width, height });
    await portico.signIn(page, owner);
    for (const path of ["/portal", `/channels/${channels[0].id}`]) {
      await page.goto(path);
      await page.locator(".top .menu > summary").click();
      assert.ok(await isReachable(page, ".menu form[action='/sign-out'] button"), `${path} at ${width}`);
    }
  }
});

test("the menus open inside a phone on which text is larger", { skip: inFirefox }, async (t) => {
  for (const size of [24, 32]) {
    const browser = await launch(`--blink-settings=defaultFontSize=${size}`);
    const page = await portico.page(t, { browser, width: 390, height: 800 });
    t.after(() => browser.close());
    await portico.signIn(page, owner);
    for (const [path, menu] of [["/portal", ".top .menu"], [`/channels/${channels[0].id}`, ".top .menu"], [`/channels/${channels[0].id}`, ".chat-mute"]]) {
      await page.goto(path);
      await page.locator(`${menu} > summary`).click();
      const { x, width } = await page.locator(`${menu} > .menu-panel`).boundingBox();
      assert.ok(x >= 0 && x + width <= 390, `${path}, ${menu} at ${size}: from ${x} to ${x + width}`);
      assert.ok(await isReachable(page, `${menu} form:last-of-type button:last-of-type >> nth=-1`), `${path}, ${menu} at ${size}`);
    }
  }
});

test("a navigation beside the page that is longer than the window scrolls by itself", async (t) => {
  const page = await portico.page(t, { height: 500 });
  await page.goto("/docs/openid-connect");
  await page.evaluate(() => scrollTo(0, 2000));
  const before = await page.evaluate(() => scrollY);
  assert.ok(await isReachable(page, ".side-nav a >> nth=-1"));
  assert.equal(await page.evaluate(() => scrollY), before);
});

test("on paper a channel has all its messages, and nothing to press", async (t) => {
  for (const width of [718, 1280]) {
    const page = await portico.page(t, { width, height: 600 });
    await portico.signIn(page, owner);
    await page.goto(`/channels/${channels[0].id}`);
    await page.emulateMedia({ media: "print" });
    const found = await page.evaluate(() => {
      const bottomOf = (selector) => document.querySelector(selector).getBoundingClientRect().bottom + scrollY;
      const isShown = (element) => element.checkVisibility();
      return {
        whole: document.documentElement.scrollHeight - bottomOf(".feed"),
        shown: [...document.querySelectorAll("button, textarea, nav, .chat-side, .message-more")].filter(isShown).map(({ outerHTML }) => outerHTML),
        clipped: getComputedStyle(document.querySelector(".feed-frame")).overflowY,
      };
    });
    assert.ok(found.whole >= -1, `${width}: ${found.whole}`);
    assert.deepEqual(found.shown, []);
    assert.equal(found.clipped, "visible");
  }
});

test("the header of a channel is one line, however long its name is", async (t) => {
  await portico.meddle(`UPDATE channels SET name = '${"harbour-".repeat(4)}', topic = '${"What the ships say. ".repeat(10)}' WHERE id = ${channels[0].id}`);
  for (const width of [769, 820, 1024, 1280]) {
    const page = await portico.page(t, { width });
    await portico.signIn(page, owner);
    await page.goto(`/channels/${channels[0].id}`);
    const { height } = await page.locator(".chat-head").boundingBox();
    assert.ok(height < 60, `${width} wide: ${height}`);
    const edges = await page.locator(".chat-head").evaluate((head) => [...head.children].map((each) => each.getBoundingClientRect().right));
    assert.ok(edges.every((edge) => edge <= width), `${width} wide: ${edges}`);
  }
});

test("the number of unread mentions is seen whole beside the account on a phone", async (t) => {
  const page = await portico.page(t, { width: 390 });
  await portico.signIn(page, owner);
  await page.goto(`/channels/${channels[0].id}`);
  const [count, menu] = await page.evaluate(() => {
    const count = document.querySelector("[data-inbox-count]");
    count.hidden = false;
    count.textContent = "99+";
    return [count, document.querySelector(".top .menu")].map((each) => each.getBoundingClientRect().toJSON());
  });
  assert.ok(count.right <= menu.left + 1, `${count.right} of ${menu.left}`);
});

test("the numbers and the buttons of a list of roles are in columns", async (t) => {
  const page = await portico.page(t);
  await portico.signIn(page, owner);
  await page.goto(`/servers/${server.id}/settings/roles`);
  const columns = await page.evaluate(() => {
    const of = (selector) => [...new Set([...document.querySelectorAll(selector)].map((each) => Math.round(each.getBoundingClientRect().right)))];
    return [".list-side > .nums", '.role-moves [title="Move up"]', '.role-moves [title="Move down"]'].map(of);
  });
  assert.deepEqual(columns.map(({ length }) => length), [1, 1, 1], JSON.stringify(columns));
});

test("a passkey is offered at the sign-in only where a script can ask for it", { skip: inFirefox }, async (t) => {
  for (const javaScript of [true, false]) {
    const page = await portico.page(t, { javaScript });
    await page.goto("/sign-in");
    assert.equal(await page.locator("[data-passkey]").isVisible(), javaScript);
    assert.ok(await page.getByRole("button", { name: "Sign in", exact: true }).isVisible());
  }
});

test("without scripts the choice of colours keeps what the page was asked for", { skip: inFirefox }, async (t) => {
  const page = await portico.page(t, { javaScript: false });
  await page.goto("/sign-in?next=%2Fdocs%3Fa%3D1%26b%3D2");
  await leads(page, () => page.locator(".foot").getByRole("button", { name: "Dark colours" }).click());
  assert.equal(await page.locator('main [name="next"]').first().getAttribute("value"), "/docs?a=1&b=2");
});

test("times are the reader's own when a page is first painted, however late their script is", { skip: inFirefox }, async (t) => {
  const page = await portico.page(t, { timezoneId: "Asia/Tokyo" });
  await portico.signIn(page, owner);
  await page.addInitScript(() => {
    new PerformanceObserver(() => {
      globalThis.painted ??= document.querySelector("main time[data-time]")?.textContent;
    }).observe({ type: "paint", buffered: true });
  });
  await page.route("**/js/time.js", async (route) => {
    // A page that doesn't wait for it would be painted now.
    await page.waitForFunction(() => globalThis.painted, null, { timeout: 1_000 }).catch(() => {});
    await route.continue();
  });
  await page.goto(`/servers/${server.id}/settings/audit`);
  await page.waitForFunction(() => globalThis.painted);
  assert.doesNotMatch(await page.evaluate(() => globalThis.painted), /UTC/);
});

test("a copy button that arrives late moves nothing", { skip: inFirefox }, async (t) => {
  const page = await portico.page(t, { width: 390 });
  await portico.signIn(page, owner);
  await page.addInitScript(() => {
    globalThis.shift = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) globalThis.shift += value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.route("**/js/copy.js", async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    await route.continue();
  });
  await page.goto(`/portal/webhooks/${webhook.app_id}`);
  const button = page.locator("main [data-copy]").first();
  await button.waitFor();
  assert.equal(await page.evaluate(() => globalThis.shift), 0);
});

test("pages before the sign-in fit a phone on which text is twice its size", { skip: inFirefox }, async (t) => {
  const browser = await launch("--blink-settings=defaultFontSize=32");
  t.after(() => browser.close());
  const page = await portico.page(t, { browser, width: 390, allow: [/^response 404 GET/] });
  for (const path of ["/", "/sign-in", "/sign-up", "/reset", "/docs", "/nowhere"]) {
    await page.goto(path);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(wider, 0, path);
  }
});

test("pages are printed in dark ink, whatever colours were chosen", { skip: inFirefox }, async (t) => {
  const page = await portico.page(t);
  const ink = () => page.evaluate(() => getComputedStyle(document.body).color);
  await page.goto("/docs/keyboard");
  const dark = await ink();
  const saved = page.waitForResponse("**/settings/theme");
  await page.locator(".foot").getByRole("button", { name: "Dark colours" }).click();
  await saved;
  await page.reload();
  assert.notEqual(await ink(), dark);
  await page.emulateMedia({ media: "print" });
  assert.equal(await ink(), dark);
});
