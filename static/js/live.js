// A channel: new messages arrive live, older ones are loaded above, and sending keeps the page.

import { announce } from "./announce.js";
import { pageGone } from "./connection.js";
import { follow as followDraft, keep as keepDraft } from "./drafts.js";
import { sendOnEnter } from "./enter.js";
import { group } from "./grouping.js";
import { markNamesakes } from "./namesakes.js";
import { start as reading } from "./reading.js";
import { tryAgain } from "./retry.js";
import { forget, forgetAll, quoted, requote } from "./replies.js";
import { countBelow, focus, focusMessage, isNearEnd, isNearStart, keepEnd, keepPlace, onScroll, toEnd } from "./scrolling.js";
import { ENDED, hasEnded, signInButton } from "./session.js";
import { listen } from "./stream.js";
import { start as localTimes } from "./time.js";

const NEAR_PX = 120;
const ANNOUNCE_MS = 700;
const SPOKEN = 200;
const CAUGHT_UP_PAGES = 10;
const FEW = 10;
/** How many messages stay on the page of a reader who follows them. */
const MOST = 300;
/** Messages that arrive within this time are shown together: after a pause there may be hundreds. */
const TOGETHER_MS = 50;
const RETRY_MS = 1_000;
const MOST_RETRY_MS = 60_000;

const parse = (html) => new DOMParser().parseFromString(html, "text/html");

export function start(root) {
  const feed = root.querySelector("[data-feed]");
  const composer = root.querySelector("[data-composer]");
  if (feed) live(feed, composer);
  if (composer) compose(composer, feed);
}

const shownIn = (feed) => [...feed.querySelectorAll("[data-message-id]")];

const articles = (page) => page.querySelectorAll("[data-feed] [data-message-id]");
const find = (feed, id) => feed.querySelector(`[data-message-id="${CSS.escape(id)}"]`);
/** A page of older messages is not live: new messages would hide the gap. */
const isLive = (feed) => feed?.dataset.liveEvents !== undefined;

/** The channel, as in “#general”. */
const nameOf = (feed) => feed.closest(".chat-main").getAttribute("aria-label");
const isMine = ({ dataset }) => dataset.author === `user:${document.querySelector("[data-my-id]")?.dataset.myId}`;
/** What of a text is the same once it is rendered. */
const letters = (text = "") => text.replaceAll(/[^\p{L}\p{N}]/gu, "");

/** For each request whose answer is a page: what has changed in the feed since it was sent. The page may have been rendered before. */
const requests = new Set();

/** Notes what changes from now on. The notes are to be dropped by `requests.delete`. */
function noting() {
  const notes = [];
  requests.add(notes);
  return notes;
}

function note(step) {
  for (const notes of requests) notes.push(step);
}

/** Changes pages as the feed was changed meanwhile: what was deleted doesn't come back, and no edit is undone. */
function follow(notes, pages) {
  for (const step of notes) for (const page of pages) step(page);
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
    const notes = noting();
    try {
      const pages = await loadAll();
      if (notes.isOutdated) continue;
      follow(notes, pages);
      return pages;
    } finally {
      requests.delete(notes);
    }
  }
}

/** The lines between days, in the reader's time zone. */
function days(feed) {
  for (const line of feed.querySelectorAll(".feed-day")) line.remove();
  let before;
  for (const article of feed.querySelectorAll("[data-message-id]")) {
    const at = new Date(article.querySelector("time").dateTime);
    const day = at.toDateString();
    if (day !== before) {
      const words = document.createElement("span");
      words.textContent = new Intl.DateTimeFormat(undefined, { dateStyle: "full" }).format(at);
      const line = document.createElement("p");
      line.className = "feed-line feed-day";
      line.append(words);
      const above = article.previousElementSibling;
      (above?.matches(".feed-new") ? above : article).before(line);
    }
    before = day;
  }
  group(feed);
  markNamesakes(feed);
}

