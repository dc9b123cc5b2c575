import { existsSync, readdirSync } from 'node:fs';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { defaultLimits } from '#media/open-file.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { stageCommand } from '#test/support/command-line.ts';
import { extractionTimeoutMs } from '#threads/contract.ts';

const stage = await stageCommand();
beforeEach(() => stage.reset());
afterAll(() => stage.dispose());

/** Shortens timers of the command; maps the real delay to the test's, in milliseconds. */
function withShortTimers(limits: Record<number, number>) {
  const script = `const [limits, wait] = [${JSON.stringify(limits)}, globalThis.setTimeout];
globalThis.setTimeout = (work, ms, ...rest) => wait(work, limits[ms] ?? ms, ...rest);`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}

const save = (link: string, environment: Record<string, string> = {}) =>
  stage.runWith(['-o', stage.out, link], { ...stage.fake.environment, ...environment });

test('exits with 6 if Threads never responds', async () => {
  const { code, stderr } = await save(scenes.slow.link, withShortTimers({ [extractionTimeoutMs]: 1_000 }));
  expect(code).toBe(6);
  expect(stderr).toMatch(/Threads .*(too long|in time)/);
});

test('exits with 7 and keeps the part file if the media host stalls', async () => {
  const { code, stderr } = await save(
    scenes.stalledMedia.link,
    withShortTimers({ [defaultLimits.idleMs]: 300, [defaultLimits.firstByteMs]: 2_000 }),
  );
  expect(code).toBe(7);
  expect(stderr).toMatch(/The partial download is in .*\.part\.\n/);
  expect(
    readdirSync(stage.out)
      .map((name) => name.replace(/^.*?\./, ''))
      .sort(),
  ).toEqual(['part', 'part.json']);
});

test('exits with 7 if the URL of a file and its renewed URL have both expired', async () => {
  await using fake = await startFakeThreads({ expireUrlsAfter: { requests: 0 } });
  const { code, stderr } = await save(scenes.carouselVideos.link, fake.environment);
  expect(code).toBe(7);
  expect(stderr.match(/This file is no longer on Threads\./g)).toHaveLength(5);
  expect(readdirSync(stage.out)).toEqual([]);
  // The post was read again once, not once for each file.
  const reads = fake.requests.filter(
    ({ host, path }) => host === 'pages' && path.includes(scenes.carouselVideos.code),
  );
  expect(reads.length).toBe(2);
});

test('exits with 7 if a file is longer than announced', async () => {
  const { code, stderr } = await save(scenes.overlongMedia.link);
  expect(code).toBe(7);
  expect(stderr).toContain('larger than Threads announced');
});

test.skipIf(!existsSync('/dev/full'))('exits with 8 if the disk behind standard output is full', async () => {
  for (const args of [
    ['-o', '-', scenes.video.link],
    ['-o', stage.out, '--json', scenes.photo.link],
    ['-o', stage.out, scenes.gifFirstParty.link],
  ]) {
    const { code, stderr } = await stage.runRedirected('>/dev/full', '--quiet', ...args);
    expect(stderr).toBe(
      'unspool: standard output: The disk is full. Free some space, then run the command again.\n',
    );
    expect(code).toBe(8);
  }
});
