// Subscribes this browser again, for the person who turned notifications on in it: once they have signed in again, and where its
// push service has replaced the subscription. It asks nothing, since the permission is still granted.

import { checked, fingerprint, myId, pushes, subscribe, subscription } from "./push.js";

async function renew(me, isNewSession) {
  const answer = await fetch("/settings/notifications/push", { headers: { Accept: "application/json" } });
  if (!answer.ok || answer.redirected) return;
  const { key, browsers } = await answer.json();
  if (!key) return;
  const own = await subscription();
  const print = own && await fingerprint(own.endpoint);
  if (print && browsers.includes(print)) return;
  if (isNewSession || print !== localStorage.getItem("push-fingerprint")) await subscribe(key, "/settings/notifications/browsers");
  // The same subscription in the same session: it was removed in the settings, from another browser perhaps, and stays so.
  else localStorage.removeItem("notifications-of");
}

/** Once a session and day. */
export async function start(root) {
  const me = myId(root);
  if (!me) {
    localStorage.removeItem("push-checked");
    return;
  }
  if (!pushes() || localStorage.getItem("notifications-of") !== me) return;
  const [who, day] = (localStorage.getItem("push-checked") ?? "").split(" ");
  if (who === me && day === new Date().toISOString().slice(0, 10)) return;
  // Whatever comes of it: a push service that can't be reached is not asked on every page.
  checked(me);
  await renew(me, who !== me).catch(() => {});
}
