import { diffArrays } from 'diff';

export type MergeSegment<T> =
  | { kind: 'unchanged' | 'mine' | 'theirs' | 'same'; items: T[]; base: T[] }
  | { kind: 'conflict'; base: T[]; mine: T[]; theirs: T[] };

/** `base[start, end)` became `items`. If the range is empty, they were inserted before `base[start]`. */
interface Hunk<T> {
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
  const { hunks: mineHunks, unchanged } = diffHunks(base, mine);
  const hunks = { mine: mineHunks, theirs: diffHunks(base, theirs).hunks };
  const segments: MergeSegment<T>[] = [];
  let baseIndex = 0;
  while (hunks.mine.length > 0 || hunks.theirs.length > 0) {
    const group = shiftGroup(hunks);
    if (group.start > baseIndex) segments.push(toUnchangedSegment(base, unchanged, baseIndex, group.start));
    segments.push(toSegment(base, unchanged, group));
    baseIndex = group.end;
  }
  if (baseIndex < base.length) segments.push(toUnchangedSegment(base, unchanged, baseIndex, base.length));
  return segments;
}

/** `unchanged`: the items of `changed` that are also in the base, by their index there. */
function diffHunks<T extends { key: string }>(base: T[], changed: T[]) {
  const hunks: Hunk<T>[] = [];
  const unchanged = new Map<number, T>();
  let [baseIndex, changedIndex] = [0, 0];
  let open: Hunk<T> | null = null;
  for (const { count, added, removed } of diffArrays(toKeys(base), toKeys(changed))) {
    const items = removed ? [] : changed.slice(changedIndex, changedIndex + count);
    if (!added && !removed) {
      open = null;
      for (const [offset, item] of items.entries()) unchanged.set(baseIndex + offset, item);
    } else {
      if (!open) {
        open = { start: baseIndex, end: baseIndex, items: [] };
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
  if (hunk.items.length !== hunk.end - hunk.start) return [hunk];
  return hunk.items.map((item, offset) => ({
    start: hunk.start + offset,
    end: hunk.start + offset + 1,
    items: [item],
  }));
}

interface Group<T> {
  start: number;
  end: number;
  mine: Hunk<T>[];
  theirs: Hunk<T>[];
}

/** Removes and returns the next hunk with all hunks that overlap it. */
function shiftGroup<T>(hunks: { mine: Hunk<T>[]; theirs: Hunk<T>[] }): Group<T> {
  const [mine, theirs] = [hunks.mine[0], hunks.theirs[0]];
  const first = !theirs || (mine && comesBefore(mine, theirs)) ? mine : theirs;
  if (!first) throw new Error('No hunks left to merge');
  const group: Group<T> = { start: first.start, end: first.end, mine: [], theirs: [] };
  let isFirst = true;
  for (;;) {
    const side = (['mine', 'theirs'] as const).find((name) => {
      const next = hunks[name][0];
      return next && (isFirst ? next === first : touches(group, next));
    });
    if (!side) return group;
    isFirst = false;
    const next = hunks[side].shift();
    if (!next) return group;
    group[side].push(next);
    group.end = Math.max(group.end, next.end);
  }
}

/** An insertion comes before a replacement at the same index. */
function comesBefore<T>(a: Hunk<T>, b: Hunk<T>): boolean {
  return a.start !== b.start ? a.start < b.start : a.end <= b.end;
}

function touches<T>(group: Group<T>, hunk: Hunk<T>): boolean {
  const isPoint = hunk.start === hunk.end;
  if (group.start === group.end) return isPoint && hunk.start === group.start;
  return hunk.start < group.end && !(isPoint && hunk.start === group.start);
}

function toUnchangedSegment<T>(
  base: T[],
  unchanged: Map<number, T>,
  start: number,
  end: number,
): MergeSegment<T> {
  const items = base.slice(start, end).map((item, offset) => unchanged.get(start + offset) ?? item);
  return { kind: 'unchanged', items, base: base.slice(start, end) };
}

function toSegment<T extends { key: string }>(
  base: T[],
  unchanged: Map<number, T>,
  group: Group<T>,
): MergeSegment<T> {
  const before = base.slice(group.start, group.end);
  const applyHunks = (hunks: Hunk<T>[]) => {
    const items: T[] = [];
    let baseIndex = group.start;
    const copyUntil = (end: number) => {
      for (; baseIndex < end; baseIndex++) items.push(unchanged.get(baseIndex) ?? (base[baseIndex] as T));
    };
    for (const hunk of hunks) {
      copyUntil(hunk.start);
      items.push(...hunk.items);
      baseIndex = hunk.end;
    }
    copyUntil(group.end);
    return items;
  };
  const [mine, theirs] = [applyHunks(group.mine), applyHunks(group.theirs)];
  if (group.theirs.length === 0) return { kind: 'mine', items: mine, base: before };
  if (group.mine.length === 0) return { kind: 'theirs', items: theirs, base: before };
  if (JSON.stringify(toKeys(mine)) === JSON.stringify(toKeys(theirs))) {
    return { kind: 'same', items: mine, base: before };
  }
  return { kind: 'conflict', base: before, mine, theirs };
}
