import { existsSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defaultLimits } from '#media/limits.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { stageCommand } from '#test/support/command-line.ts';
import { extractionTimeoutMs } from '#threads/contract.ts';

let stage: Awaited<ReturnType<typeof stageCommand>>;
beforeAll(async () => {
  stage = await stageCommand();
});
beforeEach(() => stage.begin());
afterAll(() => stage.end());

/** Timers of the command that run out earlier than they are shipped; milliseconds by milliseconds. */
function hurried(limits: Record<number, number>) {
  const script = `const [limits, wait] = [${JSON.stringify(limits)}, globalThis.setTimeout];
globalThis.setTimeout = (work, ms, ...rest) => wait(work, limits[ms] ?? ms, ...rest);`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}

const save = (link: string, environment: Record<string, string> = {}) =>
  stage.runWith(['-o', stage.out, link], { ...stage.fake.environment, ...environment });

test('a Threads that never answers is exit code 6', async () => {
  const { code, stderr } = await save(scenes.slow.link, hurried({ [extractionTimeoutMs]: 1_000 }));
  expect(code).toBe(6);
  expect(stderr).toMatch(/Threads .*(too long|in time)/);
});

test('a media host that falls silent is exit code 7, and what came is kept', async () => {
  const { code, stderr } = await save(
    scenes.stalledMedia.link,
    hurried({ [defaultLimits.idleMs]: 300, [defaultLimits.firstByteMs]: 2_000 }),
  );
  expect(code).toBe(7);
  expect(stderr).toMatch(/What has arrived is kept in .*\.part\.\n/);
  expect(
    readdirSync(stage.out)
      .map((name) => name.replace(/^.*?\./, ''))
      .sort(),
  ).toEqual(['part', 'part.json']);
});

test('a file whose address is dead, and the renewed one too, is exit code 7', async () => {
  await using fake = await startFakeThreads({ expireAddressesAfter: { requests: 0 } });
  const { code, stderr } = await save(scenes.carouselVideos.link, fake.environment);
  expect(code).toBe(7);
  expect(stderr.match(/Threads no longer holds this file\./g)).toHaveLength(5);
  expect(readdirSync(stage.out)).toEqual([]);
  // The post was read once more for all of its files, not for each.
  const reads = fake.requests.filter(
    ({ host, path }) => host === 'pages' && path.includes(scenes.carouselVideos.code),
  );
  expect(reads.length).toBe(2);
});

test('a file that is longer than it was said to be is exit code 7', async () => {
  const { code, stderr } = await save(scenes.overlongMedia.link);
  expect(code).toBe(7);
  expect(stderr).toContain('larger than Threads said');
});

test.skipIf(!existsSync('/dev/full'))(
  'a full disk behind the standard output is told, with exit code 8',
  async () => {
    for (const args of [
      ['-o', '-', scenes.video.link],
      ['-o', stage.out, '--json', scenes.photo.link],
      ['-o', stage.out, scenes.gifFirstParty.link],
    ]) {
      const { code, stderr } = await stage.runRedirected('>/dev/full', '--quiet', ...args);
      expect(stderr).toBe(
        'unspool: standard output: The disk is full. Run the command again when there is room.\n',
      );
      expect(code).toBe(8);
    }
  },
);
