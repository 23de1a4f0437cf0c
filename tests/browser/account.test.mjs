// What users do with their account, each task from the first page to the end: name and picture, password and
// sessions, a forgotten password, the phone, and the end of the account.

import assert from "node:assert/strict";
import { after } from "node:test";
import { task } from "./people.mjs";
import { start } from "./portico.mjs";

const portico = await start();
after(() => portico.close());

const { base_url: base, people } = portico.demo;

/** Whether a user is signed out: their next page is the sign-in. */
async function isSignedOut(person) {
  await person.visit("/settings/profile");
  return new URL(person.page.url()).pathname === "/sign-in";
}

task(portico, "a user changes their name, adds a picture, and removes it", async (come, { javaScript }) => {
  const ada = await come("ada");
  await ada.visit("/sign-up");
  await ada.signUp();
  await ada.menu("/settings/profile");
  const nickname = `${ada.nickname}.lovelace`;
  await ada.fill("nickname", nickname);
  await ada.fill("name", "Countess");
  const buffer = await ada.page.screenshot({ clip: { x: 0, y: 0, width: 80, height: 60 } });
  await ada.field("avatar").setInputFiles({ name: "me.png", mimeType: "image/png", buffer });
  if (javaScript) await ada.main.locator("canvas.avatar").waitFor();
  await ada.press("/settings/profile");
  await ada.told();
  const picture = ada.main.locator("img.avatar");
  const shown = await picture.getAttribute("src");
  assert.equal((await ada.page.request.get(shown)).headers()["content-type"], "image/png");
  assert.equal(await ada.page.locator(".menu-who").textContent(), `Countess@${nickname}`);
  await ada.field("remove_avatar").check();
  await ada.press("/settings/profile");
  assert.notEqual(await picture.getAttribute("src"), shown);
  assert.equal(await ada.field("remove_avatar").count(), 0);
});

task(portico, "a user changes the password, ends sessions elsewhere, and finds it all in the log", async (come) => {
  const ada = await come("ada");
  // Its page may notice that the session has ended before it is left.
  const elsewhere = await come(ada, { allow: [/^response 422 POST/, /^console EventSource's response has a MIME type/] });
  await ada.visit("/sign-up");
  await ada.signUp();
  await elsewhere.visit("/sign-in");
  await elsewhere.signIn();

  await ada.menu("/settings/security");
  await ada.fill("current", ada.password);
  const password = `${ada.password}, and the evening`;
  await ada.fill("password", password);
  await ada.press("/settings/password");
  await ada.told();
  assert.ok(await isSignedOut(elsewhere));
  await elsewhere.signIn();
  assert.equal(await elsewhere.main.locator('[data-fault="form"]').count(), 1);
  elsewhere.password = password;
  await elsewhere.signIn();

  await ada.menu("/settings/security");
  const sessions = ada.main.locator("[data-session-id]");
  assert.equal(await sessions.count(), 2);
  await ada.press(sessions.getByRole("button"));
  await ada.told();
  assert.ok(await isSignedOut(elsewhere));
  await elsewhere.signIn();
  await ada.menu("/settings/security");
  await ada.press("/settings/sessions/end");
  await ada.told();
  assert.ok(await isSignedOut(elsewhere));

  await ada.follow("/settings/security/log");
  const events = await ada.main.locator("[data-event]").evaluateAll((rows) => rows.map((row) => row.dataset.event));
  assert.deepEqual(events, [
    "others_ended",
    "signed_in",
    "session_ended",
    "signed_in",
    "sign_in_failed",
    "password_changed",
    "signed_in",
    "signed_in",
  ]);
});

task(portico, "a user verifies a phone, and removes it", async (come) => {
  const ada = await come("ada");
  await ada.visit("/sign-up");
  await ada.signUp();
  await ada.menu("/settings/phone");
  await ada.fill("phone", ada.phone);
  await ada.press("/settings/phone");
  await ada.fill("code", await ada.code());
  await ada.press("/settings/phone/verify");
  assert.match(await ada.text("#verified-phone"), new RegExp(`${ada.phone.slice(-2)}$`));
  await ada.menu("/sign-out");
  await ada.follow("/sign-in");
  await ada.signIn(ada.phone);
  await ada.menu("/settings/phone");
  await ada.confirm("/settings/phone/remove");
  await ada.told();
  assert.equal(await ada.main.locator("#verified-phone").count(), 0);
});

task(portico, "a user forgot the password, sets another one, and deletes the account", async (come, { turn }) => {
  const place = 5 + turn;
  const person = await come({ ...people[place], phone: `+49151123456${10 + place}` }, { allow: [/^response 422 POST/] });
  await person.visit("/");
  await person.follow("/sign-in");
  await person.follow("/reset");
  await person.fill("login", person.nickname);
  await person.press("/reset");
  person.password = "three boats and a lantern";
  await person.fill("code", await person.code());
  await person.fill("password", person.password);
  await person.press("/reset/code");
  await person.told();
  await person.signIn(person.phone);
  // People who build nothing come to the chat.
  assert.match(new URL(person.page.url()).pathname, /^\/(portal|channels\/\d+)$/);

  await person.menu("/settings/profile");
  await person.follow("/settings/delete");
  await person.fill("confirm", person.nickname);
  await person.fill("password", person.password);
  await person.press("/settings/delete");
  await person.told();
  await person.follow("/sign-in");
  await person.signIn();
  assert.equal(await person.main.locator('[data-fault="form"]').count(), 1);
});
