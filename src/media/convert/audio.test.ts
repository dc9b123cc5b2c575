import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { findFfmpeg, makeVideo } from '#test/support/programs.ts';
import { stressRuns } from '#test/support/stress.ts';
import { conversionLimits } from '../contract.ts';
import { sniffMediaType } from '../upstream/sniff.ts';
import { createAudioExtractor } from './audio.ts';
import { openTempFile } from './temp-file.ts';

const scene = (name: string) => readFileSync(`test/fakes/threads/media/${name}.mp4`);
const extract = createAudioExtractor();

async function convert(bytes: Buffer, extractAudio = extract) {
  const folder = await mkdtemp(join(tmpdir(), 'unspool-audio-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const opened = await openTempFile(folder);
  if (!opened.ok) throw opened.error;
  await using video = opened.value;
  await video.writeFile(bytes);
  return await extractAudio(video);
}

/** A box of an MP4. */
function box(type: string, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

test('the audio of a video becomes an M4A with its index first', async () => {
  const result = await convert(scene('portrait'));
  if (!result.ok) throw new Error(String(result.error.cause));
  expect(sniffMediaType(result.value, '')).toMatchObject({ extension: 'm4a' });
  expect(result.value.indexOf('moov')).toBeGreaterThan(0);
  expect(result.value.indexOf('moov')).toBeLessThan(result.value.indexOf('mdat'));
});

const program = findFfmpeg();
const packetDigest = (bytes: Buffer) => {
  const args = '-hide_banner -loglevel error -i pipe:0 -map 0:a:0 -c copy -f md5 -'.split(' ');
  const result = spawnSync(program ?? '', args, { input: bytes });
  expect(result.stderr.toString()).toBe('');
  return result.stdout.toString();
};

test.runIf(program)('every packet is copied as it is', async () => {
  const source = '-f lavfi -i testsrc=d=2:s=64x48:r=10 -f lavfi -i sine=d=2 -c:v mpeg4 -c:a aac'.split(' ');
  const fragmented = makeVideo(program ?? '', source);
  for (const video of [fragmented, scene('portrait')]) {
    const result = await convert(video);
    if (!result.ok) throw new Error(String(result.error.cause));
    expect(packetDigest(result.value)).toBe(packetDigest(video));
  }
});

test('a video without an audio track fails with conversion.no_sound', async () => {
  expect(await convert(scene('loop'))).toMatchObject({ error: { code: 'conversion.no_sound' } });
});

test('more audio than the limit fails with conversion.too_large', async () => {
  const small = createAudioExtractor({ ...conversionLimits, outputBytes: 900 });
  expect(await convert(scene('portrait'), small)).toMatchObject({ error: { code: 'conversion.too_large' } });
});

test.each([
  ['empty', Buffer.alloc(0)],
  ['a playlist', Buffer.from('#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/secret\n#EXT-X-ENDLIST\n')],
  ['another format', Buffer.from('RIFF0000AVI LIST')],
  ['noise', Buffer.alloc(20_000, 0xff)],
  ['cut in its index', scene('portrait').subarray(0, 400)],
  ['cut in its media', scene('portrait').subarray(0, scene('portrait').length / 2)],
  [
    'nested too deeply',
    Array.from({ length: 20_000 }).reduce<Buffer>((inner) => box('moov', inner), box('free')),
  ],
])('a file that is %s fails', async (_, bytes) => {
  const result = await convert(bytes);
  expect(result).toMatchObject({ ok: false, error: { code: expect.stringMatching(/^conversion\./) } });
});

const containers = ['moov', 'trak', 'mdia', 'minf', 'stbl'];

/** Replaces every box of a type, at any depth, and adapts the sizes around it. */
function replaceBoxes(bytes: Buffer, type: string, content: Buffer): Buffer {
  const boxes: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) {
    const current = bytes.toString('latin1', at + 4, at + 8);
    const inner = bytes.subarray(at + 8, at + bytes.readUInt32BE(at));
    if (current === type) boxes.push(box(type, content));
    else boxes.push(box(current, containers.includes(current) ? replaceBoxes(inner, type, content) : inner));
  }
  return Buffer.concat(boxes);
}

test('an index that takes too much memory fails with conversion.too_large, and the next video is read', async () => {
  const limited = createAudioExtractor({ ...conversionLimits, audioHeapMb: 32 });
  // The parser makes an object of every entry.
  const table = Buffer.alloc(8 + 8 * 1_000_000, 1);
  table.writeUInt32BE(1_000_000, 4);
  const hostile = replaceBoxes(scene('portrait'), 'stts', table);
  expect(await convert(hostile, limited)).toMatchObject({ error: { code: 'conversion.too_large' } });
  expect((await convert(scene('portrait'), limited)).ok).toBe(true);
});

test('whatever bytes of an index are changed, the result is a file or a coded error', async () => {
  const hasty = createAudioExtractor({ ...conversionLimits, audioMs: 1_000 });
  const video = scene('portrait');
  const from = video.indexOf('moov');
  const length = video.readUInt32BE(from - 4);
  const change = fc.record({
    at: fc.nat({ max: length - 1 }),
    value: fc.oneof(fc.constantFrom(0, 0x7f, 0xff), fc.integer({ min: 0, max: 255 })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
      const bytes = Buffer.from(video);
      for (const { at, value } of changes) bytes[from + at] = value;
      const result = await convert(bytes, hasty);
      if (!result.ok) expect(result.error.code).toMatch(/^conversion\./);
    }),
    { numRuns: stressRuns(60, 5_000) },
  );
});
