// Requests that end: one without an answer in time counts as lost.

const LIMIT = 10_000;

export const ask = (address, options = {}) => fetch(address, { ...options, signal: AbortSignal.timeout(LIMIT) });

export const send = (address, body) =>
  ask(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
