import { diffArrays } from 'diff';

/** A part of the merged whole. Only a `choice` needs the writer. */
export type Piece<T> =
  | { kind: 'kept' | 'mine' | 'theirs' | 'same'; items: T[]; base: T[] }
  | { kind: 'choice'; base: T[]; mine: T[]; theirs: T[] };

/** `base[start, end)` became `items`; where nothing was taken away, they were put in before `base[start]`. */
interface Hunk<T> {
  start: number;
  end: number;
  items: T[];
}

/**
 * What two sides made of one sequence, put together: what only one of them changed is taken, what both changed alike is
 * taken once, and the rest is a choice. Nothing of either side is left out of the pieces.
 */
export function mergeSequences<T extends { key: string }>(base: T[], mine: T[], theirs: T[]): Piece<T>[] {
  const hunks = { mine: hunksOf(base, mine), theirs: hunksOf(base, theirs) };
  const pieces: Piece<T>[] = [];
  const unchanged = unchangedOf(base, mine);
  let place = 0;
  while (hunks.mine.length > 0 || hunks.theirs.length > 0) {
    const group = takeGroup(hunks);
    if (group.start > place) pieces.push(kept(base, unchanged, place, group.start));
    pieces.push(pieceOf(base, unchanged, group));
    place = group.end;
  }
  if (place < base.length) pieces.push(kept(base, unchanged, place, base.length));
  return pieces;
}

function hunksOf<T extends { key: string }>(base: T[], changed: T[]): Hunk<T>[] {
  const hunks: Hunk<T>[] = [];
  let [place, taken] = [0, 0];
  let open: Hunk<T> | null = null;
  for (const { count, added, removed } of diffArrays(keysOf(base), keysOf(changed))) {
    if (!added && !removed) {
      open = null;
      place += count;
      taken += count;
      continue;
    }
    if (!open) {
      open = { start: place, end: place, items: [] };
      hunks.push(open);
    }
    if (removed) {
      place += count;
      open.end = place;
    } else {
      open.items.push(...changed.slice(taken, taken + count));
      taken += count;
    }
  }
  return hunks.flatMap(oneByOne);
}

const keysOf = (items: { key: string }[]) => items.map(({ key }) => key);

/** As many as there were: each took the place of one. */
function oneByOne<T>(hunk: Hunk<T>): Hunk<T>[] {
  if (hunk.items.length !== hunk.end - hunk.start) return [hunk];
  return hunk.items.map((item, at) => ({
    start: hunk.start + at,
    end: hunk.start + at + 1,
    items: [item],
  }));
}

/** The kept items as `mine` has them, by their place in the base. */
function unchangedOf<T extends { key: string }>(base: T[], mine: T[]): Map<number, T> {
  const found = new Map<number, T>();
  let [place, taken] = [0, 0];
  for (const { count, added, removed } of diffArrays(keysOf(base), keysOf(mine))) {
    if (!added && !removed) {
      for (let step = 0; step < count; step++) {
        const item = mine[taken + step];
        if (item) found.set(place + step, item);
      }
    }
    if (!added) place += count;
    if (!removed) taken += count;
  }
  return found;
}

interface Group<T> {
  start: number;
  end: number;
  mine: Hunk<T>[];
  theirs: Hunk<T>[];
}

/** The next hunk with all that touch the same places. */
function takeGroup<T>(hunks: { mine: Hunk<T>[]; theirs: Hunk<T>[] }): Group<T> {
  const [mine, theirs] = [hunks.mine[0], hunks.theirs[0]];
  const first = !theirs || (mine && comesBefore(mine, theirs)) ? mine : theirs;
  if (!first) throw new Error('no hunk is left');
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

/** What is put in before a place comes before what replaces it. */
function comesBefore<T>(one: Hunk<T>, other: Hunk<T>): boolean {
  return one.start !== other.start ? one.start < other.start : one.end <= other.end;
}

function touches<T>(group: Group<T>, hunk: Hunk<T>): boolean {
  const isPoint = hunk.start === hunk.end;
  if (group.start === group.end) return isPoint && hunk.start === group.start;
  return hunk.start < group.end && !(isPoint && hunk.start === group.start);
}

function kept<T>(base: T[], unchanged: Map<number, T>, start: number, end: number): Piece<T> {
  const items = base.slice(start, end).map((item, at) => unchanged.get(start + at) ?? item);
  return { kind: 'kept', items, base: base.slice(start, end) };
}

function pieceOf<T extends { key: string }>(base: T[], unchanged: Map<number, T>, group: Group<T>): Piece<T> {
  const before = base.slice(group.start, group.end);
  const side = (hunks: Hunk<T>[]) => {
    const items: T[] = [];
    let place = group.start;
    const keepUntil = (end: number) => {
      for (; place < end; place++) items.push(unchanged.get(place) ?? (base[place] as T));
    };
    for (const hunk of hunks) {
      keepUntil(hunk.start);
      items.push(...hunk.items);
      place = hunk.end;
    }
    keepUntil(group.end);
    return items;
  };
  const [mine, theirs] = [side(group.mine), side(group.theirs)];
  if (group.theirs.length === 0) return { kind: 'mine', items: mine, base: before };
  if (group.mine.length === 0) return { kind: 'theirs', items: theirs, base: before };
  if (JSON.stringify(keysOf(mine)) === JSON.stringify(keysOf(theirs))) {
    return { kind: 'same', items: mine, base: before };
  }
  return { kind: 'choice', base: before, mine, theirs };
}
