// Dialogs that a click beside them closes.

export const isChanged = (dialog) => [...dialog.querySelectorAll("textarea")].some((box) => box.value !== box.defaultValue);

/** Its form that is being sent. The dialog stays open until the answer is there, which may be a refusal. */
export const busyForm = (dialog) => dialog.querySelector('form[aria-busy="true"]');

/** A click beside a dialog is a click on the dialog itself. It closes nothing that was begun inside, and no text that was changed. */
export function closeBeside(dialog) {
  let began = false;
  dialog.addEventListener("pointerdown", ({ target }) => { began = target === dialog; });
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog && began && !isChanged(dialog) && !busyForm(dialog)) dialog.close();
  });
}
