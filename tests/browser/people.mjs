// What users do on the pages, one function each: visit, follow links, fill in, press, and confirm. Links, forms
// and fields are found by URL and name, which don't change with the wording. Every page they visit has to fit the
// window and to have their colours. The test files next to this one check the results.
//
//   task(portico, "a user does this", async (come) => {
//     const ada = await come("ada");
//     await ada.visit("/sign-up");
//     await ada.signUp();
//   });

import assert from "node:assert/strict";
import { createServer } from "node:http";
import test from "node:test";
import { setTimeout } from "node:timers/promises";
import { leads, possible } from "./portico.mjs";

const two = [
  { javaScript: true, theme: "light", width: 1280 },
  { javaScript: false, theme: "dark", width: 390 },
];
const others = [
  { javaScript: true, theme: "dark", width: 390 },
  { javaScript: false, theme: "light", width: 1280 },
];
const looks = possible(process.env.LOOKS ? others : two);

/**
 * Tests a task in two looks, with scripts and without, at the same time: each `turn` must not affect the others. With LOOKS it
 * is tested in the other two. `come` opens a browser for a user: with a
 * new nickname, or as a user of the demo.
 */
export function task(portico, name, walk) {
  test(name, { concurrency: 2 }, async (t) => {
    const walks = looks.map((look, turn) => {
      const how = `${look.javaScript ? "with" : "without"} scripts, ${look.theme}, ${look.width} wide`;
      return t.test(how, async (t) => {
        const come = async (who, options) =>
          new Person(portico, await portico.page(t, { ...look, ...options }), look, who);
        await walk(come, { ...look, turn });
      });
    });
    await Promise.all(walks);
  });
}

let newcomers = 0;

/** A user at a browser. */
class Person {
  constructor(portico, page, look, who) {
    this.portico = portico;
    this.page = page;
    this.look = look;
    this.main = page.locator("main");
    if (typeof who === "string") {
      newcomers += 1;
      this.nickname = `${who}_${newcomers}`;
      this.name = `${who[0].toUpperCase()}${who.slice(1)} the ${newcomers}.`;
      this.password = "a quiet morning by the sea";
      this.phone = `+4915112346${String(newcomers).padStart(3, "0")}`;
    } else {
      const { id, nickname, name, password, phone } = who;
      Object.assign(this, { id, nickname, name, password, phone });
    }
  }

  // ---- Pages -------------------------------------------------------------------------------------------------------

  /** Opens a page by its address. */
  async visit(address) {
    await this.page.goto(address);
    await this.#arrived();
  }

  /** Follows the link to a path, or a given link. */
  async follow(where) {
    const link = typeof where === "string" ? this.main.locator(`a[href="${where}"], a[href^="${where}?"]`) : where;
    await this.leads(() => link.click());
  }

  /** Sends the form whose action ends so, with its button; or clicks a given button. */
  async press(what) {
    const button = typeof what === "string" ? this.main.locator(`form[action$="${what}"] [type="submit"]`) : what;
    await this.leads(() => button.click());
  }

  /** Follows a link of the header, which is on every page. In a channel on a phone it is in the account menu. */
  async header(path) {
    const link = this.page.locator(`header.top .top-nav a[href="${path}"]`);
    if (await link.isVisible()) await this.follow(link);
    else await this.menu(path);
  }

  /** Opens the account menu, and follows a link there. */
  async menu(path) {
    const menu = this.page.locator("header.top details.menu");
    await menu.locator("summary").click();
    const entry = menu.locator(`a[href="${path}"], form[action="${path}"] [type="submit"]`);
    await this.leads(() => entry.click());
  }

  /** Does something that leads to another page, and checks that page. */
  async leads(act) {
    await leads(this.page, act);
    await this.#arrived();
  }

  /** Opens the list of servers and channels, which is collapsed in small windows. */
  async unfold() {
    const fold = this.page.locator(".chat-switch > summary");
    assert.equal(await fold.isVisible(), this.look.width < 700);
    if (await fold.isVisible()) await fold.click();
  }

