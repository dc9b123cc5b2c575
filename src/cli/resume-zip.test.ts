import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { stageCommand } from '#test/support/command-line.ts';

const { link } = scenes.carouselVideos;
const name = `threads-${scenes.carouselVideos.username}-${scenes.carouselVideos.code}.zip`;
const blockBytes = 512;

const stage = await stageCommand();
const { stdout: completeZip } = await stage.run('--zip', '-o', '-', link);
beforeEach(() => stage.reset());
afterAll(() => stage.dispose());

const outPath = (suffix: string) => join(stage.out, name + suffix);
const isComplete = () => readFileSync(outPath('')).equals(completeZip);
/** Headers of all media requests but the probes of the first bytes. */
const listDownloads = () =>
  stage.mediaRequests().flatMap(({ headers }) => (isProbe(headers) ? [] : [headers]));
const isProbe = ({ range }: { range?: string | undefined }) => range === 'bytes=0-63';

async function savePartially(share: number, ...args: string[]): Promise<number> {
  const blocks = Math.floor((completeZip.length * share) / blockBytes);
  const { code } = await stage.saveWithin(blocks, '--zip', ...args, link);
  expect(code).toBe(8);
  expect(readdirSync(stage.out).sort()).toEqual([`${name}.part`, `${name}.part.json`]);
  stage.fake.reset();
  return blocks * blockBytes;
}

test('resumes a partial ZIP without downloading its bytes again, and produces the same ZIP', async () => {
  const bytes = await savePartially(0.6);
  expect(statSync(outPath('.part')).size).toBe(bytes);
  const { code, stdout } = await stage.save('--zip', link);
  expect([code, stdout.toString()]).toEqual([0, `${outPath('')}\n`]);
  expect(isComplete()).toBe(true);
  expect(readdirSync(stage.out)).toEqual([name]);
  // Of five files, the complete ones are not requested, one is resumed, and the others start at byte 0.
  const [resumed, ...others] = listDownloads();
  expect(resumed).toMatchObject({
    range: expect.stringMatching(/^bytes=[1-9]\d*-\d+$/),
    'if-range': expect.anything(),
  });
  expect(others.length).toBeLessThan(4);
  for (const { range } of others) expect(range).toBeUndefined();
});

test('keeps an interrupted ZIP and reports its path', async () => {
  const running = stage.start('--zip', '-o', stage.out, scenes.stalledMedia.link);
  const found = () =>
    (existsSync(stage.out) ? readdirSync(stage.out) : []).find((fileName) => fileName.endsWith('.part'));
  await expect
    .poll(() => statSync(join(stage.out, found() ?? 'none'), { throwIfNoEntry: false })?.size)
    .toBeGreaterThan(1e4);
  running.interrupt();
  const { code, stderr, stdout } = await running.ended;
  expect([code, stdout.toString()]).toEqual([130, '']);
  expect(stderr).toContain(`The partial download is in ${join(stage.out, found() ?? '')}.`);
  expect(stderr).toContain('Run the same command again');
});

test('restarts a part file that was changed or has another plan', async () => {
  await savePartially(0.6);
  const part = readFileSync(outPath('.part'));
  part.writeUInt8(part.readUInt8(1_000) ^ 1, 1_000);
  writeFileSync(outPath('.part'), part);
  expect((await stage.save('--zip', link)).code).toBe(0);
  expect(isComplete()).toBe(true);

  stage.reset();
  const bytes = await savePartially(0.9, '--name', '{code}-{index}');
  const { code } = await stage.save('--zip', link);
  expect(code).toBe(0);
  expect(isComplete()).toBe(true);
  expect(bytes).toBeGreaterThan(0);
  expect(listDownloads().every(({ range }) => range === undefined)).toBe(true);
});

test('replaces a .zip.part file of another program only with --force, and never deletes it', async () => {
  mkdirSync(stage.out);
  writeFileSync(outPath('.part'), 'mine');
  const rejected = await stage.save('--zip', link);
  expect(rejected.code).toBe(8);
  expect(rejected.stderr).toContain(
    `${outPath('.part')}: A different file with this name already exists. Use --force`,
  );
  expect(readFileSync(outPath('.part'), 'utf8')).toBe('mine');
  expect(readdirSync(stage.out)).toEqual([`${name}.part`]);
  expect(listDownloads()).toEqual([]);
  expect((await stage.save('--zip', '--force', link)).code).toBe(0);
  expect(isComplete()).toBe(true);
  expect(readdirSync(stage.out)).toEqual([name]);
});

test('keeps a ZIP that is saved already, and does not replace another file of its name', async () => {
  expect((await stage.save('--zip', link)).code).toBe(0);
  expect((await stage.save('--zip', link)).stderr).toContain('already exists');
  writeFileSync(outPath(''), 'mine');
  const rejected = await stage.save('--zip', link);
  expect(rejected.code).toBe(8);
  expect(rejected.stderr).toContain(`${outPath('')}: A different file with this name already exists.`);
  expect(readFileSync(outPath(''), 'utf8')).toBe('mine');
});
