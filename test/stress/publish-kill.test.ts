import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { filledDataDir } from '#test/support/start-app.ts';
import { createRandom, isStress, stressRuns } from '#test/support/stress.ts';

/** Each kill costs three seconds of CPU time. */
const kills = stressRuns(1, 50);
const seed = 20_261_122;
/** Generous, so that a busy machine does not fail the test. */
const timeoutMs = 60_000;
const languages = 4;

interface OutputLine {
  found?: { titles: string[]; sizes: number[]; articles: number };
  committed?: string;
  failed?: string;
  rejected?: string;
}

async function filledFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-killed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(await filledDataDir('none'), 'database'), join(folder, 'database'), { recursive: true });
  return join(folder, 'database');
}

/** Starts the publishing process and collects its output lines. */
function publish(folder: string, { limit = '', mode = '' } = {}) {
  const script = `${limit} exec "$0" test/support/publish-steadily.ts "$1" ${mode}`;
  const child = spawn('bash', ['-c', script, process.execPath, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: OutputLine[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(JSON.parse(line));
    for (const { count, resolve } of waiting) if (lines.length >= count) resolve();
  });
  const waitForLines = (count: number) =>
    Promise.race([
      ended,
      new Promise<void>((resolve) => {
        waiting.push({ count, resolve });
        if (lines.length >= count) resolve();
      }),
    ]);
  const kill = () => {
    child.kill('SIGKILL');
    return ended;
  };
  return { lines, ended, waitForLines, kill };
}

const listCommittedTitles = (lines: OutputLine[]) =>
  lines.flatMap(({ committed }) => (committed === undefined ? [] : [committed]));

test(`after ${kills} kills (seed ${seed}) every batch is complete or absent, and none is lost`, {
  timeout: (kills + 2) * timeoutMs,
}, async () => {
  const folder = await filledFolder();
  const random = createRandom(seed);
  const committedTitles: string[] = [];
  for (let round = 0; round <= kills; round += 1) {
    const { lines, waitForLines, kill } = publish(folder);
    await waitForLines(1);
    const [first] = lines;
    expect(first?.found).toBeDefined();
    expect(committedTitles.filter((title) => !first?.found?.titles.includes(title))).toEqual([]);
    expect(first?.found?.sizes.filter((size) => size !== languages)).toEqual([]);
    expect(first?.found?.articles).toBe(first?.found?.sizes.length);
    // Kill at a random point within one of the next batches.
    await waitForLines(2 + Math.floor(random() * 4));
    await new Promise((resolve) => setTimeout(resolve, random() * 150));
    await kill();
    committedTitles.push(...listCommittedTitles(lines));
  }
  expect(committedTitles.length).toBeGreaterThan(kills);
});

test.runIf(isStress)(
  'when files cannot grow, writes fail, reads work, and no committed post is lost',
  {
    timeout: 600_000,
  },
  async () => {
    const folder = await filledFolder();
    // In kilobytes: more than one file of the database log, less than the filled table.
    const full = publish(folder, { limit: 'ulimit -f 17000;', mode: 'fill' });
    expect(await full.ended).toBe(3);
    const last = full.lines.at(-1);
    expect(last?.failed).not.toBe('');
    expect(listCommittedTitles(full.lines)).toHaveLength(2);
    expect(last?.found?.titles.toSorted()).toEqual(listCommittedTitles(full.lines).toSorted());
    const again = publish(folder);
    await again.waitForLines(2);
    expect(again.lines[0]?.found?.titles.toSorted()).toEqual(listCommittedTitles(full.lines).toSorted());
    expect(again.lines[1]?.committed).toBeDefined();
    await again.kill();
  },
);
