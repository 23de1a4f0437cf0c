// What people type with input methods, and texts that are written from right to left.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { start } from "./portico.mjs";

const portico = await start();
after(() => portico.close());

const { people, channels } = portico.demo;
const [owner, member] = people;
const name = owner.nickname;
const path = (channel) => `/channels/${channels.find((one) => one.name === channel).id}`;

const composer = (page) => page.locator(".composer textarea");
const options = (page) => page.locator("[role=listbox]:not([hidden]) [role=option]");
/** Waits until the message box completes names, which is loaded when the box is used. */
const completing = (page) => page.locator("[role=listbox]").waitFor({ state: "attached" });

async function say(page, text) {
  await composer(page).fill(text);
  await page.locator(".composer > button").click();
  const said = page.locator("article[data-message-id]", { hasText: text });
  await said.waitFor();
  await page.locator(".composer > button:not([aria-disabled])").waitFor();
  return said.locator(".content");
}

/** What Safari sends when Enter confirms what an input method composed: the composition has ended before the key. */
function confirmComposition(box, data) {
  box.focus();
  box.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
  box.dispatchEvent(new CompositionEvent("compositionend", { data, bubbles: true }));
  const key = new KeyboardEvent("keydown", { key: "Enter", code: "Enter", keyCode: 229, bubbles: true, cancelable: true });
  return box.dispatchEvent(key);
}

test("the Enter that confirms what an input method composed sends nothing", async (t) => {
  const page = await portico.open(t, member, path("general"));
  await composer(page).fill("こんにちは");
  assert.equal(await composer(page).evaluate(confirmComposition, "こんにちは"), true);
  assert.equal(await composer(page).inputValue(), "こんにちは");
  await composer(page).press("Enter");
  await page.locator("article[data-message-id]", { hasText: "こんにちは" }).waitFor();
});

test("with the choice of Ctrl and Enter, Enter begins a line in a message and in an edit", async (t) => {
  const page = await portico.open(t, member, "/settings/profile");
  await page.getByLabel("Ctrl and Enter").check();
  await page.getByRole("button", { name: "Save choice" }).click();
  await page.locator(".notice", { hasText: "saved" }).waitFor();
  await page.goto(path("general"));
  assert.match(await page.locator(".composer-keys").innerText(), /^Ctrl Enter sends/);
  await composer(page).fill("一");
  await composer(page).press("Enter");
  await page.keyboard.type("二");
  assert.equal(await composer(page).inputValue(), "一\n二");
  // Not the key of an input method either.
  const sends = (box) => {
    const key = { key: "Enter", code: "Enter", keyCode: 229, ctrlKey: true, bubbles: true, cancelable: true };
    return !box.dispatchEvent(new KeyboardEvent("keydown", key));
  };
  assert.equal(await composer(page).evaluate(sends), false);
  await composer(page).press("Control+Enter");
  const said = page.locator("article[data-message-id]", { hasText: "一" });
  await said.waitFor();
  await page.locator(".composer > button:not([aria-disabled])").waitFor();
  await composer(page).press("ArrowUp");
  const edited = page.locator(".message-edit textarea");
  await edited.waitFor();
  await edited.fill("三");
  await edited.press("Enter");
  await page.keyboard.type("四");
  await edited.press("Control+Enter");
  await page.locator("article[data-message-id]", { hasText: "三" }).waitFor();
  assert.equal(await page.locator("article[data-message-id] .content", { hasText: "三" }).innerText(), "三\n四");
});

test("the line below the box says that Enter sends, on a wide screen alone", async (t) => {
  const page = await portico.open(t, member, path("general"));
  assert.match(await page.locator(".composer-keys").innerText(), /^Enter sends, Shift Enter begins a new line/);
  await page.setViewportSize({ width: 390, height: 800 });
  assert.equal(await page.locator(".composer-keys").isVisible(), false);
});

test("no name is offered in code", async (t) => {
  const page = await portico.open(t, member, path("general"));
  await composer(page).focus();
  await completing(page);
  await page.keyboard.type(`\`@${name.slice(0, 2)}`);
  await page.waitForTimeout(400);
  assert.equal(await options(page).count(), 0);
  await page.keyboard.type(`\` @${name.slice(0, 2)}`);
  await options(page).first().waitFor();
});

test("a table scrolls in its own frame on a phone", async (t) => {
  const page = await portico.open(t, member, path("general"), { width: 390, theme: "dark" });
  const cells = (cell) => `|${Array.from({ length: 9 }, (_, column) => cell(column)).join("|")}|`;
  const text = [cells((column) => `Column ${column}`), cells(() => "--:"), cells((column) => `**${column}**`)].join("\n");
  await composer(page).fill(text);
  await page.locator(".composer > button").click();
  const table = page.locator(".content-table").last();
  await table.locator("strong", { hasText: "8" }).waitFor();
  const frame = await table.evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
  assert.ok(frame.scrollWidth > frame.clientWidth);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  assert.equal(await table.locator("td").first().evaluate((cell) => getComputedStyle(cell).textAlign), "right");
});

