// The menu behind the ⋯ of a message: a list in a popover that the arrows lead through. Without scripts it is a page.

import { announce } from "./announce.js";
import { copy } from "./copy.js";
import { leaveFor } from "./leave.js";
import { idIn, inPlace, load, removeMany, reply, report } from "./message-actions.js";
import { edit } from "./message-edit.js";
import { focusMessage } from "./scrolling.js";
import { t } from "./words.js";

const GAP = 4;
const EDGE = 8;

/** Opens the menu of a message beside `link`, which leads to its page; closes it if it is open. */
export async function open(feed, link) {
  if (link.getAttribute("aria-busy") === "true") return;
  link.setAttribute("aria-busy", "true");
  try {
    const menu = await load(link);
    if (menu.showPopover) show(feed, link, menu);
    else leaveFor(link.href);
  } catch {
    // The page says what is wrong.
    leaveFor(link.href);
  } finally {
    link.removeAttribute("aria-busy");
  }
}

/** Below the link where there is room, else above it; never beyond the window. */
function place(menu, link) {
  const at = link.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const fits = at.bottom + GAP + height <= innerHeight - EDGE;
  const top = fits ? at.bottom + GAP : Math.max(EDGE, Math.min(at.top - GAP, innerHeight - EDGE) - height);
  const left = document.dir === "rtl"
    ? Math.min(Math.max(EDGE, at.left), innerWidth - EDGE - width)
    : Math.max(EDGE, Math.min(at.right, innerWidth - EDGE) - width);
  menu.style.inset = `${top}px auto auto ${left}px`;
}

const items = (menu) => [...menu.querySelectorAll("ul :is(a, button)")];

function show(feed, link, menu) {
  const author = link.closest("[data-message-id]")?.querySelector(".message-author")?.textContent ?? "";
  menu.popover = "auto";
  menu.setAttribute("role", "group");
  menu.setAttribute("aria-label", t("actions-for", { author }));
  feed.closest("main").append(menu);
  link.setAttribute("aria-expanded", "true");
  const close = () => {
    menu.hidePopover();
    // The focus goes at once where the message is gone.
    menu.remove();
  };
  const follow = () => place(menu, link);
  menu.addEventListener("toggle", ({ newState }) => {
    if (newState !== "closed") return;
    removeEventListener("resize", follow);
    link.setAttribute("aria-expanded", "false");
    menu.remove();
  });
  menu.addEventListener("keydown", (event) => {
    const all = items(menu);
    const at = all.indexOf(document.activeElement);
    const next = { ArrowDown: all[at + 1] ?? all[0], ArrowUp: all[at - 1] ?? all.at(-1), Home: all[0], End: all.at(-1) }[event.key];
    // It is beside the message, whatever comes after it in the page.
    if (!next && !["Escape", "Tab"].includes(event.key)) return;
    event.preventDefault();
    if (next) return next.focus();
    close();
    if (link.isConnected) link.focus();
    else focusMessage(feed, idIn(link.href));
  });
  for (const form of menu.querySelectorAll("form[data-in-place]")) {
    inPlace(feed, form, () => (form.dataset.inPlace === "pause" ? paused(menu, form) : close()));
  }
  menu.addEventListener("click", (event) => {
    const item = event.target.closest("[data-act]");
    if (!item || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    act(feed, link, menu, item, close);
  });
  menu.showPopover();
  addEventListener("resize", follow);
  follow();
  items(menu)[0].focus();
}

async function act(feed, link, menu, { dataset, href }, close) {
  switch (dataset.act) {
    case "reply":
      close();
      return reply(feed, link, menu);
    case "edit":
      close();
      return edit(feed, link, menu);
    case "remove":
      close();
      return removeMany(feed, link, href);
    case "report":
      close();
      return report(feed, link);
    default:
      try {
        await copy(dataset.link);
        close();
        if (link.isConnected) link.focus();
        announce(t("link-copied"));
      } catch {
        announce(t("copying-refused"));
      }
  }
}

/** The menu stays: who stops a webhook removes what it posted. */
function paused(menu, form) {
  menu.querySelector("[data-webhook-paused]").hidden = false;
  const all = items(menu);
  const next = all[all.indexOf(form.querySelector("button")) + 1];
  form.parentElement.remove();
  next?.focus();
  announce(t("webhook-paused"));
}
