// What operators do in the console in a browser: they become the first admin, see what needs attention and decide it, let people in and
// shut them out, give the instance a face, and find what they look for.

import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { after } from "node:test";
import { task } from "./people.mjs";
import { start } from "./portico.mjs";

const portico = await start();
after(() => portico.close());

const { base_url: base, people, oauth_app: app, server, webhook } = portico.demo;
const [admin, developer, , ...reporters] = people;
await portico.operate("user", "admin", admin.nickname);

let last = Promise.resolve();

/** Does something that concerns the whole instance, while the other look waits. */
function alone(act) {
  const done = last.then(act);
  last = done.catch(() => {});
  return done;
}

/** The admin of the demo, signed in at a page of the console. */
async function operator(come, path) {
  const mira = await come(admin, { allow: [/^response 422 POST/] });
  await mira.visit(path);
  await mira.signIn();
  assert.equal(new URL(mira.page.url()).pathname, path);
  return mira;
}

/** Looks for something on a page of the console that lists it. */
async function find(person, path, words) {
  await person.visit(path);
  await person.fill("q", words);
  await person.press(person.main.locator('form[role="search"] [type="submit"]'));
}

/** The newest entry of the audit log of an act against something, or done with it. */
async function logged(person, act, words) {
  await person.visit("/admin/audit");
  return person.main.locator(`[data-act="${act}"]`, { hasText: words }).first();
}

task(portico, "a person who is signed in becomes the first admin by the link of the first start", async (come) => {
  await alone(async () => {
    const secret = randomBytes(32).toString("base64url");
    const hash = createHash("sha256").update(secret).digest("hex");
    await portico.meddle(`INSERT INTO instance_settings (name, value, changed_at) VALUES ('first_admin', '${hash}', ${Date.now()})`);
    const ada = await come("ada", { allow: [/^response 404 GET \S+\/admin$/] });
    await ada.visit("/sign-up");
    await ada.signUp();
    await ada.visit("/admin");
    assert.equal(portico.status(ada.page), 404);

    await ada.visit(`/sign-up?admin=${secret}`);
    assert.ok((await ada.main.innerText()).includes(`@${ada.nickname}`));
    assert.equal(await ada.field("nickname").count(), 0);
    // It is a while ago that they signed in.
    const whose = `(SELECT id FROM users WHERE nickname = '${ada.nickname}')`;
    await portico.meddle(`UPDATE sessions SET authenticated_at = authenticated_at - 3600000 WHERE user_id = ${whose}`);
    await ada.press("/sign-up/admin");
    await ada.fill("password", ada.password);
    await ada.press("/confirm");
    await ada.told();
    assert.equal(new URL(ada.page.url()).pathname, "/admin");
    const open = ada.main.locator('#checklist [data-done="false"]');
    const steps = await open.evaluateAll((all) => all.map((one) => one.dataset.step));
    assert.deepEqual(steps, ["sign-up", "backup", "branding"]);
    assert.ok(await open.first().isVisible());
    assert.equal(await ada.main.locator('#checklist [data-step="texts"]').getAttribute("data-done"), "true");
    await ada.follow(ada.main.locator('#checklist a[href="/admin/branding"]'));

    // The link works once; to an admin it is one to the console.
    await ada.visit(`/sign-up?admin=${secret}`);
    assert.equal(new URL(ada.page.url()).pathname, "/admin");
    const bea = await come("bea", { allow: [/^response 422 GET \S+\/sign-up\?admin=/] });
    await bea.visit("/sign-up");
    await bea.signUp();
    await bea.visit(`/sign-up?admin=${secret}`);
    assert.equal(await bea.main.locator('[data-fault="form"]').count(), 1);
    assert.equal(await bea.main.locator('form[action="/sign-up/admin"]').count(), 0);
  });
});

