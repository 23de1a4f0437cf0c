// The messages that a channel shows: inserted, replaced, removed, with the lines between them, and noted for pages that are being loaded.

import { group } from "./grouping.js";
import { markNamesakes } from "./namesakes.js";
import { forget, forgetAll, quoted, remember, requote } from "./replies.js";
import { rove } from "./roving.js";
import { countBelow, focusMessage, isNearEnd, keepEnd, keepPlace, toEnd } from "./scrolling.js";
import { language, start as localTimes } from "./time.js";
import { t } from "./words.js";

export const NEAR_PX = 120;
/** How many messages stay on the page of a reader who follows them. */
const MOST = 300;
/** So many go at once, as many as a group has: the groups of those that stay don't change. */
const GONE_AT_ONCE = 10;

export const parse = (html) => new DOMParser().parseFromString(html, "text/html");

export const shownIn = (feed) => [...feed.querySelectorAll("[data-message-id]")];

export const articles = (page) => page.querySelectorAll("[data-feed] [data-message-id]");
const find = (feed, id) => feed.querySelector(`[data-message-id="${CSS.escape(id)}"]`);
/** A page of older messages is not live: new messages would hide the gap. */
export const isLive = (feed) => feed?.dataset.liveEvents !== undefined;

/** The channel, as in “#general”. */
export const nameOf = (feed) => feed.closest(".chat-main").getAttribute("aria-label");

/** For each request whose answer is a page: what has changed in the feed since it was sent. The page may have been rendered before. */
const requests = new Set();

/** Notes what changes from now on, until `endNotes`. */
export function startNotes() {
  const notes = [];
  requests.add(notes);
  return notes;
}

export const endNotes = (notes) => requests.delete(notes);

/** What is being loaded may lack messages that were restored meanwhile, of which there are no notes. */
export function outdateNotes() {
  for (const notes of requests) notes.isOutdated = true;
}

function note(step) {
  for (const notes of requests) notes.push(step);
}

/** Changes pages as the feed was changed meanwhile: what was deleted doesn't come back, and no edit is undone. */
export function applyNotes(notes, pages) {
  for (const step of notes) for (const page of pages) step(page);
}

/** The lines between days, in the reader's time zone. */
export function days(feed) {
  for (const line of feed.querySelectorAll(".feed-day")) line.remove();
  let before;
  for (const article of feed.querySelectorAll("[data-message-id]")) {
    const at = new Date(article.querySelector("time").dateTime);
    const day = at.toDateString();
    if (day !== before) {
      const words = document.createElement("span");
      words.textContent = new Intl.DateTimeFormat(language, { dateStyle: "full" }).format(at);
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
  rove(feed);
}

/** Inserts the missing articles into the feed, oldest first; returns the new ones. `days` has to follow. */
export function insert(feed, found) {
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
  const held = all.findIndex((article) => article.contains(document.activeElement) || article.querySelector(".message-edit"));
  const surplus = Math.floor((all.length - MOST) / GONE_AT_ONCE) * GONE_AT_ONCE;
  const gone = all.slice(0, Math.max(0, Math.min(surplus, held < 0 ? Infinity : held)));
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
  const link = linkAtTop(feed, "button button-quiet button-small", "", t("load-older"));
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
  const link = linkAtTop(feed, "button button-secondary button-small", address, t("to-unread"));
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

/** Takes a message away, unless a text in its place isn’t saved: that stays until its author has copied it. */
function take(article) {
  const edit = article.querySelector(".message-edit");
  const box = edit?.querySelector("textarea");
  if (!box || box.value === box.defaultValue) article.remove();
  else edit.dispatchEvent(new CustomEvent("portico:gone"));
}

/** Shows a message whose deletion was undone, among those around it. A page that is not live undoes only its own. */
function restore(feed, article) {
  const shown = shownIn(feed).map(({ dataset }) => Number(dataset.messageId));
  const id = Number(article.dataset.messageId);
  if (feed.querySelector("[data-load-older]") && id < (shown[0] ?? Infinity)) return;
  outdateNotes();
  if (isLive(feed) && id > (shown.at(-1) ?? 0)) arrive(feed, [article]);
  else change(feed, () => insert(feed, [article]));
  remember(feed, article);
  requote(feed, article);
}

/** Replaces a message that was edited, where it is shown; one that isn’t was deleted before. */
export function replace(feed, article) {
  const id = article.dataset.messageId;
  note((page) => {
    requote(page, article);
    find(page, id)?.replaceWith(page.importNode(article, true));
  });
  requote(feed, article);
  const shown = find(feed, id);
  if (!shown) return restore(feed, article);
  const here = document.importNode(article, true);
  localTimes(here);
  // What is being typed in its place goes on.
  const edit = shown.querySelector(".message-edit");
  const box = edit?.contains(document.activeElement) ? document.activeElement : null;
  const at = box?.selectionStart;
  change(feed, () => {
    if (edit) here.querySelector(".message-body").append(edit);
    shown.replaceWith(here);
  });
  box?.focus({ preventScroll: true });
  if (at !== undefined) box.setSelectionRange?.(at, at);
}

export function remove(feed, id) {
  note((page) => {
    forget(page, id);
    find(page, id)?.remove();
  });
  forget(feed, id);
  const shown = find(feed, id);
  if (!shown) return;
  change(feed, () => take(shown));
}

/** Removes what a moderator removed: the messages of an author in a range of ids. */
export function removeAll(feed, removal) {
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
  change(feed, () => { for (const article of gone) take(article); });
}

/** Follows edits and deletions that the stream missed. `before` are the messages shown before the newest page was loaded. */
export function sync(feed, before, found) {
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
export function arrive(feed, found) {
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
  words.textContent = t("new");
  const line = document.createElement("p");
  line.className = "feed-line feed-new";
  line.id = "unread";
  line.append(words);
  first.before(line);
}
