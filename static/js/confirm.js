// Shows a confirmation as a dialog; without scripts it is a disclosure.

import { closeBeside } from "./dialogs.js";

export function start(root) {
  let number = 0;
  for (const details of root.querySelectorAll("details.confirm:has(> form.confirm-body)")) {
    number += 1;
    ask(details, `confirm-${number}`);
  }
}

function ask(details, id) {
  const summary = details.querySelector("summary");
  const form = details.querySelector("form.confirm-body");
  const dialog = document.createElement("dialog");
  dialog.className = "dialog";
  dialog.setAttribute("aria-labelledby", id);
  const title = document.createElement("h2");
  title.id = id;
  title.textContent = summary.textContent.trim();
  const inside = document.createElement("div");
  inside.className = "dialog-inside";
  inside.append(title, form);
  dialog.append(inside);
  details.after(dialog);
  summary.setAttribute("aria-haspopup", "dialog");

  const cancel = form.querySelector("a.button");
  // Enter must not run an action that can't be undone. In another form the dialog focuses its first field.
  const safe = form.querySelector(".button-danger") ? cancel : null;
  const open = () => {
    details.open = false;
    dialog.showModal();
    // An error gets the focus.
    (form.querySelector("[aria-invalid]") ?? safe)?.focus();
  };
  summary.addEventListener("click", (event) => {
    event.preventDefault();
    open();
  });
  cancel?.addEventListener("click", (event) => {
    event.preventDefault();
    dialog.close();
  });
  closeBeside(dialog);
  if (details.open) open();
}
