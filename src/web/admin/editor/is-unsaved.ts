import type { Draft } from './draft/use-draft.ts';

export function hasUnsavedChanges({ state }: Pick<Draft, 'state'>): boolean {
  return state.kind !== 'untouched' && state.kind !== 'saved';
}
