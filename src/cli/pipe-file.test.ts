import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { pipeSink } from './pipe-file.ts';

const note = { validator: '"a"', totalBytes: 10, extension: 'mp4' };
const bytes = Buffer.from('0123');
const kept = {
  bytes: bytes.length,
  note,
  read: async (at: number, length: number) => bytes.subarray(at, at + length),
};

test('what is kept of a file is written before the rest, once', async () => {
  const stream = new PassThrough();
  const sink = pipeSink(stream, kept);
  expect([sink.bytes(), sink.note()]).toEqual([4, note]);
  expect(stream.read()).toBe(null);
  await sink.append(Buffer.from('45'));
  await sink.append(Buffer.from('6'));
  await sink.passKept();
  expect(String(stream.read())).toBe('0123456');
  expect(sink.bytes()).toBe(7);
  expect(await sink.begin(null)).toBe(false);
});

test('of another file than was kept nothing is written', async () => {
  const stream = new PassThrough();
  const sink = pipeSink(stream, kept);
  expect(await sink.begin({ ...note, validator: '"b"' })).toBe(true);
  expect([sink.bytes(), sink.note()]).toEqual([0, null]);
  await sink.append(Buffer.from('new'));
  await sink.passKept();
  expect(String(stream.read())).toBe('new');
});

test('what is kept and no longer there fails instead of leaving a gap', async () => {
  const sink = pipeSink(new PassThrough(), { ...kept, bytes: 9 });
  await expect(sink.append(Buffer.from('x'))).rejects.toThrow('gone');
});
