/** Time from the start of the process to its first ready response, and its memory after one page. */
import { startPostgres } from '#test/support/postgres-server.ts';
import { startApp } from '#test/support/start-app.ts';
import { checkFigure, median, printTable, residentMB } from './figures.ts';

const starts = 7;

export async function measureStartUp(): Promise<void> {
  await measureWith('embedded database', {}, { readyMs: 1500, idleMB: 330 });
  await using server = await startPostgres();
  if (server) await measureWith('PostgreSQL', { DATABASE_URL: server.url }, { readyMs: 600, idleMB: 130 });
}

async function measureWith(
  engine: string,
  settings: Record<string, string>,
  limits: { readyMs: number; idleMB: number },
): Promise<void> {
  const times: number[] = [];
  const sizes: number[] = [];
  for (let count = 0; count <= starts; count += 1) {
    const started = performance.now();
    await using app = await startApp({ LOG_LEVEL: 'info', ...settings });
    await fetch(`${app.origin}/readyz`);
    // The first start creates the tables.
    if (count === 0) continue;
    times.push(performance.now() - started);
    await fetch(`${app.origin}/`);
    sizes.push(await residentMB(app.pid));
  }
  const [ready, idle] = [median(times), median(sizes)];
  printTable(`start with ${engine}, median of ${starts}`, [
    ['ready', `${ready.toFixed(0)} ms`],
    ['memory after the first page', `${idle.toFixed(0)} MB`],
  ]);
  printTable('start-up targets', [
    checkFigure('ready: ms', ready, { most: limits.readyMs }),
    checkFigure('memory: MB', idle, { most: limits.idleMB }),
  ]);
}
