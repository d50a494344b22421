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
