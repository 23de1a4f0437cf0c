// The count of unread mentions in the header and in the title, and new rows in the inbox itself.

import { announce } from "./announce.js";
import { listen } from "./stream.js";

export function start(root) {
  const link = root.querySelector("[data-inbox-events]");
  const badge = link.querySelector("[data-inbox-count]");
  const words = link.querySelector("[data-inbox-unread]");
  const title = document.title;
  let known = badge.hidden ? 0 : Number(badge.textContent);

  const show = (count) => {
    badge.textContent = String(count);
    badge.hidden = count === 0;
    if (words) words.hidden = count === 0;
    document.title = count > 0 ? `(${count}) ${title}` : title;
    if (count > known) announce(count === 1 ? "1 unread mention" : `${count} unread mentions`);
    known = count;
  };
  show(known);

  const list = root.querySelector("[data-inbox-live]");
  listen(link.dataset.inboxEvents, {
    count: (data) => {
      const count = Number(data);
      if (Number.isInteger(count) && count >= 0) show(count);
    },
    mention: (data) => {
      if (!list) return;
      const holder = document.createElement("template");
      holder.innerHTML = data;
      const row = holder.content.querySelector("[data-message-id]");
      if (!row || list.querySelector(`[data-message-id="${CSS.escape(row.dataset.messageId)}"]`)) return;
      list.prepend(row);
    },
  });
}
