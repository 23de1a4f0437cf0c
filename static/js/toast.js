// Says for ten seconds that a message was deleted or a person banned, with a button that undoes it. The time stops while someone is at it.

import { announce } from "./announce.js";
import { t } from "./words.js";

const SHOWN_MS = 10_000;

/** Shows it below the feed in place of an earlier one; `notice` has the server's words and form. Returns the form. */
export function show(feed, notice) {
  document.querySelector(".toast-place")?.remove();
  const place = Object.assign(document.createElement("div"), { className: "toast-place" });
  const toast = Object.assign(document.createElement("div"), { className: "toast" });
  toast.setAttribute("role", "group");
  const words = notice.querySelector("p");
  toast.setAttribute("aria-label", words.textContent);
  const form = notice.querySelector("form");
  // The server allows it for longer, or always.
  const countdown = form.querySelector("[data-countdown]");
  countdown?.remove();
  toast.append(words, form);
  place.append(toast);
  feed.parentElement.after(place);
  announce(t("undo-announced", { done: words.textContent }));

  let left = SHOWN_MS;
  let since;
  let timer;
  const end = () => {
    clearTimeout(timer);
    const held = toast.contains(document.activeElement);
    place.remove();
    if (held) feed.parentElement.focus();
  };
  const follow = () => {
    const isHeld = toast.matches(":hover, :focus-within") || form.getAttribute("aria-busy") === "true";
    if (isHeld && timer !== undefined) {
      clearTimeout(timer);
      timer = undefined;
      left -= performance.now() - since;
    } else if (!isHeld && timer === undefined) {
      since = performance.now();
      timer = setTimeout(end, left);
    }
  };
  for (const name of ["pointerenter", "pointerleave", "focusin"]) toast.addEventListener(name, follow);
  toast.addEventListener("focusout", () => setTimeout(follow));
  toast.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    end();
  });
  if (countdown) setTimeout(end, Number(countdown.dataset.countdown) * 1000);
  follow();
  return form;
}
