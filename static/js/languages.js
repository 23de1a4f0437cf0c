// The language of the samples that a user chose stays chosen on other pages.

const KEPT = "portico.language";

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

export function start(root) {
  const choices = [...root.querySelectorAll("[data-language-choice]")];
  const language = kept();
  const chosen = choices.find((choice) => choice.value === language);
  if (chosen) chosen.checked = true;
  for (const choice of choices) {
    choice.addEventListener("change", () => {
      try {
        localStorage.setItem(KEPT, choice.value);
      } catch {
        // Then the next page starts with the default.
      }
    });
  }
}
