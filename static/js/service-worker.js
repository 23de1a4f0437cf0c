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
