// Authors in a feed with the same or similar names: their nicknames are shown, as the server renders them, also when one of them
// arrives later or leaves the page.

/** Goes through the whole feed: one message can make another one's author ambiguous. */
export function markNamesakes(feed) {
  const articles = [...feed.querySelectorAll("[data-looks]")];
  const looks = (article) => article.dataset.looks.split(" ");
  const authors = new Map();
  for (const article of articles) {
    for (const look of looks(article)) {
      if (!authors.has(look)) authors.set(look, new Set());
      authors.get(look).add(article.dataset.author);
    }
  }
  for (const article of articles) {
    const alike = looks(article).some((look) => authors.get(look).size > 1);
    // What the reader opened or closed stays until this changes.
    if (alike === article.hasAttribute("data-alike")) continue;
    article.toggleAttribute("data-alike", alike);
    const card = article.querySelector(".author");
    if (card?.matches("details")) card.open = alike;
    else card?.toggleAttribute("data-alike", alike);
  }
}
