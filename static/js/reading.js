// Messages at the end of a visible feed are marked as read, on the server and in the header.

import { isNearEnd, onScroll } from "./scrolling.js";
import { hasEnded } from "./session.js";
import { read as markRead } from "./unread.js";

const SOON_MS = 600;
const NEAR_PX = 40;

export function start(feed) {
  let read = Number(feed.dataset.read);
  let timer;

  const newest = () => {
    const shown = feed.querySelectorAll("[data-message-id]");
    return shown.length > 0 ? Number(shown[shown.length - 1].dataset.messageId) : 0;
  };
  const isSeen = () => !document.hidden && document.hasFocus() && isNearEnd(feed, NEAR_PX);

  const tell = async () => {
    const upTo = newest();
    if (!isSeen() || upTo <= read) return;
    const before = read;
    read = upTo;
    // Only if the header shows a count, the returned page is needed.
    const count = document.querySelector("[data-inbox-count]");
    const counts = count !== null && !count.hidden;
    const since = performance.now();
    try {
      const answer = await fetch(feed.dataset.liveEvents.replace("events", "read"), {
        method: "POST",
        body: new URLSearchParams({ up_to: upTo }),
        headers: { Accept: "text/html" },
        redirect: counts ? "follow" : "manual",
      });
      if (!answer.ok && answer.type !== "opaqueredirect") throw new Error(`status ${answer.status}`);
      if (hasEnded(answer)) throw new Error("the session ended");
      // An earlier answer may come later.
      feed.dataset.read = Math.max(Number(feed.dataset.read), upTo);
      document.querySelector("[data-mark-read]")?.remove();
      markRead();
      if (counts) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const fresh = page.querySelector("[data-inbox-count]");
        if (fresh) {
          const unread = fresh.hidden ? 0 : Number.parseInt(fresh.textContent, 10);
          document.dispatchEvent(new CustomEvent("portico:unread", { detail: { unread, since } }));
        }
      }
    } catch {
      read = before;
    }
  };
  const soon = () => { clearTimeout(timer); timer = setTimeout(tell, SOON_MS); };

  onScroll(feed, soon);
  document.addEventListener("visibilitychange", soon);
  addEventListener("focus", soon);
  new MutationObserver(soon).observe(feed, { childList: true });
  soon();
}
