import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { stageCommand } from '#test/support/command-line.ts';
import { digestFile, expectedFiles } from './fixtures/saved-files.ts';

const stage = await stageCommand();
beforeEach(() => stage.reset());
afterAll(() => stage.dispose());

const parsePaths = ({ stdout }: { stdout: Buffer }) => stdout.toString().trim().split('\n');

// Two posts of a thread, published in the same second, with one image each.
const { threadStranger } = scenes;
const parts = [threadStranger.link, threadStranger.link.replace('DemoBreak01', 'DemoBreak02')] as const;
const digests = threadStranger.expectedThread?.items.map(({ sha256 }) => sha256);

test('adds the code of the post to the name if another post of the same second has that name', async () => {
  const saved = await stage.save(...parts);
  expect(saved.code).toBe(0);
  const paths = parsePaths(saved);
  expect(paths[0]).toMatch(/\/threads-image-1-\d{13}\.jpg$/);
  expect(paths[1]).toBe(paths[0]?.replace('.jpg', '-DemoBreak02.jpg'));
  expect(paths.map(digestFile)).toEqual(digests);
  const repeated = await stage.save(...parts.toReversed());
  expect([repeated.code, parsePaths(repeated)]).toEqual([0, paths.toReversed()]);
  expect(repeated.stderr.match(/already exists/g)).toHaveLength(2);
  expect(parsePaths(await stage.save('--force', parts[1]))).toEqual([paths[1]]);
  expect(paths.map(digestFile)).toEqual(digests);
  expect(readdirSync(stage.out)).toHaveLength(2);
});

test.each([
  ['from its beginning', 0],
  ['at its end', -1],
])('does not mistake a file of the same length that differs %s for the saved one', async (_, offset) => {
  const [path = ''] = parsePaths(await stage.save(scenes.video.link));
  const bytes = readFileSync(path);
  bytes.writeUInt8((bytes.at(offset) ?? 0) ^ 1, offset < 0 ? bytes.length + offset : offset);
  writeFileSync(path, bytes);
  const changed = digestFile(path);
  const repeated = await stage.save(scenes.video.link);
  const [other = ''] = parsePaths(repeated);
  expect(other).toBe(path.replace('.mp4', `-${scenes.video.code}.mp4`));
  expect([digestFile(path), digestFile(other)]).toEqual([changed, expectedFiles('video')[0]?.sha256]);
  // A name from --name is not changed.
  const named = await stage.save('--name', path.slice(stage.out.length + 1, -4), scenes.video.link);
  expect([named.code, digestFile(path)]).toEqual([8, changed]);
});

test('keeps a saved file whose host has no range support', async () => {
  await stage.save(scenes.noRangeMedia.link);
  const repeated = await stage.save(scenes.noRangeMedia.link);
  expect([repeated.code, readdirSync(stage.out).length]).toEqual([0, 1]);
  expect(repeated.stderr).toContain('already exists');
});

test('leaves the part file of another post unchanged', async () => {
  await stage.save(scenes.truncated.link);
  const [part = '', metadataFile = ''] = readdirSync(stage.out).sort();
  const metadataPath = join(stage.out, metadataFile);
  const metadata = JSON.parse(readFileSync(metadataPath, 'utf8')) as { of: string };
  expect(metadata.of).toContain(scenes.truncated.code);
  writeFileSync(metadataPath, JSON.stringify({ ...metadata, of: 'DemoAnother 1' }));
  const { size } = statSync(join(stage.out, part));
  await stage.save(scenes.truncated.link);
  const ownPart = part.replace('.part', `-${scenes.truncated.code}.part`);
  expect(readdirSync(stage.out).sort()).toEqual([ownPart, `${ownPart}.json`, part, metadataFile].sort());
  expect(statSync(join(stage.out, part)).size).toBe(size);
});
