// Someone joins and chats in their own language, from an invite to a dead invite: every page is in that language, and reads its way.

import assert from "node:assert/strict";
import { after } from "node:test";
import { Crews, acts } from "./crew.mjs";
import { englishFor, englishOn } from "./english.mjs";
import { task } from "./people.mjs";
import { start } from "./portico.mjs";

const portico = await start();
const crews = new Crews(portico);
after(async () => {
  await crews.close();
  await portico.close();
});

/** What the browser prefers, what someone chooses later, and what they write. */
const walks = [
  { tag: "de", locale: "de-AT", other: "pl", words: { first: "Bin gut angekommen", reply: "Das Seil liegt im Schuppen", word: "Schuppen" } },
  { tag: "ja", locale: "ja-JP", other: "zh-Hans", words: { first: "無事に着きました", reply: "ロープは 倉庫 にあります", word: "倉庫" } },
  { tag: "ar", locale: "ar-EG", other: "de", words: { first: "وصلت بخير", reply: "الحبل في المستودع", word: "المستودع" } },
];
const english = new Map(walks.flatMap(({ tag, other }) => [tag, other]).map((tag) => [tag, englishFor(tag)]));

/** The page is in this language, and shows no message in English. */
async function speaks(person, tag) {
  const { path, lang, dir } = await person.page.evaluate(() => {
    const { lang, dir } = document.documentElement;
    return { path: location.pathname, lang, dir };
  });
  assert.deepEqual([lang, dir], [tag, tag === "ar" ? "rtl" : "ltr"], path);
  assert.deepEqual(await englishOn(person.page, english.get(tag)), [], path);
}

/** Chooses the language of their account. */
async function choose(person, tag) {
  await person.page.locator("#f-language").selectOption(tag);
  await person.press("/settings/language");
  assert.equal(await person.page.locator("#f-language").inputValue(), tag);
}

for (const { tag, locale, other, words } of walks) {
  task(portico, `someone with a browser in ${tag} joins by an invite and chats`, async (come, look) => {
    const { server, general, people: [founder], invite } = await crews.gather("founder");
    const guest = await come("guest", { locale, allow: [/^response 404 GET \S+\/invites\//, /^response 422 POST \S+\/messages/] });
    const arrives = () => speaks(guest, tag);

    await guest.visit(invite);
    await arrives();
    assert.equal(await guest.text("main h1"), server.name);
    // Marks around names keep them from turning an Arabic sentence around.
    const about = (await guest.text("main .invite")).replaceAll(/[\u2066-\u2069]/g, "");
    assert.ok(about.includes(founder.name) && about.includes(`@${founder.nickname}`), about);
    await guest.follow(guest.main.locator('.invite a[href^="/sign-up?"]'));
    await arrives();
    await guest.signUp();
    assert.equal(new URL(guest.page.url()).pathname, general);
    await arrives();

    if (!look.javaScript) {
      // A refusal is in their language, too.
      await guest.fill("content", "\u2003");
      await guest.press(guest.main.locator(".composer button"));
      await guest.main.locator('[data-fault="content"]').waitFor();
      await arrives();
    }
    await guest.say(words.first);
    await founder.say(server.general, `Where is the rope, @${guest.nickname}?`);
    await guest.visit(general);
    await arrives();
    const asked = await acts(guest, "Where is the rope");
    await arrives();
    if (look.javaScript) await asked.locator("[data-act=reply]").click();
    else await guest.follow(asked.locator("[data-reply]"));
    await guest.main.locator("[data-reply-bar]").waitFor();
    await arrives();
    await guest.say(words.reply);
    assert.match(await guest.message(words.reply).locator(".message-reply").innerText(), /Where is the rope/);
    await arrives();

    await founder.say(server.general, `Thank you, @${guest.nickname}`);
    await guest.header("/inbox");
    await guest.main.locator(".inbox-row.unread", { hasText: "Thank you" }).waitFor();
    await arrives();
    await guest.press(guest.main.locator('form.actions[action="/inbox/read"] [type="submit"]'));
    assert.equal(await guest.main.locator(".inbox-row.unread").count(), 0);
    await arrives();

    await guest.visit(`/servers/${server.id}/search`);
    await arrives();
    await guest.main.locator("#f-q").fill(words.word);
    await guest.press(guest.main.locator('.search-form [type="submit"]'));
    assert.deepEqual(await guest.main.locator(".search-results mark").allTextContents(), [words.word]);
    await arrives();

    await guest.follow(guest.main.locator(".inbox-place a"));
    if (look.javaScript && look.width > 1024) {
      await guest.main.locator("[data-members-link][aria-expanded]").click();
      await guest.main.locator(".chat-members [data-member]", { hasText: founder.name }).waitFor();
    } else {
      await guest.follow(guest.main.locator("[data-members-link]"));
      await guest.main.locator("[data-member]", { hasText: founder.name }).waitFor();
    }
    await arrives();
    await guest.visit(general);
    const author = guest.message("Where is the rope").locator(".author-link");
    if (look.javaScript) await author.click();
    else await guest.follow(author);
    await guest.page.locator("[data-person-card]", { hasText: `@${founder.nickname}` }).waitFor();
    await arrives();
    if (look.javaScript) await guest.page.keyboard.press("Escape");

    await guest.visit("/settings/profile");
    await arrives();
    await choose(guest, other);
    await speaks(guest, other);
    // It is kept with the account: a browser that prefers another language shows it as soon as they sign in.
    const elsewhere = await come(guest, { locale: "en-GB" });
    await elsewhere.visit("/sign-in?next=%2Finbox");
    assert.equal(await elsewhere.page.getAttribute("html", "lang"), "en");
    await elsewhere.signIn();
    await speaks(elsewhere, other);
    await choose(guest, tag);
    await arrives();

    await founder.post(`${server.settings}/invites/${invite.split("/").at(-1)}/delete`);
    const late = await come("late", { locale, allow: [/^response 404 GET \S+\/invites\//] });
    for (const person of [guest, late]) {
      await person.visit(invite);
      assert.equal(portico.status(person.page), 404);
      await speaks(person, tag);
    }
  });
}
