// The texts of a draft, and one undo over everything that changes them: clicks, forms and keys.

import { ChangeSet, Text } from "./vendor/codemirror.js";

const PAUSE = 600; // milliseconds in which typing at one place joins one step
const MOST_STEPS = 1000;

// Lines end at "\n" alone; a "\r" before it is a letter of the line, so that every byte stays.
export const textOf = (string) => Text.of(string.split("\n"));
export const stringOf = (text) => text.sliceString(0, text.length, "\n");

// A part of a step changes one file: by changes, or from one whole text to another, where null is no file.
const applied = (part, text) => (part.changes ? part.changes.apply(text) : part.to);
const inverse = (part, text) =>
  part.changes
    ? { name: part.name, changes: part.changes.invert(text) }
    : { name: part.name, from: part.to, to: part.from };

export class DraftTexts {
  version = 0; // grows with every change
  #files = new Map();
  #done = []; // steps that undo goes through, each as the parts that take it back
  #undone = [];
  #listeners = [];

  constructor(files) {
    for (const [name, string] of Object.entries(files)) this.#files.set(name, textOf(string));
  }

  names = () => [...this.#files.keys()].sort();
  text = (name) => this.#files.get(name) ?? null;
  string = (name) => (this.#files.has(name) ? stringOf(this.#files.get(name)) : null);

  // Calls listener({ parts, origin, why }) after every change; origin: edit, undo, redo or receive.
  listen(listener) {
    this.#listeners.push(listener);
  }

  // Makes one step of parts { name, changes } or { name, to }; typing: steps in a row may join.
  edit(parts, why, { typing = false, origin = "edit" } = {}) {
    const whole = parts.map((part) => (part.changes ? part : { ...part, from: this.text(part.name) }));
    const back = whole.map((part) => inverse(part, this.text(part.name)));
    const last = this.#done.at(-1);
    const now = performance.now();
    if (typing && this.#joins(last, whole, now)) {
      last.parts = [{ name: back[0].name, changes: back[0].changes.compose(last.parts[0].changes) }];
      last.time = now;
    } else {
      this.#done.push({ parts: back, why, time: now, typing });
      if (this.#done.length > MOST_STEPS) this.#done.shift();
    }
    this.#undone = [];
    this.#apply(whole, origin, why);
  }

  #joins(last, parts, now) {
    if (!last?.typing || now - last.time > PAUSE || last.parts.length !== 1 || parts.length !== 1) return false;
    if (last.parts[0].name !== parts[0].name || !last.parts[0].changes) return false;
    let end = -1;
    let start = Infinity;
    last.parts[0].changes.iterChangedRanges((from, to) => {
      start = Math.min(start, from);
      end = Math.max(end, to);
    });
    let isNear = true;
    parts[0].changes.iterChangedRanges((from, to) => {
      isNear &&= to >= start && from <= end;
    });
    return isNear;
  }

  undo = () => this.#go(this.#done, this.#undone, "undo");
  redo = () => this.#go(this.#undone, this.#done, "redo");
  canUndo = () => this.#done.length > 0;
  canRedo = () => this.#undone.length > 0;

  #go(from, to, origin) {
    const step = from.pop();
    if (!step) return null;
    const back = step.parts.map((part) => inverse(part, this.text(part.name)));
    to.push({ parts: back, why: step.why, time: 0, typing: false });
    this.#apply(step.parts, origin, step.why);
    return step.why;
  }

  // Takes changes of another window over; the steps of this one are kept and moved.
  receive(name, change) {
    if (change.changes && this.#files.has(name)) {
      for (const stack of [this.#done, this.#undone]) moveSteps(stack, name, change.changes);
    } else {
      const isElsewhere = (step) => step.parts.every((part) => part.name !== name);
      this.#done = this.#done.filter(isElsewhere);
      this.#undone = this.#undone.filter(isElsewhere);
    }
    this.#apply([{ name, ...change }], "receive", "");
  }

  #apply(parts, origin, why) {
    for (const part of parts) {
      const text = applied(part, this.text(part.name));
      if (text === null) this.#files.delete(part.name);
      else this.#files.set(part.name, text);
    }
    this.version += 1;
    for (const listener of this.#listeners) listener({ parts, origin, why });
  }
}

function moveSteps(stack, name, changes) {
  // The last step applies to the text of now, each earlier one to the text that the later one leaves.
  let moving = changes;
  for (const step of [...stack].reverse()) {
    step.typing = false;
    const part = step.parts.find((one) => one.name === name && one.changes);
    if (!part) continue;
    const before = part.changes;
    part.changes = before.map(moving);
    moving = moving.map(before, true);
  }
}

export const noChange = (text) => ChangeSet.empty(text.length);
