import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { findFfmpeg } from '#test/support/programs.ts';
import type { FileMetadata } from '../contract.ts';
import { sniffBytes } from '../upstream/sniff.ts';
import { insertMetadata, planInsertion } from './insert-metadata.ts';
import { formatXmp } from './xmp.ts';

const metadata: FileMetadata = {
  author: 'Maya “Ink” <3 (@maya.ink)',
  link: 'https://www.threads.com/@maya.ink/post/DAbc',
  date: '2026-10-02T07:30:00.000Z',
  alt: 'A fox & a หมา 🦊 on a hill',
};
const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
const image = sharp({ create: { width: 64, height: 48, channels: 3, background: '#36c', noise } });
const jpeg = await image.jpeg().toBuffer();
const png = await image.png().toBuffer();
const withExif = await image
  .withExif({ IFD0: { Artist: 'somebody' } })
  .jpeg()
  .toBuffer();
const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer();

test.each([
  ['jpg', jpeg],
  ['jpg', withExif],
  ['png', png],
])('a reader finds the metadata in a %s, and the same pixels', async (extension, bytes) => {
  const saved = insertMetadata(bytes, extension, metadata);
  const { xmpAsString = '' } = await sharp(saved).metadata();
  for (const text of ['&lt;3 (@maya.ink)', metadata.link, metadata.date, 'A fox &amp; a หมา 🦊 on a hill'])
    expect(xmpAsString).toContain(text);
  expect(await pixels(saved)).toEqual(await pixels(bytes));
});

test('the JFIF segment of a JPG and the header of a PNG stay the first', async () => {
  const jfif = Buffer.from('ffe000104a46494600010100000100010000', 'hex');
  const withJfif = Buffer.concat([jpeg.subarray(0, 2), jfif, jpeg.subarray(2)]);
  const saved = insertMetadata(withJfif, 'jpg', metadata);
  expect(saved.subarray(0, 20)).toEqual(withJfif.subarray(0, 20));
  expect((await sharp(saved).metadata()).xmpAsString).toContain(metadata.link);
  expect(insertMetadata(png, 'png', metadata).subarray(0, 33)).toEqual(png.subarray(0, 33));
});

const program = findFfmpeg();

test.runIf(program)(
  'ffprobe finds the metadata in an MP4, and the same packets at the same places',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'unspool-metadata-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const probe = (bytes: Buffer, ...args: string[]) => {
      const path = join(folder, 'a.mp4');
      writeFileSync(path, bytes);
      const options = ['-v', 'error', '-export_xmp', '1', '-of', 'json', ...args, path];
      const result = spawnSync(program?.replace(/ffmpeg$/, 'ffprobe') ?? '', options);
      expect(result.stderr.toString()).toBe('');
      return result.stdout.toString();
    };
    const video = readFileSync('test/fakes/threads/media/portrait.mp4');
    const saved = insertMetadata(video, 'mp4', metadata);
    expect(saved.subarray(0, video.length)).toEqual(video);
    const { format } = JSON.parse(probe(saved, '-show_format'));
    expect(format.tags.xmp).toContain(metadata.link);
    expect(format.tags.xmp).toContain('หมา 🦊');
    const packets = ['-show_packets', '-show_data_hash', 'md5'];
    expect(probe(saved, ...packets)).toBe(probe(video, ...packets));
  },
);

test('nothing is inserted into other formats, or into what is no PNG', async () => {
  const webp = await image.webp().toBuffer();
  for (const extension of ['webp', 'gif', 'heic', 'avif', 'webm', 'mp3', '', 'constructor'])
    expect(planInsertion(metadata, extension, webp)).toBeNull();
  for (const bytes of [png.subarray(0, 32), Buffer.alloc(64)])
    expect(planInsertion(metadata, 'png', bytes)).toBeNull();
  expect(insertMetadata(jpeg, 'jpg', undefined)).toBe(jpeg);
});

test('whatever the first bytes are, the insertion is within them', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: sniffBytes }),
      fc.constantFrom('jpg', 'png', 'mp4'),
      (tail, extension) => {
        const firstBytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), tail]);
        const at = planInsertion(metadata, extension, firstBytes)?.at ?? 0;
        expect(at).toBeLessThanOrEqual(firstBytes.length);
      },
    ),
  );
});

test('whatever the texts are, the packet is well-formed, and small enough for a segment of a JPG', () => {
  const parts = [
    '<',
    '>',
    '&',
    '"',
    ']]>',
    '<?xpacket end="w"?>',
    '\0',
    '\u001b',
    '\ud800',
    '\uffff',
    'ก',
    '🦊',
    ' ',
  ];
  const text = fc.array(fc.constantFrom(...parts), { maxLength: 200 }).map((list) => list.join(''));
  fc.assert(
    fc.property(text, text, text, (author, link, alt) => {
      const xmp = formatXmp({ author, link, alt }).toString();
      expect(xmp.length).toBeLessThan(65_000);
      expect(xmp.match(/<\?xpacket/g)).toHaveLength(2);
      expect([...xmp].every((character) => character >= ' ' && character !== '\uffff')).toBe(true);
      expect(xmp.match(/&(?!amp;|lt;|gt;|quot;)/)).toBeNull();
      expect(xmp.match(/<rdf:li/g)).toHaveLength(alt === '' ? 1 : 3);
    }),
  );
});
