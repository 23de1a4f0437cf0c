// The accent colour in the console: its text and the picker beside it, with scripts and without.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { leads, start } from "./portico.mjs";

const portico = await start();
after(() => portico.close());

const [admin] = portico.demo.people;
await portico.meddle(`UPDATE users SET admin_at = created_at WHERE nickname = '${admin.nickname}'`);

const text = '[name="accent"]';
const picker = '[type="color"]';
const preview = (page) => leads(page, () => page.click('#branding [value="preview"]'));

test("the text of a colour and its picker follow each other", async (t) => {
  const page = await portico.open(t, admin, "/admin/branding");
  await page.fill(picker, "#336699");
  assert.equal(await page.inputValue(text), "#336699");
  await page.fill(text, "#AA5500");
  assert.equal(await page.inputValue(picker), "#aa5500");
  await page.fill(text, "#AA5");
  assert.equal(await page.inputValue(picker), "#aa5500");
});

test("without scripts the picker alone chooses a colour, and the text where both were changed", async (t) => {
  const page = await portico.open(t, admin, "/admin/branding", { javaScript: false });
  await page.fill(picker, "#336699");
  await preview(page);
  assert.equal(await page.inputValue(text), "#336699");
  assert.equal(await page.inputValue(picker), "#336699");
  await page.fill(text, "#aa5500");
  await page.fill(picker, "#112233");
  await preview(page);
  assert.equal(await page.inputValue(text), "#aa5500");
  assert.equal(await page.inputValue(picker), "#aa5500");
});
