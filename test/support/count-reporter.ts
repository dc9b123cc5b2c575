import type { Reporter, TestModule } from 'vitest/node';

const listedFiles = 10;
const slowFileMs = 30_000;

export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      if (module.children.size === 0 && module.state() === 'failed') counts.failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== 'pending') counts[state] += 1;
      }
    }
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
    process.stdout.write(
      `\n${slowestFiles(modules).join('\n')}\n\n${counts.passed} passed, ${counts.failed} failed${skipped}\n`,
    );
  }
}

function slowestFiles(modules: readonly TestModule[]): string[] {
  const files = modules
    .map((module) => ({ path: module.relativeModuleId, ms: module.diagnostic().duration }))
    .sort((a, b) => b.ms - a.ms);
  const lineFor = ({ path, ms }: (typeof files)[number]) =>
    `${(ms / 1000).toFixed(1).padStart(7)} s  ${path}`;
  const warnings = files
    .filter(({ ms }) => ms > slowFileMs)
    .map(({ path }) => `Warning: ${path} takes more than ${slowFileMs / 1000} seconds.`);
  return ['The ten slowest files:', ...files.slice(0, listedFiles).map(lineFor), ...warnings];
}
