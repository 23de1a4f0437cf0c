// What is done with a message on a channel's page: replying, deleting and restoring it, and removing many. Its menu is in
// `message-menu`, editing in `message-edit`. Without scripts each is a page.

import { announce } from "./announce.js";
import { start as counting } from "./countdown.js";
import { busyForm, closeBeside, isChanged } from "./dialogs.js";
import { isComposed } from "./enter.js";
import { leaveFor } from "./leave.js";
import { say } from "./notice.js";
import { follow as counted } from "./removal.js";
import { tryAgain } from "./retry.js";
import { focusMessage } from "./scrolling.js";
import { hasEnded, signInButton } from "./session.js";
import { show as toast } from "./toast.js";
import { t } from "./words.js";

const parse = (html) => new DOMParser().parseFromString(html, "text/html");
/** The message in the address of its page. */
export const idIn = (address) => new URL(address).pathname.split("/")[4];
const find = (place, id) => place.querySelector(`[data-message-id="${CSS.escape(id)}"]`);

export function start(root) {
  const feed = root.querySelector("[data-feed]");
  const removed = root.querySelector("[data-removed]");
  if (feed && removed) undoable(feed, removed);
}

/** The menu of a message; `link` leads to the page of that. The server knows what the reader may do. */
export async function load(link) {
  const answer = await fetch(`${link.href}?menu`, { headers: { Accept: "text/html" } });
  const menu = parse(await answer.text()).querySelector("[data-message-menu]");
  if (!answer.ok || !menu) throw new Error(`status ${answer.status}`);
  return document.importNode(menu, true);
}

/** Replies to a message; `link` leads to the page of what can be done with it. */
export async function reply(feed, link, menu) {
  const from = menu ?? (await load(link));
  const form = document.querySelector("[data-composer]");
  const template = from.querySelector("[data-reply-template]");
  if (!form || !template) return announce(t("cant-post-here"));
  const bar = document.importNode(template.content, true);
  for (const old of form.querySelectorAll("[data-reply-bar], [data-fault=reply_to]")) old.remove();
  form.prepend(bar);
  form.querySelector("textarea").focus();
  announce(form.querySelector("[data-reply-bar] p span").textContent);
}

/** Shows the form that removes many messages in a dialog; `address` is its page, `link` the message it is about. */
export async function removeMany(feed, link, address) {
  const form = await openForm(feed, link, address, "form[data-removal]", (page) => page.querySelector("h1").textContent);
  if (form) counted(form);
}

/** Shows the form that reports a message in a dialog; `link` leads to the page of that. */
export async function report(feed, link) {
  const form = await openForm(feed, link, link.href, "form[data-in-place=report]", () => t("report-message"));
  form?.querySelector("textarea").focus();
}

/** Shows a form of a page in a dialog with the title that `titled` finds. Returns it, or goes to the page, which says what is wrong. */
async function openForm(feed, link, address, selector, titled) {
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    const page = parse(await answer.text());
    const found = page.querySelector(selector);
    if (!answer.ok || !found) throw new Error(`status ${answer.status}`);
    const form = document.importNode(found, true);
    dialogOf(feed, link, titled(page), form);
    return form;
  } catch {
    leaveFor(address);
    return undefined;
  }
}

function dialogOf(feed, link, words, form) {
  const dialog = document.createElement("dialog");
  dialog.className = "dialog";
  dialog.setAttribute("aria-labelledby", "dialog-title");
  const title = Object.assign(document.createElement("h2"), { id: "dialog-title", tabIndex: -1, textContent: words });
  const close = Object.assign(document.createElement("button"), { type: "button", className: "button button-secondary button-small", textContent: t("close") });
  const inside = Object.assign(document.createElement("div"), { className: "dialog-inside" });
  const head = Object.assign(document.createElement("div"), { className: "dialog-head" });
  head.append(title, close);
  inside.append(head, form);
  dialog.append(inside);
  document.body.append(dialog);
  close.addEventListener("click", () => {
    if (busyForm(dialog)) complain(form, t("wait-a-moment"));
    else dialog.close();
  });
  closeBeside(dialog);
  const keep = (event) => {
    if (busyForm(dialog)) event.preventDefault();
    else if (isChanged(dialog)) {
      event.preventDefault();
      complain(form, t("report-unsent"));
    }
  };
  // Chromium closes a dialog at the second Escape, whatever listens for `cancel`.
  dialog.addEventListener("keydown", (event) => { if (event.key === "Escape" && !isComposed(event)) keep(event); });
  dialog.addEventListener("cancel", keep);
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (document.activeElement === document.body) focusMessage(feed, idIn(link.href));
  });
  inPlace(feed, form, () => dialog.close());
  dialog.showModal();
  title.focus();
}

