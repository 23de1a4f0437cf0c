// Everything that people do with servers, channels and their accounts, without a script: by links and forms alone.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { start } from "./portico.mjs";

const portico = await start();
after(() => portico.close());

const [founder, guest] = portico.demo.people.slice(2);

/** Presses what sends a form, and waits for the page that comes back. */
async function send(page, button) {
  await Promise.all([page.waitForNavigation(), button.click()]);
}

async function outboxCode(to) {
  const answer = await fetch(new URL("/dev/outbox", portico.demo.base_url.replace("//localhost:", "//127.0.0.1:")), {
    headers: { Accept: "application/json" },
  });
  const sent = (await answer.json()).filter((message) => message.to === to);
  return sent.map(({ text }) => text.match(/\b\d{6}\b/)?.[0]).find(Boolean);
}

const named = (scope, name) => scope.getByRole("button", { name, exact: true });

for (const width of [1280, 390]) {
  test(`a server is founded, furnished, joined, talked in and left, ${width} wide`, async (t) => {
    const page = await portico.page(t, { javaScript: false, width });
    const other = await portico.page(t, { javaScript: false, width });
    await portico.signIn(page, founder);
    await portico.signIn(other, guest);

    await page.goto("/servers");
    await page.fill('input[name="name"]', `Plain ${width}`);
    await send(page, named(page, "Create server"));
    assert.match(page.url(), /\/channels\/\d+$/);
    const channel = new URL(page.url()).pathname;
    // On a narrow screen, the places one can go to are folded away.
    const fold = page.locator(".chat-switch > summary");
    assert.equal(await fold.isVisible(), width < 700);
    if (await fold.isVisible()) await fold.click();
    await page.getByRole("link", { name: /^Settings of/ }).click();
    const settings = new URL(page.url()).pathname;

    await page.goto(`${settings}/channels`);
    await page.fill('input[name="name"]', "side");
    await send(page, named(page, "Create channel"));
    await page.getByRole("link", { name: "side", exact: true }).first().click();
    const everyone = page.locator(".grant").first();
    await everyone.getByRole("checkbox", { name: "Deny" }).nth(1).check({ force: true });
    await send(page, everyone.getByRole("button", { name: /^Save/ }));
    assert.ok(await page.locator('.grant input[name="deny"][value="send_messages"]').first().isChecked());

    await page.goto(`${settings}/roles`);
    await page.fill('input[name="name"]', "Crew");
    await page.check('input[name="mentionable"]');
    await send(page, named(page, "Create role"));
    await page.goto(`${settings}/invites`);
    await send(page, named(page, "Create invite"));
    const invite = (await page.locator("#invite-url").textContent()).trim();

    await other.goto(invite);
    await send(other, other.locator('main button[type="submit"]'));
    await page.goto(`${settings}/members`);
    await page.locator('main a[href*="/settings/members/"]', { hasText: new RegExp(guest.nickname, "i") })
      .or(page.locator(`main a[href$="/settings/members/${guest.id}"]`)).first().click();
    await page.getByRole("checkbox", { name: "Crew" }).check();
    await send(page, named(page, "Save roles"));

    await page.goto(channel);
    await page.fill('textarea[name="content"]', `**Hello** @Crew\nand @${guest.nickname}`);
    await send(page, named(page, "Send"));
    await other.goto("/inbox");
    const row = other.locator(".inbox-row").first();
    assert.equal(await row.getAttribute("data-reason"), "user");
    await send(other, row.getByRole("button", { name: /^Mark as read/ }));
    await other.goto(channel);
    assert.equal(await other.locator(".message .content strong").textContent(), "Hello");
    await other.fill('textarea[name="content"]', "Hello yourself");
    await send(other, named(other, "Send"));

    await other.goto("/servers");
    const mine = other.locator(".list-row", { hasText: `Plain ${width}` });
    await mine.locator("summary").click();
    await send(other, mine.getByRole("button", { name: `Leave Plain ${width}` }));
    assert.equal(await other.locator(".list-row", { hasText: `Plain ${width}` }).count(), 0);

    await page.goto(settings);
    await page.locator("summary", { hasText: "Delete server" }).click();
    await page.fill('input[name="confirm"]', `Plain ${width}`);
    await send(page, named(page, "Delete server"));
    await page.goto("/servers");
    assert.equal(await page.locator(".list-row", { hasText: `Plain ${width}` }).count(), 0);
  });
}

test("an account is made, verified, dressed, secured and deleted", async (t) => {
  const page = await portico.page(t, { javaScript: false, width: 390 });
  const nickname = "plain_person";
  const password = "a quiet morning by the sea";
  await page.goto("/sign-up");
  await page.fill('input[name="nickname"]', nickname);
  await page.fill('input[name="name"]', "Plain Person");
  await page.fill('input[name="password"]', password);
  await send(page, page.locator('main button[type="submit"]'));

  const phone = "+4915112345999";
  await page.goto("/settings/phone");
  await page.fill('input[name="phone"]', phone);
  await send(page, named(page, "Send code"));
  await page.fill('input[name="code"]', await outboxCode(phone));
  await send(page, named(page, "Verify phone"));
  assert.equal(await page.locator("#verified-phone").count(), 1);

  await page.goto("/settings/profile");
  await page.fill('input[name="name"]', "Plainer Person");
  await send(page, named(page, "Save profile"));
  await page.goto("/settings/security");
  await page.fill('input[name="current"]', password);
  await page.fill('input[name="password"]', `${password}, and the evening`);
  await send(page, named(page, "Change password"));

  const other = await portico.page(t, { javaScript: false, allow: [/^response 4\d\d GET/] });
  await portico.signIn(other, { nickname, password: `${password}, and the evening` });
  await page.goto("/settings/security");
  await send(page, page.getByRole("button", { name: /^Sign out (?!all)\S/ }).last());
  await other.goto("/settings/profile");
  assert.match(other.url(), /\/sign-in/);

  await page.goto("/portal/apps/new");
  await page.fill('input[name="name"]', "Plain app");
  await page.fill('textarea[name="redirect_uris"]', "https://example.org/callback");
  await send(page, page.locator('main form[action="/portal/apps"] button[type="submit"]').last());
  assert.equal(await page.locator("#client-secret").count(), 1);

  await page.goto("/settings/delete");
  await page.fill('input[name="confirm"]', nickname);
  await page.fill('input[name="password"]', `${password}, and the evening`);
  await send(page, named(page, "Delete account"));
  await page.goto("/settings/profile");
  assert.match(page.url(), /\/sign-in/);
});
