// From sign-up to a message in a channel with the keyboard alone. The focus must be visible at every Tab stop.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { post } from "./people.mjs";
import { copies, leads, start } from "./portico.mjs";

const portico = await start();
after(() => portico.close());

/** The largest acceptable number of Tab stops before a target. */
const mostStops = 48;

/** The focused element, whether it is visible, and whether its focus is visible. */
function focused() {
  const element = document.activeElement;
  if (!element || element === document.body) return { name: "" };
  const label = element.labels?.[0];
  const name = (element.getAttribute("aria-label") ?? (label ?? element).innerText).replaceAll(/\s+/g, " ").trim();
  const isRinged = [element, label].some((one) => {
    const { outlineStyle, outlineWidth } = one ? getComputedStyle(one) : {};
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0;
  });
  const [box] = element.getClientRects();
  const above = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  // At that point there must be the element, a part of it, or its label, not something that covers it.
  const isSeen = above !== null && (element.contains(above) || above.contains(element) || label?.contains(above) === true);
  return { name, isRinged, isSeen };
}

/** A user without a mouse. */
class Hands {
  constructor(page) {
    this.page = page;
    this.keyboard = page.keyboard;
    this.main = page.locator("main");
  }

  /** Presses Tab, or Shift+Tab, until this has the focus. */
  async to(selector, { back = false } = {}) {
    const stops = [];
    for (let turn = 0; turn < mostStops; turn += 1) {
      await this.keyboard.press(back ? "Shift+Tab" : "Tab");
      const stop = await this.page.evaluate(focused);
      const place = `${new URL(this.page.url()).pathname}: “${stop.name}”`;
      // Between the last stop and the first one is the browser's own.
      if (stop.name === "" && stop.isSeen === undefined) continue;
      assert.ok(stop.isRinged, `${place} does not show that it has the focus`);
      assert.ok(stop.isSeen, `${place} has the focus and can't be seen`);
      stops.push(stop.name);
      if ((await this.main.locator(selector).and(this.page.locator(":focus")).count()) > 0) return;
    }
    assert.fail(`${selector} is not among the first stops: ${stops.join(" | ")}`);
  }

  /** Focuses a field and types. */
  async type(name, text) {
    await this.to(`[name="${name}"]`);
    await this.keyboard.type(text);
  }

  /** Types into the element that the page has focused. */
  async goOn(name, text) {
    await this.main.locator(`[name="${name}"]:focus`).waitFor();
    await this.keyboard.type(text);
  }

  /** Presses Enter on an element that leads to another page. */
  async enter() {
    await leads(this.page, () => this.keyboard.press("Enter"));
  }

  /** Focuses a link, or the button of a form, and activates it. */
  async follow(selector, direction) {
    await this.to(selector, direction);
    await this.enter();
  }
}

for (const look of [{ javaScript: true, theme: "light", width: 1280 }, { javaScript: false, theme: "dark", width: 390 }]) {
  test(`by keyboard alone from sign-up to a message ${look.javaScript ? "with" : "without"} scripts`, async (t) => {
    const { javaScript } = look;
    const page = await portico.page(t, { ...look, permissions: ["clipboard-read", "clipboard-write"] });
    const hands = new Hands(page);
    const nickname = `keys_${look.width}`;
    const phone = `+491511234700${javaScript ? 1 : 2}`;

    await page.goto("/");
    await hands.follow('a[href="/sign-up"]');
    await hands.goOn("nickname", nickname);
    await hands.type("name", "Keys");
    // One too far: go back.
    await hands.to('[name="nickname"]', { back: true });
    await hands.to('[name="name"]');
    await hands.type("password", "a quiet morning by the sea");
    await hands.enter();

    // Creating webhooks needs no phone. Its code would be shown beside the field.
    await hands.type("phone", phone);
    await hands.enter();
    const [, code] = (await page.locator("#outbox-text").innerText()).match(/\b(\d{6})\b/);
    await hands.goOn("code", code);
    await hands.enter();
    await hands.follow('a[href="/portal"]');

    await hands.follow('a[href="/servers"]');
    await hands.type("name", `Hands ${look.width}`);
    await hands.enter();
    await hands.follow('a[href^="/portal/webhooks/new"]');
    await hands.type("name", "Builds");
    await hands.enter();

    // A new webhook shows its URL, until it is hidden.
    const url = (await page.locator("#runtime-url").innerText()).trim();
    const toggle = ".secret:has(#runtime-url) [data-secret-toggle]";
    for (const shown of [false, true]) {
      // Without scripts it leads to another page; with them it keeps the focus.
      if (!shown || !javaScript) await hands.to(toggle);
      if (javaScript) await hands.keyboard.press("Enter");
      else await hands.enter();
      await page.locator(`.secret${shown ? ".is-revealed" : ":not(.is-revealed)"} #runtime-url`).waitFor();
    }
    assert.equal((await page.locator("#runtime-url").innerText()).trim(), url);
    if (javaScript) {
      await hands.to('[data-copy="#runtime-url"]');
      await copies(page, url, () => hands.keyboard.press("Enter"));
    }
    assert.equal((await post(url, { content: "By fetch" })).status, 200);
    await hands.follow('form[action$="/test"] button', { back: true });

    await hands.follow('.page-head a[href$="/playground"]');
    await hands.to('button[value="send"]');
    if (javaScript) {
      await hands.keyboard.press("Enter");
      await page.locator("#sent .notice-success").waitFor();
    } else await hands.enter();
    await hands.follow('#sent a[href^="/channels/"]', { back: javaScript });
    const shown = await page.locator(".message .content").allInnerTexts();
    assert.deepEqual(shown, [
      "By fetch",
      `This is a test message, @${nickname}.`,
      `Build 214 passed. Over to you, @${nickname}.`,
    ]);
    assert.equal(await page.locator(".mention-me").last().getAttribute("data-fired"), "true");
  });
}
