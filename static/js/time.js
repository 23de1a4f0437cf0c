// The server sends times in UTC; this shows them in the reader's time zone and language.

const shapes = {
  full: { dateStyle: "medium", timeStyle: "short" },
  date: { dateStyle: "medium" },
  clock: { timeStyle: "short" },
};

export function start(root) {
  for (const element of root.querySelectorAll("time[data-time]")) {
    const at = new Date(element.dateTime);
    if (Number.isNaN(at.valueOf())) continue;
    // "edited" stays that word: its time is the tooltip.
    if (element.dataset.time !== "edited") {
      const shape = shapes[element.dataset.time] ?? shapes.full;
      element.textContent = new Intl.DateTimeFormat(undefined, shape).format(at);
    }
    element.title = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" }).format(at);
  }
}
