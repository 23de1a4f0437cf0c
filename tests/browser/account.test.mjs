// What people do with their account, each task from the page they come to until it is done: name and picture, password and
// sessions, a forgotten password, the phone, and the end of the account.

import assert from "node:assert/strict";
import { after } from "node:test";
import { task } from "./people.mjs";
import { start } from "./portico.mjs";

const portico = await start();
after(() => portico.close());

const { base_url: base, people } = portico.demo;

/** Whether somebody is signed out: their next page asks them in. */
async function isSignedOut(person) {
  await person.visit("/settings/profile");
  return new URL(person.page.url()).pathname === "/sign-in";
}

task(portico, "somebody takes another name and a picture, and takes the picture off", async (come, { javaScript }) => {
  const ada = await come("ada");
  await ada.visit("/sign-up");
  await ada.signUp();
  await ada.menu("Profile");
  const nickname = `${ada.nickname}.lovelace`;
  await ada.fill("Nickname", nickname);
  await ada.fill("Display name", "Countess");
  const buffer = await ada.page.screenshot({ clip: { x: 0, y: 0, width: 80, height: 60 } });
  await ada.field(/^Picture/).setInputFiles({ name: "me.png", mimeType: "image/png", buffer });
  if (javaScript) await ada.main.locator("canvas.avatar").waitFor();
  await ada.press("Save profile");
  await ada.told("Your profile is saved.");
  const picture = ada.main.getByRole("img", { name: "Your picture" });
  const shown = await picture.getAttribute("src");
  assert.equal((await ada.page.request.get(shown)).headers()["content-type"], "image/png");
  assert.equal(await ada.page.locator(".menu-who").textContent(), `Countess@${nickname}`);
  await ada.main.getByRole("checkbox", { name: "Remove my picture" }).check();
  await ada.press("Save profile");
  assert.notEqual(await picture.getAttribute("src"), shown);
  assert.equal(await ada.main.getByRole("checkbox").count(), 0);
});

task(portico, "somebody changes the password, ends sessions elsewhere, and finds it all in the log", async (come) => {
  const ada = await come("ada");
  const elsewhere = await come(ada, { allow: [/^response 422 POST/] });
  await ada.visit("/sign-up");
  await ada.signUp();
  await elsewhere.visit("/sign-in");
  await elsewhere.signIn();

  await ada.menu("Security");
  await ada.fill("Current password", ada.password);
  const password = `${ada.password}, and the evening`;
  await ada.fill("New password", password);
  await ada.press("Change password");
  await ada.told("every other browser is signed out");
  assert.ok(await isSignedOut(elsewhere));
  await elsewhere.signIn();
  assert.match(await elsewhere.text('[data-fault="form"]'), /don’t belong together/);
  elsewhere.password = password;
  await elsewhere.signIn();

  await ada.menu("Security");
  const sessions = ada.main.locator("[data-session-id]");
  assert.equal(await sessions.count(), 2);
  await ada.press(sessions.getByRole("button", { name: /^Sign out / }));
  await ada.told("That browser is signed out.");
  assert.ok(await isSignedOut(elsewhere));
  await elsewhere.signIn();
  await ada.menu("Security");
  await ada.press("Sign out all others");
  await ada.told("Every other browser is signed out.");
  assert.ok(await isSignedOut(elsewhere));

  await ada.follow("Show all");
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

task(portico, "somebody verifies a phone, and removes it", async (come) => {
  const ada = await come("ada");
  await ada.visit("/sign-up");
  await ada.signUp();
  await ada.menu(/^Phone/);
  await ada.fill("Phone number", ada.phone);
  await ada.press("Send code");
  await ada.fill("Six-digit code", await ada.code());
  await ada.press("Verify phone");
  assert.match(await ada.text("#verified-phone"), new RegExp(`${ada.phone.slice(-2)}$`));
  await ada.menu("Sign out");
  await ada.follow("Sign in");
  await ada.signIn(ada.phone);
  await ada.menu("Phone");
  await ada.confirm("Remove number");
  await ada.told("Your number is removed.");
  assert.equal(await ada.main.locator("#verified-phone").count(), 0);
});

task(portico, "somebody forgot the password, sets another one, and deletes the account", async (come, { turn }) => {
  const place = 5 + turn;
  const person = await come({ ...people[place], phone: `+49151123456${10 + place}` }, { allow: [/^response 422 POST/] });
  await person.visit("/");
  await person.follow("Sign in");
  await person.follow("Forgot your password?");
  await person.fill("Nickname or phone", person.nickname);
  await person.press("Send code");
  person.password = "three boats and a lantern";
  await person.fill("Six-digit code", await person.code());
  await person.fill("New password", person.password);
  await person.press("Set password");
  await person.told("Your new password is set");
  await person.signIn(person.phone);
  assert.equal(person.page.url(), `${base}/portal`);

  await person.menu("Profile");
  await person.follow("Delete account");
  await person.fill("Your nickname", person.nickname);
  await person.fill("Password", person.password);
  await person.press("Delete account");
  await person.told("Your account is deleted.");
  await person.follow("Sign in");
  await person.signIn();
  assert.match(await person.text('[data-fault="form"]'), /don’t belong together/);
});
