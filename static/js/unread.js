// Unread marks of the channels and servers that a page links to. The server sends changes; `reading.js` marks the current
// channel as read.

const MOST = 99;

const links = (kind) => [...document.querySelectorAll(`[data-unread-in^="${kind}:"]`)];
const idOf = (link) => link.dataset.unreadIn.split(":")[1];
const isUnread = (link) => link.classList.contains("unread");
const isHere = (link) => link.hasAttribute("aria-current");
/** The feed of the current channel is updated by its own stream. */
const isOpen = (link) => isHere(link) && document.querySelector("[data-live-events]") !== null;

function words(mentions, number) {
  if (mentions === undefined) return "";
  if (mentions === 0) return " (unread)";
  return mentions === 1 ? " (1 unread mention)" : ` (${number} unread mentions)`;
}

/** `mentions` is the number of unread ones; undefined if nothing is unread. */
function mark(link, mentions) {
  const number = mentions > MOST ? `${MOST}+` : String(mentions || "");
  link.classList.toggle("unread", mentions !== undefined);
  link.querySelector("[data-unread-words]").textContent = words(mentions, number);
  const count = link.querySelector("[data-unread-count]");
  count.textContent = number;
  count.hidden = !mentions;
}

const mentionsOf = (link) => Number(link.querySelector("[data-unread-count]").textContent.replace("+", "") || 0);

/** The current server is unread if one of its channels is, and the collapsed list if anything in it is. */
function sum() {
  const channels = links("channel");
  const unread = channels.filter(isUnread);
  const here = links("server").find(isHere);
  if (here) mark(here, unread.length > 0 ? unread.reduce((all, link) => all + mentionsOf(link), 0) : undefined);
  const elsewhere = document.querySelector("[data-unread-elsewhere]");
  if (elsewhere) {
    elsewhere.hidden = ![...channels, ...links("server")].some((link) => isUnread(link) && !isHere(link));
  }
}

/** Whether the page shows unread marks. */
export const isShown = () => document.querySelector("[data-unread-in]") !== null;

/** Shows the update: IDs of channels and of servers, each with its number of unread mentions. */
export function show({ channels, servers }) {
  for (const link of links("channel")) if (!isOpen(link)) mark(link, channels[idOf(link)]);
  for (const link of links("server")) if (!isHere(link)) mark(link, servers[idOf(link)]);
  sum();
}

/** The current channel was read to its end. */
export function read() {
  for (const link of links("channel")) if (isHere(link)) mark(link, undefined);
  sum();
}
