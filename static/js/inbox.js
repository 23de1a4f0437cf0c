// The count of unread mentions in the header and in the title, the inbox, which is updated with the count, and the stream of
// unread counts of channels and servers.

import { announce } from "./announce.js";
import { listen } from "./stream.js";
import { isShown, show as showUnread, showReports } from "./unread.js";
import { t } from "./words.js";

const MOST = 99;
/** The least time between two fetches of the list: a flood of mentions costs no page for each. */
const PAUSE_MS = 2_000;

export function start(root) {
  const link = root.querySelector("[data-inbox-events]");
  const badge = link.querySelector("[data-inbox-count]");
  const words = link.querySelector("[data-inbox-unread]");
  const title = document.title;
  const list = root.querySelector("[data-inbox-live]");
  const spell = (count) => (count > MOST ? `${MOST}+` : String(count));
  let known = badge.hidden ? 0 : Number.parseInt(badge.textContent, 10);

  const show = (count) => {
    badge.textContent = spell(count);
    badge.hidden = count === 0;
    if (words) words.hidden = count === 0;
    document.title = count > 0 ? `(${spell(count)}) ${title}` : title;
    if (count > known) announce(count > MOST ? t("mentions-over", { count: MOST }) : t("mentions", { count }));
    known = count;
  };
  show(known);

  // What changed together is fetched once.
  let waits = false;
  let last = -PAUSE_MS;
  const refreshSoon = () => {
    if (!list || waits) return;
    waits = true;
    setTimeout(() => {
      waits = false;
      last = performance.now();
      refresh().catch(() => {});
    }, last + PAUSE_MS - performance.now());
  };
  // A button that the user is about to press is not replaced. What it missed, the list shows once the focus has left it.
  let isBehind = false;
  const refresh = async () => {
    const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("[data-inbox-live]");
    if (!fresh) return;
    // Every page listens for the count, and only those with times have this.
    const { start: localTimes } = await import("./time.js");
    isBehind = list.contains(document.activeElement);
    if (isBehind) return;
    list.replaceChildren(...document.importNode(fresh, true).childNodes);
    localTimes(list);
  };

  list?.addEventListener("focusout", ({ relatedTarget }) => {
    if (isBehind && !list.contains(relatedTarget)) refreshSoon();
  });

  // Unread counts are only sent to pages that show them, and so is the newest mention: the count stays the same where one
  // mention is read as another arrives.
  let newest = list?.dataset.inboxLive;
  let heard = 0;
  const address = () => `${link.dataset.inboxEvents}${isShown() ? "&unread=true" : ""}${list ? "&newest=true" : ""}`;
  listen(address, {
    unread: (data) => showUnread(JSON.parse(data)),
    reports: (data) => showReports(JSON.parse(data)),
    count: (data) => {
      const count = Number(data);
      if (!Number.isInteger(count) || count < 0) return;
      heard = performance.now();
      if (count !== known) refreshSoon();
      show(count);
    },
    newest: (id) => {
      if (id !== newest) refreshSoon();
      newest = id;
    },
  });
  // The answer to what was sent before the stream's last count may be older than that.
  document.addEventListener("portico:unread", ({ detail }) => { if (detail.since > heard) show(detail.unread); });
}
