import { vi } from 'vitest';
import type { RunState } from '#translation/contract.ts';

export function waitForRunEnd(read: () => Promise<RunState>): Promise<RunState> {
  return vi.waitUntil(
    async () => {
      const run = await read();
      return run.ended_at === null ? null : run;
    },
    { timeout: 60_000, interval: 100 },
  ) as Promise<RunState>;
}
