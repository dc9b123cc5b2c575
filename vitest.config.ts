import { defineConfig } from 'vitest/config';

const common = {
  setupFiles: ['test/support/fail-on-console.ts', 'test/support/fixed-seed.ts'],
  testTimeout: 20_000,
  hookTimeout: 60_000,
  // A poll ends when it succeeds; one second, as it is left out, is less than a page needs to start on a busy machine.
  expect: { poll: { timeout: 15_000 } },
};

export default defineConfig({
  test: {
    reporters: ['default', './test/support/count-reporter.ts'],
    projects: [
      {
        test: {
          ...common,
          name: 'node',
          globalSetup: ['test/support/test-databases.global.ts'],
          include: [
            'src/**/*.test.ts',
            'test/fakes/**/*.test.ts',
            'scripts/**/*.test.ts',
            'test/checks/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          ...common,
          name: 'journeys',
          globalSetup: ['test/support/filled-data.global.ts'],
          include: ['test/journeys/**/*.journey.ts'],
          testTimeout: 60_000,
          // A browser on a busy machine: what fails twice is a fault; what passed the second time is marked in the report.
          retry: 1,
          fileParallelism: false,
        },
      },
    ],
  },
});
