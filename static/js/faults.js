// A form that came back with errors: focus its first wrong field, wherever it is on the page.

export function start(root) {
  // Dialogs handle their own errors.
  const field = [...root.querySelectorAll("main [aria-invalid]")].find((each) => !each.closest("dialog, .confirm"));
  if (!field) return;
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: "center" });
}
