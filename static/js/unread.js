// What is unread in the channels and servers that a page links to. The server tells of it as it changes; that the
// channel at hand was read is told by what reads it, in `reading.js`.

const MOST = 99;

const links = (kind) => [...document.querySelectorAll(`[data-unread-in^="${kind}:"]`)];
const idOf = (link) => link.dataset.unreadIn.split(":")[1];
const isUnread = (link) => link.classList.contains("unread");
const isHere = (link) => link.hasAttribute("aria-current");
/** The feed of the channel at hand follows what arrives there by itself. */
const isOpen = (link) => isHere(link) && document.querySelector("[data-live-events]") !== null;

function words(mentions, number) {
  if (mentions === undefined) return "";
  if (mentions === 0) return " (unread)";
  return mentions === 1 ? " (1 unread mention)" : ` (${number} unread mentions)`;
}

/** `mentions` is how many are unread; undefined: nothing is. */
function mark(link, mentions) {
  const number = mentions > MOST ? `${MOST}+` : String(mentions || "");
  link.classList.toggle("unread", mentions !== undefined);
  link.querySelector("[data-unread-words]").textContent = words(mentions, number);
  const count = link.querySelector("[data-unread-count]");
  count.textContent = number;
  count.hidden = !mentions;
}

const mentionsOf = (link) => Number(link.querySelector("[data-unread-count]").textContent.replace("+", "") || 0);

/** The server at hand is as its channels are, and the folded list as all that it holds. */
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

/** Whether the page shows any of it. */
export const isShown = () => document.querySelector("[data-unread-in]") !== null;

/** Shows what the server told: ids of channels and of servers, each with its number of unread mentions. */
export function show({ channels, servers }) {
  for (const link of links("channel")) if (!isOpen(link)) mark(link, channels[idOf(link)]);
  for (const link of links("server")) if (!isHere(link)) mark(link, servers[idOf(link)]);
  sum();
}

/** The channel at hand was read to its end. */
export function read() {
  for (const link of links("channel")) if (isHere(link)) mark(link, undefined);
  sum();
}
