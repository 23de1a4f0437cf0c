// Copy buttons: `data-copy="#id"` copies that element's value or text.

import { announce } from "./announce.js";
import { secretOf } from "./reveal.js";
import { t } from "./words.js";

/** `text` may be a promise: some browsers allow copying only at once, and wait for it. */
export async function copy(text) {
  if (navigator.clipboard && window.isSecureContext) {
    if (typeof text === "string" || !window.ClipboardItem) return navigator.clipboard.writeText(await text);
    const plain = text.then((found) => new Blob([found], { type: "text/plain" }));
    return navigator.clipboard.write([new ClipboardItem({ "text/plain": plain })]);
  }
  // Plain http on a local network has no clipboard interface.
  const box = document.createElement("textarea");
  box.value = await text;
  box.setAttribute("readonly", "");
  box.className = "visually-hidden";
  document.body.append(box);
  box.select();
  const done = document.execCommand("copy");
  box.remove();
  if (!done) throw new Error("copying was refused");
}

/** What a button copies: a secret that isn't in the page is fetched. */
function textOf(source) {
  const secret = source.closest("[data-secret]:not(.is-revealed)");
  if (!secret) return source.value ?? source.textContent;
  return secretOf(secret).then((found) => {
    if (found === undefined) throw new Error("the secret could not be fetched");
    return found;
  });
}

export function start(root) {
  for (const button of root.querySelectorAll("[data-copy]")) {
    const source = document.querySelector(button.dataset.copy);
    if (!source) continue;
    const label = button.querySelector("[data-copy-label]") ?? button;
    const words = label.textContent;
    let timer;
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await copy(textOf(source));
        label.textContent = t("copied");
        announce(t("copied-announced"));
      } catch {
        label.textContent = t("select-and-copy");
        announce(t("copying-refused-select"));
        source.closest("[data-secret]:not(.is-revealed)")?.querySelector("[data-secret-toggle]").click();
        getSelection().selectAllChildren(source);
      }
      clearTimeout(timer);
      timer = setTimeout(() => { label.textContent = words; }, 2000);
    });
  }
}
