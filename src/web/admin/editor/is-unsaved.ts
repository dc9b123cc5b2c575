import type { Draft } from './draft/use-draft.ts';

/** Whether the server lacks something of what was typed, as far as the page knows. */
export function isUnsaved({ state }: Pick<Draft, 'state'>): boolean {
  return state.kind !== 'untouched' && state.kind !== 'saved';
}
