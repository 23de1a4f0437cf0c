// One server-sent event stream. It is closed while its tab is out of sight, because browsers allow
// an address only six connections, and each tab would hold some of them.

const AWAY_MS = 20_000;

/** `handlers`: event name to function of its data; `opened(again)` runs on every connection. */
export function listen(url, handlers, opened = () => {}) {
  let source = null;
  let before = false;
  let timer;

  const open = () => {
    if (source && source.readyState !== EventSource.CLOSED) return;
    source = new EventSource(url);
    source.addEventListener("open", () => { opened(before); before = true; });
    for (const [name, handle] of Object.entries(handlers)) {
      source.addEventListener(name, (event) => handle(event.data));
    }
    // An answer other than 200 closes a stream for good; ask again later.
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED && !document.hidden) {
        clearTimeout(timer);
        timer = setTimeout(open, 5_000 + Math.random() * 5_000);
      }
    });
  };
  const close = () => { source?.close(); source = null; };

  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(close, AWAY_MS);
    else open();
  });
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => { if (event.persisted) open(); });
  open();
}
