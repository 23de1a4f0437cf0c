// A channel's composer: sending keeps the page, and what is typed is lost neither by a lost answer nor by the end of the session.

import { announce } from "./announce.js";
import { follow as followDraft, keep as keepDraft } from "./drafts.js";
import { isComposed, sendOnEnter } from "./enter.js";
import { applyNotes, arrive, articles, endNotes, isLive, nameOf, parse, startNotes } from "./feed.js";
import { tryAgain } from "./retry.js";
import { toEnd } from "./scrolling.js";
import { hasEnded, signInButton } from "./session.js";
import { t } from "./words.js";

const isMine = ({ dataset }) => dataset.author === `user:${document.querySelector("[data-my-id]")?.dataset.myId}`;
/** What of a text is the same once it is rendered. */
const letters = (text = "") => text.replaceAll(/[^\p{L}\p{N}]/gu, "");

export function start(root) {
  compose(root.querySelector("[data-composer]"), root.querySelector("[data-feed]"));
}

function compose(form, feed) {
  const box = form.querySelector("textarea");
  const button = form.querySelector("[type=submit]");
  const reply = () => form.querySelector("[data-reply-bar]");

  followDraft(form);
  form.addEventListener("click", (event) => {
    if (!event.target.closest("[data-reply-cancel]")) return;
    event.preventDefault();
    reply().remove();
    box.focus();
  });
  const replyFault = () => form.querySelector("[data-fault=reply_to]");
  feed?.addEventListener("portico:reply-deleted", () => {
    replyFault()?.remove();
    const place = document.createElement("p");
    place.className = "fault";
    place.dataset.fault = "reply_to";
    place.setAttribute("role", "alert");
    place.textContent = box.value.trim() === "" ? t("reply-gone") : t("reply-gone-text");
    const held = reply().contains(document.activeElement);
    reply().replaceWith(place);
    if (held) box.focus();
  });
  let lasts = false;
  const complain = (sentence, action) => {
    let place = form.querySelector("[data-fault=content]");
    lasts = action !== undefined;
    if (!sentence) {
      place?.remove();
      box.removeAttribute("aria-invalid");
      box.removeAttribute("aria-describedby");
      return;
    }
    if (!place) {
      place = document.createElement("p");
      place.className = "fault";
      place.id = `${box.id}-fault`;
      place.dataset.fault = "content";
      form.append(place);
    }
    place.textContent = sentence;
    if (action) place.append(" ", action);
    box.setAttribute("aria-invalid", "true");
    box.setAttribute("aria-describedby", place.id);
    announce(sentence);
  };

  // What was wrong may be over. A session that ended is not.
  const forgive = () => { if (!lasts && form.querySelector("[data-fault=content]")) complain(""); };
  box.addEventListener("input", forgive);
  addEventListener("online", forgive);

  /** The text that is being sent. On a slow connection its message may come by the stream before the answer does. */
  let sending = null;
  /** The text that may have been sent: its answer was lost. */
  let unsure = null;
  const done = ({ text, bar }) => {
    sending = null;
    unsure = null;
    // What was typed meanwhile is the next message.
    if (box.value.startsWith(text)) box.value = box.value.slice(text.length);
    else if (box.value.endsWith(text)) box.value = box.value.slice(0, -text.length);
    keepDraft(form);
    bar?.remove();
    replyFault()?.remove();
    complain("");
  };
  feed?.addEventListener("portico:arrive", ({ detail }) => {
    const sent = sending ?? unsure;
    if (sent && detail.some((article) => isMine(article) && letters(article.querySelector(".content")?.textContent) === letters(sent.text))) done(sent);
  });
  box.addEventListener("input", () => { unsure = null; });

  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && !isComposed(event)) reply()?.remove();
  });
  sendOnEnter(box);

  form.addEventListener("submit", async (event) => {
    // To the sign-in, with the text.
    if (event.submitter?.hasAttribute("data-native")) return;
    event.preventDefault();
    if (button.getAttribute("aria-disabled") === "true" || box.readOnly || box.value.trim() === "") return;
    button.setAttribute("aria-disabled", "true");
    const text = box.value;
    sending = { text, bar: reply() };
    unsure = null;
    const notes = startNotes();
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        body: new URLSearchParams(new FormData(form)),
        headers: { Accept: "text/html" },
      });
      const page = parse(await answer.text());
      if (hasEnded(answer)) complain(t("ended-unsent"), signInButton());
      else if (answer.ok) {
        if (sending) done(sending);
        if (isLive(feed)) {
          applyNotes(notes, [page]);
          arrive(feed, articles(page));
          toEnd(feed);
        } else location.assign(answer.url);
      } else if (answer.status < 500 || sending) {
        unsure = answer.status < 500 ? null : sending;
        // What came by the stream was the same text from elsewhere.
        if (!sending) box.value = text + box.value;
        const fault = page.querySelector("[data-fault]")?.textContent.trim();
        // It was deleted: what was typed can be sent by itself.
        if (page.querySelector("[data-fault=reply_to]")) (reply() ?? replyFault())?.remove();
        if (answer.status === 429 && !fault) complain(t("too-fast-sending", { wait: tryAgain(answer) }));
        else if ([403, 404].includes(answer.status) && !fault) {
          complain(t("cant-post", { channel: nameOf(feed) }));
        } else complain(fault || t("not-sent"));
      }
    } catch {
      // Unless its message has come by the stream.
      if (sending) complain(t("no-response-text"));
      unsure = sending;
    } finally {
      endNotes(notes);
      sending = null;
      if (!box.readOnly) button.removeAttribute("aria-disabled");
      // A user who went elsewhere meanwhile stays there.
      if (document.activeElement === document.body || form.contains(document.activeElement)) box.focus();
    }
  });
}
