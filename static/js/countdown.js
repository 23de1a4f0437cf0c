// Counts the seconds of `data-countdown` down, then enables the button named by
// `data-countdown-enables` and removes its own text.

export function start(root) {
  for (const place of root.querySelectorAll("[data-countdown]")) {
    const end = Date.now() + Number(place.dataset.countdown) * 1000;
    const number = place.querySelector("[data-countdown-number]") ?? place;
    const button = place.dataset.countdownEnables && document.querySelector(place.dataset.countdownEnables);
    if (button && end > Date.now()) button.disabled = true;
    const tick = () => {
      const left = Math.ceil((end - Date.now()) / 1000);
      if (left > 0) {
        number.textContent = String(left);
        return setTimeout(tick, 250);
      }
      place.hidden = true;
      if (button) button.disabled = false;
    };
    tick();
  }
}
