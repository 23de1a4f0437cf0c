// A form with a live preview: while the user types, the form is sent as its button would send it, and the parts of the response
// with `data-live-region` replace those of this page. Really sending it keeps the form as it is.

import { announce } from "./announce.js";
import { start as copying } from "./copy.js";
import { tryAgain } from "./retry.js";
import { hasEnded, signInButton } from "./session.js";
import { start as localTimes } from "./time.js";
import { t } from "./words.js";

const PAUSE_MS = 300;

export function start(root) {
  for (const form of root.querySelectorAll("form[data-live-form]")) live(form);
}

const parse = (html) => new DOMParser().parseFromString(html, "text/html");

/** The form's fields, as pressing the button `act` would send them. */
function fields(form, act) {
  const sent = new URLSearchParams(new FormData(form));
  if (act) sent.set("act", act);
  return sent;
}

function ask(form, act) {
  const sent = fields(form, act);
  const headers = { Accept: "text/html" };
  if (form.method === "post") return fetch(form.action, { method: "POST", body: sent, headers });
  return fetch(`${form.action}?${sent}`, { headers });
}

/** Replaces the regions of this page with those of `page`; only the named ones, if there are names. */
function show(page, only) {
  for (const here of document.querySelectorAll("[data-live-region]")) {
    if (only && !only.includes(here.id)) continue;
    const found = page.getElementById(here.id);
    if (!found) continue;
    const fresh = document.importNode(found, true);
    here.replaceWith(fresh);
    copying(fresh);
    localTimes(fresh);
  }
}

// An incomplete URL is not sent, because a picture would be loaded from it: it counts when the field loses focus.
const isWhole = (control) => control.type !== "url";

/** Whether the form differs from the page: typed before this script ran, or restored by the browser. */
function differs(form) {
  return [...form.elements].filter(isWhole).some((control) => {
    if (control.type === "checkbox") return control.checked !== control.defaultChecked;
    if (control.tagName !== "SELECT") return control.defaultValue !== undefined && control.value !== control.defaultValue;
    const first = [...control.options].findIndex((option) => option.defaultSelected);
    return control.selectedIndex !== Math.max(0, first);
  });
}

const summary = () => document.querySelector("[data-live-summary]")?.textContent.trim() ?? "";

function live(form) {
  let timer;
  let asked = 0;

  const look = async () => {
    clearTimeout(timer);
    asked += 1;
    const turn = asked;
    const before = summary();
    try {
      const answer = await ask(form, form.method === "post" ? "preview" : "");
      const page = parse(await answer.text());
      // A newer request is in flight.
      if (turn !== asked || !answer.ok) return;
      show(page, form.method === "post" ? ["preview", "request"] : undefined);
      const now = summary();
      if (now !== before) announce(now);
    } catch {
      // The last preview stays. The buttons still work.
    }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE_MS);
  };

  form.addEventListener("input", (event) => {
    if (isWhole(event.target)) soon();
  });
  form.addEventListener("change", soon);

  if (differs(form)) soon();

  form.addEventListener("submit", (event) => {
    const act = event.submitter?.value;
    // To the sign-in, with everything that was typed.
    if (event.submitter?.hasAttribute("data-native")) return;
    if (form.method !== "post" || (act !== "send" && act !== "preview")) return;
    event.preventDefault();
    if (act === "preview") look();
    else send(form, event.submitter);
  });
}

async function send(form, button) {
  if (button.getAttribute("aria-disabled") === "true") return;
  button.setAttribute("aria-disabled", "true");
  form.setAttribute("aria-busy", "true");
  let sentence = "";
  try {
    const answer = await ask(form, "send");
    const page = parse(await answer.text());
    complain("");
    if (hasEnded(answer)) {
      sentence = complain(t("ended-nothing-sent"), signInButton("act", "send"));
    } else if (answer.ok) {
      show(page, ["sent"]);
      // The next one is another message, even with the same text.
      const key = page.querySelector('form[data-live-form] [name="key"]');
      if (key) form.elements.key.value = key.value;
      sentence = document.getElementById("sent").textContent.trim();
    } else {
      show(page, ["preview", "request"]);
      sentence = complain(words(answer, page));
    }
  } catch {
    sentence = complain(t("no-response-once"));
  } finally {
    button.removeAttribute("aria-disabled");
    form.removeAttribute("aria-busy");
  }
  announce(sentence);
}

function words(answer, page) {
  if (answer.status === 429) return t("too-fast-webhook", { wait: tryAgain(answer) });
  const fault = page.querySelector("main [data-fault]")?.textContent.trim();
  return fault || t("not-sent");
}

/** Says beside the button why nothing was sent, and returns it. */
function complain(sentence, button) {
  const place = document.getElementById("sent");
  place.replaceChildren();
  if (!sentence) return sentence;
  const notice = document.createElement("div");
  notice.className = "notice notice-danger";
  notice.dataset.fault = "form";
  const words = document.createElement("p");
  words.textContent = sentence;
  notice.append(words);
  if (button) notice.append(button);
  place.append(notice);
  return sentence;
}
