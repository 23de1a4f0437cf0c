// Passkeys in Chromium, with its virtual authenticators: adding one, signing in with one, and what is refused.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { near } from "./people.mjs";
import { leads, start } from "./portico.mjs";

const portico = await start();
after(() => portico.close());

const { base_url: base } = portico.demo;
const PASSKEYS = "/settings/security/passkeys";
const PASSWORD = "a quiet morning by the sea";

let newcomers = 0;

/** A page of a new user, signed in; and the driver of its authenticators. */
async function arrive(t, options) {
  const page = await portico.page(t, options);
  newcomers += 1;
  const nickname = `kim_${newcomers}`;
  await page.goto("/sign-up");
  for (const [name, text] of Object.entries({ nickname, name: `Kim ${newcomers}`, password: PASSWORD })) {
    await page.fill(`main [name="${name}"]`, text);
  }
  await leads(page, () => page.click('form[action="/sign-up"] [type="submit"]'));
  return { page, nickname, driver: await drive(page) };
}

async function drive(page) {
  const driver = await page.context().newCDPSession(page);
  await driver.send("WebAuthn.enable", { enableUI: false });
  return driver;
}

/** Plugs an authenticator in; by default a security key that can keep a passkey and checks who uses it. */
async function plugIn(driver, options = {}) {
  const { authenticatorId } = await driver.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2", transport: "usb", hasResidentKey: true, hasUserVerification: true, isUserVerified: true,
      automaticPresenceSimulation: true, ...options,
    },
  });
  return authenticatorId;
}

const pathOf = (page) => new URL(page.url()).pathname;
const passkeyButton = (page) => page.locator("[data-passkey]");

async function addPasskey(page, name) {
  await page.goto(PASSKEYS);
  await page.fill('main form:has([data-passkey]) [name="name"]', name);
  await leads(page, () => passkeyButton(page).click());
}

async function signOut(page) {
  await leads(page, () => page.evaluate(() => document.querySelector('form[action="/sign-out"]').requestSubmit()));
}

/** Whose account the page's browser is signed in to. */
async function whoIsIn(page) {
  await page.goto("/settings/profile");
  return pathOf(page) === "/sign-in" ? undefined : page.inputValue('main [name="nickname"]');
}

async function enterPassword(page, nickname) {
  await page.goto("/sign-in");
  await page.fill('main [name="login"]', nickname);
  await page.fill('main [name="password"]', PASSWORD);
  await leads(page, () => page.press('main [name="password"]', "Enter"));
}

test("a passkey is added, and signs in without the nickname", async (t) => {
  const { page, nickname, driver } = await arrive(t);
  const authenticatorId = await plugIn(driver);
  await addPasskey(page, "Blue key");
  assert.equal(pathOf(page), "/settings/security/recovery-codes");
  assert.equal((await page.textContent("#recovery-codes")).trim().split(/\s+/).length, 10);
  const { credentials } = await driver.send("WebAuthn.getCredentials", { authenticatorId });
  assert.deepEqual(credentials.map(({ isResidentCredential, rpId }) => [isResidentCredential, rpId]), [[true, "localhost"]]);
  await page.goto(PASSKEYS);
  const row = page.locator("[data-passkey-id]");
  assert.match(await row.textContent(), /Blue key/);
  assert.doesNotMatch(await row.textContent(), /Second step only/);
  await signOut(page);
  await page.goto("/sign-in?next=/inbox");
  await leads(page, () => passkeyButton(page).click());
  assert.equal(pathOf(page), "/inbox");
  assert.equal(await whoIsIn(page), nickname);
});

test("after a wrong password, a passkey still signs in", async (t) => {
  const { page, nickname, driver } = await arrive(t, { allow: [/^response 422 POST/] });
  await plugIn(driver);
  await addPasskey(page, "Key");
  await signOut(page);
  await page.goto("/sign-in");
  await page.fill('main [name="login"]', nickname);
  await page.fill('main [name="password"]', "not the password");
  await leads(page, () => page.press('main [name="password"]', "Enter"));
  assert.equal(await page.locator('[data-fault="form"]').count(), 1);
  await leads(page, () => passkeyButton(page).click());
  assert.equal(await whoIsIn(page), nickname);
});

