// A click on the button that approves may have been meant for something else if it comes within half a second after the page
// appeared (clickjacking), so it does nothing. The same applies when the page becomes visible again. Cancel always works.
// The page loads this by itself, so that it runs before anything can be clicked.

const PAUSE_MS = 500;

const buttons = document.querySelectorAll("[data-consent] [data-guarded-button]");
let timer;

function guard() {
  for (const button of buttons) {
    button.dataset.guarded = "";
    button.setAttribute("aria-disabled", "true");
  }
  clearTimeout(timer);
  timer = setTimeout(() => {
    for (const button of buttons) {
      delete button.dataset.guarded;
      button.removeAttribute("aria-disabled");
    }
  }, PAUSE_MS);
}

for (const button of buttons) {
  button.addEventListener("click", (event) => {
    if ("guarded" in button.dataset) event.preventDefault();
  });
}
guard();
addEventListener("pageshow", (event) => { if (event.persisted) guard(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) guard(); });
addEventListener("focus", guard);
