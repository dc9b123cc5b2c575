import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** However busy the process is, what waits goes on after so long, in milliseconds. */
const restMsMax = 500;

interface PaceOptions {
  /** Milliseconds of rest for one that the process was busy. */
  share?: number;
}

/**
 * For work that nobody waits for, to be awaited between its pieces: rests twice as long as the process was busy since
 * the rest before, with this work or with others', so that most of its time is the visitors'.
 */
export function createPace({ share = 2 }: PaceOptions = {}): () => Promise<void> {
  let before = performance.eventLoopUtilization();
  return async () => {
    const { active } = performance.eventLoopUtilization(before);
    const restMs = Math.min(restMsMax, active * share);
    if (restMs >= 1) await pause(restMs);
    before = performance.eventLoopUtilization();
  };
}
