// The browser keeps what is typed in the composer of a channel, also for a new tab. It is put back until it was sent, the user
// signs out, or another one signs in.

const KEPT = "portico-draft";

let isSignedOut = false;
// The text that this page last kept or put back: an unchanged one must not replace that of another tab.
let known = "";

const mine = () => `${KEPT} ${document.querySelector("[data-my-id]")?.dataset.myId} `;
const keyOf = (form) => mine() + new URL(form.action).pathname;

/** Keeps what is in the composer now; nothing of an empty one. */
export function keep(form) {
  const { value } = form.querySelector("textarea");
  if (value === known) return;
  known = value;
  try {
    if (value === "" || isSignedOut) localStorage.removeItem(keyOf(form));
    else localStorage.setItem(keyOf(form), value);
  } catch {
    // This browser stores nothing.
  }
}

function putBack(form) {
  const box = form.querySelector("textarea");
  if (box.value !== "") return;
  try {
    known = localStorage.getItem(keyOf(form)) ?? "";
    box.value = known;
  } catch {
    // Nothing was kept.
  }
}

function forget(isOver) {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(KEPT) && isOver(key)) localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/** Puts back what was kept of a composer, and keeps what is typed from now on. */
export function follow(form) {
  forget((key) => !key.startsWith(mine()));
  putBack(form);
  form.addEventListener("input", () => keep(form));
  // Text that the browser or another script has put in.
  addEventListener("pagehide", () => keep(form));
}

/** Forgets everything at the sign-out. */
export function start() {
  // Without a connection, the page stays.
  addEventListener("submit", ({ target, defaultPrevented }) => {
    if (!defaultPrevented && target.matches('form[action="/sign-out"]')) {
      isSignedOut = true;
      forget(() => true);
    }
  });
}
