// A form that leads to another page is sent only once: the response to a second click would take the place of the first, with a
// refusal (the name is taken, by the user themselves) or without the secret that only the first one shows. The chat and the inbox
// don't load this: scripts send their forms.

// After that a user who stopped the page from loading, or who didn't follow the link to an app of this device, can click again.
const AGAIN_MS = 5_000;
// With `data-once`: the response takes a while.
const LONGEST_MS = 25_000;

export function start() {
  /** The forms whose responses are awaited, and their buttons. */
  const sent = new Map();
  const forget = (form) => {
    clearTimeout(sent.get(form)?.timer);
    sent.delete(form);
    form.removeAttribute("aria-busy");
  };

  // On the window: what a script sends by itself, or holds back, is marked so by then.
  addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || !form.matches('[method="post"]')) return;
    const isSlow = form.dataset.once !== undefined;
    const before = sent.get(form);
    // Another button is another decision.
    if (before && (isSlow || before.submitter === submitter)) return event.preventDefault();
    forget(form);
    form.setAttribute("aria-busy", "true");
    sent.set(form, { submitter, timer: setTimeout(forget, isSlow ? LONGEST_MS : AGAIN_MS, form) });
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) for (const form of [...sent.keys()]) forget(form);
  });
}
