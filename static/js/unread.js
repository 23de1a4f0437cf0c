// Unread marks of the channels and servers that a page links to, and the number of open reports. The server sends changes;
// `reading.js` marks the current channel as read.

import { announce } from "./announce.js";
import { t } from "./words.js";

const MOST = 99;

const links = (kind) => [...document.querySelectorAll(`[data-unread-in^="${kind}:"]`)];
const idOf = (link) => link.dataset.unreadIn.split(":")[1];
const isUnread = (link) => link.classList.contains("unread");
const isHere = (link) => link.hasAttribute("aria-current");
/** The feed of the current channel is updated by its own stream. */
const isOpen = (link) => isHere(link) && document.querySelector("[data-live-events]") !== null;

function words(mentions) {
  if (mentions === undefined) return "";
  if (mentions === 0) return ` ${t("unread-mentions-none")}`;
  return ` ${mentions > MOST ? t("unread-over", { count: MOST }) : t("unread-count", { count: mentions })}`;
}

/** `mentions` is the number of unread ones; undefined if nothing is unread. */
function mark(link, mentions) {
  const number = mentions > MOST ? `${MOST}+` : String(mentions || "");
  link.classList.toggle("unread", mentions !== undefined);
  link.querySelector("[data-unread-words]").textContent = words(mentions);
  const count = link.querySelector("[data-unread-count]");
  count.textContent = number;
  count.hidden = !mentions;
}

const mentionsOf = (link) => Number(link.querySelector("[data-unread-count]").textContent.replace("+", "") || 0);

const serverHere = () => links("server").find(isHere);

/** What the server sent last. */
let latest;
/** The unread mentions of the current server in channels that the list lacks; undefined if nothing is unread there. */
let unlisted;

/** The current server is unread if one of its channels is, and the collapsed list if anything in it is. */
function sum() {
  const channels = links("channel");
  const unread = channels.filter(isUnread);
  const here = serverHere();
  if (here) mark(here, unread.length > 0 ? unread.reduce((all, link) => all + mentionsOf(link), unlisted ?? 0) : unlisted);
  const elsewhere = document.querySelector("[data-unread-elsewhere]");
  if (elsewhere) {
    elsewhere.hidden = ![...channels, ...links("server")].some((link) => isUnread(link) && !isHere(link));
  }
}

/** Whether the page shows unread marks. */
export const isShown = () => document.querySelector("[data-unread-in]") !== null;

/** Shows the update: IDs of channels and of servers, each with its number of unread mentions. */
export function show(update) {
  latest = update;
  const { channels, servers } = update;
  for (const link of links("channel")) if (!isOpen(link)) mark(link, channels[idOf(link)]);
  for (const link of links("server")) if (!isHere(link)) mark(link, servers[idOf(link)]);
  unlisted = countUnlisted(update);
  sum();
  if (unlisted !== undefined) list(Object.keys(channels)).catch(() => {});
}

/** Shows how many reports wait for a decision in the current server: `reports` has the numbers by the IDs of servers. */
export function showReports(reports) {
  const link = document.querySelector("[data-reports-of]");
  if (!link) return;
  const count = reports[link.dataset.reportsOf] ?? 0;
  const number = link.querySelector("[data-open-reports]");
  if (count > Number.parseInt(number.textContent || "0", 10)) announce(t("reports-open", { count }));
  for (const place of document.querySelectorAll("[data-reports-of], [data-reports-inside]")) {
    place.hidden = count === 0;
    place.querySelector("[data-open-reports]").textContent = count > MOST ? `${MOST}+` : String(count || "");
  }
}

/** The update doesn't say which channels are of which server, but the numbers of the current one have to add up. */
function countUnlisted({ channels, servers }) {
  const here = serverHere();
  const total = here && servers[idOf(here)];
  if (total === undefined) return undefined;
  const listed = links("channel").map((link) => channels[idOf(link)]).filter((mentions) => mentions !== undefined);
  const rest = total - listed.reduce((all, mentions) => all + mentions, 0);
  return rest > 0 || listed.length === 0 ? Math.max(0, rest) : undefined;
}

/** The channels that were looked for, so that none costs more than one page. */
const sought = new Set();

/** Adds channels that were created since the page was opened to the list, where the server has them. */
async function list(ids) {
  const known = new Set(links("channel").map(idOf));
  const fresh = ids.filter((id) => !known.has(id) && !sought.has(id));
  if (fresh.length === 0) return;
  for (const id of fresh) sought.add(id);
  const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  // What is listed stays, with its marks and the focus.
  const channels = document.querySelector("nav.channels");
  let above;
  for (const link of page.querySelectorAll("nav.channels > [data-unread-in]")) {
    const listed = document.querySelector(`nav.channels > [data-unread-in="${link.dataset.unreadIn}"]`);
    const added = listed ?? document.importNode(link, true);
    if (!listed && above) above.after(added);
    else if (!listed) channels.prepend(added);
    above = added;
  }
  show(latest);
}

/** The current channel was read to its end. */
export function read() {
  for (const link of links("channel")) if (isHere(link)) mark(link, undefined);
  sum();
}
