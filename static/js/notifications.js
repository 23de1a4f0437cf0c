// The notification settings of this browser: asks for the permission when the button is pressed, never before, and subscribes to
// push messages where the server and the browser have them.

import { announce } from "./announce.js";
import { checked, fingerprint, myId, pushes, subscribe, subscription } from "./push.js";
import { t } from "./words.js";

/** Whether this is an iPhone or iPad, whose Safari says that it is on a Mac. */
const isIos = () => /iP(hone|ad|od)/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

export function start(root) {
  const place = root.querySelector("[data-notifications]");
  const on = place.querySelector("[data-notifications-on]");
  const off = place.querySelector("[data-notifications-off]");
  const words = place.querySelector("[data-notifications-words]");
  const { pushKey, action } = place.dataset;

  const say = (sentence) => { words.textContent = sentence; };
  const show = async () => {
    if (!("Notification" in globalThis)) {
      const ios = root.querySelector("[data-notifications-ios]");
      ios.hidden = !isIos();
      say(t(ios.hidden ? "push-none" : "push-not-here"));
      return;
    }
    const permission = Notification.permission;
    const isOn = permission === "granted" && localStorage.getItem("notifications") === "on";
    const own = await subscription().catch(() => null);
    const here = own ? root.querySelector(`[data-fingerprint="${await fingerprint(own.endpoint)}"]`) : null;
    if (here) here.querySelector("[data-this-browser]").hidden = false;
    on.hidden = permission === "denied" || (isOn && (here !== null || !pushKey || !pushes()));
    off.hidden = !isOn;
    if (permission === "denied") say(t("push-denied"));
    else if (!isOn) say(t("push-off"));
    else if (here) say(t("push-on"));
    else say(t("push-on-open"));
  };

  on.addEventListener("click", async () => {
    if ((await Notification.requestPermission()) !== "granted") {
      await show();
      return;
    }
    localStorage.setItem("notifications", "on");
    localStorage.setItem("notifications-of", myId(document));
    if (pushKey && pushes()) {
      try {
        say(t("one-moment"));
        await subscribe(pushKey, action);
        checked(myId(document));
        location.reload();
        return;
      } catch {
        await show();
        announce(t("push-unreachable"));
        return;
      }
    }
    await show();
  });

  off.addEventListener("click", async () => {
    for (const name of ["notifications", "notifications-of", "push-checked", "push-fingerprint"]) localStorage.removeItem(name);
    const own = await subscription().catch(() => null);
    const row = own && root.querySelector(`[data-fingerprint="${await fingerprint(own.endpoint)}"]`);
    await own?.unsubscribe();
    const form = row?.querySelector("form");
    if (form) form.requestSubmit();
    else await show();
  });

  show();
}
