import { expect, test, vi } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import { createClipStore, listClipFileKeys, readClip } from './clips.ts';
import { detectClipFormat } from './images/detect-format.ts';

const mp4 = (brand: string, bytes = 32) => {
  const file = Buffer.alloc(bytes, 7);
  file.write(`\0\0\0\x20ftyp${brand}`, 0, 'latin1');
  return file;
};

test.each([
  ['an MP4 file', mp4('isom'), 'mp4'],
  ['a video of a phone', mp4('qt  '), 'mp4'],
  ['a voice memo', mp4('M4A '), 'm4a'],
  [
    'a WebM file',
    Buffer.from('\x1aE\xdf\xa3\x01\0\0\0\0\0\0\x1fB\x86\x81\x01B\x82\x84webm', 'latin1'),
    'webm',
  ],
  ['an MP3 file with tags', Buffer.from('ID3\x04\0\0'), 'mp3'],
  ['an MP3 file without tags', Buffer.from([0xff, 0xfb, 0x90, 0]), 'mp3'],
  ['an Ogg file', Buffer.from('OggS\0'), 'ogg'],
  ['a WAV file', Buffer.from('RIFF\0\0\0\0WAVEfmt '), 'wav'],
  ['an AVIF image', mp4('avif'), null],
  ['a HEIC image', mp4('heic'), null],
  ['a Matroska file', Buffer.from('\x1aE\xdf\xa3\x01\0\0\0B\x82\x88matroska', 'latin1'), null],
  ['a WebP image', Buffer.from('RIFF\0\0\0\0WEBPVP8 '), null],
  ['a UTF-16 text', Buffer.from([0xff, 0xfe, 0x41, 0]), null],
  ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>'), null],
  ['nothing', Buffer.alloc(0), null],
])('%s is recognized by its first bytes', (_name, bytes, format) => {
  expect(detectClipFormat(bytes)).toBe(format);
});

describeDatabases('a clip', (open) => {
  test('is stored once, in parts, and read by range', async () => {
    const stored = new Map<string, Uint8Array>();
    const files = {
      put: async (key: string, bytes: Uint8Array) => void stored.set(key, bytes.slice()),
      get: async (key: string) => stored.get(key) ?? null,
    };
    const clips = createClipStore({ database: await open(), files });
    const bytes = mp4('isom', 4_500_000);
    bytes.writeUInt32BE(0xc0ffee, 2 * 1024 * 1024 - 2);
    const results = [await clips.store(bytes), await clips.store(Buffer.from(bytes))];
    const [id = ''] = /[0-9a-f-]{36}/.exec(JSON.stringify(results)) ?? [];
    const src = `/files/${id}/clip.mp4`;
    expect(results).toEqual([
      { ok: true, value: { src } },
      { ok: true, value: { src } },
    ]);
    expect(await clips.find(id)).toEqual({ format: 'mp4', bytes: bytes.length });
    expect(stored.size).toBe(3);
    expect([...stored.keys()]).toEqual(listClipFileKeys({ id, bytes: bytes.length }));
    // A range over the end of a part gets its first bytes.
    const from = 2 * 1024 * 1024 - 2;
    expect(await clips.read(id, from, from + 3)).toEqual(bytes.subarray(from, from + 2));
    expect(await clips.read(id, from + 2, from + 3)).toEqual(bytes.subarray(from + 2, from + 4));
    expect(await readClip(files, { id, bytes: bytes.length })).toEqual(bytes);
    stored.delete(`clips/${id}/1`);
    expect(await clips.read(id, from + 2, from + 3)).toBeNull();
    expect(await readClip(files, { id, bytes: bytes.length })).toBeNull();
  });

  test('is stored again if a part is missing or damaged', async () => {
    const stored = new Map<string, Uint8Array>();
    const put = vi.fn(async (key: string, bytes: Uint8Array) => void stored.set(key, bytes.slice()));
    const files = { put, get: async (key: string) => stored.get(key) ?? null };
    const clips = createClipStore({ database: await open(), files });
    const bytes = mp4('isom', 4_500_000);
    await clips.store(bytes);
    const [first = '', second = '', third = ''] = stored.keys();
    const [, id = ''] = first.split('/');
    await clips.store(bytes);
    expect(put).toHaveBeenCalledTimes(3);
    for (const damage of [
      () => stored.delete(second),
      () => stored.set(third, bytes.subarray(-5)),
      () => stored.get(first)?.set([1], 100),
    ]) {
      damage();
      await clips.store(bytes);
      expect(bytes.equals((await readClip(files, { id, bytes: bytes.length })) ?? Buffer.alloc(0))).toBe(
        true,
      );
    }
  });

  test('that is no video or audio file, or is too large, is rejected', async () => {
    const files = { put: () => Promise.reject(new Error('stored')), get: async () => null };
    const clips = createClipStore({ database: await open(), files });
    expect(await clips.store(Buffer.from('<html>'))).toEqual({
      ok: false,
      error: { code: 'clip.unreadable' },
    });
    const large = mp4('isom', 50 * 1024 * 1024 + 1);
    expect(await clips.store(large)).toEqual({ ok: false, error: { code: 'clip.too_large' } });
  });
});
