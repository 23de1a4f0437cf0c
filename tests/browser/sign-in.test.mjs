// Sign-in to an external service, from its button to its greeting, and revoking it.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { service, task } from "./people.mjs";
import { leads, start } from "./portico.mjs";

const portico = await start();
const other = await service();
after(() => Promise.all([portico.close(), other.close()]));

const { base_url: base, example_service_url: example, people } = portico.demo;
const [owner, ...others] = people;

/** From the service to Portico. */
async function arrive(person) {
  await person.page.goto(example);
  await person.follow("/sign-in");
}

/** Checks the consent page, and decides once the page accepts clicks. */
async function decide(person, decision) {
  assert.equal(new URL(person.page.url()).pathname, "/oauth/authorize");
  const page = await person.main.innerText();
  const parts = ["Sunday Rides", `@${person.nickname}`, "Read or send messages", new URL(example).hostname];
  if (person.id) parts.push(String(person.id));
  for (const part of parts) assert.ok(page.includes(part), `the page names ${part}`);
  await person.press(person.main.locator(`[name="decision"][value="${decision}"]:not([data-guarded])`));
  assert.equal(new URL(person.page.url()).origin, example);
}

/** The identity that the service received. */
const known = (person) =>
  person.page.locator("[data-field]").evaluateAll((all) =>
    Object.fromEntries(all.map((one) => [one.dataset.field, one.textContent])),
  );

task(portico, "a user comes from a service, signs up, authorizes it, and revokes it", async (come) => {
  const guest = await come("guest");
  await arrive(guest);
  await guest.follow("/sign-up");
  await guest.signUp();
  await decide(guest, "approve");
  const { chat_user_id: id, avatar_url: picture, ...names } = await known(guest);
  assert.deepEqual(names, { nickname: guest.nickname, name: guest.name });
  assert.ok(picture.startsWith(`${base}/avatars/user/${id}`), picture);
  await guest.follow(`${base}/settings/apps`);
  await guest.press("/revoke");
  await guest.told();
  assert.equal(await guest.main.locator("[data-app-id]").count(), 0);
});

task(portico, "a user switches accounts on the consent page, cancels, and signs in again", async (come, { turn }) => {
  const [first, second] = [others[turn], others[turn + 4]];
  const page = await come(first);
  await arrive(page);
  await page.signIn();
  assert.match(await page.text(".consent-who"), new RegExp(`@${first.nickname.replace(".", "\\.")}\\b`));
  await page.press("/sign-out");
  Object.assign(page, second);
  await page.signIn();
  await decide(page, "deny");
  const answer = await page.page.locator("body").innerText();
  assert.match(answer, /You cancelled/);
  assert.ok(!answer.includes(second.nickname));
  // A user who is already signed in sees the consent page at once.
  await arrive(page);
  await decide(page, "approve");
  assert.equal((await known(page)).chat_user_id, String(second.id));
});

task(portico, "two tabs sign in to a service at the same time", async (come, { turn }) => {
  const first = await come(others[turn]);
  await arrive(first);
  const consent = first.page.url();
  await first.page.goto("about:blank");
  const second = await first.page.context().newPage();
  await second.goto(example);
  await leads(second, () => second.click('main a[href="/sign-in"]'));
  await second.close();
  await first.page.bringToFront();
  // The earlier tab goes on, after the later one began.
  await first.page.goto(consent);
  await first.signIn();
  await decide(first, "approve");
  assert.equal((await known(first)).chat_user_id, String(first.id));
});

task(portico, "a user revokes all the services they signed in to", async (come, { turn }) => {
  const mira = await come(owner);
  await mira.visit("/portal/apps/new");
  await mira.signIn();
  await mira.fill("name", `Tide tables ${turn}`);
  await mira.fill("redirect_uris", other.address);
  await mira.press("/portal/apps");
  await mira.follow(mira.main.locator('.tabs a[href$="/setup"]'));
  const link = await mira.text("#authorize-url");

  const guest = await come("guest");
  await guest.visit(link);
  await guest.follow("/sign-up");
  await guest.signUp();
  await guest.press(guest.main.locator('[value="approve"]:not([data-guarded])'));
  assert.equal(await guest.page.getByRole("heading").innerText(), "Welcome back");
  await arrive(guest);
  await decide(guest, "approve");
  await guest.visit("/");
  await guest.menu("/settings/apps");
  assert.equal(await guest.main.locator("[data-app-id]").count(), 2);
  await guest.confirm("/revoke-all");
  await guest.told("2");
  assert.equal(await guest.main.locator("[data-app-id]").count(), 0);
});

