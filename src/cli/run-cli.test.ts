import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { createProgressLine } from './output.ts';
import { type CliEnvironment, runCli } from './run-cli.ts';

function terminal() {
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 60 });
  return { stream, text: () => String(stream.read() ?? '') };
}

/** Runs the command in a terminal with its own folder. */
async function setUp() {
  const fake = await startFakeThreads();
  const folder = await mkdtemp(join(tmpdir(), 'unspool-run-'));
  const [stdout, stderr] = [terminal(), terminal()];
  const run = (args: string[], changes: Partial<CliEnvironment> = {}) =>
    runCli({
      args,
      settings: {
        threads: { origin: fake.origin, profiles: ['P1'] },
        media: { hosts: [fake.mediaHost] },
        upstreamLoopback: true,
      },
      version: '0',
      stdin: () => Readable.from([]),
      stdout: stdout.stream,
      stderr: stderr.stream,
      unusedProxy: null,
      isDumb: false,
      signal: new AbortController().signal,
      ...changes,
    });
  onTestFinished(async () => {
    await Promise.all([fake[Symbol.asyncDispose](), rm(folder, { recursive: true, force: true })]);
  });
  return { folder, run, stdout, stderr };
}

test('shows progress on a terminal, and erases it before other output', async () => {
  const { folder, run, stdout, stderr } = await setUp();
  expect(await run(['-o', folder, scenes.carouselVideos.link])).toBe(0);
  const stderrText = stderr.text();
  expect(stderrText).toMatch(/5\/5 {2}\[#{20}\] 100 % {2}(\d+) kB of \1 kB/);
  expect(stderrText.endsWith('\r\u001b[K')).toBe(true);
  expect(stdout.text().split('\n')).toHaveLength(6);
  expect(await run(['-o', '-', scenes.video.link])).toBe(2);
  expect(await run(['-q', '-f', '-o', folder, scenes.video.link])).toBe(0);
  expect(await run(['-f', '-o', folder, scenes.video.link], { isDumb: true })).toBe(0);
  const plainText = stderr.text();
  for (const sign of ['[#', '\u001b']) expect(plainText).not.toContain(sign);
});

test('draws progress at most ten times a second, within the width, and at the end', () => {
  let now = 1_000;
  const written: string[] = [];
  const stream = { columns: 40, write: (text: string) => written.push(text) > 0 };
  const line = createProgressLine(stream, () => now);
  for (let bytes = 0; bytes <= 1_000_000; bytes += 10_000) {
    line.show('1/2', bytes, 1_000_000);
    now += 10;
  }
  expect(written.length).toBeLessThan(14);
  expect(written.at(-1)).toContain('[####################] 100 %');
  for (const text of written) expect(text.length).toBeLessThanOrEqual(40 + '\r\u001b[K'.length);
  line.show('2/2', 5_000_000, null);
  now += 200;
  line.show('2/2', 5_000_000, null);
  expect(written.at(-1)).toContain('2/2  5.0 MB');
  line.clear();
  line.clear();
  expect(written.filter((text) => text === '\r\u001b[K')).toHaveLength(1);
});

test.each([
  [0, '1/20  [####################] 100 %  1.0 MB of 1.0 MB'],
  [36, '1/20  [####################] 100 %'],
  [20, '1/20  100 %'],
  [8, '1/20  1'],
])('draws progress on one line in a terminal of %i columns', (columns, text) => {
  const written: string[] = [];
  const line = createProgressLine(
    { columns, write: (piece: string) => written.push(piece) > 0 },
    () => 1_000,
  );
  line.show('1/20', 1_000_000, 1_000_000);
  expect(written).toEqual([`\r\u001b[K${text}`]);
});

test('reads links from standard input for `-`, and rejects several links for one output', async () => {
  const { folder, run, stdout, stderr } = await setUp();
  const { photo, photoJpg } = scenes;
  const runWithInput = (out: string, text: string, changes: Partial<CliEnvironment> = {}) =>
    run(['-o', out, '-'], { isDumb: true, stdin: () => Readable.from([text]), ...changes });
  expect(await runWithInput(folder, `${photo.link}\nnot one\n${photoJpg.link}\n`)).toBe(3);
  expect(stdout.text().trimEnd().split('\n')).toHaveLength(2);
  expect(stderr.text()).toContain('not one: ');
  expect(await runWithInput(folder, '\n')).toBe(2);
  expect(stderr.text()).toContain('no link in standard input');
  const piped = { stdout: new PassThrough() };
  expect(await runWithInput('-', `${photo.link} ${photoJpg.link}`, piped)).toBe(2);
  expect(stderr.text()).toContain('one link');
});
