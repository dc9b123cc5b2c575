import { chmodSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { findFfmpeg, makeVideo } from '#test/support/find-ffmpeg.ts';
import { conversionLimits, type MediaError } from './contract.ts';
import { findAbilities, noAbilities, offeredConversions } from './convert-abilities.ts';
import { createFfmpeg, tryFfmpeg } from './convert-by-ffmpeg.ts';
import { openScratch } from './convert-scratch.ts';
import { trueType } from './true-type.ts';

const program = findFfmpeg();
const picture = (seconds: number, size = '64x48') => [
  '-f',
  'lavfi',
  '-i',
  `testsrc=d=${seconds}:s=${size}:r=10`,
];
const sound = ['-f', 'lavfi', '-i', 'sine=d=0.4'];

async function scratchFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'unspool-ffmpeg-'));
  return {
    folder,
    async fileOf(bytes: Buffer) {
      const opened = await openScratch(folder);
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

type Made = { ok: true; value: Buffer } | { ok: false; error: MediaError };
async function convert(bytes: Buffer, to: 'gif' | 'sound', limits = {}): Promise<Made> {
  await using scene = await scratchFolder();
  await using video = await scene.fileOf(bytes);
  const ffmpeg = createFfmpeg(program ?? '', scene.folder, { ...conversionLimits, ...limits });
  return await ffmpeg[to](video, AbortSignal.timeout(30_000));
}

test.runIf(program)(
  'a silent loop becomes a GIF that goes on for ever, with every picture of it',
  async () => {
    const made = await convert(makeVideo(program ?? '', [...picture(0.5), '-c:v', 'mpeg4']), 'gif');
    if (!made.ok) throw new Error(String(made.error.cause));
    const { format, pages, loop, width, pageHeight } = await sharp(made.value, { animated: true }).metadata();
    expect({ format, pages, loop, width, pageHeight }).toEqual({
      ...{ format: 'gif', pages: 5, loop: 0, width: 64, pageHeight: 48 },
    });
  },
);

test.runIf(program)('the sound of a video becomes an M4A that says first what is in it', async () => {
  const video = makeVideo(program ?? '', [...picture(0.4), ...sound, '-c:v', 'mpeg4', '-c:a', 'aac']);
  const made = await convert(video, 'sound');
  if (!made.ok) throw new Error(String(made.error.cause));
  expect(trueType(made.value, '')).toMatchObject({ extension: 'm4a' });
  expect(made.value.includes('moov')).toBe(true);
  expect(made.value.indexOf('moov')).toBeLessThan(made.value.indexOf('mdat'));
});

test.runIf(program)('a sound of another form than M4A holds is encoded anew', async () => {
  const video = makeVideo(program ?? '', [...picture(0.4), ...sound, '-c:v', 'mpeg4', '-c:a', 'libmp3lame']);
  const made = await convert(video, 'sound');
  expect(made.ok && trueType(made.value, '')).toMatchObject({ extension: 'm4a' });
});

test.runIf(program)('a video without a sound says so', async () => {
  const silent = makeVideo(program ?? '', [...picture(0.2), '-c:v', 'mpeg4']);
  expect(await convert(silent, 'sound')).toMatchObject({ error: { code: 'conversion.no_sound' } });
});

test.runIf(program)('more than may be made, and more pixels than may be read, are refused', async () => {
  const video = makeVideo(program ?? '', [
    ...picture(0.4, '320x240'),
    ...sound,
    '-c:v',
    'mpeg4',
    '-c:a',
    'aac',
  ]);
  expect(await convert(video, 'gif', { madeBytes: 3_000 })).toMatchObject({
    error: { code: 'conversion.too_large' },
  });
  expect(await convert(video, 'sound', { madeBytes: 900 })).toMatchObject({
    error: { code: 'conversion.too_large' },
  });
  expect((await convert(video, 'gif', { videoPixels: 320 * 240 - 1 })).ok).toBe(false);
});

test.runIf(program)('lists of other files, addresses and torn videos are no videos', async () => {
  const video = makeVideo(program ?? '', [...picture(0.4), '-c:v', 'mpeg4']);
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
    expect(await convert(bytes, 'gif')).toMatchObject({ error: { code: 'conversion.failed' } });
    expect((await convert(bytes, 'sound')).ok).toBe(false);
  }
});

test.runIf(program)('one that is ended leaves nothing behind', async () => {
  await using scene = await scratchFolder();
  await using video = await scene.fileOf(
    makeVideo(program ?? '', [...picture(20, '640x480'), '-c:v', 'mpeg4']),
  );
  const leaving = new AbortController();
  const made = createFfmpeg(program ?? '', scene.folder, conversionLimits).gif(video, leaving.signal);
  leaving.abort();
  expect((await made).ok).toBe(false);
});

test.runIf(program)('the machine’s own ffmpeg is found to work', async () => {
  await using scene = await scratchFolder();
  expect(await tryFfmpeg(program ?? '', scene.folder, conversionLimits)).toMatchObject({ ok: true });
});

test('a path that is none, and a program that is no ffmpeg, are told in the log and never offered', async () => {
  await using scene = await scratchFolder();
  const other = join(tmpdir(), `unspool-no-ffmpeg-${process.pid}`);
  writeFileSync(other, '#!/bin/sh\necho something else\n');
  chmodSync(other, 0o755);
  const told: string[] = [];
  const log = {
    info: (text: string) => void told.push(text),
    warn: ({ reason }: { reason: string }) => void told.push(reason),
  };
  for (const path of ['/nowhere/ffmpeg', other, '/bin/false', null]) {
    const { ffmpeg } = await findAbilities(path, scene.folder, log);
    expect(ffmpeg).toBeNull();
  }
  expect(told).toEqual([
    expect.stringContaining('ENOENT'),
    'it does not say its version',
    'it does not say its version',
    expect.stringContaining('FFMPEG_PATH is not set'),
  ]);
  rmSync(other);
});

const all = { pictures: new Set(['jpg', 'png', 'webp', 'gif']), ffmpeg: {} as never };
const video = { type: 'video', format: 'MP4', durationSeconds: 8, hasAudio: true } as const;
const still = { type: 'image', format: 'WEBP', durationSeconds: null, hasAudio: null } as const;
const loop = { type: 'gif', format: 'MP4', durationSeconds: null, hasAudio: false } as const;

test.each([
  ['a WebP', still, ['WEBP'], ['jpg', 'png']],
  ['a JPG', { ...still, format: 'JPG' }, ['JPG'], ['png']],
  ['a WebP beside its JPG', still, ['WEBP', 'JPG'], ['png']],
  ['a HEIC that can not be read', { ...still, format: 'HEIC' }, ['HEIC'], []],
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
] as const)('%s is offered as what it can become and is not already', (_name, file, formats, expected) => {
  expect(offeredConversions(all, file, formats)).toEqual(expected);
});

test('nothing is offered that this server can not do', () => {
  expect(offeredConversions({ ...all, ffmpeg: null }, video, ['MP4'])).toEqual([]);
  expect(offeredConversions({ ...all, ffmpeg: null }, loop, ['MP4'])).toEqual([]);
  expect(
    offeredConversions(
      { ...all, pictures: new Set([...all.pictures, 'heic']) },
      { ...still, format: 'HEIC' },
      ['HEIC'],
    ),
  ).toEqual(['jpg', 'png']);
  for (const file of [video, still, loop]) expect(offeredConversions(noAbilities, file, [])).toEqual([]);
});
