// Preloaded into a process whose event loop a test watches: `--import=…/event-loop-recorder.ts`. Appends the CPU time,
// in milliseconds, of each stretch of the event loop that took more than its interval to EVENT_LOOP_FILE.
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const intervalMs = 10;

if (isMainThread) {
  let before = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    const cpuMs = Math.round((user + system) / 1000);
    if (cpuMs > intervalMs) appendFileSync(process.env.EVENT_LOOP_FILE ?? '', `${cpuMs}\n`);
    before = process.threadCpuUsage();
  }, intervalMs).unref();
}
