import { createHash, createHmac } from 'node:crypto';
import {
  allClips,
  allImages,
  avatar,
  type Clip,
  gif,
  type ImageFiles,
  images,
  type MediaFile,
  voice,
} from './media-files.ts';
import { inventNumber } from './scene.ts';

const signingKey = 'the fake media hosts';
const daySeconds = 86_400;

function hashCharacters(name: string, length: number): string {
  return createHash('sha512').update(name).digest('base64url').slice(0, length);
}

function buildImagePath(folder: string, name: string): string {
  const extension = name.slice(name.lastIndexOf('.'));
  return `/v/${folder}/${inventNumber(name, 9)}_${inventNumber(`${name}.1`, 17)}_${inventNumber(`${name}.2`, 19)}_n${extension}`;
}
const imagePath = (image: ImageFiles) => buildImagePath('t51.82787-15', image.file.name);
const coverPath = (clip: Clip) => buildImagePath('t51.71878-15', clip.cover.name);
const avatarPath = buildImagePath('t51.82787-19', avatar.name);
const clipPath = (clip: Clip) => `/o1/v/t16/f2/m84/${hashCharacters(clip.file.name, 96)}.mp4`;
const voicePath = `/o1/v/t16/f2/m69/${hashCharacters(voice.name, 96)}.m4a`;
const proxiedGifPath = '/emg1/v/t13/11774010398231234501';
const proxiedWebpPath = '/emg1/v/t13/11774010398231234502';
const previewPath = '/emg1/v/t13/9150428840212345678';
const tenorGifPath = `/${hashCharacters('tenor', 10)}AAAAd/wave-hello.gif`;
const tenorWebpPath = `/${hashCharacters('tenor', 10)}AAAAx/wave-hello.webp`;

type FileSelector = (stp: string | null) => MediaFile;

function selectImageFile(image: ImageFiles): FileSelector {
  return (stp) => {
    if (stp === null) return image.file;
    if (/^c\d/.test(stp)) return image.square;
    return /_[sp]\d+x\d+/.test(stp) ? image.small : image.file;
  };
}

const signedFiles = new Map<string, FileSelector>([
  ...allImages.map((image): [string, FileSelector] => [imagePath(image), selectImageFile(image)]),
  ...allClips.map((clip): [string, FileSelector] => [coverPath(clip), () => clip.cover]),
  ...allClips.map((clip): [string, FileSelector] => [clipPath(clip), () => clip.file]),
  [avatarPath, () => avatar],
  [voicePath, () => voice],
  [proxiedGifPath, () => gif.file],
  [proxiedWebpPath, () => gif.webp],
  [previewPath, () => images.panorama.small],
]);
const unsignedFiles = new Map<string, MediaFile>([
  [tenorGifPath, gif.file],
  [tenorWebpPath, gif.webp],
]);

function encodeEfg(fields: Record<string, unknown>): string {
  return Buffer.from(JSON.stringify(fields)).toString('base64');
}

function computeSignature(path: string, query: string): string {
  return `00_Af${createHmac('sha256', signingKey).update(`${path}?${query}`).digest('base64url').slice(0, 45)}`;
}

/** The URLs of one response, which are signed and expire together. */
export interface MediaUrls {
  /** Without `stp`, the URL serves the stored file. */
  image(image: ImageFiles, stp: string | null): string;
  cover(clip: Clip, stp: string): string;
  clip(clip: Clip, carousel: boolean): string;
  avatar(): string;
  voice(): string;
  proxiedGif(): { url: string; webp: string };
  tenorGif(): { url: string; webp: string };
  preview(): string;
}

export type Verdict = { ok: true; file: MediaFile } | { ok: false; status: number; text: string };

export interface UrlSigner {
  /** `stale` URLs look valid but have expired. */
  issue(options?: { stale?: boolean }): MediaUrls;
  /** Expects path and query unmodified. */
  verify(target: string): Verdict;
  /** Counts requests and bytes for `expireAfter`. */
  recordUse(target: string, bytes: number): void;
  expireIssued(): void;
  reset(): void;
}

export interface UrlSignerOptions {
  origin: string;
  /** Unix time in milliseconds. */
  now: () => number;
  /** A URL expires after this many requests or bytes. */
  expireAfter: { requests?: number; bytes?: number };
}

