import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { hasProgram } from '#test/support/has-program.ts';
import { createZipLayout } from './zip-layout.ts';

const date = new Date('2026-10-02T07:30:00.000Z');
const content = Buffer.from('a file of a post, again and again. '.repeat(3_000));
const createEntry = (name: string, bytes = content.length, body = content) => ({
  name,
  bytes,
  open: async () => Readable.from([body.subarray(0, 9), body.subarray(9)]),
});

const names = ['01-เช้าวันหนึ่ง.mp4', '02-山还是那座山🏔️.webp', '03-Buổi sáng trên đồi.jpg', "04-it's.gif"];

test('a ZIP has the announced length and reproducible bytes', async () => {
  const layout = createZipLayout(
    names.map((name) => createEntry(name)),
    [{ name: 'post.txt', text: 'ข้อความ' }],
    date,
  );
  const first = await buffer(layout.write());
  expect(first.length).toBe(layout.bytes);
  expect((await buffer(layout.write())).equals(first)).toBe(true);
});

const run = (command: string, args: string[]) =>
  new Promise<string>((resolve, reject) => {
    execFile(command, args, { encoding: 'utf8' }, (error, out) => (error ? reject(error) : resolve(out)));
  });

const script = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    print(json.dumps([[i.filename, i.file_size, list(i.date_time), i.compress_type] for i in z.infolist()]))
`;

test.skipIf(!hasProgram('python3'))("Python's zipfile opens the ZIP with names in every script", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'unspool-zip-'));
  const path = join(folder, 'a.zip');
  await writeFile(
    path,
    await buffer(
      createZipLayout(
        names.map((name) => createEntry(name)),
        [],
        date,
      ).write(),
    ),
  );
  const listed: unknown[][] = JSON.parse(await run('python3', ['-c', script, path]));
  await rm(folder, { recursive: true });
  expect(listed.map(([name]) => name)).toEqual(names);
  for (const [, bytes, [year, month], method] of listed as [string, number, number[], number][])
    expect([bytes, year, month, method]).toEqual([content.length, 2026, 10, 0]);
});

test.each([
  ['shorter', content.length + 1],
  ['longer', content.length - 1],
])('a file that is %s than announced fails the ZIP', async (_, bytes) => {
  const layout = createZipLayout([createEntry('a'), createEntry('b', bytes), createEntry('c')], [], date);
  await expect(buffer(layout.write())).rejects.toThrow(/than expected/);
});

test("a file that can't be opened or read fails the ZIP, and no further file is opened", async () => {
  let opened = 0;
  const last = { name: 'z', bytes: 1, open: async () => Readable.from([Buffer.from([opened++])]) };
  for (const open of [
    async () => Promise.reject(new Error('gone')),
    async () =>
      new Readable({
        read() {
          this.destroy(new Error('gone'));
        },
      }),
  ]) {
    const layout = createZipLayout([createEntry('a'), { name: 'b', bytes: 5, open }, last], [], date);
    await expect(buffer(layout.write())).rejects.toThrow('gone');
  }
  expect(opened).toBe(0);
});

test('destroying the output closes the open file', async () => {
  const source = new Readable({ read: () => undefined });
  const layout = createZipLayout([{ name: 'a', bytes: 100, open: async () => source }], [], date);
  const output = layout.write();
  const closed = new Promise((resolve) => source.once('close', resolve));
  source.push('beginning');
  output.once('data', () => output.destroy());
  await closed;
  expect(source.destroyed).toBe(true);
});

test('file names must be unique ignoring case', () => {
  expect(() => createZipLayout([createEntry('a.jpg'), createEntry('A.JPG')], [], date)).toThrow(TypeError);
});
