// Copy buttons: `data-copy="#id"` copies that element's value or text.

import { announce } from "./announce.js";

async function copy(text) {
  if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text);
  // Plain http on a local network has no clipboard interface.
  const box = document.createElement("textarea");
  box.value = text;
  box.setAttribute("readonly", "");
  box.className = "visually-hidden";
  document.body.append(box);
  box.select();
  const done = document.execCommand("copy");
  box.remove();
  if (!done) throw new Error("copying was refused");
}

export function start(root) {
  for (const button of root.querySelectorAll("[data-copy]")) {
    const source = document.querySelector(button.dataset.copy);
    if (!source) continue;
    const label = button.querySelector("[data-copy-label]") ?? button;
    const words = label.textContent;
    let timer;
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await copy(source.value ?? source.textContent);
        label.textContent = "Copied";
        announce("Copied to the clipboard");
      } catch {
        label.textContent = "Select and copy";
        announce("The browser didn’t allow copying. Select the text and copy it.");
        source.closest(".secret")?.querySelector("details")?.setAttribute("open", "");
        getSelection().selectAllChildren(source);
      }
      clearTimeout(timer);
      timer = setTimeout(() => { label.textContent = words; }, 2000);
    });
  }
}
