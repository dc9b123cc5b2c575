import type { RunState } from '#translation/contract.ts';
import { parseJsonOrNull } from '../../../browser/parse-json.ts';

const key = 'unspool.closed-runs';
const maxEntries = 50;

/** Includes the change number: the card reappears when the run changes. */
const toEntry = ({ id, change }: RunState) => `${id}/${change}`;

export function isRunDismissed(run: RunState): boolean {
  return readDismissed().includes(toEntry(run));
}

export function dismissRun(run: RunState): void {
  try {
    const entries = [toEntry(run), ...readDismissed()].slice(0, maxEntries);
    globalThis.localStorage?.setItem(key, JSON.stringify(entries));
  } catch (error) {
    // Storage is blocked or full: the card reappears next time.
    if (!(error instanceof DOMException)) throw error;
  }
}

function readDismissed(): string[] {
  try {
    const entries = parseJsonOrNull(globalThis.localStorage?.getItem(key) ?? '[]');
    return Array.isArray(entries) ? entries.filter((entry) => typeof entry === 'string') : [];
  } catch (error) {
    if (error instanceof DOMException) return [];
    throw error;
  }
}
