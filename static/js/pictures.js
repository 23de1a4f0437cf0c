// Loads a picture of a card in its place, in servers whose pictures load on click. Without this the link opens it in a tab.

import { t } from "./words.js";

export function start(root) {
  root.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-load-picture]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const small = link.dataset.loadPicture === "small";
    const picture = document.createElement("img");
    [picture.width, picture.height] = small ? [72, 72] : [480, 270];
    picture.alt = "";
    picture.referrerPolicy = "no-referrer";
    if (small) picture.className = "message-card-thumbnail";
    picture.src = link.href;
    link.className = small ? "" : "message-card-image";
    link.setAttribute("aria-label", t("open-picture", { host: link.dataset.host }));
    delete link.dataset.host;
    delete link.dataset.loadPicture;
    link.replaceChildren(picture);
  });
}
