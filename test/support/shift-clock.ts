import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The clock of a child process that gets `environment`. */
export function createClock(offsetMs: number) {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'unspool-clock-'));
  const file = join(folder.path, 'offset');
  writeFileSync(file, String(offsetMs));
  const preload = pathToFileURL('test/support/shifted-clock.ts').href;
  return {
    environment: { NODE_OPTIONS: `--import=${preload}`, CLOCK_FILE: file },
    /** Takes effect with the next event of the process. */
    shift(pid: number, toMs: number) {
      writeFileSync(file, String(toMs));
      process.kill(pid, 'SIGUSR2');
    },
    [Symbol.dispose]: folder.remove,
  };
}
