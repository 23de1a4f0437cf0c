// Hides a revealed secret when the page is no longer visible.

export function start(root) {
  const secrets = [...root.querySelectorAll("details[data-reveal]")];
  const hide = () => { for (const secret of secrets) secret.open = false; };
  addEventListener("pagehide", hide);
  let timer;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(hide, 60_000);
  });
}
