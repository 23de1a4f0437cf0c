// Editing a message in its place. Without scripts it is a form on the page of the message.

import { announce } from "./announce.js";
import { isComposed, sendOnEnter } from "./enter.js";
import { complain, idIn, inPlace, load } from "./message-actions.js";
import { focusMessage } from "./scrolling.js";
import { t } from "./words.js";

/** Texts that were cancelled without being saved, by message: the next edit goes on with them. */
const kept = new Map();

const find = (feed, id) => feed.querySelector(`[data-message-id="${CSS.escape(id)}"]`);

/** Turns a message into a text area; `link` leads to the page of what can be done with it, `menu` is that page's menu if it is known. */
export async function edit(feed, link, menu) {
  const id = idIn(link.href);
  const composer = document.querySelector("[data-composer] textarea");
  const back = document.activeElement === composer ? composer : null;
  const open = find(feed, id)?.querySelector(".message-edit textarea");
  if (open) return open.focus();
  const template = (menu ?? (await load(link))).querySelector("[data-edit-template]");
  const body = find(feed, id)?.querySelector(".message-body");
  if (!template || !body) return announce(t("cant-edit"));
  const form = document.importNode(template.content, true).querySelector("form");
  const box = form.querySelector("textarea");
  if (kept.has(id)) box.value = kept.get(id);
  body.append(form);

  const close = (isSaved) => {
    const article = form.closest("[data-message-id]");
    if (isSaved || box.value === box.defaultValue) kept.delete(id);
    else {
      kept.set(id, box.value);
      announce(t("edit-kept"));
    }
    form.remove();
    if (form.dataset.gone !== undefined) article?.remove();
    if (back && back.isConnected) back.focus();
    else focusMessage(feed, id);
  };
  form.querySelector("[data-edit-cancel]").addEventListener("click", () => {
    if (form.getAttribute("aria-busy") !== "true") close(false);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || isComposed(event)) return;
    // In a channel it is a shortcut as well.
    event.preventDefault();
    if (form.getAttribute("aria-busy") === "true") complain(form, t("wait-a-moment"));
    else close(false);
  });
  // The message was deleted, and the text is not saved.
  form.addEventListener("portico:gone", () => {
    if (form.dataset.gone !== undefined) return;
    form.dataset.gone = "";
    form.querySelector("[type=submit]").remove();
    complain(form, t("edit-deleted"));
  });
  form.addEventListener("submit", (event) => {
    if (form.dataset.gone === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  inPlace(feed, form, () => close(true));
  sendOnEnter(box);
  box.focus();
  box.setSelectionRange(box.value.length, box.value.length);
  form.scrollIntoView({ block: "nearest" });
}
