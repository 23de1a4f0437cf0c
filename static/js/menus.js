// The account menu closes on Escape and on clicks elsewhere; the channel list is collapsed on a narrow screen.

export function start(root) {
  for (const menu of root.querySelectorAll("[data-menu]")) {
    document.addEventListener("click", (event) => {
      if (!menu.contains(event.target)) menu.open = false;
    });
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !menu.open) return;
      // In a channel it is a shortcut as well.
      event.preventDefault();
      menu.open = false;
      menu.querySelector("summary").focus();
    });
  }

  const list = root.querySelector("[data-chat-switch]");
  if (list) {
    const narrow = matchMedia("(max-width: 48rem)");
    const fit = () => { list.open = !narrow.matches; };
    narrow.addEventListener("change", fit);
    fit();
  }
}