export function createUrlSigner({ origin, now, expireAfter }: UrlSignerOptions): UrlSigner {
  let issues = 0;
  let firstValid = 0;
  const stale = new Set<number>();
  const used = new Map<string, { requests: number; bytes: number }>();

  function sign(path: string, issue: number, lifetimeSeconds: number, fields: [string, string][]): string {
    const gid = Buffer.alloc(16, hashCharacters(path, 16));
    gid.writeUInt32BE(issue, 0);
    const query = [
      ...fields,
      ['_nc_cat', String(100 + (path.length % 11))],
      ['ccb', '7-5'],
      ['_nc_sid', '58cdad'],
      ['_nc_ohc', hashCharacters(`${path}ohc`, 23)],
      ['_nc_oc', hashCharacters(`${path}oc`, 60)],
      ['_nc_zt', '24'],
      ['_nc_ht', 'scontent.cdninstagram.com'],
      ['_nc_gid', gid.toString('base64url')],
    ]
      .map(([key, value]) => `${key}=${encodeURIComponent(value ?? '')}`)
      .join('&');
    const oe = (Math.floor(now() / 1000) + lifetimeSeconds).toString(16).toUpperCase();
    return `${origin}${path}?${query}&oh=${computeSignature(path, `${query}&oe=${oe}`)}&oe=${oe}`;
  }

  function verifySigned(target: string, path: string, query: string): Verdict {
    const match = /^(.*)&oh=([^&]*)(&oe=([0-9A-F]+))$/.exec(query);
    if (!match) return { ok: false, status: 403, text: 'Bad URL hash' };
    const [, front = '', oh = '', back = '', oe = ''] = match;
    if (computeSignature(path, front + back) !== oh) {
      return { ok: false, status: 403, text: 'URL signature mismatch' };
    }
    const values = new URLSearchParams(front);
    const issue = Buffer.from(values.get('_nc_gid') ?? '', 'base64url').readUInt32BE(0);
    const use = used.get(target) ?? { requests: 0, bytes: 0 };
    const expired =
      Number.parseInt(oe, 16) * 1000 <= now() ||
      issue < firstValid ||
      stale.has(issue) ||
      use.requests >= (expireAfter.requests ?? Number.POSITIVE_INFINITY) ||
      use.bytes >= (expireAfter.bytes ?? Number.POSITIVE_INFINITY);
    if (expired) return { ok: false, status: 403, text: 'URL signature expired' };
    const file = signedFiles.get(path)?.(values.get('stp'));
    return file ? { ok: true, file } : { ok: false, status: 404, text: 'Not Found' };
  }

  return {
    issue(options) {
      const issue = issues++;
      if (options?.stale) stale.add(issue);
      const signImageUrl = (path: string, stp: string | null, efg: string) =>
        sign(path, issue, 4 * daySeconds, [
          ...(stp === null ? [] : [['stp', stp] as [string, string]]),
          ['efg', efg],
          ['ig_cache_key', `${Buffer.from(inventNumber(path, 19)).toString('base64')}.3-ccb7-5`],
        ]);
      const external = (path: string, original: string) =>
        sign(path, issue, 4 * daySeconds, [
          ['url', original],
          ['utld', 'example'],
        ]);
      return {
        image: (image, stp) =>
          signImageUrl(
            imagePath(image),
            stp,
            encodeEfg({
              vencode_tag: `threads.FEED.image_urlgen.${image.file.width}x${image.file.height}.sdr.f82787.default_image.c2`,
            }),
          ),
        cover: (clip, stp) =>
          signImageUrl(
            coverPath(clip),
            stp,
            encodeEfg({ vencode_tag: 'threads.VIDEO_COVER.image_urlgen.sdr.C3' }),
          ),
        clip: (clip, carousel) => {
          const shortSide = Math.min(clip.file.width ?? 0, clip.file.height ?? 0);
          const path = clipPath(clip);
          const efg = encodeEfg({
            vencode_tag: `xpv_progressive.INSTAGRAM.${carousel ? 'CAROUSEL_ITEM' : 'FEED'}.C3.${shortSide}.dash_baseline_1_v1`,
            xpv_asset_id: Number(inventNumber(path, 15)),
            asset_age_days: 3,
            vi_usecase_id: 10099,
            duration_s: clip.file.durationSeconds,
            urlgen_source: 'www',
          });
          const vs = hashCharacters(`${path}vs`, 16).toLowerCase();
          return sign(path, issue, carousel ? 4 * daySeconds : 22 * 3600, [
            ['efg', efg],
            ['vs', vs],
          ]);
        },
        avatar: () =>
          signImageUrl(
            avatarPath,
            'dst-jpg_s150x150_tt6',
            encodeEfg({ vencode_tag: 'profile_pic.django.1080.c2' }),
          ),
        voice: () => sign(voicePath, issue, 4 * daySeconds, [['vs', hashCharacters('voice', 16)]]),
        proxiedGif: () => ({
          url: external(proxiedGifPath, 'https://media2.giphy.com/media/demoWave01/200.gif'),
          webp: external(proxiedWebpPath, 'https://media2.giphy.com/media/demoWave01/200.webp'),
        }),
        tenorGif: () => ({ url: origin + tenorGifPath, webp: origin + tenorWebpPath }),
        preview: () => external(previewPath, 'https://videos.example/preview.jpg'),
      };
    },
    verify(target) {
      const queryStart = target.indexOf('?');
      const path = queryStart < 0 ? target : target.slice(0, queryStart);
      const plain = unsignedFiles.get(path);
      if (plain) return { ok: true, file: plain };
      if (!signedFiles.has(path)) return { ok: false, status: 404, text: 'Not Found' };
      return verifySigned(target, path, queryStart < 0 ? '' : target.slice(queryStart + 1));
    },
    recordUse(target, bytes) {
      if (expireAfter.requests === undefined && expireAfter.bytes === undefined) return;
      const use = used.get(target) ?? { requests: 0, bytes: 0 };
      used.set(target, { requests: use.requests + 1, bytes: use.bytes + bytes });
    },
    expireIssued() {
      firstValid = issues;
    },
    reset() {
      firstValid = 0;
      stale.clear();
      used.clear();
    },
  };
}
