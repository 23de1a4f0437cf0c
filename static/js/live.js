// A channel's feed: new messages arrive live, and older ones are loaded above.

import { announce } from "./announce.js";
import { pageGone } from "./connection.js";
import {
  NEAR_PX, applyNotes, arrive, articles, days, endNotes, insert, isLive, nameOf, outdateNotes, parse, remove, removeAll, replace,
  shownIn, startNotes, sync,
} from "./feed.js";
import { start as reading } from "./reading.js";
import { start as roving } from "./roving.js";
import { countBelow, focus, isNearStart, keepPlace, onScroll, toEnd } from "./scrolling.js";
import { listen } from "./stream.js";
import { language } from "./time.js";
import { t } from "./words.js";

const ANNOUNCE_MS = 700;
const SPOKEN = 200;
const CAUGHT_UP_PAGES = 10;
const FEW = 10;
/** Messages that arrive within this time are shown together: after a pause there may be hundreds. */
const TOGETHER_MS = 50;
const RETRY_MS = 1_000;
const MOST_RETRY_MS = 60_000;

export function start(root) {
  live(root.querySelector("[data-feed]"), root.querySelector("[data-composer]"));
}

async function load(address) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  const page = parse(await answer.text());
  // After the session has ended it is the page of the sign-in.
  if (!answer.ok || !page.querySelector("[data-feed]")) throw new Error(`status ${answer.status}`);
  return page;
}

/** The pages that `loadAll` loads, as they are now. Where messages may have been restored meanwhile, they are loaded again. */
async function current(loadAll) {
  for (;;) {
    const notes = startNotes();
    try {
      const pages = await loadAll();
      if (notes.isOutdated) continue;
      applyNotes(notes, pages);
      return pages;
    } finally {
      endNotes(notes);
    }
  }
}

/** Announces new messages, or only their number if there are many. */
function announcer() {
  let waiting = [];
  const say = () => {
    // Some may have been edited or deleted meanwhile.
    waiting = waiting.map(({ id }) => document.getElementById(id)).filter(Boolean);
    const last = waiting.at(-1);
    if (!last) return;
    const author = last.querySelector(".message-author").textContent.trim();
    const parts = [...last.querySelectorAll(".content, .message-card")];
    const text = parts.map((part) => part.innerText.trim()).join(" ");
    const spoken = `${author}: ${text.length > SPOKEN ? `${text.slice(0, SPOKEN)}…` : text}`;
    announce(waiting.length > 1 ? t("many-new", { count: waiting.length, last: spoken }) : spoken);
    waiting = [];
  };
  return (fresh) => {
    if (fresh.length > 0 && waiting.length === 0) setTimeout(say, ANNOUNCE_MS);
    waiting.push(...fresh);
  };
}

/** What is typed stays, to be copied. */
function closeFor(feed, composer, reason) {
  let sentence = t("cant-see", { channel: nameOf(feed) });
  if (reason) sentence = t(reason.banned ? "banned-from" : "removed-from", { server: reason.server });
  pageGone(sentence);
  announce(sentence);
  if (!composer) return;
  composer.querySelector("textarea").readOnly = true;
  composer.querySelector("[type=submit]").setAttribute("aria-disabled", "true");
}

/** Closes the composer until then, and opens it again where `until` is 0. What is typed stays. */
function timeOut(composer, until) {
  document.querySelector("[data-timed-out]")?.remove();
  if (composer) composer.hidden = until > 0;
  if (until === 0) {
    // The page was rendered without one.
    if (!composer) location.reload();
    else announce(t("post-again"));
    return;
  }
  if (!composer) return;
  const place = document.createElement("p");
  place.className = "chat-closed";
  place.dataset.timedOut = "";
  const time = document.createElement("time");
  time.dateTime = new Date(until).toISOString();
  time.textContent = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(until);
  const [before, after] = t("timed-out-until", { time: "\n" }).split("\n");
  place.append(before, time, after);
  composer.after(place);
  announce(place.textContent);
}

