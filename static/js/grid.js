// The permissions of a channel are one form: rows that differ from what is saved are marked, and leaving the page asks first.

import { t } from "./words.js";

export function start(root) {
  for (const form of root.querySelectorAll("form[data-grid]")) watch(form);
}

const differs = (control) => {
  if (control.type === "radio") return control.checked && !control.defaultChecked;
  if (control.tagName === "SELECT") return control.value !== "";
  return control.type === "text" && control.value !== control.defaultValue;
};

function watch(form) {
  const rows = [...form.querySelectorAll("[data-grid-row]")];
  const state = form.querySelector("[data-grid-state]");
  let unsaved = 0;
  let leaving = false;

  const mark = () => {
    unsaved = 0;
    for (const row of rows) {
      const changed = [...row.querySelectorAll("input, select")].some(differs);
      if (changed) unsaved += 1;
      let badge = row.querySelector("[data-unsaved]");
      if (changed && !badge) {
        badge = document.createElement("span");
        badge.className = "badge badge-warning";
        badge.dataset.unsaved = "";
        badge.textContent = t("not-saved");
        row.querySelector(".grant-who").append(badge);
      } else if (!changed) badge?.remove();
    }
    form.classList.toggle("is-unsaved", unsaved > 0);
    state.hidden = unsaved === 0;
    state.textContent = unsaved === 1 ? "1 change isn’t saved" : `${unsaved} changes aren’t saved`;
  };
  state.setAttribute("role", "status");
  form.addEventListener("input", mark);
  form.addEventListener("change", mark);
  form.addEventListener("submit", () => { leaving = true; });
  addEventListener("beforeunload", (event) => { if (unsaved > 0 && !leaving) event.preventDefault(); });
  addEventListener("pageshow", () => { leaving = false; mark(); });
  mark();
}
