// The server sends times in UTC; this shows them in the reader's time zone and language. Browsers paint a page only once this
// file has run (`blocking="render"`), so that no line is laid out twice.

const shapes = {
  full: { dateStyle: "medium", timeStyle: "short" },
  seconds: { dateStyle: "medium", timeStyle: "medium" },
  date: { dateStyle: "medium" },
  clock: { timeStyle: "short" },
  // Those of times in a message's text.
  "clock-utc": { timeStyle: "short" },
  "clock-seconds": { timeStyle: "medium" },
  "date-short": { dateStyle: "short" },
  "date-long": { dateStyle: "long" },
  long: { dateStyle: "long", timeStyle: "short" },
  weekday: { dateStyle: "full", timeStyle: "short" },
  short: { dateStyle: "short", timeStyle: "short" },
  "short-seconds": { dateStyle: "short", timeStyle: "medium" },
};

/** That of a translated page; others are in English for everyone, with the times of the browser's own language. */
export const language = document.documentElement.lang === "en" ? undefined : document.documentElement.lang;

const MINUTE = 60_000;
const steps = [["day", 24 * 60 * MINUTE], ["hour", 60 * MINUTE], ["minute", MINUTE]];
const ago = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" });

const midnight = (at) => new Date(at.getFullYear(), at.getMonth(), at.getDate());

/** Days as the reader counts them: yesterday ended at their midnight, however long ago that is. A day may have 23 hours. */
const daysSince = (at) => Math.round((midnight(new Date()) - midnight(at)) / steps[0][1]);

/** How long ago it was; after a week, the day. Within the first minute, nothing: the server's words stay. */
function relative(at) {
  const passed = Date.now() - at;
  if (passed < MINUTE) return undefined;
  if (passed > 7 * steps[0][1]) return new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(at);
  const [unit, length] = steps.find(([, step]) => passed >= step);
  return ago.format(-(unit === "day" ? daysSince(at) : Math.floor(passed / length)), unit);
}

const inWords = new Intl.RelativeTimeFormat(language, { numeric: "auto" });

/** How long ago it was, or how long it is until then, in whole units. */
function distance(at) {
  const until = at - Date.now();
  const [unit, length] = [["year", 365 * steps[0][1]], ["month", 30 * steps[0][1]], ...steps]
    .find(([, step]) => Math.abs(until) >= step) ?? ["second", 1_000];
  return inWords.format(Math.trunc(until / length), unit);
}

const spans = { relative, distance };

function keepTrue() {
  for (const element of document.querySelectorAll('time[data-time="relative"], time[data-time="distance"]')) {
    element.textContent = spans[element.dataset.time](new Date(element.dateTime)) ?? element.textContent;
  }
}

let ticking;

export function start(root) {
  for (const element of root.querySelectorAll("time[data-time]")) {
    const at = new Date(element.dateTime);
    if (Number.isNaN(at.valueOf())) continue;
    const { time } = element.dataset;
    if (spans[time]) {
      element.textContent = spans[time](at) ?? element.textContent;
      ticking ??= setInterval(keepTrue, MINUTE);
    } else if (time !== "edited") {
      // "edited" stays that word: its time is the tooltip.
      element.textContent = new Intl.DateTimeFormat(language, shapes[time] ?? shapes.full).format(at);
    }
    element.title = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "long" }).format(at);
  }
}

// A search by days means those of the reader.
addEventListener("formdata", ({ target, formData }) => {
  if (target.matches("[role=search]")) formData.set("zone", Intl.DateTimeFormat().resolvedOptions().timeZone);
});

start(document);
