import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Watches the event loop of a child process that gets `environment`. */
export function watchEventLoop() {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'unspool-event-loop-'));
  const file = join(folder.path, 'cpu-times');
  writeFileSync(file, '');
  const preload = pathToFileURL('test/support/event-loop-recorder.ts').href;
  return {
    environment: { NODE_OPTIONS: `--import=${preload}`, EVENT_LOOP_FILE: file },
    /** The longest stretch since the last call, in milliseconds of CPU time: elapsed time also grows while other
     * processes use the machine. The process must have responded after the work that is measured. */
    readLongestMs(): number {
      const times = readFileSync(file, 'utf8').split('\n').map(Number);
      writeFileSync(file, '');
      return Math.max(...times);
    },
    [Symbol.dispose]: folder.remove,
  };
}
