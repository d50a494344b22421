// Requests that end: one without an answer in time counts as lost.

const LIMIT = 10_000;
const RETRY = 2000;

export const ask = (address, options = {}) => fetch(address, { ...options, signal: AbortSignal.timeout(LIMIT) });

export const send = (address, body) =>
  ask(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

// A stream of the server: receive(kind, data) for each of the kinds, and "open" and "lost". Address is a function.
export function streamOf(address, kinds, receive) {
  let source = null;
  let timer = 0;
  const open = () => {
    close();
    source = new EventSource(address());
    for (const kind of kinds) source.addEventListener(kind, (event) => receive(kind, JSON.parse(event.data)));
    source.addEventListener("open", () => receive("open", null));
    source.addEventListener("error", () => {
      receive("lost", null);
      // A browser gives a stream up for good when a proxy answers for a server that starts again.
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, RETRY);
    });
  };
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  return { open, close, isOpen: () => source !== null };
}
