import { createHash } from 'node:crypto';
import type { Addresses } from '../address-book.ts';
import { type Clip, gif, type Picture, voice } from '../media-files.ts';
import type { Content } from '../post-plan.ts';

interface Candidate {
  url: string;
  width: number;
  height: number;
}

const uncroppedWidths = [720, 640, 480, 320, 240];
const squareSides = [750, 640, 480, 320, 240, 150];

/** Uncropped sizes first, descending, then square crops; the first is the file itself. */
function candidatesOf(
  width: number,
  height: number,
  address: (stp: string | null) => string,
  stored: string | null,
  largeCrops: boolean,
): { candidates: Candidate[] } {
  const long = Math.max(width, height);
  const short = Math.min(width, height);
  const uncropped = uncroppedWidths
    .filter((side) => side < width)
    .map((side) => ({
      url: address(`dst-jpg_e35_s${side}x${Math.round((side * height) / width)}_tt6`),
      width: side,
      height: Math.round((side * height) / width),
    }));
  const crop = `c${Math.floor((long - short) / 2)}.0.${short}.${short}a_dst-jpg_e35`;
  const sides = largeCrops ? [1080, ...squareSides] : squareSides.filter((side) => side <= short);
  const squares = sides.map((side) => ({
    url: address(`${crop}_s${side}x${side}_tt6`),
    width: side,
    height: side,
  }));
  return { candidates: [{ url: address(stored), width, height }, ...uncropped, ...squares] };
}

function pictureFields(picture: Picture, addresses: Addresses, largeCrops = false): Record<string, unknown> {
  const { width, height, format } = picture.file;
  const stored = format === 'JPG' ? 'dst-jpg_e35_tt6' : null;
  const address = (stp: string | null) => addresses.picture(picture, stp);
  return {
    image_versions2: candidatesOf(width ?? 0, height ?? 0, address, stored, largeCrops),
    original_height: height,
    original_width: width,
    video_versions: null,
  };
}

function clipFields(clip: Clip, addresses: Addresses, carousel: boolean): Record<string, unknown> {
  const { width, height } = clip.original;
  const url = addresses.clip(clip, carousel);
  const types = (clip.file.durationSeconds ?? 0) % 2 === 0 ? [101, 102, 103] : [101, 103, 102];
  return {
    image_versions2: candidatesOf(
      Math.min(width, 640),
      Math.round((Math.min(width, 640) * height) / width),
      (stp) => addresses.cover(clip, stp ?? 'dst-jpg_e15_tt6'),
      'dst-jpg_e15_tt6',
      false,
    ),
    original_height: height,
    original_width: width,
    video_versions: types.map((type) => ({ type, url, ...(carousel ? { __typename: 'XDTVideo' } : {}) })),
  };
}

function childFields(
  item: Picture | Clip,
  at: number,
  pk: string,
  owner: string,
  addresses: Addresses,
): Record<string, unknown> {
  const childPk = String(BigInt(pk) + BigInt(at) * 8n + 8n);
  return {
    accessibility_caption: null,
    has_audio: null,
    ...('cover' in item ? clipFields(item, addresses, true) : pictureFields(item, addresses)),
    pk: childPk,
    usertags: null,
    id: `${childPk}_${owner}`,
    code: null,
  };
}

function gifFields(firstParty: boolean, addresses: Addresses): Record<string, unknown> {
  const size = { height: gif.file.height, width: gif.file.width };
  const weight = { size: gif.file.bytes, webp_size: gif.webp.bytes };
  if (!firstParty) {
    return {
      id: '17890000000000041',
      images: { fixed_height: { ...size, ...weight, ...addresses.tenorGif() } },
    };
  }
  const placeholder = 'https://static.cdninstagram.com/rsrc.php/v4/yD/r/demoGifHold.gif';
  return {
    id: 'demoWave01',
    images: { fixed_height: { ...size, ...weight, url: placeholder, webp: placeholder } },
    first_party_cdn_proxied_images: { fixed_height: addresses.proxiedGif() },
  };
}

/** Voice notes were in no capture: the names are those of the app's models, the duration in milliseconds. */
function voiceFields(addresses: Addresses): Record<string, unknown> {
  const seconds = voice.durationSeconds ?? 0;
  const source = addresses.voice();
  return {
    audio_src: source,
    audio_src_expiration_timestamp_us: '1890000000000000',
    duration: seconds * 1000,
    waveform_data: Array.from({ length: seconds * 10 }, (_, at) => (at * 37) % 100),
    waveform_sampling_frequency_hz: 10,
    fallback: { audio_src: source },
  };
}

const nothing = {
  image_versions2: { candidates: [] },
  original_height: 612,
  original_width: 612,
  video_versions: null,
};
const placeholders = {
  ...nothing,
  image_versions2: {
    candidates: [480, 320, 240, 150, 72].map((side) => ({
      height: side,
      url: 'https://static.cdninstagram.com/rsrc.php/null.jpg',
      width: side,
    })),
  },
};

/** The fields of a post that hold its own media. */
export function buildMediaFields(
  content: Content,
  pk: string,
  owner: string,
  addresses: Addresses,
): Record<string, unknown> {
  const rest = { audio: null, carousel_media: null, giphy_media_info: null, has_audio: null };
  switch (content.kind) {
    case 'photo':
      return { ...rest, ...pictureFields(content.picture, addresses, content.largeCrops), media_type: 1 };
    case 'video':
      return {
        ...rest,
        ...clipFields(content.clip, addresses, false),
        has_audio: content.clip.hasAudio,
        media_type: 2,
      };
    case 'carousel': {
      const children = content.items.map((item, at) => childFields(item, at, pk, owner, addresses));
      const [first] = children;
      return {
        ...rest,
        ...nothing,
        ...(first && { image_versions2: first.image_versions2 }),
        carousel_media: children,
        media_type: 8,
      };
    }
    case 'gif':
      return {
        ...rest,
        ...nothing,
        giphy_media_info: gifFields(content.firstParty, addresses),
        media_type: 19,
      };
    case 'voice':
      return { ...rest, ...nothing, audio: voiceFields(addresses), media_type: 19 };
    case 'placeholders':
      return { ...rest, ...placeholders, media_type: 19 };
    case 'none':
      return { ...rest, ...nothing, media_type: 19 };
  }
}

/** A stable long number, as Threads puts on everything. */
export function inventNumber(name: string, length: number): string {
  return BigInt(`0x1${createHash('sha256').update(name).digest('hex').slice(0, 24)}`)
    .toString()
    .slice(0, length);
}
