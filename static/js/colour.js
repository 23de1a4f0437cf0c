// Keeps a colour as text and the picker beside it in step. Without this the server takes the one that was changed.

export function start(root) {
  for (const field of root.querySelectorAll("[data-colour]")) {
    const text = field.querySelector('[type="text"]');
    const picker = field.querySelector('[type="color"]');
    picker.addEventListener("input", () => {
      text.value = picker.value;
    });
    text.addEventListener("input", () => {
      const typed = text.value.trim().toLowerCase();
      if (/^#[0-9a-f]{6}$/.test(typed)) picker.value = typed;
    });
  }
}
