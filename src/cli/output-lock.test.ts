import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { stageCommand } from '#test/support/command-line.ts';
import { digestFile, expectedFiles } from './fixtures/saved-files.ts';

const stage = await stageCommand();
beforeEach(() => stage.reset());
afterAll(() => stage.dispose());

const lockPath = () => join(stage.out, '.unspool.lock');

/** A run that has half of a file, and waits for the rest. */
async function startStalledRun() {
  const running = stage.start('-o', stage.out, '--no-metadata', '--name', 'walk', scenes.stalledMedia.link);
  onTestFinished(() => void running.send('SIGKILL'));
  const part = join(stage.out, 'walk.part');
  const half = Math.floor((expectedFiles('video')[0]?.bytes ?? 0) / 2);
  await expect.poll(() => existsSync(part) && statSync(part).size).toBe(half);
  return running;
}

async function startWaitingRun(...args: string[]) {
  const running = stage.start('-o', stage.out, ...args);
  onTestFinished(() => void running.send('SIGKILL'));
  await expect.poll(() => running.stderr()).toContain('is saving into this folder. Waiting');
  return running;
}

test.each([
  ['files', [scenes.carouselVideos.link, scenes.carouselMixed.link], ['saved', 'kept', 'kept']],
  ['ZIPs', ['--zip', scenes.carouselVideos.link, scenes.carouselMixed.link], []],
])('three runs at once save the same %s once, and all succeed', async (_, args, outcomes) => {
  const runs = ['a', 'b', 'c'].map(() => stage.start('-o', stage.out, '--json', ...args));
  const ended = await Promise.all(runs.map((run) => run.ended));
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
  const reports = ended.map(({ stdout }) => JSON.parse(stdout.toString()).results);
  const pathsOf = (results: { zip?: string; files: { path: string }[] }[]) =>
    results.flatMap(({ zip, files }) => (zip === undefined ? files.map(({ path }) => path) : [zip]));
  const [paths = [], ...others] = reports.map(pathsOf);
  expect(others).toEqual([paths, paths]);
  expect(readdirSync(stage.out).sort()).toEqual(paths.map((path) => path.slice(stage.out.length + 1)).sort());
  const first = reports.map(([result]) => result.files[0]?.outcome).filter(Boolean);
  expect(first.sort().reverse()).toEqual(outcomes);
});

test('a run goes on when the one that it waits for is killed, and resumes its file', async () => {
  const stalled = await startStalledRun();
  const waiting = await startWaitingRun('--no-metadata', '--name', 'walk', scenes.video.link);
  const requests = stage.mediaRequests().length;
  stalled.send('SIGKILL');
  const { code, stderr } = await waiting.ended;
  expect(code).toBe(0);
  expect(stderr.match(/process (\d+) on/)?.[1]).toBe(String(stalled.pid));
  expect(stderr.match(/Waiting/g)).toHaveLength(1);
  expect(digestFile(join(stage.out, 'walk.mp4'))).toBe(expectedFiles('video')[0]?.sha256);
  expect(readdirSync(stage.out)).toEqual(['walk.mp4']);
  expect(stage.mediaRequests()[requests]?.headers.range).toMatch(/^bytes=[1-9]\d*-$/);
});

test('Ctrl+C ends the waiting without a change in the folder', async () => {
  await startStalledRun();
  const locked = readFileSync(lockPath(), 'utf8');
  const waiting = await startWaitingRun('--name', 'walk', scenes.video.link);
  waiting.interrupt();
  const { code, stdout } = await waiting.ended;
  expect([code, stdout.toString()]).toEqual([130, '']);
  expect(readFileSync(lockPath(), 'utf8')).toBe(locked);
  expect(readdirSync(stage.out).sort()).toEqual(['.unspool.lock', 'walk.part', 'walk.part.json']);
});

test('a run waits neither for another folder nor for a pipe', async () => {
  await startStalledRun();
  const elsewhere = join(stage.out, 'below');
  expect((await stage.run('-o', elsewhere, scenes.photoJpg.link)).code).toBe(0);
  expect((await stage.start('-o', '-', scenes.video.link).ended).code).toBe(0);
});

test('a run that a second signal ends at once leaves no lock', async () => {
  const stalled = await startStalledRun();
  // Both signals arrive when it continues.
  for (const signal of ['SIGSTOP', 'SIGINT', 'SIGTERM', 'SIGCONT'] as const) stalled.send(signal);
  expect((await stalled.ended).code).toBe(130);
  expect(existsSync(lockPath())).toBe(false);
});

test('a folder that cannot be locked is used without a lock', async () => {
  mkdirSync(lockPath(), { recursive: true });
  const { code, stderr } = await stage.save('--name', 'x', scenes.photoJpg.link);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('Waiting')]);
  expect(readdirSync(stage.out).sort()).toEqual(['.unspool.lock', 'x.jpg']);
});
