// Enter in the text of a message sends it, or with Ctrl or ⌘ where the person chose that. On a touch screen without a keyboard it
// begins a line, as there is no Shift to do so: the button sends.

/** True for a key that belongs to an input method. Safari ends the composition before the Enter that confirms it. */
export const isComposed = (event) => event.isComposing || event.keyCode === 229;

export function sendOnEnter(box) {
  const touch = matchMedia("(hover: none) and (pointer: coarse)");
  const withCtrl = document.documentElement.dataset.sendKey === "ctrl_enter";
  const hint = () => { box.enterKeyHint = touch.matches || withCtrl ? "enter" : "send"; };
  hint();
  touch.addEventListener("change", hint);
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || isComposed(event)) return;
    if (withCtrl ? !event.ctrlKey && !event.metaKey : event.shiftKey || touch.matches) return;
    event.preventDefault();
    box.form.requestSubmit();
  });
}
