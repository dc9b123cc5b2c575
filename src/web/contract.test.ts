import { expect, test } from 'vitest';
import * as contract from './contract.ts';

test('the constants of the pages are those agreed', () => {
  expect(contract).toMatchObject({
    toastLimit: 1,
    toastDurationMs: 5000,
    toastSwipeThresholdPx: 50,
    toastRemovalDelayMs: 1_000_000,
    counterSeed: 2_847_691,
    counterSeedExtra: { min: 1, max: 5 },
    counterStep: { min: 1, max: 3 },
    counterPauseMs: { min: 10_000, max: 30_000 },
    contactSendDelayMs: 1000,
    acceptedHosts: ['threads.net', 'threads.com'],
  });
});
