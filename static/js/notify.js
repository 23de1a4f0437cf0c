// Notifications of new mentions while a page is open. Of several tabs one listens, also while it is hidden; the others take over
// when it is closed.

const LOCK = "portico-notifications";
const RETRY_MS = 30_000;

/** Whether the user looks at the channel of a mention. */
const isRead = ({ channel }) => document.hasFocus() && !document.hidden && location.pathname === `/channels/${channel}`;

async function show(notice) {
  if (isRead(notice) || Notification.permission !== "granted") return;
  const { title, body, tag, url } = notice;
  const registration = await navigator.serviceWorker?.getRegistration("/");
  if (registration?.active) {
    await registration.showNotification(title, { body, tag, data: { url } });
    return;
  }
  const shown = new Notification(title, { body, tag });
  shown.addEventListener("click", () => {
    window.focus();
    location.assign(url);
    shown.close();
  });
}

/** Listens until the page is gone. */
function listen() {
  return new Promise((done) => {
    let source;
    let timer;
    const open = () => {
      source = new EventSource(`/inbox/notifications/events?me=${document.querySelector("[data-my-id]").dataset.myId}`);
      source.addEventListener("mention", (event) => show(JSON.parse(event.data)).catch(() => {}));
      source.addEventListener("error", () => {
        if (source.readyState !== EventSource.CLOSED) return;
        clearTimeout(timer);
        timer = setTimeout(open, RETRY_MS * (1 + Math.random()));
      });
    };
    open();
    addEventListener("pagehide", () => {
      clearTimeout(timer);
      source.close();
      done();
    }, { once: true });
  });
}

const compete = () => navigator.locks?.request(LOCK, listen);

export function start() {
  compete();
  addEventListener("pageshow", (event) => { if (event.persisted) compete(); });
}
