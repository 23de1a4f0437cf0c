// The messages of a feed with the keyboard: one Tab stop for all of them, the arrows lead from one to the next, Enter to what can be
// done with one, and Tab goes on to the message box.

import { isComposed } from "./enter.js";

const articles = (feed) => [...feed.querySelectorAll("[data-message-id]")];
const focusables = "a[href], button, summary, [tabindex]";
/** What is in a message, except where its text is edited. */
const controls = (article) => [...article.querySelectorAll(focusables)].filter((control) => !control.closest(".message-edit"));

/** Names a message by its author and time. Done here, as the ids weigh more than the page of a channel has room for. */
function name(article) {
  const id = article.dataset.messageId;
  const parts = { by: article.querySelector(".message-author"), at: article.querySelector(".message-time") };
  for (const [part, element] of Object.entries(parts)) element.id = `${part}-${id}`;
  article.setAttribute("aria-labelledby", `by-${id} at-${id}`);
}

/** After each change of the feed. The stop is the message that had the focus last; without one, the newest. */
export function rove(feed) {
  const all = articles(feed);
  const stop = all.find(({ dataset }) => dataset.messageId === feed.dataset.stop) ?? all.at(-1);
  for (const article of all) {
    if (!article.hasAttribute("tabindex")) {
      name(article);
      for (const control of controls(article)) control.tabIndex = -1;
    }
    const index = article === stop ? 0 : -1;
    if (article.getAttribute("tabindex") !== String(index)) article.tabIndex = index;
  }
  // The frame is a stop only where there is nothing in it.
  feed.parentElement.tabIndex = stop ? -1 : 0;
}

/** Screen readers read the text of a message with its name. */
function describe(article) {
  const text = article.querySelector(".content, .message-card");
  if (!text) return;
  text.id ||= `said-${article.dataset.messageId}`;
  article.setAttribute("aria-describedby", text.id);
}

function moved(feed, article, target, key) {
  const all = articles(feed);
  const at = all.indexOf(article);
  const next = { ArrowUp: all[at - 1], ArrowDown: all[at + 1], Home: all[0], End: all.at(-1) }[key];
  if (["ArrowUp", "ArrowDown", "Home", "End"].includes(key)) {
    next?.focus();
    return true;
  }
  if (key === "Escape" && target !== article) {
    article.focus();
    return true;
  }
  if (key === "Enter" && target === article) {
    const first = article.querySelector(".message-bar button") ?? article.querySelector(".message-more");
    first?.focus();
    return first !== null;
  }
  // A wide table is scrolled by them.
  if (!["ArrowLeft", "ArrowRight"].includes(key) || target.matches(".content-table")) return false;
  const inside = [article, ...controls(article).filter((control) => control.getClientRects().length > 0)];
  const onwards = document.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
  inside[inside.indexOf(target) + (key === onwards ? 1 : -1)]?.focus();
  return true;
}

export function start(feed) {
  feed.addEventListener("focusin", ({ target }) => {
    const article = target.closest("[data-message-id]");
    if (!article) return;
    describe(article);
    if (feed.dataset.stop === article.dataset.messageId) return;
    feed.dataset.stop = article.dataset.messageId;
    rove(feed);
  });
  feed.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isComposed(event)) return;
    const article = target.closest("[data-message-id]");
    if (article && !target.closest("input, textarea, select") && moved(feed, article, target, key)) event.preventDefault();
  });
}