/** On the consent page, with scripts. */
async function asked(t, look) {
  const page = await portico.page(t, look);
  await page.goto(`${example}/sign-in`);
  await portico.signIn(page, others[0]);
  return page;
}

// Shows: authorize.first-half-second
test("a click in the consent page's first half second does nothing", async (t) => {
  const page = await asked(t);
  // From here on, time passes when the test says so.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.reload();
  const sent = [];
  page.on("request", (request) => { if (request.method() === "POST") sent.push(request.url()); });
  const approve = page.locator('button[name="decision"][value="approve"]');
  await approve.dispatchEvent("click");
  await page.clock.runFor(499);
  await approve.dispatchEvent("click");
  // Had it counted, it would have been sent by the time the next one counts.
  await page.clock.runFor(1);
  await approve.and(page.locator(":not([data-guarded])")).waitFor();
  assert.deepEqual(sent, []);
  assert.ok(page.url().startsWith(`${base}/oauth/authorize`));
});


for (const [width, height] of [[1280, 800], [390, 844]]) {
  for (const javaScript of [true, false]) {
    test(`the decision is in view at ${width} by ${height} ${javaScript ? "with" : "without"} scripts, and nothing leads away from it`, async (t) => {
      const page = await asked(t, { width, height, javaScript });
      const box = (value) => page.locator(`[name="decision"][value="${value}"]`).boundingBox();
      const [deny, approve] = [await box("deny"), await box("approve")];
      for (const { y, height: tall } of [deny, approve]) assert.ok(y > 0 && y + tall <= height, `${y} to ${y + tall}`);
      assert.deepEqual([approve.width, approve.height], [deny.width, deny.height]);
      const { y } = await page.locator(".consent-return").boundingBox();
      assert.ok(y < approve.y && y > 0);
      assert.match(await page.locator(".consent-return").innerText(), /127\.0\.0\.1/);
      assert.equal(await page.locator("header.top a, header.top nav, header.top summary").count(), 0);
    });
  }
}

test("Cancel works at once, and the guarded button does not look disabled", async (t) => {
  const page = await asked(t);
  await page.reload();
  const approve = page.locator('[name="decision"][value="approve"]');
  assert.equal(await approve.evaluate((button) => getComputedStyle(button).opacity), "1");
  await page.locator('[name="decision"][value="deny"]').click();
  await page.waitForURL((url) => url.origin === example);
});

test("a form whose button is clicked twice is sent once, and can be sent again after Back", async (t) => {
  const page = await portico.page(t);
  await page.goto("/sign-up");
  await page.fill('[name="nickname"]', "clicks.twice");
  await page.fill('[name="name"]', "Clicks Twice");
  await page.fill('[name="password"]', "three boats and a lantern");
  let sent = 0;
  let release;
  const clicked = new Promise((resolve) => { release = resolve; });
  await page.route("**/sign-up", async (route) => {
    if (route.request().method() === "POST") {
      sent += 1;
      await clicked;
    }
    await route.continue();
  });
  const { x, y, width, height } = await page.locator('form[action="/sign-up"] [type="submit"]').boundingBox();
  // Unlike those of a locator, these clicks wait for no navigation.
  const click = () => page.mouse.click(x + width / 2, y + height / 2);
  const first = page.waitForRequest((request) => request.method() === "POST");
  await click();
  await first;
  await leads(page, async () => {
    await click();
    release();
  });
  assert.equal(new URL(page.url()).pathname, "/portal");
  assert.equal(sent, 1);

  await page.goto("/servers");
  for (const name of ["First of them", "Second of them"]) {
    await page.fill('main [name="name"]', name);
    await leads(page, () => page.locator('form[action="/servers"] [type="submit"]').click());
    assert.match(new URL(page.url()).pathname, /^\/channels\//);
    await page.goBack();
  }
});
