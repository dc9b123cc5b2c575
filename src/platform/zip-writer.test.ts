import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { crc32, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasProgram, type Program } from '#test/support/programs.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import {
  countFileBytes,
  entryDataLength,
  storedPosition,
  takeFileBytes,
  writeZip,
  type ZipEntry,
  zipLength,
} from './zip-writer.ts';

/** The local header of a file named `a`. */
const headBytes = 40;
const modified = new Date('2026-10-02T07:30:00.000Z');

function createEntry(name: string, content: Uint8Array, chunkBytes = 10_000, date = modified): ZipEntry {
  return {
    name,
    bytes: content.length,
    modified: date,
    async *open() {
      for (let at = 0; at < content.length; at += chunkBytes) yield content.subarray(at, at + chunkBytes);
    },
  };
}

async function pack(entries: readonly ZipEntry[]): Promise<Buffer> {
  return buffer(writeZip(entries, crc32));
}

const fill = (bytes: number) => Uint8Array.from({ length: bytes }, (_, at) => at ^ (at >> 8));

test.each([0, 1, 65_534, 65_535, 65_536, 131_070, 200_000])(
  'a ZIP with a file of %d bytes has the announced length and the same bytes, however the file arrives',
  async (bytes) => {
    const content = fill(bytes);
    const zips = [1_000, 65_535, 65_536, 200_000].map((chunk) => [
      createEntry('a', content, chunk),
      createEntry('b', content, chunk),
    ]);
    const [first, ...others] = await Promise.all(zips.map(pack));
    expect(first?.length).toBe(zipLength(zips[0] ?? []));
    for (const other of others) expect(first && other.equals(first)).toBe(true);
    const data = first?.subarray(headBytes, headBytes + entryDataLength(bytes) - 16) ?? Buffer.alloc(0);
    expect(inflateRawSync(data).equals(content)).toBe(true);
  },
);

test('the time of a file is written in UTC, within the years of the format', async () => {
  const read = async (date: string) => {
    const zip = await pack([createEntry('a', fill(1), 1, new Date(date))]);
    return [zip.readUInt16LE(10), zip.readUInt16LE(12), zip.readUInt32LE(31 + 5)];
  };
  const [hours, minutes] = [7 << 11, 30 << 5];
  expect(await read('2026-10-02T07:30:59.000Z')).toEqual([
    hours | minutes | 29,
    (46 << 9) | (10 << 5) | 2,
    Date.parse('2026-10-02T07:30:59.000Z') / 1000,
  ]);
  expect(await read('1970-01-01T00:00:00.000Z')).toEqual([0, 0x21, 0]);
  expect(await read('2150-01-01T00:00:00.000Z')).toEqual([0, (127 << 9) | (1 << 5) | 1, 0x7fff_ffff]);
});

test('every part of a file is found in its framed bytes', async () => {
  const content = fill(200_000);
  const data = (await pack([createEntry('a', content)])).subarray(headBytes);
  fc.assert(
    fc.property(fc.nat(content.length - 1), fc.integer({ min: 1, max: 150_000 }), (at, length) => {
      const part = content.subarray(at, at + length);
      const from = storedPosition(at);
      const framed = data.subarray(from, storedPosition(at + part.length - 1) + 1);
      expect(Buffer.concat(takeFileBytes(framed, at)).equals(part)).toBe(true);
      expect(countFileBytes(from)).toBe(at);
      expect(countFileBytes(from + 1)).toBe(at + 1);
    }),
  );
  expect([0, 4, 5, 6, 65_540, 65_544].map(countFileBytes)).toEqual([0, 0, 0, 1, 65_535, 65_535]);
});

test.each(['../a', 'a/../b', '/a', 'C:a', 'a\\b'])('the name %s is rejected', (name) => {
  expect(() => zipLength([createEntry(name, fill(1))])).toThrow('unsafe');
});

test('a file that is too large is rejected before anything is written', () => {
  expect(() => zipLength([{ ...createEntry('a', fill(1)), bytes: 2 ** 32 - 9 }])).toThrow(RangeError);
});

const names = ['01-เช้าวันหนึ่ง.mp4', 'folder/02-山还是那座山🏔️.webp', '03-Buổi sáng.jpg', "04-it's.gif", 'empty'];
const contents = names.map((_, index) => fill(index === 4 ? 0 : 70_000 * index + 7));
const files = names.map((name, index) => createEntry(name, contents[index] ?? fill(0)));
const run = promisify(execFile);

async function storeZip(): Promise<string> {
  const folder = temporaryFolder();
  await writeFile(join(folder, 'a.zip'), await pack(files));
  return folder;
}

test.each<[Program, string]>([
  ['unzip', 'unzip -q a.zip'],
  ['python3', 'python3 -m zipfile -e a.zip .'],
  ['busybox', 'busybox unzip -q a.zip'],
  ['bsdtar', 'bsdtar -xf a.zip'],
  ['bsdtar', 'cat a.zip | bsdtar -xf -'],
])('%s extracts every file with "%s"', async (program, command) => {
  if (!hasProgram(program)) return;
  const folder = await storeZip();
  await run('env', ['LC_ALL=C.UTF-8', 'sh', '-c', command], { cwd: folder });
  for (const [index, name] of names.entries())
    expect((await readFile(join(folder, name))).equals(contents[index] ?? fill(0)), name).toBe(true);
});

/** Reads from front to back, without the directory, as Android's file managers and servers do. Verifies checksums. */
const javaReader = `import java.io.FileInputStream;
import java.io.PrintStream;
import java.util.zip.*;
public class ReadZip {
  public static void main(String[] args) throws Exception {
    PrintStream out = new PrintStream(System.out, true, "UTF-8");
    ZipInputStream zip = new ZipInputStream(new FileInputStream(args[0]));
    for (ZipEntry entry; (entry = zip.getNextEntry()) != null; )
      out.println(entry.getName() + " " + zip.readAllBytes().length + " " + entry.getTime());
  }
}
`;

test.skipIf(!hasProgram('java'))("Java's stream reader reads every file with its time", async () => {
  const folder = await storeZip();
  await writeFile(join(folder, 'ReadZip.java'), javaReader);
  const { stdout } = await run('java', ['ReadZip.java', 'a.zip'], { cwd: folder });
  expect(stdout.trim().split('\n')).toEqual(
    names.map((name, index) => `${name} ${contents[index]?.length} ${modified.getTime()}`),
  );
});
