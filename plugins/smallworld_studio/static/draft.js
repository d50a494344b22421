// The draft of the page: its texts, what the server finds in them, and wishes, which become edits of a text.

import { _ } from "../messages.js";
import { DraftChecks } from "./draft_checks.js";
import { post } from "./draft_requests.js";
import { DraftTexts, noChange, stringOf, textOf } from "./draft_texts.js";
import { changesBetween } from "./merge_texts.js";
import { changesOf } from "./text_places.js";

const PAUSES = [500, 1000, 2000, 4000]; // before a request is sent again
const EMPTY = { boards: {}, terrains: [], symbols: [], races: [], powers: [], tests: [] };

export class Draft {
  model = EMPTY; // of the last texts that could be read
  answer = { problems: [], unreadable: [], ready: false, crossing: null };
  lastBorder = null; // the border that was made last
  board = ""; // in view
  #seen = null;
  #guesses = []; // what the page shows of wishes before the server has checked them
  #queue = Promise.resolve();
  #waiting = 0;
  #listeners = { change: [], state: [], fault: [] };

  constructor(state, onConflict) {
    this.state = state;
    this.canEdit = state.role === "edit";
    this.texts = new DraftTexts(state.files);
    this.checks = new DraftChecks({
      texts: this.texts,
      state,
      onConflict,
      board: () => this.board || undefined,
      lastBorder: () => this.lastBorder,
      onAnswer: (answer, seen) => this.#show(answer, seen),
      onState: () => this.#emit("state"),
    });
  }

  // kinds: change (another answer or guess), state (saved, lost …), fault (a sentence about a wish)
  listen(kind, listener) {
    this.#listeners[kind].push(listener);
  }

  #emit(kind, value) {
    for (const listener of this.#listeners[kind]) listener(value);
  }

  #show(answer, seen) {
    this.#seen = seen;
    this.answer = answer;
    // What cannot be read keeps its last picture and form.
    const kept = Object.entries(this.model.boards).filter(([, board]) => answer.unreadable.includes(board.file));
    const isWhole = !answer.unreadable.includes("variant.yaml") || !this.model.terrains.length;
    const model = isWhole ? answer.model : { ...this.model, boards: answer.model.boards };
    this.model = { ...EMPTY, ...model, boards: { ...Object.fromEntries(kept), ...answer.model.boards } };
    this.#guesses = this.#guesses.filter(({ version }) => version === null || version > seen.version);
    this.#emit("change");
  }

  // Where a range of the last answer is in the text of now; null if nowhere.
  place = (file, range) => this.#seen?.place(file, range) ?? null;

  isUnreadable = (file) => this.answer.unreadable.includes(file);

  // A board as the page shows it: what the server has read, and the wishes since.
  boardOf(id) {
    const board = this.model.boards[id];
    if (!board) return null;
    const copy = { ...board, regions: board.regions.map((region) => ({ ...region })) };
    for (const guess of this.#guesses) if (guess.board === id) guess.change(copy);
    return copy;
  }

  get isWaiting() {
    return this.#waiting > 0;
  }

  // Asks the server for the edits of wishes, and makes them one step. guess: { board, change(copy) }.
  // Resolves with the answer, or null if it was refused.
  async wish(file, wishes, why, guess = null) {
    if (this.isUnreadable(file)) {
      this.#emit("fault", _("{file} cannot be read now; correct the text first.", { file }));
      return null;
    }
    const shown = guess && { ...guess, version: null };
    if (shown) this.#guesses.push(shown);
    this.#waiting += 1;
    this.#emit("state");
    if (shown) this.#emit("change");
    const run = () => this.#wish(file, wishes, why, shown);
    const result = this.#queue.then(run).catch((error) => {
      this.#guesses = this.#guesses.filter((one) => one !== shown);
      this.#emit("fault", error.message);
      this.#emit("change");
      return null;
    });
    this.#queue = result.finally(() => {
      this.#waiting -= 1;
      this.#emit("state");
      if (!this.#waiting) this.checks.schedule(0);
    });
    return result;
  }

  async #wish(file, wishes, why, shown) {
    const before = this.texts.text(file);
    let typed = noChange(before);
    const stop = this.#watch(file, (changes) => (typed = changes && typed ? typed.compose(changes) : null));
    try {
      const answer = await insist(() => post("/edit", { file, text: stringOf(before), wishes }));
      if (!typed) throw new Error(_("The text has changed meanwhile; try again."));
      const changes = changesOf(before, answer.edits).map(typed);
      if (!changes.empty) this.texts.edit([{ name: file, changes }], why);
      if (shown) shown.version = this.texts.version;
      return answer;
    } finally {
      stop();
    }
  }

  #watched = new Set();
  #watch(file, follow) {
    if (!this.#watched.size && !this.#isWatching) {
      this.#isWatching = true;
      this.texts.listen(({ parts }) => {
        for (const watch of this.#watched) {
          for (const part of parts) if (part.name === watch.file) watch.follow(part.changes);
        }
      });
    }
    const watch = { file, follow };
    this.#watched.add(watch);
    return () => this.#watched.delete(watch);
  }
  #isWatching = false;

  // Makes edits that the server has offered with a problem.
  fix({ file, edits, message }) {
    const text = this.#seen?.original(file);
    if (!text || this.texts.text(file) !== text)
      return this.#emit("fault", _("The text has changed meanwhile; try again."));
    this.texts.edit([{ name: file, changes: changesOf(text, edits) }], _("fixed: {problem}", { problem: message }));
    return this.checks.soon();
  }

  // The part of a step that gives a file a new text.
  part(name, string) {
    const before = this.texts.text(name);
    return before ? { name, changes: changesBetween(before, textOf(string)) } : { name, to: textOf(string) };
  }

  // Resolves when all wishes and texts of now are checked.
  async settled() {
    await this.#queue;
    return this.checks.soon();
  }

  undo = () => this.#step(this.texts.undo);
  redo = () => this.#step(this.texts.redo);

  // Undo waits for the wishes that were made before it.
  #step(go) {
    const result = this.#queue.then(() => {
      const why = go();
      if (why !== null) this.checks.schedule(0);
      return why;
    });
    this.#queue = result.then(() => {});
    return result;
  }
}

// Sends a request again while the server cannot be reached or has too much to do.
async function insist(request) {
  for (const pause of PAUSES) {
    try {
      return await request();
    } catch (error) {
      if (!error.isTemporary) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return request();
}
