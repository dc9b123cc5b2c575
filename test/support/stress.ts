/** True in `npm run test:stress`. `npm test` runs a short sample of every stress test. */
export const isStress = process.env.STRESS === '1';

/** The number of examples, repetitions or bytes a stress test works through. */
export function stressRuns(sample: number, full: number): number {
  return isStress ? full : sample;
}
