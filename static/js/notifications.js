// The notification settings of this browser: asks for the permission when the button is pressed, never before, and subscribes to
// push messages where the server and the browser have them.

import { announce } from "./announce.js";

const WORKER = "/service-worker.js";

const toBytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
const toText = (bytes) =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

async function fingerprint(endpoint) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const pushes = () => "serviceWorker" in navigator && "PushManager" in globalThis;

async function subscription() {
  if (!pushes()) return null;
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Subscribes, and tells the server. A subscription that is for an earlier key of the server is replaced. */
async function subscribe(key, action) {
  await navigator.serviceWorker.register(WORKER, { scope: "/" });
  const { pushManager } = await navigator.serviceWorker.ready;
  const wanted = { userVisibleOnly: true, applicationServerKey: toBytes(key) };
  let found;
  try {
    found = await pushManager.subscribe(wanted);
  } catch {
    await (await pushManager.getSubscription())?.unsubscribe();
    found = await pushManager.subscribe(wanted);
  }
  const fields = { endpoint: found.endpoint, p256dh: toText(found.getKey("p256dh")), auth: toText(found.getKey("auth")) };
  const answer = await fetch(action, { method: "POST", body: new URLSearchParams(fields), headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(`${answer.status}`);
}

export function start(root) {
  const place = root.querySelector("[data-notifications]");
  const on = place.querySelector("[data-notifications-on]");
  const off = place.querySelector("[data-notifications-off]");
  const words = place.querySelector("[data-notifications-words]");
  const { pushKey, action } = place.dataset;

  const say = (sentence) => { words.textContent = sentence; };
  const show = async () => {
    if (!("Notification" in globalThis)) {
      say("This browser has no notifications.");
      return;
    }
    const permission = Notification.permission;
    const isOn = permission === "granted" && localStorage.getItem("notifications") === "on";
    const own = await subscription().catch(() => null);
    const here = own ? root.querySelector(`[data-fingerprint="${await fingerprint(own.endpoint)}"]`) : null;
    if (here) here.querySelector("[data-this-browser]").hidden = false;
    on.hidden = permission === "denied" || (isOn && (here !== null || !pushKey || !pushes()));
    off.hidden = !isOn;
    if (permission === "denied") say("Notifications from this site are blocked in the settings of your browser. Allow them there first.");
    else if (!isOn) say("Off in this browser.");
    else if (here) say("On in this browser, also while no page of this site is open.");
    else say("On in this browser, while a page of this site is open.");
  };

  on.addEventListener("click", async () => {
    if ((await Notification.requestPermission()) !== "granted") {
      await show();
      return;
    }
    localStorage.setItem("notifications", "on");
    if (pushKey && pushes()) {
      try {
        say("One moment…");
        await subscribe(pushKey, action);
        location.reload();
        return;
      } catch {
        await show();
        announce("Notifications are on while a page is open. Your browser’s push service could not be reached.");
        return;
      }
    }
    await show();
  });

  off.addEventListener("click", async () => {
    localStorage.removeItem("notifications");
    const own = await subscription().catch(() => null);
    const row = own && root.querySelector(`[data-fingerprint="${await fingerprint(own.endpoint)}"]`);
    await own?.unsubscribe();
    const form = row?.querySelector("form");
    if (form) form.requestSubmit();
    else await show();
  });

  show();
}
