// The guide: addresses of when it was one page lead on, headings' links are copied, and the contents mark where the reader is.

import { announce } from "./announce.js";

/** The entry of the contents that an old address leads to; it has the new one. */
function moved(contents) {
  const entry = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  return contents.contains(entry) ? entry.querySelector("a").href : undefined;
}

function leadOn(contents) {
  const follow = () => {
    const address = location.hash && moved(contents);
    if (address) location.replace(address);
  };
  addEventListener("hashchange", follow);
  follow();
}

function mark(contents) {
  const links = new Map([...contents.querySelectorAll('a[href^="#"]')].map((link) => [link.hash.slice(1), link]));
  const headings = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
  if (headings.length === 0) return;
  const update = () => {
    // The last heading above the upper third of the window.
    const line = innerHeight / 3;
    const here = headings.findLast((heading) => heading.getBoundingClientRect().top < line) ?? headings[0];
    for (const [id, link] of links) {
      if (id === here.id) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  addEventListener("scroll", update, { passive: true });
  update();
}

export function start(root) {
  const old = root.querySelector("[data-guide-moved]");
  if (old) leadOn(old);
  const contents = root.querySelector("[data-guide-contents]");
  if (contents) mark(contents);
  for (const link of root.querySelectorAll("[data-copy-link]")) {
    link.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(link.href);
        announce("Link copied");
      } catch {
        // The address bar has it.
      }
    });
  }
}
