// Preloaded into a process whose clock a test sets: `--import=…/shifted-clock.ts`. CLOCK_FILE holds the milliseconds to
// add to the time. The process reads it at the start and on SIGUSR2.
import { readFileSync } from 'node:fs';

const realNow = Date.now;
let offsetMs = 0;
const readOffset = () => {
  offsetMs = Number(readFileSync(process.env.CLOCK_FILE ?? '', 'utf8'));
};
readOffset();
process.on('SIGUSR2', readOffset);

globalThis.Date = class extends Date {
  constructor(...values: [] | ConstructorParameters<typeof Date>) {
    if (values.length === 0) super(realNow() + offsetMs);
    else super(...(values as [number]));
  }
  static override now = () => realNow() + offsetMs;
} as DateConstructor;
