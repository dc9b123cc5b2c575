import { counterPauseMs, counterSeed, counterSeedExtra, counterStep } from '../contract.ts';

type Random = () => number;

/** Both bounds are inclusive. `random` returns numbers in [0, 1). */
function randomInteger(random: Random, { min, max }: { min: number; max: number }): number {
  return min + Math.floor(random() * (max - min + 1));
}

export function randomCounterStart(random: Random): number {
  return counterSeed + randomInteger(random, counterSeedExtra);
}

export function randomCounterTick(random: Random): { pauseMs: number; step: number } {
  return { pauseMs: randomInteger(random, counterPauseMs), step: randomInteger(random, counterStep) };
}