test("the same authenticator keeps no second passkey of an account", async (t) => {
  const { page, driver } = await arrive(t);
  await plugIn(driver);
  await addPasskey(page, "Key");
  await page.goto(PASSKEYS);
  await passkeyButton(page).click();
  await page.locator("[data-passkey-said]", { hasText: "already has a passkey" }).waitFor();
});

test("a security key without room for passkeys is the second step after the password", async (t) => {
  const { page, nickname, driver } = await arrive(t);
  await plugIn(driver, { hasResidentKey: false });
  await addPasskey(page, "Old key");
  await page.goto(PASSKEYS);
  assert.match(await page.locator("[data-passkey-id]").textContent(), /Second step only/);
  await signOut(page);
  await enterPassword(page, nickname);
  assert.equal(pathOf(page), "/sign-in/second");
  assert.equal(await page.locator("header.top details.menu").count(), 0);
  await leads(page, () => passkeyButton(page).click());
  assert.equal(await whoIsIn(page), nickname);
  // Alone it is not found.
  await signOut(page);
  await page.goto("/sign-in");
  await passkeyButton(page).click();
  await page.locator("[data-passkey-said]", { hasText: "No passkey was used" }).waitFor();
});

test("without user verification no passkey is made, and none signs in", async (t) => {
  const { page, driver } = await arrive(t);
  const authenticatorId = await plugIn(driver, { isUserVerified: false });
  await page.goto(PASSKEYS);
  await passkeyButton(page).click();
  await page.locator("[data-passkey-said]", { hasText: "No passkey was used" }).waitFor();
  assert.equal(await page.locator("[data-passkey-id]").count(), 0);
  await driver.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
  await addPasskey(page, "Key");
  await signOut(page);
  await driver.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await page.goto("/sign-in");
  await passkeyButton(page).click();
  await page.locator("[data-passkey-said]", { hasText: "No passkey was used" }).waitFor();
  assert.equal(await whoIsIn(page), undefined);
});

test("the field of the nickname offers the passkeys of the device", async (t) => {
  const { page, nickname, driver } = await arrive(t);
  await plugIn(driver, { transport: "internal" });
  await addPasskey(page, "Laptop");
  await signOut(page);
  // The simulated user chooses the only passkey as soon as the field offers it, perhaps before the page has loaded.
  await page.goto("/sign-in?next=/inbox", { waitUntil: "commit" });
  await page.waitForURL(({ pathname }) => pathname === "/inbox");
  assert.equal(await whoIsIn(page), nickname);
});

test("a passkey takes the place of the password, and of the second step", async (t) => {
  const { page, nickname, driver } = await arrive(t);
  await plugIn(driver);
  await addPasskey(page, "Key");
  const hour = "second_at = second_at - 3600000, authenticated_at = authenticated_at - 3600000";
  await portico.meddle(`UPDATE sessions SET ${hour} WHERE user_id = (SELECT id FROM users WHERE nickname = '${nickname}')`);
  await page.goto(PASSKEYS);
  assert.equal(await passkeyButton(page).count(), 0);
  await leads(page, () => page.locator('form:has([value="begin"]) [type="submit"]').click());
  assert.equal(pathOf(page), "/confirm");
  await leads(page, () => passkeyButton(page).click());
  assert.equal(pathOf(page), PASSKEYS);
  assert.equal(await passkeyButton(page).count(), 1);
});

