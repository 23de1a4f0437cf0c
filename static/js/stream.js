// One server-sent event stream. It is closed while its tab is hidden, because browsers allow only six connections per host, and
// each tab would take some of them.

import { checkSession, isGone, streamBack, streamLost, whenOnline } from "./connection.js";

const AWAY_MS = 20_000;
const RETRY_MS = 2_000;
const MOST_RETRY_MS = 120_000;

/**
 * `address()` is called for every connection except the browser's own reconnects; `handlers` maps event names to functions of
 * their data; `opened(again)` runs on every connection, `closed` when the page is no longer to be followed. A stream that belongs to
 * the page alone ends with `ended`, once the page can no longer be seen, with the reason if the server gave one.
 */
export function listen(address, handlers, { opened, closed, ended } = {}) {
  let source = null;
  let before = false;
  let timer;
  let refused = 0;
  let isOver = false;

  const open = () => {
    // A tab that was opened in the background waits until it is seen.
    if (isOver || document.hidden) return;
    if (source && source.readyState !== EventSource.CLOSED) return;
    source = new EventSource(address());
    source.addEventListener("open", () => {
      refused = 0;
      streamBack(handlers);
      opened?.(before);
      before = true;
    });
    // The page can no longer be followed, and this is why.
    source.addEventListener("closed", ({ data }) => end(JSON.parse(data)));
    for (const [name, handle] of Object.entries(handlers)) {
      source.addEventListener(name, (event) => handle(event.data));
    }
    // A response other than a stream closes it for good, for example after a sign-out. Retry with increasing delays.
    source.addEventListener("error", ({ target }) => {
      if (target !== source) return;
      streamLost(handlers);
      if (source.readyState === EventSource.CLOSED && !document.hidden) {
        clearTimeout(timer);
        timer = setTimeout(open, Math.min(RETRY_MS * 2 ** refused, MOST_RETRY_MS) * (1 + Math.random()));
        refused += 1;
        check();
      }
    });
  };
  const check = async () => {
    // A proxy whose server is away may answer everything with 404.
    if (!(await checkSession()) || !ended || isOver || !(await isGone())) return;
    end();
  };
  const end = (reason) => {
    isOver = true;
    clearTimeout(timer);
    ended?.(reason);
    close();
  };
  const close = () => {
    source?.close();
    source = null;
    streamBack(handlers);
    closed?.();
  };
  // The browser may take minutes to notice that a connection is dead.
  whenOnline(() => {
    clearTimeout(timer);
    if (document.hidden) return;
    source?.close();
    open();
  });

  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(close, AWAY_MS);
    else open();
  });
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => { if (event.persisted) open(); });
  open();
}
