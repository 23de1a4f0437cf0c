// What developers meet in the portal, in the guide and at a sign-in: a post that was no JSON, samples with their own ids, the other half
// of the first steps, a secret that is shown once, and the consent page of a person who comes back.

import assert from "node:assert/strict";
import { after } from "node:test";
import { near, task } from "./people.mjs";
import { copies, start } from "./portico.mjs";

const portico = await start();
after(() => portico.close());

const { base_url: base, example_service_url: example, people, channels } = portico.demo;
const [owner, developer, , ...guests] = people;
const builds = String(channels.find(({ name }) => name === "builds").id);

/** Opens a page as someone of the demo, who signs in on the way. */
async function open(person, path) {
  await person.visit(path);
  await person.signIn();
}

/** On its page: creates a webhook. */
async function createWebhook(person, name, channel) {
  await person.visit("/portal/webhooks/new");
  if (channel) await person.field("channel_id").selectOption(channel);
  await person.fill("name", name);
  await person.press("/portal/webhooks");
  return { page: new URL(person.page.url()).pathname, url: await person.text("#runtime-url") };
}

/** On the page of a new app: creates one. */
async function createApp(person, name) {
  await person.fill("name", name);
  await person.fill("redirect_uris", "https://regatta.example/callback");
  await person.press("/portal/apps");
  return new URL(person.page.url()).pathname;
}

/** Tries a sign-in from the page of a new app: does something with its result, in the tab that it is in. */
async function trySignIn(person, act) {
  const { page, main } = person;
  const [tab] = await Promise.all([page.context().waitForEvent("page"), main.locator('#try-now [type="submit"]').click()]);
  await tab.waitForLoadState();
  Object.assign(person, { page: tab, main: tab.locator("main") });
  await person.press(person.main.locator('[name="decision"][value="approve"]:not([data-guarded])'));
  assert.ok((await person.text("#who")).includes(`@${person.nickname}`));
  await act();
  await tab.close();
  Object.assign(person, { page, main });
}

task(portico, "a post that was no JSON is shown as it was sent, with the fault marked, its response and its caller", async (come, { turn }) => {
  const mira = await come(owner);
  await open(mira, "/portal");
  const { page, url } = await createWebhook(mira, `Crooked ${turn}`, builds);
  const send = async (body) => {
    const headers = { "Content-Type": "application/json", "User-Agent": `tide-gauge/${turn}` };
    const answer = await fetch(near(url), { method: "POST", headers, body });
    return { status: answer.status, type: answer.headers.get("content-type"), body: await answer.text() };
  };
  const openNewest = async () => {
    await mira.visit(`${page}/deliveries?outcome=refused`);
    await mira.follow(mira.main.locator("[data-delivery-id]").first().getByRole("link"));
  };

  const sent = '{\n  "name": \'Pier\',\n  "content": "Tide \u0007 <b>in</b>"\n}';
  const refusal = await send(sent);
  assert.equal(refusal.status, 400);
  await openNewest();
  const request = mira.main.locator("#request");
  // What can't be seen is written out.
  assert.equal((await request.textContent()).trim(), sent.replace("\u0007", "\\x07"));
  const mark = request.locator("mark");
  assert.equal(await mark.textContent(), "'");
  assert.ok(await mark.isVisible());
  assert.equal(await mark.evaluate((mark) => mark.previousSibling.data.trim()), '{\n  "name":');
  assert.match(await mira.text("#broken"), /\b2\b[^]*\b11\b/);
  const caller = await mira.main.locator("#caller dd").allInnerTexts();
  assert.deepEqual(caller, ["127.0.0.1", `tide-gauge/${turn}`, "application/json"]);
  // Indented, but otherwise as it was.
  assert.equal(JSON.stringify(JSON.parse(await mira.text("#answer"))), refusal.body);
  assert.equal(await mira.text("figure:has(#answer) figcaption > span"), "400 Bad Request");
  assert.ok((await mira.text("#answer-headers")).toLowerCase().includes(`content-type: ${refusal.type}`));

  // One that ends too early is marked at its end.
  await send('{"content": "Tide');
  await openNewest();
  assert.equal((await request.textContent()).trim(), '{"content": "Tide⟨end⟩');
  assert.equal(await mark.textContent(), "⟨end⟩");
});

