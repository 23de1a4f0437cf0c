// Switches colours at once; the server stores the choice for the next page.

import { announce } from "./announce.js";

export function start(root) {
  // There are two switches, in the menu and in the footer: update both.
  const forms = [...root.querySelectorAll("[data-theme-form]")];
  for (const form of forms) form.addEventListener("submit", (event) => {
    const chosen = event.submitter;
    if (!chosen?.value) return;
    event.preventDefault();
    document.documentElement.dataset.theme = chosen.value;
    const scheme = document.querySelector('meta[name="color-scheme"]');
    if (scheme) scheme.content = chosen.value === "system" ? "light dark" : chosen.value;
    for (const button of forms.flatMap((each) => [...each.querySelectorAll("button")])) {
      button.setAttribute("aria-pressed", String(button.value === chosen.value));
    }
    announce(chosen.textContent.trim());
    const body = new URLSearchParams(new FormData(form));
    body.set("theme", chosen.value);
    fetch(form.action, { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => {});
  });
}
