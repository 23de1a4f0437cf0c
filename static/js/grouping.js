// Groups messages of a feed under the head of the previous one, as the server does, also for new ones.

/** The server uses the same numbers. */
const JOINED_SECONDS = 5 * 60;
const MAX_GROUPED = 10;

const guise = (article) => [
  article.dataset.author,
  article.querySelector(".message-author").textContent,
  article.querySelector(".avatar").getAttribute("src"),
].join("\n");
const seconds = (article) => Math.floor(Date.parse(article.querySelector("time").dateTime) / 1000);

/** Checks the whole feed: a message that was inserted above can split a group. */
export function group(feed) {
  let head;
  let grouped = 0;
  for (const article of feed.querySelectorAll("[data-message-id]")) {
    const above = article.previousElementSibling;
    // A line between them splits the group: another day, or the first unread message.
    const joined = head !== undefined
      && grouped < MAX_GROUPED
      && article.querySelector(".message-reply") === null
      && !article.matches(".message-blocked")
      && above?.matches("[data-message-id]") === true
      && guise(head) === guise(article)
      && seconds(article) - seconds(head) >= 0
      && seconds(article) - seconds(head) < JOINED_SECONDS;
    article.classList.toggle("message-joined", joined);
    grouped = joined ? grouped + 1 : 1;
    if (!joined) head = article;
  }
}
