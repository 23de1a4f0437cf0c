// Editing and deleting a message in a dialog over the channel, and undoing a removal in its place. Without scripts each is a page.

import { announce } from "./announce.js";
import { start as copying } from "./copy.js";
import { start as counting } from "./countdown.js";
import { busyForm, closeBeside, isChanged } from "./dialogs.js";
import { isComposed, sendOnEnter } from "./enter.js";
import { leaveFor } from "./leave.js";
import { say } from "./notice.js";
import { tryAgain } from "./retry.js";
import { focusMessage } from "./scrolling.js";
import { ENDED, hasEnded, signInButton } from "./session.js";

const parse = (html) => new DOMParser().parseFromString(html, "text/html");
/** The message in the address of its page. */
const idIn = (address) => new URL(address).pathname.split("/")[4];

export function start(root) {
  const feed = root.querySelector("[data-feed]");
  const removed = root.querySelector("[data-removed]");
  if (feed && removed) undoable(feed, removed);
}

/** Shows what can be done with a message; `link` leads to the page of that. With `edits`, its text is ready to be edited. */
export async function open(feed, link, edits = false) {
  if (link.getAttribute("aria-busy") === "true") return;
  link.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
    const page = parse(await answer.text());
    const acts = page.querySelector("[data-message-acts]");
    if (!answer.ok || !acts) throw new Error(`status ${answer.status}`);
    show(feed, link, page.querySelector("h1").textContent, document.importNode(acts, true), edits);
  } catch {
    // The page says what is wrong.
    leaveFor(link.href);
  } finally {
    link.removeAttribute("aria-busy");
  }
}

export const edit = (feed, link) => open(feed, link, true);

/** Replies to a message; `link` leads to the page of what can be done with it. */
export async function reply(feed, link) {
  const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
  const acts = parse(await answer.text()).querySelector("[data-message-acts]");
  if (!answer.ok || !acts) throw new Error(`status ${answer.status}`);
  const form = document.querySelector("[data-composer]");
  if (form && acts.querySelector("[data-reply-template]")) replyIn(form, acts);
  else announce("You can’t post in this channel.");
}

