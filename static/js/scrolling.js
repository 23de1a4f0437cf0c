// The scroll position in a feed. Most feeds start at their end, by CSS alone: their frame is reversed, and positions count from
// the end.

const frameOf = (feed) => feed.parentElement;
const isReversed = (frame) => getComputedStyle(frame).flexDirection === "column-reverse";
const room = (frame) => frame.scrollHeight - frame.clientHeight;
const below = (frame) => (isReversed(frame) ? -frame.scrollTop : room(frame) - frame.scrollTop);

export const isNearEnd = (feed, px) => below(frameOf(feed)) < px;
export const isNearStart = (feed, px) => room(frameOf(feed)) - below(frameOf(feed)) < px;

export function toEnd(feed) {
  const frame = frameOf(feed);
  frame.scrollTop = isReversed(frame) ? 0 : frame.scrollHeight;
}

/** Changes the feed of a user who is near its end, and keeps them as near: at the end they stay there. */
export function keepEnd(feed, change) {
  const frame = frameOf(feed);
  const left = below(frame);
  const done = change();
  frame.scrollTop = isReversed(frame) ? -left : room(frame) - left;
  return done;
}

/** Changes the feed without moving what the user sees. */
export function keepPlace(feed, change) {
  const frame = frameOf(feed);
  const top = frame.getBoundingClientRect().top;
  const seen = [...feed.querySelectorAll("[data-message-id]")].find((article) => article.getBoundingClientRect().bottom > top);
  const before = seen?.getBoundingClientRect().top;
  const done = change();
  // It may have been replaced by its edit, or be gone.
  const after = seen?.isConnected ? seen : feed.querySelector(`[data-message-id="${CSS.escape(seen?.dataset.messageId ?? "")}"]`);
  if (after) frame.scrollTop += after.getBoundingClientRect().top - before;
  return done;
}

const ARROW = '<svg class="icon" viewBox="0 0 24 24" width="16" height="16" aria-hidden="true"><path d="M12 5v14M19 12l-7 7-7-7"/></svg>';

/**
 * Counts the messages after the one with this id, in a button that leads to them; near the end there is none. It keeps the id,
 * and counts again without one. No live region: the messages are announced themselves.
 */
export function countBelow(feed, px, after) {
  const frame = frameOf(feed);
  let button = frame.parentElement.querySelector(".feed-below");
  const first = button?.dataset.after ?? after;
  if (first === undefined) return;
  const count = [...feed.querySelectorAll("[data-message-id]")].filter(({ dataset }) => Number(dataset.messageId) > Number(first)).length;
  if (count === 0 || isNearEnd(feed, px)) {
    if (button && button === document.activeElement) frame.focus({ preventScroll: true });
    button?.remove();
    return;
  }
  if (!button) {
    button = document.createElement("button");
    button.type = "button";
    button.className = "button button-primary button-small feed-below";
    button.dataset.after = first;
    button.append(document.importNode(new DOMParser().parseFromString(ARROW, "text/html").querySelector("svg"), true), "");
    button.addEventListener("click", () => {
      toEnd(feed);
      countBelow(feed, px);
    });
    frame.after(button);
  }
  button.lastChild.data = count === 1 ? "1 new message" : `${count} new messages`;
}

export const onScroll = (feed, act) => frameOf(feed).addEventListener("scroll", act, { passive: true });
export const focus = (feed) => frameOf(feed).focus();

/** Focuses a message, or what is in its place once it is gone: the next one, the last one, or the feed. */
export function focusMessage(feed, id) {
  const all = [...feed.querySelectorAll("[data-message-id]")];
  const here = all.find(({ dataset }) => Number(dataset.messageId) >= Number(id)) ?? all.at(-1);
  (here ?? frameOf(feed)).focus({ preventScroll: true });
}
