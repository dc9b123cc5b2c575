import { diffArrays } from 'diff';

export type MergeSegment<T> =
  | { kind: 'unchanged' | 'mine' | 'theirs' | 'same'; items: T[]; base: T[] }
  | { kind: 'conflict'; base: T[]; mine: T[]; theirs: T[] };

/** `base[start, end)` became `items`. If the range is empty, they were inserted before `base[start]`. */
interface Hunk<T> {
  side: 'mine' | 'theirs';
  start: number;
  end: number;
  items: T[];
}

/** Takes changes of one side, takes identical changes once and returns all other changes as conflicts. */
export function mergeThreeWay<T extends { key: string }>(
  base: T[],
  mine: T[],
  theirs: T[],
): MergeSegment<T>[] {
  const mineDiff = diffHunks(base, mine, 'mine');
  const theirsDiff = diffHunks(base, theirs, 'theirs');
  const { unchanged } = mineDiff;
  const segments: MergeSegment<T>[] = [];
  let baseIndex = 0;
  const addUnchanged = (end: number) => {
    const items = unchanged.slice(baseIndex, end);
    if (items.length > 0) segments.push({ kind: 'unchanged', items, base: base.slice(baseIndex, end) });
  };
  for (const group of groupOverlapping([...mineDiff.hunks, ...theirsDiff.hunks])) {
    addUnchanged(group.start);
    segments.push(toSegment(base, unchanged, group));
    baseIndex = group.end;
  }
  addUnchanged(base.length);
  return segments;
}

/** `unchanged`: the base, with the items of `changed` where both have the same key. */
function diffHunks<T extends { key: string }>(base: T[], changed: T[], side: Hunk<T>['side']) {
  const hunks: Hunk<T>[] = [];
  const unchanged = [...base];
  let [baseIndex, changedIndex] = [0, 0];
  let open: Hunk<T> | null = null;
  for (const { count, added, removed } of diffArrays(toKeys(base), toKeys(changed))) {
    const items = removed ? [] : changed.slice(changedIndex, changedIndex + count);
    if (!added && !removed) {
      open = null;
      unchanged.splice(baseIndex, count, ...items);
    } else {
      if (!open) {
        open = { side, start: baseIndex, end: baseIndex, items: [] };
        hunks.push(open);
      }
      open.items.push(...items);
      if (removed) open.end += count;
    }
    if (!added) baseIndex += count;
    if (!removed) changedIndex += count;
  }
  return { hunks: hunks.flatMap(splitHunk), unchanged };
}

const toKeys = (items: { key: string }[]) => items.map(({ key }) => key);

/** Splits a hunk that replaces as many items as it adds into single replacements. */
function splitHunk<T>(hunk: Hunk<T>): Hunk<T>[] {
  const { side, start, end, items } = hunk;
  if (items.length !== end - start) return [hunk];
  return items.map((item, at) => ({ side, start: start + at, end: start + at + 1, items: [item] }));
}

interface Group<T> {
  start: number;
  end: number;
  hunks: Hunk<T>[];
}

function groupOverlapping<T>(hunks: Hunk<T>[]): Group<T>[] {
  const groups: Group<T>[] = [];
  // An insertion comes before a replacement at the same index.
  for (const hunk of hunks.sort((a, b) => a.start - b.start || a.end - b.end)) {
    const { start, end } = hunk;
    const last = groups.at(-1);
    // Insertions overlap only with others at the same index.
    const overlaps = last && (last.start === last.end ? end === last.end : start < last.end);
    if (overlaps) {
      last.hunks.push(hunk);
      last.end = Math.max(last.end, end);
    } else groups.push({ start, end, hunks: [hunk] });
  }
  return groups;
}

function toSegment<T extends { key: string }>(
  base: T[],
  unchanged: T[],
  { start, end, hunks }: Group<T>,
): MergeSegment<T> {
  const before = base.slice(start, end);
  const applyHunks = (side: Hunk<T>['side']) => {
    const items = unchanged.slice(start, end);
    for (const hunk of hunks.toReversed())
      if (hunk.side === side) items.splice(hunk.start - start, hunk.end - hunk.start, ...hunk.items);
    return items;
  };
  const [mine, theirs] = [applyHunks('mine'), applyHunks('theirs')];
  if (hunks.every(({ side }) => side === 'mine')) return { kind: 'mine', items: mine, base: before };
  if (hunks.every(({ side }) => side === 'theirs')) return { kind: 'theirs', items: theirs, base: before };
  if (JSON.stringify(toKeys(mine)) === JSON.stringify(toKeys(theirs))) {
    return { kind: 'same', items: mine, base: before };
  }
  return { kind: 'conflict', base: before, mine, theirs };
}
