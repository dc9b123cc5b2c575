import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';

const listedFiles = 10;
const slowFileMs = 30_000;

type RunError = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1][number];

export default class CountReporter implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly RunError[],
    reason: TestRunEndReason,
  ): void {
    const counts = { passed: 0, skipped: 0 };
    const failures: string[] = [];
    for (const module of modules) {
      for (const suite of [module, ...module.children.allSuites()]) {
        const name = suite.type === 'module' ? '' : ` > ${suite.fullName}`;
        for (const { message } of suite.errors())
          failures.push(`${module.relativeModuleId}${name}: ${firstLine(message)}`);
      }
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'failed') failures.push(`${module.relativeModuleId} > ${test.fullName}`);
        else if (state !== 'pending') counts[state] += 1;
      }
    }
    for (const { message } of unhandledErrors) failures.push(`outside of the tests: ${firstLine(message)}`);
    if (reason === 'failed' && failures.length === 0)
      failures.push('the set-up of the run: its error is below');
    const lines = [
      ...slowestFiles(modules),
      ...failures.map((failure) => `Failed: ${failure}`),
      '',
      `${counts.passed} passed, ${failures.length} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`,
    ];
    process.stdout.write(`\n${lines.join('\n')}\n`);
  }
}

const firstLine = (message: string) => message.split('\n', 1)[0];

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
