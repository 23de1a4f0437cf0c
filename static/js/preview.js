// Previews what is typed or picked.

import { t } from "./words.js";

const EDGE = 192;
const LARGEST = 5 * 1024 * 1024;

/** Draws a picked picture onto a canvas: it needs no URL, so the content policy has nothing to allow. */
async function draw(file, target) {
  const picture = await createImageBitmap(file);
  const canvas = document.createElement("canvas");
  const edge = Math.min(picture.width, picture.height);
  canvas.width = EDGE;
  canvas.height = EDGE;
  canvas.className = target.className;
  canvas.classList.remove("avatar-empty");
  canvas.dataset.previewTarget = target.dataset.previewTarget;
  canvas.setAttribute("aria-hidden", "true");
  canvas.getContext("2d").drawImage(picture, (picture.width - edge) / 2, (picture.height - edge) / 2, edge, edge, 0, 0, EDGE, EDGE);
  target.replaceWith(canvas);
}

export function start(root) {
  for (const source of root.querySelectorAll("[data-preview]")) {
    const targets = () => root.querySelectorAll(`[data-preview-target="${CSS.escape(source.dataset.preview)}"]`);
    if (source.type === "file") {
      const before = [...targets()].map((target) => target.cloneNode(true));
      source.addEventListener("change", () => {
        const [file] = source.files;
        // Checked before megabytes are uploaded; the server checks again.
        source.setCustomValidity(file?.size > LARGEST ? t("picture-large") : "");
        [...targets()].forEach((target, index) => {
          if (file) draw(file, target).catch(() => {});
          else target.replaceWith(before[index].cloneNode(true));
        });
      });
      continue;
    }
    const initial = [...targets()].map((target) => target.textContent);
    const show = () => {
      // The first entry of a list, which asks to choose, has no value and is not shown.
      const chosen = source.tagName === "SELECT" && source.value && source.selectedOptions[0];
      const text = source.tagName === "SELECT" ? chosen && chosen.textContent : source.value.trim();
      [...targets()].forEach((target, index) => { target.textContent = text || initial[index]; });
    };
    source.addEventListener("input", show);
    source.addEventListener("change", show);
    show();
  }
}