test("a copy of a passkey is refused, and told in the log", async (t) => {
  const { page, nickname, driver } = await arrive(t, { allow: [/^response 422 POST/] });
  const authenticatorId = await plugIn(driver);
  await addPasskey(page, "Key");
  const { credentials: [copied] } = await driver.send("WebAuthn.getCredentials", { authenticatorId });
  for (let time = 0; time < 2; time += 1) {
    await signOut(page);
    await page.goto("/sign-in");
    await leads(page, () => passkeyButton(page).click());
  }
  assert.equal(await whoIsIn(page), nickname);
  await signOut(page);
  await driver.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
  const other = await plugIn(driver);
  await driver.send("WebAuthn.addCredential", { authenticatorId: other, credential: { ...copied, signCount: 1 } });
  await page.goto("/sign-in");
  await leads(page, () => passkeyButton(page).click());
  assert.match(await page.textContent('[data-fault="form"]'), /a copy of it/);
  assert.equal(await whoIsIn(page), undefined);
});

test("an answer that was sent once signs in once", async (t) => {
  const { page, driver } = await arrive(t);
  await plugIn(driver);
  await addPasskey(page, "Key");
  await signOut(page);
  await page.goto("/sign-in");
  const sent = page.waitForRequest((request) => request.url().endsWith("/sign-in/passkey"));
  await leads(page, () => passkeyButton(page).click());
  const body = (await sent).postData();
  const again = await fetch(near(`${base}/sign-in/passkey`), {
    method: "POST", body, redirect: "manual", headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: base },
  });
  assert.equal(again.status, 422);
  assert.match(await again.text(), /sent twice/);
});

test("another address of the same machine gets no passkey", async (t) => {
  const { page, driver } = await arrive(t);
  await plugIn(driver);
  await addPasskey(page, "Key");
  await signOut(page);
  await page.goto(near(`${base}/sign-in`));
  await passkeyButton(page).click();
  await page.locator("[data-passkey-said]", { hasText: "no passkeys at this address" }).waitFor();
});

test("a refused name of a passkey is shown with its fault where it was typed", async (t) => {
  for (const javaScript of [true, false]) {
    const { page, driver } = await arrive(t, { allow: [/^response 422 POST/] });
    await plugIn(driver);
    await addPasskey(page, "Key");
    const plain = javaScript ? page : await portico.page(t, { javaScript, allow: [/^response 422 POST/] });
    if (!javaScript) await plain.context().addCookies(await page.context().cookies());
    await plain.goto(PASSKEYS);
    await plain.locator("[data-passkey-id] summary", { hasText: "Rename" }).click();
    const renaming = plain.locator('form:has([value="rename"]):visible');
    // A name of spaces is none.
    await renaming.locator('[name="name"]').fill("\u2003");
    await leads(plain, () => renaming.locator('[type="submit"]').click());
    await renaming.locator('[data-fault="name"]').waitFor();
    assert.equal(await renaming.locator('[name="name"]').inputValue(), "\u2003");
    assert.equal(await plain.locator('main [data-fault]').count(), 1);
    await renaming.getByRole("link", { name: "Cancel" }).click();
    await renaming.waitFor({ state: "hidden" });
    assert.match(await plain.locator("[data-passkey-id] .list-title").textContent(), /^Key/);
  }
});

test("a passkey is renamed and removed", async (t) => {
  const { page, nickname, driver } = await arrive(t);
  await plugIn(driver);
  await addPasskey(page, "Key");
  await page.goto(PASSKEYS);
  await page.locator("[data-passkey-id] summary", { hasText: "Rename" }).click();
  const renaming = page.locator('form:has([value="rename"]):visible');
  await renaming.locator('[name="name"]').fill("Grey key");
  await leads(page, () => renaming.locator('[type="submit"]').click());
  assert.match(await page.locator("[data-passkey-id]").textContent(), /Grey key/);
  await page.locator("[data-passkey-id] summary", { hasText: "Remove" }).click();
  const removing = page.locator('form:has([value="remove"]):visible');
  await leads(page, () => removing.locator('[type="submit"]').click());
  assert.equal(await page.locator("[data-passkey-id]").count(), 0);
  await signOut(page);
  await enterPassword(page, nickname);
  assert.notEqual(pathOf(page), "/sign-in/second");
});