/**
 * Sends a form without leaving the page; `done` is called once the server has done it. Where the page is not live and would have to
 * change more than one message, the response is shown instead.
 */
export function inPlace(feed, form, done) {
  form.addEventListener("submit", async (event) => {
    // To the sign-in, with the text.
    if (event.submitter?.hasAttribute("data-native")) return;
    event.preventDefault();
    if (form.getAttribute("aria-busy") === "true") return;
    form.setAttribute("aria-busy", "true");
    const box = form.querySelector("textarea");
    const body = new URLSearchParams(new FormData(form));
    // The stream may remove it before the answer has come.
    const shown = find(feed, idIn(form.action))?.cloneNode(true);
    // What was typed now would be lost.
    if (box) box.readOnly = true;
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        body,
        headers: { Accept: "text/html" },
      });
      const page = parse(await answer.text());
      if (hasEnded(answer)) {
        const words = t(box ? "ended-unsaved" : "ended-unchanged");
        return complain(form, words, signInButton());
      }
      if (!answer.ok) return complain(form, sentence(answer, page));
      if (feed.dataset.liveEvents === undefined && !isShownHere(form, page)) return location.assign(answer.url);
      done();
      finish(feed, form, page, shown);
    } catch {
      complain(form, t("no-response"));
    } finally {
      form.removeAttribute("aria-busy");
      if (box) box.readOnly = false;
    }
  });
}

/** Whether what was done can be shown without live updates: a change of one message. */
function isShownHere({ action, dataset }, page) {
  return ["delete", "restore", "pause", "report", "block"].includes(dataset.inPlace) || (dataset.inPlace === "edit" && editedIn(page, idIn(action)) !== null);
}

const editedIn = (page, id) => page.querySelector(`[data-feed] [data-message-id="${CSS.escape(id)}"]`);

function sentence(answer, page) {
  const fault = page.querySelector("main [data-fault]")?.textContent.trim();
  if (fault) return fault;
  if (answer.status === 429) return t("too-fast-changing", { wait: tryAgain(answer) });
  return t("not-done");
}

export function complain(form, words, button) {
  form.querySelector(".fault")?.remove();
  const place = document.createElement("p");
  place.className = "fault";
  place.setAttribute("role", "alert");
  place.textContent = words;
  if (button) place.append(" ", button);
  form.append(place);
}

/** What others see by the stream is done at once here. */
function finish(feed, form, page, shown) {
  const id = idIn(form.action);
  const tell = (name, detail) => feed.dispatchEvent(new CustomEvent(`portico:${name}`, { detail }));
  switch (form.dataset.inPlace) {
    case "edit": {
      const article = editedIn(page, id);
      if (article) tell("update", article);
      announce(t("message-saved"));
      break;
    }
    case "delete": {
      tell("remove", id);
      const notice = page.querySelector("[data-removed]");
      if (!notice || !shown) announce(t("message-is-deleted"));
      else {
        const undo = toast(feed, document.importNode(notice, true));
        undo.dataset.inPlace = "restore";
        // The menu had the focus.
        if (document.activeElement === document.body) focusMessage(feed, id);
        inPlace(feed, undo, () => {
          const held = undo.contains(document.activeElement);
          undo.closest(".toast-place").remove();
          tell("update", shown);
          announce(t("message-restored"));
          if (held) focusMessage(feed, id);
        });
      }
      break;
    }
    case "report":
      say(t("report-thanks"));
      break;
    case "block":
      // Messages of a person who is blocked, or no longer, look different.
      location.reload();
      break;
    case "remove": {
      const found = page.querySelector("[data-removed]");
      if (!found) break;
      const notice = document.importNode(found, true);
      document.querySelector("[data-removed]")?.remove();
      feed.parentElement.before(notice);
      counting(notice);
      undoable(feed, notice);
      announce(notice.querySelector("p").textContent);
      notice.querySelector("button").focus();
      break;
    }
    case "undo":
      document.querySelector("[data-removed]")?.remove();
      announce(t("messages-restored"));
      feed.parentElement.focus();
      break;
    default:
  }
}

function undoable(feed, notice) {
  for (const form of notice.querySelectorAll("form[data-in-place]")) inPlace(feed, form, () => {});
}
