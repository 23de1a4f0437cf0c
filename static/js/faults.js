// A form that came back has to be mended somewhere: that is where one goes on, wherever on the page it stands.

export function start(root) {
  // Questions in a dialog see to their own.
  const field = [...root.querySelectorAll("main [aria-invalid]")].find((each) => !each.closest("dialog, .confirm"));
  if (!field) return;
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: "center" });
}
