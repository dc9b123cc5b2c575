import type { PostFields } from '#blog/editing-contract.ts';
import type { PostFieldsPatch } from './suggestion-kinds.ts';

export interface AppliedSuggestion {
  before: PostFieldsPatch;
  after: PostFieldsPatch;
  source: 'model' | 'rule';
}

export function patchKeys(patch: PostFieldsPatch): (keyof PostFields)[] {
  return Object.keys(patch) as (keyof PostFields)[];
}

export function pickFields(fields: PostFields, keys: readonly (keyof PostFields)[]): PostFieldsPatch {
  return Object.fromEntries(keys.map((key) => [key, fields[key]]));
}

export function areFieldsUnchanged(
  before: PostFields,
  now: PostFields,
  keys: readonly (keyof PostFields)[],
): boolean {
  return keys.every((key) => isSame(before[key], now[key]));
}

/** Restores only fields that nobody has changed since; null if there are none. */
export function createUndoPatch(
  { before, after }: AppliedSuggestion,
  fields: PostFields,
): PostFieldsPatch | null {
  const keys = patchKeys(after).filter(
    (key) => isSame(fields[key], after[key]) && !isSame(before[key], after[key]),
  );
  return keys.length === 0 ? null : Object.fromEntries(keys.map((key) => [key, before[key]]));
}

function isSame(a: unknown, b: unknown): boolean {
  return Array.isArray(a) && Array.isArray(b) ? a.join('\n') === b.join('\n') : a === b;
}