function live(feed, composer) {
  days(feed);
  roving(feed);
  // A message named in the URL is centred; the unread line goes to the top.
  const target = location.hash && location.hash !== "#unread" && feed.querySelector(`#${CSS.escape(location.hash.slice(1))}`);
  const unread = feed.querySelector(".feed-new");
  if (target) target.scrollIntoView({ block: "center" });
  else if (unread) unread.scrollIntoView({ block: "start" });
  else if (isLive(feed)) toEnd(feed);

  older(feed);
  feed.addEventListener("portico:update", ({ detail }) => replace(feed, detail));
  feed.addEventListener("portico:remove", ({ detail }) => remove(feed, detail));
  if (!isLive(feed)) return;
  // On a page that was just marked as unread, nothing is read by looking at it.
  if (feed.dataset.keepUnread === undefined) reading(feed);
  onScroll(feed, () => countBelow(feed, NEAR_PX));

  const catchUp = catchingUp(feed);
  const said = announcer();
  // The first stream brings what changed since the page was rendered. Later the page looks at everything itself.
  let looked = false;
  const address = () => {
    const shown = feed.querySelectorAll("[data-message-id]");
    const newest = shown.length > 0 ? shown[shown.length - 1].dataset.messageId : feed.dataset.newest;
    const rendered = looked ? "" : `&rendered=${feed.dataset.rendered}`;
    return `${feed.dataset.liveEvents}&after=${newest}${rendered}`;
  };

  const waiting = [];
  let timer;
  const showWaiting = () => {
    clearTimeout(timer);
    if (waiting.length > 0) said(arrive(feed, parse(waiting.splice(0).join("")).querySelectorAll("[data-message-id]")));
  };

  listen(address, {
    message: (data) => {
      if (waiting.push(data) === 1) timer = setTimeout(showWaiting, TOGETHER_MS);
    },
    // What follows may be about a message that waits.
    update: (data) => {
      showWaiting();
      replace(feed, parse(data).querySelector("[data-message-id]"));
    },
    remove: (id) => {
      showWaiting();
      remove(feed, id);
    },
    "remove-all": (data) => {
      showWaiting();
      removeAll(feed, JSON.parse(data));
      // What is left may not fill the window, and then nothing can be scrolled to load more.
      if (shownIn(feed).length < FEW) catchUp.now();
    },
    reload: catchUp.now,
    timeout: (until) => timeOut(composer, Number(until)),
  }, {
    opened: (again) => {
      // A message that was stored out of order when the connection broke is on the page, but not in the new stream. Edits and
      // deletions of that time are not in the stream either.
      if (again) catchUp.now();
      looked = true;
    },
    closed: catchUp.stop,
    ended: (reason) => closeFor(feed, composer, reason),
  });
}

/** Looks at everything that is shown, until that succeeds: `now`. Once the stream is closed, it is not tried again: `stop`. */
function catchingUp(feed) {
  let isBusy = false;
  let isStopped = false;
  let failed = 0;
  let timer;
  let before;

  const loadAll = async () => {
    before = shownIn(feed);
    const oldest = Number(before[0]?.dataset.messageId ?? Infinity);
    const pages = [];
    let address = location.pathname;
    // As far back as messages are shown, within reason.
    while (address && pages.length < CAUGHT_UP_PAGES) {
      const page = await load(address);
      pages.unshift(page);
      const [first] = articles(page);
      const reached = !first || Number(first.dataset.messageId) <= oldest;
      address = reached ? null : page.querySelector("[data-load-older]")?.href;
    }
    return pages;
  };
  const now = async () => {
    clearTimeout(timer);
    isStopped = false;
    outdateNotes();
    if (isBusy) return;
    isBusy = true;
    try {
      const found = (await current(loadAll)).flatMap((page) => [...articles(page)]);
      failed = 0;
      arrive(feed, found);
      sync(feed, before, found);
    } catch {
      if (!isStopped) timer = setTimeout(now, Math.min(RETRY_MS * 2 ** failed, MOST_RETRY_MS) * (1 + Math.random()));
      failed += 1;
    } finally {
      isBusy = false;
    }
  };
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
  };
  return { now, stop };
}

function older(feed) {
  let busy = false;
  const loadOlder = async () => {
    const link = feed.querySelector("[data-load-older]");
    if (!link || busy) return;
    busy = true;
    link.setAttribute("aria-busy", "true");
    const { href } = link;
    try {
      const [page] = await current(async () => [await load(href)]);
      // The feed was shortened meanwhile: between this page and what is left there would be a gap.
      if (link.href !== href) return;
      const hadFocus = document.activeElement === link;
      keepPlace(feed, () => {
        insert(feed, articles(page));
        days(feed);
        const next = page.querySelector("[data-load-older]");
        if (next) link.href = next.getAttribute("href");
        else (link.closest(".feed-more") ?? link).remove();
      });
      if (hadFocus && !link.isConnected) focus(feed);
    } catch {
      announce(t("older-failed"));
    } finally {
      link.removeAttribute("aria-busy");
      busy = false;
    }
  };
  feed.addEventListener("click", (event) => {
    if (!event.target.closest("[data-load-older]")) return;
    event.preventDefault();
    loadOlder();
  });
  onScroll(feed, () => { if (isNearStart(feed, NEAR_PX)) loadOlder(); });
}
