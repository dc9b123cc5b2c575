import { Parser } from 'htmlparser2';
import { isMediaUrl } from './cdn-url.ts';
import { asPositive } from './json.ts';

const maxManifestHead = 2_000;

/** From the root element of a DASH manifest, such as `mediaPresentationDuration="PT1M58.5S"`. */
export function parseManifestDuration(manifest: unknown): number | null {
  const head = typeof manifest === 'string' ? manifest.slice(0, maxManifestHead) : '';
  const [, hours = 0, minutes = 0, seconds = 0] =
    /\bmediaPresentationDuration="PT(?:(\d{1,3})H)?(?:(\d{1,4})M)?(?:(\d{1,6}(?:\.\d{1,9})?)S)?"/.exec(
      head,
    ) ?? [];
  return asPositive(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}

export interface ManifestFile {
  url: string;
  width: number;
  height: number;
  bitrate: number | null;
  hasAudio: boolean;
}

/** The recorded one has 4,000 characters and three files (2023). */
const maxManifestLength = 200_000;
const maxManifestFiles = 100;
const audioCodec = /mp4a|opus|ac-3|ec-3/i;

/** The files with a picture. Most have no sound: it is in a file of its own. */
export function parseManifestFiles(manifest: unknown): ManifestFile[] {
  if (typeof manifest !== 'string' || manifest.length > maxManifestLength) return [];
  const files: ManifestFile[] = [];
  /** What a set of files says holds for each of them. */
  let shared: Record<string, string> = {};
  let current: Record<string, string> = {};
  let url = '';
  let isUrl = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        isUrl = name === 'BaseURL';
        if (name === 'AdaptationSet') shared = attributes;
        if (name === 'Representation') [current, url] = [{ ...shared, ...attributes }, ''];
      },
      ontext(text) {
        if (isUrl) url += text;
      },
      onclosetag(name) {
        isUrl = false;
        if (name !== 'Representation') return;
        const { mimeType = '', codecs = '', bandwidth } = current;
        const [width, height] = [asPositive(current.width), asPositive(current.height)];
        const address = url.trim();
        if (width === null || height === null || !/^video\//.test(mimeType) || !isMediaUrl(address)) return;
        if (files.length >= maxManifestFiles) return;
        const bitrate = asPositive(bandwidth);
        files.push({ url: address, width, height, bitrate, hasAudio: audioCodec.test(codecs) });
      },
    },
    { xmlMode: true },
  );
  parser.end(manifest);
  return files;
}
