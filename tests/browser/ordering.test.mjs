// What people make of their servers: the order of channels and of servers, the picture of a server, and what an invite shows of it.

import assert from "node:assert/strict";
import { after } from "node:test";
import { Crews, enter } from "./crew.mjs";
import { task } from "./people.mjs";
import { start } from "./portico.mjs";

const portico = await start();
const crews = new Crews(portico);
after(async () => {
  await crews.close();
  await portico.close();
});

/** Presses the button that moves a row of a list. */
async function move(person, row, way) {
  const [up, down] = [row.locator(".role-moves button:not(.role-down)"), row.locator(".role-moves button.role-down")];
  await person.press(way === "up" ? up : down);
}

const names = (person, selector) => person.main.locator(selector).allTextContents();

task(portico, "channels are put in an order, and everyone has them in it", async (come, look) => {
  const { server, people: [founder, mate] } = await crews.gather("founder", "mate");
  const slipway = await founder.channel(server, "slipway");
  const tides = await founder.channel(server, "tides");
  const mine = await enter(come, founder, `${server.settings}/channels`, look);
  const titles = () => names(mine, ".rows .list-title");
  const row = (id) => mine.main.locator(`#channel-${id}`);
  assert.deepEqual(await titles(), ["general", "slipway", "tides"]);
  assert.equal(await row(server.general).locator(".role-moves button").count(), 1);
  assert.equal(await row(tides).locator(".role-moves button").count(), 1);
  await move(mine, row(tides), "up");
  assert.deepEqual(await titles(), ["general", "tides", "slipway"]);
  await move(mine, row(tides), "up");
  await move(mine, row(server.general), "down");
  assert.deepEqual(await titles(), ["tides", "slipway", "general"]);

  // A server opens at its first channel.
  const theirs = await enter(come, mate, `/servers/${server.id}`, look, { allow: [/^response 403 GET/] });
  assert.equal(new URL(theirs.page.url()).pathname, `/channels/${tides}`);
  assert.deepEqual(await names(theirs, ".channels [data-unread-in] .place-name"), ["tides", "slipway", "general"]);
  await theirs.visit(`${server.settings}/channels`);
  assert.equal(portico.status(theirs.page), 403);
  await mine.visit(`/channels/${slipway}`);
  await mine.unfold();
  assert.deepEqual(await names(mine, ".channels [data-unread-in] .place-name"), ["tides", "slipway", "general"]);
});

task(portico, "everyone puts their servers in an order of their own", async (come, look) => {
  const { server: first, general, people: [founder, mate] } = await crews.gather("founder", "mate");
  const second = await founder.server(`Dock of ${first.name}`);
  const third = await founder.server(`Yard of ${first.name}`);
  await founder.invite(second, [mate]);
  const mine = await enter(come, founder, "/servers", look);
  const row = (server) => mine.main.locator(`#server-${server.id}`);
  const order = async (person) => (await person.main.locator(".list-row[id^=server-]").evaluateAll((all) => all.map(({ id }) => Number(id.slice(7)))));
  assert.deepEqual(await order(mine), [first.id, second.id, third.id]);
  await move(mine, row(third), "up");
  await move(mine, row(first), "down");
  assert.deepEqual(await order(mine), [third.id, first.id, second.id]);
  assert.equal(await row(third).locator(".role-moves button").count(), 1);
  await mine.visit(general);
  const shown = await mine.main.locator('.servers a[href^="/servers/"]').evaluateAll((all) => all.map((link) => Number(link.pathname.split("/").at(-1))));
  assert.deepEqual(shown, [third.id, first.id, second.id]);
  const theirs = await enter(come, mate, "/servers", look);
  assert.deepEqual(await order(theirs), [first.id, second.id]);
});

