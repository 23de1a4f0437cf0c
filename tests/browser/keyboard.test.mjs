// From nothing to a message in a channel by keyboard alone: whoever presses Tab sees where they are at every stop.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { post } from "./people.mjs";
import { start } from "./portico.mjs";

const portico = await start();
after(() => portico.close());

/** More stops than these before what one is after would try anybody's patience. */
const mostStops = 40;

/** What has the focus: what it is called, whether it can be seen, and whether it can be seen to have the focus. */
function focused() {
  const element = document.activeElement;
  if (!element || element === document.body) return { name: "" };
  const label = element.labels?.[0];
  const name = element.getAttribute("aria-label") ?? (label ?? element).innerText;
  const isRinged = [element, label].some((one) => {
    const { outlineStyle, outlineWidth } = one ? getComputedStyle(one) : {};
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0;
  });
  const [box] = element.getClientRects();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const above = document.elementFromPoint(x, y);
  // What lies there is the element, something in it, or its label; not what covers it.
  const isSeen = above !== null && (element.contains(above) || above.contains(element) || label?.contains(above) === true);
  return { name: name.replaceAll(/\s+/g, " ").trim(), isRinged, isSeen };
}

/** Somebody without a mouse. */
class Hands {
  constructor(page) {
    this.page = page;
    this.keyboard = page.keyboard;
  }

  /** Goes on by Tab, or back, until what has the focus is called so. */
  async to(name, { back = false } = {}) {
    const stops = [];
    for (let turn = 0; turn < mostStops; turn += 1) {
      await this.keyboard.press(back ? "Shift+Tab" : "Tab");
      const stop = await this.page.evaluate(focused);
      const place = `${new URL(this.page.url()).pathname}: “${stop.name}”`;
      // Between the last stop and the first one lies the browser's own.
      if (stop.name === "" && stop.isSeen === undefined) continue;
      assert.ok(stop.isRinged, `${place} does not show that it has the focus`);
      assert.ok(stop.isSeen, `${place} has the focus and can't be seen`);
      stops.push(stop.name);
      if (typeof name === "string" ? stop.name === name : name.test(stop.name)) return;
    }
    assert.fail(`${name} is not among the first stops: ${stops.join(" | ")}`);
  }

  /** Types where the focus is. */
  async type(text) {
    await this.keyboard.type(text);
  }

  /** Presses Enter on what leads to another page. */
  async enter() {
    await Promise.all([this.page.waitForNavigation(), this.keyboard.press("Enter")]);
  }

  /** The page puts the focus where one goes on. */
  async isAt(name) {
    await this.page.getByLabel(name, { exact: true }).and(this.page.locator(":focus")).waitFor();
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
    await hands.to("Sign up");
    await hands.enter();
    await hands.isAt("Nickname");
    await hands.type(nickname);
    await hands.to("Display name");
    await hands.type("Keys");
    await hands.to("Nickname", { back: true });
    await hands.to("Password");
    await hands.type("a quiet morning by the sea");
    await hands.enter();

    await hands.to("Verify phone");
    await hands.enter();
    await hands.isAt("Phone number");
    await hands.type(phone);
    await hands.enter();
    await hands.isAt("Six-digit code");
    await hands.to("outbox");
    await hands.enter();
    const texts = await page.locator("main").innerText();
    const [, code] = texts.slice(texts.indexOf(phone)).match(/\b(\d{6})\b/);
    await hands.to("Phone");
    await hands.enter();
    await hands.isAt("Six-digit code");
    await hands.type(code);
    await hands.enter();
    await hands.to("Go to the portal");
    await hands.enter();

    await hands.to("Make a server");
    await hands.enter();
    await hands.to("Name");
    await hands.type(`Hands ${look.width}`);
    await hands.enter();
    await hands.to("New webhook");
    await hands.enter();
    await hands.to("Name");
    await hands.type("Builds");
    await hands.enter();

    const address = page.locator("#runtime-url");
    await hands.to("Reveal the runtime URL");
    await hands.keyboard.press("Space");
    const url = (await address.innerText()).trim();
    if (javaScript) {
      await hands.to("Copy the runtime URL");
      await hands.keyboard.press("Enter");
      await page.locator("#announce", { hasText: "Copied to the clipboard" }).waitFor({ state: "attached" });
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), url);
    }
    assert.equal((await post(url, { content: "By fetch" })).status, 200);
    await hands.to("Send test message", { back: true });
    await hands.enter();

    await hands.to("Playground");
    await hands.enter();
    await hands.to(/^Send to #general/);
    if (javaScript) {
      await hands.keyboard.press("Enter");
      await page.locator("#sent .notice-success").waitFor();
    } else await hands.enter();
    await hands.to("See it in the channel", { back: javaScript });
    await hands.enter();
    const shown = await page.locator(".message .content").allInnerTexts();
    assert.deepEqual(shown, [
      "By fetch",
      "This is a test message from Builds.",
      `Build 214 passed. Over to you, @${nickname}.`,
    ]);
    assert.equal(await page.locator(".mention-me").getAttribute("data-fired"), "true");
  });
}
