// Keeps the texts on the server after each pause, and brings its answer: problems and what the texts mean.

import { get, post } from "./draft_requests.js";
import { changesBetween, merge } from "./merge_texts.js";
import { Seen } from "./text_places.js";
import { stringOf, textOf } from "./draft_texts.js";

const LEAST = 80; // milliseconds without a key before a request: as long as the last answer took, within these limits
const MOST = 250;
const RETRY = [1000, 2000, 4000, 8000, 15_000];

export class DraftChecks {
  state = "saved"; // saved, typing, sending, lost, refused, unchecked or gone
  sentence = "";
  time = null; // when the server last kept something
  #timer = 0;
  #isSending = false;
  #again = false;
  #failures = 0;
  #took = MOST; // milliseconds until the last answer
  #waiting = []; // resolved when the texts of their version are checked
  #sent = null; // what the request under way shows the server
  #shown = null; // what the last answer is about

  // options: texts, state (of the server), board() in view, lastBorder(), onAnswer(answer, seen), onState(),
  // onConflict(name, base, mine, theirs) → "mine" or "theirs"
  constructor(options) {
    Object.assign(this, { canEdit: options.state.role === "edit", revision: options.state.revision }, options);
    this.kept = new Map(options.texts.names().map((name) => [name, options.texts.text(name)]));
    options.texts.listen(({ parts }) => {
      this.#sent?.follow(parts);
      this.#shown?.follow(parts);
      if (this.canEdit) this.#set("typing");
      this.schedule();
    });
  }

  // Names of the files whose text the server does not have yet.
  unsent() {
    const names = new Set([...this.kept.keys(), ...this.texts.names()]);
    return [...names].filter((name) => !isSame(this.kept.get(name) ?? null, this.texts.text(name)));
  }

  schedule(pause = Math.min(Math.max(this.#took, LEAST), MOST)) {
    clearTimeout(this.#timer);
    if (this.state !== "gone") this.#timer = setTimeout(() => this.check(), pause);
  }

  // Checks at once; resolves when an answer to the texts of now has come.
  soon() {
    this.schedule(0);
    return new Promise((resolve) => this.#waiting.push({ version: this.texts.version, resolve }));
  }

  changed() {
    return Object.fromEntries(this.unsent().map((name) => [name, this.texts.string(name)]));
  }

  async check() {
    clearTimeout(this.#timer);
    if (this.#isSending) {
      this.#again = true;
      return;
    }
    this.#isSending = true;
    this.#again = false;
    const seen = new Seen(this.texts);
    this.#sent = seen;
    const files = this.changed();
    if (this.canEdit && Object.keys(files).length) this.#set("sending");
    const start = performance.now();
    try {
      const last = this.lastBorder();
      this.#accept(
        await post("/check", { revision: this.revision, files, board: this.board(), ...(last && { last }) }),
        seen,
        files,
        start,
      );
    } catch (error) {
      await this.#fail(error, seen, files);
    } finally {
      this.#sent = null;
      this.#isSending = false;
      if (this.#again) this.schedule(0);
    }
  }

  #accept(answer, seen, files, start) {
    this.#took = performance.now() - start;
    this.#shown = seen;
    this.#failures = 0;
    this.#keep(answer.revision, seen, files);
    this.#set(this.unsent().length ? "typing" : "saved");
    this.onAnswer(answer, seen);
    const isDone = ({ version }) => version <= seen.version;
    for (const waiting of this.#waiting.filter(isDone)) waiting.resolve(answer);
    this.#waiting = this.#waiting.filter((waiting) => !isDone(waiting));
  }

  #keep(revision, seen, files) {
    this.revision = revision;
    for (const name of Object.keys(files)) this.kept.set(name, seen.original(name));
    if (Object.keys(files).length) this.time = new Date();
  }

  async #fail(error, seen, files) {
    if (error.status === undefined) throw error; // a fault of the page
    const isKept = error.status !== 409 && error.body.revision !== undefined; // but nothing could be checked
    if (isKept) this.#keep(error.body.revision, seen, files);
    if (error.status === 409) {
      this.revision = error.body.revision;
      await this.#takeOver(error.body.files);
      this.#again = true;
    } else if (error.isTemporary) {
      this.#set("lost", error.message);
      this.schedule(RETRY[Math.min(this.#failures, RETRY.length - 1)]);
      this.#failures += 1;
    } else {
      this.#set(isKept ? "unchecked" : error.status === 404 ? "gone" : "refused", error.message);
    }
  }

  // Puts the newer texts of another window below the changes of this one.
  async #takeOver(files) {
    for (const [name, string] of Object.entries(files)) {
      const base = this.kept.get(name) ?? null;
      const mine = this.texts.text(name);
      const theirs = string === null ? null : textOf(string);
      this.kept.set(name, theirs);
      if (isSame(mine, theirs)) continue;
      if (isSame(base, mine)) {
        this.#receive(name, mine, theirs);
        continue;
      }
      const merged = base && mine && theirs ? merge(base, mine, theirs) : null;
      if (merged) this.texts.receive(name, { changes: merged });
      else if ((await this.onConflict(name, base, mine, theirs)) === "theirs")
        this.#receive(name, this.texts.text(name), theirs);
    }
  }

  #receive(name, mine, theirs) {
    this.texts.receive(name, mine && theirs ? { changes: changesBetween(mine, theirs) } : { to: theirs });
  }

  // Fetches what another window has kept, if this one has not seen it yet.
  async catchUp(revision) {
    if (revision <= this.revision || this.#isSending) return;
    if (this.unsent().length) return this.check();
    const state = await get("/state").catch(() => null);
    if (!state || this.#isSending || this.unsent().length || state.revision <= this.revision) return;
    await this.restore(state);
  }

  // Takes a state of the server over as it is.
  async restore(state) {
    this.revision = state.revision;
    const gone = Object.fromEntries([...this.kept.keys()].map((name) => [name, null]));
    await this.#takeOver({ ...gone, ...state.files });
    return this.soon();
  }

  #set(state, sentence = "") {
    if (this.state === "gone") return;
    Object.assign(this, { state, sentence });
    this.onState();
  }

  end(sentence) {
    this.#set("gone", sentence);
    clearTimeout(this.#timer);
  }
}

function isSame(one, other) {
  if (one === other) return true;
  return one !== null && other !== null && one.length === other.length && stringOf(one) === stringOf(other);
}
