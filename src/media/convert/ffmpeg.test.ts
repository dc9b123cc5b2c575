import { chmodSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { findFfmpeg, makeVideo } from '#test/support/programs.ts';
import { conversionLimits, type MediaError } from '../contract.ts';
import { detectCapabilities, listConversions, noCapabilities } from '../conversion-capabilities.ts';
import { createFfmpeg, probeFfmpeg } from './ffmpeg.ts';
import { openTempFile } from './temp-file.ts';

const program = findFfmpeg();
/** `video`: seconds and size of a silent video. */
const makeTestVideo = (video: string) =>
  makeVideo(program ?? '', `-f lavfi -i testsrc=${video}:r=10 -c:v mpeg4`.split(' '));

async function scratchFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'unspool-ffmpeg-'));
  return {
    folder,
    async writeTempFile(bytes: Buffer) {
      const opened = await openTempFile(folder);
      if (!opened.ok) throw opened.error;
      await opened.value.writeFile(bytes);
      return opened.value;
    },
    async [Symbol.asyncDispose]() {
      expect(readdirSync(folder)).toEqual([]);
      rmSync(folder, { recursive: true });
    },
  };
}

type ConvertResult = { ok: true; value: Buffer } | { ok: false; error: MediaError };
async function createGif(bytes: Buffer, limits = {}): Promise<ConvertResult> {
  await using scene = await scratchFolder();
  await using video = await scene.writeTempFile(bytes);
  const ffmpeg = createFfmpeg(program ?? '', { ...conversionLimits, ...limits });
  return await ffmpeg.createGif(video, AbortSignal.timeout(30_000));
}

test.runIf(program)('a silent video becomes an endlessly looping GIF with all of its frames', async () => {
  const result = await createGif(makeTestVideo('d=0.5:s=64x48'));
  if (!result.ok) throw new Error(String(result.error.cause));
  const { format, pages, loop, width, pageHeight } = await sharp(result.value, { animated: true }).metadata();
  expect({ format, pages, loop, width, pageHeight }).toEqual({
    format: 'gif',
    pages: 5,
    loop: 0,
    width: 64,
    pageHeight: 48,
  });
});

test.runIf(program)('output and pixel limits are enforced', async () => {
  const video = makeTestVideo('d=0.4:s=320x240');
  expect(await createGif(video, { outputBytes: 3_000 })).toMatchObject({
    error: { code: 'conversion.too_large' },
  });
  expect((await createGif(video, { videoPixels: 320 * 240 - 1 })).ok).toBe(false);
});

test.runIf(program)('playlists, other formats and truncated videos are rejected', async () => {
  const video = makeTestVideo('d=0.4:s=64x48');
  const files = [
    Buffer.from('#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/secret\n#EXT-X-ENDLIST\n'),
    Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n"),
    Buffer.from('RIFF0000AVI LIST'),
    Buffer.alloc(0),
    Buffer.alloc(20_000, 0xff),
    video.subarray(0, 200),
    Buffer.concat([video.subarray(0, 24), Buffer.alloc(5_000, 'moov')]),
  ];
  for (const bytes of files) {
    expect(await createGif(bytes)).toMatchObject({ error: { code: 'conversion.failed' } });
  }
});

test.runIf(program)('an aborted conversion leaves no files behind', async () => {
  await using scene = await scratchFolder();
  await using video = await scene.writeTempFile(makeTestVideo('d=20:s=640x480'));
  const controller = new AbortController();
  const conversion = createFfmpeg(program ?? '', conversionLimits).createGif(video, controller.signal);
  controller.abort();
  expect((await conversion).ok).toBe(false);
});

test.runIf(program)('the installed ffmpeg passes the probe', async () => {
  await using scene = await scratchFolder();
  expect(await probeFfmpeg(program ?? '', scene.folder, conversionLimits)).toMatchObject({ ok: true });
});

