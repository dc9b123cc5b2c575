/** True in `npm run test:stress`. `npm test` runs a short sample of every stress test. */
export const isStress = process.env.STRESS === '1';

/** The number of examples, repetitions or bytes a stress test works through. */
export function stressRuns(sample: number, full: number): number {
  return isStress ? full : sample;
}

/** Deterministic numbers between 0 and 1. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
