import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { filledDataDir } from '#test/support/start-app.ts';
import { isStress, stressRuns } from '#test/support/stress.ts';

/** Each costs three seconds of processor time. */
const kills = stressRuns(1, 50);
const seed = 20_261_122;
/** Not what it should take: a machine that does ten other things must not end it. */
const patienceMs = 60_000;
const languages = 4;

interface Said {
  found?: { titles: string[]; sizes: number[]; articles: number };
  kept?: string;
  failed?: string;
  refused?: string;
}

async function filledFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-killed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(await filledDataDir('none'), 'database'), join(folder, 'database'), { recursive: true });
  return join(folder, 'database');
}

/** The process that publishes, what it said, and when it has said a number of things. */
function publish(folder: string, { limit = '', mode = '' } = {}) {
  const script = `${limit} exec "$0" test/support/publish-steadily.ts "$1" ${mode}`;
  const child = spawn('bash', ['-c', script, process.execPath, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said: Said[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(JSON.parse(line));
    for (const { count, resolve } of waiting) if (said.length >= count) resolve();
  });
  const hasSaid = (count: number) =>
    Promise.race([
      ended,
      new Promise<void>((resolve) => {
        waiting.push({ count, resolve });
        if (said.length >= count) resolve();
      }),
    ]);
  const kill = () => {
    child.kill('SIGKILL');
    return ended;
  };
  return { said, ended, hasSaid, kill };
}

const keptOf = (said: Said[]) => said.flatMap(({ kept }) => (kept === undefined ? [] : [kept]));

/** The same moments in every run, between 0 and 1. */
function createMoments(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

test(`killed at ${kills} moments of publishing, of seed ${seed}, every batch is there whole or not at all, and no kept one is lost`, {
  timeout: (kills + 2) * patienceMs,
}, async () => {
  const folder = await filledFolder();
  const moment = createMoments(seed);
  const kept: string[] = [];
  for (let round = 0; round <= kills; round += 1) {
    const { said, hasSaid, kill } = publish(folder);
    await hasSaid(1);
    const [first] = said;
    expect(first?.found).toBeDefined();
    expect(kept.filter((title) => !first?.found?.titles.includes(title))).toEqual([]);
    expect(first?.found?.sizes.filter((size) => size !== languages)).toEqual([]);
    expect(first?.found?.articles).toBe(first?.found?.sizes.length);
    // At a moment of its own within one of the next batches.
    await hasSaid(2 + Math.floor(moment() * 4));
    await new Promise((resolve) => setTimeout(resolve, moment() * 150));
    await kill();
    kept.push(...keptOf(said));
  }
  expect(kept.length).toBeGreaterThan(kills);
});

test.runIf(isStress)(
  'where no file may grow any more, writing fails, what is there is read, and nothing kept is lost',
  {
    timeout: 600_000,
  },
  async () => {
    const folder = await filledFolder();
    // In kilobytes: more than one file of the engine's log, less than the table that is filled.
    const full = publish(folder, { limit: 'ulimit -f 17000;', mode: 'fill' });
    expect(await full.ended).toBe(3);
    const last = full.said.at(-1);
    expect(last?.failed).not.toBe('');
    expect(keptOf(full.said)).toHaveLength(2);
    expect(last?.found?.titles.toSorted()).toEqual(keptOf(full.said).toSorted());
    const again = publish(folder);
    await again.hasSaid(2);
    expect(again.said[0]?.found?.titles.toSorted()).toEqual(keptOf(full.said).toSorted());
    expect(again.said[1]?.kept).toBeDefined();
    await again.kill();
  },
);