test('a wrong path or a program that is not ffmpeg is logged and not used', async () => {
  await using scene = await scratchFolder();
  const other = join(tmpdir(), `unspool-no-ffmpeg-${process.pid}`);
  writeFileSync(other, '#!/bin/sh\necho something else\n');
  chmodSync(other, 0o755);
  const logs: string[] = [];
  const log = {
    info: (text: string) => void logs.push(text),
    warn: ({ reason }: { reason: string }) => void logs.push(reason),
  };
  for (const path of ['/nowhere/ffmpeg', other, '/bin/false', null]) {
    const { ffmpeg, extractAudio } = await detectCapabilities(path, scene.folder, log);
    expect([ffmpeg, typeof extractAudio]).toEqual([null, 'function']);
  }
  expect(logs).toEqual([
    expect.stringContaining('ENOENT'),
    'not an ffmpeg program',
    'not an ffmpeg program',
    expect.stringContaining('FFMPEG_PATH is not set'),
  ]);
  const { extractAudio } = await detectCapabilities(null, join(scene.folder, 'missing'), log);
  expect([extractAudio, logs.at(-1)]).toEqual([null, expect.stringContaining('no M4A')]);
  rmSync(other);
});

const allCapabilities = {
  canDecode: async (extension: string) => ['jpg', 'png', 'webp', 'gif'].includes(extension),
  extractAudio: {} as never,
  ffmpeg: {} as never,
};
const video = { type: 'video', format: 'MP4', durationSeconds: 8, hasAudio: true } as const;
const image = { type: 'image', format: 'WEBP', durationSeconds: null, hasAudio: null } as const;
const loop = { type: 'gif', format: 'MP4', durationSeconds: null, hasAudio: false } as const;

test.each([
  ['a WebP', image, ['WEBP'], ['jpg', 'png']],
  ['a JPG', { ...image, format: 'JPG' }, ['JPG'], ['png']],
  ['a WebP beside its JPG', image, ['WEBP', 'JPG'], ['png']],
  ['a HEIC that can not be read', { ...image, format: 'HEIC' }, ['HEIC'], []],
  ['a video with sound', video, ['MP4'], ['m4a']],
  ['a video that may have sound', { ...video, hasAudio: null }, ['MP4'], ['m4a']],
  ['a short silent video', { ...video, hasAudio: false }, ['MP4'], ['gif']],
  ['a long silent video', { ...video, hasAudio: false, durationSeconds: 31 }, ['MP4'], []],
  ['a silent video of unknown length', { ...video, hasAudio: false, durationSeconds: null }, ['MP4'], []],
  ['a loop', loop, ['MP4'], ['gif']],
  ['a loop that Threads has as a GIF', loop, ['GIF', 'WEBP', 'MP4'], []],
  ['a moving WebP', { ...loop, format: 'WEBP' }, ['WEBP', 'MP4'], ['gif']],
  ['a GIF', { ...loop, format: 'GIF' }, ['GIF'], []],
  ['a voice note', { type: 'audio', format: 'M4A', durationSeconds: 3, hasAudio: true }, ['M4A'], []],
] as const)(
  '%s is offered in the formats that it does not have yet',
  async (_name, file, formats, expected) => {
    expect(await listConversions(allCapabilities, file, formats)).toEqual(expected);
  },
);

test('only conversions that this server supports are offered', async () => {
  expect(await listConversions({ ...allCapabilities, ffmpeg: null }, video, ['MP4'])).toEqual(['m4a']);
  expect(await listConversions({ ...allCapabilities, extractAudio: null }, video, ['MP4'])).toEqual([]);
  expect(await listConversions({ ...allCapabilities, ffmpeg: null }, loop, ['MP4'])).toEqual([]);
  expect(
    await listConversions({ ...allCapabilities, canDecode: async () => true }, { ...image, format: 'HEIC' }, [
      'HEIC',
    ]),
  ).toEqual(['jpg', 'png']);
  for (const file of [video, image, loop])
    expect(await listConversions(noCapabilities, file, [])).toEqual([]);
});
