import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createStreamSink } from './stream-sink.ts';

const metadata = { validator: '"a"', totalBytes: 10, extension: 'mp4' };
const bytes = Buffer.from('0123');
const stored = {
  bytes: bytes.length,
  metadata,
  read: async (at: number, length: number) => bytes.subarray(at, at + length),
};

test('writes the stored bytes once, before the appended ones', async () => {
  const stream = new PassThrough();
  const sink = createStreamSink(stream, stored);
  expect([sink.bytes(), sink.metadata()]).toEqual([4, metadata]);
  expect(stream.read()).toBe(null);
  await sink.append(Buffer.from('45'));
  await sink.append(Buffer.from('6'));
  await sink.writeStored();
  expect(String(stream.read())).toBe('0123456');
  expect(sink.bytes()).toBe(7);
  expect(await sink.start(null)).toBe(false);
});

test('discards the stored bytes if the file has changed', async () => {
  const stream = new PassThrough();
  const sink = createStreamSink(stream, stored);
  expect(await sink.start({ ...metadata, validator: '"b"' })).toBe(true);
  expect([sink.bytes(), sink.metadata()]).toEqual([0, null]);
  await sink.append(Buffer.from('new'));
  await sink.writeStored();
  expect(String(stream.read())).toBe('new');
});

test('fails instead of leaving a gap if stored bytes are missing', async () => {
  const sink = createStreamSink(new PassThrough(), { ...stored, bytes: 9 });
  await expect(sink.append(Buffer.from('x'))).rejects.toThrow('missing');
});