function show(feed, link, words, acts, edits) {
  const dialog = document.createElement("dialog");
  dialog.className = "dialog";
  dialog.setAttribute("aria-labelledby", "message-acts-title");
  const title = document.createElement("h2");
  title.id = "message-acts-title";
  title.tabIndex = -1;
  title.textContent = words;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "button button-secondary button-small";
  close.textContent = "Close";
  const inside = document.createElement("div");
  inside.className = "dialog-inside";
  const head = document.createElement("div");
  head.className = "dialog-head";
  head.append(title, close);
  inside.append(head, acts);
  dialog.append(inside);
  document.body.append(dialog);
  close.addEventListener("click", () => {
    const busy = busyForm(dialog);
    if (busy) complain(busy, "The server hasn’t responded yet. Wait a moment.");
    else dialog.close();
  });
  closeBeside(dialog);
  keepOpen(dialog, acts);
  dialog.addEventListener("close", () => {
    dialog.remove();
    // The stream may have replaced or removed the message that had the focus before.
    if (!link.isConnected && document.activeElement === document.body) focusMessage(feed, idIn(link.href));
  });
  for (const form of acts.querySelectorAll("form[data-in-place]")) inPlace(feed, form, () => dialog.close());
  const box = acts.querySelector("form[data-in-place=edit] textarea");
  if (box) sendOnEnter(box);
  acts.querySelector("[data-reply]")?.addEventListener("click", (event) => {
    const form = document.querySelector("[data-composer]");
    if (!form || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (busyForm(dialog)) return;
    if (isChanged(dialog)) {
      complainOfChange(acts);
      return;
    }
    dialog.close();
    replyIn(form, acts);
  });
  copying(acts);
  dialog.showModal();
  (edits && box ? box : title).focus();
  if (edits) box?.setSelectionRange(box.value.length, box.value.length);
}

function complainOfChange(acts) {
  const { form } = [...acts.querySelectorAll("textarea")].find((box) => box.value !== box.defaultValue);
  const what = form.dataset.inPlace === "report" ? "Your report isn’t sent" : "Your change isn’t saved";
  complain(form, `${what} yet. “Close” discards it.`);
  form.lastElementChild.scrollIntoView({ block: "nearest" });
}

/** Escape closes it, unless a text was changed: that would be lost. */
function keepOpen(dialog, acts) {
  const keep = (event) => {
    if (busyForm(dialog)) event.preventDefault();
    else if (isChanged(dialog)) {
      event.preventDefault();
      complainOfChange(acts);
    }
  };
  // Chromium closes a dialog at the second Escape, whatever listens for `cancel`.
  dialog.addEventListener("keydown", (event) => { if (event.key === "Escape" && !isComposed(event)) keep(event); });
  dialog.addEventListener("cancel", keep);
}

/** The composer replies to the message that can be acted on so. */
function replyIn(form, acts) {
  const bar = document.importNode(acts.querySelector("[data-reply-template]").content, true);
  for (const old of form.querySelectorAll("[data-reply-bar], [data-fault=reply_to]")) old.remove();
  form.prepend(bar);
  form.querySelector("textarea").focus();
  announce(form.querySelector("[data-reply-bar] p span").textContent);
}

/** Sends a form without leaving the page. Where the page is not live and would have to change more than one message, the response is shown instead. */
function inPlace(feed, form, done) {
  form.addEventListener("submit", async (event) => {
    // To the sign-in, with the text.
    if (event.submitter?.hasAttribute("data-native")) return;
    event.preventDefault();
    if (form.getAttribute("aria-busy") === "true") return;
    form.setAttribute("aria-busy", "true");
    const box = form.querySelector("textarea");
    const body = new URLSearchParams(new FormData(form));
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
        const words = box ? `${ENDED} It wasn’t saved.` : "Your session ended. Nothing was changed.";
        return complain(form, words, signInButton());
      }
      if (!answer.ok) return complain(form, sentence(answer, page));
      if (feed.dataset.liveEvents === undefined && !isShownHere(form, page)) return location.assign(answer.url);
      done();
      finish(feed, form, page);
    } catch {
      complain(form, "The server didn’t respond. Try again.");
    } finally {
      form.removeAttribute("aria-busy");
      if (box) box.readOnly = false;
    }
  });
}

/** Whether what was done can be shown without live updates: a change of one message. */
function isShownHere({ action, dataset }, page) {
  return ["delete", "report", "block"].includes(dataset.inPlace) || (dataset.inPlace === "edit" && editedIn(page, idIn(action)) !== null);
}

const editedIn = (page, id) => page.querySelector(`[data-feed] [data-message-id="${CSS.escape(id)}"]`);

function sentence(answer, page) {
  const fault = page.querySelector("main [data-fault]")?.textContent.trim();
  if (fault) return fault;
  if (answer.status === 429) return `You are changing things too fast. ${tryAgain(answer)}`;
  return "This wasn’t done. Reload the page and try again.";
}

function complain(form, words, button) {
  form.querySelector(".fault")?.remove();
  const place = document.createElement("p");
  place.className = "fault";
  place.setAttribute("role", "alert");
  place.textContent = words;
  if (button) place.append(" ", button);
  form.append(place);
}

/** What others see by the stream is done at once here. */
function finish(feed, form, page) {
  const id = idIn(form.action);
  const tell = (name, detail) => feed.dispatchEvent(new CustomEvent(`portico:${name}`, { detail }));
  switch (form.dataset.inPlace) {
    case "edit": {
      const article = editedIn(page, id);
      if (article) tell("update", article);
      announce("The message is saved.");
      break;
    }
    case "delete":
      tell("remove", id);
      announce("The message is deleted.");
      break;
    case "report":
      say("Thank you. The moderators of this server will look at the message.");
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
    default:
      document.querySelector("[data-removed]")?.remove();
      announce("The messages are restored.");
      feed.parentElement.focus();
  }
}

function undoable(feed, notice) {
  for (const form of notice.querySelectorAll("form[data-in-place]")) inPlace(feed, form, () => {});
}
