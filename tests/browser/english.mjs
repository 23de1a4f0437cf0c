// Finds English on a page in another language: it shows a message of `locales/en` that its language has translated.

import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const locales = fileURLToPath(new URL("../../locales/", import.meta.url));
/** Of a message with arguments, the pieces between them are looked for, if they have so many words. */
const PIECE_WORDS = 3;

const plain = (text) => text.replaceAll(/\s+/g, " ").trim();

/** The texts of a language's messages without tags, each as its pieces around arguments; every form of a plural is one. */
function texts(language) {
  const found = [];
  for (const file of readdirSync(locales + language)) {
    const lines = readFileSync(`${locales}${language}/${file}`, "utf8").split("\n");
    for (const line of lines) {
      const [, , value] = line.match(/^([\w-]+ =|\s+\*?\[\w+\])\s+(\S.*)$/) ?? [];
      if (value) found.push(value.replaceAll(/<[^>]*>/g, "").split(/\{[^}]*\}/).map(plain));
    }
  }
  return found;
}

/** What no page in this language says: whole messages, and longer pieces of messages. */
export function englishFor(language) {
  const own = texts(language).map((pieces) => pieces.join(" ")).join("\n");
  const isOwn = (text) => own.includes(text);
  const messages = texts("en");
  const whole = messages.filter((pieces) => pieces.length === 1).flat();
  const pieces = messages.flat().filter((text) => text.split(" ").length >= PIECE_WORDS);
  return { whole: new Set(whole.filter((text) => !isOwn(text))), pieces: pieces.filter((text) => !isOwn(text)) };
}

/** The messages in English that a page shows, or gives to screen readers. What is marked as another language may be it. */
export async function englishOn(page, { whole, pieces }) {
  const shown = await page.evaluate(() => {
    const ofPage = (element) => element.closest("[lang]") === document.documentElement && !element.closest("script, style, template");
    const all = [...document.querySelectorAll("title, body, body *")].filter(ofPage);
    const nodes = all.flatMap((element) => [...element.childNodes]).filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    const attributes = all.flatMap((element) =>
      ["aria-label", "title", "placeholder", "alt", "aria-description"].map((name) => element.getAttribute(name) ?? ""));
    return { parts: [document.title, ...nodes.map((node) => node.data), ...attributes], text: document.body.innerText };
  });
  const parts = shown.parts.map(plain).filter(Boolean);
  const text = [...parts, plain(shown.text)].join("\n");
  return [...parts.filter((part) => whole.has(part)), ...pieces.filter((piece) => text.includes(piece))];
}
