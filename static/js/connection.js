// Says that the page is not connected: the browser is offline, or a stream of live updates is gone for more than a moment.

import { announce } from "./announce.js";

const MOMENT_MS = 3_000;
const lost = new Set();
const reconnects = new Set();
let timer;
let hasEnded = false;

function bar() {
  let found = document.getElementById("connection");
  if (!found) {
    found = document.createElement("div");
    found.id = "connection";
    found.className = "connection";
    found.setAttribute("role", "status");
    found.hidden = true;
    document.body.append(found);
  }
  return found;
}

function show() {
  const place = bar();
  const gone = !navigator.onLine || lost.size > 0 || hasEnded;
  if (!gone) {
    if (!place.hidden) announce("Connected again.");
    place.hidden = true;
    return;
  }
  const sentence = hasEnded ? "Your session ended." : "Not connected. Reconnecting…";
  if (!place.hidden && place.dataset.said === sentence) return;
  place.dataset.said = sentence;
  place.textContent = sentence;
  if (hasEnded) {
    const link = document.createElement("a");
    link.href = `/sign-in?${new URLSearchParams({ next: location.pathname + location.search })}`;
    link.textContent = "Sign in again";
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

/** Whether the streams are refused because the user is signed out. */
export async function checkSession() {
  try {
    const answer = await fetch("/inbox", { method: "HEAD", redirect: "manual" });
    hasEnded = answer.type === "opaqueredirect";
    if (hasEnded) show();
  } catch {
    // Not connected at all.
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
  announce("Not connected. Your text is still here.");
});

export function start() {
  if (!navigator.onLine) show();
}