task(portico, "the guide shows where its reader is, keeps their language, and has their ids in its samples", async (come, { javaScript }) => {
  const mira = await come(owner, { permissions: ["clipboard-read", "clipboard-write"] });
  await mira.visit("/docs/webhooks");
  const contents = mira.page.locator("[data-guide-contents]");
  assert.equal(await contents.locator('[aria-current="page"]').getAttribute("href"), "/docs/webhooks");
  const sections = await contents.locator('a[href^="#"]').evaluateAll((all) => all.map((one) => one.hash));
  assert.ok(sections.length > 2, `${sections}`);
  const link = mira.main.locator(`a.anchor[href="${sections[2]}"]`);
  if (javaScript) {
    assert.equal(await contents.locator('[aria-current="true"]').getAttribute("href"), sections[0]);
    await copies(mira.page, `${base}/docs/webhooks${sections[2]}`, () => link.click());
    await contents.locator(`[aria-current="true"][href="${sections[2]}"]`).waitFor();
  } else await link.click();
  assert.equal(new URL(mira.page.url()).hash, sections[2]);
  const top = await mira.main.locator(sections[2]).evaluate((heading) => heading.getBoundingClientRect().top);
  assert.ok(top >= 0 && top < 300, `the heading is at ${top}`);

  const shown = () => mira.main.locator(".sample[data-language]:visible").evaluateAll((all) => [...new Set(all.map((one) => one.dataset.language))]);
  assert.deepEqual(await shown(), ["curl"]);
  assert.ok((await mira.text("#sample-post-curl")).includes(`${base}/webhooks/APP_ID/TOKEN`));
  await mira.main.locator('[data-language-choice][value="python"]').first().check();
  assert.deepEqual(await shown(), ["python"]);
  await mira.follow(contents.locator('a[href="/docs/sign-in"]'));
  assert.deepEqual(await shown(), [javaScript ? "python" : "curl"]);
  assert.equal(await mira.page.locator("#mine").count(), 0);
  assert.ok((await mira.main.locator("#sample-token-curl").textContent()).includes("CLIENT_ID"));

  await open(mira, "/sign-in?next=/docs/sign-in");
  const mine = await mira.main.locator('#mine a[href^="/portal/apps/"]').getAttribute("href");
  const sample = await mira.main.locator("#sample-token-curl").textContent();
  assert.ok(sample.includes(mine.split("/").at(-1)), sample);
  assert.ok(!sample.includes("CLIENT_ID"));

  const webhook = await mira.main.locator('#mine a[href^="/portal/webhooks/"]').getAttribute("href");
  await mira.follow(contents.locator('a[href="/docs/webhooks"]'));
  const id = webhook.split("/").at(-1);
  assert.ok((await mira.main.locator("#sample-post-curl").textContent()).includes(`${base}/webhooks/${id}/TOKEN`));

  await mira.fill("q", "idempotency");
  await mira.press("/docs");
  const found = mira.main.locator('.guide-results a[href^="/docs/limits#"]').first();
  const place = new URL(await found.getAttribute("href"), base);
  await mira.follow(found);
  assert.equal(mira.page.url(), place.href);
  assert.ok(await mira.main.locator(place.hash).isVisible());
});

