// Secrets are not in the page until they are revealed: Reveal fetches one in its place, Hide takes it out again. Without this
// both are links to the page with and without it.

import { announce } from "./announce.js";
import { t } from "./words.js";

const AWAY_MS = 60_000;
const isRevealed = (box) => box.classList.contains("is-revealed");
const codeOf = (box) => box.querySelector("code");

/** The secret of a box with `data-secret`, revealed or not; undefined if the page no longer gives it, for example because the
    password has to be entered first. */
export async function secretOf(box) {
  const code = codeOf(box);
  if (isRevealed(box)) return code.textContent;
  const answer = await fetch(box.dataset.reveal, { headers: { Accept: "text/html" } });
  if (!answer.ok) return undefined;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = page.getElementById(code.id);
  return found?.closest(".is-revealed") ? found.textContent : undefined;
}

function show(box, secret) {
  const code = codeOf(box);
  if (secret === undefined) {
    const dots = document.createElement("span");
    dots.className = "dots";
    dots.setAttribute("aria-hidden", "true");
    dots.textContent = "•".repeat(12);
    const word = document.createElement("span");
    word.className = "visually-hidden";
    word.textContent = "hidden";
    code.replaceChildren(box.dataset.before, dots, word, box.dataset.after);
  } else code.textContent = secret;
  box.classList.toggle("is-revealed", secret !== undefined);
  const { reveal, hide } = box.dataset;
  box.querySelector("[data-secret-toggle]").href = `${secret === undefined ? reveal : hide}#${code.id}`;
}

const hide = (box) => { if (isRevealed(box)) show(box, undefined); };
/** Whether the page itself was loaded with its secrets. */
const hasAll = (box) => location.pathname + location.search === box.dataset.reveal;

export function start(root) {
  const boxes = [...root.querySelectorAll("[data-secret]")];
  const hideAll = () => {
    // Loading the page again does not show them either.
    const loaded = boxes.find(hasAll);
    if (loaded) history.replaceState(history.state, "", loaded.dataset.hide);
    for (const box of boxes) hide(box);
  };
  for (const box of boxes) {
    const toggle = box.querySelector("[data-secret-toggle]");
    toggle.addEventListener("click", async (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (isRevealed(box)) return hasAll(box) ? hideAll() : hide(box);
      const secret = await secretOf(box).catch(() => undefined);
      if (secret === undefined) return location.assign(toggle.href);
      show(box, secret);
      announce(t("revealed"));
    });
  }
  addEventListener("pagehide", hideAll);
  let timer;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(hideAll, AWAY_MS);
  });
}
