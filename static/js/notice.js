// A sentence above the feed about what was just done, where no page says it.

import { announce } from "./announce.js";

export function say(sentence) {
  document.querySelector("[data-said]")?.remove();
  const place = document.createElement("div");
  place.className = "chat-removed";
  place.dataset.said = "";
  const words = document.createElement("p");
  words.textContent = sentence;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "button button-quiet button-small";
  close.textContent = "Close";
  close.addEventListener("click", () => place.remove());
  place.append(words, close);
  document.querySelector(".feed-frame")?.before(place);
  announce(sentence);
}
