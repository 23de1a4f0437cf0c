// A newcomer's first steps, counted: to a mention that fired, and to a first sign-in.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { leads, possible, start } from "./portico.mjs";

const portico = await start();
after(() => portico.close());

let newcomers = 0;

/** A newcomer whose clicks and fields are counted. */
class Newcomer {
  clicks = 0;
  fields = 0;

  constructor(page) {
    this.page = page;
    this.main = page.locator("main");
    newcomers += 1;
    this.nickname = `first_${newcomers}`;
    this.phone = `+49151123478${String(newcomers).padStart(2, "0")}`;
  }

  async click(target) {
    this.clicks += 1;
    await leads(this.page, () => target.click());
  }

  async fill(name, text) {
    this.fields += 1;
    await this.main.locator(`[name="${name}"]:not([type="hidden"])`).fill(text);
  }

  /** Creates an account, from the start page or from the address that `portico` prints. */
  async signUp(from) {
    await this.page.goto(from);
    if (from === "/") await this.click(this.main.locator('a[href="/sign-up"]'));
    await this.fill("nickname", this.nickname);
    await this.fill("name", "First Steps");
    await this.fill("password", "a quiet morning by the sea");
    await this.click(this.main.locator('form[action="/sign-up"] [type="submit"]'));
  }

  /** The first steps, if they are shown: how far each product is, and the one next step. */
  async steps() {
    await this.page.goto("/portal");
    return this.main.locator("#checklist .nums").allInnerTexts();
  }

  next() {
    return this.main.locator("#checklist .button-primary");
  }
}

for (const look of possible([{ javaScript: true, width: 1280 }, { javaScript: false, width: 390 }])) {
  const how = `${look.javaScript ? "with" : "without"} scripts, ${look.width} wide`;

  test(`from nothing to a mention that fired in at most 9 clicks and 5 fields, ${how}`, async (t) => {
    const newcomer = new Newcomer(await portico.page(t, look));
    await newcomer.signUp("/");
    await newcomer.click(newcomer.next());
    await newcomer.fill("name", "Friday builders");
    await newcomer.click(newcomer.main.locator('form[action="/servers"] [type="submit"]'));
    await newcomer.click(newcomer.main.locator('.empty a[href^="/portal/webhooks/new"]'));
    await newcomer.fill("name", "Builds");
    await newcomer.click(newcomer.main.locator('form[action="/portal/webhooks"] [type="submit"]'));
    await newcomer.click(newcomer.main.locator('form[action$="/test"] [type="submit"]'));
    assert.ok(newcomer.clicks <= 9, `${newcomer.clicks} clicks`);
    assert.ok(newcomer.fields <= 5, `${newcomer.fields} fields`);
    await newcomer.page.goto("/inbox");
    assert.equal(await newcomer.main.locator('[data-reason="user"]').count(), 1);
    assert.deepEqual(await newcomer.steps(), ["0 of 3"]);
  });

  test(`from nothing to a first sign-in in at most 6 clicks, ${how}`, async (t) => {
    const newcomer = new Newcomer(await portico.page(t, look));
    await newcomer.signUp("/sign-up");
    assert.deepEqual(await newcomer.steps(), ["0 of 3", "0 of 3"]);
    await newcomer.fill("phone", newcomer.phone);
    await newcomer.click(newcomer.main.locator('#checklist form[action="/settings/phone"] [type="submit"]'));
    // The code is shown beside its field.
    const [code] = (await newcomer.main.locator("#outbox-text").innerText()).match(/\b\d{6}\b/);
    await newcomer.fill("code", code);
    await newcomer.click(newcomer.main.locator('form[action="/settings/phone/verify"] [type="submit"]'));
    await newcomer.fill("name", "Tide board");
    await newcomer.fill("redirect_uris", "https://tides.example.org/callback");
    await newcomer.click(newcomer.main.locator('form[action="/portal/apps"] [type="submit"]'));
    // In a new tab, so that the secret stays where it is shown.
    const [tab] = await Promise.all([
      newcomer.page.context().waitForEvent("page"),
      newcomer.main.locator("#try-now [type=submit]").click(),
    ]);
    assert.notEqual(await newcomer.main.locator("#client-secret").innerText(), "");
    newcomer.clicks += 1;
    newcomer.page = tab;
    newcomer.main = tab.locator("main");
    await tab.waitForLoadState();
    await newcomer.click(newcomer.main.locator('[name="decision"][value="approve"]:not([data-guarded])'));
    assert.match(await newcomer.main.locator("#who").innerText(), new RegExp(newcomer.nickname));
    assert.ok(newcomer.clicks <= 6, `${newcomer.clicks} clicks`);
    assert.deepEqual(await newcomer.steps(), ["0 of 3"]);
  });
}