  async #arrived() {
    if (!this.page.url().startsWith(this.portico.demo.base_url)) return;
    const { path, wider, ground } = await this.page.evaluate(() => ({
      path: location.pathname,
      wider: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ground: getComputedStyle(document.documentElement).backgroundColor,
    }));
    assert.ok(wider <= 0, `${path} is ${wider} pixels wider than the window`);
    const [red] = ground.match(/\d+/g).map(Number);
    assert.equal(red < 128 ? "dark" : "light", this.look.theme, `the ground of ${path} is ${ground}`);
  }

  // ---- Reading and writing -----------------------------------------------------------------------------------------

  /** Fills in a field, after opening what it is folded in. */
  async fill(name, text) {
    const folded = this.field(name).locator("xpath=ancestor::details[not(@open)]");
    while ((await folded.count()) > 0) await folded.first().locator("> summary").click();
    await this.field(name).fill(text);
  }

  /** A field of the page. */
  field(name) {
    return this.main.locator(`[name="${name}"]:not([type="hidden"])`);
  }

  /** The trimmed text of an element. */
  async text(selector) {
    return (await this.page.locator(selector).textContent()).trim();
  }

  /** The page has a success notice that contains a text. */
  async told(name = "") {
    await this.main.locator(".flash .notice-success", { hasText: name }).waitFor();
  }

  /** The target of the page's primary button. */
  async nextStep() {
    return this.main.locator("a.button-primary").getAttribute("href");
  }

  /**
   * Does something that can't be undone, with the form whose action ends so: opens it, types the confirmation, if
   * there is one, and confirms. With scripts this is a dialog, in which Cancel has the focus. Of forms with the same
   * action it is the one whose button does `act`.
   */
  async confirm(action, typed, act) {
    const form = `form[action$="${action}"]${act ? `:has([name="act"][value="${act}"])` : ""}`;
    let question;
    if (this.look.javaScript) {
      await this.main.locator(`details.confirm:has(+ dialog ${form}) > summary`).click();
      question = this.page.locator("dialog[open]");
      await question.waitFor();
      const focused = await question.evaluate((dialog) => {
        const element = document.activeElement;
        return [dialog.contains(element), element.tagName, element.type];
      });
      assert.deepEqual(focused, [true, "A", ""]);
    } else {
      await this.main.locator(`details.confirm:has(> ${form}) > summary`).click();
      question = this.main.locator(`details.confirm[open] > ${form}`);
    }
    if (typed !== undefined) await question.getByRole("textbox").fill(typed);
    await this.press(question.locator('[type="submit"]'));
  }

  // ---- Their account -----------------------------------------------------------------------------------------------

  /** On the sign-up page: creates an account. */
  async signUp() {
    await this.fill("nickname", this.nickname);
    await this.fill("name", this.name);
    await this.fill("password", this.password);
    await this.press("/sign-up");
  }

  /** On the sign-in page: signs in. */
  async signIn(login = this.nickname) {
    await this.fill("login", login);
    await this.fill("password", this.password);
    await this.press("/sign-in");
  }

  /** The code in the last text message to their phone. A reset is answered before its text is sent. */
  async code() {
    const outbox = near(new URL("/dev/outbox", this.portico.demo.base_url));
    for (let turn = 0; turn < 100; turn += 1) {
      const answer = await fetch(outbox, { headers: { Accept: "application/json" } });
      const mine = (await answer.json()).find(({ to }) => to === this.phone);
      if (mine) return mine.text.match(/\b\d{6}(\d\d)?\b/)[0];
      await setTimeout(100);
    }
    assert.fail(`no text message to ${this.phone}`);
  }

  // ---- The chat ----------------------------------------------------------------------------------------------------

  /** In a channel: writes a message and waits until it appears. */
  async say(text, seen = text) {
    await this.fill("content", text);
    const send = this.main.locator(".composer button");
    if (this.look.javaScript) await send.click();
    else await this.press(send);
    await this.message(seen).waitFor();
  }

  /** The message of the channel with this text. */
  message(text) {
    return this.main.locator(".message", { has: this.page.locator(".content", { hasText: text }) });
  }
}

/** The same URL for programs: not every version of Node tries both addresses of `localhost`. */
export function near(url) {
  return String(url).replace("//localhost:", "//127.0.0.1:");
}

/** Posts to a webhook, as a program does. */
export async function post(url, payload) {
  const answer = await fetch(near(url), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(payload),
  });
  return { status: answer.status, ...(await answer.json()) };
}

/** An external service, which answers requests to its address until `close`. */
export async function service() {
  const server = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end('<!doctype html><html lang="en"><title>Back</title><link rel="icon" href="data:,"><h1>Welcome back</h1>');
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const close = () => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  };
  return { address: `http://127.0.0.1:${server.address().port}/callback`, close };
}
