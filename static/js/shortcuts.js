// Keyboard shortcuts. None is active while someone types in a field. Those of a single key can be turned off, for this browser,
// as speech input would set them off by accident (WCAG 2.1.4). The list of them is the page /docs/keyboard, shown as a dialog.

import { announce } from "./announce.js";
import { closeBeside } from "./dialogs.js";
import { isComposed } from "./enter.js";
import { leaveFor } from "./leave.js";
import { t } from "./words.js";

const OFF = "portico-shortcuts-off";
const LIST = "/docs/keyboard";
/** How long the second key of a sequence is waited for. */
const SEQUENCE_MS = 1_500;
const PLACES = { i: "/inbox", p: "/portal" };

function areOff() {
  try {
    return localStorage.getItem(OFF) !== null;
  } catch {
    return false;
  }
}

function turn(isOn) {
  try {
    if (isOn) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, "");
    announce(t(isOn ? "shortcuts-on" : "shortcuts-off"));
  } catch {
    announce(t("stores-nothing"));
  }
}

/** The switch in the list of shortcuts. */
function switchIn(root) {
  const box = root.querySelector("[data-shortcuts-switch]");
  if (!box) return;
  box.closest("[data-needs-js]").hidden = false;
  box.checked = !areOff();
  box.addEventListener("change", () => turn(box.checked));
}

const isField = (target) => target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
const feed = () => document.querySelector("[data-feed]");
const messages = () => [...(feed()?.querySelectorAll("[data-message-id]") ?? [])];
const more = (message) => message?.querySelector(".message-more");

/** The message with the focus; without one, the newest. */
function focused() {
  return document.activeElement?.closest("[data-message-id]") ?? messages().at(-1);
}

function step(by) {
  const all = messages();
  const at = all.indexOf(document.activeElement?.closest("[data-message-id]"));
  const next = at < 0 ? all.at(-1) : all[Math.min(Math.max(at + by, 0), all.length - 1)];
  next?.focus();
}

async function act(name, message) {
  const link = more(message);
  if (!link) return;
  try {
    const actions = await import(name === "edit" ? "./message-edit.js" : "./message-actions.js");
    await actions[name](feed(), link);
  } catch {
    leaveFor(link.href);
  }
}

/** My own newest message. */
function ownNewest() {
  const mine = `user:${document.querySelector("[data-my-id]")?.dataset.myId}`;
  return messages().findLast(({ dataset }) => dataset.author === mine);
}

function edit(message) {
  if (message && message === focused() && message.dataset.author !== `user:${document.querySelector("[data-my-id]")?.dataset.myId}`) {
    announce(t("edit-own-only"));
    return;
  }
  act("edit", message);
}

/** Sends a form to an address of the channel. */
function send(path, name, message) {
  const channel = /^\/channels\/\d+/.exec(location.pathname)?.[0];
  if (!message || !channel) return;
  const form = Object.assign(document.createElement("form"), { method: "post", action: `${channel}/${path}`, hidden: true });
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value: message.dataset.messageId }));
  document.body.append(form);
  // Unlike `submit`, it is noticed where there is no connection.
  form.requestSubmit();
}

/** Marks the channel as read, and says whether there was anything to mark: messages that arrived have no button. */
function markRead() {
  const button = document.querySelector("[data-mark-read]");
  const newest = messages().at(-1);
  if (button) button.requestSubmit();
  else if (Number(newest?.dataset.messageId) > Number(feed().dataset.read)) send("read", "up_to", newest);
  else return false;
  return true;
}

/** Whether there is a search to go to. */
function search() {
  const box = document.querySelector("#f-q, #side-search");
  if (!box) return false;
  // On a narrow screen it is folded away.
  const list = box.closest("details");
  if (list) list.open = true;
  box.focus();
  box.select();
  return true;
}

function channel(by) {
  const all = [...document.querySelectorAll(".channels > a[data-unread-in]")];
  const at = all.findIndex((link) => link.hasAttribute("aria-current"));
  const next = all[at + by];
  if (next) location.assign(next.href);
  return all.length > 0;
}

async function list() {
  try {
    const answer = await fetch(LIST, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const shown = page.querySelector("[data-shortcuts]");
    if (!answer.ok || !shown) throw new Error(`status ${answer.status}`);
    show(document.importNode(shown, true));
  } catch {
    leaveFor(LIST);
  }
}

function show(shown) {
  const dialog = document.createElement("dialog");
  dialog.className = "dialog";
  dialog.setAttribute("aria-labelledby", "shortcuts-title");
  const title = Object.assign(document.createElement("h2"), { id: "shortcuts-title", tabIndex: -1, textContent: t("shortcuts-title") });
  const close = Object.assign(document.createElement("button"), { type: "button", className: "button button-secondary button-small", textContent: t("close") });
  const inside = Object.assign(document.createElement("div"), { className: "dialog-inside" });
  const head = Object.assign(document.createElement("div"), { className: "dialog-head" });
  head.append(title, close);
  inside.append(head, shown);
  dialog.append(inside);
  document.body.append(dialog);
  switchIn(shown);
  close.addEventListener("click", () => dialog.close());
  closeBeside(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  // At its beginning, however long the list is.
  title.focus();
}

let began = -Infinity;

/** Whether a shortcut of a single key, or of two in a row, was pressed. */
function single(key, now) {
  if (now - began < SEQUENCE_MS) {
    began = -Infinity;
    if (PLACES[key]) location.assign(PLACES[key]);
    return PLACES[key] !== undefined;
  }
  switch (key) {
    case "?": list(); return true;
    case "/": return search();
    case "g": began = now; return true;
    case "j": step(1); return true;
    case "k": step(-1); return true;
    case "r": act("reply", focused()); return true;
    case "e": edit(focused()); return true;
    case "u": send("unread", "message_id", focused()); return true;
    default: return false;
  }
}

function pressed(event) {
  const { key, target } = event;
  if (event.defaultPrevented || isComposed(event) || event.repeat || document.querySelector("dialog[open], .message-menu")) return false;
  const box = target instanceof Element ? target.closest("[data-composer] textarea") : null;
  // In an empty composer the arrow has nothing else to do.
  if (box && key === "ArrowUp" && box.value === "" && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    const mine = ownNewest();
    if (mine) act("edit", mine);
    return mine !== undefined;
  }
  if (isField(target)) return false;
  if (event.altKey) {
    if (event.ctrlKey || event.metaKey) return false;
    return (key === "ArrowUp" && channel(-1)) || (key === "ArrowDown" && channel(1));
  }
  if (event.ctrlKey || event.metaKey) return key.toLowerCase() === "k" && search();
  if (key === "Escape") {
    return feed() !== null && !document.querySelector("details[data-menu][open]") && markRead();
  }
  return !areOff() && single(key, event.timeStamp);
}

export function start(root) {
  switchIn(root);
  document.addEventListener("keydown", (event) => {
    if (pressed(event)) event.preventDefault();
  });
  for (const link of root.querySelectorAll("[data-shortcuts-link]")) {
    link.setAttribute("aria-haspopup", "dialog");
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      list();
    });
  }
}
