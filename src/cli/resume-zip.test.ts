import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { stageCommand } from '#test/support/command-line.ts';

const { link } = scenes.carouselVideos;
const name = `threads-${scenes.carouselVideos.username}-${scenes.carouselVideos.code}.zip`;
const blockBytes = 512;

let stage: Awaited<ReturnType<typeof stageCommand>>;
let whole: Buffer;
beforeAll(async () => {
  stage = await stageCommand();
  whole = (await stage.run('--zip', '-o', '-', link)).stdout;
});
beforeEach(() => stage.begin());
afterAll(() => stage.end());

const inOut = (end: string) => join(stage.out, name + end);
const isWhole = () => readFileSync(inOut('')).equals(whole);
/** Ranges of more than the first look at each file. */
const fetched = () => stage.mediaRequests().flatMap(({ headers }) => (isLook(headers) ? [] : [headers]));
const isLook = ({ range }: { range?: string | undefined }) => range === 'bytes=0-63';

/** Leaves the beginning of the ZIP, as a disk without room for more does. */
async function breakOff(share: number, ...args: string[]): Promise<number> {
  const blocks = Math.floor((whole.length * share) / blockBytes);
  const { code } = await stage.saveWithin(blocks, '--zip', ...args, link);
  expect(code).toBe(8);
  expect(readdirSync(stage.out).sort()).toEqual([`${name}.part`, `${name}.part.json`]);
  stage.fake.reset();
  return blocks * blockBytes;
}

test('a ZIP that broke off is gone on with: what came is not fetched again, and it is the same to the byte', async () => {
  const bytes = await breakOff(0.6);
  expect(statSync(inOut('.part')).size).toBe(bytes);
  const { code, stdout } = await stage.save('--zip', link);
  expect([code, stdout.toString()]).toEqual([0, `${inOut('')}\n`]);
  expect(isWhole()).toBe(true);
  expect(readdirSync(stage.out)).toEqual([name]);
  // Five files: those that were whole are not asked for, one goes on within itself, the others come from their start.
  const [within, ...others] = fetched();
  expect(within).toMatchObject({
    range: expect.stringMatching(/^bytes=[1-9]\d*-$/),
    'if-range': expect.anything(),
  });
  expect(others.length).toBeLessThan(4);
  for (const { range } of others) expect(range).toBeUndefined();
});

test('an interrupted ZIP is kept, and said to be', async () => {
  const running = stage.start('--zip', '-o', stage.out, scenes.stalledMedia.link);
  const found = () =>
    (existsSync(stage.out) ? readdirSync(stage.out) : []).find((one) => one.endsWith('.part'));
  await expect
    .poll(() => statSync(join(stage.out, found() ?? 'none'), { throwIfNoEntry: false })?.size)
    .toBeGreaterThan(1e4);
  running.interrupt();
  const { code, stderr, stdout } = await running.ended;
  expect([code, stdout.toString()]).toEqual([130, '']);
  expect(stderr).toContain(`What has arrived is kept in ${join(stage.out, found() ?? '')}.`);
  expect(stderr).toContain('run the same command again');
});

test('a part that is no longer what was written, or of another plan, is begun anew', async () => {
  await breakOff(0.6);
  const part = readFileSync(inOut('.part'));
  part.writeUInt8(part.readUInt8(1_000) ^ 1, 1_000);
  writeFileSync(inOut('.part'), part);
  expect((await stage.save('--zip', link)).code).toBe(0);
  expect(isWhole()).toBe(true);

  stage.begin();
  const bytes = await breakOff(0.9, '--name', '{code}-{index}');
  const { code } = await stage.save('--zip', link);
  expect(code).toBe(0);
  expect(isWhole()).toBe(true);
  expect(bytes).toBeGreaterThan(0);
  expect(fetched().every(({ range }) => range === undefined)).toBe(true);
});

test('somebody else’s file that ends in .zip.part is replaced only by force, and never removed', async () => {
  mkdirSync(stage.out);
  writeFileSync(inOut('.part'), 'mine');
  const refused = await stage.save('--zip', link);
  expect(refused.code).toBe(8);
  expect(refused.stderr).toContain(`${inOut('.part')}: There is another file of this name. Give --force`);
  expect(readFileSync(inOut('.part'), 'utf8')).toBe('mine');
  expect(readdirSync(stage.out)).toEqual([`${name}.part`]);
  expect(fetched()).toEqual([]);
  expect((await stage.save('--zip', '--force', link)).code).toBe(0);
  expect(isWhole()).toBe(true);
  expect(readdirSync(stage.out)).toEqual([name]);
});

test('a ZIP that is there is kept, and another file of its name is named and replaced only by force', async () => {
  expect((await stage.save('--zip', link)).code).toBe(0);
  expect((await stage.save('--zip', link)).stderr).toContain('is there already');
  writeFileSync(inOut(''), 'mine');
  const refused = await stage.save('--zip', link);
  expect(refused.code).toBe(8);
  expect(refused.stderr).toContain(`${inOut('')}: There is another file of this name.`);
  expect(readFileSync(inOut(''), 'utf8')).toBe('mine');
});
