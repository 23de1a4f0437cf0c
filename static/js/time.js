// The server sends times in UTC; this shows them in the reader's time zone and language. Browsers paint a page only once this
// file has run (`blocking="render"`), so that no line is laid out twice.

const shapes = {
  full: { dateStyle: "medium", timeStyle: "short" },
  seconds: { dateStyle: "medium", timeStyle: "medium" },
  date: { dateStyle: "medium" },
  clock: { timeStyle: "short" },
};

const MINUTE = 60_000;
const steps = [["day", 24 * 60 * MINUTE], ["hour", 60 * MINUTE], ["minute", MINUTE]];
const ago = new Intl.RelativeTimeFormat(undefined, { numeric: "auto", style: "short" });

const midnight = (at) => new Date(at.getFullYear(), at.getMonth(), at.getDate());

/** Days as the reader counts them: yesterday ended at their midnight, however long ago that is. A day may have 23 hours. */
const daysSince = (at) => Math.round((midnight(new Date()) - midnight(at)) / steps[0][1]);

/** How long ago it was; after a week, the day. */
function relative(at) {
  const passed = Date.now() - at;
  if (passed > 7 * steps[0][1]) return new Intl.DateTimeFormat(undefined, { dateStyle: "medium" }).format(at);
  const [unit, length] = steps.find(([, step]) => passed >= step) ?? ["second", passed + 1];
  return ago.format(-(unit === "day" ? daysSince(at) : Math.floor(Math.max(passed, 0) / length)), unit);
}

function keepTrue() {
  for (const element of document.querySelectorAll('time[data-time="relative"]')) {
    element.textContent = relative(new Date(element.dateTime));
  }
}

let ticking;

export function start(root) {
  for (const element of root.querySelectorAll("time[data-time]")) {
    const at = new Date(element.dateTime);
    if (Number.isNaN(at.valueOf())) continue;
    const { time } = element.dataset;
    if (time === "relative") {
      element.textContent = relative(at);
      ticking ??= setInterval(keepTrue, MINUTE);
    } else if (time !== "edited") {
      // "edited" stays that word: its time is the tooltip.
      element.textContent = new Intl.DateTimeFormat(undefined, shapes[time] ?? shapes.full).format(at);
    }
    element.title = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" }).format(at);
  }
}

// A search by days means those of the reader.
for (const field of document.querySelectorAll("[data-time-zone]")) {
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  field.disabled = false;
}

start(document);
