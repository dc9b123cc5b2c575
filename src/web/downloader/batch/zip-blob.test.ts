import { buffer } from 'node:stream/consumers';
import { crc32 as nodeCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeZip } from '#platform/zip-writer.ts';
import { crc32, createZipBlob } from './zip-blob.ts';

test('the checksum is that of Node, whatever the parts', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 50 })), (parts) => {
      const [own, expected] = [crc32, nodeCrc32].map((sum) => parts.reduce((crc, part) => sum(part, crc), 0));
      expect(own).toBe(expected);
    }),
  );
});

test("the page's ZIP has the bytes that the server would write", async () => {
  const lastModified = new Date('2026-10-02T07:30:00.000Z');
  const media = new Uint8Array(200_000).fill(7);
  const blob = await createZipBlob([
    { name: 'mira_DAone/01.mp4', input: new Blob([media]), lastModified },
    { name: 'mira_DAone/post.txt', input: 'ข้อความ', lastModified },
  ]);
  const entries = [
    { name: 'mira_DAone/01.mp4', content: media },
    { name: 'mira_DAone/post.txt', content: Buffer.from('ข้อความ') },
  ].map(({ name, content }) => ({
    name,
    bytes: content.length,
    modified: lastModified,
    async *open() {
      yield content;
    },
  }));
  const expected = await buffer(writeZip(entries, nodeCrc32));
  expect(blob.type).toBe('application/zip');
  expect(Buffer.from(await blob.arrayBuffer()).equals(expected)).toBe(true);
});

test('a file that cannot be read rejects the ZIP', async () => {
  const lost = new Blob(['abc']);
  lost.stream = () =>
    new ReadableStream({
      pull() {
        throw new Error('gone');
      },
    });
  const lastModified = new Date(0);
  await expect(createZipBlob([{ name: 'a', input: lost, lastModified }])).rejects.toThrow();
});
