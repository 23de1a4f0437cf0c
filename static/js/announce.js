// Announces a sentence to screen readers, with aria-live="polite".

export function announce(text) {
  const region = document.getElementById("announce");
  if (!region) return;
  // Emptied first, so that the same sentence is announced again.
  region.textContent = "";
  setTimeout(() => { region.textContent = text; }, 50);
}
