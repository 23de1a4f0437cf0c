// Completion of names after @ and # in the composer: a list above the box, which is a combobox while the list is open
// (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). The names come from the server, which knows what the user may see.

import { announce } from "./announce.js";
import { isComposed } from "./enter.js";
import { t } from "./words.js";

const PAUSE_MS = 120;
// What is completed: what the server would find in a message. A name may follow a letter that is not ASCII.
const TYPED = [
  /(?:^|[^A-Za-z0-9@＠/_]|(?:^|[^A-Za-z0-9@＠/])_)([@＠][^\s@＠#]{0,39})$/u,
  /(?:^|[^\p{L}\p{M}\p{N}_#&/@])(#[^\s@＠#]{0,39})$/u,
];

export function start(root) {
  const form = root.querySelector("[data-completions]");
  const box = form?.querySelector("textarea");
  if (box) complete(box, form.dataset.completions);
}

/** Whether code has begun and not ended, where a name is text: a block between fences, or a span in this line. */
function isInCode(before) {
  const outside = before.replace(/^(```+|~~~+)[^\n]*\n[^]*?\n\1[^\n]*$/gm, "").replace(/(`+)[^`\n]+\1/g, "");
  return /^(```|~~~)/m.test(outside) || /`[^\n]*$/.test(outside);
}

/** As the server compares names, nearly: its answer decides, this only until it is there. */
const fold = (text) => text.toLowerCase().normalize("NFC").replaceAll("ς", "σ");

/** Whether a name completes what is typed: a channel's contains it; of others, the name or a word of it begins with it. */
function fits({ text, label, kind }, typed) {
  if (text[0] !== typed[0]) return false;
  const [name, start] = [text, typed].map((whole) => fold(whole.slice(1)));
  if (kind === "channel") return name.includes(start);
  return ` ${name} ${kind === "user" ? fold(label) : ""}`.includes(` ${start}`);
}

function complete(box, address) {
  const list = document.createElement("ul");
  list.id = `${box.id}-completions`;
  list.className = "completions";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", t("names"));
  list.hidden = true;
  box.before(list);

  let found = [];
  // The text that these complete.
  let completed = "";
  let active = -1;
  // The name that the arrow keys went to, if they did since something was typed.
  let picked;
  let timer;
  let asked = 0;
  // What was typed when the user closed the list: it stays closed until that changes.
  let dismissed = "";

  const typed = () => {
    if (box.selectionStart !== box.selectionEnd) return "";
    const before = box.value.slice(0, box.selectionStart);
    const start = TYPED.map((form) => form.exec(before)?.[1]).find(Boolean) ?? "";
    return isInCode(before) ? "" : start.replace("＠", "@");
  };

  const hide = () => {
    if (list.hidden) return;
    list.hidden = true;
    found = [];
    for (const name of ["role", "aria-expanded", "aria-controls", "aria-autocomplete", "aria-haspopup", "aria-activedescendant"]) box.removeAttribute(name);
  };

  const close = () => {
    clearTimeout(timer);
    asked += 1;
    hide();
  };

  const choose = (index) => {
    active = index;
    for (const [position, option] of [...list.children].entries()) option.setAttribute("aria-selected", position === index);
    const option = list.children[index];
    box.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  };

  const open = (completions, start) => {
    found = completions;
    completed = start;
    list.replaceChildren(...completions.map(({ text, label }, index) => {
      const option = document.createElement("li");
      option.id = `${list.id}-${index}`;
      option.setAttribute("role", "option");
      const name = document.createElement("bdi");
      name.textContent = text;
      option.append(name);
      if (label) {
        const more = document.createElement("bdi");
        more.className = "completion-label";
        more.textContent = label;
        option.append(" ", more);
      }
      // The focus stays in the box.
      option.addEventListener("pointerdown", (event) => event.preventDefault());
      option.addEventListener("click", () => take(found[index]));
      return option;
    }));
    const was = list.hidden;
    list.hidden = false;
    box.setAttribute("role", "combobox");
    box.setAttribute("aria-expanded", "true");
    box.setAttribute("aria-controls", list.id);
    box.setAttribute("aria-autocomplete", "list");
    box.setAttribute("aria-haspopup", "listbox");
    choose(Math.max(0, completions.findIndex(({ text }) => text === picked)));
    if (was) announce(t("names-found", { count: completions.length }));
  };

  /** Of names that complete `start`, shows those that complete what is typed by now. */
  const show = (completions, start) => {
    const now = typed();
    const left = now === start ? completions : completions.filter((completion) => fits(completion, now));
    const isWhole = left.length === 1 && fold(left[0].text) === fold(now);
    if (left.length === 0 || isWhole) hide();
    else open(left, now);
  };

  /** Drops what no longer fits at once: until the server's answer, Enter would take it. */
  const narrow = () => {
    if (!list.hidden && typed() !== completed) show(found, completed);
  };

  const pick = (index) => {
    choose(index);
    picked = found[index].text;
  };

  const take = (completion) => {
    // The cursor can move without an event.
    narrow();
    const start = typed();
    const isLeft = found.includes(completion);
    close();
    if (!isLeft) return;
    const at = box.selectionStart - start.length;
    box.setRangeText(`${completion.text} `, at, box.selectionStart, "end");
    box.focus();
    box.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const look = async () => {
    asked += 1;
    const turn = asked;
    const start = typed();
    if (!start || start === dismissed) return close();
    try {
      const answer = await fetch(`${address}?${new URLSearchParams({ q: start })}`, { headers: { Accept: "application/json" } });
      // Something else was asked for meanwhile, or the session is over: then there are no names.
      if (turn !== asked) return;
      const isJson = answer.headers.get("Content-Type")?.startsWith("application/json");
      const { completions } = answer.ok && isJson ? await answer.json() : { completions: [] };
      if (turn !== asked) return;
      show(completions, start);
    } catch {
      // A later question may be on its way.
      if (turn === asked) hide();
    }
  };

  box.addEventListener("input", () => {
    clearTimeout(timer);
    picked = undefined;
    narrow();
    const start = typed();
    if (start !== dismissed) dismissed = "";
    if (start) timer = setTimeout(look, PAUSE_MS);
    else close();
  });
  box.addEventListener("blur", close);
  // The keys and clicks that move the cursor.
  for (const kind of ["keyup", "click"]) box.addEventListener(kind, () => { if (typed()) narrow(); else close(); });

  // Before the composer, which sends on Enter.
  box.addEventListener("keydown", (event) => {
    if (list.hidden || isComposed(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const last = found.length - 1;
    switch (event.key) {
      case "ArrowDown": pick(active === last ? 0 : active + 1); break;
      case "ArrowUp": pick(active <= 0 ? last : active - 1); break;
      case "Enter":
      case "Tab":
        if (event.shiftKey) return;
        take(found[active]);
        break;
      case "Escape":
        dismissed = typed();
        close();
        break;
      default: return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true });

  // What was typed while this was loading.
  if (document.activeElement === box && typed()) timer = setTimeout(look, PAUSE_MS);
}
