/** Time from the start of the process to its first ready response, and its memory after the first page. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '#test/support/postgres-server.ts';
import { type RunningApp, startApp, startAppIn } from '#test/support/start-app.ts';
import { addFigure, check, residentMB } from './figures.ts';
import { interleave, type Trees } from './trees.ts';

const starts = 5;

interface Goals {
  seconds: number;
  idleMB?: number;
  peakMB?: number;
}

export async function measureStartUp(trees: Trees): Promise<void> {
  const settings = { LOG_LEVEL: 'info' };
  await measureStarts('second start', trees, (tree) => startApp(settings, tree), {
    seconds: 1.2,
    idleMB: 230,
    peakMB: 260,
  });
  const startFresh = (tree: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'unspool-fresh-'));
    return startAppIn(folder, { ...settings, SEED: 'welcome' }, [], tree);
  };
  await measureStarts('fresh start', trees, startFresh, { seconds: 2.5, peakMB: 450 });
  await using stack = new AsyncDisposableStack();
  const urls = new Map<string, string>();
  for (const tree of trees) {
    const server = await startPostgres();
    if (!server) return;
    urls.set(tree, stack.use(server).url);
  }
  const startOnServer = (tree: string) => startApp({ ...settings, DATABASE_URL: urls.get(tree) ?? '' }, tree);
  await measureStarts('PostgreSQL', trees, startOnServer, { seconds: 0.6, idleMB: 130 });
}

async function measureStarts(
  name: string,
  trees: Trees,
  start: (tree: string) => Promise<RunningApp>,
  { seconds, idleMB, peakMB }: Goals,
): Promise<void> {
  const measure = async (tree: string) => {
    const started = performance.now();
    await using app = await start(tree);
    const ready = await fetch(`${app.origin}/readyz`);
    const elapsed = (performance.now() - started) / 1000;
    const page = await fetch(`${app.origin}/`);
    check(`${name}: is ready and has a page`, ready.ok && page.ok);
    return { elapsed, idle: residentMB(app.pid), peak: residentMB(app.pid, 'VmHWM') };
  };
  // Fills the data folder that is copied, or creates the tables.
  await interleave(1, trees, measure);
  const medians = await interleave(starts, trees, measure);
  addFigure(`${name}: s until ready`, medians('elapsed'), { most: seconds });
  if (idleMB) addFigure(`${name}: MB after the first page`, medians('idle'), { most: idleMB });
  if (peakMB) addFigure(`${name}: MB at most`, medians('peak'), { most: peakMB });
}
