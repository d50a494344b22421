// Requests about a draft. A refusal is an error with a sentence; a lost connection is told apart from it.

import { _ } from "../messages.js";
import { ask, send, streamOf } from "../requests.js";

const base = location.pathname.replace(/\/$/, "");

class Refusal extends Error {
  // status 0: no answer came. body: what the server sends besides the sentence.
  constructor(status, sentence, body = {}) {
    super(sentence);
    this.status = status;
    this.body = body;
  }

  // The same request may succeed later, unchanged.
  get isTemporary() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

async function read(request) {
  let response;
  try {
    response = await request;
  } catch {
    throw new Refusal(0, _("No connection to the server."));
  }
  const isData = response.headers.get("content-type")?.startsWith("application/json");
  const body = isData ? await response.json().catch(() => ({})) : {};
  if (response.ok) return body;
  throw new Refusal(response.status, body.error || _("The server cannot do this now."), body);
}

export const get = (path) => read(ask(base + path));
export const post = (path, body) => read(send(base + path, body));
export const addressOf = (path) => base + path;

// Follows the stream of the draft: receive(kind, data) for each of the kinds, and "open" and "lost".
export function follow(kinds, revision, receive) {
  const { open, close, isOpen } = streamOf(() => `${base}/stream?since=${revision()}`, kinds, receive);
  addEventListener("pagehide", close);
  addEventListener("pageshow", () => isOpen() || open());
  open();
}
