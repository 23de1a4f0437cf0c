// A form whose outcome shows beside it: what is typed is sent as the form's own button would send it, and the parts of
// the answer that are marked `data-live-region` take their places here. Sending in earnest keeps the form as it is.

import { announce } from "./announce.js";
import { start as copying } from "./copy.js";
import { start as localTimes } from "./time.js";

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

/** Puts the regions of `page` in the place of those that stand here; only those named, where some are. */
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

// Half an address is none, and a picture would be loaded from it: it counts once it is left.
const isWhole = (control) => control.type !== "url";

/** Whether the form says something else than the page that it came with: typed before this ran, or kept by the browser. */
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
    asked += 1;
    const turn = asked;
    const before = summary();
    try {
      const answer = await ask(form, form.method === "post" ? "preview" : "");
      const page = parse(await answer.text());
      // Another one is under way that knows more.
      if (turn !== asked || !answer.ok) return;
      show(page, form.method === "post" ? ["preview", "request"] : undefined);
      const now = summary();
      if (now !== before) announce(now);
    } catch {
      // What stands here is what was last known. The buttons still work.
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
    if (form.method !== "post" || (act !== "send" && act !== "preview")) return;
    event.preventDefault();
    clearTimeout(timer);
    if (act === "preview") look();
    else send(form, event.submitter);
  });
}

async function send(form, button) {
  if (button.getAttribute("aria-disabled") === "true") return;
  button.setAttribute("aria-disabled", "true");
  let sentence = "";
  try {
    const answer = await ask(form, "send");
    const page = parse(await answer.text());
    complain(form, "");
    if (answer.ok) {
      show(page, ["sent"]);
      sentence = document.getElementById("sent").textContent.trim();
    } else {
      show(page, ["preview", "request"]);
      sentence = complain(form, words(answer.status, page));
    }
  } catch {
    sentence = complain(form, "Nothing was sent, because the server didn’t respond. Try again.");
  } finally {
    button.removeAttribute("aria-disabled");
  }
  announce(sentence);
}

function words(status, page) {
  if (status === 429) return "This webhook is posting too fast. Wait a moment, then try again.";
  const fault = page.querySelector("main [data-fault]")?.textContent.trim();
  return fault || "Nothing was sent. Reload the page and try again.";
}

/** Says above the form why nothing was sent, and returns it. */
function complain(form, sentence) {
  form.querySelector('[data-fault="form"]')?.remove();
  document.getElementById("sent")?.replaceChildren();
  if (!sentence) return sentence;
  const notice = document.createElement("div");
  notice.className = "notice notice-danger";
  notice.dataset.fault = "form";
  const words = document.createElement("p");
  words.textContent = sentence;
  notice.append(words);
  form.prepend(notice);
  return sentence;
}
