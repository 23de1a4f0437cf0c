// The form that removes many messages: its button says how many, and the counts follow what is chosen.

import { start as localTimes } from "./time.js";

export function start(root) {
  for (const form of root.querySelectorAll("form[data-removal]")) follow(form);
}

const choices = (place) => [...place.querySelectorAll('[name="since"]')];

export function follow(form) {
  const button = form.querySelector(".button-danger");
  const words = button.textContent;
  // It asks the server again whenever something is chosen.
  form.querySelector("[data-count]")?.remove();

  const label = () => {
    const { here, everywhere } = choices(form).find(({ checked }) => checked)?.dataset ?? {};
    const count = form.elements.everywhere.checked ? everywhere : here;
    button.textContent = count || words;
  };

  let last = 0;
  const count = async () => {
    const author = form.elements.author.value;
    if (!author) return;
    last += 1;
    const mine = last;
    // The one about a message, if there is one, is counted as well.
    const query = new URLSearchParams({ author, since: choices(form)[0].value });
    try {
      const answer = await fetch(`${form.dataset.removal}?${query}`, { headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const found = page.querySelector("form[data-removal]");
      if (mine !== last || !found) return;
      for (const choice of choices(form)) {
        const now = choices(found).find(({ value }) => value === choice.value);
        choice.parentElement.querySelector(".removal-count")?.remove();
        for (const name of ["here", "everywhere"]) {
          if (now?.dataset[name]) choice.dataset[name] = now.dataset[name];
          else delete choice.dataset[name];
        }
        const taken = now?.parentElement.querySelector(".removal-count");
        choice.toggleAttribute("aria-describedby", taken !== null && taken !== undefined);
        if (!taken) continue;
        choice.setAttribute("aria-describedby", taken.id);
        choice.parentElement.append(document.importNode(taken, true));
      }
      localTimes(form);
      label();
    } catch {
      // What was counted before stays.
    }
  };
  form.addEventListener("change", () => {
    label();
    count();
  });
  localTimes(form);
  label();
}
