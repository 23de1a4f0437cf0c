// Shows the notifications that the server sends through the push service, and opens their message. It keeps no pages.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  let notice = {};
  try {
    notice = event.data?.json() ?? {};
  } catch {
    // Browsers want a notification for every message, whatever it says.
  }
  const { title = "Portico", body = "You were mentioned.", url = "/inbox", tag = "mention" } = notice;
  // The same tag replaces the notification that an open page has shown, and a message that was sent twice.
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { url } }));
});

const toBytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
const toText = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

async function fingerprint(endpoint) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Tells the server the new address of the subscription, if the session that is signed in had added the old one. */
async function replace(before, now) {
  const answer = await fetch("/settings/notifications/push", { headers: { Accept: "application/json" } });
  // Signed out: the next page after signing in subscribes.
  if (!answer.ok || answer.redirected || !before) return;
  const { key, browsers } = await answer.json();
  if (!key || !browsers.includes(await fingerprint(before.endpoint))) return;
  const wanted = { userVisibleOnly: true, applicationServerKey: toBytes(key) };
  const found = now ?? await self.registration.pushManager.subscribe(wanted);
  const fields = { endpoint: found.endpoint, p256dh: toText(found.getKey("p256dh")), auth: toText(found.getKey("auth")) };
  await fetch("/settings/notifications/browsers", { method: "POST", body: new URLSearchParams(fields), headers: { Accept: "text/html" } });
}

self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(replace(event.oldSubscription, event.newSubscription));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const to = new URL(event.notification.data?.url ?? "/inbox", self.location.origin);
  // Never another site, whatever the message says.
  const url = to.origin === self.location.origin ? to.href : `${self.location.origin}/inbox`;
  event.waitUntil((async () => {
    const windows = await self.clients.matchAll({ type: "window" });
    for (const page of windows) {
      try {
        await page.focus();
        await page.navigate(url);
        return;
      } catch {
        // A page that this worker doesn't control can't be moved.
      }
    }
    await self.clients.openWindow(url);
  })());
});
