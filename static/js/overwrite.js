// Allow and deny exclude each other, and a click on "Inherit" clears both.

export function start(root) {
  for (const row of root.querySelectorAll("[data-overwrite]")) {
    const boxes = [...row.querySelectorAll("input[type=checkbox]")];
    row.addEventListener("change", ({ target }) => {
      if (!target.checked) return;
      for (const box of boxes) if (box !== target) box.checked = false;
    });
    row.querySelector("[data-overwrite-clear]")?.addEventListener("click", () => {
      for (const box of boxes) box.checked = false;
    });
  }
}
