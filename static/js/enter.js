// Enter in the text of a message sends it. On a touch screen without a keyboard it begins a line, as there is no Shift to do so: the
// button sends.

export function sendOnEnter(box) {
  const touch = matchMedia("(hover: none) and (pointer: coarse)");
  const hint = () => { box.enterKeyHint = touch.matches ? "enter" : "send"; };
  hint();
  touch.addEventListener("change", hint);
  box.addEventListener("keydown", (event) => {
    // Enter that ends an input method composition must not send.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || touch.matches) return;
    event.preventDefault();
    box.form.requestSubmit();
  });
}