/** Inserts the missing articles into the feed, oldest first; returns the new ones. `days` has to follow. */
function insert(feed, found) {
  const shown = shownIn(feed);
  const known = new Set(shown.map(({ dataset }) => dataset.messageId));
  const fresh = [];
  for (const article of found) {
    if (known.has(article.dataset.messageId)) continue;
    known.add(article.dataset.messageId);
    const id = Number(article.dataset.messageId);
    const at = shown.findLastIndex(({ dataset }) => Number(dataset.messageId) < id) + 1;
    const here = document.importNode(article, true);
    const next = shown[at];
    const above = next?.previousElementSibling;
    // What was read stays above the line of what is unread.
    if (above?.matches(".feed-new") && id <= Number(feed.dataset.read)) above.before(here);
    else if (next) next.before(here);
    else feed.append(here);
    shown.splice(at, 0, here);
    fresh.push(here);
  }
  if (fresh.length > 0) feed.querySelector(".empty")?.remove();
  for (const article of fresh) localTimes(article);
  return fresh;
}

/** Removes what is far above a reader at the end. It can be loaded again. `days` has to follow. */
function shorten(feed) {
  const all = shownIn(feed);
  const held = all.findIndex((article) => article.contains(document.activeElement));
  const gone = all.slice(0, Math.max(0, Math.min(all.length - MOST, held < 0 ? Infinity : held)));
  if (gone.length === 0) return;
  const line = feed.querySelector(".feed-new");
  const first = line?.nextElementSibling;
  if (gone.includes(first)) {
    line.remove();
    linkAbove(feed, Number(first.dataset.messageId));
  }
  for (const article of gone) article.remove();
  const link = feed.querySelector("[data-load-older]") ?? linkOlder(feed);
  link.href = `?before=${all[gone.length].dataset.messageId}`;
}

/** A line at the top of the feed with a link, as the server renders it. */
function linkAtTop(feed, className, address, words) {
  const link = document.createElement("a");
  link.className = className;
  link.href = address;
  link.append(words);
  const line = document.createElement("p");
  line.className = "feed-more";
  line.append(link);
  feed.prepend(line);
  return link;
}

function linkOlder(feed) {
  const link = linkAtTop(feed, "button button-quiet button-small", "", "Load older messages");
  link.rel = "prev";
  link.dataset.loadOlder = "";
  // The link to what is unread comes first.
  const above = feed.querySelector(".feed-above");
  if (above) feed.prepend(above);
  return link;
}

/** To the line above the first unread message, which is no longer on the page. By now all may be read, so the link says where the line is. */
function linkAbove(feed, first) {
  feed.querySelector(".feed-above")?.remove();
  const address = `?around=${first}&unread_after=${first - 1}#unread`;
  const link = linkAtTop(feed, "button button-secondary button-small", address, "Go to the first unread message");
  link.parentElement.classList.add("feed-above");
}

/** Replaces or removes messages. What the user sees stays in its place, and so does the focus: else it would be nowhere. */
function change(feed, act) {
  const held = shownIn(feed).find((article) => article.contains(document.activeElement));
  // At the end of a live feed that is the end, so that what arrives next is in view.
  const keep = isLive(feed) && isNearEnd(feed, NEAR_PX) ? keepEnd : keepPlace;
  keep(feed, () => {
    act();
    // The line of what is unread is above something.
    if (!feed.querySelector(".feed-new ~ [data-message-id]")) feed.querySelector(".feed-new")?.remove();
    days(feed);
  });
  countBelow(feed, NEAR_PX);
  if (held && !held.isConnected) focusMessage(feed, held.dataset.messageId);
}

/** Replaces a message that was edited, where it is shown. */
function replace(feed, article) {
  const id = article.dataset.messageId;
  note((page) => {
    requote(page, article);
    find(page, id)?.replaceWith(page.importNode(article, true));
  });
  requote(feed, article);
  const shown = find(feed, id);
  if (!shown) return;
  const here = document.importNode(article, true);
  localTimes(here);
  change(feed, () => shown.replaceWith(here));
}

function remove(feed, id) {
  note((page) => {
    forget(page, id);
    find(page, id)?.remove();
  });
  forget(feed, id);
  const shown = find(feed, id);
  if (!shown) return;
  change(feed, () => shown.remove());
}

/** Removes what a moderator removed: the messages of an author in a range of ids. */
function removeAll(feed, removal) {
  const { author, first, last } = removal;
  const covered = (place) => shownIn(place)
    .filter(({ dataset }) => dataset.author === author)
    .filter(({ dataset }) => Number(dataset.messageId) >= first && Number(dataset.messageId) <= last);
  note((page) => {
    forgetAll(page, removal);
    for (const article of covered(page)) article.remove();
  });
  forgetAll(feed, removal);
  const gone = covered(feed);
  if (gone.length === 0) return;
  change(feed, () => { for (const article of gone) article.remove(); });
}

