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

export const onScroll = (feed, act) => frameOf(feed).addEventListener("scroll", act, { passive: true });
export const focus = (feed) => frameOf(feed).focus();

/** Focuses a message, or what is in its place once it is gone: the next one, the last one, or the feed. */
export function focusMessage(feed, id) {
  const all = [...feed.querySelectorAll("[data-message-id]")];
  const here = all.find(({ dataset }) => Number(dataset.messageId) >= Number(id)) ?? all.at(-1);
  const place = here?.querySelector(".message-more") ?? here?.querySelector(".message-time") ?? frameOf(feed);
  place.focus({ preventScroll: true });
}
