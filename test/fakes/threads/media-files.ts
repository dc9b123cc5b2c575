import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { MediaType } from '#threads/contract.ts';

/** How a media URL misbehaves. */
export type FailureMode = 'truncated' | 'stalled' | 'noRange' | 'wrongType' | 'svg' | 'empty' | 'overlong';

export interface MediaFile {
  name: string;
  type: MediaType;
  /** Upper case. */
  format: string;
  contentType: string;
  width: number | null;
  height: number | null;
  durationSeconds: number | null;
  bytes: number;
  /** null if the file is never delivered completely. */
  sha256: string | null;
  failureMode: FailureMode | null;
  /** `end` is exclusive. */
  slice(start: number, end: number): Buffer;
}

export interface ImageFiles {
  file: MediaFile;
  small: MediaFile;
  square: MediaFile;
}

export interface Clip {
  file: MediaFile;
  cover: MediaFile;
  /** Size of the upload; the delivered file may be smaller. */
  original: { width: number; height: number };
  hasAudio: boolean;
}

const contentTypes: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
  m4a: 'audio/mp4',
};

function readMedia(
  name: string,
  type: MediaType,
  width: number | null,
  height: number | null,
  durationSeconds: number | null = null,
): MediaFile {
  const content = readFileSync(new URL(`media/${name}`, import.meta.url));
  const extension = name.slice(name.lastIndexOf('.') + 1);
  return {
    name,
    type,
    format: extension.toUpperCase(),
    contentType: contentTypes[extension] ?? 'application/octet-stream',
    width,
    height,
    durationSeconds,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    failureMode: null,
    slice: (start, end) => content.subarray(start, end),
  };
}

function readImage(name: string, width: number, height: number): ImageFiles {
  const base = name.slice(0, name.lastIndexOf('.'));
  return {
    file: readMedia(name, 'image', width, height),
    small: readMedia(`${base}-small.jpg`, 'image', 360, 2 * Math.round((180 * height) / width)),
    square: readMedia(`${base}-square.jpg`, 'image', 180, 180),
  };
}

function readClip(name: string, width: number, height: number, seconds: number, hasAudio = true): Clip {
  return {
    file: readMedia(`${name}.mp4`, 'video', width, height, seconds),
    cover: readMedia(`${name}-cover.jpg`, 'image', 360, 2 * Math.round((180 * height) / width)),
    original: { width, height },
    hasAudio,
  };
}

function breakFile(file: MediaFile, failureMode: FailureMode): MediaFile {
  const broken = { ...file, name: `${failureMode}-${file.name}`, failureMode, sha256: null };
  if (failureMode === 'noRange') return { ...broken, sha256: file.sha256 };
  return failureMode === 'empty' ? { ...broken, bytes: 0 } : broken;
}

export const images = {
  photo: readImage('photo.webp', 1080, 1350),
  sunset: readImage('sunset.jpg', 1080, 1350),
  valley: readImage('valley.webp', 1080, 1350),
  dusk: readImage('dusk.jpg', 1080, 1350),
  panorama: readImage('panorama.jpg', 784, 391),
  linkedFirst: readImage('linked-1.webp', 1080, 1080),
  linkedSecond: readImage('linked-2.jpg', 1080, 1080),
  stranger: readImage('stranger.jpg', 640, 800),
} satisfies Record<string, ImageFiles>;

const portrait = readClip('portrait', 720, 1280, 3);
const capped = readClip('capped', 720, 1280, 2);

export const clips = {
  portrait,
  capped: { ...capped, original: { width: 1440, height: 2560 } },
  landscape: readClip('landscape', 1280, 720, 2),
  loop: readClip('loop', 480, 270, 2, false),
  stranger: readClip('stranger-clip', 360, 640, 1),
} satisfies Record<string, Clip>;

const second = readClip('clip-2', 720, 1280, 2);

/** The second video was uploaded larger than it is delivered. */
export const albumClips: Clip[] = [
  readClip('clip-1', 720, 1280, 2),
  { ...second, original: { width: 1080, height: 1920 } },
  readClip('clip-3', 464, 832, 2),
  readClip('clip-4', 480, 832, 2),
  readClip('clip-5', 480, 832, 2),
];

