import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { createProgressLine } from './progress-line.ts';
import { type CommandLine, runCli } from './run-cli.ts';

function terminal() {
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 60 });
  return { stream, text: () => String(stream.read() ?? '') };
}

test('on a terminal there is progress, which is taken away before anything else is said', async () => {
  await using fake = await startFakeThreads();
  const folder = await mkdtemp(join(tmpdir(), 'unspool-run-'));
  const [stdout, stderr] = [terminal(), terminal()];
  const settings: CommandLine['settings'] = {
    threads: { origin: fake.origin, profiles: ['P1'] },
    media: { hosts: [fake.mediaHost] },
    upstreamLoopback: true,
  };
  const line = {
    ...{ settings, version: '0', stdout: stdout.stream, stderr: stderr.stream },
    signal: new AbortController().signal,
  };
  expect(await runCli({ ...line, args: ['-o', folder, scenes.carouselVideos.link] })).toBe(0);
  const said = stderr.text();
  expect(said).toMatch(/5\/5 {2}\[#{20}\] 100 % {2}(\d+) kB of \1 kB/);
  expect(said.endsWith('\r\u001b[K')).toBe(true);
  expect(stdout.text().split('\n')).toHaveLength(6);
  expect(await runCli({ ...line, args: ['-o', '-', scenes.video.link] })).toBe(2);
  expect(await runCli({ ...line, args: ['-q', '-f', '-o', folder, scenes.video.link] })).toBe(0);
  expect(stderr.text()).not.toContain('[#');
  await rm(folder, { recursive: true });
});

test('progress is written ten times a second at most, within the width, and at the end', () => {
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
