// The lines over replies that show what they reply to, and the bar of the composer: they follow edits and deletions of that.

import { t } from "./words.js";

/** The server uses the same number. */
const QUOTED = 120;

const lines = (feed) => [...feed.querySelectorAll(".message-reply[data-reply-author]")];

/** In the composer, while it replies. */
const bar = () => document.querySelector("[data-reply-bar]");

/** What a message says that it replies to. */
export const quoted = (article) => article.querySelector(".message-reply")?.textContent.replaceAll(/\s+/g, " ").trim();

/** A text with spaces between its blocks. */
function textOf(shown) {
  const copy = shown?.cloneNode(true);
  for (const block of copy?.querySelectorAll("li, blockquote, pre, ul, ol, p") ?? []) {
    block.before(" ");
    block.after(" ");
  }
  return copy?.textContent ?? "";
}

/** Shows the beginning of an edited message where it was replied to. */
export function requote(feed, article) {
  // Where its author is blocked, nothing is quoted.
  if (article.matches(".message-blocked")) return;
  const text = textOf(article.querySelector(".content") ?? article.querySelector(".message-card"));
  const letters = Array.from(text.replaceAll(/\s+/g, " ").trim());
  const beginning = letters.length > QUOTED ? `${letters.slice(0, QUOTED).join("").trimEnd()}…` : letters.join("");
  for (const line of lines(feed)) {
    if (line.dataset.replyTo === article.dataset.messageId) line.querySelector(".message-reply-text").textContent = beginning;
  }
  if (bar()?.dataset.replyTo === article.dataset.messageId) bar().querySelector("p > a").textContent = beginning || t("message-word");
}

/** Shows again what was replied to, once its deletion was undone. */
export function remember(feed, { dataset }) {
  for (const line of feed.querySelectorAll(`.message-reply[data-reply-to="${CSS.escape(dataset.messageId)}"]:not([data-reply-author])`)) {
    const element = (tag, className, text = "") => Object.assign(document.createElement(tag), { className, textContent: text });
    const link = document.createElement("a");
    link.href = `?around=${dataset.messageId}#message-${dataset.messageId}`;
    const author = element("bdi", "message-reply-author", feed.querySelector(`[data-message-id="${CSS.escape(dataset.messageId)}"] .message-author`)?.textContent);
    const text = element("span", "message-reply-text");
    text.dir = "auto";
    link.append(author, " ", text);
    line.dataset.replyAuthor = dataset.author;
    line.replaceChildren(line.querySelector("svg"), element("span", "visually-hidden", t("in-reply-to")), " ", link);
  }
}

/** Says that a message was deleted where it was replied to. */
export function forget(feed, id) {
  forgetThose(feed, ({ replyTo }) => replyTo === id);
}

/** The same for the messages of an author in a range of ids. */
export function forgetAll(feed, { author, first, last }) {
  forgetThose(feed, ({ replyTo, replyAuthor }) => replyAuthor === author && Number(replyTo) >= first && Number(replyTo) <= last);
}

function forgetThose(feed, isGone) {
  if (bar() && isGone(bar().dataset)) feed.dispatchEvent(new CustomEvent("portico:reply-deleted"));
  for (const line of lines(feed)) {
    if (!isGone(line.dataset)) continue;
    delete line.dataset.replyAuthor;
    line.querySelector(".visually-hidden")?.remove();
    line.querySelector("a").replaceWith(t("original-deleted"));
  }
}
