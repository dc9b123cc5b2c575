import type { PostFields } from '#desk/contract.ts';
import type { Patch } from './kinds.ts';

/** A suggestion in the form, and what stood there before it. */
export interface Placed {
  before: Patch;
  after: Patch;
  by: 'model' | 'rule';
}

export function keysOf(patch: Patch): (keyof PostFields)[] {
  return Object.keys(patch) as (keyof PostFields)[];
}

export function pick(fields: PostFields, keys: readonly (keyof PostFields)[]): Patch {
  return Object.fromEntries(keys.map((key) => [key, fields[key]]));
}

/** Whether nobody changed these fields between two moments. */
export function isUntouched(
  before: PostFields,
  now: PostFields,
  keys: readonly (keyof PostFields)[],
): boolean {
  return keys.every((key) => isSame(before[key], now[key]));
}

/** What takes a suggestion back, of the fields that nobody has changed since; null: there is nothing to take back. */
export function undoPatch({ before, after }: Placed, fields: PostFields): Patch | null {
  const keys = keysOf(after).filter(
    (key) => isSame(fields[key], after[key]) && !isSame(before[key], after[key]),
  );
  return keys.length === 0 ? null : Object.fromEntries(keys.map((key) => [key, before[key]]));
}

/** Keywords are a list; everything else is compared as it is. */
function isSame(one: unknown, other: unknown): boolean {
  return Array.isArray(one) && Array.isArray(other) ? one.join('\n') === other.join('\n') : one === other;
}
