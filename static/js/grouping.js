// Which messages of a feed stand under the head of the one above: as the server draws them, also for what came later.

/** The server knows this number, too. */
const JOINED_SECONDS = 5 * 60;

const guise = (article) => [
  article.dataset.author,
  article.querySelector(".message-author").textContent,
  article.querySelector(".avatar").getAttribute("src"),
].join("\n");
const seconds = (article) => Math.floor(Date.parse(article.querySelector("time").dateTime) / 1000);

/** Goes through the whole feed: a message that came in above may part what stood together. */
export function group(feed) {
  let head;
  for (const article of feed.querySelectorAll("[data-message-id]")) {
    const above = article.previousElementSibling;
    // A line between them parts them: another day, or where the unread ones begin.
    const joined = head !== undefined
      && above?.matches("[data-message-id]") === true
      && guise(head) === guise(article)
      && seconds(article) - seconds(head) >= 0
      && seconds(article) - seconds(head) < JOINED_SECONDS;
    article.classList.toggle("message-joined", joined);
    if (!joined) head = article;
  }
}
