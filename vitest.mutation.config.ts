import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { mutationAreas, mutationSettings } from './scripts/mutation-areas.ts';

const area = mutationAreas[process.env[mutationSettings.area] ?? ''];

/** The first failure ends the run of a mutation: what takes long comes last. */
class ShortestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    return (await super.sort(files)).reverse();
  }
}

/** The tests of one area alone, on the embedded database and without a browser. */
export default defineConfig({
  test: {
    sequence: { sequencer: ShortestFirst },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    setupFiles: [
      'test/support/fail-on-console.ts',
      'test/support/fixed-seed.ts',
      'scripts/mutation-setup.ts',
    ],
    globalSetup: area?.needsDatabase ? ['scripts/mutation-database.ts'] : [],
    include: area?.tests ?? [],
  },
});
