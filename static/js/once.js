// A form whose answer takes a while is sent once: a second press meanwhile would be refused, and its refusal is what
// the page would show.

const LONGEST_MS = 25_000;

export function start(root) {
  for (const form of root.querySelectorAll("form[data-once]")) {
    form.addEventListener("submit", (event) => {
      if (form.getAttribute("aria-busy") === "true") return event.preventDefault();
      form.setAttribute("aria-busy", "true");
      // Somebody who stopped the page from loading may press again.
      setTimeout(() => form.removeAttribute("aria-busy"), LONGEST_MS);
    });
  }
  addEventListener("pageshow", () => {
    for (const form of root.querySelectorAll("form[data-once]")) form.removeAttribute("aria-busy");
  });
}
