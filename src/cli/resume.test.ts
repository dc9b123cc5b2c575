import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { stageCommand } from '#test/support/command-line.ts';
import { digestFile, expectedFiles } from './fixtures/saved-files.ts';

const stage = await stageCommand();
beforeEach(() => stage.reset());
afterAll(() => stage.dispose());

test('keeps the part file of a truncated download, and exits with 7', async () => {
  const { code, stderr } = await stage.save('--name', 'cut', scenes.truncated.link);
  expect(code).toBe(7);
  const totalBytes = expectedFiles('video')[0]?.bytes ?? 0;
  expect(readdirSync(stage.out).sort()).toEqual(['cut.part', 'cut.part.json']);
  expect(statSync(join(stage.out, 'cut.part')).size).toBe(Math.floor(totalBytes / 2));
  expect(stderr).toContain(`partial download is in ${join(stage.out, 'cut.part')}`);
  // It tried to resume after the cut.
  expect(
    stage
      .mediaRequests()
      .some(({ headers }) => headers.range?.startsWith(`bytes=${Math.floor(totalBytes / 2)}-`)),
  ).toBe(true);
});

test('keeps the part file when interrupted, says how to resume, and resumes', async () => {
  const running = stage.start('-o', stage.out, '--no-metadata', '--name', 'walk', scenes.stalledMedia.link);
  const file = expectedFiles('video')[0];
  const half = Math.floor((file?.bytes ?? 0) / 2);
  const part = join(stage.out, 'walk.part');
  await expect.poll(() => existsSync(part) && statSync(part).size).toBe(half);
  running.interrupt();
  const { code, stderr, stdout } = await running.ended;
  expect([code, stdout.toString()]).toEqual([130, '']);
  expect(stderr).toContain('Run the same command again');
  expect(readdirSync(stage.out).sort()).toEqual(['walk.part', 'walk.part.json']);

  // The same file, from a host that does not stall. With metadata, it would be that of another post.
  stage.fake.reset();
  const resumed = await stage.save('--no-metadata', '--name', 'walk', scenes.video.link);
  expect(resumed.code).toBe(0);
  expect(digestFile(join(stage.out, 'walk.mp4'))).toBe(file?.sha256);
  expect(readdirSync(stage.out)).toEqual(['walk.mp4']);
  const [request, ...others] = stage.mediaRequests();
  expect(request?.headers).toMatchObject({
    range: `bytes=${half}-`,
    'if-range': expect.stringMatching(/GMT$/),
  });
  expect(others).toEqual([]);
});

test.each([
  ['another file than it was', { validator: 'Mon, 01 Jun 2026 00:00:00 GMT' }, 'video'],
  ['of another length', { totalBytes: 999_999 }, 'video'],
  ['at a host that knows no ranges', {}, 'noRangeMedia'],
] as const)('restarts a file that is %s', async (_, changed, name) => {
  await stage.save('--name', 'x', scenes.truncated.link);
  const [part, metadataPath] = [join(stage.out, 'x.part'), join(stage.out, 'x.part.json')];
  writeFileSync(part, Buffer.alloc(statSync(part).size, 1));
  writeFileSync(
    metadataPath,
    JSON.stringify({ ...JSON.parse(readFileSync(metadataPath, 'utf8')), ...changed }),
  );
  expect((await stage.save('--name', 'x', scenes[name].link)).code).toBe(0);
  expect(digestFile(join(stage.out, 'x.mp4'))).toBe(expectedFiles('video')[0]?.sha256);
});

test('does not resume a part file with invalid metadata, or one that is a symlink', async () => {
  await stage.save('--name', 'x', scenes.truncated.link);
  writeFileSync(join(stage.out, 'x.part.json'), '{"validator":');
  expect((await stage.save('--name', 'x', scenes.video.link)).code).toBe(0);
  expect(digestFile(join(stage.out, 'x.mp4'))).toBe(expectedFiles('video')[0]?.sha256);
  const outsideFile = join(stage.folder, 'elsewhere');
  writeFileSync(outsideFile, 'untouched');
  symlinkSync(outsideFile, join(stage.out, 'y.part'));
  expect((await stage.save('--name', 'y', scenes.video.link)).code).toBe(8);
  expect(readFileSync(outsideFile, 'utf8')).toBe('untouched');
});

