import { saveTimeoutMs } from '../../../contract.ts';
import type { SaveRefusal, SaveState, ServerAnswer } from './draft-contract.ts';

const passing = [408, 425, 429];

/** Whether the same save may succeed a little later without anybody doing something. */
export function isPassing({ code, status = 0 }: SaveRefusal): boolean {
  return isUncertain({ code, status }) || passing.includes(status);
}

/** Whether the save may have been kept although the answer does not say so. */
export function isUncertain({ code, status = 0 }: SaveRefusal): boolean {
  return code === 'offline' || code === 'answer.unreadable' || status >= 500;
}

export function stateOf({ code, error }: SaveRefusal): SaveState {
  if (code === 'offline') return { kind: 'offline' };
  if (code === 'request.anonymous') return { kind: 'signed-out' };
  return { kind: 'failed', error: error ?? code };
}

/** A connection that hangs counts as none after `saveTimeoutMs`; what it answers later is not listened to. */
export function withDeadline(answer: Promise<ServerAnswer>): Promise<ServerAnswer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve({ ok: false, error: { code: 'offline' } }), saveTimeoutMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
