// The audit log: what an owner does is found there, by a filter that needs no script.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { start } from "./portico.mjs";

const portico = await start();
after(() => portico.close());

const { people, server, webhook } = portico.demo;
const [owner, member] = people;
const log = `/servers/${server.id}/settings/audit`;

for (const javaScript of [true, false]) {
  const how = javaScript ? "with scripts" : "without scripts";

  test(`an owner finds what they did in the log, ${how}`, async (t) => {
    const page = await portico.page(t, { javaScript, width: 390 });
    await portico.signIn(page, owner);
    const name = `Builds ${how}`;
    await page.goto(`/portal/webhooks/${webhook.app_id}`);
    await page.fill('main form input[name="name"]', name);
    await page.press('main form input[name="name"]', "Enter");
    await page.waitForLoadState();
    await page.goto(log);
    const newest = page.locator(".audit-entry").first();
    assert.match(await newest.locator(".audit-said").innerText(), new RegExp(`renamed the webhook .* to ${name}$`));

    await page.selectOption("#f-action", "role_created");
    await page.click(".audit-filter button");
    await page.waitForURL(/action=role_created/);
    const kinds = await page.locator(".audit-entry").evaluateAll((found) => found.map((entry) => entry.dataset.audit));
    assert.ok(kinds.length > 0 && kinds.every((kind) => kind === "role_created"), kinds.join());
    assert.equal(await page.inputValue("#f-action"), "role_created");

    await page.selectOption("#f-action", "member_removed");
    await page.click(".audit-filter button");
    await page.getByRole("link", { name: "Show all" }).click();
    await page.waitForURL((url) => url.pathname === log && url.search === "");
    assert.ok((await page.locator(".audit-entry").count()) > kinds.length);
  });
}

test("a member who manages nothing does not see the log", async (t) => {
  const page = await portico.page(t, { allow: [/^response 403 GET/] });
  await portico.signIn(page, member);
  await page.goto(log);
  assert.equal(await page.locator(".audit-entry").count(), 0);
});
