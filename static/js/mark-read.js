// Marks mentions of the inbox as read in place, so that the list stays where it is and the next one has the focus. Without scripts, the
// server leads to the page that begins with the next one.

import { announce } from "./announce.js";
import { hasEnded } from "./session.js";
import { t } from "./words.js";

const linkOf = (row) => row.querySelector(".inbox-place a");
const buttonOf = (row) => row?.querySelector('button[name="message_id"]');
const idOf = (row) => Number(row.dataset.messageId);

export function start(root) {
  let isSent = false;
  root.querySelector(".inbox-page").addEventListener("submit", async (event) => {
    const button = event.submitter;
    if (button?.name !== "message_id" || "native" in button.dataset) return;
    event.preventDefault();
    if (isSent) return;
    isSent = true;
    if (await isMarked(event.target.action, button.value)) showRead(button.closest(".inbox-row"));
    else {
      button.dataset.native = "";
      event.target.requestSubmit(button);
    }
    isSent = false;
  });
}

async function isMarked(address, id) {
  try {
    const answer = await fetch(address, { method: "POST", body: new URLSearchParams({ message_id: id }), headers: { Accept: "text/html" } });
    return answer.ok && !hasEnded(answer);
  } catch {
    return false;
  }
}

/** The row and the older ones of its channel, which the server has marked with it. */
function showRead(row) {
  const unread = [...row.parentElement.querySelectorAll(".inbox-row.unread")];
  const { pathname } = linkOf(row);
  const read = unread.filter((each) => linkOf(each).pathname === pathname && idOf(each) <= idOf(row));
  const rest = unread.filter((each) => !read.includes(each));
  // The focus moves before its button goes.
  const isBelow = (each) => row.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING;
  const next = buttonOf(rest.find(isBelow) ?? rest.at(-1)) ?? linkOf(row);
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
  for (const each of read) {
    each.classList.remove("unread");
    buttonOf(each).remove();
    // It says that the mention is unread.
    each.querySelector(".message-head > .visually-hidden").remove();
  }
  announce(t("marked-read", { count: read.length }));
}
