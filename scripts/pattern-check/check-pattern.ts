import recheck from 'recheck/lib/browser.js';

/** Counts steps, never time, so that a slow machine gives the same result. */
const limits = {
  timeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  attackTimeout: null,
  recallTimeout: -1,
  randomSeed: 1,
  incubationLimit: 5_000,
  attackLimit: 200_000,
  maxInitialGenerationSize: 100,
  maxGenerationSize: 30,
  mutationSize: 20,
  maxIteration: 4,
};

/** null: linear time, as far as recheck finds out. Otherwise its summary, such as `2nd degree polynomial`. */
export function findSlowness({ source, flags }: { source: string; flags: string }): string | null {
  const result = recheck.checkSync(source, flags, limits);
  if (result.status === 'safe') return null;
  return result.status === 'vulnerable' ? result.complexity.summary : `unknown: ${result.error.kind}`;
}
