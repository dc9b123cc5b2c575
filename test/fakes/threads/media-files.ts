import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { MediaType } from '#threads/contract.ts';
import { hugeBytes, hugeTotalBytes } from './huge-file.ts';

/** How a media address misbehaves; absent means it serves its file. */
export type Fault = 'truncated' | 'stalled' | 'noRange' | 'wrongType' | 'svg' | 'empty' | 'overlong';

/** One file as the media host delivers it. */
export interface MediaFile {
  name: string;
  type: MediaType;
  /** Upper case, as the product names it. */
  format: string;
  contentType: string;
  width: number | null;
  height: number | null;
  durationSeconds: number | null;
  bytes: number;
  /** null where the bytes cannot be had whole. */
  sha256: string | null;
  fault: Fault | null;
  /** Bytes from `start` up to, not including, `end`. */
  slice(start: number, end: number): Buffer;
}

/** A picture, and what its smaller candidates deliver. */
export interface Picture {
  file: MediaFile;
  small: MediaFile;
  square: MediaFile;
}

export interface Clip {
  file: MediaFile;
  cover: MediaFile;
  /** What the author uploaded; the delivered file may be smaller. */
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
    fault: null,
    slice: (start, end) => content.subarray(start, end),
  };
}

function readPicture(name: string, width: number, height: number): Picture {
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

/** The same file behind an address that misbehaves. */
function breakFile(file: MediaFile, fault: Fault): MediaFile {
  const broken = { ...file, name: `${fault}-${file.name}`, fault, sha256: null };
  if (fault === 'noRange') return { ...broken, sha256: file.sha256 };
  return fault === 'empty' ? { ...broken, bytes: 0 } : broken;
}

export const pictures = {
  photo: readPicture('photo.webp', 1080, 1350),
  sunset: readPicture('sunset.jpg', 1080, 1350),
  valley: readPicture('valley.webp', 1080, 1350),
  dusk: readPicture('dusk.jpg', 1080, 1350),
  panorama: readPicture('panorama.jpg', 784, 391),
  linkedFirst: readPicture('linked-1.webp', 1080, 1080),
  linkedSecond: readPicture('linked-2.jpg', 1080, 1080),
  stranger: readPicture('stranger.jpg', 640, 800),
} satisfies Record<string, Picture>;

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

/** Five videos, numbered; the second was uploaded larger than it is delivered. */
export const albumClips: Clip[] = [
  readClip('clip-1', 720, 1280, 2),
  { ...second, original: { width: 1080, height: 1920 } },
  readClip('clip-3', 464, 832, 2),
  readClip('clip-4', 480, 832, 2),
  readClip('clip-5', 480, 832, 2),
];

const mixedVideos = [3, 6, 9, 13, 17, 20];
const mixedWebp = [1, 7, 11, 15, 19];

/** Twenty numbered items, photos and videos. */
export const mixedItems: (Picture | Clip)[] = Array.from({ length: 20 }, (_, at) => {
  const number = String(at + 1).padStart(2, '0');
  if (mixedVideos.includes(at + 1)) return readClip(`mixed-${number}`, 480, 600, 1);
  if (at + 1 === 5) return readPicture('mixed-05.png', 240, 300);
  return readPicture(`mixed-${number}.${mixedWebp.includes(at + 1) ? 'webp' : 'jpg'}`, 720, 900);
});

export const gif = {
  file: readMedia('wave.gif', 'gif', 240, 240),
  webp: readMedia('wave.webp', 'gif', 240, 240),
};
export const voice = readMedia('voice.m4a', 'audio', null, null, 3);
export const avatar = readMedia('avatar.jpg', 'image', 96, 96);

const hugeFile: MediaFile = {
  ...portrait.file,
  name: 'huge.mp4',
  durationSeconds: 5400,
  bytes: hugeTotalBytes,
  sha256: null,
  slice: hugeBytes,
};

function breakPicture(picture: Picture, fault: Fault): Picture {
  return { ...picture, file: breakFile(picture.file, fault) };
}
function breakClip(clip: Clip, fault: Fault): Clip {
  return { ...clip, file: breakFile(clip.file, fault) };
}

export const faulty = {
  truncated: breakClip(portrait, 'truncated'),
  stalled: breakClip(portrait, 'stalled'),
  noRange: breakClip(portrait, 'noRange'),
  overlong: breakClip(portrait, 'overlong'),
  wrongType: breakClip(portrait, 'wrongType'),
  svg: breakPicture(pictures.sunset, 'svg'),
  empty: breakPicture(pictures.dusk, 'empty'),
  huge: { ...portrait, file: hugeFile },
};

export const allPictures: Picture[] = [
  ...Object.values(pictures),
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
