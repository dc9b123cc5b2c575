import { expect, test } from 'vitest';
import { allClips, allImages, avatar, gif, type MediaFile, voice } from './media-files.ts';

type Size = [width: number, height: number];

function readContent(file: MediaFile): Buffer {
  return file.slice(0, Math.min(file.bytes, 1_000_000));
}

function jpegSize(content: Buffer): Size | null {
  for (let at = 2; at + 9 < content.length; at += 2 + content.readUInt16BE(at + 2)) {
    const marker = content.readUInt16BE(at);
    const isFrame = marker >= 0xffc0 && marker <= 0xffc2;
    if (isFrame) return [content.readUInt16BE(at + 7), content.readUInt16BE(at + 5)];
  }
  return null;
}

function webpSize(content: Buffer): Size | null {
  const kind = content.toString('latin1', 12, 16);
  if (kind === 'VP8 ') return [content.readUInt16LE(26) & 0x3fff, content.readUInt16LE(28) & 0x3fff];
  if (kind === 'VP8X') return [content.readUIntLE(24, 3) + 1, content.readUIntLE(27, 3) + 1];
  return null;
}

/** From the first track header with a size. */
function mp4Size(content: Buffer): Size | null {
  for (let at = content.indexOf('tkhd'); at > 0; at = content.indexOf('tkhd', at + 4)) {
    const width = content.readUInt16BE(at + 80);
    if (width > 0) return [width, content.readUInt16BE(at + 84)];
  }
  return null;
}

function mp4Seconds(content: Buffer): number {
  const at = content.indexOf('mvhd');
  return content.readUInt32BE(at + 20) / content.readUInt32BE(at + 16);
}

function readSize(file: MediaFile): Size | null {
  const content = readContent(file);
  if (content.readUInt16BE(0) === 0xffd8) return jpegSize(content);
  const head = content.toString('latin1', 0, 16);
  if (head.startsWith('\x89PNG')) return [content.readUInt32BE(16), content.readUInt32BE(20)];
  if (head.startsWith('GIF89a')) return [content.readUInt16LE(6), content.readUInt16LE(8)];
  if (head.startsWith('RIFF')) return webpSize(content);
  return head.slice(4, 8) === 'ftyp' ? mp4Size(content) : null;
}

const isWhole = (file: MediaFile) => file.sha256 !== null;
const videos = allClips.map((clip) => clip.file).filter(isWhole);

test('every file has its declared size', () => {
  const files = [
    ...allImages.flatMap((image) => [image.file, image.small, image.square]),
    ...allClips.map((clip) => clip.cover),
    ...videos,
    gif.file,
    gif.webp,
    avatar,
  ].filter(isWhole);
  for (const file of files) {
    const size = readSize(file);
    expect(size?.[0], file.name).toBe(file.width);
    // Scaled covers are rounded to even heights.
    expect(Math.abs((size?.[1] ?? 0) - (file.height ?? 0)), file.name).toBeLessThanOrEqual(
      /-small|-cover/.test(file.name) ? 2 : 0,
    );
  }
});

test('every video is H.264 with its declared duration, and has AAC unless it is silent', () => {
  for (const clip of allClips.filter((candidate) => isWhole(candidate.file))) {
    const content = readContent(clip.file);
    expect(content.includes('avc1'), clip.file.name).toBe(true);
    expect(content.includes('mp4a'), clip.file.name).toBe(clip.hasAudio);
    expect(Math.abs(mp4Seconds(content) - (clip.file.durationSeconds ?? 0)), clip.file.name).toBeLessThan(
      0.1,
    );
  }
  expect(readContent(voice).includes('mp4a')).toBe(true);
  expect(Math.abs(mp4Seconds(readContent(voice)) - 3)).toBeLessThan(0.1);
});

test('all images and videos differ, so that tests detect a mix-up', () => {
  const digests = [...allImages, ...allClips]
    .map((item) => item.file.sha256)
    .filter((digest) => digest !== null);
  const doubled = digests.filter((digest, at) => digests.indexOf(digest) !== at);
  // The host without range support serves the portrait video again.
  expect(doubled).toHaveLength(1);
});
