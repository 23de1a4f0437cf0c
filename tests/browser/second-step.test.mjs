// Two-step sign-in with an authenticator app and recovery codes, from setting it up to removing it, with scripts and without.

import assert from "node:assert/strict";
import { after } from "node:test";
import { task } from "./people.mjs";
import { start } from "./portico.mjs";
import { codeOf } from "./totp.mjs";

const portico = await start();
after(() => portico.close());

const TOTP = "/settings/security/totp";
const pathOf = (person) => new URL(person.page.url()).pathname;

task(portico, "a user protects the account with an app, signs in with both, and removes it", async (come) => {
  const ada = await come("ada", { allow: [/^response 422 POST/] });
  await ada.visit("/sign-up");
  await ada.signUp();
  await ada.menu("/settings/security");
  await ada.follow(TOTP);
  await ada.press(ada.main.locator(`form:has([value="begin"]) [type="submit"]`));
  const key = (await ada.text("#totp-key")).replaceAll(/\s/g, "");
  assert.equal(await ada.main.locator("svg.qr").count(), 1);
  const confirming = ada.main.locator('form:has([value="confirm"])');
  await confirming.locator('[name="code"]').fill("000 000");
  await ada.press(confirming.locator('[type="submit"]'));
  assert.equal(await ada.main.locator('[data-fault="code"]').count(), 1);
  const used = codeOf(key);
  await confirming.locator('[name="code"]').fill(used);
  await ada.press(confirming.locator('[type="submit"]'));
  const codes = (await ada.text("#recovery-codes")).split(/\s+/);
  assert.equal(codes.length, 10);
  assert.equal(await ada.main.locator("a[download]").count(), 1);

  // The code that set it up was used; a recovery code takes its place.
  await ada.menu("/sign-out");
  await ada.follow("/sign-in");
  await ada.signIn();
  assert.equal(pathOf(ada), "/sign-in/second");
  await ada.fill("code", used);
  await ada.press("/sign-in/second");
  assert.equal(pathOf(ada), "/sign-in/second");
  await ada.fill("code", codes[0]);
  await ada.field("trust").check();
  await ada.press("/sign-in/second");
  assert.notEqual(pathOf(ada), "/sign-in/second");

  // This browser is trusted from now on, until that is ended.
  await ada.menu("/sign-out");
  await ada.follow("/sign-in");
  await ada.signIn();
  await ada.menu("/settings/security");
  await ada.press(ada.main.locator("[data-trust-id] [type=submit]"));
  await ada.told();
  await ada.menu("/sign-out");
  await ada.follow("/sign-in");
  await ada.signIn();
  assert.equal(pathOf(ada), "/sign-in/second");
  await ada.fill("code", codes[1]);
  await ada.press("/sign-in/second");

  await ada.menu("/settings/security");
  await ada.follow(TOTP);
  await ada.confirm(TOTP);
  await ada.told();
  await ada.menu("/sign-out");
  await ada.follow("/sign-in");
  await ada.signIn();
  assert.notEqual(pathOf(ada), "/sign-in/second");
});
