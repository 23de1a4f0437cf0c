// Times come from the server in UTC; readers get them in their own time zone and language.

const shapes = {
  full: { dateStyle: "medium", timeStyle: "short" },
  date: { dateStyle: "medium" },
  clock: { timeStyle: "short" },
};

export function start(root) {
  for (const element of root.querySelectorAll("time[data-time]")) {
    const at = new Date(element.dateTime);
    if (Number.isNaN(at.valueOf())) continue;
    const today = at.toDateString() === new Date().toDateString();
    const shape = element.dataset.time === "clock" && !today ? "full" : element.dataset.time;
    element.textContent = new Intl.DateTimeFormat(undefined, shapes[shape] ?? shapes.full).format(at);
    element.title = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" }).format(at);
  }
}
