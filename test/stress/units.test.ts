import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const unit = readFileSync('deploy/systemd/unspool.service', 'utf8');

/** Debian has these programs, but nothing else needs them: they are tested where somebody installed them. */
function isInstalled(program: string): boolean {
  const found = spawnSync(program, ['--version']).error === undefined;
  if (!found) process.stdout.write(`${program} is not installed: tests that need it are skipped.\n`);
  return found;
}

test.runIf(isInstalled('systemd-analyze'))(
  'systemd accepts the example of a unit and finds little that it could reach',
  () => {
    const file = join(temporaryFolder(), 'unspool.service');
    // The program has to exist.
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath));
    const analyze = (...args: string[]) =>
      spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' });
    const verified = analyze('verify');
    expect([verified.status, verified.stderr]).toEqual([0, '']);
    // The highest exposure that passes, in tenths.
    expect(analyze('security', '--offline=true', '--threshold=15').status).toBe(0);
  },
);
