// The push subscription of this browser: making one, telling the server of it, and what is remembered of it here.

const WORKER = "/service-worker.js";

const toBytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
const toText = (bytes) =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** How the server names a subscription: by the SHA-256 of its address. */
export async function fingerprint(endpoint) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const pushes = () => "serviceWorker" in navigator && "PushManager" in globalThis;

/** The subscription of this browser, if it has one. */
export async function subscription() {
  if (!pushes()) return null;
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Subscribes, and tells the server. A subscription that is for an earlier key of the server is replaced. */
export async function subscribe(key, action) {
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
  localStorage.setItem("push-fingerprint", await fingerprint(found.endpoint));
}

/** The id of the person who is signed in on this page. */
export const myId = (root) => root.querySelector("[data-my-id]")?.dataset.myId ?? null;

/** Notes that the subscription was looked at today, in the session of this person. */
export const checked = (me) => localStorage.setItem("push-checked", `${me} ${new Date().toISOString().slice(0, 10)}`);

