// Reply and Edit beside the ⋯ of the message where the pointer or the focus is. On a touch screen they are in its menu.

import { leaveFor } from "./leave.js";
import { t } from "./words.js";

const ICONS = {
  reply: '<path d="M9 17 4 12l5-5"/><path d="M20 18v-2a4 4 0 0 0-4-4H4"/>',
  edit: '<path d="M12 20h9M16.5 3.5a2.1 2.1 0 0 1 3 3L7 19l-4 1 1-4z"/>',
};

function button(name, words) {
  const made = Object.assign(document.createElement("button"), { type: "button", title: words, tabIndex: -1 });
  made.dataset.bar = name;
  made.setAttribute("aria-label", words);
  const icon = `<svg class="icon" viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">${ICONS[name]}</svg>`;
  made.append(document.importNode(new DOMParser().parseFromString(icon, "text/html").querySelector("svg"), true));
  return made;
}

function equip(article) {
  const more = article?.querySelector(".message-more");
  if (!more || article.querySelector(".message-bar")) return;
  const bar = document.createElement("span");
  bar.className = "message-bar";
  bar.append(button("reply", t("reply-act")));
  if (article.dataset.author === `user:${document.querySelector("[data-my-id]")?.dataset.myId}`) bar.append(button("edit", t("edit-act")));
  more.before(bar);
}

export function start(root) {
  const feed = root.querySelector("[data-feed]");
  if (!feed) return;
  // The pointer or the focus may have been there before this script.
  for (const article of feed.querySelectorAll("[data-message-id]:is(:hover, :focus-within)")) equip(article);
  for (const name of ["pointerover", "focusin"]) {
    feed.addEventListener(name, ({ target }) => equip(target.closest("[data-message-id]")));
  }
  feed.addEventListener("click", async ({ target }) => {
    const pressed = target.closest("[data-bar]");
    if (!pressed) return;
    const { bar } = pressed.dataset;
    const link = pressed.closest("[data-message-id]").querySelector(".message-more");
    try {
      const actions = await import(bar === "edit" ? "./message-edit.js" : "./message-actions.js");
      await actions[bar](feed, link);
    } catch {
      leaveFor(link.href);
    }
  });
}
