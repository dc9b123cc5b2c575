import { fail, type Result } from '#platform/result.ts';
import type { MediaError } from '../contract.ts';

export async function withTimeout<T>(
  milliseconds: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result<T, MediaError>>,
): Promise<Result<T, MediaError>> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), milliseconds);
  try {
    const done = await work(AbortSignal.any([signal, deadline.signal]));
    return done.ok || !deadline.signal.aborted ? done : fail({ code: 'media.timeout', cause: done.error });
  } finally {
    clearTimeout(timer);
  }
}
