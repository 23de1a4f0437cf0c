// Every page, as each of its readers finds it: valid markup, nothing for axe to find, nothing wider than the window.
// What the pages do is tested beside this file, by what people come for.
//
// SHOTS=folder also keeps a picture of each.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { start } from "./portico.mjs";
import { assertSound } from "./validate.mjs";

const portico = await start();
after(() => portico.close());

const { people, server, channels, webhook, oauth_app: app } = portico.demo;
const [owner, member] = people;
const settings = `/servers/${server.id}/settings`;

const strangers = ["/", "/sign-in", "/sign-up", "/reset", "/docs", "/style", "/dev/outbox"];
const owners = [
  "/portal",
  "/portal/apps/new",
  `/portal/apps/${app.client_id}`,
  `/portal/apps/${app.client_id}/audit`,
  `/portal/apps/${app.client_id}/playground`,
  "/portal/webhooks/new",
  `/portal/webhooks/${webhook.app_id}`,
  `/portal/webhooks/${webhook.app_id}/playground`,
  `/portal/webhooks/${webhook.app_id}/deliveries`,
  "/settings/profile",
  "/settings/phone",
  "/settings/security",
  "/settings/security/log",
  "/settings/apps",
  "/settings/delete",
  "/confirm",
  "/servers",
  settings,
  `${settings}/channels`,
  `${settings}/channels/${channels[0].id}`,
  `${settings}/roles`,
  `${settings}/members`,
  `${settings}/invites`,
  `${settings}/audit`,
  `/channels/${channels[0].id}`,
  `/channels/${channels[2].id}`,
  "/inbox",
];
// What somebody sees who manages nothing, and has made nothing yet.
const members = ["/portal", "/portal/webhooks/new", "/servers", "/inbox", `/channels/${channels[0].id}`];
const refusals = ["/nowhere", settings, `/oauth/authorize?client_id=${app.client_id}&redirect_uri=https://evil.example/`];

const looks = [
  { theme: "light", width: 1280 },
  { theme: "dark", width: 390 },
];

if (process.env.SHOTS) {
  before(() => mkdir(process.env.SHOTS, { recursive: true }));
}

async function assertGood(page, name) {
  if (process.env.SHOTS) {
    await page.screenshot({ path: join(process.env.SHOTS, `${name.replaceAll(/\W+/g, "-")}.png`), fullPage: true });
  }
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  assert.ok(overflow <= 0, `${page.url()} is ${overflow} pixels wider than the window`);
  await assertSound(portico, page);
}

for (const look of looks) {
  const seen = `${look.theme}, ${look.width} wide`;
  const readers = [
    ["a stranger", strangers, undefined],
    ["the owner", owners, owner],
    ["a member", members, member],
  ];
  for (const [reader, paths, person] of readers) {
    test(`the pages of ${reader}, ${seen}`, async (t) => {
      const page = await portico.page(t, look);
      if (person) {
        await portico.signIn(page, person);
      }
      for (const path of paths) {
        await t.test(path, async () => {
          await page.goto(path);
          await assertGood(page, `${reader} ${path} ${seen}`);
        });
      }
    });
  }

  test(`pages that are reached by a link, ${seen}`, async (t) => {
    const page = await portico.page(t, look);
    await portico.signIn(page, owner);
    const links = [
      ["a delivery", `/portal/webhooks/${webhook.app_id}/deliveries`, 'main a[href*="/deliveries/"]'],
      ["a role", `${settings}/roles`, 'main a[href*="/settings/roles/"]'],
      ["a member", `${settings}/members`, 'main a[href*="/settings/members/"]'],
    ];
    for (const [name, from, link] of links) {
      await t.test(name, async () => {
        await page.goto(from);
        await page.goto(await page.locator(link).first().getAttribute("href"));
        await assertGood(page, `${name} ${seen}`);
      });
    }
  });

  test(`refusals, ${seen}`, async (t) => {
    const page = await portico.page(t, { ...look, allow: [/^response 40[034] GET/] });
    await portico.signIn(page, member);
    for (const path of refusals) {
      await t.test(path, async () => {
        await page.goto(path);
        await assertGood(page, `refused ${path.slice(0, 40)} ${seen}`);
      });
    }
  });
}
