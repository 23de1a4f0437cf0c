// A click within the first half second may have been meant for something else (clickjacking), so it does nothing. The same
// applies when the page becomes visible again.

const PAUSE_MS = 500;

export function start(root) {
  const buttons = [...root.querySelectorAll('[data-consent] [name="decision"]')];
  let timer;
  const rest = () => {
    for (const button of buttons) button.setAttribute("aria-disabled", "true");
    clearTimeout(timer);
    timer = setTimeout(() => {
      for (const button of buttons) button.removeAttribute("aria-disabled");
    }, PAUSE_MS);
  };
  for (const button of buttons) {
    button.addEventListener("click", (event) => {
      if (button.getAttribute("aria-disabled") === "true") event.preventDefault();
    });
  }
  rest();
  addEventListener("pageshow", (event) => { if (event.persisted) rest(); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) rest(); });
  addEventListener("focus", rest);
}
