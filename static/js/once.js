// A form whose response takes a while is sent only once: a second click would be refused, and the page would show the refusal.

const LONGEST_MS = 25_000;

export function start(root) {
  for (const form of root.querySelectorAll("form[data-once]")) {
    form.addEventListener("submit", (event) => {
      if (form.getAttribute("aria-busy") === "true") return event.preventDefault();
      form.setAttribute("aria-busy", "true");
      // A user who stopped the page from loading can click again.
      setTimeout(() => form.removeAttribute("aria-busy"), LONGEST_MS);
    });
  }
  addEventListener("pageshow", () => {
    for (const form of root.querySelectorAll("form[data-once]")) form.removeAttribute("aria-busy");
  });
}
