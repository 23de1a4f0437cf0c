// The card of a person over the channel: what their page shows, in a dialog. Without scripts it is that page.

import { busyForm, closeBeside } from "./dialogs.js";
import { leaveFor } from "./leave.js";
import { say } from "./notice.js";
import { tryAgain } from "./retry.js";
import { hasEnded, signInButton } from "./session.js";
import { start as localTimes } from "./time.js";
import { show as toast } from "./toast.js";
import { t } from "./words.js";

/** How long the form that bans waits: a second click on the name must not reach it. */
const PAUSE_MS = 500;

const parse = (html) => new DOMParser().parseFromString(html, "text/html");

/** Shows the card of the person whose page `link` leads to. */
export async function open(link) {
  if (link.getAttribute("aria-busy") === "true") return;
  link.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
    const card = parse(await answer.text()).querySelector("[data-person-card]");
    if (!answer.ok || !card) throw new Error(`status ${answer.status}`);
    show(document.importNode(card, true));
  } catch {
    // The page says what is wrong.
    leaveFor(link.href);
  } finally {
    link.removeAttribute("aria-busy");
  }
}

function show(card) {
  const dialog = document.createElement("dialog");
  dialog.className = "dialog dialog-card";
  dialog.setAttribute("aria-label", card.getAttribute("aria-label"));
  card.removeAttribute("aria-label");
  const close = document.createElement("button");
  close.type = "button";
  close.className = "button button-secondary button-small dialog-close";
  close.textContent = t("close");
  close.addEventListener("click", () => { if (!busyForm(dialog)) dialog.close(); });
  const inside = document.createElement("div");
  inside.className = "dialog-inside";
  inside.append(card, close);
  dialog.append(inside);
  document.body.append(dialog);
  closeBeside(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  localTimes(card);
  for (const form of card.querySelectorAll("form[data-act]")) {
    inPlace(form, () => {
      dialog.close();
      finish(form);
    });
  }
  const ban = card.querySelector("details[data-ban]");
  if (ban) inView(ban);
  dialog.showModal();
  close.focus();
}

/** Shows the form that bans without a click. The ban can be undone. */
function inView(ban) {
  ban.open = true;
  const button = ban.querySelector(".button-danger[type=submit]");
  button.disabled = true;
  setTimeout(() => { button.disabled = false; }, PAUSE_MS);
}

/** Says what was done, and undoes it where that is possible. */
function finish(form) {
  // Messages of a person who is blocked, or no longer, look different.
  if (form.dataset.act === "reload") return location.reload();
  const undo = form.querySelector("template[data-undo]");
  if (!undo) return say(form.dataset.done);
  const notice = document.createElement("div");
  notice.append(Object.assign(document.createElement("p"), { textContent: form.dataset.done }), document.importNode(undo.content, true));
  const lift = toast(document.querySelector("[data-feed]"), notice);
  inPlace(lift, () => {
    lift.closest(".toast-place").remove();
    say(lift.dataset.done);
  });
}

/** Sends a form without leaving the channel; `done` is called once the server has done it. */
function inPlace(form, done) {
  form.addEventListener("submit", async (event) => {
    // To the sign-in, with what was typed.
    if (event.submitter?.hasAttribute("data-native")) return;
    event.preventDefault();
    if (form.getAttribute("aria-busy") === "true") return;
    form.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        body: new URLSearchParams(new FormData(form)),
        headers: { Accept: "text/html" },
      });
      const page = parse(await answer.text());
      if (hasEnded(answer)) return complain(form, t("ended-unchanged"), signInButton());
      if (!answer.ok) return complain(form, sentence(answer, page));
      done();
    } catch {
      complain(form, t("no-response"));
    } finally {
      form.removeAttribute("aria-busy");
    }
  });
}

function sentence(answer, page) {
  const fault = page.querySelector("main [data-fault]")?.textContent.trim();
  if (fault) return fault;
  if (answer.status === 429) return t("too-fast-changing", { wait: tryAgain(answer) });
  return t("not-done");
}

function complain(form, words, button) {
  form.querySelector(".fault")?.remove();
  const place = document.createElement("p");
  place.className = "fault";
  place.setAttribute("role", "alert");
  place.textContent = words;
  if (button) place.append(" ", button);
  form.append(place);
}
