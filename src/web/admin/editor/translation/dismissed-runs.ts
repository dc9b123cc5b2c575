import type { RunState } from '#translation/contract.ts';
import { parseJsonOrNull } from '../../../browser/parse-json.ts';

const key = 'unspool.closed-runs';
const rememberedMax = 50;

/** Includes the change number: the card reappears when the run changes. */
const toEntry = ({ id, change }: RunState) => `${id}/${change}`;

export function isRunDismissed(run: RunState): boolean {
  return readDismissed().includes(toEntry(run));
}

export function dismissRun(run: RunState): void {
  try {
    const names = [toEntry(run), ...readDismissed()].slice(0, rememberedMax);
    globalThis.localStorage?.setItem(key, JSON.stringify(names));
  } catch (error) {
    // Storage is blocked or full: the card reappears next time.
    if (!(error instanceof DOMException)) throw error;
  }
}

function readDismissed(): string[] {
  try {
    const names = parseJsonOrNull(globalThis.localStorage?.getItem(key) ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch (error) {
    if (error instanceof DOMException) return [];
    throw error;
  }
}
