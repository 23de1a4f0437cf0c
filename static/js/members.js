// The members of a channel in a panel beside the feed, where there is room. Elsewhere, and without scripts, they are a page.

import { leaveFor } from "./leave.js";
import { t } from "./words.js";

const WIDE = "(min-width: 64rem)";
const OPEN = "portico-members";
const EVERY_MS = 60_000;

const parse = (html) => new DOMParser().parseFromString(html, "text/html");

function remembered() {
  try {
    return localStorage.getItem(OPEN) === "open";
  } catch {
    return false;
  }
}

function remember(isOpen) {
  try {
    if (isOpen) localStorage.setItem(OPEN, "open");
    else localStorage.removeItem(OPEN);
  } catch {
    // It is open on this page alone.
  }
}

export function start(root) {
  const link = root.querySelector("[data-members-link]");
  const chat = link.closest(".chat");
  const wide = matchMedia(WIDE);
  let panel = null;
  let timer;

  const load = async () => {
    const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
    const members = parse(await answer.text()).querySelector("[data-members]");
    if (!answer.ok || !members) throw new Error(`status ${answer.status}`);
    return document.importNode(members, true);
  };
  // What is shown may be a minute old; nothing is asked for while nobody looks.
  const refresh = async () => {
    clearTimeout(timer);
    if (!panel || document.hidden || !wide.matches) return;
    try {
      const members = await load();
      const { scrollTop } = panel;
      panel.replaceChildren(members);
      panel.scrollTop = scrollTop;
    } catch {
      // What was shown stays, and the next turn tries again.
    }
    clearTimeout(timer);
    timer = setTimeout(refresh, EVERY_MS);
  };
  const close = () => {
    clearTimeout(timer);
    panel.remove();
    panel = null;
    link.setAttribute("aria-expanded", "false");
  };
  // At once, and empty until the members are there: later, it would move what is being read.
  const open = async () => {
    const opened = document.createElement("aside");
    opened.className = "chat-members";
    opened.tabIndex = 0;
    opened.setAttribute("aria-label", t("members"));
    opened.setAttribute("aria-busy", "true");
    panel = opened;
    chat.append(opened);
    link.setAttribute("aria-expanded", "true");
    try {
      opened.replaceChildren(await load());
    } catch (fault) {
      if (panel !== opened) return;
      close();
      throw fault;
    }
    opened.removeAttribute("aria-busy");
    if (panel !== opened) return;
    clearTimeout(timer);
    timer = setTimeout(refresh, EVERY_MS);
  };
  const describe = () => {
    if (wide.matches) link.setAttribute("aria-expanded", String(panel !== null));
    else link.removeAttribute("aria-expanded");
    refresh();
  };

  describe();
  wide.addEventListener("change", describe);
  document.addEventListener("visibilitychange", refresh);
  link.addEventListener("click", async (event) => {
    if (!wide.matches || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (panel) {
      close();
      remember(false);
      return;
    }
    try {
      await open();
      remember(true);
    } catch {
      // The page says what is wrong.
      leaveFor(link.href);
    }
  });
  if (wide.matches && remembered()) open().catch(() => {});
}
