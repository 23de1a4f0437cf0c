// The entry point: loads only the modules that the page needs. Every page works without them.

const needs = [
  ["form, [data-inbox-events]", "./connection.js"],
  ["[data-copy]", "./copy.js"],
  ["[data-secret]", "./reveal.js"],
  ["[data-notifications]", "./notifications.js"],
  ["[data-passkey]", "./passkey.js"],
  ["[data-theme-form]", "./theme.js"],
  ["[data-feed]", "./live.js"],
  ["[data-composer]", "./composer.js"],
  ["[data-removed]", "./message-actions.js"],
  ["form[data-removal]", "./removal.js"],
  ["[data-pictures-on-click], [data-load-picture]", "./pictures.js"],
  ["[data-inbox-events]", "./inbox.js"],
  ["[data-channel-picker]", "./channel-picker.js"],
  ["[data-preview]", "./preview.js"],
  ["details.confirm", "./confirm.js"],
  ["main [aria-invalid]", "./faults.js"],
  ["form[data-grid]", "./grid.js"],
  ["[data-countdown]", "./countdown.js"],
  ['.page:not(:has(.inbox-page)) form[method="post"]', "./once.js"],
  ["form[data-form-post]", "./form-post.js"],
  ["[data-language-choice]", "./languages.js"],
  ["[data-guide-moved], [data-guide-contents]", "./guide.js"],
  ["[data-live-form]", "./live-form.js"],
  ["[data-colour]", "./colour.js"],
  ["[data-menu], [data-chat-switch]", "./menus.js"],
];

for (const element of document.querySelectorAll("[data-needs-js]")) element.hidden = false;

// A row of links that is wider than a phone begins before the current one, also once the phone is turned.
for (const link of document.querySelectorAll(":is(.side-nav, .tabs) > [aria-current]")) {
  const row = link.parentElement;
  const reveal = () => { row.scrollLeft += link.getBoundingClientRect().left - row.getBoundingClientRect().left - row.clientWidth / 3; };
  new ResizeObserver(reveal).observe(row);
}

// Loaded when the user is in a field, so that pages stay light.
const whenFocused = [["[data-completions]", "./completions.js"]];

for (const [selector, module] of whenFocused) {
  const field = document.querySelector(selector);
  const listen = () => field?.addEventListener("focusin", start, { once: true });
  // Without a connection, the field works as it is, and the next visit tries again.
  const start = () => import(module).then((loaded) => loaded.start(document)).catch(listen);
  if (field?.contains(document.activeElement)) start();
  else listen();
}

// Messages arrive while the page is open, so the feed listens for all of them.
const feed = document.querySelector("[data-feed]");
feed?.addEventListener("click", async (event) => {
  const link = event.target.closest(".message-more, .author-link, .mention-link");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  try {
    if (link.matches(".message-more")) (await import("./message-menu.js")).open(feed, link);
    else (await import("./person-card.js")).open(link);
  } catch {
    if (navigator.onLine) location.assign(link.href);
    else {
      const [{ announce }, { t }] = await Promise.all([import("./announce.js"), import("./words.js")]);
      announce(t("disconnected"));
    }
  }
});

// Loaded after everything that the page needs to be seen and used.
const whenLoaded = [
  ["[data-shortcuts-link], [data-shortcuts]", "./shortcuts.js"],
  ["[data-members-link]", "./members.js"],
  ["[data-composer]", "./message-bar.js"],
  [".inbox-page", "./mark-read.js"],
  ['form[action="/sign-out"]', "./drafts.js"],
];

// Only where the user has turned notifications on in this browser.
const notifies = () => {
  try {
    return globalThis.Notification?.permission === "granted" && localStorage.getItem("notifications") === "on";
  } catch {
    return false;
  }
};
if (notifies()) whenLoaded.push(["[data-inbox-events]", "./notify.js"], ["body", "./resubscribe.js"]);

function load(modules, notLoaded) {
  const needed = modules.filter(([selector]) => document.querySelector(selector));
  return Promise.all(
    needed.map(([, module]) =>
      import(module).then((loaded) => loaded.start(document), notLoaded).catch((error) => console.error(module, error)),
    ),
  );
}

/** Resolves when everything that the page needs has started: until then, its forms are sent without scripts. */
export const started = load(needs).then(() => performance.mark("started"));
const loaded = new Promise((resolve) => {
  if (document.readyState === "complete") resolve();
  else addEventListener("load", () => setTimeout(resolve), { once: true });
});
// Who leaves the page before these arrive ends their requests, which is no error.
Promise.all([started, loaded]).then(() => load(whenLoaded, () => {}));