task(portico, "a report of an app raises the number of what needs attention, and its decision lowers it", async (come, { turn }) => {
  await alone(async () => {
    const mira = await operator(come, "/admin");
    /** What needs attention: the number of the console's navigation, which is also that of the account menu. */
    const attention = async () => {
      await mira.visit("/admin");
      const menu = mira.page.locator("header.top details.menu");
      await menu.locator("summary").click();
      const entry = menu.locator('a[href="/admin"] [data-attention]');
      await entry.waitFor();
      const number = await mira.text(".side-nav [data-attention]");
      assert.equal((await entry.innerText()).trim(), number);
      assert.ok((await menu.locator("summary").getAttribute("aria-label")).includes(number));
      return Number(number);
    };
    const concerns = mira.main.locator(".side-content > section:not(#checklist)").first().locator("[data-concern]");
    const subjects = () => concerns.evaluateAll((all) => all.map((one) => one.dataset.concern));
    const before = await attention();
    assert.deepEqual(await subjects(), ["backups"]);

    const sam = await come(reporters[turn]);
    const query = new URLSearchParams({ client_id: app.client_id, redirect_uri: app.redirect_uri, state: "made up" });
    await sam.visit(`/oauth/authorize?${query}`);
    await sam.signIn();
    await sam.follow(`/oauth/apps/${app.client_id}/report`);
    await sam.field("reason").selectOption("phishing");
    await sam.fill("text", `It asked me for a password, ${turn}.`);
    await sam.press(`/oauth/apps/${app.client_id}/report`);
    await sam.told();

    assert.equal(await attention(), before + 1);
    assert.deepEqual(await subjects(), ["reports", "backups"]);
    await mira.follow(concerns.first().locator("a"));
    assert.equal(new URL(mira.page.url()).pathname, "/admin/reports");
    const report = mira.main.locator('[id^="report-"]');
    assert.ok((await report.innerText()).includes(`It asked me for a password, ${turn}.`));
    await mira.confirm("/admin/reports", `It doesn’t ask for it, ${turn}.`);
    await mira.told();
    assert.equal(await report.count(), 0);
    assert.equal(await attention(), before);
    assert.deepEqual(await subjects(), ["backups"]);
    await (await logged(mira, "report_closed", `It doesn’t ask for it, ${turn}.`)).waitFor();
  });
});

task(portico, "an account is created for someone, and made an admin", async (come, { turn }) => {
  const mira = await operator(come, "/admin/users");
  await mira.fill("nickname", admin.nickname);
  await mira.fill("name", `Crew ${turn}`);
  const create = mira.main.locator('#new-account [type="submit"]');
  await mira.press(create);
  assert.ok(await mira.main.locator('[data-fault="nickname"]').isVisible());
  await mira.fill("nickname", `crew-${turn}`);
  await mira.press(create);
  const password = await mira.text("#new-password");
  assert.ok((await mira.main.innerText()).includes(`@crew-${turn}`));

  const crew = await come({ nickname: `crew-${turn}`, password }, { allow: [/^response 404 GET \S+\/admin$/] });
  await crew.visit("/sign-in");
  await crew.signIn();
  assert.equal(await crew.page.locator('header.top a[href="/admin"]').count(), 0);
  await crew.visit("/admin");
  assert.equal(portico.status(crew.page), 404);

  // The password was shown once.
  await mira.follow(mira.main.locator(".page-head a.back"));
  assert.ok(!(await mira.page.content()).includes(password));
  const page = new URL(mira.page.url()).pathname;
  await mira.confirm(page, `Watches at night, ${turn}`, "make_admin");
  await mira.told(`@crew-${turn}`);
  assert.equal(await mira.main.locator('form:has([value="make_admin"])').count(), 0);
  await crew.visit("/portal");
  await crew.menu("/admin");
  assert.equal(portico.status(crew.page), 200);
  await (await logged(mira, "admin_granted", `Watches at night, ${turn}`)).waitFor();
});

task(portico, "a sign-up link invites one person while sign-up is by invite only", async (come, { turn }) => {
  await alone(async () => {
    const mira = await operator(come, "/admin/sign-up");
    const choose = async (mode) => {
      await mira.visit("/admin/sign-up");
      await mira.main.locator(`[name="mode"][value="${mode}"]`).check();
      await mira.press(mira.main.locator('form:has([name="mode"]) [type="submit"]'));
      await mira.told();
    };
    await choose("invite");
    const cara = await come("cara", { allow: [/^response 404 GET \S+\/sign-up\?link=/] });
    await cara.visit("/");
    assert.equal(await cara.page.locator('a[href="/sign-up"]').count(), 0);
    await cara.visit("/sign-up");
    assert.equal(await cara.field("nickname").count(), 0);

    await mira.fill("note", `For the harbour master, ${turn}`);
    await mira.press(mira.main.locator('#new-link [type="submit"]'));
    const link = await mira.text("#sign-up-link");
    assert.ok(link.startsWith(`${base}/sign-up?link=`), link);
    await mira.visit("/admin/sign-up");
    assert.ok(!(await mira.page.content()).includes(link));
    const listed = mira.main.locator("[data-link]", { hasText: `For the harbour master, ${turn}` });
    assert.equal(await listed.count(), 1);

    await cara.visit(link);
    await cara.signUp();
    await cara.page.locator("header.top details.menu").waitFor();
    await mira.visit("/admin/sign-up");
    assert.equal(await listed.count(), 0);
    const dora = await come("dora", { allow: [/^response 404 GET \S+\/sign-up\?link=/] });
    await dora.visit(link);
    assert.equal(portico.status(dora.page), 404);
    assert.equal(await dora.field("nickname").count(), 0);

    await choose("open");
    await dora.visit("/");
    await dora.follow("/sign-up");
    await dora.signUp();
    await dora.page.locator("header.top details.menu").waitFor();
  });
});

