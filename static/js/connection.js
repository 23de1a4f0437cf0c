// Says that the page is not connected: the browser is offline, or a stream of live updates is gone for more than a moment; or that
// the user may no longer see it.

import { announce } from "./announce.js";
import { t } from "./words.js";

const MOMENT_MS = 3_000;
const lost = new Set();
const reconnects = new Set();
let timer;
let hasEnded = false;
/** What is said once the page can no longer be seen. */
let gone;

function bar() {
  let found = document.getElementById("connection");
  if (!found) {
    found = document.createElement("div");
    found.id = "connection";
    found.className = "connection";
    found.setAttribute("role", "status");
    found.hidden = true;
    // In a channel it has a place of its own, above the composer: nothing is covered.
    const chat = document.querySelector(".chat-main");
    if (chat) chat.insertBefore(found, chat.querySelector(":scope > :is(.composer, .chat-closed)"));
    else document.body.append(found);
  }
  return found;
}

function show() {
  const place = bar();
  if (!gone && !hasEnded && navigator.onLine && lost.size === 0) {
    if (!place.hidden) announce(t("connected"));
    place.hidden = true;
    return;
  }
  let sentence = t("reconnecting");
  if (hasEnded) sentence = t("ended");
  else if (gone) sentence = gone;
  if (!place.hidden && place.dataset.said === sentence) return;
  place.dataset.said = sentence;
  place.textContent = sentence;
  if (hasEnded || gone) {
    const link = document.createElement("a");
    link.href = hasEnded ? `/sign-in?${new URLSearchParams({ next: location.pathname + location.search })}` : "/servers";
    link.textContent = hasEnded ? t("sign-in-again-link") : t("your-servers");
    place.append(" ", link);
  }
  place.hidden = false;
}

/** A stream broke; it is mentioned unless it comes back within a moment. */
export function streamLost(stream) {
  lost.add(stream);
  // It is tried again more often than that, and fails each time: the moment begins with the first failure.
  timer ??= setTimeout(() => {
    timer = undefined;
    show();
  }, navigator.onLine ? MOMENT_MS : 0);
}

/** A stream is open, or no longer wanted. */
export function streamBack(stream) {
  lost.delete(stream);
  hasEnded = false;
  if (lost.size === 0) {
    clearTimeout(timer);
    timer = undefined;
  }
  show();
}

/** Calls `reconnect` once the browser is online again. */
export const whenOnline = (reconnect) => reconnects.add(reconnect);

/** Says so, and no more that it is not connected. */
export function pageGone(sentence) {
  gone = sentence;
  show();
}

const ask = (address) => fetch(address, { method: "HEAD", redirect: "manual" });

/** Whether the user of the page is signed in: if not, that is why streams are refused. */
export async function checkSession() {
  try {
    const answer = await ask(`/inbox?me=${document.querySelector("[data-my-id]").dataset.myId}`);
    hasEnded = answer.type === "opaqueredirect" || answer.status === 403;
    if (hasEnded) show();
    return answer.ok;
  } catch {
    // Not connected at all.
    return false;
  }
}

/** Whether the user can no longer see this page. */
export async function isGone() {
  try {
    return [403, 404].includes((await ask(location.pathname)).status);
  } catch {
    return false;
  }
}

addEventListener("offline", show);
addEventListener("online", () => {
  show();
  for (const reconnect of reconnects) reconnect();
});

// Without a connection the browser would replace the page, and with it what was typed.
document.addEventListener("submit", (event) => {
  if (navigator.onLine || event.defaultPrevented) return;
  event.preventDefault();
  show();
  announce(t("disconnected-text"));
});

export function start() {
  if (!navigator.onLine) show();
}
