// What is typed in the composer of a channel is kept in this tab: actions in the channel, and a visit elsewhere, load the page
// again without it. It is put back until it was sent, or the user signs out.

const KEPT = "portico-draft";

let isSignedOut = false;

const keyOf = (form) => `${KEPT} ${document.querySelector("[data-my-id]")?.dataset.myId} ${new URL(form.action).pathname}`;

/** Keeps what is in the composer now; nothing of an empty one. */
export function keep(form) {
  const { value } = form.querySelector("textarea");
  try {
    if (value === "" || isSignedOut) sessionStorage.removeItem(keyOf(form));
    else sessionStorage.setItem(keyOf(form), value);
  } catch {
    // This browser stores nothing.
  }
}

function putBack(form) {
  const box = form.querySelector("textarea");
  if (box.value !== "") return;
  try {
    box.value = sessionStorage.getItem(keyOf(form)) ?? "";
  } catch {
    // Nothing was kept.
  }
}

function forgetAll() {
  isSignedOut = true;
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(KEPT)) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/** Puts back what was kept of a composer, and keeps what is typed from now on. */
export function follow(form) {
  putBack(form);
  form.addEventListener("input", () => keep(form));
  // Text that the browser or another script has put in.
  addEventListener("pagehide", () => keep(form));
}

/** Forgets everything at the sign-out. */
export function start() {
  // Without a connection, the page stays.
  addEventListener("submit", ({ target, defaultPrevented }) => {
    if (!defaultPrevented && target.matches('form[action="/sign-out"]')) forgetAll();
  });
}
