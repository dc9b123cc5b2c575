import { type Clip, gif, type ImageFiles, voice } from '../media-files.ts';
import type { Content } from '../scene.ts';
import type { MediaUrls } from '../url-signer.ts';

interface Candidate {
  url: string;
  width: number;
  height: number;
}

const uncroppedWidths = [720, 640, 480, 320, 240];
const squareSides = [750, 640, 480, 320, 240, 150];

/** The file itself, then smaller uncropped sizes, then square crops. */
function buildCandidates(
  width: number,
  height: number,
  buildUrl: (stp: string | null) => string,
  stored: string | null,
  largeCrops: boolean,
): { candidates: Candidate[] } {
  const long = Math.max(width, height);
  const short = Math.min(width, height);
  const uncropped = uncroppedWidths
    .filter((side) => side < width)
    .map((side) => ({
      url: buildUrl(`dst-jpg_e35_s${side}x${Math.round((side * height) / width)}_tt6`),
      width: side,
      height: Math.round((side * height) / width),
    }));
  const crop = `c${Math.floor((long - short) / 2)}.0.${short}.${short}a_dst-jpg_e35`;
  const sides = largeCrops ? [1080, ...squareSides] : squareSides.filter((side) => side <= short);
  const squares = sides.map((side) => ({
    url: buildUrl(`${crop}_s${side}x${side}_tt6`),
    width: side,
    height: side,
  }));
  return { candidates: [{ url: buildUrl(stored), width, height }, ...uncropped, ...squares] };
}

function imageFields(image: ImageFiles, urls: MediaUrls, largeCrops = false): Record<string, unknown> {
  const { width, height, format } = image.file;
  const stored = format === 'JPG' ? 'dst-jpg_e35_tt6' : null;
  const buildUrl = (stp: string | null) => urls.image(image, stp);
  return {
    image_versions2: buildCandidates(width ?? 0, height ?? 0, buildUrl, stored, largeCrops),
    original_height: height,
    original_width: width,
    video_versions: null,
  };
}

function clipFields(clip: Clip, urls: MediaUrls, carousel: boolean): Record<string, unknown> {
  const { width, height } = clip.original;
  const url = urls.clip(clip, carousel);
  const types = (clip.file.durationSeconds ?? 0) % 2 === 0 ? [101, 102, 103] : [101, 103, 102];
  return {
    image_versions2: buildCandidates(
      Math.min(width, 640),
      Math.round((Math.min(width, 640) * height) / width),
      (stp) => urls.cover(clip, stp ?? 'dst-jpg_e15_tt6'),
      'dst-jpg_e15_tt6',
      false,
    ),
    original_height: height,
    original_width: width,
    video_versions: types.map((type) => ({ type, url, ...(carousel ? { __typename: 'XDTVideo' } : {}) })),
  };
}

function childFields(
  item: ImageFiles | Clip,
  at: number,
  pk: string,
  owner: string,
  urls: MediaUrls,
): Record<string, unknown> {
  const childPk = String(BigInt(pk) + BigInt(at) * 8n + 8n);
  return {
    accessibility_caption: null,
    has_audio: null,
    ...('cover' in item ? clipFields(item, urls, true) : imageFields(item, urls)),
    pk: childPk,
    usertags: null,
    id: `${childPk}_${owner}`,
    code: null,
  };
}

function gifFields(firstParty: boolean, urls: MediaUrls): Record<string, unknown> {
  const size = { height: gif.file.height, width: gif.file.width };
  const fileSizes = { size: gif.file.bytes, webp_size: gif.webp.bytes };
  if (!firstParty) {
    return {
      id: '17890000000000041',
      images: { fixed_height: { ...size, ...fileSizes, ...urls.tenorGif() } },
    };
  }
  const placeholder = 'https://static.cdninstagram.com/rsrc.php/v4/yD/r/demoGifHold.gif';
  return {
    id: 'demoWave01',
    images: { fixed_height: { ...size, ...fileSizes, url: placeholder, webp: placeholder } },
    first_party_cdn_proxied_images: { fixed_height: urls.proxiedGif() },
  };
}

/** Never captured: the field names are from the app's models, and the duration is in milliseconds. */
function voiceFields(urls: MediaUrls): Record<string, unknown> {
  const seconds = voice.durationSeconds ?? 0;
  const source = urls.voice();
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

export function buildMediaFields(
  content: Content,
  pk: string,
  owner: string,
  urls: MediaUrls,
): Record<string, unknown> {
  const emptyFields = { audio: null, carousel_media: null, giphy_media_info: null, has_audio: null };
  switch (content.kind) {
    case 'photo':
      return { ...emptyFields, ...imageFields(content.image, urls, content.largeCrops), media_type: 1 };
    case 'video':
      return {
        ...emptyFields,
        ...clipFields(content.clip, urls, false),
        has_audio: content.clip.hasAudio,
        media_type: 2,
      };
    case 'carousel': {
      const children = content.items.map((item, at) => childFields(item, at, pk, owner, urls));
      const [first] = children;
      return {
        ...emptyFields,
        ...nothing,
        ...(first && { image_versions2: first.image_versions2 }),
        carousel_media: children,
        media_type: 8,
      };
    }
    case 'gif':
      return {
        ...emptyFields,
        ...nothing,
        giphy_media_info: gifFields(content.firstParty, urls),
        media_type: 19,
      };
    case 'voice':
      return { ...emptyFields, ...nothing, audio: voiceFields(urls), media_type: 19 };
    case 'placeholders':
      return { ...emptyFields, ...placeholders, media_type: 19 };
    case 'none':
      return { ...emptyFields, ...nothing, media_type: 19 };
  }
}
