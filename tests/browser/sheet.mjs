// The pictures of a walk, laid out so that a person can leaf through: one page after the other, its states below each
// other, the four looks of a state side by side, above those of another folder.

import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { everyLook, pictureName } from "./walk.mjs";

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const anchor = (text) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

/** Writes `index.html` beside the pictures of these states; `before` is the folder of another revision's, or empty. */
export async function writeSheet(folder, states, before = process.env.SHOTS_BEFORE) {
  const pages = grouped(states);
  const names = [...pages.keys()].sort((one, other) => one.localeCompare(other));
  const links = names.map((page) => `<li><a href="#${anchor(page)}">${escaped(page)}</a> ${pages.get(page).length}</li>`);
  const sections = names.map((page) => {
    const rows = pages.get(page).map((state) => `<h3>${escaped(state.state)}</h3>\n${looks(state, folder)}${before ? looks(state, folder, before) : ""}`);
    return `<section id="${anchor(page)}"><h2>${escaped(page)}</h2>\n${rows.join("\n")}</section>`;
  });
  await writeFile(join(folder, "index.html"), `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Every page in every state</title>
<style>
body { margin: 1rem; font: 1rem/1.4 system-ui, sans-serif; background: #8a8f8d; color: #111; }
nav ul { columns: 14rem; }
section { margin-top: 3rem; }
.looks { display: flex; gap: 1rem; align-items: flex-start; overflow-x: auto; }
img { display: block; max-height: 60rem; object-fit: cover; object-position: top; box-shadow: 0 1px 6px #0006; }
.narrow { width: 12rem; } .wide { width: 32rem; }
</style>
<h1>${states.length} states of ${names.length} pages</h1>
<nav><ul>${links.join("\n")}</ul></nav>
${sections.join("\n")}
</html>
`);
}

/** The pictures of a state that are in a folder, by their paths from where the page is. */
function looks(state, folder, from = folder) {
  const found = everyLook.map(({ theme, width }) => {
    const picture = join(from, pictureName(state, theme, width));
    if (!existsSync(picture)) return "";
    const path = relative(folder, picture);
    const size = width < 700 ? "narrow" : "wide";
    const words = `${state.page}, ${state.state}: ${theme}, ${width} wide${from === folder ? "" : ", before"}`;
    return `<a href="${path}"><img class="${size}" src="${path}" alt="${escaped(words)}" loading="lazy"></a>`;
  });
  return `<div class="looks">${found.join("")}</div>`;
}

function grouped(states) {
  const pages = new Map();
  for (const state of states) pages.set(state.page, [...(pages.get(state.page) ?? []), state]);
  return pages;
}