test("nor does it take a name from the list", async (t) => {
  const page = await portico.open(t, member, path("general"));
  await composer(page).focus();
  await completing(page);
  await page.keyboard.type(`@${name.slice(0, 2)}`);
  await options(page).first().waitFor();
  await composer(page).evaluate(confirmComposition, name.slice(0, 2));
  assert.equal(await composer(page).inputValue(), `@${name.slice(0, 2)}`);
  await composer(page).press("Tab");
  assert.equal(await composer(page).inputValue(), `@${name} `);
});

for (const [title, before, sign] of [["a letter that is not ASCII", "你好", "@"], ["nothing, with a wide sign", "", "＠"]]) {
  test(`a name is completed while it is composed, after ${title}`, async (t) => {
    const page = await portico.open(t, member, path("general"));
    await composer(page).fill(before);
    await composer(page).focus();
    await completing(page);
    // As a phone's keyboard does, which composes every word.
    await composer(page).evaluate((box, text) => {
      box.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
      box.setRangeText(text, box.selectionEnd, box.selectionEnd, "end");
      box.dispatchEvent(new InputEvent("input", { isComposing: true, bubbles: true }));
    }, sign + name.slice(0, 2));
    await options(page).first().click();
    assert.equal(await composer(page).inputValue(), `${before}@${name} `);
  });
}

test("an address and a path complete nothing", async (t) => {
  const page = await portico.open(t, member, path("general"));
  await composer(page).focus();
  await completing(page);
  let asked = 0;
  await page.route("**/completions?*", (route) => { asked += 1; return route.continue(); });
  for (const text of [`me@${name.slice(0, 2)}`, `a/@${name.slice(0, 2)}`, "page#gen"]) await composer(page).fill(text);
  await composer(page).fill("#gen");
  await options(page).first().waitFor();
  assert.equal(asked, 1);
});

test("in a text from right to left every piece is whole, and none decides the direction", async (t) => {
  const page = await portico.open(t, owner, path("off-topic"));
  for (const text of [
    `@${member.nickname} شكرا على كل شيء`,
    `حكومة تدمر @${member.nickname} https://ci.example/ar/7 مواقع`,
    "https://ci.example/7 נכשל",
    `\`npm test\` נכשל אצל @${member.nickname}, @all!`,
    "[Build 7](https://ci.example/8) נכשל #general",
  ]) {
    const shown = text.startsWith("[") ? "נכשל #general" : text.replaceAll("`", "");
    await composer(page).fill(text);
    await page.locator(".composer > button").click();
    const content = page.locator("article[data-message-id] .content", { hasText: shown });
    await content.waitFor();
    await page.locator(".composer > button:not([aria-disabled])").waitFor();
    assert.equal(await content.evaluate((one) => getComputedStyle(one).direction), "rtl", text);
    const pieces = await content.locator("[data-mention], a, code").evaluateAll((all) => all.map((piece) => {
      const first = document.createRange();
      first.setStart(piece.firstChild, 0);
      first.setEnd(piece.firstChild, 1);
      return { isolated: getComputedStyle(piece).unicodeBidi, fromItsLeft: first.getBoundingClientRect().left <= piece.getBoundingClientRect().left + 8 };
    }));
    assert.ok(pieces.length > 0, text);
    for (const piece of pieces) assert.deepEqual(piece, { isolated: "isolate", fromItsLeft: true }, text);
  }
  const latin = await say(page, `@${member.nickname} thanks`);
  assert.equal(await latin.evaluate((one) => getComputedStyle(one).direction), "ltr");
});

test("what is typed is there in a new tab, until it is sent or another person signs in", async (t) => {
  const page = await portico.open(t, member, path("off-topic"));
  await composer(page).fill("Half a thought");
  const context = page.context();
  await page.close();
  const next = await context.newPage();
  // The composer is there before its script.
  const put = (text) => next.waitForFunction((text) => document.querySelector("[data-composer] textarea").value === text, text);
  await next.goto(portico.demo.base_url + path("off-topic"));
  await put("Half a thought");
  // A tab that was opened before, and left as it was, doesn't take it away.
  const idle = await context.newPage();
  await idle.goto(portico.demo.base_url + path("off-topic"));
  await composer(idle).evaluate((box) => { box.value = "Half a thought"; });
  await composer(next).fill("Half a thought, continued");
  await idle.close({ runBeforeUnload: true });
  await next.reload();
  await put("Half a thought, continued");
  await next.evaluate(() => localStorage.setItem("portico-draft 1 /channels/1/messages", "someone else’s"));
  await next.reload();
  await next.waitForFunction(() => localStorage.getItem("portico-draft 1 /channels/1/messages") === null);
});