task(portico, "the portal keeps the other half of the first steps folded, and a phone verified from there leads back", async (come) => {
  const ada = await come("ada");
  await ada.visit("/sign-up");
  await ada.signUp();
  await ada.visit("/servers");
  await ada.fill("name", `Crew of ${ada.nickname}`);
  await ada.press("/servers");
  const { page } = await createWebhook(ada, "Builds");

  // A webhook was begun: its steps are open, the others folded.
  const posts = ada.main.locator('[data-steps="posts"]');
  const signIn = ada.main.locator('[data-steps="sign-in"]');
  await ada.visit("/portal");
  assert.deepEqual([await posts.getAttribute("open"), await signIn.getAttribute("open")], ["", null]);
  await ada.follow(posts.locator(`a[href="${page}"]`));
  await ada.press(`${page}/test`);

  // It is in use: the other half is below what there is, and no act of it is the page's main one.
  await ada.visit("/portal");
  assert.equal(await posts.count(), 0);
  assert.equal(await signIn.getAttribute("open"), null);
  assert.ok(await signIn.isVisible());
  assert.equal(await ada.main.locator("#checklist .button-primary").count(), 0);
  assert.equal(await ada.main.locator(`section:has(a[href="${page}"]) ~ #checklist`).count(), 1);
  await signIn.locator("> summary").click();
  await ada.fill("phone", ada.phone);
  await ada.press(signIn.locator('form[action="/settings/phone"] [type="submit"]'));
  await ada.fill("code", await ada.code());
  await ada.press("/settings/phone/verify");
  assert.equal(new URL(ada.page.url()).pathname, "/portal/apps/new");
  await createApp(ada, "Regatta");
  await ada.visit("/portal");
  assert.equal(await signIn.getAttribute("open"), "");
  assert.equal(await signIn.locator(".step-done").count(), 2);

  // Someone who is asked for it on the page of a new app comes back there.
  const bea = await come("bea", { allow: [/^response 403 GET \S+\/portal\/apps\/new$/] });
  await bea.visit("/sign-up");
  await bea.signUp();
  await bea.visit("/portal/apps/new");
  await bea.follow(bea.main.locator('[data-fault="phone"] a.button-primary'));
  await bea.fill("phone", bea.phone);
  await bea.press("/settings/phone");
  await bea.fill("code", await bea.code());
  await bea.press("/settings/phone/verify");
  assert.equal(new URL(bea.page.url()).pathname, "/portal/apps/new");

  // The other half is the one of posts, once there was a sign-in.
  const app = await createApp(bea, "Races");
  await trySignIn(bea, () => bea.visit("/portal"));
  await bea.visit("/portal");
  assert.equal(await bea.main.locator('[data-steps="sign-in"]').count(), 0);
  const later = bea.main.locator(`section:has(a[href="${app}"]) ~ #checklist [data-steps="posts"]`);
  assert.equal(await later.getAttribute("open"), null);
  assert.equal(await bea.main.locator("#checklist .button-primary").count(), 0);
});

task(portico, "a new secret is the main thing of its page, and still there after a sign-in was tried", async (come, { javaScript, turn }) => {
  const tomasz = await come(developer, { permissions: ["clipboard-read", "clipboard-write"] });
  await open(tomasz, "/portal/apps/new");
  const page = await createApp(tomasz, `Regatta ${turn}`);
  const secret = await tomasz.text("#client-secret");
  const panel = tomasz.main.locator("section.panel").first();
  assert.equal(await panel.locator("#client-secret").count(), 1);
  const main = tomasz.main.locator(".button-primary:visible");
  if (javaScript) {
    assert.deepEqual(await main.evaluateAll((all) => all.map((one) => one.dataset.copy)), ["#client-secret"]);
    await copies(tomasz.page, secret, () => main.click());
  } else assert.equal(await main.count(), 0);

  // The test is in a tab of its own.
  await trySignIn(tomasz, async () => {
    assert.ok(!(await tomasz.page.content()).includes(secret));
    await tomasz.follow(tomasz.main.locator(`.page-head a.back[href="${page}"]`));
    assert.equal(await tomasz.main.locator("#client-secret").count(), 0);
  });
  assert.equal(await tomasz.text("#client-secret"), secret);
  assert.ok(await tomasz.main.locator("#client-secret").isVisible());
});

task(portico, "the consent page of a person who comes back is short", async (come, { turn }) => {
  const guest = guests[turn];
  const sam = await come(guest);
  const service = new URL(example);
  const lists = sam.main.locator(".consent-lists");
  const approve = sam.main.locator('[name="decision"][value="approve"]:not([data-guarded])');
  const height = () => sam.main.locator("[data-consent]").evaluate((panel) => panel.offsetHeight);
  const isBack = async () => {
    assert.equal(new URL(sam.page.url()).origin, service.origin);
    assert.ok((await sam.page.locator("body").innerText()).includes(guest.nickname));
  };
  await open(sam, new URL("/sign-in", service).href);
  assert.ok(await lists.isVisible());
  assert.equal(await sam.main.locator("#used-before").count(), 0);
  const long = await height();
  await sam.press(approve);
  await isBack();

  await sam.visit(new URL("/sign-in", service).href);
  assert.ok((await sam.text("#who")).includes(`@${guest.nickname}`));
  assert.ok((await sam.text(".consent-return")).includes(service.host));
  assert.ok(await sam.main.locator("#used-before time").isVisible());
  const more = sam.main.locator("#consent-more");
  assert.equal(await more.getAttribute("open"), null);
  assert.ok(!(await lists.isVisible()));
  assert.ok((await height()) < long);
  // Everything is in the window, without scrolling.
  const { y, height: tall } = await approve.boundingBox();
  assert.ok(y + tall <= sam.page.viewportSize().height);
  await more.locator("> summary").click();
  assert.ok(await lists.isVisible());
  await sam.press(approve);
  await isBack();
});
