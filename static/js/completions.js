// Completion of names after @ and # in the composer: a list above the box, which is a combobox while the list is open
// (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). The names come from the server, which knows what the user may see.

import { announce } from "./announce.js";

const PAUSE_MS = 120;
// What is completed: after the start, a space or a bracket, as the names are found in messages.
const TYPED = /(?:^|[\s([{"'“*_~])([@#][^\s@#]{0,39})$/u;

export function start(root) {
  const form = root.querySelector("[data-completions]");
  const box = form?.querySelector("textarea");
  if (box) complete(box, form.dataset.completions);
}

function complete(box, address) {
  const list = document.createElement("ul");
  list.id = `${box.id}-completions`;
  list.className = "completions";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Names");
  list.hidden = true;
  box.before(list);

  let found = [];
  let active = -1;
  let timer;
  let asked = 0;
  // What was typed when the user closed the list: it stays closed until that changes.
  let dismissed = "";

  const typed = () => {
    if (box.selectionStart !== box.selectionEnd) return "";
    return TYPED.exec(box.value.slice(0, box.selectionStart))?.[1] ?? "";
  };

  const close = () => {
    clearTimeout(timer);
    asked += 1;
    if (list.hidden) return;
    list.hidden = true;
    found = [];
    for (const name of ["role", "aria-expanded", "aria-controls", "aria-autocomplete", "aria-haspopup", "aria-activedescendant"]) box.removeAttribute(name);
  };

  const choose = (index) => {
    active = index;
    for (const [position, option] of [...list.children].entries()) option.setAttribute("aria-selected", position === index);
    const option = list.children[index];
    box.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  };

  const open = (completions) => {
    found = completions;
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
      option.addEventListener("click", () => take(index));
      return option;
    }));
    const was = list.hidden;
    list.hidden = false;
    box.setAttribute("role", "combobox");
    box.setAttribute("aria-expanded", "true");
    box.setAttribute("aria-controls", list.id);
    box.setAttribute("aria-autocomplete", "list");
    box.setAttribute("aria-haspopup", "listbox");
    choose(0);
    if (was) announce(completions.length === 1 ? "One name. Press Tab to take it." : `${completions.length} names. Choose with the arrow keys, take with Tab.`);
  };

  const take = (index) => {
    const start = typed();
    const completion = found[index];
    close();
    if (!start || !completion) return;
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
      // Something else was typed meanwhile, or the session is over: then there are no names.
      if (turn !== asked) return;
      const isJson = answer.headers.get("Content-Type")?.startsWith("application/json");
      const { completions } = answer.ok && isJson ? await answer.json() : { completions: [] };
      if (turn !== asked) return;
      const isWhole = completions.length === 1 && completions[0].text.toLowerCase() === start.toLowerCase();
      if (completions.length === 0 || isWhole) close();
      else open(completions);
    } catch {
      close();
    }
  };

  box.addEventListener("input", (event) => {
    clearTimeout(timer);
    if (event.isComposing) return;
    const start = typed();
    if (start !== dismissed) dismissed = "";
    if (start) timer = setTimeout(look, PAUSE_MS);
    else close();
  });
  box.addEventListener("blur", close);
  box.addEventListener("click", () => { if (!typed()) close(); });

  // Before the composer, which sends on Enter.
  box.addEventListener("keydown", (event) => {
    if (list.hidden || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const last = found.length - 1;
    switch (event.key) {
      case "ArrowDown": choose(active === last ? 0 : active + 1); break;
      case "ArrowUp": choose(active <= 0 ? last : active - 1); break;
      case "Enter":
      case "Tab":
        if (event.shiftKey) return;
        take(active);
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