task(portico, "an account is disabled with a reason, which the audit log keeps", async (come, { turn }) => {
  const ella = await come("ella");
  await ella.visit("/sign-up");
  await ella.signUp();

  const mira = await operator(come, "/admin/users");
  await find(mira, "/admin/users", ella.nickname);
  await mira.follow(mira.main.locator(".list-title"));
  const page = new URL(mira.page.url()).pathname;
  await mira.confirm(page, " ", "disable");
  const form = mira.page.locator('form:has([name="act"][value="disable"])');
  const reason = form.locator('[name="reason"]');
  // The form is open, and the fault beside its field.
  assert.ok(await form.locator('[data-fault="reason"]').isVisible());
  assert.equal(await mira.page.locator("[data-fault]").count(), 1);
  assert.equal(await reason.getAttribute("aria-invalid"), "true");
  await ella.visit("/settings/profile");
  assert.equal(new URL(ella.page.url()).pathname, "/settings/profile");
  await reason.fill(`Sold the same boat twice, ${turn}`);
  await mira.press(form.locator('[type="submit"]'));
  await mira.told(`@${ella.nickname}`);
  assert.equal(await form.count(), 0);

  await ella.visit("/settings/profile");
  assert.equal(new URL(ella.page.url()).pathname, "/sign-in");
  const entry = await logged(mira, "user_disabled", `Sold the same boat twice, ${turn}`);
  assert.ok((await entry.innerText()).includes(ella.nickname));
  assert.equal(await entry.locator(`a[href="${page}"]`).count(), 1);
});

task(portico, "the landing page begins with the headline and text of the operator", async (come, { javaScript }) => {
  await alone(async () => {
    const mira = await operator(come, "/admin/branding");
    // No reason is asked for.
    assert.equal(await mira.field("reason").count(), 0);
    await mira.fill("headline", "Boats of the old harbour");
    await mira.fill("text", "We build them.\n\nAsk at the office for a berth.");
    await mira.main.locator('[type="color"]').fill("#336699");
    if (javaScript) assert.equal(await mira.field("accent").inputValue(), "#336699");
    await mira.press(mira.main.locator('#branding [value="save"]'));
    await mira.told();
    assert.equal(await mira.field("accent").inputValue(), "#336699");
    await (await logged(mira, "branding_changed", "")).waitFor();

    const visitor = await come("fred");
    await visitor.visit("/");
    assert.equal(await visitor.text("h1"), "Boats of the old harbour");
    assert.ok((await visitor.page.title()).includes("Boats of the old harbour"));
    assert.deepEqual(await visitor.main.locator(".hero .lead").allInnerTexts(), ["We build them.", "Ask at the office for a berth."]);
    // Servers and the account come first, what programs do last.
    const features = visitor.main.locator(".feature");
    assert.deepEqual(await features.evaluateAll((all) => all.map((one) => one.querySelector("a")?.pathname)), [undefined, undefined, "/docs"]);
    assert.equal(await visitor.page.locator('link[href^="/branding.css?accent=336699"]').count(), 1);

    await mira.visit("/admin/branding");
    await mira.confirm("/admin/branding", undefined, "clear");
    await mira.told();
    await visitor.visit("/");
    assert.notEqual(await visitor.text("h1"), "Boats of the old harbour");
  });
});

task(portico, "people, servers, apps and webhooks are found by a part in the middle of their names", async (come) => {
  const mira = await operator(come, "/admin");
  const things = { users: developer.id, servers: server.id, apps: app.client_id, webhooks: webhook.app_id };
  for (const [kind, id] of Object.entries(things)) {
    const path = `/admin/${kind}`;
    await mira.visit(`${path}/${id}`);
    const name = await mira.text("h1 [dir=auto]");
    const middle = name.slice(2, -1).toUpperCase();
    await find(mira, path, middle);
    const rows = mira.main.locator(".list-row .list-title");
    for (const found of await rows.allInnerTexts()) assert.ok(found.toUpperCase().includes(middle), `${found} for ${middle}`);
    await mira.follow(`${path}/${id}`);
    assert.equal(await mira.text("h1 [dir=auto]"), name);
  }
});
