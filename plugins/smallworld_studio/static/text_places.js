// Places in a text: lines and columns of the server, counted from 1 in code points, and offsets of the page.

import { ChangeSet } from "./vendor/codemirror.js";

function offsetOf(text, line, column) {
  if (line > text.lines) return text.length;
  const { from, text: content } = text.line(Math.max(line, 1));
  let units = 0;
  for (let count = 1; count < column && units < content.length; count += 1) {
    units += content.codePointAt(units) > 0xffff ? 2 : 1;
  }
  return from + units;
}

const placeOf = (text, range) => ({
  from: offsetOf(text, range.line, range.column),
  to: offsetOf(text, range.end_line, range.end_column),
});

// The changes of a text that edits of the server make; all of them are about this text.
export function changesOf(text, edits) {
  const changes = edits.map(({ range, text: insert }) => ({ ...placeOf(text, range), insert }));
  return ChangeSet.of(changes, text.length, "\n");
}

// A text that the server has looked at, and what was typed since: finds its places in the text of now.
export class Seen {
  constructor(texts) {
    this.texts = new Map(texts.names().map((name) => [name, texts.text(name)]));
    this.originals = new Map(this.texts);
    this.version = texts.version;
    this.since = new Map();
  }

  // The text that was sent; null if there was none.
  original = (name) => this.originals.get(name) ?? null;

  follow(parts) {
    for (const { name, changes } of parts) {
      if (!changes || !this.texts.has(name)) {
        this.texts.delete(name);
        continue;
      }
      const earlier = this.since.get(name);
      this.since.set(name, earlier ? earlier.compose(changes) : changes);
    }
  }

  // Returns { from, to } in the text of now; null if that text is another one.
  place(name, range) {
    const text = this.texts.get(name);
    if (!text || !range) return null;
    const { from, to } = placeOf(text, range);
    const since = this.since.get(name);
    return since ? { from: since.mapPos(from, -1), to: since.mapPos(to, 1) } : { from, to };
  }
}