task(portico, "a server gets a picture, which is wherever its letter was, and loses it", async (come, look) => {
  const { server, general, people: [founder, mate], invite } = await crews.gather("founder", "mate");
  const mine = await enter(come, founder, server.settings, look, { allow: [/^response 422 POST/] });
  const form = mine.main.locator('form[action$="/picture"]:has([name="icon"])');
  const send = async (file) => {
    await mine.field("icon").setInputFiles(file);
    await mine.press(form.locator("[type=submit]"));
  };
  await send({ name: "notes.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await mine.main.locator('[data-fault="icon"]').waitFor();
  assert.equal(await mine.main.locator("img.server-mark").count(), 0);
  const buffer = await mine.page.screenshot({ clip: { x: 0, y: 0, width: 90, height: 60 } });
  await send({ name: "anchor.png", mimeType: "image/png", buffer });
  await mine.told();
  const shown = await mine.main.locator("img.server-mark").getAttribute("src");
  assert.equal((await mine.page.request.get(shown)).headers()["content-type"], "image/png");

  const theirs = await enter(come, mate, general, look, { allow: [/^response 403 GET/] });
  const mark = theirs.main.locator(`.servers a[href="/servers/${server.id}"] .server-mark`);
  assert.equal(await mark.getAttribute("src"), shown);
  await theirs.unfold();
  const { naturalWidth, naturalHeight } = await mark.evaluate(async (image) => {
    await image.decode();
    return { naturalWidth: image.naturalWidth, naturalHeight: image.naturalHeight };
  });
  assert.ok(naturalWidth > 0 && naturalWidth === naturalHeight, `${naturalWidth} by ${naturalHeight}`);
  for (const where of ["/servers", invite]) {
    await theirs.visit(where);
    assert.equal(await theirs.main.locator(`img.server-mark[src="${shown}"]`).count(), 1, where);
  }
  await theirs.visit(server.settings);
  assert.equal(portico.status(theirs.page), 403);

  await mine.press(mine.main.locator('form[action$="/picture"] [name="remove"]'));
  await mine.told();
  assert.equal(await mine.main.locator("img.server-mark").count(), 0);
  await theirs.visit(general);
  assert.equal(await mark.textContent(), server.name[0]);
});

/** What the page of an invite says of its server. */
async function introduces(person, { server, people: [founder] }) {
  assert.equal(await person.text("main h1"), server.name);
  const about = await person.text("main .invite");
  assert.ok(about.includes(founder.name) && about.includes(`@${founder.nickname}`), about);
  assert.match(about, /\b1 member\b/);
}

task(portico, "an invite shows its server, who invites, and both ways in before it asks for an account", async (come, look) => {
  const crew = await crews.gather("founder");
  const invite = new URL(crew.invite, portico.demo.base_url).href;
  const stranger = await come("stranger");
  await stranger.visit(invite);
  assert.equal(stranger.page.url(), invite);
  await introduces(stranger, crew);
  assert.equal(await stranger.main.locator("form").count(), 0);
  const [signIn, signUp] = ["/sign-in", "/sign-up"].map((path) => stranger.main.locator(`.invite a[href^="${path}?"]`));
  assert.ok((await signIn.isVisible()) && (await signUp.isVisible()));
  // Both lead back to it.
  await stranger.follow(signIn);
  assert.equal(new URL(stranger.page.url()).pathname, "/sign-in");
  await stranger.page.goBack();
  await stranger.follow(signUp);
  await stranger.signUp();
  await stranger.say("Just arrived");
  assert.equal(new URL(stranger.page.url()).pathname, `/channels/${crew.server.general}`);
  // Who is a member already is led to it.
  await stranger.visit(invite);
  assert.equal(await stranger.main.locator(`form[action="${crew.invite}"]`).count(), 0);
  await stranger.follow(`/servers/${crew.server.id}`);
  await stranger.message("Just arrived").waitFor();
});

task(portico, "an invite shows the same to someone with an account, who joins with one button", async (come, look) => {
  const crew = await crews.gather("founder");
  const other = await crews.gather("guest");
  const guest = await enter(come, other.people[0], "/servers", look);
  await guest.visit(crew.invite);
  await introduces(guest, crew);
  assert.equal(await guest.main.locator('a[href^="/sign-"]').count(), 0);
  await guest.press(crew.invite);
  assert.equal(new URL(guest.page.url()).pathname, `/channels/${crew.server.general}`);

  // Signing in at the invite joins as well.
  const again = await crews.gather("founder");
  const late = await come(other.people[0]);
  await late.visit(again.invite);
  await late.follow(late.main.locator('.invite a[href^="/sign-in?"]'));
  await late.signIn();
  if (new URL(late.page.url()).pathname === again.invite) await late.press(again.invite);
  assert.equal(new URL(late.page.url()).pathname, `/channels/${again.server.general}`);
});
