// The lines over replies that show what they reply to: they follow edits and deletions of that.

/** The server uses the same number. */
const QUOTED = 120;

const lines = (feed) => [...feed.querySelectorAll(".message-reply[data-reply-author]")];

/** What a message says that it replies to. */
export const quoted = (article) => article.querySelector(".message-reply")?.textContent.replaceAll(/\s+/g, " ").trim();

/** Shows the beginning of an edited message where it was replied to. */
export function requote(feed, article) {
  const text = (article.querySelector(".content") ?? article.querySelector(".message-card"))?.textContent ?? "";
  const letters = Array.from(text.replaceAll(/\s+/g, " ").trim());
  const beginning = letters.length > QUOTED ? `${letters.slice(0, QUOTED).join("").trimEnd()}…` : letters.join("");
  for (const line of lines(feed)) {
    if (line.dataset.replyTo === article.dataset.messageId) line.querySelector(".message-reply-text").textContent = beginning;
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
  for (const line of lines(feed)) {
    if (!isGone(line.dataset)) continue;
    delete line.dataset.replyAuthor;
    line.querySelector(".visually-hidden")?.remove();
    line.querySelector("a").replaceWith("Original message deleted");
  }
}