/** Follows edits and deletions that the stream missed. `before` are the messages shown before the newest page was loaded. */
function sync(feed, before, found) {
  const loaded = new Map([...found].map((article) => [article.dataset.messageId, article]));
  const oldest = found.length > 0 ? Number(found[0].dataset.messageId) : 0;
  for (const shown of before) {
    const { dataset } = shown;
    // The stream has replaced or removed it meanwhile.
    if (!shown.isConnected) continue;
    const now = loaded.get(dataset.messageId);
    // What a message replies to may have been deleted, or restored.
    if (now && (now.dataset.edited !== dataset.edited || quoted(now) !== quoted(shown))) replace(feed, now);
    else if (!now && Number(dataset.messageId) >= oldest) remove(feed, dataset.messageId);
  }
}

/** New messages: the feed scrolls to the end if the reader was there. */
function arrive(feed, found) {
  const follow = isNearEnd(feed, NEAR_PX);
  const looks = follow && !document.hidden && document.hasFocus();
  const newest = shownIn(feed).at(-1);
  const show = () => {
    const fresh = insert(feed, found);
    if (fresh.length === 0) return fresh;
    feed.dispatchEvent(new CustomEvent("portico:arrive", { detail: fresh }));
    if (!looks) unreadFrom(feed, newest, fresh.find(({ dataset }) => Number(dataset.messageId) > Number(feed.dataset.read)));
    if (follow) shorten(feed);
    days(feed);
    return fresh;
  };
  const fresh = follow ? show() : keepPlace(feed, show);
  const upTo = document.querySelector("[data-mark-read] [name=up_to]");
  if (upTo && fresh.length > 0) upTo.value = shownIn(feed).at(-1).dataset.messageId;
  if (follow) toEnd(feed);
  else if (fresh.length > 0) countBelow(feed, NEAR_PX, newest?.dataset.messageId);
  return fresh;
}

/** A user who comes back sees where they left off: the line moves there once everything above it was read. Restored messages may be read. */
function unreadFrom(feed, newest, first) {
  if (!first || !newest || Number(newest.dataset.messageId) > Number(feed.dataset.read)) return;
  feed.querySelector(".feed-new")?.remove();
  feed.querySelector(".feed-above")?.remove();
  const words = document.createElement("span");
  words.textContent = "New";
  const line = document.createElement("p");
  line.className = "feed-line feed-new";
  line.id = "unread";
  line.append(words);
  first.before(line);
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
    announce(waiting.length > 1 ? `${waiting.length} new messages. The last one is from ${spoken}` : spoken);
    waiting = [];
  };
  return (fresh) => {
    if (fresh.length > 0 && waiting.length === 0) setTimeout(say, ANNOUNCE_MS);
    waiting.push(...fresh);
  };
}

/** What is typed stays, to be copied. */
function closeFor(feed, composer) {
  pageGone(nameOf(feed));
  if (!composer) return;
  composer.querySelector("textarea").readOnly = true;
  composer.querySelector("[type=submit]").setAttribute("aria-disabled", "true");
}

