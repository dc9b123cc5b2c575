import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SceneName, scenes } from '#test/fakes/threads/scenes.ts';
import { stageCommand } from '#test/support/command-line.ts';

let stage: Awaited<ReturnType<typeof stageCommand>>;
beforeAll(async () => {
  stage = await stageCommand();
});
beforeEach(() => stage.begin());
afterAll(() => stage.end());

const digestOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
const pathsOf = ({ stdout }: { stdout: Buffer }) => stdout.toString().trim().split('\n');

function fileOf(name: SceneName) {
  const { expected } = scenes[name];
  return 'items' in expected ? expected.items[0] : undefined;
}

// Two parts of a thread, posted within one second: both show one picture.
const { chainStranger } = scenes;
const parts = [chainStranger.link, chainStranger.link.replace('DemoBreak01', 'DemoBreak02')] as const;
const digests = chainStranger.whole?.items.map(({ sha256 }) => sha256);

test('posts of one second are all saved: the name that is taken is given with the code of the post', async () => {
  const saved = await stage.save(...parts);
  expect(saved.code).toBe(0);
  const paths = pathsOf(saved);
  expect(paths[0]).toMatch(/\/threads-image-1-\d{13}\.jpg$/);
  expect(paths[1]).toBe(paths[0]?.replace('.jpg', '-DemoBreak02.jpg'));
  expect(paths.map(digestOf)).toEqual(digests);
  const again = await stage.save(...parts.toReversed());
  expect([again.code, pathsOf(again)]).toEqual([0, paths.toReversed()]);
  expect(again.stderr.match(/is there already/g)).toHaveLength(2);
  expect(pathsOf(await stage.save('--force', parts[1]))).toEqual([paths[1]]);
  expect(paths.map(digestOf)).toEqual(digests);
  expect(readdirSync(stage.out)).toHaveLength(2);
});

test.each([
  ['from its beginning', 0],
  ['at its end', -1],
])('a file of the same length that differs %s is not taken for what was saved', async (_, place) => {
  const [path = ''] = pathsOf(await stage.save(scenes.video.link));
  const bytes = readFileSync(path);
  bytes.writeUInt8((bytes.at(place) ?? 0) ^ 1, place < 0 ? bytes.length + place : place);
  writeFileSync(path, bytes);
  const changed = digestOf(path);
  const again = await stage.save(scenes.video.link);
  const [other = ''] = pathsOf(again);
  expect(other).toBe(path.replace('.mp4', `-${scenes.video.code}.mp4`));
  expect([digestOf(path), digestOf(other)]).toEqual([changed, fileOf('video')?.sha256]);
  // A name that was asked for is not changed.
  const named = await stage.save('--name', path.slice(stage.out.length + 1, -4), scenes.video.link);
  expect([named.code, digestOf(path)]).toEqual([8, changed]);
});

test('what a host without parts gave is kept too', async () => {
  await stage.save(scenes.noRangeMedia.link);
  const again = await stage.save(scenes.noRangeMedia.link);
  expect([again.code, readdirSync(stage.out).length]).toEqual([0, 1]);
  expect(again.stderr).toContain('is there already');
});

test('what another post began under the name is left as it is', async () => {
  await stage.save(scenes.truncated.link);
  const [part = '', note = ''] = readdirSync(stage.out).sort();
  const notePath = join(stage.out, note);
  const begun = JSON.parse(readFileSync(notePath, 'utf8')) as { of: string };
  expect(begun.of).toContain(scenes.truncated.code);
  writeFileSync(notePath, JSON.stringify({ ...begun, of: 'DemoAnother 1' }));
  const { size } = statSync(join(stage.out, part));
  await stage.save(scenes.truncated.link);
  const own = part.replace('.part', `-${scenes.truncated.code}.part`);
  expect(readdirSync(stage.out).sort()).toEqual([own, `${own}.json`, part, note].sort());
  expect(statSync(join(stage.out, part)).size).toBe(size);
});
