/** From the start of the process to its first ready answer, and its memory at rest. */
import { startApp } from '#test/support/start-app.ts';
import { median, printTable, residentMB } from './figures.ts';

const starts = 7;

export async function measureStartUp(): Promise<void> {
  const times: number[] = [];
  const sizes: number[] = [];
  for (let count = 0; count < starts; count += 1) {
    const started = performance.now();
    await using app = await startApp({ LOG_LEVEL: 'info' });
    await fetch(`${app.origin}/readyz`);
    times.push(performance.now() - started);
    await fetch(`${app.origin}/`);
    sizes.push(await residentMB(app.pid));
  }
  printTable(`start, median of ${starts}`, [
    ['ready', `${median(times).toFixed(0)} ms`],
    ['memory after the first page', `${median(sizes).toFixed(0)} MB`],
  ]);
}
