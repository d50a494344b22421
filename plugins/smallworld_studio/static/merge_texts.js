// Changes of two windows to one text: put together where they touch different places.

import { ChangeSet, diff } from "./vendor/codemirror.js";
import { stringOf } from "./draft_texts.js";

const LIMIT = { scanLimit: 2000, timeout: 300 };

export function changesBetween(before, after) {
  const to = stringOf(after);
  const changes = diff(stringOf(before), to, LIMIT).map(({ fromA, toA, fromB, toB }) => ({
    from: fromA,
    to: toA,
    insert: to.slice(fromB, toB),
  }));
  return ChangeSet.of(changes, before.length, "\n");
}

// Returns their changes on top of mine, or null if both touch one place.
export function merge(base, mine, theirs) {
  const own = changesBetween(base, mine);
  const other = changesBetween(base, theirs);
  return touches(own, other) ? null : other.map(own, true);
}

function touches(one, other) {
  let isTouching = false;
  one.iterChangedRanges((from, to) => {
    other.iterChangedRanges((start, end) => {
      isTouching ||= from <= end && start <= to;
    });
  });
  return isTouching;
}

// The lines in which two texts differ, with two around them: [of the one, of the other].
export function differingLines(one, other) {
  const texts = [one, other].map((text) => (text === null ? [] : stringOf(text).split("\n")));
  const [mine, theirs] = texts;
  let start = 0;
  while (start < Math.min(mine.length, theirs.length) && mine[start] === theirs[start]) start += 1;
  let end = 0;
  while (end < Math.min(mine.length, theirs.length) - start && mine.at(-1 - end) === theirs.at(-1 - end)) end += 1;
  return texts.map((lines) =>
    lines.slice(Math.max(start - 2, 0), Math.min(lines.length - end + 2, lines.length)).join("\n"),
  );
}
