// Shows a confirmation as a dialog; without scripts it is a disclosure.

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
  const open = () => {
    details.open = false;
    dialog.showModal();
    // Enter must not run an action that can't be undone; but an error gets the focus.
    (form.querySelector("[aria-invalid]") ?? cancel)?.focus();
  };
  summary.addEventListener("click", (event) => {
    event.preventDefault();
    open();
  });
  cancel?.addEventListener("click", (event) => {
    event.preventDefault();
    dialog.close();
  });
  // A click beside it is a click on the dialog itself.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  if (details.open) open();
}
