// Says a sentence to screen readers, politely.

export function announce(text) {
  const region = document.getElementById("announce");
  if (!region) return;
  // Emptied first: the same words said twice would otherwise be said once.
  region.textContent = "";
  setTimeout(() => { region.textContent = text; }, 50);
}
