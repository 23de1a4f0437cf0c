// Signing in to an external service with the chat, from the service's button to the service's greeting.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { start } from "./portico.mjs";

const portico = await start();
after(() => portico.close());

const { base_url: base, example_service_url: service, people } = portico.demo;
const [, somebody] = people;

/** From the service's page to the consent page, signing in on the way. */
async function arriveAtConsent(page, person) {
  await page.goto(service);
  await page.getByRole("link", { name: /sign in with/i }).or(page.getByRole("button", { name: /sign in with/i })).click();
  await page.waitForURL(`${base}/sign-in**`);
  await portico.signIn(page, person);
  await page.waitForURL(`${base}/oauth/authorize**`);
}

for (const javaScript of [true, false]) {
  const how = javaScript ? "with scripts" : "without scripts";

  test(`somebody signs in to the example service ${how}`, async (t) => {
    const page = await portico.page(t, { javaScript });
    await arriveAtConsent(page, somebody);
    const text = await page.textContent("main");
    for (const part of [somebody.nickname, String(somebody.id), new URL(service).hostname]) {
      assert.ok(text.includes(part), `the consent page names ${part}`);
    }
    // The page ignores clicks of its first half second, as a person would not make them.
    await page.waitForTimeout(javaScript ? 700 : 0);
    await page.locator('button[name="decision"][value="approve"]').click();
    await page.waitForURL(`${service}/**`);
    const greeting = await page.textContent("body");
    for (const part of [String(somebody.id), somebody.nickname, `${base}/avatars/user/${somebody.id}`]) {
      assert.ok(greeting.includes(part), `the service shows ${part}`);
    }
  });

  test(`cancelling leads back to the service, which learns nothing, ${how}`, async (t) => {
    const page = await portico.page(t, { javaScript, allow: [/^response 4\d\d GET/] });
    await arriveAtConsent(page, somebody);
    await page.waitForTimeout(javaScript ? 700 : 0);
    await page.locator('button[name="decision"][value="deny"]').click();
    await page.waitForURL(`${service}/**`);
    const text = await page.textContent("body");
    assert.ok(!text.includes(String(somebody.id)));
  });
}

// Shows: authorize.first-half-second
test("a click in the consent page's first half second does nothing", async (t) => {
  const page = await portico.page(t);
  await arriveAtConsent(page, somebody);
  await page.reload();
  await page.locator('button[name="decision"][value="approve"]').dispatchEvent("click");
  assert.ok(page.url().startsWith(`${base}/oauth/authorize`));
});

test("whoever is not the one signed in can change the account and comes back to the same request", async (t) => {
  const page = await portico.page(t);
  await arriveAtConsent(page, somebody);
  await page.getByRole("button", { name: /not you/i }).or(page.getByRole("link", { name: /not you/i })).click();
  await page.waitForURL(`${base}/sign-in**`);
  await portico.signIn(page, people[2]);
  await page.waitForURL(`${base}/oauth/authorize**`);
  assert.ok((await page.textContent("main")).includes(people[2].nickname));
});
