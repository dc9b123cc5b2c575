import type { RunState } from '#assistant/contract.ts';
import { parseJson } from '../../parse-json.ts';

const key = 'unspool.closed-runs';
const rememberedMax = 50;

/** As it stood when somebody closed its card: what changes afterwards is told of again. */
const nameOf = ({ id, change }: RunState) => `${id}/${change}`;

export function isClosed(run: RunState): boolean {
  return closed().includes(nameOf(run));
}

export function rememberClosed(run: RunState): void {
  try {
    const names = [nameOf(run), ...closed()].slice(0, rememberedMax);
    globalThis.localStorage?.setItem(key, JSON.stringify(names));
  } catch (error) {
    // A browser that keeps nothing, or is full: the card is there again next time.
    if (!(error instanceof DOMException)) throw error;
  }
}

function closed(): string[] {
  try {
    const names = parseJson(globalThis.localStorage?.getItem(key) ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch (error) {
    if (error instanceof DOMException) return [];
    throw error;
  }
}
