// Announces a sentence to screen readers, with aria-live="polite".

let region;
let home;

/** The region is where the user is: while a dialog is open, what is outside of it is not announced. */
function place() {
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1) ?? null;
  const inside = dialog ?? home;
  if (region.parentElement === inside) return;
  inside.append(region);
  // The dialog may be removed.
  dialog?.addEventListener("close", () => home.append(region), { once: true });
}

export function announce(text) {
  region ??= document.getElementById("announce");
  if (!region) return;
  home ??= region.parentElement;
  // Emptied first, so that the same sentence is announced again.
  region.textContent = "";
  place();
  setTimeout(() => { region.textContent = text; }, 50);
}