const mixedVideos = [3, 6, 9, 13, 17, 20];
const mixedWebp = [1, 7, 11, 15, 19];

export const mixedItems: (ImageFiles | Clip)[] = Array.from({ length: 20 }, (_, at) => {
  const number = String(at + 1).padStart(2, '0');
  if (mixedVideos.includes(at + 1)) return readClip(`mixed-${number}`, 480, 600, 1);
  if (at + 1 === 5) return readImage('mixed-05.png', 240, 300);
  return readImage(`mixed-${number}.${mixedWebp.includes(at + 1) ? 'webp' : 'jpg'}`, 720, 900);
});

export const gif = {
  file: readMedia('wave.gif', 'gif', 240, 240),
  webp: readMedia('wave.webp', 'gif', 240, 240),
};
export const voice = readMedia('voice.m4a', 'audio', null, null, 3);
export const avatar = readMedia('avatar.jpg', 'image', 96, 96);

/** Of a video whose bytes are computed from the offset, so that any range can be verified. */
export const hugeTotalBytes = 2 * 1024 ** 3;

/** A prime, so that adjacent power-of-two chunks differ. */
const period = 65_521;

function mp4Head(): Buffer {
  const head = Buffer.alloc(48);
  head.writeUInt32BE(32, 0);
  head.write('ftypisom', 4, 'latin1');
  head.writeUInt32BE(0x200, 12);
  head.write('isomiso2avc1mp41', 16, 'latin1');
  head.writeUInt32BE(1, 32);
  head.write('mdat', 36, 'latin1');
  head.writeBigUInt64BE(BigInt(hugeTotalBytes - 32), 40);
  return head;
}

const hugeHead = mp4Head();
const pattern = Buffer.from(Array.from({ length: period }, (_, at) => (at * 31 + (at >> 8) * 17) & 255));
const twice = Buffer.concat([pattern, pattern]);

/** `end` is exclusive. */
export function hugeBytes(start: number, end: number): Buffer {
  const stop = Math.min(end, hugeTotalBytes);
  const parts: Buffer[] = [];
  let at = start;
  if (at < hugeHead.length) {
    parts.push(hugeHead.subarray(at, Math.min(stop, hugeHead.length)));
    at = hugeHead.length;
  }
  while (at < stop) {
    const from = at % period;
    const length = Math.min(period, stop - at);
    parts.push(twice.subarray(from, from + length));
    at += length;
  }
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
}

const hugeFile: MediaFile = {
  ...portrait.file,
  name: 'huge.mp4',
  durationSeconds: 5400,
  bytes: hugeTotalBytes,
  sha256: null,
  slice: hugeBytes,
};

function breakImage(image: ImageFiles, failureMode: FailureMode): ImageFiles {
  return { ...image, file: breakFile(image.file, failureMode) };
}
function breakClip(clip: Clip, failureMode: FailureMode): Clip {
  return { ...clip, file: breakFile(clip.file, failureMode) };
}

export const faulty = {
  truncated: breakClip(portrait, 'truncated'),
  stalled: breakClip(portrait, 'stalled'),
  noRange: breakClip(portrait, 'noRange'),
  overlong: breakClip(portrait, 'overlong'),
  wrongType: breakClip(portrait, 'wrongType'),
  svg: breakImage(images.sunset, 'svg'),
  empty: breakImage(images.dusk, 'empty'),
  huge: { ...portrait, file: hugeFile },
};

export const allImages: ImageFiles[] = [
  ...Object.values(images),
  faulty.svg,
  faulty.empty,
  ...mixedItems.filter((item) => 'square' in item),
];
export const allClips: Clip[] = [
  ...Object.values(clips),
  ...albumClips,
  faulty.truncated,
  faulty.stalled,
  faulty.noRange,
  faulty.overlong,
  faulty.wrongType,
  faulty.huge,
  ...mixedItems.filter((item) => 'cover' in item),
];
