import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allowedContentType, sniffMediaType } from './sniff.ts';

const box = (brand: string, ...compatible: string[]) => {
  const size = 16 + 4 * compatible.length;
  return [Buffer.from([0, 0, 0, size]), Buffer.from(`ftyp${brand}\0\0\0\0${compatible.join('')}`)];
};
const file = (...parts: (string | number[] | Buffer)[]) =>
  Buffer.concat([
    ...parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
    Buffer.alloc(80),
  ]);

test.each([
  ['jpg', 'image/jpeg', file('\xff\xd8\xff\xe0\0\x10JFIF')],
  ['png', 'image/png', file('\x89PNG\r\n\x1a\n')],
  ['webp', 'image/webp', file('RIFF\0\0\0\0WEBPVP8 ')],
  ['gif', 'image/gif', file('GIF89a')],
  ['gif', 'image/gif', file('GIF87a')],
  ['heic', 'image/heic', file(...box('heic', 'mif1', 'heic'))],
  ['heic', 'image/heic', file(...box('mif1', 'heic'))],
  ['avif', 'image/avif', file(...box('avif', 'mif1'))],
  ['avif', 'image/avif', file(...box('mif1', 'avif'))],
  ['mp4', 'video/mp4', file(...box('isom', 'iso2', 'avc1', 'mp41'))],
  ['mp4', 'video/mp4', file(...box('mp42'))],
  ['mp4', 'video/mp4', file([0, 0, 0, 8], 'wide')],
  ['mp4', 'video/mp4', file([0, 0, 0, 24], 'styp')],
  ['mov', 'video/quicktime', file(...box('qt  '))],
  ['m4a', 'audio/mp4', file(...box('M4A ', 'isom'))],
  ['webm', 'video/webm', file('\x1aE\xdf\xa3')],
  ['ogg', 'audio/ogg', file('OggS\0\x02')],
  ['wav', 'audio/wav', file('RIFF\0\0\0\0WAVEfmt ')],
  ['mp3', 'audio/mpeg', file('ID3\x04\0')],
  ['mp3', 'audio/mpeg', file([0xff, 0xfb, 0x90, 0x64])],
  ['aac', 'audio/aac', file([0xff, 0xf1, 0x50, 0x80])],
] as const)('%s is detected by its bytes, whatever the CDN declares', (extension, contentType, bytes) => {
  for (const declared of [undefined, 'application/octet-stream', 'image/png', 'video/mp4; codecs="x"']) {
    expect(sniffMediaType(bytes, declared)).toEqual({ contentType, extension });
  }
});

test('a general container is audio if the CDN declares audio', () => {
  expect(sniffMediaType(file(...box('isom', 'mp42')), 'audio/mp4')?.extension).toBe('m4a');
  expect(sniffMediaType(file([0, 0, 0, 24], 'moov'), 'audio/mp4')?.extension).toBe('m4a');
});

test('binary data of unknown format gets the declared type if that is a media type', () => {
  const bytes = file([1, 2, 3, 4, 200, 0, 0]);
  expect(sniffMediaType(bytes, 'video/mp4')?.extension).toBe('mp4');
  expect(sniffMediaType(bytes, 'application/octet-stream')).toBeNull();
  expect(sniffMediaType(bytes, undefined)).toBeNull();
});

const hostile = {
  nothing: '',
  html: '<!DOCTYPE html><html><script>alert(1)</script>',
  'html after spaces': '\n\n\t   <html>',
  'html after a mark': '\xef\xbb\xbf<html>',
  svg: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  'svg with a prolog': '<?xml version="1.0"?><!-- x --><svg/>',
  xml: '<?xml version="1.0"?><a/>',
  json: '{"error":"no"}',
  'the CDN’s refusal': 'URL signature expired',
  script: 'alert(1)',
  'html after a NUL': '\0<html><script>',
  'html after a NUL, binary behind': '\0<html>\x01\x02',
  'html after spaces, a mark and NULs': ' \xef\xbb\xbf\0\0\n\0<!doctype html>\x01',
  'html, binary behind': '<script>\x01',
  'text after a NUL': '\0URL signature expired',
  'NULs alone': '\0'.repeat(100),
  'UTF-16 html without a mark': '<\0h\0t\0m\0l\0>\0',
  'UTF-16 html of the other order': '\0<\0h\0t\0m\0l\0>',
  'UTF-32 svg': '\0\0\xfe\xff\0\0\0<\0\0\0s\0\0\0v\0\0\0g',
  'UTF-16 text': '\xff\xfe<\0h\0t\0m\0l\0>\0',
  'text that begins like a box': 'Get free things here, and moov on',
  zip: 'PK\x03\x04\x14\0\0\0',
  gzip: '\x1f\x8b\x08\0\0\0',
  windows: 'MZ\x90\0\x03\0',
  elf: '\x7fELF\x02\x01\x01\0',
  pdf: '%PDF-1.7\n%\0\0',
  shell: '#!/bin/sh\n\0',
  'a RIFF of another kind': 'RIFF\0\0\0\0ACONLIST',
};

test.each(Object.entries(hostile))('%s is rejected, whatever its declared type', (_what, text) => {
  const bytes = Buffer.from(text, 'latin1');
  for (const declared of [
    undefined,
    'image/jpeg',
    'application/octet-stream',
    'text/html',
    'image/svg+xml',
  ]) {
    if (text.startsWith('RIFF') && declared === 'image/jpeg') continue;
    expect(sniffMediaType(bytes, declared), declared).toBeNull();
  }
});

test('media declared as a page or a document is rejected', () => {
  for (const declared of [
    'text/html',
    'text/plain',
    'image/svg+xml',
    'application/json',
    'multipart/byteranges',
  ]) {
    expect(sniffMediaType(file('\xff\xd8\xff\xe0'), declared), declared).toBeNull();
  }
});

test('every accepted file has an allowed type', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), fc.string(), (bytes, declared) => {
      const type = sniffMediaType(Buffer.from(bytes), declared);
      if (type) expect(allowedContentType(type.contentType)).toEqual(type);
      expect(sniffMediaType(Buffer.from(bytes), 'text/html')).toBeNull();
    }),
  );
});
