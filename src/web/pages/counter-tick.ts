import { counterPauseMs, counterSeed, counterSeedExtra, counterStep } from '../contract.ts';

type Random = () => number;

/** A whole number from `min` to `max`, both included. `random` gives numbers in [0, 1). */
function drawWhole(random: Random, { min, max }: { min: number; max: number }): number {
  return min + Math.floor(random() * (max - min + 1));
}

export function drawCounterStart(random: Random): number {
  return counterSeed + drawWhole(random, counterSeedExtra);
}

/** When the counter grows next, and by how much. */
export function nextCounterTick(random: Random): { pauseMs: number; step: number } {
  return { pauseMs: drawWhole(random, counterPauseMs), step: drawWhole(random, counterStep) };
}