test('replaces a symlink at the metadata path instead of following it', async () => {
  const outsideFile = join(stage.folder, 'elsewhere');
  writeFileSync(outsideFile, 'untouched');
  mkdirSync(stage.out);
  symlinkSync(outsideFile, join(stage.out, 'z.part.json'));
  expect((await stage.save('--name', 'z', scenes.truncated.link)).code).toBe(7);
  expect(readFileSync(outsideFile, 'utf8')).toBe('untouched');
  expect(lstatSync(join(stage.out, 'z.part.json')).isFile()).toBe(true);
  expect(readdirSync(stage.out).sort()).toEqual(['z.part', 'z.part.json']);
});

test('replaces a .part file of another program only with --force', async () => {
  mkdirSync(stage.out);
  const part = join(stage.out, 'x.part');
  writeFileSync(part, 'mine');
  const rejected = await stage.save('--name', 'x', scenes.video.link);
  expect(rejected.code).toBe(8);
  expect(rejected.stderr).toContain(`${part}: A different file with this name already exists. Use --force`);
  expect(rejected.stderr).not.toContain('partial download');
  expect(readFileSync(part, 'utf8')).toBe('mine');
  expect((await stage.save('--force', '--name', 'x', scenes.video.link)).code).toBe(0);
  expect(readdirSync(stage.out)).toEqual(['x.mp4']);
});

test('renews an expired URL', async () => {
  expect((await stage.save('--name', 'late', scenes.expiredLink.link)).code).toBe(0);
  expect(digestFile(join(stage.out, 'late.mp4'))).toBe(expectedFiles('expiredLink')[0]?.sha256);
});

test('exits with 8 on a full disk, and resumes when there is space again', async () => {
  const args = ['--name', 'full', scenes.video.link];
  const { code, stderr } = await stage.saveWithin(8, ...args);
  expect(code).toBe(8);
  expect(stderr).toContain('The disk is full.');
  expect(readdirSync(stage.out).sort()).toEqual(['full.part', 'full.part.json']);
  expect((await stage.save(...args)).code).toBe(0);
  expect(digestFile(join(stage.out, 'full.mp4'))).toBe(expectedFiles('video')[0]?.sha256);
});

test.skipIf(process.platform !== 'linux')('exits with 8 if the folder is not writable', async () => {
  // Not writable by root either.
  const { code, stderr } = await stage.run('-o', '/sys/unspool', scenes.photo.link);
  expect(code).toBe(8);
  expect(stderr).toContain('Files can’t be written here.');
  // A recursive `mkdir` never returns here.
  expect((await stage.run('-o', '/proc/1/unspool/below', scenes.photo.link)).code).toBe(8);
});

test('exits with 8 without a media request if the folder is a file or below one', async () => {
  const file = join(stage.folder, `file`);
  writeFileSync(file, '');
  const { code, stderr } = await stage.run('-o', join(file, 'below'), scenes.carouselVideos.link);
  expect(code).toBe(8);
  expect(stderr).toContain(`${join(file, 'below')}: This isn’t a folder`);
  expect((await stage.run('-o', file, scenes.photo.link)).stderr).toContain(`${file}: This isn’t a folder`);
  expect(stage.mediaRequests()).toEqual([]);
  const zipped = await stage.run('--zip', '-o', file, scenes.photo.link);
  expect([zipped.code, zipped.stderr]).toEqual([8, expect.stringContaining(`${file}: This isn’t a folder`)]);
});

test('leaves no file on a full disk, and does not report a kept one', async () => {
  for (const kind of [[], ['--zip']]) {
    const { code, stderr } = await stage.saveWithin(0, ...kind, '--name', 'full', scenes.video.link);
    expect(code).toBe(8);
    expect(stderr).toContain('The disk is full.');
    expect(stderr).not.toContain('partial download');
    expect(readdirSync(stage.out)).toEqual([]);
  }
});

test('rejects a folder in the place of the file or its part file, even with --force', async () => {
  mkdirSync(join(stage.out, 'one.mp4'), { recursive: true });
  mkdirSync(join(stage.out, 'two.part'));
  for (const force of [[], ['--force']]) {
    const { code, stderr } = await stage.save(...force, '--name', 'one', scenes.video.link);
    expect(code).toBe(8);
    expect(stderr).toContain(`${join(stage.out, 'one.mp4')}: A folder with this name already exists.`);
    const other = await stage.save(...force, '--name', 'two', scenes.video.link);
    expect(other.code).toBe(8);
    expect(other.stderr).not.toContain('partial download');
  }
  expect(readdirSync(stage.out).sort()).toEqual(['one.mp4', 'two.part']);
});