function live(feed, composer) {
  days(feed);
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
  }, {
    opened: (again) => {
      // A message that was stored out of order when the connection broke is on the page, but not in the new stream. Edits and
      // deletions of that time are not in the stream either.
      if (again) catchUp.now();
      looked = true;
    },
    closed: catchUp.stop,
    ended: () => closeFor(feed, composer),
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
    // What is being loaded may have been rendered before.
    for (const notes of requests) notes.isOutdated = true;
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
      announce("Older messages couldn’t be loaded. Try again.");
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

function compose(form, feed) {
  const box = form.querySelector("textarea");
  const button = form.querySelector("[type=submit]");
  const reply = () => form.querySelector("[data-reply-bar]");

  followDraft(form);
  form.addEventListener("click", (event) => {
    if (!event.target.closest("[data-reply-cancel]")) return;
    event.preventDefault();
    reply().remove();
    box.focus();
  });
  const replyFault = () => form.querySelector("[data-fault=reply_to]");
  feed?.addEventListener("portico:reply-deleted", () => {
    replyFault()?.remove();
    const place = document.createElement("p");
    place.className = "fault";
    place.dataset.fault = "reply_to";
    place.setAttribute("role", "alert");
    place.textContent = `The message you were replying to was deleted.${box.value.trim() === "" ? "" : " Your text is still here."}`;
    const held = reply().contains(document.activeElement);
    reply().replaceWith(place);
    if (held) box.focus();
  });
  let lasts = false;
  const complain = (sentence, action) => {
    let place = form.querySelector("[data-fault=content]");
    lasts = action !== undefined;
    if (!sentence) {
      place?.remove();
      box.removeAttribute("aria-invalid");
      box.removeAttribute("aria-describedby");
      return;
    }
    if (!place) {
      place = document.createElement("p");
      place.className = "fault";
      place.id = `${box.id}-fault`;
      place.dataset.fault = "content";
      form.append(place);
    }
    place.textContent = sentence;
    if (action) place.append(" ", action);
    box.setAttribute("aria-invalid", "true");
    box.setAttribute("aria-describedby", place.id);
    announce(sentence);
  };

  // What was wrong may be over. A session that ended is not.
  const forgive = () => { if (!lasts && form.querySelector("[data-fault=content]")) complain(""); };
  box.addEventListener("input", forgive);
  addEventListener("online", forgive);

  /** The text that is being sent. On a slow connection its message may come by the stream before the answer does. */
  let sending = null;
  /** The text that may have been sent: its answer was lost. */
  let unsure = null;
  const done = ({ text, bar }) => {
    sending = null;
    unsure = null;
    // What was typed meanwhile is the next message.
    if (box.value.startsWith(text)) box.value = box.value.slice(text.length);
    else if (box.value.endsWith(text)) box.value = box.value.slice(0, -text.length);
    keepDraft(form);
    bar?.remove();
    replyFault()?.remove();
    complain("");
  };
  feed?.addEventListener("portico:arrive", ({ detail }) => {
    const sent = sending ?? unsure;
    if (sent && detail.some((article) => isMine(article) && letters(article.querySelector(".content")?.textContent) === letters(sent.text))) done(sent);
  });
  box.addEventListener("input", () => { unsure = null; });

  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && !event.isComposing) reply()?.remove();
  });
  sendOnEnter(box);

  form.addEventListener("submit", async (event) => {
    // To the sign-in, with the text.
    if (event.submitter?.hasAttribute("data-native")) return;
    event.preventDefault();
    if (button.getAttribute("aria-disabled") === "true" || box.readOnly || box.value.trim() === "") return;
    button.setAttribute("aria-disabled", "true");
    const text = box.value;
    sending = { text, bar: reply() };
    unsure = null;
    const notes = noting();
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        body: new URLSearchParams(new FormData(form)),
        headers: { Accept: "text/html" },
      });
      const page = parse(await answer.text());
      if (hasEnded(answer)) complain(`${ENDED} It wasn’t sent.`, signInButton());
      else if (answer.ok) {
        if (sending) done(sending);
        if (isLive(feed)) {
          follow(notes, [page]);
          arrive(feed, articles(page));
          toEnd(feed);
        } else location.assign(answer.url);
      } else if (answer.status < 500 || sending) {
        unsure = answer.status < 500 ? null : sending;
        // What came by the stream was the same text from elsewhere.
        if (!sending) box.value = text + box.value;
        const fault = page.querySelector("[data-fault]")?.textContent.trim();
        // It was deleted: what was typed can be sent by itself.
        if (page.querySelector("[data-fault=reply_to]")) (reply() ?? replyFault())?.remove();
        if (answer.status === 429 && !fault) complain(`You are sending messages too fast. ${tryAgain(answer)}`);
        else if ([403, 404].includes(answer.status) && !fault) {
          complain(`You can no longer post in ${nameOf(feed)}. Copy your text before you leave.`);
        } else complain(fault || "The message wasn’t sent. Your text is still here. Try again.");
      }
    } catch {
      // Unless its message has come by the stream.
      if (sending) complain("The server didn’t respond. Your text is still here. Try again.");
      unsure = sending;
    } finally {
      requests.delete(notes);
      sending = null;
      if (!box.readOnly) button.removeAttribute("aria-disabled");
      // A user who went elsewhere meanwhile stays there.
      if (document.activeElement === document.body || form.contains(document.activeElement)) box.focus();
    }
  });
}
